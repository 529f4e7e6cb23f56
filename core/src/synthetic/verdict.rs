//! The answer about synthetic content, as it goes over the wire.

use super::csam::CsamAssessment;
use super::ensemble::{Classification, Engine, Medium, weight};
use super::evidence::{KnownPicture, SyntheticEvidence};
use super::tracks::Fact;
use crate::level::Level;
use crate::score::Score;
use crate::verdict::{AgeCalibration, Category, RecommendedAction};
use serde::Serialize;

/// The verdict about synthetic content. Serialises to the common fields of the result object and those of
/// media 6 and 7 of the reference; credits, time and cache are the caller's.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForensicSource {
    /// The engine.
    pub name: Engine,
    /// Its named signals.
    pub signal_count: usize,
    /// Weight times opinion.
    pub confidence_boost: Score,
}

impl ForensicSignals {
    /// What each opinion adds to the answer.
    pub(super) fn of(evidence: &SyntheticEvidence) -> Self {
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
}
