//! The proof of Wardlight: the runner of the conformance vectors in `tests/vectors`.
//!
//! The vectors are plain JSON and belong to every language; `vectors/README.md` tells how to run them.
//! This crate is the runner for Rust: [`read_folder`] reads and checks the files, [`run_tier_a`] runs
//! signals through the pure pipeline, [`run_operation`] operations over several verdicts, [`run_tier_b`] requests through a
//! real model, and [`differences`] compares what came with what was expected.

mod compare;
mod files;
mod operations;
mod tier_a;
mod tier_b;
mod vector;

pub use compare::{Tolerance, differences};
pub use files::{read_folder, vectors_folder};
pub use operations::{
    Alert, Attempt, Barcode, Call, Failed, Guidance, Logging, NationalNumber, Observations, Observed,
    OperationFile, OperationGiven, OperationVector, Retention, Review, Reviews, Signing, Synthetic,
    Verification, Verifying, Zone, read_operations, run_operation,
};
pub use tier_a::run_tier_a;
pub use tier_b::{NamedRequest, Recorded, Requests, read_json, record, run_tier_b};
pub use vector::{Expect, Given, Vector, VectorFile};
