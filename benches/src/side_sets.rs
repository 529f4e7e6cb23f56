//! Measurements apart from the detectors' rows: emotions, their trend, messages in context, hate speech, real lines and
//! language identification.

use crate::report::show;
use crate::rows::read_lines;
use crate::scores::{Confusion, ratio};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use wardlight::{Detector, Limits, Observation, Request, Screener, Verdict};

/// Measures every side set that the folder holds, as Markdown.
///
/// # Errors
/// When a file cannot be read, or a row breaks a limit of the library.
pub fn markdown(screener: &Screener, folder: &Path) -> Result<String, String> {
    let mut out = String::new();
    emotions(&mut out, screener, &read_lines(folder, "goemotions")?)?;
    trend(&mut out, screener, &read_lines(folder, "sequences")?, "Emotion trend")?;
    context(&mut out, screener, &read_lines(folder, "context")?)?;
    threads(&mut out, screener, &read_lines(folder, "threads")?)?;
    hate(&mut out, screener, &read_lines(folder, "hate")?)?;
    real_lines(&mut out, screener, &read_lines(folder, "judged")?)?;
    languages(&mut out, screener, &read_lines(folder, "languages")?)?;
    Ok(out)
}

#[derive(Deserialize)]
struct Emotional {
    text: String,
    emotions: Vec<String>,
}

/// F1 of each GoEmotions class at the shipped thresholds.
fn emotions(out: &mut String, screener: &Screener, rows: &[Emotional]) -> Result<(), String> {
    let mut each: BTreeMap<String, Confusion> = BTreeMap::new();
    let classes: Vec<&String> = rows.iter().flat_map(|row| &row.emotions).collect();
    for row in rows {
        let request = request(Detector::Emotions, json!({"text": row.text}))?;
        let signals = screener.observe(&request).map_err(|e| e.to_string())?;
        let heard = |class: &str| {
            let strengths =
                signals.iter().filter(|s| matches!(s.label, Observation::Emotion(e) if e.as_str() == class));
            strengths.map(|s| s.probability.get()).fold(0.0, f64::max) >= 0.5
        };
        for class in &classes {
            if !each.contains_key(*class) {
                each.insert((*class).clone(), Confusion::default());
            }
        }
        for (class, confusion) in &mut each {
            confusion.add(heard(class), row.emotions.contains(class));
        }
    }
    if each.is_empty() {
        return Ok(());
    }
    let f1: Vec<f64> = each.values().map(|c| c.f1().unwrap_or(0.0)).collect();
    let mean = f1.iter().sum::<f64>() * ratio(1, f1.len()).unwrap_or(0.0);
    let _ = writeln!(
        out,
        "\n## Emotions: GoEmotions, held-back rows\n\nMacro-F1 {mean:.3} over {} classes, {} rows.\n",
        f1.len(),
        rows.len()
    );
    let line: Vec<String> =
        each.iter().map(|(class, c)| format!("{class} {:.2}", c.f1().unwrap_or(0.0))).collect();
    let _ = writeln!(out, "F1: {}.", line.join(", "));
    Ok(())
}

#[derive(Deserialize)]
pub(crate) struct Sequence {
    trend: String,
    texts: Vec<String>,
}

/// Whether the mood of a conversation goes where its author said.
pub(crate) fn trend(
    out: &mut String,
    screener: &Screener,
    rows: &[Sequence],
    title: &str,
) -> Result<(), String> {
    let mut said: BTreeMap<(String, String), usize> = BTreeMap::new();
    for row in rows {
        let messages: Vec<Value> =
            row.texts.iter().map(|t| json!({"sender_role": "child", "text": t})).collect();
        let verdict = screener.screen(&request(Detector::Emotions, json!({"messages": messages}))?);
        let heard = verdict.emotions.map_or_else(|| "none".to_owned(), |fields| fields.trend.to_string());
        *said.entry((row.trend.clone(), heard)).or_default() += 1;
    }
    if rows.is_empty() {
        return Ok(());
    }
    let right: usize = said.iter().filter(|((was, heard), _)| was == heard).map(|(_, n)| n).sum();
    let _ = writeln!(
        out,
        "\n## {title}\n\n{right} of {} sequences right.\n\n| written as | heard as | sequences |\n|---|---|---|",
        rows.len()
    );
    for ((was, heard), count) in said {
        let _ = writeln!(out, "| {was} | {heard} | {count} |");
    }
    Ok(())
}

#[derive(Deserialize)]
struct ContextPair {
    detector: Detector,
    differs: String,
    text: String,
    riskier: Map<String, Value>,
    milder: Map<String, Value>,
}

