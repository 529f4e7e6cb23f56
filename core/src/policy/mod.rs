//! The policy: every number that a verdict depends on, as plain data with defaults.

mod file;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::{DetectorRules, Override, TagRules};

use crate::age::AgeGroup;
use crate::credits::Weighting;
use crate::level::Level;
use crate::score::Score;
use crate::taxonomy::{Detector, Framing, Tactic};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Numbers that the pipeline uses. Signals arrive calibrated, so 0.5 means "as likely as not".
///
/// Written and read as TOML or JSON with the same keys: [`Policy::to_toml`], [`Policy::from_toml`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value")]
pub struct Policy {
    /// Where the levels begin.
    pub bands: Bands,
    /// Age multipliers.
    pub age_multipliers: AgeMultipliers,
    /// Probability from which a detector's harm counts as detected.
    pub detect: f64,
    /// Probability from which a tag, tactic, framing or role counts as present.
    pub name: f64,
    /// How strongly a present framing discounts a harm, per framing.
    pub framing_discount: FramingDiscount,
    /// Factor for a tag whose detector itself stays silent.
    pub tag_alone_factor: f64,
    /// Factor for signals seen only after joining fragments.
    pub reassembled_factor: f64,
    /// Factor for rough words where rough play is the norm, on bullying without threat or identity abuse.
    pub game_lobby_factor: f64,
    /// Factors on the odds of a harm, by what the platform is known for.
    pub platform_odds: PlatformOdds,
    /// Factor for rough words that both sides trade, on bullying without threat or identity abuse.
    pub reciprocal_factor: f64,
    /// Factor on the odds of a harm that the conversation history has already shown with certainty.
    pub history_odds: f64,
    /// Added to the severity when earlier messages show one side being targeted again and again.
    pub persistence_lift: f64,
    /// Largest lift, in probability, that a prescreen match may give.
    pub prescreen_lift: f64,
    /// Factor for one tactic when the conversation as a whole does not look like grooming.
    pub lone_tactic_factor: f64,
    /// Power that the tactic's probability is raised to before: such a tactic has to be nearly certain.
    pub lone_tactic_power: i32,
    /// Added to the severity when signs of distress come together.
    pub distress_lift: f64,
    /// Factor for an approach by a verified sender that nothing but authority or urgency speaks for.
    pub verified_sender_factor: f64,
    /// Factor on the odds of an approach by a verified sender that something else speaks for as well.
    pub verified_sender_odds: f64,
    /// Share of the strongest vulnerability that is added to the cross-endpoint modifier.
    pub vulnerability_weight: f64,
    /// Peers: both minors, at most this many years apart.
    pub peer_age_gap_years: f64,
    /// Factor for open plans and task-bound requests among peers.
    pub peer_factor: f64,
    /// Risk at the top of the medium band, for capped verdicts (Q6); where the band lies elsewhere, the nearest
    /// risk inside it.
    pub capped_risk: Score,
    /// How far the mood has to move over a conversation, in valence (-1..=1), to be a trend, where it is neither pleasant
    /// nor unpleasant in the mean.
    pub trend_dead_zone: f64,
    /// How much further for each unit of valence that the mean lies above zero, and how much less below.
    pub trend_lean: f64,
    /// Messages from which one can speak of a trend.
    pub trend_min_messages: usize,
    /// Messages that a conversation analysis accepts.
    pub max_turns: usize,
    /// Credit weighting.
    pub weighting: Weighting,
    /// Sandbox key: the verdict says so and costs nothing.
    pub sandbox: bool,
    /// Where a detector's numbers differ from those above.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub detectors: BTreeMap<Detector, DetectorRules>,
    /// Where they differ for an age group or a platform; of several that match, a later one goes before an
    /// earlier one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<Override>,
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            bands: Bands::default(),
            age_multipliers: AgeMultipliers::default(),
            detect: 0.5,
            name: 0.5,
            framing_discount: FramingDiscount::default(),
            tag_alone_factor: 0.6,
            reassembled_factor: 0.8,
            game_lobby_factor: 0.85,
            platform_odds: PlatformOdds::default(),
            reciprocal_factor: 0.7,
            history_odds: 4.0,
            persistence_lift: 0.12,
            prescreen_lift: 0.1,
            lone_tactic_factor: 0.75,
            lone_tactic_power: 4,
            distress_lift: 0.12,
            verified_sender_factor: 0.4,
            verified_sender_odds: 0.7,
            vulnerability_weight: 0.75,
            peer_age_gap_years: 2.0,
            peer_factor: 0.4,
            capped_risk: Score::new(0.69),
            trend_dead_zone: 0.42,
            trend_lean: 0.6,
            trend_min_messages: 4,
            max_turns: 50,
            weighting: Weighting::default(),
            sandbox: false,
            detectors: BTreeMap::new(),
            overrides: Vec::new(),
        }
    }
}

