//! Distress signals: what somebody could exploit, and how exposed the speaker is.

use super::confidence;
use crate::draft::Draft;
use crate::score::Score;
use crate::taxonomy::Detector;
use serde::Serialize;

/// Fields that only the distress-signals detector has (Q65).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DistressFields {
    /// One score per kind of exploitation.
    pub exploitation_risk: ExploitationRisk,
    /// How exposed the speaker is.
    pub vulnerability_level: VulnerabilityLevel,
}

/// How far the signs are those that each kind of exploitation looks for, 0..=1.
///
/// Every kind looks for a pair of signs; its score is the mean of their confidences, so one sign alone
/// stays at 0.5 or less. The pairs of grooming, sextortion and trafficking are the reference's
/// (detection-result 13); it names none for the other three, whose pairs are this library's choice.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExploitationRisk {
    /// `LONELINESS` with `TRUST_SEEKING`.
    pub grooming: Score,
    /// `LOW_SELF_WORTH` with `OVERWHELM`.
    pub sextortion: Score,
    /// `FAMILY_CONFLICT` with `WITHDRAWAL`.
    pub trafficking: Score,
    /// `FEELING_UNHEARD` with `IDENTITY_DISTRESS`.
    pub radicalisation: Score,
    /// `LOW_SELF_WORTH` with `EMOTIONAL_NUMBING`.
    pub self_harm: Score,
    /// `OVERWHELM` with `SLEEP_DISTURBANCE`.
    pub substance_use: Score,
}

/// How exposed the speaker is, by which signs come together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VulnerabilityLevel {
    /// Nothing detected.
    #[default]
    None,
    /// Distress, with one sign or none named.
    Low,
    /// Several signs, none of the reference's high-risk pairs.
    Elevated,
    /// One of the reference's three high-risk pairs.
    High,
    /// Two or more of them.
    Critical,
}

pub(crate) fn fields(draft: &Draft<'_>) -> Option<DistressFields> {
    (draft.request.detector == Detector::DistressSignals).then(|| {
        let mean = |(one, other): Pair| Score::new((sure(draft, one).get() + sure(draft, other).get()) / 2.0);
        DistressFields {
            exploitation_risk: ExploitationRisk {
                grooming: mean(GROOMING),
                sextortion: mean(SEXTORTION),
                trafficking: mean(TRAFFICKING),
                radicalisation: mean(RADICALISATION),
                self_harm: mean(SELF_HARM),
                substance_use: mean(SUBSTANCE_USE),
            },
            vulnerability_level: level(draft),
        }
    })
}

fn level(draft: &Draft<'_>) -> VulnerabilityLevel {
    match (draft.detected(), high_risk_pairs(draft), draft.distinct_harms()) {
        (false, ..) => VulnerabilityLevel::None,
        (true, 0, 0 | 1) => VulnerabilityLevel::Low,
        (true, 0, _) => VulnerabilityLevel::Elevated,
        (true, 1, _) => VulnerabilityLevel::High,
        (true, ..) => VulnerabilityLevel::Critical,
    }
}

/// How many of the reference's high-risk pairs are named in full.
pub(crate) fn high_risk_pairs(draft: &Draft<'_>) -> usize {
    let named = |tag| sure(draft, tag) > Score::ZERO;
    [GROOMING, SEXTORTION, TRAFFICKING].into_iter().filter(|(one, other)| named(one) && named(other)).count()
}

fn sure(draft: &Draft<'_>, tag: &str) -> Score {
    confidence(draft, Detector::DistressSignals, tag)
}

type Pair = (&'static str, &'static str);

const GROOMING: Pair = ("LONELINESS", "TRUST_SEEKING");
const SEXTORTION: Pair = ("LOW_SELF_WORTH", "OVERWHELM");
const TRAFFICKING: Pair = ("FAMILY_CONFLICT", "WITHDRAWAL");
const RADICALISATION: Pair = ("FEELING_UNHEARD", "IDENTITY_DISTRESS");
const SELF_HARM: Pair = ("LOW_SELF_WORTH", "EMOTIONAL_NUMBING");
const SUBSTANCE_USE: Pair = ("OVERWHELM", "SLEEP_DISTURBANCE");
