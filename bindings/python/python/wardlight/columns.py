"""Whole columns of texts: pandas, Arrow, or any sequence."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence

from ._screener import Screener
from .types import BatchResult, Detector

COLUMNS = ("detected", "level", "risk_score", "recommended_action", "analysis_status", "error_code")
"""Fields of the answer, in order. Of a row without text all are null; of one that failed, all but the last."""


def screen_column(
    column: Any,
    detector: Detector,
    *,
    screener: Optional[Screener] = None,
    request: Optional[Mapping[str, Any]] = None,
    progress: bool = False,
    parallel: bool = True,
) -> Any:
    """Asks one detector about each text of a column.

    A pandas Series gives a DataFrame with the same index, an Arrow array a Table, any other sequence a dict of lists.
    `request` holds fields that all rows share, such as `context`. Evidence and analysis per message are left out.
    Without `parallel` it keeps to one core.

    >>> from wardlight import screen_column
    >>> screen_column(["see you at practice", None, "  "], "bullying")["error_code"]
    [None, None, 'VAL_INVALID_INPUT']
    """
    texts = _texts(column)
    shared = {"options": {"include_evidence": False, "verdict_only": True}, **(request or {})}
    items = [(row, text) for row, text in enumerate(texts) if text is not None]
    answer: Dict[str, List[Any]] = {name: [None] * len(texts) for name in COLUMNS}
    own = Screener() if screener is None else screener
    try:
        bodies = [{**shared, "type": detector, "text": text} for _, text in items]
        for (row, _), result in zip(items, own.screen_many(bodies, progress=progress, parallel=parallel)):
            for name, value in _row(result).items():
                answer[name][row] = value
    finally:
        if screener is None:
            own.close()
    return _like(column, answer)


def _row(result: BatchResult) -> Mapping[str, Any]:
    verdict = result.result
    # Where an engine failed there is a verdict too: it asks for a person, and its "not detected" means nothing.
    if verdict is None or not result.success:
        return {"error_code": result.error_code}
    return {name: getattr(verdict, name) for name in COLUMNS if name != "error_code"}


def _texts(column: Any) -> Sequence[Any]:
    library = type(column).__module__.partition(".")[0]
    if library == "pandas":
        return [None if missing else text for text, missing in zip(column, column.isna())]
    if library == "pyarrow":
        texts: Sequence[Any] = column.to_pylist()
        return texts
    return list(column)


def _like(column: Any, answer: Dict[str, List[Any]]) -> Any:
    library = type(column).__module__.partition(".")[0]
    if library == "pandas":
        import pandas

        frame = pandas.DataFrame(answer, index=column.index)
        return frame.astype({"detected": "boolean", "risk_score": "float64"})
    if library == "pyarrow":
        import pyarrow

        kinds = {"detected": pyarrow.bool_(), "risk_score": pyarrow.float64()}
        arrays = {name: pyarrow.array(values, kinds.get(name, pyarrow.string())) for name, values in answer.items()}
        return pyarrow.table(arrays)
    return answer
