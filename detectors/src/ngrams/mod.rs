//! The third reader beside the two encoders: a linear model over hashed tokens and pairs of tokens, and over hashed
//! characters of words.
//!
//! It errs elsewhere than the encoders do, so that what all three say together is right more often
//! (models/reports/tried.md), and it costs microseconds where they cost milliseconds. Characters (as in Bojanowski et al.
//! 2017, arXiv 1607.04606) tell the forms of one word, of which languages with many endings have more than training shows.
//! Each detector has a column; one more says whether any of them has something to find. That one is the early exit too:
//! below its line, where held-back data shows next to nothing that the encoders would have found, a text is harmless and
//! they are not asked.
//!
//! The file (little-endian): `WNGR`, u32 version = 2, u32 buckets of tokens, u32 buckets of characters (powers of two), u32
//! columns (even), f32 threshold of the last column, f32 bias\[columns\], f32 scale of tokens\[columns\], f32 scale of
//! characters\[columns\], then u8 table\[buckets\]\[columns / 2\] of the tokens and that of the characters: two weights of
//! four bits in a byte, the even column in the upper half, each plus eight. The score of a column is bias + scale × sum of
//! its weights of all single tokens and pairs of neighbours (`[CLS]` and `[SEP]` included) / √number of them, and the same of
//! all neighbouring characters of its words (see `characters`).

mod characters;

use crate::model::{Head, Model, Output, Packed, message_alone};
use crate::tokenizer::UNK;
use characters::Pieces;
use serde::Deserialize;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;
use wardlight_core::{Code, Error, Observation, Result};

/// The loaded tables of n-grams.
#[derive(Clone)]
pub struct Ngrams {
    bytes: Cow<'static, [u8]>,
    pieces: Pieces,
    tokens: Table,
    characters: Table,
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
    /// Times the score of the last column, which says whether there is any harm.
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
        if bytes.get(..4) != Some(b"WNGR".as_slice()) || number(4) != Some(2) {
            return Err(damaged("not a table of version 2"));
        }
        let size = |at: usize| number(at).unwrap_or(0) as usize;
        let (tokens, characters, columns) = (size(8), size(12), size(16));
        let begin = columns.checked_mul(12).and_then(|floats| floats.checked_add(24));
        let middle = tokens.checked_mul(columns / 2).and_then(|table| table.checked_add(begin?));
        let end = characters.checked_mul(columns / 2).and_then(|table| table.checked_add(middle?));
        let sound =
            tokens.is_power_of_two() && characters.is_power_of_two() && columns > 0 && columns % 2 == 0;
        let (Some(begin), Some(middle), true) = (begin, middle, sound && end == Some(bytes.len())) else {
            return Err(damaged("the tables have another size than their head says"));
        };
        let floats = |from: usize| (0..columns).map(|at| float(from + 4 * at)).collect::<Option<Vec<f32>>>();
        let floats = (float(20), floats(24), floats(24 + 4 * columns), floats(24 + 8 * columns));
        let (Some(threshold), Some(bias), Some(of_tokens), Some(of_characters)) = floats else {
            return Err(damaged("a weight is not a number"));
        };
        let tokens = Table { place: begin..middle, scale: of_tokens };
        let characters = Table { place: middle..bytes.len(), scale: of_characters };
        Ok(Ngrams { bytes, pieces: Pieces::new(vocabulary), tokens, characters, bias, threshold })
    }

    /// Whether a message, given as token ids with `[CLS]` and `[SEP]`, is clearly harmless.
    ///
    /// A message with a piece outside the vocabulary never is: what cannot be read is not known.
    pub fn is_harmless(&self, ids: &[u32]) -> bool {
        !ids.contains(&UNK)
            && self.terms(ids).is_some_and(|terms| terms.score(self.bias.len() - 1) < self.threshold)
    }

    /// What every token adds to the scores; `None` without tokens.
    fn terms(&self, ids: &[u32]) -> Option<Terms<'_>> {
        let columns = self.bias.len();
        let mut of_tokens = Sums::new(&self.tokens, ids.len(), columns);
        for start in 0..ids.len() {
            let mut state = 0_u32;
            for (order, (id, factor)) in (1..).zip(ids.iter().skip(start).zip(FACTORS)) {
                state ^= id.wrapping_add(1).wrapping_mul(factor);
                state ^= state >> 15;
                of_tokens.add(&self.bytes, state, start..start + order)?;
            }
        }
        let mut of_characters = Sums::new(&self.characters, ids.len(), columns);
        for word in self.pieces.words(ids) {
            for hash in self.pieces.hashes(ids.get(word.clone())?) {
                of_characters.add(&self.bytes, hash, word.start..word.start + 1)?;
            }
            of_characters.share(word)?;
        }
        (of_tokens.grams > 0.0).then_some(Terms { bias: &self.bias, parts: [of_tokens, of_characters] })
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

    /// Adds the weights of the bucket that `hash` falls into, shared among `tokens`.
    fn add(&mut self, bytes: &[u8], hash: u32, tokens: Range<usize>) -> Option<()> {
        let (table, width) = (bytes.get(self.table.place.clone())?, self.columns / 2);
        let bucket = hash as usize & (table.len() / width - 1);
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
    parts: [Sums<'a>; 2],
}

impl Terms<'_> {
    fn of(&self, column: usize) -> impl Iterator<Item = f32> + '_ {
        let [tokens, characters] = &self.parts;
        tokens.of(column).zip(characters.of(column)).map(|(token, character)| token + character)
    }

    fn score(&self, column: usize) -> f32 {
        self.bias.get(column).copied().unwrap_or(0.0) + self.of(column).sum::<f32>()
    }
}

