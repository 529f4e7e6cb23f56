//! Several detectors about one text: read once, failing apart.
#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use wardlight::model::{Output, Packed};
use wardlight::testing::{Failure, ScriptedModel};
use wardlight::{AnalysisStatus, Detector, Head, Model, MultiRequest, Request, Result, Screener, Tokenizer};

const RULES: &[(&str, &str)] = &[
    ("nobody likes you", "bullying"),
    ("nobody likes you", "bullying/EXCLUSION"),
    ("our secret", "grooming/secrecy_request"),
    ("our secret", "grooming"),
    ("hurt myself", "unsafe"),
    ("hurt myself", "unsafe/SELF_HARM"),
    ("so alone", "distress-signals"),
    ("so alone", "distress-signals/LONELINESS"),
    ("so alone", "vulnerability-exploitation"),
    ("only a joke", "framing/play"),
];
const TEXT: &str = "nobody likes you, keep it our secret, hurt myself, so alone";

/// Counts the passes.
struct Watched {
    model: ScriptedModel,
    passes: Arc<AtomicUsize>,
}

impl Model for Watched {
    fn heads(&self) -> &[Head] {
        self.model.heads()
    }

    fn run(&self, ids: &[u32]) -> Result<Output> {
        self.passes.fetch_add(1, Ordering::Relaxed);
        self.model.run(ids)
    }

    fn run_conversation(&self, ids: &[u32], messages: &[Range<usize>]) -> Result<Packed> {
        self.passes.fetch_add(1, Ordering::Relaxed);
        self.model.run_conversation(ids, messages)
    }
}

fn watched() -> (Screener, Arc<AtomicUsize>) {
    let (model, tokenizer): (_, Tokenizer) = ScriptedModel::new(RULES).unwrap();
    let passes = Arc::new(AtomicUsize::new(0));
    let model = Watched { model, passes: Arc::clone(&passes) };
    (Screener::builder().model(model, tokenizer).build().unwrap(), passes)
}

fn multi(endpoints: &[Detector]) -> MultiRequest {
    let body = serde_json::json!({"text": TEXT, "endpoints": endpoints, "external_id": "e-1"});
    MultiRequest::from_json(&body.to_string()).unwrap()
}

fn with_history(endpoints: &[Detector]) -> MultiRequest {
    let history =
        serde_json::json!([{"role": "other", "text": "hello"}, {"role": "child", "text": "hi there"}]);
    let context = serde_json::json!({"conversation_history": history});
    let body = serde_json::json!({"text": TEXT, "endpoints": endpoints, "context": context});
    MultiRequest::from_json(&body.to_string()).unwrap()
}

const ASKED: [Detector; 5] = [
    Detector::Bullying,
    Detector::Grooming,
    Detector::Unsafe,
    Detector::DistressSignals,
    Detector::VulnerabilityExploitation,
];

#[test]
fn each_detector_hears_what_it_would_hear_alone() {
    let (screener, _) = watched();
    let asked = [Detector::Bullying, Detector::Grooming, Detector::Unsafe, Detector::DistressSignals];
    let answer = screener.screen_multi(&multi(&asked));
    for (verdict, detector) in answer.results.iter().zip(asked) {
        let mut alone = screener.screen(&Request::text(detector, TEXT));
        alone.processing_time_ms = verdict.processing_time_ms;
        assert_eq!(*verdict, alone);
        assert!(verdict.detected, "{detector}");
    }
    assert_eq!((answer.summary.detected_count, answer.credits_used), (4, 5));
    assert_eq!(answer.echo.external_id.as_deref(), Some("e-1"));
}

#[test]
fn a_text_is_read_once_or_in_one_pass_with_its_history_whose_pattern_takes_another() {
    let (screener, passes) = watched();
    screener.screen_multi(&multi(&ASKED));
    assert_eq!(passes.load(Ordering::Relaxed), 1);
    screener.screen_multi(&with_history(&ASKED));
    assert_eq!(passes.load(Ordering::Relaxed), 1 + 1 + 1);
}

#[test]
fn the_modifier_of_vulnerability_reaches_the_others() {
    let (screener, _) = watched();
    let answer = screener.screen_multi(&multi(&ASKED));
    let modifier = answer.cross_endpoint_modifier.unwrap();
    assert!(modifier > 1.0);
    let alone = screener.screen(&Request::text(Detector::Bullying, TEXT));
    assert!(answer.results[0].risk_score > alone.risk_score);
}

#[test]
fn one_that_fails_leaves_the_rest_as_they_are() {
    let (screener, _) = watched();
    let asked = [Detector::Grooming, Detector::Bullying, Detector::Tfgbv];
    let answer = screener.screen_multi(&with_history(&asked));
    assert_eq!(answer.results[2].analysis_status, Some(AnalysisStatus::EngineError));
    assert!(answer.results[2].recommended_action.needs_human());
    let mut alone = screener.screen_multi(&with_history(&asked[..2]));
    for (alone, verdict) in alone.results.iter_mut().zip(&answer.results) {
        alone.processing_time_ms = verdict.processing_time_ms;
        assert_eq!(verdict, alone);
    }
    assert_eq!(answer.summary.failed_endpoints, [asked[2]]);
    assert_eq!(answer.credits_used, 3);
}

#[test]
fn when_the_encoder_fails_all_ask_for_a_person() {
    std::panic::set_hook(Box::new(|_| {}));
    for failure in [Failure::Error, Failure::Panic] {
        let (model, tokenizer) = ScriptedModel::new(RULES).unwrap();
        let screener = Screener::builder().model(model.failing(failure), tokenizer).build().unwrap();
        let answer = screener.screen_multi(&multi(&ASKED));
        assert_eq!(answer.summary.failed_endpoints, ASKED);
        assert_eq!(answer.credits_used, 0);
        assert!(answer.summary.recommended_action.needs_human());
    }
    let _ = std::panic::take_hook();
}

#[test]
fn errors_of_the_body_hold_no_content() {
    let (screener, _) = watched();
    for body in [
        r#"{"text": "canary", "endpoints": ["canary"]}"#,
        r#"{"text": "canary", "endpoints": []}"#,
        r#"{"text": "canary", "endpoints": ["bullying"], "continuation_token": "canary"}"#,
        r#"{"text": "canary"#,
    ] {
        let error = screener.screen_multi_json(body).unwrap_err();
        assert!(!error.to_string().contains("canary"), "{error}");
    }
    let answer = screener.screen_multi_json(r#"{"text": "hi", "endpoints": ["bullying"]}"#).unwrap();
    assert_eq!(answer.results.len(), 1);
}
