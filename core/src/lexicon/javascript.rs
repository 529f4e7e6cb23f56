//! Patterns of JavaScript's flavour (reference, lexicon), read into those of the crate `regex`.
//!
//! `regex` takes time linear in the text whatever the pattern, which an engine with look-around and back-references
//! cannot promise; so those are refused, and never read as something else. What is left differs in spelling only and
//! is translated: `\d`, `\w` and `\b` are ASCII, `.` stops at four line ends, `[` is plain inside a class.
//! Characters are whole code points. The smaller `regex-lite` would compare only ASCII letters without case.

use regex::{Regex, RegexBuilder};
use std::iter::Peekable;
use std::str::Chars;

/// A compiled pattern. Case does not matter (the flag `i`).
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    regex: Regex,
    /// Every word that it can match is written in it: no wildcard, range or negated class.
    pub(super) is_spelled_out: bool,
}

/// Why a pattern is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// JavaScript knows it, this library does not.
    Unsupported(&'static str),
    /// JavaScript would refuse it as well, or it is of no use.
    Malformed(&'static str),
    /// It compiles to more than [`MAX_COMPILED_BYTES`].
    TooLarge,
}

impl Pattern {
    pub(super) fn read(pattern: &str) -> Result<Self, Fault> {
        let mut reader = Reader::new(pattern);
        reader.read()?;
        let regex = RegexBuilder::new(&reader.written)
            .case_insensitive(true)
            .size_limit(MAX_COMPILED_BYTES)
            .dfa_size_limit(MAX_COMPILED_BYTES)
            .nest_limit(MAX_DEPTH)
            .build()
            .map_err(|error| match error {
                regex::Error::CompiledTooBig(_) => Fault::TooLarge,
                _ => Fault::Malformed("cannot be read"),
            })?;
        if regex.is_match("") {
            return Err(Fault::Malformed("matches an empty text, and so every text"));
        }
        Ok(Pattern { regex, is_spelled_out: reader.is_spelled_out })
    }

    /// Where it matches in `text`, first to last, without overlaps.
    pub(super) fn places(&self, text: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.regex.find_iter(text).map(|found| found.range()).filter(|range| !range.is_empty())
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.regex.as_str() == other.regex.as_str()
    }
}

/// Reads a pattern from left to right.
struct Reader<'p> {
    rest: Peekable<Chars<'p>>,
    written: String,
    /// Groups that are open.
    depth: u32,
    /// What was read last can be repeated.
    is_repeatable: bool,
    is_spelled_out: bool,
}

/// One member of a class.
enum Member {
    One(char),
    Set(&'static str),
}

impl<'p> Reader<'p> {
    fn new(pattern: &'p str) -> Self {
        Reader {
            rest: pattern.chars().peekable(),
            written: String::with_capacity(2 * pattern.len()),
            depth: 0,
            is_repeatable: false,
            is_spelled_out: true,
        }
    }

    fn read(&mut self) -> Result<(), Fault> {
        while let Some(c) = self.rest.next() {
            match c {
                '\\' => self.escape()?,
                '[' => self.class()?,
                '(' => self.group()?,
                ')' => self.end_group()?,
                '*' | '+' | '?' => self.repeat(&c.to_string())?,
                '{' => self.count()?,
                '.' => self.set(NOT_LINE_END, false),
                '^' | '$' | '|' => self.separate(c),
                c => self.literal(c),
            }
        }
        if self.depth == 0 { Ok(()) } else { Err(Fault::Malformed("leaves a group open")) }
    }

    fn literal(&mut self, c: char) {
        self.written.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
        self.is_repeatable = true;
    }

    fn set(&mut self, set: &str, is_spelled_out: bool) {
        self.written.push_str(set);
        self.is_repeatable = true;
        self.is_spelled_out &= is_spelled_out;
    }

    fn separate(&mut self, c: char) {
        self.written.push(c);
        self.is_repeatable = false;
    }

