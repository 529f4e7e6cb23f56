//! Explain: the rationale, put together from labels and the trail; it quotes nobody.

use crate::draft::Draft;
use crate::level::Level;
use crate::stages::emotions;
use crate::taxonomy::{Detector, SpeakerRole};
use crate::wording::Phrase;

/// The rationale of a finished draft.
pub(crate) fn rationale(draft: &Draft<'_>) -> String {
    let locale = draft.locale;
    let mut sentences = vec![headline(draft)];
    if draft.request.options.verdict_only {
        return sentences.remove(0);
    }
    if !draft.detected() && draft.request.detector == Detector::Grooming && !draft.findings.is_empty() {
        sentences.push(locale.say(Phrase::LoneTactic.with("found", found(draft))));
    }
    if draft.detected() {
        sentences.push(behaviours(draft));
        sentences.extend(role_sentence(draft).map(|phrase| locale.say(phrase)));
    }
    sentences
        .extend(draft.ages.overrides.iter().map(|reason| locale.say(Phrase::Age.with("reason", reason))));
    sentences.extend(draft.trail.iter().filter_map(|change| {
        let direction = if change.after > change.before { Phrase::Raised } else { Phrase::Lowered };
        let (before, after) = (locale.number(change.before.rounded()), locale.number(change.after.rounded()));
        // Two digits are said; what changes in the third alone stands in `adjustments` only.
        (before != after).then(|| {
            let said = direction.with("before", before).with("after", after);
            locale.say(said.with("reason", &change.reason))
        })
    }));
    sentences.join(" ")
}

fn headline(draft: &Draft<'_>) -> String {
    let locale = draft.locale;
    let subject = locale.subject(draft.request.detector);
    let level = draft.level();
    if level == Level::None {
        let confidence = locale.number(1.0 - draft.probability.rounded());
        return locale.say(Phrase::NotFound.with("subject", subject).with("confidence", confidence));
    }
    let mut names: Vec<&str> = Vec::new();
    for finding in &draft.findings {
        let name = locale.harm(finding.harm);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        let strains = emotions::dominant(draft).into_iter().filter(|emotion| emotions::is_strain(*emotion));
        names.extend(strains.map(|emotion| locale.emotion(emotion)));
    }
    let named = if names.is_empty() { locale.say(Phrase::NoKindNamed) } else { names.join(", ") };
    let said = Phrase::Found
        .with("subject", capitalise(subject))
        .with("level", locale.level(level))
        .with("named", named)
        .with("confidence", locale.number(draft.probability.rounded()));
    locale.say(said)
}

/// What was done, or what the words point to when nothing is named.
fn behaviours(draft: &Draft<'_>) -> String {
    let locale = draft.locale;
    locale.say(if draft.findings.is_empty() {
        Phrase::WordsPointTo.with("behaviour", locale.concern(draft.request.detector))
    } else {
        Phrase::WordsShow.with("found", found(draft))
    })
}

/// The behaviours that are named, each once.
fn found(draft: &Draft<'_>) -> String {
    let mut found: Vec<&str> = Vec::new();
    for finding in &draft.findings {
        let behaviour = draft.locale.behaviour(finding.harm);
        if !found.contains(&behaviour) {
            found.push(behaviour);
        }
    }
    found.join("; ")
}

/// A disclosure is told as the speaker's own (specification, v3.0.0).
fn role_sentence(draft: &Draft<'_>) -> Option<Phrase> {
    if draft.request.detector != Detector::Bullying {
        return None;
    }
    Some(match draft.speaker_role()? {
        SpeakerRole::Enacting => Phrase::RoleEnacting,
        SpeakerRole::Experiencing => Phrase::RoleExperiencing,
        SpeakerRole::ReportingOther => Phrase::RoleReporting,
    })
}

fn capitalise(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
