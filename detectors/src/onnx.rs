//! The model runtime: an ONNX graph run by rten, in pure Rust.
//!
//! Graph: `input_ids` (i64, 1 × tokens) to `logits` (f32, 1 × heads), `contributions`
//! (f32, 1 × tokens × heads) and `conversation` (f32, 1 × heads), the logits of several messages read together, for
//! which less of the graph runs. A window runs at its own length, without padding.

use crate::model::{Head, Model, Output};
use crate::threads::{Pools, runtime_has_its_threads};
use rten::{Dimension, ModelOptions, NodeId, RunOptions, Value, ValueView, op_registry};
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wardlight_core::{Code, Error, Result};

/// A text model in ONNX. Threads share it; each run has a thread and memory of its own.
///
/// A process forked from one that holds it can go on using it.
pub struct OnnxModel {
    heads: Vec<Head>,
    vocabulary_size: usize,
    max_tokens: usize,
    graph: rten::Model,
    input: NodeId,
    outputs: [NodeId; 3],
    pools: Pools,
}

impl OnnxModel {
    /// Reads a graph from the bytes of `model.onnx`; static ones are read in place.
    ///
    /// `max_tokens` is the longest window in tokens; ids must be below `vocabulary_size`.
    ///
    /// # Errors
    /// [`Code::BundleDamaged`] if the bytes are no graph of the expected form.
    pub fn from_bytes(
        bytes: impl Into<Cow<'static, [u8]>>,
        heads: Vec<Head>,
        vocabulary_size: usize,
        max_tokens: usize,
    ) -> Result<OnnxModel> {
        let graph = read(bytes.into(), runtime_has_its_threads())?;
        OnnxModel::of(graph, heads, vocabulary_size, max_tokens)
    }

    fn of(
        graph: rten::Model,
        heads: Vec<Head>,
        vocabulary_size: usize,
        max_tokens: usize,
    ) -> Result<OnnxModel> {
        let node = |name: &str| graph.find_node(name).ok_or_else(unexpected);
        let input = node("input_ids")?;
        let outputs = [node("logits")?, node("contributions")?, node("conversation")?];
        if graph.input_ids() != [input] || graph.output_ids() != outputs {
            return Err(unexpected());
        }
        let shape = graph.node_info(outputs[0]).and_then(|node| node.shape());
        if shape.as_deref().and_then(<[_]>::last) != Some(&Dimension::Fixed(heads.len())) {
            return Err(damaged("the graph has another number of heads than config.json"));
        }
        Ok(OnnxModel { heads, vocabulary_size, max_tokens, graph, input, outputs, pools: Pools::new() })
    }

    /// The asked outputs for a window, checked before.
    fn answer<const N: usize>(&self, ids: &[u32], asked: [NodeId; N]) -> Result<[Value; N]> {
        if ids.is_empty() || ids.len() > self.max_tokens {
            return Err(internal("the window is empty or too long"));
        }
        let known = |&id: &u32| i32::try_from(id).ok().filter(|_| (id as usize) < self.vocabulary_size);
        let ids: Option<Vec<i32>> = ids.iter().map(known).collect();
        let ids = ids.ok_or_else(|| internal("the window holds an unknown id"))?;
        self.compute(&ids, asked).ok_or_else(|| internal("the runtime failed"))
    }

    fn compute<const N: usize>(&self, ids: &[i32], asked: [NodeId; N]) -> Option<[Value; N]> {
        let ids = ValueView::from_shape([1, ids.len()], ids).ok()?;
        let inputs = vec![(self.input, ids.into())];
        self.pools.with(|pool| {
            let options = RunOptions::default().with_thread_pool(Some(pool));
            self.graph.run_n(inputs, asked, Some(options)).ok()
        })
    }
}

impl Model for OnnxModel {
    fn heads(&self) -> &[Head] {
        &self.heads
    }

    fn run(&self, ids: &[u32]) -> Result<Output> {
        let [logits, contributions, _] = self.outputs;
        let [logits, contributions] = self.answer(ids, [logits, contributions])?;
        let (_, contributions) = contributions.into_shape_vec::<f32, 3>().map_err(|_| other_form())?;
        Output::new(numbers(logits)?, contributions, ids.len(), self.heads.len())
    }

    fn run_conversation(&self, ids: &[u32]) -> Result<Output> {
        let [_, _, conversation] = self.outputs;
        let [logits] = self.answer(ids, [conversation])?;
        Output::without_contributions(numbers(logits)?, self.heads.len())
    }
}

fn numbers(logits: Value) -> Result<Vec<f32>> {
    let (_, logits) = logits.into_shape_vec::<f32, 2>().map_err(|_| other_form())?;
    Ok(logits)
}

fn other_form() -> Error {
    internal("an output has another form")
}

impl std::fmt::Debug for OnnxModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OnnxModel(heads={})", self.heads.len())
    }
}

