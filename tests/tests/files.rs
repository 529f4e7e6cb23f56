//! Policy files, rule files, lexicons and tokens made of anything: each is read or refused, and what is read can be
//! used. Most random bytes fail at the first letter, so valid files with damage in them are tried as well.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use wardlight_core::automation::{Automation, Rule, RuleInput};
use wardlight_core::lexicon::Lexicon;
use wardlight_core::{
    ContinuationKey, ContinuationKeys, ContinuedRequest, Conversation, Detector, Error, Policy, Request,
    Signal, TokenIssuer, assess, assess_continued,
};

const POLICY: &str = include_str!("../../core/data/policy/example.toml");
const RULES: &str = include_str!("../../core/data/automation/example.toml");
const LEXICON: &str = r#"{"version": "2026.11.001", "entries": [
    {"id": "a", "pattern": "h+i+[!~]*", "type": "regex", "flag": "BENIGN_CONTENT", "weight": -1, "languages": ["en"], "endpoints": ["*"]},
    {"id": "b", "pattern": "\\b(?:don't|do not) tell\\b.{0,20}[a-z]{2,8}", "type": "regex", "flag": "SECRECY_REQUEST", "weight": 0.7, "languages": ["*"], "endpoints": ["grooming"]},
    {"id": "c", "pattern": "our little secret", "type": "phrase", "flag": "SECRECY_REQUEST", "weight": 0.7, "languages": ["en"], "endpoints": ["grooming"]}
]}"#;

/// Bytes as text, as a careless caller would read a file.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..200)
}

/// A few places of a file, what stands there from now on, and how much it replaces.
fn damage() -> impl Strategy<Value = Vec<(Index, Vec<u8>, usize)>> {
    let piece = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..6),
        "[-0-9eE.+_\\[\\]{}\"'=,:\\\\(?*)|^$ \n]{0,6}".prop_map(String::into_bytes),
        prop::sample::select(vec![
            "1e999",
            "-0",
            "nan",
            "inf",
            "null",
            "[[",
            "{}",
            "\\u0000",
            "1979-05-27",
            "\u{130}"
        ])
        .prop_map(|piece| piece.as_bytes().to_vec()),
    ];
    prop::collection::vec((any::<Index>(), piece, 0usize..12), 1..4)
}

fn damaged(file: &str, damage: &[(Index, Vec<u8>, usize)]) -> String {
    let mut bytes = file.as_bytes().to_vec();
    for (place, piece, replaced) in damage {
        let from = place.index(bytes.len() + 1);
        let to = (from + replaced).min(bytes.len());
        bytes.splice(from..to, piece.iter().copied());
    }
    text(&bytes)
}

/// The file with one of its values replaced by another one of any kind.
fn changed(mut file: Value, place: Index, with: Value) -> Value {
    let pointers = pointers(&file, String::new());
    if let Some(value) = file.pointer_mut(&pointers[place.index(pointers.len())]) {
        *value = with;
    }
    file
}

