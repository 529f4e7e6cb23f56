//! What holds for every request and every set of signals, checked on random ones.

mod common;

use common::{CANARY, any_json, any_request, any_signal, any_signals, risk_signal};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};
use wardlight_core::{
    Action, AgeGroup, Content, Detector, Emotion, Level, Limits, Message, Observation, Policy, Request,
    Signal, Stage, Trend, Verdict, assess,
};

fn judge(request: &Request, signals: &[Signal]) -> Verdict {
    assess(request, signals, &Policy::default())
}

/// The action that a level asks for at the least.
fn least_action(level: Level) -> Action {
    match level {
        Level::None => Action::None,
        Level::Low => Action::Monitor,
        Level::Medium => Action::FlagForReview,
        Level::High => Action::Block,
        Level::Critical => Action::ImmediateIntervention,
    }
}

/// Whatever is found is a harm. Grooming may find praise and emotions may find a mood, and nothing else.
fn accuses(detector: Detector) -> bool {
    !matches!(detector, Detector::Grooming | Detector::Emotions)
}

/// Fields that every result carries (specification, Detection result; reference, detection-result §1).
const ALWAYS: [&str; 14] = [
    "endpoint",
    "detected",
    "severity",
    "confidence",
    "risk_score",
    "level",
    "categories",
    "age_calibration",
    "recommended_action",
    "rationale",
    "language",
    "language_status",
    "detected_language",
    "credits_used",
];

