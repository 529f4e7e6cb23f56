"""The other encoder: the layout of the multilingual Universal Sentence Encoder (Yang et al. 2019, arXiv 1907.04307).

Word vectors pass three branches of n-gram convolutions (2, 3 and 5 pieces, two layers each) and are mixed into one vector
per token; the sum of the tokens passes four dense layers and is the vector of the text. The teacher has this form with its
own pieces and wide word vectors; ours has our pieces, and narrow word vectors that a matrix widens.
"""

import torch
from torch import nn

from encoder import Words
from settings import BRANCH, DEEP, ORDERS, WIDE


class Branch(nn.Module):
    """Two residual convolutions over `order` neighbouring tokens; padding reads as zero."""

    def __init__(self, order: int):
        super().__init__()
        self.order = order
        self.enter = nn.Linear(WIDE, BRANCH)
        self.norm = nn.LayerNorm(BRANCH, eps=1e-12)
        self.first = nn.Linear(order * BRANCH, BRANCH)
        self.second = nn.Linear(order * BRANCH, BRANCH)

    def neighbours(self, x):
        before = (self.order - 1) // 2
        padded = nn.functional.pad(x, (0, 0, before, self.order - 1 - before))
        return torch.cat([padded[:, i : i + x.shape[1]] for i in range(self.order)], -1)

    def forward(self, x, present):
        x = self.norm(self.enter(x)) * present
        x = (x + torch.relu(self.first(self.neighbours(x)))) * present
        return x + torch.relu(self.second(self.neighbours(x)))


class Convolutional(nn.Module):
    def __init__(self, pieces: int, width: int = WIDE):
        super().__init__()
        self.words = Words(pieces, width)
        self.widen = nn.Linear(width, WIDE, bias=False) if width != WIDE else nn.Identity()
        self.branches = nn.ModuleList(Branch(order) for order in ORDERS)
        self.norm = nn.LayerNorm(WIDE + len(ORDERS) * BRANCH, eps=1e-12)
        self.mix = nn.Linear(WIDE + len(ORDERS) * BRANCH, WIDE)
        self.deep = nn.ModuleList(nn.Linear(a, b, bias=False) for a, b in
                                  ((WIDE, DEEP), (DEEP, DEEP), (DEEP, WIDE), (WIDE, WIDE)))
        self.past = nn.ModuleList(nn.Linear(a, b, bias=False) for a, b in ((WIDE, DEEP), (DEEP, WIDE)))
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids, mask):
        """Vectors of the tokens [batch, tokens, 512] and of the text [batch, 512]; `mask` is 1 for text, 0 for padding."""
        present = mask[:, :, None].float()
        x = self.dropout(self.widen(self.words(ids))) * present
        x = self.mix(self.norm(torch.cat([x, *(branch(x, present) for branch in self.branches)], -1)))
        whole = (x * present).sum(1) / present.sum(1).sqrt()
        early = torch.relu(self.deep[1](torch.relu(self.deep[0](whole))) + self.past[0](whole))
        late = torch.tanh(self.deep[3](torch.relu(self.deep[2](early))) + self.past[1](early))
        return x, late

    def sentence(self, ids, mask):
        """The vector of the text with length one."""
        return nn.functional.normalize(self(ids, mask)[1].float(), dim=-1)
