//! A review call: what a moderator asks for, and why.

use super::IncidentCategory;
use crate::error::{Error, Result};
use crate::fields::{Fields, parse_json};
use crate::level::Level;
use crate::taxonomy::{UnknownName, vocabulary};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;

vocabulary! {
    /// What a moderator does.
    ReviewAction {
        /// The verdict is right.
        Confirm = "confirm",
        /// It is less grave.
        Downgrade = "downgrade",
        /// It is handed on, and may be graver.
        Escalate = "escalate",
        /// It is about something else.
        Reclassify = "reclassify",
        /// Nothing was wrong.
        Dismiss = "dismiss",
        /// It is done.
        Resolve = "resolve",
        /// It is not done after all.
        Reopen = "reopen",
    }
}

vocabulary! {
    /// Why (reference, taxonomy 10).
    ReasonCode {
        /// The verdict was right.
        ConfirmedAccurate = "confirmed_accurate",
        /// It was wrong.
        FalsePositive = "false_positive",
        /// It lacked context.
        OutOfContext = "out_of_context",
        /// It is less grave.
        InsufficientSeverity = "insufficient_severity",
        /// It is about something else.
        IncorrectCategory = "incorrect_category",
        /// The police have to know.
        RequiresLawEnforcement = "requires_law_enforcement",
        /// A parent was told.
        ParentNotified = "parent_notified",
        /// Anything else.
        Other = "other",
    }
}

/// A call that changes an incident.
///
/// The wire's `reason_comment`, which is content, and its `retention_class` are no part of the lifecycle: they are read and
/// dropped.
///
/// ```
/// use wardlight_core::incident::{ReviewAction, ReviewCall};
/// let call = ReviewCall::from_json(
///     r#"{"action": "confirm", "reason_code": "other", "reason_comment": "seen", "moderator_external_id": "anna"}"#,
/// )?;
/// assert_eq!(call.action, ReviewAction::Confirm);
/// # Ok::<(), wardlight_core::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Value")]
pub struct ReviewCall {
    /// What to do.
    pub action: ReviewAction,
    /// Why.
    pub reason_code: ReasonCode,
    /// Required for `downgrade`, optional for `escalate`.
    pub new_risk_level: Option<Level>,
    /// Required for `reclassify`.
    pub new_risk_category: Option<IncidentCategory>,
    /// Who acts: at most 256 characters; `mcp:<agent-name>` for agents and for nobody else.
    pub moderator_external_id: Option<String>,
}

impl ReviewCall {
    /// Parses a JSON body.
    ///
    /// # Errors
    /// As [`ReviewCall::from_value`], and [`Code::MalformedJson`](crate::Code::MalformedJson).
    pub fn from_json(json: &str) -> Result<Self> {
        Self::from_value(parse_json(json)?)
    }

    /// Reads a parsed body (reference, incidents 3). Who may do what is judged by [`review`](super::review).
    ///
    /// # Errors
    /// [`Code::InvalidInput`](crate::Code::InvalidInput) for a field that is missing, unknown or of the wrong type, and
    /// for a word that is none of its vocabulary; [`Code::TextTooLong`](crate::Code::TextTooLong) for a comment of more
    /// than 4,000 characters.
    pub fn from_value(body: Value) -> Result<Self> {
        let mut fields = Fields::of_document(body, "the call")?;
        let missing = |name: &str| Error::invalid(format!("{name} is missing"));
        let actions = ReviewAction::ALL.iter().map(|action| action.as_str());
        let action = word(&mut fields, "action", actions)?.ok_or_else(|| missing("action"))?;
        let reasons = ReasonCode::ALL.iter().map(|reason| reason.as_str());
        let reason_code = word(&mut fields, "reason_code", reasons)?.ok_or_else(|| missing("reason_code"))?;
        let levels = Level::ALL.iter().map(|level| level.as_str());
        let categories = IncidentCategory::ALL.iter().map(|category| category.as_str());
        let call = ReviewCall {
            action,
            reason_code,
            new_risk_level: word(&mut fields, "new_risk_level", levels)?,
            new_risk_category: word(&mut fields, "new_risk_category", categories)?,
            // How long it may be is judged with the rest of it.
            moderator_external_id: fields.string(&["moderator_external_id"], usize::MAX)?,
        };
        fields.string(&["reason_comment"], COMMENT_CHARS)?;
        fields.string(&["retention_class"], WORD_CHARS)?;
        fields.finish()?;
        Ok(call)
    }
}

impl TryFrom<Value> for ReviewCall {
    type Error = Error;

    fn try_from(body: Value) -> Result<Self> {
        ReviewCall::from_value(body)
    }
}

/// A word of a closed vocabulary.
fn word<T: FromStr>(
    fields: &mut Fields,
    name: &str,
    known: impl Iterator<Item = &'static str>,
) -> Result<Option<T>> {
    let Some(word) = fields.string(&[name], WORD_CHARS)? else { return Ok(None) };
    word.parse().map(Some).map_err(|_| {
        let known: Vec<&str> = known.collect();
        Error::invalid(format!("{name} must be one of: {}", known.join(", ")))
    })
}

impl fmt::Debug for ReviewCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReviewCall").field("action", &self.action).finish_non_exhaustive()
    }
}

/// Characters of a comment (reference, incidents 3).
const COMMENT_CHARS: usize = 4_000;
/// Characters of a word; every vocabulary has shorter ones.
const WORD_CHARS: usize = 255;
