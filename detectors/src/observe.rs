//! Model outputs turned into signals: what the asked detector may say, how strongly, and where.

use crate::encoding::{Encoded, conversation_windows, message_windows};
use crate::evidence::find_span;
use crate::gate::Gate;
use crate::model::{LanguageGroup, Model, Output};
use std::collections::HashSet;
use std::rc::Rc;
use wardlight_core::{Detector, Observation, Party, Result, Signal};

/// How the model is asked.
#[derive(Clone, Copy)]
pub(crate) struct Observer<'a> {
    pub(crate) model: &'a dyn Model,
    /// Lets clearly harmless messages pass unread.
    pub(crate) gate: Option<&'a Gate>,
    pub(crate) max_tokens: usize,
    pub(crate) detector: Detector,
    /// Which line each head is held to.
    pub(crate) group: LanguageGroup,
    /// Look for the words behind each signal.
    pub(crate) spans: bool,
}

impl Observer<'_> {
    /// Signals of one text, with spans in the original text and no message index.
    pub(crate) fn message(&self, encoded: &Encoded) -> Result<Vec<Signal>> {
        let windows = message_windows(encoded.tokens.len(), self.max_tokens);
        let ids = windows.iter().map(|window| encoded.window(window.clone()));
        let peaks = self.pool(ids, self.gate, |label| self.is_relevant(label))?;
        let signal = |peak: Peak| {
            let mut signal = Signal::new(peak.label, peak.strength);
            if self.spans && peak.strength >= FAINTEST_WITH_SPAN {
                let tokens = encoded.tokens.get(windows.get(peak.window)?.clone())?;
                // The first and last contributions belong to the special tokens.
                let scores: Vec<f32> = peak.output.contributions(peak.head).skip(1).collect();
                signal.span = find_span(&encoded.normalised, tokens, &scores);
            }
            Some(signal)
        };
        Ok(self.passed_on(peaks).into_iter().filter_map(signal).collect())
    }

    /// The detector's harm seen over a whole conversation; `None` if there is nothing to read.
    pub(crate) fn conversation(&self, messages: &[(Party, &Encoded)]) -> Result<Option<Signal>> {
        let harm = Observation::Harm(self.detector);
        let windows = conversation_windows(messages, self.max_tokens);
        let peaks = self.pool(windows.into_iter(), None, |label| label == harm)?;
        Ok(peaks.first().map(|peak| Signal::new(harm, peak.strength)))
    }

    /// Runs the windows and keeps the greatest strength of each wanted label, the first of equals.
    ///
    /// A window seen before changes no maximum and is skipped, so a text of one repeated phrase costs
    /// no more than the phrase. A window that `gate` knows as harmless is not run. Outputs that hold no
    /// maximum are dropped at once.
    fn pool(
        &self,
        windows: impl Iterator<Item = Vec<u32>>,
        gate: Option<&Gate>,
        wanted: impl Fn(Observation) -> bool,
    ) -> Result<Vec<Peak>> {
        let heads = self.model.heads();
        let mut peaks: Vec<Option<Peak>> = vec![None; heads.len()];
        let mut seen = HashSet::new();
        for (window, ids) in windows.enumerate() {
            if seen.contains(&ids) || gate.is_some_and(|gate| gate.is_harmless(&ids)) {
                continue;
            }
            let output = Rc::new(self.model.run(&ids)?);
            seen.insert(ids);
            for ((head, known), peak) in heads.iter().enumerate().zip(&mut peaks) {
                let Some(strength) = output.logit(head).map(|logit| known.strength(logit, self.group)) else {
                    continue;
                };
                let higher = peak.as_ref().is_none_or(|peak| strength > peak.strength);
                if wanted(known.label) && strength >= FAINTEST && higher {
                    *peak =
                        Some(Peak { label: known.label, strength, head, window, output: Rc::clone(&output) });
                }
            }
        }
        Ok(peaks.into_iter().flatten().collect())
    }

    fn is_relevant(&self, label: Observation) -> bool {
        match label {
            // Grooming is a pattern over a conversation: `conversation` speaks for it.
            Observation::Harm(detector) => {
                detector != Detector::Grooming && (detector == self.detector || self.also_hears(detector))
            }
            Observation::Tag(tag) => {
                tag.info().detector == self.detector || self.also_hears(tag.info().detector)
            }
            Observation::Tactic(_) => self.detector == Detector::Grooming,
            Observation::Role(_) => self.detector == Detector::Bullying,
            Observation::Emotion(_) => self.detector == Detector::Emotions,
            Observation::Framing(_) => true,
            Observation::DeclaredAge(_) | Observation::Language(_) => false,
        }
    }

    /// Detectors whose tags say something about this one: strain belongs to a mood, distress fills the
    /// vulnerability profile.
    fn also_hears(&self, detector: Detector) -> bool {
        match self.detector {
            Detector::Emotions => matches!(detector, Detector::Unsafe | Detector::DistressSignals),
            Detector::VulnerabilityExploitation => detector == Detector::DistressSignals,
            _ => false,
        }
    }

    /// The signals to pass on. A tag of another detector counts only where that detector finds its harm: a
    /// tag head names the kind of a harm, it was never asked whether there is one.
    fn passed_on(&self, peaks: Vec<Peak>) -> Vec<Peak> {
        let harms: Vec<(Observation, f64)> = peaks.iter().map(|peak| (peak.label, peak.strength)).collect();
        let found = |detector: Detector| {
            let harm = Observation::Harm(detector);
            harms.iter().any(|(label, strength)| *label == harm && *strength >= PRESENT)
        };
        let keep = |peak: &Peak| match peak.label {
            Observation::Harm(detector) => detector == self.detector,
            Observation::Tag(tag) => tag.info().detector == self.detector || found(tag.info().detector),
            _ => true,
        };
        peaks.into_iter().filter(keep).collect()
    }
}

/// The strongest answer for one label.
#[derive(Clone)]
struct Peak {
    label: Observation,
    strength: f64,
    head: usize,
    window: usize,
    output: Rc<Output>,
}

/// The operating point of every head.
const PRESENT: f64 = 0.5;
/// Weaker signals carry no information for the pipeline.
const FAINTEST: f64 = 0.05;
/// Weaker signals are never quoted.
const FAINTEST_WITH_SPAN: f64 = 0.3;
