//! Input that nobody sends by accident. Nothing panics, nothing hangs, and no error repeats content.

mod common;

use common::CANARY;
use serde_json::{Value, json};
use wardlight_core::{
    AnalysisStatus, Code, Detector, Error, Level, Limits, Policy, Request, Signal, Span, assess,
};

const DETECTORS: [Detector; 13] = common::VERDICTS;

fn parse(body: &str) -> Result<Request, Error> {
    Request::from_json(Detector::Bullying, body)
}

fn parse_value(body: Value) -> Result<Request, Error> {
    Request::from_value(Detector::Bullying, body, &Limits::default())
}

fn refused(body: &str, code: Code) {
    let error = parse(body).expect_err("must be refused");
    assert_eq!(error.code(), code, "{error}");
    assert!(!format!("{error} {error:?}").contains("canary"), "{error}");
}

/// A signal of every kind that can be wrong about its place.
fn wild_signals(detector: Detector) -> Vec<Signal> {
    let label = detector.as_str().parse().expect("a detector is a label");
    let places = [None, Some(0), Some(1), Some(usize::MAX)];
    let spans =
        [None, Some(Span(0, 1)), Some(Span(3, 2)), Some(Span(1, usize::MAX)), Some(Span(usize::MAX, 0))];
    let mut signals = Vec::new();
    for at in places {
        for span in spans {
            let mut signal = Signal::new(label, 0.9);
            (signal.message_index, signal.span) = (at, span);
            signals.push(signal.clone());
            signal.history_index = at;
            signals.push(signal);
        }
    }
    signals
}

/// Any text that is accepted gets a verdict whose evidence is a part of it.
fn screened(text: &str) {
    for detector in DETECTORS {
        let request = Request::from_value(detector, json!({ "text": text }), &Limits::default())
            .expect("the text is accepted");
        let verdict = assess(&request, &wild_signals(detector), &Policy::default());
        assert!(verdict.detected);
        for evidence in verdict.evidence.iter().flatten() {
            assert!(text.contains(&evidence.text));
        }
    }
}

#[test]
fn empty_and_blank_texts_are_refused() {
    for text in ["", " ", "\n\t\r", "\u{a0}\u{2003}\u{3000}"] {
        let error = parse_value(json!({ "text": text })).expect_err("nothing to read");
        assert_eq!(error.to_string(), "text is empty");
    }
}

#[test]
fn odd_but_valid_texts_are_screened() {
    let texts = [
        "😀".to_owned(),
        "👨‍👩‍👧‍👦🏳️‍🌈🇸🇪".repeat(500),
        "שלום עולם \u{202e}evil\u{202c}".to_owned(),
        "\u{200b}\u{200c}\u{200d}\u{feff}".repeat(12_000),
        "e".to_owned() + &"\u{301}".repeat(49_000),
        "\0".to_owned(),
        "a\0b\u{1}\u{7f}\u{85}".to_owned(),
        "\u{10ffff}\u{fffd}\u{fffe}".to_owned(),
        "''; DROP TABLE children; --".to_owned(),
        "{{7*7}}${7*7}<script>".to_owned(),
    ];
    for text in texts {
        screened(&text);
    }
}

#[test]
fn the_length_limit_counts_characters() {
    for letter in ["a", "é", "漢", "😀"] {
        screened(&letter.repeat(50_000));
        let error = parse_value(json!({ "text": letter.repeat(50_001) })).expect_err("too long");
        assert_eq!(error.code(), Code::TextTooLong);
        assert_eq!(error.to_string(), "text has 50001 characters; the limit is 50000 characters");
    }
}

#[test]
fn long_conversations_are_an_answer_and_longer_ones_a_refusal() {
    let conversation = |turns: usize| {
        let messages: Vec<Value> = (0..turns).map(|i| json!({ "text": format!("{CANARY} {i}") })).collect();
        Request::from_value(Detector::Grooming, json!({ "messages": messages }), &Limits::default())
    };
    for turns in [51, 100] {
        let request = conversation(turns).expect("accepted");
        let verdict = assess(&request, &wild_signals(Detector::Grooming), &Policy::default());
        assert_eq!(verdict.analysis_status, Some(AnalysisStatus::EngineError));
        assert!(verdict.recommended_action.needs_human());
        assert_eq!(verdict.credits_used, 0);
    }
    for turns in [101, 10_000] {
        assert_eq!(conversation(turns).expect_err("refused").code(), Code::TooManyItems);
    }
}

