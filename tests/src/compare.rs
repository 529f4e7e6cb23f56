//! Compares a result with the part of it that a vector asks for.

use crate::vector::Expect;
use serde_json::Value;

/// How far a number may be from the expected one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance(pub f64);

impl Tolerance {
    /// For the pure pipeline: results are rounded to four decimals, so they are equal in every language.
    pub const EXACT: Tolerance = Tolerance(0.0);
}

/// Every difference between `expect` and `actual`, each with its path; none when the result is as asked.
pub fn differences(expect: &Expect, actual: &Value, tolerance: Tolerance) -> Vec<String> {
    let mut found = Vec::new();
    match &expect.error {
        Some(error) => compare("error", error, at(actual, "error"), tolerance, &mut found),
        None if actual.get("error").is_some() => {
            found.push(format!("error: none was expected, received {}", shown(actual.get("error"))));
        }
        None => {}
    }
    for (name, value) in &expect.fields {
        compare(name, value, actual.get(name), tolerance, &mut found);
    }
    for path in &expect.absent {
        if let Some(value) = at(actual, path) {
            found.push(format!("{path}: must be absent, received {}", shown(Some(value))));
        }
    }
    for (path, words) in &expect.contains {
        let value = at(actual, path);
        if !value.and_then(Value::as_str).is_some_and(|text| text.contains(words)) {
            found.push(format!("{path}: must hold {words:?}, received {}", shown(value)));
        }
    }
    found
}

/// Objects are compared by the fields that are asked for, lists entry by entry and in full length,
/// numbers by value, everything else exactly.
fn compare(path: &str, want: &Value, got: Option<&Value>, tolerance: Tolerance, found: &mut Vec<String>) {
    match (want, got) {
        (Value::Object(want), Some(Value::Object(got))) => {
            for (name, value) in want {
                compare(&format!("{path}.{name}"), value, got.get(name), tolerance, found);
            }
        }
        (Value::Array(want), Some(Value::Array(got))) if want.len() == got.len() => {
            for (i, (want, got)) in want.iter().zip(got).enumerate() {
                compare(&format!("{path}[{i}]"), want, Some(got), tolerance, found);
            }
        }
        (Value::Array(want), Some(Value::Array(got))) => {
            found.push(format!("{path}: expected {} entries, received {}", want.len(), got.len()));
        }
        (Value::Number(want), Some(Value::Number(got))) => {
            let near = want.as_f64().zip(got.as_f64()).is_some_and(|(w, g)| (w - g).abs() <= tolerance.0);
            if !near {
                found.push(format!("{path}: expected {want}, received {got}"));
            }
        }
        (want, got) => {
            if got != Some(want) {
                found.push(format!("{path}: expected {}, received {}", shown(Some(want)), shown(got)));
            }
        }
    }
}

/// The value at a dotted path.
fn at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(value, |value, name| value.get(name))
}

/// A value as it is printed in a difference, cut to a line.
fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| value.to_string().chars().take(200).collect())
}