/// The same words in a riskier and a milder context: which one the verdict ranks higher.
fn context(out: &mut String, screener: &Screener, rows: &[ContextPair]) -> Result<(), String> {
    let mut kinds: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    for row in rows {
        let risk = |side: &Map<String, Value>| -> Result<f64, String> {
            let verdict: Verdict = screener.screen(&request(row.detector, in_context(&row.text, side))?);
            Ok(verdict.risk_score.get())
        };
        let (riskier, milder) = (risk(&row.riskier)?, risk(&row.milder)?);
        for kind in [row.differs.as_str(), "**all**"] {
            let counts = kinds.entry(kind).or_default();
            counts.0 += 1;
            counts.1 += usize::from(riskier > milder);
            counts.2 += usize::from((riskier - milder).abs() < f64::EPSILON);
        }
    }
    if rows.is_empty() {
        return Ok(());
    }
    let _ = writeln!(
        out,
        "\n## Context pairs\n\n| what differs | pairs | right order | no difference |\n|---|---|---|---|"
    );
    for (kind, (pairs, right, same)) in kinds {
        let _ = writeln!(out, "| {kind} | {pairs} | {right} | {same} |");
    }
    Ok(())
}

fn in_context(text: &str, side: &Map<String, Value>) -> Value {
    let mut context = Map::new();
    let field = |name: &str| side.get(name).and_then(Value::as_str);
    if let Some(age) = field("age").and_then(|age| age.parse::<u32>().ok()) {
        let group = match age {
            0..=9 => "under 10",
            10..=12 => "10-12",
            13..=15 => "13-15",
            16..=17 => "16-17",
            _ => "18+",
        };
        context.insert("age_group".to_owned(), group.into());
    }
    for (ours, wire) in [("platform", "platform"), ("trust", "sender_trust")] {
        let known =
            |value: &&str| wire != "sender_trust" || ["verified", "trusted", "unknown"].contains(value);
        if let Some(value) = field(ours).filter(known) {
            context.insert(wire.to_owned(), value.into());
        }
    }
    let history = side.get("history").and_then(Value::as_array).into_iter().flatten();
    // B is the one to protect; the text comes from A.
    let role = |by: &Value| match by.as_str() {
        Some("B") => "user",
        Some("A") => "contact",
        _ => "peer",
    };
    let history: Vec<Value> = history.map(|m| json!({"role": role(&m["by"]), "text": m["text"]})).collect();
    context.insert("conversation_history".to_owned(), history.into());
    json!({"text": text, "context": context})
}

#[derive(Deserialize)]
struct InThread {
    lang: String,
    detector: Detector,
    text: String,
    by: String,
    history: Value,
    label: u8,
}

/// Messages that are harmful or harmless for what was said before them, read with it and without.
fn threads(out: &mut String, screener: &Screener, rows: &[InThread]) -> Result<(), String> {
    let mut kinds: BTreeMap<(&str, &str), Confusion> = BTreeMap::new();
    for row in rows {
        let group = group_of(&row.lang);
        let message = json!([{"sender_role": row.by, "text": row.text}]);
        for (reading, history) in [("with its history", row.history.clone()), ("alone", json!([]))] {
            let body = json!({"messages": message, "context": {"conversation_history": history}});
            let detected = screener.screen(&request(row.detector, body)?).detected;
            kinds.entry((group, reading)).or_default().add(detected, row.label == 1);
        }
    }
    if rows.is_empty() {
        return Ok(());
    }
    let _ = writeln!(
        out,
        "\n## Messages in a thread\n\n| languages | read | harmful | precision | recall | F1 | harmless twins flagged |\n|---|---|---|---|---|---|---|"
    );
    for ((group, reading), c) in kinds {
        let shares = [c.precision(), c.recall(), c.f1(), c.false_positive_rate()];
        let shares = shares.map(show);
        let _ = writeln!(out, "| {group} | {reading} | {} | {} |", c.positives(), shares.join(" | "));
    }
    Ok(())
}

#[derive(Deserialize)]
struct Hateful {
    lang: String,
    text: String,
    hateful: bool,
}

/// Hate speech against the harmless lines of its scenes.
fn hate(out: &mut String, screener: &Screener, rows: &[Hateful]) -> Result<(), String> {
    let mut groups: BTreeMap<&str, Confusion> = BTreeMap::new();
    for row in rows {
        groups.entry(group_of(&row.lang)).or_default().add(hears_hate(screener, &row.text)?, row.hateful);
    }
    if !rows.is_empty() {
        out.push_str("\n## Hate speech against harmless lines of its scenes\n");
        hate_table(out, groups);
    }
    Ok(())
}

/// Hate speech counts as heard when one of them detects.
pub(crate) const HEARS_HATE: [Detector; 2] = [Detector::Bullying, Detector::Unsafe];

pub(crate) fn hears_hate(screener: &Screener, text: &str) -> Result<bool, String> {
    let mut heard = false;
    for detector in HEARS_HATE {
        heard |= screener.screen(&request(detector, json!({"text": text}))?).detected;
    }
    Ok(heard)
}

