//! The ensemble: opinions of independent engines become one classification.

use super::tracks::Fact;
use crate::score::Score;
use crate::taxonomy::{UnknownName, vocabulary};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

vocabulary! {
    /// What is asked about.
    Medium {
        /// Written text.
        Text = "text",
        /// A picture.
        Image = "image",
        /// Sound.
        Audio = "audio",
        /// Moving pictures, with or without sound.
        Video = "video",
    }
}

vocabulary! {
    /// Who has an opinion. The first six look at a picture (reference, media 7), the others at one track
    /// each.
    Engine {
        /// Faces, skin, hands, light, text in the picture.
        Vision = "vision",
        /// Camera, place and generator names in EXIF, XMP and PNG fields.
        Metadata = "metadata",
        /// Entropy, edges, uniformity.
        PixelStatistics = "pixel_stats",
        /// Content credentials (C2PA).
        Provenance = "provenance",
        /// Traces of a watermark.
        Watermark = "watermark",
        /// Distance to known generated pictures.
        PerceptualHash = "phash",
        /// Language statistics of a text.
        Language = "language",
        /// Spectral statistics of sound.
        Spectral = "spectral",
        /// Language statistics of what is said.
        Transcript = "transcript",
        /// The frames of a video, as pictures.
        Frames = "frames",
        /// Whether a face stays the same over the frames.
        Temporal = "temporal",
        /// Whether mouth and sound move together.
        LipSync = "lip_sync",
    }
}

vocabulary! {
    /// The four answers (reference, taxonomy 9).
    Classification {
        /// High confidence: generated or manipulated.
        ConfirmedSynthetic = "confirmed_synthetic",
        /// Moderate signs.
        SuspectedSynthetic = "suspected_synthetic",
        /// Not enough to decide.
        Unknown = "unknown",
        /// High confidence: genuine.
        ConfirmedAuthentic = "confirmed_authentic",
    }
}

impl Classification {
    /// Confirmed or suspected to be generated or manipulated.
    pub const fn is_synthetic(self) -> bool {
        matches!(self, Classification::ConfirmedSynthetic | Classification::SuspectedSynthetic)
    }
}

/// What one engine says. An engine that failed, or has nothing to say, gives no opinion: a picture without
/// metadata is no proof of anything, and silence must not count as "genuine".
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opinion {
    /// Who says it.
    pub engine: Engine,
    /// 0 genuine, 0.5 undecided, 1 generated or manipulated; calibrated.
    pub synthetic: Score,
    /// Names of what was seen, lower snake case, such as `low_dynamic_range`; no content.
    #[serde(default)]
    pub signals: Vec<String>,
}

impl Opinion {
    /// An opinion without named signals.
    pub fn new(engine: Engine, synthetic: f64) -> Self {
        Opinion { engine, synthetic: Score::new(synthetic), signals: Vec::new() }
    }

    /// The same opinion with a named signal.
    #[must_use]
    pub fn with_signal(mut self, name: &str) -> Self {
        self.signals.push(name.to_owned());
        self
    }
}

/// Numbers of the ensemble. The weights of pictures are the reference's (media 7); it shows none for the
/// other media nor any threshold, so those are ours.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SyntheticPolicy {
    /// Weighted opinion from which the answer is `confirmed_synthetic`.
    pub confirmed: f64,
    /// Weighted opinion from which the answer is `suspected_synthetic`.
    pub suspected: f64,
    /// Weighted opinion up to which the answer is `confirmed_authentic`.
    pub authentic: f64,
    /// Share of the weights that has to speak before anything is confirmed, so that no engine does it alone.
    pub coverage: f64,
    /// Confidence at least, where content credentials declare generation: 0.95.
    pub declared_confidence: Score,
    /// Confidence at least, where a known generated picture matches: 0.90.
    pub match_confidence: Score,
    /// A perceptual hash of 64 bits matches up to this Hamming distance: 10.
    pub match_distance: u8,
    /// Error of an age estimated from a face, in years.
    pub face_age_error_years: f64,
}

impl Default for SyntheticPolicy {
    fn default() -> Self {
        SyntheticPolicy {
            confirmed: 0.85,
            suspected: 0.6,
            authentic: 0.15,
            coverage: 0.45,
            declared_confidence: Score::new(0.95),
            match_confidence: Score::new(0.9),
            match_distance: 10,
            face_age_error_years: 4.0,
        }
    }
}

