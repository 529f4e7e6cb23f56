//! Fields that only one detector's result has, one file each. All of them are read from the tags that the
//! verdict names and from signals about the same text; what signals cannot tell is left out.

pub(crate) mod distress;
pub(crate) mod radicalisation;
pub(crate) mod tfgbv;
pub(crate) mod vulnerability;

use crate::draft::Draft;
use crate::score::Score;
use crate::signal::Observation;
use crate::tags::Tag;
use crate::taxonomy::Detector;

/// Confidence of a tag in what was submitted; 0 when it is not named or nothing was detected.
///
/// Tags of other detectors count too, where a caller passes their signals along: they tell more about the
/// same words, and never decide whether the asked detector fires.
fn confidence(draft: &Draft<'_>, detector: Detector, name: &str) -> Score {
    let Some(tag) = Tag::find(detector, name) else { return Score::ZERO };
    let label = Observation::Tag(tag);
    let found = draft.strongest(|s| s.label == label).max(draft.carried.confidence(tag));
    if draft.detected() && draft.policy.names(label, found) { found } else { Score::ZERO }
}
