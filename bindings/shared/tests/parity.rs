//! `bindings/operations.toml` against the shared surface and against every language that is there.

#![allow(clippy::print_stdout, reason = "the count is the report")]

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    languages: BTreeMap<String, Language>,
    operation: Vec<Operation>,
    later: Vec<Later>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Language {
    case: Case,
    sources: Vec<PathBuf>,
    declares: String,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum Case {
    Snake,
    Camel,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Operation {
    name: String,
    on: On,
    does: String,
    /// Names of languages that call it otherwise.
    #[serde(default)]
    named: BTreeMap<String, String>,
    /// Languages that do not offer it, and why.
    #[serde(default)]
    missing: BTreeMap<String, String>,
}

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord, Clone, Copy, Debug)]
#[serde(rename_all = "snake_case")]
enum On {
    Screener,
    Pure,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Later {
    name: String,
    reason: String,
}

#[test]
fn the_shared_surface_is_the_list() {
    let list = list();
    let listed = |on: On| -> BTreeSet<String> {
        list.operation.iter().filter(|o| o.on == on).map(|o| o.name.clone()).collect()
    };
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    // Of the engine, what configures a binding or stops an operation is none itself.
    let mut engine = declared(&source.join("engine.rs"));
    engine.retain(|name| !matches!(name.as_str(), "new" | "batch_items" | "screen_batch_until"));
    assert_eq!(listed(On::Screener), engine);
    let pure = declared(&source.join("pure.rs"));
    assert_eq!(listed(On::Pure), pure);
    let later = list.later.iter().filter(|later| engine.contains(&later.name) || pure.contains(&later.name));
    assert_eq!(later.map(|later| later.name.as_str()).collect::<Vec<_>>(), [""; 0]);
    assert!(list.later.iter().all(|later| !later.reason.is_empty()));
    assert!(list.operation.iter().all(|operation| !operation.does.is_empty()));
}

#[test]
fn every_language_that_is_there_offers_every_operation() {
    let list = list();
    let bindings = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut faults = Vec::new();
    for (language, how) in &list.languages {
        let texts: Vec<String> =
            how.sources.iter().filter_map(|path| sources(&bindings.join(path))).collect();
        if texts.is_empty() {
            println!("{language}: not there yet");
            continue;
        }
        if texts.len() != how.sources.len() {
            faults.push(format!("{language}: a source is missing"));
        }
        let mut offered = 0;
        for operation in &list.operation {
            let name =
                operation.named.get(language).cloned().unwrap_or_else(|| in_case(&operation.name, how.case));
            let places = texts.iter().map(|text| declarations(text, &how.declares, &name)).sum::<usize>();
            let wanted = list.operation.iter().filter(|other| other.name == operation.name).count();
            match (operation.missing.get(language), places >= wanted) {
                (None, true) => offered += 1,
                (None, false) => faults.push(format!("{language}: {name} ({:?}) is missing", operation.on)),
                (Some(reason), false) if !reason.is_empty() => {}
                (Some(_), true) => faults.push(format!("{language}: {name} is there, and listed as missing")),
                (Some(_), false) => faults.push(format!("{language}: {name} is missing without a reason")),
            }
        }
        println!("{language}: {offered} of {} operations", list.operation.len());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn list() -> List {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../operations.toml");
    toml::from_str(&std::fs::read_to_string(path).expect("the list is there")).expect("the list has its form")
}

/// The public functions of a Rust file.
fn declared(path: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(path).expect("the file is there");
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("pub fn "));
    lines.filter_map(|rest| rest.split(['(', '<']).next()).map(str::to_owned).collect()
}

/// The text of a file, or of every file below a folder.
fn sources(path: &Path) -> Option<String> {
    if path.is_file() {
        return std::fs::read_to_string(path).ok();
    }
    let mut text = String::new();
    for entry in std::fs::read_dir(path).ok()?.flatten() {
        text += &sources(&entry.path()).unwrap_or_default();
    }
    (!text.is_empty()).then_some(text)
}

/// How often `name` is declared: after `declares`, and before what ends a name.
fn declarations(text: &str, declares: &str, name: &str) -> usize {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let begins = |before: &str| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let needle = format!("{declares}{name}");
    let found = text.match_indices(&needle);
    let whole = |at: usize| {
        let (before, rest) = text.split_at(at);
        begins(before) && ends(rest.split_at(needle.len()).1)
    };
    found.filter(|(at, _)| whole(*at)).count()
}

fn in_case(name: &str, case: Case) -> String {
    match case {
        Case::Snake => name.to_owned(),
        Case::Camel => {
            let mut words = name.split('_');
            let first = words.next().unwrap_or_default().to_owned();
            words.fold(first, |done, word| {
                let (head, tail) = word.split_at(1);
                done + &head.to_uppercase() + tail
            })
        }
    }
}
