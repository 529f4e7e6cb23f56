//! Reads a JSON object field by field, with errors that name the field and never its content.
//!
//! serde's own messages quote the offending value, which may be a child's words; hence this reader.

use crate::error::{Code, Error, Result};
use serde_json::{Map, Value};

/// The fields of one JSON object that have not been read yet.
pub(crate) struct Fields {
    at: String,
    map: Map<String, Value>,
}

impl Fields {
    /// Starts reading `value`, which must be an object; `at` is its place, empty for the body.
    pub(crate) fn of(value: Value, at: &str) -> Result<Self> {
        match value {
            Value::Object(map) => Ok(Fields { at: at.to_owned(), map }),
            other => Err(wrong_type(if at.is_empty() { "the request" } else { at }, "an object", &other)),
        }
    }

    /// Takes the first of `names` that is present and not null; two spellings at once are an error.
    pub(crate) fn take(&mut self, names: &[&str]) -> Result<Option<(String, Value)>> {
        let mut found = None;
        for name in names {
            match self.map.remove(*name) {
                None | Some(Value::Null) => {}
                Some(value) => {
                    if found.is_some() {
                        return Err(Error::invalid(format!(
                            "{} is given twice, under two spellings ({})",
                            self.path(names[0]),
                            names.join(", ")
                        )));
                    }
                    found = Some((self.path(name), value));
                }
            }
        }
        Ok(found)
    }

    pub(crate) fn string(&mut self, names: &[&str], max_chars: usize) -> Result<Option<String>> {
        let Some((path, value)) = self.take(names)? else { return Ok(None) };
        let Value::String(text) = value else { return Err(wrong_type(&path, "a string", &value)) };
        let chars = text.chars().count();
        if chars > max_chars {
            return Err(Error::too_long(&path, chars, max_chars));
        }
        Ok(Some(text))
    }

    pub(crate) fn boolean(&mut self, names: &[&str]) -> Result<Option<bool>> {
        match self.take(names)? {
            None => Ok(None),
            Some((_, Value::Bool(value))) => Ok(Some(value)),
            Some((path, other)) => Err(wrong_type(&path, "true or false", &other)),
        }
    }

    /// An age in years, 0..=120.
    pub(crate) fn age(&mut self, names: &[&str]) -> Result<Option<f64>> {
        let Some((path, value)) = self.take(names)? else { return Ok(None) };
        match value.as_f64() {
            Some(years) if (0.0..=120.0).contains(&years) => Ok(Some(years)),
            Some(_) => Err(Error::invalid(format!("{path} must lie within 0..=120 years"))),
            None => Err(wrong_type(&path, "a number of years", &value)),
        }
    }

    pub(crate) fn list(&mut self, names: &[&str], max: usize) -> Result<Option<(String, Vec<Value>)>> {
        let Some((path, value)) = self.take(names)? else { return Ok(None) };
        let Value::Array(items) = value else { return Err(wrong_type(&path, "a list", &value)) };
        if items.len() > max {
            return Err(Error::too_many(&path, items.len(), max));
        }
        Ok(Some((path, items)))
    }

    pub(crate) fn object(&mut self, names: &[&str]) -> Result<Option<Fields>> {
        match self.take(names)? {
            None => Ok(None),
            Some((path, value)) => Fields::of(value, &path).map(Some),
        }
    }

    /// Fails on the first field that nobody asked for.
    pub(crate) fn finish(self) -> Result<()> {
        let Some(name) = self.map.keys().next() else { return Ok(()) };
        // A key is normally schema, but a hostile one may be content: only plain short names are echoed.
        let plain =
            name.len() <= 40 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        Err(Error::invalid(if plain {
            format!("{} is not a field of this request", self.path(name))
        } else {
            format!(
                "{} has a field with a name of {} characters that is not known",
                if self.at.is_empty() { "the request" } else { &self.at },
                name.chars().count()
            )
        }))
    }

    /// Where `name` stands, for errors.
    pub(crate) fn path(&self, name: &str) -> String {
        if self.at.is_empty() { name.to_owned() } else { format!("{}.{name}", self.at) }
    }
}

/// Parses JSON; the error gives the position only.
pub(crate) fn parse_json(json: &str) -> Result<Value> {
    serde_json::from_str(json).map_err(|error| {
        Error::new(
            Code::MalformedJson,
            format!("not valid JSON at line {}, column {}", error.line(), error.column()),
        )
    })
}

pub(crate) fn wrong_type(path: &str, wanted: &str, received: &Value) -> Error {
    let received = match received {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    Error::invalid(format!("{path} must be {wanted}; received {received}"))
}
