//! A conversation window by window through the screener, with scripted answers in the place of the model.
#![allow(clippy::unwrap_used, clippy::string_slice, reason = "a test may stop; tokens are ASCII")]

use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use wardlight::model::Output;
use wardlight::testing::{Failure, ScriptedModel};
use wardlight::{
    AnalysisStatus, Code, ContinuationKey, ContinuationKeys, ContinuedVerdict, Detector, Head, Model, Result,
    Screener, StateSource, Tactic, TokenIssuer,
};

const RULES: &[(&str, &str)] = &[
    ("our secret", "grooming/secrecy_request"),
    ("our secret", "grooming"),
    ("so mature", "grooming/flattery"),
    ("send a photo", "grooming/photo_request"),
    ("send a photo", "grooming"),
    ("nobody likes you", "bullying"),
    ("nobody likes you", "bullying/EXCLUSION"),
    ("hurt myself", "unsafe"),
];
const NOW: u64 = 1_795_000_000;

fn screener() -> Screener {
    let (model, tokenizer) = ScriptedModel::new(RULES).unwrap();
    Screener::builder().model(model, tokenizer).build().unwrap()
}

fn keys(id: &str) -> ContinuationKeys {
    let secret: Vec<u8> = id.bytes().cycle().take(32).collect();
    ContinuationKeys::new(ContinuationKey::new(id, secret).unwrap())
}

fn issuer(keys: &ContinuationKeys) -> TokenIssuer<'_> {
    TokenIssuer { keys, api_key_hash: "hash", now_unix_s: NOW }
}

fn body(messages: &[Value], token: Option<&str>) -> String {
    json!({"messages": messages, "continuation_token": token, "context": {"age_group": "13-15"}}).to_string()
}

fn chat(turns: usize) -> Vec<Value> {
    let line = |i: usize| match i {
        7 => format!("{i} you are so mature"),
        31 => format!("{i} this is our secret"),
        33 => format!("{i} send a photo"),
        _ => format!("{i} how was school"),
    };
    let role = |i: usize| if i % 2 == 1 { "adult" } else { "child" };
    (0..turns).map(|i| json!({"sender_role": role(i), "text": line(i)})).collect()
}

fn windows(screener: &Screener, chat: &[Value], size: usize, shared: usize) -> ContinuedVerdict {
    let keys = keys("ct-2026-11");
    let mut token: Option<String> = None;
    let mut start = 0;
    loop {
        let end = (start + size).min(chat.len());
        let body = body(&chat[start..end], token.as_deref());
        let answer = screener.screen_continued_json(Detector::Grooming, &body, &issuer(&keys)).unwrap();
        if end == chat.len() {
            return answer;
        }
        token = Some(answer.continuation_token);
        start = end - shared;
    }
}

fn first(screener: &Screener, keys: &ContinuationKeys) -> ContinuedVerdict {
    let message = json!({"sender_role": "adult", "text": "canary, this is our secret"});
    screener.screen_continued_json(Detector::Grooming, &body(&[message], None), &issuer(keys)).unwrap()
}

#[test]
fn successive_windows_reach_the_verdict_on_the_whole() {
    let (screener, chat) = (screener(), chat(45));
    let whole = windows(&screener, &chat, 45, 0);
    assert_eq!(whole.state_source, StateSource::Fresh);
    for (size, shared) in [(10, 0), (12, 3), (15, 5)] {
        let parts = windows(&screener, &chat, size, shared);
        assert_eq!(parts.state_source, StateSource::Token);
        assert_eq!(parts.trajectory, whole.trajectory);
        let (one, other) = (&parts.verdict, &whole.verdict);
        assert!((one.risk_score.get() - other.risk_score.get()).abs() <= 0.005);
        assert!((one.severity.get() - other.severity.get()).abs() <= 0.005);
        assert_eq!((one.level, one.recommended_action), (other.level, other.recommended_action));
        let flags = one.grooming.as_ref().unwrap().flags.clone();
        assert_eq!(flags, other.grooming.as_ref().unwrap().flags);
        assert_eq!(flags.len(), 3);
    }
    assert_eq!(whole.trajectory.turns, 45);
}

/// With the shipped model: what is heard in a message does not depend on the window that it is sent in.
#[cfg(feature = "bundled-models")]
#[test]
fn each_message_has_its_risk_in_any_window() {
    let (screener, chat) = (Screener::builder().build().unwrap(), chat(45));
    let whole = windows(&screener, &chat, 45, 0).trajectory;
    assert!(whole.risks.iter().any(|risk| risk.get() >= 0.3));
    for (size, shared) in [(10, 0), (15, 4)] {
        let parts = windows(&screener, &chat, size, shared).trajectory;
        assert_eq!((parts.turns, parts.risks.len()), (whole.turns, whole.risks.len()));
        for (one, other) in parts.risks.iter().zip(&whole.risks) {
            assert!((one.get() - other.get()).abs() <= 0.005);
        }
    }
}

#[test]
fn a_token_is_refused_where_no_key_is_set_up() {
    let screener = screener();
    let token = first(&screener, &keys("ct-2026-11")).continuation_token;
    let body = body(&[json!({"text": "canary"})], Some(&token));
    let error = screener.screen_json(Detector::Grooming, &body).unwrap_err();
    assert_eq!(error.code(), Code::TokenUnknownKey);
    assert!(!error.to_string().contains("canary"));
}

