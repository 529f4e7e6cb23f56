//! Random requests, signals and JSON bodies.
#![allow(dead_code, reason = "each test file uses its part")]

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};
use wardlight_core::{
    AgeGroup, Detector, Emotion, Framing, HistoryMessage, Level, Message, Observation, PrescreenFlag,
    Request, Score, SenderTrust, Signal, SpeakerRole, TAGS, Tactic, Tag,
};

/// Words that must never come back in an error or in a debug print. The blank keeps them apart from
/// field names.
pub(crate) const CANARY: &str = "canary 🐤 words";

fn detector() -> impl Strategy<Value = Detector> {
    select(VERDICTS.iter().copied().chain([Detector::Emotions]).collect::<Vec<_>>())
}

/// The detectors that give a verdict; emotions gives a result of its own.
pub(crate) const VERDICTS: [Detector; 13] = [
    Detector::Bullying,
    Detector::Grooming,
    Detector::Unsafe,
    Detector::SocialEngineering,
    Detector::AppFraud,
    Detector::RomanceScam,
    Detector::MuleRecruitment,
    Detector::GamblingHarm,
    Detector::CoerciveControl,
    Detector::VulnerabilityExploitation,
    Detector::Radicalisation,
    Detector::DistressSignals,
    Detector::Tfgbv,
];

fn risk_label() -> impl Strategy<Value = Observation> {
    let harms = VERDICTS.map(Observation::Harm);
    let tags = TAGS.iter().filter_map(|info| Tag::find(info.detector, info.tag)).map(Observation::Tag);
    let tactics = Tactic::ALL.iter().copied().map(Observation::Tactic);
    select(harms.into_iter().cycle().take(52).chain(tags).chain(tactics).collect::<Vec<_>>())
}

/// The same signals, most of them turned into what the asked detector may say.
///
/// Random labels are spread over thirteen detectors, so few would concern the request. The new label
/// depends on the old one alone, and a quarter of the foreign ones stays foreign. Emotions hears the tags of
/// others and has none of its own, so its signals stay as they are.
pub(crate) fn aimed(detector: Detector, signals: &[Signal]) -> Vec<Signal> {
    if detector == Detector::Emotions {
        return signals.to_vec();
    }
    let own: Vec<Observation> = std::iter::once(Observation::Harm(detector))
        .chain(TAGS.iter().filter_map(|t| Tag::find(t.detector, t.tag)).map(Observation::Tag))
        .chain(Tactic::ALL.iter().copied().map(Observation::Tactic))
        .filter(|label| about(*label) == Some(detector))
        .collect();
    let aim = |signal: &Signal| {
        let mut signal = signal.clone();
        if about(signal.label).is_some_and(|other| other != detector) {
            let number: usize = signal.label.to_string().bytes().map(usize::from).sum();
            if !number.is_multiple_of(4) {
                signal.label = own[number % own.len()];
            }
        }
        signal
    };
    signals.iter().map(aim).collect()
}

fn about(label: Observation) -> Option<Detector> {
    match label {
        Observation::Harm(detector) => Some(detector),
        Observation::Tag(tag) => Some(tag.info().detector),
        Observation::Tactic(_) => Some(Detector::Grooming),
        _ => None,
    }
}

fn other_label() -> impl Strategy<Value = Observation> {
    let framings = Framing::ALL.iter().copied().map(Observation::Framing);
    let roles = SpeakerRole::ALL.iter().copied().map(Observation::Role);
    let ages = [9, 12, 15, 17, 18, 30].map(Observation::DeclaredAge);
    let languages = wardlight_core::Language::all().take(3).map(Observation::Language);
    let emotions = Emotion::ALL.iter().copied().map(Observation::Emotion);
    select(framings.chain(roles).chain(ages).chain(languages).chain(emotions).collect::<Vec<_>>())
}

/// Round numbers and borders more often than the rest.
fn probability() -> impl Strategy<Value = f64> {
    prop_oneof![select(vec![0.0, 0.4999, 0.5, 0.75, 0.9, 1.0]), 0.0..=1.0]
}

fn place() -> impl Strategy<Value = (Option<usize>, Option<(usize, usize)>, bool)> {
    (option::of(0_usize..5), option::of((0_usize..30, 0_usize..30)), prop::bool::weighted(0.2))
}

fn signal(label: impl Strategy<Value = Observation>) -> impl Strategy<Value = Signal> {
    (label, probability(), place()).prop_map(|(label, probability, (at, span, reassembled))| {
        let mut signal = Signal::new(label, probability);
        signal.message_index = at;
        signal.span = span.map(|(start, end)| wardlight_core::Span(start, end));
        signal.reassembled = reassembled;
        signal
    })
}

/// A harm, tag or tactic about the submitted content.
pub(crate) fn risk_signal() -> impl Strategy<Value = Signal> {
    signal(risk_label())
}

/// Any signal, about the content or about its history.
pub(crate) fn any_signal() -> impl Strategy<Value = Signal> {
    let label = prop_oneof![3 => risk_label().boxed(), 1 => other_label().boxed()];
    (signal(label), prop::bool::weighted(0.15), 0_usize..4).prop_map(|(mut signal, history, at)| {
        if history {
            signal.history_index = Some(at);
            signal.message_index = None;
        }
        signal
    })
}

