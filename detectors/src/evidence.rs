//! The words behind a signal: the run of tokens that adds most to a label, as bytes of the original.

use crate::normalise::Normalised;
use crate::tokenizer::Token;
use std::ops::Range;
use wardlight_core::Span;

/// The span of the strongest run of tokens, widened to whole words, at most about 120 characters.
///
/// `scores` holds one number per token; missing ones end the search.
pub(crate) fn find_span(normalised: &Normalised, tokens: &[Token], scores: &[f32]) -> Option<Span> {
    let count = tokens.len().min(scores.len());
    let (tokens, scores) = (tokens.get(..count)?, scores.get(..count)?);
    let peak = (0..count).max_by(|&a, &b| value(scores, a).total_cmp(&value(scores, b)).then(b.cmp(&a)))?;
    let run = grow(tokens, scores, peak);
    let words = whole_words(normalised.text(), tokens, run);
    let range = tokens.get(words.start)?.span.start..tokens.get(words.end.checked_sub(1)?)?.span.end;
    let original = normalised.original(range);
    (!original.is_empty()).then_some(Span(original.start, original.end))
}

/// Grows from the peak over tokens that stand out as well; one weaker token between them is bridged.
fn grow(tokens: &[Token], scores: &[f32], peak: usize) -> Range<usize> {
    let total: f32 = scores.iter().sum();
    let mean = total / f32::from(u16::try_from(scores.len()).unwrap_or(u16::MAX));
    let bar = mean + RELATIVE_BAR * (value(scores, peak) - mean);
    let stands_out = |at: usize| at < scores.len() && value(scores, at) >= bar;
    let fits = |run: &Range<usize>| length(tokens, run) <= LONGEST_SPAN_BYTES;
    let mut run = peak..peak + 1;
    loop {
        let left = (1..=2).filter_map(|step| run.start.checked_sub(step)).find(|&at| stands_out(at));
        let right = (0..=1).map(|step| run.end + step).find(|&at| stands_out(at));
        let wider = [left.map(|at| at..run.end), right.map(|at| run.start..at + 1)];
        match wider.into_iter().flatten().find(|wider| fits(wider)) {
            Some(wider) => run = wider,
            None => return run,
        }
    }
}

/// Takes in the pieces that belong to the same written words, unless a word is endless.
fn whole_words(text: &str, tokens: &[Token], run: Range<usize>) -> Range<usize> {
    let is_word = |token: &Token| {
        let first = text.get(token.span.clone()).and_then(|piece| piece.chars().next());
        first.is_some_and(|ch| ch.is_alphanumeric() || ch == '*' || ch == '\'')
    };
    let glued = |left: usize, right: usize| match (tokens.get(left), tokens.get(right)) {
        (Some(left), Some(right)) => left.span.end == right.span.start && is_word(left) && is_word(right),
        _ => false,
    };
    let mut wide = run.clone();
    while wide.start > 0 && glued(wide.start - 1, wide.start) && run.start - wide.start < LONGEST_WORD_TOKENS
    {
        wide.start -= 1;
    }
    while glued(wide.end - 1, wide.end) && wide.end - run.end < LONGEST_WORD_TOKENS {
        wide.end += 1;
    }
    if length(tokens, &wide) <= LONGEST_SPAN_BYTES { wide } else { run }
}

fn length(tokens: &[Token], run: &Range<usize>) -> usize {
    match (tokens.get(run.start), tokens.get(run.end - 1)) {
        (Some(first), Some(last)) => last.span.end - first.span.start,
        _ => usize::MAX,
    }
}

fn value(scores: &[f32], at: usize) -> f32 {
    scores.get(at).copied().unwrap_or(f32::NEG_INFINITY)
}

/// A token belongs to the run from this share of the peak's height above the mean.
const RELATIVE_BAR: f32 = 0.35;
/// About 120 characters in most scripts.
const LONGEST_SPAN_BYTES: usize = 160;
const LONGEST_WORD_TOKENS: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::normalise;
    use crate::tokenizer::words;

    fn quote<'a>(text: &'a str, scores: &[f32]) -> &'a str {
        let normalised = normalise(text);
        let tokens: Vec<Token> = words(normalised.text()).map(|span| Token { id: 0, span }).collect();
        let span = find_span(&normalised, &tokens, scores).expect("tokens");
        span.slice(text).expect("a valid span")
    }

    #[test]
    fn takes_the_run_around_the_peak() {
        assert_eq!(quote("you are so dumb ok", &[0.1, 0.0, 0.6, 0.9, 0.0]), "so dumb");
        assert_eq!(quote("shut the door up now", &[0.9, 0.0, 0.8, 0.0, 0.0]), "shut the door");
        assert_eq!(quote("a b", &[-1.0, -2.0]), "a");
        assert_eq!(quote("same same", &[1.0, 1.0]), "same same");
    }

    #[test]
    fn quotes_the_original() {
        assert_eq!(quote("😀👨‍👩‍👧 yoú 𝕤𝕦𝕔𝕜 😀", &[0.0, 0.0, 0.0, 0.0, 0.1, 0.9, 0.0]), "𝕤𝕦𝕔𝕜");
        assert_eq!(quote("u l.o.s.e.r!", &[0.0, 1.0, 0.0]), "l.o.s.e.r");
    }

    #[test]
    fn stays_short_and_never_panics() {
        let text = "word ".repeat(100);
        assert!(quote(&text, &[1.0; 100]).len() <= LONGEST_SPAN_BYTES);
        assert!(find_span(&normalise(""), &[], &[]).is_none());
        assert!(find_span(&normalise("a"), &[Token { id: 0, span: 5..9 }], &[1.0]).is_none());
    }
}
