//! Action: from the level to what somebody should do (reference, section 4).

use crate::draft::{Draft, Harm};
use crate::level::{Action, Level};
use crate::taxonomy::{Detector, Tactic};
use crate::verdict::RecommendedAction;

/// Chooses the action.
pub(crate) fn recommend(draft: &mut Draft<'_>) {
    // Joined fragments lower the severity; the action is that of the same words as natural text.
    let level = draft.policy.bands.level(draft.risk.max(draft.natural_risk));
    let by_level = match level {
        Level::None => Action::None,
        Level::Low => Action::Monitor,
        Level::Medium => Action::FlagForReview,
        Level::High => Action::Block,
        Level::Critical => Action::ImmediateIntervention,
    };
    let action =
        if draft.capped.is_some() { Action::FlagForReview } else { by_level.max(floor(draft, level)) };
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
pub(crate) const fn detail(action: RecommendedAction) -> Option<&'static str> {
    match action {
        RecommendedAction::FlagForModerator => {
            Some("The analysis could not run. A person has to read this content.")
        }
        RecommendedAction::Ordered(action) => match action {
            Action::None => None,
            Action::Monitor => Some("Keep a record; nobody has to act now."),
            Action::FlagForReview => Some("Queue this for a moderator to read."),
            Action::Block => Some("Withhold this content and queue it for a moderator with priority."),
            Action::ImmediateIntervention => {
                Some("Act now: withhold the content, alert the safety team and follow the crisis procedure.")
            }
        },
    }
}
