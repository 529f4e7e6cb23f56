//! The tag table: what each detector can name, how grave it is, and in which words it is explained.
//!
//! Names follow the specification and the wire reference (taxonomy, sections 3 to 8 and 12). The
//! reference describes pretexting, credential theft, phishing links and financial demands without
//! naming them; they are named here in the same way.

use crate::taxonomy::Detector::{
    self, AppFraud, Bullying, CoerciveControl, DistressSignals, GamblingHarm, MuleRecruitment,
    Radicalisation, RomanceScam, SocialEngineering, Tfgbv, Unsafe, VulnerabilityExploitation,
};

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
    /// The behaviour in English, as the rationale describes it; quotes nobody.
    pub behaviour: &'static str,
}

/// A tag of a detector, known to be in the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tag(&'static TagInfo);

impl Tag {
    /// Looks a tag up by detector and wire name.
    pub fn find(detector: Detector, name: &str) -> Option<Tag> {
        TAGS.iter().find(|info| info.detector == detector && info.tag == name).map(Tag)
    }

    /// The tag that a verdict of `detector` names so; those of a mood are what depresses or frightens, tags of other detectors.
    pub(crate) fn named_by(detector: Detector, name: &str) -> Option<Tag> {
        let of: &[Detector] = match detector {
            Detector::Emotions => &[Detector::Unsafe, Detector::DistressSignals],
            _ => std::slice::from_ref(&detector),
        };
        of.iter().find_map(|of| Tag::find(*of, name))
    }

    /// The tags of a detector, in table order.
    pub(crate) fn of(detector: Detector) -> impl Iterator<Item = Tag> {
        TAGS.iter().filter(move |info| info.detector == detector).map(Tag)
    }

    /// The table entry.
    pub fn info(self) -> &'static TagInfo {
        self.0
    }
}

const fn tag(
    detector: Detector,
    tag: &'static str,
    label: &'static str,
    severity: f64,
    behaviour: &'static str,
) -> TagInfo {
    TagInfo { detector, tag, label, severity, criminal: false, behaviour }
}

const fn crime(
    detector: Detector,
    tag: &'static str,
    label: &'static str,
    severity: f64,
    behaviour: &'static str,
) -> TagInfo {
    TagInfo { detector, tag, label, severity, criminal: true, behaviour }
}