/// Up to twelve of them.
pub(crate) fn any_signals() -> impl Strategy<Value = Vec<Signal>> {
    vec(any_signal(), 0..12)
}

fn age() -> impl Strategy<Value = Option<f64>> {
    option::of(select(vec![8.0, 11.0, 12.5, 14.0, 16.0, 17.9, 18.0, 30.0]))
}

fn role() -> impl Strategy<Value = String> {
    select(vec!["adult", "child", "user", "contact", "unknown"]).prop_map(str::to_owned)
}

/// A valid request: text or conversation, with and without context.
pub(crate) fn any_request() -> impl Strategy<Value = Request> {
    let message = (role(), ".{0,20}", age()).prop_map(|(sender_role, text, sender_age)| Message {
        sender_role,
        text,
        sender_age,
    });
    let body = prop_oneof![
        1 => ".{1,40}".prop_map(Err),
        3 => vec(message, 1..5).prop_map(Ok),
    ];
    let ages = (option::of(select(AgeGroup::ALL.to_vec())), age(), age(), prop::bool::weighted(0.1));
    let history = vec(role().prop_map(|role| HistoryMessage { role, text: "before".to_owned() }), 0..4);
    let trust = prop_oneof![3 => Just(SenderTrust::Unknown), 1 => Just(SenderTrust::Verified)];
    let platform = (option::of(select(vec!["roblox", "school chat"])), trust);
    let relation = option::of(select(vec!["classmates", "strangers"]));
    let threshold = select(vec![Level::Low, Level::Medium, Level::High, Level::Critical]);
    let options = (any::<bool>(), any::<bool>(), threshold);
    let flag = (select(vec!["THREAT", "SECRECY_REQUEST", "SELF_HARM", "BENIGN_CONTENT"]), 0.0..=1.0);
    let flags = vec(flag, 0..3);
    (detector(), body, ages, history, platform, relation, options, flags).prop_map(
        |(detector, body, ages, history, platform, relation, options, flags)| {
            let mut request = match body {
                Err(text) => Request::text(detector, text),
                Ok(messages) => Request::messages(detector, messages),
            };
            let context = &mut request.context;
            (context.age_group, context.child_age, context.participant_age, context.adult) = ages;
            context.adult &= context.age_group.is_none();
            context.conversation_history = history;
            context.platform = platform.0.map(str::to_owned);
            context.sender_trust = platform.1;
            context.relationship = relation.map(str::to_owned);
            let (include_evidence, verdict_only, support_threshold) = options;
            request.options = wardlight_core::Options { include_evidence, support_threshold, verdict_only };
            request.prescreen_flags = flags
                .into_iter()
                .map(|(flag, weight)| PrescreenFlag {
                    id: "lx".to_owned(),
                    flag: flag.to_owned(),
                    weight: Score::new(weight),
                })
                .collect();
            request
        },
    )
}

/// Every field name that a request knows, and some that it does not.
const FIELDS: [&str; 44] = [
    "text",
    "content",
    "messages",
    "conversation",
    "sender_role",
    "role",
    "senderRole",
    "sender",
    "sender_age",
    "senderAge",
    "context",
    "age_group",
    "ageGroup",
    "language",
    "platform",
    "conversation_history",
    "conversationHistory",
    "sender_trust",
    "senderTrust",
    "sender_name",
    "senderName",
    "country",
    "child_age",
    "childAge",
    "participant_age",
    "participantAge",
    "relationship",
    "options",
    "include_evidence",
    "includeEvidence",
    "verdict_only",
    "verdictOnly",
    "support_threshold",
    "supportThreshold",
    "external_id",
    "externalId",
    "customer_id",
    "customerId",
    "metadata",
    "incident_moderation_enabled",
    "message_id",
    "prescreen_flags",
    "continuation_token",
    CANARY,
];

fn leaf() -> impl Strategy<Value = Value> {
    let number = prop_oneof![any::<i64>().prop_map(|n| json!(n)), any::<f64>().prop_map(|n| json!(n))];
    prop_oneof![
        4 => Just(json!(CANARY)),
        1 => ".{0,30}".prop_map(|text| json!(format!("{text}{CANARY}"))),
        1 => select(vec!["en", "13-15", "SE", "verified", "low", "adult"]).prop_map(|text| json!(text)),
        1 => number,
        1 => any::<bool>().prop_map(|flag| json!(flag)),
        1 => Just(Value::Null),
    ]
}

fn object(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    vec((select(FIELDS.to_vec()), value), 0..6).prop_map(|fields| {
        Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>())
    })
}

/// Any JSON value; most are objects with field names of a request and values of the wrong type, all
/// full of canary words.
pub(crate) fn any_json() -> impl Strategy<Value = Value> {
    let nested = leaf().prop_recursive(4, 40, 5, |inner| {
        prop_oneof![vec(inner.clone(), 0..5).prop_map(Value::Array), object(inner)]
    });
    let near = (object(nested.clone()), prop::bool::weighted(0.7)).prop_map(|(mut body, with_text)| {
        if with_text && let Some(map) = body.as_object_mut() {
            for name in ["content", "messages", "conversation", CANARY] {
                map.remove(name);
            }
            map.insert("text".to_owned(), json!(CANARY));
        }
        body
    });
    prop_oneof![4 => near, 1 => nested]
}
