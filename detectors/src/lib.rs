//! Wardlight screens text for risks to children on the machine where the text already is.
//!
//! [`Screener`] is the way in: it loads a text model, turns a [`Request`] into observations and lets
//! the pure pipeline of `wardlight-core` judge them. Detectors observe, core decides.
//!
//! A request walks through the modules in this order: [`normalise`] → [`tokenizer`] → [`encoding`] →
//! [`model`] → signals (with [`language_id`] and [`declared_age`]) → `assess` → [`Verdict`].
//!
//! Features: `bundled-models` (default) carries the text model and the prescreen lexicon inside the
//! library, `bundled-lexicon` the lexicon alone; `onnx` runs ONNX bundles given as bytes or as a folder.
//! Without any, bring a [`model::Model`] of your own.
#![forbid(unsafe_code)]

pub mod bundle;
pub mod declared_age;
pub mod encoding;
mod evidence;
mod fragments;
pub mod language_id;
pub mod model;
pub mod ngrams;
pub mod normalise;
mod observe;
#[cfg(feature = "onnx")]
pub mod onnx;
#[cfg(feature = "bundled-lexicon")]
mod prescreen;
pub mod recognise;
mod screener;
mod script;
pub mod testing;
#[cfg(feature = "onnx")]
mod threads;
pub mod tokenizer;

#[cfg(all(doctest, feature = "bundled-models"))]
#[doc = include_str!("../../README.md")]
struct Readme;

pub use bundle::{Bundle, BundleFiles};
pub use language_id::LanguageIdentifier;
pub use model::{Head, Model};
pub use ngrams::Ngrams;
#[cfg(feature = "onnx")]
pub use onnx::OnnxModel;
#[cfg(feature = "bundled-lexicon")]
pub use prescreen::bundled_lexicon;
pub use screener::{CancelToken, Screener, ScreenerBuilder};
pub use tokenizer::Tokenizer;
pub use wardlight_core::*;
