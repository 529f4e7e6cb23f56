//! `csam_assessment`: whether a picture may be sexual material of a child, composed from signals about age
//! and nudity and from a list of known hashes. Core sees numbers only; no picture reaches it.

use super::ensemble::{Classification, SyntheticPolicy};
use crate::age::AgeGroup;
use crate::level::Level;
use crate::policy::Bands;
use crate::score::Score;
use crate::taxonomy::{UnknownName, vocabulary};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

vocabulary! {
    /// Where an assessment comes from (specification, v2.4.0).
    CsamSource {
        /// The composition of this module; always.
        ServiceCompositional = "service_compositional",
        /// A list of known hashes, for customers who have one.
        RegistryHashList = "registry_hash_list",
    }
}

vocabulary! {
    /// Levels of this assessment; `elevated` stands where `medium` does elsewhere.
    CsamLevel {
        /// Nothing.
        None = "none",
        /// Worth knowing.
        Low = "low",
        /// A person has to look.
        Elevated = "elevated",
        /// A person has to look soon.
        High = "high",
        /// To be escalated at once.
        Critical = "critical",
    }
}

/// What was observed in a picture. Absent fields were not looked at.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CsamEvidence {
    /// Faces in the picture.
    pub face_count: u32,
    /// Age of the youngest face, estimated, in years.
    pub youngest_age: Option<f64>,
    /// Probability that the picture is explicit.
    pub explicit: Score,
    /// Probability that it is suggestive.
    pub suggestive: Score,
    /// The list of known hashes: absent if the customer has none, else whether it matched.
    pub registry_match: Option<bool>,
}

/// The field `csam_assessment` (reference, detection-result 14).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CsamAssessment {
    /// Where it comes from.
    pub sources: Vec<CsamSource>,
    /// Level.
    pub risk_level: CsamLevel,
    /// Risk; `risk_level` is its band.
    pub risk_score: Score,
    /// How far the answer is from a clear one: 0 clear, 1 as likely as not.
    pub uncertainty_score: Score,
    /// A person has to look.
    pub requires_review: bool,
    /// To be escalated at once, by the duties of the country.
    pub requires_escalation: bool,
    /// What to do, in English.
    pub recommendation: &'static str,
    /// What spoke for it, lower snake case.
    pub signals: Vec<&'static str>,
    /// Age.
    pub age_signal: AgeSignal,
    /// Nudity.
    pub nudity_signal: NuditySignal,
    /// Whether the picture is generated.
    pub synthetic_signal: SyntheticSignal,
}

/// Age in the picture.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AgeSignal {
    /// Group of the youngest face; absent for adults and without a face.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub youngest_age_group: Option<AgeGroup>,
    /// Age of the youngest face.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub youngest_age: Option<f64>,
    /// Faces.
    pub face_count: u32,
    /// The estimate is below 18.
    pub minor_detected: bool,
    /// The estimate is below 13.
    pub child_detected: bool,
}

/// Nudity in the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NuditySignal {
    /// Explicit.
    pub is_explicit: bool,
    /// Suggestive.
    pub is_suggestive: bool,
}

/// Whether the picture is generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SyntheticSignal {
    /// Confirmed or suspected.
    pub is_synthetic: bool,
    /// The classification.
    pub classification: Classification,
}

/// Composes the assessment.
///
/// Raw risk is the chance that somebody is a minor times how sexual the picture is (suggestive counts 0.6). A
/// face is taken for a minor's with certainty up to one error below 18, and not at all from two errors above
/// it. Explicit with an estimate below 18, or a registry match, is `critical`; suggestive is at least `high`.
/// An explicit picture without a face to judge, or with a face that may be a minor's, goes to a person.
/// Whether it is generated does not lower anything.
pub(super) fn assess_csam(
    evidence: &CsamEvidence,
    classification: Classification,
    policy: &SyntheticPolicy,
    bands: &Bands,
) -> CsamAssessment {
    let age = evidence.youngest_age.filter(|years| years.is_finite() && *years >= 0.0);
    let minor = age.is_some_and(|years| years < 18.0);
    let child = age.is_some_and(|years| years < 13.0);
    let nudity = NuditySignal {
        is_explicit: evidence.explicit.get() >= PRESENT,
        is_suggestive: evidence.suggestive.get() >= PRESENT,
    };
    let registry = evidence.registry_match == Some(true);
    let chance_of_minor = age.map_or(0.5, |years| chance_of_minor(years, policy.face_age_error_years));
    let sexual = evidence.explicit.max(evidence.suggestive.scaled(SUGGESTIVE_SHARE));
    let raw = sexual.scaled(chance_of_minor);
    let floor = match (minor, nudity.is_explicit, nudity.is_suggestive) {
        _ if registry => 1.0,
        (true, true, _) => bands.critical,
        (true, false, true) => bands.high,
        (false, true, _) if chance_of_minor > 0.0 => bands.medium,
        _ => 0.0,
    };
    let risk_score = raw.max(Score::new(floor));
    let risk_level = match bands.level(risk_score) {
        Level::None => CsamLevel::None,
        Level::Low => CsamLevel::Low,
        Level::Medium => CsamLevel::Elevated,
        Level::High => CsamLevel::High,
        Level::Critical => CsamLevel::Critical,
    };
    let uncertain = !minor && chance_of_minor > 0.0;
    let signals = [
        (registry, "registry_match"),
        (minor, "minor_detected"),
        (child, "child_detected"),
        (uncertain && nudity.is_explicit, "age_uncertain"),
        (nudity.is_explicit, "explicit"),
        (nudity.is_suggestive, "suggestive"),
        (classification.is_synthetic(), "synthetic"),
    ];
    let mut sources = vec![CsamSource::ServiceCompositional];
    sources.extend(evidence.registry_match.map(|_| CsamSource::RegistryHashList));
    CsamAssessment {
        sources,
        risk_level,
        risk_score,
        uncertainty_score: if registry {
            Score::ZERO
        } else {
            Score::new(1.0 - (2.0 * raw.get() - 1.0).abs())
        },
        requires_review: risk_level >= CsamLevel::Elevated,
        requires_escalation: risk_level == CsamLevel::Critical,
        recommendation: recommendation(risk_level),
        signals: signals.into_iter().filter_map(|(holds, name)| holds.then_some(name)).collect(),
        age_signal: AgeSignal {
            youngest_age_group: age.and_then(AgeGroup::from_age),
            youngest_age: age,
            face_count: evidence.face_count,
            minor_detected: minor,
            child_detected: child,
        },
        nudity_signal: nudity,
        synthetic_signal: SyntheticSignal { is_synthetic: classification.is_synthetic(), classification },
    }
}

