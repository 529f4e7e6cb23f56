//! The third reader beside the two encoders: a linear model over hashed n-grams of tokens, of their clusters and of the
//! characters of words.
//!
//! It errs elsewhere than the encoders do, so that what all three say together is right more often
//! (models/reports/tried.md), and it costs microseconds where they cost milliseconds. A cluster holds pieces whose word
//! vectors in the encoders are alike, those of one meaning in several languages among them, so that what one language
//! shows counts for the others (word clusters as features: Koo et al. 2008, <https://aclanthology.org/P08-1068>). Characters
//! (as in Bojanowski et al. 2017, arXiv 1607.04606) tell the forms of one word, of which languages with many endings have
//! more than training shows. Each detector has a column, and so has how pleasant a message sounds; the last says whether any
//! detector has something to find. That one is the early exit too: below its line, where held-back data shows next to
//! nothing that the encoders would have found, a text is harmless and they are not asked.
//!
//! The file (little-endian): `WNGR`, u32 version = 3, u32 buckets of tokens, of clusters and of characters,
//! u32 columns (even), u32 pieces of the vocabulary, f32 threshold of the last column, f32 bias\[columns\], f32 scale\[3\]\[columns\], u16
//! cluster\[pieces\], then for each of the three u8 table\[buckets\]\[columns / 2\]: two weights of four bits in a byte, the
//! even column in the upper half, each plus eight. The score of a column is bias + scale × sum of its weights / √number of
//! n-grams, summed over the three: single tokens and pairs of neighbours (`[CLS]` and `[SEP]` included), the same of their
//! clusters, and neighbouring characters of words (see `characters`).

mod characters;
#[cfg(feature = "onnx")]
mod ensemble;

use crate::tokenizer::UNK;
use characters::Pieces;
#[cfg(feature = "onnx")]
pub(crate) use ensemble::Ensemble;
use serde::Deserialize;
use std::borrow::Cow;
use std::ops::Range;
use wardlight_core::{Code, Error, Result};

/// The loaded tables of n-grams.
#[derive(Clone)]
pub struct Ngrams {
    bytes: Cow<'static, [u8]>,
    pieces: Pieces,
    /// Of each piece of the vocabulary.
    clusters: Vec<u16>,
    tables: [Table; 3],
    bias: Vec<f32>,
    threshold: f32,
}

/// Where a table stands in the file, and what its weights are multiplied with.
#[derive(Clone)]
struct Table {
    place: Range<usize>,
    scale: Vec<f32>,
}

/// What the columns of a table stand for, and how much they add to the logits of the encoders.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Columns {
    /// The labels of all columns but the last.
    pub labels: Vec<String>,
    /// Times the score of a label's own column.
    pub own: f32,
    /// Times the score of the last column, which says whether there is any harm; added to detectors only.
    pub any: f32,
    /// Times both where a message is read among others, which tell more of it than its words.
    pub among: f32,
}

