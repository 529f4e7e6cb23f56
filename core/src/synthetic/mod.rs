//! Synthetic content: whether text, picture, sound or video was generated or manipulated, and whether that
//! harms.
//!
//! Engines in detectors give [`Opinion`]s; [`judge_synthetic`] weighs them, lets facts override them and
//! derives tags, risk and action. Being generated is no harm by itself: what counts is what it is used for.

mod csam;
mod ensemble;
mod tracks;

use crate::age::AgeGroup;
use crate::level::{Action, Level};
use crate::policy::Policy;
use crate::score::Score;
use crate::taxonomy::{UnknownName, vocabulary};
use crate::verdict::{AgeCalibration, Category, RecommendedAction};
pub use csam::{
    AgeSignal, CsamAssessment, CsamEvidence, CsamLevel, CsamSource, NuditySignal, SyntheticSignal,
};
pub use ensemble::{Classification, Engine, Medium, Opinion, SyntheticPolicy, weight};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
pub use tracks::{FaceTrack, Fact, LipTrack, frames_opinion};

vocabulary! {
    /// The ten tags (reference, taxonomy 9).
    SyntheticTag {
        /// Model-written text.
        AiGeneratedText = "AI_GENERATED_TEXT",
        /// A generated picture.
        AiGeneratedImage = "AI_GENERATED_IMAGE",
        /// A cloned or synthesised voice.
        AiGeneratedAudio = "AI_GENERATED_AUDIO",
        /// A fully generated video.
        AiGeneratedVideo = "AI_GENERATED_VIDEO",
        /// A deepfake, face swap or edit.
        AiManipulatedMedia = "AI_MANIPULATED_MEDIA",
        /// An invented person.
        SyntheticIdentity = "SYNTHETIC_IDENTITY",
        /// An imitation of a real person.
        SyntheticImpersonation = "SYNTHETIC_IMPERSONATION",
        /// A grooming script written with a model.
        AiEnhancedGrooming = "AI_ENHANCED_GROOMING",
        /// Sextortion with generated material.
        AiEnhancedSextortion = "AI_ENHANCED_SEXTORTION",
        /// Generated sexual material of a child; forces `critical`.
        SyntheticCsam = "SYNTHETIC_CSAM",
    }
}

impl SyntheticTag {
    /// Words for display.
    pub const fn label(self) -> &'static str {
        self.row().0
    }

    /// Severity of the harm itself at full confidence, before age calibration.
    pub const fn severity(self) -> f64 {
        self.row().1
    }

    /// A criminal indicator: forces immediate intervention when the subject is a minor.
    pub const fn criminal(self) -> bool {
        matches!(self, SyntheticTag::AiEnhancedSextortion | SyntheticTag::SyntheticCsam)
    }

    /// More than having been generated.
    const fn is_harm(self) -> bool {
        !matches!(
            self,
            SyntheticTag::AiGeneratedText
                | SyntheticTag::AiGeneratedImage
                | SyntheticTag::AiGeneratedAudio
                | SyntheticTag::AiGeneratedVideo
        )
    }

    const fn row(self) -> (&'static str, f64) {
        match self {
            SyntheticTag::AiGeneratedText => ("AI-Generated Text", 0.40),
            SyntheticTag::AiGeneratedImage => ("AI-Generated Image", 0.45),
            SyntheticTag::AiGeneratedAudio => ("AI-Generated Audio", 0.48),
            SyntheticTag::AiGeneratedVideo => ("AI-Generated Video", 0.48),
            SyntheticTag::AiManipulatedMedia => ("AI-Manipulated Media", 0.68),
            SyntheticTag::SyntheticIdentity => ("Synthetic Identity", 0.66),
            SyntheticTag::SyntheticImpersonation => ("Synthetic Impersonation", 0.82),
            SyntheticTag::AiEnhancedGrooming => ("AI-Enhanced Grooming", 0.93),
            SyntheticTag::AiEnhancedSextortion => ("AI-Enhanced Sextortion", 0.95),
            SyntheticTag::SyntheticCsam => ("Synthetic CSAM", 1.0),
        }
    }
}

