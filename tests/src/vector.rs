//! The shape of a vector file, as `vectors/schema.json` describes it.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use wardlight_core::{Detector, Policy, Signal};

/// One file: vectors of one theme.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VectorFile {
    /// Name of the file without its extension.
    pub theme: String,
    /// At least one.
    pub vectors: Vec<Vector>,
}

/// One case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vector {
    /// `theme/name`, unique over all files.
    pub id: String,
    /// The rule in one sentence.
    pub why: String,
    /// The line of the specification, or the adopted default, that asks for it.
    pub source: String,
    /// What goes in.
    pub given: Given,
    /// What has to come out.
    pub expect: Expect,
}

/// What goes in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The detector that is asked.
    pub detector: Detector,
    /// The JSON body.
    #[serde(default)]
    pub request: Value,
    /// The body as characters, where it is not valid JSON; takes the place of `request`.
    #[serde(default)]
    pub raw: Option<String>,
    /// What the detectors observed.
    #[serde(default)]
    pub signals: Vec<Signal>,
    /// Numbers that differ from the default policy.
    #[serde(default)]
    pub policy: Policy,
}

impl Given {
    /// The body as it goes over the wire.
    pub fn body(&self) -> String {
        self.raw.clone().unwrap_or_else(|| self.request.to_string())
    }
}

/// What has to come out: a part of the result, or an error.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub struct Expect {
    /// Fields of the result, compared recursively; fields that are not named may hold anything.
    pub fields: Map<String, Value>,
    /// Dotted paths of fields that must be missing.
    pub absent: Vec<String>,
    /// Dotted paths of strings that must hold these words.
    pub contains: BTreeMap<String, String>,
    /// The error: `code`, `detail`, and `message` where it is part of the contract.
    pub error: Option<Value>,
}

impl TryFrom<Map<String, Value>> for Expect {
    type Error = serde_json::Error;

    fn try_from(mut fields: Map<String, Value>) -> Result<Self, Self::Error> {
        let absent = fields.remove("absent").map(serde_json::from_value).transpose()?.unwrap_or_default();
        let contains = fields.remove("contains").map(serde_json::from_value).transpose()?.unwrap_or_default();
        let error = fields.remove("error");
        Ok(Expect { fields, absent, contains, error })
    }
}

impl Expect {
    /// Nothing is asked: such a vector proves nothing.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.absent.is_empty() && self.contains.is_empty() && self.error.is_none()
    }
}
