//! Every request of `vectors/tier-b`, through the bundled model.
//!
//! `WARDLIGHT_BLESS=1 cargo test -p wardlight-tests --test tier_b` records
//! what the model answers; a person reads the difference before it is committed.
#![allow(clippy::print_stdout, reason = "the count is the report")]

use serde_json::{Value, json};
use wardlight::{Detector, Screener};
use wardlight_tests::{Recorded, Requests, read_json, record, run_tier_b, vectors_folder};

#[test]
fn every_recorded_answer_holds() {
    let screener = Screener::builder().build().expect("the bundled model loads");
    let answer =
        |detector: Detector, request: &Value| match screener.screen_json(detector, &request.to_string()) {
            Ok(verdict) => serde_json::to_value(verdict).expect("a verdict is JSON"),
            Err(error) => json!({ "error": error }),
        };
    let folder = vectors_folder().join("tier-b");
    let requests: Requests = read_json(&folder.join("requests.json")).expect("the requests");
    let first = requests.requests.first().expect("at least one request");
    let model = answer(first.detector, &first.request)["model_version"].clone();
    let model = model.as_str().expect("a bundle names its model");
    let path = folder.join(format!("{model}.json"));
    if std::env::var_os("WARDLIGHT_BLESS").is_some() {
        let text = serde_json::to_string_pretty(&record(&requests, model, answer)).expect("it is JSON");
        std::fs::write(path, text + "\n").expect("the folder can be written");
        return;
    }
    let recorded: Recorded = read_json(&path).expect("the recorded answers; see the head of this file");
    assert_eq!(recorded.model, model);
    let faults = run_tier_b(&requests, &recorded, answer);
    println!("tier B, {model}: {} requests, {} faults", requests.requests.len(), faults.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
