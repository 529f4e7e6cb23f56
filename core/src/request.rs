//! The request: parsed once at the edge, valid ever after.

use crate::age::AgeGroup;
use crate::error::{Code, Error, Result};
use crate::fields::{Fields, parse_json, wrong_type};
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
    /// Language of the content; detected when absent.
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
    /// [`Code::UnsupportedLanguage`] or [`Code::UnsupportedFeature`]; messages carry no content.
    pub fn from_json(detector: Detector, json: &str) -> Result<Self> {
        Self::from_value(detector, parse_json(json)?, &Limits::default())
    }

    /// Reads a parsed body within `limits`.
    ///
    /// # Errors
    /// As [`Request::from_json`].
    pub fn from_value(detector: Detector, body: Value, limits: &Limits) -> Result<Self> {
        let mut fields = Fields::of(body, "")?;
        let content = read_content(&mut fields, detector, limits)?;
        let context = read_context(&mut fields, limits)?;
        let options = read_options(&mut fields)?;
        let tracking = read_tracking(&mut fields, limits)?;
        let message_id = fields.string(&["message_id"], limits.message_id_chars)?;
        let prescreen_flags = read_prescreen_flags(&mut fields, limits)?;
        let reset = fields.boolean(&["reset_conversation"])?.unwrap_or(false);
        if fields.take(&["continuation_token"])?.is_some() && !reset {
            return Err(Error::new(
                Code::UnsupportedFeature,
                "continuation_token is not available in this version; send the messages of the window instead",
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

fn read_content(fields: &mut Fields, detector: Detector, limits: &Limits) -> Result<Content> {
    let text = fields.string(&["text", "content"], limits.text_chars)?;
    let messages = fields.list(&["messages", "conversation"], limits.messages)?;
    match (text, messages) {
        (Some(_), Some(_)) => Err(Error::invalid("send either text or messages, not both")),
        (None, None) => Err(Error::invalid(match detector {
            Detector::Grooming | Detector::Emotions => "messages is missing",
            _ => "text is missing",
        })),
        (Some(text), None) if text.trim().is_empty() => Err(Error::invalid("text is empty")),
        (Some(text), None) => Ok(Content::Text(text)),
        (None, Some((path, items))) if items.is_empty() => Err(Error::invalid(format!("{path} is empty"))),
        (None, Some((path, items))) => items
            .into_iter()
            .enumerate()
            .map(|(i, item)| read_message(item, &format!("{path}[{i}]"), limits))
            .collect::<Result<_>>()
            .map(Content::Messages),
    }
}

fn read_message(value: Value, at: &str, limits: &Limits) -> Result<Message> {
    let mut fields = Fields::of(value, at)?;
    let sender_role = fields.string(&["sender_role", "role", "senderRole"], limits.name_chars)?;
    let text = fields.string(&["text", "content"], limits.text_chars)?;
    let sender_age = fields.age(&["sender_age", "senderAge"])?;
    fields.finish()?;
    Ok(Message {
        sender_role: sender_role.unwrap_or_else(|| "unknown".to_owned()),
        text: text.ok_or_else(|| Error::invalid(format!("{at}.text is missing")))?,
        sender_age,
    })
}

fn read_context(fields: &mut Fields, limits: &Limits) -> Result<Context> {
    let Some(mut fields) = fields.object(&["context"])? else { return Ok(Context::default()) };
    let name = limits.name_chars;
    let mut context = Context::default();
    if let Some(group) = fields.string(&["age_group", "ageGroup"], name)? {
        if group.trim().eq_ignore_ascii_case("adult") {
            context.adult = true;
        } else {
            let group = group.parse().map_err(|e| Error::invalid(format!("context.{e}")))?;
            context.age_group = Some(group);
        }
    }
    if let Some(code) = fields.string(&["language"], name)? {
        // Regional forms such as pt-BR name the same language.
        let primary = code.split(['-', '_']).next().unwrap_or_default();
        context.language = Some(Language::from_code(primary).ok_or_else(|| {
            Error::new(
                Code::UnsupportedLanguage,
                "context.language is not one of the 32 supported ISO 639-1 codes",
            )
        })?);
    }
    context.platform = fields.string(&["platform"], name)?.map(|p| clean_platform(&p));
    context.conversation_history = read_history(&mut fields, limits)?;
    context.sender_trust = match fields.string(&["sender_trust", "senderTrust"], name)?.as_deref() {
        None | Some("unknown") => SenderTrust::Unknown,
        Some("trusted") => SenderTrust::Trusted,
        Some("verified") => SenderTrust::Verified,
        Some(_) => {
            return Err(Error::invalid("context.sender_trust must be one of: verified, trusted, unknown"));
        }
    };
    context.sender_name = fields.string(&["sender_name", "senderName"], name)?;
    if let Some(country) = fields.string(&["country"], name)? {
        if country.len() != 2 || !country.bytes().all(|b| b.is_ascii_alphabetic()) {
            return Err(Error::invalid("context.country must be an ISO 3166-1 alpha-2 code"));
        }
        context.country = Some(country.to_ascii_uppercase());
    }
    context.child_age = fields.age(&["child_age", "childAge"])?;
    context.participant_age = fields.age(&["participant_age", "participantAge"])?;
    context.relationship = fields.string(&["relationship"], name)?.map(|r| r.trim().to_lowercase());
    fields.finish()?;
    Ok(context)
}

/// SDKs append " - Node SDK" and the like to the platform name.
fn clean_platform(platform: &str) -> String {
    let name = match platform.rsplit_once(" - ") {
        Some((name, suffix)) if suffix.ends_with("SDK") => name,
        _ => platform,
    };
    name.trim().to_lowercase()
}

fn read_history(fields: &mut Fields, limits: &Limits) -> Result<Vec<HistoryMessage>> {
    let names = ["conversation_history", "conversationHistory"];
    let Some((path, items)) = fields.list(&names, limits.messages)? else { return Ok(Vec::new()) };
    let read = |(i, item): (usize, Value)| {
        let at = format!("{path}[{i}]");
        let mut fields = Fields::of(item, &at)?;
        let missing = |name: &str| Error::invalid(format!("{at}.{name} is missing"));
        let role = fields.string(&["role", "sender"], limits.name_chars)?;
        let text = fields.string(&["text", "content"], limits.text_chars)?;
        fields.finish()?;
        Ok(HistoryMessage {
            role: role.ok_or_else(|| missing("role"))?,
            text: text.ok_or_else(|| missing("text"))?,
        })
    };
    items.into_iter().enumerate().map(read).collect()
}

fn read_options(fields: &mut Fields) -> Result<Options> {
    let mut options = Options::default();
    read_flags(fields, &mut options)?;
    if let Some(mut inner) = fields.object(&["options"])? {
        read_flags(&mut inner, &mut options)?;
        inner.finish()?;
    }
    Ok(options)
}

fn read_flags(fields: &mut Fields, options: &mut Options) -> Result<()> {
    if let Some(value) = fields.boolean(&["include_evidence", "includeEvidence"])? {
        options.include_evidence = value;
    }
    if let Some(value) = fields.boolean(&["verdict_only", "verdictOnly"])? {
        options.verdict_only = value;
    }
    if let Some(name) = fields.string(&["support_threshold", "supportThreshold"], 255)? {
        options.support_threshold = match name.parse() {
            Ok(level) if level > Level::None => level,
            _ => {
                return Err(Error::invalid("support_threshold must be one of: low, medium, high, critical"));
            }
        };
    }
    Ok(())
}

fn read_tracking(fields: &mut Fields, limits: &Limits) -> Result<Tracking> {
    let external_id = fields.string(&["external_id", "externalId"], limits.id_chars)?;
    let customer_id = fields.string(&["customer_id", "customerId"], limits.id_chars)?;
    let metadata = match fields.take(&["metadata"])? {
        None => None,
        Some((_, Value::Object(map))) if map.len() <= limits.metadata_properties => Some(map),
        Some((path, Value::Object(map))) => {
            return Err(Error::too_many(&path, map.len(), limits.metadata_properties));
        }
        Some((path, other)) => return Err(wrong_type(&path, "an object", &other)),
    };
    let incident_moderation_enabled =
        fields.boolean(&["incident_moderation_enabled", "incidentModerationEnabled"])?;
    Ok(Tracking { external_id, customer_id, metadata, incident_moderation_enabled })
}

fn read_prescreen_flags(fields: &mut Fields, limits: &Limits) -> Result<Vec<PrescreenFlag>> {
    let Some((path, items)) = fields.list(&["prescreen_flags"], limits.prescreen_flags)? else {
        return Ok(Vec::new());
    };
    let read = |(i, item): (usize, Value)| {
        let at = format!("{path}[{i}]");
        let mut fields = Fields::of(item, &at)?;
        let id = fields.string(&["id"], limits.name_chars)?;
        let flag = fields.string(&["flag"], limits.name_chars)?;
        let weight = fields.take(&["weight"])?;
        fields.finish()?;
        let missing = |name: &str| Error::invalid(format!("{at}.{name} is missing"));
        let weight = match weight.ok_or_else(|| missing("weight"))?.1.as_f64() {
            Some(weight) if (0.0..=1.0).contains(&weight) => Score::new(weight),
            _ => return Err(Error::invalid(format!("{at}.weight must be a number within 0..=1"))),
        };
        Ok(PrescreenFlag {
            id: id.ok_or_else(|| missing("id"))?,
            flag: flag.ok_or_else(|| missing("flag"))?,
            weight,
        })
    };
    items.into_iter().enumerate().map(read).collect()
}
