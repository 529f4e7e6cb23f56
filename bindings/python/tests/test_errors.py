"""Every error kind is a class of its own, and none holds content."""

from __future__ import annotations

import json
import pickle
import traceback
from pathlib import Path
from typing import Any, Callable, Dict, List

import pytest

import wardlight
from wardlight import ContinuationKey, Request, Screener, TokenIssuer, WardlightError, _errors

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "schema.json").read_text(encoding="utf-8"))
CANARY = "canary-7f3a"


def test_every_row_of_the_table_has_its_class() -> None:
    assert len(SCHEMA["errors"]) == len(_errors.TABLE)
    for row in SCHEMA["errors"]:
        error = _errors.from_table(row["detail"], "why")
        assert isinstance(error, WardlightError) and type(error) is not WardlightError
        assert (error.code, error.kind, error.http_status) == (row["code"], row["kind"], row["http_status"])
        assert (error.message, str(error)) == ("why", "why")
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and again.to_dict() == error.to_dict()


def test_every_kind_is_a_class_of_its_own() -> None:
    kinds = {kind["const"] for kind in SCHEMA["results"]["ErrorKind"]["oneOf"]}
    classes = WardlightError.__subclasses__()
    assert {each.kind for each in classes} == kinds and len(classes) == len(kinds)


ISSUER = TokenIssuer([ContinuationKey("ct-2026-11", b"0" * 32)], "hash")
CASES = [
    ("InvalidInputError", "VAL_INVALID_INPUT", lambda s: s.screen("bullying", {"text": 7})),
    ("InvalidInputError", "VAL_INVALID_INPUT", lambda s: s.screen("bullying", [1])),
    ("InvalidInputError", "MALFORMED_JSON", lambda s: s.screen("bullying", b"{")),
    ("InvalidInputError", "MALFORMED_JSON", lambda s: s.screen("bullying", b"\xff")),
    ("InvalidInputError", "CONTINUATION_TOKEN_MALFORMED", lambda s: s.screen_continued(
        "grooming", {"messages": [{"text": "hi"}], "continuation_token": "x"}, ISSUER)),
    ("InvalidInputError", "VAL_INVALID_INPUT", lambda s: s.screen_continued("grooming", "hi", TokenIssuer([]))),
    ("LimitExceededError", "TEXT_TOO_LONG", lambda s: s.screen("bullying", "a" * 50_001)),
    ("LimitExceededError", "TOO_MANY_ITEMS", lambda s: s.screen_batch([("bullying", "hi")] * 51)),
    ("UnsupportedError", "UNSUPPORTED_DETECTOR", lambda s: s.screen("nothing", "hi")),
    ("UnsupportedError", "ANALYSIS_6009", lambda s: s.screen(
        "bullying", Request(text="hi", context=wardlight.Context(language="tlh")))),
    ("ModelUnavailableError", "MODEL_BUNDLE_MISSING", lambda s: Screener(bundle="/no/such/folder")),
    ("InvalidInputError", "VAL_INVALID_INPUT", lambda s: Screener(policy={"detect": "much"})),
    ("InvalidInputError", "VAL_INVALID_INPUT", lambda s: Screener(limits={"text": 7})),
    ("InvalidInputError", "VAL_INVALID_INPUT", lambda s: wardlight.assess("bullying", "hi", [{"label": "x"}])),
    ("InvalidInputError", "VAL_INVALID_INPUT", lambda s: wardlight.credits({"operation": "x"})),
]
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
INCIDENT = {"status": "new", "risk_category": "grooming", "risk_level": "high"}


def verified(timestamp_s: Any = 1, **others: Any) -> None:
    wardlight.verify_webhook(SECRET, "evt_1", timestamp_s, b"{}", service_signature="x", **others)


def issued(now: Any) -> None:
    wardlight.assess_continued("bullying", "hi", [], TokenIssuer(ISSUER.keys, now_unix_s=now))


NUMBERS: Dict[str, Callable[[Any], Any]] = {
    "setting": wardlight.retention_days,
    "attempt": lambda number: wardlight.after_attempt("safety.high", number, 503),
    "status": lambda number: wardlight.after_attempt("safety.high", 1, number),
    "timestamp_s": verified,
    "now_s": lambda number: verified(now_s=number),
    "tolerance_s": lambda number: verified(tolerance_s=number),
    "now_unix_s": issued,
    "at_ms": lambda number: wardlight.review(INCIDENT, {}, at_ms=number),
    "rate": lambda number: Screener().recognise_speech([0.0], number),
}


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("number", [2**70, -(2**70), 0.5, float("nan"), CANARY])
def test_a_number_that_is_none_is_named(name: str, number: Any) -> None:
    with pytest.raises(wardlight.InvalidInputError, match=f"^{name} must be a whole number within") as caught:
        NUMBERS[name](number)
    assert CANARY not in str(caught.value)


