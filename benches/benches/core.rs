//! The pipeline alone: no model, signals given.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wardlight::{
    ContinuationKey, ContinuationKeys, ContinuedRequest, Conversation, Detector, Policy, Request, Signal,
    TokenIssuer, assess, assess_continued,
};
use wardlight_benches::conversation;

fn pipeline(c: &mut Criterion) {
    let policy = Policy::default();
    let label = |name: &str| name.parse().expect("a known label");

    let single = Request::text(Detector::Bullying, "nobody is saving you a seat tomorrow");
    let signals = [
        Signal::new(label("bullying"), 0.9),
        Signal::new(label("bullying/EXCLUSION"), 0.8).with_span(0, 20),
        Signal::new(label("role/enacting"), 0.9),
    ];
    c.bench_function("assess/one message", |b| {
        b.iter(|| assess(black_box(&single), black_box(&signals), &policy));
    });

    let long = conversation(50);
    let mut signals = vec![Signal::new(label("grooming"), 0.9)];
    for i in (0..50).step_by(2) {
        signals.push(Signal::new(label("grooming/flattery"), 0.7).at(i).with_span(0, 8));
        signals.push(Signal::new(label("grooming/secrecy_request"), 0.6).at(i).with_span(0, 8));
        signals.push(Signal::new(label("framing/protective"), 0.1).at(i));
    }
    c.bench_function("assess/50 turns", |b| {
        b.iter(|| assess(black_box(&long), black_box(&signals), &policy));
    });
}

/// The token of a conversation of 50 turns that named two tactics, and what one window costs beside its model passes.
fn continuation(c: &mut Criterion) {
    let policy = Policy::default();
    let secret = *b"an example of 32 bytes, not more";
    let keys = ContinuationKeys::new(ContinuationKey::new("ct-2026-11", secret).expect("a key"));
    let issuer = TokenIssuer { keys: &keys, api_key_hash: "5e884898da280471", now_unix_s: 1_795_000_000 };
    let label = |name: &str| name.parse().expect("a known label");
    let mut signals = vec![Signal::new(label("grooming"), 0.9)];
    for i in (0..50).step_by(2) {
        signals.push(Signal::new(label("grooming/flattery"), 0.7).at(i).with_span(0, 8));
        signals.push(Signal::new(label("grooming/secrecy_request"), 0.6).at(i).with_span(0, 8));
    }
    let mut asked =
        ContinuedRequest { request: conversation(50), continuation_token: None, reset_conversation: false };
    let first = assess_continued(&asked, &signals, &policy, &issuer).expect("it begins");

    asked.request = conversation(1);
    asked.continuation_token = Some(first.continuation_token);
    let mut group = c.benchmark_group("token");
    group.bench_function("verify", |b| {
        b.iter(|| Conversation::resume(black_box(&asked), issuer).expect("it holds"));
    });
    // A verdict without analysis is the cheapest way to the next token.
    group.bench_function("verify, and sign the next", |b| {
        b.iter(|| {
            let conversation = Conversation::resume(black_box(&asked), issuer).expect("it holds");
            conversation.engine_error(&policy).expect("it is signed")
        });
    });
    asked.request = conversation(12);
    let signals: Vec<Signal> =
        signals.into_iter().filter(|signal| signal.message_index.is_none_or(|index| index < 12)).collect();
    group.bench_function("a window of 12 turns", |b| {
        b.iter(|| {
            assess_continued(black_box(&asked), black_box(&signals), &policy, &issuer).expect("it holds")
        });
    });
    group.finish();
}

criterion_group!(benches, pipeline, continuation);
criterion_main!(benches);
