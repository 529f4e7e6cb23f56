//! The lifecycle of incidents, without a store.

use crate::guard::{answer, guarded};
use crate::read;
use serde::Serialize;
use wardlight::incident::{AuditRecord, Credential, Incident, ReviewCall};
use wardlight::{Error, Result};

/// What a moderator's call makes of an incident: `{"incident", "record", "marks_notifications_read",
/// "requires_review"}`. Store the incident and the record of the audit trail together.
///
/// `incident` is the one of the answer before; a new one is `{"status": "new", "risk_category", "risk_level"}`. `call`
/// has `action`, `reason_code`, `moderator_external_id` and, where the action needs them, `new_risk_level` and
/// `new_risk_category`; `reason_comment` and `retention_class` are read and dropped. `credential` is `human` or `mcp`, an AI agent; `at_ms` is the time in Unix milliseconds.
///
/// # Errors
/// As [`wardlight::incident::review`]; an incident, a call or a credential that cannot be read.
pub fn review(incident: &str, call: &str, credential: &str, at_ms: i64) -> Result<String> {
    answer(|| {
        let incident = known(incident)?;
        let call = ReviewCall::from_value(read::json(call)?)?;
        let credential = match credential {
            "human" => Credential::Human,
            "mcp" => Credential::Mcp,
            _ => return Err(Error::invalid("credential must be one of: human, mcp")),
        };
        let reviewed = wardlight::incident::review(&incident, &call, credential, at_ms)?;
        Ok(Reviewed {
            requires_review: reviewed.incident.requires_review(),
            incident: reviewed.incident,
            record: reviewed.record,
            marks_notifications_read: reviewed.marks_notifications_read,
        })
    })
}

/// Whether an incident belongs to the queue that people work through: high or critical, and nobody has looked yet.
///
/// # Errors
/// An incident that cannot be read.
pub fn requires_review(incident: &str) -> Result<bool> {
    guarded(|| Ok(known(incident)?.requires_review()))
}

/// Whether an incident is logged: the call decides, else the account, else it is.
pub fn logs_incident(per_call: Option<bool>, per_account: Option<bool>) -> bool {
    wardlight::incident::logs_incident(per_call, per_account)
}

/// Days that incidents are kept: `setting`, or 90.
///
/// # Errors
/// [`wardlight::Code::InvalidInput`] outside 7 to 730 days.
pub fn retention_days(setting: Option<u32>) -> Result<u32> {
    wardlight::incident::retention_days(setting)
}

fn known(incident: &str) -> Result<Incident> {
    serde_json::from_value(read::json(incident)?).map_err(|_| {
        Error::invalid("the incident must have a status, a risk_category and a risk_level that are known")
    })
}

#[derive(Serialize)]
struct Reviewed {
    incident: Incident,
    record: AuditRecord,
    marks_notifications_read: bool,
    requires_review: bool,
}
