"""The lines that calls pass, found for all steps at once, are those of each step looked at alone."""

from collections import defaultdict
from typing import Any

import pytest
from family import run
from hypothesis import given
from hypothesis import strategies as st
from specimens.specimen import Style, record
from specimens.values_styles import BACKTRACK, CLOSURES
from strategies import DEPTH_FIRST, cases
from window_styles import NEGAMAX

import tracer
from tracer.searches.pseudocode import Tag
from tracer.time.moments import Event, event_at
from tracer.tracing import Trace
from tracer.why.code_at_step import find_code_location, list_open_calls, tag_at
from tracer.why.executed_lines import ExecutedLines

STYLES = [BACKTRACK, NEGAMAX, CLOSURES]


def calls(trace: Trace, step: int) -> list[int]:
    """The calls that are on a line at a step: the one that executes, and the one that makes it."""
    event, node = event_at(trace, step)
    above = int(trace.columns.parent[node])
    return [above, node] if event is Event.ENTERED and above >= 0 else [] if event is Event.PRUNED else [node]


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.file)
def test_calls_are_on_the_lines_of_a_program_at_which_each_step_has_them(style: Style) -> None:
    trace = record(style)
    lines, wanted = ExecutedLines(trace), defaultdict[tuple[int, int], list[tuple[int, int]]](list)
    for step in range(trace.steps):
        for node in calls(trace, step):
            place = find_code_location(trace, step, node)
            assert place is not None
            assert place.line is not None
            wanted[trace.sources.index(place.source), place.line].append((step, node))
    for number, passed in lines.function_lines.items():
        assert list(passed) == sorted(line for one, line in wanted if one == number)
    assert len(wanted) >= 3
    for (number, line), places in wanted.items():
        found = lines.find_source_line(number, line)
        assert list(zip(found.steps.tolist(), found.nodes.tolist(), strict=True)) == places


@given(case=cases(), search=st.sampled_from(sorted(DEPTH_FIRST)), fail=st.sampled_from(["soft", "hard"]))
def test_calls_are_on_the_lines_of_pseudocode_at_which_each_step_has_them(case: Any, search: str, fail: str) -> None:
    options = {"fail": fail} if "fail" in DEPTH_FIRST[search].options else {}
    trace = run(case, search, depth=case.depths[0], **options)
    lines, wanted = ExecutedLines(trace), defaultdict[int, list[tuple[int, int]]](list)
    for step in range(trace.steps):
        event, happens = event_at(trace, step)
        on_cut = trace.landmarks.cut_at(step)
        for node in [on_cut] if on_cut is not None else calls(trace, step):
            first, line = list_open_calls(trace, step, node)[0]
            assert first == node
            if line is not None and (on_cut is not None or event is not Event.PRUNED):
                wanted[line].append((step, node))
        assert happens >= 0
    assert set(wanted) <= set(lines.pseudocode_lines)
    for line in lines.pseudocode_lines:
        found = lines.find_pseudocode_line(line)
        assert list(zip(found.steps.tolist(), found.nodes.tolist(), strict=True)) == wanted[line], line


def test_a_call_above_is_where_it_made_the_next_one() -> None:
    trace = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    code = tracer.SEARCHES["alphabeta"].code
    assert tag_at(trace, 12) is Tag.CUT_AT_MIN
    assert list_open_calls(trace, 12) == [(5, code.tags[Tag.CUT_AT_MIN]), (0, code.loop(1))]
    assert list_open_calls(trace, 10) == [(6, code.tags[Tag.ENTER]), (5, code.loop(-1)), (0, code.loop(1))]
    assert list_open_calls(trace, 10, 5) == [(5, code.loop(-1)), (0, code.loop(1))]
