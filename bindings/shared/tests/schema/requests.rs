//! The shape of requests. The library reads them by hand, so that no error quotes content, and has no derived shape;
//! the tests below fail when a field is added there and not here.

#![expect(dead_code, reason = "only the shape is used")]

use schemars::JsonSchema;
use serde_json::{Map, Value};
use wardlight_core::{Detector, Level};

/// A request to one detector: either `text` or `messages`.
#[derive(JsonSchema)]
pub(crate) struct Request {
    /// One text.
    text: Option<String>,
    /// A conversation, oldest message first.
    messages: Option<Vec<Message>>,
    /// Who, where and what came before.
    context: Option<Context>,
    /// How the answer should look.
    options: Option<Options>,
    /// Your id of the message, at most 128 characters.
    message_id: Option<String>,
    /// Matches of the prescreen lexicon on your side.
    prescreen_flags: Option<Vec<PrescreenFlag>>,
    /// Your id, echoed.
    external_id: Option<String>,
    /// Your customer's id, echoed.
    customer_id: Option<String>,
    /// Free data, echoed; at most 20 properties.
    metadata: Option<Map<String, Value>>,
    /// Overrides the account's incident logging; never changes a verdict.
    incident_moderation_enabled: Option<bool>,
}

/// One message of a conversation.
#[derive(JsonSchema)]
pub(crate) struct Message {
    /// The words.
    text: String,
    /// `adult`, `child`, `unknown` or any name.
    sender_role: Option<String>,
    /// Age of the sender in years, if known.
    sender_age: Option<f64>,
}

/// One entry of `context.conversation_history`.
#[derive(JsonSchema)]
pub(crate) struct HistoryMessage {
    /// `user`, `contact` or any name.
    role: String,
    /// The words.
    text: String,
}

/// Who, where and what came before.
#[derive(JsonSchema)]
pub(crate) struct Context {
    /// Age group of the child, `under 10` to `under 18`, or `adult`; triggers age calibration.
    age_group: Option<String>,
    /// ISO 639-1 code of the content's language; detected when absent.
    language: Option<String>,
    /// Platform name, such as `school chat`.
    platform: Option<String>,
    /// What was said before, oldest first.
    conversation_history: Option<Vec<HistoryMessage>>,
    /// How far the sender is known: `verified`, `trusted` or `unknown`.
    sender_trust: Option<String>,
    /// Display name of the sender.
    sender_name: Option<String>,
    /// ISO 3166-1 alpha-2 code; picks the helplines.
    country: Option<String>,
    /// Age of the child in years.
    child_age: Option<f64>,
    /// Age of the counterpart in years.
    participant_age: Option<f64>,
    /// Relation between the participants, such as `classmates`.
    relationship: Option<String>,
}

/// How the answer should look.
#[derive(JsonSchema)]
pub(crate) struct Options {
    /// Quote evidence; default true.
    include_evidence: Option<bool>,
    /// Lowest level that brings helplines, `low` to `critical`; default high.
    support_threshold: Option<Level>,
    /// Conversation-level verdict only; default false.
    verdict_only: Option<bool>,
}

/// One match of the prescreen lexicon.
#[derive(JsonSchema)]
pub(crate) struct PrescreenFlag {
    /// Lexicon entry.
    id: String,
    /// What the entry stands for.
    flag: String,
    /// Weight within 0..=1.
    weight: f64,
}

/// One text for up to ten detectors.
#[derive(JsonSchema)]
pub(crate) struct MultiRequest {
    /// The text.
    text: String,
    /// The detectors, each once.
    endpoints: Vec<Detector>,
    /// Who, where and what came before.
    context: Option<Context>,
    /// How the answers should look.
    options: Option<Options>,
    /// Your id of the message, at most 128 characters.
    message_id: Option<String>,
    /// Matches of the prescreen lexicon on your side.
    prescreen_flags: Option<Vec<PrescreenFlag>>,
    /// Your id, echoed.
    external_id: Option<String>,
    /// Your customer's id, echoed.
    customer_id: Option<String>,
    /// Free data, echoed; at most 20 properties.
    metadata: Option<Map<String, Value>>,
    /// Overrides the account's incident logging; never changes a verdict.
    incident_moderation_enabled: Option<bool>,
}

/// One item of a batch: a request and the detector that is asked.
#[derive(JsonSchema)]
pub(crate) struct BatchItem {
    /// The detector.
    #[schemars(rename = "type")]
    detector: Detector,
    /// The request.
    #[schemars(flatten)]
    request: Request,
}

