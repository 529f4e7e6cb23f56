//! National numbers of the 45 countries of the wire reference (verification, section 7): form and check
//! digit.
//!
//! A fitting check digit says that a number was read as printed, nothing about whose it is or whether it was
//! ever issued. Passport numbers follow other rules and are not to be checked here.
//!
//! The sums of 38 of the countries were compared with python-stdnum 2.2 over 60 000 random numbers. What
//! differs is meant: German and Czech rules that the issuer states more narrowly, Korea's foreigners,
//! Ireland's second letters up to I, Australia's eight digits, New Zealand's wider range, and two lists
//! that python-stdnum keeps and this module does not (places of birth in China, years to come in Belgium).

mod americas;
mod asia_pacific_africa;
mod europe;
mod sums;

use crate::error::{Code, Error, Result};
use Basis::{Common, NoCheckDigit as Without, Official};
use serde::Serialize;

/// What a number's form and check digit say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum IdCheck {
    /// The form and the check digit fit.
    Valid,
    /// The form fits; this number has no check digit that could be judged.
    NoCheckDigit,
    /// The check digit does not fit.
    WrongCheckDigit,
    /// Length, characters, an encoded date or a reserved range do not fit.
    WrongForm,
}

impl IdCheck {
    /// The field `valid`: absent where there is nothing to judge but the form.
    pub const fn valid(self) -> Option<bool> {
        match self {
            IdCheck::Valid => Some(true),
            IdCheck::NoCheckDigit => None,
            IdCheck::WrongCheckDigit | IdCheck::WrongForm => Some(false),
        }
    }

    fn of(fits: bool) -> IdCheck {
        if fits { IdCheck::Valid } else { IdCheck::WrongCheckDigit }
    }
}

/// Where a country's check digit is documented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// By the issuer, a law, a standard or an official specification.
    Official,
    /// By independent sources that agree; the issuer publishes no sum that we know of.
    Common,
    /// The number has no check digit, or its issuer keeps the sum to itself.
    NoCheckDigit,
}

/// A country's number. The doc comment of each function in this module's source names its source.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct IdScheme {
    /// ISO 3166-1 alpha-3.
    pub country_code: &'static str,
    /// The field `type`: the number's usual name.
    pub kind: &'static str,
    /// Where its check digit is documented.
    pub basis: Basis,
    check: fn(&str) -> Option<IdCheck>,
}

/// The numbers that are known, one per country.
pub fn national_ids() -> &'static [IdScheme] {
    SCHEMES
}

/// Checks `number` by the rules of `country_code` (ISO 3166-1 alpha-3). Spaces, dots, dashes and slashes
/// are ignored, letters may be small.
///
/// # Errors
/// [`Code::UnknownCountry`] for a country without a rule here.
///
/// ```
/// use wardlight_core::verification::{IdCheck, check_national_id};
/// assert_eq!(check_national_id("ESP", "12345678Z")?, IdCheck::Valid);
/// assert_eq!(check_national_id("ESP", "12345678A")?, IdCheck::WrongCheckDigit);
/// assert_eq!(check_national_id("ARG", "12.345.678")?, IdCheck::NoCheckDigit);
/// # Ok::<(), wardlight_core::Error>(())
/// ```
pub fn check_national_id(country_code: &str, number: &str) -> Result<IdCheck> {
    let scheme = SCHEMES.iter().find(|scheme| scheme.country_code == country_code).ok_or_else(|| {
        Error::new(
            Code::UnknownCountry,
            "country_code is not one of the 45 countries with a rule for national numbers",
        )
    })?;
    if number.len() > MAX_BYTES {
        return Ok(IdCheck::WrongForm);
    }
    // The sign of a Finnish number names the century and is part of it; elsewhere dashes only group digits.
    let separator = |c: char| matches!(c, ' ' | '.' | '/') || (c == '-' && scheme.country_code != "FIN");
    let compact: String = number.chars().filter(|c| !separator(*c)).flat_map(char::to_uppercase).collect();
    Ok((scheme.check)(&compact).unwrap_or(IdCheck::WrongForm))
}

