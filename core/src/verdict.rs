//! The verdict: the specification's detection result, with the reason for every number in it.

use crate::age::AgeGroup;
use crate::detail::distress::DistressFields;
use crate::detail::radicalisation::RadicalisationFields;
use crate::detail::tfgbv::TfgbvFields;
use crate::detail::vulnerability::VulnerabilityFields;
use crate::echo::Echo;
use crate::emotion::{Emotion, Followup, Trend};
use crate::language::{Language, LanguageStatus};
use crate::level::{Action, Level};
use crate::score::Score;
use crate::support::Support;
use crate::taxonomy::{Detector, SpeakerRole, Tactic};
use serde::Serialize;
use std::collections::BTreeMap;

/// The detection result (specification, Resources and their fields).
///
/// Serialises to the wire object. Fields that do not apply are left out, never null.
#[derive(Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Verdict {
    /// The detector that answers.
    pub endpoint: Detector,
    /// A threat was found.
    pub detected: bool,
    /// Age-calibrated severity of what was found; 0 when nothing was.
    pub severity: Score,
    /// Confidence in the classification, whichever way it went.
    pub confidence: Score,
    /// Age-adjusted risk; [`Verdict::level`] is its band.
    pub risk_score: Score,
    /// Risk level.
    pub level: Level,
    /// What matched, strongest first; may be empty.
    pub categories: Vec<Category>,
    /// Quoted fragments; absent when evidence was switched off, and in fast mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Vec<Evidence>>,
    /// How age changed the score.
    pub age_calibration: AgeCalibration,
    /// What to do.
    pub recommended_action: RecommendedAction,
    /// A sentence for a moderator's screen; never branch on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action_detail: Option<String>,
    /// Why, in words that quote nobody. This, `action_detail`, summaries and reasons are worded in the language
    /// of [`Context::language`](crate::Context::language) where the caller asks for Spanish, German, French or
    /// Portuguese, and in English otherwise.
    pub rationale: String,
    /// Resolved language.
    pub language: Language,
    /// How far that language can be relied on.
    pub language_status: LanguageStatus,
    /// Language that the content itself shows.
    pub detected_language: Language,
    /// Helplines, when the level reaches the threshold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support: Option<Support>,
    /// One entry per message of a conversation; absent in fast mode. For a single text with
    /// `conversation_history`, detectors that are [conversation-aware](Detector::is_conversation_aware)
    /// give one entry per message of the history and the text last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_analysis: Option<Vec<MessageAnalysis>>,
    /// Fields of the bullying detector.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub bullying: Option<BullyingFields>,
    /// Fields of the grooming detector.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub grooming: Option<GroomingFields>,
    /// Fields of the unsafe detector.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub unsafe_content: Option<UnsafeFields>,
    /// Fields of the vulnerability-exploitation detector.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub vulnerability: Option<VulnerabilityFields>,
    /// Fields of the radicalisation detector.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub radicalisation: Option<RadicalisationFields>,
    /// Fields of the distress-signals detector.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub distress: Option<DistressFields>,
    /// Fields of the tfgbv detector.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub tfgbv: Option<TfgbvFields>,
    /// Fields of the emotions detector; absent when the analysis could not run.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub emotions: Option<EmotionFields>,
    /// Set when the analysis did not run as usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis_status: Option<AnalysisStatus>,
    /// Every change that a stage made, in order.
    pub adjustments: Vec<Adjustment>,
    /// The model behind the signals, `name@version`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model_version: Option<String>,
    /// Charged credits under the policy's weighting.
    pub credits_used: u64,
    /// Time spent, in milliseconds; filled by the caller of the pipeline, which has no clock.
    pub processing_time_ms: u64,
    /// The key was a sandbox key; absent otherwise (Q15).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sandbox: bool,
    /// Echo of the request.
    #[serde(flatten)]
    pub echo: Echo,
}

impl std::fmt::Debug for Verdict {
    /// Leaves evidence and echoed fields out: they are content.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Verdict")
            .field("endpoint", &self.endpoint)
            .field("detected", &self.detected)
            .field("risk_score", &self.risk_score)
            .field("level", &self.level)
            .field("recommended_action", &self.recommended_action)
            .field("adjustments", &self.adjustments)
            .finish_non_exhaustive()
    }
}

/// What matched.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Category {
    /// SCREAMING_SNAKE_CASE.
    pub tag: String,
    /// Title-case words; English in every language, like the tag.
    pub label: String,
    /// Probability that the tag applies.
    pub confidence: Score,
}

/// A quoted fragment. `text` is content: it appears here and nowhere else.
#[derive(Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evidence {
    /// The fragment of the original text.
    pub text: String,
    /// SCREAMING_SNAKE_CASE tag or tactic; the name of the [detector](Detector::tactic) where it was
    /// certain of harm in these words and named no tag.
    pub tactic: String,
    /// Importance.
    pub weight: Score,
    /// Position in the submitted array, from 0 (Q9); absent for a single text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_index: Option<usize>,
    /// Byte offset of the fragment in that text.
    pub start: usize,
    /// Byte offset of the fragment's end.
    pub end: usize,
    /// The caller's id of the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
}

