//! Support: helplines for the country of the child, when the level calls for them.
//!
//! The data file names the source of every number and how and how recently the number was checked.
//! It goes out of date by itself: re-check a number with its organisation before relying on it. A country
//! without data gets the international directories, and [`Support::notice`] says so.

use crate::draft::Draft;
use crate::guidance::Concern;
use crate::level::Level;
use crate::wording::{Locale, Phrase};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Helplines and first steps (reference, section 8).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Support {
    /// ISO 3166-1 alpha-2; absent when no country is known or the country has no data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// English name of the country.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_name: Option<String>,
    /// Police and ambulance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emergency_number: Option<String>,
    /// Helplines, those for the harm at hand first; empty when no country is known or the country has no data.
    pub helplines: Vec<Helpline>,
    /// Says that the named country has no data and where to look instead, in the language of the verdict;
    /// absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
    /// First steps for whoever is with the child.
    pub response_guide: ResponseGuide,
}

/// One helpline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Helpline {
    /// Name as the organisation writes it.
    pub name: String,
    /// Number as it is dialled in the country.
    pub number: String,
    /// What it helps with.
    pub description: String,
    /// `child`, `suicide`, `bullying`, `abuse` or `eating_disorder`.
    pub category: String,
    /// When it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available: Option<String>,
}

/// First steps.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResponseGuide {
    /// self_harm, mental_health, eating_disorder, substance_abuse, violence, sexual_abuse, bullying or grooming.
    pub category: &'static str,
    /// What to do now, in the language of the verdict.
    #[serde(rename = "immediateActions")]
    pub immediate_actions: Vec<&'static str>,
    /// Where to read on.
    pub resources: Vec<Resource>,
}

/// A public page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Resource {
    /// Name.
    pub name: &'static str,
    /// What is there, in the language of the verdict.
    pub description: String,
    /// Address.
    pub url: &'static str,
}

/// Helplines of one country, as the data file holds them.
///
/// Nobody watches the numbers for changes. Whoever shows them to a child has to re-check them with the
/// organisations in [`sources`](Self::sources) first, and from time to time after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Country {
    /// ISO 3166-1 alpha-2.
    pub code: String,
    /// English name.
    pub name: String,
    /// General emergency number; that of the police where the ambulance has another one (Brazil), or where the
    /// general one does not reach the whole country (Serbia, Ukraine).
    pub emergency_number: String,
    /// Public addresses: of the organisations behind the helplines, and of the pages or lists that the numbers
    /// were read in where those say it better. Emergency numbers are the regulated 112 in the European Union;
    /// elsewhere they were read in the list of Microsoft Teams (`Teams/emergency-numbers-reference.md`, May 2024)
    /// or in another list that is named.
    pub sources: Vec<String>,
    /// Age of the check, `YYYY` or `YYYY-MM`: of the newest page seen for each helpline, the date of the
    /// oldest. A page without a date counts as 2025.
    pub as_of: String,
    /// `stored page`: each helpline number was read on a stored copy of a public page, not always the
    /// organisation's own and never a live one. `stored list`: at least one of them was read in a stored list of
    /// helplines only. `from memory of public information`: not even that.
    pub checked: String,
    /// Helplines.
    pub helplines: Vec<Helpline>,
}

/// Every country with data.
pub fn countries() -> &'static [Country] {
    static COUNTRIES: LazyLock<Vec<Country>> = LazyLock::new(|| {
        serde_json::from_str(include_str!("../data/helplines.json"))
            .expect("the shipped helpline file is checked by a test")
    });
    &COUNTRIES
}

/// Helplines of a country, by its ISO 3166-1 alpha-2 code in any case; `None` for a country without data.
///
/// ```
/// use wardlight_core::country;
/// assert_eq!(country("pt").unwrap().emergency_number, "112");
/// assert!(country("AQ").is_none());
/// ```
pub fn country(code: &str) -> Option<&'static Country> {
    countries().iter().find(|country| country.code.eq_ignore_ascii_case(code))
}

/// Attaches helplines when the level reaches the threshold; critical always does.
pub(crate) fn attach(draft: &Draft<'_>) -> Option<Support> {
    let level = draft.level();
    let wanted = level >= draft.request.options.support_threshold || level == Level::Critical;
    (wanted && level > Level::None)
        .then(|| support(draft.request.context.country.as_deref(), concern(draft), draft.locale))
}

