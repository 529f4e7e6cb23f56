//! Calendar days and ages. Nothing here knows what day it is: the caller passes `today` in.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A day of the Gregorian calendar, 1800-01-01 to 2199-12-31. Written as `YYYY-MM-DD`.
///
/// A birth date identifies a person, so `Debug` shows the year only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The day, if the calendar has it.
    ///
    /// ```
    /// use wardlight_core::verification::Date;
    /// assert!(Date::new(2024, 2, 29).is_some());
    /// assert!(Date::new(2023, 2, 29).is_none());
    /// ```
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let valid = (1800..2200).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in(year, month)).contains(&day);
        valid.then_some(Date { year, month, day })
    }

    /// The calendar year.
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, 1..=12.
    pub const fn month(self) -> u8 {
        self.month
    }

    /// The day of the month, 1..=31.
    pub const fn day(self) -> u8 {
        self.day
    }

    /// Completed years of age on `today` of a person born on this day; `None` before birth.
    ///
    /// A birthday on 29 February is completed on 1 March of a year without that day. Laws differ between
    /// 28 February and 1 March; the later day treats a person as a minor for longer.
    ///
    /// ```
    /// use wardlight_core::verification::Date;
    /// let day = |y, m, d| Date::new(y, m, d).unwrap();
    /// assert_eq!(day(2008, 2, 29).age_on(day(2026, 2, 28)), Some(17));
    /// assert_eq!(day(2008, 2, 29).age_on(day(2026, 3, 1)), Some(18));
    /// ```
    pub fn age_on(self, today: Date) -> Option<u16> {
        if today < self {
            return None;
        }
        let before_birthday = (today.month, today.day) < (self.month, self.day);
        Some(today.year - self.year - u16::from(before_birthday))
    }

    /// The latest day with these last two digits of the year that is not after `latest`.
    ///
    /// Documents write birth years with two digits. Of the possible centuries this takes the youngest
    /// age, the protective reading; nobody is taken to be a hundred years old or more.
    pub(crate) fn of_short_year(year: u8, month: u8, day: u8, latest: Date) -> Option<Date> {
        (18..=21_u16)
            .rev()
            .filter_map(|century| Date::new(century * 100 + u16::from(year), month, day))
            .find(|date| *date <= latest)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Date({})", self.year)
    }
}

/// Not a day written as `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a calendar day of the form YYYY-MM-DD between 1800 and 2199")]
pub struct NotADate;

impl std::str::FromStr for Date {
    type Err = NotADate;

    fn from_str(text: &str) -> Result<Self, NotADate> {
        let mut parts = text.split('-');
        let mut part = |width: usize| {
            let part = parts.next().filter(|p| p.len() == width && p.bytes().all(|b| b.is_ascii_digit()));
            part.and_then(|digits| digits.parse::<u16>().ok()).ok_or(NotADate)
        };
        let (year, month, day) = (part(4)?, part(2)?, part(2)?);
        let small = |number: u16| u8::try_from(number).map_err(|_| NotADate);
        let date = Date::new(year, small(month)?, small(day)?).ok_or(NotADate)?;
        if parts.next().is_some() { Err(NotADate) } else { Ok(date) }
    }
}

impl TryFrom<String> for Date {
    type Error = NotADate;

    fn try_from(text: String) -> Result<Self, NotADate> {
        text.parse()
    }
}

impl From<Date> for String {
    fn from(date: Date) -> String {
        date.to_string()
    }
}

fn days_in(year: u16, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(crate) fn day(text: &str) -> Date {
        text.parse().expect("a day")
    }

    pub(crate) fn any_date() -> impl Strategy<Value = Date> {
        (1900..2100_u16, 1..=12_u8, 1..=31_u8)
            .prop_filter_map("not in the calendar", |(y, m, d)| Date::new(y, m, d))
    }

    #[test]
    fn a_century_is_a_leap_year_only_every_fourth_time() {
        assert!(Date::new(2000, 2, 29).is_some());
        assert!(Date::new(1900, 2, 29).is_none());
    }

    #[test]
    fn the_birthday_itself_completes_the_year() {
        assert_eq!(day("2008-06-15").age_on(day("2026-06-14")), Some(17));
        assert_eq!(day("2008-06-15").age_on(day("2026-06-15")), Some(18));
        assert_eq!(day("2008-06-15").age_on(day("2008-06-14")), None);
    }

    #[test]
    fn two_digits_mean_the_youngest_age() {
        let today = day("2026-11-21");
        assert_eq!(Date::of_short_year(26, 11, 21, today), Some(day("2026-11-21")));
        assert_eq!(Date::of_short_year(26, 11, 22, today), Some(day("1926-11-22")));
        assert_eq!(Date::of_short_year(25, 2, 29, today), None);
        // 1900 had no 29 February, 2000 had one.
        assert_eq!(Date::of_short_year(0, 2, 29, today), Some(day("2000-02-29")));
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in ["2026-1-01", "2026-01-01-", "20260101", "", "2026-13-01", "+026-01-01", "9999-01-01"] {
            assert_eq!(text.parse::<Date>(), Err(NotADate));
        }
    }

    #[test]
    fn debug_keeps_the_birthday_to_itself() {
        assert_eq!(format!("{:?}", day("2012-05-17")), "Date(2012)");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn dates_survive_writing(date in any_date()) {
            prop_assert_eq!(date.to_string().parse::<Date>(), Ok(date));
        }

        #[test]
        fn a_later_birth_is_never_older(a in any_date(), b in any_date(), today in any_date()) {
            let (early, late) = if a <= b { (a, b) } else { (b, a) };
            if let (Some(older), Some(younger)) = (early.age_on(today), late.age_on(today)) {
                prop_assert!(younger <= older);
            }
        }
    }
}