impl Ngrams {
    /// Reads `ngrams.bin`, and the text of the pieces from that of `vocab.txt`.
    ///
    /// # Errors
    /// [`Code::BundleDamaged`] if the file is no such table.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>, vocabulary: &str) -> Result<Ngrams> {
        let bytes = bytes.into();
        let word = |at: usize| bytes.get(at..at + 4).and_then(|four| <[u8; 4]>::try_from(four).ok());
        let number = |at: usize| word(at).map(u32::from_le_bytes);
        let float = |at: usize| word(at).map(f32::from_le_bytes).filter(|number| number.is_finite());
        if bytes.get(..4) != Some(b"WNGR".as_slice()) || number(4) != Some(3) {
            return Err(damaged("not a table of version 3"));
        }
        let [tokens, clusters, characters, columns, pieces] =
            [8, 12, 16, 20, 24].map(|at| number(at).unwrap_or(0) as usize);
        let mut end = HEAD;
        let places = [
            (columns, 16),
            (pieces, 2),
            (tokens, columns / 2),
            (clusters, columns / 2),
            (characters, columns / 2),
        ]
        .map(|(count, width)| {
            let start = end;
            end = count.checked_mul(width)?.checked_add(start)?;
            (count > 0).then_some(start..end)
        });
        let wrong = || damaged("the tables have another size than their head says");
        let [Some(_), Some(of_pieces), Some(tokens), Some(clusters), Some(characters)] = places else {
            return Err(wrong());
        };
        if columns % 2 != 0 || end != bytes.len() {
            return Err(wrong());
        }
        let floats = |at: usize| {
            let from = HEAD + 4 * columns * at;
            let found = (0..columns).map(|column| float(from + 4 * column)).collect::<Option<Vec<f32>>>();
            found.ok_or_else(|| damaged("a weight is not a number"))
        };
        let threshold = float(28).ok_or_else(|| damaged("the threshold is not a number"))?;
        let tables = [
            Table { place: tokens, scale: floats(1)? },
            Table { place: clusters, scale: floats(2)? },
            Table { place: characters, scale: floats(3)? },
        ];
        let two = |pair: &[u8]| <[u8; 2]>::try_from(pair).map_or(0, u16::from_le_bytes);
        let clusters = bytes.get(of_pieces).ok_or_else(wrong)?.chunks_exact(2).map(two).collect();
        let (bias, read) = (floats(0)?, Pieces::new(vocabulary));
        if read.len() != pieces {
            return Err(damaged("made for another vocabulary"));
        }
        Ok(Ngrams { bytes, pieces: read, clusters, tables, bias, threshold })
    }

    /// Whether a message, given as token ids with `[CLS]` and `[SEP]`, is clearly harmless.
    ///
    /// A message with a piece outside the vocabulary never is: what cannot be read is not known.
    pub fn is_harmless(&self, ids: &[u32]) -> bool {
        !ids.contains(&UNK)
            && self.terms(ids).is_some_and(|terms| terms.score(self.bias.len() - 1) < self.threshold)
    }

    /// What every token adds to the scores; `None` without tokens, or where one is no piece of the vocabulary.
    fn terms(&self, ids: &[u32]) -> Option<Terms<'_>> {
        let [mut tokens, mut clusters, mut characters] =
            self.tables.each_ref().map(|table| Sums::new(table, ids.len(), self.bias.len()));
        let cluster = |id: &u32| self.clusters.get(*id as usize).copied().map(u32::from);
        tokens.add_pairs(&self.bytes, ids)?;
        clusters.add_pairs(&self.bytes, &ids.iter().map(cluster).collect::<Option<Vec<u32>>>()?)?;
        for word in self.pieces.words(ids) {
            for hash in self.pieces.hashes(ids.get(word.clone())?) {
                characters.add(&self.bytes, hash, word.start..word.start + 1)?;
            }
            characters.share(word)?;
        }
        (tokens.grams > 0.0).then_some(Terms { bias: &self.bias, parts: [tokens, clusters, characters] })
    }
}

/// The weights of one table, summed for each token.
struct Sums<'a> {
    table: &'a Table,
    columns: usize,
    /// Row per token, column per label, before the scale.
    of_tokens: Vec<f32>,
    grams: f32,
}

