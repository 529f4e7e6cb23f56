//! Operations other than one verdict, as `vectors/operations` describes them: prices, several detectors, batches,
//! continued conversations, and the rules beside the pipeline. Compared exactly, like tier A.

mod guidance;
mod incident;
mod synthetic;
mod verification;
mod webhook;

pub use guidance::Guidance;
pub use incident::{Logging, Retention, Review, Reviews};
pub use synthetic::Synthetic;
pub use verification::{Barcode, NationalNumber, Observations, Verification, Zone};
pub use webhook::{Alert, Attempt, Signing, Verifying};

use crate::compare::{Tolerance, differences};
use crate::vector::Expect;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use wardlight_core::automation::{Automation, RuleInput};
use wardlight_core::lexicon::Lexicon;
use wardlight_core::{
    BatchRequest, Code, ContinuationKey, ContinuationKeys, ContinuedRequest, Detector, Error, Language,
    Limits, MultiRequest, Operation, Policy, Result, Signal, TokenIssuer, Weighting, assess_batch,
    assess_continued, assess_multi,
};

/// One file: vectors of one operation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationFile {
    /// Name of the file without its extension.
    pub theme: String,
    /// At least one.
    pub vectors: Vec<OperationVector>,
}

/// One case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationVector {
    /// `theme/name`, unique over all files.
    pub id: String,
    /// The rule in one sentence.
    pub why: String,
    /// The line of the specification, or the adopted default, that asks for it.
    pub source: String,
    /// What goes in.
    pub given: OperationGiven,
    /// What has to come out.
    pub expect: Expect,
}

/// What goes in; `call` names the function.
#[derive(Debug, Deserialize)]
#[serde(tag = "call", rename_all = "snake_case", deny_unknown_fields)]
pub enum OperationGiven {
    /// The price of an operation; the result is `{"credits"}`.
    Credits {
        /// The operation with its units.
        of: Operation,
        /// The table; the main one when absent.
        #[serde(default)]
        weighting: Weighting,
    },
    /// Several detectors about one text.
    Multi {
        /// The JSON body.
        request: Value,
        /// One entry per detector.
        observed: Vec<Observed>,
        /// Numbers that differ from the default policy.
        #[serde(default)]
        policy: Policy,
    },
    /// Several items.
    Batch {
        /// The JSON body.
        request: Value,
        /// One entry per item.
        observed: Vec<Observed>,
        /// Numbers that differ from the default policy.
        #[serde(default)]
        policy: Policy,
    },
    /// The rules of an operator about one verdict; the result is the evaluation.
    Automation {
        /// The rule file as JSON.
        rules: Value,
        /// The body that is evaluated.
        input: Value,
    },
    /// A lexicon and a text; the result is what it says of the text.
    Prescreen {
        /// The lexicon as JSON; the shipped one when absent.
        #[serde(default)]
        lexicon: Option<Value>,
        /// The text.
        text: String,
        /// The detector that would be asked.
        detector: Detector,
        /// Code of the text's language, with or without a region, where it is known.
        #[serde(default)]
        language: Option<String>,
    },
    /// One conversation over several calls; the result is that of the last, or the first error.
    Continuation {
        /// The calls in order. Each sends the token of the one before.
        calls: Vec<Call>,
        /// Numbers that differ from the default policy.
        #[serde(default)]
        policy: Policy,
    },
    /// A machine-readable zone.
    Zone(Zone),
    /// A licence barcode.
    Barcode(Barcode),
    /// A national number.
    NationalId(NationalNumber),
    /// A whole verification.
    Verify(Verification),
    /// The lifecycle of an incident.
    Review(Reviews),
    /// Whether an incident is logged.
    LogsIncident(Logging),
    /// How long incidents are kept.
    RetentionDays(Retention),
    /// The headers of a webhook.
    SignWebhook(Signing),
    /// What a receiver checks.
    VerifyWebhook(Verifying),
    /// What follows an attempt.
    AfterAttempt(Attempt),
    /// Which alert a level sends.
    Alert(Alert),
    /// Synthetic content.
    Synthetic(Box<Synthetic>),
    /// An action plan.
    ActionPlan(Guidance),
    /// An incident report.
    IncidentReport(Guidance),
}

/// What was observed about one detector or item.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Observed {
    /// Signals.
    Signals(Vec<Signal>),
    /// `"failed"`: the engine failed.
    Failed(Failed),
}

/// The word for an engine that failed.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failed {
    /// The engine failed.
    Failed,
}

/// One call of a conversation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The detector that is asked.
    pub detector: Detector,
    /// The JSON body; the runner adds the token of the call before, unless the body names one.
    pub request: Value,
    /// What was observed.
    #[serde(default)]
    pub signals: Vec<Signal>,
    /// Seconds since the first call.
    #[serde(default)]
    pub after_s: u64,
    /// Hash of the caller's API key.
    #[serde(default = "default_hash")]
    pub api_key_hash: String,
    /// Id of the key that signs. Its secret is the id, repeated up to 32 bytes.
    #[serde(default = "default_key")]
    pub signing_key: String,
    /// Ids of further keys whose tokens are accepted.
    #[serde(default)]
    pub accepted_keys: Vec<String>,
    /// Cuts so many characters off the end of the token.
    #[serde(default)]
    pub cut: usize,
}

