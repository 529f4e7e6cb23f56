//! Batch: up to fifty items in one request, each judged by itself (specification, Other constants).
//!
//! Every item has an entry in the answer, at its own place: one that was not analysed says so and never goes
//! missing, for a missing entry would read as harmless.

use crate::assess::assess;
use crate::echo::Echo;
use crate::error::{Code, Error, Result};
use crate::fields::{Fields, parse_part};
use crate::limits::Limits;
use crate::policy::Policy;
use crate::request::{Options, Request, Tracking, read};
use crate::signal::Signal;
use crate::taxonomy::Detector;
use crate::verdict::Verdict;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Up to [`Limits::batch_items`] requests, each to its own detector.
///
/// ```
/// use wardlight_core::BatchRequest;
/// let batch = BatchRequest::from_json(r#"{"items": [
///     {"type": "bullying", "text": "nobody wants you here", "external_id": "a"},
///     {"type": "unsafe"}
/// ]}"#)?;
/// assert!(batch.items[0].request.is_ok());
/// assert_eq!(batch.items[1].request.as_ref().unwrap_err().to_string(), "items[1].text is missing");
/// # Ok::<(), wardlight_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BatchRequest {
    /// The items in the order in which they were sent.
    pub items: Vec<BatchItem>,
    /// How to run them.
    pub options: BatchOptions,
    /// Fields of the batch itself, which are echoed once for the whole answer.
    pub tracking: Tracking,
}

/// One item of a batch.
#[derive(Clone, PartialEq)]
pub struct BatchItem {
    /// The request; the error of an item that cannot be read, which spoils no other.
    pub request: Result<Request>,
    /// The caller's id, echoed even where the item cannot be read.
    pub external_id: Option<String>,
}

impl std::fmt::Debug for BatchItem {
    /// Leaves the id out: it may be content.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BatchItem({:?})", self.request)
    }
}

/// How to run a batch (reference, batch).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchOptions {
    /// The caller may observe the items at the same time; never changes an answer. Default true.
    pub parallel: bool,
    /// Keep going after an item that failed. Default true.
    pub continue_on_error: bool,
}

impl Default for BatchOptions {
    fn default() -> Self {
        BatchOptions { parallel: true, continue_on_error: true }
    }
}

impl BatchRequest {
    /// Parses a JSON body with the default [`Limits`].
    ///
    /// # Errors
    /// As [`BatchRequest::from_json_within`].
    pub fn from_json(json: &str) -> Result<Self> {
        Self::from_json_within(json, &Limits::default())
    }

    /// Parses a JSON body within `limits`.
    ///
    /// An item may be well formed and yet hold what cannot be read, such as lists in lists in lists, a number that is
    /// too large or half of a surrogate pair; it has its error at its own place and spoils no other.
    ///
    /// # Errors
    /// As [`BatchRequest::from_value`], and [`Code::MalformedJson`].
    pub fn from_json_within(json: &str, limits: &Limits) -> Result<Self> {
        match parse_part(json, "the body") {
            Ok(body) => Self::from_value(body, limits),
            Err(error) => Self::from_parts(json, limits, error),
        }
    }

    /// Reads each item by itself; `whole` is what is wrong with the body where it has none.
    fn from_parts(json: &str, limits: &Limits, whole: Error) -> Result<Self> {
        let Ok(mut parts) = serde_json::from_str::<BTreeMap<String, &RawValue>>(json) else {
            return Err(whole);
        };
        let Some(items) = parts.remove("items") else { return Err(whole) };
        let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(items.get()) else { return Err(whole) };
        let items = items.iter().enumerate();
        let items: Vec<Result<Value>> =
            items.map(|(i, item)| parse_part(item.get(), &format!("items[{i}]"))).collect();
        let mut body = Map::new();
        for (name, part) in parts {
            body.insert(name, parse_part(part.get(), "the body")?);
        }
        let readable = items.iter().map(|item| item.clone().unwrap_or_default()).collect();
        body.insert("items".to_owned(), Value::Array(readable));
        let mut batch = Self::from_value(Value::Object(body), limits)?;
        for (item, read) in batch.items.iter_mut().zip(items) {
            if let Err(error) = read {
                item.request = Err(error);
            }
        }
        Ok(batch)
    }