impl std::fmt::Debug for Evidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Evidence({}, {} bytes)", self.tactic, self.text.len())
    }
}

/// How age changed the score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AgeCalibration {
    /// An age group is known, so its multiplier counts for whatever is detected.
    pub applied: bool,
    /// The group it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age_group: Option<AgeGroup>,
    /// The multiplier; 1.0 without an age group. A risk below the low band stays as it is.
    pub multiplier: f64,
}

/// What to do. A verdict reached by analysis carries one of the five ordered actions; an
/// `engine_error` carries the specification's literal `flag_for_moderator` (Errors, rule 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecommendedAction {
    /// One of the five.
    Ordered(Action),
    /// `flag_for_moderator`: the analysis failed, a person must look.
    FlagForModerator,
}

impl RecommendedAction {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            RecommendedAction::Ordered(action) => action.as_str(),
            RecommendedAction::FlagForModerator => "flag_for_moderator",
        }
    }

    /// The place on the ladder; `flag_for_moderator` stands where `flag_for_review` does.
    pub const fn strength(self) -> Action {
        match self {
            RecommendedAction::Ordered(action) => action,
            RecommendedAction::FlagForModerator => Action::FlagForReview,
        }
    }

    /// A person has to look.
    pub fn needs_human(self) -> bool {
        self.strength() >= Action::FlagForReview
    }
}

impl Serialize for RecommendedAction {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MessageAnalysis {
    /// Position in the submitted array, from 0 (Q9); in `conversation_history` for a single text, which
    /// itself comes after it.
    pub message_index: usize,
    /// Risk of this message alone.
    pub risk_score: Score,
    /// Tactics or tags in this message.
    pub flags: Vec<String>,
    /// Short description that quotes nobody.
    pub summary: String,
}

/// Fields that only the bullying detector has.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BullyingFields {
    /// A bullying signal is present, whoever did it.
    pub is_bullying: bool,
    /// Lower snake case types.
    pub bullying_type: Vec<String>,
    /// Who speaks; absent without a signal (Q62).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speaker_role: Option<SpeakerRole>,
}

/// Fields that only the grooming detector has.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroomingFields {
    /// Ordered union of the messages' tactics (Q13).
    pub flags: Vec<Tactic>,
    /// The level, as older clients name it.
    pub grooming_risk: Level,
    /// The verdict was lowered; absent when it was not (Q64).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub verdict_capped: bool,
    /// Why it was lowered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict_capped_reason: Option<String>,
    /// An age stated in the conversation replaced a supplied one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub declared_age_overridden: bool,
    /// Which one, and by what (Q63).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared_age_override_reason: Option<String>,
}

/// Fields that only the unsafe detector has.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnsafeFields {
    /// Content found unsafe, at any severity.
    #[serde(rename = "unsafe")]
    pub is_unsafe: bool,
    /// The level, as older clients name it.
    pub risk_level: Level,
}

/// Fields that only the emotions detector has (reference, section 7).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EmotionFields {
    /// At most three, strongest first.
    pub dominant_emotions: Vec<Emotion>,
    /// One score per emotion, 0..=1 each; they do not sum to 1. The list of names may grow.
    pub emotion_scores: BTreeMap<Emotion, Score>,
    /// Where the mood goes over the messages.
    pub trend: Trend,
    /// Short description that quotes nobody.
    pub summary: String,
    /// What an adult might do next.
    pub recommended_followup: Followup,
    /// Emotions and signs that go with depression, lower snake case (Q67). Not a diagnosis.
    pub depression_indicators: Vec<String>,
    /// Emotions and signs that go with anxiety, lower snake case (Q67). Not a diagnosis.
    pub anxiety_indicators: Vec<String>,
}

/// Why an analysis did not run as usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AnalysisStatus {
    /// Too long, or the engine failed: a person must look.
    EngineError,
    /// Every known age is 18 or more: not a matter of grooming.
    OutOfScopeAdults,
}

/// One change that a stage made.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Adjustment {
    /// The stage that made it.
    pub stage: Stage,
    /// The number, or level, before.
    pub before: Score,
    /// The number after.
    pub after: Score,
    /// Why, in words that quote nobody.
    pub reason: String,
}

/// The stages of the pipeline, in the order in which they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Ages, roles and length decide whether the question applies.
    Scope,
    /// Framing, platform, trust and history weigh each signal.
    Context,
    /// Signals become one risk.
    Combine,
    /// Age group.
    Calibrate,
    /// Vulnerability that another detector found in the same content.
    Amplify,
    /// Verdicts that rest on too little are lowered.
    Cap,
    /// Level and action.
    Action,
    /// Helplines.
    Support,
    /// Rationale.
    Explain,
}
