//! The state of a conversation between two calls: derived numbers and names, no words, bounded in size.

use crate::age::AgeGroup;
use crate::carried::{Carried, CarriedHarm, Peak};
use crate::draft::{Draft, Harm};
use crate::emotion::Trend;
use crate::language::Language;
use crate::policy::Policy;
use crate::request::{Content, Request};
use crate::score::Score;
use crate::signal::{Observation, Signal};
use crate::stages::scope::{self, ADULT_YEARS};
use crate::stages::trend::trend;
use crate::tags::Tag;
use crate::taxonomy::{Detector, Tactic};
use crate::verdict::{AnalysisStatus, RecommendedAction};
use serde::{Deserialize, Serialize};

/// What a token carries about the turns so far. Names on the wire follow the reference (continuation token 4).
///
/// Probabilities are kept exactly, not rounded: a rounded one could move over a threshold.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct State {
    /// Turns seen.
    tc: u32,
    /// Tags and tactics named so far: name, confidence, severity.
    cat: Vec<(String, f64, f64)>,
    /// Where the latest of them were named: pointer to the message, name.
    ev: Vec<(String, String)>,
    /// Risk of the latest turns in percent, before age calibration; oldest first.
    sev_hist: Vec<u8>,
    /// The course of the conversation in a few numbers.
    trj: Course,
    /// Actions recommended by the latest calls; oldest first.
    rec: Vec<String>,
    /// Language that the content showed.
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<Language>,
    /// What the participants said of their ages.
    #[serde(default)]
    ac: StatedAges,
    /// Keyed fingerprints of the latest messages, by which overlapping windows are told.
    seen: Vec<u32>,
}

/// The gravest turn, and how sure the surest was.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
struct Course {
    risk: f64,
    severity: f64,
    natural: f64,
    probability: f64,
    tactic: f64,
}

/// Ages as far as they decide anything: the child's group, and whether either is an adult.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
struct StatedAges {
    #[serde(skip_serializing_if = "Option::is_none")]
    child: Option<AgeGroup>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    adult: bool,
    /// The one in the child's place said to be 18 or more; a younger age said at any time outweighs it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    grown: bool,
}

/// The course of a conversation over all calls so far.
///
/// Given the same signals, successive windows of 10 to 15 messages, overlapping or not, and one call with all of them
/// give the same trajectory, each risk within 0.005 of the message's own (it is kept in percent).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Trajectory {
    /// Turns seen; a message that two windows share counts once.
    pub turns: u32,
    /// Risk of each turn before age calibration, oldest first; the latest 64.
    pub risks: Vec<Score>,
    /// The gravest turn or window, before age calibration.
    pub peak: Score,
    /// Where the risks go: `worsening` when they rise by more than an eighth. It informs and never moves a risk.
    pub direction: Trend,
}

impl State {
    /// The request with what is known from earlier turns: stated ages, and no history, for "the token wins"
    /// (reference, continuation token 3).
    pub(super) fn apply(&self, request: &mut Request) {
        let context = &mut request.context;
        context.conversation_history.clear();
        if let Some(group) = self.ac.child {
            context.age_group = Some(group);
            context.child_age = None;
        }
    }

    /// The language of earlier turns, for turns that show none: so weak that any other observation wins.
    pub(super) fn language(&self) -> Option<Signal> {
        self.lang.map(|language| Signal::new(Observation::Language(language), 0.0))
    }

    /// What the stages take into account. A name that this version does not know is left out.
    pub(super) fn carried(&self, detector: Detector) -> Carried {
        let harm = |name: &str| match detector {
            Detector::Grooming => Tactic::ALL.iter().copied().find(|t| t.tag() == name).map(Harm::Tactic),
            _ => Tag::find(detector, name).map(Harm::Tag),
        };
        let read = |(name, confidence, severity): &(String, f64, f64)| {
            let (confidence, severity) = (Score::new(*confidence), Score::new(*severity));
            Some(CarriedHarm { harm: harm(name)?, confidence, severity })
        };
        let Course { risk, severity, natural, probability, tactic } = self.trj;
        Carried {
            harms: self.cat.iter().filter_map(read).collect(),
            probability: Score::new(probability),
            tactic: Score::new(tactic),
            peak: Peak {
                risk: Score::new(risk),
                severity: Score::new(severity),
                natural: Score::new(natural),
            },
            adult: self.ac.adult,
            grown: self.ac.grown && self.ac.child.is_none(),
        }
    }

    /// Takes in the turns of a finished draft.
    ///
    /// `known` are the fingerprints of its messages under the key of this state, `stored` those under the key of the
    /// next one. An analysis that could not run leaves the state as it is.
    pub(super) fn advance(
        &mut self,
        draft: &Draft<'_>,
        known: &[u32],
        stored: &[u32],
        pointer: &Pointer<'_>,
    ) {
        if draft.status == Some(AnalysisStatus::EngineError) {
            return;
        }
        let overlap = match draft.request.content {
            Content::Text(_) => 0,
            Content::Messages(_) => overlap(&self.seen, known),
        };
        let mut risks: Vec<u8> = draft.turns.iter().map(|risk| percent(*risk)).collect();
        risks.resize(draft.turns.len().max(draft.request.turns()), 0);
        let shared = self.sev_hist.len().saturating_sub(overlap);
        for (kept, again) in self.sev_hist.iter_mut().skip(shared).zip(&risks) {
            *kept = (*kept).max(*again);
        }
        let new = risks.len().saturating_sub(overlap);
        self.tc = self.tc.saturating_add(u32::try_from(new).unwrap_or(u32::MAX));
        self.sev_hist.extend(risks.into_iter().skip(overlap));
        if known == stored {
            self.seen.extend(stored.iter().skip(overlap));
        } else {
            self.seen = stored.to_vec();
        }
        keep_latest(&mut self.sev_hist, HISTORY_TURNS);
        keep_latest(&mut self.seen, FINGERPRINTS);
        self.lang = draft.detected_language().or(self.lang);
        self.learn_ages(draft);
        if draft.status.is_none() {
            self.learn(draft, pointer);
        }
    }

