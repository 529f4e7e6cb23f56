//! The one error that crosses to the other language.

use std::sync::Once;
use wardlight_bindings::{Error, Result};

/// What went wrong: the detail, which is unique in the table of errors, and the reason, free of content.
#[derive(Debug, uniffi::Error)]
pub(crate) enum Failure {
    /// A row of the table of errors.
    Failed {
        /// Finds the row in the table.
        detail: String,
        /// What is wrong. Not called `message`, which every Kotlin exception has already.
        reason: String,
    },
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Failure::Failed { detail, reason } = self;
        write!(f, "{detail}: {reason}")
    }
}

impl std::error::Error for Failure {}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Failed { detail: error.code().detail().to_owned(), reason: error.to_string() }
    }
}

/// Runs `work` and turns its error.
pub(crate) fn run<T>(work: impl FnOnce() -> Result<T>) -> std::result::Result<T, Failure> {
    static QUIET: Once = Once::new();
    // Rust prints the words of a panic, which may hold content. The library answers with an error instead.
    QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
    work().map_err(Failure::from)
}
