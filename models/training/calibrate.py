"""Calibration and thresholds on one half of the validation rows (harmless chat and labels with few positives on both), figures on the
other half and on all.

p = sigmoid(a * logit + b) is fitted per label and language group (English, others); our own corpus has the same total
weight as all open sets together. A detector's threshold is the one with the best F1 that keeps the false-positive goals;
that of every other label, and of whole conversations, has the best F1 to be expected of the fitted probabilities (Lipton, Elkan,
Naryanaswamy 2014), which few positives move less than the best F1 that was seen.
"""

import numpy as np
from scipy.optimize import minimize

import dataset
import rows
import sources
from settings import DETECTORS, GO_EMOTIONS

# share of harmless chat that one detector may flag, with few lines of each other language to learn from a little more of
# theirs; detectors whose signs are faintest and whose misses cost most may flag more as often as this (some of the
# "harmless" messages of the open sets are in truth distressed or lewd)
CHAT_LIMITS = {"all": 0.003, "english": 0.003, "others": 0.004}
FAINT = {"bullying": 2.1, "distress-signals": 1.7, "unsafe": 2.8}
# share of the harmless twins of its own scenes that one detector may flag
TWIN_LIMITS = {"all": 0.15, "english": 0.15, "others": 0.3}
ELSEWHERE = 0.15  # weight of our rows about other harms when a detector's line is drawn: its twins are what it is asked about
FEW = 6  # fewer positives than this in the fitting half: both halves fit
FEWEST = 4  # fewer than this in both: no fit, the training prior is used
FEW_OF_GROUP = 15  # fewer positives than this in one language group: the line of all languages


def sigmoid(x):
    return 1 / (1 + np.exp(-np.clip(x, -60, 60)))


def platt(logit, target, weight):
    def loss(ab):
        p = np.clip(sigmoid(np.exp(ab[0]) * logit + ab[1]), 1e-7, 1 - 1e-7)
        return -np.average(target * np.log(p) + (1 - target) * np.log(1 - p), weights=weight) + 0.002 * (ab[0] ** 2 + 0.1 * ab[1] ** 2)

    found = minimize(loss, np.zeros(2), method="Nelder-Mead", options={"xatol": 1e-4, "fatol": 1e-7}).x
    return float(np.exp(found[0])), float(found[1])


def scores(target, fired, weight=None):
    """Precision, recall, F1, macro-F1 and false-positive rate."""
    w = np.ones(len(target)) if weight is None else weight
    tp, fp = (w * target * fired).sum(), (w * (1 - target) * fired).sum()
    fn, tn = (w * target * (1 - fired)).sum(), (w * (1 - target) * (1 - fired)).sum()
    f1 = 2 * tp / max(2 * tp + fp + fn, 1e-9)
    other = 2 * tn / max(2 * tn + fp + fn, 1e-9)
    return {"n": int(len(target)), "positives": int(target.sum()), "precision": round(float(tp / max(tp + fp, 1e-9)), 3),
            "recall": round(float(tp / max(tp + fn, 1e-9)), 3), "f1": round(float(f1), 3),
            "macro_f1": round(float((f1 + other) / 2), 3), "false_positives": round(float(fp / max(fp + tn, 1e-9)), 3)}


