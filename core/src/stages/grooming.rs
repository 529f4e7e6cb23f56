//! Grooming: tactics per message, and the risk of the conversation as a whole.
//!
//! Specification, v3.1.0: one flag is not a pattern, and flags do not add up over a conversation. The
//! risk is therefore the gravest single thing that the counterpart does, weighed by what the
//! conversation as a whole looks like; no number here grows with the count of flags.

use crate::carried::Peak;
use crate::draft::{Draft, Finding, Flag, Harm, MessageRisk};
use crate::request::Party;
use crate::score::Score;
use crate::signal::Observation;
use crate::stages::combine::{add_finding, risk_of, sort_findings};
use crate::taxonomy::{Detector, Tactic};
use crate::verdict::Stage;
use crate::wording::Phrase;

/// Severity of a conversation that looks like grooming while no tactic can be named; the cap stage
/// lowers what comes of it.
const UNNAMED_SEVERITY: f64 = 0.8;

/// Combines the signals of a conversation.
pub(crate) fn combine(draft: &mut Draft<'_>) {
    let turns = draft.request.message_list().len();
    let mut findings: Vec<Finding> = Vec::new();
    let mut strongest = Score::ZERO;
    let mildest = draft.policy.mildest(Detector::Grooming);
    for place in std::iter::once(None).chain((0..turns).map(Some)) {
        let (named, probability) = tactics(draft, place);
        strongest = strongest.max(probability);
        if place.is_some() {
            let risk = risk_of(&draft.policy, probability, gravest(mildest, &named, |f| f.severity));
            let flags = named.iter().map(|f| Flag::Harm(f.harm)).collect();
            draft.messages.push(MessageRisk { risk, flags });
        }
        findings.extend(named);
    }
    let whole = whole_conversation(draft);
    weigh(draft, &findings, mildest, whole, strongest);
    draft.own = Peak { risk: draft.risk, severity: draft.severity, natural: draft.natural_risk };
    draft.own_tactic = strongest;
    draft.own_probability = whole;
    // Earlier windows count as if their messages stood before these.
    findings.extend(draft.carried.findings(&draft.policy));
    let (whole, strongest) = (whole.max(draft.carried.probability), strongest.max(draft.carried.tactic));
    weigh(draft, &findings, mildest, whole, strongest);
    draft.note(Stage::Combine, draft.own.risk, draft.risk, Phrase::EarlierTurns);
    if !draft.detected() {
        draft.severity = Score::ZERO;
    }
    sort_findings(&mut findings);
    draft.findings = findings;
}

/// The risk of what is named, of the conversation as a whole and of its strongest tactic together.
fn weigh(draft: &mut Draft<'_>, findings: &[Finding], mildest: Score, whole: Score, strongest: Score) {
    draft.whole = whole;
    draft.probability = whole.max(lone_tactic(draft, strongest));
    let pattern = pattern(draft, !findings.is_empty());
    let judge = |severity: Score| risk_of(&draft.policy, draft.probability, severity).max(pattern.0);
    let severity = gravest(mildest, findings, |f| f.severity).max(pattern.1);
    let (risk, natural_risk) = (judge(severity), judge(gravest(mildest, findings, |f| f.natural)));
    draft.risk = risk;
    draft.natural_risk = natural_risk;
    draft.severity = severity;
}

/// Risk and severity that the conversation as a whole carries, whatever its messages do.
///
/// A named tactic keeps at least what the conversation would be worth without a name, which is the top
/// of the medium band: naming a mild tactic must not make a verdict milder than naming none.
fn pattern(draft: &Draft<'_>, named: bool) -> (Score, Score) {
    if draft.whole.get() < draft.policy.detect {
        return (Score::ZERO, Score::ZERO);
    }
    let severity = Score::new(UNNAMED_SEVERITY);
    let risk = risk_of(&draft.policy, draft.whole, severity);
    let top = if named { draft.policy.top_of_medium() } else { Score::ONE };
    (risk.min(top), severity.min(top))
}

/// Tactics of one message, in the vocabulary's order, and the highest probability among all of them.
/// A child's own words are not a tactic.
fn tactics(draft: &Draft<'_>, place: Option<usize>) -> (Vec<Finding>, Score) {
    let mut named = Vec::new();
    let mut strongest = Score::ZERO;
    if draft.party(place) == Party::Child {
        return (named, strongest);
    }
    for signal in draft.present().filter(|s| s.message_index == place) {
        let Observation::Tactic(tactic) = signal.label else { continue };
        strongest = strongest.max(signal.probability);
        if !draft.policy.names(signal.label, signal.probability) {
            continue;
        }
        let factor = if signal.reassembled { draft.policy.reassembled_factor } else { 1.0 };
        let natural = draft.policy.severity(Harm::Tactic(tactic));
        let finding = Finding {
            harm: Harm::Tactic(tactic),
            confidence: signal.probability,
            severity: natural.scaled(factor),
            natural,
            message_index: place,
            span: signal.span,
        };
        add_finding(&mut named, finding);
    }
    named.sort_by_key(|finding| Tactic::ALL.iter().position(|tactic| finding.harm == Harm::Tactic(*tactic)));
    (named, strongest)
}

/// The gravest among some findings; that of the mildest tactic without any.
fn gravest(mildest: Score, findings: &[Finding], severity: impl Fn(&Finding) -> Score) -> Score {
    findings.iter().map(severity).fold(mildest, Score::max)
}

/// What one tactic says about a conversation that does not look like grooming as a whole.
fn lone_tactic(draft: &Draft<'_>, strongest: Score) -> Score {
    let nearly_certain = strongest.get().powi(draft.policy.lone_tactic_power);
    Score::new(draft.policy.lone_tactic_factor * nearly_certain)
}

/// What the conversation as a whole looks like. The harm is heard about the conversation only: a
/// single message is no pattern.
fn whole_conversation(draft: &Draft<'_>) -> Score {
    draft.strongest(|s| s.message_index.is_none() && s.label == Observation::Harm(Detector::Grooming))
}