fn pointers(value: &Value, at: String) -> Vec<String> {
    let mut all = match value {
        Value::Object(map) => {
            map.iter().flat_map(|(key, inner)| pointers(inner, format!("{at}/{key}"))).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(i, inner)| pointers(inner, format!("{at}/{i}"))).collect()
        }
        _ => Vec::new(),
    };
    all.push(at);
    all
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0.0..1.0f64).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        prop::sample::select(vec!["*", "regex", "grooming", "10-12", "BENIGN_CONTENT", "high"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z_]{0,8}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// A policy that was accepted gives verdicts and can be written and read again.
fn use_policy(policy: Result<Policy, Error>) -> Result<(), TestCaseError> {
    let Ok(policy) = policy else { return Ok(()) };
    let body =
        json!({"messages": [{"sender_role": "adult", "text": "words"}], "context": {"age_group": "10-12"}});
    for detector in [Detector::Bullying, Detector::Grooming, Detector::Emotions] {
        let request = Request::from_value(detector, body.clone(), &wardlight_core::Limits::default());
        let signals = [
            Signal::new("bullying/THREAT".parse().expect("a label"), 0.9),
            Signal::new("grooming/secrecy_request".parse().expect("a label"), 0.9).at(0),
            Signal::new(detector.as_str().parse().expect("a label"), 0.9),
        ];
        let verdict = assess(&request.expect("it is valid"), &signals, &policy);
        prop_assert!((0.0..=1.0).contains(&verdict.risk_score.get()));
    }
    prop_assert_eq!(Policy::from_toml(&policy.to_toml()), Ok(policy.clone()));
    prop_assert_eq!(Policy::from_json(&policy.to_json()), Ok(policy));
    Ok(())
}

fn use_rules(rules: Result<Automation, Error>) {
    let Ok(rules) = rules else { return };
    let input = json!({"endpoint": "grooming", "risk_score": 1, "severity": "critical", "categories": ["MEETING_REQUEST"]});
    let evaluation = rules.evaluate(&RuleInput::from_value(input).expect("it is valid"));
    assert!(evaluation.rules_matched.len() <= evaluation.rules_evaluated);
}

fn use_lexicon(lexicon: Result<Lexicon, Error>, words: &str) {
    let Ok(lexicon) = lexicon else { return };
    for words in [words, "hiii!~ don't tell anybody, our little secret"] {
        let told = lexicon.prescreen(words, Detector::Grooming, None);
        assert!(!told.benign_only || told.flags().is_empty());
    }
}

fn keys() -> ContinuationKeys {
    let secret = *b"an example of 32 bytes, not more";
    ContinuationKeys::new(ContinuationKey::new("ct-2026-11", secret).expect("a key"))
}

fn issuer(keys: &ContinuationKeys) -> TokenIssuer<'_> {
    TokenIssuer { keys, api_key_hash: "5e88", now_unix_s: 1_795_000_000 }
}

fn asked(token: Option<String>) -> ContinuedRequest {
    ContinuedRequest {
        request: Request::text(Detector::Bullying, "words"),
        continuation_token: token,
        reset_conversation: false,
    }
}

/// Nobody but the key's owner makes a token that is accepted.
fn refused(token: String) -> Result<(), TestCaseError> {
    let keys = keys();
    let error = Conversation::resume(&asked(Some(token)), issuer(&keys)).expect_err("it is not ours");
    prop_assert!(error.code().as_str().starts_with("CONTINUATION_TOKEN_"), "{error}");
    prop_assert!(error.to_string().len() < 200);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_read_or_refused(bytes in bytes(), words in "\\PC{0,40}") {
        let text = text(&bytes);
        use_policy(Policy::from_toml(&text))?;
        use_policy(Policy::from_json(&text))?;
        use_rules(Automation::from_toml(&text));
        use_rules(Automation::from_json(&text));
        use_lexicon(Lexicon::from_json(&text), &words);
        let _ = RuleInput::from_json(&text);
        refused(text)?;
    }

    #[test]
    fn damaged_files_are_read_or_refused(damage in damage(), words in "\\PC{0,40}") {
        use_policy(Policy::from_toml(&damaged(POLICY, &damage)))?;
        use_rules(Automation::from_toml(&damaged(RULES, &damage)));
        use_lexicon(Lexicon::from_json(&damaged(LEXICON, &damage)), &words);
    }

    #[test]
    fn values_of_another_kind_are_read_or_refused(place in any::<Index>(), with in value(), words in "\\PC{0,40}") {
        let policy = Policy::from_toml(POLICY).expect("the example is valid");
        let policy = serde_json::to_value(policy).expect("it is JSON");
        use_policy(Policy::from_value(changed(policy, place, with.clone())))?;
        let rules = Automation::from_toml(RULES).expect("the example is valid");
        for rule in &rules.rules {
            let _ = rule.updated(with.clone());
            let _ = Rule::from_value("r", with.clone());
        }
        let rules = serde_json::to_value(rules).expect("it is JSON");
        use_rules(Automation::from_value(changed(rules, place, with.clone())));
        let lexicon: Value = serde_json::from_str(LEXICON).expect("it is JSON");
        use_lexicon(Lexicon::from_value(changed(lexicon, place, with)), &words);
    }

    #[test]
    fn damaged_tokens_are_refused(damage in damage(), cut in any::<Index>()) {
        let keys = keys();
        let answer = assess_continued(&asked(None), &[], &Policy::default(), &issuer(&keys));
        let token = answer.expect("it begins").continuation_token;
        refused(token.chars().take(cut.index(token.len())).collect())?;
        let damaged = damaged(&token, &damage);
        if damaged != token {
            refused(damaged)?;
        }
    }
}
