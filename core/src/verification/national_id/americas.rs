//! North and South America.

use super::IdCheck::{self, NoCheckDigit};
use super::sums::{digits, is_day, luhn, number, pair, weighted};

/// Brazil, CPF: two digits, each a weighted sum modulo 11. Ten equal digits satisfy the sums and are refused.
/// Source: Receita Federal do Brasil; OECD, "Brazil - Information on Tax Identification Numbers".
pub(super) fn brazil_cpf(id: &str) -> Option<IdCheck> {
    let d = digits::<11>(id)?;
    if d.iter().all(|digit| *digit == d[0]) {
        return None;
    }
    let check = |body: &[u32], weights: &[u32]| match weighted(body, weights) % 11 {
        0 | 1 => 0,
        rest => 11 - rest,
    };
    let first = check(&d[..9], &[10, 9, 8, 7, 6, 5, 4, 3, 2]);
    let second = check(&d[..10], &[11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    Some(IdCheck::of(d[9] == first && d[10] == second))
}

/// Argentina, DNI: seven or eight digits in order of issue; it has no check digit (that of the CUIL, which
/// contains it, covers the prefix too).
pub(super) fn argentina_dni(id: &str) -> Option<IdCheck> {
    digits::<7>(id).map(|_| ()).or_else(|| digits::<8>(id).map(|_| ()))?;
    Some(NoCheckDigit)
}

/// Mexico, CURP: the last digit completes a sum over an alphabet of 37 characters with Ñ, weights 18 to 2,
/// modulo 10. Source: Secretaría de Gobernación, "Instructivo normativo para la asignación de la Clave Única
/// de Registro de Población" (Diario Oficial de la Federación).
pub(super) fn mexico_curp(id: &str) -> Option<IdCheck> {
    if id.chars().count() != 18 {
        return None;
    }
    let mut values = [0; 18];
    for (place, (slot, character)) in values.iter_mut().zip(id.chars()).enumerate() {
        *slot = match character {
            '0'..='9' if !matches!(place, 0..=3 | 10..=15) => character.to_digit(10)?,
            'A'..='N' if !matches!(place, 4..=9 | 17) => character.to_digit(36)?,
            'Ñ' if !matches!(place, 4..=10 | 16 | 17) => 24,
            'O'..='Z' if !matches!(place, 4..=9 | 17) => character.to_digit(36)? + 1,
            _ => return None,
        };
    }
    // H (hombre), M (mujer) or X, as values of the alphabet.
    if ![17, 22, 34].contains(&values[10]) {
        return None;
    }
    // A digit in the 17th place tells births before 2000 from later ones, which have a letter.
    let century = if values[16] < 10 { 1900 } else { 2000 };
    if !is_day(century + pair(&values, 4), pair(&values, 6), pair(&values, 8)) {
        return None;
    }
    let weights = [18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
    Some(IdCheck::of((weighted(&values, &weights) + values[17]).is_multiple_of(10)))
}

/// Chile, RUT/RUN: weights 2 to 7 from the right, modulo 11; ten is written `K`.
/// Source: Servicio de Registro Civil e Identificación; OECD, "Chile - Information on TINs".
pub(super) fn chile_rut(id: &str) -> Option<IdCheck> {
    let (body, check) = id.split_at_checked(id.len().checked_sub(1)?)?;
    if !(6..=8).contains(&body.len()) {
        return None;
    }
    let d = digits::<8>(&format!("{body:0>8}"))?;
    let check = if check == "K" { 10 } else { digits::<1>(check)?[0] };
    Some(IdCheck::of((11 - weighted(&d, &[3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 11 == check))
}

/// Colombia, cédula de ciudadanía and NUIP: six to ten digits without a check digit (that of the NIT
/// belongs to the tax register). Source: Registraduría Nacional del Estado Civil.
pub(super) fn colombia_cc(id: &str) -> Option<IdCheck> {
    let plain = (6..=10).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_digit());
    plain.then_some(NoCheckDigit)
}

/// Peru, DNI: eight digits. The ninth character that the card prints is a check character whose
/// computation the register (RENIEC) does not publish, so it is not judged.
pub(super) fn peru_dni(id: &str) -> Option<IdCheck> {
    let (body, rest) = id.split_at_checked(8)?;
    digits::<8>(body)?;
    let plain = rest.len() <= 1 && rest.bytes().all(|b| b.is_ascii_alphanumeric());
    plain.then_some(NoCheckDigit)
}

/// Ecuador, cédula de identidad: province (1 to 24, 30, 50), Luhn. The third digit is not judged: residents
/// from abroad hold numbers with a 6 there. Source: Dirección General de Registro Civil, Identificación y
/// Cedulación; provinces and third digit as in python-stdnum, `stdnum.ec.ci` and its pull request 228.
pub(super) fn ecuador_ci(id: &str) -> Option<IdCheck> {
    let d = digits::<10>(id)?;
    let province = pair(&d, 0);
    if !((1..=24).contains(&province) || matches!(province, 30 | 50)) {
        return None;
    }
    Some(IdCheck::of(luhn(&d)))
}

/// Uruguay, cédula de identidad: weights 2, 9, 8, 7, 6, 3, 4, modulo 10; older numbers have a digit less.
/// Source: Dirección Nacional de Identificación Civil; as independent public programs agree.
pub(super) fn uruguay_ci(id: &str) -> Option<IdCheck> {
    if !(7..=8).contains(&id.len()) {
        return None;
    }
    let d = digits::<8>(&format!("{id:0>8}"))?;
    Some(IdCheck::of((weighted(&d, &[2, 9, 8, 7, 6, 3, 4]) + d[7]).is_multiple_of(10)))
}

/// Canada, SIN: Luhn; 0 and 8 do not open a number of a person.
/// Source: Employment and Social Development Canada, "The Social Insurance Number Code of Practice", annexes.
pub(super) fn canada_sin(id: &str) -> Option<IdCheck> {
    let d = digits::<9>(id)?;
    if matches!(d[0], 0 | 8) {
        return None;
    }
    Some(IdCheck::of(luhn(&d)))
}

/// United States, SSN: no check digit. Areas 000, 666 and 900-999, group 00 and serial 0000 are never issued,
/// and two numbers that were printed in advertising are void.
/// Source: Social Security Administration, "Social Security Number Randomization" and POMS RM 10201.035.
pub(super) fn usa_ssn(id: &str) -> Option<IdCheck> {
    let d = digits::<9>(id)?;
    let (area, group, serial) = (number(&d[..3]), number(&d[3..5]), number(&d[5..]));
    let never = area == 0 || area == 666 || area >= 900 || group == 0 || serial == 0;
    let void = matches!(number(&d), 78_051_120 | 219_099_999);
    (!never && !void).then_some(NoCheckDigit)
}
