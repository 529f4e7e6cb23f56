//! The PDF417 barcode of North American driving licences: AAMVA DL/ID Card Design Standard, annex D.

use super::date::Date;
use crate::error::{Code, Error, Result};
use serde::Serialize;
use std::fmt;

/// The fields of a licence barcode; absent where the barcode has none. `Debug` shows which are present only.
///
/// Nothing in the barcode is signed or has a check digit: it proves agreement with the printed side at most.
#[derive(Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Aamva {
    /// Issuer identification number of the jurisdiction, six digits.
    pub issuer: String,
    /// Version of the standard, 1 for DL/ID-2000 and rising.
    pub version: u8,
    /// `DAC`, or `DCT` of older cards.
    pub first_name: Option<String>,
    /// `DCS`, or `DAB` of older cards.
    pub last_name: Option<String>,
    /// `DBB`.
    pub date_of_birth: Option<Date>,
    /// `DBA`, the last day of validity.
    pub expiration_date: Option<Date>,
    /// `DAQ`.
    pub document_number: Option<String>,
    /// `DBC`: `M` for 1, `F` for 2, `X` for anything else.
    pub sex: Option<char>,
    /// `DAG`.
    pub street: Option<String>,
    /// `DAI`.
    pub city: Option<String>,
    /// `DAJ`, two letters.
    pub state: Option<String>,
    /// `DAK`.
    pub postal_code: Option<String>,
    /// `DCG`: `USA` or `CAN`.
    pub country: Option<String>,
}

impl fmt::Debug for Aamva {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Aamva")
            .field("version", &self.version)
            .field("has_name", &(self.first_name.is_some() && self.last_name.is_some()))
            .field("has_date_of_birth", &self.date_of_birth.is_some())
            .field("has_document_number", &self.document_number.is_some())
            .finish_non_exhaustive()
    }
}

/// Reads the text of a licence barcode.
///
/// Dates are `MMDDYYYY` in the United States, and `YYYYMMDD` in Canada and on the oldest cards. The digits
/// tell them apart: a year begins with 18 or more, a month with 12 or less.
///
/// # Errors
/// [`Code::BarcodeMalformed`] without the header `ANSI` (or `AAMVA`), its numbers, and a subfile `DL`, `ID`
/// or `EN`; or if the text is longer than a PDF417 symbol.
///
/// ```
/// use wardlight_core::verification::read_aamva;
/// let card = "@\n\u{1e}\rANSI 636000090001DL00310050DLDAQT64235789\nDCSSAMPLE\nDACMICHAEL\nDBB06062008\n\r";
/// let fields = read_aamva(card)?;
/// assert_eq!(fields.date_of_birth.unwrap().to_string(), "2008-06-06");
/// # Ok::<(), wardlight_core::Error>(())
/// ```
pub fn read_aamva(text: &str) -> Result<Aamva> {
    if text.len() > MAX_BYTES {
        return Err(malformed());
    }
    let (_, header) = text.split_once("ANSI ").or_else(|| text.split_once("AAMVA")).ok_or_else(malformed)?;
    let issuer = digits(header, 0..6)?;
    let version: u8 = digits(header, 6..8)?.parse().map_err(|_| malformed())?;
    // Version 1 has no jurisdiction version between the version and the number of subfiles.
    let entries_at = if version > 1 { 10 } else { 8 };
    let entries: usize = digits(header, entries_at..entries_at + 2)?.parse().map_err(|_| malformed())?;
    // Each entry names type, offset and length. Scanners change line ends, so offsets are not relied on.
    let data = header.get(entries_at + 2 + entries * 10..).ok_or_else(malformed)?;
    let data = ["DL", "ID", "EN"]
        .iter()
        .find_map(|kind| data.trim_start().strip_prefix(kind))
        .ok_or_else(malformed)?;

    let mut fields = Aamva { issuer: issuer.to_owned(), version, ..Aamva::default() };
    for element in data.split(['\n', '\r', '\u{1e}']) {
        let Some((code, value)) = element.split_at_checked(3) else { continue };
        let value = value.trim();
        // "NONE" and "unavl" are the standard's words for a field without data.
        if value.is_empty() || matches!(value, "NONE" | "unavl" | "UNAVL") {
            continue;
        }
        take(&mut fields, code, value);
    }
    Ok(fields)
}

