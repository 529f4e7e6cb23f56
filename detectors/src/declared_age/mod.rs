//! Ages that senders state about themselves ("im 12", "tengo 12 años", "мне 13", "我12岁").
//!
//! The specification lets a stated age override a supplied one, so a wrong reading would move the whole
//! verdict: the patterns ask for a first-person form, and guards reject measures ("im 12 minutes late"),
//! other people ("my sister is 9"), the past ("when i was 12") and doubt ("she thinks im 12").

mod forms;

use forms::{ASKS, BARE, CLOSES, CLOSING, DOUBT, FOLLOWS, Form, MEASURE, NEXT, NUMBER_WORDS, OPEN};
use regex::{Captures, Regex};
use std::sync::{LazyLock, OnceLock};
use wardlight_core::Span;

/// An age in whole years that the sender of a message states as their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatedAge {
    /// Years, 5..=99.
    pub years: u8,
    /// Byte range of the statement in the message.
    pub span: Span,
}

/// The first age that `text` states about its sender.
///
/// `asked` tells that the message before asked for an age, so that a bare "13" is an answer.
///
/// ```
/// use wardlight::declared_age::stated_age;
/// assert_eq!(stated_age("im 12 btw", false).map(|age| age.years), Some(12));
/// assert_eq!(stated_age("i'm 12 minutes late", false), None);
/// assert_eq!(stated_age("13 u?", true).map(|age| age.years), Some(13));
/// ```
pub fn stated_age(text: &str, asked: bool) -> Option<StatedAge> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let lower = text.to_lowercase();
    if !holds_number(&lower) {
        return None;
    }
    let wanted = |pattern: &&Pattern| asked || !pattern.answers;
    PATTERNS.iter().filter(wanted).filter(|pattern| pattern.may_match(&lower)).find_map(|p| p.read(text))
}

/// The message asks for the age of the person it is sent to.
pub fn asks_age(text: &str) -> bool {
    text.len() <= MAX_BYTES && ASKS.is_match(text)
}

/// One way of stating an age.
struct Pattern {
    form: &'static Form,
    /// Compiled when a text first holds the form's words.
    regex: OnceLock<Regex>,
    /// "turning 14" means 13 today.
    minus: u8,
    /// What follows the number must end the clause.
    closes: bool,
    /// Counts only after a question for the age.
    answers: bool,
}

impl Pattern {
    fn all(forms: &'static [Form]) -> impl Iterator<Item = Pattern> {
        forms.iter().map(|form| Pattern {
            form,
            regex: OnceLock::new(),
            minus: 0,
            closes: false,
            answers: false,
        })
    }

    fn may_match(&self, lower: &str) -> bool {
        self.form.0.split(',').any(|word| lower.contains(word))
    }

    fn regex(&self) -> &Regex {
        self.regex.get_or_init(|| {
            // Any short word may stand for the number: the table below decides, which keeps the patterns small.
            let number = r"(?P<n>\p{Nd}{1,2}|[一二三四五六七八九十]{1,2}|\p{L}[\p{L}-]{2,9})";
            Regex::new(&format!("(?i){}", self.form.1.replace("<n>", number)))
                .expect("a test compiles every pattern of the table")
        })
    }

    fn read(&self, text: &str) -> Option<StatedAge> {
        self.regex().captures_iter(text).find_map(|found| self.accept(text, &found))
    }

    fn accept(&self, text: &str, found: &Captures<'_>) -> Option<StatedAge> {
        let whole = found.get(0)?;
        let number = found.name("n")?;
        let before = text.get(..whole.start())?;
        let after = text.get(whole.end()..)?;
        let behind = text.get(number.end()..)?;
        let birthday = self.minus == 0 || CLOSES.is_match(behind) || FOLLOWS.is_match(behind);
        if DOUBT.is_match(before)
            || MEASURE.is_match(if self.minus == 0 { after } else { behind })
            || !birthday
        {
            return None;
        }
        if self.closes && !CLOSES.is_match(after) {
            return None;
        }
        let years = read_number(number.as_str())?.checked_sub(self.minus)?;
        (5..=99).contains(&years).then_some(StatedAge { years, span: Span(whole.start(), whole.end()) })
    }
}

/// Statements are short; a long text is not searched for one.
const MAX_BYTES: usize = 4_000;

fn read_number(word: &str) -> Option<u8> {
    let digits: Option<String> =
        word.chars().map(|c| unicode_digit(c).and_then(|d| char::from_digit(d, 10))).collect();
    if let Some(digits) = digits {
        return digits.parse().ok();
    }
    let word = word.to_lowercase();
    NUMBER_WORDS.iter().find(|(name, _)| *name == word).map(|(_, years)| *years)
}

/// Decimal digits of the scripts in use: ASCII, Arabic-Indic, Persian, fullwidth.
fn unicode_digit(c: char) -> Option<u32> {
    const ZEROS: [char; 4] = ['0', '\u{660}', '\u{6f0}', '\u{ff10}'];
    ZEROS.iter().find_map(|zero| (c as u32).checked_sub(*zero as u32).filter(|digit| *digit < 10))
}

