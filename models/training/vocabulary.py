"""The joint WordPiece vocabulary: the pretrained English pieces our text uses, then pieces of the other languages, and
in the place of those that it hardly uses, whole words and beginnings of words of our own corpus.

English keeps its pretrained embeddings; a new piece starts as the mean of the embeddings of the pretrained pieces
that spell it. Line number = id.
"""

from collections import Counter
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import device_text
import texts
from encoder import pretrained_folder
from settings import ALL_PIECES, ENGLISH_PIECES, LANGUAGES, NARROW, SEED, SPECIAL, WIDE

MOST_WORDS = 400_000  # that carry the vectors of the multilingual teacher over

RAREST, TURNS = 15, 6  # occurrences that keep a piece; turns in which the freed places are given away
PER_LANGUAGE = 1_300_000  # characters of each language; less is repeated up to four times
EMOJI = "😀😃😄😁😆😅🤣😂🙂🙃😉😊😇🥰😍🤩😘😗😚😙😋😛😜🤪😝🤑🤗🤭🤫🤔🤐😐😑😶😏😒🙄😬🤥😌😔😪🤤😴😷🤒🤕🤢🤮🥵🥶🥴😵🤯🤠🥳😎🤓🧐😕😟🙁😮😯😲😳🥺😦😧😨😰😥😢😭😱😖😣😞😓😩😫🥱😤😡😠🤬😈👿💀💩🤡👹👺👻👽🤖😺😹❤🧡💛💚💙💜🖤🤍🤎💔💕💞💓💗💖💘💝💯💢💥💫💦🔥✨⭐🌟🎉🎮🎁👋🤚✋👌🤏✌🤞🤟🤘🤙👈👉👆🖕👇☝👍👎✊👊🤛🤜👏🙌👐🤲🤝🙏💪👀👅👄💋🍑🍆🍒🔪🔫💣💊💉🚬🍺🍻🐍🐷🐒🐵🐶🐱🐮🐔🐀🐭🦍🐖🌈🏳🏻🏼🏽🏾🏿♀♂🚩🔞💸💰📸📷📱🙈🙉🙊"


def read(path: Path) -> list[str]:
    """The pieces, each at its id."""
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def pretrained_pieces():
    return read(pretrained_folder() / "vocab.txt")


def build(data: Path, corpus: Path, out: Path) -> list[str]:
    raw = texts.by_language(data, corpus)
    old = pretrained_pieces()
    wordpieces = device_text.WordPieces(old)
    flat = device_text.normalise(t for code in LANGUAGES for t in raw[code])
    normal, at = {}, 0
    for code in LANGUAGES:
        normal[code] = flat[at : at + len(raw[code])]
        at += len(raw[code])

    words = Counter(w for t in normal["en"] for w in device_text.words(t))
    used = Counter()
    for word, count in words.items():
        for piece in wordpieces.word(word, unknown=-1):
            if piece >= 0:
                used[old[piece]] += count
    letters = [p for p in old if len(p.removeprefix("##")) == 1 and p.removeprefix("##").isascii()]
    english = list(dict.fromkeys(letters + [p for p, n in used.most_common() if n >= 2]))[:ENGLISH_PIECES]
    print("vocabulary: English pieces", len(english), "of", len(used), flush=True)

    sample = []
    for code in LANGUAGES:
        if code != "en":
            size = sum(len(t) for t in normal[code]) or 1
            # Han, kana and Hangul need less text for the same number of words
            wanted = PER_LANGUAGE // (3 if code in ("zh", "ja", "ko") else 1)
            times = min(4, max(1, round(wanted / size)))
            budget = wanted
            for t in normal[code] * times:
                if budget <= 0:
                    break
                budget -= len(t)
                sample.append(" ".join(device_text.words(t)))
    characters = Counter(c for t in sample for c in t if not c.isspace())
    alphabet = [c for c, n in characters.most_common() if n >= 4]
    known = set(english)
    room = ALL_PIECES - len(SPECIAL) - len(english)
    # Train a larger set than there is room for: part of it is English pieces already present.
    trained = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    trained.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trained.train_from_iterator(sample, trainers.WordPieceTrainer(
        vocab_size=int(room * 1.45), special_tokens=["[UNK]"], initial_alphabet=alphabet,
        limit_alphabet=6000, show_progress=False))
    order = sorted(trained.get_vocab().items(), key=lambda kv: kv[1])  # characters first, then by merge order
    fresh = [p for p, _ in order if p not in known and p != "[UNK]"]
    single = [c for c in alphabet if c not in known] + [e for e in EMOJI if e not in known]
    fresh = list(dict.fromkeys(single + fresh))[:room]
    pieces = with_frequent_words(SPECIAL + english + fresh, normal, texts.own(corpus))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("\n".join(pieces) + "\n", encoding="utf-8")

    mine = device_text.WordPieces(pieces)
    for code in LANGUAGES:
        some = [device_text.words(t) for t in normal[code][:400]]
        ids = [[i for w in ws for i in mine.word(w)] for ws in some]
        total = sum(map(len, ids)) or 1
        print(f"vocabulary: {code} pieces per word {total / max(1, sum(map(len, some))):.2f} "
              f"unknown {sum(i == 1 for s in ids for i in s) / total:.4f}", flush=True)
    return pieces


