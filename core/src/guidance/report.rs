//! The incident report.

use super::audience::ReportReader;
use super::catalogue::{Catalogue, catalogue};
use super::compose::{AgeBand, Case, Reader, steps};
use super::concern::Concern;
use super::request::IncidentReportRequest;
use crate::credits::Operation;
use crate::draft::Harm;
use crate::echo::Echo;
use crate::level::Level;
use crate::policy::Policy;
use crate::score::Score;
use crate::tags::Tag;
use crate::taxonomy::{Detector, Tactic};
use crate::verdict::{AnalysisStatus, Verdict};
use crate::wording::Locale;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// What happened and what comes next (reference, http-api section 4). Quotes nobody and names nobody.
#[derive(Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IncidentReport {
    /// A few sentences, in the language of the context.
    pub summary: String,
    /// `low` to `critical`; `low` also when nothing was found, because clients know no `none` here.
    pub risk_level: Level,
    /// Messages in which something was found, in order. An addition to the fields of the reference.
    pub timeline: Vec<TimelineEntry>,
    /// Tags and tactics, those of the gravest verdict first; a detector's own name where it named none.
    pub categories: Vec<String>,
    /// Steps in order; never empty.
    pub recommended_next_steps: Vec<String>,
    /// Charged credits: 3, none in the sandbox.
    pub credits_used: u64,
    /// The key was a sandbox key; absent otherwise (Q15).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sandbox: bool,
    /// Echo of the request.
    #[serde(flatten)]
    pub echo: Echo,
}

/// One message of an incident in which something was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TimelineEntry {
    /// Position in the submitted array, from 0.
    pub message_index: usize,
    /// Number of the sender in order of appearance, from 1; names stay out.
    pub sender: usize,
    /// The highest risk that a verdict gave this message.
    pub risk_score: Score,
    /// Tags and tactics of all verdicts, each once.
    pub flags: Vec<String>,
}

/// Composes a report from the messages and the verdicts on them.
///
/// The risk is the highest of the verdicts. A verdict that could not be reached, or no verdict at all, is not
/// taken for a harmless one: the summary says so and the risk is at least medium. Where nothing was detected,
/// what the reporter calls the incident picks the steps.
///
/// ```
/// use wardlight_core::{assess, incident_report, Detector, IncidentReportRequest, Level, Policy, Signal};
/// let request = IncidentReportRequest::from_json(r#"{
///     "messages": [{"sender": "Ana", "text": "nobody wants you here"}],
///     "meta": {"child_age": 12, "type": "bullying"}
/// }"#).unwrap();
/// let signals = [
///     Signal::new("bullying".parse().unwrap(), 0.95),
///     Signal::new("bullying/EXCLUSION".parse().unwrap(), 0.9).at(0),
/// ];
/// let verdict = assess(&request.to_detect(Detector::Bullying), &signals, &Policy::default());
/// let report = incident_report(&request, &[verdict], &Policy::default());
/// assert!(report.risk_level >= Level::Medium);
/// assert_eq!(report.categories, ["EXCLUSION"]);
/// assert!(!report.summary.contains("Ana"));
/// ```
pub fn incident_report(
    request: &IncidentReportRequest,
    verdicts: &[Verdict],
    policy: &Policy,
) -> IncidentReport {
    let mut found: Vec<&Verdict> = verdicts.iter().filter(|verdict| verdict.detected).collect();
    found.sort_by(|a, b| b.risk_score.get().total_cmp(&a.risk_score.get()));
    let unread = verdicts.is_empty()
        || verdicts.iter().any(|v| v.analysis_status == Some(AnalysisStatus::EngineError));
    let level = found.iter().map(|verdict| verdict.level).max().unwrap_or(Level::Low);
    let level = if unread { level.max(Level::Medium) } else { level };
    let reported = reported(request);
    let concern = found.first().map(|verdict| Concern::of_verdict(verdict)).or(reported);
    let known = verdicts.iter().find_map(|verdict| verdict.age_calibration.age_group);
    let case = Case {
        concern: concern.unwrap_or(Concern::General),
        severity: level,
        band: AgeBand::of(&request.about.context, known),
        language: request.about.context.language,
        country: request.about.context.country.as_deref(),
        // The summary says it.
        unread: false,
    };
    IncidentReport {
        summary: summary(request, &found, unread, &case, reported),
        risk_level: level,
        timeline: timeline(request, verdicts),
        categories: categories(&found),
        recommended_next_steps: steps(reader(request.reader), &case),
        credits_used: policy.charge(Operation::IncidentReport),
        sandbox: policy.sandbox,
        echo: Echo::from(&request.about.tracking),
    }
}

