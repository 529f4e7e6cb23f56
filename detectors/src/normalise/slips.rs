//! Slips of the keyboard, on purpose or not: `stupdi`, `worthles`, `stup id`.
//!
//! A word that is none is read as the most frequent English one from which a single slip leads to it: two neighbours
//! swapped, a letter left out or doubled (three of the four errors of Damerau 1964; another letter in the place of the
//! right one leads from one word to another too easily). Only in English text: of other languages the vocabulary holds too
//! few whole words to tell a slip from an ending. Names stay as they are.

use super::english;
use super::glyph::{Glyph, spread, text};
use super::guard;
use super::words::Words;

/// Joins words that were split in two and mends single slips; a mended word stands for all of its letters.
pub(super) fn mend(glyphs: Vec<Glyph>, words: &dyn Words) -> Vec<Glyph> {
    let in_english = english::is_english(&glyphs, words);
    let joined = join_halves(glyphs, in_english, words);
    if !in_english {
        return joined;
    }
    let mut mended = Vec::with_capacity(joined.len());
    let mut begins = true;
    for word in joined.split_inclusive(Glyph::is_space) {
        let core = english::core_of(word);
        let (before, rest) = word.split_at(core.start);
        let (inside, after) = rest.split_at(core.len());
        mended.extend_from_slice(before);
        match meant(inside, begins, words).filter(|_| !guard::is_protected(word)) {
            Some(read) => mended.extend(spread(inside, &read)),
            None => mended.extend_from_slice(inside),
        }
        mended.extend_from_slice(after);
        begins = after.iter().any(|glyph| matches!(glyph.ch, '.' | '!' | '?'));
    }
    mended
}

/// Takes the space out of known words of which a half is none.
fn join_halves(glyphs: Vec<Glyph>, in_english: bool, words: &dyn Words) -> Vec<Glyph> {
    let parts: Vec<&[Glyph]> = glyphs.split_inclusive(Glyph::is_space).collect();
    let mut joined = Vec::with_capacity(glyphs.len());
    let mut just_joined = false;
    for (at, part) in parts.iter().enumerate() {
        let next = parts.get(at + 1).copied().unwrap_or_default();
        let halves = part.split_last().filter(|(space, _)| space.is_space() && !just_joined);
        just_joined = halves.is_some_and(|(_, first)| is_split(first, next, in_english, words));
        match halves.filter(|_| just_joined) {
            Some((_, first)) => joined.extend_from_slice(first),
            None => joined.extend_from_slice(part),
        }
    }
    joined
}

fn is_split(first: &[Glyph], next: &[Glyph], in_english: bool, words: &dyn Words) -> bool {
    let core = english::core_of(next);
    let second = next.get(core.clone()).unwrap_or_default();
    let half = |word: &[Glyph]| word.len() >= SHORTEST_HALF && word.iter().all(Glyph::is_spelled);
    if core.start != 0 || !half(first) || !half(second) || first.len() + second.len() < SHORTEST_SPLIT {
        return false;
    }
    let (first, second) = (text(first), text(second));
    let whole = format!("{first}{second}");
    if !words.knows(&first) || !words.knows(&second) {
        return words.knows(&whole);
    }
    // Known are also beginnings of words, and words that are rarer than the whole (`los er`).
    let rank = |word: &str| words.english_rank(word);
    let rarer = |half: &str, whole: u32| rank(half).is_none_or(|rank| rank >= BY_ITSELF && rank > whole);
    in_english && rank(&whole).is_some_and(|whole| rarer(&first, whole) && rarer(&second, whole))
}

/// The English word that was meant, if `word` is none and a slip away from one.
fn meant(word: &[Glyph], begins: bool, words: &dyn Words) -> Option<String> {
    let shouted = word.iter().all(|glyph| glyph.upper);
    let name = !begins && !shouted && word.first().is_some_and(|glyph| glyph.upper);
    if name || !(SHORTEST..=LONGEST).contains(&word.len()) || !english::is_plain(word) {
        return None;
    }
    let letters = text(word);
    if words.knows(&letters) || english::is_rarer_word(&letters) {
        return None;
    }
    let letters: Vec<char> = letters.chars().collect();
    english::most_frequent(swapped(&letters).chain(left_out(&letters)).chain(doubled(&letters)), words)
}

