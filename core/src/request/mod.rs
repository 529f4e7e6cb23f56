//! The request: parsed once at the edge, valid ever after.

pub(crate) mod read;

use crate::age::AgeGroup;
use crate::error::{Code, Error, Result};
use crate::fields::{Fields, parse_json};
use crate::language::Language;
use crate::level::Level;
use crate::limits::Limits;
use crate::score::Score;
use crate::taxonomy::Detector;
use serde_json::{Map, Value};

/// One request to one detector.
///
/// ```
/// use wardlight_core::{AgeGroup, Detector, Request};
/// let request = Request::from_json(Detector::Bullying, r#"{
///     "text": "nobody is saving you a seat",
///     "context": {"age_group": "10-12", "platform": "school chat"},
///     "include_evidence": false
/// }"#).unwrap();
/// assert_eq!(request.context.age_group, Some(AgeGroup::From10To12));
/// assert!(!request.options.include_evidence);
/// ```
#[derive(Clone, PartialEq)]
pub struct Request {
    /// Which detector is asked.
    pub detector: Detector,
    /// What is to be screened.
    pub content: Content,
    /// Who, where and what came before.
    pub context: Context,
    /// How the answer should look.
    pub options: Options,
    /// Fields that are echoed.
    pub tracking: Tracking,
    /// Caller's id of the message, at most 128 characters.
    pub message_id: Option<String>,
    /// Matches of the prescreen lexicon on the caller's side: a weak prior that never lowers a verdict.
    pub prescreen_flags: Vec<PrescreenFlag>,
}

/// What is to be screened.
#[derive(Clone, PartialEq)]
pub enum Content {
    /// One text.
    Text(String),
    /// A conversation, oldest message first.
    Messages(Vec<Message>),
}

/// One message of a conversation.
#[derive(Clone, PartialEq)]
pub struct Message {
    /// `adult`, `child`, `unknown` or any name.
    pub sender_role: String,
    /// The words.
    pub text: String,
    /// Age of the sender in years, if known.
    pub sender_age: Option<f64>,
}

/// Which side of a conversation a message belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    /// The child that is to be protected.
    Child,
    /// Anybody else.
    Other,
}

/// One entry of `context.conversation_history`.
#[derive(Clone, PartialEq)]
pub struct HistoryMessage {
    /// `user`, `contact` or any name.
    pub role: String,
    /// The words.
    pub text: String,
}

/// How far the sender is known to the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SenderTrust {
    /// Identity verified: authority impersonation is not assumed.
    Verified,
    /// Known to the caller; no rule of the specification depends on it.
    Trusted,
    /// Nothing is known.
    #[default]
    Unknown,
}

/// The field `context`.
#[derive(Clone, PartialEq, Default)]
pub struct Context {
    /// Age group of the child; triggers age calibration.
    pub age_group: Option<AgeGroup>,
    /// `age_group` said `adult`: the subject is not a minor.
    pub adult: bool,
    /// Language of the content; detected when absent. The words of the verdict follow it where it is `es`, `de`,
    /// `fr` or `pt`, and are English otherwise. A detected language does not change them.
    pub language: Option<Language>,
    /// Platform name, lower-cased, without an SDK suffix.
    pub platform: Option<String>,
    /// What was said before, oldest first.
    pub conversation_history: Vec<HistoryMessage>,
    /// How far the sender is known.
    pub sender_trust: SenderTrust,
    /// Display name of the sender.
    pub sender_name: Option<String>,
    /// ISO 3166-1 alpha-2, upper case.
    pub country: Option<String>,
    /// Age of the child in years.
    pub child_age: Option<f64>,
    /// Age of the counterpart in years.
    pub participant_age: Option<f64>,
    /// Relation between the participants, such as `classmates`.
    pub relationship: Option<String>,
}

/// The field `options`, merged with the flags that are accepted at top level; `options` wins (Q28).
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Produce `evidence`.
    pub include_evidence: bool,
    /// Lowest level that brings helplines; critical always does.
    pub support_threshold: Level,
    /// Conversation-level verdict only.
    pub verdict_only: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { include_evidence: true, support_threshold: Level::High, verdict_only: false }
    }
}

