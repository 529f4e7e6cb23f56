//! Machine-readable zones of travel documents: ICAO Doc 9303, parts 3 to 6 (8th edition).
//!
//! Reads TD1 (3 × 30), TD2 (2 × 36) and TD3 (2 × 44) and recomputes every check digit. A check digit
//! proves that the zone was read as printed, nothing about the document being genuine.

use super::date::Date;
use crate::error::{Code, Error, Result};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The size of the zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MrzFormat {
    /// Identity cards, 3 lines of 30.
    #[serde(rename = "TD1")]
    Td1,
    /// Larger identity cards, 2 lines of 36.
    #[serde(rename = "TD2")]
    Td2,
    /// Passports, 2 lines of 44.
    #[serde(rename = "TD3")]
    Td3,
}

/// What the zone says. `Debug` shows the format and the checks only: the rest identifies a person.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Mrz {
    /// Size of the zone.
    pub format: MrzFormat,
    /// One or two letters: `P` for passports; `I`, `A` or `C` for cards (Doc 9303-3, section 4.4).
    pub document_code: String,
    /// Issuing state or organisation: ISO 3166-1 alpha-3, or `D`, `UTO`, `UNO` and the like.
    pub issuer: String,
    /// Nationality, in the same code.
    pub nationality: String,
    /// Primary identifier, words separated by one space, transliterated to A-Z.
    pub surname: String,
    /// Secondary identifier, as `surname`; empty if there is none.
    pub given_names: String,
    /// The name fills its field to the end, so its tail may be missing.
    pub name_may_be_cut: bool,
    /// Document number without fillers; the long form of TD1 and TD2 is joined.
    pub document_number: String,
    /// Optional or personal number without fillers; both fields of a TD1 joined by a space.
    pub optional_data: String,
    /// `M`, `F`, or `X` for unspecified.
    pub sex: char,
    /// Birth date; absent where the document leaves a part of it unknown, or it is no calendar day.
    pub birth_date: Option<Date>,
    /// Last day of validity; absent if it is no calendar day.
    pub expiry_date: Option<Date>,
    /// Every check digit.
    pub checks: MrzChecks,
}

impl Mrz {
    /// The document was no longer valid on `today`; `None` if the zone names no day.
    pub fn expired(&self, today: Date) -> Option<bool> {
        self.expiry_date.map(|last| last < today)
    }
}

impl fmt::Debug for Mrz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mrz")
            .field("format", &self.format)
            .field("checks", &self.checks)
            .finish_non_exhaustive()
    }
}

/// Which check digits agree with the fields that they cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MrzChecks {
    /// Document number.
    pub document_number: bool,
    /// Birth date.
    pub birth_date: bool,
    /// Expiry date.
    pub expiry_date: bool,
    /// Personal number of a TD3; absent on the other formats, which print no digit for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub personal_number: Option<bool>,
    /// The digit over all of them.
    pub composite: bool,
}

impl MrzChecks {
    /// Every printed digit agrees: the field `mrz_valid`.
    pub fn all(self) -> bool {
        self.document_number
            && self.birth_date
            && self.expiry_date
            && self.personal_number.unwrap_or(true)
            && self.composite
    }
}

/// Reads a zone: lines separated by line breaks; spaces around a line and empty lines are ignored.
///
/// Two-digit birth years mean the youngest age on `today`; expiry years lie within 50 years of it. A digit
/// that does not agree is reported in [`Mrz::checks`], not as an error, and nothing is repaired: which of two
/// look-alike characters was printed is the reader's knowledge.
///
/// Source: ICAO Doc 9303-3, sections 4.3 to 4.9; -4, -5 and -6, section 4.2. The sum is taken modulo 10.
///
/// # Errors
/// [`Code::MrzMalformed`] unless the lines are three of 30, two of 36 or two of 44 characters out of
/// `A-Z`, `0-9` and `<`.
///
/// ```
/// use wardlight_core::verification::{Date, read_mrz};
/// let zone = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\n\
///             L898902C36UTO7408122F1204159ZE184226B<<<<<10";
/// let mrz = read_mrz(zone, Date::new(2026, 1, 1).unwrap())?;
/// assert!(mrz.checks.all());
/// assert_eq!(mrz.surname, "ERIKSSON");
/// # Ok::<(), wardlight_core::Error>(())
/// ```
pub fn read_mrz(text: &str, today: Date) -> Result<Mrz> {
    if text.len() > MAX_BYTES {
        return Err(malformed());
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let charset =
        |line: &&str| line.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'<');
    if !lines.iter().all(charset) {
        return Err(malformed());
    }
    let widths: Vec<usize> = lines.iter().map(|line| line.len()).collect();
    match widths.as_slice() {
        [30, 30, 30] => Ok(td1(lines[0], lines[1], lines[2], today)),
        [36, 36] => Ok(two_lines(MrzFormat::Td2, lines[0], lines[1], today)),
        [44, 44] => Ok(two_lines(MrzFormat::Td3, lines[0], lines[1], today)),
        _ => Err(malformed()),
    }
}