/// Everything that was observed about one piece of content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SyntheticEvidence {
    /// What it is.
    pub medium: Medium,
    /// What the engines say.
    #[serde(default)]
    pub opinions: Vec<Opinion>,
    /// Content credentials declare that it was generated.
    #[serde(default)]
    pub declared_generated: bool,
    /// The nearest known generated picture.
    #[serde(default)]
    pub nearest_known: Option<KnownPicture>,
    /// Whether the sound holds speech; absent where there is no sound.
    #[serde(default)]
    pub has_speech: Option<bool>,
    /// Probability of each use; only what other detectors or the caller's records say.
    #[serde(default)]
    pub uses: Uses,
    /// Signals about sexual material of children; pictures and frames only.
    #[serde(default)]
    pub csam: Option<CsamEvidence>,
    /// Age group of the person to protect.
    #[serde(default)]
    pub age_group: Option<AgeGroup>,
}

impl SyntheticEvidence {
    /// Nothing observed yet.
    pub fn of(medium: Medium) -> Self {
        SyntheticEvidence {
            medium,
            opinions: Vec::new(),
            declared_generated: false,
            nearest_known: None,
            has_speech: None,
            uses: Uses::default(),
            csam: None,
            age_group: None,
        }
    }
}

/// A known generated picture: the field `known_synthetic_match`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownPicture {
    /// Hamming distance of the perceptual hashes, in bits of 64.
    pub distance: u8,
    /// Category of the known picture.
    pub category: String,
}

/// What the content is used for, each as a probability.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Uses {
    /// Part of it was replaced.
    pub manipulation: Score,
    /// It presents an invented person as real.
    pub invented_identity: Score,
    /// It imitates a real person.
    pub impersonation: Score,
    /// It is part of grooming.
    pub grooming: Score,
    /// It is part of sextortion.
    pub sextortion: Score,
}

/// The verdict about synthetic content. Serialises to the common fields of the result object and those of
/// media 6 and 7 of the reference; credits, time and cache are the caller's.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SyntheticVerdict {
    /// Always `synthetic-content`.
    pub endpoint: &'static str,
    /// What was looked at.
    pub input_type: Medium,
    /// Generated or manipulated, or sexual material of a child.
    pub detected: bool,
    /// The answer.
    pub classification: Classification,
    /// Severity after age calibration; 0 when nothing was detected.
    pub severity: Score,
    /// Confidence in the classification.
    pub confidence: Score,
    /// Risk; `level` is its band.
    pub risk_score: Score,
    /// Risk level.
    pub level: Level,
    /// What it is, gravest first.
    pub categories: Vec<Category>,
    /// How age changed the score.
    pub age_calibration: AgeCalibration,
    /// What to do.
    pub recommended_action: RecommendedAction,
    /// Why, composed from names only.
    pub rationale: String,
    /// What each engine contributed.
    pub forensic_signals: ForensicSignals,
    /// Facts that overrode the engines.
    pub overrides: Vec<Fact>,
    /// The match, if it is near enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_synthetic_match: Option<KnownPicture>,
    /// Present where age and nudity were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub csam_assessment: Option<CsamAssessment>,
}

/// The field `forensic_signals`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ForensicSignals {
    /// Named signals of all engines.
    pub signal_count: usize,
    /// One per engine that spoke.
    pub sources: Vec<ForensicSource>,
    /// Sum of the boosts, at most 1.
    pub combined_confidence_boost: Score,
}

/// One engine's part.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ForensicSource {
    /// The engine.
    pub name: Engine,
    /// Its named signals.
    pub signal_count: usize,
    /// Weight times opinion.
    pub confidence_boost: Score,
}

