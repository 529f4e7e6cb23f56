//! From evidence to the verdict: facts, classification, tags, risk and action.

use super::csam::{self, CsamAssessment};
use super::ensemble::{self, Classification, Medium, SyntheticPolicy};
use super::evidence::SyntheticEvidence;
use super::tag::SyntheticTag;
use super::tracks::{self, Fact};
use super::verdict::{ForensicSignals, SyntheticVerdict};
use crate::level::{Action, Level};
use crate::policy::Policy;
use crate::score::Score;
use crate::verdict::{AgeCalibration, Category, RecommendedAction};

/// Judges one piece of content.
///
/// Risk runs from the low band (just suspected) to the severity of the gravest tag (certain), times the
/// multiplier of the age group. Unless the person to protect is known to be an adult (Q8), a harmful use is at least
/// `flag_for_review` and a criminal one `immediate_intervention`. A critical `csam_assessment` is severity 1,
/// `critical` and `immediate_intervention` whatever the classification and its confidence; the tag is
/// `SYNTHETIC_CSAM` where the content is confirmed or suspected to be generated and `CSAM` where it is not.
///
/// ```
/// use wardlight_core::synthetic::*;
/// use wardlight_core::Policy;
/// let mut picture = SyntheticEvidence::of(Medium::Image);
/// picture.declared_generated = true;
/// let verdict = judge_synthetic(&picture, &SyntheticPolicy::default(), &Policy::default());
/// assert_eq!(verdict.classification, Classification::ConfirmedSynthetic);
/// assert_eq!(verdict.categories[0].tag, "AI_GENERATED_IMAGE");
/// ```
pub fn judge_synthetic(
    evidence: &SyntheticEvidence,
    rules: &SyntheticPolicy,
    policy: &Policy,
) -> SyntheticVerdict {
    let known = evidence.nearest_known.clone().filter(|known| known.distance <= rules.match_distance);
    let overrides = facts(evidence, known.is_some());
    let (classification, confidence) =
        ensemble::classify(evidence.medium, &evidence.opinions, &overrides, rules);
    let csam_assessment =
        evidence.csam.map(|csam| csam::assess_csam(&csam, classification, rules, &policy.bands));
    let escalate = csam_assessment.as_ref().is_some_and(|csam| csam.requires_escalation);
    let review = csam_assessment.as_ref().is_some_and(|csam| csam.requires_review);

    let mut tags = tags(evidence, classification, confidence, policy.name);
    if escalate && classification.is_synthetic() {
        tags.insert(0, (SyntheticTag::SyntheticCsam, confidence));
    }
    let gravest = tags.iter().map(|(tag, _)| tag.severity()).fold(0.0, f64::max);
    let multiplier = evidence.age_group.map_or(1.0, |group| policy.age_multipliers.of(group));
    let csam_risk = csam_assessment.as_ref().filter(|_| review).map_or(Score::ZERO, |csam| csam.risk_score);
    let certainty = ((confidence.get() - rules.suspected) / (1.0 - rules.suspected)).clamp(0.0, 1.0);
    let generated = if tags.is_empty() {
        Score::ZERO
    } else {
        let low = policy.bands.low;
        Score::new(low + (gravest - low) * certainty).scaled(multiplier)
    };
    let (severity, risk_score) = if escalate {
        (Score::ONE, Score::ONE)
    } else {
        (Score::new(gravest).scaled(multiplier).max(csam_risk), generated.max(csam_risk))
    };
    let level = policy.bands.level(risk_score);
    let mut categories: Vec<Category> =
        tags.iter().map(|(tag, confidence)| category(*tag, *confidence)).collect();
    if escalate && !classification.is_synthetic() {
        let label = "Child Sexual Abuse Material".to_owned();
        let confidence = csam_assessment.as_ref().map_or(Score::ZERO, |csam| csam.risk_score);
        categories.insert(0, Category { tag: "CSAM".to_owned(), label, confidence });
    }
    SyntheticVerdict {
        endpoint: "synthetic-content",
        input_type: evidence.medium,
        detected: classification.is_synthetic() || review,
        classification,
        severity,
        confidence,
        risk_score,
        level,
        categories,
        age_calibration: AgeCalibration {
            applied: evidence.age_group.is_some(),
            age_group: evidence.age_group,
            multiplier,
        },
        recommended_action: RecommendedAction::Ordered(action(
            level,
            &tags,
            evidence.subject_is_minor(),
            review,
            escalate,
        )),
        rationale: rationale(classification, &tags, &overrides, csam_assessment.as_ref()),
        forensic_signals: ForensicSignals::of(evidence),
        overrides,
        known_synthetic_match: known,
        csam_assessment,
    }
}

