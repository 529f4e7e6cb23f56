//! Multi-endpoint analysis: one text, up to ten detectors, one answer (specification, What the service does).
//!
//! Results keep the order of `endpoints`. A detector that fails asks for a person in its own result and leaves
//! the others as they are.

use crate::assess::{assess, assess_amplified};
use crate::credits::Operation;
use crate::echo::Echo;
use crate::error::{Error, Result};
use crate::fields::{Fields, parse_json, wrong_type};
use crate::level::Level;
use crate::limits::Limits;
use crate::policy::Policy;
use crate::request::{Content, Request, Tracking};
use crate::score::Score;
use crate::signal::Signal;
use crate::taxonomy::Detector;
use crate::verdict::{AnalysisStatus, RecommendedAction, Verdict};
use serde::Serialize;
use serde_json::Value;

/// One text and the detectors that are asked about it.
///
/// ```
/// use wardlight_core::{Detector, MultiRequest};
/// let multi = MultiRequest::from_json(r#"{"text": "nobody wants you here", "endpoints": ["bullying", "unsafe"]}"#)?;
/// assert_eq!(multi.requests()[1].detector, Detector::Unsafe);
/// # Ok::<(), wardlight_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct MultiRequest {
    requests: Vec<Request>,
    tracking: Tracking,
}

impl MultiRequest {
    /// Parses a JSON body with the default [`Limits`].
    ///
    /// # Errors
    /// As [`MultiRequest::from_value`], and [`Code::MalformedJson`](crate::Code::MalformedJson).
    pub fn from_json(json: &str) -> Result<Self> {
        Self::from_value(parse_json(json)?, &Limits::default())
    }

    /// Reads a parsed body: `text`, `endpoints`, `context`, `options` and tracking fields (reference,
    /// multi-endpoint).
    ///
    /// # Errors
    /// [`Code::InvalidInput`](crate::Code::InvalidInput) when `endpoints` is missing or empty, names something
    /// that is no detector of texts, or names one twice; [`Code::TooManyItems`](crate::Code::TooManyItems) above
    /// [`Limits::multi_detectors`]; otherwise as [`Request::from_value`].
    pub fn from_value(body: Value, limits: &Limits) -> Result<Self> {
        let mut fields = Fields::of(body, "")?;
        let (path, names) = fields
            .list(&["endpoints"], limits.multi_detectors)?
            .ok_or_else(|| Error::invalid("endpoints is missing"))?;
        let mut detectors: Vec<Detector> = Vec::new();
        for (i, name) in names.iter().enumerate() {
            let at = format!("{path}[{i}]");
            let detector = read_detector(&at, name)?;
            if detectors.contains(&detector) {
                return Err(Error::invalid(format!("{at} names {detector} a second time")));
            }
            detectors.push(detector);
        }
        let first = *detectors.first().ok_or_else(|| Error::invalid(format!("{path} is empty")))?;
        let mut shared = Request::read(fields, first, limits)?;
        if !matches!(shared.content, Content::Text(_)) {
            return Err(Error::invalid(
                "several detectors are asked about one text; send text, not messages",
            ));
        }
        // The answer as a whole echoes these once.
        let tracking = std::mem::take(&mut shared.tracking);
        let requests = detectors.into_iter().map(|detector| Request { detector, ..shared.clone() }).collect();
        Ok(MultiRequest { requests, tracking })
    }

    /// One request per detector, in the order of `endpoints`: what there is to observe.
    pub fn requests(&self) -> &[Request] {
        &self.requests
    }

    /// Fields that are echoed once for the whole answer.
    pub fn tracking(&self) -> &Tracking {
        &self.tracking
    }
}

/// The answer of several detectors (reference, detection-result 9). Serialises to the wire object.
#[derive(Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MultiVerdict {
    /// One per detector, in the order of `endpoints`.
    pub results: Vec<Verdict>,
    /// All of them in one glance.
    pub summary: MultiSummary,
    /// Factor 1.0..=1.75 of vulnerability-exploitation, where that detector was asked and answered; already applied
    /// to whatever the others detected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_endpoint_modifier: Option<f64>,
    /// 1 + the detectors that answered ([`Operation::Multi`]). The `credits_used` of the results are the share of
    /// each in it, not an addition.
    pub credits_used: u64,
    /// The key was a sandbox key; absent otherwise (Q15).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sandbox: bool,
    /// Echo of the request.
    #[serde(flatten)]
    pub echo: Echo,
}

