"""Every fixed choice of the training: languages, labels, sizes, seeds."""

NAME = "wardlight-text"
VERSION = "2026.11.21"
SEED = 20261121

LANGUAGES = (
    "en es pt uk sv no da fi de fr nl pl it tr ro el cs hu bg hr sk lt lv et sl mt ga ar ru zh ja ko"
).split()
# Close varieties that strengthen a target language (text encoder only, not language identification).
RELATED = {"nn": "no", "pt-BR": "pt", "es-MX": "es", "bs": "hr", "sr": "hr"}

MAX_TOKENS = 128
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[OTHER]", "[CHILD]"]
PAD, UNK, CLS, SEP, OTHER, CHILD = range(6)

# detector -> its tags, in the order of the core's table
TAGS = {
    "bullying": "DIRECT_INSULT EXCLUSION PII_DOXXING THREAT IDENTITY_ABUSE SEXUAL_HARASSMENT PILE_ON CYBERSTALKING "
                "HUMILIATION INTIMIDATION",
    "unsafe": "SELF_HARM SUICIDAL_BEHAVIOUR EATING_DISORDER SUBSTANCE_USE DEPRESSION_ANXIETY COMPULSIVE_USAGE VIOLENCE "
              "HATE_SPEECH SEXUAL_CONTENT SEXUAL_EXPLOITATION SEXTORTION TRAFFICKING CONTAGION",
    "grooming": "reconnaissance meeting_request flattery secrecy_request isolation boundary_pushing photo_request "
                "gift_offering",
    "social-engineering": "AUTH_IMPERSONATION URGENCY_FABRICATION TRUST_EXPLOITATION CREDENTIAL_THEFT PHISHING_LINK "
                          "FINANCIAL_DEMAND",
    "app-fraud": "FAKE_APP FAKE_INVESTMENT PHISHING_APP SUBSCRIPTION_TRAP MALICIOUS_LINK FAKE_REVIEW",
    "romance-scam": "LOVE_BOMBING FINANCIAL_REQUEST IDENTITY_DECEPTION ISOLATION",
    "mule-recruitment": "EASY_MONEY ACCOUNT_SHARING LAUNDERING_LANGUAGE RECRUITMENT_PRESSURE",
    "gambling-harm": "UNDERAGE_PROMOTION CHASING_LOSSES BORROWING CONCEALMENT BET_PRESSURE",
    "coercive-control": "ISOLATION MONITORING THREATS FINANCIAL_CONTROL EMOTIONAL_MANIPULATION",
    "vulnerability-exploitation": "AGE_TARGETING EMOTIONAL_EXPLOIT FINANCIAL_EXPLOIT",
    "radicalisation": "US_VS_THEM DEHUMANISATION CALL_TO_ACTION CONSPIRACY_NARRATIVE RECRUITMENT",
    "distress-signals": "LONELINESS TRUST_SEEKING FEELING_UNHEARD OVERWHELM LOW_SELF_WORTH WITHDRAWAL FAMILY_CONFLICT "
                        "IDENTITY_DISTRESS ACADEMIC_PRESSURE SLEEP_DISTURBANCE APPETITE_CHANGE EMOTIONAL_NUMBING",
    "tfgbv": "IMAGE_BASED_ABUSE CYBER_STALKING ONLINE_HARASSMENT DOXING IMPERSONATION OUTING POST_SEPARATION_ABUSE "
             "SEXTORTION DIGITAL_COERCION SEXUALISED_DEEPFAKES GENDERED_HATE_SPEECH REPRODUCTIVE_SURVEILLANCE "
             "ECONOMIC_ABUSE_DIGITAL",
}
TAGS = {detector: tags.split() for detector, tags in TAGS.items()}
DETECTORS = list(TAGS)
FRAMINGS = "protective quotation play self_directed reclaimed".split()
ROLES = "enacting experiencing reporting_other".split()
# the classes of GoEmotions (Demszky et al. 2020), then those that a counsellor asks about
GO_EMOTIONS = (
    "admiration amusement anger annoyance approval caring confusion curiosity desire disappointment disapproval disgust "
    "embarrassment excitement fear gratitude grief joy love nervousness optimism pride realization relief remorse sadness "
    "surprise neutral"
).split()
OWN_EMOTIONS = "sadness loneliness anxiety stress frustration shame anger fear joy hope calm withdrawal".split()
EMOTIONS = list(dict.fromkeys(GO_EMOTIONS + OWN_EMOTIONS))
# as `Emotion::is_pleasant` and `is_neither` of the core; the others are unpleasant
PLEASANT = set("joy hope calm admiration amusement approval caring excitement gratitude love optimism pride relief".split())
NEITHER = set("confusion curiosity desire realization surprise neutral".split())
VALENCES = "pleasant unpleasant".split()

LABELS = (
    DETECTORS
    + [f"{d}/{t}" for d, tags in TAGS.items() for t in tags]
    + [f"framing/{f}" for f in FRAMINGS]
    + [f"role/{r}" for r in ROLES]
    + [f"emotion/{e}" for e in EMOTIONS]
    + [f"valence/{v}" for v in VALENCES]
)
MIN_TAG_POSITIVES = 15  # a tag with fewer training positives gets no head

