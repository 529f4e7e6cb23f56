//! Documents and people, by what somebody else read and measured.

use crate::guard::answer;
use crate::read::{self, Object};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wardlight::verification::{
    Date, Evidence, IdCheck, Outcome, StoredOutcome, VerificationPolicy, read_aamva, read_mrz,
};
use wardlight::{Error, Result};

/// What a machine-readable zone says on the day `today` (`YYYY-MM-DD`); its lines are separated by line breaks.
///
/// # Errors
/// [`wardlight::Code::MrzMalformed`]; a day that is none.
pub fn read_zone(zone: &str, today: &str) -> Result<String> {
    answer(|| read_mrz(zone, day(today)?))
}

/// What the text of a driving licence's barcode says.
///
/// # Errors
/// [`wardlight::Code::BarcodeMalformed`].
pub fn read_barcode(text: &str) -> Result<String> {
    answer(|| read_aamva(text))
}

/// Whether a national number can be one, by its country (ISO 3166-1 alpha-3): `{"check", "valid"}`, where `valid` is
/// null if the number has no check digit.
///
/// # Errors
/// [`wardlight::Code::UnknownCountry`].
pub fn check_national_id(country_code: &str, number: &str) -> Result<String> {
    answer(|| {
        let check = wardlight::verification::check_national_id(country_code, number)?;
        Ok(CheckedNumber { check, valid: check.valid() })
    })
}

/// The outcome of a verification, and under `stored` the part of it that may be kept.
///
/// `request` has `mode` (`age` or `identity`), `today` (`YYYY-MM-DD`), `evidence` and, where numbers differ from the
/// default, `policy`. In `evidence` everything may be left out: `zone` (a list of lines) and `barcode` as text,
/// `front`, `back`, `ocr_confidence`, `declared_type`, `national_id` (`country_code` and `number`),
/// `document_country`, `ip_country`, `selfie_age_years`, `face_distance`, `face_confidence`, `liveness`, `recapture`.
///
/// # Errors
/// As [`wardlight::verification::verify`], [`read_zone`], [`read_barcode`] and [`check_national_id`]; a field that
/// cannot be read.
pub fn verify(request: &str) -> Result<String> {
    answer(|| {
        let mut fields = Object::of(read::json(request)?, "request")?;
        let mode = fields.required("mode")?;
        let today: Date = fields.required("today")?;
        let seen = fields.optional("evidence")?.unwrap_or_else(|| Value::Object(serde_json::Map::new()));
        let policy: Option<VerificationPolicy> = fields.optional("policy")?;
        fields.finish()?;
        let evidence = evidence(seen, today)?;
        let outcome = wardlight::verification::verify(mode, &evidence, &policy.unwrap_or_default(), today)?;
        Ok(Verified { age_range: outcome.age_range(), stored: outcome.stored(), outcome })
    })
}

/// What was observed, with zone, barcode and number judged.
fn evidence(seen: Value, today: Date) -> Result<Evidence> {
    let mut fields = Object::of(seen, "evidence")?;
    let zone: Option<Vec<String>> = fields.optional("zone")?;
    let barcode: Option<String> = fields.optional("barcode")?;
    let number: Option<NationalNumber> = fields.optional("national_id")?;
    let judged =
        |id: NationalNumber| wardlight::verification::check_national_id(&id.country_code, &id.number);
    let evidence = Evidence {
        mrz: zone.map(|lines| read_mrz(&lines.join("\n"), today)).transpose()?,
        barcode: barcode.as_deref().map(read_aamva).transpose()?,
        front: fields.optional("front")?,
        back: fields.optional("back")?,
        ocr_confidence: fields.optional("ocr_confidence")?,
        declared_type: fields.optional("declared_type")?,
        national_id: number.map(judged).transpose()?,
        document_country: fields.optional("document_country")?,
        ip_country: fields.optional("ip_country")?,
        selfie_age_years: fields.optional("selfie_age_years")?,
        face_distance: fields.optional("face_distance")?,
        face_confidence: fields.optional("face_confidence")?,
        liveness: fields.optional("liveness")?,
        recapture: fields.optional("recapture")?.unwrap_or_default(),
    };
    fields.finish()?;
    Ok(evidence)
}

fn day(text: &str) -> Result<Date> {
    text.parse().map_err(|_| Error::invalid("today must be a day of the form YYYY-MM-DD"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NationalNumber {
    country_code: String,
    number: String,
}

#[derive(Serialize)]
struct CheckedNumber {
    check: IdCheck,
    valid: Option<bool>,
}

#[derive(Serialize)]
struct Verified {
    #[serde(flatten)]
    outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    age_range: Option<&'static str>,
    stored: StoredOutcome,
}