impl<'a> Sums<'a> {
    fn new(table: &'a Table, tokens: usize, columns: usize) -> Sums<'a> {
        Sums { table, columns, of_tokens: vec![0.0; tokens * columns], grams: 0.0 }
    }

    /// Adds the weights of every single number, one for each token, and of every pair of neighbours.
    fn add_pairs(&mut self, bytes: &[u8], numbers: &[u32]) -> Option<()> {
        for start in 0..numbers.len() {
            let mut state = 0_u32;
            for (order, (number, factor)) in (1..).zip(numbers.iter().skip(start).zip(FACTORS)) {
                state ^= number.wrapping_add(1).wrapping_mul(factor);
                state ^= state >> 15;
                self.add(bytes, state, start..start + order)?;
            }
        }
        Some(())
    }

    /// Adds the weights of the bucket that `hash` falls into, shared among `tokens`.
    fn add(&mut self, bytes: &[u8], hash: u32, tokens: Range<usize>) -> Option<()> {
        let (table, width) = (bytes.get(self.table.place.clone())?, self.columns / 2);
        let bucket = (hash as usize).checked_rem(table.len() / width)?;
        let weights = table.get(bucket * width..(bucket + 1) * width)?;
        let share = 1.0 / f32::from(u16::try_from(tokens.len()).ok()?);
        for row in self.of_tokens.chunks_exact_mut(self.columns).skip(tokens.start).take(tokens.len()) {
            for (term, weight) in row.iter_mut().zip(weights.iter().flat_map(|two| [two >> 4, two & 15])) {
                *term += (f32::from(weight) - 8.0) * share;
            }
        }
        self.grams += 1.0;
        Some(())
    }

    /// Shares among `tokens` what the first of them holds: once a word, since a long one has many pieces and more characters.
    fn share(&mut self, tokens: Range<usize>) -> Option<()> {
        let rows = self.of_tokens.get_mut(tokens.start * self.columns..tokens.end * self.columns)?;
        let (first, others) = rows.split_at_mut_checked(self.columns)?;
        let share = 1.0 / f32::from(u16::try_from(tokens.len()).ok()?);
        first.iter_mut().for_each(|term| *term *= share);
        others.chunks_exact_mut(self.columns).for_each(|row| row.copy_from_slice(first));
        Some(())
    }

    fn of(&self, column: usize) -> impl Iterator<Item = f32> + '_ {
        let scale = self.table.scale.get(column).copied().unwrap_or(0.0) / self.grams.max(1.0).sqrt();
        self.of_tokens.iter().skip(column).step_by(self.columns).map(move |term| scale * term)
    }
}

/// What the n-grams of a text add to the scores, shared among their tokens.
struct Terms<'a> {
    bias: &'a [f32],
    parts: [Sums<'a>; 3],
}

impl Terms<'_> {
    fn of(&self, column: usize) -> impl Iterator<Item = f32> + '_ {
        let [tokens, clusters, characters] = &self.parts;
        let words = tokens.of(column).zip(clusters.of(column)).map(|(token, cluster)| token + cluster);
        words.zip(characters.of(column)).map(|(word, characters)| word + characters)
    }

    fn score(&self, column: usize) -> f32 {
        self.bias.get(column).copied().unwrap_or(0.0) + self.of(column).sum::<f32>()
    }
}

impl std::fmt::Debug for Ngrams {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ngrams(columns={}, threshold={})", self.bias.len(), self.threshold)
    }
}

fn damaged(what: &str) -> Error {
    Error::new(Code::BundleDamaged, format!("ngrams.bin: {what}"))
}

