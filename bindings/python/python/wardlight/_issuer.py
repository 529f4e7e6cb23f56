"""Who signs and checks conversation tokens."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import List, Optional, Sequence, Tuple

from ._wire import name, whole


@dataclass(frozen=True)
class ContinuationKey:
    """A key that signs tokens: an id of letters, digits and hyphens, and at least 32 secret bytes."""

    id: str
    secret: bytes = field(repr=False)


@dataclass(frozen=True)
class TokenIssuer:
    """Keys, caller and time of conversation tokens. Nothing of a conversation is kept here."""

    keys: Sequence[ContinuationKey]
    """The first signs; tokens of the others are accepted too."""
    api_key_hash: str = field(default="", repr=False)
    """Hash of your caller's API key; a token is good for this caller only."""
    now_unix_s: Optional[int] = None
    """Seconds since 1970; the system's clock when absent."""

    def parts(self) -> Tuple[List[Tuple[str, bytes]], str, int]:
        """As the native module takes them."""
        now = int(time.time()) if self.now_unix_s is None else whole(self.now_unix_s, "now_unix_s", 0, 2**64 - 1)
        keys = [(name(key.id), bytes(key.secret)) for key in self.keys]
        return keys, self.api_key_hash.encode("utf-8", "backslashreplace").decode(), now
