//! From measurements of a track to an opinion, by the thresholds of the reference (media 8 and 9).

use super::ensemble::{Engine, Medium, Opinion, agree};
use crate::score::Score;
use crate::taxonomy::{UnknownName, vocabulary};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

vocabulary! {
    /// Findings that no opinion outvotes.
    Fact {
        /// Content credentials declare that the content was generated.
        DeclaredGenerated = "provenance_declares_generation",
        /// A known generated picture matches.
        KnownMatch = "known_synthetic_match",
        /// The sound holds no speech, so that there is no transcript to judge.
        NoSpeech = "no_speech",
    }
}

/// Faces over the frames of a video.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaceTrack {
    /// Euclidean distance of the face descriptors (128 numbers) of each two frames in a row.
    pub distances: Vec<f64>,
    /// The ratio of eyes to nose jumps between frames.
    pub unstable_landmarks: bool,
}

impl FaceTrack {
    /// `None` without two frames that show a face. A mean distance below 0.4 speaks for one real face, above
    /// 0.6 for a replaced one; in between it is undecided by degrees.
    pub fn opinion(&self) -> Option<Opinion> {
        let mean = mean(&self.distances)?;
        let mut opinion = Opinion::new(Engine::Temporal, ramp(mean, FACE_SAME, FACE_OTHER));
        if mean > FACE_OTHER {
            opinion = opinion.with_signal(IDENTITY_DRIFT);
        } else if mean < FACE_SAME {
            opinion = opinion.with_signal("consistent_face");
        }
        if self.unstable_landmarks {
            opinion.synthetic = opinion.synthetic.max(Score::new(SIGN));
            opinion = opinion.with_signal("unstable_landmarks");
        }
        Some(opinion)
    }
}

/// Mouth and sound.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LipTrack {
    /// Pearson correlation of mouth opening and sound energy, -1..=1.
    pub correlation: f64,
    /// Share of frames, 0..=1, in which the mouth moves without a voice.
    pub silent_mouth_share: f64,
    /// Share of frames, 0..=1, in which a voice is heard and the mouth rests.
    pub voice_without_mouth_share: f64,
}

impl LipTrack {
    /// A correlation above 0.5 speaks for a real recording, below 0.3 for a replaced mouth or voice; so do
    /// frames in which only one of them moves, if they are more than 30 %. `None` if a number is none.
    pub fn opinion(&self) -> Option<Opinion> {
        let numbers = [self.correlation, self.silent_mouth_share, self.voice_without_mouth_share];
        if numbers.iter().any(|number| !number.is_finite()) {
            return None;
        }
        let mut opinion = Opinion::new(Engine::LipSync, ramp(-self.correlation, -LIPS_TOGETHER, -LIPS_APART));
        if self.correlation < LIPS_APART {
            opinion = opinion.with_signal(POOR_LIP_SYNC);
        } else if self.correlation > LIPS_TOGETHER {
            opinion = opinion.with_signal("good_lip_sync");
        }
        for (share, name) in [
            (self.silent_mouth_share, "silent_mouth_movement"),
            (self.voice_without_mouth_share, "voice_without_movement"),
        ] {
            if share > ALONE_SHARE {
                opinion.synthetic = opinion.synthetic.max(Score::new(SIGN));
                opinion = opinion.with_signal(name);
            }
        }
        Some(opinion)
    }
}

/// One opinion about all frames of a video: each frame is weighed like a picture, and the more suspicious
/// half counts.
///
/// The reference shows no weights for video; these are those of pictures (Q46). One odd frame decides
/// nothing, a manipulated stretch of half the frames does.
pub fn frames_opinion(frames: &[Vec<Opinion>]) -> Option<Opinion> {
    let mut scores: Vec<f64> = frames
        .iter()
        .map(|opinions| agree(Medium::Image, opinions))
        .filter(|agreement| agreement.coverage > 0.0)
        .map(|agreement| agreement.synthetic.get())
        .collect();
    scores.sort_unstable_by(|a, b| b.total_cmp(a));
    scores.truncate(scores.len().div_ceil(2));
    mean(&scores).map(|mean| Opinion::new(Engine::Frames, mean))
}

