//! Asia, Oceania and Africa.

use super::IdCheck::{self, NoCheckDigit};
use super::sums::{digits, is_day, luhn, number, pair, verhoeff, weighted};

/// Thailand, national ID: weights 13 to 2, modulo 11, complement modulo 10.
/// Source: Department of Provincial Administration; the sum as in python-stdnum, `stdnum.th.pin`.
pub(super) fn thailand_id(id: &str) -> Option<IdCheck> {
    let d = digits::<13>(id)?;
    if d[0] == 0 || d[0] == 9 {
        return None;
    }
    let rest = weighted(&d, &[13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    Some(IdCheck::of((11 - rest) % 10 == d[12]))
}

/// Türkiye, TC Kimlik No: the tenth digit is seven times the odd places less the even ones, the eleventh
/// the sum of the ten, modulo 10. As in python-stdnum, `stdnum.tr.tckimlik`; the register (NVİ) publishes
/// no sum.
pub(super) fn turkey_tckn(id: &str) -> Option<IdCheck> {
    let d = digits::<11>(id)?;
    if d[0] == 0 {
        return None;
    }
    let tenth =
        (weighted(&d, &[7, 0, 7, 0, 7, 0, 7, 0, 7]) + 9 * weighted(&d, &[0, 1, 0, 1, 0, 1, 0, 1])) % 10;
    let eleventh = d[..10].iter().sum::<u32>() % 10;
    Some(IdCheck::of(d[9] == tenth && d[10] == eleventh))
}

/// South Korea, resident registration number: weights 2 to 9 and 2 to 5, modulo 11, complement modulo 10.
/// As in python-stdnum, `stdnum.kr.rrn`. Numbers given since 5 October 2020 are random behind the digit of
/// sex and century (Resident Registration Act, Enforcement Rule, art. 2), so births from that day on have
/// no check digit; an older person whose number was changed since then does not have one either and is
/// reported as a mismatch. Foreigners' numbers (5 to 8) add two by the older rule and are random as well
/// since then, whatever the year of birth: one that does not fit cannot be judged.
pub(super) fn korea_rrn(id: &str) -> Option<IdCheck> {
    let d = digits::<13>(id)?;
    let century = match d[6] {
        9 | 0 => 1800,
        1 | 2 | 5 | 6 => 1900,
        _ => 2000,
    };
    let (year, month, day) = (century + pair(&d, 0), pair(&d, 2), pair(&d, 4));
    if !is_day(year, month, day) {
        return None;
    }
    if (year, month, day) >= (2020, 10, 5) {
        return Some(NoCheckDigit);
    }
    let rest = weighted(&d, &[2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11;
    if (5..=8).contains(&d[6]) {
        return Some(if (13 - rest) % 10 == d[12] { IdCheck::Valid } else { NoCheckDigit });
    }
    Some(IdCheck::of((11 - rest) % 10 == d[12]))
}

/// India, Aadhaar: Verhoeff; the first digit is 2 to 9.
/// Source: Unique Identification Authority of India, "Aadhaar Number Numbering Scheme".
pub(super) fn india_aadhaar(id: &str) -> Option<IdCheck> {
    let d = digits::<12>(id)?;
    (d[0] > 1).then(|| IdCheck::of(verhoeff(&d)))
}

/// China, citizen identification number: ISO 7064 MOD 11-2; ten is written `X`.
/// Source: GB 11643-1999.
pub(super) fn china_id(id: &str) -> Option<IdCheck> {
    let (body, check) = id.split_at_checked(17)?;
    let d = digits::<17>(body)?;
    if !is_day(pair(&d, 6) * 100 + pair(&d, 8), pair(&d, 10), pair(&d, 12)) {
        return None;
    }
    let check = if check == "X" { 10 } else { digits::<1>(check)?[0] };
    let sum = weighted(&d, &[7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) + check;
    Some(IdCheck::of(sum % 11 == 1))
}

/// Taiwan, national ID and UI number: the letter of the place counts as two digits, weights 1, 9 to 1 and
/// 1, modulo 10. Source: Ministry of the Interior, Department of Household Registration; Ministry of
/// Finance (mof.gov.tw/Eng/download/16968) for the form; Wikipedia, "National identification card
/// (Taiwan)" for the sum.
pub(super) fn taiwan_id(id: &str) -> Option<IdCheck> {
    let (letter, body) = id.split_at_checked(1)?;
    let place = u32::try_from("ABCDEFGHJKLMNPQRSTUVXYWZIO".find(letter)?).ok()? + 10;
    let d = digits::<9>(body)?;
    if !matches!(d[0], 1 | 2 | 8 | 9) {
        return None;
    }
    let sum = place / 10 + place % 10 * 9 + weighted(&d, &[8, 7, 6, 5, 4, 3, 2, 1, 1]);
    Some(IdCheck::of(sum.is_multiple_of(10)))
}

/// Japan, My Number: weights 6 to 2 and 7 to 2, modulo 11; a rest of 0 or 1 gives 0.
/// Source: Ordinance of the Ministry of Internal Affairs and Communications no. 85 of 2014, art. 5.
pub(super) fn japan_my_number(id: &str) -> Option<IdCheck> {
    let d = digits::<12>(id)?;
    let check = match weighted(&d, &[6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11 {
        0 | 1 => 0,
        rest => 11 - rest,
    };
    Some(IdCheck::of(check == d[11]))
}

/// Australia, TFN: weights 1, 4, 3, 7, 5, 8, 6, 9, 10 make a multiple of 11; older numbers have eight
/// digits and weights 10, 7, 8, 4, 6, 3, 5, 1. As independent public programs agree (python-stdnum,
/// `stdnum.au.tfn`, for the nine digits); the Taxation Office gives the sum to software developers only.
pub(super) fn australia_tfn(id: &str) -> Option<IdCheck> {
    let sum = if id.len() == 8 {
        weighted(&digits::<8>(id)?, &[10, 7, 8, 4, 6, 3, 5, 1])
    } else {
        weighted(&digits::<9>(id)?, &[1, 4, 3, 7, 5, 8, 6, 9, 10])
    };
    Some(IdCheck::of(sum > 0 && sum.is_multiple_of(11)))
}

/// New Zealand, IRD number: weights 3, 2, 7, 6, 5, 4, 3, 2, modulo 11; a check of ten is tried again with
/// weights 7, 4, 3, 2, 5, 2, 7, 6. Source: Inland Revenue, "Resident withholding tax and non-resident
/// withholding tax specification document", IRD number validation.
pub(super) fn new_zealand_ird(id: &str) -> Option<IdCheck> {
    if !(8..=9).contains(&id.len()) {
        return None;
    }
    let d = digits::<9>(&format!("{id:0>9}"))?;
    if !(10_000_000..=200_000_000).contains(&number(&d)) {
        return None;
    }
    let check = |weights: &[u32]| (11 - weighted(&d[..8], weights) % 11) % 11;
    let check = match check(&[3, 2, 7, 6, 5, 4, 3, 2]) {
        10 => check(&[7, 4, 3, 2, 5, 2, 7, 6]),
        first => first,
    };
    Some(IdCheck::of(check == d[8]))
}

/// Israel, identity number: Luhn over nine digits, leading zeros added.
/// Source: Population and Immigration Authority; OECD, "Israel - Information on TINs".
pub(super) fn israel_id(id: &str) -> Option<IdCheck> {
    if !(5..=9).contains(&id.len()) {
        return None;
    }
    let d = digits::<9>(&format!("{id:0>9}"))?;
    (number(&d) > 0).then(|| IdCheck::of(luhn(&d)))
}

/// South Africa, identity number: Luhn; six digits of birth date, a digit of citizenship 0 to 2.
/// Source: Department of Home Affairs; Identification Act 68 of 1997.
pub(super) fn south_africa_id(id: &str) -> Option<IdCheck> {
    let d = digits::<13>(id)?;
    let real = [1900, 2000].iter().any(|century| is_day(century + pair(&d, 0), pair(&d, 2), pair(&d, 4)));
    (real && d[10] <= 2).then(|| IdCheck::of(luhn(&d)))
}
