//! Emotions: what the child's messages sound like, where the mood goes, and what that is worth.
//!
//! The answer describes words. Being sad is no threat: emotions alone stay in the low band, and only a
//! named sign (depression and anxiety, distress, self-harm) leads further.

use crate::draft::{Draft, Finding, Flag, Harm, MessageRisk};
use crate::emotion::{Emotion, Followup, Trend, Valence};
use crate::level::Level;
use crate::request::Party;
use crate::score::Score;
use crate::signal::{Observation, Signal};
use crate::stages::combine::{add_finding, risk_of, sort_findings};
use crate::stages::raise::raise_suicidal_behaviour;
use crate::stages::trend::mood_trend;
use crate::tags::Tag;
use crate::taxonomy::Detector;
use crate::verdict::EmotionFields;
use crate::wording::Phrase;
use std::collections::BTreeMap;

/// What was heard of the mood.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mood {
    /// One score per emotion, within 0..=1; they do not sum to 1.
    scores: BTreeMap<Emotion, Score>,
    trend: Trend,
    /// Enough messages to speak of a trend.
    has_line: bool,
}

/// Combines the signals of an emotions request.
///
/// Trend and pleasant emotions leave the risk alone: they may change with every further signal, and a
/// further sign of harm must never lower a verdict.
pub(crate) fn combine(draft: &mut Draft<'_>) {
    let own = own_messages(draft);
    let mood = mood(draft, &own);
    let strain = mood.scores.iter().filter(|(e, _)| is_strain(**e)).map(|(_, s)| *s);
    let strain = strain.fold(Score::ZERO, Score::max);
    consider(draft, strain, &[]);
    for place in std::iter::once(None).chain((0..draft.request.message_list().len()).map(Some)) {
        let counts = place.is_none_or(|index| own.contains(&index));
        let findings = if counts { signs(draft, place) } else { Vec::new() };
        let named = draft.strongest(|s| counts && s.message_index == place && sign(s).is_some());
        if place.is_some() {
            let felt = |emotion: Emotion| at(draft, emotion, place);
            let strain = Emotion::ALL.iter().filter(|e| counts && is_strain(**e)).map(|e| felt(*e));
            let alone = risk_of(&draft.policy, strain.fold(Score::ZERO, Score::max), MOOD_SEVERITY);
            let risk = alone.max(risk_of(&draft.policy, named, gravest(&findings, |f| f.severity)));
            let emotions = Emotion::ALL
                .iter()
                .filter(|e| counts && **e != Emotion::Neutral && felt(**e).get() >= draft.policy.name);
            let flags = emotions
                .map(|e| Flag::Emotion(*e))
                .chain(findings.iter().map(|f| Flag::Harm(f.harm)))
                .collect();
            draft.messages.push(MessageRisk { risk, flags });
        }
        consider(draft, named, &findings);
        draft.findings.extend(findings);
    }
    if !draft.detected() {
        draft.severity = Score::ZERO;
        draft.findings.clear();
    }
    sort_findings(&mut draft.findings);
    raise_suicidal_behaviour(draft);
    draft.mood = Some(mood);
}

/// The fields of the answer; absent when nothing could be analysed.
pub(crate) fn fields(draft: &Draft<'_>) -> Option<EmotionFields> {
    let mood = draft.mood.as_ref()?;
    Some(EmotionFields {
        dominant_emotions: dominant(draft),
        emotion_scores: mood.scores.clone(),
        trend: mood.trend,
        summary: summary(draft, mood),
        recommended_followup: followup(draft.level(), mood.trend),
        depression_indicators: indicators(draft, Emotion::is_depressive, &DEPRESSION_TAGS),
        anxiety_indicators: indicators(draft, Emotion::is_anxious, &ANXIETY_TAGS),
    })
}

/// Emotions from the policy's `name` on, strongest first, at most three; in table order among equals.
pub(crate) fn dominant(draft: &Draft<'_>) -> Vec<Emotion> {
    let scores = draft.mood.iter().flat_map(|mood| &mood.scores);
    let mut present: Vec<(Emotion, Score)> = scores
        .filter(|(e, score)| **e != Emotion::Neutral && score.get() >= draft.policy.name)
        .map(|(e, s)| (*e, *s))
        .collect();
    present.sort_by(|a, b| b.1.get().total_cmp(&a.1.get()));
    present.into_iter().take(DOMINANT_EMOTIONS).map(|(emotion, _)| emotion).collect()
}

