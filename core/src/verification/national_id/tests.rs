//! Numbers here are printed in standards and official guides as examples, or built from the arithmetic alone
//! with serials that nobody has.

use super::*;
use proptest::prelude::*;

const EXAMPLES: &[(&str, &str, IdCheck)] = &[
    ("BRA", "529.982.247-25", IdCheck::Valid),
    ("BRA", "529.982.247-35", IdCheck::WrongCheckDigit),
    ("BRA", "111.111.111-11", IdCheck::WrongForm),
    ("ARG", "12345678", IdCheck::NoCheckDigit),
    ("ARG", "123456", IdCheck::WrongForm),
    ("MEX", "XEXX010101HNEXXXA4", IdCheck::Valid),
    ("MEX", "xexx800101mnexxx05", IdCheck::Valid),
    ("MEX", "XEXX010101HNEXXXA5", IdCheck::WrongCheckDigit),
    ("MEX", "XEXX010230HNEXXXA4", IdCheck::WrongForm),
    ("CHL", "12.345.678-5", IdCheck::Valid),
    ("CHL", "1.000.005-k", IdCheck::Valid),
    ("CHL", "12.345.678-K", IdCheck::WrongCheckDigit),
    ("COL", "1234567890", IdCheck::NoCheckDigit),
    ("PER", "12345678", IdCheck::NoCheckDigit),
    ("PER", "12345678-K", IdCheck::NoCheckDigit),
    ("PER", "1234567", IdCheck::WrongForm),
    ("ECU", "1710034065", IdCheck::Valid),
    ("ECU", "1710034066", IdCheck::WrongCheckDigit),
    ("ECU", "2510034065", IdCheck::WrongForm),
    ("ECU", "171430710-3", IdCheck::Valid),
    ("ECU", "1760000016", IdCheck::Valid),
    ("ECU", "1760000017", IdCheck::WrongCheckDigit),
    ("URY", "1.234.567-2", IdCheck::Valid),
    ("URY", "1.234.567-3", IdCheck::WrongCheckDigit),
    ("CAN", "046 454 286", IdCheck::WrongForm),
    ("CAN", "130 692 544", IdCheck::Valid),
    ("CAN", "130 692 545", IdCheck::WrongCheckDigit),
    ("USA", "123-45-6789", IdCheck::NoCheckDigit),
    ("USA", "078-05-1120", IdCheck::WrongForm),
    ("USA", "987-65-4320", IdCheck::WrongForm),
    ("USA", "666-12-3456", IdCheck::WrongForm),
    ("SWE", "640823-3234", IdCheck::Valid),
    ("SWE", "19640823-3234", IdCheck::Valid),
    ("SWE", "640883-3231", IdCheck::Valid),
    ("SWE", "640823-3235", IdCheck::WrongCheckDigit),
    ("SWE", "641323-3234", IdCheck::WrongForm),
    ("ESP", "X1234567L", IdCheck::Valid),
    ("ESP", "12345678-Z", IdCheck::Valid),
    ("NLD", "111222333", IdCheck::Valid),
    ("NLD", "111222334", IdCheck::WrongCheckDigit),
    ("PRT", "123456789", IdCheck::Valid),
    ("PRT", "123456780", IdCheck::WrongCheckDigit),
    ("DEU", "36574261809", IdCheck::Valid),
    ("DEU", "86095742719", IdCheck::Valid),
    ("DEU", "36574261808", IdCheck::WrongCheckDigit),
    ("DEU", "11123456789", IdCheck::WrongForm),
    ("FRA", "2 55 08 14 168 025 38", IdCheck::Valid),
    ("FRA", "1 80 01 2A 000 000 92", IdCheck::Valid),
    ("FRA", "1 80 01 2B 000 000 22", IdCheck::Valid),
    ("FRA", "2 55 08 14 168 025 39", IdCheck::WrongCheckDigit),
    ("ITA", "RSSMRA85T10A562S", IdCheck::Valid),
    ("ITA", "RSSMRA85T10A562T", IdCheck::WrongCheckDigit),
    ("ITA", "RSSMRA85Z10A562S", IdCheck::WrongForm),
    ("BEL", "85.07.30-033 28", IdCheck::Valid),
    ("BEL", "15.07.30-033 42", IdCheck::Valid),
    ("BEL", "85.07.30-033 29", IdCheck::WrongCheckDigit),
    ("BEL", "85.67.30-033 28", IdCheck::WrongForm),
    ("FIN", "131052-308T", IdCheck::Valid),
    ("FIN", "131052Y308T", IdCheck::Valid),
    ("FIN", "131052-308U", IdCheck::WrongCheckDigit),
    ("FIN", "311152-308T", IdCheck::WrongForm),
    ("NOR", "010100 50053", IdCheck::Valid),
    ("NOR", "410100 50128", IdCheck::Valid),
    ("NOR", "010100 50054", IdCheck::WrongCheckDigit),
    ("NOR", "151086 95088", IdCheck::Valid),
    ("NOR", "810100 50053", IdCheck::WrongForm),
    ("POL", "44051401458", IdCheck::Valid),
    ("POL", "10210100003", IdCheck::Valid),
    ("POL", "44051401459", IdCheck::WrongCheckDigit),
    ("GBR", "AB 12 34 56 C", IdCheck::NoCheckDigit),
    ("GBR", "QQ 12 34 56 C", IdCheck::WrongForm),
    ("GBR", "AO 12 34 56 C", IdCheck::WrongForm),
    ("IRL", "1234567T", IdCheck::Valid),
    ("IRL", "1234567FA", IdCheck::Valid),
    ("IRL", "1234567TW", IdCheck::Valid),
    ("IRL", "1234567U", IdCheck::WrongCheckDigit),
    ("CHE", "756.9217.0769.85", IdCheck::Valid),
    ("CHE", "756.1234.5678.97", IdCheck::Valid),
    ("CHE", "756.9217.0769.86", IdCheck::WrongCheckDigit),
    ("CHE", "755.9217.0769.85", IdCheck::WrongForm),
    ("AUT", "1237 010180", IdCheck::Valid),
    ("AUT", "1238 010180", IdCheck::WrongCheckDigit),
    ("CZE", "710319/2745", IdCheck::Valid),
    ("CZE", "800101/0040", IdCheck::Valid),
    ("CZE", "530101/123", IdCheck::NoCheckDigit),
    ("CZE", "710319/2746", IdCheck::WrongCheckDigit),
    ("CZE", "711319/2745", IdCheck::WrongForm),
    ("CZE", "714319/2745", IdCheck::WrongForm),
    ("CZE", "719319/2745", IdCheck::WrongForm),
    ("CZE", "110349/2745", IdCheck::WrongForm),
    ("ROU", "1630615123457", IdCheck::Valid),
    ("ROU", "1630615123458", IdCheck::WrongCheckDigit),
    ("HRV", "33392005961", IdCheck::Valid),
    ("HRV", "33392005962", IdCheck::WrongCheckDigit),
    ("BGR", "7523169263", IdCheck::Valid),
    ("BGR", "0141010006", IdCheck::Valid),
    ("BGR", "7523169264", IdCheck::WrongCheckDigit),
    ("GRC", "094259216", IdCheck::Valid),
    ("GRC", "094259217", IdCheck::WrongCheckDigit),
    ("HUN", "8071592153", IdCheck::Valid),
    ("HUN", "8071592154", IdCheck::WrongCheckDigit),
    ("EST", "37605030299", IdCheck::Valid),
    ("EST", "50101010009", IdCheck::Valid),
    ("EST", "37605030298", IdCheck::WrongCheckDigit),
    ("LTU", "33309240064", IdCheck::Valid),
    ("LTU", "33309240065", IdCheck::WrongCheckDigit),
    ("LVA", "161175-19997", IdCheck::Valid),
    ("LVA", "010110-20002", IdCheck::Valid),
    ("LVA", "161175-19998", IdCheck::WrongCheckDigit),
    ("LVA", "320000-00000", IdCheck::NoCheckDigit),
    ("THA", "1-2345-67890-12-1", IdCheck::Valid),
    ("THA", "1-2345-67890-12-2", IdCheck::WrongCheckDigit),
    ("TUR", "10000000146", IdCheck::Valid),
    ("TUR", "10000000147", IdCheck::WrongCheckDigit),
    ("KOR", "800101-1000008", IdCheck::Valid),
    ("KOR", "800101-5000001", IdCheck::Valid),
    ("KOR", "800101-5000002", IdCheck::NoCheckDigit),
    ("KOR", "800101-1000009", IdCheck::WrongCheckDigit),
    ("KOR", "201005-3000000", IdCheck::NoCheckDigit),
    ("IND", "2341 2341 2346", IdCheck::Valid),
    ("IND", "2341 2341 2347", IdCheck::WrongCheckDigit),
    ("CHN", "11010519491231002X", IdCheck::Valid),
    ("CHN", "440524188001010014", IdCheck::Valid),
    ("CHN", "110105194912310021", IdCheck::WrongCheckDigit),
    ("CHN", "110105194913310021", IdCheck::WrongForm),
    ("TWN", "A123456789", IdCheck::Valid),
    ("TWN", "A123456788", IdCheck::WrongCheckDigit),
    ("JPN", "1234 5678 9018", IdCheck::Valid),
    ("JPN", "1234 5678 9019", IdCheck::WrongCheckDigit),
    ("AUS", "123 456 782", IdCheck::Valid),
    ("AUS", "12 345 677", IdCheck::Valid),
    ("AUS", "123 456 783", IdCheck::WrongCheckDigit),
    ("NZL", "49-091-850", IdCheck::Valid),
    ("NZL", "136-410-132", IdCheck::Valid),
    ("NZL", "136-410-133", IdCheck::WrongCheckDigit),
    ("ISR", "123456782", IdCheck::Valid),
    ("ISR", "123456783", IdCheck::WrongCheckDigit),
    ("ZAF", "8001015009087", IdCheck::Valid),
    ("ZAF", "8001015009088", IdCheck::WrongCheckDigit),
];

