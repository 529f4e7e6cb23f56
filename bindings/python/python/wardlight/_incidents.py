"""The lifecycle of incidents, without a store."""

from __future__ import annotations

import json
import time
from typing import Any, Literal, Mapping, Optional, Union

from . import _native
from ._wire import encode, moment, name, whole
from .types import Incident, Review


def review(
    incident: Union[Incident, Mapping[str, Any]],
    call: Mapping[str, Any],
    credential: Literal["human", "mcp"] = "human",
    at_ms: Optional[int] = None,
) -> Review:
    """What a moderator's call makes of an incident. Store the incident and the record of the trail together.

    `incident` is the one of the answer before, or a new `Incident`. `call` is a dict with `action`, `reason_code`,
    `moderator_external_id` and, where the action needs them, `new_risk_level` and `new_risk_category`. `credential`
    tells a person from an AI agent (`mcp`), which may only confirm. `at_ms` is the time in Unix milliseconds, the
    system's when absent.

    >>> from wardlight import Incident, review
    >>> incident = Incident(status="new", risk_category="grooming", risk_level="high")
    >>> call = {"action": "escalate", "reason_code": "requires_law_enforcement", "moderator_external_id": "anna"}
    >>> answer = review(incident, call)
    >>> answer.incident.status, answer.record.by_agent
    ('escalated', False)
    >>> review(answer.incident, {**call, "moderator_external_id": "mcp:helper"}, "mcp")
    Traceback (most recent call last):
    ...
    wardlight.NotPermittedError: agents may confirm an incident and do nothing else to it
    """
    now = time.time_ns() // 1_000_000 if at_ms is None else moment(at_ms, "at_ms")
    return Review.from_dict(json.loads(_native.review(encode(incident), encode(call), name(credential), now)))


def requires_review(incident: Union[Incident, Mapping[str, Any]]) -> bool:
    """Whether an incident belongs to the queue of people: high or critical, and nobody has looked yet.

    >>> from wardlight import Incident, requires_review
    >>> requires_review(Incident(status="new", risk_category="grooming", risk_level="high"))
    True
    """
    return _native.requires_review(encode(incident))


def logs_incident(per_call: Optional[bool] = None, per_account: Optional[bool] = None) -> bool:
    """Whether an incident is logged: the call decides, else the account, else it is.

    >>> from wardlight import logs_incident
    >>> logs_incident(), logs_incident(per_account=False), logs_incident(True, False)
    (True, False, True)
    """
    return _native.logs_incident(per_call, per_account)


def retention_days(setting: Optional[int] = None) -> int:
    """Days that incidents are kept: `setting`, which lies within 7 and 730, or 90.

    >>> from wardlight import retention_days
    >>> retention_days(), retention_days(30)
    (90, 30)
    """
    return _native.retention_days(None if setting is None else whole(setting, "setting"))