/// Up to fifty requests.
#[derive(JsonSchema)]
pub(crate) struct BatchRequest {
    /// The items.
    items: Vec<BatchItem>,
    /// How to run them.
    options: Option<BatchOptions>,
    /// Your id of the batch, echoed.
    external_id: Option<String>,
    /// Your customer's id, echoed; also of items without one.
    customer_id: Option<String>,
    /// Free data, echoed; at most 20 properties.
    metadata: Option<Map<String, Value>>,
    /// Overrides the account's incident logging for items that do not; never changes a verdict.
    incident_moderation_enabled: Option<bool>,
}

/// How to run a batch, and how the answers to items that say nothing else should look.
#[derive(JsonSchema)]
pub(crate) struct BatchOptions {
    /// Use every core; never changes an answer; default true.
    parallel: Option<bool>,
    /// Keep going after an item that failed; default true.
    continue_on_error: Option<bool>,
    /// Quote evidence; default true.
    include_evidence: Option<bool>,
    /// Lowest level that brings helplines, `low` to `critical`; default high.
    support_threshold: Option<Level>,
    /// Conversation-level verdict only; default false.
    verdict_only: Option<bool>,
}

/// The next turns of a conversation.
#[derive(JsonSchema)]
pub(crate) struct ContinuedRequest {
    /// The turns.
    #[schemars(flatten)]
    request: Request,
    /// Token of the answer before.
    continuation_token: Option<String>,
    /// Discards the token and starts anew; default false.
    reset_conversation: Option<bool>,
}

/// Asks what somebody can do now.
#[derive(JsonSchema)]
pub(crate) struct ActionPlanRequest {
    /// What happened, in your words. Picks the advice; never quoted.
    situation: String,
    /// Reader: `child`, `parent`, `educator` or `platform`; default parent.
    audience: Option<String>,
    /// `low` to `critical`.
    severity: Option<Level>,
    /// Age of the child in years.
    child_age: Option<f64>,
    /// Language, country and ages count.
    context: Option<Context>,
    /// Your id, echoed.
    external_id: Option<String>,
    /// Your customer's id, echoed.
    customer_id: Option<String>,
    /// Free data, echoed; at most 20 properties.
    metadata: Option<Map<String, Value>>,
    /// Overrides the account's incident logging; never changes a verdict.
    incident_moderation_enabled: Option<bool>,
}

/// Asks for a report on what happened.
#[derive(JsonSchema)]
pub(crate) struct IncidentReportRequest {
    /// The messages, oldest first.
    messages: Vec<ReportMessage>,
    /// Reader: `school`, `counsellor` or `moderator`; default school.
    audience: Option<String>,
    /// What the reporter knows.
    meta: Option<ReportMeta>,
    /// Language, country and ages count.
    context: Option<Context>,
    /// Your id, echoed.
    external_id: Option<String>,
    /// Your customer's id, echoed.
    customer_id: Option<String>,
    /// Free data, echoed; at most 20 properties.
    metadata: Option<Map<String, Value>>,
    /// Overrides the account's incident logging; never changes a verdict.
    incident_moderation_enabled: Option<bool>,
}

/// One message of an incident.
#[derive(JsonSchema)]
pub(crate) struct ReportMessage {
    /// Who wrote it: any name or role.
    sender: String,
    /// The words.
    text: String,
}

/// What the reporter knows.
#[derive(JsonSchema)]
pub(crate) struct ReportMeta {
    /// Age of the child in years.
    child_age: Option<f64>,
    /// What the reporter calls it: a concern or a detector.
    #[schemars(rename = "type")]
    incident_type: Option<String>,
    /// Date or time in digits.
    occurred_at: Option<String>,
    /// Accepted, never repeated.
    notes: Option<String>,
}

mod tests {
    use super::{
        ActionPlanRequest, BatchItem, BatchRequest, ContinuedRequest, IncidentReportRequest, MultiRequest,
    };
    use schemars::{JsonSchema, SchemaGenerator};
    use serde_json::{Map, Value, json};
    use std::collections::BTreeSet;
    use wardlight_core as core;
    use wardlight_core::{Content, Detector, Limits};

    /// A value for every field of a type, its own name telling which.
    fn full<T: JsonSchema>() -> Map<String, Value> {
        let schema = SchemaGenerator::default().into_root_schema_for::<T>().to_value();
        let Value::Object(value) = filled(&schema, &schema, "") else { panic!("an object") };
        value
    }

