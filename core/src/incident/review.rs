//! One review call: who may do what, and what follows (specification, Incident lifecycle; reference Q17 to
//! Q20, Q30).

use super::{Classified, Incident, IncidentCategory, IncidentStatus};
use crate::error::{Code, Error, Result};
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

/// How the caller signed in. An MCP token names an account, not a person, and so does a static one (Q54).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Credential {
    /// An API key or the dashboard: a human moderator acts.
    Human,
    /// MCP: an AI agent acts.
    Mcp,
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

/// One line of the audit trail. Every call that succeeds leaves one, each action under its own name.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
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
/// | confirm | all but resolved | reviewed; an escalated incident stays escalated |
/// | downgrade, reclassify | all but resolved | reviewed |
/// | escalate | all but resolved | escalated |
/// | dismiss | all but resolved | dismissed |
/// | resolve | all | resolved, stamped with the newest time |
/// | reopen | resolved | new; the time of resolving is kept |
///
/// A confirmation does not take back what a human escalated, because agents may confirm.
///
/// # Errors
/// [`Code::InvalidInput`] for a missing or malformed moderator, or a new level or category that is missing,
/// not allowed with the action, or in the wrong direction; [`Code::ActionNotPermitted`] (403) for an agent
/// that does anything but confirm, an agent without the prefix `mcp:`, and anybody else with it;
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
    let moderator = moderator(call, credential)?;
    if credential == Credential::Mcp && call.action != ReviewAction::Confirm {
        return Err(not_permitted("agents may confirm an incident and do nothing else to it"));
    }
    let from = incident.status;
    let to = next(from, call.action)?;
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

