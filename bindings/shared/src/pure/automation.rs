//! An operator's rules about a verdict.

use crate::guard::answer;
use wardlight::Result;
use wardlight::automation::{Automation, RuleInput};

/// What an operator's rules advise about one verdict. They run no detection and change no verdict.
///
/// `rules` is a rule file as JSON, `input` five facts of the verdict: `endpoint`, `risk_score`, `severity`,
/// `categories` (names of tags) and `age_group`.
///
/// # Errors
/// As [`Automation::from_json`] and [`RuleInput::from_json`].
pub fn evaluate_rules(rules: &str, input: &str) -> Result<String> {
    answer(|| Ok(Automation::from_json(rules)?.evaluate(&RuleInput::from_json(input)?)))
}
