//! The two ladders of a verdict: risk level and recommended action.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Risk level, weakest first; "the strongest wins" is `max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Nothing detected.
    #[default]
    None,
    /// Worth knowing.
    Low,
    /// Worth a person's look.
    #[serde(alias = "moderate")]
    Medium,
    /// Harmful.
    High,
    /// A child may be in danger now.
    Critical,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: &'static [Level] = &[Level::None, Level::Low, Level::Medium, Level::High, Level::Critical];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::None => "none",
            Level::Low => "low",
            Level::Medium => "medium",
            Level::High => "high",
            Level::Critical => "critical",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Level {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        match name {
            // Q21 of the wire reference: `moderate` is accepted, `medium` is emitted.
            "moderate" => Ok(Level::Medium),
            _ => Level::ALL.iter().copied().find(|level| level.as_str() == name).ok_or(()),
        }
    }
}

/// What to do, weakest first (specification, Detection result).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Action {
    /// No signal.
    #[default]
    None,
    /// Log only.
    Monitor,
    /// Queue for a moderator.
    FlagForReview,
    /// Withhold or limit the content.
    Block,
    /// Crisis path.
    ImmediateIntervention,
}

impl Action {
    /// Every action, weakest first.
    pub const ALL: &'static [Action] =
        &[Action::None, Action::Monitor, Action::FlagForReview, Action::Block, Action::ImmediateIntervention];

    /// What a level calls for by itself; rules for minors may ask for more.
    pub const fn for_level(level: Level) -> Action {
        match level {
            Level::None => Action::None,
            Level::Low => Action::Monitor,
            Level::Medium => Action::FlagForReview,
            Level::High => Action::Block,
            Level::Critical => Action::ImmediateIntervention,
        }
    }

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Action::None => "none",
            Action::Monitor => "monitor",
            Action::FlagForReview => "flag_for_review",
            Action::Block => "block",
            Action::ImmediateIntervention => "immediate_intervention",
        }
    }
}

impl FromStr for Action {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Action::ALL.iter().copied().find(|action| action.as_str() == name).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moderate_is_read_as_medium_and_never_written() {
        assert_eq!("moderate".parse(), Ok(Level::Medium));
        let read: Level = serde_json::from_str("\"moderate\"").expect("an alias");
        assert_eq!(serde_json::to_value(read).expect("a word"), "medium");
    }
}
