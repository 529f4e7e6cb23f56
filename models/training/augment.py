"""Disturbs raw text the way people do: leetspeak, typos, stretched or spaced letters, missing diacritics, hidden characters."""

import random
import unicodedata

from settings import SEED

LEET = str.maketrans({"a": "4", "e": "3", "i": "1", "o": "0", "s": "5", "t": "7"})
LEET_SOFT = str.maketrans({"a": "@", "i": "!", "s": "$", "o": "0"})


def _word(words, rng):
    long = [i for i, w in enumerate(words) if len(w) > 3 and w.isalpha()]
    return rng.choice(long) if long else None


def leet(words, rng):
    for _ in range(max(1, len(words) // 6)):
        at = _word(words, rng)
        if at is not None:
            words[at] = words[at].translate(rng.choice([LEET, LEET_SOFT]))
    return words


def typo(words, rng):
    for _ in range(max(1, len(words) // 8)):
        at = _word(words, rng)
        if at is None:
            break
        w, k = words[at], rng.randrange(1, len(words[at]) - 1)
        words[at] = w[:k] + w[k + 1 :] if rng.random() < 0.5 else w[: k - 1] + w[k] + w[k - 1] + w[k + 1 :]
    return words


def stretch(words, rng):
    at = _word(words, rng)
    if at is not None:
        w, k = words[at], rng.randrange(1, len(words[at]))
        words[at] = w[:k] + w[k] * rng.randrange(2, 5) + w[k + 1 :]
    return words


def spaced(words, rng):
    at = _word(words, rng)
    if at is not None:
        words[at] = rng.choice([" ", ".", "-", "*"]).join(words[at])
    return words


def no_diacritics(words, rng):
    return ["".join(c for c in unicodedata.normalize("NFD", w) if not unicodedata.combining(c)) for w in words]


def casing(words, rng):
    return [w.upper() for w in words] if rng.random() < 0.5 else [w.lower() for w in words]


def hidden(words, rng):
    at = _word(words, rng)
    if at is not None:
        k = rng.randrange(1, len(words[at]))
        words[at] = words[at][:k] + rng.choice("\u200b\u200d\u2060\u00ad") + words[at][k:]
    return words


def unpunctuated(words, rng):
    return ["".join(c for c in w if c.isalnum() or c in "'@#") or w for w in words]


def disturb(text: str, seed) -> str:
    """One or two disturbances, decided by the seed alone."""
    rng = random.Random(f"{SEED}/{seed}")
    words = text.split(" ")
    for change in rng.sample([leet, typo, typo, stretch, spaced, no_diacritics, casing, hidden, unpunctuated], rng.choice([1, 1, 2])):
        words = change(words, rng)
    return " ".join(words)
