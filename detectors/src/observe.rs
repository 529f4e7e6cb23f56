//! Model outputs turned into signals: what each asked detector may say, how strongly, and where.

use crate::encoding::{Encoded, conversation_windows, message_windows};
use crate::evidence::find_span;
use crate::gate::Gate;
use crate::model::{Head, LanguageGroup, Model, Output};
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;
use wardlight_core::{Detector, Observation, Party, Result, Signal};

/// How the model is asked.
#[derive(Clone, Copy)]
pub(crate) struct Observer<'a> {
    pub(crate) model: &'a dyn Model,
    /// Lets clearly harmless messages pass unread.
    pub(crate) gate: Option<&'a Gate>,
    pub(crate) max_tokens: usize,
    /// Which line each head is held to.
    pub(crate) group: LanguageGroup,
    /// Look for the words behind each signal.
    pub(crate) spans: bool,
}

impl Observer<'_> {
    /// Reads one text for all `detectors` in one pass over its windows.
    pub(crate) fn read<'t>(&self, encoded: &'t Encoded, detectors: &[Detector]) -> Result<Reading<'t>> {
        let windows = message_windows(encoded.tokens.len(), self.max_tokens);
        let ids = windows.iter().map(|window| encoded.window(window.clone()));
        let wanted = |label| {
            let asked =
                |detector: &Detector| is_relevant(*detector, label) || label == Observation::Harm(*detector);
            detectors.iter().any(asked)
        };
        let strength = |head: &Head, logit| head.strength(logit, self.group);
        let peaks = self.pool(ids, self.gate, |ids| self.model.run(ids), wanted, strength)?;
        Ok(Reading { encoded, windows, peaks, spans: self.spans })
    }

    /// The detector's harm seen over several messages together; `None` if there is nothing to read.
    pub(crate) fn conversation(
        &self,
        detector: Detector,
        messages: &[(Party, &Encoded)],
    ) -> Result<Option<Signal>> {
        let harm = Observation::Harm(detector);
        let windows = conversation_windows(messages, self.max_tokens);
        let run = |ids: &[u32]| self.model.run_conversation(ids);
        let strength = |head: &Head, logit| head.strength_of_conversation(logit, self.group);
        let peaks = self.pool(windows.into_iter(), None, run, |label| label == harm, strength)?;
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
        run: impl Fn(&[u32]) -> Result<Output>,
        wanted: impl Fn(Observation) -> bool,
        strength: impl Fn(&Head, f32) -> f64,
    ) -> Result<Vec<Peak>> {
        let heads = self.model.heads();
        let mut peaks: Vec<Option<Peak>> = vec![None; heads.len()];
        let mut seen = HashSet::new();
        for (window, ids) in windows.enumerate() {
            if seen.contains(&ids) || gate.is_some_and(|gate| gate.is_harmless(&ids)) {
                continue;
            }
            let output = Rc::new(run(&ids)?);
            seen.insert(ids);
            for ((head, known), peak) in heads.iter().enumerate().zip(&mut peaks) {
                let Some(strength) = output.logit(head).map(|logit| strength(known, logit)) else {
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
}

/// What the model said about one text, for every detector it was read for.
pub(crate) struct Reading<'t> {
    encoded: &'t Encoded,
    windows: Vec<Range<usize>>,
    peaks: Vec<Peak>,
    spans: bool,
}

impl Reading<'_> {
    /// What `detector` hears in it, with spans in the original text and no message index.
    pub(crate) fn signals(&self, detector: Detector) -> Vec<Signal> {
        self.heard_by(detector).map(|peak| self.signal(peak)).collect()
    }

    /// The detector's harm in a text that stands for a whole conversation.
    pub(crate) fn pattern(&self, detector: Detector) -> Option<Signal> {
        let harm = Observation::Harm(detector);
        let peak = self.peaks.iter().find(|peak| peak.label == harm)?;
        Some(Signal::new(harm, peak.strength))
    }

    fn signal(&self, peak: &Peak) -> Signal {
        let mut signal = Signal::new(peak.label, peak.strength);
        if self.spans && peak.strength >= FAINTEST_WITH_SPAN {
            let window = self.windows.get(peak.window).cloned();
            let tokens = window.and_then(|window| self.encoded.tokens.get(window)).unwrap_or_default();
            // The first and last contributions belong to the special tokens.
            let scores: Vec<f32> = peak.output.contributions(peak.head).skip(1).collect();
            signal.span = find_span(&self.encoded.normalised, tokens, &scores);
        }
        signal
    }

    /// The peaks that concern a detector. A tag of another one counts only where that one finds its harm: a tag
    /// head names the kind of a harm, it was never asked whether there is one.
    fn heard_by(&self, detector: Detector) -> impl Iterator<Item = &Peak> {
        let relevant = move |peak: &&Peak| is_relevant(detector, peak.label);
        let found = move |other: Detector| {
            let harm = Observation::Harm(other);
            self.peaks.iter().any(|peak| peak.label == harm && peak.strength >= PRESENT)
        };
        self.peaks.iter().filter(relevant).filter(move |peak| match peak.label {
            Observation::Harm(of) => of == detector,
            Observation::Tag(tag) => tag.info().detector == detector || found(tag.info().detector),
            _ => true,
        })
    }
}

fn is_relevant(detector: Detector, label: Observation) -> bool {
    match label {
        // Grooming is a pattern over a conversation: `conversation` or `pattern` speaks for it.
        Observation::Harm(of) => of != Detector::Grooming && (of == detector || also_hears(detector, of)),
        Observation::Tag(tag) => {
            let of = tag.info().detector;
            of == detector || also_hears(detector, of)
        }
        Observation::Tactic(_) => detector == Detector::Grooming,
        Observation::Role(_) => detector == Detector::Bullying,
        Observation::Emotion(_) | Observation::Valence(_) => detector == Detector::Emotions,
        Observation::Framing(_) => true,
        Observation::DeclaredAge(_) | Observation::Language(_) => false,
    }
}

/// Whether the tags of `other` say something about a detector: strain belongs to a mood, distress fills the
/// vulnerability profile.
fn also_hears(detector: Detector, other: Detector) -> bool {
    match detector {
        Detector::Emotions => matches!(other, Detector::Unsafe | Detector::DistressSignals),
        Detector::VulnerabilityExploitation => other == Detector::DistressSignals,
        _ => false,
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
