//! A screener behind a flat surface: what it is asked comes as JSON and leaves as JSON.

use crate::guard::{answer, guarded};
use crate::issuer::Issuer;
use crate::offsets::OffsetUnit;
use crate::read;
use serde_json::{Map, Value};
use std::fmt;
use std::sync::Arc;
use wardlight::recognise::{SpeechRecogniser, TextRecogniser};
use wardlight::{
    ActionPlanRequest, BatchRequest, Bundle, CancelToken, Code, ContinuedRequest, Detector, Error,
    IncidentReportRequest, Limits, MultiRequest, Policy, Result, Screener, Verdict, action_plan,
    incident_report,
};

/// A screener with the offsets of one language. Cheap to clone; threads share it.
#[derive(Clone)]
pub struct Engine {
    screener: Screener,
    policy: Policy,
    limits: Limits,
    unit: OffsetUnit,
    lent: Recognisers,
}

/// Recognisers that the application lends.
#[derive(Clone, Default)]
pub struct Recognisers {
    /// Reads text in pictures.
    pub text: Option<Arc<dyn TextRecogniser>>,
    /// Writes down speech.
    pub speech: Option<Arc<dyn SpeechRecogniser>>,
}

impl Engine {
    /// Loads the model.
    ///
    /// `settings` is a JSON object, every key of which may be left out: `policy` and `limits` as the library's files
    /// have them, `early_exit` (true), `bundle` (a folder; the bundled model when absent).
    ///
    /// # Errors
    /// A setting that is wrong; a model that is missing or damaged.
    pub fn new(settings: Option<&str>, unit: OffsetUnit) -> Result<Engine> {
        guarded(|| {
            let mut settings = match settings.map(read::json).transpose()? {
                None | Some(Value::Null) => Map::new(),
                Some(Value::Object(settings)) => settings,
                Some(_) => return Err(Error::invalid("settings must be an object")),
            };
            let policy = settings.remove("policy").filter(|value| !value.is_null());
            let policy = policy.map_or_else(|| Ok(Policy::default()), Policy::from_value)?;
            let limits = settings.remove("limits").filter(|value| !value.is_null());
            let limits: Limits =
                limits.map_or_else(|| Ok(Limits::default()), serde_json::from_value).map_err(|_| {
                    Error::invalid("limits must hold whole numbers under the names of the limits")
                })?;
            let mut builder = Screener::builder().policy(policy.clone()).limits(limits.clone());
            match settings.remove("early_exit") {
                None | Some(Value::Null) => {}
                Some(Value::Bool(wanted)) => builder = builder.early_exit(wanted),
                Some(_) => return Err(Error::invalid("early_exit must be true or false")),
            }
            match settings.remove("bundle") {
                None | Some(Value::Null) => {}
                Some(Value::String(folder)) => builder = builder.bundle(Bundle::from_dir(folder)?),
                Some(_) => return Err(Error::invalid("bundle must be the path of a folder")),
            }
            if !settings.is_empty() {
                return Err(Error::invalid("settings has a key that is not known"));
            }
            Ok(Engine { screener: builder.build()?, policy, limits, unit, lent: Recognisers::default() })
        })
    }

    /// The same with recognisers of the application. Only [`Engine::recognise_text`] and
    /// [`Engine::recognise_speech`] ask them so far: no screening reads pictures or sound yet.
    #[must_use]
    pub fn lending(self, lent: Recognisers) -> Engine {
        Engine { lent, ..self }
    }

    /// One detector about a text or a conversation.
    ///
    /// # Errors
    /// As [`Screener::screen_json`].
    pub fn screen(&self, detector: &str, body: &str) -> Result<String> {
        answer(|| {
            let request = self.screener.request(read::detector(detector)?, read::json(body)?)?;
            let mut verdict = self.screener.screen(&request);
            self.unit.convert(&mut verdict, &request);
            Ok(verdict)
        })
    }

    /// Up to ten detectors about one text, which is read once.
    ///
    /// # Errors
    /// As [`Screener::screen_multi_json`].
    pub fn screen_multi(&self, body: &str) -> Result<String> {
        answer(|| {
            let mut answer = self.screener.screen_multi_json(body)?;
            let multi = MultiRequest::from_value(read::json(body)?, &self.limits)?;
            for (verdict, request) in answer.results.iter_mut().zip(multi.requests()) {
                self.unit.convert(verdict, request);
            }
            Ok(answer)
        })
    }

    /// Up to fifty requests, each to its own detector.
    ///
    /// # Errors
    /// As [`Screener::screen_batch_json`].
    pub fn screen_batch(&self, body: &str) -> Result<String> {
        self.screen_batch_until(body, &CancelToken::default())
    }

