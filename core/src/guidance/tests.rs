//! The rules that hold for every plan, checked for every combination.

use super::catalogue::{all, catalogue};
use super::compose::{AgeBand, Case, Reader, steps};
use super::plan::{reader, reading_level};
use super::readability::grade;
use super::*;
use crate::language::Language;
use crate::level::Level;
use crate::policy::Policy;
use crate::signal::Signal;
use crate::taxonomy::Detector;
use crate::verdict::Verdict;
use crate::{assess, support};
use proptest::prelude::*;

const LEVELS: [Level; 4] = [Level::Low, Level::Medium, Level::High, Level::Critical];

/// Every reader, concern, severity, age band and language.
fn every(mut check: impl FnMut(Reader, &Case<'_>, &str)) {
    for (code, _) in all() {
        for reader in Reader::ALL {
            for &concern in Concern::ALL {
                for severity in LEVELS {
                    for band in AgeBand::ALL {
                        for (country, unread) in [(None, false), (Some("IE"), false), (Some("AQ"), true)] {
                            let language = Language::from_code(code);
                            check(reader, &Case { concern, severity, band, language, country, unread }, code);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_language_has_the_same_keys_sentences_and_places() {
    let english = catalogue(None);
    let places = |text: &str| {
        let mut names: Vec<String> =
            text.split('{').skip(1).filter_map(|p| p.split('}').next()).map(str::to_owned).collect();
        names.sort();
        names
    };
    for (code, words) in all() {
        assert!(Language::from_code(code).is_some(), "{code}");
        assert!(words.keys().eq(english.keys()), "{code}: other keys than English");
        for key in english.keys() {
            let (there, here) = (english.sentences(key), words.sentences(key));
            assert!(here.iter().all(|s| !s.trim().is_empty()), "{code} {key}");
            if key.starts_with("cue.") {
                assert!(!here.is_empty() && here.iter().all(|s| *s == s.to_lowercase()), "{code} {key}");
                continue;
            }
            assert_eq!(there.len(), here.len(), "{code} {key}");
            for (there, here) in there.iter().zip(here) {
                assert_eq!(places(there), places(here), "{code} {key}");
            }
        }
    }
}

#[test]
fn every_combination_is_complete() {
    every(|reader, case, code| {
        let steps = steps(reader, case);
        let at = format!("{code} {} {} {} {:?}", reader.key(), case.concern, case.severity, case.band);
        assert!(steps.len() >= 4, "{at}: {steps:?}");
        assert!(steps.iter().all(|s| !s.trim().is_empty() && !s.contains(['{', '}'])), "{at}: {steps:?}");
        let mut once = steps.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), steps.len(), "{at}: said twice");
    });
}

#[test]
fn there_is_always_a_way_to_a_trusted_adult() {
    every(|reader, case, code| {
        let text = steps(reader, case).join(" ");
        let wanted: &[&str] = match code {
            "en" => &["trusted adult", "adult you trust", "grown-up you trust"],
            "es" => &["persona adulta de confianza"],
            "de" => &["Vertrauensperson", "Erwachsenen, dem du vertraust"],
            "fr" => &["adulte de confiance"],
            "pt" => &["adulto de confiança"],
            _ => panic!("{code}: which words name a trusted adult?"),
        };
        assert!(wanted.iter().any(|w| text.contains(w)), "{code} {} {}: {text}", reader.key(), case.concern);
    });
}

#[test]
fn a_helpline_is_named_from_medium_up() {
    every(|reader, case, code| {
        let text = steps(reader, case).join(" ");
        let named = case.country.and_then(support::country).map_or_else(
            || text.contains(support::DIRECTORY),
            |country| country.helplines.iter().any(|line| text.contains(&line.number)),
        );
        assert_eq!(named, case.severity >= Level::Medium, "{code} {}: {text}", reader.key());
        let emergency = case.country == Some("IE") && case.severity == Level::Critical;
        assert_eq!(text.contains("112"), emergency, "{code} {}: {text}", reader.key());
    });
}

#[test]
fn a_child_is_never_sent_to_face_anybody() {
    let never: &[&str] = &[
        "confront",
        "fight",
        "stand up to",
        "revenge",
        "forgive",
        "apologi",
        "delete", // en
        "enfrent",
        "encara",
        "venga",
        "perdona",
        "borra", // es
        "konfront",
        "stell dich",
        "räch",
        "verzeih",
        "lösch", // de
        "affront",
        "venge",
        "pardonn",
        "efface", // fr
        "vingue",
        "perdoe",
        "apague", // pt
    ];
    every(|reader, case, code| {
        if reader == Reader::Child {
            let text = steps(reader, case).join(" ").to_lowercase();
            for word in never {
                assert!(!text.contains(word), "{code} {}: {word} in {text}", case.concern);
            }
        }
    });
}

#[test]
fn english_plans_stay_below_their_reading_level() {
    for &audience in Audience::ALL {
        for &concern in Concern::ALL {
            for severity in LEVELS {
                for (band, unread) in AgeBand::ALL.into_iter().flat_map(|band| [(band, false), (band, true)])
                {
                    let case = Case { concern, severity, band, language: None, country: None, unread };
                    let text = steps(reader(audience), &case).join(" ");
                    let declared: f64 =
                        reading_level(audience, band).trim_start_matches("grade_").parse().expect("a number");
                    let measured = grade(&text);
                    assert!(
                        measured <= declared,
                        "{audience} {concern} {severity} {band:?}: grade {measured:.1}, declared {declared}: {text}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_verdict_raises_the_severity_and_names_the_concern() {
    let mut request = ActionPlanRequest::new(Audience::Child, "something about a game");
    request.severity = Some(Level::Low);
    let signals = [
        Signal::new("unsafe".parse().expect("a label"), 1.0),
        Signal::new("unsafe/SUICIDAL_BEHAVIOUR".parse().expect("a label"), 1.0),
    ];
    let verdict = assess(&request.to_detect(Detector::Unsafe), &signals, &Policy::default());
    assert_eq!(Concern::of_verdict(&verdict), Concern::SelfHarm);
    let plan = action_plan(&request, Some(&verdict), &Policy::default());
    assert!(plan.steps[0].contains("in danger"), "{plan:?}");
    assert_eq!(plan.reading_level, plan.approx_reading_level);
    assert_eq!(plan.credits_used, 2);
}

#[test]
fn what_depresses_a_mood_names_the_concern() {
    let mut request = ActionPlanRequest::new(Audience::Child, "something about a game");
    request.severity = Some(Level::Low);
    let signals = [
        Signal::new("emotion/sadness".parse().expect("a label"), 1.0),
        Signal::new("unsafe".parse().expect("a label"), 1.0),
        Signal::new("unsafe/SUICIDAL_BEHAVIOUR".parse().expect("a label"), 1.0),
    ];
    let verdict = assess(&request.to_detect(Detector::Emotions), &signals, &Policy::default());
    assert_eq!(Concern::of_verdict(&verdict), Concern::SelfHarm);
    let plan = action_plan(&request, Some(&verdict), &Policy::default());
    assert!(plan.steps[0].contains("in danger"), "{plan:?}");
}

#[test]
fn an_analysis_that_failed_is_not_taken_for_a_harmless_one() {
    let message = ReportMessage { sender: "A".into(), text: "hello".into() };
    let request = IncidentReportRequest::new(ReportReader::Moderator, vec![message]);
    let report = incident_report(&request, &[], &Policy::default());
    assert_eq!(report.risk_level, Level::Medium);
    assert!(report.summary.contains("could not read"), "{}", report.summary);
    let calm = assess(&request.to_detect(Detector::Bullying), &[], &Policy::default());
    let report = incident_report(&request, &[calm], &Policy::default());
    assert_eq!(report.risk_level, Level::Low);
    assert!(report.summary.contains("nothing harmful") && report.categories.is_empty());

    for &audience in Audience::ALL {
        let mut request = ActionPlanRequest::new(audience, "hello");
        request.severity = Some(Level::Low);
        let asked = request.to_detect(Detector::Bullying);
        let failed = Verdict::engine_error(&asked, &Policy::default());
        let plan = action_plan(&request, Some(&failed), &Policy::default()).steps.join(" ");
        assert!(plan.contains("could not read") && plan.contains(support::DIRECTORY), "{plan}");
        let calm = assess(&asked, &[], &Policy::default());
        let plan = action_plan(&request, Some(&calm), &Policy::default()).steps.join(" ");
        assert!(!plan.contains("could not read") && !plan.contains(support::DIRECTORY), "{plan}");
    }
}

#[test]
fn a_report_numbers_the_senders_and_tells_what_was_found() {
    let request = IncidentReportRequest::from_json(
        r#"{
            "messages": [
                {"sender": "Ana", "text": "hi"}, {"sender": "Ben", "text": "one"}, {"sender": "Ben", "text": "two"}
            ],
            "meta": {"child_age": 12, "type": "Bullying", "occurredAt": "2026-03-01T12:00Z", "notes": "x"},
            "audience": "counselor", "context": {"language": "es", "country": "ES"}, "external_id": "case-1"
        }"#,
    )
    .expect("a request");
    let signals = [
        Signal::new("bullying".parse().expect("a label"), 0.7).at(2),
        Signal::new("bullying/THREAT".parse().expect("a label"), 0.9).at(2),
    ];
    let verdict = assess(&request.to_detect(Detector::Bullying), &signals, &Policy::default());
    let report = incident_report(&request, &[verdict], &Policy::default());
    assert_eq!(
        report.summary,
        "Mensajes: 3. Personas que escriben: 2. Valoración: acoso, nivel alto. Se encontró: amenaza. \
         Comunicado como: acoso. Edad del menor: 12. Momento indicado: 2026-03-01T12:00Z. El análisis \
         automático puede equivocarse: una persona debe leer el original antes de actuar."
    );
    let places: Vec<_> = report.timeline.iter().map(|entry| (entry.message_index, entry.sender)).collect();
    assert_eq!(places, [(2, 2)]);
    assert_eq!(report.categories, ["THREAT"]);
    assert!(report.recommended_next_steps.iter().any(|step| step.contains("900 20 20 10")));
    assert_eq!((report.credits_used, report.echo.external_id.as_deref()), (3, Some("case-1")));
}

#[test]
fn wrong_fields_are_named_without_their_content() {
    for (json, message) in [
        (r#"{}"#, "situation is missing"),
        (r#"{"situation": " "}"#, "situation is empty"),
        (r#"{"situation": "x", "role": "secret"}"#, "role must be one of: child, parent, educator, platform"),
        (r#"{"situation": "x", "severity": "none"}"#, "severity must be one of: low, medium, high, critical"),
    ] {
        assert_eq!(ActionPlanRequest::from_json(json).expect_err("a wrong request").to_string(), message);
    }
    for (json, message) in [
        (r#"{}"#, "messages is missing"),
        (r#"{"messages": []}"#, "messages is empty"),
        (r#"{"messages": [{"text": "x"}]}"#, "messages[0].sender is missing"),
    ] {
        assert_eq!(IncidentReportRequest::from_json(json).expect_err("a wrong request").to_string(), message);
    }
}

proptest! {
    #[test]
    fn nobody_is_quoted(secret in "[q-z]{12}", role in 0..4_usize, reader in 0..3_usize) {
        let mut request = ActionPlanRequest::new(Audience::ALL[role], secret.clone());
        request.about.tracking.external_id = Some("id-1".to_owned());
        let plan = action_plan(&request, None, &Policy::default());
        prop_assert!(!serde_json::to_string(&plan).expect("serialises").contains(&secret));
        prop_assert_eq!(plan.echo.external_id.as_deref(), Some("id-1"));
        let shown = format!("{request:?}");
        prop_assert!(!shown.contains(&secret));

        let message = ReportMessage { sender: secret.clone(), text: secret.clone() };
        let mut request = IncidentReportRequest::new(ReportReader::ALL[reader], vec![message]);
        request.incident_type = Some(secret.clone());
        request.occurred_at = Some(secret.clone());
        request.notes = Some(secret.clone());
        let report = incident_report(&request, &[], &Policy::default());
        prop_assert!(!serde_json::to_string(&report).expect("serialises").contains(&secret));
        let shown = format!("{request:?}{report:?}");
        prop_assert!(!shown.contains(&secret));
    }

    #[test]
    fn a_higher_severity_never_means_fewer_ways_to_help(role in 0..4_usize, concern in 0..13_usize, age in 3.0..18.0_f64) {
        let plan = |severity| {
            let mut request = ActionPlanRequest::new(Audience::ALL[role], Concern::ALL[concern].as_str());
            request.severity = Some(severity);
            request.about.context.child_age = Some(age);
            action_plan(&request, None, &Policy::default()).steps.len()
        };
        let lengths: Vec<usize> = LEVELS.map(plan).into();
        prop_assert!(lengths.is_sorted(), "{lengths:?}");
    }
}