impl std::fmt::Debug for MultiVerdict {
    /// Leaves echoed fields out: they are content.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MultiVerdict")
            .field("results", &self.results)
            .field("summary", &self.summary)
            .finish_non_exhaustive()
    }
}

/// The answers of all detectors in one glance.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MultiSummary {
    /// Detectors asked.
    pub total_endpoints: usize,
    /// Detectors that found something.
    pub detected_count: usize,
    /// The greatest risk, the earlier of equals; absent when no detector answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub highest_risk: Option<HighestRisk>,
    /// The strongest level.
    pub overall_risk_level: Level,
    /// The strongest action ("combined verdicts take the strongest", reference, section 4).
    pub recommended_action: RecommendedAction,
    /// Detectors that could not answer; absent when all did. Their silence says nothing about the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failed_endpoints: Vec<Detector>,
}

/// Which detector sees the greatest risk.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HighestRisk {
    /// The detector.
    pub endpoint: Detector,
    /// Its age-adjusted risk, with the vulnerability modifier in it.
    pub risk_score: Score,
}

/// Judges one text by what each detector observed.
///
/// `observed` holds one entry per request of [`MultiRequest::requests`], in that order: signals, or the error of a
/// detector that failed. A failed or missing entry becomes an `engine_error` result, at no cost, and the rest is
/// judged as if it had not been asked. The modifier of vulnerability-exploitation multiplies each other detected
/// result once and shows in its trail (stage `amplify`), wherever that detector stands in the order.
///
/// ```
/// use wardlight_core::{MultiRequest, Policy, Signal, assess_multi};
/// let multi = MultiRequest::from_json(r#"{"text": "words", "endpoints": ["bullying", "unsafe"]}"#)?;
/// let observed = [Ok(vec![Signal::new("bullying/THREAT".parse().unwrap(), 1.0)]), Ok(Vec::new())];
/// let verdict = assess_multi(&multi, &observed, &Policy::default());
/// assert_eq!((verdict.summary.detected_count, verdict.credits_used), (1, 3));
/// # Ok::<(), wardlight_core::Error>(())
/// ```
pub fn assess_multi(multi: &MultiRequest, observed: &[Result<Vec<Signal>>], policy: &Policy) -> MultiVerdict {
    let signals = |i: usize| observed.get(i).and_then(|outcome| outcome.as_deref().ok());
    let asked = multi.requests.iter().enumerate();
    let modifier = asked.clone().find_map(|(i, request)| {
        (request.detector == Detector::VulnerabilityExploitation)
            .then(|| assess(request, signals(i)?, policy).vulnerability)
            .flatten()
            .map(|fields| fields.cross_endpoint_modifier)
    });
    let results: Vec<Verdict> = asked
        .map(|(i, request)| match signals(i) {
            Some(signals) => assess_amplified(request, signals, policy, modifier.unwrap_or(1.0)),
            None => Verdict::engine_error(request, policy),
        })
        .collect();
    let summary = summarise(&results);
    let answered = results.len() - summary.failed_endpoints.len();
    MultiVerdict {
        results,
        summary,
        cross_endpoint_modifier: modifier,
        credits_used: policy.charge(Operation::Multi { detectors: answered }),
        sandbox: policy.sandbox,
        echo: Echo::from(&multi.tracking),
    }
}

fn summarise(results: &[Verdict]) -> MultiSummary {
    let failed = |verdict: &Verdict| verdict.analysis_status == Some(AnalysisStatus::EngineError);
    let mut summary = MultiSummary {
        total_endpoints: results.len(),
        detected_count: results.iter().filter(|verdict| verdict.detected).count(),
        highest_risk: None,
        overall_risk_level: results.iter().map(|verdict| verdict.level).max().unwrap_or_default(),
        recommended_action: RecommendedAction::Ordered(crate::level::Action::None),
        failed_endpoints: results.iter().filter(|v| failed(v)).map(|v| v.endpoint).collect(),
    };
    for verdict in results {
        if verdict.recommended_action.strength() > summary.recommended_action.strength() {
            summary.recommended_action = verdict.recommended_action;
        }
        let (endpoint, risk_score) = (verdict.endpoint, verdict.risk_score);
        if !failed(verdict)
            && summary.highest_risk.is_none_or(|known| risk_score.rounded() > known.risk_score.rounded())
        {
            summary.highest_risk = Some(HighestRisk { endpoint, risk_score });
        }
    }
    summary
}

