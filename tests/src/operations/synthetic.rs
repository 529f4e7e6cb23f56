//! Vectors of synthetic content.

use serde::Deserialize;
use serde_json::Value;
use wardlight_core::Policy;
use wardlight_core::synthetic::{SyntheticEvidence, SyntheticPolicy, judge_synthetic};

/// What was observed about one piece of content; the result is the verdict.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Synthetic {
    /// What was observed.
    pub evidence: SyntheticEvidence,
    /// Numbers of the ensemble that differ from the default.
    #[serde(default)]
    pub rules: SyntheticPolicy,
    /// Numbers that differ from the default policy.
    #[serde(default)]
    pub policy: Policy,
}

impl Synthetic {
    pub(super) fn run(&self) -> Value {
        super::written(&judge_synthetic(&self.evidence, &self.rules, &self.policy))
    }
}
