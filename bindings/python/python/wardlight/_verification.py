"""Documents and people, by what somebody else read and measured. Pure arithmetic: nothing here looks at a picture."""

from __future__ import annotations

import datetime
import json
from typing import Any, Mapping, Optional, Sequence, Union

from . import _native
from ._wire import encode, name
from .types import Aamva, Mrz, NationalNumber, Verification, VerificationMode

Day = Union[datetime.date, str, None]
"""A day, that of a time, or `YYYY-MM-DD`; the system's when absent."""


def read_zone(lines: Union[str, Sequence[str]], today: Day = None) -> Mrz:
    """What a machine-readable zone says: two or three lines, or one text with line breaks.

    >>> from wardlight import read_zone
    >>> specimen = [
    ...     "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
    ...     "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ... ]
    >>> zone = read_zone(specimen, "2012-01-01")
    >>> zone.surname, zone.birth_date, zone.checks.composite
    ('ERIKSSON', '1974-08-12', True)
    """
    zone = lines if isinstance(lines, str) else "\n".join(lines)
    return Mrz.from_dict(json.loads(_native.read_zone(_bytes(zone), _day(today))))


def read_barcode(text: str) -> Aamva:
    """What the text of a driving licence's barcode (AAMVA) says, with its control characters.

    >>> from wardlight import read_barcode
    >>> card = read_barcode("ANSI 636000090001DL00310060DLDAQT64235789\\nDCSSAMPLE\\nDBB06061986\\nDCGUSA\\n")
    >>> card.last_name, card.date_of_birth
    ('SAMPLE', '1986-06-06')
    """
    return Aamva.from_dict(json.loads(_native.read_barcode(_bytes(text))))


def check_national_id(country_code: str, number: str) -> NationalNumber:
    """Whether a national number can be one, by its country (ISO 3166-1 alpha-3).

    >>> from wardlight import check_national_id
    >>> check_national_id("ESP", "12345678Z").valid, check_national_id("ESP", "12345678A").valid
    (True, False)
    """
    return NationalNumber.from_dict(json.loads(_native.check_national_id(name(country_code), _bytes(number))))


def verify(
    mode: VerificationMode,
    evidence: Mapping[str, Any],
    today: Day = None,
    policy: Optional[Mapping[str, float]] = None,
) -> Verification:
    """The outcome of a verification; of it, only `stored` may be kept.

    `evidence` is a dict in which everything may be left out: `zone` (a list of lines) and `barcode` as text; `front`
    and `back` with the printed `name`, `birth_date`, `document_number`, `expiry_date`; `ocr_confidence` (0 to 100);
    `declared_type`; `national_id` with `country_code` and `number`; `document_country`, `ip_country`;
    `selfie_age_years`; `face_distance`, `face_confidence`; `liveness` with `landmark_motion`, `texture`, `depth_cues`,
    `cross_frame`; `recapture`. A check that could not run sends to a person; it never counts as passed.

    >>> from wardlight import verify
    >>> outcome = verify("age", {"selfie_age_years": 15.4})
    >>> outcome.status, outcome.age_range, outcome.stored.is_minor
    ('verified', '13-15', True)
    """
    request = {"mode": mode, "today": _day(today), "evidence": evidence, "policy": policy}
    return Verification.from_dict(json.loads(_native.verify(encode(request))))


def _day(today: Day) -> str:
    if isinstance(today, str):
        return name(today)
    if isinstance(today, datetime.datetime):
        return today.date().isoformat()
    return (today or datetime.date.today()).isoformat()


def _bytes(text: str) -> bytes:
    # A half surrogate is in no document; it makes the text malformed, as any other stray character does.
    return text.encode("utf-8", errors="replace")
