//! Policies as files: TOML or JSON, read strictly.
//!
//! Every key may be left out and then keeps its default. A key that is not known, a value of the wrong type and a
//! number out of range are refused with the path of the key; the value itself is never repeated.

use super::{Bands, DetectorRules, Override, Policy, TagRules};
use crate::age::AgeGroup;
use crate::credits::Weighting;
use crate::draft::Harm;
use crate::error::{Error, Result};
use crate::fields::{Fields, parse_json, parse_toml};
use crate::request::read::clean_platform;
use crate::score::Score;
use crate::tags::Tag;
use crate::taxonomy::{Detector, Tactic};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

impl Policy {
    /// Reads a policy file in TOML.
    ///
    /// This is `core/data/policy/example.toml`, in which every key is explained:
    ///
    /// ```
    /// use wardlight_core::{AgeGroup, Detector, Policy};
    /// let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/policy/example.toml"));
    /// let policy = Policy::from_toml(text).unwrap();
    /// let lobby = policy.settled(Detector::Bullying, Some(AgeGroup::From16To17), Some("ranked lobby"));
    /// assert_eq!((policy.detect, lobby.detect), (0.5, 0.6));
    ///
    /// let error = Policy::from_toml("[bands]\nlow = 30").unwrap_err();
    /// assert_eq!(error.code().as_str(), "VAL_INVALID_INPUT");
    /// assert_eq!(error.to_string(), "bands.low must lie within 0.01..=1");
    /// ```
    ///
    /// # Errors
    /// [`Code::MalformedToml`](crate::Code::MalformedToml) when it is not TOML; [`Code::InvalidInput`](crate::Code::InvalidInput) for a key that is not known, a value of the
    /// wrong type or a number out of range; [`Code::TooManyItems`](crate::Code::TooManyItems) for more than 100 overrides, age groups or
    /// platforms.
    pub fn from_toml(text: &str) -> Result<Self> {
        Self::from_value(parse_toml(text)?)
    }

    /// Reads a policy file in JSON: the same keys.
    ///
    /// # Errors
    /// As [`Policy::from_toml`], with [`Code::MalformedJson`](crate::Code::MalformedJson) when it is not JSON.
    pub fn from_json(text: &str) -> Result<Self> {
        Self::from_value(parse_json(text)?)
    }

    /// Reads a parsed policy.
    ///
    /// # Errors
    /// As [`Policy::from_toml`].
    pub fn from_value(value: Value) -> Result<Self> {
        let mut fields = Fields::of_document(value, "the policy")?;
        let mut policy = Policy::default();
        numbers(&mut fields, &mut policy)?;
        counts(&mut fields, &mut policy)?;
        if let Some(inner) = fields.object(&["bands"])? {
            policy.bands = bands(inner, Some(policy.bands))?;
        }
        if let Some(mut inner) = fields.object(&["age_multipliers"])? {
            let of = &mut policy.age_multipliers;
            set(&mut inner, "under_10", MULTIPLIER, &mut of.under_10)?;
            set(&mut inner, "from_10_to_12", MULTIPLIER, &mut of.from_10_to_12)?;
            set(&mut inner, "from_13_to_15", MULTIPLIER, &mut of.from_13_to_15)?;
            set(&mut inner, "from_16_to_17", MULTIPLIER, &mut of.from_16_to_17)?;
            set(&mut inner, "under_18", MULTIPLIER, &mut of.under_18)?;
            inner.finish()?;
        }
        if let Some(mut inner) = fields.object(&["platform_odds"])? {
            let of = &mut policy.platform_odds;
            set(&mut inner, "game", LOWERED_ODDS, &mut of.game)?;
            set(&mut inner, "supervised", LOWERED_ODDS, &mut of.supervised)?;
            set(&mut inner, "strangers", RAISED_ODDS, &mut of.strangers)?;
            inner.finish()?;
        }
        if let Some(mut inner) = fields.object(&["framing_discount"])? {
            let of = &mut policy.framing_discount;
            set(&mut inner, "protective", SHARE, &mut of.protective)?;
            set(&mut inner, "protective_grooming", SHARE, &mut of.protective_grooming)?;
            set(&mut inner, "quotation", SHARE, &mut of.quotation)?;
            set(&mut inner, "play", SHARE, &mut of.play)?;
            set(&mut inner, "self_directed", SHARE, &mut of.self_directed)?;
            set(&mut inner, "reclaimed", SHARE, &mut of.reclaimed)?;
            inner.finish()?;
        }
        policy.detectors = detectors(&mut fields)?;
        if let Some((path, items)) = fields.list(&["overrides"], MAX_ENTRIES)? {
            let items = items.into_iter().enumerate();
            let read = items.map(|(i, item)| read_override(fields.inner(item, &format!("{path}[{i}]"))?));
            policy.overrides = read.collect::<Result<_>>()?;
        }
        fields.finish()?;
        Ok(policy)
    }

