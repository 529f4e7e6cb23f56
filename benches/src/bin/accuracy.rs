//! Reads validation rows, screens them with the bundled model (or that of `--bundle`) and writes `models/reports/<model>.md`.
//!
//! `cargo run --release -p wardlight-benches --bin accuracy -- --rows DIR [--bundle DIR] [--out models/reports] [--threads N]`
#![expect(clippy::print_stderr, reason = "a command-line tool reports to its user")]

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;
use wardlight::{Bundle, GroomingFields, Language, Observation, Policy, Screener, assess, model::Head};
use wardlight_benches::exam;
use wardlight_benches::functional;
use wardlight_benches::reliability::diagram;
use wardlight_benches::report::{Answer, markdown};
use wardlight_benches::rows::{Row, read_folder};
use wardlight_benches::side_sets;

/// Measures the accuracy of the bundled model.
#[derive(Parser)]
struct Arguments {
    /// Folder of validation rows, written by `models/training/validation.py`.
    #[arg(long)]
    rows: PathBuf,
    /// Folder of a bundle to measure in place of the bundled one, before it ships.
    #[arg(long)]
    bundle: Option<PathBuf>,
    /// Folder of the report.
    #[arg(long, default_value = "models/reports")]
    out: PathBuf,
    /// Worker threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(path) => {
            eprintln!("wrote {}", path.display());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<PathBuf, String> {
    let rows = read_folder(&arguments.rows)?;
    let bundle = match &arguments.bundle {
        Some(folder) => Bundle::from_dir(folder),
        None => Bundle::bundled(),
    };
    let bundle = bundle.map_err(|e| e.to_string())?;
    let heads = Heads(bundle.config().heads.clone());
    let model = bundle.model_version();
    let screener = Screener::builder().bundle(bundle).build().map_err(|e| e.to_string())?;
    // first, because it is quick and a wrong row should show at once
    let side = side_sets::markdown(&screener, &arguments.rows)?
        + &exam::markdown(&screener, &arguments.rows)?
        + &functional::markdown(&screener, &arguments.rows)?;
    let answers = screen_all(&screener, &heads, rows, arguments.threads.max(1))?;
    let command = "cargo run --release -p wardlight-benches --bin accuracy -- --rows <validation rows>";
    let name = model.split('@').next().unwrap_or("model");
    let path = arguments.out.join(format!("{name}.md"));
    std::fs::create_dir_all(&arguments.out).map_err(|e| e.to_string())?;
    let report = markdown(&model, command, &answers) + &side;
    std::fs::write(&path, report).map_err(|e| e.to_string())?;
    for detector in Screener::DETECTORS {
        let of = |(row, _): &&(Row, Answer)| row.detector == *detector && row.plain.is_none();
        let scored: Vec<_> =
            answers.iter().filter(of).map(|(row, a)| (a.probability, row.label == 1)).collect();
        if !scored.is_empty() {
            let picture = arguments.out.join(format!("reliability-{detector}.svg"));
            std::fs::write(picture, diagram(detector.as_str(), &scored)).map_err(|e| e.to_string())?;
        }
    }
    Ok(path)
}

/// The detector heads, to turn strengths back into calibrated probabilities.
struct Heads(Vec<Head>);

impl Heads {
    /// The calibrated probability behind a strength, which was shifted so that the threshold is 0.5.
    fn calibrated(&self, label: Observation, english: bool, strength: f64) -> f64 {
        let head = self.0.iter().find(|head| head.label == label);
        let line = head.map(|head| if english { head.english } else { head.others });
        let odds = |p: f64| p.clamp(1e-9, 1.0 - 1e-9) / (1.0 - p.clamp(1e-9, 1.0 - 1e-9));
        let odds = odds(strength) * odds(line.map_or(0.5, |line| line.threshold));
        odds / (1.0 + odds)
    }
}

fn screen_all(
    screener: &Screener,
    heads: &Heads,
    rows: Vec<Row>,
    threads: usize,
) -> Result<Vec<(Row, Answer)>, String> {
    let share = rows.len().div_ceil(threads).max(1);
    let work = |part: Vec<Row>| -> Result<Vec<(Row, Answer)>, String> {
        part.into_iter().map(|row| answer(screener, heads, &row).map(|a| (row, a))).collect()
    };
    let parts: Vec<Vec<Row>> = rows.chunks(share).map(<[Row]>::to_vec).collect();
    std::thread::scope(|scope| {
        let handles: Vec<_> = parts.into_iter().map(|part| scope.spawn(|| work(part))).collect();
        let mut answers = Vec::new();
        for handle in handles {
            answers.extend(handle.join().map_err(|_| "a worker panicked".to_owned())??);
        }
        Ok(answers)
    })
}

fn answer(screener: &Screener, heads: &Heads, row: &Row) -> Result<Answer, String> {
    let request = row.request().map_err(|e| format!("row {}: {e}", row.id))?;
    let head = Observation::Harm(row.detector);
    let signals = screener.observe(&request).map_err(|e| format!("row {}: {e}", row.id))?;
    let shifted = signals.iter().filter(|s| s.label == head).map(|s| s.probability.get()).fold(0.0, f64::max);
    let english = signals.iter().any(|s| s.label == Observation::Language(Language::ENGLISH));
    let verdict = assess(&request, &signals, &Policy::default());
    let whole = |fields: &GroomingFields| fields.flags.iter().map(ToString::to_string).collect();
    let flags = match verdict.message_analysis {
        Some(messages) => messages.into_iter().map(|message| message.flags).collect(),
        None => verdict.grooming.iter().map(whole).collect(),
    };
    Ok(Answer {
        detected: verdict.detected,
        probability: heads.calibrated(head, english, shifted),
        flags,
        speaker_role: verdict.bullying.and_then(|b| b.speaker_role).map(|role| role.to_string()),
    })
}
