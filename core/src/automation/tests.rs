use super::{ActionType, Automation, Rule, RuleInput};
use crate::error::Code;
use crate::policy::Policy;
use crate::request::Request;
use crate::signal::Signal;
use crate::taxonomy::Detector;
use crate::{Level, assess};
use proptest::prelude::*;
use serde_json::{Value, json};

fn rule(id: &str, conditions: Value, action: &str, priority: u32) -> Value {
    json!({
        "id": id, "name": id, "enabled": true, "endpoints": ["bullying"],
        "conditions": conditions, "action": { "type": action }, "priority": priority,
    })
}

#[test]
fn a_verdict_is_its_own_input() {
    let request =
        Request::from_json(Detector::Bullying, r#"{"text": "(words)", "context": {"age_group": "10-12"}}"#)
            .expect("it is valid");
    let signals = [
        Signal::new("bullying".parse().expect("a label"), 1.0),
        Signal::new("bullying/THREAT".parse().expect("a label"), 1.0),
    ];
    let input = RuleInput::from(&assess(&request, &signals, &Policy::default()));
    assert_eq!(input.severity, Level::Critical);
    let conditions = json!({"min_risk_score": 1.0, "categories": ["threat"], "age_groups": ["10-12"]});
    let rules = Automation::from_value(json!({"rules": [rule("r", conditions, "block", 0)]})).expect("valid");
    assert_eq!(rules.evaluate(&input).policy_action, Some(ActionType::Block));
}

#[test]
fn rules_are_read_back_as_they_were_written() {
    let text = include_str!("../../data/automation/example.toml");
    let automation = Automation::from_toml(text).expect("the example is valid");
    let written = serde_json::to_value(&automation).expect("it is JSON");
    assert_eq!(Automation::from_value(written), Ok(automation));
}

#[test]
fn faults_are_refused_with_the_path_of_the_key() {
    let whole = rule("r", json!({}), "flag", 1);
    let with = |key: &str, value: Value| {
        let mut changed = whole.clone();
        changed[key] = value;
        changed
    };
    for (rule, message) in [
        (with("name", json!(null)), "rules[0].name is missing"),
        (with("id", json!(null)), "rules[0].id is missing"),
        (with("enabled", json!("canary")), "rules[0].enabled must be true or false; received a string"),
        (with("endpoints", json!([])), "rules[0].endpoints must name at least one detector"),
        (with("endpoints", json!(["canary"])), "rules[0].endpoints[0] is not the id of a detector"),
        (with("conditions", json!(null)), "rules[0].conditions is missing"),
        (
            with("conditions", json!({"min_risk_score": 70})),
            "rules[0].conditions.min_risk_score must lie within 0..=1",
        ),
        (
            with("conditions", json!({"min_severity": "none"})),
            "rules[0].conditions.min_severity must be one of: low, medium, high, critical",
        ),
        (
            with("conditions", json!({"categories": ["THREAT", "canary"]})),
            "rules[0].conditions.categories[1] is not a tag or tactic",
        ),
        (
            with("conditions", json!({"age_groups": ["under_10", "13-17"]})),
            "rules[0].conditions.age_groups[1] must be one of: under 10, 10-12, 13-15, 16-17, under 18",
        ),
        (
            with("conditions", json!({"platform": "canary"})),
            "rules[0].conditions.platform is not a field of this rule file",
        ),
        (
            with("action", json!({"type": "canary"})),
            "rules[0].action.type must be one of: block, flag, escalate, notify, log_only",
        ),
        (with("priority", json!(-1)), "rules[0].priority must lie within 0..=1000000"),
        (with("priority", json!(0.5)), "rules[0].priority must be a whole number; received a number"),
        (with("created_at", json!("canary")), "rules[0].created_at is not a field of this rule file"),
    ] {
        let error = Automation::from_value(json!({ "rules": [rule] })).expect_err(message);
        assert_eq!((error.code(), error.to_string().as_str()), (Code::InvalidInput, message));
    }
    let twice = Automation::from_value(json!({"rules": [whole, whole]})).expect_err("an id is given twice");
    assert_eq!(twice.to_string(), "rules[1].id is given twice");
    let many = Automation::from_value(json!({"rules": vec![whole.clone(); 101]})).expect_err("too many");
    assert_eq!(many.code(), Code::TooManyItems);
}

#[test]
fn an_update_replaces_what_it_names() {
    let mut body = rule("r", json!({"min_severity": "high"}), "flag", 1);
    body.as_object_mut().expect("an object").remove("id");
    let rule = Rule::from_value("r", body).expect("valid");
    let updated = rule.updated(json!({"priority": 7, "conditions": {"min_risk_score": 0.5}})).expect("valid");
    assert_eq!((updated.priority, updated.conditions.min_severity), (7, None));
    assert_eq!((updated.id.as_str(), &updated.action), ("r", &rule.action));
    let error = rule.updated(json!({"id": "canary"})).expect_err("the id is the server's");
    assert_eq!(error.to_string(), "id is not a field of this request");
    assert_eq!(rule.updated(json!([])).expect_err("no object").code(), Code::InvalidInput);
}

proptest! {
    /// A higher risk or level matches at least the same rules; without the condition on age nobody's age matters.
    #[test]
    fn more_risk_matches_no_fewer_rules(
        least in 0.0..1.0f64, risk in 0.0..1.0f64, more in 0.0..1.0f64, floor in 1usize..5, level in 0usize..5,
    ) {
        let conditions = json!({"min_risk_score": least, "min_severity": Level::ALL[floor].as_str()});
        let rules = Automation::from_value(json!({"rules": [rule("r", conditions, "flag", 0)]})).expect("valid");
        let input = |risk: f64, level: usize| RuleInput {
            endpoint: Detector::Bullying,
            risk_score: crate::Score::new(risk),
            severity: Level::ALL[level],
            categories: Vec::new(),
            age_group: None,
        };
        let before = rules.evaluate(&input(risk, level)).rules_matched.len();
        let after = rules.evaluate(&input(risk + more, 4.min(level + 1))).rules_matched.len();
        prop_assert!(after >= before);
    }
}
