//! The model runtime: an ONNX graph run by tract, in pure Rust.
//!
//! Graph: `input_ids` and `attention_mask` (i64, 1 × tokens) to `logits` (f32, 1 × heads) and
//! `contributions` (f32, 1 × tokens × heads). Windows are padded to a few fixed lengths; each length
//! gets its own plan when it is first needed, because a plan of unknown length runs 10–50 % slower.

use crate::model::{Head, Model, Output};
use crate::tokenizer::PAD;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use tract_onnx::prelude::*;
use tract_onnx::tract_core::internal::DimLike;
use wardlight_core::{Code, Error, Result};

/// A text model in ONNX. Threads share it; each run uses only its own memory.
pub struct OnnxModel {
    heads: Vec<Head>,
    vocabulary_size: usize,
    /// The graph with an open length; its weights are shared by the plans.
    graph: TypedModel,
    tokens: Symbol,
    plans: Vec<Plan>,
}

struct Plan {
    length: usize,
    built: OnceLock<Result<Arc<TypedSimplePlan>>>,
}

impl OnnxModel {
    /// Reads a graph from the bytes of `model.onnx`.
    ///
    /// `lengths` are the window lengths in tokens, ascending; ids must be below `vocabulary_size`.
    ///
    /// # Errors
    /// [`Code::BundleDamaged`] if the bytes are no graph of the expected form.
    pub fn from_bytes(
        bytes: &[u8],
        heads: Vec<Head>,
        vocabulary_size: usize,
        lengths: &[usize],
    ) -> Result<OnnxModel> {
        let (graph, tokens) = read(bytes).map_err(|_| damaged("not a graph that the runtime understands"))?;
        let inputs: Vec<&str> = graph.inputs.iter().map(|at| graph.node(at.node).name.as_str()).collect();
        if inputs != ["input_ids", "attention_mask"] || graph.outputs.len() != 2 {
            return Err(damaged("inputs or outputs are not the expected ones"));
        }
        let width = graph.output_fact(0).ok().and_then(|fact| fact.shape.get(1)?.to_usize().ok());
        if width != Some(heads.len()) {
            return Err(damaged("the graph has another number of heads than config.json"));
        }
        let plans = lengths.iter().map(|&length| Plan { length, built: OnceLock::new() }).collect();
        Ok(OnnxModel { heads, vocabulary_size, graph, tokens, plans })
    }

    fn plan(&self, tokens: usize) -> Result<(usize, &Arc<TypedSimplePlan>)> {
        let plan = self
            .plans
            .iter()
            .find(|plan| plan.length >= tokens)
            .ok_or_else(|| internal("the window is too long"))?;
        let built = plan.built.get_or_init(|| self.build(plan.length));
        built.as_ref().map(|built| (plan.length, built)).map_err(Clone::clone)
    }

    fn build(&self, length: usize) -> Result<Arc<TypedSimplePlan>> {
        let length = i64::try_from(length).map_err(|_| internal("the window is too long"))?;
        let symbols = HashMap::from([(self.tokens.clone(), TDim::Val(length))]);
        self.graph
            .set_symbols(&symbols)
            .and_then(TypedModel::into_optimized)
            .and_then(TypedModel::into_runnable)
            .map_err(|_| internal("the graph could not be prepared"))
    }
}

impl Model for OnnxModel {
    fn heads(&self) -> &[Head] {
        &self.heads
    }

