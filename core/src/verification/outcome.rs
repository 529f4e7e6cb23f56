//! The outcome of a verification: age, status and what may be kept.

use super::date::Date;
use super::evidence::{Evidence, Liveness};
use super::reason::{Check, FailureReason, checks};
use crate::error::{Code, Error, Result};
use crate::score::Score;
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VerificationMode {
    /// How old the person is. A document alone or a selfie alone is enough.
    Age,
    /// Whether the person is the one on the document: needs liveness and a face match.
    Identity,
}

/// Numbers that an outcome depends on (reference, verification 8 and 9).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VerificationPolicy {
    /// Liveness passes from this score on: 0.6.
    pub liveness_pass: f64,
    /// Faces match below this distance: 0.6.
    pub face_distance: f64,
    /// Below this reading confidence, in percent, all read words are doubted: 60.
    pub ocr_gate_percent: f64,
    /// Document and selfie may differ by at most this many years: 10.
    pub selfie_gap_years: f64,
}

impl Default for VerificationPolicy {
    fn default() -> Self {
        VerificationPolicy {
            liveness_pass: 0.6,
            face_distance: 0.6,
            ocr_gate_percent: 60.0,
            selfie_gap_years: 10.0,
        }
    }
}

/// The status of a finished verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VerificationStatus {
    /// Nothing speaks against it.
    Verified,
    /// A person has to look.
    NeedsReview,
    /// A hard check failed.
    Failed,
}

/// Where the age comes from, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VerificationMethod {
    /// A document alone.
    Document,
    /// A selfie alone.
    Biometric,
    /// A document and a selfie.
    Combined,
}

/// The answer to the caller. [`Outcome::stored`] is the part that may be kept; neither holds a name, a birth
/// date or a document number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Outcome {
    /// The status.
    pub status: VerificationStatus,
    /// Completed years.
    pub estimated_age: u16,
    /// Younger than 18.
    pub is_minor: bool,
    /// The least of the confidences that the outcome rests on; 1 where a zone with agreeing digits is all
    /// there is.
    pub confidence: Score,
    /// What it rests on.
    pub method: VerificationMethod,
    /// Age by the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_age: Option<u16>,
    /// Age by the selfie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub biometric_age: Option<u16>,
    /// Score of the liveness checks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub liveness_score: Option<Score>,
    /// Confidence of the face comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face_confidence: Option<Score>,
    /// Why it is not verified; hard reasons first.
    pub failure_reasons: Vec<FailureReason>,
    /// Every check that ran, in the same order.
    pub checks: Vec<Check>,
}

/// What may be kept of a verification, and nothing else: the specification (v2.4.0) allows status, estimated
/// age, `is_minor`, confidences and failure reasons.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
#[allow(missing_docs)]
pub struct StoredOutcome {
    pub status: VerificationStatus,
    pub estimated_age: u16,
    pub is_minor: bool,
    pub confidence: Score,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub liveness_score: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face_confidence: Option<Score>,
    pub failure_reasons: Vec<FailureReason>,
}

impl Outcome {
    /// The part that may be kept.
    pub fn stored(&self) -> StoredOutcome {
        StoredOutcome {
            status: self.status,
            estimated_age: self.estimated_age,
            is_minor: self.is_minor,
            confidence: self.confidence,
            liveness_score: self.liveness_score,
            face_confidence: self.face_confidence,
            failure_reasons: self.failure_reasons.clone(),
        }
    }

    /// The field `age_range` of the reference. Its ranges 13-15 and 14-17 overlap; 14 and 15 are given as the
    /// younger one. Absent for adults.
    pub const fn age_range(&self) -> Option<&'static str> {
        match self.estimated_age {
            0..=9 => Some("under-10"),
            10..=12 => Some("10-12"),
            13..=15 => Some("13-15"),
            16..=17 => Some("14-17"),
            _ => None,
        }
    }
}

