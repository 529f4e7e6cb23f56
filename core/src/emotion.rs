//! The vocabularies of the emotions answer: emotions, trend and follow-up.
//!
//! The list of emotions is open (reference, taxonomy section 10): a later version may add names, so
//! readers keep a place for one that they do not know.

use crate::taxonomy::{UnknownName, vocabulary};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

vocabulary! {
    /// What a message sounds like. Words are classified; nobody's inner state is claimed.
    ///
    /// The first ten are the names that the reference lists; hope and calm are ours, so that a recovery has
    /// something to be seen by.
    #[non_exhaustive]
    Emotion {
        /// Low, grieving, hurt.
        Sadness = "sadness",
        /// Without company or understanding.
        Loneliness = "loneliness",
        /// Worried about what may come.
        Anxiety = "anxiety",
        /// Under pressure.
        Stress = "stress",
        /// Held up, annoyed at things.
        Frustration = "frustration",
        /// Ashamed of oneself.
        Shame = "shame",
        /// Angry at somebody.
        Anger = "anger",
        /// Afraid of something present.
        Fear = "fear",
        /// Glad.
        Joy = "joy",
        /// Pulling back from people and things.
        Withdrawal = "withdrawal",
        /// Expecting better.
        Hope = "hope",
        /// At ease.
        Calm = "calm",
    }
}

impl Emotion {
    /// Pleasant to feel: joy, hope, calm. All others are unpleasant.
    pub const fn is_pleasant(self) -> bool {
        matches!(self, Emotion::Joy | Emotion::Hope | Emotion::Calm)
    }

    /// Goes with depression: sadness, loneliness, shame, withdrawal.
    pub const fn is_depressive(self) -> bool {
        matches!(self, Emotion::Sadness | Emotion::Loneliness | Emotion::Shame | Emotion::Withdrawal)
    }

    /// Goes with anxiety: anxiety, stress, fear.
    pub const fn is_anxious(self) -> bool {
        matches!(self, Emotion::Anxiety | Emotion::Stress | Emotion::Fear)
    }
}

vocabulary! {
    /// Where the mood of a conversation goes (specification, What the service does).
    Trend {
        /// The later messages sound better.
        Improving = "improving",
        /// No clear direction, or too few messages to tell.
        Stable = "stable",
        /// The later messages sound worse.
        Worsening = "worsening",
    }
}

vocabulary! {
    /// What an adult who cares for the child might do next, weakest first; the value of
    /// `recommended_followup`. Only `none` is named by the reference (section 7), the others are ours.
    #[non_exhaustive]
    Followup {
        /// Nothing.
        None = "none",
        /// Ask how things are.
        CheckIn = "check_in",
        /// Take time for a talk, without judging.
        SupportiveConversation = "supportive_conversation",
        /// Involve a counsellor or a doctor.
        ProfessionalSupport = "professional_support",
        /// Act now: stay in contact and use the crisis procedure.
        CrisisSupport = "crisis_support",
    }
}
