//! What an operation costs (specification, Credits per call).
//!
//! Every function here saturates at [`u64::MAX`] instead of wrapping, so no count, however absurd, is cheap.

use crate::policy::Policy;
use crate::taxonomy::Detector;
use serde::{Deserialize, Serialize};

/// Which credit table applies.
///
/// The specification states the newer weighting for text (1), image (7) and video (95) only; every other
/// operation costs the same under both. Which callers get which is the policy's choice (Q33).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weighting {
    /// The main table.
    #[default]
    Main,
    /// The newer weighting.
    Newer,
}

/// An operation with the units that its price depends on.
///
/// ```
/// use wardlight_core::{Operation, Weighting};
/// let document = Operation::Document { pages: 4, endpoints: 3 };
/// assert_eq!(document.credits(Weighting::Main), 12);
/// assert_eq!(Operation::Video.credits(Weighting::Newer), 95);
///
/// let written = r#"{"operation":"document","pages":4,"endpoints":3}"#;
/// assert_eq!(serde_json::to_string(&document).unwrap(), written);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "operation", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Operation {
    /// One detector over a text or a conversation. "Text detection: 1"; "Grooming and emotions:
    /// ceil(messages / 10), minimum 1".
    Text {
        /// The detector that is asked.
        detector: Detector,
        /// Messages submitted; 1 for a single text.
        messages: usize,
    },
    /// Several detectors over one text: 1 + the number of detectors that answered. The specification lists no
    /// price; this is the reference's (Q34). Where none answered nothing is charged (Q38).
    Multi {
        /// Detectors that answered, 0 to 10.
        detectors: usize,
    },
    /// "Action plan: 2".
    ActionPlan,
    /// "Incident report: 3".
    IncidentReport,
    /// "Synthetic content: text 2".
    SyntheticText,
    /// "Synthetic content: image 5".
    SyntheticImage,
    /// "Synthetic content: audio 4".
    SyntheticAudio,
    /// "Synthetic content: video: 2 + 3 per frame + 2 for audio". A video without a sound track has no audio
    /// credits (reference, media).
    SyntheticVideo {
        /// Frames analysed.
        frames: u64,
        /// A sound track was analysed.
        audio: bool,
    },
    /// "Image analysis: 3"; 7 under the newer weighting. An animated GIF is one image, whatever its frames.
    Image,
    /// "Voice analysis: 5", whatever its length.
    Voice,
    /// "Video analysis: 10"; 95 under the newer weighting, whatever its frames.
    Video,
    /// "Document analysis: max(3, pages x endpoints)".
    Document {
        /// Pages analysed; a page without text is not (reference, media).
        pages: u64,
        /// Detectors asked about each page.
        endpoints: u64,
    },
    /// "Age verification: 5".
    AgeVerification,
    /// "Identity verification: 10".
    IdentityVerification,
    /// "Listing incidents with include_summary costs an extra credit per row"; plain reads cost nothing (Q35).
    IncidentList {
        /// Rows returned.
        rows: u64,
        /// `include_summary` was asked for.
        summaries: bool,
    },
    /// One flush of audio in a voice stream. The specification lists no streaming price: the reference gives 7,
    /// earlier 1, the price of a text in the main table, which is kept there.
    StreamFlush,
    /// One video frame in a stream: 7, earlier 3, which is the price of an image in either table.
    StreamFrame,
    /// A verdict on synthetic content that came from the cache, or a read or cancellation of a verification
    /// session: nothing (reference, credits per call).
    Free,
}

