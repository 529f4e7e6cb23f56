//! Screens one chat file and prints the verdict for a person to read, or as the exact result object.
//!
//! `cargo run --release -p wardlight --example screen_chat -- <chat file> [--json]`
#![expect(clippy::print_stderr, reason = "a command-line tool talks to its user")]

use clap::Parser;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use wardlight::{Detector, Request, Score, Screener, Verdict};

/// Screens one conversation on this machine.
///
/// A chat file holds one message a line, `name: text` or `name (age): text`. Lines that begin with `#`
/// set the context: `# child: mia` names the child, `# detector:`, `# platform:`, `# age_group:`,
/// `# country:` and `# language:` do what they say. A file that begins with `{` is a JSON request.
#[derive(Parser)]
struct Arguments {
    /// The chat file.
    chat: PathBuf,
    /// Print the result object of the specification and nothing else.
    #[arg(long)]
    json: bool,
    /// Detector to ask; the file's own line or `grooming` when left out.
    #[arg(long)]
    detector: Option<Detector>,
    /// Age group of the child: "under 10", "10-12", "13-15", "16-17" or "under 18".
    #[arg(long)]
    age_group: Option<String>,
    /// Platform name.
    #[arg(long)]
    platform: Option<String>,
    /// Country for helplines, ISO 3166-1 alpha-2.
    #[arg(long)]
    country: Option<String>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(text) => {
            // A reader that stops early, such as `head`, is no failure.
            let _ = writeln!(std::io::stdout(), "{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<String, String> {
    let path = arguments.chat.display();
    let file = std::fs::read_to_string(&arguments.chat).map_err(|e| format!("{path}: {e}"))?;
    let (detector, body) = read_chat(&file, arguments).map_err(|e| format!("{path}: {e}"))?;
    let screener = Screener::builder().build().map_err(|e| e.to_string())?;
    let request = screener.request(detector, body).map_err(|e| format!("{path}: {e}"))?;
    let verdict = screener.screen(&request);
    if arguments.json {
        return serde_json::to_string_pretty(&verdict).map_err(|e| e.to_string());
    }
    Ok(readable(&request, &verdict))
}

/// The request that a chat file stands for.
fn read_chat(file: &str, arguments: &Arguments) -> Result<(Detector, Value), String> {
    let (mut body, mut detector) = if file.trim_start().starts_with('{') {
        let mut body: Map<String, Value> =
            serde_json::from_str(file).map_err(|e| format!("not a JSON object (line {})", e.line()))?;
        let detector = body.remove("detector");
        body.remove("id");
        (body, detector.and_then(|d| d.as_str().map(str::to_owned)))
    } else {
        read_lines(file)?
    };
    let context = body.entry("context").or_insert_with(|| json!({}));
    for (key, value) in [
        ("age_group", &arguments.age_group),
        ("platform", &arguments.platform),
        ("country", &arguments.country),
    ] {
        if let (Some(value), Some(context)) = (value, context.as_object_mut()) {
            context.insert(key.to_owned(), json!(value));
        }
    }
    if let Some(asked) = arguments.detector {
        detector = Some(asked.to_string());
    }
    let name = detector.unwrap_or_else(|| Detector::Grooming.to_string());
    let detector: Detector = name.parse().map_err(|_| {
        let known: Vec<&str> = Detector::ALL.iter().map(|d| d.as_str()).collect();
        format!("the detector is not known; known are {}", known.join(", "))
    })?;
    Ok((detector, Value::Object(body)))
}

/// Messages and context from `name: text` lines.
fn read_lines(file: &str) -> Result<(Map<String, Value>, Option<String>), String> {
    let mut context = Map::new();
    let mut messages = Vec::new();
    let mut child = String::from("child");
    let mut detector = None;
    for (number, line) in file.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        if let Some(setting) = line.strip_prefix('#') {
            match setting.split_once(':').map(|(key, value)| (key.trim(), value.trim())) {
                Some(("child", value)) => child = value.to_owned(),
                Some(("detector", value)) => detector = Some(value.to_owned()),
                Some(("child_age", value)) => {
                    let years: f64 = value.parse().map_err(|_| "child_age is not a number of years")?;
                    context.insert("child_age".to_owned(), json!(years));
                }
                Some((key, value)) if CONTEXT_KEYS.contains(&key) => {
                    context.insert(key.to_owned(), json!(value));
                }
                _ => {} // any other comment
            }
            continue;
        }
        let (sender, text) = line
            .split_once(':')
            .ok_or_else(|| format!("line {} is not of the form `name: text`", number + 1))?;
        let (name, age) = sender_and_age(sender);
        let role = if name == child { "child" } else { name };
        let mut message = json!({"sender_role": role, "text": text.trim()});
        if let (Some(age), Some(message)) = (age, message.as_object_mut()) {
            message.insert("sender_age".to_owned(), json!(age));
        }
        messages.push(message);
    }
    let mut body = Map::new();
    body.insert("messages".to_owned(), Value::Array(messages));
    body.insert("context".to_owned(), Value::Object(context));
    Ok((body, detector))
}

const CONTEXT_KEYS: [&str; 7] =
    ["age_group", "platform", "country", "language", "sender_trust", "sender_name", "relationship"];

/// `name (12)` is a name with an age.
fn sender_and_age(sender: &str) -> (&str, Option<u8>) {
    let sender = sender.trim();
    let with_age = sender.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    match with_age.map(|(name, age)| (name.trim(), age.trim().parse().ok())) {
        Some((name, Some(age))) => (name, Some(age)),
        _ => (sender, None),
    }
}

/// The verdict as a page for a person.
fn readable(request: &Request, verdict: &Verdict) -> String {
    let mut page = String::new();
    let mut line = |text: String| {
        let _ = writeln!(page, "{text}");
    };
    line(format!(
        "{}: {} · risk {:.2} · severity {:.2} · confidence {:.2}",
        verdict.endpoint,
        verdict.level.as_str().to_uppercase(),
        verdict.risk_score.get(),
        verdict.severity.get(),
        verdict.confidence.get()
    ));
    line(format!("action      {}", verdict.recommended_action.as_str()));
    if let Some(detail) = &verdict.action_detail {
        line(format!("            {detail}"));
    }
    if let Some(grooming) = &verdict.grooming {
        let flags: Vec<&str> = grooming.flags.iter().map(|flag| flag.as_str()).collect();
        line(format!("flags       {}", if flags.is_empty() { "none".to_owned() } else { flags.join(", ") }));
    }
    for category in &verdict.categories {
        line(format!("category    {} ({:.2})", category.label, category.confidence.get()));
    }
    if let Some(messages) = &verdict.message_analysis {
        line("\nmessages".to_owned());
        for message in messages {
            let sender =
                request.message_list().get(message.message_index).map_or("", |m| m.sender_role.as_str());
            line(format!(
                "  {:>3} {:<12} {} {:.2}  {}",
                message.message_index,
                shorten(sender, 12),
                bar(message.risk_score),
                message.risk_score.get(),
                message.flags.join(", ")
            ));
        }
    }
    if let Some(evidence) = verdict.evidence.as_ref().filter(|e| !e.is_empty()) {
        line("\nevidence".to_owned());
        for item in evidence {
            let place = item.message_index.map_or_else(String::new, |i| format!("message {i}, "));
            line(format!("  {:<18} {place}weight {:.2}: {}", item.tactic, item.weight.get(), item.text));
        }
    }
    line(format!("\nrationale   {}", verdict.rationale));
    for change in &verdict.adjustments {
        let stage = serde_json::to_value(change.stage).ok();
        line(format!(
            "adjustment  {}: {:.2} -> {:.2}, {}",
            stage.as_ref().and_then(Value::as_str).unwrap_or_default(),
            change.before.get(),
            change.after.get(),
            change.reason
        ));
    }
    if let Some(support) = &verdict.support {
        if let Some(number) = &support.emergency_number {
            line(format!("emergency   {number}"));
        }
        for helpline in &support.helplines {
            line(format!("helpline    {} {} ({})", helpline.name, helpline.number, helpline.description));
        }
        for resource in &support.response_guide.resources {
            line(format!("resource    {} {}", resource.name, resource.url));
        }
    }
    line(format!(
        "\nlanguage {} · credits {} · {} ms · {}",
        verdict.language.code(),
        verdict.credits_used,
        verdict.processing_time_ms,
        verdict.model_version.as_deref().unwrap_or("no model")
    ));
    page.trim_end().to_owned()
}

/// Ten cells for 0..=1.
fn bar(score: Score) -> String {
    (0..10).map(|cell| if score.get() * 10.0 > f64::from(cell) + 0.5 { '█' } else { '·' }).collect()
}

fn shorten(name: &str, chars: usize) -> String {
    name.chars().take(chars).collect()
}
