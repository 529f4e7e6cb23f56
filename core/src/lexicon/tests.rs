use super::{Lexicon, prescreen::fold};
use crate::error::Code;
use crate::language::Language;
use crate::policy::Policy;
use crate::request::Request;
use crate::signal::Signal;
use crate::tags::Tag;
use crate::taxonomy::{Detector, Tactic};
use crate::{Score, assess};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The shipped files, with their language.
fn shipped() -> Vec<(Language, Lexicon)> {
    let files = [
        ("en", include_str!("../../../models/lexicon/en.json")),
        ("es", include_str!("../../../models/lexicon/es.json")),
        ("pt", include_str!("../../../models/lexicon/pt.json")),
        ("fr", include_str!("../../../models/lexicon/fr.json")),
        ("de", include_str!("../../../models/lexicon/de.json")),
    ];
    let read = |(code, text)| {
        (Language::from_code(code).expect("a language"), Lexicon::from_json(text).expect("a lexicon"))
    };
    files.into_iter().map(read).collect()
}

fn all() -> Lexicon {
    Lexicon::joined(shipped().into_iter().map(|(_, lexicon)| lexicon)).expect("ids are unique")
}

fn language(code: &str) -> Option<Language> {
    Some(Language::from_code(code).expect("a language"))
}

fn entry(id: &str, pattern: &str, flag: &str, weight: f64) -> Value {
    json!({ "id": id, "pattern": pattern, "type": "phrase", "flag": flag, "weight": weight,
            "languages": ["en"], "endpoints": ["*"] })
}

fn small(entries: &[Value]) -> Lexicon {
    Lexicon::from_value(json!({ "version": "2026.11.001", "entries": entries })).expect("a lexicon")
}

#[test]
fn a_short_benign_phrase_is_not_found_inside_words() {
    let lexicon = small(&[entry("hi", "hi", "BENIGN_CONTENT", -1.0)]);
    for text in ["this", "hide it", "chi", "hi5", "hi's", "\u{4f60}hi\u{4f60}", "hi\u{301}"] {
        assert!(lexicon.prescreen(text, Detector::Bullying, None).matches.is_empty(), "{text}");
    }
    for text in ["hi", "Hi!", "  HI ... hi ", "\u{a1}hi!", "(hi)"] {
        assert!(lexicon.prescreen(text, Detector::Bullying, None).benign_only, "{text}");
    }
}

#[test]
fn benign_phrases_must_cover_the_whole_text() {
    let lexicon = all();
    for text in [
        "hi, are you alone",
        "this",
        "ok do it",
        "hi \u{1f52a}",
        "thanks 5551234567",
        "hi\u{200b}dden",
        "lol nobody asked you",
        "\u{1f44d}\u{1f3fd} \u{1f346}",
        "!!!",
        "",
    ] {
        assert!(!lexicon.prescreen(text, Detector::Grooming, language("en")).benign_only, "{text}");
    }
    for (code, text) in [
        ("en", "Hi! Thank you \u{1f44d}"),
        ("en", "ok, good night"),
        ("es", "\u{a1}Hola! Buenas noches."),
        ("pt", "Oi, bom dia"),
        ("fr", "Salut, d\u{2019}accord"),
        ("de", "Alles klar, danke sch\u{f6}n"),
    ] {
        assert!(lexicon.prescreen(text, Detector::Grooming, language(code)).benign_only, "{text}");
    }
}

#[test]
fn one_harmful_phrase_beside_benign_ones_is_told() {
    let lexicon = small(&[
        entry("dear", "hello my dear", "BENIGN_CONTENT", -1.0),
        entry("word", "my dear", "FLATTERY", 0.0),
    ]);
    let told = lexicon.prescreen("hello my dear", Detector::Grooming, None);
    assert_eq!((told.matches.len(), told.benign_only, told.max_positive_weight), (2, false, Score::ZERO));
}

/// Harmless sentences that hold the letters of a phrase (the Scunthorpe problem).
#[test]
fn innocent_sentences_match_no_harmful_phrase() {
    for (code, sentences) in [
        (
            "en",
            &[
                "Scunthorpe United won in Penistone, Essex and Middlesex drew",
                "the assassin in the classic novel passed the grapefruit",
                "you can upskill yourself online",
                "she drinks whiskys by the quays",
                "I want to diet until summer",
                "nobody likes your cooking more than I do",
                "everyone hates yours as well",
                "watch your backpack",
                "the outcome alone tells nothing",
                "say hello to your little secretary",
            ][..],
        ),
        (
            "es",
            &[
                "si ven solomillo en la carta, lo piden",
                "nadie me escuchaba en la radio",
                "un metro equivale a cien cent\u{ed}metros",
                "la computadora de mi disputa",
            ],
        ),
        (
            "pt",
            &[
                "esse matadouro fechou",
                "ningu\u{e9}m gosta de tirar p\u{f3}",
                "ele se matava de rir",
                "elas v\u{ea}m sozinhas",
            ],
        ),
        (
            "fr",
            &[
                "viens seulement demain",
                "personne t'aimera plus que ta m\u{e8}re",
                "la r\u{e9}putation du concours",
            ],
        ),
        (
            "de",
            &[
                "keiner mag dichte Suppen",
                "ich kann nicht mehrere nehmen",
                "ich komm alleinstehend zurecht",
                "die Sparkasse in Dickenschied",
            ],
        ),
    ] {
        for sentence in sentences {
            for &detector in Detector::ALL {
                let told = all().prescreen(sentence, detector, language(code));
                assert!(told.flags().is_empty() && !told.benign_only, "{sentence}");
            }
        }
    }
}

