"""What needs no model: the rules alone, guidance, helplines, prices and the prescreen lexicon."""

from __future__ import annotations

import json
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

from . import _native
from ._issuer import TokenIssuer
from ._record import Record
from ._screener import _situation
from ._wire import Body, batch_body, body, encode, name, optional, placed
from .types import (
    ActionPlan,
    BatchVerdict,
    ContinuedVerdict,
    Country,
    Detector,
    IncidentReport,
    Language,
    MultiVerdict,
    Prescreen,
    Verdict,
)

Signals = Sequence[Union[Record, Mapping[str, Any]]]
"""Observations: `Signal`s or dicts. Their spans are byte offsets in the UTF-8 text."""
Observed = Sequence[Optional[Signals]]
"""Observations for each of several detectors or items; None where the engine failed."""
Settings = Optional[Mapping[str, Any]]
"""A policy: numbers that differ from the default ones."""


def assess(detector: Detector, request: Body, signals: Signals, policy: Settings = None) -> Verdict:
    """Judges a request by signals that somebody else observed: the rules alone, without a model or a clock.

    >>> from wardlight import assess
    >>> signals = [{"label": "bullying", "probability": 0.95}, {"label": "bullying/THREAT", "probability": 0.9}]
    >>> verdict = assess("bullying", {"text": "words", "context": {"age_group": "10-12"}}, signals)
    >>> [category.tag for category in verdict.categories]
    ['THREAT']
    """
    answer = _native.assess(name(detector), body(request), encode(list(signals)), optional(policy))
    return Verdict.from_dict(json.loads(answer))


def assess_multi(request: Body, observed: Observed, policy: Settings = None) -> MultiVerdict:
    """Judges one text by what was observed for each of its detectors.

    >>> from wardlight import assess_multi
    >>> answer = assess_multi({"text": "words", "endpoints": ["bullying", "unsafe"]}, [[], None])
    >>> answer.summary.failed_endpoints
    ('unsafe',)
    """
    return MultiVerdict.from_dict(json.loads(_native.assess_multi(body(request), _listed(observed), optional(policy))))


def assess_batch(request: Body, observed: Observed, policy: Settings = None) -> BatchVerdict:
    """Judges each item of a batch by what was observed in it.

    >>> from wardlight import assess_batch
    >>> assess_batch({"items": [{"type": "bullying", "text": "words"}]}, [[]]).summary.successful
    1
    """
    asked, faults = batch_body(request)
    answer = json.loads(_native.assess_batch(asked, _listed(observed), optional(policy)))
    return BatchVerdict.from_dict(placed(answer, faults))


def assess_continued(
    detector: Detector, request: Body, signals: Signals, issuer: TokenIssuer, policy: Settings = None
) -> ContinuedVerdict:
    """Judges the next turns of a conversation by signals that somebody else observed.

    >>> from wardlight import ContinuationKey, TokenIssuer, assess_continued
    >>> issuer = TokenIssuer([ContinuationKey("ct-2026-11", b"an example of 32 bytes, not more")], "caller")
    >>> assess_continued("bullying", "words", [], issuer).state_source
    'fresh'
    """
    keys, api_key_hash, now = issuer.parts()
    answer = _native.assess_continued(
        name(detector), body(request), encode(list(signals)), keys, api_key_hash, now, optional(policy)
    )
    return ContinuedVerdict.from_dict(json.loads(answer))


def action_plan(request: Body, policy: Settings = None) -> ActionPlan:
    """What somebody can do now, without a verdict; `Screener.action_plan` reads the situation as well.

    >>> from wardlight import action_plan
    >>> plan = action_plan({"situation": "She is being bullied at school", "context": {"country": "IE"}})
    >>> plan.tone
    'supportive'
    """
    return ActionPlan.from_dict(json.loads(_native.action_plan(_situation(request), optional(policy))))


def incident_report(request: Body, policy: Settings = None) -> IncidentReport:
    """A report without a verdict: nothing was read, and the report says so. See `Screener.incident_report`.

    >>> from wardlight import incident_report
    >>> incident_report({"messages": [{"sender": "Ana", "text": "words"}]}).risk_level
    'medium'
    """
    return IncidentReport.from_dict(json.loads(_native.incident_report(body(request), optional(policy))))


def prescreen(
    text: str,
    detector: Detector,
    language: Optional[Language] = None,
    lexicon: Union[Mapping[str, Any], bytes, None] = None,
) -> Prescreen:
    """What the prescreen lexicon says of a text; English without a language, the shipped lexicon without another.

    >>> from wardlight import prescreen
    >>> prescreen("Hi! Good morning", "bullying").benign_only
    True
    """
    # A half surrogate matches nothing, like any other disguise.
    words = text.encode("utf-8", errors="replace")
    code = None if language is None else name(language)
    return Prescreen.from_dict(json.loads(_native.prescreen(words, name(detector), code, optional(lexicon))))


def helplines(country: str) -> Optional[Country]:
    """Helplines of a country by ISO 3166-1 alpha-2 code, with their sources; None where there is no data.

    >>> from wardlight import helplines
    >>> helplines("pt").emergency_number, helplines("AQ")
    ('112', None)
    """
    found = json.loads(_native.helplines(name(country)))
    return None if found is None else Country.from_dict(found)


def countries() -> Tuple[Country, ...]:
    """Every country with helplines.

    >>> from wardlight import countries
    >>> len(countries()) >= 60
    True
    """
    return tuple(Country.from_dict(each) for each in json.loads(_native.countries()))


def credits(operation: Mapping[str, Any], weighting: str = "main") -> int:
    """The price of an operation.

    >>> from wardlight import credits
    >>> credits({"operation": "text", "detector": "grooming", "messages": 12})
    2
    """
    return _native.credits(encode(operation), name(weighting))


def _listed(observed: Observed) -> bytes:
    return encode([None if each is None else list(each) for each in observed])