/// Parses a graph; `prepared` folds constants and packs weights, for which rten uses its pool of all cores.
///
/// A graph that is not prepared gives the same answers, up to rounding, but takes longer.
fn read(bytes: Cow<'static, [u8]>, prepared: bool) -> Result<rten::Model> {
    // The operators that graphs of ours consist of, with and without int8 products; the linker drops the rest.
    let mut options = ModelOptions::with_ops(op_registry!(
        Add,
        Cast,
        Concat,
        DequantizeLinear,
        Div,
        DynamicQuantizeLinear,
        Erf,
        Gather,
        Gelu,
        LayerNormalization,
        MatMul,
        MatMulInteger,
        Mul,
        Pad,
        ReduceMean,
        ReduceSum,
        Relu,
        Reshape,
        Shape,
        Slice,
        Softmax,
        Split,
        Sqrt,
        Squeeze,
        Sub,
        Tanh,
        Transpose,
        Unsqueeze
    ));
    options.enable_optimization(prepared).prepack_weights(prepared);
    let loaded = catch_unwind(AssertUnwindSafe(|| match bytes {
        Cow::Borrowed(bytes) => options.load_static_slice(bytes),
        Cow::Owned(bytes) => options.load(bytes),
    }));
    // The reader of the format takes some properties of a graph for granted.
    let loaded = loaded.map_err(|_| damaged("the runtime cannot read it"))?;
    loaded.map_err(|_| damaged("not a graph that the runtime understands"))
}

fn unexpected() -> Error {
    damaged("inputs or outputs are not the expected ones")
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
        let (heads, max_tokens) = (bundle.config().heads.clone(), bundle.config().max_tokens);
        OnnxModel::from_bytes(bundle.into_model(), heads, tokenizer.size(), max_tokens).expect("a graph")
    }

    fn window(tokens: u32) -> Vec<u32> {
        std::iter::once(CLS).chain((0..tokens).map(|at| 100 + at)).chain(std::iter::once(SEP)).collect()
    }

    #[test]
    fn contributions_add_up_to_the_logits_whatever_the_length() {
        let model = model();
        for tokens in [0, 1, 14, 15, 70, 126] {
            let output = model.run(&window(tokens)).expect("an answer");
            for head in 0..model.heads().len() {
                let sum: f32 = output.contributions(head).sum();
                let logit = output.logit(head).expect("a head");
                assert!((sum - logit).abs() < 1e-3, "{tokens} tokens, head {head}: {sum} and {logit}");
            }
        }
    }

    #[test]
    fn several_messages_are_answered_without_contributions() {
        let model = model();
        let output = model.run_conversation(&window(60)).expect("an answer");
        assert!(output.logit(model.heads().len() - 1).is_some());
        assert_eq!(output.contributions(0).count(), 0);
        assert!(model.run_conversation(&window(127)).is_err());
    }

    #[test]
    fn impossible_windows_are_errors() {
        let model = model();
        assert!(model.run(&[]).is_err());
        assert!(model.run(&window(127)).is_err());
        assert!(model.run(&[CLS, u32::MAX, SEP]).is_err());
    }

    #[test]
    fn bytes_that_are_no_graph_of_ours_are_damage() {
        let whole = Bundle::bundled().expect("the bundled files").into_model();
        let heads = |count: usize| vec![model().heads()[0]; count];
        let code = |bytes: Vec<u8>, heads| {
            OnnxModel::from_bytes(bytes, heads, 54_000, 128).expect_err("no graph of ours").code()
        };
        assert_eq!(code(b"no graph".to_vec(), Vec::new()), Code::BundleDamaged);
        assert_eq!(code(Vec::new(), Vec::new()), Code::BundleDamaged);
        assert_eq!(code(whole.to_vec(), heads(2)), Code::BundleDamaged);
        for kept in [1, 100, whole.len() / 2, whole.len() - 1] {
            assert_eq!(code(whole[..kept].to_vec(), heads(2)), Code::BundleDamaged, "{kept} bytes kept");
        }
    }

    #[test]
    fn a_graph_that_is_not_prepared_answers_the_same() {
        let prepared = model();
        let bytes = Bundle::bundled().expect("the bundled files").into_model();
        let graph = read(bytes, false).expect("a graph");
        let plain =
            OnnxModel::of(graph, prepared.heads.clone(), prepared.vocabulary_size, prepared.max_tokens);
        let plain = plain.expect("a graph of ours").run(&window(30)).expect("an answer");
        let expected = prepared.run(&window(30)).expect("an answer");
        for head in 0..prepared.heads().len() {
            let (a, b) = (plain.logit(head).expect("a head"), expected.logit(head).expect("a head"));
            assert!((a - b).abs() < 1e-3, "head {head}: {a} and {b}");
        }
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

    #[test]
    fn a_window_is_answered_the_same_whatever_other_threads_ask() {
        let model = &model();
        let lengths = [3, 20, 45, 126];
        let alone: Vec<Output> =
            lengths.iter().map(|&tokens| model.run(&window(tokens)).expect("an answer")).collect();
        std::thread::scope(|scope| {
            for (tokens, alone) in lengths.iter().zip(&alone) {
                let same = move || (0..8).all(|_| model.run(&window(*tokens)).as_ref() == Ok(alone));
                scope.spawn(move || assert!(same(), "{tokens} tokens"));
            }
        });
    }
}
