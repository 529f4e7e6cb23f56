"""Disturbs raw text the way people do: leetspeak, typos, stretched, spaced or swapped letters, look-alike letters, hidden
characters, missing diacritics, and Latin spelling of Greek, Cyrillic and Arabic text."""

import random
import unicodedata

from settings import SEED

LEET = str.maketrans({"a": "4", "e": "3", "i": "1", "o": "0", "s": "5", "t": "7"})
# Latin letters that stand in for other letters of the same look
LOOK = {"a": "аα", "e": "еε", "o": "оο", "p": "рρ", "c": "сϲ", "i": "іι", "x": "х", "y": "у", "s": "ѕ", "k": "κк", "t": "τт", "n": "п", "u": "υ"}
SOUND = [("you", "u"), ("are", "r"), ("ck", "k"), ("ph", "f"), ("er", "a"), ("ight", "ite"), ("ss", "zz"), ("qu", "kw"), ("ch", "x"), ("see", "c"), ("tion", "shun")]
GREEK = {"α": "a", "β": "v|b", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "h|i", "θ": "8|th|u", "ι": "i", "κ": "k", "λ": "l", "μ": "m", "ν": "n", "ξ": "3|x|ks",
         "ο": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t", "υ": "u|y", "φ": "f", "χ": "x|h|ch", "ψ": "ps|4", "ω": "w|o"}
CYRILLIC = {"а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e|yo", "ж": "zh|j", "з": "z", "и": "i", "й": "y|i|j", "к": "k", "л": "l", "м": "m",
            "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "h|kh|x", "ц": "c|ts", "ч": "ch|4", "ш": "sh|6|w", "щ": "sch|sh",
            "ъ": "", "ы": "y|i", "ь": "", "э": "e", "ю": "yu|u|ju", "я": "ya|ja|a", "і": "i", "ї": "yi|i", "є": "ye|e", "ґ": "g"}
BULGARIAN = CYRILLIC | {"ъ": "a|u|y", "ж": "j|zh", "ч": "4|ch", "ш": "6|sh", "щ": "6t|sht", "я": "q|ya|ia", "ц": "c|ts", "в": "v|w", "ь": "y"}
ARABIC = {"ا": "a", "أ": "a|2a", "إ": "e|i", "آ": "a", "ء": "2", "ؤ": "o|2", "ئ": "2|e", "ب": "b", "ت": "t", "ث": "th|s", "ج": "j|g", "ح": "7|h", "خ": "5|kh|7'", "د": "d",
          "ذ": "z|th", "ر": "r", "ز": "z", "س": "s", "ش": "sh|ch", "ص": "s|9", "ض": "d|9'", "ط": "t|6", "ظ": "z", "ع": "3|a", "غ": "gh|8|3'", "ف": "f", "ق": "2|q|9",
          "ك": "k", "ل": "l", "م": "m", "ن": "n", "ه": "h", "ة": "a|eh", "و": "w|o|u", "ي": "y|i|e", "ى": "a", "؟": "?", "،": ","}
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


def look_alike(words, rng):
    at = _word(words, rng)
    if at is not None:
        words[at] = "".join(rng.choice(LOOK[c]) if c in LOOK and rng.random() < 0.6 else c for c in words[at])
    return words


def masked(words, rng):
    """Vowels behind asterisks, the way a filter is dodged."""
    at = _word(words, rng)
    if at is not None:
        w = words[at]
        words[at] = w[0] + "".join("*" if c in "aeiouäöüyаеиоуыαεηιουω" and rng.random() < 0.7 else c for c in w[1:])
    return words


def phonetic(words, rng):
    for _ in range(max(1, len(words) // 6)):
        at = _word(words, rng)
        if at is not None:
            for written, heard in rng.sample(SOUND, len(SOUND)):
                if written in words[at].lower():
                    words[at] = words[at].lower().replace(written, heard, 1)
                    break
    return words


def split_word(words, rng):
    at = _word(words, rng)
    if at is not None:
        k = rng.randrange(2, len(words[at]) - 1)
        words[at] = words[at][:k] + " " + words[at][k:]
    return words


def fullwidth(words, rng):
    at = _word(words, rng)
    if at is not None:
        words[at] = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in words[at])
    return words


def romanise(text: str, seed) -> str | None:
    """Greeklish, Russian translit, shlyokavitsa or Arabizi; None when the text has none of these scripts."""
    rng = random.Random(f"{SEED}/latin/{seed}")
    plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c) or c == "\u0306")
    plain = unicodedata.normalize("NFC", plain)
    for table in (GREEK, rng.choice([CYRILLIC, BULGARIAN]), ARABIC):
        if sum(c in table for c in plain) > len(plain) // 2:
            habit = {c: rng.choice(options.split("|")) for c, options in table.items()}  # one writer, one spelling
            return "".join(habit.get(c, c) for c in plain)
    return None


CHANGES = [leet, typo, typo, stretch, spaced, no_diacritics, casing, hidden, unpunctuated, look_alike, masked, phonetic,
           split_word, fullwidth]


def disturb(text: str, seed) -> str:
    """One or two disturbances, decided by the seed alone."""
    rng = random.Random(f"{SEED}/{seed}")
    words = text.split(" ")
    for change in rng.sample(CHANGES, rng.choice([1, 1, 2])):
        words = change(words, rng)
    return " ".join(words)
