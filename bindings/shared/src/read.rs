//! Reading what a binding hands over, with errors that never repeat it.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::str::FromStr;
use wardlight::{Code, Detector, Error, Policy, Result, Signal};

/// Parses a body; the error gives the position only.
pub(crate) fn json(text: &str) -> Result<Value> {
    serde_json::from_str(text).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        Error::new(Code::MalformedJson, format!("the body is not valid JSON at {place}"))
    })
}

/// The detector of a call; an unknown name may be content and is not repeated.
pub(crate) fn detector(name: &str) -> Result<Detector> {
    name.parse().map_err(|_| {
        let known: Vec<&str> = Detector::ALL.iter().map(|detector| detector.as_str()).collect();
        Error::new(Code::UnsupportedDetector, format!("not a detector; available: {}", known.join(", ")))
    })
}

/// A policy as JSON; the default one when absent.
pub(crate) fn policy(text: Option<&str>) -> Result<Policy> {
    text.map_or_else(|| Ok(Policy::default()), |text| Policy::from_value(json(text)?))
}

/// A list of signals.
pub(crate) fn signals(value: Value, at: &str) -> Result<Vec<Signal>> {
    let Value::Array(items) = value else { return Err(Error::invalid(format!("{at} must be a list"))) };
    let read = |(i, item)| {
        serde_json::from_value(item).map_err(|_| {
            Error::invalid(format!(
                "{at}[{i}] is no signal: a known label, a probability within 0..=1, and where they apply \
                 message_index, history_index, span (two byte offsets), source, reassembled"
            ))
        })
    };
    items.into_iter().enumerate().map(read).collect()
}

/// What was observed for each of several: a list of signals, or null where the engine failed.
pub(crate) fn observed(text: &str) -> Result<Vec<Result<Vec<Signal>>>> {
    let Value::Array(items) = json(text)? else { return Err(Error::invalid("observed must be a list")) };
    let read = |(i, item)| match item {
        Value::Null => Ok(Err(Error::new(Code::Internal, "the engine failed"))),
        item => signals(item, &format!("observed[{i}]")).map(Ok),
    };
    items.into_iter().enumerate().map(read).collect()
}

/// An object whose fields are taken one by one, so that an error can name the field and nothing else.
pub(crate) struct Object {
    at: &'static str,
    fields: Map<String, Value>,
}

impl Object {
    /// `value` as an object; `at` is what errors call it.
    pub(crate) fn of(value: Value, at: &'static str) -> Result<Object> {
        match value {
            Value::Object(fields) => Ok(Object { at, fields }),
            _ => Err(Error::invalid(format!("{at} must be an object"))),
        }
    }

    /// A field that may be left out or null.
    pub(crate) fn optional<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>> {
        match self.fields.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => serde_json::from_value(value).map(Some).map_err(|_| {
                Error::invalid(format!("{}.{name} does not have the form that it must have", self.at))
            }),
        }
    }

    /// A field that has to be there.
    pub(crate) fn required<T: DeserializeOwned>(&mut self, name: &str) -> Result<T> {
        let value = self.optional(name)?;
        value.ok_or_else(|| Error::invalid(format!("{}.{name} is missing", self.at)))
    }

    /// Refuses what was not asked for; the name of a field may be content and is not repeated.
    pub(crate) fn finish(self) -> Result<()> {
        if self.fields.is_empty() {
            return Ok(());
        }
        Err(Error::invalid(format!("{} has a field that is not known", self.at)))
    }
}

/// A word of a closed vocabulary, which errors list; anything else may be content and is not repeated.
pub(crate) fn word<T: FromStr>(
    text: &str,
    name: &str,
    known: impl Iterator<Item = &'static str>,
) -> Result<T> {
    text.parse().map_err(|_| {
        let known: Vec<&str> = known.collect();
        Error::invalid(format!("{name} must be one of: {}", known.join(", ")))
    })
}
