use super::*;
use crate::error::{Code, Error};
use crate::policy::Policy;
use crate::request::{Content, HistoryMessage, Message};
use crate::signal::Signal;
use crate::taxonomy::Tactic;
use crate::verdict::Verdict;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use proptest::prelude::*;
use serde_json::json;

const NOW: u64 = 1_795_000_000;

fn key(id: &str) -> ContinuationKey {
    ContinuationKey::new(id, secret(id)).expect("a key")
}

/// A secret that goes with the id.
fn secret(id: &str) -> Vec<u8> {
    id.bytes().cycle().take(32).collect()
}

fn keys() -> ContinuationKeys {
    ContinuationKeys::new(key("ct-2026-11"))
}

fn issuer(keys: &ContinuationKeys) -> TokenIssuer<'_> {
    TokenIssuer { keys, api_key_hash: "key hash", now_unix_s: NOW }
}

fn asked(request: Request, continuation_token: Option<String>) -> ContinuedRequest {
    ContinuedRequest { request, continuation_token, reset_conversation: false }
}

fn signal(label: &str, p: f64) -> Signal {
    Signal::new(label.parse().expect("a label"), p)
}

/// Continues one text at a time; the last answer.
fn texts(detector: Detector, turns: &[Vec<Signal>]) -> ContinuedVerdict {
    let keys = keys();
    let mut answer: Option<ContinuedVerdict> = None;
    for signals in turns {
        let token = answer.map(|answer| answer.continuation_token);
        let asked = asked(Request::text(detector, "words"), token);
        answer = Some(
            assess_continued(&asked, signals, &Policy::default(), &issuer(&keys)).expect("it continues"),
        );
    }
    answer.expect("at least one turn")
}

/// A token of a grooming conversation that has named a tactic.
fn grooming_token(keys: &ContinuationKeys) -> String {
    let messages = vec![message("adult", "please keep this between us")];
    let asked = asked(Request::messages(Detector::Grooming, messages), None);
    let signals = [signal("grooming", 0.9), signal("grooming/secrecy_request", 0.95).at(0).with_span(0, 11)];
    assess_continued(&asked, &signals, &Policy::default(), &issuer(keys))
        .expect("it begins")
        .continuation_token
}

fn message(role: &str, text: &str) -> Message {
    Message { sender_role: role.to_owned(), text: text.to_owned(), sender_age: None }
}

fn refused(token: &str, issuer: &TokenIssuer<'_>) -> Error {
    let asked =
        asked(Request::messages(Detector::Grooming, vec![message("child", "words")]), Some(token.to_owned()));
    assess_continued(&asked, &[], &Policy::default(), issuer).expect_err("the token does not hold")
}

fn claims(token: &str) -> Value {
    let part = token.split('.').nth(1).expect("three parts");
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).expect("base64")).expect("JSON")
}

/// A token with other claims or header, signed with a key.
fn forged(header: &Value, claims: &Value, key: &ContinuationKey) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!("{}.{}", part(header), part(claims));
    let signature = URL_SAFE_NO_PAD.encode(key.sign(&signed));
    format!("{signed}.{signature}")
}

fn header() -> Value {
    json!({"alg": "HS256", "typ": "SVCT", "kid": "ct-2026-11"})
}

#[test]
fn a_token_has_the_header_and_claims_of_the_reference() {
    let keys = keys();
    let token = grooming_token(&keys);
    let header: Value = serde_json::from_slice(
        &URL_SAFE_NO_PAD.decode(token.split('.').next().expect("a header")).expect("base64"),
    )
    .expect("JSON");
    assert_eq!(header, self::header());
    let claims = claims(&token);
    for name in ["v", "ep", "sub", "ac", "tc", "cat", "ev", "sev_hist", "trj", "rec", "iat", "exp"] {
        assert!(claims.get(name).is_some(), "{name}");
    }
    assert_eq!(
        (&claims["ep"], &claims["tc"], &claims["exp"]),
        (&json!("grooming"), &json!(1), &json!(NOW + 86_400))
    );
    assert_eq!(claims["cat"][0][0], "SECRECY_REQUEST");
}