#[test]
fn case_apostrophes_and_white_space_do_not_matter() {
    let told = all().prescreen("DON\u{2019}T  tell\nyour Parents!", Detector::Grooming, None);
    assert_eq!(told.matches[0].flag, "SECRECY_REQUEST");
    assert_eq!(told.max_positive_weight, Score::new(0.8));
}

#[test]
fn entries_hold_for_their_languages_and_detectors() {
    let lexicon = all();
    let told = |text: &str, detector, code: Option<&str>| {
        lexicon.prescreen(text, detector, code.and_then(Language::from_code)).matches.len()
    };
    assert_eq!(told("our little secret", Detector::Grooming, None), 1, "unknown is read as English");
    assert_eq!(told("our little secret", Detector::Grooming, Some("de")), 0);
    assert_eq!(told("our little secret", Detector::Bullying, Some("en")), 0);
    assert_eq!(told("unser kleines Geheimnis", Detector::Grooming, Some("de")), 1);
    assert_eq!(told("hi", Detector::Grooming, Some("it")), 0, "a language without a list is always analysed");
}

#[test]
fn every_shipped_entry_is_found_by_itself() {
    for (language, lexicon) in shipped() {
        for entry in &lexicon.entries {
            let detector = entry.endpoints.as_ref().map_or(Detector::Unsafe, |some| some[0]);
            let told = lexicon.prescreen(&entry.pattern.to_uppercase(), detector, Some(language));
            let found = told.matches.iter().any(|found| found.id == entry.id);
            assert!(found || entry.pattern.contains('\u{df}'), "{}", entry.id);
            assert_eq!(told.benign_only, entry.is_benign(), "{}", entry.id);
        }
    }
}

#[test]
fn shipped_entries_say_what_their_detectors_know() {
    const COVERED: [Detector; 5] = [
        Detector::Grooming,
        Detector::DistressSignals,
        Detector::Bullying,
        Detector::CoerciveControl,
        Detector::Unsafe,
    ];
    for (language, lexicon) in shipped() {
        let mut patterns: Vec<(String, &Option<Vec<Detector>>)> = Vec::new();
        for entry in &lexicon.entries {
            assert_eq!(entry.languages.as_deref(), Some(&[language][..]), "{}", entry.id);
            assert!(entry.id.starts_with(language.code()), "{}", entry.id);
            let folded = fold(&entry.pattern);
            assert!(!patterns.contains(&(folded.clone(), &entry.endpoints)), "{} is given twice", entry.id);
            patterns.push((folded, &entry.endpoints));
            let Some(endpoints) = &entry.endpoints else {
                assert!(entry.is_benign(), "{}", entry.id);
                continue;
            };
            for &detector in endpoints {
                let known = match detector {
                    Detector::Grooming => Tactic::ALL.iter().any(|tactic| tactic.tag() == entry.flag),
                    _ => Tag::find(detector, &entry.flag).is_some(),
                };
                assert!(known && COVERED.contains(&detector), "{}: {detector}", entry.id);
            }
        }
        for detector in COVERED {
            let of =
                |e: &&super::LexiconEntry| e.endpoints.as_ref().is_some_and(|some| some.contains(&detector));
            assert!(lexicon.entries.iter().filter(of).count() >= 5, "{} {detector}", language.code());
        }
        assert!(lexicon.entries.iter().filter(|e| e.is_benign()).count() >= 20, "{}", language.code());
    }
}

#[test]
fn matches_lift_a_verdict_a_little_and_never_lower_it() {
    let text = "this is our little secret";
    let mut request = Request::text(Detector::RomanceScam, text);
    request.detector = Detector::Grooming;
    let signals = [Signal::new("grooming".parse().expect("a label"), 0.6)];
    let before = assess(&request, &signals, &Policy::default());
    request.prescreen_flags = all().prescreen(text, Detector::Grooming, None).flags();
    assert!(!request.prescreen_flags.is_empty());
    let after = assess(&request, &signals, &Policy::default());
    assert!(after.risk_score > before.risk_score && after.risk_score.get() < before.risk_score.get() + 0.2);
    request.prescreen_flags = all().prescreen("hi", Detector::Grooming, None).flags();
    assert!(request.prescreen_flags.is_empty(), "a benign match is not sent along");
}

