//! Median milliseconds of the bundled graph alone per number of tokens, as a JSON object on one line.
//!
//! `graph_latency [RUNS] [MODEL.onnx TOKENS...]`: another graph over the same vocabulary and heads, at other lengths,
//! for trying an architecture before training it. Used by `benches/compare_onnxruntime.py`, which runs the same ids elsewhere.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool reports to its user")]

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;
use wardlight::{Bundle, Model, OnnxModel, Tokenizer};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runs = arguments.first().and_then(|runs| runs.parse().ok()).unwrap_or(40_usize).max(1);
    let lengths: Vec<usize> = arguments.iter().skip(2).filter_map(|length| length.parse().ok()).collect();
    match measure(runs, arguments.get(1).map(String::as_str), &lengths) {
        Ok(medians) => {
            println!("{}", serde_json::json!(medians));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(
    runs: usize,
    graph: Option<&str>,
    lengths: &[usize],
) -> Result<BTreeMap<usize, f64>, Box<dyn Error>> {
    let bundle = Bundle::bundled()?;
    let heads = bundle.config().heads.clone();
    let size = Tokenizer::from_vocabulary(bundle.vocabulary()?)?.size();
    let lengths = if lengths.is_empty() { &LENGTHS } else { lengths };
    let longest = lengths.iter().copied().max().unwrap_or(0);
    let bytes = match graph {
        Some(path) => std::fs::read(path)?.into(),
        None => bundle.into_model(),
    };
    let model = OnnxModel::from_bytes(bytes, heads, size, longest)?;
    let mut medians = BTreeMap::new();
    for &length in lengths {
        let inner = (0..length.saturating_sub(2))
            .map(|i| 7 + (11 * i) % 9000)
            .map(|id| u32::try_from(id).unwrap_or(7));
        let ids: Vec<u32> = std::iter::once(2).chain(inner).chain(std::iter::once(3)).collect();
        model.run(&ids)?;
        let mut times = Vec::with_capacity(runs);
        for _ in 0..runs {
            let start = Instant::now();
            model.run(&ids)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        medians.insert(length, times[runs / 2]);
    }
    Ok(medians)
}

/// Tokens of the windows that are measured where none are given.
const LENGTHS: [usize; 6] = [8, 16, 24, 32, 64, 128];