    /// Reads a parsed body: `items`, each with `type` (any detector) and the body of a request to it, `options` with
    /// `parallel` and `continue_on_error`, and tracking fields.
    ///
    /// `include_evidence`, `support_threshold` and `verdict_only` of `options` hold for each item that says nothing
    /// else, and so do `customer_id` and `incident_moderation_enabled`; `external_id` and `metadata` are those of the
    /// batch as a whole. Options are accepted at top level too; those inside `options` win (Q28).
    ///
    /// # Errors
    /// Only for the batch itself: [`Code::InvalidInput`] when `items` is missing or empty or an option is of the
    /// wrong type, [`Code::TooManyItems`] above [`Limits::batch_items`]. An item that cannot be read keeps its
    /// error in [`BatchItem::request`].
    pub fn from_value(body: Value, limits: &Limits) -> Result<Self> {
        let mut fields = Fields::of(body, "")?;
        let (path, items) =
            fields.list(&["items"], limits.batch_items)?.ok_or_else(|| Error::invalid("items is missing"))?;
        if items.is_empty() {
            return Err(Error::invalid(format!("{path} is empty")));
        }
        let (mut options, mut of_items) = (BatchOptions::default(), Options::default());
        read_options(&mut fields, &mut options)?;
        read::flags(&mut fields, &mut of_items)?;
        if let Some(mut inner) = fields.object(&["options"])? {
            read_options(&mut inner, &mut options)?;
            read::flags(&mut inner, &mut of_items)?;
            inner.finish()?;
        }
        let tracking = read::tracking(&mut fields, limits)?;
        fields.finish()?;
        let read = |(i, item)| {
            let mut item = read_item(item, &format!("{path}[{i}]"), &of_items, limits);
            if let Ok(request) = &mut item.request {
                let own = &mut request.tracking;
                own.customer_id = own.customer_id.take().or_else(|| tracking.customer_id.clone());
                own.incident_moderation_enabled =
                    own.incident_moderation_enabled.or(tracking.incident_moderation_enabled);
            }
            item
        };
        let items = items.into_iter().enumerate().map(read).collect();
        Ok(BatchRequest { items, options, tracking })
    }
}

/// The answer to a batch (reference, batch). Serialises to the wire object.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BatchVerdict {
    /// One per item, in the order in which they were sent.
    pub results: Vec<BatchResult>,
    /// How many went well.
    pub summary: BatchSummary,
    /// Sum over the items; an item that failed costs nothing (Q38). Saturates at [`u64::MAX`].
    pub credits_used: u64,
    /// The key was a sandbox key; absent otherwise (Q15).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sandbox: bool,
    /// Time spent, in milliseconds; filled by the caller of the pipeline, which has no clock.
    pub processing_time_ms: u64,
    /// Echo of the batch.
    #[serde(flatten)]
    pub echo: Echo,
}

/// The answer to one item.
#[derive(Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BatchResult {
    /// Place of the item, from 0.
    pub index: usize,
    /// The item was analysed.
    pub success: bool,
    /// The verdict; that of an item whose engine failed is `engine_error`, which asks for a person. Absent where the
    /// item could not be read or was not analysed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Verdict>,
    /// Why the item failed, free of content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The stable code of that error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_code: Option<&'static str>,
    /// Echo of the item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
}

impl std::fmt::Debug for BatchResult {
    /// Leaves the echoed id out: it may be content.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchResult")
            .field("index", &self.index)
            .field("result", &self.result)
            .field("error", &self.error)
            .finish_non_exhaustive()
    }
}

/// How many items went well; `successful + failed` is `total`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BatchSummary {
    /// Items sent.
    pub total: usize,
    /// Items analysed.
    pub successful: usize,
    /// Items that failed or were not analysed.
    pub failed: usize,
}

