"""Every fixed choice of the training: languages, labels, sizes, seeds."""

NAME = "wardlight-text"
VERSION = "2026.11.1"
SEED = 20261121

LANGUAGES = (
    "en es pt uk sv no da fi de fr nl pl it tr ro el cs hu bg hr sk lt lv et sl mt ga ar ru zh ja ko"
).split()
# Close varieties that strengthen a target language (text encoder only, not language identification).
RELATED = {"nn": "no", "pt-BR": "pt", "es-MX": "es", "bs": "hr", "sr": "hr"}

MAX_TOKENS = 128
BUCKETS = [16, 32, 64, 128]
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[OTHER]", "[CHILD]"]
PAD, UNK, CLS, SEP, OTHER, CHILD = range(6)

BULLYING_TAGS = (
    "DIRECT_INSULT EXCLUSION PII_DOXXING THREAT IDENTITY_ABUSE SEXUAL_HARASSMENT PILE_ON "
    "CYBERSTALKING HUMILIATION INTIMIDATION"
).split()
UNSAFE_TAGS = (
    "SELF_HARM SUICIDAL_BEHAVIOUR EATING_DISORDER SUBSTANCE_USE DEPRESSION_ANXIETY COMPULSIVE_USAGE "
    "VIOLENCE HATE_SPEECH SEXUAL_CONTENT SEXUAL_EXPLOITATION SEXTORTION TRAFFICKING CONTAGION"
).split()
TACTICS = (
    "reconnaissance meeting_request flattery secrecy_request isolation boundary_pushing photo_request gift_offering"
).split()
FRAMINGS = "protective quotation play self_directed reclaimed".split()
ROLES = "enacting experiencing reporting_other".split()

DETECTORS = ["bullying", "unsafe", "grooming"]
LABELS = (
    DETECTORS
    + [f"bullying/{t}" for t in BULLYING_TAGS]
    + [f"unsafe/{t}" for t in UNSAFE_TAGS]
    + [f"grooming/{t}" for t in TACTICS]
    + [f"framing/{f}" for f in FRAMINGS]
    + [f"role/{r}" for r in ROLES]
)
MIN_TAG_POSITIVES = 25  # a tag with fewer training positives gets no head

HIDDEN, HEADS, INNER, LAYERS = 384, 12, 1536, 3
ENGLISH_PIECES, ALL_PIECES = 20_000, 38_000

DISTIL = dict(minutes=27, batch=192, tokens_per_batch=5120, lr_encoder=1.5e-4, lr_embeddings=1.5e-3, max_tokens=64)
FINETUNE = dict(epochs=3, tokens_per_batch=3072, lr_encoder=1e-4, lr_embeddings=3e-4, lr_heads=1e-3,
                own_corpus_repeats=8, warmup=100)

LANGID = dict(buckets=32768, orders=4, epochs=12, batch=512, lr=0.02)
