//! Engines that an application lends, through the flat surface.

use std::sync::Arc;
use wardlight_bindings::{
    Bounds, Code, Engine, EngineFault, OffsetUnit, Recognisers, SpeechRecogniser, SpeechSegment, TextLine,
    TextRecogniser,
};

struct Reader;

impl TextRecogniser for Reader {
    fn recognise(&self, image: &[u8]) -> Result<Vec<TextLine>, EngineFault> {
        let bounds = Bounds { x: 0.0, y: 0.0, width: 10.0, height: 2.0 };
        Ok(vec![TextLine { text: format!("{} bytes", image.len()), bounds, confidence: 0.5 }])
    }
}

struct Broken;

impl SpeechRecogniser for Broken {
    fn recognise(&self, _: &[f32]) -> Result<Vec<SpeechSegment>, EngineFault> {
        panic!("canary")
    }
}

#[test]
fn a_lent_engine_answers_or_is_told_apart() {
    let engine = Engine::new(None, OffsetUnit::Utf16).expect("the bundled model");
    let missing = engine.recognise_text(b"x").expect_err("nothing was lent");
    assert_eq!(missing.code(), Code::UnsupportedFeature);
    let engine = engine.lending(Recognisers { text: Some(Arc::new(Reader)), speech: Some(Arc::new(Broken)) });
    let lines = engine.recognise_text(b"x").expect("it answers");
    let bounds = r#""bounds":{"x":0.0,"y":0.0,"width":10.0,"height":2.0}"#;
    assert_eq!(lines, format!(r#"[{{"text":"1 bytes",{bounds},"confidence":0.5}}]"#));
    let failed = engine.recognise_speech(&[0.0], 16_000).expect_err("it panics");
    assert_eq!(failed.code(), Code::LentEngine);
    assert!(!failed.to_string().contains("canary"));
}