/// Judges each item by what was observed about it.
///
/// `observed` holds one entry per item, in order: signals, or the error of an engine that failed; the entry of an item
/// that could not be read is ignored. An item that was not begun has the error [`Code::NotAnalysed`] and no result, as
/// have, without `continue_on_error`, the items after the first failed one, even where signals for them exist, so that
/// parallel and sequential runs agree.
///
/// ```
/// use wardlight_core::{BatchRequest, Policy, Signal, assess_batch};
/// let batch = BatchRequest::from_json(r#"{"items": [{"type": "bullying", "text": "words"}, {"type": 1}]}"#)?;
/// let observed = [Ok(vec![Signal::new("bullying/THREAT".parse().unwrap(), 1.0)])];
/// let answer = assess_batch(&batch, &observed, &Policy::default());
/// assert_eq!((answer.summary.successful, answer.summary.failed, answer.credits_used), (1, 1, 1));
/// # Ok::<(), wardlight_core::Error>(())
/// ```
pub fn assess_batch(batch: &BatchRequest, observed: &[Result<Vec<Signal>>], policy: &Policy) -> BatchVerdict {
    let mut results: Vec<BatchResult> = Vec::with_capacity(batch.items.len());
    let mut stopped = false;
    for (index, item) in batch.items.iter().enumerate() {
        let (result, error) =
            if stopped { (None, Some(not_analysed())) } else { judge(item, observed.get(index), policy) };
        stopped |= error.is_some() && !batch.options.continue_on_error;
        results.push(BatchResult {
            index,
            success: error.is_none(),
            result,
            error_code: error.as_ref().map(|error| error.code().as_str()),
            error: error.map(|error| error.to_string()),
            external_id: item.external_id.clone(),
        });
    }
    let successful = results.iter().filter(|result| result.success).count();
    let total = results.len();
    let credits =
        results.iter().filter_map(|result| result.result.as_ref()).map(|verdict| verdict.credits_used);
    BatchVerdict {
        credits_used: credits.fold(0, u64::saturating_add),
        results,
        summary: BatchSummary { total, successful, failed: total - successful },
        sandbox: policy.sandbox,
        processing_time_ms: 0,
        echo: Echo::from(&batch.tracking),
    }
}

fn judge(
    item: &BatchItem,
    observed: Option<&Result<Vec<Signal>>>,
    policy: &Policy,
) -> (Option<Verdict>, Option<Error>) {
    let request = match &item.request {
        Ok(request) => request,
        Err(error) => return (None, Some(error.clone())),
    };
    let failure = match observed {
        Some(Ok(signals)) => return (Some(assess(request, signals, policy)), None),
        Some(Err(error)) if error.code() == Code::NotAnalysed => return (None, Some(error.clone())),
        Some(Err(error)) => error.clone(),
        None => Error::new(Code::Internal, "nothing was observed about this item"),
    };
    (Some(Verdict::engine_error(request, policy)), Some(failure))
}

fn not_analysed() -> Error {
    Error::new(Code::NotAnalysed, "an earlier item failed and continue_on_error is false")
}

fn read_item(item: Value, at: &str, options: &Options, limits: &Limits) -> BatchItem {
    let id = ["external_id", "externalId"].iter().find_map(|name| item.get(name)?.as_str());
    let external_id = id.filter(|id| id.chars().count() <= limits.id_chars).map(str::to_owned);
    let request = Fields::of(item, at).and_then(|mut fields| {
        let detector = fields
            .string(&["type"], limits.name_chars)?
            .ok_or_else(|| Error::invalid(format!("{at}.type is missing")))?
            .parse::<Detector>();
        let detector = detector.map_err(|_| {
            let known: Vec<&str> = Detector::ALL.iter().map(|d| d.as_str()).collect();
            Error::invalid(format!("{at}.type must be one of: {}", known.join(", ")))
        })?;
        Request::read_over(options.clone(), fields, detector, limits)
    });
    BatchItem { request, external_id }
}

