"""Writes the model card (README.md of the bundle) from the measured figures."""

import json
from pathlib import Path

from screen import ENCODERS
from settings import ALL_PIECES, DETECTORS, GROUPS, LANGUAGES, NAME, VERSION
from teachers import Multilingual

# name | licence | used for
SOURCES = """
MiniLM-L6 sentence encoder (all-MiniLM-L6-v2) | Apache-2.0 | starting weights and teacher
Multilingual Universal Sentence Encoder, convolutional, 16 languages | Apache-2.0 | starting weights and teacher
BGE-small-en-v1.5 sentence encoder | MIT | fine-tuned on our labels: teacher of English text
Our own corpus (`models/training/corpus`) | CC BY 4.0 | all heads
davidson, hatexplain, surge_toxicity, reddit_misogyny, foxnews, mlma, tupy, swsr_zh, gorbunova_ru, curse_ko, malicious_ko | MIT | bullying
diasafety, wiki_context_toxicity, ro_offense, ro_fb_offense, news_ro_offense, cold_zh, japanese_toxic | Apache-2.0 | bullying
convabuse, hatemojibuild, wiki_identity_toxicity, germeval2018, gahd, dkhate, identity_templates_nl | CC BY 4.0 | bullying
offenseval_tr | CC BY | bullying
stormfront, told_br, iwg_refugees_de, kocohub_ko, kmhas_ko, suomi24_fi | CC BY-SA 3.0 or 4.0 | bullying
toxic_spans, edos | CC0 | bullying
ethos, code_review_neg | GPL-3.0 | bullying (text is read for training, none of it is distributed)
poleval2019_pl, toxic_bg | BSD-3-Clause | bullying
imhi-depression-reddit, counsel-chat, multijail | MIT | unsafe
ailuminate-demo | CC BY 4.0 | unsafe (prompts, low weight)
safetext, catqa-dangerousqa | Apache-2.0 | unsafe (low weight)
synthetic-persona-chat, taskmaster4, banking77, ubuntu-irc, SMS ham | CC BY 4.0 | harmless chat
topical-chat | CDLA-Sharing-1.0 | harmless chat
schema-guided-dialogue | CC BY-SA 4.0 | harmless chat
clinc150 | CC BY 3.0 | harmless chat
chatterbot-corpus | BSD-3-Clause | harmless chat in many languages
tatoeba-laser | CC BY 2.0 FR (sentences), BSD | alignment of the languages, harmless sentences
ntrex128 | CC BY-SA 4.0 | alignment, language identification
sib200 | Apache-2.0 (text CC BY-SA 4.0) | alignment, language identification
goemotions, xed | Apache-2.0, CC BY 4.0 | emotions
dreaddit, sad-stressors, imhi-irf-multiwd, counsel-chat | MIT | distress signals
diasafety-risk-contexts | Apache-2.0 | text for distillation, no labels used
sms-phishing-mendeley | CC BY 4.0 | social engineering
spamassassin | CC0 | social engineering (low weight)
teleantifraud-dialogues | Apache-2.0 | social engineering (Chinese, low weight)
edos, uli-ogbv, guest-misogyny, swsr | CC0, CC BY 4.0, MIT | gender-based violence
stormfront-weak | CC BY-SA 3.0 | radicalisation (weak labels, low weight)
Unicode CLDR annotations (names of emoji) | Unicode-3.0 | alignment of the languages
FreeDict dictionaries (25, as packaged by Debian), CC-CEDICT | GPL or CC BY-SA per dictionary; CC BY-SA 4.0 | alignment of the languages (read for training, none of it is distributed)
Battle for Wesnoth, Pidgin, MediaWiki: translated strings | GPL-2.0-or-later | alignment of the languages (read for training, none of it is distributed)
greeklish | Apache-2.0 | language identification
""".strip()


def table(rows, columns):
    head = "| | " + " | ".join(columns) + " |\n|---|" + "---|" * len(columns) + "\n"
    return head + "\n".join("| " + name + " | " + " | ".join(str(c) for c in cells) + " |" for name, cells in rows) + "\n"


def scored(figures, names=None):
    wanted = ["n", "positives", "precision", "recall", "f1", "macro_f1", "false_positives"]
    rows = [(k, [v[w] if w != "macro_f1" or 0 < v["positives"] < v["n"] else "–" for w in wanted])
            for k, v in figures.items() if names is None or k in names]
    return table(rows, ["rows", "positive", "precision", "recall", "F1", "macro-F1", "false positives"])


def load(path: Path):
    return json.loads(path.read_text()) if path.exists() else {}


