//! An operator's rules about a verdict.

use crate::{Answer, answer};
use napi_derive::napi;
use wardlight_bindings::pure;

/// What an operator's rules advise about a verdict.
#[napi]
pub fn evaluate_rules(rules: String, input: String) -> Answer {
    answer(pure::evaluate_rules(&rules, &input))
}