fn next(from: IncidentStatus, action: ReviewAction) -> Result<IncidentStatus> {
    use IncidentStatus::{Dismissed, Escalated, New, Resolved, Reviewed};
    match (action, from) {
        (ReviewAction::Resolve, _) => Ok(Resolved),
        (ReviewAction::Reopen, Resolved) => Ok(New),
        (ReviewAction::Reopen, _) => {
            Err(Error::new(Code::WrongState, "only a resolved incident can be reopened"))
        }
        (_, Resolved) => Err(Error::new(Code::WrongState, "a resolved incident has to be reopened first")),
        (ReviewAction::Confirm, Escalated) | (ReviewAction::Escalate, _) => Ok(Escalated),
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

/// The moderator, if the id is well formed and of the credential's kind.
fn moderator(call: &ReviewCall, credential: Credential) -> Result<&str> {
    let id = call.moderator_external_id.as_deref().unwrap_or_default();
    if id.is_empty() || id.trim() != id || id.chars().any(char::is_control) {
        return Err(Error::invalid("moderator_external_id is required, without spaces around it"));
    }
    let chars = id.chars().count();
    if chars > MODERATOR_CHARS {
        return Err(Error::too_long("moderator_external_id", chars, MODERATOR_CHARS));
    }
    // The prefix in another case is refused from humans too: it would read like an agent's in a trail.
    let prefixed = id.get(..AGENT_PREFIX.len()).is_some_and(|head| head.eq_ignore_ascii_case(AGENT_PREFIX));
    match (credential, id.strip_prefix(AGENT_PREFIX)) {
        (Credential::Human, _) if prefixed => Err(not_permitted("the prefix mcp: is for agents")),
        (Credential::Human, _) => Ok(id),
        (Credential::Mcp, None) => Err(not_permitted("an agent's moderator_external_id is mcp:<agent-name>")),
        (Credential::Mcp, Some(name)) if name.is_empty() || name.contains(char::is_whitespace) => {
            Err(Error::invalid("moderator_external_id must be mcp:<agent-name>, a name without spaces"))
        }
        (Credential::Mcp, Some(_)) => Ok(id),
    }
}

fn not_permitted(message: &str) -> Error {
    Error::new(Code::ActionNotPermitted, message)
}

/// Characters of a moderator's id (reference, incidents 3).
const MODERATOR_CHARS: usize = 256;
/// Opens an agent's id.
const AGENT_PREFIX: &str = "mcp:";

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn call(action: ReviewAction, moderator: &str) -> ReviewCall {
        ReviewCall {
            action,
            reason_code: ReasonCode::Other,
            new_risk_level: (action == ReviewAction::Downgrade).then_some(Level::Low),
            new_risk_category: (action == ReviewAction::Reclassify).then_some(IncidentCategory::Bullying),
            moderator_external_id: Some(moderator.to_owned()),
        }
    }

    fn with_status(status: IncidentStatus) -> Incident {
        Incident { status, ..Incident::new(IncidentCategory::Grooming, Level::High) }
    }

    fn by_human(incident: &Incident, action: ReviewAction, at_ms: i64) -> Result<Reviewed> {
        review(incident, &call(action, "anna"), Credential::Human, at_ms)
    }

    #[test]
    fn every_action_from_every_status() {
        use IncidentStatus::{Dismissed, Escalated, New, Resolved, Reviewed};
        for &action in ReviewAction::ALL {
            for &from in IncidentStatus::ALL {
                let expected = match (action, from) {
                    (ReviewAction::Resolve, _) => Some(Resolved),
                    (ReviewAction::Reopen, Resolved) => Some(New),
                    (ReviewAction::Reopen, _) | (_, Resolved) => None,
                    (ReviewAction::Confirm, Escalated) | (ReviewAction::Escalate, _) => Some(Escalated),
                    (ReviewAction::Dismiss, _) => Some(Dismissed),
                    _ => Some(Reviewed),
                };
                let found = by_human(&with_status(from), action, 1);
                match expected {
                    Some(to) => {
                        assert_eq!(found.expect("allowed").incident.status, to, "{action} from {from}")
                    }
                    None => assert_eq!(found.expect_err("refused").code(), Code::WrongState),
                }
            }
        }
    }

    #[test]
    fn resolving_stamps_and_reopening_keeps_the_stamp() {
        let first = by_human(&with_status(IncidentStatus::New), ReviewAction::Resolve, 10).expect("resolved");
        assert!(first.marks_notifications_read);
        let reopened = by_human(&first.incident, ReviewAction::Reopen, 20).expect("reopened");
        assert_eq!(
            (reopened.incident.status, reopened.incident.resolved_at_ms),
            (IncidentStatus::New, Some(10))
        );
        assert!(!reopened.marks_notifications_read);
        let again = by_human(&first.incident, ReviewAction::Resolve, 30).expect("resolved again");
        assert_eq!(again.incident.resolved_at_ms, Some(30));
        assert_eq!((first.record.at_ms, again.record.at_ms), (10, 30));
    }

    #[test]
    fn agents_only_confirm() {
        for &action in ReviewAction::ALL {
            let result =
                review(&with_status(IncidentStatus::New), &call(action, "mcp:helper"), Credential::Mcp, 1);
            match action {
                ReviewAction::Confirm => assert!(result.expect("allowed").record.by_agent),
                _ => assert_eq!(result.expect_err("refused").code(), Code::ActionNotPermitted),
            }
        }
        let escalated = with_status(IncidentStatus::Escalated);
        let confirmed = review(&escalated, &call(ReviewAction::Confirm, "mcp:helper"), Credential::Mcp, 1);
        assert_eq!(confirmed.expect("allowed").incident.status, IncidentStatus::Escalated);
    }

    #[test]
    fn the_moderator_is_checked() {
        for (id, credential, expected) in [
            (None, Credential::Human, Code::InvalidInput),
            (Some(""), Credential::Human, Code::InvalidInput),
            (Some(" anna"), Credential::Human, Code::InvalidInput),
            (Some("mcp:anna"), Credential::Human, Code::ActionNotPermitted),
            (Some("MCP:anna"), Credential::Human, Code::ActionNotPermitted),
            (None, Credential::Mcp, Code::InvalidInput),
            (Some("anna"), Credential::Mcp, Code::ActionNotPermitted),
            (Some("mcp:"), Credential::Mcp, Code::InvalidInput),
            (Some("mcp:two words"), Credential::Mcp, Code::InvalidInput),
        ] {
            let call = ReviewCall {
                moderator_external_id: id.map(str::to_owned),
                ..call(ReviewAction::Confirm, "")
            };
            let error = review(&with_status(IncidentStatus::New), &call, credential, 1).expect_err("refused");
            assert_eq!(error.code(), expected, "{id:?}");
            assert!(!error.to_string().contains("anna"));
        }
        let long = call(ReviewAction::Confirm, &"a".repeat(257));
        let error =
            review(&with_status(IncidentStatus::New), &long, Credential::Human, 1).expect_err("refused");
        assert_eq!(error.code(), Code::TextTooLong);
    }

    #[test]
    fn the_first_change_keeps_the_original() {
        let incident = with_status(IncidentStatus::New);
        let lowered = by_human(&incident, ReviewAction::Downgrade, 1).expect("lowered").incident;
        assert_eq!(lowered.original, Some(incident.classified));
        let moved = by_human(&lowered, ReviewAction::Reclassify, 2).expect("reclassified");
        assert_eq!(moved.incident.original, Some(incident.classified));
        assert_eq!(moved.record.original, lowered.classified);
        assert_eq!(moved.record.revised.risk_category, IncidentCategory::Bullying);
    }

    #[test]
    fn a_new_level_or_category_goes_with_its_action_only() {
        let incident = with_status(IncidentStatus::New);
        let refused = |change: fn(&mut ReviewCall), action| {
            let mut call = call(action, "anna");
            change(&mut call);
            review(&incident, &call, Credential::Human, 1).expect_err("refused").code() == Code::InvalidInput
        };
        assert!(refused(|call| call.new_risk_level = None, ReviewAction::Downgrade));
        assert!(refused(|call| call.new_risk_level = Some(Level::High), ReviewAction::Downgrade));
        assert!(refused(|call| call.new_risk_level = Some(Level::None), ReviewAction::Downgrade));
        assert!(refused(|call| call.new_risk_level = Some(Level::Low), ReviewAction::Escalate));
        assert!(refused(|call| call.new_risk_level = Some(Level::Low), ReviewAction::Confirm));
        assert!(refused(|call| call.new_risk_category = None, ReviewAction::Reclassify));
        assert!(refused(
            |call| call.new_risk_category = Some(IncidentCategory::Other),
            ReviewAction::Dismiss
        ));
    }

    #[test]
    fn a_record_is_written_like_this() {
        let reviewed =
            by_human(&with_status(IncidentStatus::New), ReviewAction::Downgrade, 7).expect("lowered");
        let expected = serde_json::json!({
            "action": "downgrade",
            "reason_code": "other",
            "moderator_external_id": "anna",
            "by_agent": false,
            "at_ms": 7,
            "from": "new",
            "to": "reviewed",
            "original": {"risk_category": "grooming", "risk_level": "high"},
            "revised": {"risk_category": "grooming", "risk_level": "low"},
        });
        assert_eq!(serde_json::to_value(&reviewed.record).expect("JSON"), expected);
        assert!(!format!("{reviewed:?}").contains("anna"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_trail_is_a_chain_and_never_forgets(
            calls in proptest::collection::vec((proptest::sample::select(ReviewAction::ALL), any::<bool>()), 0..20),
        ) {
            let start = with_status(IncidentStatus::New);
            let (mut incident, mut trail) = (start.clone(), Vec::<AuditRecord>::new());
            for (at_ms, (action, agent)) in (0..).zip(calls) {
                let (credential, id) = if agent { (Credential::Mcp, "mcp:helper") } else { (Credential::Human, "anna") };
                if let Ok(reviewed) = review(&incident, &call(action, id), credential, at_ms) {
                    prop_assert!(!agent || action == ReviewAction::Confirm);
                    let before = trail.last().map_or(IncidentStatus::New, |record| record.to);
                    prop_assert_eq!(reviewed.record.from, before);
                    prop_assert_eq!(reviewed.record.to, reviewed.incident.status);
                    prop_assert!(incident.resolved_at_ms.is_none() || reviewed.incident.resolved_at_ms.is_some());
                    trail.push(reviewed.record);
                    incident = reviewed.incident;
                }
            }
            prop_assert_eq!(incident.original.unwrap_or(incident.classified), start.classified);
        }
    }
}
