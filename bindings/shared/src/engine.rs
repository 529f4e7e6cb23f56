//! A screener behind a flat surface: what it is asked comes as JSON and leaves as JSON.

use crate::guard::{answer, guarded};
use crate::issuer::Issuer;
use crate::offsets::OffsetUnit;
use crate::read;
use serde_json::{Map, Value};
use std::sync::atomic::AtomicBool;
use wardlight::{
    ActionPlanRequest, BatchRequest, Bundle, ContinuedRequest, Detector, Error, IncidentReportRequest,
    Limits, MultiRequest, Policy, Result, Screener, Verdict, action_plan, incident_report,
};

/// A screener with the offsets of one language. Cheap to clone; threads share it.
#[derive(Debug, Clone)]
pub struct Engine {
    screener: Screener,
    policy: Policy,
    limits: Limits,
    unit: OffsetUnit,
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
            Ok(Engine { screener: builder.build()?, policy, limits, unit })
        })
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
    /// As [`Screener::screen_batch_json`]; an item that cannot be read is answered in its place.
    pub fn screen_batch(&self, body: &str) -> Result<String> {
        self.screen_batch_until(body, &AtomicBool::new(false))
    }

    /// As [`Engine::screen_batch`], until another thread sets `stop`: no item is begun after that.
    ///
    /// # Errors
    /// As [`Engine::screen_batch`].
    pub fn screen_batch_until(&self, body: &str, stop: &AtomicBool) -> Result<String> {
        answer(|| {
            let batch = BatchRequest::from_value(read::json(body)?, &self.limits)?;
            let mut answer = self.screener.screen_batch_until(&batch, stop);
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

    /// `name@version` of the model.
    pub fn model_version(&self) -> Option<&str> {
        self.screener.model_version()
    }

    /// Most items of a batch.
    pub fn batch_items(&self) -> usize {
        self.limits.batch_items
    }
}