#[test]
fn faults_are_refused_with_the_place_and_no_words() {
    let whole = entry("canary-id", "canary words", "CANARY", 0.5);
    let with = |key: &str, value: Value| {
        let mut changed = whole.clone();
        changed[key] = value;
        changed
    };
    for (entry, code, message) in [
        (with("pattern", json!(null)), Code::InvalidInput, "entries[0].pattern is missing"),
        (with("pattern", json!(" ")), Code::InvalidInput, "entries[0].pattern is empty"),
        (with("type", json!("canary")), Code::InvalidInput, "entries[0].type must be one of: phrase, regex"),
        (with("weight", json!(-1)), Code::InvalidInput, "entries[0].weight must lie within 0..=1"),
        (with("weight", json!(3)), Code::InvalidInput, "entries[0].weight must lie within -1..=1"),
        (
            with("flag", json!("BENIGN_CONTENT")),
            Code::InvalidInput,
            "entries[0].weight must be -1 for BENIGN_CONTENT",
        ),
        (
            with("languages", json!(["canary"])),
            Code::InvalidInput,
            "entries[0].languages[0] is not a language code or *",
        ),
        (with("languages", json!([])), Code::InvalidInput, "entries[0].languages is empty"),
        (
            with("endpoints", json!(["canary"])),
            Code::InvalidInput,
            "entries[0].endpoints[0] is not the id of a detector or *",
        ),
        (with("note", json!("canary")), Code::InvalidInput, "entries[0].note is not a field of this lexicon"),
    ] {
        let error =
            Lexicon::from_value(json!({"version": "2026.11.001", "entries": [entry]})).expect_err(message);
        assert_eq!((error.code(), error.to_string().as_str()), (code, message));
    }
    let version = Lexicon::from_value(json!({"version": "canary", "entries": []})).expect_err("no version");
    assert_eq!(version.to_string(), "version must be year, month and number: 2026.11.001");
    let twice = json!({"version": "2026.11.001", "entries": [whole, whole]});
    let twice = Lexicon::from_value(twice).expect_err("an id is given twice");
    assert_eq!(twice.to_string(), "entries[1].id is given twice");
    assert!(Lexicon::joined([]).is_err());
}

fn expression(id: &str, pattern: &str, flag: &str, weight: f64) -> Value {
    let mut entry = entry(id, pattern, flag, weight);
    entry["type"] = json!("regex");
    entry
}

#[test]
fn a_regular_expression_is_run_on_the_text_as_it_is() {
    let lexicon = small(&[
        expression("tell", r"\b(?:don't|do not)\s+tell\b.{0,20}\bmum\b", "SECRECY_REQUEST", 0.7),
        expression("apart", "a  b", "FLATTERY", 0.5),
    ]);
    let ids = |text: &str| {
        let told = lexicon.prescreen(text, Detector::Grooming, None);
        assert!(!told.benign_only);
        told.matches.into_iter().map(|found| found.id).collect::<Vec<_>>()
    };
    assert_eq!(ids("pls DON'T tell your Mum"), ["tell"]);
    assert_eq!(ids("don\u{2019}t tell mum"), [""; 0], "another apostrophe is another character");
    assert_eq!(ids("a  b"), ["apart"]);
    assert_eq!(ids("a b"), [""; 0], "two spaces are not one");
    assert_eq!(ids("xa  bx"), ["apart"], "the pattern itself says where words end");
}

#[test]
fn a_benign_expression_holds_whole_words_and_covers_the_text() {
    let lexicon = small(&[
        expression("hi", "h+i+", "BENIGN_CONTENT", -1.0),
        expression("ha", r"(?:ha)+\s*[!~]*", "BENIGN_CONTENT", -1.0),
        expression("ete", "(?:\u{e9}t\u{e9}|\u{130})", "BENIGN_CONTENT", -1.0),
        entry("morning", "good morning", "BENIGN_CONTENT", -1.0),
        entry("dear", "my dear", "FLATTERY", 0.0),
    ]);
    let benign = |text: &str| lexicon.prescreen(text, Detector::Grooming, None).benign_only;
    for text in [
        "hiii",
        "  HHII,\n good   Morning!",
        "haha \u{3000}~~ hi",
        "\u{c9}T\u{c9} good morning \u{c9}t\u{e9}",
        "\u{130} hi",
    ] {
        assert!(benign(text), "{text}");
    }
    for text in [
        "this",
        "hit",
        "hi5",
        "hi\u{2019}s",
        "hi\u{301}",
        "chi",
        "hi there",
        "haha my dear",
        "hi \u{1f52a}",
        "~hi",
        "hi \u{130}x",
    ] {
        assert!(!benign(text), "{text}");
    }
}