/// A digit or a number word stands somewhere in the text.
fn holds_number(lower: &str) -> bool {
    lower.chars().any(|c| unicode_digit(c).is_some())
        || NUMBER_WORDS.iter().any(|(word, _)| lower.contains(word))
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let next = Pattern::all(NEXT).map(|p| Pattern { minus: 1, ..p });
    let closing = Pattern::all(CLOSING).map(|p| Pattern { closes: true, ..p });
    let bare = Pattern::all(BARE).map(|p| Pattern { answers: true, ..p });
    next.chain(Pattern::all(OPEN)).chain(closing).chain(bare).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn years(text: &str) -> Option<u8> {
        stated_age(text, false).map(|age| age.years)
    }

    #[test]
    fn reads_statements_in_many_languages() {
        let cases = [
            ("im 12", 12),
            ("I'm twelve.", 12),
            ("i am only 11 lol", 11),
            ("i’m 14 btw", 14),
            ("turning 14 in may", 13),
            ("i'll be 16 next week", 15),
            ("im almost 13", 12),
            ("im gonna be 13 soon", 12),
            ("im going to be 13 years old in may", 12),
            ("ich werde bald 13", 12),
            ("ich werde im Mai 13 Jahre alt", 12),
            ("vou fazer 13 em maio", 12),
            ("age 12, from leeds", 12),
            ("just turned 15!", 15),
            ("13f", 13),
            ("12 yo", 12),
            ("as a 13 year old i think", 13),
            ("my age is 10", 10),
            ("im a 12 year old girl", 12),
            ("i'm 27 but people say i'm young at heart", 27),
            ("hey im 34 hope thats ok", 34),
            ("tengo 12 años", 12),
            ("tengo doce años y medio", 12),
            ("tengo 13, y tu?", 13),
            ("tenho 14 anos", 14),
            ("j'ai 13 ans", 13),
            ("jai 13 ans", 13),
            ("ich bin 11", 11),
            ("bin 12 Jahre alt", 12),
            ("ich bin zwölf, und du?", 12),
            ("ho 13 anni", 13),
            ("ik ben 12 jaar", 12),
            ("mam 12 lat", 12),
            ("мне 13", 13),
            ("мне 12 лет", 12),
            ("мені 14 років", 14),
            ("jag är 13 år", 13),
            ("jeg er 12", 12),
            ("olen 13-vuotias", 13),
            ("12 yaşındayım", 12),
            ("عمري 13 سنة", 13),
            ("عمري ١٣", 13),
            ("我12岁", 12),
            ("我今年十三岁", 13),
            ("私は14歳です", 14),
            ("나 13살이야", 13),
            ("είμαι 12 χρονών", 12),
            ("am 13 ani", 13),
            ("je mi 13 let", 13),
            ("mám 12 rokov", 12),
            ("imam 13 godina", 13),
            ("13 éves vagyok", 13),
            ("man 12 metų", 12),
        ];
        for (text, expected) in cases {
            assert_eq!(years(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn every_pattern_compiles() {
        for pattern in PATTERNS.iter() {
            assert!(pattern.regex().as_str().len() > 10);
        }
    }

    #[test]
    fn leaves_measures_others_past_and_doubt_alone() {
        let cases = [
            "im 12 minutes late",
            "I'm 5 foot 4",
            "im 100% sure",
            "my sister is 9",
            "when i was 12",
            "im level 13",
            "she thinks im 12",
            "people say i'm 18",
            "im 2nd in line",
            "i am 12 out of 20",
            "im 15.5 km away",
            "tengo 12 euros",
            "ich bin 5 Minuten zu spät",
            "мне 15 минут ехать",
            "i'm 120",
            "im 10 points ahead",
            "my brother just got a 12 string guitar",
            "room 13",
            "i wish i was 18",
            "j'ai 13 sur 20",
            "im 4 games up",
            "if im 12 then ur 5",
            "im gonna be 20 minutes late",
            "im gonna be 15 mins late sry",
            "ich werde 15 Minuten brauchen",
            "vou fazer 10 flexões",
            "this game is age 12+",
            "the club is age 18 and up",
            "im about to be 10 kills ahead",
        ];
        for text in cases {
            assert_eq!(years(text), None, "{text}");
        }
    }

    #[test]
    fn a_bare_number_counts_only_as_an_answer() {
        assert!(asks_age("how old r u"));
        assert!(asks_age("wie alt bist du?"));
        for asks in [
            "how old?",
            "how old u",
            "and how old are you",
            "what age r u",
            "wie alt?",
            "cuantos años tienes",
        ] {
            assert!(asks_age(asks), "{asks}");
        }
        for other in [
            "what time is it",
            "how old is ur dog",
            "how old do you think i am",
            "what age is this game for",
            "wie alt ist dein Hund",
            "cuántos años tiene tu perro",
            "quel âge a ton frère",
            "his age?",
        ] {
            assert!(!asks_age(other), "{other}");
        }
        assert_eq!(stated_age("13 hbu", true).map(|a| a.years), Some(13));
        assert_eq!(stated_age("13 hbu", false), None);
    }

    #[test]
    fn the_span_points_into_the_message() {
        let text = "😀 hey im 12 ok";
        let age = stated_age(text, false).expect("a statement");
        assert_eq!(age.span.slice(text), Some("im 12"));
    }
}
