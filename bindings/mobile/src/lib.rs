//! The flat surface of `wardlight-bindings` for Kotlin and Swift, through UniFFI.
//!
//! Bodies come in and answers leave as JSON text; the Kotlin and Swift packages give them types, threads and exceptions.
//! Offsets of evidence count UTF-16 units.

mod engine;
mod failure;
mod incident;
mod issuer;
mod lent;
mod pure;
mod verification;
mod webhook;

uniffi::setup_scaffolding!();