/// Reads the vectors of a folder.
///
/// # Errors
/// One line per fault, as [`read_folder`](crate::read_folder).
pub fn read_operations(folder: &Path) -> std::result::Result<Vec<OperationVector>, Vec<String>> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| vec![format!("{}: {error}", folder.display())])?;
    let mut paths: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    let mut faults = Vec::new();
    let mut vectors: Vec<OperationVector> = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "json")) {
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
        match text.and_then(|text| serde_json::from_str::<OperationFile>(&text).map_err(|e| e.to_string())) {
            Ok(file) if file.theme != name || file.vectors.is_empty() => {
                faults.push(format!("{name}: the theme is called {}, or has no vectors", file.theme));
            }
            Ok(file) => vectors.extend(file.vectors),
            Err(error) => faults.push(format!("{name}: {error}")),
        }
    }
    let mut seen = BTreeSet::new();
    for vector in &vectors {
        let id = vector.id.as_str();
        if !seen.insert(id) || !id.contains('/') {
            faults.push(format!("{id}: given twice, or not of the form theme/name"));
        }
        if vector.why.is_empty() || vector.source.is_empty() || vector.expect.is_empty() {
            faults.push(format!("{id}: why, source and expect must say something"));
        }
    }
    if vectors.is_empty() {
        faults.push(format!("{}: no vectors", folder.display()));
    }
    if faults.is_empty() { Ok(vectors) } else { Err(faults) }
}

/// Runs one vector; every difference, or none.
pub fn run_operation(vector: &OperationVector) -> Vec<String> {
    let actual = match run(&vector.given) {
        Ok(actual) => actual,
        Err(error) => json!({ "error": written(&error) }),
    };
    let mut found = differences(&vector.expect, &actual, Tolerance::EXACT);
    if actual.get("error").is_some_and(|error| error.to_string().contains("canary")) {
        found.push("error: repeats content of the request".to_owned());
    }
    found
}

fn run(given: &OperationGiven) -> Result<Value> {
    let limits = Limits::default();
    match given {
        OperationGiven::Credits { of, weighting } => Ok(json!({ "credits": of.credits(*weighting) })),
        OperationGiven::Multi { request, observed, policy } => {
            let multi = MultiRequest::from_value(request.clone(), &limits)?;
            Ok(written(&assess_multi(&multi, &outcomes(observed), policy)))
        }
        OperationGiven::Batch { request, observed, policy } => {
            let batch = BatchRequest::from_value(request.clone(), &limits)?;
            Ok(written(&assess_batch(&batch, &outcomes(observed), policy)))
        }
        OperationGiven::Automation { rules, input } => {
            let rules = Automation::from_value(rules.clone())?;
            Ok(written(&rules.evaluate(&RuleInput::from_value(input.clone())?)))
        }
        OperationGiven::Prescreen { lexicon, text, detector, language } => {
            let lexicon = match lexicon {
                Some(json) => Cow::Owned(Lexicon::from_value(json.clone())?),
                None => Cow::Borrowed(wardlight::bundled_lexicon()),
            };
            let language = language.as_deref().and_then(Language::from_tag);
            Ok(written(&lexicon.prescreen(text, *detector, language)))
        }
        OperationGiven::Continuation { calls, policy } => {
            let mut answer = Value::Null;
            for call in calls {
                answer = written(&continued(call, &answer, policy)?);
            }
            Ok(answer)
        }
        OperationGiven::Zone(given) => given.run(),
        OperationGiven::Barcode(given) => given.run(),
        OperationGiven::NationalId(given) => given.run(),
        OperationGiven::Verify(given) => given.run(),
        OperationGiven::Review(given) => given.run(),
        OperationGiven::LogsIncident(given) => Ok(given.run()),
        OperationGiven::RetentionDays(given) => given.run(),
        OperationGiven::SignWebhook(given) => given.run(),
        OperationGiven::VerifyWebhook(given) => given.run(),
        OperationGiven::AfterAttempt(given) => given.run(),
        OperationGiven::Alert(given) => Ok(given.run()),
        OperationGiven::Synthetic(given) => Ok(given.run()),
        OperationGiven::ActionPlan(given) => given.plan(),
        OperationGiven::IncidentReport(given) => given.report(),
    }
}

fn continued(call: &Call, before: &Value, policy: &Policy) -> Result<wardlight_core::ContinuedVerdict> {
    let mut body = call.request.clone();
    if let (Some(body), Some(token)) = (body.as_object_mut(), before["continuation_token"].as_str()) {
        let kept: String = token.chars().take(token.len().saturating_sub(call.cut)).collect();
        body.entry("continuation_token").or_insert(kept.into());
    }
    let mut keys = ContinuationKeys::new(key(&call.signing_key)?);
    for id in &call.accepted_keys {
        keys = keys.accepting(key(id)?);
    }
    let issuer =
        TokenIssuer { keys: &keys, api_key_hash: &call.api_key_hash, now_unix_s: START + call.after_s };
    let asked = ContinuedRequest::from_value(call.detector, body, &Limits::default())?;
    assess_continued(&asked, &call.signals, policy, &issuer)
}

fn key(id: &str) -> Result<ContinuationKey> {
    ContinuationKey::new(id, id.bytes().cycle().take(32).collect::<Vec<u8>>())
}

fn outcomes(observed: &[Observed]) -> Vec<Result<Vec<Signal>>> {
    let outcome = |observed: &Observed| match observed {
        Observed::Signals(signals) => Ok(signals.clone()),
        Observed::Failed(Failed::Failed) => Err(Error::new(Code::Internal, "the engine failed")),
    };
    observed.iter().map(outcome).collect()
}

fn written(result: &impl Serialize) -> Value {
    serde_json::to_value(result).expect("results are plain JSON")
}

fn default_hash() -> String {
    "hash".to_owned()
}

fn default_key() -> String {
    "ct-2026-11".to_owned()
}

/// 2026-11-21T00:00:00Z, the time of the first call.
const START: u64 = 1_795_219_200;