#[test]
fn examples_are_judged() {
    let wrong: Vec<_> = EXAMPLES
        .iter()
        .filter_map(|(country, number, expected)| {
            let found = check_national_id(country, number).expect("a known country");
            (found != *expected).then_some((country, number, found))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn all_45_countries_are_there_once_with_an_example() {
    let mut codes: Vec<&str> = SCHEMES.iter().map(|scheme| scheme.country_code).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!((SCHEMES.len(), codes.len()), (45, 45));
    for scheme in SCHEMES {
        let wanted = if scheme.basis == Without { IdCheck::NoCheckDigit } else { IdCheck::Valid };
        let shown =
            EXAMPLES.iter().any(|(country, _, check)| *country == scheme.country_code && *check == wanted);
        assert!(shown, "{} has no example", scheme.country_code);
    }
}

#[test]
fn an_unknown_country_is_an_error_without_content() {
    let error = check_national_id("UTO", "123456789").expect_err("unknown");
    assert_eq!(error.code(), Code::UnknownCountry);
    assert!(!error.to_string().contains("123456789"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_answered(number in "\\PC{0,70}", scheme in proptest::sample::select(SCHEMES)) {
        prop_assert!(check_national_id(scheme.country_code, &number).is_ok());
    }

    #[test]
    fn any_digits_are_answered(number in "[0-9]{7,14}", scheme in proptest::sample::select(SCHEMES)) {
        prop_assert!(check_national_id(scheme.country_code, &number).is_ok());
    }

    // A prime modulus, and weights modulo 10 that share no factor with it, see each wrong digit. Sums that
    // write a rest of ten as another digit, and numbers with digits outside the sum, do not and are left out.
    #[test]
    fn one_wrong_digit_is_never_valid(
        example in proptest::sample::select(EXAMPLES.iter().filter(|(country, _, check)| {
            *check == IdCheck::Valid
                && ["DEU", "HRV", "IND", "CHN", "CHE", "ESP", "FIN", "FRA", "POL", "ISR", "ZAF", "TUR", "NOR"]
                    .contains(country)
        }).collect::<Vec<_>>()),
        at in any::<prop::sample::Index>(), other in 0..10_u32,
    ) {
        let (country, number, _) = example;
        let places: Vec<usize> =
            number.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()).map(|(place, _)| place).collect();
        let place = places[at.index(places.len())];
        let other = char::from_digit(other, 10).expect("a digit").to_string();
        let mut changed = (*number).to_owned();
        changed.replace_range(place..=place, &other);
        prop_assume!(changed != *number);
        prop_assert_ne!(check_national_id(country, &changed).expect("known"), IdCheck::Valid);
    }
}
