//! Cold start, latency, throughput of harmless messages and memory of the bundled model, as one JSON object.
//!
//! `cargo run --release -p wardlight-benches --bin footprint`. Run it on an idle machine; the numbers are
//! of this process only. Memory is read from /proc and is null where that does not exist.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool reports to its user")]

use serde_json::{Value, json};
use std::process::ExitCode;
use std::time::Instant;
use wardlight::{Detector, Request, Screener};
use wardlight_benches::{EVERYDAY, chat_line, conversation};

fn main() -> ExitCode {
    match measure() {
        Ok(report) => {
            println!("{report:#}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> Result<Value, String> {
    let before = resident_kib("VmRSS");
    let start = Instant::now();
    let screener = Screener::builder().build().map_err(|e| e.to_string())?;
    let built = start.elapsed();
    let request = Request::text(Detector::Bullying, chat_line(100));
    screener.screen(&request);
    let first = start.elapsed();
    let after_first = resident_kib("VmRSS");
    // Without the early exit: every head, every time.
    let full = Screener::builder().early_exit(false).build().map_err(|e| e.to_string())?;
    let latency = percentiles(400, || drop(full.screen(&request)));
    let long = conversation(50);
    let long_latency = percentiles(20, || drop(screener.screen(&long)));
    let harmless: Vec<Request> =
        EVERYDAY.lines().map(|text| Request::text(Detector::Bullying, text)).collect();
    let took_exit = |request: &&Request| screener.observe(request).ok() != full.observe(request).ok();
    let passing: Vec<&Request> = harmless.iter().filter(took_exit).collect();
    let each = percentiles(400, || passing.iter().for_each(|request| drop(screener.screen(request))));
    let per_second = f64::from(u32::try_from(passing.len()).unwrap_or(0)) * 1e3 / each.0;
    Ok(json!({
        "model": screener.screen(&request).model_version,
        "build_ms": round(built.as_secs_f64() * 1e3),
        "cold_start_to_first_verdict_ms": round(first.as_secs_f64() * 1e3),
        "message_100_characters_ms": {"p50": latency.0, "p95": latency.1},
        "harmless_messages": {
            "lines": harmless.len(),
            "took_the_early_exit": passing.len(),
            "per_second": round(per_second),
        },
        "conversation_50_turns_ms": {"p50": long_latency.0, "p95": long_latency.1},
        "resident_kib": {
            "at_start": before,
            "after_first_verdict": after_first,
            "after_all": resident_kib("VmRSS"),
            "peak": resident_kib("VmHWM"),
        },
    }))
}

/// Median and 95th percentile of `runs` timed calls, in milliseconds, after a tenth as many warm-up calls.
fn percentiles(runs: usize, call: impl Fn()) -> (f64, f64) {
    (0..runs / 10).for_each(|_| call());
    let mut times: Vec<f64> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            call();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (round(times[runs / 2]), round(times[runs * 95 / 100]))
}

fn round(ms: f64) -> f64 {
    (ms * 100.0).round() / 100.0
}

fn resident_kib(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(field))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
