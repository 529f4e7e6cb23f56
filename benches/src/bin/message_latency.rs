//! The yardstick of the bindings: one message of 100 characters through all heads, timed on demand.
//!
//! `cargo run --release -p wardlight-benches --bin message_latency`. The first line that it prints is the body of the
//! request; from then on every line of standard input is a number of calls and is answered with their median in
//! nanoseconds. A binding takes turns with it in one run, so that a busy machine slows both; the ratio of both medians is
//! what the binding costs (`bindings/python/tools/overhead.py`).
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool reports to its user")]

use serde_json::json;
use std::process::ExitCode;
use std::time::Instant;
use wardlight::{Detector, Screener};
use wardlight_benches::chat_line;

fn main() -> ExitCode {
    match answer() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn answer() -> Result<(), String> {
    let screener = Screener::builder().early_exit(false).build().map_err(|e| e.to_string())?;
    let body = json!({ "text": chat_line(100) }).to_string();
    println!("{body}");
    for line in std::io::stdin().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let calls: usize = line.trim().parse().map_err(|_| "a line is a number of calls".to_owned())?;
        let mut times = Vec::with_capacity(calls);
        for _ in 0..calls {
            let start = Instant::now();
            let verdict = screener.screen_json(Detector::Bullying, &body).map_err(|e| e.to_string())?;
            drop(std::hint::black_box(verdict));
            times.push(start.elapsed().as_nanos());
        }
        times.sort_unstable();
        println!("{}", times.get(calls / 2).copied().unwrap_or_default());
    }
    Ok(())
}
