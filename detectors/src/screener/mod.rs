//! The entry point: a request in, a verdict out; one detector or several, one request or a batch, a conversation
//! at once or window by window.
//!
//! Invariant: whatever goes wrong while observing becomes a verdict that asks for a person. A failure
//! never reads as harmless.

mod batch;
mod builder;
mod cancel;
mod continuation;
mod multi;
mod observation;

pub use builder::ScreenerBuilder;
pub use cancel::CancelToken;

use crate::language_id::LanguageIdentifier;
use crate::model::Model;
use crate::ngrams::Ngrams;
use crate::observe::Neighbours;
use crate::script::check_script;
use crate::tokenizer::Tokenizer;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use wardlight_core::{
    Code, Detector, Error, Limits, Observation, Policy, Request, Result, Signal, Verdict, assess,
};

/// Screens texts and conversations. Cheap to clone; threads share it.
///
/// ```
/// use wardlight::testing::ScriptedModel;
/// use wardlight::{Detector, Request, Screener};
/// # fn main() -> wardlight::Result<()> {
/// // With the feature `bundled-models`, `Screener::builder().build()?` needs nothing else.
/// let (model, tokenizer) = ScriptedModel::new(&[
///     ("nobody likes you", "bullying"),
///     ("nobody likes you", "bullying/EXCLUSION"),
/// ])?;
/// let screener = Screener::builder().model(model, tokenizer).build()?;
/// let verdict = screener.screen(&Request::text(Detector::Bullying, "NOBODY likes you!!"));
/// assert!(verdict.detected);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Screener {
    model: Arc<dyn Model>,
    tokenizer: Arc<Tokenizer>,
    language_identifier: Option<Arc<LanguageIdentifier>>,
    early_exit: Option<Arc<Ngrams>>,
    model_version: Option<String>,
    max_tokens: usize,
    policy: Arc<Policy>,
    limits: Limits,
}

impl Screener {
    /// Detectors that this version answers with the bundled model.
    pub const DETECTORS: &'static [Detector] = Detector::ALL;

    /// Starts building a screener.
    pub fn builder() -> ScreenerBuilder {
        ScreenerBuilder::default()
    }

    /// Judges a request. The messages of a conversation, and a text behind its `conversation_history`, are read among
    /// each other, as far as they fit into one window of the model (128 pieces, about ten short messages).
    ///
    /// An engine that fails, a detector that this version does not answer and a long text in a script
    /// that it does not read give the `engine_error` verdict, whose recommended action is a look by a person.
    pub fn screen(&self, request: &Request) -> Verdict {
        let started = Instant::now();
        let judged = guarded(|| Ok(assess(request, &self.observe(request)?, &self.policy)));
        let mut verdict = judged.unwrap_or_else(|_| Verdict::engine_error(request, &self.policy));
        self.complete(&mut verdict, started.elapsed());
        verdict
    }

    /// Judges a request given as the JSON body of the specification.
    ///
    /// # Errors
    /// [`Code::UnsupportedDetector`] lists the available ones; otherwise as [`Request::from_json`].
    pub fn screen_json(&self, detector: Detector, json: &str) -> Result<Verdict> {
        self.request(detector, parse(json)?).map(|request| self.screen(&request))
    }

    /// Reads a parsed body within this screener's limits, without judging it.
    ///
    /// # Errors
    /// [`Code::UnsupportedDetector`] lists the available ones; otherwise as [`Request::from_value`].
    pub fn request(&self, detector: Detector, body: Value) -> Result<Request> {
        self.check_detector(detector)?;
        let request = Request::from_value(detector, body, &self.limits)?;
        check_script(&request)?;
        Ok(request)
    }

    /// What was observed, before the pipeline judges it; for inspection and measurement.
    ///
    /// Deterministic: the same request gives the same signals on any number of threads.
    ///
    /// # Errors
    /// [`Code::UnsupportedDetector`], [`Code::UnsupportedLanguage`] for a long text in a script that the model does
    /// not read, or [`Code::Internal`] if the model fails.
    pub fn observe(&self, request: &Request) -> Result<Vec<Signal>> {
        self.observe_as(request, Neighbours::Read)
    }

    fn observe_as(&self, request: &Request, neighbours: Neighbours) -> Result<Vec<Signal>> {
        let mut outcomes = self.observe_for(request, &[request.detector], neighbours);
        outcomes.pop().unwrap_or_else(|| Err(Error::new(Code::Internal, "nothing was observed")))
    }

    /// The model behind the verdicts, `name@version`; `None` for a model that was given without a bundle.
    pub fn model_version(&self) -> Option<&str> {
        self.model_version.as_deref()
    }

    /// A model without the heads of a detector would read everything as harmless.
    fn check_detector(&self, detector: Detector) -> Result<()> {
        let heads = self.model.heads();
        let answers = |detector: Detector| {
            heads.iter().any(|head| match head.label {
                Observation::Harm(of) => of == detector,
                Observation::Tag(tag) => tag.info().detector == detector,
                Observation::Tactic(_) => detector == Detector::Grooming,
                Observation::Emotion(_) => detector == Detector::Emotions,
                _ => false,
            })
        };
        if answers(detector) {
            return Ok(());
        }
        let known = Self::DETECTORS.iter().filter(|detector| answers(**detector));
        let available: Vec<&str> = known.map(|detector| detector.as_str()).collect();
        let message =
            format!("{detector} is not answered by this model; available: {}", available.join(", "));
        Err(Error::new(Code::UnsupportedDetector, message))
    }

    /// What only the caller of the pipeline knows: the model, and the clock.
    fn complete(&self, verdict: &mut Verdict, took: Duration) {
        verdict.model_version.clone_from(&self.model_version);
        verdict.processing_time_ms = milliseconds(took);
    }
}

impl std::fmt::Debug for Screener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Screener").field("model_version", &self.model_version).finish_non_exhaustive()
    }
}

/// Parses a body; the error gives the position only.
fn parse(json: &str) -> Result<Value> {
    serde_json::from_str(json).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        Error::new(Code::MalformedJson, format!("the body is not valid JSON at {place}"))
    })
}

/// Runs `work`; a panic of it, which the model runtime may have by a defect of its own, becomes an error.
fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Error::new(Code::Internal, "the engine stopped in the middle of its work")))
}

fn milliseconds(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}
