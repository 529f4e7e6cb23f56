//! The entry point: a request in, a verdict out.
//!
//! Invariant: whatever goes wrong while observing becomes a verdict that asks for a person. A failure
//! never reads as harmless.

mod builder;

pub use builder::ScreenerBuilder;

use crate::declared_age::{asks_age, stated_age};
use crate::encoding::Encoded;
use crate::fragments::{Unit, join_fragments};
use crate::gate::Gate;
use crate::language_id::LanguageIdentifier;
use crate::model::{LanguageGroup, Model};
use crate::observe::Observer;
use crate::script::check_script;
use crate::tokenizer::Tokenizer;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;
use wardlight_core::{
    Code, Content, Detector, Error, Language, Limits, Observation, Party, Policy, Request, Result, Signal,
    Source, Verdict, assess,
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
    gate: Option<Arc<Gate>>,
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

    /// Judges a request.
    ///
    /// An engine that fails, a detector that this version does not answer and a long text in a script
    /// that it does not read give the `engine_error` verdict, whose recommended action is a look by a person.
    pub fn screen(&self, request: &Request) -> Verdict {
        let started = Instant::now();
        // The model runtime may panic on a defect of its own; the caller must still get a verdict.
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            self.observe(request).map(|signals| assess(request, &signals, &self.policy))
        }));
        let mut verdict = match outcome {
            Ok(Ok(verdict)) => verdict,
            Ok(Err(_)) | Err(_) => Verdict::engine_error(request, &self.policy),
        };
        verdict.model_version.clone_from(&self.model_version);
        verdict.processing_time_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        verdict
    }

    /// Judges a request given as the JSON body of the specification.
    ///
    /// # Errors
    /// [`Code::UnsupportedDetector`] lists the available ones; otherwise as [`Request::from_json`].
    pub fn screen_json(&self, detector: Detector, json: &str) -> Result<Verdict> {
        let body = serde_json::from_str(json).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            Error::new(Code::MalformedJson, format!("the body is not valid JSON at {place}"))
        })?;
        self.request(detector, body).map(|request| self.screen(&request))
    }

    /// Reads a parsed body within this screener's limits, without judging it.
    ///
    /// # Errors
    /// [`Code::UnsupportedDetector`] lists the available ones; otherwise as [`Request::from_value`].
    pub fn request(&self, detector: Detector, body: serde_json::Value) -> Result<Request> {
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
    /// [`Code::UnsupportedDetector`], or [`Code::Internal`] if the model fails.
    pub fn observe(&self, request: &Request) -> Result<Vec<Signal>> {
        self.check_detector(request.detector)?;
        check_script(request)?;
        if request.exceeds_ceiling(&self.limits) {
            return Ok(Vec::new()); // the pipeline answers by itself
        }
        let language = self.language(request);
        let group = language_group(language.as_ref());
        let mut signals: Vec<Signal> = language.into_iter().collect();
        if request.detector == Detector::Grooming {
            signals.extend(ages(request));
        }
        let options = &request.options;
        let observer = Observer {
            model: &*self.model,
            gate: self.gate.as_deref().filter(|_| request.detector != Detector::Emotions),
            max_tokens: self.max_tokens,
            detector: request.detector,
            group,
            spans: options.include_evidence && !options.verdict_only,
        };
        self.observe_content(request, observer, &mut signals)?;
        self.observe_history(request, observer, &mut signals)?;
        Ok(signals)
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

    fn observe_content(
        &self,
        request: &Request,
        observer: Observer<'_>,
        signals: &mut Vec<Signal>,
    ) -> Result<()> {
        let messages = request.message_list();
        let units = match &request.content {
            Content::Text(text) => vec![Unit { index: 0, text: Cow::Borrowed(text), reassembled: false }],
            Content::Messages(messages) => join_fragments(messages),
        };
        let encoded: Vec<Encoded> =
            units.iter().map(|unit| Encoded::new(&self.tokenizer, &unit.text)).collect();
        for (unit, encoded) in units.iter().zip(&encoded) {
            let found = observer.message(encoded)?;
            signals.extend(found.into_iter().map(|mut signal| {
                signal.message_index = (!messages.is_empty()).then_some(unit.index);
                signal.reassembled = unit.reassembled;
                signal.span = signal.span.filter(|_| !unit.reassembled);
                signal
            }));
        }
        if request.detector == Detector::Grooming {
            let party =
                |unit: &Unit<'_>| messages.get(unit.index).map_or(Party::Other, |message| message.party());
            let sides: Vec<(Party, &Encoded)> = units.iter().map(party).zip(&encoded).collect();
            signals.extend(observer.conversation(&sides)?);
        }
        Ok(())
    }

    fn observe_history(
        &self,
        request: &Request,
        observer: Observer<'_>,
        signals: &mut Vec<Signal>,
    ) -> Result<()> {
        let observer = Observer { spans: false, ..observer };
        for (index, message) in request.context.conversation_history.iter().enumerate() {
            let found = observer.message(&Encoded::new(&self.tokenizer, &message.text))?;
            signals.extend(found.into_iter().map(|mut signal| {
                signal.history_index = Some(index);
                signal
            }));
        }
        Ok(())
    }

    fn language(&self, request: &Request) -> Option<Signal> {
        let text = request.texts().join("\n");
        let (language, probability) = self.language_identifier.as_ref()?.identify(&text)?;
        Some(Signal::new(Observation::Language(language), probability))
    }
}

impl std::fmt::Debug for Screener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Screener").field("model_version", &self.model_version).finish_non_exhaustive()
    }
}

fn language_group(identified: Option<&Signal>) -> LanguageGroup {
    match identified {
        Some(Signal { label: Observation::Language(Language::ENGLISH), .. }) => LanguageGroup::English,
        Some(_) => LanguageGroup::Others,
        None => LanguageGroup::Unsure,
    }
}

/// Ages that senders state about themselves; a bare number counts as an answer to the other side.
fn ages(request: &Request) -> Vec<Signal> {
    let stated = |text: &str, asked: bool, index: Option<usize>| {
        let age = stated_age(text, asked)?;
        let label = Observation::DeclaredAge(age.years);
        let signal = Signal::new(label, STATED).from_source(Source::Structure);
        Some(Signal { message_index: index, span: Some(age.span), ..signal })
    };
    let mut question_from: Option<&str> = None;
    match &request.content {
        Content::Text(text) => stated(text, false, None).into_iter().collect(),
        Content::Messages(messages) => {
            let read = messages.iter().enumerate().filter_map(|(index, message)| {
                let role = message.sender_role.as_str();
                let asked = question_from.is_some_and(|asker| asker != role);
                if asks_age(&message.text) {
                    question_from = Some(role);
                } else if asked {
                    question_from = None;
                }
                stated(&message.text, asked, Some(index))
            });
            read.collect()
        }
    }
}

/// How far a pattern that states an age is trusted.
const STATED: f64 = 0.95;
