//! Cap: a verdict that names nothing does not accuse.
//!
//! Specification, v3.0.0: a high or critical grooming verdict that names no tactic is returned as
//! medium, with `flag_for_review` and the risk at the top of the medium band.

use crate::draft::Draft;
use crate::level::Level;
use crate::taxonomy::Detector;
use crate::verdict::Stage;

/// Lowers a grooming verdict without a named tactic.
pub(crate) fn cap(draft: &mut Draft<'_>) {
    let level = draft.level();
    if draft.request.detector != Detector::Grooming || level < Level::High || !draft.findings.is_empty() {
        return;
    }
    let before = draft.risk;
    draft.risk = draft.policy.capped_risk;
    draft.severity = draft.severity.min(draft.policy.capped_risk);
    let reason = format!("no tactic was named, so the verdict was lowered from {level} to medium");
    let after = draft.risk;
    draft.note(Stage::Cap, before, after, reason.clone());
    draft.capped = Some(reason);
}
