//! Documents and people, for another language.

use crate::failure::{Failure, run};
use wardlight_bindings::pure;

#[uniffi::export]
fn native_read_zone(zone: &str, today: &str) -> Result<String, Failure> {
    run(|| pure::read_zone(zone, today))
}

#[uniffi::export]
fn native_read_barcode(text: &str) -> Result<String, Failure> {
    run(|| pure::read_barcode(text))
}

#[uniffi::export]
fn native_check_national_id(country_code: &str, number: &str) -> Result<String, Failure> {
    run(|| pure::check_national_id(country_code, number))
}

#[uniffi::export]
fn native_verify(request: &str) -> Result<String, Failure> {
    run(|| pure::verify(request))
}
