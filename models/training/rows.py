"""Turns every source into training rows with one meaning of the labels.

A row: {id, source, lang, text or messages, targets {label: 0 or 1}, weight, validation, kind}. A label that is absent
from `targets` was not annotated and contributes nothing to the loss. `kind` is `message`, or `window` or `conversation`
for consecutive messages, whose targets speak of them together; each of these messages has targets of its own, for what it
is among the others.
"""

from pathlib import Path

import judged
import polarity
import sources
from settings import (DETECTORS, FRAMINGS, GO_EMOTIONS, LANGUAGES, NEITHER, OWN_EMOTIONS, PLEASANT, RELATED, ROLES, SEED, TAGS)

BULLYING_TAG = {"IDENTITY_ATTACK": "IDENTITY_ABUSE", "DIRECT_INSULT": "DIRECT_INSULT", "THREAT": "THREAT",
                "SEXUAL_HARASSMENT": "SEXUAL_HARASSMENT"}
# set: (most training rows per language, weight); half of them positive where there are enough
BULLYING = {
    "davidson": (3000, 0.6), "hatexplain": (4000, 0.6), "stormfront": (2500, 0.5), "ethos": (800, 0.8),
    "surge_toxicity": (850, 0.8), "toxic_spans": (3500, 0.6), "convabuse": (1500, 0.8), "reddit_misogyny": (2000, 0.6),
    "foxnews": (1200, 0.5), "hatemojibuild": (4000, 0.8), "diasafety": (3300, 0.6), "edos": (4000, 0.6),
    "wiki_identity_toxicity": (1200, 0.6), "wiki_context_toxicity": (2500, 0.5), "code_review_neg": (1000, 0.5),
    "mlma": (1500, 0.4), "germeval2018": (3000, 0.8), "gahd": (2200, 0.6), "iwg_refugees_de": (320, 0.6),
    "dkhate": (2400, 0.8), "offenseval_tr": (3000, 0.7), "ro_offense": (1800, 0.7), "ro_fb_offense": (1200, 0.7),
    "news_ro_offense": (1500, 0.7), "told_br": (1800, 0.7), "tupy": (1800, 0.7), "poleval2019_pl": (2500, 0.8),
    "gorbunova_ru": (2300, 0.8), "cold_zh": (2500, 0.5), "swsr_zh": (1200, 0.5), "japanese_toxic": (250, 1.0),
    "kocohub_ko": (1500, 0.6), "kmhas_ko": (1500, 0.6), "curse_ko": (1800, 0.7), "malicious_ko": (1200, 0.7),
    "toxic_bg": (1600, 0.6), "suomi24_fi": (750, 0.7), "identity_templates_nl": (700, 0.5),
}
BENIGN = {  # most training rows per language, weight
    "benign/synthetic-persona-chat": (1800, 1.0), "benign/topical-chat": (1800, 1.0), "benign/clinc150": (1500, 0.7),
    "benign/banking77": (700, 0.6), "benign/chatterbot-corpus": (500, 1.0), "benign/schema-guided-dialogue": (800, 0.7),
    "benign/taskmaster4": (500, 0.8), "benign/ubuntu-irc": (500, 0.7), "fraud/sms-phishing-mendeley": (3000, 1.0),
    "parallel/tatoeba-laser": (350, 1.0),
}
VALIDATION_ROWS = 400  # per set and language; the other held-back rows are used for nothing
CHAT = {"benign/synthetic-persona-chat", "benign/topical-chat", "benign/taskmaster4", "benign/clinc150",
        "benign/chatterbot-corpus", "fraud/sms-phishing-mendeley", "parallel/tatoeba-laser", "own-conversations", "own/everyday"}
