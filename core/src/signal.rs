//! What a detector may say. Detectors observe; the pipeline decides.

use crate::emotion::{Emotion, Valence};
use crate::language::Language;
use crate::score::Score;
use crate::tags::Tag;
use crate::taxonomy::{Detector, Framing, SpeakerRole, Tactic};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One observation about one place in the request.
///
/// ```
/// use wardlight_core::{Signal, Source};
/// let signal: Signal = serde_json::from_str(
///     r#"{"label":"grooming/secrecy_request","probability":0.91,"message_index":4,"span":[0,12]}"#,
/// ).unwrap();
/// assert_eq!(signal.message_index, Some(4));
/// assert_eq!(signal.source, Source::Model);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Signal {
    /// What was observed.
    pub label: Observation,
    /// Calibrated probability that the observation is true.
    pub probability: Score,
    /// Index into the submitted messages; absent for a single text or for the whole conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_index: Option<usize>,
    /// Index into `context.conversation_history` instead; such signals inform, they never accuse.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history_index: Option<usize>,
    /// Byte range of the evidence in the original text of that message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// Where the observation comes from.
    #[serde(default)]
    pub source: Source,
    /// Seen only after fragments of one or two characters had been joined; scores lower.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reassembled: bool,
}

impl Signal {
    /// A model signal about the whole text or conversation.
    pub fn new(label: Observation, probability: f64) -> Self {
        Signal {
            label,
            probability: Score::new(probability),
            message_index: None,
            history_index: None,
            span: None,
            source: Source::Model,
            reassembled: false,
        }
    }

    /// Where it was observed.
    pub(crate) fn place(&self) -> Place {
        self.history_index.map_or(Place::Content(self.message_index), Place::History)
    }

    /// The same signal, about message `index`.
    #[must_use]
    pub fn at(mut self, index: usize) -> Self {
        self.message_index = Some(index);
        self
    }

    /// The same signal, with its evidence at bytes `start..end` of the original text.
    #[must_use]
    pub fn with_span(mut self, start: usize, end: usize) -> Self {
        self.span = Some(Span(start, end));
        self
    }

    /// The same signal from another source.
    #[must_use]
    pub fn from_source(mut self, source: Source) -> Self {
        self.source = source;
        self
    }
}

/// Where a signal was observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// In a submitted message; `None` is a single text, or the conversation as a whole.
    Content(Option<usize>),
    /// In a message of the history.
    History(usize),
}

/// A byte range `start..end` in the original UTF-8 text. A range that does not fall on character
/// boundaries, or past the end, is ignored when evidence is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Span(pub usize, pub usize);

impl Span {
    /// The text under the span, if the span is valid for `text`.
    pub fn slice(self, text: &str) -> Option<&str> {
        text.get(self.0..self.1)
    }
}

/// Where a signal comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A trained model.
    #[default]
    Model,
    /// A word or phrase list.
    Lexicon,
    /// A pattern in the text or the conversation, such as a stated age.
    Structure,
    /// Facts about the content, such as its declared origin.
    Metadata,
}

/// What was observed. Written as one label string, the same in signals and model bundles:
/// `bullying`, `bullying/THREAT`, `grooming/secrecy_request`, `framing/play`, `role/enacting`,
/// `age/13`, `emotion/joy`, `valence/pleasant`, `language/es`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Observation {
    /// The detector's harm is present.
    Harm(Detector),
    /// The harm is of this kind.
    Tag(Tag),
    /// A grooming tactic is used.
    Tactic(Tactic),
    /// The words are framed in this way.
    Framing(Framing),
    /// Who speaks in a bullying message.
    Role(SpeakerRole),
    /// The sender of this message states their own age in whole years.
    DeclaredAge(u8),
    /// The words sound like this emotion; heard by the emotions detector only.
    Emotion(Emotion),
    /// The words feel pleasant or unpleasant; heard by the emotions detector only.
    Valence(Valence),
    /// The text is written in this language.
    Language(Language),
}

impl fmt::Display for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Observation::Harm(detector) => write!(f, "{detector}"),
            Observation::Tag(tag) => write!(f, "{}/{}", tag.info().detector, tag.info().tag),
            Observation::Tactic(tactic) => write!(f, "grooming/{tactic}"),
            Observation::Framing(framing) => write!(f, "framing/{framing}"),
            Observation::Role(role) => write!(f, "role/{role}"),
            Observation::DeclaredAge(years) => write!(f, "age/{years}"),
            Observation::Emotion(emotion) => write!(f, "emotion/{emotion}"),
            Observation::Valence(valence) => write!(f, "valence/{valence}"),
            Observation::Language(language) => write!(f, "language/{}", language.code()),
        }
    }
}

/// A label that names no observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "not an observation label; known forms are <detector>, <detector>/<TAG>, grooming/<tactic>, framing/<name>, role/<name>, age/<years>, emotion/<name>, valence/<name>, language/<code>"
)]
pub struct UnknownLabel;

impl FromStr for Observation {
    type Err = UnknownLabel;

    fn from_str(label: &str) -> Result<Self, UnknownLabel> {
        let Some((group, name)) = label.split_once('/') else {
            return label.parse().map(Observation::Harm).map_err(|_| UnknownLabel);
        };
        let observation = match group {
            "grooming" => name.parse().ok().map(Observation::Tactic),
            "framing" => name.parse().ok().map(Observation::Framing),
            "role" => name.parse().ok().map(Observation::Role),
            "age" => name.parse().ok().map(Observation::DeclaredAge),
            "emotion" => name.parse().ok().map(Observation::Emotion),
            "valence" => name.parse().ok().map(Observation::Valence),
            "language" => Language::from_code(name).map(Observation::Language),
            detector => {
                detector.parse().ok().and_then(|detector| Tag::find(detector, name)).map(Observation::Tag)
            }
        };
        observation.ok_or(UnknownLabel)
    }
}

impl TryFrom<String> for Observation {
    type Error = UnknownLabel;

    fn try_from(label: String) -> Result<Self, UnknownLabel> {
        label.parse()
    }
}

impl From<Observation> for String {
    fn from(observation: Observation) -> String {
        observation.to_string()
    }
}
