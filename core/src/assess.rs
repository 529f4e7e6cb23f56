//! The heart: signals in, verdict out, as a visible list of stages.

use crate::credits::Operation;
use crate::detail::{distress, radicalisation, tfgbv, vulnerability};
use crate::draft::{Draft, Finding, MessageRisk};
use crate::echo::Echo;
use crate::language::Language;
use crate::level::Level;
use crate::policy::Policy;
use crate::request::Request;
use crate::score::Score;
use crate::signal::{Observation, Signal, Span};
use crate::stages::{action, amplify, calibrate, cap, combine, context, emotions, explain, grooming, scope};
use crate::support;
use crate::taxonomy::{Detector, Tactic};
use crate::verdict::{
    AnalysisStatus, BullyingFields, Category, Evidence, GroomingFields, MessageAnalysis, RecommendedAction,
    UnsafeFields, Verdict,
};
use crate::wording::Phrase;

/// Judges a request by what the detectors observed.
///
/// Pure and deterministic: the same input gives the same verdict, and the order of `signals` does not
/// matter. `processing_time_ms` is 0 and `model_version` absent; the caller knows them.
///
/// ```
/// use wardlight_core::{assess, Detector, Level, Policy, Request, Signal};
/// let request = Request::text(Detector::Bullying, "nobody wants you here");
/// let signals = [
///     Signal::new("bullying".parse().unwrap(), 0.93),
///     Signal::new("bullying/EXCLUSION".parse().unwrap(), 0.88).with_span(0, 16),
/// ];
/// let verdict = assess(&request, &signals, &Policy::default());
/// assert_eq!(verdict.level, Level::Medium);
/// assert_eq!(verdict.categories[0].tag, "EXCLUSION");
/// ```
pub fn assess(request: &Request, signals: &[Signal], policy: &Policy) -> Verdict {
    assess_amplified(request, signals, policy, 1.0)
}

/// As [`assess`], for content on which vulnerability-exploitation has given a `cross_endpoint_modifier`.
///
/// What is detected has its risk and severity multiplied by `modifier`, clamped to 1; an undetected harm
/// stays undetected, and a modifier outside 1.0..=2.0 is moved to the nearer end. Vulnerability exploitation
/// itself is not amplified.
///
/// ```
/// use wardlight_core::{assess_amplified, Detector, Policy, Request, Signal};
/// let request = Request::text(Detector::RomanceScam, "only you understand me, please send a little money");
/// let signals = [Signal::new("romance-scam".parse().unwrap(), 1.0)];
/// let verdict = assess_amplified(&request, &signals, &Policy::default(), 1.6);
/// assert_eq!(verdict.risk_score.get(), 0.8);
/// ```
pub fn assess_amplified(request: &Request, signals: &[Signal], policy: &Policy, modifier: f64) -> Verdict {
    conclude(decide(Draft::new(request, signals, policy), modifier))
}

