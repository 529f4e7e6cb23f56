//! Synthetic content, judged by what somebody else measured.

use crate::guard::answer;
use crate::read::{self, Object};
use wardlight::synthetic::{SyntheticEvidence, SyntheticPolicy};
use wardlight::{Error, Result};

/// Whether content was generated or manipulated, and whether that harms, by the opinions of forensic engines.
///
/// `evidence` has `medium` and, where they apply, `opinions`, `declared_generated`, `nearest_known`, `has_speech`,
/// `uses`, `csam`, `age_group` and `adult`; `rules` has numbers of the ensemble that differ from the default.
///
/// # Errors
/// [`wardlight::Code::InvalidInput`] for evidence, rules or a policy that cannot be read.
pub fn judge_synthetic(evidence: &str, rules: Option<&str>, policy: Option<&str>) -> Result<String> {
    answer(|| {
        let mut fields = Object::of(read::json(evidence)?, "evidence")?;
        let seen = SyntheticEvidence {
            medium: fields.required("medium")?,
            opinions: fields.optional("opinions")?.unwrap_or_default(),
            declared_generated: fields.optional("declared_generated")?.unwrap_or_default(),
            nearest_known: fields.optional("nearest_known")?,
            has_speech: fields.optional("has_speech")?,
            uses: fields.optional("uses")?.unwrap_or_default(),
            csam: fields.optional("csam")?,
            age_group: fields.optional("age_group")?,
            adult: fields.optional("adult")?.unwrap_or_default(),
        };
        fields.finish()?;
        let rules = rules.map(read::json).transpose()?.unwrap_or_default();
        let rules: Option<SyntheticPolicy> = serde_json::from_value(rules).map_err(|_| {
            Error::invalid("rules must hold numbers under the names of the ensemble's settings")
        })?;
        Ok(wardlight::synthetic::judge_synthetic(&seen, &rules.unwrap_or_default(), &read::policy(policy)?))
    })
}
