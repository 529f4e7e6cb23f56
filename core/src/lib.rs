//! Pure verdict pipeline of Wardlight.
//!
//! [`assess`] takes a [`Request`], the [`Signal`]s that detectors observed and a [`Policy`], and returns
//! a [`Verdict`]. Nothing here reads a clock, a file or a socket, draws a random number or runs a model.
//!
//! Beside the pipeline stand the prescreen [`lexicon`] and the rules of [`automation`], of [`synthetic`] content, of
//! [`verification`], of [`incident`]s and of [`webhook`]s.
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod age;
mod assess;
pub mod automation;
mod batch;
mod carried;
mod continuation;
mod credits;
mod detail;
mod draft;
mod echo;
mod emotion;
mod error;
mod fields;
mod guidance;
pub mod incident;
mod language;
mod level;
pub mod lexicon;
mod limits;
mod multi;
mod policy;
mod request;
#[cfg(feature = "schema")]
mod schema;
mod score;
mod signal;
mod stages;
mod support;
pub mod synthetic;
mod tags;
mod taxonomy;
mod verdict;
pub mod verification;
pub mod webhook;
mod wording;

pub use age::{AgeGroup, UnknownAgeGroup};
pub use assess::{assess, assess_amplified};
pub use batch::{
    BatchItem, BatchOptions, BatchRequest, BatchResult, BatchSummary, BatchVerdict, assess_batch,
};
pub use continuation::{
    ContinuationKey, ContinuationKeys, ContinuedRequest, ContinuedVerdict, Conversation, StateSource,
    TokenIssuer, Trajectory, assess_continued,
};
pub use credits::{Operation, Weighting, text_credits};
pub use detail::distress::{DistressFields, ExploitationRisk, VulnerabilityLevel};
pub use detail::radicalisation::{RadicalisationFields, TcoClass};
pub use detail::tfgbv::{Amplifiers, Intersectionality, TfgbvFields};
pub use detail::vulnerability::{VulnerabilityFields, VulnerabilityProfile};
pub use echo::Echo;
pub use emotion::{Emotion, Followup, Trend, Valence};
pub use error::{Code, Error, ErrorKind, Result};
pub use guidance::{
    ActionPlan, ActionPlanRequest, Audience, Circumstances, Concern, IncidentReport, IncidentReportRequest,
    ReportMessage, ReportReader, TimelineEntry, Tone, action_plan, incident_report,
};
pub use language::{Language, LanguageStatus};
pub use level::{Action, Level};
pub use limits::Limits;
pub use multi::{HighestRisk, MultiRequest, MultiSummary, MultiVerdict, assess_multi};
pub use policy::{
    AgeMultipliers, Bands, DetectorRules, FramingDiscount, Override, Policy, TagRules, tactic_severity,
};
pub use request::{
    Content, Context, HistoryMessage, Message, Options, Party, PrescreenFlag, Request, SenderTrust, Tracking,
};
pub use score::Score;
pub use signal::{Observation, Signal, Source, Span, UnknownLabel};
pub use support::{Country, Helpline, Resource, ResponseGuide, Support, countries, country};
pub use tags::{TAGS, Tag, TagInfo};
pub use taxonomy::{Detector, Framing, SpeakerRole, Tactic, UnknownName};
pub use verdict::{
    Adjustment, AgeCalibration, AnalysisStatus, BullyingFields, Category, EmotionFields, Evidence,
    GroomingFields, MessageAnalysis, RecommendedAction, Stage, UnsafeFields, Verdict,
};
