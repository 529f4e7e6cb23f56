//! Lexicon files, read field by field; errors name the entry and never repeat a phrase.

use super::javascript::{Fault, Pattern};
use super::prescreen::fold;
use super::{ALL, BENIGN, Lexicon, LexiconEntry, Matcher, PatternKind, USAGE};
use crate::error::{Code, Error, Result};
use crate::fields::{Fields, is_plain, parse_json, word, wrong_type};
use crate::language::Language;
use crate::taxonomy::Detector;
use serde_json::Value;
use std::collections::BTreeSet;

impl Lexicon {
    /// Reads a lexicon: `{version, entries}`, and `usage`, which is not needed.
    ///
    /// # Errors
    /// [`Code::MalformedJson`] when it is not JSON; [`Code::InvalidInput`] for a field that is missing, not known or of
    /// a wrong value, and an id given twice; [`Code::TooManyItems`] and [`Code::TextTooLong`] past a limit. For an
    /// entry of type `regex`, named by its id: [`Code::UnsupportedFeature`] for look-around, back-references and other
    /// parts of JavaScript's flavour that are not run here, [`Code::PatternTooLarge`] when it compiles to too much, and
    /// [`Code::InvalidInput`] when it cannot be read, matches every text, or is benign and does not spell out its words.
    pub fn from_json(text: &str) -> Result<Self> {
        Self::from_value(parse_json(text)?)
    }

    /// Reads a parsed lexicon.
    ///
    /// # Errors
    /// As [`Lexicon::from_json`].
    pub fn from_value(value: Value) -> Result<Self> {
        let mut fields = Fields::of_document(value, "the lexicon")?;
        let version = fields.string(&["version"], MAX_ID_CHARS)?;
        let version = required(&fields, "version", version)?;
        if !is_version(&version) {
            return Err(Error::invalid("version must be year, month and number: 2026.11.001"));
        }
        let Some((path, items)) = fields.list(&["entries"], MAX_ENTRIES)? else {
            return Err(Error::invalid("entries is missing"));
        };
        let items = items.into_iter().enumerate();
        let read = items.map(|(i, item)| read_entry(fields.inner(item, &format!("{path}[{i}]"))?));
        let entries = read.collect::<Result<Vec<_>>>()?;
        let regexes = entries.iter().filter(|entry| entry.kind == PatternKind::Regex).count();
        if regexes > MAX_REGEXES {
            return Err(Error::new(
                Code::TooManyItems,
                format!("{path} has {regexes} of type regex; the limit is {MAX_REGEXES}"),
            ));
        }
        fields.take(&["usage"])?;
        fields.finish()?;
        distinct(Lexicon { version, entries, usage: USAGE })
    }

    /// Several lexicons as one, with the latest version among theirs.
    ///
    /// # Errors
    /// [`Code::InvalidInput`] when there are none, or an id occurs twice.
    pub fn joined(lexicons: impl IntoIterator<Item = Lexicon>) -> Result<Self> {
        let join = |mut all: Lexicon, next: Lexicon| {
            all.version = all.version.max(next.version);
            all.entries.extend(next.entries);
            all
        };
        let all = lexicons.into_iter().reduce(join);
        distinct(all.ok_or_else(|| Error::invalid("there is no lexicon to join"))?)
    }
}

fn distinct(lexicon: Lexicon) -> Result<Lexicon> {
    let mut seen = BTreeSet::new();
    match lexicon.entries.iter().position(|entry| !seen.insert(entry.id.as_str())) {
        Some(i) => Err(Error::invalid(format!("entries[{i}].id is given twice"))),
        None => Ok(lexicon),
    }
}

