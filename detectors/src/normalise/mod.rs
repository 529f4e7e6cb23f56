//! Text as people type it, turned into text that the model was trained on, without losing the way
//! back: every character of the result knows the bytes of the original that it came from.
//!
//! The steps run in a fixed order, one file each: [`fold`](self) (compatibility forms, case, marks,
//! invisible characters), the words of hashtags, letters behind asterisks, spaced letters, romanised text, look-alike letters, digits used
//! as letters, repetition, slips of the keyboard.
//! Each step is linear in the length of the text, so 50,000 characters of anything are safe.

mod english;
mod fold;
mod glyph;
mod guard;
mod hashtag;
mod homoglyph;
mod leet;
mod masked;
mod romanised;
mod slips;
mod spacing;
mod squeeze;
mod words;

use glyph::Glyph;
use std::borrow::Cow;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
pub use words::Words;

/// A normalised text with the map back to the original.
///
/// ```
/// use wardlight::normalise::normalise;
/// let text = "so 𝐃𝐔𝐌𝐁 🙃";
/// let normalised = normalise(text);
/// assert_eq!(normalised.text(), "so dumb 🙃");
/// let original = normalised.original(3..7);
/// assert_eq!(text.get(original), Some("𝐃𝐔𝐌𝐁"));
/// ```
#[derive(Clone, Default)]
pub struct Normalised {
    text: String,
    /// For each character: its first byte in `text` and its byte range in the original.
    origins: Vec<(usize, Range<usize>)>,
}

impl Normalised {
    /// The normalised text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte range of the original text behind the bytes `range` of the normalised text.
    ///
    /// A range that cuts a character covers the whole character; an empty or outlying range gives
    /// an empty range. The ends always fall on grapheme boundaries of the original.
    pub fn original(&self, range: Range<usize>) -> Range<usize> {
        let end = self.origins.partition_point(|(at, _)| *at < range.end);
        let start = self.origins.partition_point(|(at, _)| *at <= range.start).saturating_sub(1);
        let covered = self.origins.get(start..end).unwrap_or_default();
        if range.is_empty() || range.start >= self.text.len() {
            return 0..0;
        }
        // Characters keep their order, but the parts of one expanded grapheme share its range.
        let first = covered.iter().map(|(_, origin)| origin.start).min();
        let last = covered.iter().map(|(_, origin)| origin.end).max();
        first.unwrap_or(0)..last.unwrap_or(0)
    }
}

impl std::fmt::Debug for Normalised {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Content never reaches a log.
        write!(f, "Normalised(chars={})", self.origins.len())
    }
}

/// Normalises `text`; accepts anything, including nothing.
pub fn normalise(text: &str) -> Normalised {
    normalise_for(text, &|_: &str| false)
}

/// Normalises `text` for a vocabulary: where a disguise can be read in several ways, or might be none, the reading is
/// taken that is one of its `words`. Slips and hidden letters are mended in English text, if it ranks English words.
///
/// ```
/// use wardlight::normalise::normalise_for;
/// let knows = |word: &str| ["loser", "ugly", "kill"].contains(&word);
/// assert_eq!(normalise_for("ug1y looooser, ki11", &knows).text(), "ugly loser, kill");
/// ```
pub fn normalise_for(text: &str, words: &dyn Words) -> Normalised {
    let knows = &|word: &str| words.knows(word);
    let mut glyphs = hashtag::part_words(fold::fold(text));
    masked::fold_masked(&mut glyphs, words);
    let glyphs = spacing::join_spaced_letters(glyphs, text, knows);
    let mut glyphs = romanised::restore(glyphs, text, words);
    for word in glyphs.split_mut(|glyph| glyph.is_space()) {
        if !guard::is_protected(word) {
            homoglyph::fold_look_alikes(word);
            leet::fold_digits(word, words);
        }
    }
    collect(&slips::mend(squeeze::squeeze(glyphs, words), words))
}

/// The text in the letters that it shows, its marks kept: what language it is in is told by those.
///
/// Compatibility forms, look-alikes of another script and invisible characters make English look like none.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let visible = text.chars().filter(|ch| !fold::is_invisible(*ch));
    let plain = visible.flat_map(|ch| match ch {
        _ if fold::is_jamo(ch) => vec![ch],
        _ => std::iter::once(ch).nfkc().collect(),
    });
    let lower = |form: char| form.to_lowercase().map(move |ch| (ch, form.is_uppercase()));
    let glyph = |(ch, upper)| Glyph { ch, start: 0, end: 0, upper };
    let mut glyphs: Vec<Glyph> = plain.flat_map(lower).map(glyph).collect();
    for word in glyphs.split_mut(|glyph| glyph.ch.is_whitespace()) {
        homoglyph::fold_look_alikes(word);
    }
    Cow::Owned(glyphs.iter().map(|glyph| glyph.ch).collect())
}

