//! Action: from the level to what somebody should do (reference, section 4).

use crate::draft::{Draft, Harm};
use crate::level::{Action, Level};
use crate::taxonomy::{Detector, Tactic};
use crate::verdict::RecommendedAction;
use crate::wording::Phrase;

/// Chooses the action.
pub(crate) fn recommend(draft: &mut Draft<'_>) {
    // Joined fragments lower the severity; the action is that of the same words as natural text.
    let level = draft.policy.bands.level(draft.risk.max(draft.natural_risk));
    let action = if draft.capped.is_some() {
        Action::FlagForReview
    } else {
        Action::for_level(level).max(floor(draft, level))
    };
    draft.action = RecommendedAction::Ordered(action);
}

/// The weakest action that the findings allow when the person to protect is a minor.
fn floor(draft: &Draft<'_>, level: Level) -> Action {
    if level == Level::None || !draft.ages.subject_is_minor(draft.request) {
        return Action::None;
    }
    let criminal = draft.findings.iter().any(|f| matches!(f.harm, Harm::Tag(tag) if tag.info().criminal));
    let meets_or_photo = draft
        .findings
        .iter()
        .any(|f| matches!(f.harm, Harm::Tactic(Tactic::MeetingRequest | Tactic::PhotoRequest)));
    if criminal || (meets_or_photo && level >= Level::High) {
        Action::ImmediateIntervention
    } else if flattery_alone(draft) || mood_alone(draft) {
        Action::Monitor
    } else {
        Action::FlagForReview
    }
}

/// Praise and nothing else, in a conversation that otherwise looks harmless, is to be watched (reference,
/// section 4, tactic ladder).
fn flattery_alone(draft: &Draft<'_>) -> bool {
    draft.request.detector == Detector::Grooming
        && draft.whole.get() < draft.policy.detect
        && !draft.findings.is_empty()
        && draft.findings.iter().all(|f| f.harm == Harm::Tactic(Tactic::Flattery))
}

/// Sad words without a named sign are nothing that a moderator has to judge.
fn mood_alone(draft: &Draft<'_>) -> bool {
    draft.request.detector == Detector::Emotions && draft.findings.is_empty()
}

/// A sentence for a moderator's screen.
pub(crate) const fn detail(action: RecommendedAction) -> Option<Phrase> {
    match action {
        RecommendedAction::FlagForModerator => Some(Phrase::ActionEngineFailed),
        RecommendedAction::Ordered(action) => match action {
            Action::None => None,
            Action::Monitor => Some(Phrase::ActionMonitor),
            Action::FlagForReview => Some(Phrase::ActionReview),
            Action::Block => Some(Phrase::ActionBlock),
            Action::ImmediateIntervention => Some(Phrase::ActionIntervene),
        },
    }
}