PROMPTS = {"unsafe/ailuminate-demo", "unsafe/multijail", "unsafe/catqa-dangerousqa"}
TOPIC = {  # source tag -> our tag
    "depression": "DEPRESSION_ANXIETY", "topic:depression": "DEPRESSION_ANXIETY", "topic:anxiety": "DEPRESSION_ANXIETY",
    "topic:self-harm": "SELF_HARM", "topic:eating-disorders": "EATING_DISORDER", "topic:substance-abuse": "SUBSTANCE_USE",
    "topic:addiction": "SUBSTANCE_USE", "self-harm": "SELF_HARM", "sexual-content": "SEXUAL_CONTENT", "hate": "HATE_SPEECH",
    "violent-crime": "VIOLENCE", "indiscriminate-weapons": "VIOLENCE", "violence & incitement": "VIOLENCE",
    "weapons": "VIOLENCE", "substance abuse & banned substances": "SUBSTANCE_USE", "adult content": "SEXUAL_CONTENT",
    "hate speech & offensive language": "HATE_SPEECH", "self-harm & suicide": "SELF_HARM", "hate/harass/violence": "VIOLENCE",
}


def zero(*groups) -> dict:
    """All labels of the named detectors are 0."""
    return {label: 0 for g in groups for label in [g, *(f"{g}/{t}" for t in TAGS[g])]}


def fired(detector: str, tags, every: bool) -> dict:
    """The detector is 1 with these tags; the other tags are 0 (`every`) or not known."""
    found = zero(detector) if every and tags else {}
    found |= {f"{detector}/{t}": 1 for t in tags}
    return found | {detector: 1}


def language(record):
    code = RELATED.get(record["lang"], record["lang"])
    return code if code in LANGUAGES else None


