"""A small reader of what is said of groups of people. The encoders hear a group and a harsh word; whether the one is said of the
other, denied or condemned is what they tell worst. Two convolutions over the word vectors of both encoders learn that alone, in
scenes of hate speech, and to say nothing elsewhere: their terms are added to those of the convolutional encoder for the detectors
that hate speech belongs to (`GROUPS["reach"]`). Beside the encoders they cost little: 70,000 weights.
"""

from pathlib import Path

import numpy as np
import torch
from torch import nn

import ngrams
import sources
from encoder import MASKED, pad
from settings import DETECTORS, GROUPS, HIDDEN, NARROW, SEED

HATE = "unsafe/HATE_SPEECH"


class Groups(nn.Module):
    """Text by itself -> terms of its tokens [batch, tokens], of which the sum is a logit: scores, and shares that add up to one."""

    def __init__(self, state: dict):
        """`state`: the weights of the encoders, of which the word vectors are read and stay as they are."""
        super().__init__()
        width = GROUPS["width"]
        self.tables = [state[f"{name}.words.weight"].float() for name in ("convolutional", "transformer")]
        self.sizes = [table.square().mean().sqrt() for table in self.tables]
        self.enter = nn.ModuleDict(dict(convolutional=nn.Linear(NARROW, width), transformer=nn.Linear(HIDDEN, width, bias=False)))
        self.norms = nn.ModuleList(nn.LayerNorm(width, eps=1e-12) for _ in range(GROUPS["layers"] + 1))
        self.layers = nn.ModuleList(nn.Linear(GROUPS["order"] * width, width) for _ in range(GROUPS["layers"]))
        self.score, self.share = nn.Linear(width, 1), nn.Linear(width, 1)
        self.dropout = nn.Dropout(GROUPS["dropout"])

    def forward(self, ids, mask):
        present = mask[:, :, None].float()
        words = zip(self.enter.values(), self.tables, self.sizes)
        x = self.dropout(sum(enter(table[ids] / size) for enter, table, size in words))
        left_out = self.training * (torch.rand(ids.shape) < GROUPS["words_dropped"])
        x = x * present * ~left_out[:, :, None]
        for norm, layer in zip(self.norms, self.layers):
            before = (GROUPS["order"] - 1) // 2
            near = nn.functional.pad(norm(x) * present, (0, 0, before, GROUPS["order"] - 1 - before))
            near = torch.cat([near[:, i : i + x.shape[1]] for i in range(GROUPS["order"])], -1)
            x = x + self.dropout(torch.relu(layer(near)))
        x = self.norms[-1](x)
        return self.score(x)[:, :, 0] * torch.softmax(self.share(x)[:, :, 0] + (1.0 - present[:, :, 0]) * MASKED, 1)

    def weights(self) -> dict:
        """Of the network that ships: what the word vectors are divided by is folded in."""
        found = {f"groups.{name}": value for name, value in self.state_dict().items()}
        for name, size in zip(self.enter, self.sizes):
            found[f"groups.enter.{name}.weight"] = found[f"groups.enter.{name}.weight"] / size
        return found


def chosen(training):
    """Messages of scenes that hold hate speech, whether hate or harmless; and a share of all others."""
    kept = list(ngrams.messages(training))
    own = [e for e in kept if e["row"]["source"].startswith("own")]
    scenes = {e["row"]["group"] for e in own if e["targets"].get(HATE) == 1}
    asked = [e for e in own if e["row"]["group"] in scenes
             and (e["targets"].get(HATE) == 1 or not any(e["targets"].get(d) for d in DETECTORS))]
    rest = [e for e in kept if e["row"]["group"] not in scenes and sources.share(e["row"]["id"] + "rest", 100) < GROUPS["rest"]]
    return asked, rest


def train(training, state: dict, out: Path) -> None:
    """Every message of the scenes beside one of the other side of its scene, which it has to differ from; and others, of which
    nothing is to be said."""
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    asked, rest = chosen(training)
    hateful = np.array([e["targets"].get(HATE) == 1 for e in asked])
    sides = {}
    for i, e in enumerate(asked):
        sides.setdefault(e["row"]["group"], ([], []))[int(hateful[i])].append(i)
    reader, batch = Groups(state), GROUPS["batch"]
    optimiser = torch.optim.AdamW(reader.parameters(), lr=GROUPS["lr"], weight_decay=0.01)
    # the others in the order of their lengths, so that a batch is a piece of it
    rest = sorted((e["ids"] for e in rest), key=len)
    length = np.array([len(e["ids"]) for e in asked])
    steps, step = GROUPS["epochs"] * (len(asked) // batch), 0

    def partner(i):
        others = sides[asked[i]["row"]["group"]][int(not hateful[i])]
        return others[rng.integers(len(others))] if others else i

    for epoch in range(GROUPS["epochs"]):
        total = 0.0
        partners = np.array([partner(i) for i in range(len(asked))])
        order = np.argsort(np.maximum(length, length[partners]) + 4 * rng.random(len(asked)))
        batches = order[: len(asked) // batch * batch].reshape(-1, batch)
        for some in rng.permutation(batches):
            index = np.concatenate([some, partners[some]])
            score = reader(*pad([asked[i]["ids"] for i in index])).sum(1)
            target = torch.from_numpy(hateful[index]).float()
            loss = nn.functional.binary_cross_entropy_with_logits(score, target)
            differ = target[:batch] - target[batch:]
            wrong = nn.functional.softplus(-(score[:batch] - score[batch:]) * differ)
            loss = loss + (wrong * differ.abs()).mean()
            start = rng.integers(len(rest) - batch)
            loss = loss + GROUPS["silence"] * reader(*pad(rest[start : start + batch])).sum(1).square().mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.param_groups[0]["lr"] = GROUPS["lr"] * min(1, step / 200) * max(0.02, 1 - step / steps)
            optimiser.step()
            step += 1
            total += loss.item()
        print(f"groups: epoch {epoch + 1} loss {total / len(batches):.4f}", flush=True)
    torch.save(reader.eval().weights(), out)