class Held:
    """The validation examples with their logits."""

    def __init__(self, examples, logits, labels):
        self.labels, self.logits = labels, logits
        self.targets, known = dataset.matrix(examples, labels)
        self.known = known > 0
        self.source = np.array([e["row"]["source"] for e in examples])
        self.lang = np.array([e["row"]["lang"] for e in examples])
        self.own = np.array([s.startswith("own") for s in self.source])
        self.window = np.array([dataset.is_window(e) for e in examples])
        self.thread = self.source == "own-threads"
        self.group = np.array([e["row"]["group"] for e in examples])
        self.chat = np.array([s in rows.CHAT for s in self.source]) & ~self.window
        # everyday talk that is harmless by every detector; our own conversations are hard on purpose
        harmless = self.known[:, labels.index("bullying")] & (self.targets[:, labels.index("bullying")] == 0)
        self.ordinary = self.chat & (self.source != "own-conversations") & harmless
        self.first = np.array([sources.share(e["row"]["group"] + "half", 2) == 0 for e in examples])
        # windows of the conversations that are asked for grooming: {conversation: [(example, ids of its messages)]}
        self.conversations, self.example = {}, {e["row"]["id"]: i for i, e in enumerate(examples) if "within" in e}
        for i, e in enumerate(examples):
            if e["row"]["kind"] == "conversation" and "grooming" in e["row"]["targets"]:
                inside = [f"{e['row']['id']}/{at}" for at in range(*e["span"])]
                self.conversations.setdefault(e["row"]["id"], []).append((i, inside))
        self.low = np.array([s in rows.PROMPTS for s in self.source])

    def weight(self, j, part):
        use = self.known[:, j] & part & ~self.low
        weight = use.astype(float)
        if self.labels[j] in DETECTORS:
            weight[use & self.own & (self.targets[:, j] == 0) & ~self.twins(j)] = ELSEWHERE
        own = use & self.own
        if own.any() and (use & ~self.own).any():
            weight[own] *= 0.5 / weight[own].sum()
            weight[use & ~self.own] *= 0.5 / weight[use & ~self.own].sum()
        return use, weight / max(weight.sum(), 1e-9)

    def twins(self, j):
        """The harmless rows of our corpus that stand in one scene with a row where label j fires; not the turns of threads,
        most of which nobody would take for harm."""
        own = self.own & ~self.thread
        scenes = set(self.group[own & (self.targets[:, j] == 1)])
        return own & (self.targets[:, j] == 0) & np.isin(self.group, list(scenes))


def conversations(held: Held, part):
    """Per conversation of our corpus: its label, and how strongly grooming is heard: the strongest mean, over its windows, of
    what one says as a whole and what its two strongest messages say, as `observe.rs` has it."""
    j = held.labels.index("grooming")
    labels, heard = [], []
    for windows in held.conversations.values():
        windows = [(i, [held.example[m] for m in messages if m in held.example]) for i, messages in windows if part[i]]
        if windows:
            labels.append(max(held.targets[i, j] for i, _ in windows))
            heard.append(max(np.mean([held.logits[i, j], *np.sort(held.logits[at, j])[-2:]]) for i, at in windows))
    return np.array(labels), np.array(heard, dtype=np.float64)


def best_expected_f1(p, weight) -> float:
    """The threshold with the best F1 if each p is the probability of its own target."""
    order = np.argsort(-p)
    p, weight = p[order], weight[order]
    f1 = 2 * np.cumsum(weight * p) / (np.cumsum(weight) + (weight * p).sum())
    return float(np.clip(p[f1.argmax()], 0.05, 0.97))


def at_least(values, options, weight=None):
    """For each option, the summed weight (the share, without weights) of the values that reach it."""
    order = np.argsort(values)
    below = np.searchsorted(values[order], options, side="left")
    if weight is None:
        return 1 - below / max(len(values), 1)
    return weight.sum() - np.append(0, np.cumsum(weight[order]))[below]


def f1_of_both(p, target, weight, options):
    """F1 of the positive class and of the negative one where everything from an option on is flagged."""
    tp, fp = at_least(p, options, weight * target), at_least(p, options, weight * (1 - target))
    fn, tn = (weight * target).sum() - tp, (weight * (1 - target)).sum() - fp
    return 2 * tp / np.maximum(2 * tp + fp + fn, 1e-9), 2 * tn / np.maximum(2 * tn + fp + fn, 1e-9)


