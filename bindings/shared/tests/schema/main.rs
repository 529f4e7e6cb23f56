//! `bindings/schema.json`: the types of requests and results, the error table and the vocabularies, from which every
//! language generates its own.
//!
//! `WARDLIGHT_BLESS=1 cargo test -p wardlight-bindings --test schema` writes the file; otherwise it has to be current.

mod requests;
mod results;

use requests::{
    ActionPlanRequest, BatchItem, BatchRequest, ContinuedRequest, IncidentReportRequest, MultiRequest,
    Request,
};
use results::{NationalNumber, NextStep, Review, SpeechSegment, TextLine, Verification, WebhookHeaders};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use std::path::Path;
use wardlight_core::automation::Evaluation;
use wardlight_core::lexicon::Prescreen;
use wardlight_core::synthetic::SyntheticVerdict;
use wardlight_core::verification::{Aamva, Mrz, VerificationMode};
use wardlight_core::webhook::EventType;
use wardlight_core::{
    ActionPlan, BatchVerdict, Code, ContinuedVerdict, Country, Detector, ErrorKind, IncidentReport, Level,
    MultiVerdict, Signal, Verdict,
};

#[test]
fn the_committed_schema_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema.json");
    let text = serde_json::to_string_pretty(&schema()).expect("a schema is JSON") + "\n";
    if std::env::var_os("WARDLIGHT_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the folder can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "bindings/schema.json is stale: WARDLIGHT_BLESS=1 cargo test -p wardlight-bindings --test schema, \
         then the tools/generate of bindings/python, bindings/node and bindings/mobile"
    );
}

fn schema() -> Value {
    let mut results = SchemaSettings::draft2020_12().for_serialize().into_generator();
    macro_rules! named {
        ($generator:ident: $($of:ty),+) => { $($generator.subschema_for::<$of>();)+ };
    }
    named!(results: Verdict, MultiVerdict, BatchVerdict, ContinuedVerdict, ActionPlan, IncidentReport, Prescreen);
    named!(results: Country, Signal, Detector, Level, ErrorKind);
    named!(results: Mrz, Aamva, NationalNumber, Verification, VerificationMode, SyntheticVerdict, Evaluation);
    named!(results: Review, WebhookHeaders, NextStep, EventType, TextLine, SpeechSegment);
    let mut requests: SchemaGenerator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    named!(requests: Request, MultiRequest, BatchRequest, BatchItem, ContinuedRequest);
    named!(requests: ActionPlanRequest, IncidentReportRequest);
    let errors: Vec<Value> = Code::ALL
        .iter()
        .map(|code| {
            json!({
                "code": code.as_str(), "detail": code.detail(), "kind": code.kind(), "http_status": code.http_status(),
            })
        })
        .collect();
    json!({ "results": results.definitions(), "requests": requests.definitions(), "errors": errors })
}