#[test]
fn a_token_holds_no_words_ids_or_keys() {
    let keys = keys();
    let mut request = Request::messages(Detector::Grooming, vec![message("Canary Role", "canary words")]);
    request.message_id = Some("canary id".to_owned());
    request.context.sender_name = Some("canary name".to_owned());
    request.context.child_age = Some(11.0);
    request.tracking.external_id = Some("canary external".to_owned());
    let issuer = TokenIssuer { api_key_hash: "canary hash", ..issuer(&keys) };
    let signals = [signal("grooming/photo_request", 1.0).at(0).with_span(0, 6)];
    let answer =
        assess_continued(&asked(request, None), &signals, &Policy::default(), &issuer).expect("it begins");
    assert!(!claims(&answer.continuation_token).to_string().to_lowercase().contains("canary"));
    assert!(!format!("{answer:?}").contains("canary"));
    assert!(!format!("{keys:?}").contains("99"), "c is 99: a byte of the secret");
}

#[test]
fn every_error_of_the_reference() {
    let keys = keys();
    let token = grooming_token(&keys);
    let issuer = issuer(&keys);
    let code = |token: &str, issuer: &TokenIssuer<'_>| refused(token, issuer).code();

    let later = |s: u64| TokenIssuer { now_unix_s: NOW + s, ..issuer };
    assert_eq!(code(&token, &later(86_400)), Code::TokenExpired);
    let other_key = TokenIssuer { api_key_hash: "another", ..issuer };
    assert_eq!(code(&token, &other_key), Code::TokenKeyMismatch);
    let other_ring = ContinuationKeys::new(key("ct-2026-12-other"));
    assert_eq!(code(&token, &TokenIssuer { keys: &other_ring, ..issuer }), Code::TokenUnknownKey);
    let other_secret = ContinuationKeys::new(ContinuationKey::new("ct-2026-11", [9; 32]).expect("a key"));
    assert_eq!(code(&token, &TokenIssuer { keys: &other_secret, ..issuer }), Code::TokenBadSignature);

    let good = claims(&token);
    let with = |name: &str, value: Value| {
        let mut claims = good.clone();
        claims[name] = value;
        forged(&header(), &claims, &key("ct-2026-11"))
    };
    assert_eq!(code(&with("v", json!(2)), &issuer), Code::TokenVersionUnsupported);
    assert_eq!(code(&with("v", json!(null)), &issuer), Code::TokenMalformed);
    assert_eq!(code(&with("tc", json!("many")), &issuer), Code::TokenMalformed);
    assert_eq!(code(&with("ep", json!("bullying")), &issuer), Code::TokenScopeMismatch);

    let none = json!({"alg": "none", "typ": "SVCT", "kid": "ct-2026-11"});
    assert_eq!(code(&forged(&none, &good, &key("ct-2026-11")), &issuer), Code::TokenMalformed);
    for broken in ["", ".", "..", "a.b.c", "a.b.c.d", "not a token", &"x".repeat(20_000)] {
        assert_eq!(code(broken, &issuer), Code::TokenMalformed);
    }
    let bodies = [(Code::TokenExpired, 401), (Code::TokenKeyMismatch, 401), (Code::TokenBadSignature, 401)];
    let requests = [
        Code::TokenScopeMismatch,
        Code::TokenMalformed,
        Code::TokenVersionUnsupported,
        Code::TokenUnknownKey,
    ];
    for (code, status) in bodies.into_iter().chain(requests.map(|code| (code, 400))) {
        assert_eq!(code.http_status(), status);
        assert!(code.as_str().starts_with("CONTINUATION_TOKEN_"));
    }
}

#[test]
fn a_token_lives_a_day_to_the_second_and_each_answer_renews_it() {
    let keys = keys();
    let token = grooming_token(&keys);
    let at = |s: u64| TokenIssuer { now_unix_s: NOW + s, ..issuer(&keys) };
    let request = Request::messages(Detector::Grooming, vec![message("child", "words")]);
    let answer = assess_continued(&asked(request, Some(token)), &[], &Policy::default(), &at(86_399))
        .expect("it holds");
    assert_eq!(claims(&answer.continuation_token)["exp"], NOW + 86_399 + 86_400);
}

#[test]
fn a_rotated_key_is_accepted_and_the_new_one_signs() {
    let token = grooming_token(&keys());
    let rotated = ContinuationKeys::new(key("ct-2026-12-new")).accepting(key("ct-2026-11"));
    // The second window repeats the message of the first: it is recognised under the old key.
    let messages = vec![message("adult", "please keep this between us"), message("child", "ok")];
    let asked = asked(Request::messages(Detector::Grooming, messages), Some(token));
    let answer = assess_continued(&asked, &[], &Policy::default(), &issuer(&rotated)).expect("it continues");
    assert_eq!(answer.trajectory.turns, 2);
    assert_eq!(answer.verdict.categories[0].tag, "SECRECY_REQUEST");
    let header = answer.continuation_token.split('.').next().expect("a header");
    let header: Value =
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(header).expect("base64")).expect("JSON");
    assert_eq!(header["kid"], "ct-2026-12-new");
}

