//! The exact JSON of every serialised type. A difference is a change of the wire contract.
//!
//! `WARDLIGHT_BLESS=1 cargo test -p wardlight-tests --test snapshots` writes the files anew.

use serde::Serialize;
use serde_json::{Value, json};
use std::path::Path;
use wardlight_core::automation::{Automation, RuleInput};
use wardlight_core::lexicon::Lexicon;
use wardlight_core::{
    BatchRequest, Code, ContinuationKey, ContinuationKeys, ContinuedRequest, Detector, Error, Limits,
    MultiRequest, Operation, Policy, Request, Signal, TokenIssuer, Verdict, assess, assess_batch,
    assess_continued, assess_multi,
};

fn snapshot(name: &str, value: &impl Serialize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(format!("{name}.json"));
    let text = serde_json::to_string_pretty(value).expect("it is JSON") + "\n";
    if std::env::var_os("WARDLIGHT_BLESS").is_some() {
        std::fs::write(&path, text).expect("the folder can be written");
        return;
    }
    let known = std::fs::read_to_string(&path).expect("a snapshot; see the head of this file");
    assert_eq!(known.replace("\r\n", "\n"), text, "{name} differs");
}

fn request(detector: Detector, body: Value) -> Request {
    Request::from_value(detector, body, &Limits::default()).expect("a valid request")
}

fn signals(wire: Value) -> Vec<Signal> {
    serde_json::from_value(wire).expect("valid signals")
}

fn judge(detector: Detector, body: Value, wire: Value) -> Verdict {
    assess(&request(detector, body), &signals(wire), &Policy::default())
}

fn conversation(turns: usize) -> Value {
    let turn = |i| json!({ "sender_role": if i % 2 == 0 { "adult" } else { "child" }, "text": "keep it between us" });
    json!((0..turns).map(turn).collect::<Vec<_>>())
}

#[test]
fn bullying() {
    let body = json!({
        "text": "😀 nobody wants you here",
        "context": { "age_group": "10-12", "country": "SE", "language": "sv" },
        "external_id": "e-1", "customer_id": "c-1", "metadata": { "room": "7" }, "message_id": "m-1",
    });
    let wire = json!([
        { "label": "bullying", "probability": 0.93 },
        { "label": "bullying/EXCLUSION", "probability": 0.88, "span": [5, 21] },
        { "label": "framing/quotation", "probability": 0.6 },
        { "label": "role/experiencing", "probability": 0.9 },
        { "label": "language/en", "probability": 0.99 },
    ]);
    snapshot("verdict-bullying", &judge(Detector::Bullying, body, wire));
}

#[test]
fn grooming() {
    let body = json!({
        "messages": conversation(3),
        "context": { "child_age": 16, "participant_age": 17, "country": "GB" },
    });
    let wire = json!([
        { "label": "grooming", "probability": 0.95 },
        { "label": "grooming/secrecy_request", "probability": 0.9, "message_index": 0, "span": [0, 18] },
        { "label": "grooming/isolation", "probability": 0.7, "message_index": 2 },
        { "label": "age/12", "probability": 1.0, "message_index": 1, "source": "structure" },
    ]);
    snapshot("verdict-grooming", &judge(Detector::Grooming, body, wire));
}

#[test]
fn grooming_capped() {
    let body = json!({ "messages": conversation(2), "context": { "age_group": "13-15" } });
    snapshot(
        "verdict-grooming-capped",
        &judge(Detector::Grooming, body, json!([{ "label": "grooming", "probability": 0.97 }])),
    );
}

#[test]
fn grooming_too_long() {
    snapshot(
        "verdict-engine-error",
        &judge(Detector::Grooming, json!({ "messages": conversation(51) }), json!([])),
    );
}

#[test]
fn grooming_among_adults() {
    let body = json!({ "messages": conversation(2), "context": { "child_age": 22, "participant_age": 30 } });
    snapshot("verdict-out-of-scope-adults", &judge(Detector::Grooming, body, json!([])));
}

