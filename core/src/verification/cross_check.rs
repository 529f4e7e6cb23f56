//! Cross-references: whether the places that name the same person agree (reference, verification 8).
//!
//! Each layer answers with the comparisons that could be made. What cannot be compared, because one side is
//! missing or written in letters that have no agreed transliteration, is no disagreement.

use super::date::Date;
use super::{Aamva, Mrz};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Words that were read from one side of the document. `Debug` shows which are present only.
#[derive(Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PrintedFields {
    /// Full name, in any order of its words.
    pub name: Option<String>,
    /// Birth date.
    pub birth_date: Option<Date>,
    /// Document number.
    pub document_number: Option<String>,
    /// Last day of validity.
    pub expiry_date: Option<Date>,
}

impl fmt::Debug for PrintedFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrintedFields")
            .field("has_name", &self.name.is_some())
            .field("has_birth_date", &self.birth_date.is_some())
            .field("has_document_number", &self.document_number.is_some())
            .finish_non_exhaustive()
    }
}

/// What the caller says the document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentType {
    /// Passport book.
    Passport,
    /// National identity card.
    #[serde(alias = "national_id")]
    IdCard,
    /// Driving licence.
    DriversLicense,
    /// Residence permit.
    ResidencePermit,
}

impl DocumentType {
    /// The zone opens as documents of this type do: `P` for passports, `A`, `C` or `I` for cards (Doc 9303-3,
    /// section 4.4). Driving licences have no agreed zone, so any opening fits.
    pub fn fits(self, mrz: &Mrz) -> bool {
        let opening = mrz.document_code.chars().next();
        match self {
            DocumentType::Passport => opening == Some('P'),
            DocumentType::IdCard | DocumentType::ResidencePermit => {
                matches!(opening, Some('A' | 'C' | 'I'))
            }
            DocumentType::DriversLicense => true,
        }
    }
}

/// What two places may disagree about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mismatch {
    Name,
    BirthDate,
    DocumentNumber,
}

/// A comparison that could be made: what was compared, and whether it agrees.
pub(super) type Compared = (Mismatch, bool);

/// Layer 1: zone against the printed words.
pub(super) fn mrz_and_print(mrz: &Mrz, print: &PrintedFields) -> Vec<Compared> {
    let name = format!("{} {}", mrz.surname, mrz.given_names);
    let same = names(Some(&name), print.name.as_deref(), mrz.name_may_be_cut);
    let number =
        print.document_number.as_deref().map(|number| compact(number) == compact(&mrz.document_number));
    let compared = [
        same.map(|same| (Mismatch::Name, same)),
        dates(mrz.birth_date, print.birth_date),
        number.map(|same| (Mismatch::DocumentNumber, same)),
    ];
    compared.into_iter().flatten().collect()
}

/// Layer 2: barcode against the printed words.
pub(super) fn barcode_and_print(barcode: &Aamva, print: &PrintedFields) -> Vec<Compared> {
    let name = match (&barcode.last_name, &barcode.first_name) {
        (Some(last), Some(first)) => Some(format!("{last} {first}")),
        (one, other) => one.clone().or_else(|| other.clone()),
    };
    let same = names(name.as_deref(), print.name.as_deref(), true).map(|same| (Mismatch::Name, same));
    [same, dates(barcode.date_of_birth, print.birth_date)].into_iter().flatten().collect()
}

/// Layer 3: front against back.
pub(super) fn front_and_back(front: &PrintedFields, back: &PrintedFields) -> Vec<Compared> {
    let same = names(front.name.as_deref(), back.name.as_deref(), false).map(|same| (Mismatch::Name, same));
    [same, dates(front.birth_date, back.birth_date)].into_iter().flatten().collect()
}

fn names(a: Option<&str>, b: Option<&str>, may_be_cut: bool) -> Option<bool> {
    names_agree(a?, b?, may_be_cut)
}

fn dates(a: Option<Date>, b: Option<Date>) -> Option<Compared> {
    Some((Mismatch::BirthDate, a? == b?))
}

/// Two spellings of one name agree when every word of the shorter one stands in the longer one, in any order.
///
/// Middle names are often left out on one side, hence the shorter; transliterations are folded, so Müller,
/// MUELLER and MULLER agree. Where a field `may_be_cut`, the start of a word is enough. `None`: nothing to
/// compare.
fn names_agree(a: &str, b: &str, may_be_cut: bool) -> Option<bool> {
    let (a, b) = (folded_words(a)?, folded_words(b)?);
    let (shorter, longer) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if shorter.is_empty() {
        return None;
    }
    let alike = |x: &str, y: &str| x == y || (may_be_cut && (x.starts_with(y) || y.starts_with(x)));
    let mut left: Vec<&String> = longer.iter().collect();
    Some(shorter.iter().all(|word| {
        let found = left.iter().position(|other| alike(word, other));
        found.map(|at| left.remove(at)).is_some()
    }))
}

