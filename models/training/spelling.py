"""English words that one slip of the keyboard parts from a more common one (carers, dads, ocd): the normaliser leaves them
as they are (`detectors/src/normalise/slips.rs`).

    python spelling.py --data DIR > ../../detectors/src/normalise/rarer_words.txt

Only those that the vocabulary does not hold in one piece are listed. A word is one that the training text has three times; not
where the common one is so much more frequent that even this will be a slip (becuase).
"""

import argparse
import re
import string
from collections import Counter
from pathlib import Path

import rows
import texts
import vocabulary
from settings import COMMON_ENGLISH

OFTEN = 3  # occurrences of a word


def slip(word: str) -> float:
    """How many times more frequent a common word is whose slip this one is nevertheless; short ones are abbreviations as well."""
    return 50 if len(word) >= 7 else 200 if len(word) >= 5 else float("inf")


def neighbours(word: str):
    """The words from which one slip leads to `word`, as `slips.rs` has it: swapped, left out, doubled."""
    for at in range(1, len(word)):
        yield word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]
        for letter in string.ascii_lowercase:
            yield word[:at] + letter + word[at:]
        if word[at] == word[at - 1]:
            yield word[:at] + word[at + 1 :]


def counted(data: Path, corpus: Path) -> Counter:
    count = Counter(w for text in texts.english(data, corpus) for w in re.findall(r"[a-z]+", text.lower()))
    for row in rows.everything(data, corpus):
        if row["lang"] == "en" and not row["validation"]:
            for text in [row["text"], *(m["text"] for m in row.get("messages", ()))]:
                count.update(re.findall(r"[a-z]+", text.lower()))
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, default=Path(__file__).parent / "corpus")
    parser.add_argument("--vocabulary", type=Path, default=Path(__file__).parents[1] / "text" / "vocab.txt")
    a = parser.parse_args()
    pieces = vocabulary.read(a.vocabulary)
    known, common = set(pieces), set(pieces[:COMMON_ENGLISH])
    count = counted(a.data, a.corpus)
    for word in sorted(count):
        if 3 <= len(word) <= 24 and count[word] >= OFTEN and word not in known:
            most = max((count[w] for w in neighbours(word) if w in common), default=0)
            if most and most < slip(word) * count[word]:
                print(word)


if __name__ == "__main__":
    main()
