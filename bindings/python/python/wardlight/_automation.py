"""An operator's rules about a verdict."""

from __future__ import annotations

import json
from typing import Any, Mapping, Union

from . import _native
from ._wire import encode
from .types import Evaluation


def evaluate_rules(rules: Union[Mapping[str, Any], bytes], facts: Mapping[str, Any]) -> Evaluation:
    """What an operator's rules advise about one verdict. They run no detection and change no verdict.

    `rules` is a rule file as a dict or as JSON bytes; core/data/automation/example.toml of the repository explains
    its keys. `facts` are five of the verdict: `endpoint`, `risk_score`, `severity`, `categories` and `age_group`.

    >>> from wardlight import Screener, evaluate_rules
    >>> rules = {"rules": [{
    ...     "id": "r-1", "name": "Everything goes to the log", "enabled": True, "endpoints": ["bullying"],
    ...     "priority": 1, "conditions": {}, "action": {"type": "log_only"},
    ... }]}
    >>> verdict = Screener().screen("bullying", "see you at practice")
    >>> evaluate_rules(rules, {
    ...     "endpoint": verdict.endpoint, "risk_score": verdict.risk_score, "severity": verdict.level,
    ...     "categories": [category.tag for category in verdict.categories],
    ... }).policy_action
    'log_only'
    """
    file = rules if isinstance(rules, bytes) else encode(rules)
    return Evaluation.from_dict(json.loads(_native.evaluate_rules(file, encode(facts))))