fn support(code: Option<&str>, concern: Concern, locale: Locale) -> Support {
    let topic = topic_of(concern);
    let known = code.and_then(country);
    let mut helplines = known.map(|c| c.helplines.clone()).unwrap_or_default();
    helplines.sort_by_key(|line| !suits(&line.category, topic));
    let mut resources = vec![child_directory(locale)];
    if matches!(topic, "self_harm" | "mental_health") {
        resources.push(crisis_directory(locale));
    }
    Support {
        country: known.map(|c| c.code.clone()),
        country_name: known.map(|c| c.name.clone()),
        emergency_number: known.map(|c| c.emergency_number.clone()),
        helplines,
        notice: code.filter(|_| known.is_none()).map(|_| locale.say(Phrase::NoHelplines)),
        response_guide: ResponseGuide {
            // The wire knows eight categories, and none for fraud; its steps are its own all the same.
            category: if topic == "fraud" { "mental_health" } else { topic },
            immediate_actions: locale.steps(concern),
            resources,
        },
    }
}

fn suits(helpline: &str, topic: &str) -> bool {
    match topic {
        "self_harm" | "mental_health" => helpline == "suicide",
        "eating_disorder" => helpline == "eating_disorder",
        "bullying" | "violence" => matches!(helpline, "bullying" | "child"),
        _ => matches!(helpline, "abuse" | "child"),
    }
}

/// The line of a country to name for a concern; a child is given a line for children where there is one.
pub(crate) fn line_for(code: &str, concern: Concern, for_child: bool) -> Option<&'static Helpline> {
    let lines = &country(code)?.helplines;
    let child = || lines.iter().find(|line| line.category == "child");
    let suiting = || lines.iter().find(|line| suits(&line.category, topic_of(concern)));
    let first = if for_child { child().or_else(suiting) } else { suiting().or_else(child) };
    first.or_else(|| lines.first())
}

/// What the help is about.
fn concern(draft: &Draft<'_>) -> Concern {
    let gravest = draft.findings.iter().max_by(|a, b| a.severity.get().total_cmp(&b.severity.get()));
    Concern::of(draft.request.detector, gravest.map(|finding| finding.harm.tag()))
}

/// A category of [`ResponseGuide`], or `fraud`.
const fn topic_of(concern: Concern) -> &'static str {
    match concern {
        Concern::Bullying => "bullying",
        Concern::Grooming => "grooming",
        Concern::Violence | Concern::CoerciveControl | Concern::Radicalisation => "violence",
        Concern::Fraud => "fraud",
        Concern::SelfHarm => "self_harm",
        Concern::EatingDisorder => "eating_disorder",
        Concern::SubstanceUse => "substance_abuse",
        Concern::SexualExploitation => "sexual_abuse",
        Concern::MentalHealth | Concern::Gambling | Concern::General => "mental_health",
    }
}

/// Where the child helplines of all countries are listed.
pub(crate) const DIRECTORY: &str = "https://childhelplineinternational.org/helplines/";

fn child_directory(locale: Locale) -> Resource {
    Resource {
        name: "Child Helpline International",
        description: locale.say(Phrase::ChildHelplines),
        url: DIRECTORY,
    }
}