const fn scheme(
    country_code: &'static str,
    kind: &'static str,
    basis: Basis,
    check: fn(&str) -> Option<IdCheck>,
) -> IdScheme {
    IdScheme { country_code, kind, basis, check }
}

/// The longest number has 18 characters; with separators it stays far below this.
const MAX_BYTES: usize = 64;

const SCHEMES: &[IdScheme] = &[
    scheme("BRA", "CPF", Official, americas::brazil_cpf),
    scheme("ARG", "DNI", Without, americas::argentina_dni),
    scheme("MEX", "CURP", Official, americas::mexico_curp),
    scheme("CHL", "RUT", Official, americas::chile_rut),
    scheme("COL", "CC", Without, americas::colombia_cc),
    scheme("PER", "DNI", Without, americas::peru_dni),
    scheme("ECU", "CI", Common, americas::ecuador_ci),
    scheme("URY", "CI", Common, americas::uruguay_ci),
    scheme("CAN", "SIN", Official, americas::canada_sin),
    scheme("USA", "SSN", Without, americas::usa_ssn),
    scheme("SWE", "personnummer", Official, europe::sweden_personnummer),
    scheme("ESP", "DNI/NIE", Official, europe::spain_dni),
    scheme("NLD", "BSN", Official, europe::netherlands_bsn),
    scheme("PRT", "NIF", Official, europe::portugal_nif),
    scheme("DEU", "Steuer-ID", Official, europe::germany_steuer_id),
    scheme("FRA", "NIR", Official, europe::france_nir),
    scheme("ITA", "Codice Fiscale", Official, europe::italy_codice_fiscale),
    scheme("BEL", "NRN", Official, europe::belgium_nrn),
    scheme("FIN", "henkilötunnus", Official, europe::finland_hetu),
    scheme("NOR", "fødselsnummer", Official, europe::norway_fodselsnummer),
    scheme("POL", "PESEL", Official, europe::poland_pesel),
    scheme("GBR", "NI number", Without, europe::uk_nino),
    scheme("IRL", "PPS", Official, europe::ireland_pps),
    scheme("CHE", "AHV", Official, europe::switzerland_ahv),
    scheme("AUT", "SVNr", Official, europe::austria_svnr),
    scheme("CZE", "RC", Official, europe::czech_rc),
    scheme("ROU", "CNP", Common, europe::romania_cnp),
    scheme("HRV", "OIB", Official, europe::croatia_oib),
    scheme("BGR", "EGN", Official, europe::bulgaria_egn),
    scheme("GRC", "AFM", Common, europe::greece_afm),
    scheme("HUN", "adóazonosító jel", Official, europe::hungary_tax_id),
    scheme("EST", "isikukood", Official, europe::baltic_code),
    scheme("LTU", "asmens kodas", Official, europe::baltic_code),
    scheme("LVA", "personas kods", Common, europe::latvia_code),
    scheme("THA", "ID", Common, asia_pacific_africa::thailand_id),
    scheme("TUR", "TC Kimlik", Common, asia_pacific_africa::turkey_tckn),
    scheme("KOR", "RRN", Common, asia_pacific_africa::korea_rrn),
    scheme("IND", "Aadhaar", Official, asia_pacific_africa::india_aadhaar),
    scheme("CHN", "ID", Official, asia_pacific_africa::china_id),
    scheme("TWN", "ID", Common, asia_pacific_africa::taiwan_id),
    scheme("JPN", "My Number", Official, asia_pacific_africa::japan_my_number),
    scheme("AUS", "TFN", Common, asia_pacific_africa::australia_tfn),
    scheme("NZL", "IRD", Official, asia_pacific_africa::new_zealand_ird),
    scheme("ISR", "ID", Official, asia_pacific_africa::israel_id),
    scheme("ZAF", "ID", Common, asia_pacific_africa::south_africa_id),
];

#[cfg(test)]
mod tests;
