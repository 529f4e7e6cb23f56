//! Automation: what an operator wants done when a verdict meets conditions (reference, http-api 5).
//!
//! Rules are data and their evaluation is a pure function; it runs no detection, changes no verdict and sends
//! nothing. The caller carries out what the applied rule asks for, beside the verdict's own recommended action.

mod evaluate;
mod read;
#[cfg(test)]
mod tests;

use crate::age::AgeGroup;
use crate::level::Level;
use crate::score::Score;
use crate::taxonomy::{Detector, UnknownName, vocabulary};
pub use evaluate::{Evaluation, MatchedRule, RuleInput};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The rules of an operator, in the order they were given.
///
/// ```
/// use wardlight_core::automation::{ActionType, Automation, RuleInput};
/// let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/automation/example.toml"));
/// let automation = Automation::from_toml(text).unwrap();
/// let input = RuleInput::from_json(
///     r#"{"endpoint": "grooming", "risk_score": 0.94, "severity": "critical",
///         "categories": ["MEETING_REQUEST"], "age_group": "10-12"}"#,
/// ).unwrap();
/// let evaluation = automation.evaluate(&input);
/// assert_eq!(evaluation.policy_action, Some(ActionType::Escalate));
/// assert_eq!(evaluation.applied_rule.as_deref(), Some("meeting-a-young-child"));
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Automation {
    /// At most 100, each with an id of its own.
    pub rules: Vec<Rule>,
}

/// One rule. Whoever stores it adds `created_at` and `updated_at`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rule {
    /// Up to 128 characters; given by whoever stores the rule.
    pub id: String,
    /// For people; up to 255 characters.
    pub name: String,
    /// A rule that is not enabled is not evaluated.
    pub enabled: bool,
    /// The detectors whose verdicts it looks at; at least one.
    pub endpoints: Vec<Detector>,
    /// "All must match".
    pub conditions: Conditions,
    /// What it asks for.
    pub action: RuleAction,
    /// "Lower evaluated first"; of equal ones, that which stands first.
    pub priority: u32,
}

/// What a verdict has to be like; a condition that is left out holds for every verdict.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Conditions {
    /// The risk is at least this, 0..=1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_risk_score: Option<Score>,
    /// The level is at least this, `low` to `critical`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_severity: Option<Level>,
    /// At least one of these tags was found. Upper case.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// The child is of one of these groups; a child of unknown age is of none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub age_groups: Vec<AgeGroup>,
}

/// What a rule asks for. Its words are the operator's own and are handed on as they are.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleAction {
    /// The kind.
    #[serde(rename = "type")]
    pub kind: ActionType,
    /// To whom; up to 255 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub escalate_to: Option<String>,
    /// Where to tell; up to 255 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notify_channel: Option<String>,
    /// What to tell; up to 1000 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The level to show and to log in place of the verdict's, which stays as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub override_severity: Option<Level>,
}

vocabulary! {
    /// What a rule can ask for.
    ActionType {
        /// Withhold the content.
        Block = "block",
        /// Queue it for a moderator.
        Flag = "flag",
        /// Hand it to a person or team.
        Escalate = "escalate",
        /// Tell somebody.
        Notify = "notify",
        /// Write it down, nothing else.
        LogOnly = "log_only",
    }
}
