//! The examination: lines by authors who saw neither the product nor the corpus, from which nothing is learned
//! (`models/training/exam/README.md`).

use crate::report::show;
use crate::rows::read_lines;
use crate::scores::{Confusion, ratio};
use crate::side_sets::{HEARS_HATE, group_of, hate_table, request, trend};
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use wardlight::{Detector, Screener};

/// Measures the examination, as Markdown; nothing where the folder holds none.
///
/// # Errors
/// When a file cannot be read, or a line breaks a limit of the library.
pub fn markdown(screener: &Screener, folder: &Path) -> Result<String, String> {
    let lines: Vec<Line> = read_lines(folder, "exam")?;
    let mut out = String::new();
    if !lines.is_empty() {
        let heard = lines.iter().map(|line| heard(screener, &line.text)).collect::<Result<Vec<_>, _>>()?;
        let answers: Vec<Answer> =
            lines.iter().zip(&heard).map(|(line, heard)| Answer { line, heard }).collect();
        out.push_str("\n## Examination\n\nLines by authors who saw neither the product nor the corpus; nothing is learned from them. The first half chose how many harmless lines may be flagged and how sure a lone tag has to be, the second half chose no number.\n");
        together(&mut out, &answers);
        by_detector(&mut out, &answers);
        hate(&mut out, &answers);
        by_language(&mut out, &answers);
        disturbed(&mut out, screener, &answers, &read_lines(folder, "exam-disturbed")?)?;
    }
    trend(&mut out, screener, &read_lines(folder, "exam-moods")?, "Examination: emotion trend")?;
    Ok(out)
}

/// A line; those of one `scene` are twins, and a harmful one stands in each, unless the line is `ordinary`.
#[derive(Deserialize)]
struct Line {
    lang: String,
    text: String,
    scene: String,
    detectors: Vec<Detector>,
    hateful: bool,
    ordinary: bool,
    half: u8,
}

/// A line of a pair, written the way a filter is dodged.
#[derive(Deserialize)]
struct Disturbed {
    #[serde(flatten)]
    line: Line,
    disturbance: String,
    plain: String,
}

struct Answer<'a> {
    line: &'a Line,
    heard: &'a BTreeSet<Detector>,
}

/// Grooming is examined on conversations, emotions by their trend.
fn asked() -> impl Iterator<Item = Detector> {
    Screener::DETECTORS.iter().copied().filter(|d| !matches!(d, Detector::Emotions | Detector::Grooming))
}

fn heard(screener: &Screener, text: &str) -> Result<BTreeSet<Detector>, String> {
    let mut heard = BTreeSet::new();
    for detector in asked() {
        if screener.screen(&request(detector, json!({"text": text}))?).detected {
            heard.insert(detector);
        }
    }
    Ok(heard)
}

