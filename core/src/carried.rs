//! What earlier turns of a conversation bring into an assessment: derived numbers and names, never words.

use crate::draft::{Finding, Harm};
use crate::policy::Policy;
use crate::score::Score;
use crate::tags::Tag;

/// The sum of the earlier turns, before age calibration; nothing at all for a conversation that begins.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Carried {
    /// Tags and tactics that were named, one entry each.
    pub(crate) harms: Vec<CarriedHarm>,
    /// Greatest probability of the detector's harm; for grooming, of the conversation as a whole.
    pub(crate) probability: Score,
    /// Greatest probability of a single grooming tactic, named or not.
    pub(crate) tactic: Score,
    /// The gravest turn.
    pub(crate) peak: Peak,
    /// The counterpart said to be 18 or more.
    pub(crate) adult: bool,
    /// The one in the child's place said so, and never to be younger.
    pub(crate) grown: bool,
}

/// A harm that was named earlier.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CarriedHarm {
    pub(crate) harm: Harm,
    pub(crate) confidence: Score,
    pub(crate) severity: Score,
}

/// Risk, severity and natural risk before lifts and age calibration.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Peak {
    pub(crate) risk: Score,
    pub(crate) severity: Score,
    pub(crate) natural: Score,
}

impl Carried {
    /// The harms as findings, without a place in the submitted texts and so without evidence.
    pub(crate) fn findings(&self, policy: &Policy) -> impl Iterator<Item = Finding> {
        self.harms.iter().map(|carried| Finding {
            harm: carried.harm,
            confidence: carried.confidence,
            severity: carried.severity,
            natural: carried.severity.max(policy.severity(carried.harm)),
            message_index: None,
            span: None,
        })
    }

    /// How surely a tag was named; 0 when it was not.
    pub(crate) fn confidence(&self, tag: Tag) -> Score {
        let named = self.harms.iter().find(|carried| carried.harm == Harm::Tag(tag));
        named.map_or(Score::ZERO, |carried| carried.confidence)
    }
}
