//! A review call: what a moderator asks for, and why.

use super::IncidentCategory;
use crate::level::Level;
use crate::taxonomy::{UnknownName, vocabulary};
use serde::{Deserialize, Serialize};
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

/// A call that changes an incident. The comment of the wire is content and no part of the lifecycle.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewCall {
    /// What to do.
    pub action: ReviewAction,
    /// Why.
    pub reason_code: ReasonCode,
    /// Required for `downgrade`, optional for `escalate`.
    #[serde(default)]
    pub new_risk_level: Option<Level>,
    /// Required for `reclassify`.
    #[serde(default)]
    pub new_risk_category: Option<IncidentCategory>,
    /// Who acts: at most 256 characters; `mcp:<agent-name>` for agents and for nobody else.
    #[serde(default)]
    pub moderator_external_id: Option<String>,
}

impl fmt::Debug for ReviewCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReviewCall").field("action", &self.action).finish_non_exhaustive()
    }
}
