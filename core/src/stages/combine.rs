//! Combine: the signals of a text, or of each message, become one risk.
//!
//! Probability says whether a harm is there, severity says how grave it is. The risk runs from the low
//! band (just detected) to the severity of the gravest named harm (certain); below the operating point
//! it stays under the low band.

use crate::draft::{Draft, Finding, Flag, Harm, MessageRisk};
use crate::level::Level;
use crate::policy::Policy;
use crate::score::Score;
use crate::signal::{Observation, Signal};
use crate::stages::context::hostile_history;
use crate::tags::TAGS;
use crate::taxonomy::Detector;
use crate::verdict::Stage;
use crate::wording::Phrase;

/// Combines the signals of a detector that judges texts (every one but grooming and emotions).
pub(crate) fn combine(draft: &mut Draft<'_>) {
    let detector = draft.request.detector;
    let count = draft.request.message_list().len();
    let places: Vec<Option<usize>> = match count {
        0 => vec![None],
        n => std::iter::once(None).chain((0..n).map(Some)).collect(),
    };
    for place in places {
        let probability = probability(draft, place, detector);
        let findings = find_tags(draft, place, detector);
        let mildest = Score::new(mildest_severity(detector));
        let severity = findings.iter().map(|f| f.severity).fold(mildest, Score::max);
        let natural = findings.iter().map(|f| f.natural).fold(mildest, Score::max);
        let risk = risk_of(draft.policy, probability, severity);
        draft.natural_risk = draft.natural_risk.max(risk_of(draft.policy, probability, natural));
        if place.is_some() {
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
    if !draft.detected() {
        draft.severity = Score::ZERO;
    }
    sort_findings(&mut draft.findings);
    raise_for_persistence(draft);
    raise_suicidal_behaviour(draft);
}

/// Risk from probability and severity; continuous and increasing in both.
pub(crate) fn risk_of(policy: &Policy, probability: Score, severity: Score) -> Score {
    let (p, detect, low) = (probability.get(), policy.detect, policy.bands.low);
    if p < detect {
        // A hair under the band, so that rounding never lifts it.
        return Score::new((low - 0.0002) * p / detect);
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
fn probability(draft: &Draft<'_>, place: Option<usize>, detector: Detector) -> Score {
    let harm = draft.strongest(|s| s.message_index == place && s.label == Observation::Harm(detector));
    let tag = draft.strongest(|s| s.message_index == place && tag_of(s, detector).is_some());
    harm.max(tag.scaled(draft.policy.tag_alone_factor))
}

/// Tags that are present, one finding per tag.
fn find_tags(draft: &Draft<'_>, place: Option<usize>, detector: Detector) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for signal in draft.present().filter(|s| s.message_index == place) {
        let Some(harm) = tag_of(signal, detector) else { continue };
        if signal.probability.get() < draft.policy.name {
            continue;
        }
        let Harm::Tag(tag) = harm else { continue };
        let factor = if signal.reassembled { draft.policy.reassembled_factor } else { 1.0 };
        let finding = Finding {
            harm,
            confidence: signal.probability,
            severity: Score::new(tag.info().severity * factor),
            natural: Score::new(tag.info().severity),
            message_index: place,
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
/// floor, for a verdict that names nothing does not accuse.
fn mildest_severity(detector: Detector) -> f64 {
    TAGS.iter().filter(|t| t.detector == detector).map(|t| t.severity).fold(0.5, f64::min)
}

/// One side being targeted again and again is graver than one message (reference, section 13).
fn raise_for_persistence(draft: &mut Draft<'_>) {
    let (child, other) = hostile_history(draft);
    if draft.request.detector == Detector::Bullying && draft.detected() && child == 0 && other >= 2 {
        let before = draft.risk;
        draft.risk = Score::new(before.get() + draft.policy.persistence_lift);
        draft.natural_risk = Score::new(draft.natural_risk.get() + draft.policy.persistence_lift);
        draft.severity = Score::new(draft.severity.get() + draft.policy.persistence_lift);
        let after = draft.risk;
        draft.note(Stage::Combine, before, after, Phrase::Persistence);
    }
}

/// Suicidal behaviour is always critical (reference, section 3).
pub(crate) fn raise_suicidal_behaviour(draft: &mut Draft<'_>) {
    let found = draft.findings.iter().any(|f| f.harm.tag() == "SUICIDAL_BEHAVIOUR");
    let floor = Score::new(draft.policy.bands.floor(Level::Critical));
    if found && draft.detected() && draft.risk < floor {
        let before = draft.risk;
        draft.risk = floor;
        draft.severity = draft.severity.max(floor);
        draft.note(Stage::Combine, before, floor, Phrase::SuicidalIsCritical);
    }
}
