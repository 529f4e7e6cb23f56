"""Screens text for risks to children on the machine where the text already is. The model is inside.

>>> from wardlight import Screener
>>> with Screener() as screener:
...     verdict = screener.screen("bullying", "see you at practice tomorrow")
>>> verdict.level, verdict.recommended_action
('none', 'none')
"""

from __future__ import annotations

from . import _errors as _errors
from . import types as _types
from ._automation import evaluate_rules
from ._errors import *  # noqa: F403
from ._incidents import logs_incident, requires_review, retention_days, review
from ._issuer import ContinuationKey, TokenIssuer
from ._native import CancelToken
from ._pure import (
    action_plan,
    assess,
    assess_batch,
    assess_continued,
    assess_multi,
    countries,
    credits,
    helplines,
    incident_report,
    prescreen,
)
from ._recognise import SpeechRecogniser, TextRecogniser
from ._screener import Screener
from ._synthetic import judge_synthetic
from ._verification import check_national_id, read_barcode, read_zone, verify
from ._webhooks import after_attempt, alert, sign_webhook, verify_webhook
from .aio import AsyncScreener
from .columns import screen_column
from .types import *  # noqa: F403

__all__ = [
    "AsyncScreener",
    "CancelToken",
    "ContinuationKey",
    "Screener",
    "SpeechRecogniser",
    "TextRecogniser",
    "TokenIssuer",
    "action_plan",
    "after_attempt",
    "alert",
    "assess",
    "assess_batch",
    "assess_continued",
    "assess_multi",
    "check_national_id",
    "countries",
    "credits",
    "evaluate_rules",
    "helplines",
    "incident_report",
    "judge_synthetic",
    "logs_incident",
    "prescreen",
    "read_barcode",
    "read_zone",
    "requires_review",
    "retention_days",
    "review",
    "screen_column",
    "sign_webhook",
    "verify",
    "verify_webhook",
]
__all__ += _errors.__all__
__all__ += _types.__all__