    fn filled(schema: &Value, root: &Value, name: &str) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let of = reference.rsplit('/').next().expect("a name");
            return filled(&root["$defs"][of], root, name);
        }
        if let Some(either) = schema["anyOf"].as_array() {
            return filled(&either[0], root, name);
        }
        if let Some(properties) = schema["properties"].as_object() {
            // Where text and messages exclude each other, the text stands for both.
            let both = properties.contains_key("text") && properties.contains_key("messages");
            let kept = properties.iter().filter(|(name, _)| !(both && *name == "messages"));
            return kept.map(|(name, of)| (name.clone(), filled(of, root, name))).collect();
        }
        let kind = &schema["type"];
        let is =
            |wanted: &str| kind == wanted || kind.as_array().is_some_and(|all| all.contains(&json!(wanted)));
        match name {
            "age_group" => json!("10-12"),
            "language" => json!("es"),
            "country" => json!("PT"),
            "sender_trust" => json!("trusted"),
            "audience" => json!(null),
            "support_threshold" | "severity" => json!("low"),
            "endpoints" => json!(["unsafe"]),
            "type" => json!("bullying"),
            _ if is("string") => json!("2026"),
            _ if is("boolean") => json!(true),
            _ if is("number") => json!(1),
            _ if is("array") => json!([filled(&schema["items"], root, name)]),
            _ => json!({}),
        }
    }

    /// The library refuses fields that it does not know, so a full request that it accepts has none too many.
    #[test]
    fn every_field_of_the_schema_is_read() {
        let limits = Limits::default();
        let body = |map: Map<String, Value>| Value::Object(map);
        let request = full::<super::Request>();
        core::Request::from_value(Detector::Bullying, body(request), &limits).expect("a request");
        core::MultiRequest::from_value(body(full::<MultiRequest>()), &limits).expect("several detectors");
        let batch = core::BatchRequest::from_value(body(full::<BatchRequest>()), &limits).expect("a batch");
        batch.items[0].request.as_ref().expect("an item");
        assert!(full::<BatchItem>().contains_key("type"));
        let continued = body(full::<ContinuedRequest>());
        core::ContinuedRequest::from_value(Detector::Bullying, continued, &limits).expect("a continuation");
        core::ActionPlanRequest::from_value(body(full::<ActionPlanRequest>()), &limits).expect("a plan");
        core::IncidentReportRequest::from_value(body(full::<IncidentReportRequest>()), &limits)
            .expect("a report");
    }

    /// Taken apart without `..`, so that a field added to the library does not compile until it is here.
    #[test]
    fn every_field_of_the_library_is_in_the_schema() {
        let body = full::<super::Request>();
        let asked = core::Request::from_value(Detector::Bullying, Value::Object(body), &Limits::default());
        let core::Request { detector: _, content, context, options, tracking, message_id, prescreen_flags } =
            asked.expect("a request");
        assert!(matches!(content, Content::Text(_)) && message_id.is_some() && !prescreen_flags.is_empty());
        let core::Context {
            age_group,
            adult: _,
            language,
            platform,
            conversation_history,
            sender_trust,
            sender_name,
            country,
            child_age,
            participant_age,
            relationship,
        } = context;
        assert!(age_group.is_some() && language.is_some() && platform.is_some() && sender_name.is_some());
        assert!(sender_trust == core::SenderTrust::Trusted && country.is_some() && relationship.is_some());
        assert!(child_age.is_some() && participant_age.is_some() && !conversation_history.is_empty());
        let core::Options { include_evidence: _, support_threshold, verdict_only } = options;
        assert!(verdict_only && support_threshold == core::Level::Low);
        let core::Tracking { external_id, customer_id, metadata, incident_moderation_enabled } = tracking;
        assert!(external_id.is_some() && customer_id.is_some() && metadata.is_some());
        assert!(incident_moderation_enabled.is_some());
        let messages = json!({ "messages": [Value::Object(full::<super::Message>())] });
        let asked =
            core::Request::from_value(Detector::Bullying, messages, &Limits::default()).expect("messages");
        let core::Message { sender_role, text, sender_age } = asked.message_list()[0].clone();
        assert_eq!((sender_role.as_str(), text.as_str(), sender_age), ("2026", "2026", Some(1.0)));
        let names: BTreeSet<String> = full::<super::Request>().keys().cloned().collect();
        assert!(names.contains("text") && !names.contains("messages"));
    }
}
