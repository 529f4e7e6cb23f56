//! A screener whose calls are prepared here and made by [`Call`].

use crate::call::Call;
use crate::lent::{self, Ask};
use crate::{Fault, Issuer, UNIT, answer};
use napi::bindgen_prelude::{Either, Float32Array, Uint8Array};
use napi_derive::napi;
use wardlight_bindings::{Code, Error, Result};

/// A screener; calls under way share it.
#[napi]
pub struct Engine(Option<wardlight_bindings::Engine>);

/// Loads the model.
#[napi]
pub fn open(settings: String) -> Either<Engine, Fault> {
    answer(wardlight_bindings::Engine::new(Some(&settings), UNIT).map(|engine| Engine(Some(engine))))
}

#[napi]
impl Engine {
    /// One detector about a text or a conversation.
    #[napi]
    pub fn screen(&self, detector: String, body: String) -> Call {
        self.call(move |engine| engine.screen(&detector, &body))
    }

    /// Up to ten detectors about one text.
    #[napi]
    pub fn screen_multi(&self, body: String) -> Call {
        self.call(move |engine| engine.screen_multi(&body))
    }

    /// Up to fifty requests; stops between two items when it is told to.
    #[napi]
    pub fn screen_batch(&self, body: String) -> Call {
        let engine = self.open();
        Call::new(move |stop| engine?.screen_batch_until(&body, stop))
    }

    /// The next turns of a conversation.
    #[napi]
    pub fn screen_continued(&self, detector: String, body: String, issuer: Issuer) -> Call {
        let issuer = issuer.owned();
        self.call(move |engine| issuer.with(|issuer| engine.screen_continued(&detector, &body, issuer)))
    }

    /// What was observed.
    #[napi]
    pub fn observe(&self, detector: String, body: String) -> Call {
        self.call(move |engine| engine.observe(&detector, &body))
    }

    /// What somebody can do now.
    #[napi]
    pub fn action_plan(&self, body: String, detector: Option<String>) -> Call {
        self.call(move |engine| engine.action_plan(&body, detector.as_deref()))
    }

    /// A report on what detectors find in the messages.
    #[napi]
    pub fn incident_report(&self, body: String, detectors: Vec<String>) -> Call {
        self.call(move |engine| engine.incident_report(&body, &detectors))
    }

    /// The lines that `ask` reads in a picture. To be made here and now, where `ask` can run; of a copy, for JavaScript
    /// may do anything to its own while it runs.
    #[napi]
    pub fn recognise_text(&self, image: Uint8Array, ask: Option<Ask>) -> Call {
        let (image, lent) = (image.to_vec(), lent::text(ask));
        self.call(move |engine| engine.clone().lending(lent).recognise_text(&image))
    }

    /// The segments that `ask` hears in samples; as [`Engine::recognise_text`].
    #[napi]
    pub fn recognise_speech(&self, samples: Float32Array, rate: u32, ask: Option<Ask>) -> Call {
        let (samples, lent) = (samples.to_vec(), lent::speech(ask));
        self.call(move |engine| engine.clone().lending(lent).recognise_speech(&samples, rate))
    }

    /// `name@version` of the model.
    #[napi(getter)]
    pub fn model_version(&self) -> Option<String> {
        self.0.as_ref()?.model_version().map(str::to_owned)
    }

    /// Most items of a batch.
    #[napi(getter)]
    pub fn batch_items(&self) -> Option<u32> {
        u32::try_from(self.0.as_ref()?.batch_items()).ok()
    }

    /// Lets go of the model at once, not when the object is collected; calls under way keep it to their end.
    #[napi]
    pub fn close(&mut self) {
        self.0 = None;
    }
}

impl Engine {
    fn call(
        &self,
        work: impl FnOnce(&wardlight_bindings::Engine) -> Result<String> + Send + 'static,
    ) -> Call {
        let engine = self.open();
        Call::new(move |_| work(&engine?))
    }

    fn open(&self) -> Result<wardlight_bindings::Engine> {
        self.0.clone().ok_or_else(|| Error::new(Code::Internal, "the screener is closed"))
    }
}
