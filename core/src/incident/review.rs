//! One review call: what follows from which status (specification, Incident lifecycle; reference Q17 to Q20,
//! Q30).

use super::audit::AuditRecord;
use super::call::{ReviewAction, ReviewCall};
use super::moderator::{Credential, moderator, not_permitted};
use super::{Classified, Incident, IncidentStatus};
use crate::error::{Code, Error, Result};
use crate::level::Level;

/// What a call leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reviewed {
    /// The incident after the call.
    pub incident: Incident,
    /// The line for the trail; to be written together with the incident.
    pub record: AuditRecord,
    /// Notifications linked to the incident are read now.
    pub marks_notifications_read: bool,
}

/// Applies a call at `at_ms` (Unix milliseconds).
///
/// | action | from | to |
/// |---|---|---|
/// | confirm | all but resolved | reviewed; an escalated incident stays escalated, and for an agent a dismissed one dismissed |
/// | downgrade, reclassify | all but resolved | reviewed |
/// | escalate | all but resolved | escalated |
/// | dismiss | all but resolved | dismissed |
/// | resolve | all | resolved, stamped with the newest time |
/// | reopen | resolved | new; the time of resolving is kept |
///
/// A confirmation does not take back what a human escalated, nor an agent's what a human dismissed.
///
/// # Errors
/// [`Code::InvalidInput`] for a missing or malformed moderator, or a new level or category that is missing,
/// not allowed with the action, or in the wrong direction; [`Code::ActionNotPermitted`] (403) for an agent
/// that does anything but confirm, whatever its id, an agent without the prefix `mcp:`, and anybody else with it;
/// [`Code::WrongState`] (409) for an action that the status does not allow.
///
/// ```
/// use wardlight_core::Level;
/// use wardlight_core::incident::*;
/// let incident = Incident::new(IncidentCategory::Grooming, Level::High);
/// let call = ReviewCall {
///     action: ReviewAction::Escalate,
///     reason_code: ReasonCode::RequiresLawEnforcement,
///     new_risk_level: None,
///     new_risk_category: None,
///     moderator_external_id: Some("mcp:helper".into()),
/// };
/// let refused = review(&incident, &call, Credential::Mcp, 1_767_225_600_000).unwrap_err();
/// assert_eq!(refused.code().http_status(), 403);
/// ```
pub fn review(
    incident: &Incident,
    call: &ReviewCall,
    credential: Credential,
    at_ms: i64,
) -> Result<Reviewed> {
    if credential == Credential::Mcp && call.action != ReviewAction::Confirm {
        return Err(not_permitted("agents may confirm an incident and do nothing else to it"));
    }
    let moderator = moderator(call, credential)?;
    let from = incident.status;
    let to = next(from, call.action, credential)?;
    let before = incident.classified;
    let after = revised(before, call)?;

    let mut incident = incident.clone();
    incident.status = to;
    incident.classified = after;
    if after != before {
        incident.original.get_or_insert(before);
    }
    if call.action == ReviewAction::Resolve {
        incident.resolved_at_ms = Some(at_ms);
    }
    let record = AuditRecord {
        action: call.action,
        reason_code: call.reason_code,
        moderator_external_id: moderator.to_owned(),
        by_agent: credential == Credential::Mcp,
        at_ms,
        from,
        to,
        original: before,
        revised: after,
    };
    Ok(Reviewed { incident, record, marks_notifications_read: call.action == ReviewAction::Resolve })
}

fn next(from: IncidentStatus, action: ReviewAction, credential: Credential) -> Result<IncidentStatus> {
    use IncidentStatus::{Dismissed, Escalated, New, Resolved, Reviewed};
    match (action, from) {
        (ReviewAction::Resolve, _) => Ok(Resolved),
        (ReviewAction::Reopen, Resolved) => Ok(New),
        (ReviewAction::Reopen, _) => {
            Err(Error::new(Code::WrongState, "only a resolved incident can be reopened"))
        }
        (_, Resolved) => Err(Error::new(Code::WrongState, "a resolved incident has to be reopened first")),
        (ReviewAction::Confirm, Escalated) | (ReviewAction::Escalate, _) => Ok(Escalated),
        (ReviewAction::Confirm, Dismissed) if credential == Credential::Mcp => Ok(Dismissed),
        (ReviewAction::Confirm | ReviewAction::Downgrade | ReviewAction::Reclassify, _) => Ok(Reviewed),
        (ReviewAction::Dismiss, _) => Ok(Dismissed),
    }
}

fn revised(before: Classified, call: &ReviewCall) -> Result<Classified> {
    let level = match (call.action, call.new_risk_level) {
        (_, Some(Level::None)) => {
            return Err(Error::invalid("new_risk_level must be one of: low, medium, high, critical"));
        }
        (ReviewAction::Downgrade, Some(level)) if level < before.risk_level => level,
        (ReviewAction::Downgrade, _) => {
            return Err(Error::invalid("downgrade needs a new_risk_level below the present one"));
        }
        (ReviewAction::Escalate, Some(level)) if level < before.risk_level => {
            return Err(Error::invalid("escalate takes no new_risk_level below the present one"));
        }
        (ReviewAction::Escalate, Some(level)) => level,
        (_, Some(_)) => return Err(Error::invalid("new_risk_level goes with downgrade and escalate only")),
        (_, None) => before.risk_level,
    };
    let category = match (call.action, call.new_risk_category) {
        (ReviewAction::Reclassify, Some(category)) => category,
        (ReviewAction::Reclassify, None) => {
            return Err(Error::invalid("reclassify needs a new_risk_category"));
        }
        (_, Some(_)) => return Err(Error::invalid("new_risk_category goes with reclassify only")),
        (_, None) => before.risk_category,
    };
    Ok(Classified { risk_category: category, risk_level: level })
}
