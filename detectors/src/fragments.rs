//! Words sent letter by letter (`k`, `y`, `s` as three messages) are put together before they are read.

use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;
use wardlight_core::Message;

/// What is read at once: a message, or a run of fragments.
#[derive(Clone)]
pub(crate) struct Unit<'a> {
    /// Index of the message, or of the first of the run.
    pub(crate) index: usize,
    pub(crate) text: Cow<'a, str>,
    /// Put together from several messages; spans would have no place to point to.
    pub(crate) reassembled: bool,
}

/// Joins each run of three or more messages of one or two letters by the same sender.
pub(crate) fn join_fragments(messages: &[Message]) -> Vec<Unit<'_>> {
    let mut units = Vec::with_capacity(messages.len());
    let mut at = 0;
    while let Some(first) = messages.get(at) {
        let rest = messages.get(at..).unwrap_or_default();
        let run: Vec<&str> = rest
            .iter()
            .take_while(|message| message.sender_role == first.sender_role && is_fragment(&message.text))
            .map(|message| message.text.trim())
            .collect();
        if run.len() < SHORTEST_RUN {
            units.push(Unit { index: at, text: Cow::Borrowed(&first.text), reassembled: false });
            at += 1;
            continue;
        }
        units.push(Unit { index: at, text: Cow::Owned(run.concat()), reassembled: true });
        at += run.len();
    }
    units
}

/// One or two characters as a reader counts them, all of them letters or signs that stand for one.
fn is_fragment(text: &str) -> bool {
    let text = text.trim();
    // A grapheme may be long; nobody's one or two letters take 32 bytes.
    let short = !text.is_empty() && text.len() <= 32 && text.graphemes(true).count() <= 2;
    short && text.chars().any(|ch| ch.is_alphanumeric() || matches!(ch, '@' | '$' | '*'))
}

const SHORTEST_RUN: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(messages: &[(&str, &str)]) -> Vec<(usize, String, bool)> {
        let messages: Vec<Message> = messages
            .iter()
            .map(|(role, text)| Message {
                sender_role: (*role).to_owned(),
                text: (*text).to_owned(),
                sender_age: None,
            })
            .collect();
        let units = join_fragments(&messages);
        units.into_iter().map(|unit| (unit.index, unit.text.into_owned(), unit.reassembled)).collect()
    }

    #[test]
    fn runs_become_one() {
        let units = joined(&[("a", "hey"), ("a", "k"), ("a", " y "), ("a", "s"), ("b", "?")]);
        assert_eq!(
            units,
            [(0, "hey".to_owned(), false), (1, "kys".to_owned(), true), (4, "?".to_owned(), false)]
        );
        let units = joined(&[("a", "lo"), ("a", "se"), ("a", "é\u{301}")]);
        assert_eq!(units, [(0, "loseé\u{301}".to_owned(), true)]);
    }

    #[test]
    fn short_answers_stay() {
        let two = [("a", "ok"), ("a", "k")];
        assert_eq!(joined(&two).len(), 2);
        let turns = [("a", "k"), ("b", "y"), ("a", "s"), ("b", "o")];
        assert_eq!(joined(&turns).len(), 4);
        assert_eq!(joined(&[("a", "😀"), ("a", "😀"), ("a", "😀")]).len(), 3);
        assert_eq!(joined(&[("a", ""), ("a", " "), ("a", "")]).len(), 3);
        assert!(joined(&[]).is_empty());
    }
}
