//! The functional suite for hate speech: short lines, each written for one function of a detector (after Röttger et al.
//! 2021, HateCheck), by authors who saw neither the product nor the corpus (`models/training/exam/README.md`).

use crate::report::show;
use crate::rows::read_lines;
use crate::scores::{Confusion, ratio};
use crate::side_sets::hears_hate;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use wardlight::Screener;

/// Measures the suite, as Markdown; nothing where the folder holds none.
///
/// # Errors
/// When the file cannot be read, or a line breaks a limit of the library.
pub fn markdown(screener: &Screener, folder: &Path) -> Result<String, String> {
    let cases: Vec<Case> = read_lines(folder, "exam-hate")?;
    let heard = cases.iter().map(|case| hears_hate(screener, &case.text)).collect::<Result<Vec<_>, _>>()?;
    Ok(if cases.is_empty() { String::new() } else { tables(&cases, &heard) })
}

#[derive(Deserialize)]
struct Case {
    lang: String,
    text: String,
    function: String,
    hateful: bool,
    half: u8,
}

fn tables(cases: &[Case], heard: &[bool]) -> String {
    let mut languages: BTreeMap<&str, [Confusion; 3]> = BTreeMap::new();
    let mut functions: BTreeMap<(bool, &str), [Confusion; 2]> = BTreeMap::new();
    for (case, &heard) in cases.iter().zip(heard) {
        let of = languages.entry(&case.lang).or_default();
        of[0].add(heard, case.hateful);
        of[usize::from(case.half.clamp(1, 2))].add(heard, case.hateful);
        let group = usize::from(case.lang != "en");
        functions.entry((!case.hateful, &case.function)).or_default()[group].add(heard, case.hateful);
    }
    let mut out = "\n## Examination: functional suite for hate speech\n\nHeard when `bullying` or `unsafe` detects.\n\n| language | hateful | harmless | macro-F1 | half 1 | half 2 | hateful found | harmless left alone |\n|---|---|---|---|---|---|---|---|\n".to_owned();
    for (lang, [all, first, second]) in &languages {
        let alone = all.false_positive_rate().map(|share| 1.0 - share);
        let shares = [all.macro_f1(), first.macro_f1(), second.macro_f1(), all.recall(), alone].map(show);
        let _ =
            writeln!(out, "| {lang} | {} | {} | {} |", all.positives(), all.negatives(), shares.join(" | "));
    }
    let others: Vec<f64> = languages
        .iter()
        .filter(|(lang, _)| **lang != "en")
        .filter_map(|(_, [all, ..])| all.macro_f1())
        .collect();
    if let Some(each) = ratio(1, others.len()) {
        let mean = others.iter().sum::<f64>() * each;
        let _ = writeln!(out, "\nMean macro-F1 of the languages other than English: {mean:.3}.");
    }
    out.push_str("\n| function | lines | English: right | other languages: right |\n|---|---|---|---|\n");
    for ((harmless, function), groups) in functions {
        let right = |c: &Confusion| {
            if harmless { c.false_positive_rate().map(|share| 1.0 - share) } else { c.recall() }
        };
        let kind = if harmless { "harmless" } else { "hateful" };
        let shares: Vec<String> = groups.iter().map(|c| show(right(c))).collect();
        let _ = writeln!(out, "| {} | {kind} | {} |", function.replace('_', " "), shares.join(" | "));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_and_functions_are_counted_apart() {
        let case = |lang: &str, function: &str, hateful, half| Case {
            lang: lang.into(),
            text: String::new(),
            function: function.into(),
            hateful,
            half,
        };
        let cases = [
            case("en", "threat", true, 1),
            case("en", "counter_quote", false, 2),
            case("de", "threat", true, 1),
            case("de", "counter_quote", false, 1),
        ];
        let out = tables(&cases, &[true, false, false, false]);
        assert!(out.contains("| en | 1 | 1 | 1.000 | - | - | 1.000 | 1.000 |"), "{out}");
        assert!(out.contains("other than English: 0.333."), "{out}");
        assert!(out.contains("| threat | hateful | 1.000 | 0.000 |"), "{out}");
        assert!(out.contains("| counter quote | harmless | 1.000 | 1.000 |"), "{out}");
    }
}
