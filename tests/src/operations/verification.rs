//! Vectors of verification: zones, barcodes, national numbers and the outcome of a whole verification.

use serde::Deserialize;
use serde_json::{Value, json};
use wardlight_core::verification::{
    Date, DocumentType, Evidence, Liveness, PrintedFields, Recapture, VerificationMode, VerificationPolicy,
    check_national_id, read_aamva, read_mrz, verify,
};
use wardlight_core::{Result, Score};

/// A machine-readable zone; the result is what it says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// Its lines.
    pub lines: Vec<String>,
    /// The day on which it is read.
    pub today: Date,
}

/// The text of a licence barcode; the result is what it says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barcode {
    /// The text, with its control characters.
    pub text: String,
}

/// A national number; the result is `{"check", "valid"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NationalNumber {
    /// ISO 3166-1 alpha-3.
    pub country_code: String,
    /// The number.
    pub number: String,
}

/// A whole verification; the result is the outcome, and under `stored` what may be kept of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verification {
    /// What is asked.
    pub mode: VerificationMode,
    /// The day of the verification.
    pub today: Date,
    /// What was observed.
    #[serde(default)]
    pub evidence: Observations,
    /// Numbers that differ from the default policy.
    #[serde(default)]
    pub policy: VerificationPolicy,
}

/// What was observed; the zone and the barcode as text.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Evidence")]
pub struct Observations {
    pub zone: Option<Vec<String>>,
    pub barcode: Option<String>,
    pub front: Option<PrintedFields>,
    pub back: Option<PrintedFields>,
    pub ocr_confidence: Option<f64>,
    pub declared_type: Option<DocumentType>,
    pub national_id: Option<NationalNumber>,
    pub document_country: Option<String>,
    pub ip_country: Option<String>,
    pub selfie_age_years: Option<f64>,
    pub face_distance: Option<f64>,
    pub face_confidence: Option<Score>,
    pub liveness: Option<Liveness>,
    pub recapture: Recapture,
}

impl Zone {
    pub(super) fn run(&self) -> Result<Value> {
        read_mrz(&self.lines.join("\n"), self.today).map(|zone| super::written(&zone))
    }
}

impl Barcode {
    pub(super) fn run(&self) -> Result<Value> {
        read_aamva(&self.text).map(|card| super::written(&card))
    }
}

impl NationalNumber {
    pub(super) fn run(&self) -> Result<Value> {
        let check = check_national_id(&self.country_code, &self.number)?;
        Ok(json!({ "check": check, "valid": check.valid() }))
    }
}

impl Verification {
    pub(super) fn run(&self) -> Result<Value> {
        let seen = &self.evidence;
        let evidence = Evidence {
            mrz: seen.zone.as_ref().map(|lines| read_mrz(&lines.join("\n"), self.today)).transpose()?,
            barcode: seen.barcode.as_deref().map(read_aamva).transpose()?,
            front: seen.front.clone(),
            back: seen.back.clone(),
            ocr_confidence: seen.ocr_confidence,
            declared_type: seen.declared_type,
            national_id: seen
                .national_id
                .as_ref()
                .map(|id| check_national_id(&id.country_code, &id.number))
                .transpose()?,
            document_country: seen.document_country.clone(),
            ip_country: seen.ip_country.clone(),
            selfie_age_years: seen.selfie_age_years,
            face_distance: seen.face_distance,
            face_confidence: seen.face_confidence,
            liveness: seen.liveness,
            recapture: seen.recapture,
        };
        let outcome = verify(self.mode, &evidence, &self.policy, self.today)?;
        let mut result = super::written(&outcome);
        result["stored"] = super::written(&outcome.stored());
        Ok(result)
    }
}
