//! Documents and people, by what somebody else read and measured.

use crate::{Answer, answer};
use napi_derive::napi;
use wardlight_bindings::pure;

/// What a machine-readable zone says.
#[napi]
pub fn read_zone(zone: String, today: String) -> Answer {
    answer(pure::read_zone(&zone, &today))
}

/// What the barcode of a driving licence says.
#[napi]
pub fn read_barcode(text: String) -> Answer {
    answer(pure::read_barcode(&text))
}

/// Whether a national number can be one.
#[napi]
pub fn check_national_id(country_code: String, number: String) -> Answer {
    answer(pure::check_national_id(&country_code, &number))
}

/// Age or identity, and what may be kept of it.
#[napi]
pub fn verify(request: String) -> Answer {
    answer(pure::verify(&request))
}
