//! What needs no model; too short to leave the thread for.

pub mod automation;
pub mod incident;
pub mod synthetic;
pub mod verification;
pub mod webhook;

use crate::{Answer, Issuer, UNIT, answer};
use napi_derive::napi;
use wardlight_bindings::pure;

/// The rules alone, from signals.
#[napi]
pub fn assess(detector: String, body: String, signals: String, policy: Option<String>) -> Answer {
    answer(pure::assess(&detector, &body, &signals, policy.as_deref(), UNIT))
}

/// The rules over several detectors.
#[napi]
pub fn assess_multi(body: String, observed: String, policy: Option<String>) -> Answer {
    answer(pure::assess_multi(&body, &observed, policy.as_deref(), UNIT))
}

/// The rules over a batch.
#[napi]
pub fn assess_batch(body: String, observed: String, policy: Option<String>) -> Answer {
    answer(pure::assess_batch(&body, &observed, policy.as_deref(), UNIT))
}

/// The rules over the next turns of a conversation.
#[napi]
pub fn assess_continued(
    detector: String,
    body: String,
    signals: String,
    issuer: Issuer,
    policy: Option<String>,
) -> Answer {
    let issuer = issuer.owned();
    answer(
        issuer.with(|issuer| {
            pure::assess_continued(&detector, &body, &signals, issuer, policy.as_deref(), UNIT)
        }),
    )
}

/// What somebody can do now.
#[napi]
pub fn action_plan(body: String, policy: Option<String>) -> Answer {
    answer(pure::action_plan(&body, policy.as_deref()))
}

/// A report without a verdict.
#[napi]
pub fn incident_report(body: String, policy: Option<String>) -> Answer {
    answer(pure::incident_report(&body, policy.as_deref()))
}

/// What the phrase lists say of a text.
#[napi]
pub fn prescreen(
    text: String,
    detector: String,
    language: Option<String>,
    lexicon: Option<String>,
) -> Answer {
    answer(pure::prescreen(&text, &detector, language.as_deref(), lexicon.as_deref()))
}

/// Helplines of a country.
#[napi]
pub fn helplines(country: String) -> Answer {
    answer(pure::helplines(&country))
}

/// Every country with helplines.
#[napi]
pub fn countries() -> Answer {
    answer(pure::countries())
}

/// The price of an operation.
#[napi]
pub fn credits(operation: String, weighting: String) -> Answer {
    answer(pure::credits(&operation, &weighting).map(|credits| credits.to_string()))
}
