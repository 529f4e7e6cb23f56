//! What was observed about one piece of content: opinions, facts and uses.

use super::csam::CsamEvidence;
use super::ensemble::{Medium, Opinion};
use crate::age::AgeGroup;
use crate::score::Score;
use serde::{Deserialize, Serialize};

/// Everything that was observed about one piece of content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SyntheticEvidence {
    /// What it is.
    pub medium: Medium,
    /// What the engines say.
    #[serde(default)]
    pub opinions: Vec<Opinion>,
    /// Content credentials declare that it was generated.
    #[serde(default)]
    pub declared_generated: bool,
    /// The nearest known generated picture.
    #[serde(default)]
    pub nearest_known: Option<KnownPicture>,
    /// Whether the sound holds speech; absent where there is no sound.
    #[serde(default)]
    pub has_speech: Option<bool>,
    /// Probability of each use; only what other detectors or the caller's records say.
    #[serde(default)]
    pub uses: Uses,
    /// Signals about sexual material of children; pictures and frames only.
    #[serde(default)]
    pub csam: Option<CsamEvidence>,
    /// Age group of the person to protect.
    #[serde(default)]
    pub age_group: Option<AgeGroup>,
    /// `age_group` said `adult`: the person is no minor. Without either, a minor is assumed (Q8).
    #[serde(default)]
    pub adult: bool,
}

impl SyntheticEvidence {
    /// Nothing observed yet.
    pub fn of(medium: Medium) -> Self {
        SyntheticEvidence {
            medium,
            opinions: Vec::new(),
            declared_generated: false,
            nearest_known: None,
            has_speech: None,
            uses: Uses::default(),
            csam: None,
            age_group: None,
            adult: false,
        }
    }

    /// The person to protect is a minor, or nothing is known of their age: floors hold, a multiplier needs a group.
    pub(super) fn subject_is_minor(&self) -> bool {
        self.age_group.is_some() || !self.adult
    }
}

/// A known generated picture: the field `known_synthetic_match`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KnownPicture {
    /// Hamming distance of the perceptual hashes, in bits of 64.
    pub distance: u8,
    /// Category of the known picture.
    pub category: String,
}

/// What the content is used for, each as a probability.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Uses {
    /// Part of it was replaced.
    pub manipulation: Score,
    /// It presents an invented person as real.
    pub invented_identity: Score,
    /// It imitates a real person.
    pub impersonation: Score,
    /// It is part of grooming.
    pub grooming: Score,
    /// It is part of sextortion.
    pub sextortion: Score,
}
