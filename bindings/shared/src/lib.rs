//! The one surface that every language binding wraps: JSON in, JSON out.
//!
//! [`Engine`] holds a screener; [`pure`] holds what needs no model. A binding translates names, errors and threads and
//! decides nothing. Requests and results are those of the specification, with one difference: `start` and `end` of
//! evidence count in the [`OffsetUnit`] of the language. Spans of signals, which go in, are UTF-8 bytes everywhere.
//!
//! Invariants: no error and no panic message holds content; a panic becomes [`wardlight::Code::Internal`].
#![forbid(unsafe_code)]

mod engine;
mod guard;
mod issuer;
mod offsets;
pub mod pure;
mod read;

pub use engine::{Engine, Recognisers};
pub use issuer::{Issuer, Key};
pub use offsets::OffsetUnit;
pub use wardlight::recognise::{
    Bounds, EngineFault, SpeechRecogniser, SpeechSegment, TextLine, TextRecogniser,
};
pub use wardlight::{CancelToken, Code, Error, ErrorKind, Result};
