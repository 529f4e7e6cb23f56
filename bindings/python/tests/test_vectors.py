"""The conformance vectors: Python gives the verdict that Rust gives."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from typing import Any, Callable, Dict, List, Tuple

import pytest
from vectors import ROOT, SKIPS, body, differences, folder, in_code_points

import wardlight
from wardlight import ContinuationKey, Screener, TokenIssuer, _native

START = 1_795_219_200  # 2026-11-21T00:00:00Z


def answer(call: Callable[[], Any]) -> Dict[str, Any]:
    try:
        result: Dict[str, Any] = call().to_dict()
        return result
    except wardlight.WardlightError as error:
        # The invalid requests send canary words in every place where content may be.
        assert "canary" not in repr(error) + str(error.to_dict())
        return {"error": error.to_dict()}


def judge(faults: Dict[str, List[str]]) -> int:
    """The number of skips, each listed with a reason; a listed skip that passes is a fault."""
    skips = {name: reason for name, reason in SKIPS["vectors"].items() if name in faults}
    assert all(skips.values()), "a skip without a reason"
    passing = [name for name in skips if not faults[name]]
    assert not passing, f"listed as skipped, and they pass: {passing}"
    failed = {name: found for name, found in faults.items() if found and name not in skips}
    lines = [name + "\n    " + "\n    ".join(found) for name, found in failed.items()]
    assert not failed, f"{len(failed)} of {len(faults)} failed\n" + "\n".join(lines)
    return len(skips)


def test_tier_a_holds_exactly(report: List[str]) -> None:
    faults = {}
    for vector in folder("tier-a"):
        given = vector["given"]

        def call(given: Dict[str, Any] = given) -> Any:
            return wardlight.assess(given["detector"], body(given), given["signals"], given.get("policy"))

        expect = in_code_points(vector["expect"], given.get("request"))
        faults[vector["id"]] = differences(expect, answer(call))
    skipped = judge(faults)
    report.append(f"tier A: {len(faults)} vectors, {len(faults) - skipped} passed, {skipped} skipped, 0 failed")


def test_types_lose_nothing() -> None:
    """Whatever the library answers comes out of the dataclasses again, field by field."""
    compared = 0
    for vector in folder("tier-a"):
        given = vector["given"]
        policy = json.dumps(given["policy"]).encode() if "policy" in given else None
        try:
            wire = _native.assess(given["detector"], body(given), json.dumps(given["signals"]).encode(), policy)
        except wardlight.WardlightError:
            continue
        assert wardlight.Verdict.from_dict(json.loads(wire)).to_dict() == json.loads(wire), vector["id"]
        compared += 1
    assert compared > 500


def test_tier_b_holds_within_its_tolerance(screener: Screener, report: List[str]) -> None:
    path = ROOT / "tier-b" / f"{screener.model_version}.json"
    assert path.exists(), f"nothing is recorded for the bundled model: {path.name}"
    recorded = json.loads(path.read_text(encoding="utf-8"))
    requests = json.loads((ROOT / "tier-b" / "requests.json").read_text(encoding="utf-8"))["requests"]
    assert {each["id"] for each in requests} == set(recorded["results"]), "requests and answers differ"
    faults = {}
    for each in requests:
        got = answer(lambda each=each: screener.screen(each["detector"], each["request"]))  # type: ignore[misc]
        faults[each["id"]] = differences(recorded["results"][each["id"]], got, recorded["tolerance"])
    skipped = judge(faults)
    report.append(
        f"tier B ({screener.model_version}): {len(faults)} requests, {len(faults) - skipped} passed, {skipped} skipped, 0 failed"
    )


def test_operations_hold_exactly(report: List[str]) -> None:
    vectors = folder("operations")
    runners = {name[4:]: run for name, run in globals().items() if name.startswith("run_")}
    calls = Counter(vector["given"]["call"] for vector in vectors)
    assert all(SKIPS["calls"].values()), "a skip without a reason"
    assert not runners.keys() & SKIPS["calls"].keys(), "a call is run, and listed as skipped"
    assert calls.keys() <= runners.keys() | SKIPS["calls"].keys(), "a call is neither run nor listed"
    faults = {}
    for vector in vectors:
        given = vector["given"]
        if given["call"] in runners:
            got = answer(lambda given=given: runners[given["call"]](given))  # type: ignore[misc]
            faults[vector["id"]] = differences(vector["expect"], got)
    skipped = judge(faults)
    left = len(vectors) - len(faults)
    report.append(
        f"operations: {len(vectors)} vectors, {len(faults) - skipped} passed, {left + skipped} skipped "
        f"(calls with a listed reason: {', '.join(sorted(SKIPS['calls']))}), 0 failed"
    )


class Answer:
    """A plain value as a result."""

    def __init__(self, wire: Dict[str, Any]) -> None:
        self.wire = wire

    def to_dict(self) -> Dict[str, Any]:
        return self.wire


def run_credits(given: Dict[str, Any]) -> Any:
    return Answer({"credits": wardlight.credits(given["of"], given.get("weighting", "main"))})


def run_multi(given: Dict[str, Any]) -> Any:
    return wardlight.assess_multi(body(given), observed(given), given.get("policy"))


def run_batch(given: Dict[str, Any]) -> Any:
    return wardlight.assess_batch(body(given), observed(given), given.get("policy"))


def run_prescreen(given: Dict[str, Any]) -> Any:
    return wardlight.prescreen(given["text"], given["detector"], given.get("language"), given.get("lexicon"))


def run_action_plan(given: Dict[str, Any]) -> Any:
    return wardlight.action_plan(body(given), given.get("policy"))


def run_incident_report(given: Dict[str, Any]) -> Any:
    return wardlight.incident_report(body(given), given.get("policy"))


def run_continuation(given: Dict[str, Any]) -> Any:
    last: Any = None
    for call in given["calls"]:
        request = dict(call["request"])
        if last is not None:
            token = last.continuation_token
            request.setdefault("continuation_token", token[: len(token) - call.get("cut", 0)])
        ids = [call.get("signing_key", "ct-2026-11"), *call.get("accepted_keys", [])]
        keys = [ContinuationKey(each, bytes(itertools.islice(itertools.cycle(each.encode()), 32))) for each in ids]
        issuer = TokenIssuer(keys, call.get("api_key_hash", "hash"), START + call.get("after_s", 0))
        last = wardlight.assess_continued(
            call["detector"], request, call.get("signals", []), issuer, given.get("policy")
        )
    return last


def run_automation(given: Dict[str, Any]) -> Any:
    return wardlight.evaluate_rules(given["rules"], given["input"])


def run_zone(given: Dict[str, Any]) -> Any:
    return wardlight.read_zone(given["lines"], given["today"])


def run_barcode(given: Dict[str, Any]) -> Any:
    return wardlight.read_barcode(given["text"])


def run_national_id(given: Dict[str, Any]) -> Any:
    return wardlight.check_national_id(given["country_code"], given["number"])


def run_verify(given: Dict[str, Any]) -> Any:
    return wardlight.verify(given["mode"], given.get("evidence", {}), given["today"], given.get("policy"))


def run_synthetic(given: Dict[str, Any]) -> Any:
    return wardlight.judge_synthetic(given["evidence"], given.get("rules"), given.get("policy"))


def run_review(given: Dict[str, Any]) -> Any:
    incident = wardlight.Incident(status="new", risk_category=given["category"], risk_level=given["level"])
    trail, read = [], False
    for each in given["reviews"]:
        answer = wardlight.review(incident, each["body"], each["credential"], each["at_ms"])
        incident, read = answer.incident, answer.marks_notifications_read
        trail.append(answer.record.to_dict())
        assert answer.requires_review == wardlight.requires_review(incident)
    waits = wardlight.requires_review(incident)
    known = {"incident": incident.to_dict(), "trail": trail}
    return Answer({**known, "marks_notifications_read": read, "requires_review": waits})


def run_logs_incident(given: Dict[str, Any]) -> Any:
    return Answer({"logged": wardlight.logs_incident(given.get("per_call"), given.get("per_account"))})


def run_retention_days(given: Dict[str, Any]) -> Any:
    return Answer({"days": wardlight.retention_days(given.get("setting"))})


def run_sign_webhook(given: Dict[str, Any]) -> Any:
    return wardlight.sign_webhook(*delivery(given))


def run_verify_webhook(given: Dict[str, Any]) -> Any:
    wardlight.verify_webhook(
        *delivery(given["delivery"]),
        service_signature=given.get("service_signature"),
        webhook_signature=given.get("webhook_signature"),
        now_s=given.get("now_s", 0),
    )
    return Answer({"verified": True})


def run_after_attempt(given: Dict[str, Any]) -> Any:
    return wardlight.after_attempt(given["event"], given["attempt"], given.get("status"))


def run_alert(given: Dict[str, Any]) -> Any:
    return Answer({"event": wardlight.alert(given["level"])})


def delivery(given: Dict[str, Any]) -> Tuple[str, str, int, bytes]:
    return given["secret"], given["id"], given["timestamp_s"], given["body"].encode("utf-8")


def observed(given: Dict[str, Any]) -> Any:
    return [None if each == "failed" else each for each in given["observed"]]


def test_a_wrong_verdict_is_seen() -> None:
    """The comparison itself: what is asked for, left out and near."""
    actual = {"level": "high", "risk_score": 0.71, "flags": ["a"], "inner": {"x": None}}
    assert differences({"level": "high", "risk_score": 0.7}, actual, 0.02) == []
    assert differences({"risk_score": 0.7}, actual) != []
    assert differences({"level": "low"}, actual) != []
    assert differences({"flags": ["a", "b"]}, actual) != []
    assert differences({"absent": ["inner.x"]}, actual) != []
    assert differences({"contains": {"level": "low"}}, actual) != []
    with pytest.raises(AssertionError):
        judge({"some/vector": ["risk_score: expected 1, received 0"]})
