//! Vectors of webhooks: signatures, and what follows an attempt.

use serde::Deserialize;
use serde_json::{Value, json};
use wardlight_core::webhook::{
    Delivery, EventType, NextStep, WebhookSecret, after_attempt, verify_body, verify_standard,
};
use wardlight_core::{Level, Result};

/// A delivery to be signed; the result has one field per header.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signing {
    /// The secret as it was handed out.
    pub secret: String,
    /// Id of the event.
    pub id: String,
    /// When it is sent, Unix seconds.
    pub timestamp_s: i64,
    /// The raw body.
    pub body: String,
}

/// A delivery to be verified by the headers that are given; the result is `{"verified": true}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verifying {
    /// What was received.
    pub delivery: Signing,
    /// `X-Service-Signature`.
    #[serde(default)]
    pub service_signature: Option<String>,
    /// `webhook-signature`, verified at `now_s` with five minutes of tolerance.
    #[serde(default)]
    pub webhook_signature: Option<String>,
    /// The receiver's clock, Unix seconds.
    #[serde(default)]
    pub now_s: i64,
}

/// An attempt; the result is `{"next": "delivered" | "retry" | "failed", "after_s"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// What is delivered.
    pub event: EventType,
    /// Its number, from 1.
    pub attempt: usize,
    /// What the receiver answered; absent when it answered nothing within 10 seconds.
    #[serde(default)]
    pub status: Option<u16>,
}

/// A level; the result is the alert that goes out, `{"event"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alert {
    /// The level of a verdict.
    pub level: Level,
}

impl Signing {
    fn delivery(&self) -> Delivery<'_> {
        Delivery { id: &self.id, timestamp_s: self.timestamp_s, body: self.body.as_bytes() }
    }

    pub(super) fn run(&self) -> Result<Value> {
        let headers = self.delivery().sign(&WebhookSecret::parse(&self.secret)?)?;
        Ok(json!({
            "service_signature": headers.service_signature,
            "webhook_id": headers.webhook_id,
            "webhook_timestamp": headers.webhook_timestamp,
            "webhook_signature": headers.webhook_signature,
        }))
    }
}

impl Verifying {
    pub(super) fn run(&self) -> Result<Value> {
        let secret = WebhookSecret::parse(&self.delivery.secret)?;
        if let Some(signature) = &self.service_signature {
            verify_body(&secret, self.delivery.body.as_bytes(), signature)?;
        }
        if let Some(signatures) = &self.webhook_signature {
            verify_standard(&secret, &self.delivery.delivery(), signatures, self.now_s, 300)?;
        }
        Ok(json!({ "verified": self.service_signature.is_some() || self.webhook_signature.is_some() }))
    }
}

impl Attempt {
    pub(super) fn run(&self) -> Result<Value> {
        Ok(match after_attempt(self.event, self.attempt, self.status)? {
            NextStep::Delivered => json!({ "next": "delivered" }),
            NextStep::RetryInSeconds(after) => json!({ "next": "retry", "after_s": after }),
            NextStep::Failed => json!({ "next": "failed" }),
        })
    }
}

impl Alert {
    pub(super) fn run(&self) -> Value {
        json!({ "event": EventType::alert(self.level) })
    }
}
