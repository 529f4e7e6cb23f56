//! The whole path with the bundled model: single messages, conversations, cold start.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use wardlight::{Detector, Request, Screener};
use wardlight_benches::{chat_line, conversation};

fn text(c: &mut Criterion) {
    let screener = Screener::builder().build().expect("the bundled model loads");
    let mut group = c.benchmark_group("message");
    for chars in [20, 100, 500] {
        let request = Request::text(Detector::Bullying, chat_line(chars));
        group.bench_function(format!("{chars} characters"), |b| {
            b.iter(|| screener.screen(black_box(&request)));
        });
    }
    group.finish();

    let mut group = c.benchmark_group("conversation");
    group.sample_size(20);
    for turns in [20, 50] {
        let request = conversation(turns);
        group.bench_function(format!("{turns} turns"), |b| b.iter(|| screener.screen(black_box(&request))));
    }
    group.finish();

    let mut group = c.benchmark_group("cold start");
    group.sample_size(10);
    let request = Request::text(Detector::Bullying, chat_line(100));
    group.bench_function("build and first verdict", |b| {
        b.iter(|| Screener::builder().build().expect("the bundled model loads").screen(black_box(&request)));
    });
    group.finish();
}

criterion_group!(benches, text);
criterion_main!(benches);
