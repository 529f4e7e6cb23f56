//! The accuracy report: rows and verdicts in, Markdown out.

use crate::rows::Row;
use crate::scores::{Confusion, auroc, calibration_error};
use std::collections::BTreeMap;
use std::fmt::Write;
use wardlight::Detector;

/// What the library said about one row.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The verdict's `detected`.
    pub detected: bool,
    /// Calibrated probability of the detector's own head.
    pub probability: f64,
    /// `flags` of every message of a conversation, or of the single text.
    pub flags: Vec<Vec<String>>,
    /// `speaker_role`, where one was given.
    pub speaker_role: Option<String>,
}

/// Everything that one table row is computed from.
#[derive(Default)]
struct Group {
    confusion: Confusion,
    scored: Vec<(f64, bool)>,
}

/// Writes the report about `model`; `command` reproduces it.
pub fn markdown(model: &str, command: &str, answers: &[(Row, Answer)]) -> String {
    let mut out = format!(
        "# Accuracy of `{model}`\n\nMade by `{command}` on the shipped bytes, over rows that were never trained \
         on. Precision, recall and F1 are of the positive class at the shipped threshold; macro-F1 is the mean \
         over both classes; calibration is the expected calibration error over ten bins of the detector's own \
         head. `-` means that a class is absent.\n"
    );
    table(&mut out, "Per detector and language", answers, |row| format!("{} | {}", row.detector, row.lang));
    table(&mut out, "Per detector and source", answers, |row| format!("{} | {}", row.detector, row.source));
    benign(&mut out, answers);
    tactics(&mut out, "all languages", answers.iter());
    tactics(&mut out, "English", answers.iter().filter(|(row, _)| row.lang == "en"));
    roles(&mut out, answers);
    out
}

fn table(out: &mut String, title: &str, answers: &[(Row, Answer)], key: impl Fn(&Row) -> String) {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for (row, answer) in answers {
        let group = groups.entry(key(row)).or_default();
        group.confusion.add(answer.detected, row.label == 1);
        group.scored.push((answer.probability, row.label == 1));
    }
    let _ = writeln!(
        out,
        "\n## {title}\n\n| detector | group | rows | positives | precision | recall | F1 | macro-F1 | AUROC | calibration |\n\
         |---|---|---|---|---|---|---|---|---|---|"
    );
    for (name, group) in &groups {
        let c = group.confusion;
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} |",
            group.scored.len(),
            c.true_positives + c.false_negatives,
            show(c.precision()),
            show(c.recall()),
            show(c.f1()),
            show(c.macro_f1()),
            show(auroc(&group.scored)),
            show(calibration_error(&group.scored)),
        );
    }
}

/// False positives where nothing is to be found.
fn benign(out: &mut String, answers: &[(Row, Answer)]) {
    let mut by_source: BTreeMap<(String, String), (Confusion, usize)> = BTreeMap::new();
    for (row, answer) in answers {
        let mut count = |name: String| {
            let entry = by_source.entry((row.detector.to_string(), name)).or_default();
            entry.0.add(answer.detected, row.label == 1);
            entry.1 += usize::from(row.label);
        };
        count(row.source.clone());
        if row.benign_chat && row.label == 0 {
            count(format!(
                "**all benign chat, {}**",
                if row.lang == "en" { "English" } else { "other languages" }
            ));
        }
        if !row.messages.is_empty() && row.label == 0 {
            count("**all benign conversations**".to_owned());
        }
    }
    let _ = writeln!(
        out,
        "\n## False positives on benign sets\n\n| detector | source | rows | flagged |\n|---|---|---|---|"
    );
    for ((detector, source), (confusion, _)) in by_source.iter().filter(|(_, (_, positives))| *positives == 0)
    {
        let rows = confusion.false_positives + confusion.true_negatives;
        let _ = writeln!(
            out,
            "| {detector} | {source} | {rows} | {} |",
            confusion.false_positive_rate().map_or_else(|| "-".to_owned(), |r| format!("{:.1} %", 100.0 * r)),
        );
    }
}

/// Tactics per message: micro-F1 over all, F1 of each.
fn tactics<'a>(out: &mut String, languages: &str, answers: impl Iterator<Item = &'a (Row, Answer)>) {
    let mut each: BTreeMap<&str, Confusion> = BTreeMap::new();
    let mut all = Confusion::default();
    for (row, answer) in answers {
        if row.detector != Detector::Grooming {
            continue;
        }
        for (expected, flags) in row.tactics().into_iter().zip(&answer.flags) {
            for tactic in TACTICS {
                let said = flags.iter().any(|f| f == tactic);
                let was = expected.iter().any(|t| t == tactic);
                each.entry(tactic).or_default().add(said, was);
                all.add(said, was);
            }
        }
    }
    let _ = writeln!(
        out,
        "\n## Grooming tactics per message, {languages}\n\n| tactic | messages that show it | precision | recall | F1 |\n|---|---|---|---|---|"
    );
    for (name, c) in each.into_iter().chain(std::iter::once(("**micro**", all))) {
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {} | {} |",
            c.true_positives + c.false_negatives,
            show(c.precision()),
            show(c.recall()),
            show(c.f1())
        );
    }
}

/// Speaker role where bullying was found and a role was annotated.
fn roles(out: &mut String, answers: &[(Row, Answer)]) {
    let mut seen = 0;
    let mut right = 0;
    for (row, answer) in answers {
        if let (Some(annotated), Some(said)) = (&row.speaker_role, &answer.speaker_role) {
            seen += 1;
            right += usize::from(annotated == said);
        }
    }
    let _ = writeln!(
        out,
        "\n## Speaker role\n\n{right} of {seen} roles right, where bullying was found and a role annotated."
    );
}

fn show(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |v| format!("{v:.3}"))
}

const TACTICS: [&str; 8] = [
    "reconnaissance",
    "meeting_request",
    "flattery",
    "secrecy_request",
    "isolation",
    "boundary_pushing",
    "photo_request",
    "gift_offering",
];
