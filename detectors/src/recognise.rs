//! Engines that an application lends: its own recognition of text in pictures and of speech in sound.
//!
//! Nothing in this crate asks them yet; they are the seam for the screening of media. A lent engine is foreign code: it
//! may fail, panic or answer nonsense. [`recognise_text`] and [`recognise_speech`] turn all of that into
//! [`Code::LentEngine`], whose message never holds what the engine said.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wardlight_core::{Code, Error, Result};

/// Samples a second that a [`SpeechRecogniser`] is given.
pub const SPEECH_RATE: u32 = 16_000;

/// Reads the words in a picture. Threads share it, and it answers before it returns.
pub trait TextRecogniser: Send + Sync {
    /// The lines in an encoded picture, as the application received it.
    ///
    /// # Errors
    /// An [`EngineFault`]; an empty picture of no words is an empty list.
    fn recognise(&self, image: &[u8]) -> std::result::Result<Vec<TextLine>, EngineFault>;
}

/// Writes down what is said. Threads share it, and it answers before it returns.
pub trait SpeechRecogniser: Send + Sync {
    /// The segments of speech in mono samples, [`SPEECH_RATE`] a second.
    ///
    /// # Errors
    /// An [`EngineFault`]; silence is an empty list.
    fn recognise(&self, samples: &[f32]) -> std::result::Result<Vec<SpeechSegment>, EngineFault>;
}

/// Why a lent engine has no answer. It carries no words, for they may be content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineFault {
    /// It failed.
    Failed,
    /// It answered something that is no list of lines or segments.
    Malformed,
}

/// A line of text in a picture.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextLine {
    /// The words.
    pub text: String,
    /// Where they stand.
    pub bounds: Bounds,
    /// How sure the engine is, within 0..=1.
    pub confidence: f64,
}

/// A rectangle in pixels, from the upper left corner of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width, not negative.
    pub width: f64,
    /// Height, not negative.
    pub height: f64,
}

/// A stretch of speech.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpeechSegment {
    /// The words.
    pub text: String,
    /// When it begins, in seconds.
    pub start_s: f64,
    /// When it ends, in seconds; not before it begins.
    pub end_s: f64,
    /// How sure the engine is, within 0..=1.
    pub confidence: f64,
}

impl fmt::Debug for TextLine {
    /// Leaves the words out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextLine")
            .field("bounds", &self.bounds)
            .field("confidence", &self.confidence)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for SpeechSegment {
    /// Leaves the words out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpeechSegment")
            .field("start_s", &self.start_s)
            .field("end_s", &self.end_s)
            .field("confidence", &self.confidence)
            .finish_non_exhaustive()
    }
}

/// Asks a lent engine for the text in a picture.
///
/// # Errors
/// [`Code::LentEngine`] if it fails, panics or answers lines that cannot be; [`Code::InvalidInput`] for no bytes.
///
/// ```
/// use wardlight::recognise::{EngineFault, TextLine, TextRecogniser, recognise_text};
/// struct Broken;
/// impl TextRecogniser for Broken {
///     fn recognise(&self, _: &[u8]) -> Result<Vec<TextLine>, EngineFault> {
///         Err(EngineFault::Failed)
///     }
/// }
/// let error = recognise_text(&Broken, b"a picture").unwrap_err();
/// assert_eq!(error.code().detail(), "LENT_ENGINE_FAILED");
/// ```
pub fn recognise_text(engine: &dyn TextRecogniser, image: &[u8]) -> Result<Vec<TextLine>> {
    if image.is_empty() {
        return Err(Error::invalid("the image is empty"));
    }
    let lines = isolated(|| engine.recognise(image)).map_err(|fault| told(fault, "text", "lines"))?;
    let fits = |line: &TextLine| {
        let Bounds { x, y, width, height } = line.bounds;
        x.is_finite() && y.is_finite() && length(width) && length(height) && share(line.confidence)
    };
    if lines.iter().all(fits) { Ok(lines) } else { Err(told(EngineFault::Malformed, "text", "lines")) }
}

/// Asks a lent engine for the speech in mono samples of `rate` a second, which has to be [`SPEECH_RATE`].
///
/// # Errors
/// [`Code::LentEngine`] if it fails, panics or answers segments that cannot be; [`Code::InvalidInput`] for another rate
/// or a sample that is not finite.
pub fn recognise_speech(
    engine: &dyn SpeechRecogniser,
    samples: &[f32],
    rate: u32,
) -> Result<Vec<SpeechSegment>> {
    if rate != SPEECH_RATE {
        return Err(Error::invalid(format!("rate must be {SPEECH_RATE} samples a second; received {rate}")));
    }
    if !samples.iter().all(|sample| sample.is_finite()) {
        return Err(Error::invalid("every sample must be a finite number"));
    }
    let segments =
        isolated(|| engine.recognise(samples)).map_err(|fault| told(fault, "speech", "segments"))?;
    let fits = |segment: &SpeechSegment| {
        length(segment.start_s) && length(segment.end_s - segment.start_s) && share(segment.confidence)
    };
    if segments.iter().all(fits) {
        Ok(segments)
    } else {
        Err(told(EngineFault::Malformed, "speech", "segments"))
    }
}

