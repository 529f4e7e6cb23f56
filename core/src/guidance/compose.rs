//! Puts the steps together: urgency, the trusted adult, the concern, the age, a helpline, the close.

use super::catalogue::{Catalogue, catalogue, fill};
use super::concern::Concern;
use crate::age::AgeGroup;
use crate::language::Language;
use crate::level::Level;
use crate::request::Context;
use crate::support;

/// Who reads the steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    Child,
    Parent,
    Educator,
    Platform,
    Counsellor,
}

impl Reader {
    #[cfg(test)]
    pub(super) const ALL: [Reader; 5] =
        [Reader::Child, Reader::Parent, Reader::Educator, Reader::Platform, Reader::Counsellor];

    pub(super) const fn key(self) -> &'static str {
        match self {
            Reader::Child => "child",
            Reader::Parent => "parent",
            Reader::Educator => "educator",
            Reader::Platform => "platform",
            Reader::Counsellor => "counsellor",
        }
    }
}

/// How old the child is, as far as words and steps differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AgeBand {
    /// Under ten.
    Young,
    /// Ten to twelve; also an unknown age, because plain words harm nobody.
    Middle,
    /// Thirteen and older.
    Teen,
}

impl AgeBand {
    #[cfg(test)]
    pub(super) const ALL: [AgeBand; 3] = [AgeBand::Young, AgeBand::Middle, AgeBand::Teen];

    /// The age in years counts before the age group.
    pub(super) fn of(context: &Context, known: Option<AgeGroup>) -> AgeBand {
        let years = context.child_age.map(|years| AgeGroup::from_age(years).unwrap_or(AgeGroup::From16To17));
        match years.or(context.age_group).or(known) {
            Some(AgeGroup::Under10) => AgeBand::Young,
            Some(AgeGroup::From13To15 | AgeGroup::From16To17) => AgeBand::Teen,
            Some(AgeGroup::From10To12 | AgeGroup::Under18) | None => AgeBand::Middle,
        }
    }

    pub(super) const fn key(self) -> &'static str {
        match self {
            AgeBand::Young => "young",
            AgeBand::Middle => "middle",
            AgeBand::Teen => "teen",
        }
    }
}

/// What the steps depend on.
pub(super) struct Case<'c> {
    pub(super) concern: Concern,
    /// Low to critical; no level counts as low.
    pub(super) severity: Level,
    pub(super) band: AgeBand,
    pub(super) language: Option<Language>,
    /// ISO 3166-1 alpha-2.
    pub(super) country: Option<&'c str>,
    /// The steps say that a person has to read what the analysis could not.
    pub(super) unread: bool,
}

/// The steps for a reader, in the order in which to take them. Never empty.
pub(super) fn steps(reader: Reader, case: &Case<'_>) -> Vec<String> {
    let words = catalogue(case.language);
    let severity = case.severity.max(Level::Low);
    let of = |part: &str| words.sentences(&format!("{}.{part}", reader.key())).to_vec();
    let urgency = of(&format!("severity.{severity}"));
    let age = of(&format!("age.{}", case.band.key()));
    let mut steps = Vec::new();
    if severity == Level::Critical {
        steps.extend(emergency(reader, case.country, words));
    }
    steps.extend(urgency);
    if case.unread {
        steps.extend(words.sentences(&format!("{}.unread", whose(reader))).to_vec());
    }
    // A child hears first whom to go to; adults hear first what the matter needs.
    if reader == Reader::Child {
        let simple = if case.band == AgeBand::Young { "young" } else { "older" };
        steps.extend(age);
        steps.extend(of(&format!("{}.{simple}", case.concern)));
    } else {
        steps.extend(of(case.concern.as_str()));
        steps.extend(age);
    }
    if severity >= Level::Medium {
        steps.push(helpline(reader, case, words));
    }
    steps.extend(of("closing"));
    steps
}

fn emergency(reader: Reader, country: Option<&str>, words: &Catalogue) -> Vec<String> {
    let whose = whose(reader);
    match country.and_then(support::country) {
        Some(country) => words
            .sentences(&format!("{whose}.emergency"))
            .iter()
            .map(|text| fill(text, &[("emergency", &country.emergency_number)]))
            .collect(),
        None => words.sentences(&format!("{whose}.emergency_unknown")).to_vec(),
    }
}

/// Sentences for a child, or for any adult.
fn whose(reader: Reader) -> &'static str {
    if reader == Reader::Child { "child" } else { "adult" }
}

fn helpline(reader: Reader, case: &Case<'_>, words: &Catalogue) -> String {
    let for_child = reader == Reader::Child;
    match case.country.and_then(|country| support::line_for(country, case.concern, for_child)) {
        Some(line) => words.text(
            &format!("{}.helpline", reader.key()),
            &[("line", line.name.as_str()), ("number", line.number.as_str())],
        ),
        None => words.text(&format!("{}.directory", reader.key()), &[("directory", support::DIRECTORY)]),
    }
}
