//! Where the numbers differ: per detector and tag, and for age groups and platforms.
//!
//! Layers, the later before the earlier: the policy's own numbers, its `detectors`, then each matching entry of
//! `overrides` in order. What a layer leaves out is that of the layer below.

use super::{Bands, Policy, tactic_severity};
use crate::age::AgeGroup;
use crate::draft::Harm;
use crate::request::read::clean_platform;
use crate::score::Score;
use crate::signal::Observation;
use crate::tags::Tag;
use crate::taxonomy::{Detector, Tactic};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The numbers of one detector that differ from those of every detector.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct DetectorRules {
    /// Probability from which the harm counts as detected, 0.01..=1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detect: Option<f64>,
    /// Probability from which a tag, tactic, framing or role counts as present, 0.01..=1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<f64>,
    /// Factor for a known minor, 1..=3, in place of the age group's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age_multiplier: Option<f64>,
    /// Where the levels begin; replaced as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bands: Option<Bands>,
    /// Numbers of single tags or tactics, by their name in `categories`. A name that the detector does not
    /// have changes nothing.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, TagRules>,
}

/// The numbers of one tag or tactic.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct TagRules {
    /// Severity at full confidence, before age calibration, 0..=1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub severity: Option<f64>,
    /// Probability from which it counts as present, 0.01..=1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<f64>,
}

/// Numbers that hold for some age groups, some platforms, or some age groups on some platforms.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Override {
    /// Groups that it holds for; empty: every one, and a child of unknown age. The group is the one that the
    /// verdict is calibrated to, so a stated age counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub age_groups: Vec<AgeGroup>,
    /// Values of `context.platform` that it holds for, whole and without regard to case; empty: every one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub platforms: Vec<String>,
    /// The numbers, per detector.
    pub detectors: BTreeMap<Detector, DetectorRules>,
}

impl Override {
    fn holds(&self, group: Option<AgeGroup>, platform: Option<&str>) -> bool {
        let of_age = || group.is_some_and(|group| self.age_groups.contains(&group));
        let of_platform = || {
            let named = platform.map(clean_platform);
            named.is_some_and(|named| self.platforms.iter().any(|name| clean_platform(name) == named))
        };
        (self.age_groups.is_empty() || of_age()) && (self.platforms.is_empty() || of_platform())
    }
}

impl DetectorRules {
    /// Lays `upper` over these rules.
    fn lay(&mut self, upper: &DetectorRules) {
        self.detect = upper.detect.or(self.detect);
        self.name = upper.name.or(self.name);
        self.age_multiplier = upper.age_multiplier.or(self.age_multiplier);
        self.bands = upper.bands.or(self.bands);
        for (name, rules) in &upper.tags {
            let tag = self.tags.entry(name.clone()).or_default();
            tag.severity = rules.severity.or(tag.severity);
            tag.name = rules.name.or(tag.name);
        }
    }
}

impl Policy {
    /// The numbers that hold for one detector, age group and platform, every layer applied.
    ///
    /// [`assess`](crate::assess) does this by itself; for those who want to show which numbers hold.
    ///
    /// ```
    /// use wardlight_core::{AgeGroup, Detector, Policy};
    /// let policy: Policy = serde_json::from_str(
    ///     r#"{"overrides": [{"age_groups": ["under 10"], "detectors": {"bullying": {"detect": 0.4}}}]}"#,
    /// ).unwrap();
    /// assert_eq!(policy.settled(Detector::Bullying, Some(AgeGroup::Under10), None).detect, 0.4);
    /// assert_eq!(policy.settled(Detector::Bullying, None, None).detect, 0.5);
    /// ```
    pub fn settled(
        &self,
        detector: Detector,
        group: Option<AgeGroup>,
        platform: Option<&str>,
    ) -> Cow<'_, Policy> {
        if self.detectors.is_empty() && self.overrides.is_empty() {
            return Cow::Borrowed(self);
        }
        // Every detector's tags are kept: emotions hear those of others.
        let mut settled = self.clone();
        for layer in std::mem::take(&mut settled.overrides) {
            if layer.holds(group, platform) {
                for (detector, rules) in &layer.detectors {
                    settled.detectors.entry(*detector).or_default().lay(rules);
                }
            }
        }
        if let Some(rules) = settled.detectors.get(&detector) {
            settled.detect = rules.detect.unwrap_or(settled.detect);
            settled.name = rules.name.unwrap_or(settled.name);
            settled.bands = rules.bands.unwrap_or(settled.bands);
        }
        Cow::Owned(settled)
    }

    /// The factor of an age group on a detector's harms.
    pub(crate) fn age_multiplier(&self, detector: Detector, group: AgeGroup) -> f64 {
        let own = self.detectors.get(&detector).and_then(|rules| rules.age_multiplier);
        own.unwrap_or_else(|| self.age_multipliers.of(group))
    }

    /// Severity of a harm at full confidence, in natural text.
    pub(crate) fn severity(&self, harm: Harm) -> Score {
        let table = match harm {
            Harm::Tag(tag) => tag.info().severity,
            Harm::Tactic(tactic) => tactic_severity(tactic),
        };
        Score::new(self.of(harm).and_then(|rules| rules.severity).unwrap_or(table))
    }

    /// Severity of a detector's mildest harm.
    pub(crate) fn mildest(&self, detector: Detector) -> Score {
        let tags = Tag::of(detector).map(Harm::Tag);
        let tactics = Tactic::ALL.iter().copied().filter(|_| detector == Detector::Grooming);
        let harms = tags.chain(tactics.map(Harm::Tactic));
        harms.map(|harm| self.severity(harm)).fold(Score::ONE, Score::min)
    }

    /// Whether an observation of this probability counts as present.
    pub(crate) fn names(&self, label: Observation, probability: Score) -> bool {
        let own = match label {
            Observation::Tag(tag) => self.of(Harm::Tag(tag)),
            Observation::Tactic(tactic) => self.of(Harm::Tactic(tactic)),
            _ => None,
        };
        probability.get() >= own.and_then(|rules| rules.name).unwrap_or(self.name)
    }

    fn of(&self, harm: Harm) -> Option<&TagRules> {
        let detector = match harm {
            Harm::Tag(tag) => tag.info().detector,
            Harm::Tactic(_) => Detector::Grooming,
        };
        self.detectors.get(&detector)?.tags.get(harm.tag())
    }
}