/// The check digit of a field: values 0-9, A-Z as 10-35 and `<` as 0, weights 7, 3, 1, sum modulo 10.
/// `None` if a character has no value (Doc 9303-3, section 4.9).
///
/// ```
/// use wardlight_core::verification::mrz_check_digit;
/// assert_eq!(mrz_check_digit("520727"), Some(3)); // the example of the standard
/// ```
pub fn mrz_check_digit(field: &str) -> Option<u32> {
    let mut sum = 0;
    for (character, weight) in field.chars().zip([7, 3, 1].into_iter().cycle()) {
        sum = (sum + weight * value(character)?) % 10;
    }
    Some(sum)
}

fn td1(first: &str, second: &str, third: &str, today: Date) -> Mrz {
    let (number, digit, optional) = long_number(part(first, 5..14), part(first, 14..15), part(first, 15..30));
    let composite =
        [part(first, 5..30), part(second, 0..7), part(second, 8..15), part(second, 18..29)].concat();
    let more = clean(part(second, 18..29));
    let mut mrz = common(MrzFormat::Td1, first, third, part(second, 0..18), today);
    mrz.checks.document_number = agrees(&number, digit);
    mrz.checks.composite = agrees(&composite, part(second, 29..30));
    mrz.document_number = clean(&number);
    mrz.optional_data = [clean(optional), more].join(" ").trim().to_owned();
    mrz
}

/// TD2 and TD3 differ in the width of the optional data, the long number and the personal digit.
fn two_lines(format: MrzFormat, first: &str, second: &str, today: Date) -> Mrz {
    let end = second.len() - 1;
    let optional_field = part(second, 28..end);
    let (number, digit) = (part(second, 0..9), part(second, 9..10));
    let (number, digit, optional) = if format == MrzFormat::Td2 {
        long_number(number, digit, optional_field)
    } else {
        (number.to_owned(), digit, part(second, 28..42))
    };
    let composite = [part(second, 0..10), part(second, 13..20), part(second, 21..end)].concat();
    // Nationality stands between number and birth date here; the common reader expects it after the dates.
    let dates = [part(second, 13..28), part(second, 10..13)].concat();
    let mut mrz = common(format, first, part(first, 5..first.len()), &dates, today);
    mrz.checks.document_number = agrees(&number, digit);
    mrz.checks.composite = agrees(&composite, part(second, end..end + 1));
    if format == MrzFormat::Td3 {
        let printed = part(second, 42..43);
        // An empty personal number may carry 0 or a filler (Doc 9303-4, section 4.2.2.2).
        let empty = optional.bytes().all(|b| b == b'<') && printed == "<";
        mrz.checks.personal_number = Some(empty || agrees(optional, printed));
    }
    mrz.document_number = clean(&number);
    mrz.optional_data = clean(optional);
    mrz
}

