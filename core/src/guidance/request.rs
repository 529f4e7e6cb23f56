//! What is asked for: the bodies of the action plan and of the incident report, read field by field.

use super::audience::{Audience, ReportReader};
use crate::error::{Error, Result};
use crate::fields::{Fields, parse_json};
use crate::level::Level;
use crate::limits::Limits;
use crate::request::{Content, Context, Message, Request, Tracking, read};
use crate::taxonomy::Detector;
use serde_json::Value;
use std::fmt;

/// Asks for an [`ActionPlan`](super::ActionPlan).
#[derive(Clone, PartialEq)]
pub struct ActionPlanRequest {
    /// What happened, in the caller's words. Picks the advice; never quoted.
    pub situation: String,
    /// Field `role` or `audience`; a parent by default.
    pub audience: Audience,
    /// `low` to `critical`.
    pub severity: Option<Level>,
    /// Whom it is about; a `child_age` at top level goes before the one in `context`.
    pub about: Circumstances,
}

/// Asks for an [`IncidentReport`](super::IncidentReport).
#[derive(Clone, PartialEq)]
pub struct IncidentReportRequest {
    /// The messages, oldest first; at least one.
    pub messages: Vec<ReportMessage>,
    /// Field `meta.type`: what the reporter calls it. Used when it is a concern or a detector.
    pub incident_type: Option<String>,
    /// Field `meta.occurred_at` or `meta.occurredAt`; repeated in the summary when it is a date or time in digits.
    pub occurred_at: Option<String>,
    /// Field `meta.notes`; accepted, never repeated.
    pub notes: Option<String>,
    /// Field `audience`; a school by default.
    pub reader: ReportReader,
    /// Whom it is about; `meta.child_age` goes before the one in `context`.
    pub about: Circumstances,
}

/// Whom guidance is about, and what comes back: what both requests have in common.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Circumstances {
    /// Field `context`; `language`, `country`, `age_group` and `child_age` count.
    pub context: Context,
    /// Fields that are echoed.
    pub tracking: Tracking,
}

/// One message of an incident.
#[derive(Clone, PartialEq)]
pub struct ReportMessage {
    /// Who wrote it: any name or role.
    pub sender: String,
    /// The words.
    pub text: String,
}

impl ActionPlanRequest {
    /// A plan for `audience` about `situation`, everything else at its default.
    pub fn new(audience: Audience, situation: impl Into<String>) -> Self {
        ActionPlanRequest {
            situation: situation.into(),
            audience,
            severity: None,
            about: Circumstances::default(),
        }
    }

    /// Parses a JSON body with the default [`Limits`].
    ///
    /// # Errors
    /// As [`Request::from_json`]; messages carry no content.
    pub fn from_json(json: &str) -> Result<Self> {
        Self::from_value(parse_json(json)?, &Limits::default())
    }

    /// Reads a parsed body within `limits`.
    ///
    /// # Errors
    /// As [`Request::from_json`].
    pub fn from_value(body: Value, limits: &Limits) -> Result<Self> {
        let mut fields = Fields::of(body, "")?;
        let situation = fields.string(&["situation"], limits.text_chars)?;
        let situation = situation.ok_or_else(|| Error::invalid("situation is missing"))?;
        if situation.trim().is_empty() {
            return Err(Error::invalid("situation is empty"));
        }
        let audience = match fields.string(&["role", "audience"], limits.name_chars)?.as_deref() {
            None => Audience::Parent,
            Some("professional") => Audience::Educator,
            Some(name) => name
                .parse()
                .map_err(|_| Error::invalid("role must be one of: child, parent, educator, platform"))?,
        };
        let severity = match fields.string(&["severity"], limits.name_chars)? {
            None => None,
            Some(name) => match name.parse() {
                Ok(Level::None) | Err(()) => {
                    return Err(Error::invalid("severity must be one of: low, medium, high, critical"));
                }
                Ok(level) => Some(level),
            },
        };
        let child_age = fields.age(&["child_age", "childAge"])?;
        let about = Circumstances::read(fields, child_age, limits)?;
        Ok(ActionPlanRequest { situation, audience, severity, about })
    }

    /// The situation as a request to a detector, to get the verdict that goes into the plan.
    pub fn to_detect(&self, detector: Detector) -> Request {
        self.about.ask(detector, Content::Text(self.situation.clone()))
    }
}

