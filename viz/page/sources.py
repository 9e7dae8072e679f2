"""A program's own source on its way into a page: its lines as texts, and for each node its function and its lines."""

from __future__ import annotations

from typing import Any

import numpy as np

from tracer.recording.columns import Array
from tracer.recording.status import PRUNED
from tracer.tracing import Trace


def listings(trace: Trace) -> list[dict[str, Any]]:
    """The functions by their numbers: plain JSON."""
    return [
        {
            "name": source.name,
            "file": source.file,
            "line": source.line,
            "begins": source.begins,
            "lines": source.lines,
        }
        for source in trace.sources
    ]


def line_columns(trace: Trace) -> dict[str, Array]:
    """For each node the number of its function, counted from 1, and the lines of its call and its return; 0 is none.

    No columns where the trace has no sources.
    """
    if not trace.sources:
        return {}
    columns, none = trace.columns, np.zeros(len(trace), np.int64)
    function = none if columns.function is None else columns.function.astype(np.int64)
    known = (function >= 0) & (function < len(trace.sources)) & (columns.status != PRUNED)
    lines = {
        name: none if column is None else np.maximum(column.astype(np.int64), 0)
        for name, column in (("calledAt", columns.called_at), ("leftAt", columns.left_at))
    }
    return {"function": np.where(known, function + 1, 0), **lines}