/// The messages whose mood counts: those of the child, or all when nobody is named as the child.
fn own_messages(draft: &Draft<'_>) -> Vec<usize> {
    let messages = draft.request.message_list();
    let of_child = |index: &usize| draft.party(Some(*index)) == Party::Child;
    let any_child = (0..messages.len()).any(|index| of_child(&index));
    (0..messages.len()).filter(|index| !any_child || of_child(index)).collect()
}

fn mood(draft: &Draft<'_>, own: &[usize]) -> Mood {
    let scores = Emotion::ALL.iter().map(|&emotion| (emotion, score(draft, emotion, own))).collect();
    let line: Vec<f64> = own.iter().map(|&index| valence(draft, index)).collect();
    Mood {
        scores,
        trend: mood_trend(&line, &draft.policy),
        has_line: line.len() >= draft.policy.trend_min_messages.max(2),
    }
}

/// The score of an emotion: half how strong it ever gets, half how much of the conversation it fills, so that
/// a passing mood in a long conversation counts less than a lasting one. A signal about the
/// conversation as a whole counts in full.
fn score(draft: &Draft<'_>, emotion: Emotion, own: &[usize]) -> Score {
    let each: Vec<f64> = own.iter().map(|&index| at(draft, emotion, Some(index)).get()).collect();
    let peak = each.iter().copied().fold(0.0, f64::max);
    let count = u32::try_from(each.len().max(1)).map_or(f64::MAX, f64::from);
    let mean = each.iter().sum::<f64>() / count;
    at(draft, emotion, None).max(Score::new(f64::midpoint(peak, mean)))
}

fn at(draft: &Draft<'_>, emotion: Emotion, place: Option<usize>) -> Score {
    draft.strongest(|s| s.message_index == place && s.label == Observation::Emotion(emotion))
}

/// How pleasant a message sounds, within -1..=1: how surely it is pleasant less how surely it is unpleasant.
///
/// Where nobody observed valences, its strongest pleasant emotion stands for the one, its strongest unpleasant
/// emotion or sign of distress for the other. A message without any is 0.
fn valence(draft: &Draft<'_>, index: usize) -> f64 {
    let here =
        |wanted: fn(&Signal) -> bool| draft.strongest(|s| s.message_index == Some(index) && wanted(s)).get();
    if draft.present().any(|s| matches!(s.label, Observation::Valence(_))) {
        let pleasant = here(|s| s.label == Observation::Valence(Valence::Pleasant));
        return pleasant - here(|s| s.label == Observation::Valence(Valence::Unpleasant));
    }
    let pleasant = here(|s| matches!(s.label, Observation::Emotion(e) if e.is_pleasant()));
    let unpleasant =
        here(|s| matches!(s.label, Observation::Emotion(e) if !e.is_pleasant() && !e.is_neither()));
    pleasant - unpleasant.max(here(|s| sign(s).is_some()))
}

/// Emotions that strain a child. Anger and frustration are everyday words and count for the trend only.
pub(crate) const fn is_strain(emotion: Emotion) -> bool {
    emotion.is_depressive() || emotion.is_anxious()
}

/// A tag of another detector that says something about the speaker's mood.
fn sign(signal: &Signal) -> Option<Tag> {
    match signal.label {
        Observation::Tag(tag) => match tag.info().detector {
            Detector::DistressSignals => Some(tag),
            Detector::Unsafe if UNSAFE_TAGS.contains(&tag.info().tag) => Some(tag),
            _ => None,
        },
        _ => None,
    }
}

/// The signs at a place, one finding per tag.
fn signs(draft: &Draft<'_>, place: Option<usize>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let present = draft.present().filter(|s| s.message_index == place);
    for signal in present.filter(|s| draft.policy.names(s.label, s.probability)) {
        let Some(tag) = sign(signal) else { continue };
        let factor = if signal.reassembled { draft.policy.reassembled_factor } else { 1.0 };
        let natural = draft.policy.severity(Harm::Tag(tag));
        let finding = Finding {
            harm: Harm::Tag(tag),
            confidence: signal.probability,
            severity: natural.scaled(factor),
            natural,
            message_index: place,
            span: signal.span,
        };
        add_finding(&mut findings, finding);
    }
    findings
}

