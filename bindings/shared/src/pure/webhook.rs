//! Webhooks: signatures and the retry schedule. Sending is the caller's work.

use crate::guard::{answer, guarded};
use crate::read;
use serde::Serialize;
use wardlight::webhook::{Delivery, EventType, NextStep, WebhookSecret, verify_body, verify_standard};
use wardlight::{Error, Level, Result};

/// One delivery: what is signed, and what a signature is checked against.
#[derive(Clone, Copy)]
pub struct WebhookDelivery<'a> {
    /// The secret as it was handed out: `whsec_` and Base64.
    pub secret: &'a str,
    /// Id of the event, without dots; the same on every retry.
    pub id: &'a str,
    /// When this attempt is sent, Unix seconds.
    pub timestamp_s: i64,
    /// The raw body.
    pub body: &'a [u8],
}

impl std::fmt::Debug for WebhookDelivery<'_> {
    /// Leaves secret and body out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WebhookDelivery").field("timestamp_s", &self.timestamp_s).finish_non_exhaustive()
    }
}

impl WebhookDelivery<'_> {
    fn delivery(&self) -> Delivery<'_> {
        Delivery { id: self.id, timestamp_s: self.timestamp_s, body: self.body }
    }
}

/// The headers of a delivery: `service_signature` (sent as `X-Service-Signature`), `webhook_id`,
/// `webhook_timestamp` and `webhook_signature`.
///
/// # Errors
/// [`wardlight::Code::InvalidInput`] for a secret or an id that is none.
pub fn sign_webhook(delivered: &WebhookDelivery<'_>) -> Result<String> {
    answer(|| {
        let headers = delivered.delivery().sign(&WebhookSecret::parse(delivered.secret)?)?;
        Ok(Headers {
            service_signature: headers.service_signature,
            webhook_id: headers.webhook_id,
            webhook_timestamp: headers.webhook_timestamp,
            webhook_signature: headers.webhook_signature,
        })
    })
}

/// Checks the signatures that came with a delivery, in constant time: `X-Service-Signature`, which covers the body,
/// and `webhook-signature`, which covers id and time as well and has to be younger than `tolerance_s` seconds at
/// `now_s` (Unix seconds); five minutes are usual.
///
/// # Errors
/// [`wardlight::Code::SignatureMismatch`] if one of them does not fit or is too old;
/// [`wardlight::Code::InvalidInput`] without any, or for a secret that is none.
pub fn verify_webhook(
    delivered: &WebhookDelivery<'_>,
    service_signature: Option<&str>,
    webhook_signature: Option<&str>,
    now_s: i64,
    tolerance_s: u64,
) -> Result<()> {
    guarded(|| {
        if service_signature.or(webhook_signature).is_none() {
            return Err(Error::invalid("a service_signature or a webhook_signature is required"));
        }
        let secret = WebhookSecret::parse(delivered.secret)?;
        if let Some(signature) = service_signature {
            verify_body(&secret, delivered.body, signature)?;
        }
        if let Some(signatures) = webhook_signature {
            verify_standard(&secret, &delivered.delivery(), signatures, now_s, tolerance_s)?;
        }
        Ok(())
    })
}

/// What follows attempt number `attempt`, from 1, that was answered with `status`, or with nothing in time:
/// `{"next": "delivered" | "retry" | "failed", "after_s"}`.
///
/// # Errors
/// [`wardlight::Code::InvalidInput`] for an event that is not known, and for attempt 0.
pub fn after_attempt(event: &str, attempt: u32, status: Option<u16>) -> Result<String> {
    answer(|| {
        let known = EventType::ALL.iter().map(|event| event.as_str());
        let event: EventType = read::word(event, "event", known)?;
        let attempt = usize::try_from(attempt).unwrap_or(usize::MAX);
        Ok(match wardlight::webhook::after_attempt(event, attempt, status)? {
            NextStep::Delivered => Next { next: "delivered", after_s: None },
            NextStep::RetryInSeconds(after) => Next { next: "retry", after_s: Some(after) },
            NextStep::Failed => Next { next: "failed", after_s: None },
        })
    })
}

/// The event that a verdict of this level sends; none below medium.
///
/// # Errors
/// [`wardlight::Code::InvalidInput`] for a level that is not known.
pub fn alert(level: &str) -> Result<Option<&'static str>> {
    let level: Level = read::word(level, "level", Level::ALL.iter().map(|level| level.as_str()))?;
    Ok(EventType::alert(level).map(EventType::as_str))
}

#[derive(Serialize)]
struct Headers {
    service_signature: String,
    webhook_id: String,
    webhook_timestamp: String,
    webhook_signature: String,
}

#[derive(Serialize)]
struct Next {
    next: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    after_s: Option<u32>,
}