/// Bytes before the biases.
const HEAD: usize = 32;
const FACTORS: [u32; 2] = [0x9E37_79B1, 0x85EB_CA6B];

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const PIECES: u32 = 200;

    fn vocabulary() -> String {
        let first = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[OTHER]\n[CHILD]\nlose\n##r\n##s\n我\n##\n";
        let others = (11..PIECES).map(|id| format!("piece{id}\n"));
        std::iter::once(first.to_owned()).chain(others).collect()
    }

    /// Tables of two columns: every weight of the first is `own`, every one of the second `any`, within -7..=7.
    fn table(threshold: f32, buckets: u32, own: i8, any: i8) -> Vec<u8> {
        let mut bytes = b"WNGR".to_vec();
        for number in [3, buckets, buckets, buckets, 2, PIECES] {
            bytes.extend(number.to_le_bytes());
        }
        for number in [threshold, 0.5, -0.5, 0.1, 0.2, 0.03, 0.04, 0.01, 0.02] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend((0..PIECES).flat_map(|_| [1, 2]));
        let two = 16 * (own + 8).cast_unsigned() + (any + 8).cast_unsigned();
        bytes.extend((0..3 * buckets).map(|_| two));
        bytes
    }

    pub(super) fn ngrams(threshold: f32, own: i8, any: i8) -> Ngrams {
        Ngrams::from_bytes(table(threshold, 8, own, any), &vocabulary()).expect("a valid table")
    }

    #[test]
    fn scores_every_gram_once() {
        let ngrams = ngrams(0.0, 5, -5);
        // Three tokens hold 3 + 2 grams; "<我>" holds 2 of two characters and 1 of three.
        let terms = ngrams.terms(&[2, 9, 3]).expect("tokens");
        let sum = |of_tokens: f32, of_clusters: f32, of_characters: f32| {
            (of_tokens + of_clusters) * 25.0 / 5.0_f32.sqrt() + of_characters * 15.0 / 3.0_f32.sqrt()
        };
        assert!((terms.score(0) - (0.5 + sum(0.1, 0.03, 0.01))).abs() < 1e-5);
        assert!((terms.score(1) - (-0.5 - sum(0.2, 0.04, 0.02))).abs() < 1e-5);
        assert_eq!(terms.parts.map(|part| part.grams), [5.0, 5.0, 3.0]);
        assert!(
            ngrams.terms(&[2, 3]).is_some_and(|terms| terms.parts.iter().all(|part| part.grams.is_finite()))
        );
        assert!(ngrams.terms(&[]).is_none());
        assert!(ngrams.terms(&[PIECES]).is_none());
    }

    #[test]
    fn n_grams_of_clusters_are_where_training_puts_them() {
        let mut bytes = table(0.0, 7, 0, 0);
        let (clusters, tokens) = (HEAD + 32, HEAD + 32 + 2 * PIECES as usize);
        for (piece, cluster) in (0_u16..).zip(bytes[clusters..tokens].chunks_exact_mut(2)) {
            cluster.copy_from_slice(&(piece * 7 % 50).to_le_bytes());
        }
        // Bucket b of the clusters weighs b, those of tokens and characters nothing.
        for (bucket, weights) in (0..).zip(&mut bytes[tokens + 7..tokens + 14]) {
            *weights = 16 * (bucket + 8) + 8;
        }
        let ngrams = Ngrams::from_bytes(bytes, &vocabulary()).expect("a valid table");
        let score = ngrams.terms(&[2, 6, 9, 3]).expect("tokens").score(0);
        // In models/training: sum(ngrams.grams((np.arange(200) * 7 % 50)[[2, 6, 9, 3]], 7))
        assert!((score - (0.5 + 0.03 * 20.0 / 7.0_f32.sqrt())).abs() < 1e-5, "{score}");
    }

    #[test]
    fn characters_pass_the_limits_of_pieces() {
        // "<losers>" holds 6 + 5 + 4 grams, which its three tokens share.
        let ngrams = ngrams(0.0, 5, -5);
        let terms = ngrams.terms(&[2, 6, 7, 8, 3]).expect("tokens");
        let [_, _, characters] = &terms.parts;
        assert!((characters.grams - 15.0).abs() < f32::EPSILON);
        let shares: Vec<f32> = characters.of(0).collect();
        let each = 0.01 * 75.0 / 3.0 / 15.0_f32.sqrt();
        assert!(
            shares.iter().zip([0.0, each, each, each, 0.0]).all(|(found, due)| (found - due).abs() < 1e-5),
            "{shares:?}"
        );
    }

    #[test]
    fn only_a_low_score_of_known_pieces_is_harmless() {
        let below = ngrams(1.0, 0, 0);
        assert!(below.is_harmless(&[2, 9, 3]));
        assert!(!below.is_harmless(&[2, UNK, 3]));
        assert!(!below.is_harmless(&[]));
        assert!(!ngrams(-0.6, 0, 0).is_harmless(&[2, 9, 3]));
    }

    #[test]
    fn damage_is_an_error() {
        let (whole, vocabulary) = (table(0.0, 8, 1, 1), vocabulary());
        for cut in 0..whole.len() {
            let part = whole.get(..cut).unwrap_or_default().to_vec();
            assert!(Ngrams::from_bytes(part, &vocabulary).is_err());
        }
        assert!(Ngrams::from_bytes(table(0.0, 0, 1, 1), &vocabulary).is_err());
        assert!(Ngrams::from_bytes(table(f32::NAN, 8, 1, 1), &vocabulary).is_err());
        assert!(Ngrams::from_bytes(whole, "[PAD]\n[UNK]\n").is_err());
    }
}
