//! Combine: the signals of a text, or of each message, become one risk.
//!
//! Probability says whether a harm is there, severity says how grave it is. The risk runs from the low
//! band (just detected) to the severity of the gravest named harm (certain); below the operating point
//! it stays under the low band.

use crate::carried::Peak;
use crate::draft::{Draft, Finding, Flag, Harm, MessageRisk};
use crate::level::Level;
use crate::policy::Policy;
use crate::score::Score;
use crate::signal::{Observation, Place, Signal};
use crate::stages::raise::raise;
use crate::taxonomy::Detector;
use crate::verdict::Stage;
use crate::wording::Phrase;

/// Combines the signals of a detector that judges texts (every one but grooming and emotions).
pub(crate) fn combine(draft: &mut Draft<'_>) {
    let detector = draft.request.detector;
    let count = draft.request.message_list().len();
    judge_history(draft);
    let mildest = mildest_severity(&draft.policy, detector);
    for message_index in std::iter::once(None).chain((0..count).map(Some)) {
        let place = Place::Content(message_index);
        let probability = probability(draft, place, detector);
        let findings = find_tags(draft, place, detector);
        let severity = findings.iter().map(|f| f.severity).fold(mildest, Score::max);
        let natural = findings.iter().map(|f| f.natural).fold(mildest, Score::max);
        let risk = risk_of(&draft.policy, probability, severity);
        draft.natural_risk = draft.natural_risk.max(risk_of(&draft.policy, probability, natural));
        if message_index.is_some() || !draft.messages.is_empty() && count == 0 {
            let flags = findings.iter().map(|f| Flag::Harm(f.harm)).collect();
            draft.messages.push(MessageRisk { risk, flags });
        }
        draft.probability = draft.probability.max(probability);
        if draft.policy.bands.level(risk) > Level::None {
            draft.findings.extend(findings);
        }
        if risk > draft.risk {
            draft.risk = risk;
            draft.severity = severity;
        }
    }
    draft.own = Peak { risk: draft.risk, severity: draft.severity, natural: draft.natural_risk };
    draft.own_probability = draft.probability;
    recall(draft);
    if !draft.detected() {
        draft.severity = Score::ZERO;
    }
    sort_findings(&mut draft.findings);
    raise(draft);
}

/// The gravest earlier turn counts like a message of this request.
fn recall(draft: &mut Draft<'_>) {
    let earlier = draft.carried.peak;
    draft.probability = draft.probability.max(draft.carried.probability);
    draft.natural_risk = draft.natural_risk.max(earlier.natural);
    draft.findings.extend(draft.carried.findings(&draft.policy));
    if earlier.risk > draft.risk {
        draft.risk = earlier.risk;
        draft.severity = earlier.severity;
        draft.note(Stage::Combine, draft.own.risk, earlier.risk, Phrase::EarlierTurns);
    }
}

/// Asked about one text with a history, a conversation-aware detector describes each message of it, and
/// the text last. What the history shows lifts the odds of the text (`context`), it accuses nobody by itself.
fn judge_history(draft: &mut Draft<'_>) {
    let detector = draft.request.detector;
    if !detector.is_conversation_aware() || !draft.request.message_list().is_empty() {
        return;
    }
    let mildest = mildest_severity(&draft.policy, detector);
    for index in 0..draft.request.context.conversation_history.len() {
        let place = Place::History(index);
        let findings = find_tags(draft, place, detector);
        let severity = findings.iter().map(|f| f.severity).fold(mildest, Score::max);
        let risk = risk_of(&draft.policy, probability(draft, place, detector), severity);
        let flags = findings.iter().map(|f| Flag::Harm(f.harm)).collect();
        draft.messages.push(MessageRisk { risk, flags });
    }
}

/// How far under the low band an undetected risk stays: a hair, so that rounding never lifts it.
pub(crate) const UNDER: f64 = 0.0002;

/// Risk from probability and severity; continuous and increasing in both.
pub(crate) fn risk_of(policy: &Policy, probability: Score, severity: Score) -> Score {
    let (p, detect, low) = (probability.get(), policy.detect, policy.bands.low);
    if p < detect {
        return Score::new((low - UNDER) * p / detect);
    }
    let certainty = if detect < 1.0 { ((p - detect) / (1.0 - detect)).sqrt() } else { 1.0 };
    Score::new(low + (severity.get() - low).max(0.0) * certainty)
}

/// Strongest first; equal ones in table order, so that results do not depend on signal order.
pub(crate) fn sort_findings(findings: &mut [Finding]) {
    findings.sort_by(|a, b| {
        b.confidence
            .get()
            .total_cmp(&a.confidence.get())
            .then(a.message_index.cmp(&b.message_index))
            .then(a.harm.tag().cmp(b.harm.tag()))
    });
}

/// The detector's own word, or that of a tag when the detector stays silent.
fn probability(draft: &Draft<'_>, place: Place, detector: Detector) -> Score {
    let strongest = |wanted: &dyn Fn(&Signal) -> bool| {
        let here = draft.signals.iter().filter(|s| s.place() == place && wanted(s));
        here.map(|s| s.probability).fold(Score::ZERO, Score::max)
    };
    let harm = strongest(&|s| s.label == Observation::Harm(detector));
    let tag = strongest(&|s| tag_of(s, detector).is_some());
    harm.max(tag.scaled(draft.policy.tag_alone_factor))
}

/// Tags that are present, one finding per tag.
fn find_tags(draft: &Draft<'_>, place: Place, detector: Detector) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for signal in draft.signals.iter().filter(|s| s.place() == place) {
        let Some(harm) = tag_of(signal, detector) else { continue };
        if !draft.policy.names(signal.label, signal.probability) {
            continue;
        }
        let natural = draft.policy.severity(harm);
        let factor = if signal.reassembled { draft.policy.reassembled_factor } else { 1.0 };
        let finding = Finding {
            harm,
            confidence: signal.probability,
            severity: natural.scaled(factor),
            natural,
            message_index: signal.message_index,
            span: signal.span,
        };
        add_finding(&mut findings, finding);
    }
    findings
}

/// Keeps one finding per harm: the evidence of the most confident signal, the gravest severity of all.
pub(crate) fn add_finding(findings: &mut Vec<Finding>, finding: Finding) {
    match findings.iter_mut().find(|f| f.harm == finding.harm) {
        Some(known) if known.confidence < finding.confidence => {
            let severity = known.severity.max(finding.severity);
            *known = Finding { severity, ..finding };
        }
        Some(known) => known.severity = known.severity.max(finding.severity),
        None => findings.push(finding),
    }
}

fn tag_of(signal: &Signal, detector: Detector) -> Option<Harm> {
    match signal.label {
        Observation::Tag(tag) if tag.info().detector == detector => Some(Harm::Tag(tag)),
        _ => None,
    }
}

/// Severity when no tag is named: that of the detector's mildest tag, and no more than the medium band's
/// floor, wherever the policy has it, for a verdict that names nothing does not accuse.
fn mildest_severity(policy: &Policy, detector: Detector) -> Score {
    policy.mildest(detector).min(Score::new(policy.bands.medium))
}
