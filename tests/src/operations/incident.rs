//! Vectors of incidents: the lifecycle, and the settings around it.

use serde::Deserialize;
use serde_json::{Value, json};
use wardlight_core::incident::{
    Credential, Incident, IncidentCategory, ReviewCall, logs_incident, retention_days, review,
};
use wardlight_core::{Level, Result};

/// An incident and what moderators do to it, in order; the result is that of the last call, or the first error.
///
/// The result is `{"incident", "trail", "marks_notifications_read", "requires_review"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reviews {
    /// What the detector said it is about.
    pub category: IncidentCategory,
    /// What the detector said of its level.
    pub level: Level,
    /// The calls.
    pub reviews: Vec<Review>,
}

/// One call.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// The body.
    pub body: ReviewCall,
    /// How the caller signed in.
    pub credential: Credential,
    /// When, Unix milliseconds.
    pub at_ms: i64,
}

/// Whether an incident is logged; the result is `{"logged"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Logging {
    /// The field of the call.
    #[serde(default)]
    pub per_call: Option<bool>,
    /// The setting of the account.
    #[serde(default)]
    pub per_account: Option<bool>,
}

/// How long incidents are kept; the result is `{"days"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retention {
    /// The setting.
    #[serde(default)]
    pub setting: Option<u32>,
}

impl Reviews {
    pub(super) fn run(&self) -> Result<Value> {
        let mut incident = Incident::new(self.category, self.level);
        let (mut trail, mut read) = (Vec::new(), false);
        for one in &self.reviews {
            let reviewed = review(&incident, &one.body, one.credential, one.at_ms)?;
            incident = reviewed.incident;
            read = reviewed.marks_notifications_read;
            trail.push(super::written(&reviewed.record));
        }
        let waits = incident.requires_review();
        Ok(
            json!({ "incident": incident, "trail": trail, "marks_notifications_read": read, "requires_review": waits }),
        )
    }
}

impl Logging {
    pub(super) fn run(&self) -> Value {
        json!({ "logged": logs_incident(self.per_call, self.per_account) })
    }
}

impl Retention {
    pub(super) fn run(&self) -> Result<Value> {
        retention_days(self.setting).map(|days| json!({ "days": days }))
    }
}
