//! Recognisers of the application: objects of the other language behind the traits of the library.
//!
//! They take bytes and answer JSON. What they throw is dropped here, for it may hold content.

use serde::de::DeserializeOwned;
use std::sync::Arc;
use wardlight_bindings::{
    EngineFault, Recognisers, SpeechRecogniser, SpeechSegment, TextLine, TextRecogniser,
};

/// Something that was lent, as it stands behind UniFFI.
#[uniffi::export(callback_interface)]
pub(crate) trait NativeRecogniser: Send + Sync {
    /// A list of lines in an encoded picture, or of segments in 32-bit floats, least byte first; as JSON.
    fn recognise(&self, bytes: Vec<u8>) -> Result<String, NativeFault>;
}

/// It failed.
#[derive(Debug, uniffi::Error)]
pub(crate) enum NativeFault {
    /// Without a reason, which may hold content.
    Failed,
}

impl std::fmt::Display for NativeFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the recogniser failed")
    }
}

impl std::error::Error for NativeFault {}

impl From<uniffi::UnexpectedUniFFICallbackError> for NativeFault {
    fn from(_: uniffi::UnexpectedUniFFICallbackError) -> NativeFault {
        NativeFault::Failed
    }
}

struct Lent(Box<dyn NativeRecogniser>);

impl Lent {
    fn ask<T: DeserializeOwned>(&self, bytes: Vec<u8>) -> Result<Vec<T>, EngineFault> {
        let answer = self.0.recognise(bytes).map_err(|NativeFault::Failed| EngineFault::Failed)?;
        serde_json::from_str(&answer).map_err(|_| EngineFault::Malformed)
    }
}

impl TextRecogniser for Lent {
    fn recognise(&self, image: &[u8]) -> Result<Vec<TextLine>, EngineFault> {
        self.ask(image.to_vec())
    }
}

impl SpeechRecogniser for Lent {
    fn recognise(&self, samples: &[f32]) -> Result<Vec<SpeechSegment>, EngineFault> {
        self.ask(samples.iter().flat_map(|sample| sample.to_le_bytes()).collect())
    }
}

/// The recognisers that were lent.
pub(crate) fn recognisers(
    text: Option<Box<dyn NativeRecogniser>>,
    speech: Option<Box<dyn NativeRecogniser>>,
) -> Recognisers {
    Recognisers {
        text: text.map(|engine| Arc::new(Lent(engine)) as Arc<dyn TextRecogniser>),
        speech: speech.map(|engine| Arc::new(Lent(engine)) as Arc<dyn SpeechRecogniser>),
    }
}

/// Samples as they come: 32-bit floats, least byte first.
pub(crate) fn samples(bytes: &[u8]) -> Vec<f32> {
    let (samples, _) = bytes.as_chunks();
    samples.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}