    fn group(&mut self) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Fault::TooLarge);
        }
        // What a group holds is of no interest, so all become groups without a name or number.
        self.written.push_str("(?:");
        self.is_repeatable = false;
        if self.rest.next_if_eq(&'?').is_none() {
            return Ok(());
        }
        match self.rest.next() {
            Some(':') => Ok(()),
            Some('=' | '!') => Err(Fault::Unsupported("uses look-ahead")),
            Some('<') => match self.rest.peek() {
                Some('=' | '!') => Err(Fault::Unsupported("uses look-behind")),
                _ => self.group_name(),
            },
            _ => Err(Fault::Unsupported("uses a group of a kind that is not known")),
        }
    }

    fn group_name(&mut self) -> Result<(), Fault> {
        let name: String = self.rest.by_ref().take_while(|c| *c != '>').collect();
        let plain = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        let begins = name.chars().next().is_some_and(|c| !c.is_numeric());
        if plain && begins {
            Ok(())
        } else {
            Err(Fault::Malformed("names a group with something else than a word"))
        }
    }

    fn end_group(&mut self) -> Result<(), Fault> {
        self.depth = self.depth.checked_sub(1).ok_or(Fault::Malformed("closes a group that is not open"))?;
        self.written.push(')');
        self.is_repeatable = true;
        Ok(())
    }

    fn repeat(&mut self, times: &str) -> Result<(), Fault> {
        if !self.is_repeatable {
            return Err(Fault::Malformed("repeats nothing"));
        }
        self.written.push_str(times);
        if self.rest.next_if_eq(&'?').is_some() {
            self.written.push('?');
        }
        self.is_repeatable = false;
        Ok(())
    }

    /// `{2}`, `{2,}`, `{2,4}`.
    fn count(&mut self) -> Result<(), Fault> {
        let times: String = self.rest.by_ref().take_while(|c| *c != '}').collect();
        let (least, most) = times.split_once(',').unwrap_or((&times, &times));
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if !is_number(least) || !(most.is_empty() || is_number(most)) {
            return Err(Fault::Unsupported("has a { that is no repetition, for which \\{ stands"));
        }
        let number =
            |digits: &str| digits.parse().ok().filter(|n: &u32| *n <= MAX_REPEATS).ok_or(Fault::TooLarge);
        let least = number(least)?;
        let times = match most {
            "" => format!("{{{least},}}"),
            most => {
                let most = number(most)?;
                if most < least {
                    return Err(Fault::Malformed("repeats at most less often than at least"));
                }
                format!("{{{least},{most}}}")
            }
        };
        self.repeat(&times)
    }

    fn escape(&mut self) -> Result<(), Fault> {
        match self.rest.peek() {
            Some('b') => self.boundary("(?-u:\\b)"),
            Some('B') => self.boundary("(?-u:\\B)"),
            _ => match self.escaped()? {
                Member::One(c) => self.literal(c),
                Member::Set(set) => self.set(set, set == SPACE),
            },
        }
        Ok(())
    }

    fn boundary(&mut self, written: &str) {
        self.rest.next();
        self.written.push_str(written);
        self.is_repeatable = false;
    }

    /// What follows a `\`, inside a class or outside.
    fn escaped(&mut self) -> Result<Member, Fault> {
        let c = self.rest.next().ok_or(Fault::Malformed("ends with a \\"))?;
        Ok(match c {
            'd' => Member::Set("[0-9]"),
            'D' => Member::Set("[^0-9]"),
            'w' => Member::Set("[0-9A-Za-z_]"),
            'W' => Member::Set("[^0-9A-Za-z_]"),
            's' => Member::Set(SPACE),
            'S' => Member::Set(NOT_SPACE),
            't' => Member::One('\t'),
            'n' => Member::One('\n'),
            'v' => Member::One('\u{b}'),
            'f' => Member::One('\u{c}'),
            'r' => Member::One('\r'),
            '0' if !self.rest.peek().is_some_and(char::is_ascii_digit) => Member::One('\0'),
            'x' => Member::One(char::from_u32(self.hex(2)?).ok_or(NO_CHARACTER)?),
            'u' => Member::One(self.code_unit()?),
            '1'..='9' | 'k' => return Err(Fault::Unsupported("uses a back-reference")),
            'p' | 'P' => return Err(Fault::Unsupported("uses a property, which needs the flag u")),
            c if c.is_ascii_alphanumeric() => {
                return Err(Fault::Unsupported("uses an escape that is not known"));
            }
            c => Member::One(c),
        })
    }

    /// `\u0041`; a character beyond the first 65,536 is written as two surrogates.
    fn code_unit(&mut self) -> Result<char, Fault> {
        let mut units = vec![self.hex(4)?];
        if (0xd800..0xdc00).contains(&units[0]) {
            if self.rest.next() != Some('\\') || self.rest.next() != Some('u') {
                return Err(NO_CHARACTER);
            }
            units.push(self.hex(4)?);
        }
        let units = units.into_iter().filter_map(|unit| u16::try_from(unit).ok());
        char::decode_utf16(units).next().and_then(Result::ok).ok_or(NO_CHARACTER)
    }

    fn hex(&mut self, digits: usize) -> Result<u32, Fault> {
        let unknown = Fault::Unsupported("uses an escape that is not known");
        (0..digits).try_fold(0, |number, _| {
            let digit = self.rest.next().and_then(|c| c.to_digit(16)).ok_or(unknown)?;
            Ok(number * 16 + digit)
        })
    }

    fn class(&mut self) -> Result<(), Fault> {
        self.written.push('[');
        if self.rest.next_if_eq(&'^').is_some() {
            self.written.push('^');
            self.is_spelled_out = false;
        }
        if self.rest.peek() == Some(&']') {
            return Err(Fault::Unsupported("has an empty class"));
        }
        while self.rest.next_if_eq(&']').is_none() {
            let member = self.member()?;
            let is_range = self.rest.peek() == Some(&'-') && {
                let mut ahead = self.rest.clone();
                ahead.next();
                ahead.peek().is_some_and(|c| *c != ']')
            };
            if !is_range {
                self.write(&member);
                continue;
            }
            self.rest.next();
            match (member, self.member()?) {
                (Member::One(from), Member::One(to)) if from > to => {
                    return Err(Fault::Malformed("has a range that ends before it begins"));
                }
                (Member::One(from), Member::One(to)) => {
                    self.is_spelled_out = false;
                    self.write(&Member::One(from));
                    self.written.push('-');
                    self.write(&Member::One(to));
                }
                // Beside a set the dash stands for itself.
                (from, to) => [from, Member::One('-'), to].iter().for_each(|member| self.write(member)),
            }
        }
        self.written.push(']');
        self.is_repeatable = true;
        Ok(())
    }

    fn member(&mut self) -> Result<Member, Fault> {
        match self.rest.next() {
            None => Err(Fault::Malformed("leaves a class open")),
            Some('\\') if self.rest.next_if_eq(&'b').is_some() => Ok(Member::One('\u{8}')),
            Some('\\') => self.escaped(),
            Some(c) => Ok(Member::One(c)),
        }
    }

    fn write(&mut self, member: &Member) {
        match member {
            Member::One(c) => self.written.push_str(&regex::escape(c.encode_utf8(&mut [0; 4]))),
            Member::Set(set) => {
                self.written.push_str(set);
                self.is_spelled_out &= *set == SPACE;
            }
        }
    }
}

