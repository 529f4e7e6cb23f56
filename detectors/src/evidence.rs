//! The words behind a signal: the run of tokens that adds most to a label, as bytes of the original.

use crate::normalise::Normalised;
use crate::tokenizer::Token;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;
use wardlight_core::Span;

/// The span of the strongest run of tokens, widened to whole words, at most about 120 characters.
///
/// `scores` holds one number per token; missing ones end the search.
pub(crate) fn find_span(normalised: &Normalised, tokens: &[Token], scores: &[f32]) -> Option<Span> {
    let count = tokens.len().min(scores.len());
    let (tokens, scores) = (tokens.get(..count)?, scores.get(..count)?);
    let text = normalised.text();
    let strongest =
        |at: &usize, other: &usize| value(scores, *at).total_cmp(&value(scores, *other)).then(other.cmp(at));
    // A person reads words: a sign alone is quoted only where there is nothing else.
    let worded = (0..count).filter(|&at| !is_sign(text, tokens, at)).max_by(strongest);
    let peak = worded.or_else(|| (0..count).max_by(strongest))?;
    let run = grow(tokens, scores, peak);
    let words = to_phrase(text, tokens, scores, whole_words(text, tokens, run.clone()));
    let original = |run: Range<usize>| {
        let range = tokens.get(run.start)?.span.start..tokens.get(run.end.checked_sub(1)?)?.span.end;
        Some(normalised.original(range))
    };
    // What is left out of the normalised text may be endless: the fewer words, the less of it stands between them.
    let mut narrower = [words, run, peak..peak + 1].into_iter().filter_map(original);
    let fits = |original: &Range<usize>| original.len() <= LONGEST_QUOTE_BYTES;
    let original = narrower.clone().find(fits).or_else(|| narrower.next_back())?;
    (!original.is_empty()).then_some(Span(original.start, original.end))
}