HIDDEN, HEADS, INNER, LAYERS = 384, 12, 1536, 2  # of the transformer
NARROW, WIDE, BRANCH, DEEP = 320, 512, 256, 320  # of the convolutional encoder: words, tokens, branches, dense layers
ORDERS, JUDGE = (2, 3, 5), 384  # neighbouring tokens that a branch reads together; what its heads read
ENGLISH_PIECES, ALL_PIECES = 20_000, 47_600
COMMON_ENGLISH = 9000  # pieces before this one are the most frequent of English; `Tokenizer::english_rank` relies on it

DISTIL = dict(
    batch=256, tokens_per_batch=5120, max_tokens=64,
    # shares: of each kind of text, what one pass over the sentences takes
    transformer=dict(minutes=72, lr_encoder=2e-4, lr_embeddings=2e-3, dropout=0.05,
                     shares=dict(english=0.33, read=1.0, translation=1.0, emoji=0.33, program=0.33, dictionary=0.2, romanised=1.0)),
    convolutional=dict(minutes=68, lr_encoder=3e-4, lr_embeddings=2e-3, dropout=0.0,
                       shares=dict(english=0.4, read=1.0, translation=1.0, emoji=0.2, program=0.5, dictionary=0.2, romanised=1.0)))
FINETUNE = dict(tokens_per_batch=6144, rows_per_batch=192, repeats_english=4, repeats_others=5, warmup=200,
                agreement=0.01, alignment=4.0, agreement_every=10, agreement_tokens=1536)
# one after the other, from the weights of those it comes `after`; the convolutional encoder agrees only in languages that its
# teacher does not read. `strangers`: the share of the messages that are packed with others that have nothing to do with them
PARTS = dict(
    transformer=dict(after=[], minutes=112, translations="all", rounded=False, strangers=0.0, imitates=0.0, twins=0.0, keeps=0.0,
                     lr_encoder=1e-4, lr_embeddings=3e-4, lr_heads=1e-3),
    convolutional=dict(after=[], minutes=40, translations="unread", rounded=False, strangers=0.0, imitates=0.0, twins=0.0, keeps=0.0,
                       lr_encoder=2e-4, lr_embeddings=5e-4, lr_heads=1e-3),
    together=dict(after=["transformer", "convolutional"], minutes=25, translations="all", rounded=True, strangers=0.0, imitates=0.0, twins=0.0, keeps=0.0,
                  lr_encoder=5e-5, lr_embeddings=2e-4, lr_heads=5e-4),
    # the word tables stay as they are
    conversing=dict(after=["together"], minutes=84, translations="all", rounded=True, strangers=0.15, imitates=0.0, twins=0.0, keeps=0.0,
                    lr_encoder=7e-5, lr_embeddings=0.0, lr_heads=5e-4),
    # `imitates`: how far the answers of a teacher stand for the annotations; `keeps`: the share of the weights before in the result
    imitating=dict(after=["conversing"], minutes=213, translations="all", rounded=True, strangers=0.03, imitates=0.5, twins=0.0, keeps=0.3,
                   lr_encoder=1.5e-4, lr_embeddings=0.0, lr_heads=5e-4),
    widening=dict(after=["imitating"], minutes=443, translations="all", rounded=True, strangers=0.05, imitates=0.0, twins=3.0, keeps=0.4,
                  lr_encoder=1e-4, lr_embeddings=0.0, lr_heads=3.5e-4))
READER = dict(passes=3.5, tokens_per_batch=3072, lr_encoder=8e-5, lr_heads=1e-3)  # the twelve-layer encoder of reader.py
# what it answers to beside our English messages: of these, copies with similar words; a share of the open sets; translations
ANSWERED = dict(copies=2, open=0.33, translations=20_000)

LANGID = dict(buckets=32768, orders=4, epochs=12, batch=512, lr=0.02)
# of the n-grams: buckets of each kind; `classes`: clusters of pieces; `own` and `any`: how much a detector's own column and the last
# one add to its logit; `among`: times that where the message is read among others, which tell more of it than its words; `twins`: how
# much two neighbours in the wrong order count
NGRAMS = dict(tokens=5 << 15, clusters=5 << 15, characters=1 << 17, classes=4096, epochs=4, lr=0.02, harm_weight=2.0, twins=3.0, own=1.0,
              any=1.0, among=0.4, most_lost=0.005)
# of the reader of what is said of groups: its width and layers of convolutions over `order` pieces; `rest`: per cent of the messages
# about other things that it learns to be silent on, and what it costs not to be; `reach`: the labels to which `weight` times its logit
# is added
GROUPS = dict(width=56, layers=2, order=5, epochs=12, batch=128, lr=3e-3, dropout=0.1, words_dropped=0.1, rest=40, silence=0.4, weight=1.0,
              reach=["bullying", "unsafe", "unsafe/HATE_SPEECH", "bullying/IDENTITY_ABUSE"])
