//! Webhooks: signatures and the retry schedule.

use crate::{Answer, answer};
use napi::bindgen_prelude::Uint8Array;
use napi_derive::napi;
use serde_json::json;
use wardlight_bindings::pure::{self, WebhookDelivery};

/// One delivery.
#[napi(object)]
pub struct Delivered {
    /// The secret as it was handed out.
    pub secret: String,
    /// Id of the event.
    pub id: String,
    /// When this attempt is sent, Unix seconds.
    pub timestamp_s: i64,
    /// The raw body.
    pub body: Uint8Array,
}

impl Delivered {
    fn delivery(&self) -> WebhookDelivery<'_> {
        WebhookDelivery {
            secret: &self.secret,
            id: &self.id,
            timestamp_s: self.timestamp_s,
            body: &self.body,
        }
    }
}

/// The headers of a delivery.
#[napi]
pub fn sign_webhook(delivered: Delivered) -> Answer {
    answer(pure::sign_webhook(&delivered.delivery()))
}

/// Whether a delivery's signatures fit.
#[napi]
pub fn verify_webhook(
    delivered: Delivered,
    service_signature: Option<String>,
    webhook_signature: Option<String>,
    now_s: i64,
    tolerance_s: u32,
) -> Answer {
    let (service, standard) = (service_signature.as_deref(), webhook_signature.as_deref());
    let fits = pure::verify_webhook(&delivered.delivery(), service, standard, now_s, tolerance_s.into());
    answer(fits.map(|()| json!(null).to_string()))
}

/// What follows an attempt to deliver.
#[napi]
pub fn after_attempt(event: String, attempt: u32, status: Option<u16>) -> Answer {
    answer(pure::after_attempt(&event, attempt, status))
}

/// The event that a level sends.
#[napi]
pub fn alert(level: String) -> Answer {
    answer(pure::alert(&level).map(|event| json!(event).to_string()))
}