    /// The same until `cancel` is cancelled: items that were not begun by then are answered as not analysed.
    ///
    /// # Errors
    /// As [`Engine::screen_batch`].
    pub fn screen_batch_until(&self, body: &str, cancel: &CancelToken) -> Result<String> {
        answer(|| {
            let batch = BatchRequest::from_json_within(body, &self.limits)?;
            let mut answer = self.screener.screen_batch_until(&batch, cancel);
            self.unit.convert_batch(&mut answer, &batch);
            Ok(answer)
        })
    }

    /// The next turns of a conversation, continued by the token of the answer before.
    ///
    /// # Errors
    /// As [`Screener::screen_continued_json`].
    pub fn screen_continued(&self, detector: &str, body: &str, issuer: &Issuer<'_>) -> Result<String> {
        answer(|| {
            let detector = read::detector(detector)?;
            let mut answer =
                issuer.with(|issuer| self.screener.screen_continued_json(detector, body, issuer))?;
            let asked = ContinuedRequest::from_value(detector, read::json(body)?, &self.limits)?;
            self.unit.convert(&mut answer.verdict, &asked.request);
            Ok(answer)
        })
    }

    /// What was observed, before the rules judge it; for inspection. Spans are UTF-8 bytes.
    ///
    /// # Errors
    /// As [`Screener::observe`].
    pub fn observe(&self, detector: &str, body: &str) -> Result<String> {
        answer(|| {
            self.screener.observe(&self.screener.request(read::detector(detector)?, read::json(body)?)?)
        })
    }

    /// An action plan; with a detector, for what that detector finds in the situation.
    ///
    /// # Errors
    /// As [`ActionPlanRequest::from_value`].
    pub fn action_plan(&self, body: &str, detector: Option<&str>) -> Result<String> {
        answer(|| {
            let request = ActionPlanRequest::from_value(read::json(body)?, &self.limits)?;
            let verdict = detector.map(read::detector).transpose()?;
            let verdict = verdict.map(|detector| self.screener.screen(&request.to_detect(detector)));
            Ok(action_plan(&request, verdict.as_ref(), &self.policy))
        })
    }

    /// An incident report on what `detectors` find in the messages.
    ///
    /// # Errors
    /// As [`IncidentReportRequest::from_value`].
    pub fn incident_report(&self, body: &str, detectors: &[String]) -> Result<String> {
        answer(|| {
            let request = IncidentReportRequest::from_value(read::json(body)?, &self.limits)?;
            let detectors: Vec<Detector> =
                detectors.iter().map(|name| read::detector(name)).collect::<Result<_>>()?;
            let ask = |detector: Detector| self.screener.screen(&request.to_detect(detector));
            let verdicts: Vec<Verdict> = detectors.into_iter().map(ask).collect();
            Ok(incident_report(&request, &verdicts, &self.policy))
        })
    }

    /// The lines that the lent recogniser reads in an encoded picture, as JSON.
    ///
    /// # Errors
    /// [`Code::UnsupportedFeature`] where none was lent; otherwise as [`wardlight::recognise::recognise_text`].
    pub fn recognise_text(&self, image: &[u8]) -> Result<String> {
        answer(|| {
            let engine = self.lent.text.as_deref().ok_or_else(|| not_lent("text"))?;
            wardlight::recognise::recognise_text(engine, image)
        })
    }

    /// The segments that the lent recogniser hears in mono samples of `rate` a second, as JSON.
    ///
    /// # Errors
    /// [`Code::UnsupportedFeature`] where none was lent; otherwise as [`wardlight::recognise::recognise_speech`].
    pub fn recognise_speech(&self, samples: &[f32], rate: u32) -> Result<String> {
        answer(|| {
            let engine = self.lent.speech.as_deref().ok_or_else(|| not_lent("speech"))?;
            wardlight::recognise::recognise_speech(engine, samples, rate)
        })
    }

    /// `name@version` of the model.
    pub fn model_version(&self) -> Option<&str> {
        self.screener.model_version()
    }

    /// Most items of a batch.
    pub fn batch_items(&self) -> usize {
        self.limits.batch_items
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("screener", &self.screener).finish_non_exhaustive()
    }
}

impl fmt::Debug for Recognisers {
    /// Lent engines are foreign; it shows which are there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recognisers")
            .field("text", &self.text.is_some())
            .field("speech", &self.speech.is_some())
            .finish()
    }
}

fn not_lent(of: &str) -> Error {
    Error::new(Code::UnsupportedFeature, format!("no {of} recogniser was lent to this screener"))
}
