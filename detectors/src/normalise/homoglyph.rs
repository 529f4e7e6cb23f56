//! Letters of another script that look the same (`lоser` with a Cyrillic `о`).
//!
//! Only words that mix scripts are touched: a word wholly in one script is what it seems to be.

use super::glyph::{Glyph, script};
use unicode_script::Script;

/// Rewrites the look-alikes of a word into the script that most of its letters belong to.
pub(super) fn fold_look_alikes(word: &mut [Glyph]) {
    if word.iter().all(|glyph| glyph.ch.is_ascii()) {
        return;
    }
    let count = |wanted| word.iter().filter(|g| g.is_letter() && script(g.ch) == wanted).count();
    let (latin, cyrillic, greek) = (count(Script::Latin), count(Script::Cyrillic), count(Script::Greek));
    // No word of any language mixes these two.
    if cyrillic > 0 && greek > 0 {
        rewrite(word, &[Script::Cyrillic, Script::Greek], to_latin);
        return;
    }
    let (other_script, other) = if greek > 0 { (Script::Greek, greek) } else { (Script::Cyrillic, cyrillic) };
    if latin == 0 || other == 0 || is_inflected_name(word, latin, other) {
        return;
    }
    // On a tie the word is read as Latin: `кys`; also where a letter is in none of our Cyrillic languages.
    let foreign = word.iter().any(|glyph| matches!(glyph.ch, 'ѕ' | 'ј' | 'ԁ' | 'һ' | 'ӏ' | 'ԛ' | 'ԝ'));
    if (latin >= other || foreign) && rewrite(word, &[other_script], to_latin) {
        return;
    }
    if other_script == Script::Cyrillic && rewrite(word, &[Script::Latin], to_cyrillic) {
        return;
    }
    if other_script == Script::Greek && rewrite(word, &[Script::Latin], to_greek) {
        return;
    }
    rewrite(word, &[other_script], to_latin);
}

/// `iPhoneом`: a foreign name with the ending of the surrounding language, one switch of script.
fn is_inflected_name(word: &[Glyph], latin: usize, other: usize) -> bool {
    let letters = word.iter().filter(|glyph| glyph.is_letter());
    let leading = letters.take_while(|glyph| script(glyph.ch) == Script::Latin).count();
    leading == latin && latin >= 3 && other >= 2
}

/// Rewrites all letters of the scripts `from`, or none if one of them has no counterpart.
fn rewrite(word: &mut [Glyph], from: &[Script], table: fn(&Glyph) -> Option<char>) -> bool {
    let foreign = |glyph: &Glyph| glyph.is_letter() && from.contains(&script(glyph.ch));
    if word.iter().any(|glyph| foreign(glyph) && table(glyph).is_none()) {
        return false;
    }
    for glyph in word.iter_mut().filter(|glyph| foreign(glyph)) {
        glyph.ch = table(glyph).unwrap_or(glyph.ch);
    }
    true
}

fn to_latin(glyph: &Glyph) -> Option<char> {
    let capitals = CAPITALS.iter().filter(|_| glyph.upper);
    let mut pairs = capitals.chain(PAIRS).chain(LATIN_ONLY);
    pairs.find(|(other, _)| *other == glyph.ch).map(|(_, latin)| *latin)
}

fn to_cyrillic(glyph: &Glyph) -> Option<char> {
    let mut pairs = PAIRS.iter().filter(|(other, _)| script(*other) == Script::Cyrillic);
    pairs.find(|(_, latin)| *latin == glyph.ch).map(|(other, _)| *other)
}

fn to_greek(glyph: &Glyph) -> Option<char> {
    let mut pairs = PAIRS.iter().filter(|(other, _)| script(*other) == Script::Greek);
    pairs.find(|(_, latin)| *latin == glyph.ch).map(|(other, _)| *other)
}

/// Letters whose capital looks like another letter than the small one (`Η` like H, `η` like n).
const CAPITALS: &[(char, char)] = &[('η', 'h'), ('ν', 'n'), ('υ', 'y'), ('σ', 'e'), ('ω', 'o'), ('γ', 'r')];

/// Look-alikes in both directions; lower case, because the fold came first.
const PAIRS: &[(char, char)] = &[
    ('а', 'a'),
    ('в', 'b'),
    ('с', 'c'),
    ('е', 'e'),
    ('н', 'h'),
    ('і', 'i'),
    ('ј', 'j'),
    ('к', 'k'),
    ('м', 'm'),
    ('о', 'o'),
    ('р', 'p'),
    ('ѕ', 's'),
    ('т', 't'),
    ('у', 'y'),
    ('х', 'x'),
    ('α', 'a'),
    ('β', 'b'),
    ('ε', 'e'),
    ('η', 'n'),
    ('ι', 'i'),
    ('κ', 'k'),
    ('μ', 'm'),
    ('ν', 'v'),
    ('ο', 'o'),
    ('ρ', 'p'),
    ('τ', 't'),
    ('υ', 'u'),
    ('χ', 'x'),
    ('ζ', 'z'),
];

/// Rarer ones, used only towards Latin.
const LATIN_ONLY: &[(char, char)] = &[
    ('ԁ', 'd'),
    ('һ', 'h'),
    ('ӏ', 'l'),
    ('п', 'n'),
    ('ԛ', 'q'),
    ('г', 'r'),
    ('ԝ', 'w'),
    ('ѵ', 'v'),
    ('з', '3'),
    ('σ', 'o'),
    ('ω', 'w'),
    ('γ', 'y'),
];

#[cfg(test)]
mod tests {
    use super::super::glyph::{glyphs, text};
    use super::*;

    #[test]
    fn only_mixed_words_change() {
        for (given, expected) in [
            ("lоser", "loser"),
            ("ηоbоdу", "nobody"),
            ("hаtеѕ", "hates"),
            ("ΗATE", "hate"),
            ("ΥOU", "you"),
            ("ΝOBODY", "nobody"),
            ("LOSΣR", "loser"),
            ("IDIΩT", "idiot"),
            ("υgly", "ugly"),
            ("ΗΛΙΟΣ", "ηλιοσ"),
            ("ΥΠΝΟΣ", "υπνοσ"),
            ("кys", "kys"),
            ("сунt", "сунт"),
            ("ассhole", "acchole"),
            ("дурaк", "дурак"),
            ("тyпoй", "тупой"),
            ("κaλός", "καλοσ"),
            ("lοser", "loser"),
            ("iPhoneом", "iphoneом"),
            ("сосо", "сосо"),
            ("привет", "привет"),
            ("hello", "hello"),
            ("5кг", "5кг"),
            ("κακο", "κακο"),
            ("日本語abc", "日本語abc"),
        ] {
            let mut word = glyphs(given);
            fold_look_alikes(&mut word);
            assert_eq!(text(&word), expected, "from {given:?}");
        }
    }
}