/// Derives the outcome on the day `today`.
///
/// The birth date is taken from the zone, else the barcode, else the print; without any, the selfie's
/// estimate is the age. A check that could not run is not a check that passed: an identity without liveness,
/// face match or document goes to a person. Any hard reason makes it `failed`, any other `needs_review`.
///
/// # Errors
/// [`Code::NoBirthDate`] if nothing gives an age, or the only birth date lies after `today`;
/// [`Code::InvalidInput`] if a number is out of range.
///
/// ```
/// use wardlight_core::verification::*;
/// let today = Date::new(2026, 1, 1).unwrap();
/// let evidence = Evidence { selfie_age_years: Some(15.4), ..Evidence::default() };
/// let outcome = verify(VerificationMode::Age, &evidence, &VerificationPolicy::default(), today)?;
/// assert_eq!(outcome.status, VerificationStatus::Verified);
/// assert!(outcome.is_minor);
/// # Ok::<(), wardlight_core::Error>(())
/// ```
pub fn verify(
    mode: VerificationMode,
    evidence: &Evidence,
    policy: &VerificationPolicy,
    today: Date,
) -> Result<Outcome> {
    evidence.check_ranges()?;
    let document_age = evidence.birth_date().and_then(|birth| birth.age_on(today));
    let biometric_age = evidence.selfie_age_years.and_then(whole_years);
    let estimated_age = document_age.or(biometric_age).ok_or_else(|| {
        Error::new(
            Code::NoBirthDate,
            "no birth date was found in zone, barcode or print, and there is no selfie age",
        )
    })?;
    let checks = checks(mode, evidence, policy, today, document_age);
    let failure_reasons: Vec<FailureReason> =
        checks.iter().filter(|one| !one.passed).map(|one| one.check).collect();
    let status = match failure_reasons.first() {
        Some(reason) if reason.is_hard() => VerificationStatus::Failed,
        Some(_) => VerificationStatus::NeedsReview,
        None => VerificationStatus::Verified,
    };
    Ok(Outcome {
        status,
        estimated_age,
        is_minor: estimated_age < ADULT_YEARS,
        confidence: confidence(evidence),
        method: match (document_age, biometric_age) {
            (Some(_), Some(_)) => VerificationMethod::Combined,
            (Some(_), None) => VerificationMethod::Document,
            (None, _) => VerificationMethod::Biometric,
        },
        document_age,
        biometric_age,
        liveness_score: evidence.liveness.map(Liveness::score),
        face_confidence: evidence.face_confidence,
        failure_reasons,
        checks,
    })
}

fn confidence(evidence: &Evidence) -> Score {
    let parts = [
        evidence.ocr_confidence.map(|percent| Score::new(percent / 100.0)),
        evidence.face_confidence,
        evidence.liveness.map(Liveness::score),
        evidence.mrz.as_ref().filter(|mrz| !mrz.checks.all()).map(|_| Score::new(0.5)),
        // A face tells an age to within some years only.
        evidence.birth_date().is_none().then_some(Score::new(0.5)),
    ];
    parts.into_iter().flatten().fold(Score::ONE, Score::min)
}

/// The completed years of an estimate; 17.9 is 17, the protective reading.
fn whole_years(years: f64) -> Option<u16> {
    (0..=120_u16).rev().find(|whole| f64::from(*whole) <= years)
}

/// A minor is younger than this.
const ADULT_YEARS: u16 = 18;

#[cfg(test)]
mod tests {
    use super::super::date::tests::day;
    use super::super::{DocumentType, IdCheck, PrintedFields, Recapture, read_mrz};
    use super::*;
    use proptest::prelude::*;

    const ZONE: &str =
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10";
    const ALIVE: Liveness =
        Liveness { landmark_motion: true, texture: true, depth_cues: false, cross_frame: false };