/// Words in A-Z; `None` if a letter is not Latin.
fn folded_words(name: &str) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    for character in name.chars().flat_map(char::to_uppercase) {
        let word = words.last_mut()?;
        match character {
            'A'..='Z' => word.push(character),
            // A name is one word with or without its apostrophe.
            '\'' | '\u{2019}' | '\u{300}'..='\u{36f}' => {}
            other if !other.is_alphabetic() => words.push(String::new()),
            other => word.push_str(LATIN.iter().find(|(letters, _)| letters.contains(other))?.1),
        }
    }
    words.retain(|word| !word.is_empty());
    for word in &mut words {
        // The same folding on both sides makes the two ways of writing an umlaut one.
        for (pair, letter) in [("AE", "A"), ("OE", "O"), ("UE", "U"), ("AA", "A")] {
            *word = word.replace(pair, letter);
        }
    }
    Some(words)
}

/// Letters and digits only, capitals.
fn compact(number: &str) -> String {
    number.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// Latin letters and their transliteration (ICAO Doc 9303-3, section 6.A, shortened to one letter where two
/// are allowed).
const LATIN: &[(&str, &str)] = &[
    ("ÀÁÂÃÄÅĀĂĄǍÆ", "A"),
    ("ÇĆĈĊČ", "C"),
    ("ĎĐÐ", "D"),
    ("ÈÉÊËĒĔĖĘĚ", "E"),
    ("ĜĞĠĢ", "G"),
    ("ĤĦ", "H"),
    ("ÌÍÎÏĨĪĬĮİ", "I"),
    ("Ĵ", "J"),
    ("Ķ", "K"),
    ("ĹĻĽĿŁ", "L"),
    ("ÑŃŅŇŊ", "N"),
    ("ÒÓÔÕÖØŌŎŐŒ", "O"),
    ("ŔŖŘ", "R"),
    ("ŚŜŞŠȘ", "S"),
    ("ẞ", "SS"),
    ("ŢŤŦȚ", "T"),
    ("Þ", "TH"),
    ("ÙÚÛÜŨŪŬŮŰŲ", "U"),
    ("Ŵ", "W"),
    ("ÝŶŸ", "Y"),
    ("ŹŻŽ", "Z"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spellings_of_one_name_agree() {
        for (a, b) in [
            ("MUELLER ANNA", "Anna Müller"),
            ("MULLER ANNA", "Anna Müller"),
            ("O'CONNOR SINEAD", "OCONNOR SINÉAD"),
            ("ERIKSSON ANNA MARIA", "Anna Eriksson"),
            ("SMITH-JONES KIM", "Kim Smith Jones"),
            ("STRASSER EVA", "Eva Straßer"),
            ("SOERENSEN BO", "Bo Sørensen"),
        ] {
            assert_eq!(names_agree(a, b, false), Some(true), "{a} / {b}");
        }
    }

    #[test]
    fn other_names_do_not() {
        assert_eq!(names_agree("ERIKSSON ANNA", "Anna Larsson", false), Some(false));
        assert_eq!(names_agree("ANNA ANNA", "Anna Berit", false), Some(false));
        assert_eq!(names_agree("ALEXANDER KIM", "Alex Kim", false), Some(false));
    }

    #[test]
    fn a_cut_name_agrees_by_its_start_and_other_letters_are_not_compared() {
        assert_eq!(names_agree("PAPADIMITR ELENI", "Eleni Papadimitriou", true), Some(true));
        assert_eq!(names_agree("IVANOVA ANNA", "Анна Иванова", false), None);
        assert_eq!(names_agree("", "Anna", false), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn agreement_is_mutual(a in "[A-Za-zäöüßéñ' -]{0,20}", b in "[A-Za-zäöüßéñ' -]{0,20}") {
            prop_assert_eq!(names_agree(&a, &b, false), names_agree(&b, &a, false));
        }

        #[test]
        fn a_name_agrees_with_itself(a in "\\PC{0,30}") {
            prop_assert_ne!(names_agree(&a, &a, false), Some(false));
        }
    }
}
