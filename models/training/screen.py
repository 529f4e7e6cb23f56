"""The network that ships: two encoders that read the same tokens, each with heads of its own; the mean of their answers.

The heads give each token a score and a share per label; a label's logit is the sum of score * share, so the terms of that
sum say which tokens carried the verdict. Those of the convolutional encoder read each token beside the whole text.

The messages of a conversation are packed into windows for the transformer, so that each token sees what was said before;
the heads then pool the tokens of one message, and those of the whole window. The convolutional encoder reads each message
by itself there too.
"""

import torch
from torch import nn

from convolutional import Convolutional
from encoder import MASKED, Encoder
from settings import HIDDEN, JUDGE, LAYERS, NARROW, WIDE

ENCODERS = ("transformer", "convolutional")


class Heads(nn.Module):
    def __init__(self, width: int, labels: int):
        super().__init__()
        self.score = nn.Linear(width, labels)
        self.share = nn.Linear(width, labels)
        nn.init.zeros_(self.share.weight)  # equal shares at the start: mean pooling
        nn.init.zeros_(self.share.bias)

    def forward(self, x, mask):
        bias = (1.0 - mask[:, :, None].to(x.dtype)) * MASKED
        return self.score(x) * torch.softmax(self.share(x) + bias, dim=1)


class Screen(nn.Module):
    """Texts, each by itself, or the messages of conversations; see `forward`."""

    def __init__(self, pieces: int, labels: int):
        super().__init__()
        self.transformer = Encoder(pieces, LAYERS)
        self.transformer_heads = Heads(HIDDEN, labels)
        self.convolutional = Convolutional(pieces, NARROW)
        self.of_token = nn.Linear(WIDE, JUDGE)
        self.of_text = nn.Linear(WIDE, JUDGE)
        self.norm = nn.LayerNorm(JUDGE, eps=1e-12)
        self.dropout = nn.Dropout(0.2)
        self.convolutional_heads = Heads(JUDGE, labels)
        self.asked = ENCODERS

    def forward(self, ids, mask, windows=None):
        """Logits [batch, labels] of texts and the vectors of these texts [batch, 512].

        With `windows` (see `dataset.pack`) they are the messages of conversations, which the transformer reads among
        their neighbours; the logits of the windows [windows, labels] come third.
        """
        answers, text, whole = [], None, None
        if "transformer" in self.asked:
            if windows is None:
                answers.append(self.transformer_heads(self.transformer(ids, mask), mask))
            else:
                packed, present, index, inside = windows
                tokens = self.transformer(packed, present)
                whole = self.transformer_heads(tokens, present).sum(1)
                answers.append(self.transformer_heads(tokens.flatten(0, 1)[index], inside))
        if "convolutional" in self.asked:
            tokens, text = self.convolutional(ids, mask)
            # the vector of the text has values within -1..1 and a length of about 10; the tokens are of that size
            x = nn.functional.gelu(self.norm(self.of_token(tokens) + self.of_text(text)[:, None]))
            answers.append(self.convolutional_heads(self.dropout(x), mask))
        return sum(a.sum(1) for a in answers) / len(answers), text, whole

    def learning(self, asked, heads: bool):
        """Names and values of the heads of the asked encoders, or of these encoders themselves."""
        for name, value in self.named_parameters():
            if owner(name) in asked and heads != name.startswith(("transformer.", "convolutional.")):
                yield name, value


def owner(name: str) -> str:
    """The encoder that a parameter belongs to, itself or as one of its heads."""
    return "transformer" if name.startswith("transformer") else "convolutional"