fn swapped(letters: &[char]) -> impl Iterator<Item = String> + '_ {
    (1..letters.len()).map(|at| {
        let mut read = letters.to_vec();
        read.swap(at - 1, at);
        read.into_iter().collect()
    })
}

/// The first letter of a word is hardly ever left out (Pollock and Zamora 1984).
fn left_out(letters: &[char]) -> impl Iterator<Item = String> + '_ {
    (1..letters.len()).flat_map(move |at| ('a'..='z').map(move |letter| with(letters, at, Some(letter), at)))
}

fn doubled(letters: &[char]) -> impl Iterator<Item = String> + '_ {
    let twice = |at: &usize| letters.get(*at) == letters.get(*at - 1);
    (1..letters.len()).filter(twice).map(|at| with(letters, at, None, at + 1))
}

/// The letters before `at`, `letter`, and those from `from` on.
fn with(letters: &[char], at: usize, letter: Option<char>, from: usize) -> String {
    let head = letters.get(..at).unwrap_or_default();
    let tail = letters.get(from..).unwrap_or_default();
    head.iter().chain(letter.iter()).chain(tail).collect()
}

/// Shorter words are a slip away from too many others.
const SHORTEST: usize = 3;
/// Longer ones are no words.
const LONGEST: usize = 24;
/// More frequent words mostly stand by themselves beside one that is unknown (`uni on`).
const BY_ITSELF: u32 = 300;
/// Single letters are words of chat (`theres a`).
const SHORTEST_HALF: usize = 2;
/// Shorter words are made of two too easily (`a long`).
const SHORTEST_SPLIT: usize = 5;

#[cfg(test)]
mod tests {
    use super::super::glyph::glyphs;
    use super::super::words::Fixed;
    use super::*;

    const WORDS: Fixed = Fixed(&[
        "you",
        "are",
        "the",
        "so",
        "and",
        "a",
        "with",
        "said",
        "hands",
        "hand",
        "some",
        "kill",
        "kiss",
        "stupid",
        "worthless",
        "loser",
        "nobody",
        "long",
        "along",
        "friend",
        "there",
        "three",
        "in",
        "side",
        "inside",
    ]);

    fn mended(given: &str) -> String {
        text(&mend(glyphs(given), &WORDS))
    }

    #[test]
    fn mends_single_slips() {
        for (given, expected) in [
            ("you are so stupdi", "you are so stupid"),
            ("you are worthles.", "you are worthless."),
            ("you are wortless, loserr!", "you are worthless, loser!"),
            ("YOU ARE SO STPUID", "you are so stupid"),
            ("Yuo are so stpid", "you are so stupid"),
            ("you siad the frriend", "you said the friend"),
            ("so you wiht the hnads", "so you with the hands"),
        ] {
            assert_eq!(mended(given), expected, "from {given:?}");
        }
    }

    #[test]
    fn joins_split_words() {
        for (given, expected) in [
            ("you are a lo ser", "you are a loser"),
            ("you and the stup id loser!", "you and the stupid loser!"),
            ("wort hless, you", "worthless, you"),
            ("ti si stup id", "ti si stupid"),
        ] {
            assert_eq!(mended(given), expected, "from {given:?}");
        }
    }

    #[test]
    fn leaves_words_names_and_other_languages() {
        for text in [
            "you are a long hand",
            "in side",
            "hand some",
            "du bist so stupdi",
            "and you, sti",
            "lo, ser you are",
            "you are @stupdi",
            "you are #stupdi",
            "you and stupdi.example.com/a",
            "you and stu-pdi",
            "you and stupd1i",
            "",
            " ",
        ] {
            assert_eq!(mended(text), text.trim(), "from {text:?}");
        }
        assert_eq!(mended("you and Kilian and Losre"), "you and kilian and losre");
        assert_eq!(mended("so. Losre"), "so. loser");
    }

    #[test]
    fn a_mended_word_stands_for_all_of_its_letters() {
        let text = "you are stupdi!";
        let mended = mend(glyphs(text), &WORDS);
        assert!(mended.iter().skip(8).take(6).all(|glyph| (glyph.start, glyph.end) == (8, 14)));
        assert_eq!(mended.last().map(|glyph| (glyph.ch, glyph.start)), Some(('!', 14)));
    }
}
