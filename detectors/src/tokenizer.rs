//! WordPiece: words cut into the longest pieces of a fixed vocabulary.
//!
//! Invariants: every id is below the vocabulary size (the model runtime relies on it), the work is
//! linear in the text, and unknown characters cost one `[UNK]`, never the whole word.

use crate::normalise::Words;
use std::collections::HashMap;
use std::ops::Range;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};
use wardlight_core::{Code, Error, Result};

/// One piece of text as the model sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Line of the piece in `vocab.txt`, counted from 0.
    pub id: u32,
    /// Byte range in the normalised text.
    pub span: Range<usize>,
}

/// A loaded vocabulary.
#[derive(Clone)]
pub struct Tokenizer {
    initial: Pieces,
    continuing: Pieces,
    size: usize,
}

type Pieces = HashMap<Box<str>, u32>;

impl Tokenizer {
    /// Reads `vocab.txt`: one piece a line, `##` before pieces that continue a word.
    ///
    /// The first lines are `[PAD]`, `[UNK]`, `[CLS]`, `[SEP]`, `[OTHER]`, `[CHILD]`; up to line 9,000 follow the common
    /// pieces of English, the most frequent first.
    ///
    /// # Errors
    /// [`Code::BundleDamaged`] if the special pieces are missing or there are too many pieces.
    pub fn from_vocabulary(text: &str) -> Result<Tokenizer> {
        let damaged = |what: &str| Error::new(Code::BundleDamaged, format!("vocab.txt: {what}"));
        let mut initial = Pieces::with_capacity(text.len() / 8);
        let mut continuing = Pieces::with_capacity(text.len() / 16);
        let mut size = 0;
        for (line, piece) in text.lines().enumerate() {
            let id = u32::try_from(line).map_err(|_| damaged("more lines than ids"))?;
            size = line + 1;
            if line < SPECIAL.len() {
                if Some(&piece) != SPECIAL.get(line) {
                    return Err(damaged("the special pieces are not at its head"));
                }
                continue;
            }
            // Longer pieces would let one word cost quadratic time; no real vocabulary has them.
            if piece.chars().count() > MAX_PIECE_CHARS {
                continue;
            }
            match piece.strip_prefix("##") {
                Some(rest) if !rest.is_empty() => continuing.entry(rest.into()).or_insert(id),
                _ => initial.entry(piece.into()).or_insert(id),
            };
        }
        if size < SPECIAL.len() {
            return Err(damaged("the special pieces are missing"));
        }
        Ok(Tokenizer { initial, continuing, size })
    }

    /// Number of pieces; every id is below it.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Cuts a normalised text into pieces, without special ones.
    pub fn tokenize(&self, text: &str) -> Vec<Token> {
        let mut tokens = Vec::with_capacity(text.len() / 4);
        for word in words(text) {
            self.pieces_of(text, word, &mut tokens);
        }
        tokens
    }

    /// Greedy longest match from the start of the word.
    fn pieces_of(&self, text: &str, word: Range<usize>, tokens: &mut Vec<Token>) {
        let mut at = word.start;
        let mut unknown: Option<Range<usize>> = None;
        while at < word.end {
            let pieces = if at == word.start { &self.initial } else { &self.continuing };
            let rest = text.get(at..word.end).unwrap_or_default();
            match longest(pieces, rest) {
                Some((id, length)) => {
                    flush(&mut unknown, tokens);
                    tokens.push(Token { id, span: at..at + length });
                    at += length;
                }
                None => {
                    let length = rest.chars().next().map_or(1, char::len_utf8);
                    let start = unknown.map_or(at, |run| run.start);
                    at += length;
                    unknown = Some(start..at);
                }
            }
        }
        flush(&mut unknown, tokens);
    }
}

impl Words for Tokenizer {
    fn knows(&self, word: &str) -> bool {
        self.initial.contains_key(word)
    }

    fn spelling(&self, word: &str) -> (usize, u32) {
        let tokens = self.tokenize(word);
        let unknown = tokens.iter().filter(|token| token.id == UNK).count();
        let rare = tokens.iter().map(|token| token.id).sum::<u32>()
            / u32::try_from(tokens.len()).unwrap_or(1).max(1);
        (tokens.len() + unknown * MAX_PIECE_CHARS, rare)
    }

    fn english_rank(&self, word: &str) -> Option<u32> {
        self.initial.get(word).copied().filter(|&id| id < ENGLISH)
    }
}

