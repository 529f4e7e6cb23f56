//! The tags of synthetic content, with the severity of what each names.

use crate::taxonomy::{UnknownName, vocabulary};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

vocabulary! {
    /// The ten tags (reference, taxonomy 9).
    SyntheticTag {
        /// Model-written text.
        AiGeneratedText = "AI_GENERATED_TEXT",
        /// A generated picture.
        AiGeneratedImage = "AI_GENERATED_IMAGE",
        /// A cloned or synthesised voice.
        AiGeneratedAudio = "AI_GENERATED_AUDIO",
        /// A fully generated video.
        AiGeneratedVideo = "AI_GENERATED_VIDEO",
        /// A deepfake, face swap or edit.
        AiManipulatedMedia = "AI_MANIPULATED_MEDIA",
        /// An invented person.
        SyntheticIdentity = "SYNTHETIC_IDENTITY",
        /// An imitation of a real person.
        SyntheticImpersonation = "SYNTHETIC_IMPERSONATION",
        /// A grooming script written with a model.
        AiEnhancedGrooming = "AI_ENHANCED_GROOMING",
        /// Sextortion with generated material.
        AiEnhancedSextortion = "AI_ENHANCED_SEXTORTION",
        /// Generated sexual material of a child; forces `critical`.
        SyntheticCsam = "SYNTHETIC_CSAM",
    }
}

impl SyntheticTag {
    /// Words for display.
    pub const fn label(self) -> &'static str {
        self.row().0
    }

    /// Severity of the harm itself at full confidence, before age calibration.
    pub const fn severity(self) -> f64 {
        self.row().1
    }

    /// A criminal indicator: forces immediate intervention when the subject is a minor.
    pub const fn criminal(self) -> bool {
        matches!(self, SyntheticTag::AiEnhancedSextortion | SyntheticTag::SyntheticCsam)
    }

    /// More than having been generated.
    pub(super) const fn is_harm(self) -> bool {
        !matches!(
            self,
            SyntheticTag::AiGeneratedText
                | SyntheticTag::AiGeneratedImage
                | SyntheticTag::AiGeneratedAudio
                | SyntheticTag::AiGeneratedVideo
        )
    }

    const fn row(self) -> (&'static str, f64) {
        match self {
            SyntheticTag::AiGeneratedText => ("AI-Generated Text", 0.40),
            SyntheticTag::AiGeneratedImage => ("AI-Generated Image", 0.45),
            SyntheticTag::AiGeneratedAudio => ("AI-Generated Audio", 0.48),
            SyntheticTag::AiGeneratedVideo => ("AI-Generated Video", 0.48),
            SyntheticTag::AiManipulatedMedia => ("AI-Manipulated Media", 0.68),
            SyntheticTag::SyntheticIdentity => ("Synthetic Identity", 0.66),
            SyntheticTag::SyntheticImpersonation => ("Synthetic Impersonation", 0.82),
            SyntheticTag::AiEnhancedGrooming => ("AI-Enhanced Grooming", 0.93),
            SyntheticTag::AiEnhancedSextortion => ("AI-Enhanced Sextortion", 0.95),
            SyntheticTag::SyntheticCsam => ("Synthetic CSAM", 1.0),
        }
    }
}