fn read_entry(mut fields: Fields) -> Result<LexiconEntry> {
    let id = fields.string(&["id"], MAX_ID_CHARS)?;
    let id = required(&fields, "id", id)?;
    let kind = fields.string(&["type"], MAX_ID_CHARS)?;
    let kind = kind_of(&fields.path("type"), &required(&fields, "type", kind)?)?;
    let pattern = fields.string(&["pattern"], max_chars(kind))?;
    let pattern = required(&fields, "pattern", pattern)?;
    let flag = fields.string(&["flag"], MAX_ID_CHARS)?;
    let flag = required(&fields, "flag", flag)?;
    let weight = weight(&mut fields, flag == BENIGN)?;
    let languages = some(&mut fields, "languages", |path, code| {
        Language::from_code(code).ok_or_else(|| Error::invalid(format!("{path} is not a language code or *")))
    })?;
    let endpoints = some(&mut fields, "endpoints", |path, id| {
        id.parse::<Detector>().map_err(|_| Error::invalid(format!("{path} is not the id of a detector or *")))
    })?;
    if pattern.trim().is_empty() {
        return Err(Error::invalid(format!("{} is empty", fields.path("pattern"))));
    }
    let matcher = match kind {
        PatternKind::Phrase => Matcher::Phrase(fold(&pattern)),
        PatternKind::Regex => {
            let path = fields.path("pattern");
            let named = if is_plain(&id) { format!("{path} of {id}") } else { path };
            Matcher::Regex(regex(&named, &pattern, flag == BENIGN)?)
        }
    };
    fields.finish()?;
    Ok(LexiconEntry { id, pattern, kind, flag, weight, languages, endpoints, matcher })
}

/// Reads a regular expression; `named` is its place and id.
fn regex(named: &str, pattern: &str, benign: bool) -> Result<Pattern> {
    let pattern = Pattern::read(pattern).map_err(|fault| match fault {
        Fault::Unsupported(why) => {
            Error::new(Code::UnsupportedFeature, format!("{named} {why}; this is not supported here"))
        }
        Fault::Malformed(why) => Error::invalid(format!("{named} {why}")),
        Fault::TooLarge => Error::new(Code::PatternTooLarge, format!("{named} is too large when compiled")),
    })?;
    // A wildcard would let words pass unread that nobody has thought of.
    if benign && !pattern.is_spelled_out {
        let why = "has a wildcard, a range or a negated class; a benign pattern has to spell out its words";
        return Err(Error::invalid(format!("{named} {why}")));
    }
    Ok(pattern)
}

fn max_chars(kind: PatternKind) -> usize {
    match kind {
        PatternKind::Phrase => MAX_PHRASE_CHARS,
        PatternKind::Regex => MAX_REGEX_CHARS,
    }
}

fn kind_of(path: &str, word: &str) -> Result<PatternKind> {
    match word {
        "phrase" => Ok(PatternKind::Phrase),
        "regex" => Ok(PatternKind::Regex),
        _ => Err(Error::invalid(format!("{path} must be one of: phrase, regex"))),
    }
}

/// Benign weighs -1 and nothing else does.
fn weight(fields: &mut Fields, benign: bool) -> Result<f64> {
    let weight = fields.number(&["weight"], -1.0..=1.0)?;
    let weight = required(fields, "weight", weight)?;
    let path = fields.path("weight");
    match (benign, weight) {
        (true, -1.0) | (false, 0.0..=1.0) => Ok(weight),
        (true, _) => Err(Error::invalid(format!("{path} must be -1 for {BENIGN}"))),
        (false, _) => Err(Error::invalid(format!("{path} must lie within 0..=1"))),
    }
}

/// A list of names, or `*` for all of them.
fn some<T>(
    fields: &mut Fields,
    name: &str,
    read: impl Fn(&str, &str) -> Result<T>,
) -> Result<Option<Vec<T>>> {
    let list = fields.list(&[name], MAX_NAMES)?;
    let (path, items) = required(fields, name, list)?;
    if items.is_empty() {
        return Err(Error::invalid(format!("{path} is empty")));
    }
    if items.iter().any(|item| item.as_str() == Some(ALL)) {
        let other = items.iter().position(|item| !item.is_string());
        return match other {
            Some(i) => Err(wrong_type(&format!("{path}[{i}]"), "a string", &items[i])),
            None => Ok(None),
        };
    }
    let items = items.iter().enumerate();
    items.map(|(i, item)| word(item, &format!("{path}[{i}]"), &read)).collect::<Result<_>>().map(Some)
}

fn required<T>(fields: &Fields, name: &str, value: Option<T>) -> Result<T> {
    value.ok_or_else(|| Error::invalid(format!("{} is missing", fields.path(name))))
}

/// Digits with fixed widths, so that versions compare as words.
fn is_version(version: &str) -> bool {
    let widths: Vec<usize> = version.split('.').map(str::len).collect();
    widths == [4, 2, 3] && version.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

const MAX_ENTRIES: usize = 5000;
const MAX_NAMES: usize = 100;
const MAX_ID_CHARS: usize = 128;
const MAX_PHRASE_CHARS: usize = 200;
const MAX_REGEX_CHARS: usize = 500;
/// Bounds what all of them take together when compiled.
const MAX_REGEXES: usize = 200;
