//! Repetition: `noooo`, `!!!!!!!!`, `f***`. Emphasis stays visible, floods do not fill the model.

use super::glyph::Glyph;
use super::guard;

/// Letters repeated three times and more become two, other signs become three, and the asterisks
/// that hide letters of a word become one. Digits stay: `1000` is a number. Links stay as they are.
pub(super) fn squeeze(glyphs: Vec<Glyph>) -> Vec<Glyph> {
    let mut squeezed: Vec<Glyph> = Vec::with_capacity(glyphs.len());
    for word in glyphs.split_inclusive(|glyph| glyph.is_space()) {
        if guard::is_protected(word) {
            squeezed.extend_from_slice(word);
            continue;
        }
        let mut run = 0;
        let mut previous: Option<char> = None;
        let mut in_word = false;
        for &glyph in word {
            if previous == Some(glyph.ch) {
                run += 1;
            } else {
                in_word = previous.is_some_and(char::is_alphabetic);
                run = 1;
            }
            previous = Some(glyph.ch);
            if run <= kept(glyph, in_word) {
                squeezed.push(glyph);
            } else if let Some(last) = squeezed.last_mut() {
                // The last kept one stands for the rest, so that spans cover the whole run.
                last.end = glyph.end;
            }
        }
    }
    squeezed
}

fn kept(glyph: Glyph, in_word: bool) -> usize {
    match glyph.ch {
        '*' if in_word => 1,
        ch if ch.is_alphabetic() => 2,
        ch if ch.is_numeric() => usize::MAX,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::super::glyph::{glyphs, text};
    use super::*;

    #[test]
    fn keeps_emphasis_and_numbers() {
        for (given, expected) in [
            ("noooooo", "noo"),
            ("good", "good"),
            ("NOOO wayyyy", "noo wayy"),
            ("1000000", "1000000"),
            ("!!!!!!!!", "!!!"),
            ("😂😂😂😂😂", "😂😂😂"),
            ("f*ck f**k n*****", "f*ck f*k n*"),
            ("**bold**", "**bold*"),
            ("哈哈哈哈", "哈哈"),
            ("ㅋㅋㅋㅋㅋ", "ㅋㅋ"),
            ("www.ooooo.com", "www.ooooo.com"),
        ] {
            assert_eq!(text(&squeeze(glyphs(given))), expected, "from {given:?}");
        }
    }

    #[test]
    fn spans_cover_the_run() {
        let squeezed = squeeze(glyphs("nooooo!"));
        assert_eq!(squeezed.get(2).map(|glyph| (glyph.start, glyph.end)), Some((2, 6)));
    }
}