impl Policy {
    /// The risk of a capped verdict: always in the medium band, wherever the bands begin.
    pub(crate) fn top_of_medium(&self) -> Score {
        // One step under the high band, in the last digit that is written.
        let bottom = (self.bands.medium * 10_000.0).ceil() / 10_000.0;
        Score::new(self.capped_risk.get().min(self.bands.high - 0.0001).max(bottom))
    }
}

/// What the platform does to the odds of a harm; 1 is nothing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PlatformOdds {
    /// A game: violence, threats, orders and despair are mostly played.
    pub game: f64,
    /// The own platform of a school, a family or a bank: an approach is mostly what it says.
    pub supervised: f64,
    /// A place that brings strangers together: an approach is more likely what it looks like.
    pub strangers: f64,
}

impl Default for PlatformOdds {
    fn default() -> Self {
        PlatformOdds { game: 0.7, supervised: 0.7, strangers: 1.5 }
    }
}

/// Lower bounds of the levels (Q4); below `low` nothing is detected.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Bands {
    pub low: f64,
    pub medium: f64,
    pub high: f64,
    pub critical: f64,
}

impl Default for Bands {
    fn default() -> Self {
        Bands { low: 0.3, medium: 0.5, high: 0.7, critical: 0.9 }
    }
}

impl Bands {
    /// The level of a risk.
    pub fn level(&self, risk: Score) -> Level {
        match risk.rounded() {
            r if r >= self.critical => Level::Critical,
            r if r >= self.high => Level::High,
            r if r >= self.medium => Level::Medium,
            r if r >= self.low => Level::Low,
            _ => Level::None,
        }
    }

    /// The lowest risk of a level.
    pub fn floor(&self, level: Level) -> f64 {
        match level {
            Level::None => 0.0,
            Level::Low => self.low,
            Level::Medium => self.medium,
            Level::High => self.high,
            Level::Critical => self.critical,
        }
    }
}

/// Multipliers per age group (Q7); the product is clamped to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct AgeMultipliers {
    pub under_10: f64,
    pub from_10_to_12: f64,
    pub from_13_to_15: f64,
    pub from_16_to_17: f64,
    pub under_18: f64,
}

impl Default for AgeMultipliers {
    fn default() -> Self {
        AgeMultipliers {
            under_10: 1.5,
            from_10_to_12: 1.3,
            from_13_to_15: 1.2,
            from_16_to_17: 1.1,
            under_18: 1.3,
        }
    }
}

impl AgeMultipliers {
    /// The multiplier of a group.
    pub fn of(&self, group: AgeGroup) -> f64 {
        match group {
            AgeGroup::Under10 => self.under_10,
            AgeGroup::From10To12 => self.from_10_to_12,
            AgeGroup::From13To15 => self.from_13_to_15,
            AgeGroup::From16To17 => self.from_16_to_17,
            AgeGroup::Under18 => self.under_18,
        }
    }
}

/// Share of a harm's probability that a fully present framing takes away, 0..=1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct FramingDiscount {
    pub protective: f64,
    /// `protective` on grooming, where the specification (v1.17.0) calls such speech safe: clearly
    /// protective words stay below the operating point whatever else is observed.
    pub protective_grooming: f64,
    pub quotation: f64,
    pub play: f64,
    pub self_directed: f64,
    pub reclaimed: f64,
}

impl Default for FramingDiscount {
    fn default() -> Self {
        FramingDiscount {
            protective: 0.5,
            protective_grooming: 0.6,
            quotation: 0.3,
            play: 0.4,
            self_directed: 0.3,
            reclaimed: 0.5,
        }
    }
}

impl FramingDiscount {
    /// The discount of a framing on a detector's harms.
    pub fn of(&self, framing: Framing, detector: Detector) -> f64 {
        match framing {
            Framing::Protective if detector == Detector::Grooming => self.protective_grooming,
            Framing::Protective => self.protective,
            Framing::Quotation => self.quotation,
            Framing::Play => self.play,
            Framing::SelfDirected => self.self_directed,
            Framing::Reclaimed => self.reclaimed,
        }
    }
}

/// Severity of each tactic at full confidence, before age calibration.
///
/// Follows the order of the reference's ladder (section 4): flattery alone is to be watched, secrecy is
/// to be reviewed soon, photo and meeting requests call for intervention.
pub const fn tactic_severity(tactic: Tactic) -> f64 {
    match tactic {
        Tactic::Flattery => 0.48,
        Tactic::GiftOffering => 0.62,
        Tactic::Reconnaissance => 0.66,
        Tactic::Isolation => 0.74,
        Tactic::BoundaryPushing => 0.80,
        Tactic::SecrecyRequest => 0.82,
        Tactic::MeetingRequest => 0.90,
        Tactic::PhotoRequest => 0.92,
    }
}
