//! A model with scripted answers, for tests of everything above the [`Model`] seam in microseconds.

use crate::model::{Head, Model, Output};
use crate::tokenizer::Tokenizer;
use std::collections::BTreeSet;
use wardlight_core::{Code, Error, Result};

/// Answers high for a label when a phrase occurs in the window, low otherwise.
#[derive(Debug)]
pub struct ScriptedModel {
    heads: Vec<Head>,
    /// Token ids of a phrase, and the head that it raises.
    rules: Vec<(Vec<u32>, usize)>,
    failure: Option<Failure>,
}

/// How a scripted model fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// Returns an error.
    Error,
    /// Panics.
    Panic,
}

impl ScriptedModel {
    /// A model that knows `rules`, pairs of a phrase (as it reads after normalising) and a label such
    /// as `bullying/THREAT`, with the tokenizer that belongs to it.
    ///
    /// # Errors
    /// [`Code::BundleDamaged`] if a label is unknown.
    pub fn new(rules: &[(&str, &str)]) -> Result<(ScriptedModel, Tokenizer)> {
        let tokenizer = tokenizer(rules)?;
        let mut model = ScriptedModel { heads: Vec::new(), rules: Vec::new(), failure: None };
        for (phrase, label) in rules {
            let label = label.parse().map_err(|_| Error::new(Code::BundleDamaged, "unknown label"))?;
            let known = model.heads.iter().position(|head| head.label == label);
            let head = known.unwrap_or(model.heads.len());
            if known.is_none() {
                model.heads.push(Head::plain(label));
            }
            let ids = tokenizer.tokenize(phrase).iter().map(|token| token.id).collect();
            model.rules.push((ids, head));
        }
        Ok((model, tokenizer))
    }

    /// The same model, failing on every window.
    #[must_use]
    pub fn failing(mut self, failure: Failure) -> ScriptedModel {
        self.failure = Some(failure);
        self
    }
}

impl Model for ScriptedModel {
    fn heads(&self) -> &[Head] {
        &self.heads
    }

    fn run(&self, ids: &[u32]) -> Result<Output> {
        match self.failure {
            Some(Failure::Error) => return Err(Error::new(Code::Internal, "a scripted failure")),
            Some(Failure::Panic) => panic!("a scripted panic"),
            None => {}
        }
        let heads = self.heads.len();
        let mut logits = vec![-6.0_f32; heads];
        let mut contributions = vec![0.0_f32; heads * ids.len()];
        for (phrase, head) in &self.rules {
            let places = ids.windows(phrase.len().max(1)).enumerate();
            for (start, _) in places.filter(|(_, window)| *window == phrase) {
                if let Some(logit) = logits.get_mut(*head) {
                    *logit = 4.0;
                }
                for at in start..start + phrase.len() {
                    if let Some(share) = contributions.get_mut(at * heads + head) {
                        *share = 1.0;
                    }
                }
            }
        }
        Output::new(logits, contributions, ids.len(), heads)
    }
}

/// A vocabulary of the words of the rules and of single characters.
fn tokenizer(rules: &[(&str, &str)]) -> Result<Tokenizer> {
    let mut pieces: BTreeSet<String> = BTreeSet::new();
    for (phrase, _) in rules {
        pieces.extend(crate::tokenizer::words(phrase).filter_map(|word| phrase.get(word)).map(str::to_owned));
    }
    for ch in ('a'..='z').chain('0'..='9') {
        pieces.extend([ch.to_string(), format!("##{ch}")]);
    }
    let mut vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[OTHER]\n[CHILD]".to_owned();
    for piece in pieces {
        vocabulary.push('\n');
        vocabulary.push_str(&piece);
    }
    Tokenizer::from_vocabulary(&vocabulary)
}
