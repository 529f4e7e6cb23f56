//! Guidance: what to do next, for a child, a parent, an educator, a platform or a counsellor.
//!
//! [`action_plan`] and [`incident_report`] put together sentences of the catalogue in `core/data/guidance`,
//! one file per language. Nothing is generated and nobody is quoted. Three rules hold for every plan and are
//! tested for every combination: there is always a way to a trusted adult; a helpline is named from medium
//! severity up; and a child is never sent to face whoever does the harm.

mod audience;
mod catalogue;
mod compose;
mod concern;
mod plan;
#[cfg(test)]
mod readability;
mod report;
mod request;
#[cfg(test)]
mod tests;

pub use audience::{Audience, ReportReader};
pub use concern::Concern;
pub use plan::{ActionPlan, Tone, action_plan};
pub use report::{IncidentReport, TimelineEntry, incident_report};
pub use request::{ActionPlanRequest, Circumstances, IncidentReportRequest, ReportMessage};
