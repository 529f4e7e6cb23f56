//! Explain: the rationale, put together from labels and the trail; it quotes nobody.

use crate::draft::Draft;
use crate::emotion::Emotion;
use crate::level::Level;
use crate::stages::emotions;
use crate::taxonomy::{Detector, SpeakerRole};

/// The rationale of a finished draft.
pub(crate) fn rationale(draft: &Draft<'_>) -> String {
    let mut sentences = vec![headline(draft)];
    if draft.request.options.verdict_only {
        return sentences.remove(0);
    }
    if draft.detected() {
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
    if labels.is_empty() {
        labels.extend(emotions::dominant(draft).into_iter().map(Emotion::as_str));
    }
    let named = if labels.is_empty() { "no kind named".to_owned() } else { labels.join(", ") };
    format!(
        "{} at {level} level: {named} (confidence {:.2}).",
        capitalise(subject),
        draft.probability.rounded()
    )
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
        Detector::Emotions => "emotional strain",
        other => other.as_str(),
    }
}

fn capitalise(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
