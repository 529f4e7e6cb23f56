//! Prescreen lexicon: phrases by which a client may skip a call, or must tell what it saw (reference, lexicon).
//!
//! A match never judges. Benign phrases that make up a whole text let the caller skip the analysis; any other match
//! is sent along as `prescreen_flags`, a weak prior that lifts and never lowers a verdict (Q61).

mod javascript;
mod prescreen;
mod read;
#[cfg(test)]
mod tests;

use crate::language::Language;
use crate::taxonomy::Detector;
use javascript::Pattern;
pub use prescreen::{LexiconMatch, Prescreen};
use serde::{Serialize, Serializer};

/// A versioned list of phrases. The shipped ones are `models/lexicon`, one file per language.
///
/// ```
/// use wardlight_core::lexicon::Lexicon;
/// use wardlight_core::Detector;
/// let lexicon = Lexicon::from_json(r#"{"version": "2026.11.001", "entries": [
///     {"id": "hi", "pattern": "hi", "type": "phrase", "flag": "BENIGN_CONTENT", "weight": -1,
///      "languages": ["en"], "endpoints": ["*"]},
///     {"id": "secret", "pattern": "our little secret", "type": "phrase", "flag": "SECRECY_REQUEST", "weight": 0.7,
///      "languages": ["en"], "endpoints": ["grooming"]}
/// ]}"#).unwrap();
/// assert!(lexicon.prescreen("Hi!", Detector::Grooming, None).benign_only);
///
/// let told = lexicon.prescreen("Hi, this is our little secret", Detector::Grooming, None);
/// assert!(!told.benign_only);
/// assert_eq!(told.max_positive_weight.get(), 0.7);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Lexicon {
    /// Year, month and number, `2026.11.001`. Every edit raises it.
    pub version: String,
    /// In the order of the file; ids are unique.
    pub entries: Vec<LexiconEntry>,
    /// How a client uses it.
    pub usage: Usage,
}

/// One phrase.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LexiconEntry {
    /// Up to 128 characters; stable over versions.
    pub id: String,
    /// The phrase, up to 200 characters, or the regular expression, up to 500.
    pub pattern: String,
    /// How the pattern is read.
    #[serde(rename = "type")]
    pub kind: PatternKind,
    /// A tag of its detectors, or `BENIGN_CONTENT`.
    pub flag: String,
    /// -1 for benign phrases, 0..=1 for the others.
    pub weight: f64,
    /// Languages that it holds for; `None` is every one, `*` on the wire.
    #[serde(serialize_with = "all_or_some")]
    pub languages: Option<Vec<Language>>,
    /// Detectors that it holds for; `None` is every one, `*` on the wire.
    #[serde(serialize_with = "all_or_some")]
    pub endpoints: Option<Vec<Detector>>,
    /// The pattern as it is compared.
    #[serde(skip)]
    matcher: Matcher,
}

/// How a pattern is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PatternKind {
    /// Words, found whatever their case.
    Phrase,
    /// A regular expression of JavaScript's flavour with the flag `i`, run on the text as it is. Look-around and
    /// back-references are refused, so that no text can make it slow. `\b` knows the letters of English only.
    Regex,
}

/// A pattern made ready.
#[derive(Debug, Clone, PartialEq)]
enum Matcher {
    /// The folded phrase.
    Phrase(String),
    Regex(Pattern),
}

/// What a client does with the result, in the words of the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Usage {
    /// When the call may be skipped.
    pub short_circuit_when: &'static str,
    /// When the matches must be sent along.
    pub attach_when: &'static str,
    /// The field of the request that carries them.
    pub request_field: &'static str,
}

impl LexiconEntry {
    /// A harmless phrase.
    pub fn is_benign(&self) -> bool {
        self.flag == BENIGN
    }
}

fn all_or_some<T: Serialize, S: Serializer>(list: &Option<Vec<T>>, serializer: S) -> Result<S::Ok, S::Error> {
    match list {
        None => [ALL].serialize(serializer),
        Some(list) => list.serialize(serializer),
    }
}

/// The flag of every benign phrase.
const BENIGN: &str = "BENIGN_CONTENT";
/// Every language, or every detector.
const ALL: &str = "*";
const USAGE: Usage = Usage {
    short_circuit_when: "benign_only",
    attach_when: "max_positive_weight > 0",
    request_field: "prescreen_flags",
};