/// 1 up to one error below 18, 0 from two errors above it, a straight line between: the protective side is
/// longer.
fn chance_of_minor(years: f64, error: f64) -> f64 {
    let (certain, excluded) = (18.0 - error, 18.0 + 2.0 * error);
    if years <= certain {
        1.0
    } else if years >= excluded {
        0.0
    } else {
        (excluded - years) / (excluded - certain)
    }
}

const fn recommendation(level: CsamLevel) -> &'static str {
    match level {
        CsamLevel::None => "No action.",
        CsamLevel::Low => "Log only.",
        CsamLevel::Elevated => "Have a trained person decide before the picture is shown to anybody.",
        CsamLevel::High => "Withhold the picture and have a trained person decide without delay.",
        CsamLevel::Critical => {
            "Withhold the picture, preserve it as the law requires, and report it to the authority or hotline in charge."
        }
    }
}

/// Probability from which nudity counts as present.
const PRESENT: f64 = 0.5;
/// What suggestive weighs beside explicit.
const SUGGESTIVE_SHARE: f64 = 0.6;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(evidence: CsamEvidence) -> CsamAssessment {
        assess_csam(&evidence, Classification::Unknown, &SyntheticPolicy::default(), &Bands::default())
    }

    fn explicit(age: Option<f64>) -> CsamEvidence {
        CsamEvidence {
            face_count: 1,
            youngest_age: age,
            explicit: Score::new(0.9),
            ..CsamEvidence::default()
        }
    }

    #[test]
    fn explicit_with_a_minor_is_critical() {
        let assessment = of(explicit(Some(17.9)));
        assert_eq!(assessment.risk_level, CsamLevel::Critical);
        assert!(assessment.requires_escalation && assessment.requires_review);
        assert!(assessment.age_signal.minor_detected && !assessment.age_signal.child_detected);
    }

    #[test]
    fn who_may_be_a_minor_is_looked_at() {
        assert_eq!(of(explicit(Some(22.0))).risk_level, CsamLevel::Elevated);
        assert_eq!(of(explicit(None)).risk_level, CsamLevel::Elevated);
        assert_eq!(of(explicit(Some(f64::NAN))).risk_level, CsamLevel::Elevated);
        assert_eq!(of(explicit(Some(40.0))).risk_level, CsamLevel::None);
    }

    #[test]
    fn a_child_in_a_harmless_picture_is_nothing() {
        let assessment =
            of(CsamEvidence { face_count: 3, youngest_age: Some(6.0), ..CsamEvidence::default() });
        assert_eq!((assessment.risk_level, assessment.requires_review), (CsamLevel::None, false));
        assert_eq!(assessment.age_signal.youngest_age_group, Some(AgeGroup::Under10));
    }

    #[test]
    fn the_registry_is_named_only_where_it_is_enabled() {
        assert_eq!(of(CsamEvidence::default()).sources, [CsamSource::ServiceCompositional]);
        let enabled = of(CsamEvidence { registry_match: Some(false), ..CsamEvidence::default() });
        assert_eq!(enabled.sources, [CsamSource::ServiceCompositional, CsamSource::RegistryHashList]);
        assert_eq!(enabled.risk_level, CsamLevel::None);
        let matched = of(CsamEvidence { registry_match: Some(true), ..CsamEvidence::default() });
        assert_eq!((matched.risk_level, matched.uncertainty_score), (CsamLevel::Critical, Score::ZERO));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_younger_face_never_lowers_the_risk(
            younger in 0.0..60.0_f64, by in 0.0..30.0_f64, explicit in 0.0..=1.0_f64, suggestive in 0.0..=1.0_f64,
        ) {
            let at = |age| of(CsamEvidence {
                face_count: 1,
                youngest_age: Some(age),
                explicit: Score::new(explicit),
                suggestive: Score::new(suggestive),
                registry_match: None,
            });
            prop_assert!(at(younger).risk_score >= at(younger + by).risk_score);
        }
    }
}