/// Judges one piece of content.
///
/// Risk runs from the low band (just suspected) to the severity of the gravest tag (certain), times the
/// multiplier of the age group. Where a person to protect is a minor, a harmful use is at least
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
            evidence.age_group,
            review,
            escalate,
        )),
        rationale: rationale(classification, &tags, &overrides, csam_assessment.as_ref()),
        forensic_signals: forensic_signals(evidence),
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

fn action(
    level: Level,
    tags: &[(SyntheticTag, Score)],
    minor: Option<AgeGroup>,
    review: bool,
    escalate: bool,
) -> Action {
    let floor = if escalate || (minor.is_some() && tags.iter().any(|(tag, _)| tag.criminal())) {
        Action::ImmediateIntervention
    } else if review || (minor.is_some() && tags.iter().any(|(tag, _)| tag.is_harm())) {
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

fn forensic_signals(evidence: &SyntheticEvidence) -> ForensicSignals {
    let sources: Vec<ForensicSource> = evidence
        .opinions
        .iter()
        .map(|opinion| ForensicSource {
            name: opinion.engine,
            signal_count: opinion.signals.len(),
            confidence_boost: opinion.synthetic.scaled(weight(evidence.medium, opinion.engine)),
        })
        .collect();
    ForensicSignals {
        signal_count: sources.iter().map(|source| source.signal_count).sum(),
        combined_confidence_boost: Score::new(
            sources.iter().map(|source| source.confidence_boost.get()).sum(),
        ),
        sources,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn judged(evidence: &SyntheticEvidence) -> SyntheticVerdict {
        judge_synthetic(evidence, &SyntheticPolicy::default(), &Policy::default())
    }

    fn generated_picture() -> SyntheticEvidence {
        SyntheticEvidence {
            opinions: vec![
                Opinion::new(Engine::Vision, 0.95).with_signal("hands"),
                Opinion::new(Engine::Metadata, 0.9).with_signal("generator_name"),
            ],
            ..SyntheticEvidence::of(Medium::Image)
        }
    }

    #[test]
    fn a_generated_picture_is_no_harm_by_itself() {
        let verdict = judged(&generated_picture());
        assert_eq!(verdict.classification, Classification::ConfirmedSynthetic);
        assert_eq!((verdict.level, verdict.recommended_action.as_str()), (Level::Low, "monitor"));
        // The boost of the reference's sample: 0.30 × 0.95.
        assert_eq!(verdict.forensic_signals.sources[0].confidence_boost, Score::new(0.285));
        assert_eq!(verdict.forensic_signals.signal_count, 2);
    }

    #[test]
    fn its_use_is() {
        let uses = Uses { sextortion: Score::new(0.9), ..Uses::default() };
        let evidence =
            SyntheticEvidence { uses, age_group: Some(AgeGroup::From13To15), ..generated_picture() };
        let verdict = judged(&evidence);
        assert_eq!(verdict.categories[0].tag, "AI_ENHANCED_SEXTORTION");
        assert_eq!(verdict.recommended_action.as_str(), "immediate_intervention");
        let genuine = SyntheticEvidence { opinions: Vec::new(), ..evidence };
        assert!(judged(&genuine).categories.is_empty());
    }

    #[test]
    fn a_known_picture_matches_up_to_ten_bits() {
        let near = |distance| SyntheticEvidence {
            nearest_known: Some(KnownPicture { distance, category: "generated".into() }),
            ..SyntheticEvidence::of(Medium::Image)
        };
        assert_eq!(judged(&near(10)).classification, Classification::ConfirmedSynthetic);
        assert!(judged(&near(10)).known_synthetic_match.is_some());
        assert_eq!(judged(&near(11)).classification, Classification::Unknown);
        assert!(judged(&near(11)).known_synthetic_match.is_none());
    }

    #[test]
    fn synthetic_csam_is_critical_whatever_the_confidence() {
        let csam = CsamEvidence {
            face_count: 1,
            youngest_age: Some(11.0),
            explicit: Score::new(0.5),
            ..CsamEvidence::default()
        };
        let mut evidence = SyntheticEvidence { csam: Some(csam), ..generated_picture() };
        evidence.opinions[0] = Opinion::new(Engine::Vision, 0.61);
        evidence.opinions.truncate(1);
        let verdict = judged(&evidence);
        assert_eq!(verdict.categories[0].tag, "SYNTHETIC_CSAM");
        assert_eq!((verdict.severity, verdict.level), (Score::ONE, Level::Critical));
        assert_eq!(verdict.recommended_action.as_str(), "immediate_intervention");
        // Not known to be generated: no less grave, under its own name.
        evidence.opinions.clear();
        let verdict = judged(&evidence);
        assert_eq!(verdict.categories[0].tag, "CSAM");
        assert_eq!((verdict.severity, verdict.level), (Score::ONE, Level::Critical));
    }

    #[test]
    fn a_swapped_face_is_manipulated_and_not_generated() {
        let face = FaceTrack { distances: vec![0.8; 5], unstable_landmarks: true }.opinion().expect("frames");
        let lips = LipTrack { correlation: 0.0, ..LipTrack::default() }.opinion().expect("numbers");
        let frames = frames_opinion(&[vec![Opinion::new(Engine::Vision, 0.7)]]).expect("a frame");
        let verdict = judged(&SyntheticEvidence {
            opinions: vec![face, lips, frames],
            ..SyntheticEvidence::of(Medium::Video)
        });
        let tags: Vec<&str> = verdict.categories.iter().map(|category| category.tag.as_str()).collect();
        assert_eq!(tags, ["AI_MANIPULATED_MEDIA"]);
    }

    #[test]
    fn the_wire_object_has_the_fields_of_the_reference() {
        let csam = Some(CsamEvidence { registry_match: Some(false), ..CsamEvidence::default() });
        let value =
            serde_json::to_value(judged(&SyntheticEvidence { csam, ..generated_picture() })).expect("JSON");
        assert_eq!(value["endpoint"], "synthetic-content");
        assert_eq!(value["classification"], "confirmed_synthetic");
        assert_eq!(value["input_type"], "image");
        assert_eq!(value["csam_assessment"]["sources"][1], "registry_hash_list");
        assert_eq!(value["csam_assessment"]["synthetic_signal"]["is_synthetic"], true);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_younger_group_never_lowers_the_risk(vision in 0.0..=1.0_f64, grooming in 0.0..=1.0_f64) {
            let at = |group| judged(&SyntheticEvidence {
                opinions: vec![Opinion::new(Engine::Vision, vision), Opinion::new(Engine::Watermark, vision)],
                uses: Uses { grooming: Score::new(grooming), ..Uses::default() },
                age_group: Some(group),
                ..SyntheticEvidence::of(Medium::Image)
            });
            let ladder = [AgeGroup::From16To17, AgeGroup::From13To15, AgeGroup::From10To12, AgeGroup::Under10];
            for pair in ladder.windows(2) {
                prop_assert!(at(pair[1]).risk_score >= at(pair[0]).risk_score);
            }
        }

        #[test]
        fn level_and_action_hold_together(vision in 0.0..=1.0_f64, explicit in 0.0..=1.0_f64, age in 0.0..60.0_f64) {
            let verdict = judged(&SyntheticEvidence {
                opinions: vec![Opinion::new(Engine::Vision, vision)],
                csam: Some(CsamEvidence {
                    face_count: 1,
                    youngest_age: Some(age),
                    explicit: Score::new(explicit),
                    ..CsamEvidence::default()
                }),
                ..SyntheticEvidence::of(Medium::Image)
            });
            prop_assert!(verdict.recommended_action.strength() >= Action::for_level(verdict.level));
            prop_assert_eq!(verdict.level == Level::None, !verdict.detected);
        }
    }
}
