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
    let (evaded, plain): (Vec<_>, Vec<_>) = answers.iter().cloned().partition(|(row, _)| row.plain.is_some());
    let answers = plain.as_slice();
    summary(&mut out, answers);
    any_detector(&mut out, answers);
    table(&mut out, "Per detector and language", answers, |row| format!("{} | {}", row.detector, row.lang));
    table(&mut out, "Per detector and source", answers, |row| format!("{} | {}", row.detector, row.source));
    benign(&mut out, answers);
    tactics(&mut out, answers);
    roles(&mut out, answers);
    evasion(&mut out, &evaded, answers);
    out
}

/// Our own pairs of a harmful line and its harmless twin, the hardest rows there are; apart from them, how
/// often a detector fires on our lines about other harms.
fn summary(out: &mut String, answers: &[(Row, Answer)]) {
    let _ = writeln!(
        out,
        "\n## Our own pairs: harmful lines against their harmless twins\n\n| detector | languages | positives | twins | precision | recall | F1 | AUROC | twins flagged | other lines flagged |\n|---|---|---|---|---|---|---|---|---|---|"
    );
    let mut groups: BTreeMap<(String, &str), (Group, Confusion)> = BTreeMap::new();
    for (row, answer) in answers.iter().filter(|(row, _)| row.source.starts_with("own/")) {
        let languages = if row.lang == "en" { "English" } else { "other" };
        let (group, others) = groups.entry((row.detector.to_string(), languages)).or_default();
        if row.label == 1 || row.twin {
            group.confusion.add(answer.detected, row.label == 1);
            group.scored.push((answer.probability, row.label == 1));
        } else {
            others.add(answer.detected, false);
        }
    }
    let mut means: BTreeMap<&str, (f64, u32)> = BTreeMap::new();
    for ((detector, languages), (group, others)) in &groups {
        let c = group.confusion;
        let positives = c.positives();
        if let Some(f1) = c.f1().filter(|_| positives > 0) {
            let mean = means.entry(languages).or_default();
            *mean = (mean.0 + f1, mean.1 + 1);
        }
        let _ = writeln!(
            out,
            "| {detector} | {languages} | {positives} | {} | {} | {} | {} | {} | {} | {} |",
            group.scored.len() - positives,
            show(c.precision()),
            show(c.recall()),
            show(c.f1()),
            show(auroc(&group.scored)),
            percent(c.false_positive_rate()),
            percent(others.false_positive_rate()),
        );
    }
    for (languages, (sum, detectors)) in means {
        let mean = sum / f64::from(detectors);
        let _ = writeln!(out, "\nMean F1 of {detectors} detectors, {languages}: {mean:.3}.");
    }
    let mut languages: BTreeMap<&str, Confusion> = BTreeMap::new();
    for (row, answer) in answers.iter().filter(|(row, _)| row.source.starts_with("own/")) {
        if row.label == 1 || row.twin {
            languages.entry(&row.lang).or_default().add(answer.detected, row.label == 1);
        }
    }
    let line: Vec<String> = languages.iter().map(|(code, c)| format!("{code} {}", show(c.f1()))).collect();
    let _ = writeln!(out, "\nF1 by language, all detectors pooled: {}.", line.join(", "));
}

/// Harmless chat that was asked of every detector: how much of it any of them flagged.
fn any_detector(out: &mut String, answers: &[(Row, Answer)]) {
    let mut flagged: BTreeMap<(&str, &str), bool> = BTreeMap::new();
    for (row, answer) in answers.iter().filter(|(row, _)| row.benign_chat && row.label == 0) {
        let languages = if row.lang == "en" { "English" } else { "other languages" };
        *flagged.entry((languages, &row.id)).or_default() |= answer.detected;
    }
    let _ = writeln!(out, "\n## Harmless chat, all detectors together\n");
    for languages in ["English", "other languages"] {
        let mine: Vec<bool> = flagged.iter().filter(|((l, _), _)| *l == languages).map(|(_, f)| *f).collect();
        let mut confusion = Confusion::default();
        mine.iter().for_each(|said| confusion.add(*said, false));
        let rate = percent(confusion.false_positive_rate());
        let _ = writeln!(
            out,
            "- {languages}: {rate} of {} messages flagged by at least one detector.",
            mine.len()
        );
    }
}

