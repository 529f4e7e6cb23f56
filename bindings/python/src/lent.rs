//! Recognisers of the application: Python callables behind the traits of the library.
//!
//! A callable takes bytes and answers JSON. What it raises is dropped here, for it may hold content.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use wardlight_bindings::{
    EngineFault, Recognisers, SpeechRecogniser, SpeechSegment, TextLine, TextRecogniser,
};

struct Lent(Py<PyAny>);

impl Lent {
    fn ask<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<Vec<T>, EngineFault> {
        Python::attach(|py| {
            let answer = self.0.call1(py, (PyBytes::new(py, bytes),)).map_err(|_| EngineFault::Failed)?;
            let json = answer.bind(py).cast::<PyBytes>().map_err(|_| EngineFault::Malformed)?;
            serde_json::from_slice(json.as_bytes()).map_err(|_| EngineFault::Malformed)
        })
    }
}

impl TextRecogniser for Lent {
    fn recognise(&self, image: &[u8]) -> Result<Vec<TextLine>, EngineFault> {
        self.ask(image)
    }
}

impl SpeechRecogniser for Lent {
    fn recognise(&self, samples: &[f32]) -> Result<Vec<SpeechSegment>, EngineFault> {
        let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_ne_bytes()).collect();
        self.ask(&bytes)
    }
}

/// The recognisers that were lent.
pub(crate) fn recognisers(text: Option<Py<PyAny>>, speech: Option<Py<PyAny>>) -> Recognisers {
    Recognisers {
        text: text.map(|call| Arc::new(Lent(call)) as Arc<dyn TextRecogniser>),
        speech: speech.map(|call| Arc::new(Lent(call)) as Arc<dyn SpeechRecogniser>),
    }
}
