//! A screener for another language; its calls block, so the other side picks the thread.

use crate::failure::{Failure, run};
use crate::issuer::NativeIssuer;
use crate::lent::{self, NativeRecogniser};
use wardlight_bindings::{CancelToken, Engine, OffsetUnit};

/// Stops a batch between two items.
#[derive(uniffi::Object)]
pub(crate) struct NativeStop(CancelToken);

#[uniffi::export]
impl NativeStop {
    #[uniffi::constructor]
    fn new() -> NativeStop {
        NativeStop(CancelToken::default())
    }

    fn stop(&self) {
        self.0.cancel();
    }
}

/// A screener; threads share it.
#[derive(uniffi::Object)]
pub(crate) struct NativeEngine(Engine);

#[uniffi::export]
impl NativeEngine {
    #[uniffi::constructor]
    fn new(
        settings: &str,
        ocr: Option<Box<dyn NativeRecogniser>>,
        speech: Option<Box<dyn NativeRecogniser>>,
    ) -> Result<NativeEngine, Failure> {
        let built = run(|| Engine::new(Some(settings), OffsetUnit::Utf16))?;
        Ok(NativeEngine(built.lending(lent::recognisers(ocr, speech))))
    }

    fn screen(&self, detector: &str, body: &str) -> Result<String, Failure> {
        run(|| self.0.screen(detector, body))
    }

    fn screen_multi(&self, body: &str) -> Result<String, Failure> {
        run(|| self.0.screen_multi(body))
    }

    fn screen_batch(&self, body: &str, stop: &NativeStop) -> Result<String, Failure> {
        run(|| self.0.screen_batch_until(body, &stop.0))
    }

    fn screen_continued(&self, detector: &str, body: &str, issuer: NativeIssuer) -> Result<String, Failure> {
        run(|| issuer.with(|issuer| self.0.screen_continued(detector, body, issuer)))
    }

    fn observe(&self, detector: &str, body: &str) -> Result<String, Failure> {
        run(|| self.0.observe(detector, body))
    }

    fn action_plan(&self, body: &str, detector: Option<String>) -> Result<String, Failure> {
        run(|| self.0.action_plan(body, detector.as_deref()))
    }

    fn incident_report(&self, body: &str, detectors: Vec<String>) -> Result<String, Failure> {
        run(|| self.0.incident_report(body, &detectors))
    }

    fn recognise_text(&self, image: Vec<u8>) -> Result<String, Failure> {
        run(|| self.0.recognise_text(&image))
    }

    /// `samples` are 32-bit floats, least byte first.
    fn recognise_speech(&self, samples: Vec<u8>, rate: u32) -> Result<String, Failure> {
        run(|| self.0.recognise_speech(&lent::samples(&samples), rate))
    }

    fn model_version(&self) -> Option<String> {
        self.0.model_version().map(str::to_owned)
    }
}