    fn passport() -> Evidence {
        let print = PrintedFields {
            name: Some("Anna Maria Eriksson".into()),
            birth_date: Some(day("1974-08-12")),
            document_number: Some("L898902C3".into()),
            expiry_date: None,
        };
        Evidence {
            mrz: Some(read_mrz(ZONE, day("2012-01-01")).expect("a zone")),
            front: Some(print),
            ocr_confidence: Some(93.0),
            declared_type: Some(DocumentType::Passport),
            ..Evidence::default()
        }
    }

    fn judged(mode: VerificationMode, evidence: &Evidence) -> Outcome {
        verify(mode, evidence, &VerificationPolicy::default(), day("2012-01-01")).expect("an outcome")
    }

    #[test]
    fn an_agreeing_passport_verifies_an_age() {
        let outcome = judged(VerificationMode::Age, &passport());
        assert_eq!(outcome.status, VerificationStatus::Verified);
        assert_eq!((outcome.estimated_age, outcome.is_minor), (37, false));
        assert_eq!(outcome.confidence, Score::new(0.93));
        assert_eq!(outcome.age_range(), None);
    }

    #[test]
    fn an_identity_needs_more_than_a_document() {
        let outcome = judged(VerificationMode::Identity, &passport());
        assert_eq!(outcome.status, VerificationStatus::NeedsReview);
        assert_eq!(
            outcome.failure_reasons,
            [FailureReason::LivenessMissing, FailureReason::FaceMatchMissing]
        );
        let whole = Evidence { liveness: Some(ALIVE), face_distance: Some(0.41), ..passport() };
        assert_eq!(judged(VerificationMode::Identity, &whole).status, VerificationStatus::Verified);
    }

    #[test]
    fn hard_reasons_fail_and_soft_ones_ask() {
        type Change = fn(&mut Evidence);
        let cases: [(Change, FailureReason); 12] = [
            (|e| e.liveness = Some(Liveness { texture: false, ..ALIVE }), FailureReason::LivenessFailed),
            (|e| e.face_distance = Some(0.6), FailureReason::FaceMismatch),
            (|e| e.recapture = Recapture::Screen, FailureReason::Recapture),
            (|e| e.national_id = Some(IdCheck::WrongCheckDigit), FailureReason::NationalIdCheckDigit),
            (|e| e.ocr_confidence = Some(59.9), FailureReason::LowOcrConfidence),
            (|e| e.declared_type = Some(DocumentType::IdCard), FailureReason::DocumentTypeMismatch),
            (|e| e.selfie_age_years = Some(26.9), FailureReason::SelfieAgeMismatch),
            (
                |e| (e.document_country, e.ip_country) = (Some("SE".into()), Some("NO".into())),
                FailureReason::IpCountryMismatch,
            ),
            (
                |e| e.front.as_mut().expect("front").birth_date = Some(day("1974-08-13")),
                FailureReason::MrzBirthDateMismatch,
            ),
            (
                |e| e.front.as_mut().expect("front").name = Some("Anna Larsson".into()),
                FailureReason::MrzNameMismatch,
            ),
            (|e| e.mrz.as_mut().expect("zone").checks.composite = false, FailureReason::MrzCheckDigit),
            (
                |e| e.mrz.as_mut().expect("zone").expiry_date = Some(day("2011-12-31")),
                FailureReason::DocumentExpired,
            ),
        ];
        for (change, reason) in cases {
            let mut evidence = passport();
            change(&mut evidence);
            let outcome = judged(VerificationMode::Age, &evidence);
            assert_eq!(outcome.failure_reasons, [reason]);
            let expected =
                if reason.is_hard() { VerificationStatus::Failed } else { VerificationStatus::NeedsReview };
            assert_eq!(outcome.status, expected, "{reason:?}");
        }
    }

    #[test]
    fn a_selfie_alone_gives_completed_years() {
        let selfie = Evidence { selfie_age_years: Some(17.99), ..Evidence::default() };
        let outcome = judged(VerificationMode::Age, &selfie);
        assert_eq!((outcome.estimated_age, outcome.is_minor), (17, true));
        assert_eq!((outcome.method, outcome.age_range()), (VerificationMethod::Biometric, Some("14-17")));
    }