#[test]
fn tokens_that_do_not_hold_are_refused_without_content() {
    let (screener, keys) = (screener(), keys("ct-2026-11"));
    let token = first(&screener, &keys).continuation_token;
    let altered = {
        let (head, claims) = (token.find('.').unwrap() + 1, token.rfind('.').unwrap());
        let middle = usize::midpoint(head, claims);
        let other = if token.as_bytes()[middle] == b'A' { "B" } else { "A" };
        format!("{}{other}{}", &token[..middle], &token[middle + 1..])
    };
    let later = TokenIssuer { now_unix_s: NOW + 86_400, ..issuer(&keys) };
    let another = TokenIssuer { api_key_hash: "another", ..issuer(&keys) };
    let retired = self::keys("ct-2026-12");
    let forged = ContinuationKeys::new(ContinuationKey::new("ct-2026-11", [7; 32]).unwrap());
    for (token, detector, issuer, expected) in [
        (altered.as_str(), Detector::Grooming, issuer(&keys), Code::TokenBadSignature),
        (&token[..token.len() - 3], Detector::Grooming, issuer(&keys), Code::TokenBadSignature),
        (&token[..token.len() / 3], Detector::Grooming, issuer(&keys), Code::TokenMalformed),
        ("canary", Detector::Grooming, issuer(&keys), Code::TokenMalformed),
        (&token, Detector::Grooming, later, Code::TokenExpired),
        (&token, Detector::Grooming, another, Code::TokenKeyMismatch),
        (&token, Detector::Grooming, issuer(&retired), Code::TokenUnknownKey),
        (&token, Detector::Grooming, issuer(&forged), Code::TokenBadSignature),
        (&token, Detector::Bullying, issuer(&keys), Code::TokenScopeMismatch),
    ] {
        let body = body(&[json!({"sender_role": "adult", "text": "canary"})], Some(token));
        let error = screener.screen_continued_json(detector, &body, &issuer).unwrap_err();
        assert_eq!(error.code(), expected);
        assert!(!error.to_string().contains("canary") && !error.to_string().contains("hash"));
    }
}

#[test]
fn a_reset_begins_anew() {
    let (screener, keys) = (screener(), keys("ct-2026-11"));
    let token = first(&screener, &keys).continuation_token;
    let body = json!({"messages": [{"text": "hi"}], "continuation_token": token, "reset_conversation": true});
    let answer =
        screener.screen_continued_json(Detector::Grooming, &body.to_string(), &issuer(&keys)).unwrap();
    assert_eq!((answer.state_source, answer.trajectory.turns), (StateSource::Reset, 1));
    assert!(!answer.verdict.detected);
}

#[test]
fn evidence_points_to_the_message() {
    let (screener, keys) = (screener(), keys("ct-2026-11"));
    let id = |message_id: Option<&str>| {
        let body = json!({"text": "nobody likes you", "message_id": message_id}).to_string();
        let answer = screener.screen_continued_json(Detector::Bullying, &body, &issuer(&keys)).unwrap();
        answer.verdict.evidence.unwrap()[0].message_id.clone().unwrap()
    };
    assert_eq!(id(Some("mine")), "mine");
    assert!(id(None).starts_with("m-"));
    assert_eq!(id(None), id(None));
}

#[test]
fn a_failing_engine_keeps_the_state() {
    let (screener, keys) = (screener(), keys("ct-2026-11"));
    let token = first(&screener, &keys).continuation_token;
    let (model, tokenizer) = ScriptedModel::new(RULES).unwrap();
    let failing = Screener::builder().model(model.failing(Failure::Error), tokenizer).build().unwrap();
    let next = |screener: &Screener, token: &str| {
        let body = body(&[json!({"sender_role": "child", "text": "ok"})], Some(token));
        screener.screen_continued_json(Detector::Grooming, &body, &issuer(&keys)).unwrap()
    };
    let failed = next(&failing, &token);
    assert_eq!(failed.verdict.analysis_status, Some(AnalysisStatus::EngineError));
    assert_eq!(failed.trajectory.turns, 1);
    let again = next(&screener, &failed.continuation_token);
    assert_eq!(again.verdict.grooming.unwrap().flags, [Tactic::SecrecyRequest]);
}

/// Counts the passes.
struct Counting(ScriptedModel, Arc<AtomicUsize>);

impl Model for Counting {
    fn heads(&self) -> &[Head] {
        self.0.heads()
    }

    fn run(&self, ids: &[u32]) -> Result<Output> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.run(ids)
    }
}

#[test]
fn a_token_that_does_not_hold_costs_no_pass() {
    let (model, tokenizer) = ScriptedModel::new(RULES).unwrap();
    let passes = Arc::new(AtomicUsize::new(0));
    let screener =
        Screener::builder().model(Counting(model, Arc::clone(&passes)), tokenizer).build().unwrap();
    let keys = keys("ct-2026-11");
    let body = body(&[json!({"text": "hi"})], Some("a.b.c"));
    assert!(screener.screen_continued_json(Detector::Grooming, &body, &issuer(&keys)).is_err());
    assert_eq!(passes.load(Ordering::Relaxed), 0);
}

#[test]
fn a_detector_that_does_not_continue_says_so() {
    let (screener, keys) = (screener(), keys("ct-2026-11"));
    let ask = |detector| {
        let error =
            screener.screen_continued_json(detector, r#"{"text": "canary"}"#, &issuer(&keys)).unwrap_err();
        assert!(!error.to_string().contains("canary"));
        error.code()
    };
    assert_eq!(ask(Detector::Unsafe), Code::InvalidInput);
    assert_eq!(ask(Detector::CoerciveControl), Code::UnsupportedDetector);
}