/// A detector that answers for one text. Emotions describes a conversation and has an operation of its own.
fn read_detector(at: &str, name: &Value) -> Result<Detector> {
    let Value::String(name) = name else { return Err(wrong_type(at, "a string", name)) };
    match name.parse() {
        Ok(detector) if detector != Detector::Emotions => Ok(detector),
        _ => {
            let known: Vec<&str> =
                Detector::ALL.iter().filter(|d| **d != Detector::Emotions).map(|d| d.as_str()).collect();
            Err(Error::invalid(format!("{at} must be one of: {}", known.join(", "))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::verdict::Stage;
    use proptest::prelude::*;
    use serde_json::json;

    const VULNERABILITY: &str = "vulnerability-exploitation";

    fn multi(endpoints: &[&str]) -> MultiRequest {
        let body = json!({"text": "words", "endpoints": endpoints, "external_id": "e-1"});
        MultiRequest::from_value(body, &Limits::default()).expect("the body is valid")
    }

    fn signals(labels: &[(&str, f64)]) -> Result<Vec<Signal>> {
        let signal = |(label, p): &(&str, f64)| Signal::new(label.parse().expect("a label"), *p);
        Ok(labels.iter().map(signal).collect())
    }

    fn failure() -> Result<Vec<Signal>> {
        Err(Error::new(Code::Internal, "the model failed"))
    }

    fn refused(body: Value) -> Error {
        MultiRequest::from_value(body, &Limits::default()).expect_err("the body is refused")
    }

    #[test]
    fn each_result_is_that_of_the_detector_alone() {
        let multi = multi(&["unsafe", "bullying"]);
        let observed = [signals(&[]), signals(&[("bullying", 1.0), ("bullying/THREAT", 1.0)])];
        let verdict = assess_multi(&multi, &observed, &Policy::default());
        for ((result, request), observed) in verdict.results.iter().zip(multi.requests()).zip(&observed) {
            let signals = observed.as_deref().expect("signals");
            assert_eq!(*result, assess(request, signals, &Policy::default()));
        }
        assert_eq!(verdict.summary.detected_count, 1);
        let highest = verdict.summary.highest_risk.expect("one answered");
        assert_eq!((highest.endpoint, highest.risk_score.rounded()), (Detector::Bullying, 0.88));
        assert_eq!(verdict.summary.overall_risk_level, Level::High);
        assert_eq!(verdict.credits_used, 3);
        assert_eq!(verdict.echo.external_id.as_deref(), Some("e-1"));
        assert_eq!(verdict.cross_endpoint_modifier, None);
    }

    #[test]
    fn vulnerability_amplifies_the_others_once_and_says_so() {
        let multi = multi(&["romance-scam", VULNERABILITY, "bullying"]);
        let vulnerable = [(VULNERABILITY, 1.0), ("vulnerability-exploitation/EMOTIONAL_EXPLOIT", 0.8)];
        let observed = [signals(&[("romance-scam", 1.0)]), signals(&vulnerable), signals(&[])];
        let verdict = assess_multi(&multi, &observed, &Policy::default());
        assert_eq!(verdict.cross_endpoint_modifier, Some(1.6));
        let [scam, vulnerability, bullying] = &verdict.results[..] else { panic!("three results") };
        assert_eq!(scam.risk_score.rounded(), 0.8);
        let changes = scam.adjustments.iter().filter(|a| a.stage == Stage::Amplify).count();
        assert_eq!(changes, 1);
        for other in [vulnerability, bullying] {
            assert!(other.adjustments.iter().all(|a| a.stage != Stage::Amplify));
        }
    }

    #[test]
    fn a_failing_detector_asks_for_a_person_and_spares_the_rest() {
        let multi = multi(&["bullying", VULNERABILITY, "unsafe"]);
        let observed = [signals(&[("bullying/THREAT", 1.0)]), failure()];
        let verdict = assess_multi(&multi, &observed, &Policy::default());
        assert_eq!(
            verdict.results[0],
            assess(&multi.requests()[0], observed[0].as_deref().expect("signals"), &Policy::default())
        );
        assert_eq!(verdict.results[1].recommended_action, RecommendedAction::FlagForModerator);
        assert_eq!(verdict.results[2].analysis_status, Some(AnalysisStatus::EngineError));
        assert_eq!(verdict.summary.failed_endpoints, [Detector::VulnerabilityExploitation, Detector::Unsafe]);
        assert_eq!(verdict.cross_endpoint_modifier, None);
        assert_eq!(verdict.credits_used, 2);
    }

    #[test]
    fn when_all_fail_nothing_is_charged_and_a_person_looks() {
        let verdict = assess_multi(&multi(&["bullying", "unsafe"]), &[], &Policy::default());
        assert_eq!(verdict.credits_used, 0);
        assert_eq!(verdict.summary.highest_risk, None);
        assert!(verdict.summary.recommended_action.needs_human());
    }

    #[test]
    fn a_sandbox_key_pays_nothing() {
        let policy = Policy { sandbox: true, ..Policy::default() };
        let verdict = assess_multi(&multi(&["bullying"]), &[signals(&[])], &policy);
        assert_eq!((verdict.credits_used, verdict.sandbox), (0, true));
    }

    #[test]
    fn one_to_ten_different_detectors_of_texts() {
        let names: Vec<&str> =
            Detector::ALL.iter().map(|d| d.as_str()).filter(|n| *n != "emotions").collect();
        assert_eq!(multi(&names[..10]).requests().len(), 10);
        let error = |endpoints: Value| refused(json!({"text": "canary", "endpoints": endpoints}));
        assert_eq!(error(json!(names[..11])).code(), Code::TooManyItems);
        assert_eq!(error(json!([])).to_string(), "endpoints is empty");
        assert_eq!(error(json!(null)).to_string(), "endpoints is missing");
        assert_eq!(error(json!(["unsafe", "unsafe"])).to_string(), "endpoints[1] names unsafe a second time");
        assert_eq!(error(json!([7])).to_string(), "endpoints[0] must be a string; received a number");
        for unknown in ["emotions", "canary"] {
            let message = error(json!([unknown])).to_string();
            assert!(message.starts_with("endpoints[0] must be one of: bullying, grooming, unsafe"));
            assert!(!message.contains("canary"));
        }
        let conversation = json!({"messages": [{"text": "canary"}], "endpoints": ["bullying"]});
        assert_eq!(refused(conversation).code(), Code::InvalidInput);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_order_of_endpoints_changes_no_result(
            order in Just(vec![0_usize, 1, 2, 3]).prop_shuffle(), p in prop::collection::vec(0.0..=1.0_f64, 4),
            failing in prop::option::of(0..4_usize),
        ) {
            let names = ["bullying", "romance-scam", VULNERABILITY, "grooming"];
            let tags = ["bullying/THREAT", "romance-scam", "vulnerability-exploitation/FINANCIAL_EXPLOIT", "grooming"];
            let run = |order: &[usize]| {
                let asked: Vec<&str> = order.iter().map(|&i| names[i]).collect();
                let observe = |&i: &usize| if failing == Some(i) { failure() } else { signals(&[(tags[i], p[i])]) };
                let observed: Vec<_> = order.iter().map(observe).collect();
                assess_multi(&multi(&asked), &observed, &Policy::default())
            };
            let (straight, shuffled) = (run(&[0, 1, 2, 3]), run(&order));
            for (place, &i) in order.iter().enumerate() {
                prop_assert_eq!(&shuffled.results[place], &straight.results[i]);
            }
            prop_assert_eq!(shuffled.credits_used, straight.credits_used);
            prop_assert_eq!(shuffled.summary.overall_risk_level, straight.summary.overall_risk_level);
        }
    }
}