#[test]
fn unsafe_content() {
    let body = json!({ "text": "I do not want to be here any more", "context": { "country": "US" } });
    let wire = json!([
        { "label": "unsafe", "probability": 0.8 },
        { "label": "unsafe/SUICIDAL_BEHAVIOUR", "probability": 0.75, "span": [0, 33] },
    ]);
    snapshot("verdict-unsafe", &judge(Detector::Unsafe, body, wire));
}

#[test]
fn unsafe_fast_mode() {
    let body = json!({ "text": "a", "options": { "verdict_only": true } });
    let wire = json!([
        { "label": "unsafe", "probability": 0.8 },
        { "label": "unsafe/VIOLENCE", "probability": 0.75, "span": [0, 1] },
    ]);
    snapshot("verdict-unsafe-fast-mode", &judge(Detector::Unsafe, body, wire));
}

#[test]
fn vulnerability_exploitation() {
    let body = json!({
        "text": "nobody at home listens to you, I do",
        "context": { "conversation_history": [{ "role": "contact", "text": "are they fighting again?" }] },
    });
    let wire = json!([
        { "label": "vulnerability-exploitation", "probability": 0.9 },
        { "label": "vulnerability-exploitation/EMOTIONAL_EXPLOIT", "probability": 0.8, "span": [0, 30] },
        { "label": "vulnerability-exploitation/PARENTAL_CONFLICT", "probability": 0.6, "history_index": 0 },
    ]);
    snapshot("verdict-vulnerability", &judge(Detector::VulnerabilityExploitation, body, wire));
}

#[test]
fn radicalisation() {
    let wire = json!([
        { "label": "radicalisation", "probability": 0.9, "span": [0, 7] },
        { "label": "radicalisation/RECRUITMENT", "probability": 0.8 },
    ]);
    snapshot("verdict-radicalisation", &judge(Detector::Radicalisation, json!({ "text": "join us" }), wire));
}

#[test]
fn distress_signals() {
    let wire = json!([
        { "label": "distress-signals", "probability": 0.9 },
        { "label": "distress-signals/LONELINESS", "probability": 0.8, "span": [0, 13] },
        { "label": "distress-signals/TRUST_SEEKING", "probability": 0.6 },
    ]);
    let body = json!({ "text": "I am so alone, can I tell you something" });
    snapshot("verdict-distress", &judge(Detector::DistressSignals, body, wire));
}

#[test]
fn gender_based_violence() {
    let wire = json!([
        { "label": "tfgbv", "probability": 0.9 },
        { "label": "tfgbv/OUTING", "probability": 0.8 },
        { "label": "tfgbv/IMPERSONATION", "probability": 0.6 },
    ]);
    let body = json!({ "text": "a", "context": { "age_group": "16-17" } });
    snapshot("verdict-tfgbv", &judge(Detector::Tfgbv, body, wire));
}

#[test]
fn emotions() {
    let turn = |i| json!({ "sender": if i % 2 == 0 { "child" } else { "friend" }, "text": "words" });
    let body =
        json!({ "messages": (0..8).map(turn).collect::<Vec<_>>(), "context": { "age_group": "13-15" } });
    let wire = json!([
        { "label": "emotion/joy", "probability": 0.7, "message_index": 0 },
        { "label": "emotion/stress", "probability": 0.6, "message_index": 2 },
        { "label": "emotion/sadness", "probability": 0.8, "message_index": 4 },
        { "label": "emotion/sadness", "probability": 0.9, "message_index": 6 },
        { "label": "unsafe/DEPRESSION_ANXIETY", "probability": 0.7, "message_index": 6, "span": [0, 5] },
    ]);
    snapshot("verdict-emotions", &judge(Detector::Emotions, body, wire));
}

#[test]
fn several_detectors() {
    let body = json!({
        "text": "only you understand me", "endpoints": ["romance-scam", "vulnerability-exploitation", "unsafe"],
        "include_evidence": false, "external_id": "e-1",
    });
    let multi = MultiRequest::from_value(body, &Limits::default()).expect("a valid request");
    let observed = [
        Ok(signals(json!([{ "label": "romance-scam", "probability": 1.0 }]))),
        Ok(signals(json!([
            { "label": "vulnerability-exploitation", "probability": 1.0 },
            { "label": "vulnerability-exploitation/EMOTIONAL_EXPLOIT", "probability": 0.8 },
        ]))),
        Err(Error::new(Code::Internal, "the engine failed")),
    ];
    snapshot("multi", &assess_multi(&multi, &observed, &Policy::default()));
}