/// Fields that are echoed and not interpreted.
#[derive(Clone, PartialEq, Default)]
pub struct Tracking {
    /// Caller's id, at most 255 characters.
    pub external_id: Option<String>,
    /// Caller's customer, at most 255 characters.
    pub customer_id: Option<String>,
    /// Free data, at most 20 properties.
    pub metadata: Option<Map<String, Value>>,
    /// Overrides the account's incident logging; never changes a verdict.
    pub incident_moderation_enabled: Option<bool>,
}

/// One positive match of the prescreen lexicon.
#[derive(Clone, PartialEq)]
pub struct PrescreenFlag {
    /// Lexicon entry.
    pub id: String,
    /// What the entry stands for.
    pub flag: String,
    /// Weight within 0..=1.
    pub weight: Score,
}

impl Request {
    /// Parses a JSON body with the default [`Limits`].
    ///
    /// # Errors
    /// [`Code::MalformedJson`], [`Code::InvalidInput`], [`Code::TextTooLong`], [`Code::TooManyItems`],
    /// [`Code::UnsupportedLanguage`], or [`Code::TokenUnknownKey`] for a `continuation_token`, which only
    /// [`ContinuedRequest`](crate::ContinuedRequest) reads, where keys are at hand; messages carry no content.
    pub fn from_json(detector: Detector, json: &str) -> Result<Self> {
        Self::from_value(detector, parse_json(json)?, &Limits::default())
    }

    /// Reads a parsed body within `limits`.
    ///
    /// # Errors
    /// As [`Request::from_json`].
    pub fn from_value(detector: Detector, body: Value, limits: &Limits) -> Result<Self> {
        Self::read(Fields::of(body, "")?, detector, limits)
    }

    /// Reads what is left of a body, all of which must belong to a request.
    pub(crate) fn read(fields: Fields, detector: Detector, limits: &Limits) -> Result<Self> {
        Self::read_over(Options::default(), fields, detector, limits)
    }

    /// As [`Request::read`], with `options` where the body says nothing else.
    pub(crate) fn read_over(
        options: Options,
        mut fields: Fields,
        detector: Detector,
        limits: &Limits,
    ) -> Result<Self> {
        let content = read::content(&mut fields, detector, limits)?;
        let context = read::context(&mut fields, limits)?;
        let options = read::options(&mut fields, options)?;
        let tracking = read::tracking(&mut fields, limits)?;
        let message_id = fields.string(&["message_id"], limits.message_id_chars)?;
        let prescreen_flags = read::prescreen_flags(&mut fields, limits)?;
        let (token, reset) = read::continuation(&mut fields)?;
        if token.is_some() && !reset {
            return Err(Error::new(
                Code::TokenUnknownKey,
                "continuation_token cannot be checked: no key is set up for it; leave it out and send the history once",
            ));
        }
        fields.finish()?;
        Ok(Request { detector, content, context, options, tracking, message_id, prescreen_flags })
    }

    /// A request about one text, everything else at its default.
    pub fn text(detector: Detector, text: impl Into<String>) -> Self {
        Request::new(detector, Content::Text(text.into()))
    }

    /// A request about a conversation, everything else at its default.
    pub fn messages(detector: Detector, messages: Vec<Message>) -> Self {
        Request::new(detector, Content::Messages(messages))
    }

    fn new(detector: Detector, content: Content) -> Self {
        Request {
            detector,
            content,
            context: Context::default(),
            options: Options::default(),
            tracking: Tracking::default(),
            message_id: None,
            prescreen_flags: Vec::new(),
        }
    }

    /// The submitted texts in order: one for a text request, one per message otherwise.
    pub fn texts(&self) -> Vec<&str> {
        match &self.content {
            Content::Text(text) => vec![text],
            Content::Messages(messages) => messages.iter().map(|m| m.text.as_str()).collect(),
        }
    }

    /// The submitted messages; empty for a text request.
    pub fn message_list(&self) -> &[Message] {
        match &self.content {
            Content::Text(_) => &[],
            Content::Messages(messages) => messages,
        }
    }