    /// Remembers what was recommended.
    pub(super) fn recommend(&mut self, action: RecommendedAction) {
        self.rec.push(action.as_str().to_owned());
        keep_latest(&mut self.rec, ACTIONS);
    }

    /// The course so far.
    pub(super) fn trajectory(&self, policy: &Policy) -> Trajectory {
        let risks: Vec<Score> = self.sev_hist.iter().map(|p| Score::new(f64::from(*p) / 100.0)).collect();
        // On the scale of moods: 1 is harmless, -1 the greatest risk.
        let line: Vec<f64> = risks.iter().map(|risk| 1.0 - 2.0 * risk.get()).collect();
        Trajectory {
            turns: self.tc,
            direction: trend(&line, RISING, policy),
            risks,
            peak: Score::new(self.trj.risk),
        }
    }

    fn learn(&mut self, draft: &Draft<'_>, pointer: &Pointer<'_>) {
        for finding in &draft.findings {
            let (name, confidence, severity) =
                (finding.harm.tag(), finding.confidence.get(), finding.severity.get());
            match self.cat.iter_mut().find(|(known, ..)| known == name) {
                Some((_, sure, grave)) => {
                    *sure = sure.max(confidence);
                    *grave = grave.max(severity);
                }
                None => self.cat.push((name.to_owned(), confidence, severity)),
            }
            // What was carried in has no place in this request.
            let here = finding.message_index.is_some() || finding.span.is_some();
            let entry = here.then(|| (pointer(finding.message_index.unwrap_or(0)), name.to_owned()));
            if let Some(entry) = entry.filter(|entry| !self.ev.contains(entry)) {
                self.ev.push(entry);
            }
        }
        self.cat.sort_by(|a, b| a.0.cmp(&b.0));
        keep_latest(&mut self.ev, POINTERS);
        let (own, course) = (draft.own, &mut self.trj);
        if own.risk.get() > course.risk {
            course.risk = own.risk.get();
            course.severity = own.severity.get();
        }
        course.natural = course.natural.max(own.natural.get());
        course.probability = course.probability.max(draft.own_probability.get());
        course.tactic = course.tactic.max(draft.own_tactic.get());
    }

    fn learn_ages(&mut self, draft: &Draft<'_>) {
        let (child, other) = scope::stated(draft);
        self.ac.grown |= child.is_some_and(|years| years >= ADULT_YEARS);
        // Of several statements the youngest counts: the reading that protects.
        let child = child.and_then(AgeGroup::from_age);
        self.ac.child = AgeGroup::ALL.iter().copied().find(|g| [child, self.ac.child].contains(&Some(*g)));
        self.ac.adult |= other.is_some_and(|years| years >= ADULT_YEARS);
    }
}

/// Pointer to the submitted message at an index.
pub(super) type Pointer<'a> = dyn Fn(usize) -> String + 'a;

/// How many messages at the start of a window ended the turns before. Two windows that happen to meet in equal
/// messages of one sender look alike; such a turn is then counted once.
fn overlap(seen: &[u32], window: &[u32]) -> usize {
    let most = seen.len().min(window.len());
    (0..=most).rev().find(|&k| seen.get(seen.len() - k..) == window.get(..k)).unwrap_or(0)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a score in percent is 0..=100")]
fn percent(risk: Score) -> u8 {
    (risk.get() * 100.0).round() as u8
}

fn keep_latest<T>(list: &mut Vec<T>, most: usize) {
    list.drain(..list.len().saturating_sub(most));
}

/// How far risks have to rise or fall to be a direction, on the scale of moods: an eighth.
const RISING: f64 = 0.25;
/// Turns whose risks are kept: more than a conversation analysis accepts at once.
const HISTORY_TURNS: usize = 64;
/// Messages that two windows can share and be recognised.
const FINGERPRINTS: usize = 16;
const POINTERS: usize = 16;
const ACTIONS: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_shared_stretch_counts() {
        assert_eq!(overlap(&[], &[1, 2]), 0);
        assert_eq!(overlap(&[1, 2, 3], &[3, 4]), 1);
        assert_eq!(overlap(&[1, 2, 3], &[2, 3, 4]), 2);
        assert_eq!(overlap(&[1, 2, 3], &[1, 2, 3]), 3);
        assert_eq!(overlap(&[1, 2, 3], &[2, 4]), 0);
        assert_eq!(overlap(&[7, 7, 7], &[7, 7, 7, 8]), 3);
    }

    #[test]
    fn percents_round_to_the_nearest() {
        assert_eq!([0.0, 0.004, 0.006, 1.0].map(|r| percent(Score::new(r))), [0, 0, 1, 100]);
    }
}
