//! The screener as users see it, with scripted answers in the place of the model.
#![allow(clippy::unwrap_used, reason = "a test may stop")]

use wardlight::testing::{Failure, ScriptedModel};
use wardlight::{
    AnalysisStatus, Code, Detector, HistoryMessage, Limits, Message, Observation, Policy, Request, Screener,
    Signal, Tactic,
};

const RULES: &[(&str, &str)] = &[
    ("nobody likes you", "bullying"),
    ("nobody likes you", "bullying/EXCLUSION"),
    ("kys", "bullying"),
    ("kys", "bullying/THREAT"),
    ("our secret", "grooming/secrecy_request"),
    ("our secret", "grooming"),
    ("hurt myself", "unsafe/SELF_HARM"),
];

fn screener() -> Screener {
    let (model, tokenizer) = ScriptedModel::new(RULES).unwrap();
    Screener::builder().model(model, tokenizer).build().unwrap()
}

fn failing(failure: Failure) -> Screener {
    let (model, tokenizer) = ScriptedModel::new(RULES).unwrap();
    Screener::builder().model(model.failing(failure), tokenizer).build().unwrap()
}

fn message(sender_role: &str, text: &str) -> Message {
    Message { sender_role: sender_role.to_owned(), text: text.to_owned(), sender_age: None }
}

fn named<'a>(signals: &'a [Signal], label: &str) -> Vec<&'a Signal> {
    signals.iter().filter(|signal| signal.label.to_string() == label).collect()
}

#[test]
fn evidence_is_cut_from_the_original_text() {
    for (text, expected) in [
        ("nobody likes you", "nobody likes you"),
        ("👨‍👩‍👧 NOBODY LIKES YOU!!! 😀", "NOBODY LIKES YOU"),
        ("ok… n\u{301}obody l1kes 𝕪𝕠𝕦 ok", "n\u{301}obody l1kes 𝕪𝕠𝕦"),
        ("\u{202e}n\u{200b}obody lіkes you\u{202c}", "n\u{200b}obody lіkes you"),
    ] {
        let verdict = screener().screen(&Request::text(Detector::Bullying, text));
        let evidence = verdict.evidence.unwrap();
        assert_eq!(evidence.first().map(|found| found.text.as_str()), Some(expected), "{text:?}");
        let found = evidence.first().unwrap();
        assert_eq!(text.get(found.start..found.end), Some(expected));
    }
}

#[test]
fn evidence_stays_short_where_the_original_is_endless() {
    let text = format!("you dumb{}", "b".repeat(49_000));
    let (model, tokenizer) = ScriptedModel::new(&[("dumb", "bullying")]).unwrap();
    let screener = Screener::builder().model(model, tokenizer).build().unwrap();
    let evidence = screener.screen(&Request::text(Detector::Bullying, text.clone())).evidence.unwrap();
    let found = evidence.first().unwrap();
    assert!(found.text.starts_with("dumb") && found.text.len() <= 480, "{} bytes", found.text.len());
    assert_eq!(text.get(found.start..found.end), Some(found.text.as_str()));
}

#[test]
fn evidence_can_be_switched_off() {
    let mut request = Request::text(Detector::Bullying, "nobody likes you");
    request.options.include_evidence = false;
    let screener = screener();
    assert!(screener.screen(&request).evidence.is_none());
    assert!(screener.observe(&request).unwrap().iter().all(|signal| signal.span.is_none()));
}

#[test]
fn only_the_asked_detector_speaks() {
    let signals =
        screener().observe(&Request::text(Detector::Unsafe, "nobody likes you, hurt myself")).unwrap();
    assert_eq!(signals.len(), 1);
    assert_eq!(signals[0].label.to_string(), "unsafe/SELF_HARM");
}

#[test]
fn the_end_of_a_long_text_is_read() {
    let text = format!("{}nobody likes you", "a lot of words before it ".repeat(1_500));
    let verdict = screener().screen(&Request::text(Detector::Bullying, text.clone()));
    let found = verdict.evidence.unwrap().first().cloned().unwrap();
    assert_eq!(text.get(found.start..found.end), Some("nobody likes you"));
}

#[test]
fn floods_cost_no_more_than_their_phrase() {
    let text = "ok 😀 ".repeat(12_000);
    let started = std::time::Instant::now();
    screener().screen(&Request::text(Detector::Bullying, text));
    assert!(started.elapsed().as_secs() < 5);
}

#[test]
fn a_conversation_gives_tactics_per_message_and_one_whole_signal() {
    let request = Request::messages(
        Detector::Grooming,
        vec![
            message("adult", "hi"),
            message("child", "hey im 12"),
            message("adult", "this is our secret ok"),
        ],
    );
    let signals = screener().observe(&request).unwrap();
    let whole = named(&signals, "grooming");
    assert_eq!(whole.len(), 1);
    assert_eq!(whole[0].message_index, None);
    let tactic = named(&signals, "grooming/secrecy_request");
    assert_eq!(tactic[0].message_index, Some(2));
    assert_eq!(tactic[0].span.unwrap().slice(&request.message_list()[2].text), Some("is our secret"));
    let age = named(&signals, "age/12");
    assert_eq!((age[0].message_index, age[0].source), (Some(1), wardlight::Source::Structure));
    let verdict = screener().screen(&request);
    assert_eq!(verdict.grooming.unwrap().flags, [Tactic::SecrecyRequest]);
}