    /// The policy as a TOML file with every key, which [`Policy::from_toml`] reads back as it is, provided that its
    /// numbers are within the ranges.
    ///
    /// ```
    /// use wardlight_core::Policy;
    /// let written = Policy::default().to_toml();
    /// assert!(written.contains("[bands]\nlow = 0.3\n"));
    /// assert_eq!(Policy::from_toml(&written).unwrap(), Policy::default());
    /// ```
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a policy is a table of numbers, words and lists")
    }

    /// The policy as a JSON file with every key.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a policy has only words as keys")
    }
}

impl TryFrom<Value> for Policy {
    type Error = Error;

    fn try_from(value: Value) -> Result<Self> {
        Policy::from_value(value)
    }
}

fn numbers(fields: &mut Fields, policy: &mut Policy) -> Result<()> {
    set(fields, "detect", THRESHOLD, &mut policy.detect)?;
    set(fields, "name", THRESHOLD, &mut policy.name)?;
    set(fields, "tag_alone_factor", SHARE, &mut policy.tag_alone_factor)?;
    set(fields, "reassembled_factor", SHARE, &mut policy.reassembled_factor)?;
    set(fields, "game_lobby_factor", SHARE, &mut policy.game_lobby_factor)?;
    set(fields, "reciprocal_factor", SHARE, &mut policy.reciprocal_factor)?;
    set(fields, "history_odds", RAISED_ODDS, &mut policy.history_odds)?;
    set(fields, "persistence_lift", SHARE, &mut policy.persistence_lift)?;
    set(fields, "prescreen_lift", SHARE, &mut policy.prescreen_lift)?;
    set(fields, "lone_tactic_factor", SHARE, &mut policy.lone_tactic_factor)?;
    set(fields, "distress_lift", SHARE, &mut policy.distress_lift)?;
    set(fields, "verified_sender_factor", SHARE, &mut policy.verified_sender_factor)?;
    set(fields, "verified_sender_odds", LOWERED_ODDS, &mut policy.verified_sender_odds)?;
    set(fields, "vulnerability_weight", SHARE, &mut policy.vulnerability_weight)?;
    set(fields, "peer_age_gap_years", 0.0..=17.0, &mut policy.peer_age_gap_years)?;
    set(fields, "peer_factor", SHARE, &mut policy.peer_factor)?;
    set(fields, "trend_dead_zone", 0.0..=2.0, &mut policy.trend_dead_zone)?;
    set(fields, "trend_lean", 0.0..=2.0, &mut policy.trend_lean)?;
    if let Some(risk) = fields.number(&["capped_risk"], SHARE)? {
        // As fine as risks are written, so that the policy is read back as it is.
        policy.capped_risk = Score::new(Score::new(risk).rounded());
    }
    Ok(())
}

fn counts(fields: &mut Fields, policy: &mut Policy) -> Result<()> {
    if let Some(power) = fields.count(&["lone_tactic_power"], 1..=16)? {
        policy.lone_tactic_power = i32::try_from(power).expect("it is at most 16");
    }
    if let Some(messages) = fields.count(&["trend_min_messages"], 2..=1000)? {
        policy.trend_min_messages = messages;
    }
    if let Some(turns) = fields.count(&["max_turns"], 1..=1000)? {
        policy.max_turns = turns;
    }
    if let Some(sandbox) = fields.boolean(&["sandbox"])? {
        policy.sandbox = sandbox;
    }
    match fields.string(&["weighting"], MAX_NAME_CHARS)?.as_deref() {
        None => {}
        Some("main") => policy.weighting = Weighting::Main,
        Some("newer") => policy.weighting = Weighting::Newer,
        Some(_) => return Err(Error::invalid("weighting must be one of: main, newer")),
    }
    Ok(())
}

fn set(fields: &mut Fields, name: &str, range: RangeInclusive<f64>, place: &mut f64) -> Result<()> {
    if let Some(number) = fields.number(&[name], range)? {
        *place = number;
    }
    Ok(())
}

/// Four rising numbers; without `known` all four have to be there, for bands are replaced as a whole.
fn bands(mut fields: Fields, known: Option<Bands>) -> Result<Bands> {
    let mut bands = known.unwrap_or_default();
    let mut below: Option<(&str, f64)> = None;
    for (name, place) in [
        ("low", &mut bands.low),
        ("medium", &mut bands.medium),
        ("high", &mut bands.high),
        ("critical", &mut bands.critical),
    ] {
        match fields.number(&[name], THRESHOLD)? {
            Some(number) => *place = number,
            None if known.is_none() => {
                return Err(Error::invalid(format!("{} is missing", fields.path(name))));
            }
            None => {}
        }
        if let Some((lower, _)) = below.filter(|(_, number)| *number >= *place) {
            let (path, lower) = (fields.path(name), fields.path(lower));
            return Err(Error::invalid(format!("{path} must lie above {lower}")));
        }
        below = Some((name, *place));
    }
    fields.finish()?;
    Ok(bands)
}

