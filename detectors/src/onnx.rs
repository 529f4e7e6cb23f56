//! The model runtime: an ONNX graph run by rten, in pure Rust.
//!
//! Graph: `input_ids` (i64, 1 × tokens) to `logits` (f32, 1 × heads) and, all f32, 1 × tokens × heads, `contributions`,
//! the terms of these sums: the mean of those of two encoders. One, the transformer, tells them apart: `scores` of each
//! token, and `shares` before the softmax that weighs them. The terms of the other are `convolutional`; what a small reader
//! of hate speech adds to `bullying` and `unsafe` (`models/training/groups.py`) is among them.
//!
//! A conversation is read by the transformer in windows of several messages. The softmax over the tokens of one
//! message alone gives what it is among the others; beside it stand the terms of the other encoder, which reads each
//! message by itself. Only what is asked for is computed. A window runs at its own length, without padding.

use crate::model::{Head, Model, Output, Packed, message_alone};
use crate::threads::{Pools, runtime_has_its_threads};
use rten::{Dimension, ModelOptions, NodeId, RunOptions, Value, ValueView, op_registry};
use std::borrow::Cow;
use std::ops::Range;
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
    outputs: [NodeId; 5],
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
        let outputs = [
            node("logits")?,
            node("contributions")?,
            node("scores")?,
            node("shares")?,
            node("convolutional")?,
        ];
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
        let [logits, contributions, ..] = self.outputs;
        let [logits, contributions] = self.answer(ids, [logits, contributions])?;
        let (_, logits) = logits.into_shape_vec::<f32, 2>().map_err(|_| other_form())?;
        Output::new(logits, of_tokens(contributions)?, ids.len(), self.heads.len())
    }

    fn run_conversation(&self, ids: &[u32], messages: &[Range<usize>]) -> Result<Packed> {
        let heads = self.heads.len();
        let [_, _, scores, shares, convolutional] = self.outputs;
        let [scores, shares] = self.answer(ids, [scores, shares])?;
        let tokens = Tokens::new(of_tokens(scores)?, of_tokens(shares)?, ids.len(), heads)?;
        let of_message = |place: &Range<usize>| {
            let alone = message_alone(ids, place)?;
            let [read_alone] = self.answer(&alone, [convolutional])?;
            // The token of the side stands where the message by itself has its first; its last is not in the window.
            let mut terms = tokens.terms(place)?;
            terms.resize(alone.len() * heads, 0.0);
            let read_alone = of_tokens(read_alone)?;
            if read_alone.len() != terms.len() {
                return Err(other_form());
            }
            terms.iter_mut().zip(read_alone).for_each(|(term, other)| *term = (*term + other) / 2.0);
            output(terms, alone.len(), heads)
        };
        let whole = output(tokens.terms(&(0..ids.len()))?, ids.len(), heads)?;
        Ok(Packed { whole, messages: messages.iter().map(of_message).collect::<Result<_>>()? })
    }
}

/// What the transformer says of each token of a window; row per token, column per head.
struct Tokens {
    scores: Vec<f32>,
    shares: Vec<f32>,
    heads: usize,
}

impl Tokens {
    fn new(scores: Vec<f32>, shares: Vec<f32>, tokens: usize, heads: usize) -> Result<Tokens> {
        let whole = scores.len() == tokens * heads && shares.len() == scores.len();
        if whole { Ok(Tokens { scores, shares, heads }) } else { Err(other_form()) }
    }

    /// The terms of the logits of the tokens at `place`: scores times shares that add up to one per head.
    fn terms(&self, place: &Range<usize>) -> Result<Vec<f32>> {
        let place = place.start * self.heads..place.end * self.heads;
        let inside = |numbers: &[f32]| {
            let inside = numbers.get(place.clone()).filter(|inside| !inside.is_empty());
            inside.map(<[f32]>::to_vec).ok_or_else(other_form)
        };
        let (mut terms, mut shares) = (inside(&self.scores)?, inside(&self.shares)?);
        for head in 0..self.heads {
            let column = || shares.iter().skip(head).step_by(self.heads);
            let most = column().copied().fold(f32::NEG_INFINITY, f32::max);
            let total: f32 = column().map(|share| (share - most).exp()).sum();
            let shares = shares.iter_mut().skip(head).step_by(self.heads);
            shares.for_each(|share| *share = (*share - most).exp() / total);
        }
        terms.iter_mut().zip(shares).for_each(|(term, share)| *term *= share);
        Ok(terms)
    }
}

/// An answer from its terms alone.
fn output(terms: Vec<f32>, tokens: usize, heads: usize) -> Result<Output> {
    let sum = |head: usize| terms.iter().skip(head).step_by(heads).sum();
    Output::new((0..heads).map(sum).collect(), terms, tokens, heads)
}

fn of_tokens(numbers: Value) -> Result<Vec<f32>> {
    let (_, numbers) = numbers.into_shape_vec::<f32, 3>().map_err(|_| other_form())?;
    Ok(numbers)
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
    use crate::tokenizer::{CHILD, CLS, OTHER, SEP, Tokenizer};

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
    fn the_messages_of_a_window_are_answered_among_each_other() {
        let model = model();
        let ids = [&[CLS, OTHER][..], &[300, 301, 302], &[CHILD], &[400, 401], &[SEP]].concat();
        let asked = |ids: &[u32]| model.run_conversation(ids, &[1..5, 5..8]);
        let packed = asked(&ids).expect("an answer");
        let terms = |output: &Output| output.contributions(0).count();
        assert_eq!(packed.messages.iter().map(terms).collect::<Vec<_>>(), [5, 4]);
        assert_eq!(terms(&packed.whole), 9);
        let other = [&[CLS, OTHER][..], &[500, 501, 502], &[CHILD], &[400, 401], &[SEP]].concat();
        assert_ne!(
            asked(&other).expect("an answer").messages[1],
            packed.messages[1],
            "what came before counts"
        );
        assert!(model.run_conversation(&ids, &[1..5, 5..12]).is_err());
        assert!(model.run_conversation(&ids, &[1..5, 4..4]).is_err());
        assert!(model.run_conversation(&window(127), &[]).is_err());
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
            OnnxModel::from_bytes(bytes, heads, 47_600, 128).expect_err("no graph of ours").code()
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
