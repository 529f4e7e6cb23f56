//! The sentences, one JSON file per language in `core/data/guidance`: a key and its list of sentences.
//!
//! | key | sentences for |
//! |---|---|
//! | `<reader>.<concern>` | one concern; for a child `child.<concern>.young` and `.older` |
//! | `<reader>.severity.<level>` | how soon to act |
//! | `<reader>.age.<band>` | the age: `young`, `middle`, `teen` |
//! | `<reader>.helpline`, `.directory` | a helpline with `{line}` and `{number}`, or where to find one |
//! | `<reader>.closing` | the last step |
//! | `child.emergency`, `adult.emergency` | danger now, with `{emergency}`; `_unknown` without a number |
//! | `child.unread`, `adult.unread` | nothing could read what the plan is about |
//! | `report.*`, `concern.*`, `level.*` | the summary of a report |
//! | `cue.<concern>` | beginnings of words by which a described situation is recognised, lower case |
//!
//! A new language is one more file and one more row in `FILES`; the tests then name what is missing. Only
//! `cue.*` may differ in length between languages.

use crate::language::Language;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The sentences of one language.
pub(super) struct Catalogue(BTreeMap<String, Vec<String>>);

impl Catalogue {
    /// The sentences under a key; none where the key is unknown.
    pub(super) fn sentences(&self, key: &str) -> &[String] {
        self.0.get(key).map_or(&[], Vec::as_slice)
    }

    /// The sentences under a key as one text, with its places filled.
    pub(super) fn text(&self, key: &str, values: &[(&str, &str)]) -> String {
        fill(&self.sentences(key).join(" "), values)
    }

    #[cfg(test)]
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// Replaces every `{name}` by its value.
pub(super) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

/// The catalogue of the asked language, English where there is none.
pub(super) fn catalogue(language: Option<Language>) -> &'static Catalogue {
    let code = language.map_or("en", Language::code);
    let find = |wanted: &str| all().find(|(code, _)| *code == wanted).map(|(_, catalogue)| catalogue);
    find(code).or_else(|| find("en")).expect("the English catalogue is in the list")
}

/// Every catalogue with its language code.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static Catalogue)> {
    static ALL: LazyLock<Vec<(&str, Catalogue)>> = LazyLock::new(|| {
        let read = |json| serde_json::from_str(json).expect("the shipped catalogues are checked by a test");
        FILES.iter().map(|(code, json)| (*code, Catalogue(read(json)))).collect()
    });
    ALL.iter().map(|(code, catalogue)| (*code, catalogue))
}

const FILES: &[(&str, &str)] = &[
    ("en", include_str!("../../data/guidance/en.json")),
    ("es", include_str!("../../data/guidance/es.json")),
    ("de", include_str!("../../data/guidance/de.json")),
    ("fr", include_str!("../../data/guidance/fr.json")),
    ("pt", include_str!("../../data/guidance/pt.json")),
];
