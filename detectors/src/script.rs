//! Whether a text is written in a script of the 32 languages at all.
//!
//! The model knows no other script, so a long text in one is refused rather than called harmless
//! (wire reference, Q58: 400 with detail `ANALYSIS_6009`; short texts proceed).

use unicode_script::{Script, UnicodeScript};
use wardlight_core::{Code, Error, Request, Result};

/// Refuses long content in an unsupported script, unless the caller names the language.
///
/// # Errors
/// [`Code::UnsupportedLanguage`].
pub(crate) fn check_script(request: &Request) -> Result<()> {
    if request.context.language.is_some() {
        return Ok(());
    }
    let (foreign, letters) =
        request.texts().into_iter().map(count).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    if letters < LONG_ENOUGH_LETTERS || foreign * 10 < letters * 8 {
        return Ok(());
    }
    Err(Error::new(
        Code::UnsupportedLanguage,
        "the content is written in a script of none of the 32 supported languages; name context.language to \
         screen it all the same",
    ))
}

/// More than half of the letters belong to no supported script.
pub(crate) fn is_mostly_foreign(text: &str) -> bool {
    let (foreign, letters) = count(text);
    foreign * 2 > letters
}

/// Letters of unsupported scripts, and all letters.
fn count(text: &str) -> (usize, usize) {
    text.chars().filter(|ch| ch.is_alphabetic()).fold((0, 0), |(foreign, letters), ch| {
        let known = SUPPORTED.contains(&ch.script());
        (foreign + usize::from(!known), letters + 1)
    })
}

const SUPPORTED: [Script; 10] = [
    Script::Latin,
    Script::Cyrillic,
    Script::Greek,
    Script::Arabic,
    Script::Han,
    Script::Hiragana,
    Script::Katakana,
    Script::Hangul,
    Script::Common,
    Script::Inherited,
];
/// Below this many letters a text proceeds whatever its script.
const LONG_ENOUGH_LETTERS: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;
    use wardlight_core::Detector;

    #[test]
    fn long_texts_in_other_scripts_are_refused_short_ones_proceed() {
        let thai = "วันนี้อากาศดีมากเราไปเดินเล่นที่สวนสาธารณะกันเถอะหลังเลิกเรียน";
        let error = check_script(&Request::text(Detector::Bullying, thai)).expect_err("unsupported");
        assert_eq!((error.code().as_str(), error.code().detail()), ("VAL_INVALID_INPUT", "ANALYSIS_6009"));
        assert!(!error.to_string().contains("วัน"));
        assert!(check_script(&Request::text(Detector::Bullying, "สวัสดี")).is_ok());
        assert!(
            check_script(&Request::text(Detector::Bullying, "おはよう、今日は学校に行きますか？".repeat(9)))
                .is_ok()
        );
    }

    #[test]
    fn emoji_and_digits_are_no_script() {
        assert!(!is_mostly_foreign("😀 123 !!"));
        assert!(is_mostly_foreign("שלום לכולם"));
        assert!(!is_mostly_foreign("привет hello"));
    }
}
