use super::*;
use crate::error::Code;
use proptest::prelude::*;

fn call(action: ReviewAction, moderator: &str) -> ReviewCall {
    ReviewCall {
        action,
        reason_code: ReasonCode::Other,
        new_risk_level: (action == ReviewAction::Downgrade).then_some(Level::Low),
        new_risk_category: (action == ReviewAction::Reclassify).then_some(IncidentCategory::Bullying),
        moderator_external_id: Some(moderator.to_owned()),
    }
}

fn with_status(status: IncidentStatus) -> Incident {
    Incident { status, ..Incident::new(IncidentCategory::Grooming, Level::High) }
}

fn by_human(incident: &Incident, action: ReviewAction, at_ms: i64) -> Result<Reviewed> {
    review(incident, &call(action, "anna"), Credential::Human, at_ms)
}

#[test]
fn every_action_from_every_status() {
    use IncidentStatus::{Dismissed, Escalated, New, Resolved, Reviewed};
    for &action in ReviewAction::ALL {
        for &from in IncidentStatus::ALL {
            let expected = match (action, from) {
                (ReviewAction::Resolve, _) => Some(Resolved),
                (ReviewAction::Reopen, Resolved) => Some(New),
                (ReviewAction::Reopen, _) | (_, Resolved) => None,
                (ReviewAction::Confirm, Escalated) | (ReviewAction::Escalate, _) => Some(Escalated),
                (ReviewAction::Dismiss, _) => Some(Dismissed),
                _ => Some(Reviewed),
            };
            let found = by_human(&with_status(from), action, 1);
            match expected {
                Some(to) => {
                    assert_eq!(found.expect("allowed").incident.status, to, "{action} from {from}")
                }
                None => assert_eq!(found.expect_err("refused").code(), Code::WrongState),
            }
        }
    }
}

#[test]
fn resolving_stamps_and_reopening_keeps_the_stamp() {
    let first = by_human(&with_status(IncidentStatus::New), ReviewAction::Resolve, 10).expect("resolved");
    assert!(first.marks_notifications_read);
    let reopened = by_human(&first.incident, ReviewAction::Reopen, 20).expect("reopened");
    assert_eq!((reopened.incident.status, reopened.incident.resolved_at_ms), (IncidentStatus::New, Some(10)));
    assert!(!reopened.marks_notifications_read);
    let again = by_human(&first.incident, ReviewAction::Resolve, 30).expect("resolved again");
    assert_eq!(again.incident.resolved_at_ms, Some(30));
    assert_eq!((first.record.at_ms, again.record.at_ms), (10, 30));
}

#[test]
fn agents_only_confirm() {
    for &action in ReviewAction::ALL {
        let result =
            review(&with_status(IncidentStatus::New), &call(action, "mcp:helper"), Credential::Mcp, 1);
        match action {
            ReviewAction::Confirm => assert!(result.expect("allowed").record.by_agent),
            _ => assert_eq!(result.expect_err("refused").code(), Code::ActionNotPermitted),
        }
    }
    for malformed in ["", "mcp:", "mcp:two words"] {
        let escalated = call(ReviewAction::Escalate, malformed);
        let refused = review(&with_status(IncidentStatus::New), &escalated, Credential::Mcp, 1);
        assert_eq!(refused.expect_err("refused").code(), Code::ActionNotPermitted, "{malformed}");
    }
    let escalated = with_status(IncidentStatus::Escalated);
    let confirmed = review(&escalated, &call(ReviewAction::Confirm, "mcp:helper"), Credential::Mcp, 1);
    assert_eq!(confirmed.expect("allowed").incident.status, IncidentStatus::Escalated);
    let dismissed = with_status(IncidentStatus::Dismissed);
    let confirmed = review(&dismissed, &call(ReviewAction::Confirm, "mcp:helper"), Credential::Mcp, 1);
    assert_eq!(confirmed.expect("allowed").incident.status, IncidentStatus::Dismissed);
}

#[test]
fn the_moderator_is_checked() {
    for (id, credential, expected) in [
        (None, Credential::Human, Code::InvalidInput),
        (Some(""), Credential::Human, Code::InvalidInput),
        (Some(" anna"), Credential::Human, Code::InvalidInput),
        (Some("mcp:anna"), Credential::Human, Code::ActionNotPermitted),
        (Some("MCP:anna"), Credential::Human, Code::ActionNotPermitted),
        (None, Credential::Mcp, Code::InvalidInput),
        (Some("anna"), Credential::Mcp, Code::ActionNotPermitted),
        (Some("mcp:"), Credential::Mcp, Code::InvalidInput),
        (Some("mcp:two words"), Credential::Mcp, Code::InvalidInput),
    ] {
        let call =
            ReviewCall { moderator_external_id: id.map(str::to_owned), ..call(ReviewAction::Confirm, "") };
        let error = review(&with_status(IncidentStatus::New), &call, credential, 1).expect_err("refused");
        assert_eq!(error.code(), expected, "{id:?}");
        assert!(!error.to_string().contains("anna"));
    }
    let long = call(ReviewAction::Confirm, &"a".repeat(257));
    let error = review(&with_status(IncidentStatus::New), &long, Credential::Human, 1).expect_err("refused");
    assert_eq!(error.code(), Code::TextTooLong);
}

