use super::Policy;
use crate::error::Code;
use crate::taxonomy::Detector;
use proptest::prelude::*;

#[test]
fn the_default_policy_is_read_back_as_it_was_written() {
    let policy = Policy::default();
    assert_eq!(Policy::from_toml(&policy.to_toml()), Ok(policy.clone()));
    assert_eq!(Policy::from_json(&policy.to_json()), Ok(policy));
}

#[test]
fn the_example_is_read_back_too() {
    let example = Policy::from_toml(include_str!("../../data/policy/example.toml")).expect("it is valid");
    assert_eq!(Policy::from_toml(&example.to_toml()), Ok(example.clone()));
    assert_eq!(Policy::from_json(&example.to_json()), Ok(example.clone()));
    assert_eq!(example.overrides.len(), 2);
    assert_eq!(example.detectors[&Detector::Radicalisation].detect, Some(0.6));
}

#[test]
fn the_example_explains_every_key() {
    let example: toml::Table = include_str!("../../data/policy/example.toml").parse().expect("it is TOML");
    let whole: toml::Table = Policy::default().to_toml().parse().expect("it is TOML");
    for (key, value) in &whole {
        let explained = example.get(key).unwrap_or_else(|| panic!("{key} is missing"));
        for part in value.as_table().iter().flat_map(|table| table.keys()) {
            assert!(explained.get(part).is_some(), "{key}.{part} is missing");
        }
    }
}

#[test]
fn what_is_left_out_keeps_its_default() {
    assert_eq!(Policy::from_toml(""), Ok(Policy::default()));
    let policy = Policy::from_toml("[bands]\nhigh = 0.6").expect("it is valid");
    assert_eq!((policy.bands.medium, policy.bands.high, policy.detect), (0.5, 0.6, 0.5));
}

#[test]
fn faults_are_refused_with_the_path_of_the_key() {
    for (file, message) in [
        ("detekt = 0.5", "detekt is not a field of this policy"),
        ("detect = 1.5", "detect must lie within 0.01..=1"),
        ("detect = nan", "detect must be a number; received a string"),
        ("detect = \"canary\"", "detect must be a number; received a string"),
        ("detect = 1979-05-27", "detect must be a number; received a string"),
        ("max_turns = 1.5", "max_turns must be a whole number; received a number"),
        ("max_turns = -1", "max_turns must lie within 1..=1000"),
        ("weighting = \"canary\"", "weighting must be one of: main, newer"),
        ("sandbox = 1", "sandbox must be true or false; received a number"),
        ("bands = 3", "bands must be an object; received a number"),
        ("[bands]\nlow = 0.6", "bands.medium must lie above bands.low"),
        ("[age_multipliers]\nunder_10 = 0.5", "age_multipliers.under_10 must lie within 1..=3"),
        ("[framing_discount]\nirony = 0.5", "framing_discount.irony is not a field of this policy"),
        ("[detectors.bulying]\ndetect = 0.5", "detectors.bulying is not a field of this policy"),
        ("[detectors.bullying]\ndetects = 0.5", "detectors.bullying.detects is not a field of this policy"),
        ("[detectors.bullying.bands]\nlow = 0.2", "detectors.bullying.bands.medium is missing"),
        (
            "[detectors.bullying.tags.SEXTORTION]\nseverity = 0.5",
            "detectors.bullying.tags.SEXTORTION is not a field of this policy",
        ),
        (
            "[detectors.bullying.tags.THREAT]\nseverity = 2",
            "detectors.bullying.tags.THREAT.severity must lie within 0..=1",
        ),
        (
            "[[overrides]]\n[overrides.detectors.bullying]\ndetect = 0.4",
            "overrides[0] names no age group and no platform",
        ),
        (
            "[[overrides]]\nage_groups = []\ndetectors.bullying.detect = 0.4",
            "overrides[0].age_groups is empty",
        ),
        ("[[overrides]]\nplatforms = [\"lobby\"]", "overrides[0].detectors is missing"),
        (
            "[[overrides]]\nage_groups = [\"under 10\", \"canary\"]\ndetectors.bullying.detect = 0.4",
            "overrides[0].age_groups[1] must be one of: under 10, 10-12, 13-15, 16-17, under 18",
        ),
        (
            "[[overrides]]\nage_groups = [\"under-13\"]\ndetectors.bullying.detect = 0.4",
            "overrides[0].age_groups[0] must be one of: under 10, 10-12, 13-15, 16-17, under 18",
        ),
        (
            "[[overrides]]\nplatforms = [\" \"]\ndetectors.bullying.detect = 0.4",
            "overrides[0].platforms[0] is empty",
        ),
    ] {
        let error = Policy::from_toml(file).expect_err(file);
        assert_eq!((error.code(), error.to_string().as_str()), (Code::InvalidInput, message), "{file}");
    }
    let broken = Policy::from_toml("detect = 0.5\nname = canary words").expect_err("it is no TOML");
    assert_eq!(broken.code(), Code::MalformedToml);
    assert_eq!(broken.to_string(), "not valid TOML at line 2, column 8");
    assert_eq!(Policy::from_json("{").expect_err("it is no JSON").code(), Code::MalformedJson);
}

proptest! {
    /// A policy file may be mixed up with anything, a chat among them; no error repeats what stood in it.
    #[test]
    fn errors_hold_no_content(key in "[a-z_]{0,12}", value in "canary words [ -~]{0,40}") {
        let value = value.replace(['"', '\\'], "");
        for text in [
            format!("\"{key} canary\" = \"{value}\""),
            format!("{key} = \"{value}\""),
            format!("[{key}]\n{value}"),
            value.clone(),
            format!("[[overrides]]\nplatforms = [\"{value}\"]\nage_groups = [\"{value}\"]"),
        ] {
            if let Err(error) = Policy::from_toml(&text) {
                prop_assert!(!error.to_string().contains("canary"), "{error}");
            }
            if let Err(error) = Policy::from_json(&text) {
                prop_assert!(!error.to_string().contains("canary"), "{error}");
            }
        }
    }

    /// Whatever the bands, a capped verdict lies in the medium one.
    #[test]
    fn the_cap_lies_in_the_medium_band(low in 0.01..0.6f64, steps in proptest::array::uniform3(0.01..0.13f64)) {
        let (medium, high) = (low + steps[0], low + steps[0] + steps[1]);
        let text = format!("[bands]\nlow = {low}\nmedium = {medium}\nhigh = {high}\ncritical = {}", high + steps[2]);
        let policy = Policy::from_toml(&text).expect("it is valid");
        prop_assert_eq!(policy.bands.level(policy.top_of_medium()), crate::level::Level::Medium);
    }
}
