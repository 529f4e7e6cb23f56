//! Greek, Russian, Ukrainian and Bulgarian in Latin letters: `pou eisai twra`, `privet kak dela`, `nqma da 4akam`.
//!
//! Everybody spells them in his own way, digits for letters among it, so each word is read in every way that the tables
//! allow and the reading is taken that falls into the fewest, most frequent pieces of the vocabulary. A text is one of
//! these if it falls into fewer pieces in that script than as it is written: of held-back messages of these languages that
//! were romanised at random two thirds to four fifths do, of 27,000 in 23 languages of Latin letters three did, in
//! Croatian (`models/reports/tried.md`). Arabic is left: its vowels cannot be told from its letters by tables.

use super::english;
use super::glyph::{self, Glyph, spread};
use super::guard;
use super::words::Words;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// Writes a text in the letters of its language, if it was romanised; `text` is the original.
pub(super) fn restore(glyphs: Vec<Glyph>, text: &str, words: &dyn Words) -> Vec<Glyph> {
    let foreign = text.chars().any(|ch| !ch.is_ascii() && ch.is_alphabetic());
    if foreign || english::is_english(&glyphs, words) {
        return glyphs;
    }
    let places = places(&glyphs);
    let written: Vec<String> = places.iter().map(|place| spelled(&glyphs, place)).collect();
    let long: Vec<&str> = written.iter().map(String::as_str).filter(|word| word.len() >= 2).collect();
    if long.len() < FEWEST_WORDS {
        return glyphs;
    }
    let latin = total(long.iter().map(|word| words.spelling(word).0));
    // One reading of each word tells whether the others are worth a look, and in which script.
    let first = |script: &Script| {
        total(long.iter().map(|word| script.first(word).map_or(usize::MAX, |read| words.spelling(&read).0)))
    };
    let Some(script) = SCRIPTS.iter().min_by_key(|script| first(script)) else { return glyphs };
    if first(script).saturating_mul(10) > latin.saturating_mul(13) {
        return glyphs;
    }
    let mut read: HashMap<&str, Option<String>> = HashMap::new();
    for word in &written {
        read.entry(word).or_insert_with(|| script.best(word, words));
    }
    let native = total(long.iter().map(|word| {
        read.get(word).and_then(Option::as_deref).map_or(usize::MAX, |read| words.spelling(read).0)
    }));
    if native >= latin {
        return glyphs;
    }
    let mut restored = Vec::with_capacity(glyphs.len());
    let mut at = 0;
    for (place, word) in places.iter().zip(&written) {
        restored.extend_from_slice(glyphs.get(at..place.start).unwrap_or_default());
        let letters = glyphs.get(place.clone()).unwrap_or_default();
        match read.get(word.as_str()).and_then(Option::as_deref) {
            Some(read) => restored.extend(spread(letters, read)),
            None => restored.extend_from_slice(letters),
        }
        at = place.end;
    }
    restored.extend_from_slice(glyphs.get(at..).unwrap_or_default());
    restored
}

fn total(pieces: impl Iterator<Item = usize>) -> usize {
    // A word that cannot be read in a script counts as many.
    pieces.map(|count| count.min(UNREADABLE)).sum()
}

fn spelled(glyphs: &[Glyph], place: &Range<usize>) -> String {
    glyph::text(glyphs.get(place.clone()).unwrap_or_default())
}

/// Where the words stand: letters, digits and apostrophes, a letter among them; not those of links and handles.
fn places(glyphs: &[Glyph]) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut start = 0;
    for chunk in glyphs.split_inclusive(Glyph::is_space) {
        let end = start + chunk.len();
        let mut at = start;
        while at < end && !guard::is_protected(chunk) {
            let belongs = |at: &usize| {
                glyphs.get(*at).is_some_and(|glyph| glyph.ch.is_ascii_alphanumeric() || glyph.ch == '\'')
            };
            let length = (at..end).take_while(belongs).count();
            let word = at..at + length;
            if glyphs.get(word.clone()).unwrap_or_default().iter().any(Glyph::is_letter) {
                places.push(word);
            }
            at += length.max(1);
        }
        start = end;
    }
    places
}

/// What Latin letters stand for in one script, the most frequent reading first.
struct Script {
    readings: HashMap<&'static str, Vec<&'static str>>,
    /// Consonants behind which a soft sign is left out before another consonant and at the end.
    softened: &'static str,
}

