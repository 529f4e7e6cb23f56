"""Webhooks: signatures and the retry schedule. Sending is yours."""

from __future__ import annotations

import json
import time
from typing import Optional

from . import _native
from ._wire import moment, name, whole
from .types import EventType, Level, NextStep, WebhookHeaders


def sign_webhook(secret: str, id: str, timestamp_s: int, body: bytes) -> WebhookHeaders:
    """The headers of a delivery: of the specification over the body, and of Standard Webhooks over id and time too.

    >>> from wardlight import sign_webhook
    >>> sign_webhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "evt_1", 1_767_225_600, b"{}").webhook_timestamp
    '1767225600'
    """
    sent = moment(timestamp_s, "timestamp_s")
    return WebhookHeaders.from_dict(json.loads(_native.sign_webhook(name(secret), _bytes(id), sent, body)))


def verify_webhook(
    secret: str,
    id: str,
    timestamp_s: int,
    body: bytes,
    *,
    service_signature: Optional[str] = None,
    webhook_signature: Optional[str] = None,
    now_s: Optional[int] = None,
    tolerance_s: int = 300,
) -> None:
    """Raises `NotPermittedError` unless every signature that is given fits; at least one has to be given.

    Call it on the raw body, before reading it. Only `webhook_signature` covers id and time, so only it keeps an old
    delivery from being sent again; it has to be younger than `tolerance_s` seconds at `now_s`, the system's clock
    when absent.

    >>> from wardlight import sign_webhook, verify_webhook
    >>> delivery = ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "evt_1", 1_767_225_600, b"{}")
    >>> headers = sign_webhook(*delivery)
    >>> verify_webhook(*delivery, webhook_signature=headers.webhook_signature, now_s=1_767_225_660)
    >>> verify_webhook(*delivery, webhook_signature=headers.webhook_signature, now_s=1_767_225_960)
    Traceback (most recent call last):
    ...
    wardlight.NotPermittedError: the signature does not belong to this delivery
    """
    service, standard = (None if each is None else name(each) for each in (service_signature, webhook_signature))
    sent = moment(timestamp_s, "timestamp_s")
    now = int(time.time()) if now_s is None else moment(now_s, "now_s")
    tolerance = whole(tolerance_s, "tolerance_s")
    _native.verify_webhook(name(secret), _bytes(id), sent, body, service, standard, now, tolerance)


def after_attempt(event: EventType, attempt: int, status: Optional[int] = None) -> NextStep:
    """What follows attempt number `attempt`, from 1, that was answered with `status`, or with nothing in 10 seconds.

    >>> from wardlight import after_attempt
    >>> after_attempt("safety.high", 1, 503)
    NextStep(next='retry', after_s=30)
    """
    code = None if status is None else whole(status, "status", 0, 0xFFFF)
    return NextStep.from_dict(json.loads(_native.after_attempt(name(event), whole(attempt, "attempt", 1), code)))


def alert(level: Level) -> Optional[EventType]:
    """The event that a verdict of this level sends; None below medium.

    >>> from wardlight import alert
    >>> alert("high"), alert("low")
    ('safety.high', None)
    """
    event: Optional[EventType] = _native.alert(name(level))  # type: ignore[assignment]
    return event


def _bytes(text: str) -> bytes:
    # A half surrogate makes another text, which no signature fits.
    return text.encode("utf-8", errors="replace")
