//! The early exit: a linear model over hashed token n-grams that knows clearly harmless messages.
//!
//! It costs microseconds where the encoder costs milliseconds. It only ever says "harmless" or "look": its
//! line lies where held-back data shows next to nothing that the encoder would have found.
//!
//! The file (little-endian): `WGAT`, u32 version = 1, u32 buckets (a power of two), f32 bias, f32 scale,
//! f32 threshold, i8 table\[buckets\]. Score = bias + scale × sum of the weights of all n-grams of one to
//! three tokens (`[CLS]` and `[SEP]` included) / √number of n-grams.

use crate::tokenizer::UNK;
use std::borrow::Cow;
use wardlight_core::{Code, Error, Result};

/// A loaded early exit.
#[derive(Clone)]
pub struct Gate {
    bytes: Cow<'static, [u8]>,
    bias: f32,
    scale: f32,
    threshold: f32,
}

impl Gate {
    /// Reads `gate.bin`.
    ///
    /// # Errors
    /// [`Code::BundleDamaged`] if the file is no such table.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Gate> {
        let bytes = bytes.into();
        let word = |at: usize| bytes.get(at..at + 4).and_then(|four| <[u8; 4]>::try_from(four).ok());
        let number = |at: usize| word(at).map(u32::from_le_bytes);
        let float = |at: usize| word(at).map(f32::from_le_bytes).filter(|number| number.is_finite());
        if bytes.get(..4) != Some(b"WGAT".as_slice()) || number(4) != Some(1) {
            return Err(damaged("not an early exit of version 1"));
        }
        let buckets = number(8).unwrap_or(0) as usize;
        if !buckets.is_power_of_two() || bytes.len() != HEAD + buckets {
            return Err(damaged("the table has another size than its head says"));
        }
        match (float(12), float(16), float(20)) {
            (Some(bias), Some(scale), Some(threshold)) => Ok(Gate { bytes, bias, scale, threshold }),
            _ => Err(damaged("a weight is not a number")),
        }
    }

    /// Whether a message, given as token ids with `[CLS]` and `[SEP]`, is clearly harmless.
    ///
    /// A message with a piece outside the vocabulary never is: what cannot be read is not known.
    pub fn is_harmless(&self, ids: &[u32]) -> bool {
        !ids.contains(&UNK) && self.score(ids).is_some_and(|score| score < self.threshold)
    }

    fn score(&self, ids: &[u32]) -> Option<f32> {
        let table = self.bytes.get(HEAD..)?;
        let (mut sum, mut grams) = (0_i64, 0_u16);
        for start in 0..ids.len() {
            let mut state = 0_u32;
            for (id, factor) in ids.iter().skip(start).zip(FACTORS) {
                state ^= id.wrapping_add(1).wrapping_mul(factor);
                state ^= state >> 15;
                sum += i64::from(table.get(state as usize & (table.len() - 1))?.cast_signed());
                grams = grams.checked_add(1)?;
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "at most 2^16 weights of seven bits")]
        let sum = sum as f32;
        (grams > 0).then(|| self.bias + self.scale * sum / f32::from(grams).sqrt())
    }
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Gate(threshold={})", self.threshold)
    }
}

fn damaged(what: &str) -> Error {
    Error::new(Code::BundleDamaged, format!("gate.bin: {what}"))
}

const FACTORS: [u32; 3] = [0x9E37_79B1, 0x85EB_CA6B, 0xC2B2_AE35];
const HEAD: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;

    fn table(threshold: f32, weights: &[i8]) -> Vec<u8> {
        let mut bytes = b"WGAT".to_vec();
        for number in [1, u32::try_from(weights.len()).unwrap_or(0)] {
            bytes.extend(number.to_le_bytes());
        }
        for number in [0.5_f32, 0.1, threshold] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(weights.iter().map(|weight| weight.cast_unsigned()));
        bytes
    }

    #[test]
    fn scores_every_gram_once() {
        let gate = Gate::from_bytes(table(0.0, &[10])).expect("a valid table");
        // Three tokens hold 3 + 2 + 1 grams.
        let score = gate.score(&[2, 9, 3]).expect("tokens");
        assert!((score - (0.5 + 0.1 * 60.0 / 6.0_f32.sqrt())).abs() < 1e-5);
        assert_eq!(gate.score(&[]), None);
    }

    #[test]
    fn only_a_low_score_of_known_pieces_is_harmless() {
        let below = Gate::from_bytes(table(1.0, &[0; 8])).expect("a valid table");
        assert!(below.is_harmless(&[2, 9, 3]));
        assert!(!below.is_harmless(&[2, UNK, 3]));
        assert!(!below.is_harmless(&[]));
        let above = Gate::from_bytes(table(0.4, &[0; 8])).expect("a valid table");
        assert!(!above.is_harmless(&[2, 9, 3]));
    }

    #[test]
    fn damage_is_an_error() {
        let whole = table(0.0, &[0; 8]);
        for cut in 0..whole.len() {
            assert!(Gate::from_bytes(whole.get(..cut).unwrap_or_default().to_vec()).is_err());
        }
        assert!(Gate::from_bytes(table(0.0, &[0; 7])).is_err());
        assert!(Gate::from_bytes(table(f32::NAN, &[0; 8])).is_err());
    }
}