fn detectors(fields: &mut Fields) -> Result<BTreeMap<Detector, DetectorRules>> {
    let mut all = BTreeMap::new();
    let Some(mut inner) = fields.object(&["detectors"])? else { return Ok(all) };
    for &detector in Detector::ALL {
        if let Some(rules) = inner.object(&[detector.as_str()])? {
            all.insert(detector, detector_rules(detector, rules)?);
        }
    }
    inner.finish()?;
    Ok(all)
}

fn detector_rules(detector: Detector, mut fields: Fields) -> Result<DetectorRules> {
    let mut rules = DetectorRules {
        detect: fields.number(&["detect"], THRESHOLD)?,
        name: fields.number(&["name"], THRESHOLD)?,
        age_multiplier: fields.number(&["age_multiplier"], MULTIPLIER)?,
        ..DetectorRules::default()
    };
    if let Some(inner) = fields.object(&["bands"])? {
        rules.bands = Some(bands(inner, None)?);
    }
    if let Some(mut inner) = fields.object(&["tags"])? {
        let tactics = Tactic::ALL.iter().filter(|_| detector == Detector::Grooming);
        let harms = Tag::of(detector).map(Harm::Tag).chain(tactics.map(|tactic| Harm::Tactic(*tactic)));
        for harm in harms {
            let Some(mut of) = inner.object(&[harm.tag()])? else { continue };
            let severity = of.number(&["severity"], SHARE)?;
            let name = of.number(&["name"], THRESHOLD)?;
            of.finish()?;
            rules.tags.insert(harm.tag().to_owned(), TagRules { severity, name });
        }
        inner.finish()?;
    }
    fields.finish()?;
    Ok(rules)
}

fn read_override(mut fields: Fields) -> Result<Override> {
    let age_groups = fields.list(&["age_groups"], MAX_ENTRIES)?;
    let platforms = fields.list(&["platforms"], MAX_ENTRIES)?;
    // An override that always holds would hide that the detector's own rules are not the last word.
    if age_groups.is_none() && platforms.is_none() {
        return Err(Error::invalid(format!("{} names no age group and no platform", fields.place())));
    }
    let detectors = detectors(&mut fields)?;
    if detectors.is_empty() {
        return Err(Error::invalid(format!("{} is missing", fields.path("detectors"))));
    }
    fields.finish()?;
    Ok(Override {
        age_groups: words(age_groups, |path, word| {
            AgeGroup::named(word)
                .ok_or_else(|| Error::invalid(format!("{path} must be one of: {AGE_GROUPS}")))
        })?,
        platforms: words(platforms, |path, word| match clean_platform(word) {
            name if name.is_empty() => Err(Error::invalid(format!("{path} is empty"))),
            name if name.chars().count() > MAX_NAME_CHARS => {
                Err(Error::too_long(path, name.chars().count(), MAX_NAME_CHARS))
            }
            name => Ok(name),
        })?,
        detectors,
    })
}

/// Reads a list of words, which must not be empty when it is there: an empty one would hold everywhere.
fn words<T>(list: Option<(String, Vec<Value>)>, read: impl Fn(&str, &str) -> Result<T>) -> Result<Vec<T>> {
    let Some((path, items)) = list else { return Ok(Vec::new()) };
    if items.is_empty() {
        return Err(Error::invalid(format!("{path} is empty")));
    }
    let items = items.iter().enumerate();
    items.map(|(i, item)| crate::fields::word(item, &format!("{path}[{i}]"), &read)).collect()
}

/// Probabilities from which something holds, and where levels begin. Not 0: from there on everything holds.
const THRESHOLD: RangeInclusive<f64> = 0.01..=1.0;
/// Shares, factors that soften, lifts and severities.
const SHARE: RangeInclusive<f64> = 0.0..=1.0;
const LOWERED_ODDS: RangeInclusive<f64> = 0.05..=1.0;
const RAISED_ODDS: RangeInclusive<f64> = 1.0..=20.0;
/// Age makes a harm graver, never milder.
const MULTIPLIER: RangeInclusive<f64> = 1.0..=3.0;
const MAX_ENTRIES: usize = 100;
const MAX_NAME_CHARS: usize = 255;
const AGE_GROUPS: &str = "under 10, 10-12, 13-15, 16-17, under 18";
