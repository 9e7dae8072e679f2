"""A check as its progress sees it: in slices, of which each has a number, and the last is the one that is cancelled."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from strategies import Case, searched

import tracer
from tracer.diagnosis.examination import EXAMINERS, check
from tracer.errors import Cancelled
from tracer.recording import slices
from tracer.tracing import Trace


def sickened(trace: Trace) -> Trace:
    """The recording with every third value turned, so that much is to be said of it."""
    value = trace.columns.value.copy()
    value[::3] *= -1
    columns = replace(trace.columns, value=value)
    return Trace(columns, trace.passes, trace.header, trace.game, trace.start(), labels=trace.move_labels)


@given(searched())
def test_slices_change_no_answer(drawn: tuple[Case, dict[str, Any], tuple[float, float]]) -> None:
    case, options, _ = drawn
    trace = tracer.trace(case.game, case.searches[0], position=case.position, max_nodes=200, **options)
    for one in (trace, sickened(trace)):
        whole = check(one)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(slices, "SLICE", 3)
            patch.setattr(slices, "PYTHON_SLICE", 2)
            assert check(one) == whole


def test_what_is_sickened_here_is_found() -> None:
    tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    assert {one.disease for one in check(sickened(tracer.trace(tree)))} == {"wrong-leaf", "wrong-value"}


def test_a_check_says_how_much_it_has_looked_at_in_each_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SLICE", 100)
    monkeypatch.setattr(slices, "PYTHON_SLICE", 100)
    trace, heard = tracer.trace("tictactoe", max_nodes=2_000), list[tuple[int, int, int]]()
    check(trace, progress=lambda *far: heard.append(far))
    assert heard == sorted(heard)
    assert {part for part, _, _ in heard} == set(range(1, len(EXAMINERS) + 2))
    assert {parts for _, parts, _ in heard} == {len(EXAMINERS) + 1}
    for part in (1, 2, 5):
        assert len({seen for one, _, seen in heard if one == part}) > len(trace) // 100


@pytest.mark.parametrize("last", [1, 7, 40, 200])
def test_a_cancelled_check_ends_at_the_next_slice(monkeypatch: pytest.MonkeyPatch, last: int) -> None:
    monkeypatch.setattr(slices, "SLICE", 100)
    monkeypatch.setattr(slices, "PYTHON_SLICE", 100)
    trace, asked = tracer.trace("tictactoe", max_nodes=2_000), 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked == last

    with pytest.raises(Cancelled):
        check(trace, cancelled=cancelled)
    assert asked == last
