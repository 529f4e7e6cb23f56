//! The lifecycle of incidents, for another language.

use crate::failure::{Failure, run};
use wardlight_bindings::pure;

#[uniffi::export]
fn native_review(incident: &str, call: &str, credential: &str, at_ms: i64) -> Result<String, Failure> {
    run(|| pure::review(incident, call, credential, at_ms))
}

#[uniffi::export]
fn native_requires_review(incident: &str) -> Result<bool, Failure> {
    run(|| pure::requires_review(incident))
}

#[uniffi::export]
fn native_logs_incident(per_call: Option<bool>, per_account: Option<bool>) -> bool {
    pure::logs_incident(per_call, per_account)
}

#[uniffi::export]
fn native_retention_days(setting: Option<u32>) -> Result<u32, Failure> {
    run(|| pure::retention_days(setting))
}
