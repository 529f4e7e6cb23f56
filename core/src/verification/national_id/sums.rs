//! The arithmetic that several countries share.

use crate::verification::Date;

/// The `N` digits of a text that is nothing else.
pub(super) fn digits<const N: usize>(text: &str) -> Option<[u32; N]> {
    if text.len() != N {
        return None;
    }
    let mut found = [0; N];
    for (slot, character) in found.iter_mut().zip(text.chars()) {
        *slot = character.to_digit(10)?;
    }
    Some(found)
}

/// Digits as one number, most significant first; at most 18 of them.
pub(super) fn number(digits: &[u32]) -> u64 {
    digits.iter().fold(0, |number, digit| number * 10 + u64::from(*digit))
}

/// Each digit times its weight; the shorter of the two ends the sum.
pub(super) fn weighted(digits: &[u32], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

/// Luhn, ISO/IEC 7812-1 annex B: every second digit from the right is doubled, digit sums make a multiple of
/// 10.
pub(super) fn luhn(digits: &[u32]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| if place % 2 == 0 { *digit } else { digit * 2 / 10 + digit * 2 % 10 })
        .sum();
    sum.is_multiple_of(10)
}

/// EAN-13, ISO/IEC 15420: weights 1 and 3 alternate, the sum is a multiple of 10.
pub(super) fn ean13(digits: &[u32; 13]) -> bool {
    weighted(digits, &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]).is_multiple_of(10)
}

/// ISO/IEC 7064 MOD 11,10, a hybrid system with one check digit.
pub(super) fn iso7064_mod11_10(digits: &[u32]) -> bool {
    let Some((check, body)) = digits.split_last() else { return false };
    let product = body.iter().fold(10, |product, digit| match (product + digit) % 10 {
        0 => 20 % 11,
        sum => sum * 2 % 11,
    });
    (product + check) % 10 == 1
}

/// Verhoeff: the dihedral group of order ten with a permutation that runs with the place.
pub(super) fn verhoeff(digits: &[u32]) -> bool {
    let mut state = 0;
    for (place, digit) in digits.iter().rev().enumerate() {
        let mut permuted = *digit;
        for _ in 0..place % 8 {
            permuted = VERHOEFF_STEP[permuted as usize];
        }
        state = dihedral(state, permuted);
    }
    state == 0
}

/// The product in the dihedral group: 0 to 4 are turns, 5 to 9 are turns of a mirror image.
fn dihedral(a: u32, b: u32) -> u32 {
    match (a < 5, b < 5) {
        (true, true) => (a + b) % 5,
        (true, false) => 5 + (a + b) % 5,
        (false, true) => 5 + (a - b) % 5,
        (false, false) => (5 + a - b) % 5,
    }
}

/// The day exists in the calendar.
pub(super) fn is_day(year: u32, month: u32, day: u32) -> bool {
    let parts = (u16::try_from(year), u8::try_from(month), u8::try_from(day));
    matches!(parts, (Ok(year), Ok(month), Ok(day)) if Date::new(year, month, day).is_some())
}

/// Two digits of a date as a number.
pub(super) fn pair(digits: &[u32], at: usize) -> u32 {
    digits[at] * 10 + digits[at + 1]
}

/// One step of Verhoeff's permutation, applied once per place.
const VERHOEFF_STEP: [u32; 10] = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn some_digits() -> impl Strategy<Value = Vec<u32>> {
        proptest::collection::vec(0..10_u32, 1..16)
    }

    /// The body with the one digit that a system accepts.
    fn completed(mut body: Vec<u32>, accepts: fn(&[u32]) -> bool) -> Vec<u32> {
        body.push(0);
        let last = body.len() - 1;
        let fitting: Vec<u32> = (0..10)
            .filter(|digit| {
                body[last] = *digit;
                accepts(&body)
            })
            .collect();
        assert_eq!(fitting.len(), 1, "exactly one check digit fits");
        body[last] = fitting[0];
        body
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn one_wrong_digit_is_always_seen(
            body in some_digits(), at in any::<prop::sample::Index>(), other in 0..10_u32,
        ) {
            for accepts in [luhn, iso7064_mod11_10, verhoeff] {
                let mut digits = completed(body.clone(), accepts);
                let at = at.index(digits.len());
                let same = digits[at] == other;
                digits[at] = other;
                prop_assert_eq!(accepts(&digits), same);
            }
        }

        #[test]
        fn verhoeff_sees_every_swap_of_neighbours(body in some_digits(), at in any::<prop::sample::Index>()) {
            let mut digits = completed(body, verhoeff);
            let at = at.index(digits.len() - 1);
            let same = digits[at] == digits[at + 1];
            digits.swap(at, at + 1);
            prop_assert_eq!(verhoeff(&digits), same);
        }
    }
}