#[test]
fn a_refused_expression_is_named_by_its_id() {
    let error = |id: &str, pattern: &str, flag: &str, weight: f64| {
        let entries = [entry("first", "first", "FLATTERY", 0.5), expression(id, pattern, flag, weight)];
        let error = Lexicon::from_value(json!({"version": "2026.11.001", "entries": entries}));
        let error = error.expect_err(pattern);
        assert!(!error.to_string().contains("canary"), "{error}");
        (error.code(), error.to_string())
    };
    for (pattern, code, why) in [
        ("canary(?=b)", Code::UnsupportedFeature, "uses look-ahead; this is not supported here"),
        ("(?<!a)canary", Code::UnsupportedFeature, "uses look-behind; this is not supported here"),
        (r"(canary)\1", Code::UnsupportedFeature, "uses a back-reference; this is not supported here"),
        ("(canary", Code::InvalidInput, "leaves a group open"),
        ("(?:canary)*", Code::InvalidInput, "matches an empty text, and so every text"),
        ("(?:(?:.{200}canary){200}){200}", Code::PatternTooLarge, "is too large when compiled"),
    ] {
        let told = error("en-tell-1", pattern, "FLATTERY", 0.5);
        assert_eq!(told, (code, format!("entries[1].pattern of en-tell-1 {why}")));
    }
    // An id that is no plain name may be anything.
    let told = error("a canary", "canary(?!b)", "FLATTERY", 0.5);
    assert_eq!(told.1, "entries[1].pattern uses look-ahead; this is not supported here");
    for pattern in ["hi.*", "hi [a-z]+", r"hi \w+", r"hi\W*", "hi [^k]", r"\d+", r"\S+"] {
        let why = "has a wildcard, a range or a negated class; a benign pattern has to spell out its words";
        let told = error("hi", pattern, "BENIGN_CONTENT", -1.0);
        assert_eq!(told, (Code::InvalidInput, format!("entries[1].pattern of hi {why}")));
    }
    let long = error("long", &"a".repeat(501), "FLATTERY", 0.5);
    assert_eq!(long.1, "entries[1].pattern has 501 characters; the limit is 500 characters");
    let many: Vec<Value> = (0..201).map(|i| expression(&format!("{i}"), "a", "FLATTERY", 0.5)).collect();
    let many = Lexicon::from_value(json!({"version": "2026.11.001", "entries": many})).expect_err("too many");
    assert_eq!(many.code(), Code::TooManyItems);
}

/// A pattern that makes a backtracking engine slow, on the longest text that a request may hold.
#[test]
fn no_text_makes_an_expression_slow() {
    let lexicon = small(&[
        expression("slow", "(?:a+)+b", "FLATTERY", 0.5),
        expression("words", "(?:ha|haha)+", "BENIGN_CONTENT", -1.0),
    ]);
    for text in ["a".repeat(50_000), "ha".repeat(25_000), "ha ".repeat(16_000)] {
        lexicon.prescreen(&text, Detector::Grooming, None);
    }
}

#[test]
fn the_wire_form_is_read_back() {
    let extra = small(&[expression("extra", r"\bso+\b", "FLATTERY", 0.5)]);
    let lexicon = Lexicon::joined([all(), extra]).expect("ids are unique");
    let written = serde_json::to_value(&lexicon).expect("it is JSON");
    assert_eq!(written["usage"]["request_field"], "prescreen_flags");
    assert_eq!(written["entries"][0]["endpoints"], json!(["*"]));
    assert_eq!(written["entries"][0]["type"], "phrase");
    let last = written["entries"].as_array().and_then(|entries| entries.last()).expect("entries");
    assert_eq!((&last["type"], &last["pattern"]), (&json!("regex"), &json!(r"\bso+\b")));
    assert_eq!(Lexicon::from_value(written), Ok(lexicon));
}

proptest! {
    /// Whatever is written, nothing breaks; and what names a harm is never skipped.
    #[test]
    fn any_text_can_be_screened(before in "\\PC{0,40}", after in "\\PC{0,40}", nth in 0usize..1000) {
        let lexicon = all();
        let entry = &lexicon.entries[nth % lexicon.entries.len()];
        let detector = entry.endpoints.as_ref().map_or(Detector::Unsafe, |some| some[0]);
        let language = entry.languages.as_ref().map(|some| some[0]);
        let told = lexicon.prescreen(&format!("{before} {} {after}", entry.pattern), detector, language);
        prop_assert!(told.matches.iter().any(|found| found.id == entry.id) || entry.pattern.ends_with(' '));
        prop_assert!(entry.is_benign() || !told.benign_only);
    }
}