impl IncidentReportRequest {
    /// A report to `reader` about `messages`, everything else at its default.
    pub fn new(reader: ReportReader, messages: Vec<ReportMessage>) -> Self {
        IncidentReportRequest {
            messages,
            incident_type: None,
            occurred_at: None,
            notes: None,
            reader,
            about: Circumstances::default(),
        }
    }

    /// Parses a JSON body with the default [`Limits`].
    ///
    /// # Errors
    /// As [`Request::from_json`]; messages carry no content.
    pub fn from_json(json: &str) -> Result<Self> {
        Self::from_value(parse_json(json)?, &Limits::default())
    }

    /// Reads a parsed body within `limits`.
    ///
    /// # Errors
    /// As [`Request::from_json`].
    pub fn from_value(body: Value, limits: &Limits) -> Result<Self> {
        let mut fields = Fields::of(body, "")?;
        let messages = match fields.list(&["messages"], limits.messages)? {
            None => return Err(Error::invalid("messages is missing")),
            Some((path, items)) if items.is_empty() => {
                return Err(Error::invalid(format!("{path} is empty")));
            }
            Some((path, items)) => items
                .into_iter()
                .enumerate()
                .map(|(i, item)| message(item, &format!("{path}[{i}]"), limits))
                .collect::<Result<_>>()?,
        };
        let reader = match fields.string(&["audience", "role"], limits.name_chars)?.as_deref() {
            None => ReportReader::School,
            Some("counselor") => ReportReader::Counsellor,
            Some(name) => name
                .parse()
                .map_err(|_| Error::invalid("audience must be one of: school, counsellor, moderator"))?,
        };
        let (mut child_age, mut incident_type, mut occurred_at, mut notes) = (None, None, None, None);
        if let Some(mut meta) = fields.object(&["meta"])? {
            child_age = meta.age(&["child_age", "childAge"])?;
            incident_type = meta.string(&["type"], limits.name_chars)?;
            occurred_at = meta.string(&["occurred_at", "occurredAt"], limits.name_chars)?;
            notes = meta.string(&["notes"], limits.text_chars)?;
            meta.finish()?;
        }
        let about = Circumstances::read(fields, child_age, limits)?;
        Ok(IncidentReportRequest { messages, incident_type, occurred_at, notes, reader, about })
    }

    /// The messages as a request to a detector, to get the verdicts that go into the report.
    pub fn to_detect(&self, detector: Detector) -> Request {
        let message = |m: &ReportMessage| Message {
            sender_role: m.sender.clone(),
            text: m.text.clone(),
            sender_age: None,
        };
        self.about.ask(detector, Content::Messages(self.messages.iter().map(message).collect()))
    }
}

impl Circumstances {
    /// Reads what is left of a body, all of which must belong to this.
    fn read(mut fields: Fields, child_age: Option<f64>, limits: &Limits) -> Result<Self> {
        let mut context = read::context(&mut fields, limits)?;
        context.child_age = child_age.or(context.child_age);
        let tracking = read::tracking(&mut fields, limits)?;
        fields.finish()?;
        Ok(Circumstances { context, tracking })
    }

    fn ask(&self, detector: Detector, content: Content) -> Request {
        Request { content, context: self.context.clone(), ..Request::text(detector, "") }
    }
}

fn message(value: Value, at: &str, limits: &Limits) -> Result<ReportMessage> {
    let mut fields = Fields::of(value, at)?;
    let sender = fields.string(&["sender", "sender_role", "role"], limits.name_chars)?;
    let text = fields.string(&["text", "content"], limits.text_chars)?;
    fields.finish()?;
    Ok(ReportMessage {
        sender: sender.ok_or_else(|| Error::invalid(format!("{at}.sender is missing")))?,
        text: text.ok_or_else(|| Error::invalid(format!("{at}.text is missing")))?,
    })
}

/// Derived `Debug` would print private words; these print sizes.
impl fmt::Debug for ActionPlanRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ActionPlanRequest")
            .field("situation", &self.situation.len())
            .field("audience", &self.audience)
            .field("severity", &self.severity)
            .field("context", &self.about.context)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for IncidentReportRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IncidentReportRequest")
            .field("messages", &self.messages.len())
            .field("reader", &self.reader)
            .field("context", &self.about.context)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ReportMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReportMessage({} bytes)", self.text.len())
    }
}
