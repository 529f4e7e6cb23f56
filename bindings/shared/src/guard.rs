//! The edge between Rust and another language: no panic crosses it, and results leave as JSON.

use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wardlight::{Code, Error, Result};

/// Runs `work` and writes its result; a panic becomes an error that says nothing of the content.
pub(crate) fn answer<T: Serialize>(work: impl FnOnce() -> Result<T>) -> Result<String> {
    guarded(|| {
        let result = work()?;
        serde_json::to_string(&result)
            .map_err(|_| Error::new(Code::Internal, "the result cannot be written as JSON"))
    })
}

/// Runs `work`; a panic becomes an error that says nothing of the content.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Error::new(Code::Internal, "the library stopped in the middle of its work")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_internal_error_without_its_words() {
        let error = answer(|| -> Result<u8> { panic!("canary") }).expect_err("it panicked");
        assert_eq!(error.code(), Code::Internal);
        assert!(!error.to_string().contains("canary"));
    }
}
