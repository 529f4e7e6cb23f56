//! The functions that need no model.

use crate::{UNIT, run, text};
use pyo3::prelude::*;
use pyo3::types::PyModule;
use wardlight_bindings::pure::WebhookDelivery;
use wardlight_bindings::{Issuer, Key, pure};

#[pyfunction]
#[pyo3(signature = (detector, body, signals, policy = None))]
fn assess(
    py: Python<'_>,
    detector: &str,
    body: &[u8],
    signals: &[u8],
    policy: Option<&[u8]>,
) -> PyResult<String> {
    run(py, || pure::assess(detector, text(body)?, text(signals)?, policy.map(text).transpose()?, UNIT))
}

#[pyfunction]
#[pyo3(signature = (body, observed, policy = None))]
fn assess_multi(py: Python<'_>, body: &[u8], observed: &[u8], policy: Option<&[u8]>) -> PyResult<String> {
    run(py, || pure::assess_multi(text(body)?, text(observed)?, policy.map(text).transpose()?, UNIT))
}

#[pyfunction]
#[pyo3(signature = (body, observed, policy = None))]
fn assess_batch(py: Python<'_>, body: &[u8], observed: &[u8], policy: Option<&[u8]>) -> PyResult<String> {
    run(py, || pure::assess_batch(text(body)?, text(observed)?, policy.map(text).transpose()?, UNIT))
}

#[pyfunction]
#[pyo3(signature = (detector, body, signals, keys, api_key_hash, now_unix_s, policy = None))]
#[expect(clippy::too_many_arguments, reason = "the Python side has the names")]
fn assess_continued(
    py: Python<'_>,
    detector: &str,
    body: &[u8],
    signals: &[u8],
    keys: Vec<Key>,
    api_key_hash: &str,
    now_unix_s: u64,
    policy: Option<&[u8]>,
) -> PyResult<String> {
    let issuer = Issuer { keys: &keys, api_key_hash, now_unix_s };
    run(py, || {
        let policy = policy.map(text).transpose()?;
        pure::assess_continued(detector, text(body)?, text(signals)?, &issuer, policy, UNIT)
    })
}

#[pyfunction]
#[pyo3(signature = (body, policy = None))]
fn action_plan(py: Python<'_>, body: &[u8], policy: Option<&[u8]>) -> PyResult<String> {
    run(py, || pure::action_plan(text(body)?, policy.map(text).transpose()?))
}

#[pyfunction]
#[pyo3(signature = (body, policy = None))]
fn incident_report(py: Python<'_>, body: &[u8], policy: Option<&[u8]>) -> PyResult<String> {
    run(py, || pure::incident_report(text(body)?, policy.map(text).transpose()?))
}

#[pyfunction]
#[pyo3(signature = (words, detector, language = None, lexicon = None))]
fn prescreen(
    py: Python<'_>,
    words: &[u8],
    detector: &str,
    language: Option<&str>,
    lexicon: Option<&[u8]>,
) -> PyResult<String> {
    run(py, || pure::prescreen(text(words)?, detector, language, lexicon.map(text).transpose()?))
}

#[pyfunction]
fn helplines(py: Python<'_>, country: &str) -> PyResult<String> {
    run(py, || pure::helplines(country))
}

#[pyfunction]
fn countries(py: Python<'_>) -> PyResult<String> {
    run(py, pure::countries)
}

#[pyfunction]
fn credits(py: Python<'_>, operation: &[u8], weighting: &str) -> PyResult<u64> {
    run(py, || pure::credits(text(operation)?, weighting))
}

#[pyfunction]
fn read_zone(py: Python<'_>, zone: &[u8], today: &str) -> PyResult<String> {
    run(py, || pure::read_zone(text(zone)?, today))
}

#[pyfunction]
fn read_barcode(py: Python<'_>, words: &[u8]) -> PyResult<String> {
    run(py, || pure::read_barcode(text(words)?))
}

#[pyfunction]
fn check_national_id(py: Python<'_>, country_code: &str, number: &[u8]) -> PyResult<String> {
    run(py, || pure::check_national_id(country_code, text(number)?))
}

#[pyfunction]
fn verify(py: Python<'_>, request: &[u8]) -> PyResult<String> {
    run(py, || pure::verify(text(request)?))
}