#[test]
fn reset_discards_even_a_token_that_cannot_be_read() {
    let keys = keys();
    let body =
        json!({"messages": [{"text": "words"}], "continuation_token": "canary", "reset_conversation": true});
    let asked = ContinuedRequest::from_value(Detector::Grooming, body, &Limits::default()).expect("valid");
    let answer = assess_continued(&asked, &[], &Policy::default(), &issuer(&keys)).expect("it begins anew");
    assert_eq!(answer.state_source, StateSource::Reset);
    assert_eq!(answer.trajectory.turns, 1);
    assert!(!answer.verdict.detected);
}

#[test]
fn the_token_wins_over_the_history() {
    let body = |token: Value| {
        let context = json!({"conversation_history": [{"role": "contact", "text": "words"}]});
        json!({"text": "words", "context": context, "continuation_token": token})
    };
    let history = |token: Value| {
        let asked =
            ContinuedRequest::from_value(Detector::Bullying, body(token), &Limits::default()).expect("valid");
        asked.request.context.conversation_history.len()
    };
    assert_eq!((history(json!(null)), history(json!("t"))), (1, 0));
    let error = ContinuedRequest::from_value(Detector::Bullying, body(json!(7)), &Limits::default())
        .expect_err("a number");
    assert_eq!(error.to_string(), "continuation_token must be a string; received a number");

    // Also where the caller put both together by hand.
    let keys = keys();
    let mut request = Request::text(Detector::CoerciveControl, "words");
    let first = assess_continued(&asked(request.clone(), None), &[], &Policy::default(), &issuer(&keys))
        .expect("begins");
    request.context.conversation_history =
        vec![HistoryMessage { role: "contact".to_owned(), text: "words".to_owned() }];
    let fresh = assess_continued(&asked(request.clone(), None), &[], &Policy::default(), &issuer(&keys))
        .expect("begins");
    assert_eq!(fresh.trajectory.turns, 2);
    let second = assess_continued(
        &asked(request, Some(first.continuation_token)),
        &[],
        &Policy::default(),
        &issuer(&keys),
    );
    assert_eq!(second.expect("continues").trajectory.turns, 2);
}

#[test]
fn only_five_detectors_continue() {
    let keys = keys();
    for &detector in Detector::ALL {
        let asked = asked(Request::text(detector, "words"), None);
        let outcome = assess_continued(&asked, &[], &Policy::default(), &issuer(&keys));
        assert_eq!(outcome.is_ok(), detector.continues(), "{detector}");
    }
    assert_eq!(Detector::ALL.iter().filter(|d| d.continues()).count(), 5);
}

#[test]
fn a_token_does_not_carry_over_to_a_detector_that_does_not_continue() {
    let keys = keys();
    let asked = asked(Request::text(Detector::Unsafe, "words"), Some(grooming_token(&keys)));
    let error = Conversation::resume(&asked, issuer(&keys)).expect_err("another detector");
    assert_eq!(error.code(), Code::TokenScopeMismatch);
}

#[test]
fn an_engine_that_fails_asks_for_a_person_and_keeps_the_state() {
    let keys = keys();
    let asked = asked(
        Request::messages(Detector::Grooming, vec![message("child", "words")]),
        Some(grooming_token(&keys)),
    );
    let conversation = Conversation::resume(&asked, issuer(&keys)).expect("it holds");
    let failed = conversation.clone().engine_error(&Policy::default()).expect("an answer");
    assert_eq!(failed.verdict.analysis_status, Some(crate::AnalysisStatus::EngineError));
    assert_eq!((failed.verdict.credits_used, failed.trajectory.turns), (0, 1));
    let again = ContinuedRequest { continuation_token: Some(failed.continuation_token), ..asked };
    let again = assess_continued(&again, &[], &Policy::default(), &issuer(&keys)).expect("it continues");
    let straight = conversation.assess(&[], &Policy::default()).expect("it continues");
    assert_eq!((again.verdict, again.trajectory), (straight.verdict, straight.trajectory));
}