fn take(fields: &mut Aamva, code: &str, value: &str) {
    let text = || Some(value.to_owned());
    match code {
        "DAC" => fields.first_name = text(),
        // Older cards: first and middle names in one field, which yields to DAC.
        "DCT" => fields.first_name = fields.first_name.take().or_else(text),
        "DCS" => fields.last_name = text(),
        "DAB" => fields.last_name = fields.last_name.take().or_else(text),
        "DBB" => fields.date_of_birth = date(value),
        "DBA" => fields.expiration_date = date(value),
        "DAQ" => fields.document_number = text(),
        "DBC" => {
            fields.sex = Some(match value {
                "1" | "M" => 'M',
                "2" | "F" => 'F',
                _ => 'X',
            });
        }
        "DAG" => fields.street = text(),
        "DAI" => fields.city = text(),
        "DAJ" => fields.state = text(),
        "DAK" => fields.postal_code = text(),
        "DCG" => fields.country = text(),
        _ => {}
    }
}

fn date(value: &str) -> Option<Date> {
    if value.len() != 8 || !value.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number = |range: std::ops::Range<usize>| value.get(range)?.parse::<u16>().ok();
    let (year, month, day) = if number(0..2)? >= 18 {
        (number(0..4)?, number(4..6)?, number(6..8)?)
    } else {
        (number(4..8)?, number(0..2)?, number(2..4)?)
    };
    Date::new(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
}

fn digits(header: &str, range: std::ops::Range<usize>) -> Result<&str> {
    let found = header.get(range).filter(|part| part.bytes().all(|b| b.is_ascii_digit()));
    found.ok_or_else(malformed)
}

fn malformed() -> Error {
    Error::new(
        Code::BarcodeMalformed,
        "a licence barcode has a header ANSI with issuer, version and number of subfiles, and a subfile DL, ID or EN",
    )
}

/// A PDF417 symbol holds at most 1,850 characters of text or 2,710 digits.
const MAX_BYTES: usize = 4_096;

#[cfg(test)]
mod tests {
    use super::super::date::tests::day;
    use super::*;
    use proptest::prelude::*;

    /// The sample of the AAMVA standard, annex D, shortened: Michael Sample of Virginia.
    const SAMPLE: &str = "@\n\u{1e}\rANSI 636000090002DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAEL\n\
                          DDFN\nDADJOHN\nDBD06062018\nDBB06061986\nDBA12102024\nDBC1\nDAU068 in\nDAG2300 WEST BROAD STREET\n\
                          DAIRICHMOND\nDAJVA\nDAK232690000  \nDCGUSA\n\rZVZVA01\n\r";

    #[test]
    fn the_sample_of_the_standard_is_read() {
        let card = read_aamva(SAMPLE).expect("a card");
        assert_eq!((card.issuer.as_str(), card.version), ("636000", 9));
        assert_eq!(card.first_name.as_deref(), Some("MICHAEL"));
        assert_eq!(card.last_name.as_deref(), Some("SAMPLE"));
        assert_eq!(card.date_of_birth, Some(day("1986-06-06")));
        assert_eq!(card.expiration_date, Some(day("2024-12-10")));
        assert_eq!(card.document_number.as_deref(), Some("T64235789"));
        assert_eq!((card.sex, card.state.as_deref()), (Some('M'), Some("VA")));
        assert_eq!(card.postal_code.as_deref(), Some("232690000"));
        assert_eq!(card.country.as_deref(), Some("USA"));
    }

    #[test]
    fn canadian_dates_are_read_the_other_way_round() {
        let card = read_aamva(&SAMPLE.replace("DBB06061986", "DBB19860706").replace("DCGUSA", "DCGCAN"))
            .expect("a card");
        assert_eq!(card.date_of_birth, Some(day("1986-07-06")));
    }

    #[test]
    fn version_one_has_a_shorter_header_and_other_codes() {
        let card =
            read_aamva("@\n\u{1e}\rANSI 6360000101DL00290100DLDABSAMPLE\nDCTMICHAEL JOHN\nDBB19860606\n")
                .expect("a card");
        assert_eq!(
            (card.last_name.as_deref(), card.first_name.as_deref()),
            (Some("SAMPLE"), Some("MICHAEL JOHN"))
        );
        assert_eq!(card.date_of_birth, Some(day("1986-06-06")));
    }

    #[test]
    fn errors_and_debug_hold_no_content() {
        let error = read_aamva("DCSSAMPLE\nDACMICHAEL").expect_err("no header");
        assert_eq!(error.code(), Code::BarcodeMalformed);
        assert!(!error.to_string().contains("SAMPLE"));
        assert!(!format!("{:?}", read_aamva(SAMPLE)).contains("MICHAEL"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_is_answered(head in "[0-9DLé]{0,40}", body in "\\PC{0,80}") {
            let _ = read_aamva(&format!("@\nANSI {head}{body}"));
        }
    }
}
