//! Reads a JSON object field by field, with errors that name the field and never its content.
//!
//! serde's own messages quote the offending value, which may be a child's words; hence this reader.

use crate::error::{Code, Error, Result};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// The fields of one JSON object that have not been read yet.
pub(crate) struct Fields {
    /// What is read, as errors call it.
    document: &'static str,
    /// Place of the object in it, empty for the whole.
    at: String,
    map: Map<String, Value>,
}

impl Fields {
    /// Starts reading `value`, which must be an object; `at` is its place, empty for the body.
    pub(crate) fn of(value: Value, at: &str) -> Result<Self> {
        Self::read("the request", value, at)
    }

    /// Starts reading a document that is no request.
    pub(crate) fn of_document(value: Value, document: &'static str) -> Result<Self> {
        Self::read(document, value, "")
    }

    /// Starts reading an object inside the same document.
    pub(crate) fn inner(&self, value: Value, at: &str) -> Result<Self> {
        Self::read(self.document, value, at)
    }

    fn read(document: &'static str, value: Value, at: &str) -> Result<Self> {
        match value {
            Value::Object(map) => Ok(Fields { document, at: at.to_owned(), map }),
            other => Err(wrong_type(if at.is_empty() { document } else { at }, "an object", &other)),
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

    /// A number within `range`.
    pub(crate) fn number(&mut self, names: &[&str], range: RangeInclusive<f64>) -> Result<Option<f64>> {
        let Some((path, value)) = self.take(names)? else { return Ok(None) };
        match value.as_f64() {
            Some(number) if range.contains(&number) => Ok(Some(number)),
            Some(_) => Err(out_of_range(&path, range.start(), range.end())),
            None => Err(wrong_type(&path, "a number", &value)),
        }
    }

    /// A whole number within `range`.
    pub(crate) fn count(&mut self, names: &[&str], range: RangeInclusive<usize>) -> Result<Option<usize>> {
        let Some((path, value)) = self.take(names)? else { return Ok(None) };
        match value.as_u64().and_then(|number| usize::try_from(number).ok()) {
            Some(number) if range.contains(&number) => Ok(Some(number)),
            _ if value.as_i64().is_some() || value.as_u64().is_some() => {
                Err(out_of_range(&path, range.start(), range.end()))
            }
            _ => Err(wrong_type(&path, "a whole number", &value)),
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
            Some((path, value)) => self.inner(value, &path).map(Some),
        }
    }

    /// Fails on the first field that nobody asked for.
    pub(crate) fn finish(self) -> Result<()> {
        let Some(name) = self.map.keys().next() else { return Ok(()) };
        // A key is normally schema, but a hostile one may be content.
        Err(Error::invalid(if is_plain(name) {
            format!("{} is not a field of {}", self.path(name), self.document.replace("the ", "this "))
        } else {
            format!(
                "{} has a field with a name of {} characters that is not known",
                self.place(),
                name.chars().count()
            )
        }))
    }

    /// Where this object stands, for errors.
    pub(crate) fn place(&self) -> &str {
        if self.at.is_empty() { self.document } else { &self.at }
    }

    /// Where `name` stands, for errors.
    pub(crate) fn path(&self, name: &str) -> String {
        if self.at.is_empty() { name.to_owned() } else { format!("{}.{name}", self.at) }
    }
}

/// Parses JSON; the error gives the position only.
pub(crate) fn parse_json(json: &str) -> Result<Value> {
    serde_json::from_str(json)
        .map_err(|error| Error::new(Code::MalformedJson, format!("not valid JSON at {}", place(&error))))
}

/// As [`parse_json`]; the error says what was parsed.
pub(crate) fn parse_part(json: &str, what: &str) -> Result<Value> {
    serde_json::from_str(json).map_err(|error| {
        Error::new(Code::MalformedJson, format!("{what} is not valid JSON at {}", place(&error)))
    })
}

fn place(error: &serde_json::Error) -> String {
    format!("line {}, column {}", error.line(), error.column())
}

/// Parses TOML into the same values as JSON; the error gives the position only.
pub(crate) fn parse_toml(text: &str) -> Result<Value> {
    let table: toml::Table = toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Error::new(Code::MalformedToml, format!("not valid TOML at line {line}, column {column}"))
    })?;
    Ok(plain(toml::Value::Table(table)))
}

/// What JSON cannot say becomes a string, which no key takes: dates, and numbers that are not finite.
fn plain(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Float(number) => {
            serde_json::Number::from_f64(number).map_or_else(|| number.to_string().into(), Value::Number)
        }
        toml::Value::Boolean(value) => Value::Bool(value),
        toml::Value::Datetime(time) => time.to_string().into(),
        toml::Value::Array(items) => items.into_iter().map(plain).collect(),
        toml::Value::Table(table) => table.into_iter().map(|(key, value)| (key, plain(value))).collect(),
    }
}

/// A short plain name, which an error may repeat: anything else may be content.
pub(crate) fn is_plain(name: &str) -> bool {
    name.len() <= 40 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

/// Reads one word of a list that stands at `path`.
pub(crate) fn word<T>(item: &Value, path: &str, read: impl Fn(&str, &str) -> Result<T>) -> Result<T> {
    read(path, item.as_str().ok_or_else(|| wrong_type(path, "a string", item))?)
}

fn out_of_range(path: &str, least: &impl std::fmt::Display, most: &impl std::fmt::Display) -> Error {
    Error::invalid(format!("{path} must lie within {least}..={most}"))
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
