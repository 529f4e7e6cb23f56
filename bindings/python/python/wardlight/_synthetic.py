"""Synthetic content, judged by what somebody else measured."""

from __future__ import annotations

import json
from typing import Any, Mapping, Optional

from . import _native
from ._wire import encode, optional
from .types import SyntheticVerdict


def judge_synthetic(
    evidence: Mapping[str, Any],
    rules: Optional[Mapping[str, float]] = None,
    policy: Optional[Mapping[str, Any]] = None,
) -> SyntheticVerdict:
    """Whether content was generated or manipulated, and whether that harms, by the opinions of forensic engines.

    `evidence` is a dict with `medium` and, where they apply, `opinions` (each `engine`, `synthetic` from 0 to 1,
    `signals`), `declared_generated`, `nearest_known`, `has_speech`, `uses`, `csam`, `age_group`, `adult`. `rules` has
    numbers of the ensemble that differ from the default ones. An engine without an opinion is left out.

    >>> from wardlight import judge_synthetic
    >>> opinions = [{"engine": "vision", "synthetic": 0.95}, {"engine": "metadata", "synthetic": 0.9}]
    >>> verdict = judge_synthetic({"medium": "image", "opinions": opinions})
    >>> verdict.classification, verdict.level
    ('confirmed_synthetic', 'low')
    """
    return SyntheticVerdict.from_dict(
        json.loads(_native.judge_synthetic(encode(evidence), optional(rules), optional(policy)))
    )
