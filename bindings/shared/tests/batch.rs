//! Batches with items that JSON can say and the library cannot read.

use serde_json::Value;
use wardlight_bindings::{Code, Engine, OffsetUnit, pure};

fn item(held: &str) -> String {
    format!(r#"{{"type": "bullying", "text": "words", "metadata": {{"x": {held}}}}}"#)
}

#[test]
fn an_item_that_cannot_be_read_spoils_no_other() {
    let engine = Engine::new(None, OffsetUnit::Utf16).expect("the bundled model");
    let deep = "[".repeat(200) + &"]".repeat(200);
    for unfit in [deep.as_str(), "1e999", r#""\ud800""#] {
        let options = r#""options": {"parallel": false}"#;
        let body = format!(r#"{{"items": [{}, {}, {}], {options}}}"#, item("1"), item(unfit), item("2"));
        let answers =
            [engine.screen_batch(&body), pure::assess_batch(&body, "[[], [], []]", None, OffsetUnit::Utf16)];
        for answer in answers {
            let answer: Value = serde_json::from_str(&answer.expect("a batch")).expect("plain JSON");
            let told = |i: usize| &answer["results"][i];
            assert_eq!((&told(0)["success"], &told(2)["success"]), (&Value::Bool(true), &Value::Bool(true)));
            assert_eq!(told(1)["error_code"], "VAL_INVALID_INPUT", "{unfit}");
            let error = told(1)["error"].as_str().expect("a reason");
            assert!(error.starts_with("items[1] is not valid JSON at line 1, column"), "{error}");
            assert_eq!(told(2)["result"]["metadata"]["x"], 2);
        }
    }
}

#[test]
fn what_is_no_batch_is_an_error() {
    let engine = Engine::new(None, OffsetUnit::Utf16).expect("the bundled model");
    let odd = format!(r#"{{"items": [{}], "options": 1e999}}"#, item("1"));
    for body in
        ["{", r#"{"items": [}"#, r#"{"items": {"x": 1e999}}"#, r#"{"x": 1e999}"#, "[1e999]", odd.as_str()]
    {
        assert_eq!(engine.screen_batch(body).expect_err("no batch").code(), Code::MalformedJson, "{body}");
    }
}
