//! Letters behind asterisks: `l*ser`, `id*ot`.
//!
//! What is hidden is mostly a word that filters look for: those of `hidden_words.txt` are tried first, the earlier before
//! the later. In English text other words are read as well, with vowels behind the signs before other letters; of other
//! languages too few stand in one piece of the vocabulary to tell which one is meant.

use super::english;
use super::glyph::Glyph;
use super::guard;
use super::words::Words;

/// Writes the word that fits best in the place of one whose letters are hidden.
pub(super) fn fold_masked(glyphs: &mut [Glyph], words: &dyn Words) {
    if !glyphs.iter().any(is_mask) {
        return;
    }
    let in_english = english::is_english(glyphs, words);
    for word in glyphs.split_mut(Glyph::is_space).filter(|word| word.iter().any(is_mask)) {
        if guard::is_protected(word) {
            continue;
        }
        let core = english::core_of(word);
        let Some(core) = word.get_mut(core) else { continue };
        if let Some(read) = reading(core, in_english, words) {
            core.iter_mut().zip(read.chars()).for_each(|(glyph, letter)| glyph.ch = letter);
        }
    }
}

fn is_mask(glyph: &Glyph) -> bool {
    glyph.ch == '*'
}

/// The word, if letters begin and end it and no more than half of it is hidden.
fn reading(core: &[Glyph], in_english: bool, words: &dyn Words) -> Option<String> {
    let masks: Vec<usize> =
        core.iter().enumerate().filter(|(_, glyph)| is_mask(glyph)).map(|(at, _)| at).collect();
    let shown = core.iter().all(|glyph| is_mask(glyph) || glyph.is_spelled());
    if !shown || masks.is_empty() || core.len() < 3 || masks.len() * 2 > core.len() {
        return None;
    }
    if let Some(hidden) = HIDDEN_WORDS.lines().find(|word| fits(core, word)) {
        return Some(hidden.to_owned());
    }
    // Single letters with signs between them are a word spelled out (`d*i*e`), or a formula.
    if !in_english || core.windows(2).all(|two| two.iter().any(is_mask)) {
        return None;
    }
    let word: Vec<char> = core.iter().map(|glyph| glyph.ch).collect();
    let vowels = (masks.len() <= 3).then(|| most_frequent(&word, &masks, VOWELS, words)).flatten();
    vowels.or_else(|| (masks.len() <= 2).then(|| most_frequent(&word, &masks, LETTERS, words)).flatten())
}

fn fits(core: &[Glyph], word: &str) -> bool {
    let mut letters = word.chars();
    core.iter().all(|glyph| letters.next().is_some_and(|letter| is_mask(glyph) || glyph.ch == letter))
        && letters.next().is_none()
}

/// The most frequent English word with one of the `letters` behind each mask.
fn most_frequent(word: &[char], masks: &[usize], letters: &str, words: &dyn Words) -> Option<String> {
    let mut readings = vec![word.to_vec()];
    for &at in masks {
        let filled = |read: &Vec<char>| {
            let read = read.clone();
            letters.chars().map(move |letter| {
                let mut read = read.clone();
                if let Some(place) = read.get_mut(at) {
                    *place = letter;
                }
                read
            })
        };
        readings = readings.iter().flat_map(filled).collect();
    }
    english::most_frequent(readings.into_iter().map(|read| read.into_iter().collect()), words)
}

/// As they read after the other steps.
const HIDDEN_WORDS: &str = include_str!("hidden_words.txt");
const VOWELS: &str = "aeiouy";
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

#[cfg(test)]
mod tests {
    use super::super::glyph::{glyphs, text};
    use super::super::words::Fixed;
    use super::*;

    const WORDS: Fixed = Fixed(&[
        "you", "are", "such", "the", "die", "due", "loser", "stupid", "kill", "suicide", "sex", "black",
        "block", "cats", "cuts", "just", "drive", "wood", "happy", "horse",
    ]);

    fn fold(given: &str) -> String {
        let mut glyphs = glyphs(given);
        fold_masked(&mut glyphs, &WORDS);
        text(&glyphs)
    }

    #[test]
    fn reads_hidden_letters() {
        for (given, expected) in [
            ("you are such a l*ser", "you are such a loser"),
            ("l*s*r!", "loser!"),
            ("the c*ts", "the cats"),
            ("St*p*d", "stupid"),
            ("d*e", "die"),
            ("\"k*ll\" the s**cide", "\"kill\" the suicide"),
            ("s*x", "sex"),
            ("bl*ck", "black"),
            ("*l*ser*", "*loser*"),
            ("w**d", "weed"),
            ("du id**t", "du idiot"),
            ("you h*rse", "you horse"),
        ] {
            assert_eq!(fold(given), expected, "from {given:?}");
        }
    }

    #[test]
    fn leaves_the_rest() {
        for text in [
            "you are *such* a cat",
            "2*3",
            "a*b",
            "x * y",
            "l****",
            "b*",
            "du h*ppy bist gemein",
            "https://a.b/l*ser",
            "a = b*c",
            "the c*t",
            "@l*ser",
            "l*s*r_id",
            "just d*i*e",
            "**",
        ] {
            assert_eq!(fold(text), text);
        }
    }
}
