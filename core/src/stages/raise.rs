//! Raise: what the combined signals do not show one by one.

use crate::detail::distress::high_risk_pairs;
use crate::draft::{Draft, Finding, Harm};
use crate::level::Level;
use crate::score::Score;
use crate::stages::combine::{risk_of, sort_findings};
use crate::stages::context::History;
use crate::tags::Tag;
use crate::taxonomy::Detector;
use crate::verdict::Stage;
use crate::wording::Phrase;

/// Raises what was detected; an undetected harm stays undetected.
pub(crate) fn raise(draft: &mut Draft<'_>) {
    if !draft.detected() {
        return;
    }
    match draft.request.detector {
        Detector::Bullying => {
            raise_for_persistence(draft);
            raise_for_pile_on(draft);
        }
        Detector::Unsafe => raise_suicidal_behaviour(draft),
        Detector::DistressSignals => raise_for_joined_distress(draft),
        _ => {}
    }
}

/// One side being targeted again and again is graver than one message (reference, section 13).
fn raise_for_persistence(draft: &mut Draft<'_>) {
    if History::of(draft).is_one_sided() {
        let lift = draft.policy.persistence_lift;
        add(draft, lift, Phrase::PersistentTarget);
    }
}

/// Two or more senders in the history who turn on the same person are a pile-on (section 13). Its
/// confidence is that of the second surest of them.
fn raise_for_pile_on(draft: &mut Draft<'_>) {
    let Some(confidence) = History::of(draft).second_sender() else { return };
    let Some(tag) = Tag::find(Detector::Bullying, "PILE_ON") else { return };
    let harm = Harm::Tag(tag);
    let severity = draft.policy.severity(harm);
    draft.findings.push(Finding {
        harm,
        confidence,
        severity,
        natural: severity,
        message_index: None,
        span: None,
    });
    sort_findings(&mut draft.findings);
    let least = risk_of(&draft.policy, draft.probability, severity);
    let before = draft.risk;
    draft.risk = before.max(least);
    draft.natural_risk = draft.natural_risk.max(least);
    draft.severity = draft.severity.max(severity);
    let after = draft.risk;
    draft.note(Stage::Combine, before, after, Phrase::SeveralSenders);
}

/// Suicidal behaviour is always critical (section 3). Asked for what was detected.
pub(crate) fn raise_suicidal_behaviour(draft: &mut Draft<'_>) {
    let is_suicidal = |finding: &Finding| finding.harm.tag() == "SUICIDAL_BEHAVIOUR";
    let found = draft.findings.iter().any(is_suicidal);
    let floor = Score::new(draft.policy.bands.floor(Level::Critical));
    for index in draft.findings.iter().filter(|f| is_suicidal(f)).filter_map(|f| f.message_index) {
        if let Some(message) = draft.messages.get_mut(index) {
            message.risk = message.risk.max(floor);
        }
    }
    if found && draft.risk < floor {
        let before = draft.risk;
        draft.risk = floor;
        draft.severity = draft.severity.max(floor);
        draft.note(Stage::Combine, before, floor, Phrase::SuicidalIsCritical);
    }
}

/// A sign of distress alone is an early warning; one of the high-risk pairs (section 13), or three signs
/// of any kind, is more.
fn raise_for_joined_distress(draft: &mut Draft<'_>) {
    if high_risk_pairs(draft) > 0 || draft.distinct_harms() >= 3 {
        let lift = draft.policy.distress_lift;
        add(draft, lift, Phrase::JoinedDistress);
    }
}

fn add(draft: &mut Draft<'_>, lift: f64, reason: Phrase) {
    let before = draft.risk;
    draft.risk = Score::new(before.get() + lift);
    draft.natural_risk = Score::new(draft.natural_risk.get() + lift);
    draft.severity = Score::new(draft.severity.get() + lift);
    let after = draft.risk;
    draft.note(Stage::Combine, before, after, reason);
}
