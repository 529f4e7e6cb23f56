//! The closed vocabularies: detectors, tags with label and severity, tactics, framing, speaker role.
//!
//! One table each. Names follow the specification; tags that it leaves unnamed follow
//! `taxonomy.md` section 12 of the wire reference.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Declares an enum whose variants have one fixed wire name each.
macro_rules! vocabulary {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $wire:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

            fn from_str(name: &str) -> Result<Self, UnknownName> {
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

/// One entry of a detector's tag table.
#[derive(Debug, PartialEq)]
pub struct TagInfo {
    /// The detector that the tag belongs to.
    pub detector: Detector,
    /// Name on the wire, SCREAMING_SNAKE_CASE.
    pub tag: &'static str,
    /// Title-case words for display.
    pub label: &'static str,
    /// Severity of the harm itself at full confidence, before age calibration, 0..=1.
    pub severity: f64,
    /// A criminal indicator: forces immediate intervention when the subject is a minor.
    pub criminal: bool,
}

/// A tag of a detector, known to be in the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tag(&'static TagInfo);

impl Tag {
    /// Looks a tag up by detector and wire name.
    pub fn find(detector: Detector, name: &str) -> Option<Tag> {
        TAGS.iter().find(|info| info.detector == detector && info.tag == name).map(Tag)
    }

    /// The table entry.
    pub fn info(self) -> &'static TagInfo {
        self.0
    }
}

impl Tactic {
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

const fn tag(detector: Detector, tag: &'static str, label: &'static str, severity: f64) -> TagInfo {
    TagInfo { detector, tag, label, severity, criminal: false }
}

const fn crime(detector: Detector, tag: &'static str, label: &'static str, severity: f64) -> TagInfo {
    TagInfo { detector, tag, label, severity, criminal: true }
}

/// Every tag of the detectors that are answered today.
///
/// Severities order the harms; a single insult alone stays low (reference, section 13) and suicidal
/// behaviour is critical (section 3).
pub static TAGS: &[TagInfo] = &[
    tag(Detector::Bullying, "DIRECT_INSULT", "Direct Insult", 0.48),
    tag(Detector::Bullying, "EXCLUSION", "Social Exclusion", 0.60),
    tag(Detector::Bullying, "HUMILIATION", "Humiliation", 0.68),
    tag(Detector::Bullying, "PILE_ON", "Pile-On", 0.72),
    tag(Detector::Bullying, "INTIMIDATION", "Intimidation", 0.75),
    tag(Detector::Bullying, "CYBERSTALKING", "Cyberstalking", 0.80),
    tag(Detector::Bullying, "IDENTITY_ABUSE", "Identity Abuse", 0.80),
    tag(Detector::Bullying, "SEXUAL_HARASSMENT", "Sexual Harassment", 0.82),
    tag(Detector::Bullying, "PII_DOXXING", "Doxxing", 0.84),
    tag(Detector::Bullying, "THREAT", "Threat", 0.88),
    tag(Detector::Unsafe, "COMPULSIVE_USAGE", "Compulsive Usage", 0.55),
    tag(Detector::Unsafe, "DEPRESSION_ANXIETY", "Depression & Anxiety", 0.62),
    tag(Detector::Unsafe, "SUBSTANCE_USE", "Substance Use", 0.66),
    tag(Detector::Unsafe, "SEXUAL_CONTENT", "Sexual Content", 0.70),
    tag(Detector::Unsafe, "EATING_DISORDER", "Eating Disorder", 0.76),
    tag(Detector::Unsafe, "HATE_SPEECH", "Hate Speech", 0.76),
    tag(Detector::Unsafe, "VIOLENCE", "Violence", 0.80),
    tag(Detector::Unsafe, "SELF_HARM", "Self-Harm", 0.88),
    tag(Detector::Unsafe, "CONTAGION", "Contagion", 0.92),
    tag(Detector::Unsafe, "SEXUAL_EXPLOITATION", "Sexual Exploitation", 0.92),
    tag(Detector::Unsafe, "SUICIDAL_BEHAVIOUR", "Suicidal Behaviour", 0.97),
    crime(Detector::Unsafe, "SEXTORTION", "Sextortion", 0.95),
    crime(Detector::Unsafe, "TRAFFICKING", "Trafficking", 0.95),
    crime(Detector::Unsafe, "CSAM", "Child Sexual Abuse Material", 1.0),
    crime(Detector::Unsafe, "DEBT_BONDAGE", "Debt Bondage", 0.92),
    crime(Detector::Unsafe, "FORCED_CRIMINALITY", "Forced Criminality", 0.92),
    crime(Detector::Unsafe, "HONOUR_ESCALATION", "Honour Escalation", 0.94),
];