impl Operation {
    /// Credits of the operation; saturates at [`u64::MAX`].
    pub fn credits(self, weighting: Weighting) -> u64 {
        let newer = weighting == Weighting::Newer;
        match self {
            Operation::Text { detector: Detector::Grooming | Detector::Emotions, messages } => {
                count(messages.div_ceil(10)).max(1)
            }
            Operation::Text { .. } => 1,
            Operation::Multi { detectors: 0 } | Operation::Free => 0,
            Operation::Multi { detectors } => count(detectors).saturating_add(1),
            Operation::ActionPlan | Operation::SyntheticText => 2,
            Operation::IncidentReport => 3,
            Operation::SyntheticImage | Operation::Voice | Operation::AgeVerification => 5,
            Operation::SyntheticAudio => 4,
            Operation::SyntheticVideo { frames, audio } => {
                frames.saturating_mul(3).saturating_add(if audio { 4 } else { 2 })
            }
            Operation::Image | Operation::StreamFrame => {
                if newer {
                    7
                } else {
                    3
                }
            }
            Operation::Video => {
                if newer {
                    95
                } else {
                    10
                }
            }
            Operation::Document { pages, endpoints } => pages.saturating_mul(endpoints).max(3),
            Operation::IdentityVerification => 10,
            Operation::IncidentList { rows, summaries } => {
                if summaries {
                    rows
                } else {
                    0
                }
            }
            Operation::StreamFlush => {
                if newer {
                    7
                } else {
                    1
                }
            }
        }
    }
}

impl Policy {
    /// Credits that are charged for an operation: those of the policy's weighting, and none for a sandbox key
    /// ("Sandbox keys consume no credits").
    pub fn charge(&self, operation: Operation) -> u64 {
        if self.sandbox { 0 } else { operation.credits(self.weighting) }
    }
}

