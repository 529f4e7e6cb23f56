//! Radicalisation: which class of terrorist content the words may fall under.

use super::confidence;
use crate::draft::Draft;
use crate::taxonomy::Detector;
use serde::Serialize;

/// Fields that only the radicalisation detector has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RadicalisationFields {
    /// Class that a lawyer should look at first; absent when the tags point to none. It is a pointer, not a
    /// legal finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tco_classification: Option<TcoClass>,
}

/// Class of Regulation (EU) 2021/784, Article 2(7).
///
/// Points (b) solicitation to commit an offence, (d) instruction and (e) threat need knowledge of the
/// offence that the tags do not hold, so they are never given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TcoClass {
    /// Point (a): incites or advocates an offence. From `CALL_TO_ACTION`.
    Incitement,
    /// Point (c): solicits somebody to take part in a group. From `RECRUITMENT`.
    SolicitationToParticipate,
}

/// The class of the surer tag; incitement where both are equally sure.
pub(crate) fn fields(draft: &Draft<'_>) -> Option<RadicalisationFields> {
    let detector = Detector::Radicalisation;
    (draft.request.detector == detector).then(|| {
        let action = confidence(draft, detector, "CALL_TO_ACTION").get();
        let recruitment = confidence(draft, detector, "RECRUITMENT").get();
        let class =
            if action >= recruitment { TcoClass::Incitement } else { TcoClass::SolicitationToParticipate };
        RadicalisationFields { tco_classification: (action.max(recruitment) > 0.0).then_some(class) }
    })
}