/// A span of `text`, cut where it is longer than a quote may be: between graphemes, or within one that is endless itself.
pub(crate) fn shorten(span: Span, text: &str) -> Span {
    let Some(quoted) = span.slice(text).filter(|quoted| quoted.len() > LONGEST_QUOTE_BYTES) else {
        return span;
    };
    let ends = quoted.grapheme_indices(true).map(|(at, grapheme)| at + grapheme.len());
    let whole = ends.take_while(|end| *end <= LONGEST_QUOTE_BYTES).last();
    Span(span.0, span.0 + whole.unwrap_or_else(|| quoted.floor_char_boundary(LONGEST_QUOTE_BYTES)))
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

/// Takes in neighbouring words, the stronger side first, until the quote can be understood; a sign that
/// ends a sentence is not crossed.
fn to_phrase(text: &str, tokens: &[Token], scores: &[f32], run: Range<usize>) -> Range<usize> {
    let mut run = run;
    while count_words(text, tokens, &run) < FEWEST_WORDS {
        let usable = |at: &usize| *at < tokens.len() && is_word(text, tokens, *at);
        let left = run.start.checked_sub(1).filter(usable);
        let right = Some(run.end).filter(usable);
        let wider = match (left, right) {
            (Some(left), Some(right)) if value(scores, left) >= value(scores, right) => left..run.end,
            (_, Some(right)) => run.start..right + 1,
            (Some(left), None) => left..run.end,
            (None, None) => return run,
        };
        let wider = whole_words(text, tokens, wider);
        if length(tokens, &wider) > LONGEST_SPAN_BYTES {
            return run;
        }
        run = wider;
    }
    run
}

/// Words of a run; pieces that touch are one word, and signs are none.
fn count_words(text: &str, tokens: &[Token], run: &Range<usize>) -> usize {
    let begins = |at: usize| match (at.checked_sub(1).and_then(|left| tokens.get(left)), tokens.get(at)) {
        (Some(left), Some(token)) => at == run.start || left.span.end != token.span.start,
        _ => true,
    };
    run.clone().filter(|&at| begins(at) && is_word(text, tokens, at)).count()
}

/// Letters or digits, as against signs and emoji.
fn is_word(text: &str, tokens: &[Token], at: usize) -> bool {
    let token = tokens.get(at).and_then(|token| text.get(token.span.clone())).unwrap_or_default();
    token.chars().any(char::is_alphanumeric)
}

/// Punctuation, as against letters, digits and emoji.
fn is_sign(text: &str, tokens: &[Token], at: usize) -> bool {
    let token = tokens.get(at).and_then(|token| text.get(token.span.clone())).unwrap_or_default();
    token
        .chars()
        .all(|c| c.is_ascii_punctuation() || matches!(c, '…' | '。' | '、' | '！' | '？' | '،' | '؟'))
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
/// The original is wider where it is disguised: 120 mathematical letters, or as many with gaps and marks between them.
const LONGEST_QUOTE_BYTES: usize = 480;
const LONGEST_WORD_TOKENS: usize = 8;
/// Fewer words than this rarely tell a reader why they were quoted.
const FEWEST_WORDS: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::normalise;
    use crate::tokenizer::words;

    fn quote<'a>(text: &'a str, scores: &[f32]) -> &'a str {
        let normalised = normalise(text);
        let tokens: Vec<Token> = words(normalised.text()).map(|span| Token { id: 0, span }).collect();
        let span = find_span(&normalised, &tokens, scores).expect("tokens");
        shorten(span, text).slice(text).expect("a valid span")
    }

    #[test]
    fn takes_the_run_around_the_peak() {
        assert_eq!(quote("you are so dumb ok", &[0.1, 0.0, 0.6, 0.9, 0.0]), "are so dumb");
        assert_eq!(quote("shut the door up now", &[0.9, 0.0, 0.8, 0.0, 0.0]), "shut the door");
        assert_eq!(quote("a b", &[-1.0, -2.0]), "a b");
        assert_eq!(quote("same same", &[1.0, 1.0]), "same same");
    }

    #[test]
    fn quotes_the_original() {
        assert_eq!(quote("😀👨‍👩‍👧 yoú 𝕤𝕦𝕔𝕜 😀", &[0.0, 0.0, 0.0, 0.0, 0.1, 0.9, 0.0]), "yoú 𝕤𝕦𝕔𝕜");
        assert_eq!(quote("u l.o.s.e.r!", &[0.0, 1.0, 0.0]), "u l.o.s.e.r");
    }

    #[test]
    fn what_the_normalised_text_leaves_out_makes_no_quote_endless() {
        let flood = "b".repeat(49_000);
        let quoted = quote(&format!("dumb{flood}"), &[1.0]).len();
        assert_eq!(quoted, LONGEST_QUOTE_BYTES);
        assert_eq!(quote(&format!("so dumb{flood} loser ok"), &[0.0, 0.5, 0.9, 0.0]), "loser");
        let hidden = "\u{200b}".repeat(49_000);
        assert!(quote(&format!("du{hidden}mb"), &[1.0]).len() <= LONGEST_QUOTE_BYTES);
        let (letter, families) = (format!("a{}", "\u{301}".repeat(49_000)), "👨‍👩‍👧".repeat(400));
        assert_eq!(shorten(Span(0, letter.len()), &letter), Span(0, 479));
        assert_eq!(shorten(Span(0, families.len()), &families), Span(0, 480 / 18 * 18));
        let double = "𝕤".repeat(120);
        assert_eq!(shorten(Span(0, double.len()), &double), Span(0, 480));
    }

    #[test]
    fn stays_short_and_never_panics() {
        let text = "word ".repeat(100);
        assert!(quote(&text, &[1.0; 100]).len() <= LONGEST_SPAN_BYTES);
        assert!(find_span(&normalise(""), &[], &[]).is_none());
        assert!(find_span(&normalise("a"), &[Token { id: 0, span: 5..9 }], &[1.0]).is_none());
    }
}