#[test]
fn the_first_change_keeps_the_original() {
    let incident = with_status(IncidentStatus::New);
    let lowered = by_human(&incident, ReviewAction::Downgrade, 1).expect("lowered").incident;
    assert_eq!(lowered.original, Some(incident.classified));
    let moved = by_human(&lowered, ReviewAction::Reclassify, 2).expect("reclassified");
    assert_eq!(moved.incident.original, Some(incident.classified));
    assert_eq!(moved.record.original, lowered.classified);
    assert_eq!(moved.record.revised.risk_category, IncidentCategory::Bullying);
}

#[test]
fn a_new_level_or_category_goes_with_its_action_only() {
    let incident = with_status(IncidentStatus::New);
    let refused = |change: fn(&mut ReviewCall), action| {
        let mut call = call(action, "anna");
        change(&mut call);
        review(&incident, &call, Credential::Human, 1).expect_err("refused").code() == Code::InvalidInput
    };
    assert!(refused(|call| call.new_risk_level = None, ReviewAction::Downgrade));
    assert!(refused(|call| call.new_risk_level = Some(Level::High), ReviewAction::Downgrade));
    assert!(refused(|call| call.new_risk_level = Some(Level::None), ReviewAction::Downgrade));
    assert!(refused(|call| call.new_risk_level = Some(Level::Low), ReviewAction::Escalate));
    assert!(refused(|call| call.new_risk_level = Some(Level::Low), ReviewAction::Confirm));
    assert!(refused(|call| call.new_risk_category = None, ReviewAction::Reclassify));
    assert!(refused(|call| call.new_risk_category = Some(IncidentCategory::Other), ReviewAction::Dismiss));
}

#[test]
fn a_call_is_read_without_its_comment() {
    let body = serde_json::json!({
        "action": "downgrade",
        "reason_code": "other",
        "reason_comment": "canary",
        "new_risk_level": "moderate",
        "moderator_external_id": "anna",
        "retention_class": "limited-risk",
    });
    let read = ReviewCall::from_value(body).expect("a call");
    let written = serde_json::to_value(&read).expect("JSON");
    assert!(!written.to_string().contains("canary"));
    assert_eq!(read.new_risk_level, Some(Level::Medium));
    assert_eq!(serde_json::from_value::<ReviewCall>(written).expect("a call"), read);
}

#[test]
fn a_call_that_cannot_be_read_is_not_quoted() {
    for (body, expected) in [
        (r#"{"reason_code": "other"}"#, "action is missing"),
        (r#"{"action": "confirm"}"#, "reason_code is missing"),
        (r#"{"action": 7}"#, "action must be a string; received a number"),
        (r#"{"action": "a canary"}"#, "action must be one of: confirm, downgrade"),
        (
            r#"{"action": "confirm", "reason_code": "a canary"}"#,
            "reason_code must be one of: confirmed_accurate",
        ),
        (
            r#"{"action": "confirm", "reason_code": "other", "a canary": 1}"#,
            "the call has a field with a name of 8 characters that is not known",
        ),
        (r#""a canary""#, "the call must be an object; received a string"),
    ] {
        let error = ReviewCall::from_json(body).expect_err("no call");
        assert_eq!(error.code(), Code::InvalidInput);
        assert!(error.to_string().starts_with(expected), "{error}");
        let of_serde = serde_json::from_str::<ReviewCall>(body).expect_err("no call").to_string();
        assert!(!of_serde.contains("canary"), "{of_serde}");
    }
    let long =
        serde_json::json!({"action": "confirm", "reason_code": "other", "reason_comment": "a".repeat(4_001)});
    assert_eq!(ReviewCall::from_value(long).expect_err("too long").code(), Code::TextTooLong);
}

#[test]
fn a_record_is_written_like_this() {
    let reviewed = by_human(&with_status(IncidentStatus::New), ReviewAction::Downgrade, 7).expect("lowered");
    let expected = serde_json::json!({
        "action": "downgrade",
        "reason_code": "other",
        "moderator_external_id": "anna",
        "by_agent": false,
        "at_ms": 7,
        "from": "new",
        "to": "reviewed",
        "original": {"risk_category": "grooming", "risk_level": "high"},
        "revised": {"risk_category": "grooming", "risk_level": "low"},
    });
    assert_eq!(serde_json::to_value(&reviewed.record).expect("JSON"), expected);
    assert!(!format!("{reviewed:?}").contains("anna"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_trail_is_a_chain_and_never_forgets(
        calls in proptest::collection::vec((proptest::sample::select(ReviewAction::ALL), any::<bool>()), 0..20),
    ) {
        let start = with_status(IncidentStatus::New);
        let (mut incident, mut trail) = (start.clone(), Vec::<AuditRecord>::new());
        for (at_ms, (action, agent)) in (0..).zip(calls) {
            let (credential, id) = if agent { (Credential::Mcp, "mcp:helper") } else { (Credential::Human, "anna") };
            if let Ok(reviewed) = review(&incident, &call(action, id), credential, at_ms) {
                prop_assert!(!agent || action == ReviewAction::Confirm);
                let before = trail.last().map_or(IncidentStatus::New, |record| record.to);
                prop_assert_eq!(reviewed.record.from, before);
                prop_assert_eq!(reviewed.record.to, reviewed.incident.status);
                prop_assert!(incident.resolved_at_ms.is_none() || reviewed.incident.resolved_at_ms.is_some());
                trail.push(reviewed.record);
                incident = reviewed.incident;
            }
        }
        prop_assert_eq!(incident.original.unwrap_or(incident.classified), start.classified);
    }
}
