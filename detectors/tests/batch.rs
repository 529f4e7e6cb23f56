//! Batches: order, threads, and items that fail.
#![allow(clippy::unwrap_used, reason = "a test may stop")]

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;
use wardlight::model::Output;
use wardlight::testing::ScriptedModel;
use wardlight::{BatchRequest, BatchVerdict, Code, Error, Head, Model, Result, Screener};

const RULES: &[(&str, &str)] = &[
    ("nobody likes you", "bullying"),
    ("hurt myself", "unsafe"),
    ("our secret", "grooming"),
    ("boom", "bullying/THREAT"),
];

/// Fails on the word "boom", and remembers who ran how often.
struct Fragile {
    model: ScriptedModel,
    boom: Vec<u32>,
    log: Arc<Log>,
}

#[derive(Default)]
struct Log {
    passes: AtomicUsize,
    threads: Mutex<BTreeSet<String>>,
}

impl Model for Fragile {
    fn heads(&self) -> &[Head] {
        self.model.heads()
    }

    fn run(&self, ids: &[u32]) -> Result<Output> {
        self.log.passes.fetch_add(1, Ordering::Relaxed);
        let thread: ThreadId = std::thread::current().id();
        self.log.threads.lock().unwrap().insert(format!("{thread:?}"));
        if ids.windows(self.boom.len()).any(|window| window == self.boom) {
            return Err(Error::new(Code::Internal, "a scripted failure"));
        }
        self.model.run(ids)
    }
}

fn screener() -> (Screener, Arc<Log>) {
    let (model, tokenizer) = ScriptedModel::new(RULES).unwrap();
    let boom = tokenizer.tokenize("boom").iter().map(|token| token.id).collect();
    let log = Arc::new(Log::default());
    let model = Fragile { model, boom, log: Arc::clone(&log) };
    (Screener::builder().model(model, tokenizer).build().unwrap(), log)
}

fn run(screener: &Screener, items: &Value, options: &Value) -> BatchVerdict {
    let body = json!({"items": items, "options": options}).to_string();
    screener.screen_batch(&BatchRequest::from_json(&body).unwrap())
}

/// Without the times, which differ from run to run.
fn timeless(mut answer: BatchVerdict) -> BatchVerdict {
    answer.processing_time_ms = 0;
    for verdict in answer.results.iter_mut().filter_map(|result| result.result.as_mut()) {
        verdict.processing_time_ms = 0;
    }
    answer
}

fn fifty() -> Value {
    let item = |i: usize| match i % 5 {
        0 => {
            json!({"type": "bullying", "text": format!("{i} nobody likes you"), "external_id": format!("id-{i}")})
        }
        1 => json!({"type": "unsafe", "text": format!("hurt myself {i}")}),
        2 => json!({"type": "grooming", "messages": [{"sender_role": "adult", "text": "our secret"}]}),
        3 => json!({"type": "bullying", "text": ["canary"]}),
        _ => json!({"type": "bullying", "text": "boom", "external_id": "boom"}),
    };
    (0..50).map(item).collect()
}

#[test]
fn order_and_errors_stay_with_their_items() {
    let (screener, _) = screener();
    let answer = run(&screener, &fifty(), &json!({}));
    assert_eq!((answer.summary.total, answer.summary.successful, answer.summary.failed), (50, 30, 20));
    for (index, result) in answer.results.iter().enumerate() {
        assert_eq!(result.index, index);
        match index % 5 {
            3 => assert_eq!((result.error_code, result.result.is_none()), (Some("VAL_INVALID_INPUT"), true)),
            4 => {
                assert_eq!(result.error_code, Some("SVC_INTERNAL_ERROR"));
                assert!(result.result.as_ref().unwrap().recommended_action.needs_human());
            }
            _ => assert!(result.result.as_ref().unwrap().detected, "{index}"),
        }
        assert!(result.error.as_ref().is_none_or(|error| !error.contains("canary")));
    }
    assert_eq!(answer.results[45].external_id.as_deref(), Some("id-45"));
}

#[test]
fn threads_change_no_answer() {
    let (screener, log) = screener();
    let alone = run(&screener, &fifty(), &json!({"parallel": false}));
    assert_eq!(log.threads.lock().unwrap().len(), 1);
    let together = run(&screener, &fifty(), &json!({"parallel": true}));
    assert_eq!(timeless(alone), timeless(together));
    for options in
        [json!({"parallel": false, "continue_on_error": false}), json!({"continue_on_error": false})]
    {
        let stopped = run(&screener, &fifty(), &options);
        assert_eq!((stopped.summary.successful, stopped.summary.failed), (3, 47));
        assert_eq!(stopped.results[4].error_code, Some("ITEM_NOT_ANALYSED"));
    }
}

#[test]
fn nothing_is_observed_after_a_failure_where_the_batch_stops() {
    let (screener, log) = screener();
    let items = json!([
        {"type": "bullying", "text": "hi"},
        {"type": "bullying", "text": "boom"},
        {"type": "bullying", "text": "hi"},
    ]);
    run(&screener, &items, &json!({"parallel": false, "continue_on_error": false}));
    assert_eq!(log.passes.load(Ordering::Relaxed), 2);
}

#[test]
fn a_detector_without_heads_fails_alone() {
    let (screener, _) = screener();
    let items = json!([{"type": "emotions", "text": "hi"}, {"type": "bullying", "text": "nobody likes you"}]);
    let answer = run(&screener, &items, &json!({}));
    assert_eq!(answer.results[0].error_code, Some(Code::UnsupportedDetector.as_str()));
    assert!(answer.results[1].success);
}

#[test]
fn the_body_is_read_within_the_limits() {
    let (screener, _) = screener();
    let items: Value = (0..51).map(|_| json!({"type": "bullying", "text": "canary"})).collect();
    let error = screener.screen_batch_json(&json!({"items": items}).to_string()).unwrap_err();
    assert_eq!(error.to_string(), "items has 51 entries; the limit is 50 entries");
    assert_eq!(screener.screen_batch_json("{").unwrap_err().code(), Code::MalformedJson);
    let unfit = r#"{"items": [{"type": "bullying", "text": "\ud800"}, {"type": "bullying", "text": "hi"}]}"#;
    let answer = screener.screen_batch_json(unfit).unwrap();
    assert_eq!(answer.results[0].error_code, Some("VAL_INVALID_INPUT"));
    assert!(answer.results[1].success);
}