@pytest.mark.parametrize("name", ["setting", "status", "tolerance_s", "now_unix_s", "rate"])
def test_a_negative_number_is_refused(name: str) -> None:
    with pytest.raises(wardlight.InvalidInputError, match=f"^{name} must be a whole number within 0 and"):
        NUMBERS[name](-1)


def test_attempts_count_from_one() -> None:
    with pytest.raises(wardlight.InvalidInputError, match="^attempt must be"):
        wardlight.after_attempt("safety.high", 0, 503)


@pytest.mark.parametrize("name, detail, call", CASES)
def test_what_goes_wrong_has_its_class(
    screener: Screener, name: str, detail: str, call: Callable[[Screener], Any]
) -> None:
    with pytest.raises(WardlightError) as caught:
        call(screener)
    assert (type(caught.value).__name__, caught.value.detail) == (name, detail)


def test_an_item_that_was_not_analysed_says_so(screener: Screener) -> None:
    items = [{"type": "bullying"}, {"type": "bullying", "text": "hi"}]
    answer = screener.screen_batch({"items": items, "options": {"continue_on_error": False}})
    assert [each.error_code for each in answer.results] == ["VAL_INVALID_INPUT", "ITEM_NOT_ANALYSED"]


def loop() -> Any:
    value: Dict[str, Any] = {"text": CANARY}
    value["context"] = value
    return value


SECRETS: List[Any] = [
    {"text": [CANARY]},
    {"text": "hi", CANARY + " in words": 1},
    {"text": "hi", "context": {"age_group": CANARY}},
    {"text": "hi", "context": {"language": CANARY}},
    {"text": CANARY + "\ud800"},
    {"text": CANARY, "metadata": {"x": object()}},
    {"text": CANARY, "metadata": {"x": float("nan")}},
    {"text": CANARY, "metadata": {("a", CANARY): 1}},
    loop(),
    f'{{"text": "{CANARY}'.encode(),
    CANARY + " \udfff",
    Request(text="hi", message_id=CANARY * 20),
]


@pytest.mark.parametrize("number", range(len(SECRETS)))
def test_no_error_repeats_content(screener: Screener, number: int) -> None:
    with pytest.raises(WardlightError) as caught:
        screener.screen("bullying", SECRETS[number])
    error = caught.value
    assert error.__context__ is None and error.__cause__ is None
    told = [repr(error), str(error), str(error.args), str(error.to_dict())]
    told += traceback.format_exception_only(type(error), error)
    assert not any(CANARY in each for each in told)


@pytest.mark.parametrize("call", [
    lambda s: s.screen(CANARY, "hi"),
    lambda s: s.screen(CANARY + "\ud800", "hi"),
    lambda s: wardlight.prescreen("hi", CANARY),  # type: ignore[arg-type]
    lambda s: wardlight.assess("bullying", "hi", [{"label": CANARY, "probability": 1}]),
    lambda s: s.screen_continued("grooming", {"messages": [{"text": "x"}], "continuation_token": CANARY}, ISSUER),
    lambda s: s.screen_continued("grooming", "hi", TokenIssuer([ContinuationKey(CANARY + "!", b"0" * 32)])),
    lambda s: s.action_plan({"situation": CANARY, "role": CANARY}),
    lambda s: wardlight.credits({"operation": CANARY}),
])
def test_no_other_error_does(screener: Screener, call: Callable[[Screener], Any]) -> None:
    with pytest.raises(WardlightError) as caught:
        call(screener)
    assert CANARY not in repr(caught.value) + str(caught.value.to_dict())


def test_no_repr_shows_content(screener: Screener) -> None:
    request = Request(
        messages=[wardlight.Message(text=CANARY, sender_role=CANARY)],
        context=wardlight.Context(conversation_history=[wardlight.HistoryMessage(role=CANARY, text=CANARY)]),
        external_id=CANARY,
        customer_id=CANARY,
        metadata={CANARY: CANARY},
        message_id=CANARY,
    )
    signals = [{"label": "bullying/THREAT", "probability": 1.0, "message_index": 0, "span": [0, len(CANARY)]}]
    verdict = wardlight.assess("bullying", request, [{"label": "bullying", "probability": 1.0}, *signals])
    assert verdict.evidence and verdict.evidence[0].text == CANARY and verdict.external_id == CANARY
    assert CANARY not in repr(request) + repr(verdict) + repr(ContinuationKey("k", CANARY.encode()))
