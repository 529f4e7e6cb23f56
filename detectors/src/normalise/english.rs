//! Which text is English, and its common words, by which a disguised or misspelt one is told.

use super::glyph::{Glyph, text};
use super::words::Words;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

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
