//! Stops long work between its items.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks a batch to stop. Clones are one token; a token that was cancelled stays so.
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Stops whatever was given this token, as soon as the item under way is done.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// It was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