def threshold_of(held: Held, j: int, p, use, group, weight, name: str) -> float:
    """A label's threshold. Of a detector: the probability with the best F1 among those that keep the false-positive goals
    of the language group `name`, the strictest if none does."""
    label = held.labels[j]
    if label not in DETECTORS:
        return best_expected_f1(p[use], weight[use])
    options = np.unique(np.quantile(p[use], np.linspace(0.02, 0.999, 400)))
    options = options[(options >= 0.05) & (options <= 0.97)]
    # one flagged message in a hundred is a few rows of one half: harmless chat is taken whole
    chat, twins = held.known[:, j] & held.ordinary & group, use & held.twins(j)
    kept = at_least(p[chat], options) <= CHAT_LIMITS[name] * FAINT.get(label, 1)
    kept &= at_least(p[twins], options) <= TWIN_LIMITS[name]
    if not kept.any():
        return float(options[-1]) if len(options) else 0.5
    asked, weights = use, weight
    if label == "grooming":  # conversations have a line of their own
        asked = use & held.own & ~held.window & ~held.thread & ((held.targets[:, j] == 1) | twins)
        weights = np.ones(len(p))
    positive, negative = f1_of_both(p[asked], held.targets[asked, j], weights[asked], options)
    value = (positive + negative) / 2 if label == "bullying" else positive
    return float(options[np.where(kept, value, -1).argmax()])


def conversation_line(held: Held) -> dict:
    """The line of whole conversations; those that are not about grooming at all have no say in it."""
    truth, heard = conversations(held, held.first & (held.source == "own-conversations"))
    a, b = platt(heard, truth, np.ones(len(truth)))
    return {"a": a, "b": b, "threshold": best_expected_f1(sigmoid(a * heard + b), np.ones(len(truth)))}


def few_line(held: Held, j: int, use, weight, prior: float) -> dict:
    """The line of a label that too few rows know: the prior of the training stands for a fit."""
    a, b = 1.0, -float(np.log(prior))
    return {"a": a, "b": b, "threshold": best_expected_f1(sigmoid(a * held.logits[use, j] + b), weight[use]) if use.any() else 0.4}


def fit(held: Held, prior: dict) -> list[dict]:
    """Per label: {label, english: {a, b, threshold}, others: ...}, grooming with the line of a conversation. A group with few positives gets the line of all."""
    result = []
    for j, label in enumerate(held.labels):
        lines, whole = {}, None
        for name, group in (("all", np.ones(len(held.lang), bool)), ("english", held.lang == "en"), ("others", held.lang != "en")):
            use, weight = held.weight(j, held.first & group)
            if name == "all" and held.targets[use, j].sum() < FEW:
                use, weight = held.weight(j, group)
            target = held.targets[use, j]
            few = target.sum() < (FEWEST if name == "all" else FEW_OF_GROUP) or (1 - target).sum() < FEW
            if few or whole and label == "grooming":  # too few conversations in one group to draw its line
                lines[name] = whole or few_line(held, j, use, weight, prior.get(label, 1.0))
            else:
                a, b = platt(held.logits[use, j].astype(np.float64), target, weight[use])
                p = sigmoid(a * held.logits[:, j] + b)
                lines[name] = {"a": a, "b": b, "threshold": threshold_of(held, j, p, use, group, weight, name)}
            whole = lines["all"]
        if label == "grooming":
            lines["conversation"] = conversation_line(held)
        del lines["all"]
        result.append({"label": label} | {name: {key: round(value, 5) for key, value in line.items()} for name, line in lines.items()})
    return result


def column(held: Held, fitted: list[dict], key: str) -> np.ndarray:
    """A number of the lines, per example (by its language) and label."""
    english, others = (np.array([f[group][key] for f in fitted]) for group in ("english", "others"))
    return np.where((held.lang == "en")[:, None], english, others)


def heard_as_grooming(held: Held, fitted: list[dict], part):
    """Per conversation: its label, and whether its line is passed."""
    line = next(f["conversation"] for f in fitted if "conversation" in f)
    truth, heard = conversations(held, part)
    return truth, (sigmoid(line["a"] * heard + line["b"]) >= line["threshold"]).astype(float)


def probabilities(held: Held, fitted: list[dict]) -> np.ndarray:
    return sigmoid(held.logits * column(held, fitted, "a") + column(held, fitted, "b"))


def fires(held: Held, fitted: list[dict]) -> np.ndarray:
    return (probabilities(held, fitted) >= column(held, fitted, "threshold")).astype(float)


