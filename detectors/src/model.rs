//! The seam between the text path and whatever computes the scores.
//!
//! Everything above it is tested with scripted answers; everything below it can be replaced.

use crate::tokenizer::{CLS, SEP};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use wardlight_core::{Error, Observation, Result};

/// Something that scores a window of tokens for every label at once.
///
/// Implementations are shared by threads and must answer the same for the same input.
pub trait Model: Send + Sync {
    /// What the columns of the answer mean.
    fn heads(&self) -> &[Head];

    /// Scores one window: ids of `vocab.txt` with `[CLS]` first and `[SEP]` last, at most 128.
    ///
    /// # Errors
    /// [`wardlight_core::Code::Internal`] if the window is empty, too long, holds an unknown id, or the
    /// runtime fails.
    fn run(&self, ids: &[u32]) -> Result<Output>;

    /// Scores the messages of a conversation among each other, packed into one window by
    /// [`conversation_windows`](crate::encoding::conversation_windows).
    ///
    /// `messages` are their places in `ids`. The answer to one has the form of [`Model::run`] on `[CLS]`, the message
    /// and `[SEP]`; unless a model does otherwise, it is that answer: each message is read by itself.
    ///
    /// # Errors
    /// As [`Model::run`]; [`wardlight_core::Code::Internal`] if a place lies outside the window.
    fn run_conversation(&self, ids: &[u32], messages: &[Range<usize>]) -> Result<Packed> {
        let alone = |place: &Range<usize>| self.run(&message_alone(ids, place)?);
        Ok(Packed { whole: self.run(ids)?, messages: messages.iter().map(alone).collect::<Result<_>>()? })
    }
}

/// What [`Model::run_conversation`] answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Packed {
    /// Of the whole window.
    pub whole: Output,
    /// Of each message that was asked about, in that order.
    pub messages: Vec<Output>,
}

/// The message at `place` of a window, which begins with the token of its side, as it would be read by itself.
///
/// # Errors
/// [`wardlight_core::Code::Internal`] if there is no such place.
pub fn message_alone(ids: &[u32], place: &Range<usize>) -> Result<Vec<u32>> {
    let outside = || Error::new(wardlight_core::Code::Internal, "a message lies outside its window");
    let inner =
        ids.get(place.clone()).filter(|ids| !ids.is_empty()).ok_or_else(outside)?.iter().skip(1).copied();
    Ok(std::iter::once(CLS).chain(inner).chain(std::iter::once(SEP)).collect())
}

/// One label that the model answers for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// What is observed.
    pub label: Observation,
    /// The line for English text, which most training rows are written in.
    pub english: Line,
    /// The line for text in any other language.
    pub others: Line,
    /// The line for what several messages say together, in any language; where absent, that of the language holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<Line>,
}

/// Where logits become present or absent in one group of languages, found on held-back data.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Platt scaling: probability = sigmoid(a × logit + b). The slope.
    pub a: f64,
    /// Platt scaling: the offset.
    pub b: f64,
    /// Probability within 0..=1 from which the label counts as present.
    pub threshold: f64,
}

/// The group of languages that a text was identified as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LanguageGroup {
    /// English.
    English,
    /// Any other of the 32 languages.
    Others,
    /// None was identified: there is no letter, or the screener identifies no languages. The stricter of the two lines
    /// holds. A few letters count as the language that they look most like; the lines were fitted that way.
    Unsure,
}

/// The scores of one window.
#[derive(Clone, PartialEq)]
pub struct Output {
    logits: Vec<f32>,
    /// Row per token, column per head.
    contributions: Vec<f32>,
}

impl Head {
    /// A head without calibration, for tests and custom models.
    pub fn plain(label: Observation) -> Head {
        let line = Line { a: 1.0, b: 0.0, threshold: 0.5 };
        Head { label, english: line, others: line, conversation: None }
    }

    /// The strength that the pipeline receives, 0..=1: the probability moved along the logit so that
    /// 0.5 falls on the threshold. The pipeline draws its lines at fixed strengths; the threshold is
    /// where held-back data says this head's line is.
    pub fn strength(&self, logit: f32, group: LanguageGroup) -> f64 {
        match group {
            LanguageGroup::English => self.english.strength(logit),
            LanguageGroup::Others => self.others.strength(logit),
            LanguageGroup::Unsure => self.english.strength(logit).min(self.others.strength(logit)),
        }
    }

    /// As [`Head::strength`], for several messages together: their strongest window and messages, in the mean.
    pub fn strength_of_conversation(&self, logit: f32, group: LanguageGroup) -> f64 {
        self.conversation.map_or_else(|| self.strength(logit, group), |line| line.strength(logit))
    }
}

impl Line {
    /// The calibrated probability of a logit, 0..=1.
    pub fn probability(&self, logit: f32) -> f64 {
        sigmoid(self.scaled(logit))
    }

