use super::*;
use crate::age::AgeGroup;
use crate::level::{Action, Level};
use crate::policy::Policy;
use crate::score::Score;
use proptest::prelude::*;

fn judged(evidence: &SyntheticEvidence) -> SyntheticVerdict {
    judge_synthetic(evidence, &SyntheticPolicy::default(), &Policy::default())
}

fn generated_picture() -> SyntheticEvidence {
    SyntheticEvidence {
        opinions: vec![
            Opinion::new(Engine::Vision, 0.95).with_signal("hands"),
            Opinion::new(Engine::Metadata, 0.9).with_signal("generator_name"),
        ],
        ..SyntheticEvidence::of(Medium::Image)
    }
}

#[test]
fn a_generated_picture_is_no_harm_by_itself() {
    let verdict = judged(&generated_picture());
    assert_eq!(verdict.classification, Classification::ConfirmedSynthetic);
    assert_eq!((verdict.level, verdict.recommended_action.as_str()), (Level::Low, "monitor"));
    // The boost of the reference's sample: 0.30 × 0.95.
    assert_eq!(verdict.forensic_signals.sources[0].confidence_boost, Score::new(0.285));
    assert_eq!(verdict.forensic_signals.signal_count, 2);
}

#[test]
fn its_use_is() {
    let uses = Uses { sextortion: Score::new(0.9), ..Uses::default() };
    let evidence = SyntheticEvidence { uses, age_group: Some(AgeGroup::From13To15), ..generated_picture() };
    let verdict = judged(&evidence);
    assert_eq!(verdict.categories[0].tag, "AI_ENHANCED_SEXTORTION");
    assert_eq!(verdict.recommended_action.as_str(), "immediate_intervention");
    let genuine = SyntheticEvidence { opinions: Vec::new(), ..evidence };
    assert!(judged(&genuine).categories.is_empty());
}

#[test]
fn a_known_picture_matches_up_to_ten_bits() {
    let near = |distance| SyntheticEvidence {
        nearest_known: Some(KnownPicture { distance, category: "generated".into() }),
        ..SyntheticEvidence::of(Medium::Image)
    };
    assert_eq!(judged(&near(10)).classification, Classification::ConfirmedSynthetic);
    assert!(judged(&near(10)).known_synthetic_match.is_some());
    assert_eq!(judged(&near(11)).classification, Classification::Unknown);
    assert!(judged(&near(11)).known_synthetic_match.is_none());
}

#[test]
fn synthetic_csam_is_critical_whatever_the_confidence() {
    let csam = CsamEvidence {
        face_count: 1,
        youngest_age: Some(11.0),
        explicit: Score::new(0.5),
        ..CsamEvidence::default()
    };
    let mut evidence = SyntheticEvidence { csam: Some(csam), ..generated_picture() };
    evidence.opinions[0] = Opinion::new(Engine::Vision, 0.61);
    evidence.opinions.truncate(1);
    let verdict = judged(&evidence);
    assert_eq!(verdict.categories[0].tag, "SYNTHETIC_CSAM");
    assert_eq!((verdict.severity, verdict.level), (Score::ONE, Level::Critical));
    assert_eq!(verdict.recommended_action.as_str(), "immediate_intervention");
    // Not known to be generated: no less grave, under its own name.
    evidence.opinions.clear();
    let verdict = judged(&evidence);
    assert_eq!(verdict.categories[0].tag, "CSAM");
    assert_eq!((verdict.severity, verdict.level), (Score::ONE, Level::Critical));
}

#[test]
fn a_swapped_face_is_manipulated_and_not_generated() {
    let face = FaceTrack { distances: vec![0.8; 5], unstable_landmarks: true }.opinion().expect("frames");
    let lips = LipTrack { correlation: 0.0, ..LipTrack::default() }.opinion().expect("numbers");
    let frames = frames_opinion(&[vec![Opinion::new(Engine::Vision, 0.7)]]).expect("a frame");
    let verdict = judged(&SyntheticEvidence {
        opinions: vec![face, lips, frames],
        ..SyntheticEvidence::of(Medium::Video)
    });
    let tags: Vec<&str> = verdict.categories.iter().map(|category| category.tag.as_str()).collect();
    assert_eq!(tags, ["AI_MANIPULATED_MEDIA"]);
}

#[test]
fn the_wire_object_has_the_fields_of_the_reference() {
    let csam = Some(CsamEvidence { registry_match: Some(false), ..CsamEvidence::default() });
    let value =
        serde_json::to_value(judged(&SyntheticEvidence { csam, ..generated_picture() })).expect("JSON");
    assert_eq!(value["endpoint"], "synthetic-content");
    assert_eq!(value["classification"], "confirmed_synthetic");
    assert_eq!(value["input_type"], "image");
    assert_eq!(value["csam_assessment"]["sources"][1], "registry_hash_list");
    assert_eq!(value["csam_assessment"]["synthetic_signal"]["is_synthetic"], true);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_younger_group_never_lowers_the_risk(vision in 0.0..=1.0_f64, grooming in 0.0..=1.0_f64) {
        let at = |group| judged(&SyntheticEvidence {
            opinions: vec![Opinion::new(Engine::Vision, vision), Opinion::new(Engine::Watermark, vision)],
            uses: Uses { grooming: Score::new(grooming), ..Uses::default() },
            age_group: Some(group),
            ..SyntheticEvidence::of(Medium::Image)
        });
        let ladder = [AgeGroup::From16To17, AgeGroup::From13To15, AgeGroup::From10To12, AgeGroup::Under10];
        for pair in ladder.windows(2) {
            prop_assert!(at(pair[1]).risk_score >= at(pair[0]).risk_score);
        }
    }

    #[test]
    fn level_and_action_hold_together(vision in 0.0..=1.0_f64, explicit in 0.0..=1.0_f64, age in 0.0..60.0_f64) {
        let verdict = judged(&SyntheticEvidence {
            opinions: vec![Opinion::new(Engine::Vision, vision)],
            csam: Some(CsamEvidence {
                face_count: 1,
                youngest_age: Some(age),
                explicit: Score::new(explicit),
                ..CsamEvidence::default()
            }),
            ..SyntheticEvidence::of(Medium::Image)
        });
        prop_assert!(verdict.recommended_action.strength() >= Action::for_level(verdict.level));
        prop_assert_eq!(verdict.level == Level::None, !verdict.detected);
    }
}