#[test]
fn evidence_points_to_its_message() {
    let keys = keys();
    let signals = [signal("bullying", 1.0), signal("bullying/THREAT", 1.0).with_span(0, 5)];
    let id = |message_id: Option<&str>, text: &str| {
        let mut request = Request::text(Detector::Bullying, text);
        request.message_id = message_id.map(str::to_owned);
        let answer = assess_continued(&asked(request, None), &signals, &Policy::default(), &issuer(&keys))
            .expect("begins");
        let pointer = claims(&answer.continuation_token)["ev"][0][0].clone();
        (answer.verdict.evidence.expect("evidence")[0].message_id.clone().expect("an id"), pointer)
    };
    assert_eq!(id(Some("mine"), "words").0, "mine");
    let (short, pointer) = id(None, "words");
    assert_eq!(pointer, short.as_str());
    assert!(short.len() == 14 && short.starts_with("m-"));
    assert_eq!(id(None, "words").0, short);
    assert_ne!(id(None, "other words").0, short);
    assert_ne!(id(Some("mine"), "words").1, id(Some("yours"), "words").1);
}

#[test]
fn what_was_found_stays_found_and_the_trail_says_why() {
    let threat = vec![signal("bullying", 1.0), signal("bullying/THREAT", 1.0)];
    let answer = texts(Detector::Bullying, &[threat, Vec::new(), Vec::new()]);
    assert_eq!(answer.verdict.risk_score.rounded(), 0.88);
    assert_eq!(answer.verdict.categories[0].tag, "THREAT");
    let reasons: Vec<&str> = answer.verdict.adjustments.iter().map(|a| a.reason.as_str()).collect();
    assert_eq!(reasons, ["earlier turns of the same conversation"]);
    let risks: Vec<f64> = answer.trajectory.risks.iter().map(|r| r.get()).collect();
    assert_eq!(risks, [0.88, 0.0, 0.0]);
    assert_eq!(answer.trajectory.peak.rounded(), 0.88);
    assert_eq!(claims(&answer.continuation_token)["rec"].as_array().map(Vec::len), Some(3));
}

#[test]
fn signs_of_distress_join_across_turns() {
    let turn = |tag: &str| vec![signal("distress-signals", 1.0), signal(tag, 1.0)];
    let turns = [turn("distress-signals/LONELINESS"), turn("distress-signals/TRUST_SEEKING")];
    let answer = texts(Detector::DistressSignals, &turns);
    let distress = answer.verdict.distress.expect("distress fields");
    assert!(distress.exploitation_risk.grooming.get() > 0.9);
    assert_eq!(distress.vulnerability_level, crate::detail::distress::VulnerabilityLevel::High);
}

#[test]
fn a_rising_risk_shows_as_worsening() {
    let turn = |p: f64| vec![signal("coercive-control", p)];
    let rising = [0.1, 0.2, 0.3, 0.55, 0.8, 1.0].map(turn);
    assert_eq!(texts(Detector::CoerciveControl, &rising).trajectory.direction, crate::Trend::Worsening);
    let falling: Vec<_> = rising.into_iter().rev().collect();
    assert_eq!(texts(Detector::CoerciveControl, &falling).trajectory.direction, crate::Trend::Improving);
}

#[test]
fn a_stated_age_counts_in_later_windows() {
    let keys = keys();
    let run = |text: &str, token: Option<String>, signals: &[Signal]| {
        let mut request =
            Request::messages(Detector::Grooming, vec![message("child", text), message("adult", "words")]);
        request.context.child_age = Some(15.0);
        assess_continued(&asked(request, token), signals, &Policy::default(), &issuer(&keys))
            .expect("it runs")
    };
    let first = run("one", None, &[signal("age/9", 1.0).at(0)]);
    assert!(first.verdict.grooming.as_ref().expect("grooming fields").declared_age_overridden);
    let second = run("two", Some(first.continuation_token), &[signal("grooming/flattery", 1.0).at(1)]);
    assert_eq!(second.verdict.age_calibration.age_group, Some(crate::AgeGroup::Under10));
    // Of several statements the youngest stays.
    let third = run("three", Some(second.continuation_token), &[signal("age/14", 1.0).at(0)]);
    let fourth = run("four", Some(third.continuation_token), &[]);
    assert_eq!(fourth.verdict.age_calibration.age_group, Some(crate::AgeGroup::Under10));
}