/// The encoders together with the n-grams: these add to the logits of each message, and to what its tokens contribute.
pub(crate) struct Ensemble<M> {
    encoders: M,
    ngrams: Arc<Ngrams>,
    /// Heads and their columns.
    columns: Vec<(usize, usize)>,
    own: f32,
    any: f32,
    among: f32,
}

impl<M: Model> Ensemble<M> {
    /// # Errors
    /// [`Code::BundleDamaged`] if the columns are not those of the table, or name no head of the model.
    pub(crate) fn new(encoders: M, ngrams: Arc<Ngrams>, columns: &Columns) -> Result<Ensemble<M>> {
        let Columns { own, any, among, .. } = *columns;
        let finite = [own, any, among].iter().all(|weight| weight.is_finite());
        if columns.labels.len() + 1 != ngrams.bias.len() || !finite {
            return Err(damaged("config.json names other columns"));
        }
        let head_of = |label: &String| {
            let label: Observation = label.parse().ok()?;
            encoders.heads().iter().position(|head| head.label == label)
        };
        let heads: Option<Vec<usize>> = columns.labels.iter().map(head_of).collect();
        let heads = heads.ok_or_else(|| damaged("a column is none of the model's heads"))?;
        let columns_of = heads.into_iter().zip(0..).collect();
        Ok(Ensemble { encoders, ngrams, columns: columns_of, own, any, among })
    }

    /// Adds `weight` times what the n-grams say.
    fn add(&self, ids: &[u32], weight: f32, output: &mut Output) -> Result<()> {
        let failed = || Error::new(Code::Internal, "the n-grams could not be read");
        let terms = self.ngrams.terms(ids).ok_or_else(failed)?;
        let any = self.ngrams.bias.len() - 1;
        let bias = |column: usize| self.ngrams.bias.get(column).copied().unwrap_or(0.0);
        let (of_own, of_any) = (weight * self.own, weight * self.any);
        for (head, column) in &self.columns {
            let both = terms.of(*column).zip(terms.of(any)).map(|(own, any)| of_own * own + of_any * any);
            output.add(*head, of_own * bias(*column) + of_any * bias(any), both);
        }
        Ok(())
    }
}

impl<M: Model> Model for Ensemble<M> {
    fn heads(&self) -> &[Head] {
        self.encoders.heads()
    }

    fn run(&self, ids: &[u32]) -> Result<Output> {
        let mut output = self.encoders.run(ids)?;
        self.add(ids, 1.0, &mut output)?;
        Ok(output)
    }