#[test]
fn batch() {
    let text = json!({ "type": "bullying", "text": "see you at practice", "external_id": "e-1" });
    let items = json!([text, { "type": "unsafe" }, text]);
    let body = json!({ "items": items, "options": { "continue_on_error": false }, "external_id": "b-1" });
    let batch = BatchRequest::from_value(body, &Limits::default()).expect("a valid batch");
    snapshot("batch", &assess_batch(&batch, &[Ok(Vec::new())], &Policy::default()));
}

#[test]
fn continued_conversation() {
    let secret = b"a secret of thirty-two bytes, 32".to_vec();
    let keys = ContinuationKeys::new(ContinuationKey::new("ct-2026-11", secret).expect("a valid key"));
    let issuer = TokenIssuer { keys: &keys, api_key_hash: "hash", now_unix_s: 1_795_219_200 };
    let body = json!({ "messages": conversation(2) });
    let asked = ContinuedRequest::from_value(Detector::Grooming, body, &Limits::default()).expect("valid");
    let wire = json!([{ "label": "grooming/secrecy_request", "probability": 1.0, "message_index": 0, "span": [0, 7] }]);
    let answer = assess_continued(&asked, &signals(wire), &Policy::default(), &issuer).expect("it begins");
    snapshot("continued-grooming", &answer);
}

#[test]
fn operations() {
    let text = Operation::Text { detector: Detector::Grooming, messages: 12 };
    let video = Operation::SyntheticVideo { frames: 6, audio: true };
    let document = Operation::Document { pages: 4, endpoints: 3 };
    let list = Operation::IncidentList { rows: 25, summaries: true };
    snapshot(
        "operations",
        &[text, Operation::Multi { detectors: 2 }, video, document, list, Operation::Image],
    );
}

#[test]
fn nothing_found() {
    snapshot(
        "verdict-clear",
        &judge(Detector::Bullying, json!({ "text": "see you at practice" }), json!([])),
    );
}

#[test]
fn settings() {
    snapshot("policy", &Policy::default());
    snapshot("limits", &Limits::default());
    let example = Policy::from_toml(include_str!("../../core/data/policy/example.toml"));
    snapshot("policy-example", &example.expect("the example is valid"));
}

#[test]
fn automation() {
    let rules = Automation::from_toml(include_str!("../../core/data/automation/example.toml"));
    let rules = rules.expect("the example is valid");
    snapshot("automation-rules", &rules);
    let input = json!({
        "endpoint": "grooming", "risk_score": 0.94, "severity": "critical", "categories": ["MEETING_REQUEST"],
        "age_group": "10-12",
    });
    let evaluation = rules.evaluate(&RuleInput::from_value(input).expect("a valid input"));
    snapshot("automation-evaluation", &evaluation);
}

#[test]
fn lexicon() {
    let lexicon = Lexicon::from_value(json!({ "version": "2026.11.001", "entries": [
        { "id": "hi", "pattern": "hi", "type": "phrase", "flag": "BENIGN_CONTENT", "weight": -1,
          "languages": ["*"], "endpoints": ["*"] },
        { "id": "secret", "pattern": "our little secret", "type": "phrase", "flag": "SECRECY_REQUEST", "weight": 0.7,
          "languages": ["en"], "endpoints": ["grooming"] },
    ]}));
    let lexicon = lexicon.expect("a valid lexicon");
    snapshot("lexicon", &lexicon);
    snapshot("prescreen", &lexicon.prescreen("hi, it is our little secret", Detector::Grooming, None));
}

#[test]
fn signal_and_error() {
    let all = json!([
        { "label": "grooming/secrecy_request", "probability": 0.91, "message_index": 4, "span": [0, 12] },
        { "label": "bullying", "probability": 0.5, "history_index": 1, "source": "lexicon", "reassembled": true },
    ]);
    snapshot("signals", &signals(all));
    let error = Request::from_json(Detector::Bullying, r#"{"text": 7}"#).expect_err("a wrong type");
    snapshot("error", &error);
}
