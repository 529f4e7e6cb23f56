//! Why a verification is not simply verified: every check, and what class it is of.

use super::IdCheck;
use super::cross_check::{self, Mismatch, PrintedFields};
use super::date::Date;
use super::evidence::{Evidence, Recapture};
use super::outcome::{VerificationMode, VerificationPolicy};
use serde::{Deserialize, Serialize};

/// Why a verification is not simply verified. A closed vocabulary, so that a stored reason can hold no name,
/// number or birth date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FailureReason {
    /// Liveness failed.
    LivenessFailed,
    /// The faces differ.
    FaceMismatch,
    /// The picture shows a screen, a printout or a photo.
    Recapture,
    /// An identity was asked for without a liveness check.
    LivenessMissing,
    /// An identity was asked for without a face to compare.
    FaceMatchMissing,
    /// An identity was asked for without a readable document.
    DocumentMissing,
    /// A check digit of the zone does not agree.
    MrzCheckDigit,
    /// The national number has a wrong form or check digit.
    NationalIdCheckDigit,
    /// Zone and print name different persons.
    MrzNameMismatch,
    /// Zone and print give different birth dates.
    MrzBirthDateMismatch,
    /// Zone and print give different numbers.
    MrzNumberMismatch,
    /// Barcode and print name different persons.
    BarcodeNameMismatch,
    /// Barcode and print give different birth dates.
    BarcodeBirthDateMismatch,
    /// Front and back name different persons.
    SidesNameMismatch,
    /// Front and back give different birth dates.
    SidesBirthDateMismatch,
    /// Zone and barcode give different birth dates.
    MrzBarcodeBirthDateMismatch,
    /// The zone is not that of the declared type.
    DocumentTypeMismatch,
    /// The address is in another country than the document's.
    IpCountryMismatch,
    /// Document and selfie are too many years apart.
    SelfieAgeMismatch,
    /// The reading is too uncertain.
    LowOcrConfidence,
    /// The document is no longer valid.
    DocumentExpired,
}

impl FailureReason {
    /// A hard reason fails the verification; every other one sends it to a person (reference, verification
    /// 5).
    pub const fn is_hard(self) -> bool {
        matches!(self, FailureReason::LivenessFailed | FailureReason::FaceMismatch | FailureReason::Recapture)
    }

    /// English words for people. They name no value: what was read identifies somebody.
    pub const fn words(self) -> &'static str {
        match self {
            FailureReason::LivenessFailed => "the liveness checks were not passed",
            FailureReason::FaceMismatch => "the face is not the one on the document",
            FailureReason::Recapture => "the document was photographed from a screen, a printout or a photo",
            FailureReason::LivenessMissing => "there was no liveness check",
            FailureReason::FaceMatchMissing => "there was no face to compare with the document",
            FailureReason::DocumentMissing => "there was no readable document",
            FailureReason::MrzCheckDigit => "a check digit of the machine-readable zone does not fit",
            FailureReason::NationalIdCheckDigit => "the national number has a wrong form or check digit",
            FailureReason::MrzNameMismatch => "the machine-readable zone and the print give different names",
            FailureReason::MrzBirthDateMismatch => {
                "the machine-readable zone and the print give different birth dates"
            }
            FailureReason::MrzNumberMismatch => {
                "the machine-readable zone and the print give different document numbers"
            }
            FailureReason::BarcodeNameMismatch => "the barcode and the print give different names",
            FailureReason::BarcodeBirthDateMismatch => "the barcode and the print give different birth dates",
            FailureReason::SidesNameMismatch => "front and back give different names",
            FailureReason::SidesBirthDateMismatch => "front and back give different birth dates",
            FailureReason::MrzBarcodeBirthDateMismatch => {
                "the machine-readable zone and the barcode give different birth dates"
            }
            FailureReason::DocumentTypeMismatch => "the document is not of the declared type",
            FailureReason::IpCountryMismatch => "the address is in another country than the document's",
            FailureReason::SelfieAgeMismatch => "document and selfie are too many years apart",
            FailureReason::LowOcrConfidence => "the document was read with too little confidence",
            FailureReason::DocumentExpired => "the document has expired",
        }
    }
}

/// A check that ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Check {
    /// What it would be the reason for, had it failed.
    pub check: FailureReason,
    /// It passed.
    pub passed: bool,
}

