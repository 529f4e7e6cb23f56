//! The closed vocabularies: detectors, tactics, framing, speaker role. Tags have a file of their own.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Declares an enum whose variants have one fixed wire name each.
macro_rules! vocabulary {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $wire:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name { $($(#[$vmeta])* #[serde(rename = $wire)] $variant),+ }

        impl $name {
            /// Every value, in declaration order.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The name on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $wire),+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = UnknownName;

            fn from_str(name: &str) -> std::result::Result<Self, UnknownName> {
                match name {
                    $($wire => Ok($name::$variant),)+
                    _ => Err(UnknownName { vocabulary: stringify!($name) }),
                }
            }
        }
    };
}

pub(crate) use vocabulary;

/// A name that is not in the vocabulary. The received name is left out: it may be content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a name of the vocabulary {vocabulary}")]
pub struct UnknownName {
    pub(crate) vocabulary: &'static str,
}

vocabulary! {
    /// What is looked for; the wire name is the field `endpoint` of the result.
    Detector {
        /// Targeted insult, exclusion, threat, harassment.
        Bullying = "bullying",
        /// An older person preparing the abuse of a child, seen over a conversation.
        Grooming = "grooming",
        /// Self-harm, eating disorders, substances, depression, compulsive use, violence, exploitation.
        Unsafe = "unsafe",
        /// Pretexting, phishing, urgency and authority tricks.
        SocialEngineering = "social-engineering",
        /// Fake apps and investment platforms.
        AppFraud = "app-fraud",
        /// Affection used to obtain money.
        RomanceScam = "romance-scam",
        /// Recruiting people to move stolen money.
        MuleRecruitment = "mule-recruitment",
        /// Gambling promotion to minors and harmful gambling.
        GamblingHarm = "gambling-harm",
        /// Isolation, monitoring and threats in a relationship.
        CoerciveControl = "coercive-control",
        /// Targeting of someone's vulnerability.
        VulnerabilityExploitation = "vulnerability-exploitation",
        /// Extremist rhetoric and recruitment.
        Radicalisation = "radicalisation",
        /// Early warning signs in a child's own words.
        DistressSignals = "distress-signals",
        /// Technology-facilitated gender-based violence.
        Tfgbv = "tfgbv",
        /// Dominant emotions and their trend.
        Emotions = "emotions",
    }
}

vocabulary! {
    /// The eight grooming tactics: a closed set (specification, field `flags`).
    Tactic {
        /// Probing supervision or availability of the child.
        Reconnaissance = "reconnaissance",
        /// Pressure to meet in person.
        MeetingRequest = "meeting_request",
        /// Praise out of proportion.
        Flattery = "flattery",
        /// Asking to hide the contact from guardians.
        SecrecyRequest = "secrecy_request",
        /// Casting oneself as the only one who understands; moving to another app.
        Isolation = "isolation",
        /// Step-wise escalation of intimacy.
        BoundaryPushing = "boundary_pushing",
        /// Soliciting personal images.
        PhotoRequest = "photo_request",
        /// Gifts or rewards used as a lever.
        GiftOffering = "gift_offering",
    }
}

vocabulary! {
    /// How the words are used, apart from what they say.
    Framing {
        /// Safeguarding, prevention, help, education, news.
        Protective = "protective",
        /// Quotes or reports somebody else's words; counter-speech.
        Quotation = "quotation",
        /// Game talk, hyperbole, jokes between friends, fiction.
        Play = "play",
        /// About the speaker.
        SelfDirected = "self_directed",
        /// A term used by the group it names.
        Reclaimed = "reclaimed",
    }
}

vocabulary! {
    /// Who speaks in a bullying message; it never changes `is_bullying` (specification, v3.0.0).
    SpeakerRole {
        /// The speaker bullies.
        Enacting = "enacting",
        /// The speaker is the one bullied.
        Experiencing = "experiencing",
        /// A bystander reports.
        ReportingOther = "reporting_other",
    }
}

impl Detector {
    /// SCREAMING_SNAKE_CASE name: the tactic of evidence for the harm itself, where no tag is named.
    pub const fn tactic(self) -> &'static str {
        match self {
            Detector::Bullying => "BULLYING",
            Detector::Grooming => "GROOMING",
            Detector::Unsafe => "UNSAFE",
            Detector::SocialEngineering => "SOCIAL_ENGINEERING",
            Detector::AppFraud => "APP_FRAUD",
            Detector::RomanceScam => "ROMANCE_SCAM",
            Detector::MuleRecruitment => "MULE_RECRUITMENT",
            Detector::GamblingHarm => "GAMBLING_HARM",
            Detector::CoerciveControl => "COERCIVE_CONTROL",
            Detector::VulnerabilityExploitation => "VULNERABILITY_EXPLOITATION",
            Detector::Radicalisation => "RADICALISATION",
            Detector::DistressSignals => "DISTRESS_SIGNALS",
            Detector::Tfgbv => "TFGBV",
            Detector::Emotions => "EMOTIONS",
        }
    }

    /// Reads `context.conversation_history` message by message (reference, detection-result 5): asked
    /// about a text with a history, it answers with `message_analysis`.
    pub const fn is_conversation_aware(self) -> bool {
        matches!(
            self,
            Detector::SocialEngineering
                | Detector::AppFraud
                | Detector::RomanceScam
                | Detector::MuleRecruitment
                | Detector::GamblingHarm
                | Detector::CoerciveControl
                | Detector::VulnerabilityExploitation
                | Detector::Radicalisation
        )
    }
}

impl Tactic {
    /// English words for the behaviour, as the rationale describes it.
    pub const fn behaviour(self) -> &'static str {
        match self {
            Tactic::Reconnaissance => "finding out whether a child is alone or supervised",
            Tactic::MeetingRequest => "pressing to meet in person",
            Tactic::Flattery => "praise out of proportion",
            Tactic::SecrecyRequest => "asking to hide the contact from guardians",
            Tactic::Isolation => "setting a child apart from the people around them",
            Tactic::BoundaryPushing => "raising intimacy step by step",
            Tactic::PhotoRequest => "asking for personal images",
            Tactic::GiftOffering => "gifts or rewards used as a lever",
        }
    }

    /// Title-case words for display.
    pub const fn label(self) -> &'static str {
        match self {
            Tactic::Reconnaissance => "Reconnaissance",
            Tactic::MeetingRequest => "Meeting Request",
            Tactic::Flattery => "Flattery",
            Tactic::SecrecyRequest => "Secrecy Request",
            Tactic::Isolation => "Isolation",
            Tactic::BoundaryPushing => "Boundary Pushing",
            Tactic::PhotoRequest => "Photo Request",
            Tactic::GiftOffering => "Gift Offering",
        }
    }

    /// SCREAMING_SNAKE_CASE name, as used in `categories` and `evidence`.
    pub const fn tag(self) -> &'static str {
        match self {
            Tactic::Reconnaissance => "RECONNAISSANCE",
            Tactic::MeetingRequest => "MEETING_REQUEST",
            Tactic::Flattery => "FLATTERY",
            Tactic::SecrecyRequest => "SECRECY_REQUEST",
            Tactic::Isolation => "ISOLATION",
            Tactic::BoundaryPushing => "BOUNDARY_PUSHING",
            Tactic::PhotoRequest => "PHOTO_REQUEST",
            Tactic::GiftOffering => "GIFT_OFFERING",
        }
    }
}