impl std::fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tokenizer(size={})", self.size)
    }
}

fn flush(unknown: &mut Option<Range<usize>>, tokens: &mut Vec<Token>) {
    if let Some(span) = unknown.take() {
        tokens.push(Token { id: UNK, span });
    }
}

/// The longest known piece at the start of `rest`, with its length in bytes.
fn longest(pieces: &Pieces, rest: &str) -> Option<(u32, usize)> {
    let mut ends = [0_usize; MAX_PIECE_CHARS];
    let mut count = 0;
    for (slot, (at, ch)) in ends.iter_mut().zip(rest.char_indices()) {
        *slot = at + ch.len_utf8();
        count += 1;
    }
    let ends = ends.get(..count).unwrap_or_default();
    ends.iter().rev().find_map(|&end| {
        let piece = rest.get(..end)?;
        pieces.get(piece).map(|&id| (id, end))
    })
}

/// Byte ranges of the words: runs of letters, digits and marks; every other visible character and
/// every Han ideograph is a word of its own.
pub fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut chars = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = chars.by_ref().find(|(_, ch)| !ch.is_whitespace())?;
        let mut end = start + first.len_utf8();
        if joins(first) {
            while let Some((at, ch)) = chars.next_if(|(_, ch)| joins(*ch)) {
                end = at + ch.len_utf8();
            }
        }
        Some(start..end)
    })
}

fn joins(ch: char) -> bool {
    if ch.is_ascii() {
        return ch.is_ascii_alphanumeric();
    }
    (ch.is_alphanumeric() || is_combining_mark(ch)) && ch.script() != Script::Han
}

/// Fills a window up to its length.
pub const PAD: u32 = 0;
/// Stands for characters that the vocabulary does not know.
pub const UNK: u32 = 1;
/// Begins a window.
pub const CLS: u32 = 2;
/// Ends a window.
pub const SEP: u32 = 3;
/// Precedes a message of the other party in a packed conversation.
pub const OTHER: u32 = 4;
/// Precedes a message of the child in a packed conversation.
pub const CHILD: u32 = 5;

const SPECIAL: [&str; 6] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[OTHER]", "[CHILD]"];

/// Pieces before this one are English ones, in the order of their frequency (`models/training/vocabulary.py`).
const ENGLISH: u32 = 9000;

const MAX_PIECE_CHARS: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    fn tokenizer() -> Tokenizer {
        let vocabulary =
            "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[OTHER]\n[CHILD]\nlose\n##r\n!\n我\n##s\na\n##a\n*\nf\nck\n";
        Tokenizer::from_vocabulary(vocabulary).expect("a valid vocabulary")
    }

    fn ids(text: &str) -> Vec<u32> {
        tokenizer().tokenize(text).iter().map(|token| token.id).collect()
    }

    #[test]
    fn takes_the_longest_piece() {
        assert_eq!(ids("losers!"), [6, 7, 10, 8]);
        assert_eq!(ids("我我"), [9, 9]);
        assert_eq!(ids("f*ck"), [14, 13, 15]);
        assert_eq!(ids(""), [0_u32; 0]);
    }

    #[test]
    fn unknown_parts_stay_small() {
        assert_eq!(ids("loseqqr"), [6, 1, 7]);
        assert_eq!(ids("qq 😀a"), [1, 1, 11]);
        let tokens = tokenizer().tokenize("loseéér");
        assert_eq!(tokens.get(1), Some(&Token { id: UNK, span: 4..8 }));
    }

    #[test]
    fn special_names_in_text_are_plain_text() {
        assert!(ids("[CHILD] [SEP]").iter().all(|&id| id == UNK));
    }

    #[test]
    fn ids_stay_below_the_size_for_anything() {
        let tokenizer = tokenizer();
        for text in
            ["\u{0}", "a".repeat(50_000).as_str(), "é".repeat(50_000).as_str(), "##r [PAD]", "\u{301}a"]
        {
            for token in tokenizer.tokenize(text) {
                assert!((token.id as usize) < tokenizer.size());
                assert!(text.get(token.span).is_some());
            }
        }
    }

    #[test]
    fn a_damaged_vocabulary_is_refused() {
        for text in ["", "[PAD]\n[UNK]", "a\nb\nc\nd\ne\nf\ng"] {
            assert!(Tokenizer::from_vocabulary(text).is_err());
        }
    }
}