/// Each detector on the lines where it should fire and the harmless lines of their scenes.
fn confusions(answers: &[Answer<'_>], group: &str, half: Option<u8>) -> BTreeMap<Detector, Confusion> {
    let chosen = || {
        answers
            .iter()
            .filter(|a| group_of(&a.line.lang) == group && half.is_none_or(|half| a.line.half == half))
    };
    asked()
        .map(|detector| {
            let should = |a: &Answer<'_>| a.line.detectors.contains(&detector);
            let scenes: BTreeSet<&str> =
                chosen().filter(|a| should(a)).map(|a| a.line.scene.as_str()).collect();
            let mut confusion = Confusion::default();
            for a in chosen().filter(|a| scenes.contains(a.line.scene.as_str())) {
                if should(a) || a.line.detectors.is_empty() {
                    confusion.add(a.heard.contains(&detector), should(a));
                }
            }
            (detector, confusion)
        })
        .collect()
}

fn mean(values: &[f64]) -> Option<f64> {
    Some(values.iter().sum::<f64>() * ratio(1, values.len())?)
}

fn together(out: &mut String, answers: &[Answer<'_>]) {
    let _ = writeln!(
        out,
        "\n| languages | half | harmful lines | mean F1 of the detectors | recall | twins flagged by the detector asked | harm heard by any | twins flagged by any | ordinary lines | flagged by any |\n|---|---|---|---|---|---|---|---|---|---|"
    );
    for group in GROUPS {
        for half in [Some(1), Some(2), None] {
            let each = confusions(answers, group, half);
            let mean_of = |share: fn(Confusion) -> Option<f64>| {
                mean(&each.values().filter_map(|c| share(*c)).collect::<Vec<_>>())
            };
            let (mut paired, mut ordinary) = (Confusion::default(), Confusion::default());
            for a in answers {
                if group_of(&a.line.lang) == group && half.is_none_or(|half| a.line.half == half) {
                    let of = if a.line.ordinary { &mut ordinary } else { &mut paired };
                    of.add(!a.heard.is_empty(), !a.line.detectors.is_empty());
                }
            }
            let shares = [
                mean_of(Confusion::f1),
                mean_of(Confusion::recall),
                mean_of(Confusion::false_positive_rate),
                paired.recall(),
                paired.false_positive_rate(),
            ];
            let name = half.map_or_else(|| "both".to_owned(), |half| half.to_string());
            let _ = writeln!(
                out,
                "| {group} | {name} | {} | {} | {} | {} |",
                paired.positives(),
                shares.map(show).join(" | "),
                ordinary.negatives(),
                show(ordinary.false_positive_rate())
            );
        }
    }
}

fn by_detector(out: &mut String, answers: &[Answer<'_>]) {
    let _ = writeln!(
        out,
        "\nBoth halves, by detector:\n\n| detector | languages | harmful lines | precision | recall | F1 | twins flagged |\n|---|---|---|---|---|---|---|"
    );
    let groups = GROUPS.map(|group| (group, confusions(answers, group, None)));
    for detector in asked() {
        for (group, each) in &groups {
            let c = each[&detector];
            let shares = [c.precision(), c.recall(), c.f1(), c.false_positive_rate()].map(show);
            let _ = writeln!(out, "| {detector} | {group} | {} | {} |", c.positives(), shares.join(" | "));
        }
    }
}

fn hate(out: &mut String, answers: &[Answer<'_>]) {
    out.push_str("\nHate speech against the harmless lines of its scenes:\n");
    let groups = GROUPS.map(|group| {
        let chosen = || answers.iter().filter(|a| group_of(&a.line.lang) == group);
        let scenes: BTreeSet<&str> =
            chosen().filter(|a| a.line.hateful).map(|a| a.line.scene.as_str()).collect();
        let mut c = Confusion::default();
        for a in chosen().filter(|a| scenes.contains(a.line.scene.as_str())) {
            if a.line.hateful || a.line.detectors.is_empty() {
                c.add(HEARS_HATE.iter().any(|detector| a.heard.contains(detector)), a.line.hateful);
            }
        }
        (group, c)
    });
    hate_table(out, groups);
}

/// Whether any detector hears the harmful line of a scene and none its twin: about thirty lines a language, so ±.09.
fn by_language(out: &mut String, answers: &[Answer<'_>]) {
    let mut languages: BTreeMap<&str, Confusion> = BTreeMap::new();
    for a in answers.iter().filter(|a| !a.line.ordinary) {
        languages.entry(&a.line.lang).or_default().add(!a.heard.is_empty(), !a.line.detectors.is_empty());
    }
    let line: Vec<String> = languages.iter().map(|(lang, c)| format!("{lang} {}", show(c.f1()))).collect();
    let _ = writeln!(out, "\nF1 of any detector on the pairs, by language: {}.", line.join(", "));
}

/// What the detectors of a scene still hear when its lines are disturbed, and what they heard before.
fn disturbed(
    out: &mut String,
    screener: &Screener,
    answers: &[Answer<'_>],
    copies: &[Disturbed],
) -> Result<(), String> {
    let mut scenes: BTreeMap<&str, BTreeSet<Detector>> = BTreeMap::new();
    for a in answers {
        scenes.entry(&a.line.scene).or_default().extend(&a.line.detectors);
    }
    let before: BTreeMap<&str, &BTreeSet<Detector>> =
        answers.iter().map(|a| (a.line.text.as_str(), a.heard)).collect();
    let mut groups: BTreeMap<(&str, &str), (Confusion, Confusion)> = BTreeMap::new();
    for copy in copies {
        let own: BTreeSet<Detector> = copy.line.detectors.iter().copied().collect();
        let of_scene = scenes.get(copy.line.scene.as_str());
        let questions = if own.is_empty() { of_scene } else { Some(&own) };
        for detector in asked().filter(|detector| questions.is_some_and(|of| of.contains(detector))) {
            let now = screener.screen(&request(detector, json!({"text": copy.line.text}))?).detected;
            let then = before.get(copy.plain.as_str()).is_some_and(|heard| heard.contains(&detector));
            for name in [copy.disturbance.as_str(), "**all**"] {
                let counts = groups.entry((group_of(&copy.line.lang), name)).or_default();
                counts.0.add(now, !own.is_empty());
                counts.1.add(then, !own.is_empty());
            }
        }
    }
    if !groups.is_empty() {
        out.push_str("\n## Examination: evasion\n\nBoth halves, every second word or so disturbed, asked of the detectors of the scene.\n\n| languages | disturbance | positives | recall before | recall | twins | flagged before | flagged |\n|---|---|---|---|---|---|---|---|\n");
    }
    for ((group, name), (now, then)) in groups {
        let shares = [then.recall(), now.recall()].map(show).join(" | ");
        let flagged = [then, now].map(|c| show(c.false_positive_rate())).join(" | ");
        let _ = writeln!(
            out,
            "| {group} | {name} | {} | {shares} | {} | {flagged} |",
            now.positives(),
            now.negatives()
        );
    }
    Ok(())
}

const GROUPS: [&str; 2] = ["English", "other languages"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_twin_counts_for_the_detectors_of_its_scene_only() {
        let line = |scene: &str, detectors: &[Detector], ordinary| Line {
            lang: "en".into(),
            text: String::new(),
            scene: scene.into(),
            detectors: detectors.to_vec(),
            hateful: false,
            ordinary,
            half: 1,
        };
        let lines = [
            line("a", &[Detector::Bullying], false),
            line("a", &[], false),
            line("b", &[Detector::Unsafe], false),
            line("c", &[], true),
        ];
        let both = BTreeSet::from([Detector::Bullying, Detector::Unsafe]);
        let answers: Vec<Answer<'_>> = lines.iter().map(|line| Answer { line, heard: &both }).collect();
        let each = confusions(&answers, "English", Some(1));
        let counts = |d: Detector| (each[&d].positives(), each[&d].negatives());
        assert_eq!((counts(Detector::Bullying), counts(Detector::Unsafe)), ((1, 1), (1, 0)));
        assert_eq!(confusions(&answers, "English", Some(2))[&Detector::Bullying], Confusion::default());
        let mut out = String::new();
        together(&mut out, &answers);
        assert!(
            out.contains("| English | both | 2 | 0.833 | 1.000 | 1.000 | 1.000 | 1.000 | 1 | 1.000 |"),
            "{out}"
        );
    }
}