    #[test]
    fn no_age_is_an_error() {
        let result = verify(
            VerificationMode::Age,
            &Evidence::default(),
            &VerificationPolicy::default(),
            day("2026-01-01"),
        );
        assert_eq!(result.expect_err("no age").code(), Code::NoBirthDate);
        let nan = Evidence { selfie_age_years: Some(f64::NAN), ..Evidence::default() };
        let result = verify(VerificationMode::Age, &nan, &VerificationPolicy::default(), day("2026-01-01"));
        assert_eq!(result.expect_err("no number").code(), Code::InvalidInput);
    }

    #[test]
    fn an_outcome_is_written_like_this() {
        let evidence =
            Evidence { ip_country: Some("NO".into()), document_country: Some("SE".into()), ..passport() };
        let written = serde_json::to_value(judged(VerificationMode::Age, &evidence)).expect("JSON");
        let expected = serde_json::json!({
            "status": "needs_review",
            "estimated_age": 37,
            "is_minor": false,
            "confidence": 0.93,
            "method": "document",
            "document_age": 37,
            "failure_reasons": ["ip_country_mismatch"],
            "checks": [
                {"check": "recapture", "passed": true},
                {"check": "mrz_check_digit", "passed": true},
                {"check": "mrz_name_mismatch", "passed": true},
                {"check": "mrz_birth_date_mismatch", "passed": true},
                {"check": "mrz_number_mismatch", "passed": true},
                {"check": "document_type_mismatch", "passed": true},
                {"check": "ip_country_mismatch", "passed": false},
                {"check": "low_ocr_confidence", "passed": true},
                {"check": "document_expired", "passed": true},
            ],
        });
        assert_eq!(written, expected);
        let kept = serde_json::to_value(judged(VerificationMode::Age, &evidence).stored()).expect("JSON");
        let expected = serde_json::json!({
            "status": "needs_review",
            "estimated_age": 37,
            "is_minor": false,
            "confidence": 0.93,
            "failure_reasons": ["ip_country_mismatch"],
        });
        assert_eq!(kept, expected);
    }

    #[test]
    fn the_outcome_names_nobody() {
        let mut evidence = passport();
        evidence.front.as_mut().expect("front").name = Some("Berit Larsson".into());
        let written = serde_json::to_string(&judged(VerificationMode::Identity, &evidence)).expect("JSON");
        for content in ["ERIKSSON", "Larsson", "1974", "L898902C3"] {
            assert!(!written.contains(content), "{written}");
        }
        assert!(!format!("{evidence:?}").contains("Larsson"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_status_follows_from_the_reasons(
            distance in proptest::option::of(0.0..1.2_f64), ocr in proptest::option::of(0.0..=100.0_f64),
            selfie in proptest::option::of(0.0..=90.0_f64), checks in any::<[bool; 4]>(), identity in any::<bool>(),
        ) {
            let [landmark_motion, texture, depth_cues, cross_frame] = checks;
            let evidence = Evidence {
                face_distance: distance,
                ocr_confidence: ocr,
                selfie_age_years: selfie,
                liveness: Some(Liveness { landmark_motion, texture, depth_cues, cross_frame }),
                ..passport()
            };
            let mode = if identity { VerificationMode::Identity } else { VerificationMode::Age };
            let outcome = judged(mode, &evidence);
            let hard = outcome.failure_reasons.iter().any(|reason| reason.is_hard());
            prop_assert_eq!(outcome.status == VerificationStatus::Failed, hard);
            prop_assert_eq!(outcome.status == VerificationStatus::Verified, outcome.failure_reasons.is_empty());
            prop_assert_eq!(outcome.is_minor, outcome.estimated_age < 18);
        }
    }
}