fn read_options(fields: &mut Fields, options: &mut BatchOptions) -> Result<()> {
    if let Some(value) = fields.boolean(&["parallel"])? {
        options.parallel = value;
    }
    if let Some(value) = fields.boolean(&["continue_on_error", "continueOnError"])? {
        options.continue_on_error = value;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::verdict::AnalysisStatus;
    use proptest::prelude::*;
    use serde_json::json;

    fn batch(body: Value) -> BatchRequest {
        BatchRequest::from_value(body, &Limits::default()).expect("the batch is valid")
    }

    fn texts(count: usize) -> Value {
        let item = |i: usize| json!({"type": "bullying", "text": "words", "external_id": format!("id-{i}")});
        (0..count).map(item).collect()
    }

    fn threat() -> Result<Vec<Signal>> {
        Ok(vec![Signal::new("bullying/THREAT".parse().expect("a label"), 1.0)])
    }

    fn failure() -> Result<Vec<Signal>> {
        Err(Error::new(Code::Internal, "the model failed"))
    }

    #[test]
    fn every_text_detector_can_be_asked() {
        let items: Value =
            Detector::ALL.iter().map(|d| json!({"type": d, "messages": [{"text": "a"}]})).collect();
        let batch = batch(json!({"items": items}));
        let asked: Vec<Detector> =
            batch.items.iter().map(|i| i.request.as_ref().expect("valid").detector).collect();
        assert_eq!(asked, Detector::ALL);
    }

    #[test]
    fn options_stand_inside_or_at_top_level_and_inside_wins() {
        let options = |body: Value| batch(body).options;
        assert_eq!(options(json!({"items": texts(1)})), BatchOptions::default());
        let both = json!({"items": texts(1), "parallel": false, "options": {"parallel": true, "continue_on_error": false}});
        assert_eq!(options(both), BatchOptions { parallel: true, continue_on_error: false });
    }

    #[test]
    fn a_batch_holds_one_to_fifty_items() {
        let read = |items: Value| BatchRequest::from_value(json!({"items": items}), &Limits::default());
        assert_eq!(read(texts(50)).expect("fifty").items.len(), 50);
        assert_eq!(
            read(texts(51)).expect_err("51").to_string(),
            "items has 51 entries; the limit is 50 entries"
        );
        assert_eq!(read(json!([])).expect_err("none").to_string(), "items is empty");
        assert_eq!(read(json!(null)).expect_err("none").to_string(), "items is missing");
        assert_eq!(read(json!({})).expect_err("object").code(), Code::InvalidInput);
    }

    #[test]
    fn an_item_that_cannot_be_read_spoils_no_other() {
        let items = json!([
            {"type": "canary", "external_id": "a"},
            {"type": "bullying", "text": "words", "external_id": "b"},
            "canary",
            {"text": "canary"},
            {"type": "unsafe", "text": ["canary"], "external_id": "e"},
        ]);
        let answer = assess_batch(&batch(json!({"items": items})), &[threat(), threat()], &Policy::default());
        assert_eq!(answer.summary, BatchSummary { total: 5, successful: 1, failed: 4 });
        assert_eq!(answer.results[1].result.as_ref().expect("a verdict").level, Level::Medium);
        let ids: Vec<_> = answer.results.iter().map(|r| r.external_id.as_deref()).collect();
        assert_eq!(ids, [Some("a"), Some("b"), None, None, Some("e")]);
        let errors: Vec<_> = answer.results.iter().filter_map(|r| r.error.as_deref()).collect();
        assert_eq!(
            errors[1..],
            [
                "items[2] must be an object; received a string",
                "items[3].type is missing",
                "items[4].text must be a string; received a list"
            ]
        );
        assert!(errors[0].starts_with("items[0].type must be one of: bullying"));
        assert!(errors.iter().all(|error| !error.contains("canary")));
        assert_eq!(answer.credits_used, 1);
    }

    #[test]
    fn an_engine_that_fails_asks_for_a_person() {
        let answer = assess_batch(&batch(json!({"items": texts(2)})), &[failure()], &Policy::default());
        for result in &answer.results {
            let verdict = result.result.as_ref().expect("a verdict that asks for a person");
            assert_eq!(verdict.analysis_status, Some(AnalysisStatus::EngineError));
            assert_eq!((result.success, result.error_code), (false, Some("SVC_INTERNAL_ERROR")));
        }
        assert_eq!(answer.credits_used, 0);
    }

    #[test]
    fn without_continue_on_error_the_items_after_a_failure_say_that_they_were_not_analysed() {
        let body = json!({"items": texts(4), "options": {"continue_on_error": false}});
        let answer =
            assess_batch(&batch(body), &[threat(), failure(), threat(), threat()], &Policy::default());
        let codes: Vec<_> = answer.results.iter().map(|r| r.error_code).collect();
        let skipped = Some("ITEM_NOT_ANALYSED");
        assert_eq!(codes, [None, Some("SVC_INTERNAL_ERROR"), skipped, skipped]);
        assert_eq!(answer.summary, BatchSummary { total: 4, successful: 1, failed: 3 });
        assert_eq!(answer.credits_used, 1);
    }

    #[test]
    fn an_item_that_was_not_begun_has_no_result() {
        let cancelled = Err(Error::new(Code::NotAnalysed, "the batch was cancelled before this item"));
        let answer =
            assess_batch(&batch(json!({"items": texts(2)})), &[threat(), cancelled], &Policy::default());
        let last = &answer.results[1];
        assert_eq!((last.error_code, last.result.as_ref()), (Some("ITEM_NOT_ANALYSED"), None));
    }

    #[test]
    fn what_stands_beside_the_items_holds_for_those_that_say_nothing_else() {
        let items = json!([
            {"type": "bullying", "text": "words"},
            {"type": "bullying", "text": "words", "include_evidence": true, "customer_id": "own",
             "incident_moderation_enabled": true, "options": {"support_threshold": "low"}},
        ]);
        let body = json!({
            "items": items, "include_evidence": true, "incident_moderation_enabled": false,
            "options": {"include_evidence": false, "support_threshold": "critical"},
            "external_id": "b-1", "customer_id": "all", "metadata": {"x": 1},
        });
        let batch = batch(body);
        let told = |i: usize| {
            let Request { options, tracking, .. } = batch.items[i].request.as_ref().expect("valid");
            let logged = tracking.incident_moderation_enabled;
            (options.include_evidence, options.support_threshold, tracking.customer_id.as_deref(), logged)
        };
        assert_eq!(told(0), (false, Level::Critical, Some("all"), Some(false)));
        assert_eq!(told(1), (true, Level::Low, Some("own"), Some(true)));
        let policy = Policy { sandbox: true, ..Policy::default() };
        let answer = assess_batch(&batch, &[threat(), threat()], &policy);
        let answer = serde_json::to_value(&answer).expect("JSON");
        assert_eq!(answer["results"][0]["result"].get("evidence"), None);
        assert_eq!(answer["results"][0].get("external_id"), None);
        let echoed =
            json!([answer["external_id"], answer["customer_id"], answer["metadata"], answer["sandbox"]]);
        assert_eq!(echoed, json!(["b-1", "all", {"x": 1}, true]));
    }

    #[test]
    fn an_item_that_is_no_plain_json_spoils_no_other() {
        let deep = "[".repeat(200) + &"]".repeat(200);
        for unfit in [deep.as_str(), "1e999", r#""\ud800""#] {
            let body = format!(
                r#"{{"items": [{{"type": "bullying", "text": {unfit}}}, {{"type": "bullying", "text": "words"}}]}}"#
            );
            let batch = BatchRequest::from_json(&body).expect("a batch");
            let error = batch.items[0].request.as_ref().expect_err("unfit").to_string();
            assert!(error.starts_with("items[0] is not valid JSON at line 1, column"), "{error}");
            assert!(batch.items[1].request.is_ok());
        }
        for body in
            ["{", r#"{"items": {"x": 1e999}}"#, r#"{"x": 1e999}"#, r#"{"items": [1], "options": 1e999}"#]
        {
            assert_eq!(BatchRequest::from_json(body).expect_err("no batch").code(), Code::MalformedJson);
        }
    }

    #[test]
    fn credits_are_those_of_the_items() {
        let messages: Value = (0..21).map(|_| json!({"text": "a"})).collect();
        let items = json!([{"type": "grooming", "messages": messages}, {"type": "bullying", "text": "a"}]);
        let observed = [Ok(Vec::new()), Ok(Vec::new())];
        assert_eq!(
            assess_batch(&batch(json!({"items": items})), &observed, &Policy::default()).credits_used,
            4
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn order_is_kept_and_counts_add_up(fails in prop::collection::vec(any::<bool>(), 1..=50), go_on in any::<bool>()) {
            let body = json!({"items": texts(fails.len()), "continue_on_error": go_on});
            let observed: Vec<_> = fails.iter().map(|fails| if *fails { failure() } else { threat() }).collect();
            let answer = assess_batch(&batch(body), &observed, &Policy::default());
            let first = fails.iter().position(|fails| *fails).unwrap_or(fails.len());
            for (i, result) in answer.results.iter().enumerate() {
                prop_assert_eq!(result.index, i);
                let id = format!("id-{i}");
                prop_assert_eq!(result.external_id.as_deref(), Some(id.as_str()));
                prop_assert_eq!(result.success, !fails[i] && (go_on || i < first));
                prop_assert_eq!(result.success, result.error.is_none());
            }
            prop_assert_eq!(answer.summary.successful + answer.summary.failed, answer.summary.total);
            prop_assert_eq!(answer.results.len(), fails.len());
        }
    }
}