fn collect(glyphs: &[Glyph]) -> Normalised {
    let mut normalised =
        Normalised { text: String::with_capacity(glyphs.len()), origins: Vec::with_capacity(glyphs.len()) };
    for glyph in glyphs {
        let origin = (normalised.text.len(), glyph.start..glyph.end);
        normalised.origins.push(origin);
        normalised.text.push(glyph.ch);
    }
    normalised
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: words::Fixed = words::Fixed(&["you", "stupid"]);

    fn check(cases: &[(&str, &str)]) {
        for (given, expected) in cases {
            assert_eq!(normalise(given).text(), *expected, "from {given:?}");
        }
    }

    #[test]
    fn what_is_shown_keeps_its_marks() {
        for (given, expected) in [
            ("𝐲𝐨𝐮'𝐫𝐞 𝐭𝐫𝐚𝐬𝐡", "you're trash"),
            ("уоu'rе trаѕh", "you're trash"),
            ("I ΗATE ΥOU, υgly", "i hate you, ugly"),
            ("Η ΥΠΝΟΣ", "η υπνοσ"),
            ("Ärger, žlutý kůň", "ärger, žlutý kůň"),
            ("я люблю тебя", "я люблю тебя"),
            ("안녕 ㅋㅋ", "안녕 ㅋㅋ"),
            ("k\u{200b}ys é", "kys é"),
        ] {
            assert_eq!(shown(given), expected, "from {given:?}");
        }
    }

    #[test]
    fn steps_work_together() {
        check(&[
            ("", ""),
            ("   ", ""),
            ("You're SOOOO funny!!!", "you're soo funny!!!"),
            ("go k1ll y0urself", "go kill yourself"),
            ("K Y S", "kys"),
            ("🇰 🇾 🇸", "kys"),
            ("ĸ\u{200b}y\u{200d}s", "ĸys"),
            ("meet at 3pm, it's 5kg", "meet at 3pm, it's 5kg"),
            ("see https://wwww.example.com/l33t now", "see https://wwww.example.com/l33t now"),
            ("f**k off", "fuck off"),
            ("l.o.s.e.r!", "loser!"),
        ]);
    }

    #[test]
    fn offsets_lead_back_to_whole_graphemes() {
        let text = "👨‍👩‍👧 é\u{301}\u{302} ﬁne שלום 😀";
        let normalised = normalise(text);
        assert_eq!(normalised.text(), "👨👩👧 e fine שלום 😀");
        let at = normalised.text().find("fine").expect("expanded ligature");
        assert_eq!(text.get(normalised.original(at..at + 1)), Some("ﬁ"));
        assert_eq!(text.get(normalised.original(at..at + 4)), Some("ﬁne"));
        let family = normalised.original(0.."👨".len());
        assert_eq!(text.get(family), Some("👨‍👩‍👧"));
        let e = normalised.text().find('e').expect("letter");
        assert_eq!(text.get(normalised.original(e..e + 1)), Some("é\u{301}\u{302}"));
        let whole = normalised.original(0..normalised.text().len());
        assert_eq!(text.get(whole), Some(text));
        assert_eq!(normalised.original(3..3), 0..0);
        assert_eq!(normalised.original(9_000..9_001).len(), 0);
    }

    #[test]
    fn every_span_is_valid_and_ordered() {
        for text in [
            "a\u{200b}b",
            "ﷺ 𝕳𝖎 ½ ㎏ İstanbul ẞ",
            "k . y . s 🇩🇪🇫🇷 1️⃣",
            "\u{301}\u{301}x",
            "ｶﾞ が ㅋㅋㅋㅋ",
            "you stupdi 𝐬𝐭𝐮𝐩𝐝𝐢 é",
            "you stu pid id**t",
            "st*p*d you",
        ] {
            let normalised = normalise_for(text, &ENGLISH);
            let mut last = 0;
            for (at, ch) in normalised.text().char_indices() {
                let origin = normalised.original(at..at + ch.len_utf8());
                assert!(text.get(origin.clone()).is_some(), "{text:?} {origin:?}");
                assert!(origin.start >= last);
                last = origin.start;
            }
        }
    }

    #[test]
    fn floods_are_linear() {
        for unit in [
            "\u{200b}",
            "a",
            "a\u{301}",
            "1a",
            "a ",
            "a.",
            "👨‍👩‍👧",
            "ﷺ",
            "@",
            "\u{301}",
            "*",
            "0",
            "l0s,",
            "you stupdi ",
            "yo u ",
            "you s**p*d ",
            "ya vchera opyat ",
        ] {
            let text = unit.repeat(50_000);
            let time = |text: &str| {
                let started = std::time::Instant::now();
                std::hint::black_box(normalise_for(text, &ENGLISH));
                started.elapsed()
            };
            // Four times the text takes about four times as long; where something is quadratic, sixteen times. A busy
            // machine may stretch any single run, hardly the fastest of twenty.
            let mut fastest = (std::time::Duration::MAX, std::time::Duration::MAX);
            let linear = (0..20).any(|_| {
                fastest = (fastest.0.min(time(&unit.repeat(12_500))), fastest.1.min(time(&text)));
                fastest.1 < fastest.0 * 10
            });
            assert!(linear, "four times the text took {:?} instead of {:?}", fastest.1, fastest.0);
            let normalised = normalise_for(&text, &ENGLISH);
            assert!(normalised.original(0..1).end <= text.len());
        }
    }
}
