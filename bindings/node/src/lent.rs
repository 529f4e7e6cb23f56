//! Recognisers of the application: JavaScript functions behind the traits of the library.
//!
//! A function takes nothing, for JavaScript holds what it is asked about, and answers JSON, or null where the engine
//! failed. JavaScript runs on one thread only, so a function is asked within [`here`]; anywhere else it has failed.

use napi::Env;
use napi::bindgen_prelude::FunctionRef;
use serde::de::DeserializeOwned;
use std::cell::Cell;
use std::sync::Arc;
use wardlight_bindings::{
    EngineFault, Recognisers, SpeechRecogniser, SpeechSegment, TextLine, TextRecogniser,
};

/// A function that asks an engine of the application.
pub(crate) type Ask = FunctionRef<(), Option<String>>;

thread_local! {
    static HERE: Cell<Option<Env>> = const { Cell::new(None) };
}

/// Runs `work` where it may ask JavaScript.
pub(crate) fn here<T>(env: Env, work: impl FnOnce() -> T) -> T {
    let outer = HERE.replace(Some(env));
    let result = work();
    HERE.set(outer);
    result
}

struct Lent(Ask);

impl Lent {
    fn ask<T: DeserializeOwned>(&self) -> Result<Vec<T>, EngineFault> {
        let env = HERE.get().ok_or(EngineFault::Failed)?;
        let ask = self.0.borrow_back(&env).map_err(|_| EngineFault::Failed)?;
        let json = ask.call(()).map_err(|_| EngineFault::Failed)?.ok_or(EngineFault::Failed)?;
        serde_json::from_str(&json).map_err(|_| EngineFault::Malformed)
    }
}

impl TextRecogniser for Lent {
    fn recognise(&self, _: &[u8]) -> Result<Vec<TextLine>, EngineFault> {
        self.ask()
    }
}

impl SpeechRecogniser for Lent {
    fn recognise(&self, _: &[f32]) -> Result<Vec<SpeechSegment>, EngineFault> {
        self.ask()
    }
}

/// A recogniser of text, where one is lent.
pub(crate) fn text(ask: Option<Ask>) -> Recognisers {
    Recognisers { text: ask.map(|ask| Arc::new(Lent(ask)) as Arc<dyn TextRecogniser>), speech: None }
}

/// A recogniser of speech, where one is lent.
pub(crate) fn speech(ask: Option<Ask>) -> Recognisers {
    Recognisers { text: None, speech: ask.map(|ask| Arc::new(Lent(ask)) as Arc<dyn SpeechRecogniser>) }
}
