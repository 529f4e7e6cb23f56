//! What needs no model: the rules alone, guidance, helplines, prices and the prescreen lexicon; in files of their own
//! verification, synthetic content, automation rules, incidents and webhooks.

mod automation;
mod incident;
mod synthetic;
mod verification;
mod webhook;

pub use automation::evaluate_rules;
pub use incident::{logs_incident, requires_review, retention_days, review};
pub use synthetic::judge_synthetic;
pub use verification::{check_national_id, read_barcode, read_zone, verify};
pub use webhook::{WebhookDelivery, after_attempt, alert, sign_webhook, verify_webhook};

use crate::guard::answer;
use crate::issuer::Issuer;
use crate::offsets::OffsetUnit;
use crate::read;
use wardlight::{
    ActionPlanRequest, BatchRequest, ContinuedRequest, Error, IncidentReportRequest, Language, MultiRequest,
    Operation, Request, Result, Weighting, bundled_lexicon,
};

/// Judges a request by signals that somebody else observed.
///
/// # Errors
/// As [`Request::from_json`]; a signal or a policy that cannot be read.
pub fn assess(
    detector: &str,
    body: &str,
    signals: &str,
    policy: Option<&str>,
    unit: OffsetUnit,
) -> Result<String> {
    answer(|| {
        let request = Request::from_json(read::detector(detector)?, body)?;
        let signals = read::signals(read::json(signals)?, "signals")?;
        let mut verdict = wardlight::assess(&request, &signals, &read::policy(policy)?);
        unit.convert(&mut verdict, &request);
        Ok(verdict)
    })
}

/// Judges one text by what was observed for each detector: a list of signals, or null where the engine failed.
///
/// # Errors
/// As [`MultiRequest::from_json`]; a signal or a policy that cannot be read.
pub fn assess_multi(body: &str, observed: &str, policy: Option<&str>, unit: OffsetUnit) -> Result<String> {
    answer(|| {
        let multi = MultiRequest::from_json(body)?;
        let mut answer = wardlight::assess_multi(&multi, &read::observed(observed)?, &read::policy(policy)?);
        for (verdict, request) in answer.results.iter_mut().zip(multi.requests()) {
            unit.convert(verdict, request);
        }
        Ok(answer)
    })
}

/// Judges each item of a batch by what was observed in it: a list of signals, or null where the engine failed.
///
/// # Errors
/// As [`wardlight::BatchRequest::from_json`]; a signal or a policy that cannot be read.
pub fn assess_batch(body: &str, observed: &str, policy: Option<&str>, unit: OffsetUnit) -> Result<String> {
    answer(|| {
        let batch = BatchRequest::from_json(body)?;
        let mut answer = wardlight::assess_batch(&batch, &read::observed(observed)?, &read::policy(policy)?);
        unit.convert_batch(&mut answer, &batch);
        Ok(answer)
    })
}

/// Judges new turns of a conversation by signals that somebody else observed.
///
/// # Errors
/// As [`wardlight::assess_continued`]; a signal or a policy that cannot be read.
pub fn assess_continued(
    detector: &str,
    body: &str,
    signals: &str,
    issuer: &Issuer<'_>,
    policy: Option<&str>,
    unit: OffsetUnit,
) -> Result<String> {
    answer(|| {
        let asked = ContinuedRequest::from_json(read::detector(detector)?, body)?;
        let signals = read::signals(read::json(signals)?, "signals")?;
        let policy = read::policy(policy)?;
        let mut answer =
            issuer.with(|issuer| wardlight::assess_continued(&asked, &signals, &policy, issuer))?;
        unit.convert(&mut answer.verdict, &asked.request);
        Ok(answer)
    })
}

/// An action plan without a verdict.
///
/// # Errors
/// As [`ActionPlanRequest::from_json`].
pub fn action_plan(body: &str, policy: Option<&str>) -> Result<String> {
    answer(|| {
        let request = ActionPlanRequest::from_json(body)?;
        Ok(wardlight::action_plan(&request, None, &read::policy(policy)?))
    })
}

/// An incident report without a verdict: nothing was read, and the report says so.
///
/// # Errors
/// As [`IncidentReportRequest::from_json`].
pub fn incident_report(body: &str, policy: Option<&str>) -> Result<String> {
    answer(|| {
        let request = IncidentReportRequest::from_json(body)?;
        Ok(wardlight::incident_report(&request, &[], &read::policy(policy)?))
    })
}

/// What the prescreen lexicon says of a text: the shipped one, or `lexicon` as JSON. English without a language, and
/// with one that is not known; a known one whose phrases nobody wrote matches only those of every language.
///
/// # Errors
/// An unknown detector; a lexicon that cannot be read.
pub fn prescreen(
    text: &str,
    detector: &str,
    language: Option<&str>,
    lexicon: Option<&str>,
) -> Result<String> {
    answer(|| {
        let detector = read::detector(detector)?;
        let language = language.and_then(Language::from_tag);
        Ok(match lexicon {
            None => bundled_lexicon().prescreen(text, detector, language),
            Some(own) => wardlight::lexicon::Lexicon::from_json(own)?.prescreen(text, detector, language),
        })
    })
}

/// Helplines of a country with their sources, by ISO 3166-1 alpha-2 code; JSON null where there is no data.
///
/// # Errors
/// [`wardlight::Code::Internal`] only.
pub fn helplines(country: &str) -> Result<String> {
    answer(|| Ok(wardlight::country(&country.to_ascii_uppercase())))
}

/// Every country with helplines.
///
/// # Errors
/// [`wardlight::Code::Internal`] only.
pub fn countries() -> Result<String> {
    answer(|| Ok(wardlight::countries()))
}

/// The price of an operation, given as JSON (`{"operation": "text", "detector": "bullying", "messages": 1}`), under
/// the weighting `main` or `newer`.
///
/// # Errors
/// [`wardlight::Code::InvalidInput`] for an operation or a weighting that is not known.
pub fn credits(operation: &str, weighting: &str) -> Result<u64> {
    let operation: Operation = serde_json::from_value(read::json(operation)?)
        .map_err(|_| Error::invalid("the operation is not known, or its units are incomplete"))?;
    let weighting = match weighting {
        "main" => Weighting::Main,
        "newer" => Weighting::Newer,
        _ => return Err(Error::invalid("weighting must be one of: main, newer")),
    };
    Ok(operation.credits(weighting))
}
