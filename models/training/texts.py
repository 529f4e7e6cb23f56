"""Raw text for the vocabulary and the distillation: English sentences, translations, and text of every language."""

import sources
from settings import LANGUAGES, RELATED, SEED

ENGLISH = {  # set: most rows taken
    "bullying/davidson": 3000, "bullying/hatexplain": 5000, "bullying/stormfront": 2000, "bullying/ethos": 800,
    "bullying/surge_toxicity": 800, "bullying/toxic_spans": 4000, "bullying/convabuse": 1500,
    "bullying/reddit_misogyny": 2000, "bullying/foxnews": 800, "bullying/hatemojibuild": 3500,
    "bullying/diasafety": 3000, "bullying/edos": 4000, "bullying/wiki_context_toxicity": 2000, "bullying/mlma": 2000,
    "unsafe/dreaddit": 2000, "unsafe/sad-stressors": 4000, "unsafe/imhi-depression-reddit": 900,
    "unsafe/counsel-chat": 2000, "unsafe/diasafety-risk-contexts": 1100, "unsafe/ailuminate-demo": 600,
    "unsafe/multijail": 250, "unsafe/safetext": 1100, "unsafe/catqa-dangerousqa": 550,
    "emotions/goemotions": 12000, "emotions/xed": 9000, "benign/synthetic-persona-chat": 2500,
    "benign/topical-chat": 1800, "benign/clinc150": 2500, "benign/banking77": 1500, "benign/chatterbot-corpus": 700,
    "benign/schema-guided-dialogue": 1200, "fraud/sms-phishing-mendeley": 4000,
}
OTHERS = [
    "emotions/xed", "benign/chatterbot-corpus", "bullying/mlma", "bullying/germeval2018", "bullying/gahd",
    "bullying/dkhate", "bullying/offenseval_tr", "bullying/ro_offense", "bullying/ro_fb_offense",
    "bullying/news_ro_offense", "bullying/told_br", "bullying/tupy", "bullying/poleval2019_pl",
    "bullying/gorbunova_ru", "bullying/cold_zh", "bullying/swsr_zh", "bullying/japanese_toxic", "bullying/kocohub_ko",
    "bullying/kmhas_ko", "bullying/curse_ko", "bullying/malicious_ko", "bullying/toxic_bg", "bullying/suomi24_fi",
    "bullying/identity_templates_nl", "unsafe/multijail", "unsafe/ailuminate-demo",
]


def language(record) -> str | None:
    code = RELATED.get(record["lang"], record["lang"])
    return code if code in LANGUAGES else None


def english(data, corpus):
    """English sentences of all kinds that are not held back for validation."""
    for name, most in ENGLISH.items():
        records = [r for r in sources.read(data, name) if r["lang"] == "en" and sources.share(r["id"]) >= 8]
        records.sort(key=lambda r: sources.share(r["id"] + str(SEED), 1 << 60))
        for record in records[:most]:
            yield record["text"][:320]
    yield from own(corpus)["en"]


def parallel(data, corpus):
    """(language, translation, English, set, held back) of every sentence pair for the target languages."""
    for name in ("parallel/ntrex128", "parallel/tatoeba-laser"):
        for record in sources.read(data, name):
            code = language(record)
            if code and record["orig"]:
                yield code, record["text"][:320], record["orig"][:320], name, sources.held_back(record["orig"])
    rows: dict[str, list] = {}
    for record in sources.read(data, "langid/sib200"):  # the same sentences in the same order in every language
        rows.setdefault(record["lang"], []).append(record["text"][:320])
    for original_code, texts in rows.items():
        code = RELATED.get(original_code, original_code)
        if code in LANGUAGES and code != "en" and len(texts) == len(rows["en"]):
            for i, text in enumerate(texts):
                yield code, text, rows["en"][i], "langid/sib200", sources.held_back(f"sib{i}")
    written = {r["id"]: r for r in sources.read_corpus(corpus) if r["kind"] == "message"}
    for row in written.values():
        original = written.get(row.get("translation_of"))
        if original:
            yield row["lang"], row["text"], original["text"], "own", row["split"] == "validation"


def by_language(data, corpus):
    """Text per language for the vocabulary."""
    found = {c: [] for c in LANGUAGES}
    found["en"] = list(english(data, corpus))
    for code, text, original, _, held in parallel(data, corpus):
        if not held:
            found[code].append(text)
            found["en"].append(original)
    for name in OTHERS:
        for record in sources.read(data, name):
            code = language(record)
            if code and code != "en" and sources.share(record["id"]) >= 8:
                found[code].append(record["text"][:320])
    for code, written in own(corpus).items():
        if code != "en":
            found[code].extend(written)
    found["en"] = list(dict.fromkeys(found["en"]))
    return found


def own(corpus):
    """Text per language of our own corpus."""
    found = {c: [] for c in LANGUAGES}
    for record in sources.read_corpus(corpus):
        if record["split"] == "train" and record["kind"] != "pair":
            found[record["lang"]].extend([m["text"] for m in record["messages"]] if "messages" in record else [record["text"]])
    return found