/// Weight of an engine on a medium; 0 where it has no say. The weights of a medium add up to 1.
pub const fn weight(medium: Medium, engine: Engine) -> f64 {
    match (medium, engine) {
        (Medium::Image, Engine::Vision) => 0.30,
        (
            Medium::Image,
            Engine::Metadata | Engine::PixelStatistics | Engine::Provenance | Engine::PerceptualHash,
        ) => 0.15,
        (Medium::Image, Engine::Watermark) => 0.10,
        (Medium::Text, Engine::Language) => 1.0,
        (Medium::Audio, Engine::Spectral) => 0.60,
        (Medium::Audio, Engine::Transcript) => 0.25,
        (Medium::Audio, Engine::Provenance) => 0.15,
        (Medium::Video, Engine::Frames) => 0.40,
        (Medium::Video, Engine::Temporal) => 0.20,
        (Medium::Video, Engine::LipSync | Engine::Spectral) => 0.15,
        (Medium::Video, Engine::Transcript) => 0.10,
        _ => 0.0,
    }
}

/// What the engines say together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Agreement {
    /// Weighted opinion, 0..=1; 0.5 if nobody speaks.
    pub(super) synthetic: Score,
    /// Share of the weights that spoke.
    pub(super) coverage: f64,
    /// Somebody who has a say leans to "generated".
    pub(super) doubted: bool,
}

/// The mean of the opinions, each by its engine's weight. Of two opinions of one engine the more suspicious
/// counts.
pub(super) fn agree(medium: Medium, opinions: &[Opinion]) -> Agreement {
    let (mut sum, mut coverage, mut doubted) = (0.0, 0.0, false);
    for &engine in Engine::ALL {
        let weight = weight(medium, engine);
        let voices =
            opinions.iter().filter(|opinion| opinion.engine == engine).map(|opinion| opinion.synthetic);
        let Some(strongest) = voices.reduce(Score::max) else { continue };
        if weight > 0.0 {
            sum += weight * strongest.get();
            coverage += weight;
            doubted |= strongest.get() >= 0.5;
        }
    }
    let synthetic = if coverage > 0.0 { Score::new(sum / coverage) } else { Score::new(0.5) };
    Agreement { synthetic, coverage, doubted }
}

/// The classification and the confidence in it.
pub(super) fn classify(
    medium: Medium,
    opinions: &[Opinion],
    facts: &[Fact],
    policy: &SyntheticPolicy,
) -> (Classification, Score) {
    let agreement = agree(medium, opinions);
    let (synthetic, enough) =
        (agreement.synthetic.rounded(), agreement.coverage >= policy.coverage - ROUNDING);
    // Statistics of language take careful writers and second-language speakers for machines too often to
    // accuse anybody by themselves.
    let may_confirm = enough && medium != Medium::Text;
    let mut class = match synthetic {
        s if s >= policy.confirmed && may_confirm => Classification::ConfirmedSynthetic,
        s if s >= policy.suspected => Classification::SuspectedSynthetic,
        s if s <= policy.authentic && may_confirm && !agreement.doubted => Classification::ConfirmedAuthentic,
        _ => Classification::Unknown,
    };
    if facts.contains(&Fact::NoSpeech) {
        let spectral = opinions.iter().any(|o| o.engine == Engine::Spectral && !o.signals.is_empty());
        class = if spectral { Classification::SuspectedSynthetic } else { Classification::Unknown };
    }
    let against = Score::new(1.0 - agreement.synthetic.get());
    let mut confidence =
        if class.is_synthetic() { agreement.synthetic } else { agreement.synthetic.max(against) };
    for fact in facts {
        let at_least = match fact {
            Fact::DeclaredGenerated => policy.declared_confidence,
            Fact::KnownMatch => policy.match_confidence,
            Fact::NoSpeech => continue,
        };
        let already = if class == Classification::ConfirmedSynthetic { confidence } else { Score::ZERO };
        (class, confidence) = (Classification::ConfirmedSynthetic, already.max(at_least));
    }
    (class, confidence)
}