impl Script {
    fn new(table: &'static str, softened: &'static str) -> Script {
        let entry = |line: &'static str| {
            let mut parts = line.split(' ');
            Some((parts.next()?, parts.collect()))
        };
        Script { readings: table.lines().filter_map(entry).collect(), softened }
    }

    fn of(&self, letters: Option<&str>) -> &[&'static str] {
        letters.and_then(|letters| self.readings.get(letters)).map_or(&[], Vec::as_slice)
    }

    /// The reading that takes the longest letters and their most frequent sense.
    fn first(&self, word: &str) -> Option<String> {
        let mut read = String::with_capacity(word.len() * 2);
        let mut at = 0;
        while at < word.len() {
            let longest = (1..=LONGEST).rev().map(|length| (length, self.of(word.get(at..at + length))));
            let (length, senses) = longest.into_iter().find(|(_, senses)| !senses.is_empty())?;
            read.push_str(senses.first()?);
            at += length;
        }
        Some(read)
    }

    /// The reading of the fewest, most frequent pieces.
    fn best(&self, word: &str, words: &dyn Words) -> Option<String> {
        if word.len() > LONGEST_WORD {
            return None;
        }
        let mut ways: Vec<Vec<String>> = vec![Vec::new(); word.len() + 1];
        ways.first_mut()?.push(String::new());
        for at in 0..word.len() {
            let mut before = std::mem::take(ways.get_mut(at)?);
            before.truncate(MOST_WAYS);
            for length in (1..=LONGEST).rev() {
                for sense in self.of(word.get(at..at + length)) {
                    let further = ways.get_mut(at + length)?;
                    further.extend(before.iter().map(|way| format!("{way}{sense}")));
                    if length == 1 && self.is_softened(word, at) {
                        further.extend(before.iter().map(|way| format!("{way}{sense}ь")));
                    }
                }
            }
        }
        let mut read = ways.pop()?;
        read.truncate(2 * MOST_WAYS);
        read.into_iter().min_by_key(|way| words.spelling(way))
    }

    fn is_softened(&self, word: &str, at: usize) -> bool {
        let mut rest = word.get(at..).unwrap_or_default().chars();
        rest.next().is_some_and(|letter| self.softened.contains(letter))
            && rest.next().is_none_or(|next| !"aeiouy'".contains(next))
    }
}

static SCRIPTS: LazyLock<[Script; 2]> =
    LazyLock::new(|| [Script::new(CYRILLIC, "lntdrszm"), Script::new(GREEK, "")]);

/// As letters read after the fold: `й` as `и`, `ё` as `е`.
const CYRILLIC: &str = "\
a а
b б
v в
w в ш
g г
d д
e е
yo е
jo е
zh ж
j и ж
z з
i и і
y ы и ъ
k к
l л
m м
n н
o о
p п
r р
s с
t т
u у ъ
f ф
h х г
kh х
x х
c ц
ts ц
ch ч
4 ч
sh ш
6 ш
sch щ
sht щ
6t щ
shch щ
yu ю
ju ю
ya я
ja я
q я
yi ї
ye є е
iy ии
yj ыи
' ь
tsya тся ться";

/// As letters read after the fold: `ς` as `σ`, without accents.
const GREEK: &str = "\
a α
b β μπ
v β
g γ
d δ ντ
nt ντ
mp μπ
e ε αι
ai αι
z ζ
h η χ
8 θ
th θ
i ι η υ
ei ει
oi οι
k κ
l λ
m μ
n ν
ks ξ
x χ ξ
3 ξ
o ο ω
p π
r ρ
s σ
t τ
u υ ου
ou ου
y υ
f φ
ph φ
ch χ
ps ψ
w ω
eu ευ
ev ευ
au αυ
av αυ
4 ψ
c κ σ
j τζ";

/// Letters that stand together for one.
const LONGEST: usize = 4;
/// Longer ones are no words.
const LONGEST_WORD: usize = 24;
/// Ways to read the beginning of a word that are followed.
const MOST_WAYS: usize = 24;
/// Fewer words do not tell a language.
const FEWEST_WORDS: usize = 3;
/// Pieces that a word counts for where a script cannot have it.
const UNREADABLE: usize = 8;

#[cfg(test)]
mod tests {
    use super::super::glyph::{glyphs, text};
    use super::*;

    /// Words of one piece; all others fall into three.
    struct Pieces(&'static [&'static str]);

    impl Words for Pieces {
        fn knows(&self, word: &str) -> bool {
            self.0.contains(&word)
        }

        fn spelling(&self, word: &str) -> (usize, u32) {
            if self.knows(word) { (1, 0) } else { (3, 0) }
        }

        fn english_rank(&self, word: &str) -> Option<u32> {
            ["you", "are", "so", "nice"].contains(&word).then_some(1)
        }
    }

    const WORDS: Pieces = Pieces(&[
        "няма",
        "те",
        "чужда",
        "искам",
        "шест",
        "день",
        "только",
        "сегодня",
        "ты",
        "τι",
        "κανεισ",
        "θελω",
        "ξερω",
        "εσυ",
        "danas",
        "nema",
        "nista",
    ]);

    fn restored(given: &str) -> String {
        text(&restore(glyphs(given), given, &WORDS))
    }

    #[test]
    fn writes_words_in_their_letters() {
        for (given, expected) in [
            ("nqma 4ujda, iskam!", "няма чужда, искам!"),
            ("Ty segodnya tolko den'?", "ты сегодня только день?"),
            ("ty segodnya TOLKO den", "ты сегодня только день"),
            ("ti kaneis, 8elw 3erw", "τι κανεισ, θελω ξερω"),
            ("ti kaneis 8elw https://a.bc/d @den", "τι κανεισ θελω https://a.bc/d @den"),
        ] {
            assert_eq!(restored(given), expected, "from {given:?}");
        }
    }

    #[test]
    fn leaves_other_languages() {
        for text in [
            "danas nema nista",
            "you are so nice",
            "nqma 4ujda",
            "няма чужда, iskam den",
            "blurg hwxt prtk",
            "1 2 3",
            "",
        ] {
            assert_eq!(restored(text), text);
        }
    }

    #[test]
    fn a_restored_word_stands_for_all_of_its_letters() {
        let text = "iskam 6est te";
        let restored = restore(glyphs(text), text, &WORDS);
        let places: Vec<(usize, usize)> = restored.iter().skip(6).take(4).map(|g| (g.start, g.end)).collect();
        assert_eq!(places, [(6, 10); 4]);
    }
}