    fn run_conversation(&self, ids: &[u32], messages: &[Range<usize>]) -> Result<Packed> {
        let mut packed = self.encoders.run_conversation(ids, messages)?;
        for (place, output) in messages.iter().zip(&mut packed.messages) {
            self.add(&message_alone(ids, place)?, self.among, output)?;
        }
        Ok(packed)
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

const FACTORS: [u32; 2] = [0x9E37_79B1, 0x85EB_CA6B];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ScriptedModel;

    const VOCABULARY: &str = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[OTHER]\n[CHILD]\nlose\n##r\n##s\n我\n##\n";

    /// Tables of two columns: every weight of the first is `own`, every one of the second `any`, within -7..=7.
    fn table(threshold: f32, buckets: u32, own: i8, any: i8) -> Vec<u8> {
        let mut bytes = b"WNGR".to_vec();
        for number in [2, buckets, buckets, 2] {
            bytes.extend(number.to_le_bytes());
        }
        for number in [threshold, 0.5, -0.5, 0.1, 0.2, 0.01, 0.02] {
            bytes.extend(number.to_le_bytes());
        }
        let two = 16 * (own + 8).cast_unsigned() + (any + 8).cast_unsigned();
        bytes.extend((0..2 * buckets).map(|_| two));
        bytes
    }

    fn ngrams(threshold: f32, own: i8, any: i8) -> Ngrams {
        Ngrams::from_bytes(table(threshold, 8, own, any), VOCABULARY).expect("a valid table")
    }

    #[test]
    fn scores_every_gram_once() {
        let ngrams = ngrams(0.0, 5, -5);
        // Three tokens hold 3 + 2 grams; "<我>" holds 2 of two characters and 1 of three.
        let terms = ngrams.terms(&[2, 9, 3]).expect("tokens");
        let sum = |of_tokens: f32, of_characters: f32| {
            of_tokens * 25.0 / 5.0_f32.sqrt() + of_characters * 15.0 / 3.0_f32.sqrt()
        };
        assert!((terms.score(0) - (0.5 + sum(0.1, 0.01))).abs() < 1e-5);
        assert!((terms.score(1) - (-0.5 - sum(0.2, 0.02))).abs() < 1e-5);
        assert_eq!(terms.parts.map(|part| part.grams), [5.0, 3.0]);
        assert!(
            ngrams.terms(&[2, 3]).is_some_and(|terms| terms.parts.iter().all(|part| part.grams.is_finite()))
        );
        assert!(ngrams.terms(&[]).is_none());
    }

    #[test]
    fn characters_pass_the_limits_of_pieces() {
        // "<losers>" holds 6 + 5 + 4 grams, which its three tokens share.
        let ngrams = ngrams(0.0, 5, -5);
        let terms = ngrams.terms(&[2, 6, 7, 8, 3]).expect("tokens");
        let [_, characters] = &terms.parts;
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
        let whole = table(0.0, 8, 1, 1);
        for cut in 0..whole.len() {
            assert!(Ngrams::from_bytes(whole.get(..cut).unwrap_or_default().to_vec(), VOCABULARY).is_err());
        }
        assert!(Ngrams::from_bytes(table(0.0, 7, 1, 1), VOCABULARY).is_err());
        assert!(Ngrams::from_bytes(table(f32::NAN, 8, 1, 1), VOCABULARY).is_err());
    }

    #[test]
    fn what_is_added_to_a_logit_is_the_sum_of_what_is_added_to_its_terms() {
        let (model, tokenizer) = ScriptedModel::new(&[("harsh word", "bullying")]).expect("a label");
        let inner: Vec<u32> = tokenizer.tokenize("a harsh word").iter().map(|token| token.id).collect();
        let ids = [&[crate::tokenizer::CLS], &*inner, &[crate::tokenizer::SEP]].concat();
        let before = model.run(&ids).expect("an answer");
        let columns = Columns { labels: vec!["bullying".into()], own: 2.0, any: 3.0, among: 0.5 };
        let both = Ensemble::new(model, Arc::new(ngrams(0.0, 5, -5)), &columns).expect("a head");
        let after = both.run(&ids).expect("an answer");
        let moved = after.logit(0).expect("a head") - before.logit(0).expect("a head");
        let terms: f32 = after.contributions(0).zip(before.contributions(0)).map(|(a, b)| a - b).sum();
        let terms_of = both.ngrams.terms(&ids).expect("tokens");
        assert!((moved - (2.0 * terms_of.score(0) + 3.0 * terms_of.score(1))).abs() < 1e-3);
        assert!((moved - terms).abs() < 1e-3, "{moved} {terms}");
        let packed =
            [&[crate::tokenizer::CLS, crate::tokenizer::OTHER], &*inner, &[crate::tokenizer::SEP]].concat();
        let message = 1..packed.len() - 1;
        let among = both.run_conversation(&packed, std::slice::from_ref(&message)).expect("an answer");
        let less = among.messages.first().and_then(|output| output.logit(0)).expect("a head");
        assert!((less - before.logit(0).expect("a head") - moved / 2.0).abs() < 1e-3, "{less} {moved}");
    }

    #[test]
    fn columns_of_another_model_are_damage() {
        let columns = |label: &str| Columns { labels: vec![label.into()], own: 1.0, any: 1.0, among: 1.0 };
        for wrong in
            [columns("unsafe"), columns("nothing"), Columns { labels: Vec::new(), ..columns("bullying") }]
        {
            let (model, _) = ScriptedModel::new(&[("harsh word", "bullying")]).expect("a label");
            assert!(Ensemble::new(model, Arc::new(ngrams(0.0, 1, 1)), &wrong).is_err(), "{wrong:?}");
        }
    }
}