const NO_CHARACTER: Fault = Fault::Malformed("has an escape that is no character");
/// What `\s` means in JavaScript.
const SPACE: &str =
    r"[\t\n\x0b\x0c\r \u{a0}\u{1680}\u{2000}-\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}]";
const NOT_SPACE: &str =
    r"[^\t\n\x0b\x0c\r \u{a0}\u{1680}\u{2000}-\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}]";
/// What `.` means in JavaScript.
const NOT_LINE_END: &str = r"[^\n\r\u{2028}\u{2029}]";
/// Fits a sentence with alternatives and gaps of some forty characters.
const MAX_COMPILED_BYTES: usize = 256 * 1024;
const MAX_DEPTH: u32 = 32;
const MAX_REPEATS: u32 = 1000;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(pattern: &str, text: &str) -> bool {
        Pattern::read(pattern)
            .unwrap_or_else(|fault| panic!("{pattern}: {fault:?}"))
            .places(text)
            .next()
            .is_some()
    }

    /// Each with a text that JavaScript finds it in and one that it does not, flag `i`.
    #[test]
    fn patterns_mean_what_they_mean_in_javascript() {
        for (pattern, yes, no) in [
            ("our (?:little )?secret", "OUR little Secret", "our big secret"),
            (r"\bmum\b", "ask mum!", "mumble"),
            (r"\bmum\b", "mum\u{e9}", "mums"),
            (r"\d{2,3}", "no 42", "\u{664}\u{662}"),
            (r"\w+", "a", "\u{e9}\u{4f60}"),
            (r"send\s+pic", "send\u{feff}\u{3000}pic", "send\u{85}pic"),
            ("a.c", "a\u{85}c", "a\u{2028}c"),
            ("\u{e9}t\u{e9}", "\u{c9}T\u{c9}", "ete"),
            (r"^(hi|hey)$", "HEY", "hey\nyou"),
            ("a$|^b", "bca", "cab"),
            (r"[^\d\s]x", "ax", "1x"),
            (r"[\w-]x", "-x", "+x"),
            (r"[a-\d]z", "-z", "bz"),
            (r"[+-]1", "-1", "01"),
            ("[[&&~~]1", "&1", "a1"),
            (r"[\]\\^]1", "]1", "a1"),
            ("[a^]1", "^1", "b1"),
            (r"[\b]", "\u{8}", "b"),
            (r"a\/b\.c\-d", "a/b.c-d", "a/bxc-d"),
            (r"\x41\u00e9\ud83d\ude00", "a\u{c9}\u{1f600}", "a\u{c9}"),
            ("(?<who>mum|dad) knows", "Dad knows", "dad  knows"),
            ("ha{2}?b", "haab", "hab"),
            ("a}b]", "A}B]", "ab"),
            (r"x\B.", "xy", "x "),
            ("#x y", "#x y", "xy"),
            ("(?:a|)b", "b", "c"),
        ] {
            assert!(found(pattern, yes) && !found(pattern, no), "{pattern}");
        }
    }

    #[test]
    fn what_is_not_supported_is_told_apart_from_what_is_wrong() {
        for (pattern, fault) in [
            ("a(?=b)", Fault::Unsupported("uses look-ahead")),
            ("a(?!b)", Fault::Unsupported("uses look-ahead")),
            ("(?<=a)b", Fault::Unsupported("uses look-behind")),
            ("(?<!a)b", Fault::Unsupported("uses look-behind")),
            (r"(a)\1", Fault::Unsupported("uses a back-reference")),
            (r"(?<n>a)\k<n>", Fault::Unsupported("uses a back-reference")),
            (r"\p{L}", Fault::Unsupported("uses a property, which needs the flag u")),
            ("(?i)a", Fault::Unsupported("uses a group of a kind that is not known")),
            ("(?P<n>a)", Fault::Unsupported("uses a group of a kind that is not known")),
            (r"\u{61}", Fault::Unsupported("uses an escape that is not known")),
            (r"\x4", Fault::Unsupported("uses an escape that is not known")),
            (r"\07", Fault::Unsupported("uses an escape that is not known")),
            (r"\A", Fault::Unsupported("uses an escape that is not known")),
            ("[^]", Fault::Unsupported("has an empty class")),
            ("a{,3}", Fault::Unsupported("has a { that is no repetition, for which \\{ stands")),
            ("a{", Fault::Unsupported("has a { that is no repetition, for which \\{ stands")),
            (r"\ud83d", NO_CHARACTER),
            (r"\ude00", NO_CHARACTER),
            (r"\ud83d\u0041", NO_CHARACTER),
            ("(a", Fault::Malformed("leaves a group open")),
            ("a)", Fault::Malformed("closes a group that is not open")),
            ("(?<1>a)", Fault::Malformed("names a group with something else than a word")),
            ("[a", Fault::Malformed("leaves a class open")),
            ("[b-a]", Fault::Malformed("has a range that ends before it begins")),
            ("a{3,2}", Fault::Malformed("repeats at most less often than at least")),
            ("a\\", Fault::Malformed("ends with a \\")),
            ("*a", Fault::Malformed("repeats nothing")),
            ("a++", Fault::Malformed("repeats nothing")),
            ("^*", Fault::Malformed("repeats nothing")),
            (r"\b+a", Fault::Malformed("repeats nothing")),
            ("a*", Fault::Malformed("matches an empty text, and so every text")),
            ("|a", Fault::Malformed("matches an empty text, and so every text")),
            ("a{1001}", Fault::TooLarge),
            ("a{99999999999}", Fault::TooLarge),
            (r"(?:(?:.{100}){100}){100}", Fault::TooLarge),
        ] {
            assert_eq!(Pattern::read(pattern).expect_err(pattern), fault, "{pattern}");
        }
        let deep = format!("{}a{}", "(".repeat(100), ")".repeat(100));
        assert_eq!(Pattern::read(&deep).expect_err("too deep"), Fault::TooLarge);
    }

    #[test]
    fn patterns_of_an_ordinary_size_fit() {
        for pattern in [
            r"\b(?:don'?t|do not|never)\b.{0,40}\b(?:tell|show)\b.{0,40}\b(?:mum|mom|dad|parents?|teacher)\b",
            r"\b(?:send|show|share)\s+(?:me\s+)?(?:a\s+|some\s+)?(?:pic|photo|selfie|video)s?\b",
        ] {
            assert!(Pattern::read(pattern).is_ok(), "{pattern}");
        }
    }

    proptest! {
        /// Every pattern is read or refused; what is read can be matched.
        #[test]
        fn no_pattern_breaks_anything(
            any in "\\PC{0,40}",
            near in "([a-c\\[\\]\\\\^$.|?*+(){}:<>=!,0-9bBdDwWsSuxkp-]|\\\\u[0-9a-f]{4}){0,24}",
            text in "\\PC{0,60}",
        ) {
            for pattern in [any, near] {
                if let Ok(pattern) = Pattern::read(&pattern) {
                    prop_assert!(pattern.places(&text).all(|place| text.get(place).is_some()));
                }
            }
        }

        /// Letters stand for themselves, whatever their case.
        #[test]
        fn plain_words_are_found(word in "[a-z\u{e0}-\u{f6}]{1,12}") {
            let text = format!("- {} -", word.to_uppercase());
            prop_assert!(found(&word, &text));
        }
    }
}
