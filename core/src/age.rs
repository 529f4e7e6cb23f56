//! Age groups: parsed at the edge, ordered from the most to the least protected.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The age group of the child, as the specification spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AgeGroup {
    /// Younger than ten.
    #[serde(rename = "under 10")]
    Under10,
    /// Ten to twelve.
    #[serde(rename = "10-12")]
    From10To12,
    /// Thirteen to fifteen.
    #[serde(rename = "13-15")]
    From13To15,
    /// Sixteen and seventeen.
    #[serde(rename = "16-17")]
    From16To17,
    /// A minor whose exact age is unknown.
    #[serde(rename = "under 18")]
    Under18,
}

impl AgeGroup {
    /// Every group.
    pub const ALL: &'static [AgeGroup] = &[
        AgeGroup::Under10,
        AgeGroup::From10To12,
        AgeGroup::From13To15,
        AgeGroup::From16To17,
        AgeGroup::Under18,
    ];

    /// The group of an age in years; `None` from 18 on.
    pub fn from_age(years: f64) -> Option<AgeGroup> {
        match years {
            y if y < 10.0 => Some(AgeGroup::Under10),
            y if y < 13.0 => Some(AgeGroup::From10To12),
            y if y < 16.0 => Some(AgeGroup::From13To15),
            y if y < 18.0 => Some(AgeGroup::From16To17),
            _ => None,
        }
    }

    /// The group of exactly this name, separators aside. Conditions take no other spelling: "13-17", read as one group
    /// for a child, would silently leave out part of those whom the condition names.
    pub(crate) fn named(name: &str) -> Option<AgeGroup> {
        let plain = |name: &str| name.trim().to_lowercase().replace(['_', '-', '\u{2013}'], " ");
        AgeGroup::ALL.iter().copied().find(|group| plain(group.as_str()) == plain(name))
    }

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            AgeGroup::Under10 => "under 10",
            AgeGroup::From10To12 => "10-12",
            AgeGroup::From13To15 => "13-15",
            AgeGroup::From16To17 => "16-17",
            AgeGroup::Under18 => "under 18",
        }
    }
}

impl fmt::Display for AgeGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A value of `age_group` that is not understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("age_group must be one of: under 10, 10-12, 13-15, 16-17, under 18")]
pub struct UnknownAgeGroup;

impl FromStr for AgeGroup {
    type Err = UnknownAgeGroup;

    /// Accepts the specification's names with a space, hyphen or underscore, and the other spellings
    /// seen in client samples, each read as the youngest group that it mainly covers.
    fn from_str(name: &str) -> Result<Self, UnknownAgeGroup> {
        let name = name.trim().to_lowercase().replace(['_', ' ', '\u{2013}'], "-");
        Ok(match name.as_str() {
            "under-10" => AgeGroup::Under10,
            "10-12" | "11-13" | "under-13" => AgeGroup::From10To12,
            "13-15" | "13-17" | "14-17" | "teen" => AgeGroup::From13To15,
            "16-17" => AgeGroup::From16To17,
            "under-18" | "child" => AgeGroup::Under18,
            _ => return Err(UnknownAgeGroup),
        })
    }
}