fn crisis_directory(locale: Locale) -> Resource {
    Resource {
        name: "Find A Helpline",
        description: locale.say(Phrase::CrisisHelplines),
        url: "https://findahelpline.com/",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Digits in groups; a service code of a mobile network may begin with a star.
    fn dialable(number: &str) -> bool {
        let rest = number.strip_prefix('*').unwrap_or(number);
        rest.starts_with(|c: char| c.is_ascii_digit())
            && rest.ends_with(|c: char| c.is_ascii_digit())
            && rest.bytes().all(|b| b.is_ascii_digit() || b == b' ' || b == b'-')
            && !rest.contains("  ")
    }

    fn year_or_month(date: &str) -> bool {
        let digits = |part: &str, length| part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
        match date.split_once('-') {
            Some((year, month)) => digits(year, 4) && digits(month, 2) && ("01"..="12").contains(&month),
            None => digits(date, 4),
        }
    }

    #[test]
    fn helpline_file_is_well_formed() {
        let mut codes = HashSet::new();
        for country in countries() {
            let code = country.code.as_str();
            assert!(code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase()), "code {code}");
            assert!(codes.insert(code), "{code} twice");
            assert!(!country.name.is_empty(), "{code}: name");
            assert!(dialable(&country.emergency_number), "{code}: {}", country.emergency_number);
            assert!(!country.sources.is_empty(), "{code}: sources");
            assert!(country.sources.iter().all(|s| s.starts_with("https://") && !s.contains(' ')), "{code}");
            assert!(year_or_month(&country.as_of), "{code}: {}", country.as_of);
            assert!(
                matches!(
                    country.checked.as_str(),
                    "stored page" | "stored list" | "from memory of public information"
                ),
                "{code}: {}",
                country.checked
            );
            let mut seen = HashSet::new();
            for line in &country.helplines {
                assert!(!line.name.is_empty() && !line.description.is_empty(), "{code}: {}", line.number);
                assert!(dialable(&line.number), "{code}: {}", line.number);
                assert!(seen.insert(&line.number), "{code}: {} twice", line.number);
                assert_ne!(line.number, country.emergency_number, "{code}");
                assert!(
                    matches!(
                        line.category.as_str(),
                        "child" | "suicide" | "bullying" | "abuse" | "eating_disorder"
                    ),
                    "{code}: {}",
                    line.category
                );
            }
            assert!(!country.helplines.is_empty(), "{code}: no helpline at all");
        }
        assert!(codes.len() >= 60, "{} countries", codes.len());
    }

    #[test]
    fn the_european_union_is_complete_with_112_and_a_line_for_children() {
        const MEMBERS: &str =
            "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE";
        for code in MEMBERS.split(' ') {
            let found = country(code).unwrap_or_else(|| panic!("{code}: no data"));
            assert_eq!(found.emergency_number, "112", "{code}");
            let child = |l: &Helpline| matches!(l.category.as_str(), "child" | "abuse");
            assert!(found.helplines.iter().any(child), "{code}: no line for children");
        }
    }

    #[test]
    fn harmonised_numbers_have_the_purpose_that_they_are_reserved_for() {
        for country in countries() {
            for line in &country.helplines {
                match line.number.as_str() {
                    "116 111" => assert_eq!(line.category, "child", "{}", country.code),
                    "116 123" => assert_eq!(line.category, "suicide", "{}", country.code),
                    number => assert!(!number.starts_with("116 "), "{}: {number}", country.code),
                }
            }
        }
    }

    #[test]
    fn a_country_without_data_says_so_and_leads_to_the_directories() {
        let without = support(Some("AQ"), Concern::Bullying, Locale::De);
        assert!(without.helplines.is_empty() && without.country.is_none());
        assert!(without.notice.is_some_and(|notice| notice.contains("internationalen Verzeichnisse")));
        assert_eq!(without.response_guide.resources, [child_directory(Locale::De)]);
        assert_eq!(support(None, Concern::Bullying, Locale::De).notice, None);
        assert_eq!(support(Some("IS"), Concern::Bullying, Locale::De).notice, None);
    }

    #[test]
    fn first_steps_are_worded_in_the_language_of_the_verdict() {
        for &concern in Concern::ALL {
            let english = support(None, concern, Locale::En).response_guide;
            assert!(!english.immediate_actions.is_empty(), "{concern:?}");
            for locale in [Locale::Es, Locale::De, Locale::Fr, Locale::Pt] {
                let guide = support(None, concern, locale).response_guide;
                assert_eq!(
                    guide.immediate_actions.len(),
                    english.immediate_actions.len(),
                    "{concern:?} {locale:?}"
                );
                for (step, of_english) in guide.immediate_actions.iter().zip(&english.immediate_actions) {
                    assert!(step.ends_with('.') && step != of_english, "{concern:?} {locale:?}: {step}");
                }
                for (there, of_english) in guide.resources.iter().zip(&english.resources) {
                    assert!(
                        there.url == of_english.url && there.description != of_english.description,
                        "{concern:?} {locale:?}"
                    );
                }
            }
        }
    }
}
