//! Puts a screener together: the model from a bundle or from the caller, policy and limits.

use super::Screener;
use crate::bundle::Bundle;
use crate::language_id::LanguageIdentifier;
use crate::model::Model;
use crate::tokenizer::Tokenizer;
use std::sync::Arc;
use wardlight_core::{Limits, Policy, Result};

/// Collects what a [`Screener`] is made of.
#[derive(Default)]
pub struct ScreenerBuilder {
    source: Option<ModelSource>,
    language_identifier: Option<LanguageIdentifier>,
    policy: Option<Policy>,
    limits: Option<Limits>,
    full_pass: bool,
}

enum ModelSource {
    Bundle(Box<Bundle>),
    Custom(Arc<dyn Model>, Tokenizer),
}

impl ScreenerBuilder {
    /// Uses this bundle. Without it, and without [`ScreenerBuilder::model`], the bundled one is used.
    #[must_use]
    pub fn bundle(mut self, bundle: Bundle) -> Self {
        self.source = Some(ModelSource::Bundle(Box::new(bundle)));
        self
    }

    /// Uses a model and tokenizer of your own instead of a bundle; windows hold 128 tokens.
    #[must_use]
    pub fn model(mut self, model: impl Model + 'static, tokenizer: Tokenizer) -> Self {
        self.source = Some(ModelSource::Custom(Arc::new(model), tokenizer));
        self
    }

    /// Uses this language identifier instead of the bundle's.
    #[must_use]
    pub fn language_identifier(mut self, identifier: LanguageIdentifier) -> Self {
        self.language_identifier = Some(identifier);
        self
    }

    /// Numbers that verdicts depend on. Default: [`Policy::default`].
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = Some(policy);
        self
    }

    /// What requests may hold. Default: [`Limits::default`]. Of its `max_turns` and the policy's the lower holds.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        self
    }

    /// Whether clearly harmless texts that stand alone are answered by the early exit, without the model. Default: yes.
    ///
    /// The model card says how much it saves and what it loses. Conversations, continued ones too, and texts asked about
    /// for emotions or grooming, are always read in full.
    #[must_use]
    pub fn early_exit(mut self, wanted: bool) -> Self {
        self.full_pass = !wanted;
        self
    }

    /// Loads the model.
    ///
    /// # Errors
    /// [`wardlight_core::Code::BundleMissing`] if there is no model in this build and none was given,
    /// [`wardlight_core::Code::BundleDamaged`] if a file cannot be used.
    pub fn build(self) -> Result<Screener> {
        let source = match self.source {
            Some(source) => source,
            None => bundled()?,
        };
        let mut screener = match source {
            ModelSource::Bundle(bundle) => from_bundle(*bundle)?,
            ModelSource::Custom(model, tokenizer) => Screener {
                model,
                tokenizer: Arc::new(tokenizer),
                language_identifier: None,
                early_exit: None,
                model_version: None,
                max_tokens: MAX_TOKENS,
                policy: Arc::default(),
                limits: Limits::default(),
            },
        };
        if let Some(identifier) = self.language_identifier {
            screener.language_identifier = Some(Arc::new(identifier));
        }
        if self.full_pass {
            screener.early_exit = None;
        }
        let (mut policy, mut limits) = (self.policy.unwrap_or_default(), self.limits.unwrap_or_default());
        // What is not observed has to be refused by the pipeline: of two ceilings the lower holds for both.
        let ceiling = policy.max_turns.min(limits.max_turns);
        (policy.max_turns, limits.max_turns) = (ceiling, ceiling);
        screener.policy = Arc::new(policy);
        screener.limits = limits;
        Ok(screener)
    }
}

#[cfg(feature = "bundled-models")]
fn bundled() -> Result<ModelSource> {
    Bundle::bundled().map(|bundle| ModelSource::Bundle(Box::new(bundle)))
}

#[cfg(not(feature = "bundled-models"))]
fn bundled() -> Result<ModelSource> {
    Err(wardlight_core::Error::new(
        wardlight_core::Code::BundleMissing,
        "no model was given and this build carries none (feature bundled-models)",
    ))
}

#[cfg(feature = "onnx")]
fn from_bundle(bundle: Bundle) -> Result<Screener> {
    let tokenizer = Tokenizer::from_vocabulary(bundle.vocabulary()?)?;
    let identifier = LanguageIdentifier::from_bytes(bundle.languages())?;
    let ngrams = Arc::new(crate::ngrams::Ngrams::from_bytes(bundle.ngrams(), bundle.vocabulary()?)?);
    let model_version = bundle.model_version();
    let (heads, max_tokens) = (bundle.config().heads.clone(), bundle.config().max_tokens);
    let columns = bundle.config().columns.clone();
    let model = crate::onnx::OnnxModel::from_bytes(bundle.into_model(), heads, tokenizer.size(), max_tokens)?;
    let model = crate::ngrams::Ensemble::new(model, Arc::clone(&ngrams), &columns)?;
    Ok(Screener {
        model: Arc::new(model),
        tokenizer: Arc::new(tokenizer),
        language_identifier: Some(Arc::new(identifier)),
        early_exit: Some(ngrams),
        model_version: Some(model_version),
        max_tokens,
        policy: Arc::default(),
        limits: Limits::default(),
    })
}

#[cfg(not(feature = "onnx"))]
fn from_bundle(_: Bundle) -> Result<Screener> {
    Err(wardlight_core::Error::new(
        wardlight_core::Code::BundleMissing,
        "this build cannot run bundles (feature onnx); give a model instead",
    ))
}

/// Window length of a custom model, in tokens.
const MAX_TOKENS: usize = 128;
