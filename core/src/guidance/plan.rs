//! The action plan.

use super::audience::Audience;
use super::compose::{AgeBand, Case, Reader, steps};
use super::concern::Concern;
use super::request::ActionPlanRequest;
use crate::credits::Operation;
use crate::echo::Echo;
use crate::level::Level;
use crate::policy::Policy;
use crate::verdict::{AnalysisStatus, Verdict};
use serde::Serialize;
use std::fmt;

/// What somebody can do now (reference, http-api section 4).
#[derive(Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActionPlan {
    /// Who the plan is for.
    pub audience: Audience,
    /// Steps in order, each one or two sentences; never empty.
    pub steps: Vec<String>,
    /// How the plan speaks.
    pub tone: Tone,
    /// School grade that the English steps stay below, by Flesch-Kincaid: `grade_3` for a child under ten,
    /// `grade_5` for an older one, `grade_8` for a parent, `grade_12` for professionals.
    pub reading_level: &'static str,
    /// The same, under the name that the Python client reads.
    pub approx_reading_level: &'static str,
    /// Charged credits: 2, none in the sandbox.
    pub credits_used: u64,
    /// The key was a sandbox key; absent otherwise (Q15).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sandbox: bool,
    /// Echo of the request.
    #[serde(flatten)]
    pub echo: Echo,
}

/// How a plan speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// To a child under ten.
    Gentle,
    /// To an older child or a parent.
    Supportive,
    /// To professionals.
    Practical,
    /// To any adult when it is critical.
    Urgent,
}

/// Composes an action plan from the situation and, where there is one, the verdict on it.
///
/// The concern is the verdict's where something was detected, else what the words of the situation point to,
/// else general. The severity is the higher of the caller's and the verdict's; medium when neither is known.
/// Language and country come from the request's context. The situation is never quoted. A verdict that could not be
/// reached is not taken for a harmless one: the steps say so and the severity is at least medium.
///
/// ```
/// use wardlight_core::{action_plan, ActionPlanRequest, Policy};
/// let request = ActionPlanRequest::from_json(r#"{
///     "situation": "My daughter is being bullied in a group chat",
///     "role": "parent", "child_age": 12, "severity": "medium",
///     "context": {"country": "IE"}
/// }"#).unwrap();
/// let plan = action_plan(&request, None, &Policy::default());
/// assert_eq!(plan.reading_level, "grade_8");
/// assert!(plan.steps.iter().any(|step| step.contains("1800 66 66 66")));
/// ```
pub fn action_plan(request: &ActionPlanRequest, verdict: Option<&Verdict>, policy: &Policy) -> ActionPlan {
    let detected = verdict.filter(|verdict| verdict.detected);
    let unread = verdict.is_some_and(|verdict| verdict.analysis_status == Some(AnalysisStatus::EngineError));
    let severity = request.severity.max(detected.map(|verdict| verdict.level)).unwrap_or(Level::Medium);
    let case = Case {
        concern: detected
            .map(Concern::of_verdict)
            .or_else(|| Concern::in_words(&request.situation))
            .unwrap_or(Concern::General),
        severity: if unread { severity.max(Level::Medium) } else { severity },
        band: AgeBand::of(
            &request.about.context,
            verdict.and_then(|verdict| verdict.age_calibration.age_group),
        ),
        language: request.about.context.language,
        country: request.about.context.country.as_deref(),
        unread,
    };
    let reader = reader(request.audience);
    let reading_level = reading_level(request.audience, case.band);
    ActionPlan {
        audience: request.audience,
        steps: steps(reader, &case),
        tone: tone(request.audience, &case),
        reading_level,
        approx_reading_level: reading_level,
        credits_used: policy.charge(Operation::ActionPlan),
        sandbox: policy.sandbox,
        echo: Echo::from(&request.about.tracking),
    }
}

pub(super) const fn reader(audience: Audience) -> Reader {
    match audience {
        Audience::Child => Reader::Child,
        Audience::Parent => Reader::Parent,
        Audience::Educator => Reader::Educator,
        Audience::Platform => Reader::Platform,
    }
}

pub(super) const fn reading_level(audience: Audience, band: AgeBand) -> &'static str {
    match (audience, band) {
        (Audience::Child, AgeBand::Young) => "grade_3",
        (Audience::Child, AgeBand::Middle | AgeBand::Teen) => "grade_5",
        (Audience::Parent, _) => "grade_8",
        (Audience::Educator | Audience::Platform, _) => "grade_12",
    }
}

fn tone(audience: Audience, case: &Case<'_>) -> Tone {
    match (audience, case.band, case.severity) {
        (Audience::Child, AgeBand::Young, _) => Tone::Gentle,
        (Audience::Child, ..) => Tone::Supportive,
        (_, _, Level::Critical) => Tone::Urgent,
        (Audience::Parent, ..) => Tone::Supportive,
        (Audience::Educator | Audience::Platform, ..) => Tone::Practical,
    }
}

impl fmt::Debug for ActionPlan {
    /// Leaves echoed fields out: they are the caller's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ActionPlan")
            .field("audience", &self.audience)
            .field("tone", &self.tone)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}