pub(crate) fn hate_table<'a>(out: &mut String, groups: impl IntoIterator<Item = (&'a str, Confusion)>) {
    out.push_str("\n| languages | hateful | harmless | macro-F1 | hateful found | harmless left alone |\n|---|---|---|---|---|---|\n");
    for (group, c) in groups {
        let alone = c.false_positive_rate().map(|share| 1.0 - share);
        let shares = [c.macro_f1(), c.recall(), alone].map(show);
        let _ = writeln!(out, "| {group} | {} | {} | {} |", c.positives(), c.negatives(), shares.join(" | "));
    }
}

#[derive(Deserialize)]
struct Judged {
    lang: String,
    source: String,
    text: String,
    detectors: Vec<Detector>,
}

/// Lines of open sets, drawn at random and judged by a reader for all detectors: what of real talk is flagged by any.
fn real_lines(out: &mut String, screener: &Screener, rows: &[Judged]) -> Result<(), String> {
    let mut groups: BTreeMap<(&str, &str), Confusion> = BTreeMap::new();
    for row in rows {
        let mut heard = false;
        for detector in Screener::DETECTORS.iter().filter(|detector| **detector != Detector::Emotions) {
            heard |= screener.screen(&request(*detector, json!({"text": row.text}))?).detected;
        }
        let group = group_of(&row.lang);
        for source in [row.source.as_str(), "**all**"] {
            groups.entry((group, source)).or_default().add(heard, !row.detectors.is_empty());
        }
    }
    if rows.is_empty() {
        return Ok(());
    }
    let _ = writeln!(
        out,
        "\n## Real lines: a random sample of the open sets, judged by a reader for all detectors\n\n| languages | set | harmless | flagged by any detector | harmful | found |\n|---|---|---|---|---|---|"
    );
    for ((group, source), c) in groups {
        let (harmless, harmful) = (c.negatives(), c.positives());
        let [flagged, found] = [c.false_positive_rate(), c.recall()].map(show);
        let _ = writeln!(out, "| {group} | {source} | {harmless} | {flagged} | {harmful} | {found} |");
    }
    Ok(())
}

#[derive(Deserialize)]
struct Snippet {
    lang: String,
    text: String,
}

/// Language identification of two to eight words.
fn languages(out: &mut String, screener: &Screener, rows: &[Snippet]) -> Result<(), String> {
    let mut each: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for row in rows {
        let request = request(Detector::Bullying, json!({"text": row.text}))?;
        let signals = screener.observe(&request).map_err(|e| e.to_string())?;
        let heard = signals.iter().find_map(|s| match s.label {
            Observation::Language(language) => Some(language.code()),
            _ => None,
        });
        let counts = each.entry(&row.lang).or_default();
        counts.0 += 1;
        counts.1 += usize::from(heard == Some(row.lang.as_str()));
    }
    if each.is_empty() {
        return Ok(());
    }
    let shares: Vec<(&str, f64)> =
        each.iter().filter_map(|(l, (n, right))| Some((*l, ratio(*right, *n)?))).collect();
    let mean = shares.iter().map(|(_, share)| share).sum::<f64>() * ratio(1, shares.len()).unwrap_or(0.0);
    let line: Vec<String> = shares.iter().map(|(l, share)| format!("{l} {share:.2}")).collect();
    let _ = writeln!(
        out,
        "\n## Language identification, two to eight words\n\nMean accuracy {mean:.3} over {} languages, {} snippets: {}.",
        shares.len(),
        rows.len(),
        line.join(", ")
    );
    Ok(())
}

pub(crate) fn group_of(lang: &str) -> &'static str {
    if lang == "en" { "English" } else { "other languages" }
}

pub(crate) fn request(detector: Detector, mut body: Value) -> Result<Request, String> {
    body["include_evidence"] = Value::Bool(false);
    Request::from_value(detector, body, &Limits::default()).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_lines_ask_every_detector() {
        let line = |text: &str, detectors: &[Detector]| Judged {
            lang: "en".into(),
            source: "set".into(),
            text: text.into(),
            detectors: detectors.to_vec(),
        };
        // neither of them is what the first detector looks for
        let rows = [
            line(
                "Your bank account is locked. Confirm your PIN at http://bank-check.example now",
                &[Detector::SocialEngineering],
            ),
            line("i want to die", &[Detector::Unsafe]),
            line("the oven is preheated, pizza in ten", &[]),
        ];
        let mut out = String::new();
        let screener = Screener::builder().build().expect("the bundled model");
        real_lines(&mut out, &screener, &rows).expect("short lines");
        assert!(out.contains("| English | **all** | 1 | 0.000 | 2 | 1.000 |"), "{out}");
    }
}