/// Sums of weights such as 0.30 + 0.15 do not add up exactly.
const ROUNDING: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn class(medium: Medium, opinions: &[Opinion], facts: &[Fact]) -> (Classification, Score) {
        classify(medium, opinions, facts, &SyntheticPolicy::default())
    }

    #[test]
    fn weights_add_up_to_one() {
        for &medium in Medium::ALL {
            let sum: f64 = Engine::ALL.iter().map(|engine| weight(medium, *engine)).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{medium}: {sum}");
        }
    }

    #[test]
    fn no_engine_confirms_alone() {
        let alone = [Opinion::new(Engine::Vision, 0.99)];
        assert_eq!(class(Medium::Image, &alone, &[]).0, Classification::SuspectedSynthetic);
        let two = [Opinion::new(Engine::Vision, 0.99), Opinion::new(Engine::Metadata, 0.9)];
        assert_eq!(class(Medium::Image, &two, &[]).0, Classification::ConfirmedSynthetic);
        let text = [Opinion::new(Engine::Language, 0.99)];
        assert_eq!(class(Medium::Text, &text, &[]).0, Classification::SuspectedSynthetic);
    }

    #[test]
    fn genuine_needs_agreement() {
        let mut opinions = vec![
            Opinion::new(Engine::Vision, 0.02),
            Opinion::new(Engine::Metadata, 0.05),
            Opinion::new(Engine::Watermark, 0.1),
        ];
        assert_eq!(class(Medium::Image, &opinions, &[]).0, Classification::ConfirmedAuthentic);
        opinions[2] = Opinion::new(Engine::Watermark, 0.6);
        assert_eq!(class(Medium::Image, &opinions, &[]).0, Classification::Unknown);
        assert_eq!(class(Medium::Image, &[], &[]), (Classification::Unknown, Score::new(0.5)));
    }

    #[test]
    fn facts_override_opinions() {
        let genuine = [Opinion::new(Engine::Vision, 0.0), Opinion::new(Engine::Metadata, 0.0)];
        let declared = class(Medium::Image, &genuine, &[Fact::DeclaredGenerated]);
        assert_eq!(declared, (Classification::ConfirmedSynthetic, Score::new(0.95)));
        let known = class(Medium::Image, &genuine, &[Fact::KnownMatch]);
        assert_eq!(known, (Classification::ConfirmedSynthetic, Score::new(0.9)));
        let both = class(Medium::Image, &genuine, &[Fact::DeclaredGenerated, Fact::KnownMatch]);
        assert_eq!(both.1, Score::new(0.95));
    }

    #[test]
    fn sound_without_speech_is_suspected_by_its_spectrum_only() {
        let flat = [Opinion::new(Engine::Spectral, 0.55).with_signal("uniform_pitch")];
        assert_eq!(class(Medium::Audio, &flat, &[Fact::NoSpeech]).0, Classification::SuspectedSynthetic);
        let nothing = [Opinion::new(Engine::Spectral, 0.9)];
        assert_eq!(class(Medium::Audio, &nothing, &[Fact::NoSpeech]).0, Classification::Unknown);
    }

    fn opinions() -> impl Strategy<Value = Vec<Opinion>> {
        let engine = proptest::sample::select(Engine::ALL);
        proptest::collection::vec(
            (engine, 0.0..=1.0_f64).prop_map(|(engine, p)| Opinion::new(engine, p)),
            0..8,
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn order_does_not_matter(opinions in opinions(), medium in proptest::sample::select(Medium::ALL)) {
            let backwards: Vec<Opinion> = opinions.iter().rev().cloned().collect();
            prop_assert_eq!(class(medium, &opinions, &[]), class(medium, &backwards, &[]));
        }

        #[test]
        fn more_suspicion_never_lowers_the_agreement(
            opinions in opinions(), medium in proptest::sample::select(Medium::ALL), by in 0.0..=1.0_f64,
        ) {
            let raised: Vec<Opinion> = opinions
                .iter()
                .map(|o| Opinion { synthetic: Score::new(o.synthetic.get() + by), ..o.clone() })
                .collect();
            prop_assert!(agree(medium, &raised).synthetic >= agree(medium, &opinions).synthetic);
        }

        #[test]
        fn a_declaration_always_confirms(opinions in opinions(), medium in proptest::sample::select(Medium::ALL)) {
            let (class, confidence) = class(medium, &opinions, &[Fact::DeclaredGenerated]);
            prop_assert_eq!(class, Classification::ConfirmedSynthetic);
            prop_assert!(confidence >= Score::new(0.95));
        }
    }
}
