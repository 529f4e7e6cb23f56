"""Puts the bundle together: model, vocabulary, language identification, configuration and their digests."""

import datetime
import json
import shutil
from pathlib import Path

import onnx
import torch

import calibrate
import export
import ngrams
import sources
from settings import (ANSWERED, DETECTORS, DISTIL, FINETUNE, GROUPS, LANGID, LANGUAGES, LAYERS, MAX_TOKENS, NAME, NGRAMS, PARTS, READER, SEED,
                      VERSION)


def digests(data: Path, corpus: Path) -> dict:
    files = {str(p.relative_to(data)): sources.sha256(p) for p in sorted(data.glob(f"*/*{sources.LINES}"))
             if p.parent.name in ("bullying", "unsafe", "benign", "fraud", "extended", "emotions", "langid", "parallel")}
    own = {"corpus/" + str(p.relative_to(corpus)): sources.sha256(p) for p in sorted(corpus.glob(f"*/*{sources.LINES}"))}
    others = {"corpus/" + str(p.relative_to(corpus)): sources.sha256(p) for p in sorted([*corpus.glob("polarity/*.json"), corpus / "judged.tsv.gz"])}
    return files | own | others


def assemble(validation, data: Path, corpus: Path, work: Path, out: Path, prior: dict) -> dict:
    out.mkdir(parents=True, exist_ok=True)
    kept = torch.load(work / f"{list(PARTS)[-1]}.pt")
    state, labels = kept["state"] | torch.load(work / "groups.pt"), kept["labels"]
    onnx.save(export.build(state, LAYERS, labels), out / "model.onnx")
    shutil.copyfile(work / "vocab.txt", out / "vocab.txt")
    shutil.copyfile(work / "langid.bin", out / "langid.bin")

    sample = validation[:: max(1, len(validation) // 400)]
    full = export.build(state, LAYERS, labels, quantised=False)
    agreement = export.compare(out / "model.onnx", full, sample)
    print("export:", agreement, (out / "model.onnx").stat().st_size, flush=True)

    shutil.copyfile(work / "ngrams.bin", out / "ngrams.bin")
    scored = ngrams.scores(out / "ngrams.bin", out / "vocab.txt", validation)
    held = calibrate.Held(validation, ngrams.add(export.read(out / "model.onnx", validation), labels, scored, validation), labels)
    fitted = calibrate.fit(held, prior)
    figures = calibrate.figures(held, fitted)
    fired = calibrate.fires(held, fitted)
    columns = [labels.index(d) for d in DETECTORS if d in labels]
    detected = ((fired[:, columns] > 0) & (held.targets[:, columns] > 0)).any(1)
    exit_figures = ngrams.fit(out / "ngrams.bin", validation, scored, detected)
    # beside the bundle, which applications carry
    (out / "inputs.json").write_text(json.dumps(digests(data, corpus), indent=1) + "\n", encoding="utf-8")
    names = ("model.onnx", "vocab.txt", "langid.bin", "ngrams.bin")
    files = {n: {"sha256": sources.sha256(out / n), "bytes": (out / n).stat().st_size} for n in names}
    config = {
        "name": NAME, "version": VERSION, "format": 10, "files": files, "max_tokens": MAX_TOKENS,
        "labels": fitted, "languages": LANGUAGES,
        "ngrams": {"labels": ngrams.HEARD, **{key: NGRAMS[key] for key in ("own", "any", "among")}},
        "training": {"date": datetime.date.today().isoformat(), "seed": SEED,
                     "hyperparameters": {"layers": LAYERS, "distil": DISTIL, "finetune": FINETUNE, "parts": PARTS, "reader": READER,
                                         "answered": ANSWERED, "langid": LANGID, "groups": GROUPS, "ngrams": NGRAMS},
                     "inputs": sources.sha256(out / "inputs.json")},
    }
    (out / "config.json").write_text(json.dumps(config, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    result = {"quantisation": agreement, "figures": figures, "early_exit": exit_figures}
    (work / "figures.json").write_text(json.dumps(result, indent=1))
    return result
