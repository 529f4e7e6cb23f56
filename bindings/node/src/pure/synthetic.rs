//! Synthetic content, judged by what somebody else measured.

use crate::{Answer, answer};
use napi_derive::napi;
use wardlight_bindings::pure;

/// Whether content was generated, and whether that harms.
#[napi]
pub fn judge_synthetic(evidence: String, rules: Option<String>, policy: Option<String>) -> Answer {
    answer(pure::judge_synthetic(&evidence, rules.as_deref(), policy.as_deref()))
}
