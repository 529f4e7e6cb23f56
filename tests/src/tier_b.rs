//! Tier B: requests through a real model, compared within a tolerance.

use crate::compare::{Tolerance, differences};
use crate::vector::Expect;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;
use wardlight_core::Detector;

/// `requests.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requests {
    /// At least one.
    pub requests: Vec<NamedRequest>,
}

/// A request without signals.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedRequest {
    /// Unique.
    pub id: String,
    /// The detector that is asked.
    pub detector: Detector,
    /// The JSON body.
    pub request: Value,
}

/// `<model>.json`: what one model answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// `name@version`, as in the result's `model_version`.
    pub model: String,
    /// How far a number may lie from the recorded one.
    pub tolerance: f64,
    /// One part of a result per request, by id.
    pub results: BTreeMap<String, Map<String, Value>>,
}

/// Reads a JSON file.
///
/// # Errors
/// One line that names the file.
pub fn read_json<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Asks `answer` every request; one line per difference from what was recorded.
pub fn run_tier_b(
    requests: &Requests,
    recorded: &Recorded,
    answer: impl Fn(Detector, &Value) -> Value,
) -> Vec<String> {
    let mut faults = Vec::new();
    for NamedRequest { id, detector, request } in &requests.requests {
        let Some(expected) = recorded.results.get(id) else {
            faults.push(format!("{id}: nothing is recorded"));
            continue;
        };
        match Expect::try_from(expected.clone()) {
            Ok(expect) => {
                let found = differences(&expect, &answer(*detector, request), Tolerance(recorded.tolerance));
                faults.extend(found.into_iter().map(|difference| format!("{id}: {difference}")));
            }
            Err(error) => faults.push(format!("{id}: {error}")),
        }
    }
    let asked = |id: &String| requests.requests.iter().any(|request| request.id == *id);
    faults.extend(recorded.results.keys().filter(|id| !asked(id)).map(|id| format!("{id}: no such request")));
    faults
}

/// Records what a model answers: the fields that an application branches on.
///
/// A level that lies within the tolerance of a border depends on the processor, so it is left out, with
/// what follows from it.
pub fn record(requests: &Requests, model: &str, answer: impl Fn(Detector, &Value) -> Value) -> Recorded {
    let results = requests.requests.iter().map(|NamedRequest { id, detector, request }| {
        let result = answer(*detector, request);
        let risk = result.get("risk_score").and_then(Value::as_f64).unwrap_or_default();
        let near = BORDERS.iter().any(|border| (risk - border).abs() <= RECORDED_TOLERANCE);
        let steady = FIELDS.iter().chain(if near { &[] as &[&str] } else { BY_LEVEL });
        let fields = steady.filter_map(|name| Some(((*name).to_owned(), result.get(*name)?.clone())));
        (id.clone(), fields.collect())
    });
    Recorded { model: model.to_owned(), tolerance: RECORDED_TOLERANCE, results: results.collect() }
}

const RECORDED_TOLERANCE: f64 = 0.02;
const BORDERS: [f64; 4] = [0.3, 0.5, 0.7, 0.9];
const FIELDS: &[&str] =
    &["analysis_status", "credits_used", "detected_language", "endpoint", "language", "risk_score"];
const BY_LEVEL: &[&str] = &["detected", "level", "recommended_action", "verdict_capped"];
