//! Screens a file of requests, one JSON object a line, into a file of answers in the same order.
//!
//! `cargo run --release -p wardlight --example screen_jsonl -- --in requests.jsonl --out results.jsonl`
//!
//! A line is `{"id", "detector", "text" or "messages", "context"?, "options"?, ...}`; its answer is
//! `{"id", "result"}` or `{"id", "error": {"code", "detail", "message"}}`. A bad line is answered and
//! counted, and the rest goes on; only an input or output that fails ends the run.
#![expect(clippy::print_stderr, reason = "a command-line tool talks to its user")]

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::process::ExitCode;
use std::time::Instant;
use wardlight::{Code, Detector, Error, Screener, Verdict};

/// Screens requests in bulk on this machine.
#[derive(Parser)]
struct Arguments {
    /// Requests, one JSON object a line; `-` is standard input.
    #[arg(long = "in")]
    input: String,
    /// Answers, one JSON object a line; `-` is standard output.
    #[arg(long = "out")]
    output: String,
    /// Worker threads; all cores when left out. Answers do not depend on it.
    #[arg(long)]
    threads: Option<usize>,
    /// Overrides `include_evidence` of every request.
    #[arg(long, action = clap::ArgAction::Set)]
    include_evidence: Option<bool>,
}

/// What a run came to.
#[derive(Default)]
struct Totals {
    lines: u64,
    errors: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let start = Instant::now();
    match run(&arguments) {
        Ok(totals) => {
            let seconds = start.elapsed().as_secs_f64().max(1e-9);
            eprintln!(
                "{} requests, {} answered with an error, {seconds:.1} s, {:.1} requests a second",
                totals.lines,
                totals.errors,
                f64::from(u32::try_from(totals.lines).unwrap_or(u32::MAX)) / seconds
            );
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<Totals, String> {
    let (mut input, bytes) = open_input(&arguments.input)?;
    let mut output = open_output(&arguments.output)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.unwrap_or(cores).max(1);
    let screener = Screener::builder().build().map_err(|e| e.to_string())?;
    let progress = progress_bar(bytes);
    let mut totals = Totals::default();
    loop {
        let (batch, read) = read_batch(&mut input, threads * LINES_PER_THREAD)
            .map_err(|e| format!("{}: {e}", arguments.input))?;
        if batch.is_empty() && read == 0 {
            break;
        }
        for (answer, failed) in answer_batch(&screener, arguments.include_evidence, &batch, threads) {
            totals.lines += 1;
            totals.errors += u64::from(failed);
            writeln!(output, "{answer}").map_err(|e| format!("{}: {e}", arguments.output))?;
        }
        progress.inc(read);
        progress.set_message(format!("{} requests, {} errors", totals.lines, totals.errors));
    }
    output.flush().map_err(|e| format!("{}: {e}", arguments.output))?;
    progress.finish_and_clear();
    Ok(totals)
}

/// Large enough to keep every thread busy, small enough to bound memory.
const LINES_PER_THREAD: usize = 64;
/// Longest line that is kept; a longer one is answered with an error. Fits 100 messages of 50,000 characters.
const MAX_LINE_BYTES: usize = 64 << 20;

fn open_input(path: &str) -> Result<(Box<dyn BufRead>, Option<u64>), String> {
    if path == "-" {
        return Ok((Box::new(BufReader::new(std::io::stdin())), None));
    }
    let file = File::open(path).map_err(|e| format!("{path}: {e}"))?;
    let bytes = file.metadata().ok().map(|m| m.len());
    Ok((Box::new(BufReader::new(file)), bytes))
}

fn open_output(path: &str) -> Result<Box<dyn Write>, String> {
    if path == "-" {
        return Ok(Box::new(BufWriter::new(std::io::stdout())));
    }
    Ok(Box::new(BufWriter::new(File::create(path).map_err(|e| format!("{path}: {e}"))?)))
}

/// A bar on a terminal, silence elsewhere.
fn progress_bar(bytes: Option<u64>) -> ProgressBar {
    let template = "{bar:30} {bytes}/{total_bytes} {msg}";
    match bytes {
        Some(bytes) => ProgressBar::new(bytes).with_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        ),
        None => ProgressBar::new_spinner(),
    }
}

/// A line, or why it is not kept.
type Line = Result<Vec<u8>, Error>;

/// Up to `most` lines that are not blank, fewer where they are long, and the bytes read for them.
fn read_batch(input: &mut dyn BufRead, most: usize) -> std::io::Result<(Vec<Line>, u64)> {
    let mut batch = Vec::with_capacity(most);
    let mut total = 0;
    while batch.len() < most && total < MAX_LINE_BYTES as u64 {
        let mut line = Vec::new();
        let read = (&mut *input).take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            break;
        }
        total += read as u64;
        if read > MAX_LINE_BYTES && !line.ends_with(b"\n") {
            let rest = input.skip_until(b'\n')?;
            total += rest as u64;
            let message = format!("the line has {} bytes; the limit is {MAX_LINE_BYTES} bytes", read + rest);
            batch.push(Err(Error::new(Code::TextTooLong, message)));
        } else if !line.trim_ascii().is_empty() {
            batch.push(Ok(line));
        }
    }
    Ok((batch, total))
}

/// Answers in the order of the lines, each with whether it is an error.
fn answer_batch(
    screener: &Screener,
    include_evidence: Option<bool>,
    batch: &[Line],
    threads: usize,
) -> Vec<(String, bool)> {
    let answer_all = |lines: &[Line]| -> Vec<(String, bool)> {
        lines.iter().map(|line| answer(screener, include_evidence, line)).collect()
    };
    let share = batch.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            batch.chunks(share).map(|lines| (lines, scope.spawn(move || answer_all(lines)))).collect();
        let mut answers = Vec::with_capacity(batch.len());
        for (lines, worker) in workers {
            // The screener turns failures into verdicts, so a lost worker is a defect; its lines still get answers.
            answers.extend(worker.join().unwrap_or_else(|_| {
                let error = Error::new(Code::Internal, "a worker failed");
                lines.iter().map(|_| (json!({"id": null, "error": error}).to_string(), true)).collect()
            }));
        }
        answers
    })
}

