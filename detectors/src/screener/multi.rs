//! One text, several detectors: the encoder reads it once, each detector takes what concerns it.

use super::{Screener, guarded, parse};
use crate::observe::Neighbours;
use std::time::Instant;
use wardlight_core::{Detector, MultiRequest, MultiVerdict, Result, assess_multi};

impl Screener {
    /// Puts one text to each detector of a request.
    ///
    /// The model reads the text once for all of them, among the messages of a history if there is one. A
    /// detector that fails, or that this model does not answer, gives its own `engine_error` result, which asks for a
    /// person, and the others are judged as if it had not been asked. `processing_time_ms` of each result is that of
    /// the whole call.
    ///
    /// ```
    /// use wardlight::testing::ScriptedModel;
    /// use wardlight::{MultiRequest, Screener};
    /// # fn main() -> wardlight::Result<()> {
    /// let (model, tokenizer) =
    ///     ScriptedModel::new(&[("nobody likes you", "bullying"), ("hurt myself", "unsafe/SELF_HARM")])?;
    /// let screener = Screener::builder().model(model, tokenizer).build()?;
    /// let multi = MultiRequest::from_json(r#"{"text": "nobody likes you", "endpoints": ["bullying", "unsafe"]}"#)?;
    /// let answer = screener.screen_multi(&multi);
    /// assert_eq!((answer.summary.total_endpoints, answer.summary.detected_count), (2, 1));
    /// # Ok(())
    /// # }
    /// ```
    pub fn screen_multi(&self, multi: &MultiRequest) -> MultiVerdict {
        let started = Instant::now();
        let detectors: Vec<Detector> = multi.requests().iter().map(|request| request.detector).collect();
        let observed =
            multi.requests().first().map(|request| self.observe_for(request, &detectors, Neighbours::Read));
        let judged =
            guarded(|| Ok(assess_multi(multi, observed.as_deref().unwrap_or_default(), &self.policy)));
        let mut answer = judged.unwrap_or_else(|_| assess_multi(multi, &[], &self.policy));
        for verdict in &mut answer.results {
            self.complete(verdict, started.elapsed());
        }
        answer
    }

    /// As [`Screener::screen_multi`], for the JSON body of the specification.
    ///
    /// # Errors
    /// As [`MultiRequest::from_value`], within this screener's limits; [`Code::MalformedJson`](crate::Code).
    pub fn screen_multi_json(&self, json: &str) -> Result<MultiVerdict> {
        let multi = MultiRequest::from_value(parse(json)?, &self.limits)?;
        if let Some(request) = multi.requests().first() {
            crate::script::check_script(request)?;
        }
        Ok(self.screen_multi(&multi))
    }
}
