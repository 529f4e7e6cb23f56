//! Which language a text is written in: a linear model over hashed character n-grams.
//!
//! The file (little-endian): `WLID`, u32 version = 2, u32 buckets, u32 classes (even), per class u8 length and
//! code, f32 bias\[classes\], f32 scale\[classes\], u8 table\[buckets\]\[classes / 2\]: two weights of four bits in a byte,
//! that of the even class in the upper half, each plus eight.

use crate::script::is_mostly_foreign;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;
use wardlight_core::{Code, Error, Language, Result};

/// A loaded language identifier.
#[derive(Clone)]
pub struct LanguageIdentifier {
    bytes: Cow<'static, [u8]>,
    /// Where the table begins in `bytes`.
    table: usize,
    buckets: usize,
    /// One per class; two classes may stand for one language in two scripts.
    classes: Vec<Class>,
}

#[derive(Clone, Copy)]
struct Class {
    language: Language,
    bias: f32,
    scale: f32,
}

impl LanguageIdentifier {
    /// Reads `langid.bin`.
    ///
    /// # Errors
    /// [`Code::BundleDamaged`] if the file is no such table or names a language outside the 32.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<LanguageIdentifier> {
        let bytes = bytes.into();
        let mut reader = Reader { bytes: &bytes, at: 0 };
        if reader.take(4)? != b"WLID" || reader.number()? != 2 {
            return Err(damaged("not a language table of version 2"));
        }
        let (buckets, count) = (reader.number()? as usize, reader.number()? as usize);
        if buckets == 0 || count == 0 || count > 255 || count % 2 == 1 {
            return Err(damaged("the table is empty, too wide or of an odd width"));
        }
        let languages = (0..count).map(|_| reader.language()).collect::<Result<Vec<_>>>()?;
        let biases = (0..count).map(|_| reader.float()).collect::<Result<Vec<_>>>()?;
        let scales = (0..count).map(|_| reader.float()).collect::<Result<Vec<_>>>()?;
        let table = reader.at;
        if Some(bytes.len() - table) != buckets.checked_mul(count / 2) {
            return Err(damaged("the table has another size than its head says"));
        }
        let numbers = biases.into_iter().zip(scales);
        let classes = languages
            .into_iter()
            .zip(numbers)
            .map(|(language, (bias, scale))| Class { language, bias, scale })
            .collect();
        Ok(LanguageIdentifier { bytes, table, buckets, classes })
    }

    /// The likeliest language and its probability within 0..=1; `None` for a text without letters.
    ///
    /// Reads the first 4,096 letters at most: more do not change the answer.
    pub fn identify(&self, text: &str) -> Option<(Language, f64)> {
        if is_mostly_foreign(text) {
            return None;
        }
        let letters = clean(text)?;
        let width = self.classes.len() / 2;
        let mut sums = vec![[0_i32; 2]; width];
        let mut rows = 0_u32;
        for start in 0..letters.len() {
            let mut hash = FNV_OFFSET;
            for ch in letters.iter().skip(start).take(LONGEST_GRAM) {
                hash = fnv(hash, *ch);
                let row = self.table + (hash as usize % self.buckets) * width;
                let weights = self.bytes.get(row..row + width)?;
                for ([upper, lower], both) in sums.iter_mut().zip(weights) {
                    *upper += i32::from(both >> 4) - 8;
                    *lower += i32::from(both & 15) - 8;
                }
                rows += 1;
            }
        }
        let logits: Vec<f64> = self
            .classes
            .iter()
            .zip(sums.iter().flatten())
            .map(|(class, &sum)| {
                f64::from(class.bias) + f64::from(class.scale) * f64::from(sum) / f64::from(rows)
            })
            .collect();
        self.strongest(&logits)
    }

    /// Softmax, with the classes of one language taken together.
    fn strongest(&self, logits: &[f64]) -> Option<(Language, f64)> {
        let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = logits.iter().map(|logit| (logit - top).exp()).collect();
        let total: f64 = weights.iter().sum();
        let share = |language: Language| {
            let mine = self.classes.iter().zip(&weights).filter(|(class, _)| class.language == language);
            mine.map(|(_, weight)| weight).sum::<f64>() / total
        };
        let languages = self.classes.iter().map(|class| (class.language, share(class.language)));
        languages.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

impl std::fmt::Debug for LanguageIdentifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LanguageIdentifier(classes={})", self.classes.len())
    }
}