    fn run(&self, ids: &[u32]) -> Result<Output> {
        // The runtime panics on an id outside the table.
        if ids.is_empty() || ids.iter().any(|&id| id as usize >= self.vocabulary_size) {
            return Err(internal("the window is empty or holds an unknown id"));
        }
        let (length, plan) = self.plan(ids.len())?;
        let padding = length - ids.len();
        let padded = ids.iter().copied().chain(std::iter::repeat_n(PAD, padding));
        let input: Vec<i64> = padded.map(i64::from).collect();
        let mask: Vec<i64> = (0..length).map(|at| i64::from(at < ids.len())).collect();
        let tensor = |values: &[i64]| Tensor::from_shape(&[1, length], values).map(TValue::from);
        let answer = tensor(&input)
            .and_then(|input| Ok(tvec![input, tensor(&mask)?]))
            .and_then(|inputs| plan.run(inputs))
            .map_err(|_| internal("the runtime failed"))?;
        let column = |at: usize| {
            let tensor = answer.get(at).ok_or_else(|| internal("the runtime left an output out"))?;
            let values = tensor.try_as_plain_ram().and_then(|view| view.as_slice::<f32>());
            let values = values.map_err(|_| internal("an output has another type"))?;
            Ok::<Vec<f32>, Error>(values.to_vec())
        };
        let heads = self.heads.len();
        let mut contributions = column(1)?;
        contributions.truncate(ids.len() * heads);
        Output::new(column(0)?, contributions, ids.len(), heads)
    }
}

impl std::fmt::Debug for OnnxModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OnnxModel(heads={})", self.heads.len())
    }
}

fn read(mut bytes: &[u8]) -> TractResult<(TypedModel, Symbol)> {
    let onnx = tract_onnx::onnx().with_ignore_value_info(true);
    let mut model = onnx.model_for_read(&mut bytes)?;
    let tokens = model.symbols.sym("tokens");
    for input in 0..2 {
        let fact = i64::fact([1.to_dim(), tokens.to_dim()]);
        model = model.with_input_fact(input, fact.into())?;
    }
    let graph = model.into_typed()?.into_decluttered()?;
    Ok((graph, tokens))
}

fn damaged(what: &str) -> Error {
    Error::new(Code::BundleDamaged, format!("model.onnx: {what}"))
}

fn internal(what: &str) -> Error {
    Error::new(Code::Internal, what)
}

#[cfg(all(test, feature = "bundled-models"))]
mod tests {
    use super::*;
    use crate::bundle::Bundle;
    use crate::tokenizer::{CLS, SEP, Tokenizer};

    fn model() -> OnnxModel {
        let bundle = Bundle::bundled().expect("the bundled files");
        let tokenizer = Tokenizer::from_vocabulary(bundle.vocabulary().expect("text")).expect("a vocabulary");
        let config = bundle.config();
        OnnxModel::from_bytes(bundle.model(), config.heads.clone(), tokenizer.size(), &config.buckets)
            .expect("a graph")
    }

    fn window(tokens: u32) -> Vec<u32> {
        std::iter::once(CLS).chain((0..tokens).map(|at| 100 + at)).chain(std::iter::once(SEP)).collect()
    }

    #[test]
    fn contributions_add_up_to_the_logits_whatever_the_padding() {
        let model = model();
        for tokens in [1, 14, 15, 70, 126] {
            let output = model.run(&window(tokens)).expect("an answer");
            for head in 0..model.heads().len() {
                let sum: f32 = output.contributions(head).sum();
                let logit = output.logit(head).expect("a head");
                assert!((sum - logit).abs() < 1e-3, "{tokens} tokens, head {head}: {sum} and {logit}");
            }
        }
    }

    #[test]
    fn impossible_windows_are_errors() {
        let model = model();
        assert!(model.run(&[]).is_err());
        assert!(model.run(&window(127)).is_err());
        assert!(model.run(&[CLS, u32::MAX, SEP]).is_err());
        assert!(OnnxModel::from_bytes(b"no graph", Vec::new(), 10, &[16]).is_err());
    }

    #[test]
    fn threads_share_a_model_and_agree() {
        let model = model();
        let expected = model.run(&window(20)).expect("an answer");
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4).map(|_| scope.spawn(|| model.run(&window(20)))).collect();
            assert!(
                workers.into_iter().all(|worker| worker.join().is_ok_and(|o| o.as_ref() == Ok(&expected)))
            );
        });
    }
}
