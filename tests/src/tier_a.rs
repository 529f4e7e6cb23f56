//! Tier A: signals through the pure pipeline, compared exactly.

use crate::compare::{Tolerance, differences};
use crate::vector::Vector;
use serde_json::{Value, json};
use wardlight_core::{Request, assess};

/// Runs one vector; every difference, or none.
pub fn run_tier_a(vector: &Vector) -> Vec<String> {
    let actual = match judge(vector) {
        Ok(actual) => actual,
        Err(error) => return vec![format!("the result cannot be written as JSON: {error}")],
    };
    let mut found = differences(&vector.expect, &actual, Tolerance::EXACT);
    // No vector's error may repeat what was sent; the invalid ones send canary words.
    if actual.get("error").is_some_and(|error| error.to_string().contains("canary")) {
        found.push("error: repeats content of the request".to_owned());
    }
    found
}

fn judge(vector: &Vector) -> serde_json::Result<Value> {
    match Request::from_json(vector.given.detector, &vector.given.body()) {
        Ok(request) => serde_json::to_value(assess(&request, &vector.given.signals, &vector.given.policy)),
        Err(error) => Ok(json!({ "error": serde_json::to_value(&error)? })),
    }
}
