//! Wording: what people read in a verdict, in English, Spanish, German, French and Portuguese.
//!
//! Every text stands in one row with its five wordings, so a row cannot lack a language: phrases and closed
//! vocabularies are matched without a default, and a test holds the tag table against [`crate::TAGS`].
//! Words describe behaviour; placeholders take names and numbers of this crate, never content.

mod names;
mod phrase;
mod steps;
mod tags;

pub(crate) use phrase::{Phrase, Said};

use crate::draft::{Flag, Harm};
use crate::request::Request;

/// A language that verdicts are worded in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Locale {
    En,
    Es,
    De,
    Fr,
    Pt,
}

impl Locale {
    /// The language that the caller asks for: `context.language` when it is one of the five, English
    /// otherwise. A language that was only detected in the content does not ask: who reads the verdict need
    /// not share it.
    pub(crate) fn asked(request: &Request) -> Locale {
        Locale::for_language(request.context.language)
    }

    /// The language itself when it is one of the five, English otherwise.
    pub(crate) fn for_language(language: Option<crate::language::Language>) -> Locale {
        match language.map(crate::language::Language::code) {
            Some("es") => Locale::Es,
            Some("de") => Locale::De,
            Some("fr") => Locale::Fr,
            Some("pt") => Locale::Pt,
            _ => Locale::En,
        }
    }

    /// A phrase with its places filled.
    pub(crate) fn say(self, said: impl Into<Said>) -> String {
        let said = said.into();
        let words = self.of(said.phrase.words()).to_owned();
        said.values.iter().fold(words, |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    }

    /// A harm inside a sentence.
    pub(crate) fn harm(self, harm: Harm) -> &'static str {
        match (self, harm) {
            // The labels of the wire are the English words.
            (Locale::En, harm) => harm.label(),
            (_, Harm::Tactic(tactic)) => self.of(names::tactic(tactic)),
            (_, Harm::Tag(tag)) => {
                tags::words(tag).map_or(tag.info().label, |[es, de, fr, pt]| self.of([es, es, de, fr, pt]))
            }
        }
    }

    /// What somebody does: the tag table's words in English, the name of the harm in the other languages.
    pub(crate) fn behaviour(self, harm: Harm) -> &'static str {
        if self == Locale::En { harm.behaviour() } else { self.harm(harm) }
    }

    /// A flag of a message inside a sentence.
    pub(crate) fn flag(self, flag: Flag) -> String {
        match (self, flag) {
            (Locale::En, flag) => flag.as_str().to_lowercase().replace('_', " "),
            (_, Flag::Harm(harm)) => self.harm(harm).to_owned(),
            (_, Flag::Emotion(emotion)) => self.emotion(emotion).to_owned(),
        }
    }

    /// What a detector looks for.
    pub(crate) fn subject(self, detector: crate::taxonomy::Detector) -> &'static str {
        self.of(names::subject(detector))
    }

    /// The same where it is told as behaviour.
    pub(crate) fn concern(self, detector: crate::taxonomy::Detector) -> &'static str {
        if self == Locale::En { names::concern(detector) } else { self.subject(detector) }
    }

    pub(crate) fn level(self, level: crate::level::Level) -> &'static str {
        self.of(names::level(level))
    }

    pub(crate) fn emotion(self, emotion: crate::emotion::Emotion) -> &'static str {
        self.of(names::emotion(emotion))
    }

    pub(crate) fn age_group(self, group: crate::age::AgeGroup) -> &'static str {
        self.of(names::age_group(group))
    }

    /// First steps for whoever is with the child.
    pub(crate) fn steps(self, concern: crate::guidance::Concern) -> Vec<&'static str> {
        steps::steps(concern).iter().map(|&words| self.of(words)).collect()
    }

    /// A number between 0 and 1 with two decimals and the language's decimal sign.
    pub(crate) fn number(self, value: f64) -> String {
        let digits = format!("{value:.2}");
        if self == Locale::En { digits } else { digits.replace('.', ",") }
    }

    fn of(self, words: Words) -> &'static str {
        let [en, es, de, fr, pt] = words;
        match self {
            Locale::En => en,
            Locale::Es => es,
            Locale::De => de,
            Locale::Fr => fr,
            Locale::Pt => pt,
        }
    }
}

/// English, Spanish, German, French, Portuguese.
type Words = [&'static str; 5];