/// What is still found, and wrongly found, when the text is disturbed.
fn evasion(out: &mut String, evaded: &[(Row, Answer)], plain: &[(Row, Answer)]) {
    let before: BTreeMap<(&str, Detector), bool> =
        plain.iter().map(|(row, answer)| ((row.id.as_str(), row.detector), answer.detected)).collect();
    let mut groups: BTreeMap<&str, (Confusion, Confusion)> = BTreeMap::new();
    for (row, answer) in evaded {
        let was = row.label == 1;
        let languages = if row.lang == "en" { "**English**" } else { "**other languages**" };
        for name in [row.source.as_str(), languages, "**all**"] {
            let (now, then) = groups.entry(name).or_default();
            now.add(answer.detected, was);
            then.add(before.get(&(row.id.as_str(), row.detector)).copied().unwrap_or(false), was);
        }
    }
    let _ = writeln!(
        out,
        "\n## Evasion: our own pairs, disturbed\n\n| disturbance | positives | recall before | recall | twins | flagged before | flagged |\n|---|---|---|---|---|---|---|"
    );
    for (name, (now, then)) in groups {
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {} | {} | {} | {} |",
            now.positives(),
            show(then.recall()),
            show(now.recall()),
            now.negatives(),
            percent(then.false_positive_rate()),
            percent(now.false_positive_rate()),
        );
    }
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
            c.positives(),
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
        let rows = confusion.negatives();
        let _ = writeln!(
            out,
            "| {detector} | {source} | {rows} | {} |",
            percent(confusion.false_positive_rate()),
        );
    }
}

/// Grooming tactics, message by message and over whole conversations.
fn tactics(out: &mut String, answers: &[(Row, Answer)]) {
    for (languages, english_only) in [("all languages", false), ("English", true)] {
        let mine: Vec<_> = answers
            .iter()
            .filter(|(row, _)| row.detector == Detector::Grooming && (!english_only || row.lang == "en"))
            .collect();
        let messages = mine.iter().flat_map(|(row, answer)| {
            row.tactics().into_iter().map(<[String]>::to_vec).zip(answer.flags.iter().cloned())
        });
        tactic_table(out, "message", languages, messages);
        let conversations = mine.iter().filter(|(row, _)| !row.messages.is_empty());
        let wholes = conversations.map(|(row, answer)| (row.tactics().concat(), answer.flags.concat()));
        tactic_table(out, "conversation", languages, wholes);
    }
}

/// Tactics expected and flagged in each `unit`: micro-F1 over all, F1 of each.
fn tactic_table(
    out: &mut String,
    unit: &str,
    languages: &str,
    units: impl Iterator<Item = (Vec<String>, Vec<String>)>,
) {
    let mut each: BTreeMap<&str, Confusion> = BTreeMap::new();
    let mut all = Confusion::default();
    for (expected, flags) in units {
        for tactic in TACTICS {
            let said = flags.iter().any(|f| f == tactic);
            let was = expected.iter().any(|t| t == tactic);
            each.entry(tactic).or_default().add(said, was);
            all.add(said, was);
        }
    }
    let _ = writeln!(
        out,
        "\n## Grooming tactics per {unit}, {languages}\n\n| tactic | {unit}s that show it | precision | recall | F1 |\n|---|---|---|---|---|"
    );
    for (name, c) in each.into_iter().chain(std::iter::once(("**micro**", all))) {
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {} | {} |",
            c.positives(),
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

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |v| format!("{:.1} %", 100.0 * v))
}

pub(crate) fn show(value: Option<f64>) -> String {
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