fn isolated<T>(
    ask: impl FnOnce() -> std::result::Result<T, EngineFault>,
) -> std::result::Result<T, EngineFault> {
    catch_unwind(AssertUnwindSafe(ask)).unwrap_or(Err(EngineFault::Failed))
}

fn told(fault: EngineFault, of: &str, things: &str) -> Error {
    let message = match fault {
        EngineFault::Failed => format!("the lent {of} recogniser failed"),
        EngineFault::Malformed => format!("the lent {of} recogniser answered something that is no {things}"),
    };
    Error::new(Code::LentEngine, message)
}

fn length(value: f64) -> bool {
    value.is_finite() && value >= 0.0
}

fn share(value: f64) -> bool {
    (0.0..=1.0).contains(&value)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Scripted<F>(F);

    impl<F: Fn() -> Vec<TextLine> + Send + Sync> TextRecogniser for Scripted<F> {
        fn recognise(&self, _: &[u8]) -> std::result::Result<Vec<TextLine>, EngineFault> {
            Ok(self.0())
        }
    }

    impl<F: Fn() -> Vec<SpeechSegment> + Send + Sync> SpeechRecogniser for Scripted<F> {
        fn recognise(&self, _: &[f32]) -> std::result::Result<Vec<SpeechSegment>, EngineFault> {
            Ok(self.0())
        }
    }

    fn line(width: f64, confidence: f64) -> TextLine {
        TextLine { text: "canary".into(), bounds: Bounds { x: 1.0, y: 2.0, width, height: 8.0 }, confidence }
    }

    fn segment(start_s: f64, end_s: f64) -> SpeechSegment {
        SpeechSegment { text: "canary".into(), start_s, end_s, confidence: 0.5 }
    }

    #[test]
    fn what_an_engine_reads_is_passed_on() {
        let lines = recognise_text(&Scripted(|| vec![line(4.0, 1.0)]), b"x").expect("it answers");
        assert_eq!(lines, [line(4.0, 1.0)]);
        let heard = recognise_speech(&Scripted(|| vec![segment(0.5, 0.5)]), &[0.0; 160], SPEECH_RATE);
        assert_eq!(heard.expect("it answers"), [segment(0.5, 0.5)]);
    }

    #[test]
    fn a_panic_and_nonsense_are_errors_without_words() {
        let faults = [
            recognise_text(&Scripted(|| -> Vec<TextLine> { panic!("canary") }), b"x").expect_err("refused"),
            recognise_text(&Scripted(|| vec![line(-1.0, 0.5)]), b"x").expect_err("refused"),
            recognise_text(&Scripted(|| vec![line(f64::NAN, 0.5)]), b"x").expect_err("refused"),
            recognise_text(&Scripted(|| vec![line(1.0, 1.5)]), b"x").expect_err("refused"),
            recognise_speech(&Scripted(|| vec![segment(2.0, 1.0)]), &[], SPEECH_RATE).expect_err("refused"),
            recognise_speech(&Scripted(|| -> Vec<SpeechSegment> { panic!("canary") }), &[], SPEECH_RATE)
                .expect_err("refused"),
        ];
        for error in faults {
            assert_eq!(error.code(), Code::LentEngine);
            assert!(!error.to_string().contains("canary"));
        }
        assert!(!format!("{:?} {:?}", line(1.0, 1.0), segment(0.0, 1.0)).contains("canary"));
    }

    #[test]
    fn what_is_sent_is_checked_before_an_engine_sees_it() {
        let silent = Scripted(|| -> Vec<SpeechSegment> { unreachable!("nothing is asked") });
        assert_eq!(
            recognise_speech(&silent, &[0.0], 44_100).expect_err("refused").code(),
            Code::InvalidInput
        );
        let error = recognise_speech(&silent, &[f32::NAN], SPEECH_RATE).expect_err("refused");
        assert_eq!(error.code(), Code::InvalidInput);
        let blind = Scripted(|| -> Vec<TextLine> { unreachable!("nothing is asked") });
        assert_eq!(recognise_text(&blind, b"").expect_err("refused").code(), Code::InvalidInput);
    }
}
