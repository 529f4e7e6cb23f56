//! Explain: the rationale, put together from labels and the trail; it quotes nobody.

use crate::draft::Draft;
use crate::level::Level;
use crate::taxonomy::{Detector, SpeakerRole};

/// The rationale of a finished draft.
pub(crate) fn rationale(draft: &Draft<'_>) -> String {
    let mut sentences = vec![headline(draft)];
    if draft.request.options.verdict_only {
        return sentences.remove(0);
    }
    if draft.detected() {
        sentences.push(behaviours(draft));
        sentences.extend(role_sentence(draft));
    }
    sentences.extend(draft.ages.overrides.iter().map(|o| format!("Age: {o}.")));
    sentences.extend(draft.trail.iter().map(|change| {
        let direction = if change.after > change.before { "Raised" } else { "Lowered" };
        let (before, after) = (change.before.rounded(), change.after.rounded());
        format!("{direction} from {before:.2} to {after:.2}: {}.", change.reason)
    }));
    sentences.join(" ")
}

fn headline(draft: &Draft<'_>) -> String {
    let subject = subject(draft.request.detector);
    let level = draft.level();
    if level == Level::None {
        return format!("No sign of {subject} (confidence {:.2}).", 1.0 - draft.probability.rounded());
    }
    let mut labels: Vec<&str> = Vec::new();
    for finding in &draft.findings {
        if !labels.contains(&finding.harm.label()) {
            labels.push(finding.harm.label());
        }
    }
    let named = if labels.is_empty() { "no kind named".to_owned() } else { labels.join(", ") };
    format!(
        "{} at {level} level: {named} (confidence {:.2}).",
        capitalise(subject),
        draft.probability.rounded()
    )
}

/// What was done, in the words of the tag table.
fn behaviours(draft: &Draft<'_>) -> String {
    let mut found: Vec<&str> = Vec::new();
    for finding in &draft.findings {
        if !found.contains(&finding.harm.behaviour()) {
            found.push(finding.harm.behaviour());
        }
    }
    if found.is_empty() {
        return format!("The words as a whole point to {}.", behaviour(draft.request.detector));
    }
    format!("The words show {}.", found.join("; "))
}

/// What a detector looks for.
const fn behaviour(detector: Detector) -> &'static str {
    match detector {
        Detector::Bullying => "hurting a person on purpose",
        Detector::Grooming => "preparing the abuse of a child",
        Detector::Unsafe => "something that can harm the one who writes or reads it",
        Detector::SocialEngineering => "tricking a person into giving something away",
        Detector::AppFraud => "a fraudulent app, page or offer",
        Detector::RomanceScam => "affection used to obtain something",
        Detector::MuleRecruitment => "recruiting a person to move money for others",
        Detector::GamblingHarm => "harmful gambling, or an invitation to it",
        Detector::CoerciveControl => "controlling a person in a relationship",
        Detector::VulnerabilityExploitation => "using a person's weakness against them",
        Detector::Radicalisation => "extremist views, or winning a person for them",
        Detector::DistressSignals => "a person in distress",
        Detector::Tfgbv => "digital violence because of gender",
        Detector::Emotions => "strong emotions",
    }
}

/// A disclosure is told as the speaker's own (specification, v3.0.0).
fn role_sentence(draft: &Draft<'_>) -> Option<String> {
    if draft.request.detector != Detector::Bullying {
        return None;
    }
    let sentence = match draft.speaker_role()? {
        SpeakerRole::Enacting => "The speaker directs it at somebody.",
        SpeakerRole::Experiencing => "The speaker describes it as their own experience.",
        SpeakerRole::ReportingOther => "The speaker reports what happens to somebody else.",
    };
    Some(sentence.to_owned())
}

const fn subject(detector: Detector) -> &'static str {
    match detector {
        Detector::Bullying => "bullying",
        Detector::Grooming => "grooming",
        Detector::Unsafe => "unsafe content",
        Detector::SocialEngineering => "social engineering",
        Detector::AppFraud => "app fraud",
        Detector::RomanceScam => "romance scam",
        Detector::MuleRecruitment => "money mule recruitment",
        Detector::GamblingHarm => "gambling harm",
        Detector::CoerciveControl => "coercive control",
        Detector::VulnerabilityExploitation => "exploitation of vulnerability",
        Detector::Radicalisation => "radicalisation",
        Detector::DistressSignals => "distress",
        Detector::Tfgbv => "technology-facilitated gender-based violence",
        Detector::Emotions => "emotions",
    }
}

fn capitalise(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
