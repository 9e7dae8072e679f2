"""A search that is watched from outside gives the trace that it gives when it records itself.

The built-in searches are ordinary functions: run without a recorder, they know nothing of being watched.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from strategies import PLAIN, Case, searched, variants, visit_of

import tracer
from tracer.attaching.attach_functions import attach
from tracer.recording.columns import verify
from tracer.recording.status import HORIZON, TABLE, TERMINAL
from tracer.run.plan import prepare
from tracer.searches.contract import NullRecorder


def watched(case: Case, search: str, options: dict[str, Any]) -> tracer.Trace:
    plan = prepare(case.game, search, position=case.position, **options)
    with attach(visit_of(plan.search.run), state="state", game=case.game, value=0, view=plan.search.view) as recording:
        plan.run(NullRecorder())
    (trace,) = recording.traces
    return trace


def rows(trace: tracer.Trace) -> dict[str, list[Any]]:
    columns = trace.columns
    status = np.where(columns.status == TABLE, TERMINAL, columns.status)
    return {
        "move": [trace.label(node) for node in range(len(trace))],
        "status": np.where(status == HORIZON, TERMINAL, status).tolist(),
        "alpha": np.nan_to_num(columns.alpha, nan=9e99).tolist(),
        "beta": np.nan_to_num(columns.beta, nan=9e99).tolist(),
        "value": np.nan_to_num(columns.value, nan=9e99).tolist(),
        **{name: getattr(columns, name).tolist() for name in ("end", "turn", "cutoff")},
    }


@settings(max_examples=10)
@given(given_case=searched())
def test_every_built_in_search_watched_is_that_search_recorded(given_case: tuple[Case, dict[str, Any], Any]) -> None:
    case, options, window = given_case
    options = {"depth": options["depth"]}
    for search in PLAIN:
        for variant in variants(search, window):
            if variant.get("fail") == "hard" and variant.get("cut") == ">":
                continue
            itself = tracer.trace(case.game, search, position=case.position, **options, **variant)
            other = watched(case, search, options | variant)
            verify(other.columns, len(other.move_labels))
            expected, found = rows(itself), rows(other)
            if variant.get("cut") == ">" and "cut" not in other.header.options:
                expected["cutoff"] = found["cutoff"]  # no branch shows which test it was
            assert found == expected
            assert (other.header.windowed, other.header.game) == (itself.header.windowed, itself.header.game)
            assert other.start() == itself.start()
            if "memo" not in search:
                assert other.columns.status.tolist() == itself.columns.status.tolist()
