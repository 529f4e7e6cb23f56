//! What an analysis costs (specification, Credits per call).

use crate::taxonomy::Detector;
use serde::{Deserialize, Serialize};

/// Which credit table applies.
///
/// The specification states the newer weighting for text (1), image (7) and video (95) only, so text
/// operations cost the same under both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weighting {
    /// The main table.
    #[default]
    Main,
    /// The newer weighting.
    Newer,
}

/// Credits of one text analysis over `messages` messages.
///
/// Grooming and emotions cost ceil(messages / 10), at least 1; every other text detector costs 1.
///
/// ```
/// use wardlight_core::{text_credits, Detector, Weighting};
/// assert_eq!(text_credits(Detector::Bullying, 1, Weighting::Main), 1);
/// assert_eq!(text_credits(Detector::Grooming, 21, Weighting::Newer), 3);
/// ```
pub fn text_credits(detector: Detector, messages: usize, weighting: Weighting) -> u64 {
    match (detector, weighting) {
        (Detector::Grooming | Detector::Emotions, Weighting::Main | Weighting::Newer) => {
            u64::try_from(messages.div_ceil(10)).unwrap_or(u64::MAX).max(1)
        }
        (_, Weighting::Main | Weighting::Newer) => 1,
    }
}
