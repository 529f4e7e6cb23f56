//! The vocabularies of the emotions answer: emotions, valence, trend and follow-up.
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
    /// something to be seen by. The others complete the classes of GoEmotions (Demszky et al., 2020).
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
        /// Looks up to somebody.
        Admiration = "admiration",
        /// Finds something funny.
        Amusement = "amusement",
        /// Bothered by something small.
        Annoyance = "annoyance",
        /// Agrees.
        Approval = "approval",
        /// Kind to somebody.
        Caring = "caring",
        /// Does not understand.
        Confusion = "confusion",
        /// Wants to know.
        Curiosity = "curiosity",
        /// Wants to have.
        Desire = "desire",
        /// Had hoped for more.
        Disappointment = "disappointment",
        /// Disagrees.
        Disapproval = "disapproval",
        /// Repelled.
        Disgust = "disgust",
        /// Awkward before others.
        Embarrassment = "embarrassment",
        /// Cannot wait.
        Excitement = "excitement",
        /// Thankful.
        Gratitude = "gratitude",
        /// Mourns a loss.
        Grief = "grief",
        /// Fond of somebody or something.
        Love = "love",
        /// Tense about something near.
        Nervousness = "nervousness",
        /// Expects things to go well.
        Optimism = "optimism",
        /// Pleased with an achievement.
        Pride = "pride",
        /// Has just understood.
        Realization = "realization",
        /// A strain is over.
        Relief = "relief",
        /// Sorry for something done.
        Remorse = "remorse",
        /// Did not expect it.
        Surprise = "surprise",
        /// Sounds of nothing in particular.
        Neutral = "neutral",
    }
}

impl Emotion {
    /// Pleasant to feel.
    pub const fn is_pleasant(self) -> bool {
        use Emotion::{
            Admiration, Amusement, Approval, Calm, Caring, Excitement, Gratitude, Hope, Joy, Love, Optimism,
            Pride, Relief,
        };
        matches!(
            self,
            Joy | Hope
                | Calm
                | Admiration
                | Amusement
                | Approval
                | Caring
                | Excitement
                | Gratitude
                | Love
                | Optimism
                | Pride
                | Relief
        )
    }

    /// Neither pleasant nor unpleasant: confusion, curiosity, desire, realization, surprise, neutral.
    pub const fn is_neither(self) -> bool {
        use Emotion::{Confusion, Curiosity, Desire, Neutral, Realization, Surprise};
        matches!(self, Confusion | Curiosity | Desire | Realization | Surprise | Neutral)
    }

    /// Goes with depression: sadness, loneliness, shame, withdrawal, grief.
    pub const fn is_depressive(self) -> bool {
        use Emotion::{Grief, Loneliness, Sadness, Shame, Withdrawal};
        matches!(self, Sadness | Loneliness | Shame | Withdrawal | Grief)
    }

    /// Goes with anxiety: anxiety, stress, fear, nervousness.
    pub const fn is_anxious(self) -> bool {
        matches!(self, Emotion::Anxiety | Emotion::Stress | Emotion::Fear | Emotion::Nervousness)
    }
}

vocabulary! {
    /// How a message feels as a whole, whatever the emotion (Russell, 1980). A message can be both, or neither.
    Valence {
        /// Pleasant to feel.
        Pleasant = "pleasant",
        /// Unpleasant to feel.
        Unpleasant = "unpleasant",
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