    /// The probability moved along the logit so that 0.5 falls on the threshold, 0..=1.
    pub fn strength(&self, logit: f32) -> f64 {
        let threshold = self.threshold.clamp(0.001, 0.999);
        sigmoid(self.scaled(logit) - (threshold / (1.0 - threshold)).ln())
    }

    fn scaled(&self, logit: f32) -> f64 {
        self.a * f64::from(logit) + self.b
    }
}

impl Output {
    /// Checks the sizes: one logit per head, one row of contributions per token, all finite.
    ///
    /// # Errors
    /// [`wardlight_core::Code::Internal`] otherwise, so that a broken model is never read as harmless.
    pub fn new(logits: Vec<f32>, contributions: Vec<f32>, tokens: usize, heads: usize) -> Result<Output> {
        let finite = logits.iter().chain(&contributions).all(|number| number.is_finite());
        if logits.len() != heads || contributions.len() != tokens * heads || !finite {
            return Err(Error::new(
                wardlight_core::Code::Internal,
                format!(
                    "the model answered with wrong sizes or numbers for {tokens} tokens and {heads} heads"
                ),
            ));
        }
        Ok(Output { logits, contributions })
    }

    /// Adds to the logit of a head what each token adds to it, in token order, and `bias`, which the first one carries.
    #[cfg(feature = "onnx")]
    pub(crate) fn add(&mut self, head: usize, bias: f32, terms: impl Iterator<Item = f32>) {
        let width = self.logits.len().max(1);
        let mut sum = 0.0;
        let places = self.contributions.iter_mut().skip(head).step_by(width);
        for ((place, term), bias) in
            places.zip(terms).zip(std::iter::once(bias).chain(std::iter::repeat(0.0)))
        {
            *place += term + bias;
            sum += term + bias;
        }
        if let Some(logit) = self.logits.get_mut(head) {
            *logit += sum;
        }
    }

    /// The logit of a head; `None` past the last head.
    pub fn logit(&self, head: usize) -> Option<f32> {
        self.logits.get(head).copied()
    }

    /// What each token adds to the logit of a head, in token order.
    pub fn contributions(&self, head: usize) -> impl Iterator<Item = f32> + '_ {
        let width = self.logits.len().max(1);
        self.contributions.iter().skip(head).step_by(width).copied()
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Output(heads={})", self.logits.len())
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use wardlight_core::Detector;

    #[test]
    fn strength_is_one_half_at_the_threshold() {
        let line = Line { a: 1.0, b: 0.0, threshold: 0.2 };
        let logit = (0.2_f32 / 0.8).ln();
        assert!((line.probability(logit) - 0.2).abs() < 1e-6);
        assert!((line.strength(logit) - 0.5).abs() < 1e-6);
        assert!(line.strength(9.0) > line.strength(1.0));
        assert!(Line { threshold: 0.0, ..line }.strength(-200.0).is_finite());
    }

    #[test]
    fn an_unsure_language_gets_the_stricter_line() {
        let plain = Head::plain(Observation::Harm(Detector::Unsafe));
        let head = Head { others: Line { threshold: 0.2, ..plain.others }, ..plain };
        let strengths = [LanguageGroup::English, LanguageGroup::Others, LanguageGroup::Unsure]
            .map(|group| head.strength(-1.0, group));
        assert!(strengths[0] < 0.5 && strengths[1] > 0.5);
        assert!((strengths[2] - strengths[0]).abs() < 1e-12);
    }

    #[test]
    fn wrong_sizes_and_numbers_are_errors() {
        assert!(Output::new(vec![0.0, 1.0], vec![0.0; 6], 3, 2).is_ok());
        assert!(Output::new(vec![0.0], vec![0.0; 6], 3, 2).is_err());
        assert!(Output::new(vec![0.0, f32::NAN], vec![0.0; 6], 3, 2).is_err());
        assert!(Output::new(vec![0.0, 1.0], Vec::new(), 3, 2).is_err());
        let output = Output::new(vec![0.0, 1.0], vec![1.0, 2.0, 3.0, 4.0], 2, 2).expect("right sizes");
        assert_eq!(output.contributions(1).collect::<Vec<_>>(), [2.0, 4.0]);
    }

    #[test]
    fn several_messages_are_held_to_a_line_of_their_own() {
        let plain = Head::plain("grooming".parse().expect("a label"));
        let line = Line { threshold: 0.9, ..plain.english };
        let head = Head { conversation: Some(line), ..plain };
        let alone = head.strength(1.0, LanguageGroup::English);
        assert!(head.strength_of_conversation(1.0, LanguageGroup::English) < alone);
        assert_eq!(plain.strength_of_conversation(1.0, LanguageGroup::English).to_bits(), alone.to_bits());
    }
}