#[test]
fn a_conversation_beyond_the_ceiling_leaves_the_state_as_it_is() {
    let keys = keys();
    let token = grooming_token(&keys);
    let messages = (0..51).map(|i| message("adult", &i.to_string())).collect();
    let asked = asked(Request::messages(Detector::Grooming, messages), Some(token));
    let answer = assess_continued(&asked, &[], &Policy::default(), &issuer(&keys)).expect("an answer");
    assert_eq!(answer.verdict.analysis_status, Some(crate::AnalysisStatus::EngineError));
    assert_eq!(answer.trajectory.turns, 1);
}

#[test]
fn the_longest_conversation_keeps_the_token_small() {
    let keys = keys();
    let mut token = None;
    for window in 0..40_u32 {
        let messages: Vec<Message> = (0..15).map(|i| message("adult", &format!("{window} {i}"))).collect();
        let mut signals = vec![signal("bullying", 0.123_456_789_012_345_6)];
        for (i, tag) in crate::TAGS.iter().filter(|tag| tag.detector == Detector::Bullying).enumerate() {
            let label = format!("bullying/{}", tag.tag);
            signals.push(signal(&label, 0.987_654_321_012_345_6).at(i).with_span(0, 1));
        }
        let asked = asked(Request::messages(Detector::Bullying, messages), token);
        let answer =
            assess_continued(&asked, &signals, &Policy::default(), &issuer(&keys)).expect("it continues");
        assert_eq!(answer.trajectory.turns, (window + 1) * 15);
        assert!(answer.trajectory.risks.len() <= 64);
        token = Some(answer.continuation_token);
    }
    assert!(token.expect("a token").len() <= token::MOST_BYTES / 2);
}

#[test]
fn keys_are_checked() {
    assert!(ContinuationKey::new("", [0; 32]).is_err());
    assert!(ContinuationKey::new("a b", [0; 32]).is_err());
    assert!(ContinuationKey::new("a".repeat(33), [0; 32]).is_err());
    let error = ContinuationKey::new("a", [0; 31]).expect_err("too short");
    assert_eq!(error.to_string(), "a secret has 31 bytes; at least 32 are needed");
    assert_eq!(key("ct-2026-11").id(), "ct-2026-11");
}

#[test]
fn times_are_written_as_iso_8601() {
    for (unix_s, written) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (1_709_164_800, "2024-02-29T00:00:00Z"),
        (1_735_689_599, "2024-12-31T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
    ] {
        assert_eq!(iso_8601(unix_s), written);
    }
}

/// What one message shows: who speaks, a tactic, its probability, and what the conversation looks like from here.
type Turn = (bool, usize, f64, f64);

fn turn() -> impl Strategy<Value = Turn> {
    (any::<bool>(), 0..Tactic::ALL.len(), 0.0..=1.0_f64, 0.0..=1.0_f64)
}

