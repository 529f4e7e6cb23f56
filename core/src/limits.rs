//! What a request may hold. Every limit is answered with its value and the received size.

use serde::{Deserialize, Serialize};

/// Limits on a request, checked before anything is analysed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Characters (Unicode scalar values) of one text or message. Q37: 50,000.
    pub text_chars: usize,
    /// Messages, and entries of `conversation_history`, in one request. Q37: 100.
    pub messages: usize,
    /// Turns that a conversation analysis accepts; above it the verdict is `engine_error`. Specification: about 50.
    pub max_turns: usize,
    /// Characters of `external_id` and `customer_id`: 255.
    pub id_chars: usize,
    /// Characters of `message_id`: 128.
    pub message_id_chars: usize,
    /// Characters of a role, platform, sender name or relationship: 255.
    pub name_chars: usize,
    /// Properties of `metadata`: 20.
    pub metadata_properties: usize,
    /// Entries of `prescreen_flags`: 100.
    pub prescreen_flags: usize,
    /// Detectors that one text may be put to at once. Specification: 10.
    pub multi_detectors: usize,
    /// Items of a batch. Specification: 50.
    pub batch_items: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            text_chars: 50_000,
            messages: 100,
            max_turns: 50,
            id_chars: 255,
            message_id_chars: 128,
            name_chars: 255,
            metadata_properties: 20,
            prescreen_flags: 100,
            multi_detectors: 10,
            batch_items: 50,
        }
    }
}