/// Credits of one text analysis over `messages` messages; short for [`Operation::Text`].
///
/// ```
/// use wardlight_core::{text_credits, Detector, Weighting};
/// assert_eq!(text_credits(Detector::Bullying, 1, Weighting::Main), 1);
/// assert_eq!(text_credits(Detector::Grooming, 21, Weighting::Newer), 3);
/// ```
pub fn text_credits(detector: Detector, messages: usize, weighting: Weighting) -> u64 {
    Operation::Text { detector, messages }.credits(weighting)
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Line of the specification or reference, operation, main table, newer weighting.
    #[rustfmt::skip]
    const TABLE: &[(&str, Operation, u64, u64)] = &[
        ("Text detection (bullying, unsafe, other single text detectors) | 1", text(Detector::Bullying, 1), 1, 1),
        ("Text detection (bullying, unsafe, other single text detectors) | 1", text(Detector::Unsafe, 1), 1, 1),
        ("Text detection (bullying, unsafe, other single text detectors) | 1", text(Detector::Tfgbv, 99), 1, 1),
        ("Grooming and emotions | ceil(messages / 10), minimum 1", text(Detector::Grooming, 0), 1, 1),
        ("Grooming and emotions | ceil(messages / 10), minimum 1", text(Detector::Grooming, 10), 1, 1),
        ("Grooming and emotions | ceil(messages / 10), minimum 1", text(Detector::Grooming, 11), 2, 2),
        ("Grooming and emotions | ceil(messages / 10), minimum 1", text(Detector::Emotions, 50), 5, 5),
        ("Action plan | 2", Operation::ActionPlan, 2, 2),
        ("Incident report | 3", Operation::IncidentReport, 3, 3),
        ("Synthetic content: text 2, image 5, audio 4", Operation::SyntheticText, 2, 2),
        ("Synthetic content: text 2, image 5, audio 4", Operation::SyntheticImage, 5, 5),
        ("Synthetic content: text 2, image 5, audio 4", Operation::SyntheticAudio, 4, 4),
        ("Synthetic content: video | 2 + 3 per frame + 2 for audio", video(0, false), 2, 2),
        ("Synthetic content: video | 2 + 3 per frame + 2 for audio", video(6, false), 20, 20),
        ("Synthetic content: video | 2 + 3 per frame + 2 for audio", video(6, true), 22, 22),
        ("Image analysis | 3; newer weighting: an image 7", Operation::Image, 3, 7),
        ("Voice analysis | 5", Operation::Voice, 5, 5),
        ("Age verification | 5", Operation::AgeVerification, 5, 5),
        ("Document analysis | max(3, pages x endpoints)", document(0, 3), 3, 3),
        ("Document analysis | max(3, pages x endpoints)", document(1, 3), 3, 3),
        ("Document analysis | max(3, pages x endpoints)", document(2, 1), 3, 3),
        ("Document analysis | max(3, pages x endpoints)", document(100, 8), 800, 800),
        ("Video analysis | 10; newer weighting: a video 95", Operation::Video, 10, 95),
        ("Identity verification | 10", Operation::IdentityVerification, 10, 10),
        ("Listing incidents with include_summary costs an extra credit per row", incidents(25, true), 25, 25),
        ("Listing incidents with include_summary costs an extra credit per row", incidents(25, false), 0, 0),
        ("reference: Multi | 1 + number of detectors", Operation::Multi { detectors: 1 }, 2, 2),
        ("reference: Multi | 1 + number of detectors", Operation::Multi { detectors: 10 }, 11, 11),
        ("reference Q38: engine_error | 0 credits", Operation::Multi { detectors: 0 }, 0, 0),
        ("reference: audio flush | 7 (earlier 1)", Operation::StreamFlush, 1, 7),
        ("reference: video frame | 7 (earlier 3)", Operation::StreamFrame, 3, 7),
        ("reference: synthetic cache hit, verification session read/cancel | 0", Operation::Free, 0, 0),
    ];

    const fn text(detector: Detector, messages: usize) -> Operation {
        Operation::Text { detector, messages }
    }

    const fn video(frames: u64, audio: bool) -> Operation {
        Operation::SyntheticVideo { frames, audio }
    }

    const fn document(pages: u64, endpoints: u64) -> Operation {
        Operation::Document { pages, endpoints }
    }

    const fn incidents(rows: u64, summaries: bool) -> Operation {
        Operation::IncidentList { rows, summaries }
    }

    #[test]
    fn every_line_of_the_tables() {
        for (line, operation, main, newer) in TABLE {
            assert_eq!(operation.credits(Weighting::Main), *main, "{line}");
            assert_eq!(operation.credits(Weighting::Newer), *newer, "{line}, newer weighting");
        }
    }

    #[test]
    fn a_sandbox_key_pays_nothing() {
        let policy = Policy { sandbox: true, ..Policy::default() };
        for (line, operation, ..) in TABLE {
            assert_eq!(policy.charge(*operation), 0, "{line}");
        }
    }

    #[test]
    fn absurd_counts_saturate() {
        assert_eq!(document(u64::MAX, 2).credits(Weighting::Main), u64::MAX);
        assert_eq!(video(u64::MAX, true).credits(Weighting::Newer), u64::MAX);
        assert!(text(Detector::Grooming, usize::MAX).credits(Weighting::Main) > 1);
        assert!(Operation::Multi { detectors: usize::MAX }.credits(Weighting::Main) > 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn more_units_never_cost_less(few in any::<u64>(), more in any::<u64>(), other in any::<u64>()) {
            let (few, more) = (few.min(more), few.max(more));
            for weighting in [Weighting::Main, Weighting::Newer] {
                prop_assert!(document(few, other).credits(weighting) <= document(more, other).credits(weighting));
                prop_assert!(video(few, true).credits(weighting) <= video(more, true).credits(weighting));
                prop_assert!(video(few, false).credits(weighting) <= video(few, true).credits(weighting));
                prop_assert!(incidents(few, true).credits(weighting) <= incidents(more, true).credits(weighting));
            }
        }

        #[test]
        fn messages_cost_one_credit_for_each_ten_begun(messages in 1..10_000_usize) {
            let credits = text_credits(Detector::Grooming, messages, Weighting::Main);
            prop_assert!(credits * 10 >= count(messages) && (credits - 1) * 10 < count(messages));
        }
    }
}
