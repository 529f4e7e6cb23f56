//! Repetition: `noooo`, `!!!!!!!!`, `f***`. Emphasis stays visible, floods do not fill the model.

use super::glyph::Glyph;
use super::guard;
use super::words::Words;

/// Letters repeated three times and more become two, or one where that makes a known word, or one of fewer pieces; other signs
/// become three, and the asterisks that hide letters of a word become one. Digits stay: `1000` is a number. Links stay as they are.
pub(super) fn squeeze(glyphs: Vec<Glyph>, words: &dyn Words) -> Vec<Glyph> {
    let mut squeezed: Vec<Glyph> = Vec::with_capacity(glyphs.len());
    for word in glyphs.split_inclusive(|glyph| glyph.is_space()) {
        if guard::is_protected(word) {
            squeezed.extend_from_slice(word);
            continue;
        }
        let mut stretched: Vec<usize> = Vec::new();
        let begin = squeezed.len();
        let mut run = 0;
        let mut previous: Option<char> = None;
        let mut in_word = false;
        for &glyph in word {
            if previous == Some(glyph.ch) {
                run += 1;
            } else {
                in_word = previous.is_some_and(char::is_alphabetic);
                run = 1;
            }
            previous = Some(glyph.ch);
            if run <= kept(glyph, in_word) {
                squeezed.push(glyph);
            } else if let Some(last) = squeezed.last_mut() {
                // The last kept one stands for the rest, so that spans cover the whole run.
                last.end = glyph.end;
                let second = squeezed.len() - 1;
                if glyph.is_spelled() && stretched.last() != Some(&second) {
                    stretched.push(second);
                }
            }
        }
        let gone = single(&squeezed, begin, &stretched, words);
        if !gone.is_empty() {
            for (at, glyph) in (begin..).zip(squeezed.split_off(begin)) {
                match squeezed.last_mut().filter(|_| gone.binary_search(&at).is_ok()) {
                    Some(first) => first.end = glyph.end,
                    None => squeezed.push(glyph),
                }
            }
        }
    }
    squeezed
}

/// Which of the `stretched` letters have to go so that the words from `begin` on fall into the fewest pieces; of choices
/// alike, that which takes the fewest letters. Their places come in order.
fn single(squeezed: &[Glyph], begin: usize, stretched: &[usize], words: &dyn Words) -> Vec<usize> {
    let mut gone = Vec::new();
    let letters = |at: &usize| squeezed.get(*at).is_some_and(Glyph::is_letter);
    let mut rest = stretched;
    while let Some(&first) = rest.first() {
        let start = (begin..first).rev().take_while(letters).last().unwrap_or(first);
        let end = first + (first..squeezed.len()).take_while(letters).count();
        let (here, later) = rest.split_at(rest.partition_point(|at| *at < end));
        rest = later;
        // More choices than a word has syllables would be no word.
        if here.len() > MOST_STRETCHED {
            continue;
        }
        let without = |mask: &u32| {
            let left = (start..end).filter(|at| !chosen(here, *mask).any(|gone| gone == *at));
            left.filter_map(|at| squeezed.get(at)).map(|glyph| glyph.ch).collect::<String>()
        };
        let mut masks: Vec<u32> = (0..1 << here.len()).collect();
        masks.sort_by_key(|mask| mask.count_ones());
        let fewest = masks.iter().min_by_key(|mask| words.spelling(&without(mask)).0);
        gone.extend(fewest.into_iter().flat_map(|mask| chosen(here, *mask)));
    }
    gone
}

/// How many letters of one word are tried as single ones.
const MOST_STRETCHED: usize = 4;

/// The places whose bits are set.
fn chosen(places: &[usize], mask: u32) -> impl Iterator<Item = usize> + '_ {
    places.iter().enumerate().filter(move |(bit, _)| mask >> bit & 1 == 1).map(|(_, at)| *at)
}

fn kept(glyph: Glyph, in_word: bool) -> usize {
    match glyph.ch {
        '*' if in_word => 1,
        ch if ch.is_alphabetic() => 2,
        ch if ch.is_numeric() => usize::MAX,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::super::glyph::{glyphs, text};
    use super::*;

    #[test]
    fn keeps_emphasis_and_numbers() {
        for (given, expected) in [
            ("noooooo", "noo"),
            ("good", "good"),
            ("NOOO wayyyy", "noo wayy"),
            ("1000000", "1000000"),
            ("!!!!!!!!", "!!!"),
            ("😂😂😂😂😂", "😂😂😂"),
            ("f*ck f**k n*****", "f*ck f*k n*"),
            ("**bold**", "**bold*"),
            ("哈哈哈哈", "哈哈"),
            ("ㅋㅋㅋㅋㅋ", "ㅋㅋ"),
            ("www.ooooo.com", "www.ooooo.com"),
        ] {
            assert_eq!(text(&squeeze(glyphs(given), &|_: &str| false)), expected, "from {given:?}");
        }
    }

    #[test]
    fn a_known_word_decides_between_one_letter_and_two() {
        let knows = |word: &str| ["loser", "good", "ugly", "die", "saapas", "nobody"].contains(&word);
        for (given, expected) in [
            ("LOOOOSER!!", "loser!!"),
            ("goooood", "good"),
            ("uuuugly", "ugly"),
            ("diiiieeee, nooobody", "die, nobody"),
            ("saaaapas", "saapas"),
            ("hmmmm", "hmm"),
            ("aaabbbcccdddeee", "aabbccddee"),
        ] {
            assert_eq!(text(&squeeze(glyphs(given), &knows)), expected, "from {given:?}");
        }
        let word = squeeze(glyphs("looooser"), &knows);
        assert_eq!(word.get(1).map(|glyph| (glyph.start, glyph.end)), Some((1, 5)));
    }

    #[test]
    fn spans_cover_the_run() {
        let squeezed = squeeze(glyphs("nooooo!"), &|_: &str| false);
        assert_eq!(squeezed.get(2).map(|glyph| (glyph.start, glyph.end)), Some((2, 6)));
    }
}
