//! Ages that senders state about themselves ("im 12", "tengo 12 años", "мне 13", "我12岁").
//!
//! The specification lets a stated age override a supplied one, so a wrong reading would move the whole
//! verdict: the patterns ask for a first-person form, and guards reject measures ("im 12 minutes late"), comparisons and
//! durations ("im 10 years older", "im 5 years sober"), other people ("my sister is 9"), the past ("when i was 12") and
//! doubt ("she thinks im 12", but "i said im 12").

mod forms;

use forms::{
    ASKS, AVOWAL, BARE, BARE_WORD, CLOSES, CLOSING, DOUBT, FOLLOWS, Form, MEASURE, NEXT, NUMBER_WORDS, OPEN,
    SPAN_OF_YEARS, spelled_out,
};
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
            Regex::new(&spelled_out(self.form.1)).expect("a test compiles every pattern of the table")
        })
    }

    fn read(&self, text: &str) -> Option<StatedAge> {
        self.regex().captures_iter(text).find_map(|found| self.accept(text, &found))
    }

    fn accept(&self, text: &str, found: &Captures<'_>) -> Option<StatedAge> {
        let whole = found.get(0)?;
        let number = found.name("years")?;
        let before = text.get(..whole.start())?;
        let after = text.get(whole.end()..)?;
        let behind = text.get(number.end()..)?;
        let birthday = self.minus == 0 || CLOSES.is_match(behind) || FOLLOWS.is_match(behind);
        let doubtful = DOUBT.is_match(before) && !AVOWAL.is_match(before);
        let rest = if self.minus == 0 { after } else { behind };
        if doubtful || MEASURE.is_match(rest) || SPAN_OF_YEARS.is_match(rest) || !birthday {
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
    let bare = Pattern::all(BARE).map(|p| Pattern { closes: true, answers: true, ..p });
    let bare_word = Pattern::all(BARE_WORD).map(|p| Pattern { answers: true, ..p });
    next.chain(Pattern::all(OPEN)).chain(closing).chain(bare).chain(bare_word).collect()
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

    /// What the tables read, and what looks like it and is no age of the sender.
    fn check(read: &[(&str, u8)], left: &[&str]) {
        for (text, expected) in read {
            assert_eq!(years(text), Some(*expected), "{text}");
        }
        for text in left {
            assert_eq!(years(text), None, "{text}");
        }
    }

    #[test]
    fn a_birthday_is_the_senders_own() {
        check(
            &[
                ("just turned 15!", 15),
                ("hey just turned 12", 12),
                ("ok. just turned thirteen", 13),
                ("so i just turned 14", 14),
                ("ive just turned 16", 16),
                ("i'm 45, my son just turned 12", 45),
                ("hi, turning 14 in may", 13),
                ("im turning 13 next week", 12),
                ("i turn 13 next week", 12),
                ("voy a cumplir 13 años en mayo", 12),
                ("acabo de cumplir 13", 13),
                ("j'aurai 13 ans en mai", 12),
                ("faccio 13 anni a maggio", 12),
                ("ik word 13 in mei", 12),
            ],
            &[
                "i will be 5 minutes late",
                "i'll be 20 min tops",
                "cumplo 10 horas en el trabajo",
                "acabo de cumplir 10 años de casada",
                "j'aurai 10 ans de carrière",
                "ik word 10 kilo lichter",
                "my daughter just turned 12",
                "she just turned 12",
                "he's sweet, my boy just turned eleven",
                "my mum is turning 40 next week",
                "my brother is turning 14 in may",
            ],
        );
    }

    #[test]
    fn letters_beside_a_number_stand_for_the_sex_only_where_nothing_else_is_said() {
        check(
            &[
                ("13f", 13),
                ("9f", 9),
                ("14/f", 14),
                ("13f from leeds", 13),
                ("twelve female", 12),
                ("15 female here", 15),
                ("f13", 13),
                ("m/14.", 14),
                ("F 15\nhi", 15),
                ("16m here", 16),
                ("16 m from the uk", 16),
                ("17 male from leeds", 17),
            ],
            &[
                "m8 u coming?",
                "M25 is closed",
                "F5 to refresh",
                "f1 was great",
                "fonce mec",
                "90f today omg",
                "40f outside",
                "20m from school",
                "5m here",
                "12 female lions",
                "m25/26 are closed",
            ],
        );
    }

    #[test]
    fn differences_and_durations_are_no_age() {
        check(
            &[
                ("im 12 years old", 12),
                ("i'm a 13-year-old", 13),
                ("im 12 years", 12),
                ("im 12 yrs and u", 12),
                ("im gonna be 13 years old", 12),
                ("tengo 12 años y tú", 12),
                ("tengo 12 años más o menos", 12),
                ("tenho 12 anos mas pareço mais velha", 12),
                ("j'ai 12 ans depuis hier", 12),
                ("ho 12 anni e tu", 12),
                ("am 12 ani si tu", 12),
                ("ich bin 12 Jahre alt", 12),
                ("bin schon 12 Jahre alt", 12),
                ("ich bin schon 12", 12),
                ("ik ben al 12 jaar", 12),
                ("ik ben al 12 jaar oud", 12),
                ("jag är 12 år gammal", 12),
                ("jeg er 12 år gammel", 12),
                ("olen 12 vuotta vanha", 12),
                ("olen 12 aastat vana", 12),
                ("mam 12 lat i psa", 12),
                ("je mi 12 let a tobě", 12),
                ("imam 12 godina već", 12),
                ("star sem 12 let", 12),
                ("ik ben 12", 12),
                ("jag är 12", 12),
                ("είμαι 12", 12),
                ("3omri 13", 13),
                ("мне 12 лет и тебе", 12),
                ("на 12 години съм", 12),
                ("съм на 12 години", 12),
                ("съм на 12", 12),
                ("man 12 metų", 12),
                ("man ir 12 gadi", 12),
                ("ειμαι 12 χρονων", 12),
                ("12 yaşındayım", 12),
                ("yaşım 12", 12),
                ("għandi 12-il sena", 12),
                ("tá mé 12 bliana", 12),
            ],
            &[
                "my age is 10 times yours",
                "as a 12 minute walk",
                "im 10 years older than u",
                "im 10 older than u",
                "im 5 years sober",
                "im 5 sober",
                "im 10 years from retirement",
                "im gonna be 5 years sober in may",
                "im a 12 year old's mom",
                "im 20 m away",
                "tengo 10 años más que tú",
                "tengo 10 años menos que mi novio",
                "tengo 10 años de experiencia",
                "tengo 10 años trabajando en esto",
                "tenho 10 anos a mais que tu",
                "tenho 10 anos de casada",
                "vou fazer 10 anos de casado",
                "j'ai 10 ans de plus que toi",
                "j'ai 10 ans d'expérience",
                "ho 10 anni più di te",
                "ho 10 anni in più",
                "faccio 10 anni di matrimonio",
                "am 10 ani mai mult",
                "am 10 ani de experiență",
                "ich bin 10 Jahre älter",
                "ich werde 10 Jahre älter",
                "bin schon 10 Jahre dabei",
                "ich bin schon 10 Jahre hier",
                "ik ben al 10 jaar trainer",
                "ik ben 10 jaar ouder",
                "jag är 10 år äldre än dig",
                "jeg er 10 år eldre",
                "olen 10 vuotta vanhempi",
                "olen 10 aastat vanem",
                "mam 10 lat doświadczenia",
                "mám 10 let praxe",
                "imam 10 godina staru kćer",
                "imam 10 godina iskustva",
                "мне 10 лет до пенсии",
                "мне 12 лет было",
                "sam na 20 metara",
                "osuđen sam na 20 godina",
                "съм на 20 метра",
                "oh man 15 meters to go",
                "man 10 gadu pieredzes",
                "ειμαι 10 χρονια μαζί του",
                "12 yaşındaydım",
                "yaşım 120",
                "3omri 130",
                "13 éves a húgom",
                "għandi 10 snin esperjenza",
                "tá mé 10 bliana níos sine",
            ],
        );
    }

    #[test]
    fn other_scripts_tell_whose_years_and_when() {
        check(
            &[
                ("عندي 12 سنة", 12),
                ("عمري 12", 12),
                ("我12岁，你呢", 12),
                ("我12岁那你呢", 12),
                ("私は14歳の女の子です", 14),
                ("14歳の中学生です", 14),
                ("14歳だよ", 14),
                ("92歳の私でもできました", 92),
                ("저 13살이에요", 13),
                ("13살이에요", 13),
                ("나 13살", 13),
            ],
            &[
                "عندي 20 دقيقة",
                "عندي 20",
                "عندي 10 سنوات خبرة",
                "لما كان عمري 12",
                "我10岁的时候",
                "我12岁的女儿",
                "私は14歳の時",
                "私は14歳だった",
                "私は10歳年上です",
                "12歳の娘がいます",
                "14歳の女の子を探してる",
                "저 10살 때",
                "나 10살 많아",
                "저는 12살 딸이 있어요",
            ],
        );
    }

    #[test]
    fn the_senders_own_word_is_no_doubt() {
        check(
            &[
                ("i said im 12", 12),
                ("bro i already said that im 12", 12),
                ("te dije que tengo 12 años", 12),
                ("ya dije que tengo doce años", 12),
                ("es que tengo 12 años", 12),
                ("já disse que tenho 13 anos", 13),
                ("já te falei que tenho 13 anos", 13),
                ("je t'ai dit que j'ai 12 ans", 12),
                ("j'ai déjà dit que j'ai 12 ans", 12),
                ("parce que j'ai 12 ans", 12),
                ("я сказала что мне 12", 12),
                ("я же тебе говорил, что мне 12 лет", 12),
                ("потому что мне 12", 12),
            ],
            &[
                "she said im 12",
                "i never said im 12",
                "if i said im 12",
                "mi madre dice que tengo 12 años",
                "le dije que tengo 18 años",
                "ele disse que tenho 18 anos",
                "il dit que j'ai 18 ans",
                "je lui ai dit que j'ai 18 ans",
                "она сказала что мне 18",
            ],
        );
    }

    #[test]
    fn an_answer_ends_its_clause() {
        let answer = |text: &str| stated_age(text, true).map(|age| age.years);
        for (text, expected) in [
            ("13", 13),
            ("13 u?", 13),
            ("13 from leeds", 13),
            ("13 years old", 13),
            ("twelve", 12),
            ("twelve and u?", 12),
            ("twelve but almost 13", 12),
            ("once, y tu?", 11),
            ("Fourteen. im in year 10", 14),
            ("29 και εσύ", 29),
            ("12 ale wyglądam starzej", 12),
            ("doce años", 12),
            ("12岁", 12),
            ("十二岁", 12),
            ("13살", 13),
            ("انا عندي ١٢", 12),
        ] {
            assert_eq!(answer(text), Some(expected), "{text}");
        }
        for text in [
            "once u tell me urs",
            "5 years older than u",
            "ten guesses",
            "10 guesses",
            "20 questions lol",
            "elf on the shelf",
            "10 min ok",
            "94% sure",
            "16 and up",
            "عندي 20 دقيقة",
        ] {
            assert_eq!(answer(text), None, "{text}");
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
