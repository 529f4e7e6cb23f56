//! One character on its way through the normaliser, with the bytes of the original behind it.

use unicode_script::{Script, UnicodeScript};

/// A character and its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Glyph {
    pub(super) ch: char,
    /// First byte in the original text.
    pub(super) start: usize,
    /// One past the last byte in the original text.
    pub(super) end: usize,
    /// Written as a capital letter; ticker symbols and initials are recognised by it.
    pub(super) upper: bool,
}

impl Glyph {
    /// Whitespace; the fold turns each run of it into one space.
    pub(super) fn is_space(&self) -> bool {
        self.ch == ' '
    }

    pub(super) fn is_letter(&self) -> bool {
        self.ch.is_alphabetic()
    }

    /// A letter of a script whose words are spelled letter by letter with spaces between words.
    pub(super) fn is_spelled(&self) -> bool {
        self.is_letter()
            && matches!(
                script(self.ch),
                Script::Latin | Script::Cyrillic | Script::Greek | Script::Arabic | Script::Hebrew
            )
    }
}

/// The script of a character, quick for ASCII.
pub(super) fn script(ch: char) -> Script {
    match ch {
        'a'..='z' | 'A'..='Z' => Script::Latin,
        _ if ch.is_ascii() => Script::Common,
        _ => ch.script(),
    }
}

/// The letters that a word is read as; each has the place of all that it was written with.
pub(super) fn spread<'a>(written: &[Glyph], read: &'a str) -> impl Iterator<Item = Glyph> + 'a {
    let start = written.first().map_or(0, |glyph| glyph.start);
    let end = written.last().map_or(start, |glyph| glyph.end);
    let upper = written.iter().all(|glyph| glyph.upper);
    read.chars().map(move |ch| Glyph { ch, start, end, upper })
}

#[cfg(test)]
pub(super) fn glyphs(text: &str) -> Vec<Glyph> {
    super::fold::fold(text)
}

/// The letters as text.
pub(super) fn text(glyphs: &[Glyph]) -> String {
    glyphs.iter().map(|glyph| glyph.ch).collect()
}