fn summary(
    request: &IncidentReportRequest,
    found: &[&Verdict],
    unread: bool,
    case: &Case<'_>,
    reported: Option<Concern>,
) -> String {
    let words = catalogue(case.language);
    let name = |concern: Concern| words.text(&format!("concern.{concern}"), &[]);
    let numbers = senders(request);
    let messages = request.messages.len().to_string();
    let people = numbers.iter().max().unwrap_or(&0).to_string();
    let mut said = vec![words.text("report.size", &[("messages", &messages), ("senders", &people)])];
    if found.is_empty() {
        said.extend((!unread).then(|| words.text("report.nothing", &[])));
    } else {
        said.push(words.text(
            "report.level",
            &[
                ("concern", &name(case.concern)),
                ("level", &words.text(&format!("level.{}", case.severity), &[])),
            ],
        ));
        let harms = harms(found, case);
        said.extend((!harms.is_empty()).then(|| words.text("report.found", &[("found", &harms)])));
    }
    said.extend(unread.then(|| words.text("report.unread", &[])));
    said.extend(reported.map(|concern| words.text("report.reported", &[("type", &name(concern))])));
    said.extend(facts(request, words));
    said.push(words.text("report.caution", &[]));
    said.join(" ")
}

fn facts(request: &IncidentReportRequest, words: &Catalogue) -> Vec<String> {
    let age =
        request.about.context.child_age.map(|age| words.text("report.age", &[("age", &age.to_string())]));
    let time = request.occurred_at.as_deref().filter(|time| in_digits(time));
    age.into_iter().chain(time.map(|time| words.text("report.time", &[("time", time)]))).collect()
}

/// A date or time such as `2026-03-01T12:00:00Z`; anything else may be content and stays out.
fn in_digits(time: &str) -> bool {
    time.len() <= 35
        && time.contains(|c: char| c.is_ascii_digit())
        && time.chars().all(|c| c.is_ascii_digit() || " -:./+TZ".contains(c))
}

/// What was found in words, the gravest verdict's first, at most five.
fn harms(found: &[&Verdict], case: &Case<'_>) -> String {
    let locale = Locale::for_language(case.language);
    let mut names: Vec<&str> = Vec::new();
    for verdict in found {
        for category in &verdict.categories {
            let tactic = || Tactic::ALL.iter().copied().find(|t| t.tag() == category.tag).map(Harm::Tactic);
            let harm = Tag::named_by(verdict.endpoint, &category.tag).map(Harm::Tag).or_else(tactic);
            if let Some(name) = harm.map(|harm| locale.harm(harm))
                && !names.contains(&name)
            {
                names.push(name);
            }
        }
    }
    names.truncate(5);
    names.join(", ")
}

fn categories(found: &[&Verdict]) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for verdict in found {
        let own = verdict.endpoint.tactic().to_owned();
        let named: Vec<String> = verdict.categories.iter().map(|category| category.tag.clone()).collect();
        for tag in if named.is_empty() { vec![own] } else { named } {
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
    }
    tags
}

fn timeline(request: &IncidentReportRequest, verdicts: &[Verdict]) -> Vec<TimelineEntry> {
    let senders = senders(request);
    let mut entries: BTreeMap<usize, TimelineEntry> = BTreeMap::new();
    let messages = verdicts.iter().filter_map(|verdict| verdict.message_analysis.as_ref()).flatten();
    for message in messages.filter(|message| !message.flags.is_empty()) {
        let Some(sender) = senders.get(message.message_index) else { continue };
        let entry = entries.entry(message.message_index).or_insert_with(|| TimelineEntry {
            message_index: message.message_index,
            sender: *sender,
            risk_score: Score::ZERO,
            flags: Vec::new(),
        });
        entry.risk_score = Score::max(entry.risk_score, message.risk_score);
        for flag in &message.flags {
            if !entry.flags.contains(flag) {
                entry.flags.push(flag.clone());
            }
        }
    }
    entries.into_values().collect()
}

/// The number of the sender of each message.
fn senders(request: &IncidentReportRequest) -> Vec<usize> {
    let mut known: Vec<&str> = Vec::new();
    let mut number = |name| {
        let seen = known.iter().position(|other| *other == name);
        seen.unwrap_or_else(|| {
            known.push(name);
            known.len() - 1
        }) + 1
    };
    request.messages.iter().map(|message| number(message.sender.trim())).collect()
}

/// The concern that the reporter names, by a concern's or a detector's name.
fn reported(request: &IncidentReportRequest) -> Option<Concern> {
    let name = request.incident_type.as_deref()?.trim().to_lowercase();
    let snake = name.replace(['-', ' '], "_");
    let detector = || name.replace(['_', ' '], "-").parse::<Detector>().ok();
    snake.parse().ok().or_else(|| detector().map(|detector| Concern::of(detector, None)))
}

const fn reader(reader: ReportReader) -> Reader {
    match reader {
        ReportReader::School => Reader::Educator,
        ReportReader::Counsellor => Reader::Counsellor,
        ReportReader::Moderator => Reader::Platform,
    }
}

impl fmt::Debug for IncidentReport {
    /// Leaves echoed fields out: they are the caller's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IncidentReport")
            .field("risk_level", &self.risk_level)
            .field("categories", &self.categories)
            .field("timeline", &self.timeline)
            .finish_non_exhaustive()
    }
}
