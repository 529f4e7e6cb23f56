//! Vectors of guidance: plans and reports, without a verdict.

use serde::Deserialize;
use serde_json::Value;
use wardlight_core::{
    ActionPlanRequest, IncidentReportRequest, Limits, Policy, Result, action_plan, incident_report,
};

/// A request for guidance; the result is the plan or the report.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guidance {
    /// The JSON body.
    pub request: Value,
    /// Numbers that differ from the default policy.
    #[serde(default)]
    pub policy: Policy,
}

impl Guidance {
    pub(super) fn plan(&self) -> Result<Value> {
        let request = ActionPlanRequest::from_value(self.request.clone(), &Limits::default())?;
        Ok(super::written(&action_plan(&request, None, &self.policy)))
    }

    pub(super) fn report(&self) -> Result<Value> {
        let request = IncidentReportRequest::from_value(self.request.clone(), &Limits::default())?;
        Ok(super::written(&incident_report(&request, &[], &self.policy)))
    }
}