def thin(rows, most: int, label: str | None = None):
    """At most `most` training rows per language, positives and negatives of `label` in equal parts where possible."""
    kept = []
    groups: dict[str, list] = {}
    for r in sorted(rows, key=lambda r: sources.share(r["id"] + str(SEED), 1 << 60)):
        groups.setdefault((r["lang"], r["validation"]), []).append(r)
    for (_, held), group in groups.items():
        if held:
            kept += group[:VALIDATION_ROWS]
            continue
        if label is None:
            kept += group[:most]
            continue
        positive = [r for r in group if r["targets"].get(label) == 1]
        negative = [r for r in group if r["targets"].get(label) != 1]
        half = max(most // 2, most - len(negative)) if len(positive) > most // 2 else len(positive)
        positive = positive[:half]
        kept += positive + negative[: most - len(positive)]
    return kept


def open_row(record, source, targets, weight, validation=None, **more):
    held = sources.held_back(record["id"]) if validation is None else validation
    return dict(id=record["id"], source=source, lang=language(record), text=record["text"], targets=targets,
                weight=weight, validation=held, kind="message", group=record["id"], **more)


def bullying(data: Path):
    for name, (most, weight) in BULLYING.items():
        rows = []
        for r in sources.read(data, f"bullying/{name}"):
            if language(r) is None:
                continue
            if r["labels"]["bullying"]:
                tags = sorted({BULLYING_TAG[t] for t in r["labels"]["tags"] if t in BULLYING_TAG})
                targets = fired("bullying", tags, every=False)
                if "IDENTITY_ABUSE" in tags:
                    targets |= {"unsafe": 1, "unsafe/HATE_SPEECH": 1}
            else:
                targets = zero("bullying") | {"unsafe/HATE_SPEECH": 0}
            rows.append(open_row(r, f"bullying/{name}", targets, weight))
        yield from thin(rows, most, "bullying")


def unsafe(data: Path):
    weights = {"unsafe/imhi-depression-reddit": 0.6, "unsafe/counsel-chat": 0.7, "unsafe/safetext": 0.3}
    for name in [*weights, *sorted(PROMPTS)]:
        for r in sources.read(data, name):
            label = r["labels"].get("unsafe")
            if label is None or language(r) is None:
                continue
            tags = sorted({TOPIC[t] for t in r["labels"].get("tags", []) if t in TOPIC})
            if label:
                targets = fired("unsafe", tags, every=False)
            else:
                targets = zero("unsafe")
                if r["labels"].get("benign"):
                    targets |= zero("bullying", "grooming", "coercive-control")
            # translations of one prompt cannot be told apart by group: prompts stay out of the validation
            held = False if name == "unsafe/multijail" else None
            yield open_row(r, name, targets, weights.get(name, 0.25), held)


def benign(data: Path):
    harmless = zero(*DETECTORS)
    for name, (most, weight) in BENIGN.items():
        single, windows = [], []
        for r in sources.read(data, name):
            if r["labels"].get("benign") != 1 or language(r) is None:
                continue
            group = sources.held_back(str(r["orig"])) if name.startswith("parallel/") else None
            turns = sources.dialogue(r["text"])
            if turns is None:
                single.append(open_row(r, name, harmless, weight, group))
                continue
            window = open_row(r, name, {"grooming": 0}, weight * 0.7, group)
            windows.append({**window, "kind": "window", "messages": [{**turn, "targets": harmless} for turn in turns]})
            if name in ("benign/taskmaster4", "benign/ubuntu-irc"):
                turn = turns[sources.share(r["id"] + "turn", len(turns))]
                single.append({**window, "id": r["id"] + "/turn", "text": turn["text"], "targets": harmless, "weight": weight})
        yield from thin(single, most)
        yield from thin(windows, most // 4)


def fraud(data: Path):
    """Smishing against ham and harmless advertising; e-mail and phone calls at low weight."""
    for r in sources.read(data, "fraud/sms-phishing-mendeley"):
        label = r["labels"].get("social-engineering")
        if label is not None and not r["labels"].get("benign"):  # the harmless ones are among the benign rows
            yield open_row(r, "fraud/sms-phishing-mendeley", fired("social-engineering", [], every=False) if label else
                           zero("social-engineering"), 1.0)
    rows = []
    for r in sources.read(data, "fraud/spamassassin"):
        label = r["labels"].get("social-engineering")
        if label is not None and len(r["text"]) < 1200:
            rows.append(open_row(r, "fraud/spamassassin", {"social-engineering": label}, 0.4))
    yield from thin(rows, 700, "social-engineering")
    rows = []
    for r in sources.read(data, "fraud/teleantifraud-dialogues"):
        label = r["labels"].get("social-engineering")
        turns = sources.dialogue(r["text"])
        if label is not None and turns:
            caller = " ".join(t["text"] for t in turns[:5] if t["by"] == "other")
            targets = {"social-engineering": label} | ({d: 0 for d in DETECTORS} if label == 0 else {})
            rows.append(open_row({**r, "text": caller[:200]}, "fraud/teleantifraud-dialogues", targets, 0.4))
    yield from thin(rows, 700, "social-engineering")


EXTENDED = {  # set: (detector, tag of a positive, most training rows per language, weight)
    "extended/edos": ("tfgbv", "GENDERED_HATE_SPEECH", 3500, 0.4),
    "extended/guest-misogyny": ("tfgbv", "GENDERED_HATE_SPEECH", 1200, 0.4),
    "extended/swsr-zh": ("tfgbv", "GENDERED_HATE_SPEECH", 1200, 0.4),
    "extended/uli-ogbv": ("tfgbv", None, 1500, 0.3),
    "extended/stormfront-weak": ("radicalisation", None, 1400, 0.25),
    "unsafe/sad-stressors": ("distress-signals", None, 2500, 0.5),
    "unsafe/dreaddit": ("distress-signals", None, 1500, 0.4),
    "unsafe/imhi-irf-multiwd-val": ("distress-signals", None, 400, 0.5),
    "unsafe/counsel-chat": ("distress-signals", None, 600, 0.5),
}


def extended(data: Path):
    for name, (detector, tag, most, weight) in EXTENDED.items():
        rows = []
        for r in sources.read(data, name):
            label = r["labels"].get(detector)
            if label is None or language(r) is None:
                continue
            targets = fired(detector, [tag] if tag else [], every=False) if label else zero(detector)
            rows.append(open_row({**r, "id": r["id"] + "/" + detector}, name, targets, weight))
        yield from thin(rows, most, detector)


def valence(found) -> dict:
    """What a message's emotions say of how it feels."""
    return {"valence/pleasant": int(bool(found & PLEASANT)), "valence/unpleasant": int(bool(found - PLEASANT - NEITHER))}


XED = {"anger", "disgust", "fear", "joy", "sadness", "surprise"}  # of its eight, those that GoEmotions names alike


def emotions(data: Path):
    common = {"neutral": 5000, "admiration": 2200, "approval": 2200}
    taken: dict[str, int] = {}
    for r in sources.read(data, "emotions/goemotions"):
        found = set(r["labels"]["emotions"])
        row = open_row(r, "emotions/goemotions", {f"emotion/{e}": int(e in found) for e in GO_EMOTIONS} | valence(found), 1.0)
        if not row["validation"]:
            first = next(iter(sorted(found)))
            taken[first] = taken.get(first, 0) + 1
            if len(found) == 1 and taken[first] > common.get(first, 1 << 30):
                continue
        elif sources.share(r["id"] + "few", 100) < 30:
            continue
        yield row
    rows = []
    for r in sources.read(data, "emotions/xed"):
        found = set(r["labels"]["emotions"]) & (XED | {"neutral"})
        if language(r) is not None and found:
            rows.append(open_row(r, "emotions/xed", {f"emotion/{e}": int(e in found) for e in sorted(XED)} | valence(found), 0.3))
    yield from thin(rows, 700)


# Written when only bullying, unsafe and grooming were searched for: another detector is known only where it is listed,
# and absent only from harmless lines. Money was never the subject there.
FIRST_FILES = ("bullying-", "unsafe-", "tactics-", "extra-", "core-01", "conv")
NEVER_THERE = ("social-engineering", "app-fraud", "romance-scam", "mule-recruitment", "gambling-harm")


def annotated(r) -> dict:
    """The detectors of a message of our corpus: listed ones fired, the others are 0 where they were searched for."""
    first, harmless = r["file"].startswith(FIRST_FILES), not r["detectors"]
    targets = {}
    for detector in DETECTORS:
        tags = r["detectors"].get(detector)
        if tags is not None:
            targets |= fired(detector, tags, every=True)
        elif detector == "bullying" and "HATE_SPEECH" in r["detectors"].get("unsafe", ()):
            targets |= fired("bullying", ["IDENTITY_ABUSE"], every=False)  # as the open sets say: hate is identity abuse
        elif detector == "distress-signals" and "SUICIDAL_BEHAVIOUR" in r["detectors"].get("unsafe", ()):
            continue  # a wish to be gone is distress, and authors often list only the wish
        elif not first or harmless or detector in ("bullying", "unsafe", "grooming", *NEVER_THERE):
            targets |= zero(detector)
    return targets


def own(corpus: Path):
    """Our corpus."""
    records = list(sources.read_corpus(corpus))
    written = {r["id"]: r["text"] for r in records if r["kind"] == "message"}
    for r in records:
        held = r["split"] == "validation"
        base = dict(lang=r["lang"], validation=held, weight=1.0, kind="message", group=f"{r['lang']}/{r['file']}/{r['situation']}")
        if r["kind"] == "pair":
            continue  # the same words in two contexts: measured, not learned
        if r["kind"] == "message":
            targets = annotated(r) | {f"framing/{f}": int(f in r["framing"]) for f in FRAMINGS}
            if "bullying" in r["detectors"] and r["speaker_role"]:
                targets |= {f"role/{x}": int(x == r["speaker_role"]) for x in ROLES}
            if "distress-signals" in r["detectors"]:
                targets |= {"valence/unpleasant": 1}
            source = "own-translated" if r.get("translation_of") else "own/" + r["file"].rsplit("-", 1)[0]
            yield dict(base, id=r["id"], source=source, text=r["text"], targets=targets, english=written.get(r.get("translation_of")))
            continue
        base |= SERIES[r["kind"]]
        messages = [{"by": "child", **m, "targets": in_context(r, m)} for m in r["messages"]]
        if r["kind"] != "thread" and not held:  # held-back ones are read as they will be: among the others
            for i, m in enumerate(messages):
                yield dict(base, id=f"{r['id']}/{i}", text=m["text"], targets=m["targets"])
        groomed = r.get("label") == "grooming" or any(m["targets"].get("grooming") for m in messages)
        yield dict(base, id=r["id"], text="", kind="conversation", messages=messages,
                   targets={} if r["kind"] == "sequence" else {"grooming": int(groomed)})


def turned(corpus: Path):
    """Our sentences that turn on a word."""
    hate = fired("unsafe", ["HATE_SPEECH"], every=False) | fired("bullying", ["IDENTITY_ABUSE"], every=False)
    for i, (lang, pair, text, hateful) in enumerate(polarity.read(corpus)):
        yield dict(id=f"polarity/{i}", source="own-polarity", lang=lang, text=text, targets=hate if hateful else zero(*DETECTORS),
                   weight=polarity.WEIGHT, validation=False, kind="message", group=f"{lang}/polarity/{pair}")


def read_again(data: Path, corpus: Path):
    """Lines of the open sets that a reader judged; those that are held back only measure (validation.py)."""
    for r, detectors, held in judged.read(data, corpus):
        if not held:
            targets = zero(*(d for d in DETECTORS if d not in detectors)) | dict.fromkeys(detectors, 1)  # their tags are not known
            yield dict(id="judged/" + r["id"], source="judged/" + r["set"], lang=language(r), text=r["text"], targets=targets, weight=1.0,
                       validation=False, kind="message", group="judged/" + r["id"])


SERIES = {"conversation": dict(source="own-conversations", weight=0.6), "thread": dict(source="own-threads"),
          "sequence": dict(source="own-emotions")}


def in_context(r, m) -> dict:
    """The targets of one message `m` of the conversation, thread or sequence `r`."""
    if r["kind"] == "sequence":
        return {f"emotion/{e}": int(e in m["emotions"]) for e in OWN_EMOTIONS} | valence(set(m["emotions"]))
    if r["kind"] == "thread":
        return annotated({**m, "file": r["file"]})
    if r["label"] == "benign":
        return zero("bullying", "unsafe", "grooming", *NEVER_THERE)
    if m["tactics"]:
        return fired("grooming", m["tactics"], every=True)
    return {tag: 0 for tag in zero("grooming") if tag != "grooming"}  # harmless words inside a harmful conversation


def everything(data: Path, corpus: Path) -> list[dict]:
    again = list(read_again(data, corpus))
    rows = [*own(corpus), *turned(corpus), *bullying(data), *unsafe(data), *fraud(data), *extended(data), *emotions(data), *benign(data)]
    harmful = {r["id"].removeprefix("judged/") for r in again if any(r["targets"].get(d) for d in DETECTORS)}
    rows = [*again, *(r for r in rows if r["source"] not in BENIGN or r["id"] not in harmful)]
    seen, kept = set(), []
    for row in rows:  # a text of the validation never occurs in the training rows
        if row["validation"]:
            seen |= {text.lower() for text in [row["text"], *(m["text"] for m in row.get("messages", ()))] if text}
    for row in rows:
        if row["validation"] or row["kind"] == "conversation" or row["text"].lower() not in seen:
            row["text"] = row["text"][:1500]
            kept.append(row)
    return kept


def windows(messages: list[dict], encoded: list[list[int]], limit: int):
    """Packs consecutive messages into windows of at most `limit` tokens; neighbours share a quarter, and the last reaches
    back as far as it can, so that the newest message stands behind as much as possible."""
    start = 0
    while start < len(messages):
        end, size = start, 2
        while end < len(messages) and (end == start or size + 1 + len(encoded[end]) <= limit):
            size += 1 + len(encoded[end])
            end += 1
        if end == len(messages):
            while start > 0 and size + 1 + len(encoded[start - 1]) <= limit:
                start -= 1
                size += 1 + len(encoded[start])
        yield start, end
        if end == len(messages):
            break
        start = max(start + 1, start + 3 * (end - start) // 4)
