//! Calibrate: the same finding is graver for a younger child (specification, Request context).

use crate::draft::Draft;
use crate::score::Score;
use crate::stages::combine::UNDER;
use crate::verdict::{AgeCalibration, Stage};
use crate::wording::Phrase;

/// Multiplies severity and risk by the age group's factor.
pub(crate) fn calibrate(draft: &mut Draft<'_>) {
    let Some(group) = draft.ages.group else { return };
    let multiplier = draft.policy.age_multiplier(draft.request.detector, group);
    draft.calibration = AgeCalibration { applied: true, age_group: Some(group), multiplier };
    // A message of the history can be harmful while the text after it is not.
    for message in &mut draft.messages {
        if draft.policy.bands.level(message.risk) > crate::level::Level::None {
            message.risk = message.risk.scaled(multiplier);
        }
    }
    let before = draft.risk;
    if !draft.detected() {
        // Age makes a harm graver; it does not turn harmless words into one. Under the low band it still ranks: small
        // risks grow by the multiplier, those close under the band by less, and none reaches it.
        let most = draft.policy.bands.low - UNDER;
        let share = (before.get() / most).min(1.0);
        draft.risk = Score::new(most * (1.0 - (1.0 - share).powf(multiplier)));
        return;
    }
    draft.risk = before.scaled(multiplier);
    draft.natural_risk = draft.natural_risk.scaled(multiplier);
    draft.severity = draft.severity.scaled(multiplier);
    let after = draft.risk;
    draft.note(
        Stage::Calibrate,
        before,
        after,
        Phrase::AgeGroup.with("group", draft.locale.age_group(group)),
    );
}
