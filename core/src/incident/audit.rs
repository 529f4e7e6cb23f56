//! The audit trail: one line per call that succeeded.

use super::call::{ReasonCode, ReviewAction};
use super::{Classified, IncidentStatus};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One line of the audit trail. Every call that succeeds leaves one, each action under its own name.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AuditRecord {
    /// What was done.
    pub action: ReviewAction,
    /// Why.
    pub reason_code: ReasonCode,
    /// By whom.
    pub moderator_external_id: String,
    /// An AI agent acted.
    pub by_agent: bool,
    /// When, Unix milliseconds.
    pub at_ms: i64,
    /// Status before.
    pub from: IncidentStatus,
    /// Status after.
    pub to: IncidentStatus,
    /// Category and level before.
    pub original: Classified,
    /// Category and level after.
    pub revised: Classified,
}

impl fmt::Debug for AuditRecord {
    /// Leaves the moderator out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuditRecord")
            .field("action", &self.action)
            .field("by_agent", &self.by_agent)
            .field("from", &self.from)
            .field("to", &self.to)
            .finish_non_exhaustive()
    }
}
