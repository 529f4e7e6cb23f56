//! Amplify: a harm that meets a vulnerable person is graver (reference, detection-result 10).

use crate::draft::Draft;
use crate::taxonomy::Detector;
use crate::verdict::Stage;
use crate::wording::Phrase;

/// Multiplies severity and risk by the modifier of a vulnerability verdict on the same content.
///
/// Only what is detected grows, and vulnerability exploitation does not amplify itself.
pub(crate) fn amplify(draft: &mut Draft<'_>, modifier: f64) {
    let modifier = if modifier.is_nan() { 1.0 } else { modifier.clamp(1.0, GREATEST) };
    if !draft.detected() || draft.request.detector == Detector::VulnerabilityExploitation {
        return;
    }
    let before = draft.risk;
    draft.risk = before.scaled(modifier);
    draft.natural_risk = draft.natural_risk.scaled(modifier);
    draft.severity = draft.severity.scaled(modifier);
    let after = draft.risk;
    draft.note(Stage::Amplify, before, after, Phrase::UsesVulnerability);
    for message in &mut draft.messages {
        if draft.policy.bands.level(message.risk) > crate::level::Level::None {
            message.risk = message.risk.scaled(modifier);
        }
    }
}

/// The reference's typical range ends here.
const GREATEST: f64 = 2.0;