/// What every format has. `dates` is birth date, digit, sex, expiry date, digit, nationality.
fn common(format: MrzFormat, first: &str, name: &str, dates: &str, today: Date) -> Mrz {
    let (surname, given_names) = names(name);
    let expiry = part(dates, 8..14);
    Mrz {
        format,
        document_code: clean(part(first, 0..2)),
        issuer: clean(part(first, 2..5)),
        nationality: clean(part(dates, 15..18)),
        surname,
        given_names,
        name_may_be_cut: !name.ends_with('<'),
        document_number: String::new(),
        optional_data: String::new(),
        sex: match part(dates, 7..8) {
            "M" => 'M',
            "F" => 'F',
            _ => 'X',
        },
        birth_date: short_date(part(dates, 0..6)).and_then(|(y, m, d)| Date::of_short_year(y, m, d, today)),
        expiry_date: short_date(expiry).and_then(|(y, m, d)| {
            let latest = Date::new(today.year().saturating_add(EXPIRY_YEARS), 12, 31)?;
            Date::of_short_year(y, m, d, latest)
        }),
        checks: MrzChecks {
            document_number: false,
            birth_date: agrees(part(dates, 0..6), part(dates, 6..7)),
            expiry_date: agrees(expiry, part(dates, 14..15)),
            personal_number: None,
            composite: false,
        },
    }
}

/// A number of more than nine characters: a filler stands in place of the check digit, and the rest of
/// the number, then the digit, then a filler open the optional data (Doc 9303-5, note j to 4.2.2.2).
fn long_number<'a>(number: &str, digit: &'a str, optional: &'a str) -> (String, &'a str, &'a str) {
    let end = optional.find('<').unwrap_or(optional.len());
    if digit != "<" || end < 2 {
        return (number.to_owned(), digit, optional);
    }
    let rest = part(optional, 0..end - 1);
    ([number, rest].concat(), part(optional, end - 1..end), part(optional, end..optional.len()))
}

fn names(field: &str) -> (String, String) {
    let (surname, given) = field.split_once("<<").unwrap_or((field, ""));
    (clean(surname), clean(given))
}

fn short_date(field: &str) -> Option<(u8, u8, u8)> {
    let number = |range| part(field, range).parse::<u8>().ok();
    Some((number(0..2)?, number(2..4)?, number(4..6)?))
}

