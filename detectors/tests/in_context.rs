//! The messages of a conversation are heard among each other, and by themselves where that was promised.
#![allow(clippy::unwrap_used, reason = "a test may stop")]

use serde_json::{Value, json};
use std::ops::Range;
use wardlight::model::{Output, Packed};
use wardlight::testing::ScriptedModel;
use wardlight::{
    AnalysisStatus, ContinuationKey, ContinuationKeys, Detector, Head, Model, Result, Screener, TokenIssuer,
    Verdict,
};

type Answer = fn(&ScriptedModel, &[u32], &[Range<usize>]) -> Result<Packed>;

/// A scripted model with its own way with conversations.
struct Conversing(ScriptedModel, Answer);

impl Model for Conversing {
    fn heads(&self) -> &[Head] {
        self.0.heads()
    }

    fn run(&self, ids: &[u32]) -> Result<Output> {
        self.0.run(ids)
    }

    fn run_conversation(&self, ids: &[u32], messages: &[Range<usize>]) -> Result<Packed> {
        self.1(&self.0, ids, messages)
    }
}

/// Hears in a message whatever was said up to its end.
fn remembering(model: &ScriptedModel, ids: &[u32], messages: &[Range<usize>]) -> Result<Packed> {
    let so_far = |place: &Range<usize>| model.run(ids.get(..place.end).unwrap_or_default());
    Ok(Packed { whole: model.run(ids)?, messages: messages.iter().map(so_far).collect::<Result<_>>()? })
}

/// Forgets to answer to the last message.
fn forgetful(model: &ScriptedModel, ids: &[u32], messages: &[Range<usize>]) -> Result<Packed> {
    let mut packed = model.run_conversation(ids, messages)?;
    packed.messages.pop();
    Ok(packed)
}

fn apart(model: &ScriptedModel, ids: &[u32], messages: &[Range<usize>]) -> Result<Packed> {
    model.run_conversation(ids, messages)
}

fn screener(answer: Answer) -> Screener {
    let rules =
        [("you are dead", "bullying"), ("you are dead", "bullying/THREAT"), ("our secret", "grooming")];
    let (model, tokenizer) = ScriptedModel::new(&rules).unwrap();
    Screener::builder().model(Conversing(model, answer), tokenizer).build().unwrap()
}

fn screen(detector: Detector, body: Value) -> Verdict {
    screen_by(remembering, detector, body)
}

fn screen_by(answer: Answer, detector: Detector, body: Value) -> Verdict {
    let screener = screener(answer);
    screener.screen(&screener.request(detector, body).unwrap())
}

fn after(history: &str) -> Value {
    json!({"text": "sleep well", "context": {"conversation_history": [{"role": "contact", "text": history}]}})
}

#[test]
fn the_same_words_are_judged_for_what_was_said_before_them() {
    assert!(screen(Detector::Bullying, after("you are dead tomorrow")).detected);
    assert!(!screen(Detector::Bullying, after("good match today")).detected);
    assert!(!screen(Detector::Bullying, json!({"text": "sleep well"})).detected);
}

#[test]
fn each_message_is_judged_at_its_own_place() {
    let said = ["good match", "you are dead", "sleep well"].map(|text| json!({"text": text}));
    let verdict = screen(Detector::Bullying, json!({"messages": said}));
    let risks: Vec<f64> = verdict.message_analysis.unwrap().iter().map(|m| m.risk_score.get()).collect();
    assert!(risks[0] < 0.1 && risks[1] > 0.3 && risks[2] > 0.3, "{risks:?}");
}

#[test]
fn a_history_of_grooming_does_not_make_the_text_a_conversation_of_it() {
    let groomed = |body: Value| screen_by(apart, Detector::Grooming, body).risk_score.get();
    let history = json!([{"role": "adult", "text": "our secret"}, {"role": "child", "text": "ok"}]);
    let request = |text: &str| {
        json!({"messages": [{"text": text}, {"text": "bye"}],
                                      "context": {"conversation_history": history}})
    };
    assert!(groomed(request("our secret")) > groomed(request("good match")));
}

#[test]
fn a_pattern_is_surer_where_two_messages_carry_it() {
    let risk = |said: [&str; 4]| {
        let messages = said.map(|text| json!({"sender_role": "adult", "text": text}));
        screen_by(apart, Detector::Grooming, json!({"messages": messages})).risk_score.get()
    };
    let (once, twice) = ("our secret", ["our secret", "good match", "our secret", "bye"]);
    assert!(risk(twice) > risk([once, "good match", "hello", "bye"]));
    assert!((risk(["bye", once, "good match", once]) - risk(twice)).abs() < 1e-9, "wherever they stand");
    assert!(risk(["hello", "good match", "ok", "bye"]) < 0.1);
}

#[test]
fn a_continued_conversation_reads_each_message_by_itself() {
    let keys = ContinuationKeys::new(ContinuationKey::new("ct", [7; 32]).unwrap());
    let issuer = TokenIssuer { keys: &keys, api_key_hash: "hash", now_unix_s: 1_795_000_000 };
    let body = json!({"messages": [{"text": "you are dead"}, {"text": "sleep well"}]}).to_string();
    let answer = screener(remembering).screen_continued_json(Detector::Bullying, &body, &issuer).unwrap();
    let risks: Vec<f64> = answer.trajectory.risks.iter().map(|risk| risk.get()).collect();
    assert!(risks[0] > 0.3 && risks[1] < 0.1, "{risks:?}");
}

#[test]
fn a_message_longer_than_a_window_is_read_to_its_end() {
    let long = format!("{} you are dead {}", "good match ".repeat(90), "bye ".repeat(20));
    let said = json!([{"text": "hello"}, {"text": ""}, {"text": long}, {"text": "ok"}]);
    let verdict = screen_by(apart, Detector::Bullying, json!({"messages": said, "include_evidence": true}));
    let evidence = verdict.evidence.unwrap();
    assert_eq!((evidence[0].text.as_str(), evidence[0].message_index), ("you are dead", Some(2)));
}

#[test]
fn a_flood_of_one_message_is_answered_in_full() {
    let said = vec![json!({"text": "you are dead you are dead you are dead"}); 50];
    let verdict = screen(Detector::Bullying, json!({"messages": said}));
    let risks: Vec<f64> = verdict.message_analysis.unwrap().iter().map(|m| m.risk_score.get()).collect();
    assert!(risks.len() == 50 && risks.iter().all(|risk| *risk > 0.3), "{risks:?}");
}

#[test]
fn a_message_without_an_answer_asks_for_a_person() {
    let said = json!([{"text": "hello"}, {"text": "you are dead"}]);
    let verdict = screen_by(forgetful, Detector::Bullying, json!({"messages": said}));
    assert_eq!(verdict.analysis_status, Some(AnalysisStatus::EngineError));
    assert!(verdict.recommended_action.needs_human());
}
