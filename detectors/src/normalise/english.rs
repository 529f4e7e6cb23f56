//! The common English words of a vocabulary, by which a disguised or misspelt one is told.

use super::glyph::{Glyph, text};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// What the normaliser asks of a vocabulary.
pub trait Words {
    /// Whether `word` is held in one piece, as a word or the beginning of one.
    fn knows(&self, word: &str) -> bool;

    /// Into how many pieces `word` falls, and how rare these are on average.
    fn spelling(&self, word: &str) -> (usize, u32);

    /// How many of the common English words are more frequent; none if it is not one of them.
    fn english_rank(&self, word: &str) -> Option<u32>;
}

/// A vocabulary of whole words, in which none is English.
impl<F: Fn(&str) -> bool> Words for F {
    fn knows(&self, word: &str) -> bool {
        self(word)
    }

    fn spelling(&self, word: &str) -> (usize, u32) {
        if self(word) { (1, 0) } else { (usize::MAX, 0) }
    }

    fn english_rank(&self, _word: &str) -> Option<u32> {
        None
    }
}

/// Whether at least half of the words are among the most frequent English ones; single letters and what is no plain word
/// say nothing. Of our English messages 97 of 100 pass, of those in other languages one in 250.
pub(super) fn is_english(glyphs: &[Glyph], words: &dyn Words) -> bool {
    let (mut common, mut others) = (0_usize, 0_usize);
    for word in glyphs.split(Glyph::is_space) {
        for part in word.split(|glyph| glyph.ch == '\'' || glyph.ch == '-') {
            let Some(part) = part.get(core_of(part)).filter(|part| part.len() >= 2) else { continue };
            if !part.iter().all(Glyph::is_letter) {
                continue;
            }
            match words.english_rank(&text(part)) {
                Some(rank) if rank < FREQUENT => common += 1,
                _ => others += 1,
            }
        }
    }
    common >= others
}

/// The word without what stands around its first and last letter.
pub(super) fn core_of(word: &[Glyph]) -> Range<usize> {
    let start = word.iter().position(Glyph::is_letter).unwrap_or(0);
    let end = word.iter().rposition(Glyph::is_letter).map_or(0, |last| last + 1);
    start..end.max(start)
}

/// Letters as English has them.
pub(super) fn is_plain(word: &[Glyph]) -> bool {
    word.iter().all(|glyph| glyph.ch.is_ascii_lowercase())
}

/// The most frequent English word among `readings`.
pub(super) fn most_frequent(readings: impl Iterator<Item = String>, words: &dyn Words) -> Option<String> {
    let ranked = readings.filter_map(|read| Some((words.english_rank(&read)?, read)));
    ranked.min().map(|(_, read)| read)
}

/// Whether it is an English word that one slip parts from a more common one (`carers`), though no piece of a vocabulary.
pub(super) fn is_rarer_word(word: &str) -> bool {
    RARER_WORDS.contains(word)
}

/// Made by `models/training/spelling.py`.
static RARER_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("rarer_words.txt").lines().collect());

/// Words of other languages are spelled like rarer English ones.
const FREQUENT: u32 = 1500;

/// English words for tests, the most frequent first.
#[cfg(test)]
pub(super) struct Fixed(pub(super) &'static [&'static str]);

#[cfg(test)]
impl Words for Fixed {
    fn knows(&self, word: &str) -> bool {
        self.0.contains(&word)
    }

    fn spelling(&self, word: &str) -> (usize, u32) {
        if self.knows(word) { (1, 0) } else { (usize::MAX, 0) }
    }

    fn english_rank(&self, word: &str) -> Option<u32> {
        self.0.iter().zip(0..).find(|(known, _)| **known == word).map(|(_, rank)| rank)
    }
}
