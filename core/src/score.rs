//! A number between 0 and 1 that is always finite, so that no stage has to check it again.

use serde::{Deserialize, Serialize};

/// A probability, risk or severity: finite and within 0..=1 by construction.
///
/// Serialises as a number rounded to four decimals, so every language prints the same digits.
///
/// ```
/// use wardlight_core::Score;
/// assert_eq!(Score::new(1.7), Score::ONE);
/// assert_eq!(Score::new(f64::NAN), Score::ZERO);
/// assert_eq!(serde_json::to_string(&Score::new(0.123_456)).unwrap(), "0.1235");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Deserialize)]
#[serde(try_from = "f64")]
pub struct Score(f64);

impl Score {
    /// Nothing at all.
    pub const ZERO: Score = Score(0.0);
    /// Certainty, or the greatest severity.
    pub const ONE: Score = Score(1.0);

    /// Clamps `value` into 0..=1; NaN becomes 0.
    pub const fn new(value: f64) -> Self {
        if value.is_nan() { Score::ZERO } else { Score(value.clamp(0.0, 1.0)) }
    }

    /// The number, within 0..=1.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// The number rounded to four decimals, as it is written on the wire.
    pub fn rounded(self) -> f64 {
        (self.0 * 10_000.0).round() / 10_000.0
    }

    /// The greater of two scores.
    pub fn max(self, other: Score) -> Score {
        if other.0 > self.0 { other } else { self }
    }

    /// The smaller of two scores.
    pub fn min(self, other: Score) -> Score {
        if other.0 < self.0 { other } else { self }
    }

    /// This score times `factor`, clamped.
    pub fn scaled(self, factor: f64) -> Score {
        Score::new(self.0 * factor)
    }

    /// This probability with its odds times `factor`, which is above 0: certainty stays certain.
    pub(crate) fn with_odds(self, factor: f64) -> Score {
        Score::new(self.0 * factor / (1.0 - self.0 + self.0 * factor))
    }
}

impl TryFrom<f64> for Score {
    type Error = String;

    fn try_from(value: f64) -> Result<Self, Self::Error> {
        if value.is_finite() && (0.0..=1.0).contains(&value) {
            Ok(Score(value))
        } else {
            Err(format!("a score lies within 0..=1, received {value}"))
        }
    }
}

impl Serialize for Score {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.rounded())
    }
}