/// Messages `range` of a conversation with their signals; `whole` is about the window as a whole.
fn window(turns: &[Turn], range: std::ops::Range<usize>, whole: f64) -> (Request, Vec<Signal>) {
    let roles = |adult: bool| if adult { "adult" } else { "child" };
    let mut signals = vec![signal("grooming", whole)];
    let mut messages = Vec::new();
    for (place, i) in range.enumerate() {
        let (adult, tactic, p, _) = turns[i];
        messages.push(message(roles(adult), &format!("message {i}")));
        signals.push(signal(&format!("grooming/{}", Tactic::ALL[tactic]), p).at(place));
    }
    let mut request = Request::messages(Detector::Grooming, messages);
    request.context.age_group = Some(crate::AgeGroup::From13To15);
    (request, signals)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn windows_equal_the_whole_conversation(
        turns in prop::collection::vec(turn(), 2..=50), size in 10..=15_usize, shared in 0..=5_usize,
    ) {
        let keys = keys();
        let run = |request, signals: &[Signal], token| {
            assess_continued(&asked(request, token), signals, &Policy::default(), &issuer(&keys)).expect("it runs")
        };
        let mut strongest = 0.0_f64;
        let mut windowed: Option<ContinuedVerdict> = None;
        let mut start = 0;
        loop {
            let end = (start + size).min(turns.len());
            strongest = strongest.max(turns[start].3);
            let (request, signals) = window(&turns, start..end, turns[start].3);
            windowed = Some(run(request, &signals, windowed.map(|answer| answer.continuation_token)));
            if end == turns.len() {
                break;
            }
            start = end - shared;
        }
        let windowed = windowed.expect("at least one window");
        let (request, signals) = window(&turns, 0..turns.len(), strongest);
        let whole = run(request, &signals, None);

        prop_assert_eq!(&windowed.trajectory.risks, &whole.trajectory.risks);
        prop_assert_eq!(windowed.trajectory.turns, whole.trajectory.turns);
        prop_assert_eq!(windowed.trajectory.direction, whole.trajectory.direction);
        for (kept, message) in whole.trajectory.risks.iter().zip(whole.verdict.message_analysis.iter().flatten()) {
            let calibrated = if message.risk_score.get() < 0.3 { 1.0 } else { 1.2 };
            let own = message.risk_score.get();
            // A product above 1 is clamped, so what it was cannot be told.
            prop_assert!((kept.get() * calibrated - own).abs() <= 0.005 * calibrated + 1e-9 || own == 1.0);
        }
        let (one, other) = (&windowed.verdict, &whole.verdict);
        prop_assert!((one.risk_score.get() - other.risk_score.get()).abs() < 1e-6);
        prop_assert!((one.severity.get() - other.severity.get()).abs() < 1e-6);
        prop_assert_eq!((one.level, one.recommended_action), (other.level, other.recommended_action));
        prop_assert_eq!(&one.grooming.as_ref().map(|g| &g.flags), &other.grooming.as_ref().map(|g| &g.flags));
        let tags = |verdict: &Verdict| verdict.categories.iter().map(|c| c.tag.clone()).collect::<Vec<_>>();
        prop_assert_eq!(tags(one), tags(other));
    }

    #[test]
    fn texts_one_by_one_equal_one_call_with_all(
        probabilities in prop::collection::vec((0.0..=1.0_f64, 0.0..=1.0_f64), 1..20),
    ) {
        let turn = |(harm, tag): &(f64, f64)| vec![signal("bullying", *harm), signal("bullying/THREAT", *tag)];
        let turns: Vec<Vec<Signal>> = probabilities.iter().map(turn).collect();
        let one_by_one = texts(Detector::Bullying, &turns);
        let messages = turns.iter().map(|_| message("contact", "words")).collect();
        let at = |(i, signals): (usize, &Vec<Signal>)| signals.iter().map(move |s| s.clone().at(i)).collect::<Vec<_>>();
        let signals: Vec<Signal> = turns.iter().enumerate().flat_map(at).collect();
        let keys = keys();
        let request = Request { content: Content::Messages(messages), ..Request::text(Detector::Bullying, "") };
        let whole = assess_continued(&asked(request, None), &signals, &Policy::default(), &issuer(&keys)).expect("runs");
        prop_assert_eq!(one_by_one.trajectory.risks, whole.trajectory.risks);
        prop_assert!((one_by_one.verdict.risk_score.get() - whole.verdict.risk_score.get()).abs() < 1e-6);
        prop_assert_eq!(one_by_one.verdict.level, whole.verdict.level);
    }

    #[test]
    fn one_altered_character_is_noticed(at in any::<prop::sample::Index>(), by in 1..63_usize) {
        const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let keys = keys();
        let token = grooming_token(&keys);
        let mut altered = token.clone().into_bytes();
        let place = at.index(altered.len());
        if let Some(letter) = LETTERS.iter().position(|l| *l == altered[place]) {
            altered[place] = LETTERS[(letter + by) % LETTERS.len()];
            let altered = String::from_utf8(altered).expect("ASCII");
            let code = refused(&altered, &issuer(&keys)).code();
            prop_assert!(matches!(code, Code::TokenMalformed | Code::TokenBadSignature | Code::TokenUnknownKey));
        }
    }

    #[test]
    fn a_truncated_token_is_noticed(at in any::<prop::sample::Index>()) {
        let keys = keys();
        let token = grooming_token(&keys);
        let code = refused(token.get(..at.index(token.len())).expect("ASCII"), &issuer(&keys)).code();
        prop_assert!(matches!(code, Code::TokenMalformed | Code::TokenBadSignature));
    }

    #[test]
    fn no_characters_make_it_panic(token in "[\\PC.]{0,200}") {
        let keys = keys();
        prop_assert!(refused(&token, &issuer(&keys)).code().as_str().starts_with("CONTINUATION_TOKEN_"));
    }
}
