//! From texts to windows of tokens, packed the way the model was trained.
//!
//! A message stands alone as `[CLS] m [SEP]`; a conversation is packed as
//! `[CLS] [OTHER] m1 [CHILD] m2 … [SEP]`. Nothing is cut off: what does not fit goes on in the next window.

use crate::normalise::{Normalised, normalise_for};
use crate::tokenizer::{CHILD, CLS, OTHER, SEP, Token, Tokenizer};
use std::ops::Range;
use wardlight_core::Party;

/// A text, normalised and cut into tokens.
#[derive(Clone, Default)]
pub struct Encoded {
    pub(crate) normalised: Normalised,
    pub(crate) tokens: Vec<Token>,
}

impl Encoded {
    /// Normalises and cuts `text`.
    pub fn new(tokenizer: &Tokenizer, text: &str) -> Encoded {
        let normalised = normalise_for(text, tokenizer);
        let tokens = tokenizer.tokenize(normalised.text());
        Encoded { normalised, tokens }
    }

    /// Nothing to score: no visible character.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The ids of a window of this text, with the special ones around them.
    pub(crate) fn window(&self, range: Range<usize>) -> Vec<u32> {
        let tokens = self.tokens.get(range).unwrap_or_default();
        let inner = tokens.iter().map(|token| token.id);
        std::iter::once(CLS).chain(inner).chain(std::iter::once(SEP)).collect()
    }
}

/// Cuts `tokens` tokens into windows that hold at most `max_tokens` with their two special ones;
/// neighbours share 24 tokens, so that no phrase is cut in both.
pub fn message_windows(tokens: usize, max_tokens: usize) -> Vec<Range<usize>> {
    let capacity = max_tokens.saturating_sub(2).max(1);
    let stride = capacity.saturating_sub(OVERLAP).max(1);
    let mut windows = Vec::new();
    let mut start = 0;
    while start < tokens {
        let end = tokens.min(start + capacity);
        windows.push(start..end);
        if end == tokens {
            break;
        }
        start += stride;
    }
    windows
}

/// Messages of a conversation, packed for the model.
#[derive(Clone, PartialEq, Eq)]
pub struct ConversationWindow {
    /// `[CLS]`, the messages, each behind the token of its side, and `[SEP]`.
    pub ids: Vec<u32>,
    /// What it holds, in order.
    pub parts: Vec<Part>,
}

/// A message in a window; a long one is cut into several parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Which message of the conversation.
    pub message: usize,
    /// Which tokens of the message.
    pub tokens: Range<usize>,
    /// Where they stand in the window, with the token of the side before them.
    pub place: Range<usize>,
}

/// Packs a conversation into windows of at most `max_tokens`; neighbours share a quarter, and the last reaches back as far
/// as it can, so that the newest message stands behind as much as possible.
pub fn conversation_windows(messages: &[(Party, &Encoded)], max_tokens: usize) -> Vec<ConversationWindow> {
    // A message longer than a window is packed as several messages of the same side.
    let parts: Vec<(usize, Range<usize>)> = messages
        .iter()
        .enumerate()
        .flat_map(|(message, (_, encoded))| {
            let ranges = message_windows(encoded.tokens.len(), max_tokens.saturating_sub(1));
            ranges.into_iter().map(move |range| (message, range))
        })
        .collect();
    let mut windows = Vec::new();
    let mut start = 0;
    while start < parts.len() {
        let (mut end, mut size) = (start, 2);
        while let Some((_, tokens)) =
            parts.get(end).filter(|part| end == start || size + 1 + part.1.len() <= max_tokens)
        {
            size += 1 + tokens.len();
            end += 1;
        }
        let mut first = start;
        if end == parts.len() {
            while let Some(before) = first.checked_sub(1) {
                size += 1 + parts.get(before).map_or(max_tokens, |(_, tokens)| tokens.len());
                if size > max_tokens {
                    break;
                }
                first = before;
            }
        }
        windows.push(pack(messages, parts.get(first..end).unwrap_or_default()));
        if end == parts.len() {
            break;
        }
        start = (start + 1).max(start + 3 * (end - start) / 4);
    }
    windows
}

fn pack(messages: &[(Party, &Encoded)], parts: &[(usize, Range<usize>)]) -> ConversationWindow {
    let mut window = ConversationWindow { ids: vec![CLS], parts: Vec::with_capacity(parts.len()) };
    for (message, tokens) in parts {
        let Some((party, encoded)) = messages.get(*message) else { continue };
        let start = window.ids.len();
        window.ids.push(if *party == Party::Child { CHILD } else { OTHER });
        window
            .ids
            .extend(encoded.tokens.get(tokens.clone()).unwrap_or_default().iter().map(|token| token.id));
        let place = start..window.ids.len();
        window.parts.push(Part { message: *message, tokens: tokens.clone(), place });
    }
    window.ids.push(SEP);
    window
}

/// Tokens that neighbouring windows of one text share.
const OVERLAP: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;

    fn message(tokens: usize) -> Encoded {
        let tokens = (0..tokens).map(|at| Token { id: 9, span: at..at + 1 }).collect();
        Encoded { normalised: Normalised::default(), tokens }
    }

    #[test]
    fn windows_cover_everything_with_overlap() {
        assert!(message_windows(0, 128).is_empty());
        assert_eq!(message_windows(126, 128).len(), 1);
        assert_eq!(message_windows(127, 128), [0..126, 102..127]);
        let windows = message_windows(50_000, 128);
        assert!(windows.windows(2).all(|two| two[1].start + 24 == two[0].end || two[1].end == 50_000));
    }

    #[test]
    fn conversation_windows_share_a_quarter() {
        let (long, short) = (message(300), message(20));
        let mut messages = vec![(Party::Other, &short), (Party::Child, &short)];
        let packed = conversation_windows(&messages, 128);
        assert_eq!(packed.len(), 1);
        assert_eq!(packed[0].ids.len(), 44);
        assert_eq!((packed[0].ids[1], packed[0].ids[22]), (OTHER, CHILD));
        assert_eq!(packed[0].parts[1], Part { message: 1, tokens: 0..20, place: 22..43 });
        messages = vec![(Party::Other, &short); 12];
        let packed = conversation_windows(&messages, 128);
        assert!(packed.iter().all(|window| window.ids.len() <= 128));
        // six messages fit; the windows begin at 0, 4 and, reaching back from 8, at 6
        let begins: Vec<usize> = packed.iter().map(|window| window.parts[0].message).collect();
        assert_eq!(begins, [0, 4, 6]);
        messages = vec![(Party::Other, &long), (Party::Child, &long)];
        let packed = conversation_windows(&messages, 128);
        assert!(packed.iter().all(|window| window.ids.len() <= 128 && window.ids[0] == CLS));
        assert!(
            packed
                .iter()
                .flat_map(|window| &window.parts)
                .any(|part| part.message == 1 && part.tokens.end == 300)
        );
        assert!(conversation_windows(&[(Party::Other, &message(0))], 128).is_empty());
    }
}
