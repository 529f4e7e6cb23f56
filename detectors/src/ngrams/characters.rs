//! The characters of words: their pieces are put together again, so that no n-gram ends where a piece does.

use crate::tokenizer::CHILD;
use std::ops::{Range, RangeInclusive};

/// The text of every piece of the vocabulary.
#[derive(Clone)]
pub(super) struct Pieces {
    text: Box<str>,
    places: Vec<Range<usize>>,
}

impl Pieces {
    /// Of the text of `vocab.txt`: one piece a line.
    pub(super) fn new(vocabulary: &str) -> Pieces {
        let mut end = 0;
        let place = |line: &str| {
            let start = end;
            end += line.len();
            start..start + line.trim_end_matches(['\r', '\n']).len()
        };
        Pieces { text: vocabulary.into(), places: vocabulary.split_inclusive('\n').map(place).collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The runs of tokens that are one word. The special ones are no text, and what is unknown ends a word.
    pub(super) fn words(&self, ids: &[u32]) -> Vec<Range<usize>> {
        let mut words: Vec<Range<usize>> = Vec::new();
        for (at, id) in ids.iter().enumerate() {
            let Some(piece) = self.get(*id) else { continue };
            match words.last_mut().filter(|word| word.end == at && continued(piece).is_some()) {
                Some(word) => word.end += 1,
                None => words.push(at..at + 1),
            }
        }
        words
    }

    /// Hashes (FNV-1a over code points) of the neighbouring characters of one word, given as its pieces, with `<` before it and
    /// `>` behind it: three to five together, and two or three where one is Han, kana or Hangul.
    pub(super) fn hashes(&self, word: &[u32]) -> Vec<u32> {
        let pieces =
            word.iter().filter_map(|id| self.get(*id)).map(|piece| continued(piece).unwrap_or(piece));
        let inner = pieces.flat_map(str::chars);
        let characters: Vec<char> = std::iter::once('<').chain(inner).chain(std::iter::once('>')).collect();
        let orders = if characters.iter().any(|ch| *ch >= WIDE) { ORDERS_WIDE } else { ORDERS };
        let hash = |neighbours: &[char]| {
            let step = |state: u32, ch: &char| (state ^ u32::from(*ch)).wrapping_mul(0x0100_0193);
            let state = neighbours.iter().fold(0x811C_9DC5, step);
            state ^ state >> 15
        };
        orders.flat_map(|order| characters.windows(order)).map(hash).collect()
    }

    fn get(&self, id: u32) -> Option<&str> {
        self.places.get(id as usize).filter(|_| id > CHILD).and_then(|place| self.text.get(place.clone()))
    }
}

/// The text of a piece that continues a word.
fn continued(piece: &str) -> Option<&str> {
    piece.strip_prefix("##").filter(|rest| !rest.is_empty())
}

const ORDERS: RangeInclusive<usize> = 3..=5;
const ORDERS_WIDE: RangeInclusive<usize> = 2..=3;
/// The first of the CJK radicals; letters of other scripts come before.
const WIDE: char = '\u{2E80}';

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces() -> Pieces {
        Pieces::new("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[OTHER]\n[CHILD]\nlose\n##r\n##s\n我\n##\nlosers\n")
    }

    #[test]
    fn words_are_put_together_from_their_pieces() {
        // "losers", "r" behind what is unknown, "##" by itself, and a character of its own.
        assert_eq!(pieces().words(&[2, 6, 7, 8, 1, 7, 10, 9, 3]), [1..4, 5..6, 6..7, 7..8]);
        assert_eq!(pieces().words(&[2, 3, 4, 5, 99]), [0..0_usize; 0]);
    }

    #[test]
    fn a_word_has_the_same_characters_however_it_is_cut() {
        let pieces = pieces();
        let whole = pieces.hashes(&[11]);
        assert_eq!(whole, pieces.hashes(&[6, 7, 8]));
        assert_eq!(whole.len(), 6 + 5 + 4);
        assert_eq!(pieces.hashes(&[9]).len(), 2 + 1);
    }

    #[test]
    fn hashes_are_those_of_the_training() {
        // python3 -c "import ngrams; print(ngrams.fnv(map(ord, '<我>')))" in models/training
        assert_eq!(pieces().hashes(&[9]).last(), Some(&0xD7BA_3C57));
    }
}