def figures(held: Held, fitted: list[dict]) -> dict:
    fired = fires(held, fitted)
    everything = np.ones(len(held.first), dtype=bool)
    result = {}
    for name, part in (("other_half", ~held.first), ("all", everything)):
        out = result[name] = {}
        for detector in DETECTORS:
            if detector not in held.labels:
                continue
            j = held.labels.index(detector)
            d = out[detector] = {}

            def put(key, mask):
                use = held.known[:, j] & part & mask
                if use.sum() >= 10:
                    d[key] = scores(held.targets[use, j], fired[use, j])

            own = held.own & ~held.window & ~held.thread
            put("own corpus", own)
            put("own corpus, en", own & (held.lang == "en"))
            put("own corpus, other languages", own & (held.lang != "en"))
            for code in sorted(set(held.lang[held.own])):
                if code != "en":
                    put(f"own corpus, {code}", own & (held.lang == code))
            put("messages of threads, en", held.thread & ~held.window & (held.lang == "en"))
            put("messages of threads, other languages", held.thread & ~held.window & (held.lang != "en"))
            put("open sets, en", ~held.own & ~held.window & ~held.low & (held.lang == "en"))
            put("open sets, other languages", ~held.own & ~held.window & ~held.low & (held.lang != "en"))
            put("all English messages", ~held.window & ~held.low & (held.lang == "en"))
            harmless = held.chat & (held.targets[:, j] == 0)
            put("benign chat, en", harmless & (held.lang == "en"))
            put("benign chat, other languages", harmless & (held.lang != "en"))
            put("windows", held.window)
            for source in sorted(set(held.source[held.known[:, j]])):
                for code in sorted(set(held.lang[(held.source == source) & held.known[:, j]])):
                    put(f"{source} [{code}]", (held.source == source) & (held.lang == code) & ~held.window)
        if "grooming" in held.labels:
            j = held.labels.index("grooming")
            for kind, of_kind in (("conversations", ~held.thread), ("whole threads", held.thread)):
                for key, mask in (("all", everything), ("en", held.lang == "en")):
                    truth, found = heard_as_grooming(held, fitted, part & of_kind & mask)
                    if len(truth):
                        out["grooming"][f"{kind}, {key}"] = scores(truth, found)
        columns = [held.labels.index(d) for d in DETECTORS if d in held.labels]
        flagged, harmless = fired[:, columns].any(1), ~held.targets[:, columns].any(1) & part
        everyday = held.source == "own/everyday"
        kinds = [("everyday lines of our corpus", everyday), ("harmless chat", held.ordinary & ~everyday)]
        kinds += [(f"of it {source}", held.source == source) for source in sorted(set(held.source[held.ordinary & ~everyday]))]
        for kind, mask in kinds:
            for key, group in (("en", held.lang == "en"), ("other languages", held.lang != "en")):
                use = harmless & held.ordinary & mask & group
                if use.any():
                    share = round(float(flagged[use].mean()), 3)
                    out.setdefault("any detector", {})[f"{kind}, {key}"] = {"rows": int(use.sum()), "flagged": share}
        columns = [held.labels.index(f"emotion/{e}") for e in GO_EMOTIONS if f"emotion/{e}" in held.labels]
        use = (held.source == "emotions/goemotions") & part
        if use.any():
            each = [scores(held.targets[use, j], fired[use, j])["f1"] for j in columns]
            out["emotions"] = {"GoEmotions, mean F1 of its classes": round(float(np.mean(each)), 3), "classes": len(each),
                               "rows": int(use.sum())}
        for group in [*(f"{d}/" for d in DETECTORS), "framing/", "role/"]:
            columns = [j for j, l in enumerate(held.labels) if l.startswith(group)]
            for key, mask in (("en", held.lang == "en"), ("all languages", everything)):
                use = held.known[:, columns] & (part & held.own & mask)[:, None]
                if use.any():
                    out.setdefault(group + "*", {})["micro, " + key] = scores(held.targets[:, columns][use], fired[:, columns][use])
            for j in columns:
                use = held.known[:, j] & part & held.own
                if use.any():
                    out[group + "*"][held.labels[j]] = scores(held.targets[use, j], fired[use, j])
    return result
