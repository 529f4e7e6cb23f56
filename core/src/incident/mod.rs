//! Incidents: the lifecycle that moderators, human or AI, move them through.
//!
//! A state machine without storage: [`review`] takes the state and a call and returns the next state with the
//! record for the audit trail. Time and identity of the caller are passed in. No field here holds content.

mod audit;
mod call;
mod moderator;
mod review;

pub use audit::AuditRecord;
pub use call::{ReasonCode, ReviewAction, ReviewCall};
pub use moderator::Credential;
pub use review::{Reviewed, review};

use crate::error::{Error, Result};
use crate::level::Level;
use crate::taxonomy::{UnknownName, vocabulary};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

vocabulary! {
    /// Where an incident stands. The specification names `new` and `resolved`; the others follow Q17 of the
    /// reference.
    IncidentStatus {
        /// Nobody has looked yet, or it was reopened.
        New = "new",
        /// Confirmed, downgraded or reclassified.
        Reviewed = "reviewed",
        /// Handed on.
        Escalated = "escalated",
        /// Done.
        Resolved = "resolved",
        /// Nothing was wrong.
        Dismissed = "dismissed",
    }
}

vocabulary! {
    /// What an incident is about (reference, taxonomy 10).
    IncidentCategory {
        /// Bullying.
        Bullying = "bullying",
        /// Grooming.
        Grooming = "grooming",
        /// Unsafe content.
        Unsafe = "unsafe",
        /// Self-harm.
        SelfHarm = "self_harm",
        /// Synthetic content.
        SyntheticContent = "synthetic_content",
        /// Social engineering.
        SocialEngineering = "social_engineering",
        /// App fraud.
        AppFraud = "app_fraud",
        /// Romance scam.
        RomanceScam = "romance_scam",
        /// Money mule recruitment.
        MuleRecruitment = "mule_recruitment",
        /// Gambling harm.
        GamblingHarm = "gambling_harm",
        /// Coercive control.
        CoerciveControl = "coercive_control",
        /// Vulnerability exploitation.
        VulnerabilityExploitation = "vulnerability_exploitation",
        /// Radicalisation.
        Radicalisation = "radicalisation",
        /// Technology-facilitated gender-based violence.
        Tfgbv = "tfgbv",
        /// Anything else.
        Other = "other",
    }
}

impl IncidentStatus {
    /// Reads a filter value: `reviewing`, of older clients, means `reviewed` (Q17).
    pub fn from_filter(name: &str) -> Option<IncidentStatus> {
        if name == "reviewing" { Some(IncidentStatus::Reviewed) } else { name.parse().ok() }
    }
}

/// Category and level, as a detector or a moderator sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Classified {
    /// Category.
    pub risk_category: IncidentCategory,
    /// Level.
    pub risk_level: Level,
}

/// What the lifecycle knows of an incident.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Incident {
    /// Where it stands.
    pub status: IncidentStatus,
    /// Category and level now.
    #[serde(flatten)]
    pub classified: Classified,
    /// What the detector said, once a moderator has changed it. The first change keeps it, later ones leave
    /// it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub original: Option<Classified>,
    /// When it was resolved last, Unix milliseconds; kept as history when it is reopened.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub resolved_at_ms: Option<i64>,
}

impl Incident {
    /// A new incident.
    pub fn new(risk_category: IncidentCategory, risk_level: Level) -> Self {
        Incident {
            status: IncidentStatus::New,
            classified: Classified { risk_category, risk_level },
            original: None,
            resolved_at_ms: None,
        }
    }

    /// It belongs to the queue that people work through: high or critical, and nobody has looked yet.
    pub fn requires_review(&self) -> bool {
        self.status == IncidentStatus::New && self.classified.risk_level >= Level::High
    }
}

/// Whether an incident is logged: the call decides, else the account, else it is (specification, tracking
/// fields).
///
/// ```
/// use wardlight_core::incident::logs_incident;
/// assert!(logs_incident(None, None));
/// assert!(!logs_incident(None, Some(false)));
/// assert!(logs_incident(Some(true), Some(false)));
/// ```
pub const fn logs_incident(per_call: Option<bool>, per_account: Option<bool>) -> bool {
    match (per_call, per_account) {
        (Some(choice), _) | (None, Some(choice)) => choice,
        (None, None) => true,
    }
}

/// Days that incidents are kept: 7 to 730 (two years), 90 if nothing is set.
///
/// # Errors
/// [`Code::InvalidInput`](crate::Code::InvalidInput) outside that range.
pub fn retention_days(setting: Option<u32>) -> Result<u32> {
    match setting {
        None => Ok(90),
        Some(days @ 7..=730) => Ok(days),
        Some(_) => Err(Error::invalid("incident_retention_days must lie within 7..=730 days")),
    }
}

#[cfg(test)]
mod tests;
