//! The shape of results that the shared surface puts together itself; the test below fails when one has another.

#![expect(dead_code, reason = "only the shape is used")]

use schemars::JsonSchema;
use wardlight_core::incident::{AuditRecord, Incident};
use wardlight_core::verification::{IdCheck, Outcome, StoredOutcome};

/// How a national number was judged.
#[derive(JsonSchema)]
pub(crate) struct NationalNumber {
    /// What the check found.
    check: IdCheck,
    /// Whether it can be one; null where it has no check digit.
    valid: Option<bool>,
}

/// The outcome of a verification. Only `stored` may be kept.
#[derive(JsonSchema)]
pub(crate) struct Verification {
    #[schemars(flatten)]
    outcome: Outcome,
    /// Age range of a minor.
    #[schemars(skip_serializing_if = "Option::is_none")]
    age_range: Option<String>,
    /// The part that may be kept.
    stored: StoredOutcome,
}

/// What a moderator's call led to.
#[derive(JsonSchema)]
pub(crate) struct Review {
    /// The incident after the call.
    incident: Incident,
    /// The line for the audit trail; store it together with the incident.
    record: AuditRecord,
    /// Notifications linked to the incident are read now.
    marks_notifications_read: bool,
    /// It belongs to the queue that people work through.
    requires_review: bool,
}

/// Headers of a webhook's delivery.
#[derive(JsonSchema)]
pub(crate) struct WebhookHeaders {
    /// `X-Service-Signature`: over the body.
    service_signature: String,
    /// `webhook-id`.
    webhook_id: String,
    /// `webhook-timestamp`.
    webhook_timestamp: String,
    /// `webhook-signature`: over id, time and body.
    webhook_signature: String,
}

/// A line of text in a picture.
#[derive(JsonSchema)]
pub(crate) struct TextLine {
    /// The words.
    text: String,
    /// Where they stand.
    bounds: Bounds,
    /// How sure the engine is, within 0..=1.
    confidence: f64,
}

/// A rectangle in pixels, from the upper left corner of the picture.
#[derive(JsonSchema)]
pub(crate) struct Bounds {
    /// Left edge.
    x: f64,
    /// Upper edge.
    y: f64,
    /// Width, not negative.
    width: f64,
    /// Height, not negative.
    height: f64,
}

/// A stretch of speech.
#[derive(JsonSchema)]
pub(crate) struct SpeechSegment {
    /// The words.
    text: String,
    /// When it begins, in seconds.
    start_s: f64,
    /// When it ends, in seconds; not before it begins.
    end_s: f64,
    /// How sure the engine is, within 0..=1.
    confidence: f64,
}

/// What follows an attempt to deliver.
#[derive(JsonSchema)]
pub(crate) struct NextStep {
    /// Whether it is done, tried again, or given up.
    next: AttemptOutcome,
    /// Seconds until the retry.
    #[schemars(skip_serializing_if = "Option::is_none")]
    after_s: Option<u32>,
}

/// What came of an attempt.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
pub(crate) enum AttemptOutcome {
    /// The receiver answered 2xx.
    Delivered,
    /// Try again later.
    Retry,
    /// Given up.
    Failed,
}

mod tests {
    use super::{
        Bounds, NationalNumber, NextStep, Review, SpeechSegment, TextLine, Verification, WebhookHeaders,
    };
    use schemars::JsonSchema;
    use schemars::generate::SchemaSettings;
    use serde_json::{Map, Value, json};
    use wardlight_bindings::pure;

    /// Everything that is always there is in the answer, and the answer has nothing else.
    fn check<T: JsonSchema>(answer: &str) {
        let schema = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let schema = schema.into_root_schema_for::<T>().to_value();
        let answer: Map<String, Value> = serde_json::from_str(answer).expect("an object");
        for name in answer.keys() {
            assert!(schema["properties"].get(name).is_some(), "{name} is not in the schema");
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(answer.contains_key(name.as_str().expect("a name")), "{name} is not in the answer");
        }
    }

    #[test]
    fn every_answer_has_its_shape() {
        check::<NationalNumber>(&pure::check_national_id("ESP", "12345678Z").expect("a known country"));
        let request = json!({"mode": "age", "today": "2026-01-01", "evidence": {"selfie_age_years": 15.4}});
        check::<Verification>(&pure::verify(&request.to_string()).expect("an age"));
        let incident =
            json!({"status": "new", "risk_category": "grooming", "risk_level": "high"}).to_string();
        let call = json!({"action": "confirm", "reason_code": "other", "moderator_external_id": "anna"});
        check::<Review>(&pure::review(&incident, &call.to_string(), "human", 1).expect("allowed"));
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let delivery = pure::WebhookDelivery { secret, id: "evt_1", timestamp_s: 1, body: b"{}" };
        check::<WebhookHeaders>(&pure::sign_webhook(&delivery).expect("signed"));
        for attempt in [1, 4] {
            check::<NextStep>(&pure::after_attempt("safety.high", attempt, None).expect("a known event"));
        }
        let bounds = wardlight_bindings::Bounds { x: 0.0, y: 0.0, width: 1.0, height: 1.0 };
        check::<Bounds>(&json!(bounds).to_string());
        let text = String::from("words");
        let line = wardlight_bindings::TextLine { text: text.clone(), bounds, confidence: 1.0 };
        check::<TextLine>(&json!(line).to_string());
        let segment = wardlight_bindings::SpeechSegment { text, start_s: 0.0, end_s: 1.0, confidence: 1.0 };
        check::<SpeechSegment>(&json!(segment).to_string());
    }
}
