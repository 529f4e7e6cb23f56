//! What needs no model, for another language; in files of their own verification, incidents and webhooks.

use crate::failure::{Failure, run};
use crate::issuer::NativeIssuer;
use wardlight_bindings::{OffsetUnit, pure};

const UNIT: OffsetUnit = OffsetUnit::Utf16;

#[uniffi::export]
fn native_assess(
    detector: &str,
    body: &str,
    signals: &str,
    policy: Option<String>,
) -> Result<String, Failure> {
    run(|| pure::assess(detector, body, signals, policy.as_deref(), UNIT))
}

#[uniffi::export]
fn native_assess_multi(body: &str, observed: &str, policy: Option<String>) -> Result<String, Failure> {
    run(|| pure::assess_multi(body, observed, policy.as_deref(), UNIT))
}

#[uniffi::export]
fn native_assess_batch(body: &str, observed: &str, policy: Option<String>) -> Result<String, Failure> {
    run(|| pure::assess_batch(body, observed, policy.as_deref(), UNIT))
}

#[uniffi::export]
fn native_assess_continued(
    detector: &str,
    body: &str,
    signals: &str,
    issuer: NativeIssuer,
    policy: Option<String>,
) -> Result<String, Failure> {
    run(|| {
        issuer.with(|issuer| pure::assess_continued(detector, body, signals, issuer, policy.as_deref(), UNIT))
    })
}

#[uniffi::export]
fn native_action_plan(body: &str, policy: Option<String>) -> Result<String, Failure> {
    run(|| pure::action_plan(body, policy.as_deref()))
}

#[uniffi::export]
fn native_incident_report(body: &str, policy: Option<String>) -> Result<String, Failure> {
    run(|| pure::incident_report(body, policy.as_deref()))
}

#[uniffi::export]
fn native_prescreen(
    text: &str,
    detector: &str,
    language: Option<String>,
    lexicon: Option<String>,
) -> Result<String, Failure> {
    run(|| pure::prescreen(text, detector, language.as_deref(), lexicon.as_deref()))
}

#[uniffi::export]
fn native_helplines(country: &str) -> Result<String, Failure> {
    run(|| pure::helplines(country))
}

#[uniffi::export]
fn native_countries() -> Result<String, Failure> {
    run(pure::countries)
}

#[uniffi::export]
fn native_credits(operation: &str, weighting: &str) -> Result<u64, Failure> {
    run(|| pure::credits(operation, weighting))
}

#[uniffi::export]
fn native_judge_synthetic(
    evidence: &str,
    rules: Option<String>,
    policy: Option<String>,
) -> Result<String, Failure> {
    run(|| pure::judge_synthetic(evidence, rules.as_deref(), policy.as_deref()))
}

#[uniffi::export]
fn native_evaluate_rules(rules: &str, facts: &str) -> Result<String, Failure> {
    run(|| pure::evaluate_rules(rules, facts))
}
