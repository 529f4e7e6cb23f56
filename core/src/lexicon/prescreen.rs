//! Matching: which phrases a text holds, and whether harmless ones are all that it holds.
//!
//! The reference matches a phrase as a substring, case aside, and warns of what that does to short benign phrases:
//! a two-letter greeting is found in "this". Substrings deceive in the other direction too: "upskill yourself" holds
//! a grave taunt. So every phrase has to begin and end where words do, and benign phrases have to cover the whole
//! text before a call may be skipped. A regular expression says itself where words end; only a benign one is held to
//! the same rule.

use super::{BENIGN, Lexicon, LexiconEntry, Matcher};
use crate::language::Language;
use crate::request::PrescreenFlag;
use crate::score::Score;
use crate::taxonomy::Detector;
use serde::Serialize;
use std::ops::Range;

/// What a lexicon says of a text. Holds ids and flags, no words.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Prescreen {
    /// The entries that match, in the order of the lexicon, each once.
    pub matches: Vec<LexiconMatch>,
    /// Benign phrases make up the whole text: the call may be skipped.
    pub benign_only: bool,
    /// Greatest weight among the matches that are not benign; 0 without any.
    pub max_positive_weight: Score,
}

/// An entry that matches.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LexiconMatch {
    /// The entry's id.
    pub id: String,
    /// The entry's flag.
    pub flag: String,
    /// -1 for a benign phrase, 0..=1 otherwise.
    pub weight: f64,
}

impl Prescreen {
    /// The matches that a client must send along, as the request's `prescreen_flags`.
    pub fn flags(&self) -> Vec<PrescreenFlag> {
        let positive = self.matches.iter().filter(|found| found.flag != BENIGN);
        let flag = |found: &LexiconMatch| PrescreenFlag {
            id: found.id.clone(),
            flag: found.flag.clone(),
            weight: Score::new(found.weight),
        };
        positive.map(flag).collect()
    }
}

impl Lexicon {
    /// Looks for the phrases of one detector and language in `text`; without a language, for those of English.
    ///
    /// For phrases letter case, the shape of apostrophes and the amount of white space do not matter. Every other
    /// character does: what is disguised matches nothing and so is analysed. Regular expressions see the text as it
    /// is, letter case aside.
    pub fn prescreen(&self, text: &str, detector: Detector, language: Option<Language>) -> Prescreen {
        let language = language.unwrap_or(Language::ENGLISH);
        let folded = fold(text);
        let mut covered = vec![false; folded.len()];
        let mut found: Vec<&LexiconEntry> = Vec::new();
        for entry in self.entries.iter().filter(|entry| entry.holds(detector, language)) {
            let places = match &entry.matcher {
                Matcher::Phrase(phrase) => places(&folded, phrase),
                Matcher::Regex(pattern) if entry.is_benign() => {
                    let whole =
                        |place: &Range<usize>| is_boundary(text, place.start) && is_boundary(text, place.end);
                    into_folded(text, &pattern.places(text).filter(whole).collect::<Vec<_>>())
                }
                Matcher::Regex(pattern) => pattern.places(text).take(1).collect(),
            };
            if !places.is_empty() {
                found.push(entry);
            }
            for place in places.into_iter().filter(|_| entry.is_benign()) {
                covered.iter_mut().take(place.end).skip(place.start).for_each(|byte| *byte = true);
            }
        }
        let positive = found.iter().filter(|entry| !entry.is_benign());
        let max_positive_weight =
            positive.clone().map(|e| Score::new(e.weight)).fold(Score::ZERO, Score::max);
        let only_benign = !found.is_empty() && positive.count() == 0;
        let whole = || folded.char_indices().all(|(i, c)| covered.get(i) == Some(&true) || says_nothing(c));
        Prescreen {
            benign_only: only_benign && whole(),
            max_positive_weight,
            matches: found.into_iter().map(LexiconMatch::from).collect(),
        }
    }
}

impl LexiconEntry {
    fn holds(&self, detector: Detector, language: Language) -> bool {
        self.endpoints.as_ref().is_none_or(|some| some.contains(&detector))
            && self.languages.as_ref().is_none_or(|some| some.contains(&language))
    }
}

impl From<&LexiconEntry> for LexiconMatch {
    fn from(entry: &LexiconEntry) -> Self {
        LexiconMatch { id: entry.id.clone(), flag: entry.flag.clone(), weight: entry.weight }
    }
}

/// Lower case, straight apostrophes, single spaces; none at either end.
pub(super) fn fold(text: &str) -> String {
    folded(text).map(|(_, c)| c).collect()
}

/// The characters of the folded text, each with the place in `text` that it comes from.
fn folded(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut begun, mut gap) = (false, false);
    text.char_indices().flat_map(move |(at, c)| {
        let blank = c.is_whitespace();
        let space = (!blank && begun && gap).then_some(' ');
        (begun, gap) = (begun || !blank, blank);
        let plain = if matches!(c, '\u{2018}' | '\u{2019}' | '\u{02bc}') { '\'' } else { c };
        let letters = (!blank).then(|| plain.to_lowercase());
        space.into_iter().chain(letters.into_iter().flatten()).map(move |c| (at, c))
    })
}

/// Places in `text`, first to last, as places in its folded form.
fn into_folded(text: &str, places: &[Range<usize>]) -> Vec<Range<usize>> {
    if places.is_empty() {
        return Vec::new();
    }
    let (mut moved, mut end) = (vec![None; places.len()], 0);
    let mut next = 0;
    for (origin, c) in folded(text) {
        let start = end;
        end += c.len_utf8();
        while places.get(next).is_some_and(|place| place.end <= origin) {
            next += 1;
        }
        if places.get(next).is_some_and(|place| place.start <= origin)
            && let Some(place) = moved.get_mut(next)
        {
            *place = Some(place.take().map_or(start, |known: Range<usize>| known.start)..end);
        }
    }
    // A match of nothing but outer white space has no place there.
    moved.into_iter().map(|place| place.unwrap_or_default()).collect()
}

/// Where `phrase` stands in `text` as words of its own; both folded.
fn places(text: &str, phrase: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(phrase)) {
        let start = from + at;
        if is_boundary(text, start) && is_boundary(text, start + phrase.len()) {
            places.push(start..start + phrase.len());
        }
        // From the next character on, so that a match which overlaps a refused one is still seen.
        from = start + text.get(start..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
    }
    places
}

/// No word runs over this place.
fn is_boundary(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|head| head.chars().next_back());
    let after = text.get(at..).and_then(|tail| tail.chars().next());
    match (before, after) {
        (Some(before), Some(after)) => !(in_word(before) && in_word(after)),
        _ => true,
    }
}

/// Letters, digits, what joins them ("can't" does not hold the word "can") and accents written apart.
fn in_word(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, '\'' | '\u{2018}' | '\u{2019}' | '\u{02bc}' | '_' | '\u{0300}'..='\u{036f}')
}

/// White space and the plain marks of a sentence. Everything else, each emoji too, has to be in a phrase.
fn says_nothing(c: char) -> bool {
    c.is_whitespace() || ".,!?;:\u{2026}\u{00a1}\u{00bf}\"()-".contains(c)
}
