//! Webhooks, for another language.

use crate::failure::{Failure, run};
use wardlight_bindings::pure::{self, WebhookDelivery};

/// One delivery.
#[derive(uniffi::Record)]
pub(crate) struct NativeDelivery {
    secret: String,
    id: String,
    timestamp_s: i64,
    body: Vec<u8>,
}

impl NativeDelivery {
    fn as_delivery(&self) -> WebhookDelivery<'_> {
        WebhookDelivery {
            secret: &self.secret,
            id: &self.id,
            timestamp_s: self.timestamp_s,
            body: &self.body,
        }
    }
}

#[uniffi::export]
fn native_sign_webhook(delivery: &NativeDelivery) -> Result<String, Failure> {
    run(|| pure::sign_webhook(&delivery.as_delivery()))
}

#[uniffi::export]
fn native_verify_webhook(
    delivery: &NativeDelivery,
    service_signature: Option<String>,
    webhook_signature: Option<String>,
    now_s: i64,
    tolerance_s: u64,
) -> Result<(), Failure> {
    let (service, standard) = (service_signature.as_deref(), webhook_signature.as_deref());
    run(|| pure::verify_webhook(&delivery.as_delivery(), service, standard, now_s, tolerance_s))
}

#[uniffi::export]
fn native_after_attempt(event: &str, attempt: u32, status: Option<u16>) -> Result<String, Failure> {
    run(|| pure::after_attempt(event, attempt, status))
}

#[uniffi::export]
fn native_alert(level: &str) -> Result<Option<String>, Failure> {
    run(|| pure::alert(level).map(|event| event.map(str::to_owned)))
}