/// Every check that could run, gravest first, each once; it failed if it failed in one of several places.
pub(super) fn checks(
    mode: VerificationMode,
    evidence: &Evidence,
    policy: &VerificationPolicy,
    today: Date,
    document_age: Option<u16>,
) -> Vec<Check> {
    use FailureReason as Reason;
    let identity = (mode == VerificationMode::Identity).then_some(());
    let has_document = evidence.mrz.is_some()
        || evidence.barcode.is_some()
        || evidence.front.as_ref().is_some_and(|fields| fields.name.is_some());
    let alive = evidence.liveness.map(|liveness| liveness.score().rounded() >= policy.liveness_pass);
    let face = evidence.face_distance.map(|distance| distance < policy.face_distance);
    let gap =
        document_age.zip(evidence.selfie_age_years).map(|(years, selfie)| (f64::from(years) - selfie).abs());
    let countries = evidence.document_country.as_ref().zip(evidence.ip_country.as_ref());
    let declared = evidence.declared_type.zip(evidence.mrz.as_ref());
    let has_picture =
        has_document || evidence.ocr_confidence.is_some() || evidence.recapture != Recapture::None;

    let single = [
        (Reason::LivenessFailed, alive),
        (Reason::FaceMismatch, face),
        (Reason::Recapture, has_picture.then_some(evidence.recapture == Recapture::None)),
        (Reason::LivenessMissing, identity.map(|()| alive.is_some())),
        (Reason::FaceMatchMissing, identity.map(|()| face.is_some())),
        (Reason::DocumentMissing, identity.map(|()| has_document)),
        (Reason::MrzCheckDigit, evidence.mrz.as_ref().map(|mrz| mrz.checks.all())),
        (Reason::NationalIdCheckDigit, evidence.national_id.and_then(IdCheck::valid)),
        (Reason::DocumentTypeMismatch, declared.map(|(declared, mrz)| declared.fits(mrz))),
        (Reason::IpCountryMismatch, countries.map(|(a, b)| a.eq_ignore_ascii_case(b))),
        (Reason::SelfieAgeMismatch, gap.map(|years| years <= policy.selfie_gap_years)),
        (Reason::LowOcrConfidence, evidence.ocr_confidence.map(|percent| percent >= policy.ocr_gate_percent)),
        (Reason::DocumentExpired, evidence.expired(today).map(|expired| !expired)),
    ];
    let single = single.into_iter().filter_map(|(reason, passed)| Some((reason, passed?)));
    let mut found: Vec<Check> =
        single.chain(comparisons(evidence)).map(|(check, passed)| Check { check, passed }).collect();
    // A failure sorts before a pass of the same check, and stays.
    found.sort_unstable_by_key(|one| (one.check, one.passed));
    found.dedup_by_key(|one| one.check);
    found
}

fn comparisons(evidence: &Evidence) -> Vec<(FailureReason, bool)> {
    use FailureReason as Reason;
    let sides: Vec<&PrintedFields> = [&evidence.front, &evidence.back].into_iter().flatten().collect();
    let mut found = Vec::new();
    for print in &sides {
        let zone = evidence.mrz.as_ref().map(|mrz| cross_check::mrz_and_print(mrz, print));
        found.extend(zone.into_iter().flatten().map(|(what, same)| match what {
            Mismatch::Name => (Reason::MrzNameMismatch, same),
            Mismatch::BirthDate => (Reason::MrzBirthDateMismatch, same),
            Mismatch::DocumentNumber => (Reason::MrzNumberMismatch, same),
        }));
        let barcode = evidence.barcode.as_ref().map(|card| cross_check::barcode_and_print(card, print));
        found.extend(barcode.into_iter().flatten().map(|(what, same)| match what {
            Mismatch::Name => (Reason::BarcodeNameMismatch, same),
            Mismatch::BirthDate | Mismatch::DocumentNumber => (Reason::BarcodeBirthDateMismatch, same),
        }));
    }
    if let [front, back] = sides.as_slice() {
        found.extend(cross_check::front_and_back(front, back).into_iter().map(|(what, same)| match what {
            Mismatch::Name => (Reason::SidesNameMismatch, same),
            Mismatch::BirthDate | Mismatch::DocumentNumber => (Reason::SidesBirthDateMismatch, same),
        }));
    }
    let zone = evidence.mrz.as_ref().and_then(|mrz| mrz.birth_date);
    let barcode = evidence.barcode.as_ref().and_then(|card| card.date_of_birth);
    found.extend(zone.zip(barcode).map(|(a, b)| (Reason::MrzBarcodeBirthDateMismatch, a == b)));
    found
}