/// Lets one observation decide when it is worth more than those before.
fn consider(draft: &mut Draft<'_>, probability: Score, findings: &[Finding]) {
    let severity = gravest(findings, |f| f.severity);
    let risk = risk_of(&draft.policy, probability, severity);
    let natural = risk_of(&draft.policy, probability, gravest(findings, |f| f.natural));
    draft.probability = draft.probability.max(probability);
    draft.natural_risk = draft.natural_risk.max(natural);
    if risk > draft.risk {
        draft.risk = risk;
        draft.severity = severity;
    }
}

fn gravest(findings: &[Finding], severity: impl Fn(&Finding) -> Score) -> Score {
    findings.iter().map(severity).fold(MOOD_SEVERITY, Score::max)
}

/// Emotions and tags that point one way, each once, in table order; tags in lower snake case like emotions.
fn indicators(draft: &Draft<'_>, points: fn(Emotion) -> bool, tags: &[&str]) -> Vec<String> {
    let scores = draft.mood.iter().flat_map(|mood| &mood.scores);
    let felt = scores.filter(|(e, score)| points(**e) && score.get() >= draft.policy.name);
    let mut names: Vec<String> = felt.map(|(emotion, _)| emotion.to_string()).collect();
    for tag in tags.iter().filter(|tag| draft.findings.iter().any(|f| f.harm.tag() == **tag)) {
        let name = tag.to_lowercase();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The level decides; a mood that gets worse asks for one step more. Crisis is for critical levels only.
fn followup(level: Level, trend: Trend) -> Followup {
    let worsens = trend == Trend::Worsening;
    match level {
        Level::None if !worsens => Followup::None,
        Level::None => Followup::CheckIn,
        Level::Low if !worsens => Followup::CheckIn,
        Level::Low => Followup::SupportiveConversation,
        Level::Medium if !worsens => Followup::SupportiveConversation,
        Level::Medium | Level::High => Followup::ProfessionalSupport,
        Level::Critical => Followup::CrisisSupport,
    }
}

/// Two sentences that quote nobody.
fn summary(draft: &Draft<'_>, mood: &Mood) -> String {
    let locale = draft.locale;
    let names: Vec<&str> = dominant(draft).into_iter().map(|emotion| locale.emotion(emotion)).collect();
    let first = match names.as_slice() {
        [] => locale.say(Phrase::MoodFlat),
        names => locale.say(Phrase::MoodMostly.with("emotions", names.join(", "))),
    };
    let second = match mood.trend {
        _ if !mood.has_line => Phrase::MoodTooShort,
        Trend::Improving => Phrase::MoodImproves,
        Trend::Stable => Phrase::MoodStays,
        Trend::Worsening => Phrase::MoodWorsens,
    };
    format!("{first} {}", locale.say(second))
}

/// Severity of an unpleasant mood without a named sign. Times the greatest age multiplier (1.5, Q7) it is
/// still low: the words of a sad child are not to be withheld.
const MOOD_SEVERITY: Score = Score::new(0.33);
const DOMINANT_EMOTIONS: usize = 3;
/// Tags of the unsafe detector that are heard. Suicidal words raise the alarm whichever question is asked.
const UNSAFE_TAGS: [&str; 3] = ["DEPRESSION_ANXIETY", "SELF_HARM", "SUICIDAL_BEHAVIOUR"];
const DEPRESSION_TAGS: [&str; 9] = [
    "DEPRESSION_ANXIETY",
    "LONELINESS",
    "LOW_SELF_WORTH",
    "WITHDRAWAL",
    "EMOTIONAL_NUMBING",
    "SLEEP_DISTURBANCE",
    "APPETITE_CHANGE",
    "SELF_HARM",
    "SUICIDAL_BEHAVIOUR",
];
const ANXIETY_TAGS: [&str; 4] = ["DEPRESSION_ANXIETY", "OVERWHELM", "ACADEMIC_PRESSURE", "SLEEP_DISTURBANCE"];
