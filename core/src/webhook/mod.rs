//! Webhooks: events, signatures and the retry schedule. Sending is a server's work.

mod delivery;
mod signature;

pub use delivery::{EventType, NextStep, after_attempt};
pub use signature::{Delivery, SIGNATURE_HEADER, SignedHeaders, WebhookSecret, verify_body, verify_standard};
