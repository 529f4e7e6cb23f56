//! What holds for every request and every set of signals, checked on random ones.

mod common;

use common::{CANARY, VERDICTS, aimed, any_json, any_request, any_signal, any_signals, risk_signal};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};
use wardlight_core::{
    Action, AgeGroup, Content, Detector, Emotion, Language, Level, Limits, Message, Observation, Policy,
    Request, SenderTrust, Signal, Stage, Trend, Verdict, VulnerabilityLevel, assess, assess_amplified,
};

fn judge(request: &Request, signals: &[Signal]) -> Verdict {
    assess(request, &aimed(request.detector, signals), &Policy::default())
}

/// Authority and urgency explain a verified sender's words, so such a signal may lower a verdict.
fn explained(request: &Request, signal: &Signal) -> bool {
    let verified = request.context.sender_trust == SenderTrust::Verified;
    let label = aimed(request.detector, std::slice::from_ref(signal))[0].label.to_string();
    verified && (label.ends_with("/AUTH_IMPERSONATION") || label.ends_with("/URGENCY_FABRICATION"))
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

/// A result without what is worded in the caller's language.
fn without_words(value: &Value) -> Value {
    const WORDS: [&str; 11] = [
        "rationale",
        "action_detail",
        "summary",
        "reason",
        "verdict_capped_reason",
        "declared_age_override_reason",
        "immediateActions",
        "resources",
        "language",
        "language_status",
        "detected_language",
    ];
    match value {
        Value::Object(map) => {
            let rest = map.iter().filter(|(name, _)| !WORDS.contains(&name.as_str()));
            rest.map(|(name, value)| (name.clone(), without_words(value))).collect()
        }
        Value::Array(items) => items.iter().map(without_words).collect(),
        other => other.clone(),
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
        prop_assume!(!explained(&request, &more));
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
        prop_assume!(!explained(&request, &more));
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
                prop_assert!(pair[0].risk_score.rounded() >= pair[1].risk_score.rounded(), "{pair:?}");
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
    fn language_changes_words_only(
        request in any_request(),
        signals in any_signals(),
        code in select(vec!["es", "de", "fr", "pt"]),
    ) {
        let mut request = request;
        request.context.language = Language::from_code("en");
        let english = serde_json::to_value(judge(&request, &signals)).expect("a verdict is JSON");
        request.context.language = Language::from_code(code);
        let other = serde_json::to_value(judge(&request, &signals)).expect("a verdict is JSON");
        prop_assert!(other["rationale"] != english["rationale"], "{other}");
        let unfilled = other["rationale"].to_string().contains(['{', '}']);
        prop_assert!(!unfilled, "{other}");
        prop_assert_eq!(without_words(&other), without_words(&english));
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
            Detector::Unsafe => &["unsafe", "risk_level"],
            Detector::VulnerabilityExploitation => &["vulnerability_profile", "cross_endpoint_modifier"],
            Detector::DistressSignals => &["exploitation_risk", "vulnerability_level"],
            Detector::Tfgbv => &["amplifiers", "intersectionality_flags"],
            Detector::Emotions => &[
                "dominant_emotions", "emotion_scores", "trend", "summary", "recommended_followup",
                "depression_indicators", "anxiety_indicators",
            ],
            _ => &[],
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
    fn a_vulnerable_person_never_lowers(
        request in any_request(),
        signals in any_signals(),
        modifier in prop_oneof![0.5..2.5, Just(f64::NAN), Just(f64::INFINITY)],
    ) {
        let plain = judge(&request, &signals);
        let signals = aimed(request.detector, &signals);
        let amplified = assess_amplified(&request, &signals, &Policy::default(), modifier);
        prop_assert_eq!(plain.detected, amplified.detected);
        prop_assert!(amplified.risk_score >= plain.risk_score);
        prop_assert!(amplified.recommended_action.strength() >= plain.recommended_action.strength());
        prop_assert!(amplified.risk_score.get() <= (plain.risk_score.get() * 2.0).min(1.0) + 1e-9);
    }

    #[test]
    fn a_history_is_described_and_never_accuses(
        request in any_request(),
        signals in any_signals(),
    ) {
        let described = judge(&request, &signals);
        let single = request.message_list().is_empty();
        let aware = request.detector.is_conversation_aware() && single;
        let history = request.context.conversation_history.len();
        let entries = if aware && history > 0 && !request.options.verdict_only { Some(history + 1) } else { None };
        if single {
            prop_assert_eq!(described.message_analysis.as_ref().map(Vec::len), entries);
        }
        let came_before = |s: &Signal| s.history_index.is_some();
        let history: Vec<Signal> = signals.iter().filter(|s| came_before(s)).cloned().collect();
        prop_assert!(!judge(&request, &history).detected, "what came before is not what was sent");
        if request.detector != Detector::Bullying {
            // Rough words that both sides trade are banter, and an age stated before replaces a supplied one; every
            // other history can only add.
            let age = |s: &Signal| matches!(s.label, Observation::DeclaredAge(_));
            let content: Vec<Signal> = signals.into_iter().filter(|s| !came_before(s) || age(s)).collect();
            prop_assert!(judge(&request, &content).risk_score <= described.risk_score);
        }
    }

    #[test]
    fn fields_of_one_detector_follow_from_what_is_detected(request in any_request(), signals in any_signals()) {
        let verdict = judge(&request, &signals);
        if let Some(fields) = &verdict.vulnerability {
            prop_assert!((1.0..=1.75).contains(&fields.cross_endpoint_modifier));
            let known = fields.vulnerability_profile.strongest().get() > 0.0;
            prop_assert_eq!(fields.cross_endpoint_modifier > 1.0, known);
            prop_assert!(verdict.detected || !known);
        }
        if let Some(fields) = &verdict.distress {
            prop_assert_eq!(fields.vulnerability_level == VulnerabilityLevel::None, !verdict.detected);
        }
        if !verdict.detected {
            prop_assert!(verdict.radicalisation.is_none_or(|fields| fields.tco_classification.is_none()));
            prop_assert!(verdict.tfgbv.is_none_or(|fields| fields.intersectionality_flags.is_empty()));
        }
    }

    #[test]
    fn any_json_is_answered_without_content(
        body in any_json(),
        detector in select(VERDICTS.to_vec()),
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