/// Composed lower-case letters, each run of anything else one space, one space at both ends.
fn clean(text: &str) -> Option<Vec<char>> {
    // A long text is cut before it is lower-cased; lower case is decided word by word.
    let composed: String = text.nfc().take(4 * MOST_LETTERS).collect();
    let mut letters = vec![' '];
    for ch in composed.to_lowercase().chars() {
        if ch.is_alphabetic() {
            letters.push(ch);
        } else if letters.last() != Some(&' ') {
            letters.push(' ');
        }
        if letters.len() > MOST_LETTERS {
            break;
        }
    }
    if letters.last() != Some(&' ') {
        letters.push(' ');
    }
    (letters.len() > 1).then_some(letters)
}

fn fnv(hash: u32, ch: char) -> u32 {
    let mut buffer = [0; 4];
    let bytes = ch.encode_utf8(&mut buffer).bytes();
    bytes.fold(hash, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(FNV_PRIME))
}

fn damaged(what: &str) -> Error {
    Error::new(Code::BundleDamaged, format!("langid.bin: {what}"))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let taken =
            self.bytes.get(self.at..self.at + count).ok_or_else(|| damaged("the file ends too early"))?;
        self.at += count;
        Ok(taken)
    }

    fn four(&mut self) -> Result<[u8; 4]> {
        self.take(4)?.try_into().map_err(|_| damaged("the file ends too early"))
    }

    fn number(&mut self) -> Result<u32> {
        self.four().map(u32::from_le_bytes)
    }

    fn float(&mut self) -> Result<f32> {
        let number = f32::from_le_bytes(self.four()?);
        if number.is_finite() { Ok(number) } else { Err(damaged("a weight is not a number")) }
    }

    /// `el-Latn` and the like name the language before the hyphen.
    fn language(&mut self) -> Result<Language> {
        let length = self.take(1)?.first().copied().unwrap_or(0);
        let code = std::str::from_utf8(self.take(usize::from(length))?).unwrap_or_default();
        let code = code.split('-').next().unwrap_or_default();
        Language::from_code(code).ok_or_else(|| damaged("a class is not one of the 32 languages"))
    }
}

const FNV_OFFSET: u32 = 2_166_136_261;
const FNV_PRIME: u32 = 16_777_619;
const LONGEST_GRAM: usize = 4;
const MOST_LETTERS: usize = 4_096;

#[cfg(test)]
mod tests {
    use super::*;

    /// A table with one bucket per class: class 0 likes everything that hashes into bucket 0.
    fn table(buckets: u32, weights: &[[i8; 2]]) -> Vec<u8> {
        let mut bytes = b"WLID".to_vec();
        for number in [2, buckets, 2] {
            bytes.extend(u32::to_le_bytes(number));
        }
        for code in ["en", "el-Latn"] {
            bytes.push(u8::try_from(code.len()).unwrap_or(0));
            bytes.extend(code.as_bytes());
        }
        for number in [0.0_f32, 0.5, 0.1, 0.1] {
            bytes.extend(number.to_le_bytes());
        }
        let small = |weight: &i8| (weight + 8).cast_unsigned();
        bytes.extend(weights.iter().map(|[upper, lower]| 16 * small(upper) + small(lower)));
        bytes
    }

    #[test]
    fn cleans_like_the_training() {
        let clean = |text: &str| clean(text).map(|letters| letters.into_iter().collect::<String>());
        assert_eq!(clean("Hé, 12 DU!"), Some(" hé du ".to_owned()));
        assert_eq!(clean("12:30 😀"), None);
        assert_eq!(clean(""), None);
    }

    #[test]
    fn reads_and_answers() {
        let identifier = LanguageIdentifier::from_bytes(table(1, &[[7, -7]])).expect("a valid table");
        let (language, probability) = identifier.identify("hello").expect("letters");
        assert_eq!(language, Language::ENGLISH);
        assert!(probability > 0.7, "{probability}");
        let identifier = LanguageIdentifier::from_bytes(table(1, &[[0, 0]])).expect("a valid table");
        assert_eq!(identifier.identify("x").map(|found| found.0.code()), Some("el"));
        assert_eq!(identifier.identify("…"), None);
    }

    #[test]
    fn damage_is_an_error() {
        let whole = table(1, &[[0, 0]]);
        for cut in 0..whole.len() {
            assert!(LanguageIdentifier::from_bytes(whole.get(..cut).unwrap_or_default().to_vec()).is_err());
        }
        assert!(LanguageIdentifier::from_bytes(table(u32::MAX, &[[0, 0]])).is_err());
        assert!(LanguageIdentifier::from_bytes(table(0, &[])).is_err());
    }
}
