"""Builds the text bundle from the data sets: the one command.

    python models/training/train.py --data DIR --out models/text

Stages: langid, vocabulary, distil, finetune, groups, ngrams, baseline, bundle (export, calibrate, measure), card. Each leaves its
result in the work directory and is skipped when that is there; `--stage` runs single stages again.
"""

import argparse
import json
from pathlib import Path

from settings import PARTS

STAGES = ["langid", "vocabulary", "distil", "finetune", "groups", "ngrams", "baseline", "bundle", "card"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = Path(__file__).resolve().parent
    parser.add_argument("--data", type=Path, required=True, help="directory with bullying/, unsafe/, benign/, ...")
    parser.add_argument("--out", type=Path, required=True, help="bundle directory")
    parser.add_argument("--corpus", type=Path, default=here / "corpus")
    parser.add_argument("--work", type=Path, default=here.parents[1] / "target" / "training")
    parser.add_argument("--stage", nargs="*", choices=STAGES, help="run these stages even when their result is there")
    parser.add_argument("--distil-minutes", type=float, help="of each encoder")
    parser.add_argument("--finetune-minutes", type=float, help="of all parts together; the learning rate falls with the clock")
    a = parser.parse_args()
    a.work.mkdir(parents=True, exist_ok=True)

    def wanted(stage, result):
        return stage in a.stage if a.stage else not (a.work / result).exists()

    if wanted("langid", "langid.bin"):
        import language_id

        language_id.train(a.data, a.corpus, a.work / "langid.bin", a.work / "langid.json")
    vocabulary_file = a.work / "vocab.txt"
    if wanted("vocabulary", "vocab.txt"):
        import vocabulary

        vocabulary.build(a.data, a.corpus, vocabulary_file)
    for encoder in ("transformer", "convolutional"):
        if wanted("distil", f"{encoder}-distilled.json"):
            import distil

            distil.run(encoder, a.data, a.corpus, vocabulary_file, a.work, a.distil_minutes)
    if a.stage and not {"finetune", "groups", "ngrams", "baseline", "bundle", "card"} & set(a.stage):
        return
    import dataset

    training, validation = dataset.build(a.data, a.corpus, vocabulary_file, a.work)
    if wanted("finetune", "finetune.json"):
        import finetune

        translations = dataset.translations(a.data, a.corpus, vocabulary_file, a.work)
        finetune.run(training, validation, translations, vocabulary_file, a.work, a.finetune_minutes)
    if wanted("groups", "groups.pt"):
        import groups

        groups.train(training, encoders(a.work), a.work / "groups.pt")
    if wanted("ngrams", "ngrams.bin"):
        import ngrams

        ngrams.train(training, vocabulary_file, encoders(a.work), a.work / "ngrams.bin")
    if wanted("baseline", "baseline.json"):
        import baseline

        (a.work / "baseline.json").write_text(json.dumps(baseline.run(training, validation), indent=1))
    if wanted("bundle", "figures.json"):
        import bundle

        prior = json.loads((a.work / "balance.json").read_text())
        bundle.assemble(validation, a.data, a.corpus, a.work, a.out, prior)
    if (a.work / "figures.json").exists():
        import card

        card.write(a.work, a.out)


def encoders(work: Path) -> dict:
    """The weights of both, as the last part of the training left them."""
    import torch

    return torch.load(work / f"{list(PARTS)[-1]}.pt")["state"]


if __name__ == "__main__":
    main()
