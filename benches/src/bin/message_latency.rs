//! The yardstick of the bindings: one message of 100 characters through all heads, timed on demand.
//!
//! `cargo run --release -p wardlight-benches --bin message_latency`. The first line that it prints is the body of the
//! request; from then on every line of standard input is a number of calls and is answered with the nanoseconds of the
//! fastest, for whatever interrupts a call only makes it slower. A binding takes turns with it in one run, and the ratio
//! of both is what the binding costs (`overhead.py` and `overhead.mjs` in the bindings'
//! `tools`).
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool reports to its user")]

use serde_json::json;
use std::process::ExitCode;
use std::time::{Duration, Instant};
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
        let mut fastest = Duration::MAX;
        for _ in 0..calls {
            let start = Instant::now();
            let verdict = screener.screen_json(Detector::Bullying, &body).map_err(|e| e.to_string())?;
            drop(std::hint::black_box(verdict));
            fastest = fastest.min(start.elapsed());
        }
        println!("{}", fastest.as_nanos());
    }
    Ok(())
}
