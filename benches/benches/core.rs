//! The pipeline alone: no model, signals given.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wardlight::{Detector, Policy, Request, Signal, assess};
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

criterion_group!(benches, pipeline);
criterion_main!(benches);