#[pyfunction]
#[pyo3(signature = (evidence, rules = None, policy = None))]
fn judge_synthetic(
    py: Python<'_>,
    evidence: &[u8],
    rules: Option<&[u8]>,
    policy: Option<&[u8]>,
) -> PyResult<String> {
    run(py, || {
        let rules = rules.map(text).transpose()?;
        pure::judge_synthetic(text(evidence)?, rules, policy.map(text).transpose()?)
    })
}

#[pyfunction]
fn evaluate_rules(py: Python<'_>, rules: &[u8], input: &[u8]) -> PyResult<String> {
    run(py, || pure::evaluate_rules(text(rules)?, text(input)?))
}

#[pyfunction]
fn review(py: Python<'_>, incident: &[u8], call: &[u8], credential: &str, at_ms: i64) -> PyResult<String> {
    run(py, || pure::review(text(incident)?, text(call)?, credential, at_ms))
}

#[pyfunction]
fn requires_review(py: Python<'_>, incident: &[u8]) -> PyResult<bool> {
    run(py, || pure::requires_review(text(incident)?))
}

#[pyfunction]
#[pyo3(signature = (per_call = None, per_account = None))]
fn logs_incident(per_call: Option<bool>, per_account: Option<bool>) -> bool {
    pure::logs_incident(per_call, per_account)
}

#[pyfunction]
#[pyo3(signature = (setting = None))]
fn retention_days(py: Python<'_>, setting: Option<u32>) -> PyResult<u32> {
    run(py, || pure::retention_days(setting))
}

#[pyfunction]
fn sign_webhook(py: Python<'_>, secret: &str, id: &[u8], timestamp_s: i64, body: &[u8]) -> PyResult<String> {
    run(py, || pure::sign_webhook(&WebhookDelivery { secret, id: text(id)?, timestamp_s, body }))
}

#[pyfunction]
#[pyo3(signature = (secret, id, timestamp_s, body, service_signature, webhook_signature, now_s, tolerance_s))]
#[expect(clippy::too_many_arguments, reason = "the Python side has the names")]
fn verify_webhook(
    py: Python<'_>,
    secret: &str,
    id: &[u8],
    timestamp_s: i64,
    body: &[u8],
    service_signature: Option<&str>,
    webhook_signature: Option<&str>,
    now_s: i64,
    tolerance_s: u64,
) -> PyResult<()> {
    run(py, || {
        let delivery = WebhookDelivery { secret, id: text(id)?, timestamp_s, body };
        pure::verify_webhook(&delivery, service_signature, webhook_signature, now_s, tolerance_s)
    })
}

#[pyfunction]
#[pyo3(signature = (event, attempt, status = None))]
fn after_attempt(py: Python<'_>, event: &str, attempt: u32, status: Option<u16>) -> PyResult<String> {
    run(py, || pure::after_attempt(event, attempt, status))
}

#[pyfunction]
fn alert(py: Python<'_>, level: &str) -> PyResult<Option<&'static str>> {
    run(py, || pure::alert(level))
}

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for function in [
        wrap_pyfunction!(assess, module)?,
        wrap_pyfunction!(assess_multi, module)?,
        wrap_pyfunction!(assess_batch, module)?,
        wrap_pyfunction!(assess_continued, module)?,
        wrap_pyfunction!(action_plan, module)?,
        wrap_pyfunction!(incident_report, module)?,
        wrap_pyfunction!(prescreen, module)?,
        wrap_pyfunction!(helplines, module)?,
        wrap_pyfunction!(countries, module)?,
        wrap_pyfunction!(credits, module)?,
        wrap_pyfunction!(read_zone, module)?,
        wrap_pyfunction!(read_barcode, module)?,
        wrap_pyfunction!(check_national_id, module)?,
        wrap_pyfunction!(verify, module)?,
        wrap_pyfunction!(judge_synthetic, module)?,
        wrap_pyfunction!(evaluate_rules, module)?,
        wrap_pyfunction!(review, module)?,
        wrap_pyfunction!(requires_review, module)?,
        wrap_pyfunction!(logs_incident, module)?,
        wrap_pyfunction!(retention_days, module)?,
        wrap_pyfunction!(sign_webhook, module)?,
        wrap_pyfunction!(verify_webhook, module)?,
        wrap_pyfunction!(after_attempt, module)?,
        wrap_pyfunction!(alert, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}
