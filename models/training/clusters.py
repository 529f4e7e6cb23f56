"""Clusters of pieces whose word vectors in the encoders are alike: forms and synonyms of a word, and what it is called in other
languages. N-grams of clusters (as the word clusters of Koo et al. 2008, https://aclanthology.org/P08-1068) learn from all
languages at once."""

import numpy as np
from sklearn.cluster import MiniBatchKMeans

from settings import NGRAMS, SEED, SPECIAL

NARROW = 0.7  # weight of the transformer's vectors, which tell less of the meaning than those of the convolutional encoder


def of_pieces(state: dict, ids) -> np.ndarray:
    """The cluster of each piece [pieces], u16. `state`: the weights of the encoders; `ids`: texts, whose frequent pieces
    decide more than rare ones. A special token is a cluster of its own."""
    vectors = []
    for name, weight in ("convolutional", 1.0), ("transformer", NARROW):
        words = state[f"{name}.words.weight"].numpy()
        vectors.append(weight * words / np.maximum(np.linalg.norm(words, axis=1, keepdims=True), 1e-9))
    vectors = np.concatenate(vectors, 1)[len(SPECIAL) :].astype(np.float32)
    count = np.bincount(np.concatenate([np.asarray(i) for i in ids]), minlength=len(vectors) + len(SPECIAL))[len(SPECIAL) :]
    means = MiniBatchKMeans(NGRAMS["classes"] - len(SPECIAL), batch_size=8192, n_init=1, max_iter=60, init="random", reassignment_ratio=0.0, random_state=SEED)
    found = means.fit(vectors, sample_weight=np.log1p(count) + 0.1).labels_
    return np.concatenate([np.arange(len(SPECIAL)), found + len(SPECIAL)]).astype(np.uint16)