/// A sign that part of the recording was replaced, not all of it generated.
pub(super) fn is_manipulation(opinion: &Opinion) -> bool {
    opinion.signals.iter().any(|name| name == IDENTITY_DRIFT || name == POOR_LIP_SYNC)
}

/// 0.1 up to `low`, 0.9 from `high` on, a straight line between.
fn ramp(value: f64, low: f64, high: f64) -> f64 {
    0.1 + 0.8 * ((value - low) / (high - low)).clamp(0.0, 1.0)
}

/// `None` if there is nothing, or something is no number.
fn mean(values: &[f64]) -> Option<f64> {
    let count = u32::try_from(values.len()).ok().filter(|count| *count > 0)?;
    let mean = values.iter().sum::<f64>() / f64::from(count);
    mean.is_finite().then_some(mean)
}

const IDENTITY_DRIFT: &str = "identity_drift";
const POOR_LIP_SYNC: &str = "poor_lip_sync";
/// Descriptor distance of one face in two frames.
const FACE_SAME: f64 = 0.4;
/// Descriptor distance of two faces.
const FACE_OTHER: f64 = 0.6;
/// Correlation of a real recording.
const LIPS_TOGETHER: f64 = 0.5;
/// Correlation of a replaced mouth or voice.
const LIPS_APART: f64 = 0.3;
/// Share of frames from which mouth or voice alone is a sign.
const ALONE_SHARE: f64 = 0.3;
/// What such a sign says by itself.
const SIGN: f64 = 0.75;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_that_changes_is_a_sign_of_manipulation() {
        let drifting = FaceTrack { distances: vec![0.7, 0.65], unstable_landmarks: false }
            .opinion()
            .expect("two frames");
        assert_eq!(drifting.synthetic, Score::new(0.9));
        assert!(is_manipulation(&drifting));
        let steady =
            FaceTrack { distances: vec![0.2, 0.3], unstable_landmarks: false }.opinion().expect("two frames");
        assert_eq!((steady.synthetic, steady.signals), (Score::new(0.1), vec!["consistent_face".to_owned()]));
        assert_eq!(FaceTrack::default().opinion(), None);
        assert_eq!(FaceTrack { distances: vec![f64::NAN], ..FaceTrack::default() }.opinion(), None);
    }

    #[test]
    fn lips_and_voice_move_together() {
        let together = LipTrack { correlation: 0.8, ..LipTrack::default() }.opinion().expect("numbers");
        assert_eq!(
            (together.synthetic, together.signals),
            (Score::new(0.1), vec!["good_lip_sync".to_owned()])
        );
        let apart = LipTrack { correlation: 0.1, ..LipTrack::default() }.opinion().expect("numbers");
        assert!(is_manipulation(&apart) && apart.synthetic > Score::new(0.85));
        let silent = LipTrack { correlation: 0.8, silent_mouth_share: 0.31, ..LipTrack::default() };
        assert_eq!(silent.opinion().expect("numbers").synthetic, Score::new(0.75));
    }

    #[test]
    fn one_odd_frame_decides_nothing() {
        let frame = |p| vec![Opinion::new(Engine::Vision, p)];
        let odd = frames_opinion(&[frame(1.0), frame(0.0), frame(0.0), frame(0.0), frame(0.0), frame(0.0)]);
        assert!(odd.expect("frames").synthetic < Score::new(0.5));
        let half = frames_opinion(&[frame(1.0), frame(1.0), frame(0.0), frame(0.0)]);
        assert_eq!(half.expect("frames").synthetic, Score::ONE);
        assert_eq!(frames_opinion(&[Vec::new()]), None);
    }
}