/// Runs the stages; a draft whose status is set went through none but the first.
pub(crate) fn decide(mut draft: Draft<'_>, modifier: f64) -> Draft<'_> {
    scope::resolve_ages(&mut draft);
    draft.status = scope::out_of_scope(&draft);
    if draft.status.is_some() {
        return draft;
    }
    scope::settle_policy(&mut draft);
    context::weigh(&mut draft);
    match draft.request.detector {
        Detector::Grooming => grooming::combine(&mut draft),
        Detector::Emotions => emotions::combine(&mut draft),
        _ => combine::combine(&mut draft),
    }
    draft.turns = turns(&draft);
    calibrate::calibrate(&mut draft);
    amplify::amplify(&mut draft, modifier);
    cap::cap(&mut draft);
    action::recommend(&mut draft);
    draft
}

/// Turns a draft into the result object.
pub(crate) fn conclude(draft: Draft<'_>) -> Verdict {
    match draft.status {
        Some(AnalysisStatus::EngineError) => engine_error(draft, Phrase::Ceiling),
        Some(AnalysisStatus::OutOfScopeAdults) => out_of_scope_adults(draft),
        None => finish(draft),
    }
}

/// Risk of each submitted turn: that of each message, or of the single text.
fn turns(draft: &Draft<'_>) -> Vec<Score> {
    if draft.messages.is_empty() {
        return vec![draft.own.risk];
    }
    draft.messages.iter().map(|message| message.risk).collect()
}

impl Verdict {
    /// The verdict of an analysis that could not run: a person has to look, and nothing is charged.
    pub fn engine_error(request: &Request, policy: &Policy) -> Verdict {
        engine_error(Draft::new(request, &[], policy), Phrase::EngineFailed)
    }
}

fn engine_error(mut draft: Draft<'_>, rationale: Phrase) -> Verdict {
    draft.action = RecommendedAction::FlagForModerator;
    let rationale = draft.locale.say(rationale);
    let mut verdict = finish(draft);
    verdict.analysis_status = Some(AnalysisStatus::EngineError);
    verdict.confidence = Score::ZERO;
    verdict.rationale = rationale;
    verdict.message_analysis = None;
    verdict.credits_used = 0;
    verdict
}

fn out_of_scope_adults(draft: Draft<'_>) -> Verdict {
    let rationale = draft.locale.say(Phrase::AdultsOnly);
    let mut verdict = finish(draft);
    verdict.analysis_status = Some(AnalysisStatus::OutOfScopeAdults);
    verdict.rationale = rationale;
    verdict
}

/// The result object of a draft that went through every stage.
fn finish(draft: Draft<'_>) -> Verdict {
    let request = draft.request;
    let detected = draft.detected();
    let level = draft.level();
    let confidence = if detected { draft.probability.get() } else { 1.0 - draft.probability.get() };
    let detected_language = draft.detected_language();
    let language = request.context.language.or(detected_language).unwrap_or(Language::ENGLISH);
    let operation = Operation::Text { detector: request.detector, messages: request.turns() };
    // Fast mode returns the conversation-level verdict only (specification, Request options).
    let evidence_wanted = request.options.include_evidence && !request.options.verdict_only;
    Verdict {
        endpoint: request.detector,
        detected,
        severity: draft.severity,
        confidence: Score::new(confidence),
        risk_score: draft.risk,
        level,
        categories: if detected { categories(&draft.findings) } else { Vec::new() },
        evidence: evidence_wanted.then(|| evidence(&draft)),
        age_calibration: draft.calibration,
        recommended_action: draft.action,
        action_detail: action::detail(draft.action).map(|phrase| draft.locale.say(phrase)),
        rationale: explain::rationale(&draft),
        language,
        language_status: language.status(),
        detected_language: detected_language.unwrap_or(language),
        support: support::attach(&draft),
        message_analysis: message_analysis(&draft),
        bullying: bullying_fields(&draft),
        grooming: grooming_fields(&draft),
        unsafe_content: (request.detector == Detector::Unsafe)
            .then_some(UnsafeFields { is_unsafe: detected, risk_level: level }),
        vulnerability: vulnerability::fields(&draft),
        radicalisation: radicalisation::fields(&draft),
        distress: distress::fields(&draft),
        tfgbv: tfgbv::fields(&draft),
        emotions: emotions::fields(&draft),
        analysis_status: None,
        model_version: None,
        credits_used: draft.policy.charge(operation),
        processing_time_ms: 0,
        sandbox: draft.policy.sandbox,
        echo: Echo::from(&request.tracking),
        adjustments: draft.trail,
    }
}

/// One category per tag, with its highest confidence.
fn categories(findings: &[Finding]) -> Vec<Category> {
    let mut categories: Vec<Category> = Vec::new();
    for finding in findings {
        if categories.iter().all(|c| c.tag != finding.harm.tag()) {
            categories.push(Category {
                tag: finding.harm.tag().to_owned(),
                label: finding.harm.label().to_owned(),
                confidence: finding.confidence,
            });
        }
    }
    categories
}

fn evidence(draft: &Draft<'_>) -> Vec<Evidence> {
    if !draft.detected() {
        return Vec::new();
    }
    let texts = draft.request.texts();
    let cut = |span: Option<Span>, message_index: Option<usize>, tactic: &str, weight: Score| {
        let span = span?;
        let text = span.slice(texts.get(message_index.unwrap_or(0))?).filter(|t| !t.is_empty())?;
        Some(Evidence {
            text: text.to_owned(),
            tactic: tactic.to_owned(),
            weight,
            message_index,
            start: span.0,
            end: span.1,
            message_id: draft.request.message_id.clone(),
        })
    };
    let named =
        draft.findings.iter().filter_map(|f| cut(f.span, f.message_index, f.harm.tag(), f.confidence));
    let mut evidence: Vec<Evidence> = named.collect();
    // Where no tag points at words, those behind the harm itself are shown, under the detector's name.
    let detector = draft.request.detector;
    for signal in draft.present().filter(|s| s.label == Observation::Harm(detector)) {
        let of_words = signal.message_index.is_some() || draft.request.message_list().is_empty();
        let sure = signal.probability.get() >= draft.policy.detect;
        if of_words
            && sure
            && !matches!(detector, Detector::Grooming | Detector::Emotions)
            && evidence.iter().all(|e| e.message_index != signal.message_index)
        {
            evidence.extend(cut(signal.span, signal.message_index, detector.tactic(), signal.probability));
        }
    }
    evidence
}

fn message_analysis(draft: &Draft<'_>) -> Option<Vec<MessageAnalysis>> {
    let conversation = !draft.messages.is_empty();
    (conversation && !draft.request.options.verdict_only).then(|| {
        let describe = |(index, message): (usize, &MessageRisk)| MessageAnalysis {
            message_index: index,
            risk_score: message.risk,
            flags: message.flags.iter().map(|flag| flag.as_str().to_owned()).collect(),
            summary: summary(draft, message),
        };
        draft.messages.iter().enumerate().map(describe).collect()
    })
}

fn summary(draft: &Draft<'_>, message: &MessageRisk) -> String {
    let locale = draft.locale;
    if message.flags.is_empty() {
        let clear = draft.policy.bands.level(message.risk) == Level::None;
        let concern = locale.concern(draft.request.detector);
        return locale.say(if clear {
            Phrase::MessageClear.into()
        } else {
            Phrase::WordsPointTo.with("behaviour", concern)
        });
    }
    let names: Vec<String> = message.flags.iter().map(|flag| locale.flag(*flag)).collect();
    locale.say(Phrase::MessageShows.with("flags", names.join(", ")))
}

fn bullying_fields(draft: &Draft<'_>) -> Option<BullyingFields> {
    (draft.request.detector == Detector::Bullying).then(|| {
        let found = draft.detected();
        BullyingFields {
            is_bullying: found,
            bullying_type: categories(&draft.findings).iter().map(|c| c.tag.to_lowercase()).collect(),
            speaker_role: if found { draft.speaker_role() } else { None },
        }
    })
}

fn grooming_fields(draft: &Draft<'_>) -> Option<GroomingFields> {
    (draft.request.detector == Detector::Grooming).then(|| {
        let named = |tactic: &Tactic| draft.findings.iter().any(|f| f.harm.flag() == tactic.as_str());
        GroomingFields {
            flags: Tactic::ALL.iter().copied().filter(named).collect(),
            grooming_risk: if draft.detected() { draft.level() } else { Level::None },
            verdict_capped: draft.capped.is_some(),
            verdict_capped_reason: draft.capped.clone(),
            declared_age_overridden: !draft.ages.overrides.is_empty(),
            declared_age_override_reason: (!draft.ages.overrides.is_empty())
                .then(|| draft.ages.overrides.join("; ")),
        }
    })
}