def with_frequent_words(pieces: list[str], normal: dict[str, list[str]], own: dict[str, list[str]]) -> list[str]:
    """The same number of pieces: those that occur less than RAREST times in the normalised texts give way, each at its
    place, to the words and beginnings of words that save most pieces in our own corpus, counted for each language by its
    share of that language's words. English has few to gain: its pieces are whole words already."""
    pieces, order = list(pieces), device_text.WordPieces(pieces)
    used = Counter()
    for some in normal.values():
        for word, count in Counter(w for t in some for w in device_text.words(t)).items():
            for piece in order.word(word):
                used[piece] += count
    free = [i for i, p in enumerate(pieces) if i >= len(SPECIAL) and len(p.removeprefix("##")) > 1 and used[i] < RAREST]
    free.sort(key=lambda i: used[i])
    counts = {}
    for code, some in own.items():
        count = Counter(w for t in device_text.normalise(some) for w in device_text.words(t))
        total = sum(count.values())
        # a word that occurs once still counts for the beginnings that it shares
        counts[code] = [(w, n / total) for w, n in count.items() if len(w) <= 24 and (n >= 2 or len(w) >= 4)]
    for place in free:  # no text is spelled with such a piece, should a corpus be too small to fill them all
        pieces[place] = f"[UNUSED{place}]"
    for turn in range(TURNS):
        places = free[turn * len(free) // TURNS : (turn + 1) * len(free) // TURNS]
        speller, saved = device_text.WordPieces(pieces), Counter()
        for words in counts.values():
            for word, share in words:
                ids = speller.word(word)
                for end in range(len(pieces[ids[0]]) + 1, len(word) + 1) if len(ids) > 1 else ():
                    saved[word[:end]] += share * (len(ids) - 1 - len(speller.spelled(word, end)))
        chosen, beginnings = {}, set()
        for word, _ in saved.most_common():
            # one of a family in a turn: the next turn counts what the others still save
            if word not in beginnings and not any(word[:end] in chosen for end in range(1, len(word))):
                chosen[word] = True
                beginnings.update(word[:end] for end in range(1, len(word)))
            if len(chosen) == len(places):
                break
        for place, word in zip(places, chosen):
            pieces[place] = word
    return pieces


def starting_embeddings(pieces: list[str], pretrained: torch.Tensor) -> torch.Tensor:
    """Pretrained vectors where the piece is pretrained, else the mean over its pretrained spelling."""
    old = pretrained_pieces()
    index = {p: i for i, p in enumerate(old)}
    speller = device_text.WordPieces(old)
    generator = torch.Generator().manual_seed(1)
    result = torch.randn(len(pieces), pretrained.shape[1], generator=generator) * pretrained.std()
    for i, piece in enumerate(pieces):
        if piece in index:
            result[i] = pretrained[index[piece]]
            continue
        spelled = [p for p in speller.word(piece.removeprefix("##"), unknown=-1) if p >= 0]
        if piece.startswith("##"):
            spelled = [index.get("##" + old[p], p) if not old[p].startswith("##") else p for p in spelled]
        if spelled:
            result[i] = pretrained[spelled].mean(0) + 0.02 * result[i]
    result[0] = pretrained[index["[PAD]"]]
    for special, source in (("[OTHER]", "[SEP]"), ("[CHILD]", "[SEP]")):
        result[pieces.index(special)] += pretrained[index[source]]
    return result


def starting_words(vocabulary: Path, teacher, raw) -> tuple[torch.Tensor, torch.Tensor]:
    """Word vectors [pieces, NARROW] and the matrix [WIDE, NARROW] that widens them, from the teacher's own words.

    Every word of the texts is spelled both ways. A piece becomes the mean of the teacher's pieces that cover the same
    part of the word, over all words by their number; then the table is narrowed to its main directions.
    """
    pieces = read(vocabulary)
    count = Counter(w for t in raw for w in t.split() if len(w) <= 40)
    words = [w for w, _ in count.most_common(MOST_WORDS)] + [p.removeprefix("##") for p in pieces[len(SPECIAL):]]
    table = teacher.words.weight.detach().numpy()
    mine = device_text.encode(words, vocabulary)
    theirs = teacher.pieces.encode(words)
    size = [len(p.removeprefix("##")) for p in pieces]
    their_size = [len(teacher.pieces.id_to_piece(i).removeprefix("\u2581")) for i in range(teacher.pieces.vocab_size())]
    total = np.zeros((len(pieces), WIDE), dtype=np.float64)
    seen = np.zeros(len(pieces))
    for word, ids, others in zip(words, mine, theirs):
        lengths = np.array([their_size[i] for i in others], dtype=float)
        if not ids or lengths.sum() == 0:
            continue
        ends = np.cumsum(lengths) / lengths.sum()
        begins = ends - lengths / lengths.sum()
        whole = sum(size[i] for i in ids)
        at, weight = 0.0, count.get(word, 0.1)
        for i in ids:
            to = at + size[i] / whole
            share = np.clip(np.minimum(ends, to) - np.maximum(begins, at), 0, None)
            if share.sum() > 0:
                total[i] += weight * (share / share.sum()) @ table[others]
                seen[i] += weight
            at = to
    vectors = total / np.maximum(seen, 1e-9)[:, None]
    for piece, like in (("[CLS]", "<s>"), ("[SEP]", "</s>"), ("[OTHER]", "-"), ("[CHILD]", "-")):
        vectors[pieces.index(piece)] = table[teacher.pieces.piece_to_id(like)]
        seen[pieces.index(piece)] = max(seen[pieces.index(piece)], 1)
    unknown = seen == 0
    vectors[unknown] = np.random.default_rng(SEED).normal(0, vectors[~unknown].std(), (unknown.sum(), WIDE))
    weighted = vectors * np.sqrt(np.maximum(seen, 0.1))[:, None]
    _, strength, directions = np.linalg.svd(weighted.T @ weighted)
    # turned at random: the few strong directions would not fit the four bits that the others need
    turned, _ = np.linalg.qr(np.random.default_rng(SEED).normal(size=(NARROW, NARROW)))
    kept = directions[:NARROW].T @ turned
    print(f"vocabulary: {int(unknown.sum())} pieces without a word; {NARROW} directions keep "
          f"{strength[:NARROW].sum() / strength.sum():.3f} of the variance", flush=True)
    return torch.from_numpy((vectors @ kept).astype(np.float32)), torch.from_numpy(kept.astype(np.float32))