/// Fillers at the ends dropped, those between words turned into one space.
fn clean(field: &str) -> String {
    field.split('<').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn agrees(field: &str, printed: &str) -> bool {
    let printed = printed.chars().next().and_then(|digit| digit.to_digit(10));
    printed.is_some() && mrz_check_digit(field) == printed
}

fn value(character: char) -> Option<u32> {
    match character {
        '<' => Some(0),
        '0'..='9' | 'A'..='Z' => character.to_digit(36),
        _ => None,
    }
}

/// The range of an ASCII line whose width has been checked.
fn part(line: &str, range: std::ops::Range<usize>) -> &str {
    line.get(range).expect("the width of the line was checked and it is ASCII")
}

fn malformed() -> Error {
    Error::new(
        Code::MrzMalformed,
        "a machine-readable zone has 3 lines of 30, 2 of 36 or 2 of 44 characters out of A-Z, 0-9 and <",
    )
}

/// The longest zone is 90 characters; anything much longer is not one.
const MAX_BYTES: usize = 512;
/// No document is valid for longer than this.
const EXPIRY_YEARS: u16 = 50;

#[cfg(test)]
mod tests {
    use super::super::date::tests::day;
    use super::*;
    use proptest::prelude::*;

    // Specimens of Doc 9303, parts 4, 5 and 6: Utopia is nobody's country.
    const TD3: &str =
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10";
    const TD1: &str =
        "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<";
    const TD2: &str = "I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6";

    const ALPHABET: &[char] = &[
        'A', 'B', 'C', 'D', 'E', 'F', 'M', 'X', 'Z', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '<',
        '<', '<', '<',
    ];

    fn read(zone: &str) -> Mrz {
        read_mrz(zone, day("2026-01-01")).expect("a zone")
    }

    #[test]
    fn the_specimens_of_the_standard_verify() {
        for (zone, format, number) in [
            (TD3, MrzFormat::Td3, "L898902C3"),
            (TD1, MrzFormat::Td1, "D23145890"),
            (TD2, MrzFormat::Td2, "D23145890"),
        ] {
            let mrz = read(zone);
            assert!(mrz.checks.all(), "{format:?}: {:?}", mrz.checks);
            assert_eq!((mrz.format, mrz.document_number.as_str()), (format, number));
            assert_eq!((mrz.surname.as_str(), mrz.given_names.as_str()), ("ERIKSSON", "ANNA MARIA"));
            assert_eq!(mrz.birth_date, Some(day("1974-08-12")));
            assert_eq!(mrz.expiry_date, Some(day("2012-04-15")));
            assert_eq!((mrz.issuer.as_str(), mrz.nationality.as_str(), mrz.sex), ("UTO", "UTO", 'F'));
            assert_eq!(mrz.expired(day("2012-04-15")), Some(false));
            assert_eq!(mrz.expired(day("2012-04-16")), Some(true));
            assert!(!mrz.name_may_be_cut);
        }
        assert_eq!(read(TD3).optional_data, "ZE184226B");
    }

    #[test]
    fn each_digit_speaks_for_its_own_field_and_the_composite() {
        for (from, to, field) in [
            ("L898902C36", "L898902C46", "number"),
            ("7408122F", "7408132F", "birth"),
            ("1204159", "1204169", "expiry"),
            ("ZE184226B", "ZE184226C", "personal"),
        ] {
            let checks = read(&TD3.replace(from, to)).checks;
            assert_eq!(checks.document_number, field != "number");
            assert_eq!(checks.birth_date, field != "birth");
            assert_eq!(checks.expiry_date, field != "expiry");
            assert_eq!(checks.personal_number, Some(field != "personal"));
            assert!(!checks.composite && !checks.all());
        }
    }

    #[test]
    fn a_long_number_continues_in_the_optional_data() {
        let digit = mrz_check_digit("D23145890734").expect("a digit");
        let upper = format!("I<UTOD23145890<734{digit}<<<<<<<<<<<");
        let dates = "7408122F1204159UTO<<<<<<<<<<<";
        let composite =
            [part(&upper, 5..30), part(dates, 0..7), part(dates, 8..15), part(dates, 18..29)].concat();
        let lower = format!("{dates}{}", mrz_check_digit(&composite).expect("a digit"));
        let mrz = read(&format!("{upper}\n{lower}\nERIKSSON<<ANNA<MARIA<<<<<<<<<<"));
        assert_eq!((mrz.document_number.as_str(), mrz.optional_data.as_str()), ("D23145890734", ""));
        assert!(mrz.checks.all());
    }

    #[test]
    fn an_unknown_birth_date_is_absent() {
        let mrz = read(&TD3.replace("7408122F", "74<<<<2F"));
        assert_eq!(mrz.birth_date, None);
    }

    #[test]
    fn errors_and_debug_hold_no_content() {
        let error = read_mrz("P<UTOERIKSSON<<ANNA", day("2026-01-01")).expect_err("too short");
        assert_eq!(error.code(), Code::MrzMalformed);
        assert!(!error.to_string().contains("ERIKSSON"));
        assert!(!format!("{:?}", read(TD3)).contains("ERIKSSON"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_is_answered(text in "[A-Z0-9<é\n ]{0,140}") {
            let _ = read_mrz(&text, day("2026-01-01"));
        }

        #[test]
        fn any_zone_is_read(characters in proptest::collection::vec(proptest::sample::select(ALPHABET), 90)) {
            let zone = |count: usize, width: usize| {
                let lines = characters.chunks(width).take(count).map(|line| line.iter().collect::<String>());
                lines.collect::<Vec<_>>().join("\n")
            };
            for (count, width) in [(3, 30), (2, 36), (2, 44)] {
                prop_assert!(read_mrz(&zone(count, width), day("2026-01-01")).is_ok());
            }
        }

        #[test]
        fn one_wrong_digit_is_always_seen(at in 0..9_usize, other in 0..10_u32) {
            let field = "520727104";
            let mut changed: Vec<char> = field.chars().collect();
            let before = changed[at].to_digit(10);
            changed[at] = char::from_digit(other, 10).expect("a digit");
            let changed: String = changed.into_iter().collect();
            prop_assert_eq!(mrz_check_digit(field) == mrz_check_digit(&changed), before == Some(other));
        }
    }
}
