//! Cap: a verdict that names nothing does not accuse.
//!
//! Specification, v3.0.0: a high or critical grooming verdict that names no tactic is returned as
//! medium, with `flag_for_review` and the risk at the top of the medium band.

use crate::draft::Draft;
use crate::level::Level;
use crate::taxonomy::Detector;
use crate::verdict::Stage;
use crate::wording::Phrase;

/// Lowers a grooming verdict without a named tactic.
pub(crate) fn cap(draft: &mut Draft<'_>) {
    let top = draft.policy.top_of_medium();
    if draft.request.detector != Detector::Grooming || !draft.findings.is_empty() {
        return;
    }
    draft.severity = draft.severity.min(top);
    if draft.risk <= top {
        return;
    }
    let level = draft.level();
    let before = draft.risk;
    draft.risk = top;
    draft.natural_risk = top;
    if level < Level::High {
        // Between the cap and the high band: the number gives way, the verdict stays.
        return draft.note(Stage::Cap, before, top, Phrase::NoTactic);
    }
    let reason = Phrase::NoTacticLowered.with("level", draft.locale.level(level));
    draft.note(Stage::Cap, before, top, reason.clone());
    draft.capped = Some(draft.locale.say(reason));
}