#[test]
fn bodies_that_are_not_json_are_refused() {
    let bodies = [
        "",
        " ",
        "canary",
        "{",
        r#"{"text":"canary"#,
        r#"{"text":"canary","#,
        r#"{"text":"canary"}}"#,
        r#"{'text':'canary'}"#,
        r#"{"text":"canary \ud800"}"#,
        r#"{"text":"canary \udc00\ud800"}"#,
        r#"{"text":"canary \x41"}"#,
        "{\"text\":\"canary \u{1}\"}",
        r#"{"text":"canary","context":{"child_age":NaN}}"#,
        r#"{"text":"canary","context":{"child_age":Infinity}}"#,
        r#"{"text":"canary","context":{"child_age":1e999}}"#,
        r#"{"text":"canary","context":{"child_age":012}}"#,
        "\u{feff}{\"text\":\"canary\"}",
    ];
    for body in bodies {
        refused(body, Code::MalformedJson);
    }
}

#[test]
fn deep_json_is_refused_without_recursion() {
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        let deep = format!("{}1{}", open.repeat(10_000), close.repeat(10_000));
        refused(&deep, Code::MalformedJson);
        refused(&format!(r#"{{"text":"canary","metadata":{{"k":{deep}}}}}"#), Code::MalformedJson);
        refused(&open.repeat(10_000), Code::MalformedJson);
    }
}

#[test]
fn a_repeated_key_counts_once() {
    let request = parse(r#"{"text":"first","text":"second"}"#).expect("the last one counts");
    assert_eq!(request.texts(), ["second"]);
    refused(r#"{"text":"canary","text":7}"#, Code::InvalidInput);
}

#[test]
fn numbers_beyond_reason_are_refused() {
    for age in [
        "1e308",
        "-0.1",
        "-1e308",
        "120.01",
        "9223372036854775808",
        "340282366920938463463374607431768211456",
    ] {
        refused(&format!(r#"{{"text":"canary","context":{{"child_age":{age}}}}}"#), Code::InvalidInput);
    }
    for age in ["0", "-0.0", "1e-400", "120", "1.2e1", "17.999999999999999999"] {
        parse(&format!(r#"{{"text":"a","context":{{"child_age":{age}}}}}"#)).expect("a possible age");
    }
    for weight in ["-0.1", "1.1", "1e300", "true", "\"1\"", "null"] {
        refused(
            &format!(r#"{{"text":"canary","prescreen_flags":[{{"id":"a","flag":"b","weight":{weight}}}]}}"#),
            Code::InvalidInput,
        );
    }
}

#[test]
fn a_wrong_type_in_any_field_is_refused() {
    let wrong = [json!(7), json!(true), json!("canary"), json!(["canary"]), json!({ CANARY: 1 })];
    // For each field: which of the five types above it takes.
    let body = [
        ("text", "string"),
        ("content", "string"),
        ("messages", ""),
        ("conversation", ""),
        ("context", ""),
        ("options", ""),
        ("include_evidence", "bool"),
        ("verdict_only", "bool"),
        ("support_threshold", ""),
        ("external_id", "string"),
        ("customer_id", "string"),
        ("metadata", "object"),
        ("incident_moderation_enabled", "bool"),
        ("message_id", "string"),
        ("prescreen_flags", ""),
        ("reset_conversation", "bool"),
    ];
    let context = [
        ("age_group", ""),
        ("language", ""),
        ("platform", "string"),
        ("conversation_history", ""),
        ("sender_trust", ""),
        ("sender_name", "string"),
        ("country", ""),
        ("child_age", "number"),
        ("participant_age", "number"),
        ("relationship", "string"),
    ];
    let message = [("text", "string"), ("sender_role", "string"), ("sender_age", "number")];
    for (value, kind) in wrong.iter().zip(["number", "bool", "string", "list", "object"]) {
        for (field, takes) in body {
            let mut request = json!({ field: value });
            if !matches!(field, "text" | "content" | "messages" | "conversation") {
                request["text"] = json!("canary");
            }
            check(request, takes == kind, field);
        }
        for (field, takes) in context {
            check(json!({ "text": "canary", "context": { field: value } }), takes == kind, field);
        }
        for (field, takes) in message {
            let mut one = json!({ "text": "canary" });
            one[field] = value.clone();
            check(json!({ "messages": [one] }), takes == kind, field);
        }
    }
}

fn check(body: Value, accepted: bool, field: &str) {
    match parse_value(body) {
        Ok(_) => assert!(accepted, "{field} was accepted"),
        Err(error) => {
            assert!(!accepted, "{field}: {error}");
            assert!(!format!("{error} {error:?}").contains("canary"), "{error}");
        }
    }
}

#[test]
fn field_names_may_be_content_too() {
    for name in [CANARY, "canary word", "canary\n", "canaré canary", &"canary".repeat(10)] {
        for body in [
            json!({ "text": "a", name: 1 }),
            json!({ "text": "a", "context": { name: 1 } }),
            json!({ "text": "a", "options": { name: 1 } }),
            json!({ "messages": [{ "text": "a", name: 1 }] }),
        ] {
            let error = parse_value(body).expect_err("unknown field");
            assert!(!format!("{error} {error:?}").contains("canar"), "{error}");
        }
    }
}

#[test]
fn debug_prints_hold_no_content() {
    let mut everything = json!({
        "messages": [{ "sender_role": CANARY, "text": CANARY, "sender_age": 12 }],
        "context": {
            "platform": CANARY, "sender_name": CANARY, "relationship": CANARY,
            "conversation_history": [{ "role": CANARY, "text": CANARY }],
        },
        "external_id": CANARY, "customer_id": CANARY, "message_id": CANARY,
        "metadata": { CANARY: CANARY },
        "prescreen_flags": [{ "id": CANARY, "flag": CANARY, "weight": 0.5 }],
    });
    for content in ["messages", "text"] {
        if content == "text" {
            everything.as_object_mut().expect("an object").remove("messages");
            everything["text"] = json!(CANARY);
        }
        for detector in DETECTORS {
            let request =
                Request::from_value(detector, everything.clone(), &Limits::default()).expect("valid");
            let mut signals = wild_signals(detector);
            signals.push(
                Signal::new("grooming/secrecy_request".parse().expect("a label"), 0.9).at(0).with_span(0, 6),
            );
            let verdict = assess(&request, &signals, &Policy::default());
            let parts = format!(
                "{:?} {:?} {:?} {:?} {:?}",
                request.content,
                request.context,
                request.tracking,
                request.prescreen_flags,
                request.message_list()
            );
            let shown =
                format!("{request:?} {request:#?} {verdict:?} {verdict:#?} {:?} {parts}", verdict.evidence);
            assert!(!shown.contains("canary"), "{shown}");
            assert!(!verdict.rationale.contains("canary"), "{}", verdict.rationale);
            assert!(verdict.adjustments.iter().all(|change| !change.reason.contains("canary")));
        }
    }
}

#[test]
fn labels_that_name_nothing_are_refused_without_repeating_them() {
    for label in [
        "",
        "/",
        "canary",
        "bullying/canary",
        "bullying/threat",
        "unsafe/THREAT",
        "grooming/canary",
        "grooming/SECRECY_REQUEST",
        "framing/canary",
        "role/canary",
        "age/-1",
        "age/canary",
        "age/256",
        "language/xx",
        "bullying/THREAT/canary",
    ] {
        let error = label.parse::<wardlight_core::Observation>().expect_err("no observation");
        assert!(!error.to_string().contains("canary"), "{error}");
        let wire = json!({ "label": label, "probability": 0.5 });
        serde_json::from_value::<Signal>(wire).expect_err("no signal");
    }
    for probability in [json!(-0.1), json!(1.1), json!(null), json!("0.5")] {
        serde_json::from_value::<Signal>(json!({ "label": "bullying", "probability": probability }))
            .expect_err("no probability");
    }
}

#[test]
fn numbers_that_are_none_do_no_harm() {
    let request = Request::text(Detector::Bullying, "a");
    let label = "bullying".parse().expect("a label");
    for (probability, level) in [
        (f64::NAN, Level::None),
        (f64::NEG_INFINITY, Level::None),
        (-0.0, Level::None),
        (f64::INFINITY, Level::Low),
    ] {
        let verdict = assess(&request, &[Signal::new(label, probability)], &Policy::default());
        assert_eq!(verdict.level, level);
        assert!(verdict.risk_score.get().is_finite());
    }
}

#[test]
fn thousands_of_signals_are_weighed() {
    let messages: Vec<Value> = (0..50).map(|_| json!({ "sender_role": "adult", "text": "a" })).collect();
    let request =
        Request::from_value(Detector::Grooming, json!({ "messages": messages }), &Limits::default())
            .expect("accepted");
    let tactic = "grooming/flattery".parse().expect("a label");
    let signals: Vec<Signal> = (0..20_000).map(|i| Signal::new(tactic, 0.95).at(i % 60)).collect();
    let verdict = assess(&request, &signals, &Policy::default());
    assert_eq!(verdict.message_analysis.expect("standard mode").len(), 50);
    assert_eq!(verdict.level, Level::Low);
}