fn facts(evidence: &SyntheticEvidence, known: bool) -> Vec<Fact> {
    let silent = evidence.medium == Medium::Audio && evidence.has_speech == Some(false);
    let facts = [
        (silent, Fact::NoSpeech),
        (evidence.declared_generated, Fact::DeclaredGenerated),
        (known, Fact::KnownMatch),
    ];
    facts.into_iter().filter_map(|(holds, fact)| holds.then_some(fact)).collect()
}

/// Gravest first. Without synthetic content there is nothing to name: grooming in genuine text is another
/// detector's finding.
fn tags(
    evidence: &SyntheticEvidence,
    classification: Classification,
    confidence: Score,
    present: f64,
) -> Vec<(SyntheticTag, Score)> {
    if !classification.is_synthetic() {
        return Vec::new();
    }
    let uses = &evidence.uses;
    let seen = evidence.opinions.iter().filter(|opinion| tracks::is_manipulation(opinion));
    let manipulation = seen.map(|opinion| opinion.synthetic).fold(uses.manipulation, Score::max);
    let generated = match evidence.medium {
        Medium::Text => SyntheticTag::AiGeneratedText,
        Medium::Image => SyntheticTag::AiGeneratedImage,
        Medium::Audio => SyntheticTag::AiGeneratedAudio,
        Medium::Video => SyntheticTag::AiGeneratedVideo,
    };
    let mut tags: Vec<(SyntheticTag, Score)> = [
        (SyntheticTag::AiEnhancedSextortion, uses.sextortion),
        (SyntheticTag::AiEnhancedGrooming, uses.grooming),
        (SyntheticTag::SyntheticImpersonation, uses.impersonation),
        (SyntheticTag::AiManipulatedMedia, manipulation),
        (SyntheticTag::SyntheticIdentity, uses.invented_identity),
    ]
    .into_iter()
    .filter(|(_, probability)| probability.get() >= present)
    // A use is as sure as the content's being synthetic, at most.
    .map(|(tag, probability)| (tag, probability.min(confidence)))
    .collect();
    // What was manipulated is not also wholly generated.
    if !tags.iter().any(|(tag, _)| *tag == SyntheticTag::AiManipulatedMedia) {
        tags.push((generated, confidence));
    }
    tags
}

fn action(level: Level, tags: &[(SyntheticTag, Score)], minor: bool, review: bool, escalate: bool) -> Action {
    let floor = if escalate || (minor && tags.iter().any(|(tag, _)| tag.criminal())) {
        Action::ImmediateIntervention
    } else if review || (minor && tags.iter().any(|(tag, _)| tag.is_harm())) {
        Action::FlagForReview
    } else {
        Action::None
    };
    Action::for_level(level).max(floor)
}

fn category(tag: SyntheticTag, confidence: Score) -> Category {
    Category { tag: tag.as_str().to_owned(), label: tag.label().to_owned(), confidence }
}

fn rationale(
    classification: Classification,
    tags: &[(SyntheticTag, Score)],
    overrides: &[Fact],
    csam: Option<&CsamAssessment>,
) -> String {
    let mut words = match classification {
        Classification::ConfirmedSynthetic => "Generated or manipulated content.",
        Classification::SuspectedSynthetic => "Signs of generated or manipulated content.",
        Classification::Unknown => "Not enough to say whether the content was generated.",
        Classification::ConfirmedAuthentic => "No sign of generated or manipulated content.",
    }
    .to_owned();
    for fact in overrides {
        words += match fact {
            Fact::DeclaredGenerated => " Its content credentials declare it.",
            Fact::KnownMatch => " It matches a known generated picture.",
            Fact::NoSpeech => " It holds no speech to judge.",
        };
    }
    let harms: Vec<&str> = tags.iter().filter(|(tag, _)| tag.is_harm()).map(|(tag, _)| tag.label()).collect();
    if !harms.is_empty() {
        words += &format!(" Found: {}.", harms.join(", "));
    }
    if let Some(csam) = csam.filter(|csam| csam.requires_review) {
        words += &format!(" Risk of sexual material of a child: {}.", csam.risk_level);
    }
    words
}
