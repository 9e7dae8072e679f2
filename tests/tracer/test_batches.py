"""A recording is the same however many calls are understood together, and so however fast they come."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import random
import runpy
from typing import Any

import numpy as np
import pytest
from style import Style
from style_records import STYLES

from tracer.assembling import call_recorder
from tracer.attaching.attach_functions import attach
from tracer.tracing import Trace


def record(style: Style) -> list[Trace]:
    """The searches of a program, whose functions are named."""
    random.seed(7)
    with contextlib.redirect_stdout(io.StringIO()), attach(*style.ways[0].functions) as recording:
        runpy.run_path(str(style.path), run_name="__main__")
    return recording.traces


def told(trace: Trace) -> list[Any]:
    """All that a trace says but for its times."""
    columns = [getattr(trace.columns, field.name) for field in dataclasses.fields(trace.columns)]
    arrays = [column.tobytes() if isinstance(column, np.ndarray) else None for column in columns]
    return [dataclasses.replace(trace.header, seconds=0), trace.move_labels, trace.texts, *arrays]


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_a_search_in_many_batches_is_that_in_one(style: Style, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for calls in (1_000_000, 1, 29):
        monkeypatch.setattr(call_recorder, "MAX_WAITING_NODES", calls)
        monkeypatch.setattr(call_recorder, "HEARTBEAT", 1e9)
        found.append([told(trace) for trace in record(style)])
    assert found[1] == found[0]
    assert found[2] == found[0]
