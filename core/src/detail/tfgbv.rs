//! Gender-based violence: what amplifies the harm, and which further discrimination compounds it.

use super::confidence;
use crate::draft::Draft;
use crate::score::Score;
use crate::taxonomy::Detector;
use serde::Serialize;

/// Fields that only the tfgbv detector has (Q65).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TfgbvFields {
    /// What makes the harm wider, lasting or harder to answer.
    pub amplifiers: Amplifiers,
    /// Discrimination that compounds the harm; empty when the tags tell of none.
    pub intersectionality_flags: Vec<Intersectionality>,
}

/// Amplifiers that tags can tell of, 0..=1; absent where they tell nothing.
///
/// The reference names five. `scale`, `speed` and `cross_border_reach` depend on audience, time and place,
/// which no signal about the words holds, so they are never given.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Amplifiers {
    /// The doer hides behind somebody else's name: confidence of `IMPERSONATION`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anonymity: Option<Score>,
    /// What was published stays: surest of `IMAGE_BASED_ABUSE`, `SEXUALISED_DEEPFAKES`, `DOXING`, `OUTING`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permanence: Option<Score>,
}

/// Discrimination that compounds the harm. Disability, racial and other kinds are named by the reference
/// too; no tag tells of them, so they are never given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Intersectionality {
    /// Orientation or gender identity: from `OUTING`.
    Lgbtqia,
}

pub(crate) fn fields(draft: &Draft<'_>) -> Option<TfgbvFields> {
    (draft.request.detector == Detector::Tfgbv).then(|| {
        let surest = |tags: &[&str]| {
            let sure = tags.iter().map(|tag| confidence(draft, Detector::Tfgbv, tag));
            sure.reduce(Score::max).filter(|score| *score > Score::ZERO)
        };
        TfgbvFields {
            amplifiers: Amplifiers {
                anonymity: surest(&["IMPERSONATION"]),
                permanence: surest(&["IMAGE_BASED_ABUSE", "SEXUALISED_DEEPFAKES", "DOXING", "OUTING"]),
            },
            intersectionality_flags: surest(&["OUTING"])
                .map(|_| Intersectionality::Lgbtqia)
                .into_iter()
                .collect(),
        }
    })
}
