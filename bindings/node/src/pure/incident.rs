//! The lifecycle of incidents, without a store.

use crate::{Answer, answer};
use napi_derive::napi;
use wardlight_bindings::pure;

/// What a moderator's call makes of an incident.
#[napi]
pub fn review(incident: String, call: String, credential: String, at_ms: i64) -> Answer {
    answer(pure::review(&incident, &call, &credential, at_ms))
}

/// Whether an incident waits for a person.
#[napi]
pub fn requires_review(incident: String) -> Answer {
    answer(pure::requires_review(&incident).map(|waits| waits.to_string()))
}

/// Whether an incident is logged.
#[napi]
pub fn logs_incident(per_call: Option<bool>, per_account: Option<bool>) -> bool {
    pure::logs_incident(per_call, per_account)
}

/// How long incidents are kept.
#[napi]
pub fn retention_days(setting: Option<u32>) -> Answer {
    answer(pure::retention_days(setting).map(|days| days.to_string()))
}