fn scores(value: &Value) -> Vec<f64> {
    const NAMES: [&str; 6] = ["severity", "confidence", "risk_score", "weight", "before", "after"];
    match value {
        Value::Object(map) => {
            let own = map.iter().filter(|(name, _)| NAMES.contains(&name.as_str()));
            let own = own.map(|(_, value)| value.as_f64().unwrap_or(f64::NAN));
            own.chain(map.values().flat_map(scores)).collect()
        }
        Value::Array(items) => items.iter().flat_map(scores).collect(),
        _ => Vec::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn scores_are_finite_and_within_0_and_1(request in any_request(), signals in any_signals()) {
        let wire = serde_json::to_value(judge(&request, &signals)).expect("a verdict is JSON");
        for score in scores(&wire) {
            prop_assert!((0.0..=1.0).contains(&score), "{score}");
        }
    }

    #[test]
    fn level_is_the_band_of_the_risk(request in any_request(), signals in any_signals()) {
        let verdict = judge(&request, &signals);
        let level = match verdict.risk_score.rounded() {
            r if r >= 0.9 => Level::Critical,
            r if r >= 0.7 => Level::High,
            r if r >= 0.5 => Level::Medium,
            r if r >= 0.3 => Level::Low,
            _ => Level::None,
        };
        prop_assert_eq!(verdict.level, level);
        prop_assert_eq!(verdict.detected, level > Level::None);
        if !verdict.detected {
            prop_assert_eq!(verdict.severity.get(), 0.0);
            prop_assert!(verdict.categories.is_empty());
        }
    }

    #[test]
    fn another_risk_signal_never_lowers(
        request in any_request(),
        signals in any_signals(),
        more in risk_signal(),
        at in any::<Index>(),
    ) {
        let before = judge(&request, &signals);
        let mut signals = signals;
        signals.insert(at.index(signals.len() + 1), more);
        let after = judge(&request, &signals);
        prop_assert!(after.risk_score.rounded() >= before.risk_score.rounded(), "{before:?}\n{after:?}");
        prop_assert!(
            after.recommended_action.strength() >= before.recommended_action.strength(),
            "{before:?}\n{after:?}"
        );
    }

    #[test]
    fn a_surer_risk_signal_never_lowers(
        request in any_request(),
        signals in any_signals(),
        more in risk_signal(),
        surer in 0.0..1.0,
    ) {
        let mut signals = signals;
        signals.push(more);
        let before = judge(&request, &signals);
        let last = signals.last_mut().expect("one was pushed");
        last.probability = wardlight_core::Score::new(last.probability.get() + surer);
        let after = judge(&request, &signals);
        prop_assert!(after.risk_score.rounded() >= before.risk_score.rounded(), "{before:?}\n{after:?}");
        prop_assert!(after.recommended_action.strength() >= before.recommended_action.strength());
    }

    #[test]
    fn a_younger_group_never_lowers(request in any_request(), signals in any_signals()) {
        const YOUNGEST_FIRST: [Option<AgeGroup>; 5] = [
            Some(AgeGroup::Under10),
            Some(AgeGroup::From10To12),
            Some(AgeGroup::From13To15),
            Some(AgeGroup::From16To17),
            None,
        ];
        let mut request = request;
        // A stated or supplied age of the child decides in place of the group.
        request.context.child_age = None;
        if let Content::Messages(messages) = &mut request.content {
            messages.iter_mut().for_each(|message| message.sender_age = None);
        }
        let signals: Vec<Signal> =
            signals.into_iter().filter(|s| !matches!(s.label, Observation::DeclaredAge(_))).collect();
        let verdicts: Vec<Verdict> = YOUNGEST_FIRST
            .iter()
            .map(|group| {
                request.context.age_group = *group;
                judge(&request, &signals)
            })
            .collect();
        for pair in verdicts.windows(2) {
            // Out of scope for want of a group is no verdict to compare with.
            if pair[1].analysis_status == pair[0].analysis_status {
                prop_assert!(pair[0].risk_score >= pair[1].risk_score, "{pair:?}");
                prop_assert!(pair[0].severity >= pair[1].severity, "{pair:?}");
                prop_assert!(
                    pair[0].recommended_action.strength() >= pair[1].recommended_action.strength(),
                    "{pair:?}"
                );
            }
        }
    }

    #[test]
    fn caps_only_lower(request in any_request(), signals in any_signals()) {
        let verdict = judge(&request, &signals);
        for change in verdict.adjustments.iter().filter(|change| change.stage == Stage::Cap) {
            prop_assert!(change.after < change.before);
        }
        if let Some(grooming) = &verdict.grooming
            && grooming.verdict_capped
        {
            prop_assert_eq!(verdict.level, Level::Medium);
            prop_assert_eq!(verdict.risk_score.rounded(), 0.69);
            prop_assert!(grooming.flags.is_empty() && grooming.verdict_capped_reason.is_some());
        }
    }

    #[test]
    fn a_named_tactic_stands_behind_every_high_grooming_verdict(
        request in any_request(),
        signals in any_signals(),
    ) {
        let verdict = judge(&request, &signals);
        if let Some(grooming) = &verdict.grooming {
            prop_assert!(verdict.level < Level::High || !grooming.flags.is_empty());
        }
    }

    #[test]
    fn the_order_of_signals_does_not_matter(
        request in any_request(),
        (signals, shuffled) in any_signals().prop_flat_map(|s| (Just(s.clone()), Just(s).prop_shuffle())),
    ) {
        prop_assert_eq!(judge(&request, &signals), judge(&request, &shuffled));
    }

    #[test]
    fn the_same_input_gives_the_same_bytes(request in any_request(), signals in any_signals()) {
        let once = serde_json::to_string(&judge(&request, &signals)).expect("a verdict is JSON");
        let twice = serde_json::to_string(&judge(&request, &signals)).expect("a verdict is JSON");
        prop_assert_eq!(once, twice);
    }

    #[test]
    fn a_prescreen_match_never_lowers(request in any_request(), signals in any_signals()) {
        let after = judge(&request, &signals);
        let mut request = request;
        request.prescreen_flags.clear();
        let before = judge(&request, &signals);
        prop_assert!(after.risk_score.rounded() >= before.risk_score.rounded(), "{before:?}\n{after:?}");
        prop_assert!(after.recommended_action.strength() >= before.recommended_action.strength());
    }

    #[test]
    fn speaker_role_never_changes_is_bullying(
        request in any_request(),
        signals in any_signals(),
        role in select(vec!["role/enacting", "role/experiencing", "role/reporting_other"]),
    ) {
        // Framings are left out: who tells of being bullied keeps what a quotation would discount.
        let mut signals: Vec<Signal> = signals
            .into_iter()
            .filter(|s| !matches!(s.label, Observation::Framing(_) | Observation::Role(_)))
            .collect();
        let before = judge(&request, &signals);
        signals.push(Signal::new(role.parse().expect("a label"), 0.9));
        let after = judge(&request, &signals);
        prop_assert_eq!(before.bullying.map(|b| b.is_bullying), after.bullying.map(|b| b.is_bullying));
        prop_assert_eq!(before.risk_score, after.risk_score);
    }

    #[test]
    fn a_conversation_read_backwards_has_the_mirrored_trend(
        moods in proptest::collection::vec((select(Emotion::ALL), 0.0..=1.0), 0..12),
    ) {
        let trend = |moods: &[(Emotion, f64)]| {
            let message = || Message { sender_role: "child".to_owned(), text: "words".to_owned(), sender_age: None };
            let signals: Vec<Signal> = moods
                .iter()
                .enumerate()
                .map(|(i, (emotion, p))| Signal::new(Observation::Emotion(*emotion), *p).at(i))
                .collect();
            let request = Request::messages(Detector::Emotions, moods.iter().map(|_| message()).collect());
            judge(&request, &signals).emotions.map(|fields| fields.trend)
        };
        let backwards: Vec<(Emotion, f64)> = moods.iter().rev().copied().collect();
        let mirrored = trend(&backwards).map(|trend| match trend {
            Trend::Improving => Trend::Worsening,
            Trend::Stable => Trend::Stable,
            Trend::Worsening => Trend::Improving,
        });
        prop_assert_eq!(trend(&moods), mirrored);
    }

    #[test]
    fn emotions_alone_never_leave_the_low_band(request in any_request(), signals in any_signals()) {
        let mut request = request;
        request.detector = Detector::Emotions;
        let alone: Vec<Signal> =
            signals.into_iter().filter(|s| matches!(s.label, Observation::Emotion(_))).collect();
        prop_assert!(judge(&request, &alone).level <= Level::Low);
    }

    #[test]
    fn the_action_is_at_least_what_the_level_asks(request in any_request(), signals in any_signals()) {
        let verdict = judge(&request, &signals);
        prop_assert!(verdict.recommended_action.strength() >= least_action(verdict.level), "{verdict:?}");
        if verdict.detected && request.context.age_group.is_some() && accuses(request.detector) {
            prop_assert!(verdict.recommended_action.needs_human());
        }
    }

    #[test]
    fn fast_mode_and_evidence_change_no_number(request in any_request(), signals in any_signals()) {
        let mut plain = request.clone();
        plain.options = wardlight_core::Options::default();
        let (a, b) = (judge(&request, &signals), judge(&plain, &signals));
        prop_assert_eq!((a.risk_score, a.severity, a.level), (b.risk_score, b.severity, b.level));
        prop_assert_eq!((a.confidence, a.recommended_action), (b.confidence, b.recommended_action));
        prop_assert_eq!(a.categories, b.categories);
    }

    #[test]
    fn the_wire_object_always_holds_the_constant_fields(request in any_request(), signals in any_signals()) {
        let verdict = judge(&request, &signals);
        let wire = serde_json::to_value(&verdict).expect("a verdict is JSON");
        for field in ALWAYS.iter().chain(&["processing_time_ms", "adjustments"]) {
            prop_assert!(wire.get(field).is_some_and(|value| !value.is_null()), "{field}");
        }
        let fields: &[&str] = match request.detector {
            Detector::Bullying => &["is_bullying", "bullying_type"],
            Detector::Grooming => &["flags", "grooming_risk"],
            Detector::Emotions => &[
                "dominant_emotions", "emotion_scores", "trend", "summary", "recommended_followup",
                "depression_indicators", "anxiety_indicators",
            ],
            _ => &["unsafe", "risk_level"],
        };
        for field in fields {
            prop_assert!(wire.get(*field).is_some(), "{field}");
        }
        prop_assert!(wire.get("normalized").is_none());
        let evidence = request.options.include_evidence && !request.options.verdict_only;
        prop_assert_eq!(wire.get("evidence").is_some(), evidence);
        let analysis = request.options.verdict_only && wire.get("message_analysis").is_some();
        prop_assert!(!analysis, "message_analysis in fast mode");
        prop_assert!(verdict.level < Level::Critical || verdict.support.is_some(), "critical without support");
    }

    #[test]
    fn any_json_is_answered_without_content(
        body in any_json(),
        detector in select(vec![Detector::Bullying, Detector::Grooming, Detector::Unsafe]),
    ) {
        match Request::from_value(detector, body, &Limits::default()) {
            Ok(request) => {
                let shown = format!("{request:?} {:?}", judge(&request, &[]));
                prop_assert!(!shown.contains(CANARY), "{shown}");
            }
            Err(error) => {
                let shown = format!("{error} {error:?} {}", json!(&error));
                prop_assert!(!shown.contains(CANARY), "{shown}");
            }
        }
    }

    #[test]
    fn any_characters_are_answered_without_content(body in ".{0,200}") {
        if let Err(error) = Request::from_json(Detector::Bullying, &format!("{body}{CANARY}")) {
            let shown = format!("{error} {error:?}");
            prop_assert!(!shown.contains(CANARY), "{shown}");
        }
    }

    #[test]
    fn a_signal_survives_the_wire(signal in any_signal()) {
        let mut signal = signal;
        signal.probability = wardlight_core::Score::new(signal.probability.rounded());
        let wire = serde_json::to_string(&signal).expect("a signal is JSON");
        prop_assert_eq!(serde_json::from_str::<Signal>(&wire).expect("its own JSON"), signal);
    }
}
