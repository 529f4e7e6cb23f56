//! What was observed of a person and a document.

use super::cross_check::{DocumentType, PrintedFields};
use super::date::Date;
use super::{Aamva, IdCheck, Mrz};
use crate::error::{Error, Result};
use crate::score::Score;
use serde::{Deserialize, Serialize};

/// What was observed. Everything is optional: what is absent was not submitted or could not be read.
///
/// The caller keeps these in memory for the request only; [`StoredOutcome`](super::StoredOutcome) is what may
/// be kept.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Evidence {
    /// The machine-readable zone.
    pub mrz: Option<Mrz>,
    /// The licence barcode.
    pub barcode: Option<Aamva>,
    /// Words read from the front.
    pub front: Option<PrintedFields>,
    /// Words read from the back.
    pub back: Option<PrintedFields>,
    /// Confidence of the reading, 0..=100.
    pub ocr_confidence: Option<f64>,
    /// What the caller says the document is.
    pub declared_type: Option<DocumentType>,
    /// How the national number was judged.
    pub national_id: Option<IdCheck>,
    /// Country that issued the document, ISO 3166-1 alpha-2.
    pub document_country: Option<String>,
    /// Country of the caller's address, ISO 3166-1 alpha-2.
    pub ip_country: Option<String>,
    /// Age estimated from the selfie, in years.
    pub selfie_age_years: Option<f64>,
    /// Distance of the two face descriptors; lower is closer.
    pub face_distance: Option<f64>,
    /// Confidence of the face comparison.
    pub face_confidence: Option<Score>,
    /// The liveness checks.
    pub liveness: Option<Liveness>,
    /// What the picture of the document shows.
    pub recapture: Recapture,
}

impl Evidence {
    /// Numbers are finite and within their ranges.
    pub(super) fn check_ranges(&self) -> Result<()> {
        let ranges = [
            ("ocr_confidence", self.ocr_confidence, 100.0),
            ("selfie_age_years", self.selfie_age_years, 120.0),
            ("face_distance", self.face_distance, f64::MAX),
        ];
        for (name, number, max) in ranges {
            if number.is_some_and(|number| !(0.0..=max).contains(&number)) {
                return Err(Error::invalid(format!("{name} is out of its range")));
            }
        }
        Ok(())
    }

    /// Best source first: zone, barcode, print (reference, verification 6).
    pub(super) fn birth_date(&self) -> Option<Date> {
        let printed = |side: &Option<PrintedFields>| side.as_ref().and_then(|fields| fields.birth_date);
        (self.mrz.as_ref().and_then(|mrz| mrz.birth_date))
            .or_else(|| self.barcode.as_ref().and_then(|card| card.date_of_birth))
            .or_else(|| printed(&self.front))
            .or_else(|| printed(&self.back))
    }

    /// Any of the places that name a last day of validity names one before `today`; `None` if no place does.
    pub(super) fn expired(&self, today: Date) -> Option<bool> {
        let printed = |side: &Option<PrintedFields>| side.as_ref().and_then(|fields| fields.expiry_date);
        let days = [
            self.mrz.as_ref().and_then(|mrz| mrz.expiry_date),
            self.barcode.as_ref().and_then(|card| card.expiration_date),
            printed(&self.front),
            printed(&self.back),
        ];
        days.into_iter().flatten().min().map(|last| last < today)
    }
}

/// Whether the document was photographed itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recapture {
    /// The document itself.
    #[default]
    None,
    /// A screen that shows it.
    Screen,
    /// A printout.
    Printout,
    /// A photo of a photo.
    PhotoOfPhoto,
}

/// Four checks on the frames of the selfie (reference, verification 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Liveness {
    /// Natural micro-motion of face landmarks.
    pub landmark_motion: bool,
    /// Skin texture, no moiré.
    pub texture: bool,
    /// Depth cues between face and background.
    pub depth_cues: bool,
    /// The same face over frames that differ.
    pub cross_frame: bool,
}

impl Liveness {
    /// 0.35 landmark + 0.25 texture + 0.15 depth + 0.25 cross-frame.
    pub fn score(self) -> Score {
        let parts = [
            (self.landmark_motion, 0.35),
            (self.texture, 0.25),
            (self.depth_cues, 0.15),
            (self.cross_frame, 0.25),
        ];
        Score::new(parts.iter().filter(|(passed, _)| *passed).map(|(_, weight)| weight).sum())
    }
}