def studied(d: dict) -> str:
    """What an encoder read in its distillation."""
    kinds = dict(english="English sentences", read="in other languages of the teacher", translation="translations",
                 program="translated strings of games and applications", dictionary="dictionary entries", emoji="names of emoji")
    parts = [f"{d[kind]:,} {name}" for kind, name in kinds.items() if d.get(kind)]
    return ", ".join(parts) + f" ({d['sentences_seen']:,} sentences seen in the {d['minutes']} minutes of the last run)"


def write(work: Path, out: Path) -> None:
    measured, baseline = load(work / "figures.json"), load(work / "baseline.json")
    distilled = {name: load(work / f"{name}-distilled.json") for name in ENCODERS}
    tuned, langid = load(work / "finetune.json"), load(work / "langid.json")
    config = load(out / "config.json")
    whole, half = measured["figures"]["all"], measured["figures"]["other_half"]
    q, exit = measured["quantisation"], measured.get("early_exit", {})
    notes = (work / "notes.md").read_text(encoding="utf-8") if (work / "notes.md").exists() else ""
    size = config["files"]["model.onnx"]["bytes"] / 1e6
    summary = ["own corpus, en", "own corpus, other languages", "messages of threads, en", "messages of threads, other languages",
               "open sets, en", "open sets, other languages",
               "all English messages", "benign chat, en", "benign chat, other languages", "windows",
               "conversations, all", "conversations, en", "whole threads, all", "whole threads, en",
               "fraud/sms-phishing-mendeley [en]"]
    parts = [f"""# {NAME} {VERSION}

A small multilingual text model for child safety: one head for each of thirteen detectors says whether a message shows its
harm, further heads name the kind (tags, grooming tactics), the framing (protective speech, quotation, play, speech about
oneself), the role of the speaker in bullying, and emotions. It runs on the device.

Figures on this page were measured on the shipped bytes with ONNX Runtime. "Half" is the half of the validation rows
that took no part in calibration and thresholds; "all" is every validation row. No validation row was trained on.

## What it is

- Two encoders that read the same tokens, and the mean of their answers: a transformer, {config['training']['hyperparameters']['layers']} layers of MiniLM-L6 (hidden 384,
  12 heads), and a convolutional one in the layout of the multilingual Universal Sentence Encoder (arXiv 1907.04307: n-grams
  of 2, 3 and 5 pieces, then dense layers over the whole text). A joint WordPiece vocabulary of {ALL_PIECES:,} pieces for
  {len(LANGUAGES)} languages, at most 128 tokens, {size:.1f} MB. Weights and the inputs of the linear layers are integers (seven and eight
  bits), so that the products are the same sums on every processor; the word tables have four bits a number.
- A small third reader in the same graph: two convolutions of width {GROUPS['width']} over {GROUPS['order']} word vectors of both encoders, which learned to tell
  hate speech from harmless talk of the same scenes, and to be silent elsewhere. Its terms are added to those of the convolutional encoder
  for {', '.join(f'`{label}`' for label in GROUPS['reach'])}.
- Input `input_ids` (int64 [1, tokens]); a message is `[CLS] text [SEP]`, a conversation
  window `[CLS] [OTHER] text [CHILD] text … [SEP]`, where `[CHILD]` opens the messages of the protected child and
  `[OTHER]` those of everyone else.
- Outputs `logits` [1, labels] and `contributions` [1, tokens, labels]; the contributions of the tokens add up
  to the logit, so the strongest tokens are the evidence. p = sigmoid(a · logit + b) with a, b and a
  threshold per label, one set for English text and one for every other language.
- A conversation window is asked for `scores` and `shares` [1, tokens, labels] of the transformer: the mean of the scores of a
  message's tokens, weighed by the softmax of their shares, is what the message is among the others. Half of that and half of
  the sum of `convolutional` [1, tokens, labels], the contributions of the other encoder to that message alone, is its logit.
- `langid.bin`: hashed character n-grams, 32 languages.
- `ngrams.bin`, a linear model over hashed tokens, their clusters (pieces whose word vectors are alike, of all languages together), pairs of
  both, and characters of words: {config['ngrams']['own']} times its score for a detector and {config['ngrams']['any']} times that
  for any harm are added to the logit of the detector, its score for a valence to that of the valence, {config['ngrams']['among']} times as much where a message is
  read among others, and nothing to whole windows. The last score is the early exit too:
  a text that stands alone below its line is answered as harmless without the encoders;
  {100 * exit.get('harmless rows of other sets passed', 0):.0f} % of ordinary harmless validation rows pass, and {100 * exit.get('detections lost', 0):.2f} % of what the encoder detects is lost.
- Files, labels and thresholds are in `config.json`; the digests of every input are in `inputs.json`, whose own is there too.

## Training

Text passes through the library's own normaliser and tokenizer. Stages: vocabulary; distillation; fine-tuning; early exit;
calibration. The transformer learns the vectors of the full MiniLM, which reads English, the convolutional encoder those of
the multilingual encoder, which reads {len(Multilingual.reads)} of our languages; what a teacher does not read is held to the vector of its English
original. {"; ".join(f"{name}: {studied(d)}" for name, d in distilled.items() if d)}.
Then each encoder was fine-tuned with its heads alone, both together, both over messages alone and in conversations, and both once
more beside a teacher, the mean of their own logits before that part and those of a fine-tuned English encoder of twelve layers:
what it answers to English messages, to copies of them with similar words, and to the English sentences of translations ({", ".join(f"{name} {p['rows_seen']:,} rows in {p['minutes']} minutes" for name, p in tuned.get('parts', {}).items() if p.get('steps'))} in the last run), the logits of translations held to those of
their English sentence, loss only where a source annotates a head or the teacher answers. Every row of our corpus is also seen disturbed
(leetspeak, typos, stretched, spaced, split and look-alike letters, asterisks, phonetic spelling, missing diacritics, hidden
characters) and, where its script is not Latin, romanised; positives and negatives alike.
Labels without a head for want of examples: {', '.join(f'{l} ({n})' for l, n in tuned.get('dropped', {}).items()) or 'none'}.
Integers against floating point on {q['rows']} rows: logits differ by {q['mean_difference']} on average and {q['max_difference']} at most, cosine {q['cosine_mean']}.

One command rebuilds it: `python models/training/train.py --data DIR --out models/text`. The distillation stops with
the clock, so a rebuild agrees in quality, not bit for bit.
{notes}
## Accuracy
"""]
    for detector in DETECTORS:
        parts.append(f"\n### {detector}\n\nHalf:\n\n" + scored(half.get(detector, {}), summary))
        parts.append("\nAll:\n\n" + scored(whole.get(detector, {}), summary))
        if baseline and detector in baseline["all"]:
            parts.append("\nBaseline (character n-grams and logistic regression, same rows), all:\n\n"
                         + scored(baseline["all"][detector], summary))
    for group in [*(f"{d}/*" for d in DETECTORS), "framing/*", "role/*"]:
        if group in whole:
            parts.append(f"\n### {group} (own corpus, all validation rows)\n\n" + scored(whole[group]))
    if "any detector" in whole:
        parts.append("\n### Harmless messages flagged by any detector (all validation rows)\n\n| | rows | flagged |\n|---|---|---|\n"
                     + "".join(f"| {key} | {d['rows']} | {100 * d['flagged']:.1f} % |\n" for key, d in whole["any detector"].items()))
    if "emotions" in whole:
        parts.append("\n### Emotions\n\n" + ", ".join(f"{k} {v}" for k, v in whole["emotions"].items()) + ".\n")
    parts.append("\n### Alignment of the languages\n\nShare of held-back translations whose nearest English sentence is the right one "
                 "(after distillation):\n\n" + "; ".join(name + ": " + ", ".join(f"{c} {v}" for c, v in d.get("retrieval", {}).items()) for name, d in distilled.items() if d) + ".\n")
    parts.append(f"""
### Language identification

Macro accuracy on held-back sentences {langid.get('macro_accuracy_sentences')}, on pieces of 2 to 8 words {langid.get('macro_accuracy_2_to_8_words')}.
Pieces per language: {', '.join(f'{c} {v}' for c, v in langid.get('pieces', {}).items())}.
Most frequent confusions: {', '.join(f'{k} {v}' for k, v in list(langid.get('confusions', {}).items())[:10])}.

## Limits

- Open bullying data is mostly adult hate and insult; everyday bullying among children, exclusion and implicit harm come
  almost only from our own corpus, which is small, written for this project, for the most part by a language model. Expect misses
  on what is coded, local or new, and false alarms on rough but friendly talk.
- Prevalence in the validation is far above that of real chat; precision in use is lower than in these tables.
- Languages other than English lean on alignment, on a few hundred own lines each and on translated lines of the English
  corpus; no native speaker has checked them. Text typed in another script or without its letters is weaker still.
- Sources on one phenomenon label other abuse as harmless; mixed sets (hatexplain, edos, mlma) have noisy labels.
- Identity terms and dialect: documented biases of the source sets (African-American English, identity mentions) may persist.
- A window of a conversation is judged without pictures, voice or history outside the window.

## Not for

Accusing or punishing a person on the model's word, law enforcement evidence, hiring or credit decisions, adult
surveillance, ranking of people. A signal is a reason to look, with a human, not a finding.

## Data and licences

| source | licence | used for |
|---|---|---|
""" + "\n".join("| " + line + " |" for line in SOURCES.split("\n")) + "\n")
    (out / "README.md").write_text("".join(parts), encoding="utf-8")