    /// The side of who speaks under `role`: the one that the role names. Where no message names the child by its role,
    /// the youngest sender is the child, if under 18 and everybody else's age is known or their role says that they are
    /// not (reference, HTTP API 3.2: any other label).
    pub fn party(&self, role: &str) -> Party {
        match party(role) {
            Party::Other if self.child_by_age().is_some_and(|child| same_role(child, role)) => Party::Child,
            named => named,
        }
    }

    fn child_by_age(&self) -> Option<&str> {
        let messages = self.message_list();
        if messages.iter().any(|message| message.party() == Party::Child) {
            return None;
        }
        let minors = messages.iter().filter(|m| m.sender_age.is_some_and(|years| years < 18.0));
        let youngest = minors.reduce(|a, b| if b.sender_age < a.sender_age { b } else { a })?;
        let has_age =
            |role: &str| messages.iter().any(|m| same_role(&m.sender_role, role) && m.sender_age.is_some());
        let known = messages.iter().all(|m| is_no_child(&m.sender_role) || has_age(&m.sender_role));
        (known && !is_no_child(&youngest.sender_role)).then_some(youngest.sender_role.as_str())
    }

    /// Number of texts that count for credits.
    pub fn turns(&self) -> usize {
        match &self.content {
            Content::Text(_) => 1,
            Content::Messages(messages) => messages.len(),
        }
    }

    /// Longer than a conversation analysis accepts: the verdict is `engine_error` and no model runs.
    pub fn exceeds_ceiling(&self, limits: &Limits) -> bool {
        self.detector == Detector::Grooming && self.turns() > limits.max_turns
    }
}

impl Message {
    /// The side that the role names; an unknown role counts as the other side.
    pub fn party(&self) -> Party {
        party(&self.sender_role)
    }
}

impl HistoryMessage {
    /// The side that the role names; an unknown role counts as the other side.
    pub fn party(&self) -> Party {
        party(&self.role)
    }
}

fn same_role(a: &str, b: &str) -> bool {
    a.trim().to_lowercase() == b.trim().to_lowercase()
}

/// Labels of the reference for somebody who is not the child.
fn is_no_child(role: &str) -> bool {
    matches!(role.trim().to_lowercase().as_str(), "adult" | "stranger" | "unknown")
}

fn party(role: &str) -> Party {
    match role.trim().to_lowercase().as_str() {
        "child" | "minor" | "teen" | "kid" | "student" | "pupil" | "victim" | "user" => Party::Child,
        _ => Party::Other,
    }
}

/// Derived `Debug` would print private words; these print sizes.
mod private_debug {
    use super::{Content, Context, HistoryMessage, Message, PrescreenFlag, Request, Tracking};
    use std::fmt;

    impl fmt::Debug for Request {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("Request")
                .field("detector", &self.detector)
                .field("content", &self.content)
                .field("context", &self.context)
                .field("options", &self.options)
                .field("tracking", &self.tracking)
                .field("prescreen_flags", &self.prescreen_flags)
                .finish_non_exhaustive()
        }
    }

    impl fmt::Debug for PrescreenFlag {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "PrescreenFlag({})", self.weight.rounded())
        }
    }

    impl fmt::Debug for Content {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Content::Text(text) => write!(f, "Text({} bytes)", text.len()),
                Content::Messages(messages) => write!(f, "Messages({})", messages.len()),
            }
        }
    }

    impl fmt::Debug for Message {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "Message({} bytes)", self.text.len())
        }
    }

    impl fmt::Debug for HistoryMessage {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "HistoryMessage({} bytes)", self.text.len())
        }
    }

    impl fmt::Debug for Context {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("Context")
                .field("age_group", &self.age_group)
                .field("language", &self.language)
                .field("sender_trust", &self.sender_trust)
                .field("country", &self.country)
                .field("conversation_history", &self.conversation_history.len())
                .finish_non_exhaustive()
        }
    }

    impl fmt::Debug for Tracking {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("Tracking")
                .field("incident_moderation_enabled", &self.incident_moderation_enabled)
                .finish_non_exhaustive()
        }
    }
}