/// Every tag, the mildest of a detector first.
///
/// Severities order the harms. A single insult alone stays low (reference, detection-result 13) and
/// suicidal behaviour is critical (section 3). Signs of distress are early warnings: each alone is low or
/// medium. Criminal are the six indicators that the reference names (section 4), in whichever detector
/// they occur.
#[rustfmt::skip]
pub static TAGS: &[TagInfo] = &[
    tag(Bullying, "DIRECT_INSULT", "Direct Insult", 0.48, "insulting a person"),
    tag(Bullying, "EXCLUSION", "Social Exclusion", 0.60, "shutting a person out of a group"),
    tag(Bullying, "HUMILIATION", "Humiliation", 0.68, "making a person look ridiculous or worthless in front of others"),
    tag(Bullying, "PILE_ON", "Pile-On", 0.72, "several people turning on one person, or a call to do so"),
    tag(Bullying, "INTIMIDATION", "Intimidation", 0.75, "frightening a person into doing or not doing something"),
    tag(Bullying, "CYBERSTALKING", "Cyberstalking", 0.80, "following, watching or contacting a person again and again against their will"),
    tag(Bullying, "IDENTITY_ABUSE", "Identity Abuse", 0.80, "attacking a person for a group that they belong to"),
    tag(Bullying, "SEXUAL_HARASSMENT", "Sexual Harassment", 0.82, "unwanted sexual remarks or advances"),
    tag(Bullying, "PII_DOXXING", "Doxxing", 0.84, "publishing a person's private details, or threatening to"),
    tag(Bullying, "THREAT", "Threat", 0.88, "threatening a person with harm"),

    tag(Unsafe, "COMPULSIVE_USAGE", "Compulsive Usage", 0.55, "using an app, a game or a device without being able to stop"),
    tag(Unsafe, "DEPRESSION_ANXIETY", "Depression & Anxiety", 0.62, "lasting low mood, hopelessness or fear"),
    tag(Unsafe, "SUBSTANCE_USE", "Substance Use", 0.66, "using, offering or promoting alcohol, nicotine or drugs"),
    tag(Unsafe, "SEXUAL_CONTENT", "Sexual Content", 0.70, "sexual content"),
    tag(Unsafe, "EATING_DISORDER", "Eating Disorder", 0.76, "restricting, purging or praising dangerous weight loss"),
    tag(Unsafe, "HATE_SPEECH", "Hate Speech", 0.76, "hatred of people for a group that they belong to"),
    tag(Unsafe, "VIOLENCE", "Violence", 0.80, "planning, praising or describing violence"),
    tag(Unsafe, "SELF_HARM", "Self-Harm", 0.88, "hurting oneself, or encouraging it"),
    tag(Unsafe, "CONTAGION", "Contagion", 0.92, "pacts, methods or pressure that spread self-harm to others"),
    tag(Unsafe, "SEXUAL_EXPLOITATION", "Sexual Exploitation", 0.92, "sexual advances towards, or sexual use of, a minor"),
    tag(Unsafe, "SUICIDAL_BEHAVIOUR", "Suicidal Behaviour", 0.97, "thoughts, plans or acts of suicide"),
    crime(Unsafe, "SEXTORTION", "Sextortion", 0.95, "using intimate images to force a person"),
    crime(Unsafe, "TRAFFICKING", "Trafficking", 0.95, "recruiting or moving a person to exploit them"),
    crime(Unsafe, "CSAM", "Child Sexual Abuse Material", 1.0, "sexual material that involves a minor"),
    crime(Unsafe, "DEBT_BONDAGE", "Debt Bondage", 0.92, "making a person work off a debt"),
    crime(Unsafe, "FORCED_CRIMINALITY", "Forced Criminality", 0.92, "forcing a person to commit crimes"),
    crime(Unsafe, "HONOUR_ESCALATION", "Honour Escalation", 0.94, "threats or control in the name of a family's honour"),

    tag(SocialEngineering, "URGENCY_FABRICATION", "Urgency Fabrication", 0.52, "inventing a deadline so that nobody stops to think"),
    tag(SocialEngineering, "PEER_PRESSURE", "Peer Pressure", 0.52, "claiming that everybody else already does it"),
    tag(SocialEngineering, "TRUST_EXPLOITATION", "Trust Exploitation", 0.62, "using a claimed closeness as a lever"),
    tag(SocialEngineering, "PRETEXTING", "Pretexting", 0.64, "a made-up story that explains a request"),
    tag(SocialEngineering, "AUTH_IMPERSONATION", "Authority Impersonation", 0.70, "posing as an authority, a company or a service"),
    tag(SocialEngineering, "PHISHING_LINK", "Phishing Link", 0.78, "leading to a page that collects what it should not"),
    tag(SocialEngineering, "FINANCIAL_DEMAND", "Financial Demand", 0.78, "demanding money, gift cards or something of value"),
    tag(SocialEngineering, "CREDENTIAL_THEFT", "Credential Theft", 0.82, "asking for a password, a code or access to an account"),

    tag(AppFraud, "FAKE_REVIEW", "Fake Review", 0.45, "praise for an app that no real user wrote"),
    tag(AppFraud, "SUBSCRIPTION_TRAP", "Subscription Trap", 0.58, "a free offer that turns into hidden charges"),
    tag(AppFraud, "FAKE_APP", "Fake App", 0.70, "a copy or imitation of a known app"),
    tag(AppFraud, "MALICIOUS_LINK", "Malicious Link", 0.76, "leading to a download or page that does harm"),
    tag(AppFraud, "FAKE_INVESTMENT", "Fake Investment", 0.78, "promising sure gains on a platform that only takes"),
    tag(AppFraud, "PHISHING_APP", "Phishing App", 0.80, "an app that asks for passwords, codes or bank details"),

    tag(RomanceScam, "AGE_FLATTERY", "Age Flattery", 0.50, "praising a person as mature for their age"),
    tag(RomanceScam, "LOVE_BOMBING", "Love Bombing", 0.55, "overwhelming a new acquaintance with affection"),
    tag(RomanceScam, "SECRECY_REQUEST", "Secrecy Request", 0.66, "asking to hide the relationship from others"),
    tag(RomanceScam, "ISOLATION", "Isolation", 0.68, "drawing a person away from family and friends"),
    tag(RomanceScam, "IDENTITY_DECEPTION", "Identity Deception", 0.70, "an invented person, job or life story"),
    tag(RomanceScam, "FINANCIAL_REQUEST", "Financial Request", 0.80, "asking a romantic contact for money or something of value"),

    tag(MuleRecruitment, "EASY_MONEY", "Easy Money", 0.60, "promising pay for almost no work"),
    tag(MuleRecruitment, "RECRUITMENT_PRESSURE", "Recruitment Pressure", 0.68, "pressing a person to join, or to bring others"),
    tag(MuleRecruitment, "LAUNDERING_LANGUAGE", "Laundering Language", 0.80, "moving money on behalf of others to hide its origin"),
    tag(MuleRecruitment, "ACCOUNT_SHARING", "Account Sharing", 0.82, "asking for the use of a bank account, card or identity"),

    tag(GamblingHarm, "CONCEALMENT", "Concealment", 0.56, "hiding gambling from others"),
    tag(GamblingHarm, "BET_PRESSURE", "Bet Pressure", 0.62, "pressing a person to place a bet"),
    tag(GamblingHarm, "CHASING_LOSSES", "Chasing Losses", 0.66, "gambling on to win back what was lost"),
    tag(GamblingHarm, "BORROWING", "Borrowing", 0.68, "borrowing, selling or taking money to gamble"),
    tag(GamblingHarm, "UNDERAGE_PROMOTION", "Underage Promotion", 0.74, "offering gambling to minors, or ways around age checks"),

    tag(CoerciveControl, "EMOTIONAL_MANIPULATION", "Emotional Manipulation", 0.62, "using guilt, blame or withdrawn affection to steer a person"),
    tag(CoerciveControl, "MONITORING", "Monitoring", 0.70, "watching a person's phone, messages or whereabouts"),
    tag(CoerciveControl, "FINANCIAL_CONTROL", "Financial Control", 0.70, "deciding over a person's money"),
    tag(CoerciveControl, "ISOLATION", "Isolation", 0.72, "keeping a person from family and friends"),
    tag(CoerciveControl, "THREATS", "Threats", 0.86, "threatening a partner or relative, oneself or others to keep control"),

    tag(VulnerabilityExploitation, "PARENTAL_CONFLICT", "Parental Conflict", 0.58, "using a quarrel at home as a lever"),
    tag(VulnerabilityExploitation, "EMOTIONAL_NEGLECT", "Emotional Neglect", 0.62, "offering itself to a person whom nobody cares for"),
    tag(VulnerabilityExploitation, "EMOTIONAL_EXPLOIT", "Emotional Exploitation", 0.68, "using grief, loneliness or fear as a lever"),
    tag(VulnerabilityExploitation, "FINANCIAL_EXPLOIT", "Financial Exploitation", 0.72, "using a lack of money as a lever"),
    tag(VulnerabilityExploitation, "AGE_TARGETING", "Age Targeting", 0.74, "choosing a person for their age"),

    tag(Radicalisation, "CONSPIRACY_NARRATIVE", "Conspiracy Narrative", 0.56, "explaining the world by a secret plot of an enemy group"),
    tag(Radicalisation, "US_VS_THEM", "Us Versus Them", 0.60, "dividing people into a threatened own side and an enemy"),
    tag(Radicalisation, "RECRUITMENT", "Recruitment", 0.80, "drawing a person into an extremist group or its channels"),
    tag(Radicalisation, "DEHUMANISATION", "Dehumanisation", 0.82, "describing a group as less than human"),
    tag(Radicalisation, "CALL_TO_ACTION", "Call to Action", 0.92, "calling for violence or crime for a cause"),

    tag(DistressSignals, "TRUST_SEEKING", "Trust-Seeking Openers", 0.40, "looking for somebody to confide in"),
    tag(DistressSignals, "ACADEMIC_PRESSURE", "Academic Pressure", 0.42, "speaking of pressure from school or marks"),
    tag(DistressSignals, "FEELING_UNHEARD", "Feeling Unheard", 0.44, "speaking of not being listened to"),
    tag(DistressSignals, "LONELINESS", "Loneliness Expressions", 0.46, "speaking of loneliness"),
    tag(DistressSignals, "SLEEP_DISTURBANCE", "Sleep Disturbance", 0.46, "speaking of lasting trouble with sleep"),
    tag(DistressSignals, "APPETITE_CHANGE", "Appetite Change", 0.48, "speaking of a changed appetite"),
    tag(DistressSignals, "OVERWHELM", "Overwhelm", 0.52, "speaking of everything being too much"),
    tag(DistressSignals, "WITHDRAWAL", "Withdrawal", 0.54, "drawing back from people and things once liked"),
    tag(DistressSignals, "FAMILY_CONFLICT", "Family Conflict", 0.54, "speaking of conflict at home"),
    tag(DistressSignals, "IDENTITY_DISTRESS", "Identity Distress", 0.56, "speaking of strain about who one is"),
    tag(DistressSignals, "LOW_SELF_WORTH", "Low Self-Worth", 0.58, "speaking of being worth little"),
    tag(DistressSignals, "EMOTIONAL_NUMBING", "Emotional Numbing", 0.60, "speaking of no longer feeling anything"),

    tag(Tfgbv, "ONLINE_HARASSMENT", "Online Harassment", 0.66, "repeated unwanted or abusive messages because of gender"),
    tag(Tfgbv, "IMPERSONATION", "Impersonation", 0.72, "posing as a person to harm them"),
    tag(Tfgbv, "ECONOMIC_ABUSE_DIGITAL", "Digital Economic Abuse", 0.74, "controlling or blocking a person's money by digital means"),
    tag(Tfgbv, "GENDERED_HATE_SPEECH", "Gendered Hate Speech", 0.76, "hatred of people for their gender or orientation"),
    tag(Tfgbv, "REPRODUCTIVE_SURVEILLANCE", "Reproductive Surveillance", 0.78, "watching a person's cycle, pregnancy or medical choices"),
    tag(Tfgbv, "CYBER_STALKING", "Cyber Stalking", 0.80, "tracking or watching a person by digital means"),
    tag(Tfgbv, "POST_SEPARATION_ABUSE", "Post-Separation Abuse", 0.80, "harassing or controlling a person after a separation"),
    tag(Tfgbv, "DIGITAL_COERCION", "Digital Coercion", 0.80, "forcing a person by means of devices, accounts or messages"),
    tag(Tfgbv, "OUTING", "Outing", 0.82, "revealing a person's orientation or gender identity, or threatening to"),
    tag(Tfgbv, "DOXING", "Doxing", 0.84, "publishing a person's private details, or threatening to"),
    tag(Tfgbv, "IMAGE_BASED_ABUSE", "Image-Based Abuse", 0.88, "sharing intimate images without consent, or threatening to"),
    tag(Tfgbv, "SEXUALISED_DEEPFAKES", "Sexualised Deepfakes", 0.90, "making or sharing faked sexual images of a person"),
    crime(Tfgbv, "SEXTORTION", "Sextortion", 0.95, "using intimate images to force a person"),
];
