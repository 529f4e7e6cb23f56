//! The encoders together with the n-grams.

use super::{Columns, Ngrams, damaged};
use crate::model::{Head, Model, Output, Packed, message_alone};
use std::ops::Range;
use std::sync::Arc;
use wardlight_core::{Code, Error, Observation, Result};

/// The n-grams add to what the encoders say of each message, and to what its tokens contribute.
pub(crate) struct Ensemble<M> {
    encoders: M,
    ngrams: Arc<Ngrams>,
    columns: Vec<Column>,
    own: f32,
    among: f32,
}

/// Which column a head hears, and how much of the last one.
struct Column {
    head: usize,
    column: usize,
    any: f32,
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
        let column_of = |(column, label): (usize, &String)| {
            let label: Observation = label.parse().ok()?;
            let head = encoders.heads().iter().position(|head| head.label == label)?;
            let any = if matches!(label, Observation::Harm(_)) { any } else { 0.0 };
            Some(Column { head, column, any })
        };
        let columns: Option<Vec<Column>> = columns.labels.iter().enumerate().map(column_of).collect();
        let columns = columns.ok_or_else(|| damaged("a column is none of the model's heads"))?;
        Ok(Ensemble { encoders, ngrams, columns, own, among })
    }

    /// Adds `weight` times what the n-grams say.
    fn add(&self, ids: &[u32], weight: f32, output: &mut Output) -> Result<()> {
        let failed = || Error::new(Code::Internal, "the n-grams could not be read");
        let terms = self.ngrams.terms(ids).ok_or_else(failed)?;
        let last = self.ngrams.bias.len() - 1;
        let bias = |column: usize| self.ngrams.bias.get(column).copied().unwrap_or(0.0);
        let own = weight * self.own;
        for Column { head, column, any } in &self.columns {
            let any = weight * any;
            let both =
                terms.of(*column).zip(terms.of(last)).map(|(of_own, of_any)| own * of_own + any * of_any);
            output.add(*head, own * bias(*column) + any * bias(last), both);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ngrams::tests::ngrams;
    use crate::testing::ScriptedModel;

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
    fn only_a_detector_hears_of_any_harm() {
        let (model, tokenizer) =
            ScriptedModel::new(&[("harsh word", "valence/unpleasant")]).expect("a label");
        let inner: Vec<u32> = tokenizer.tokenize("a harsh word").iter().map(|token| token.id).collect();
        let ids = [&[crate::tokenizer::CLS], &*inner, &[crate::tokenizer::SEP]].concat();
        let before = model.run(&ids).expect("an answer").logit(0).expect("a head");
        let columns = Columns { labels: vec!["valence/unpleasant".into()], own: 2.0, any: 3.0, among: 0.5 };
        let both = Ensemble::new(model, Arc::new(ngrams(0.0, 5, -5)), &columns).expect("a head");
        let after = both.run(&ids).expect("an answer").logit(0).expect("a head");
        let due = 2.0 * both.ngrams.terms(&ids).expect("tokens").score(0);
        assert!((after - before - due).abs() < 1e-3, "{before} {after} {due}");
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
