//! The 32 languages of the specification and their status.

use serde::{Deserialize, Serialize};

/// How far a language can be relied on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LanguageStatus {
    /// Measured and dependable.
    Stable,
    /// Answered, with less evidence behind it.
    Beta,
}

/// One of the 32 supported languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Language(usize);

impl Language {
    /// English, the language assumed when nothing else is known.
    pub const ENGLISH: Language = Language(0);

    /// Every supported language.
    pub fn all() -> impl Iterator<Item = Language> {
        (0..LANGUAGES.len()).map(Language)
    }

    /// Looks up an ISO 639-1 code, ignoring case; `nb` and `nn` read as `no`.
    pub fn from_code(code: &str) -> Option<Language> {
        let code = code.to_ascii_lowercase();
        let code = match code.as_str() {
            "nb" | "nn" => "no",
            other => other,
        };
        LANGUAGES.iter().position(|(known, _)| *known == code).map(Language)
    }

    /// Looks up a language tag by its first part: regional forms such as `pt-BR` name the same language.
    pub fn from_tag(tag: &str) -> Option<Language> {
        Language::from_code(tag.split(['-', '_']).next().unwrap_or_default())
    }

    /// ISO 639-1 code.
    pub fn code(self) -> &'static str {
        LANGUAGES[self.0].0
    }

    /// English name.
    pub fn name(self) -> &'static str {
        LANGUAGES[self.0].1
    }

    /// English is stable, all others are beta (reference, languages.md).
    pub fn status(self) -> LanguageStatus {
        if self == Language::ENGLISH { LanguageStatus::Stable } else { LanguageStatus::Beta }
    }
}

impl TryFrom<String> for Language {
    type Error = String;

    fn try_from(code: String) -> Result<Self, String> {
        Language::from_code(&code).ok_or_else(|| "not one of the 32 supported languages".to_owned())
    }
}

impl From<Language> for String {
    fn from(language: Language) -> String {
        language.code().to_owned()
    }
}

const LANGUAGES: [(&str, &str); 32] = [
    ("en", "English"),
    ("es", "Spanish"),
    ("pt", "Portuguese"),
    ("uk", "Ukrainian"),
    ("sv", "Swedish"),
    ("no", "Norwegian"),
    ("da", "Danish"),
    ("fi", "Finnish"),
    ("de", "German"),
    ("fr", "French"),
    ("nl", "Dutch"),
    ("pl", "Polish"),
    ("it", "Italian"),
    ("tr", "Turkish"),
    ("ro", "Romanian"),
    ("el", "Greek"),
    ("cs", "Czech"),
    ("hu", "Hungarian"),
    ("bg", "Bulgarian"),
    ("hr", "Croatian"),
    ("sk", "Slovak"),
    ("lt", "Lithuanian"),
    ("lv", "Latvian"),
    ("et", "Estonian"),
    ("sl", "Slovenian"),
    ("mt", "Maltese"),
    ("ga", "Irish"),
    ("ar", "Arabic"),
    ("ru", "Russian"),
    ("zh", "Chinese"),
    ("ja", "Japanese"),
    ("ko", "Korean"),
];
