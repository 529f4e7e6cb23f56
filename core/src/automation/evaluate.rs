//! Evaluation: one verdict against every rule; the first that matches is applied.

use super::{ActionType, Automation, Conditions, Rule, RuleAction};
use crate::age::AgeGroup;
use crate::level::Level;
use crate::score::Score;
use crate::taxonomy::Detector;
use crate::verdict::Verdict;
use serde::Serialize;

/// What the rules look at: five facts of a verdict, no words.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleInput {
    /// The detector that was asked.
    pub endpoint: Detector,
    /// Its risk.
    pub risk_score: Score,
    /// Its level.
    pub severity: Level,
    /// The tags that it found, upper case.
    pub categories: Vec<String>,
    /// The group of the child, when it is known.
    pub age_group: Option<AgeGroup>,
}

/// What the rules say about a verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Evaluation {
    /// Rules that were looked at: those enabled for the endpoint.
    pub rules_evaluated: usize,
    /// Those that match, in the order of evaluation.
    pub rules_matched: Vec<MatchedRule>,
    /// What the applied rule asks for; null when none matches.
    pub policy_action: Option<ActionType>,
    /// Its message.
    pub policy_message: Option<String>,
    /// Its id: the first that matches.
    pub applied_rule: Option<String>,
}

/// A rule that matches.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MatchedRule {
    /// [`Rule::id`].
    pub rule_id: String,
    /// [`Rule::name`].
    pub rule_name: String,
    /// [`Rule::action`].
    pub action: RuleAction,
    /// [`Rule::priority`].
    pub priority: u32,
}

impl From<&Verdict> for RuleInput {
    /// An analysis that could not run has risk 0 and meets no minimum; its own recommended action asks for a person.
    fn from(verdict: &Verdict) -> Self {
        RuleInput {
            endpoint: verdict.endpoint,
            risk_score: verdict.risk_score,
            severity: verdict.level,
            categories: verdict.categories.iter().map(|category| category.tag.clone()).collect(),
            age_group: verdict.age_calibration.age_group,
        }
    }
}

impl Automation {
    /// Evaluates the rules; pure, the same input gives the same answer.
    pub fn evaluate(&self, input: &RuleInput) -> Evaluation {
        let mut rules: Vec<&Rule> =
            self.rules.iter().filter(|rule| rule.asks_about(input.endpoint)).collect();
        // Stable, so that of equal priorities the first given stays first.
        rules.sort_by_key(|rule| rule.priority);
        let matched: Vec<&Rule> = rules.iter().copied().filter(|rule| rule.conditions.hold(input)).collect();
        let applied = matched.first();
        Evaluation {
            rules_evaluated: rules.len(),
            policy_action: applied.map(|rule| rule.action.kind),
            policy_message: applied.and_then(|rule| rule.action.message.clone()),
            applied_rule: applied.map(|rule| rule.id.clone()),
            rules_matched: matched.into_iter().map(MatchedRule::from).collect(),
        }
    }
}

impl Rule {
    fn asks_about(&self, endpoint: Detector) -> bool {
        self.enabled && self.endpoints.contains(&endpoint)
    }
}

impl Conditions {
    /// "All must match". Risks are compared as they are written, with four decimals.
    fn hold(&self, input: &RuleInput) -> bool {
        let listed = |tag: &String| self.categories.iter().any(|wanted| wanted.eq_ignore_ascii_case(tag));
        self.min_risk_score.is_none_or(|least| input.risk_score.rounded() >= least.rounded())
            && self.min_severity.is_none_or(|least| input.severity >= least)
            && (self.categories.is_empty() || input.categories.iter().any(listed))
            && (self.age_groups.is_empty()
                || input.age_group.is_some_and(|group| self.age_groups.contains(&group)))
    }
}

impl From<&Rule> for MatchedRule {
    fn from(rule: &Rule) -> Self {
        MatchedRule {
            rule_id: rule.id.clone(),
            rule_name: rule.name.clone(),
            action: rule.action.clone(),
            priority: rule.priority,
        }
    }
}