fn answer(screener: &Screener, include_evidence: Option<bool>, line: &Line) -> (String, bool) {
    let mut id = Value::Null;
    let line = line.as_deref().map_err(Clone::clone);
    let result = line.and_then(parse).and_then(|mut body| {
        if let Some(fields) = body.as_object_mut() {
            id = fields.remove("id").unwrap_or_default();
        }
        screen(screener, include_evidence, body)
    });
    let failed = result.is_err();
    let (result, error) = (result.as_ref().ok(), result.as_ref().err());
    let answer = serde_json::to_string(&Answer { id: &id, result, error });
    // A verdict and an error always serialise; the fallback keeps one line per request all the same.
    (answer.unwrap_or_else(|_| json!({"id": id, "error": null}).to_string()), failed)
}

/// One line of the output, in the order in which a person reads it.
#[derive(Serialize)]
struct Answer<'a> {
    id: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a Verdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a Error>,
}

fn parse(line: &[u8]) -> Result<Value, Error> {
    serde_json::from_slice(line.trim_ascii_end())
        .map_err(|e| Error::new(Code::MalformedJson, format!("not valid JSON at column {}", e.column())))
}

fn screen(screener: &Screener, include_evidence: Option<bool>, mut body: Value) -> Result<Verdict, Error> {
    let Some(fields) = body.as_object_mut() else {
        return Err(Error::invalid("the line must be a JSON object"));
    };
    let detector = match fields.remove("detector") {
        Some(Value::String(name)) => name.parse::<Detector>().map_err(|_| {
            let known: Vec<&str> = Detector::ALL.iter().map(|d| d.as_str()).collect();
            Error::invalid(format!("detector must be one of: {}", known.join(", ")))
        })?,
        Some(_) => return Err(Error::invalid("detector must be a string")),
        None => return Err(Error::invalid("detector is missing")),
    };
    let mut request = screener.request(detector, body)?;
    if let Some(wanted) = include_evidence {
        request.options.include_evidence = wanted;
    }
    Ok(screener.screen(&request))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::repeat;

    #[test]
    fn a_line_that_is_too_long_is_not_kept() {
        let long = 3 * MAX_LINE_BYTES;
        let mut input = BufReader::new(repeat(b'a').take(long as u64).chain(&b"\n{}\n\n{}"[..]));
        let (batch, read) = read_batch(&mut input, 9).expect("it can be read");
        let [Err(error)] = &*batch else { panic!("one line that is refused") };
        assert_eq!(read, long as u64 + 1);
        assert_eq!(error.code(), Code::TextTooLong);
        assert_eq!(
            error.to_string(),
            format!("the line has {read} bytes; the limit is {MAX_LINE_BYTES} bytes")
        );
        let (batch, read) = read_batch(&mut input, 9).expect("it can be read");
        assert_eq!((batch.len(), read), (2, 6));
        assert!(batch.iter().all(|line| line.as_ref().is_ok_and(|line| line.trim_ascii() == b"{}")));
    }
}
