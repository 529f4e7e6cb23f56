//! Grooming: tactics per message, and the risk of the conversation as a whole.
//!
//! Specification, v3.1.0: one flag is not a pattern, and flags do not add up over a conversation. The
//! risk is therefore the gravest single thing that the counterpart does, weighed by what the
//! conversation as a whole looks like; no number here grows with the count of flags.

use crate::draft::{Draft, Finding, Harm, MessageRisk};
use crate::policy::tactic_severity;
use crate::request::Party;
use crate::score::Score;
use crate::signal::Observation;
use crate::stages::combine::{risk_of, sort_findings};
use crate::taxonomy::{Detector, Tactic};

/// Severity of a conversation that looks like grooming while no tactic can be named; the cap stage
/// lowers what comes of it.
const UNNAMED_SEVERITY: f64 = 0.8;

/// Combines the signals of a conversation.
pub(crate) fn combine(draft: &mut Draft<'_>) {
    let turns = draft.request.message_list().len();
    let mut findings: Vec<Finding> = Vec::new();
    let mut strongest = Score::ZERO;
    for place in std::iter::once(None).chain((0..turns).map(Some)) {
        let (named, probability) = tactics(draft, place);
        strongest = strongest.max(probability);
        let severity = named.iter().map(|f| f.severity).fold(mildest(), Score::max);
        if place.is_some() {
            let risk = risk_of(draft.policy, probability, severity);
            let flags = named.iter().map(|f| f.harm.flag()).collect();
            draft.messages.push(MessageRisk { risk, flags });
        }
        findings.extend(named);
    }
    let whole = whole_conversation(draft);
    let probability = whole.max(strongest.scaled(draft.policy.lone_tactic_factor));
    let named = findings.iter().map(|f| f.severity).fold(mildest(), Score::max);
    let severity = if findings.is_empty() { named.max(Score::new(UNNAMED_SEVERITY)) } else { named };
    draft.probability = probability;
    draft.risk = risk_of(draft.policy, probability, severity);
    draft.severity = if draft.detected() { severity } else { Score::ZERO };
    sort_findings(&mut findings);
    draft.findings = findings;
}

/// Tactics of one message, in the vocabulary's order, and the highest probability among all of them.
/// A child's own words are not a tactic.
fn tactics(draft: &Draft<'_>, place: Option<usize>) -> (Vec<Finding>, Score) {
    let mut named = Vec::new();
    let mut strongest = Score::ZERO;
    if draft.party(place) == Party::Child {
        return (named, strongest);
    }
    for &tactic in Tactic::ALL {
        let signals =
            draft.present().filter(|s| s.message_index == place && s.label == Observation::Tactic(tactic));
        let Some(signal) = signals.reduce(|a, b| if b.probability > a.probability { b } else { a }) else {
            continue;
        };
        strongest = strongest.max(signal.probability);
        if signal.probability.get() >= draft.policy.name {
            let factor = if signal.reassembled { draft.policy.reassembled_factor } else { 1.0 };
            named.push(Finding {
                harm: Harm::Tactic(tactic),
                confidence: signal.probability,
                severity: Score::new(tactic_severity(tactic) * factor),
                message_index: place,
                span: signal.span,
            });
        }
    }
    (named, strongest)
}

/// What the conversation as a whole looks like.
fn whole_conversation(draft: &Draft<'_>) -> Score {
    draft.strongest(|s| s.message_index.is_none() && s.label == Observation::Harm(Detector::Grooming))
}

fn mildest() -> Score {
    Score::new(tactic_severity(Tactic::Flattery))
}
