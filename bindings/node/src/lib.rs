//! `wardlight.node`: the flat surface of `wardlight-bindings` for Node.
//!
//! Bodies come in as JSON text and answers leave as JSON text; `lib/` gives them names, classes and promises. What goes
//! wrong leaves as a value too, so that a call on this thread and one on another meet the same few lines of JavaScript.

pub mod call;
pub mod engine;
pub mod issuer;
mod lent;
pub mod pure;

use issuer::Issuer;
use napi::bindgen_prelude::Either;
use napi_derive::napi;
use wardlight_bindings::{OffsetUnit, Result};

const UNIT: OffsetUnit = OffsetUnit::Utf16;

/// What a call answers.
type Answer = Either<String, Fault>;

/// A row of the error table, with the words of this error.
#[napi(object)]
pub struct Fault {
    /// The finer stable word, which is unique.
    pub detail: String,
    /// What is wrong, free of content.
    pub message: String,
}

/// A result as a value.
fn answer<T>(result: Result<T>) -> Either<T, Fault> {
    match result {
        Ok(text) => Either::A(text),
        Err(error) => {
            Either::B(Fault { detail: error.code().detail().to_owned(), message: error.to_string() })
        }
    }
}

#[napi_derive::module_init]
fn quiet() {
    // Rust prints the words of a panic, which may hold content. The library answers with an error instead.
    std::panic::set_hook(Box::new(|_| {}));
}