#[test]
fn a_bare_number_answers_the_question_for_the_age() {
    let ages = |messages| {
        let signals = screener().observe(&Request::messages(Detector::Grooming, messages)).unwrap();
        signals.iter().filter(|signal| matches!(signal.label, Observation::DeclaredAge(_))).count()
    };
    assert_eq!(ages(vec![message("adult", "how old are you"), message("child", "12")]), 1);
    assert_eq!(ages(vec![message("child", "how old are you"), message("child", "12")]), 0);
    assert_eq!(ages(vec![message("adult", "how many cats"), message("child", "12")]), 0);
}

#[test]
fn fragments_are_read_as_one_word() {
    let texts = ["hey", "k", "y", "s"];
    let messages = texts.iter().map(|text| message("peer", text)).collect();
    let request = Request::messages(Detector::Bullying, messages);
    let signals = screener().observe(&request).unwrap();
    let threat = named(&signals, "bullying/THREAT");
    assert_eq!((threat[0].message_index, threat[0].reassembled, threat[0].span), (Some(1), true, None));
}

#[test]
fn history_informs_under_its_own_index() {
    let mut request = Request::text(Detector::Bullying, "ok");
    let history = HistoryMessage { role: "contact".to_owned(), text: "nobody likes you".to_owned() };
    request.context.conversation_history = vec![history];
    let signals = screener().observe(&request).unwrap();
    assert!(!signals.is_empty());
    assert!(signals.iter().all(|signal| signal.history_index == Some(0) && signal.message_index.is_none()));
}

#[test]
fn a_failing_engine_asks_for_a_person() {
    std::panic::set_hook(Box::new(|_| {}));
    for failure in [Failure::Error, Failure::Panic] {
        let verdict = failing(failure).screen(&Request::text(Detector::Bullying, "hello"));
        assert_eq!(verdict.analysis_status, Some(AnalysisStatus::EngineError));
        assert!(verdict.recommended_action.needs_human());
        assert_eq!(verdict.credits_used, 0);
    }
    let _ = std::panic::take_hook();
}

#[test]
fn too_many_turns_need_no_model() {
    let request = Request::messages(Detector::Grooming, vec![message("adult", "hi"); 51]);
    let verdict = failing(Failure::Error).screen(&request);
    assert_eq!(verdict.analysis_status, Some(AnalysisStatus::EngineError));
    assert!(failing(Failure::Error).observe(&request).unwrap().is_empty());
}

#[test]
fn the_lower_of_two_ceilings_holds_and_nothing_passes_in_silence() {
    let request = Request::messages(Detector::Grooming, vec![message("adult", "this is our secret"); 4]);
    let with = |limit: usize, policy: usize| {
        let (model, tokenizer) = ScriptedModel::new(RULES).unwrap();
        let limits = Limits { max_turns: limit, ..Limits::default() };
        let policy = Policy { max_turns: policy, ..Policy::default() };
        let screener = Screener::builder().model(model, tokenizer).limits(limits).policy(policy);
        screener.build().unwrap().screen(&request)
    };
    for (limit, policy) in [(3, 50), (50, 3)] {
        let verdict = with(limit, policy);
        assert_eq!(verdict.analysis_status, Some(AnalysisStatus::EngineError));
        assert!(verdict.recommended_action.needs_human());
    }
    assert!(with(4, 50).detected);
}

#[test]
fn other_detectors_are_refused_by_name() {
    let error = screener().screen_json(Detector::Emotions, r#"{"text": "hi"}"#).unwrap_err();
    assert_eq!(error.code(), Code::UnsupportedDetector);
    assert!(error.to_string().contains("bullying, grooming, unsafe"));
    let verdict = screener().screen(&Request::text(Detector::Emotions, "hi"));
    assert!(verdict.recommended_action.needs_human());
}

#[test]
fn requests_keep_to_the_limits_of_the_screener() {
    let (model, tokenizer) = ScriptedModel::new(RULES).unwrap();
    let limits = Limits { text_chars: 5, ..Limits::default() };
    let screener = Screener::builder().model(model, tokenizer).limits(limits).build().unwrap();
    assert_eq!(
        screener.screen_json(Detector::Bullying, r#"{"text": "123456"}"#).unwrap_err().code(),
        Code::TextTooLong
    );
    let error = screener.screen_json(Detector::Bullying, "{\"text\": \"top secret").unwrap_err();
    assert_eq!(error.code(), Code::MalformedJson);
    assert!(!error.to_string().contains("secret"));
}

#[test]
fn threads_do_not_change_the_answer() {
    let screener = screener();
    let request = Request::messages(
        Detector::Grooming,
        vec![
            message("adult", "this is our secret"),
            message("child", "😀 why"),
            message("adult", "nobody likes you"),
        ],
    );
    let expected = screener.observe(&request).unwrap();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..8).map(|_| scope.spawn(|| screener.observe(&request).unwrap())).collect();
        assert!(workers.into_iter().all(|worker| worker.join().unwrap() == expected));
    });
}

#[test]
fn nothing_private_is_printed() {
    let (model, tokenizer) = ScriptedModel::new(RULES).unwrap();
    let screener = Screener::builder().model(model, tokenizer).build().unwrap();
    let request = Request::text(Detector::Bullying, "nobody likes you");
    let printed = format!("{:?} {:?} {:?}", screener, request, screener.screen(&request));
    assert!(!printed.contains("nobody"));
}

#[test]
fn odd_texts_get_a_verdict() {
    let screener = screener();
    for text in
        ["\u{200b}", "😀", "\u{0}", "\u{301}\u{301}", &"\u{200b}".repeat(50_000), &"ab ".repeat(16_000)]
    {
        for detector in [Detector::Bullying, Detector::Grooming, Detector::Unsafe] {
            let verdict = screener.screen(&Request::text(detector, text));
            assert_eq!(verdict.analysis_status, None);
        }
    }
}
