//! Synthetic content: whether text, picture, sound or video was generated or manipulated, and whether that
//! harms.
//!
//! Engines in detectors give [`Opinion`]s; [`judge_synthetic`] weighs them, lets facts override them and
//! derives tags, risk and action. Being generated is no harm by itself: what counts is what it is used for.

mod csam;
mod ensemble;
mod evidence;
mod judge;
mod tag;
mod tracks;
mod verdict;

pub use csam::{
    AgeSignal, CsamAssessment, CsamEvidence, CsamLevel, CsamSource, NuditySignal, SyntheticSignal,
};
pub use ensemble::{Classification, Engine, Medium, Opinion, SyntheticPolicy, weight};
pub use evidence::{KnownPicture, SyntheticEvidence, Uses};
pub use judge::judge_synthetic;
pub use tag::SyntheticTag;
pub use tracks::{FaceTrack, Fact, LipTrack, frames_opinion};
pub use verdict::{ForensicSignals, ForensicSource, SyntheticVerdict};

#[cfg(test)]
mod tests;
