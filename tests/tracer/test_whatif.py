"""What if: the position at any node searched after all, as a trace of its own."""

import re
import sys
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import check_laws
from strategies import AIMA, Case, Lattice, columns_of, minimax_value, searched, variants

import tracer
from tracer.errors import GameError, PlyscopeError
from tracer.games.root_positions import resolve_position
from tracer.games.rules import key
from tracer.recording.columns import DTYPES, Columns
from tracer.recording.recorder import Stop
from tracer.recording.status import OPEN, PRUNED
from tracer.run.plan import deep_recursion
from tracer.run.whatif import CANCELLED, what_if
from tracer.tracing import Trace


def relabelled(trace: Trace, **fields: Any) -> Trace:
    """The same recording under another header."""
    columns = Columns(**{name: getattr(trace.columns, name) for name in DTYPES})
    return Trace(columns, [], replace(trace.header, **fields), trace.game, labels=trace.move_labels)


@given(searched(), st.data())
def test_the_value_is_the_minimax_value_of_the_position_to_the_remaining_depth(
    drawn: tuple[Case, dict[str, Any], tuple[float, float]], data: st.DataObject
) -> None:
    case, options, window = drawn
    search = data.draw(st.sampled_from(case.searches))
    more = data.draw(st.sampled_from(list(variants(search, window))))
    trace = tracer.trace(case.game, search, position=case.position, max_nodes=400, **options, **more)
    before, header = columns_of(trace), replace(trace.header)
    pruned = [node.index for node in trace if node.status is PRUNED]
    some = data.draw(st.lists(st.sampled_from(pruned or [0]), max_size=3))
    for index in {0, len(trace) - 1, *some}:
        node = trace.node(index)
        found = what_if(trace, index)
        check_laws(found)
        remaining = None if options["depth"] is None else options["depth"] - node.ply
        assert found.value == minimax_value(case.game, node.state, remaining)
        assert found.start() == node.state
        assert (found.header.search, found.header.depth) == (search, remaining)
        for name in ("order", "fail", "cut"):
            assert found.header.options.get(name) == trace.header.options.get(name)
        assert "window" not in found.header.options
    assert (columns_of(trace), trace.header) == (before, header)


@given(searched(), st.data())
def test_the_position_in_the_header_leads_back_to_the_root(
    drawn: tuple[Case, dict[str, Any], tuple[float, float]], data: st.DataObject
) -> None:
    case, options, _ = drawn
    trace = tracer.trace(case.game, "alphabeta", position=case.position, max_nodes=200, **options)
    if isinstance(case.game, Lattice) and case.position is not None:
        return
    node = trace.node(data.draw(st.integers(0, len(trace) - 1)))
    found = what_if(trace, node.index, max_nodes=50)
    name = key(case.game)
    assert name(resolve_position(case.game, found.header.position)) == name(node.state)


@pytest.mark.parametrize(
    ("game", "position", "path", "told"),
    [
        ("tictactoe", None, "a1/b1", "a1/b1"),
        ("tictactoe", "b2/a1", "b1", "b2/a1/b1"),
        ("tictactoe", "X.O/.X./O..", "b1", "XXO/.X./O.."),
        ("tictactoe", "X.O/.X./O..", "", "X.O/.X./O.."),
        (AIMA, None, "", None),
        (AIMA, "#5", "3", "a2/b3"),
        ('{"children": [{"name": "a1", "children": [3]}, {"children": [2, 4]}]}', None, "a1", "a1"),
        ('{"children": [{"children": [3]}, {"name": "a1", "children": [2, 4]}]}', None, "a1", "#1"),
    ],
)
def test_the_position_is_told_by_moves_or_by_the_board(
    game: Any, position: str | None, path: str, told: str | None
) -> None:
    trace = tracer.trace(game, "minimax", position=position, max_nodes=3_000)
    found = what_if(trace, trace.find(path).index, max_nodes=10)
    assert found.header.position == told
    assert resolve_position(trace.need_game(), told) == trace.find(path).state


def test_a_pruned_branch_is_saved_and_opened_as_its_own_trace(tmp_path: Path) -> None:
    trace = tracer.trace(AIMA)
    pruned = trace.find("2/3")
    assert pruned.status is PRUNED
    found = what_if(trace, pruned.index)
    assert (found.value, len(found), found.header.position) == (6, 1, "a2/b3")
    found.save(tmp_path / "t.plyscope")
    opened = tracer.load(tmp_path / "t.plyscope")
    assert (opened.value, opened.start(), opened.header) == (6, pruned.state, found.header)


def test_a_window_may_be_given() -> None:
    trace = tracer.trace(AIMA)
    found = what_if(trace, trace.find("3").index, window=(3, float("inf")))
    assert found.header.options == {"window": (3, float("inf"))}
    assert (found.root.alpha, found.value, found.root.bound) == (3, 2, tracer.Bound.UPPER)
    assert what_if(trace, trace.find("3").index).root.alpha == -float("inf")


def test_at_the_horizon_a_pruned_branch_gets_its_evaluation() -> None:
    trace = tracer.trace("connect4:4,4,3", depth=4)
    pruned = next(node for node in trace if node.status is PRUNED and node.ply == 4)
    found = what_if(trace, pruned.index)
    assert [node.status for node in found] == [tracer.Status.HORIZON]
    assert found.value == tracer.game("connect4:4,4,3").evaluate(pruned.state)  # type: ignore[attr-defined]


def test_a_cancelled_search_keeps_what_was_recorded_and_says_so_in_any_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tracer.recording.recorder.MAX_PART_NODES", 100)
    trace = tracer.trace("tictactoe", max_nodes=50)
    asked: list[int] = []
    found: list[Trace] = []

    def cancelled() -> bool:
        asked.append(1)
        return len(asked) > 3

    thread = Thread(target=lambda: found.append(what_if(trace, 0, cancelled=cancelled)))
    thread.start()
    thread.join()
    assert found[0].header.stopped == CANCELLED == "cancelled"
    assert found[0].root.status is OPEN
    assert 1 <= len(found[0]) < len(tracer.trace("tictactoe"))
    assert len(asked) == 4


def test_a_search_may_be_cancelled_at_once_and_limited() -> None:
    trace = tracer.trace("tictactoe", max_nodes=50)
    assert len(what_if(trace, 3, cancelled=lambda: True)) == 1
    limited = what_if(trace, 3, max_nodes=20, cancelled=lambda: False)
    assert limited.header.stopped == "after 20 nodes, as asked"
    assert limited.counts.visited == 20


def test_a_progress_callback_hears_of_the_nodes_and_may_stop_any_search_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracer.recording.recorder.MAX_PART_NODES", 100)
    heard: list[int] = []

    def progress(visited: int) -> None:
        heard.append(visited)
        if len(heard) == 5:
            raise Stop("at lunch time")

    trace = tracer.trace("tictactoe", progress=progress, output=tmp_path / "t.plyscope")
    assert trace.header.stopped == "at lunch time"
    assert heard == sorted(heard)
    assert trace.counts.visited == heard[-1] > heard[0]
    assert tracer.load(tmp_path / "t.plyscope").header == trace.header
    heard.clear()
    assert what_if(trace, 0, progress=progress).header.stopped == "at lunch time"


def test_a_search_is_never_stopped_amid_the_branches_of_a_cutoff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracer.recording.recorder.MAX_PART_NODES", 2)
    for stop_at in range(2, 60):
        heard: list[int] = []

        def progress(_: int, heard: list[int] = heard, stop_at: int = stop_at) -> None:
            heard.append(1)
            if len(heard) == stop_at:
                raise Stop("enough")

        trace = tracer.trace("mnk:3,3,3", progress=progress, position="b2/a1/c3")
        assert not any(node.parent.status is OPEN for node in trace if node.status is PRUNED)  # type: ignore[union-attr]


def test_a_chain_of_five_thousand_plies_in_another_thread() -> None:
    trace = tracer.trace("random:b=1,d=5000")
    found: list[Trace] = []
    thread = Thread(target=lambda: found.append(what_if(trace, 2)))
    thread.start()
    thread.join()
    assert len(found[0]) == 4_999


def test_the_recursion_limit_is_put_back_by_the_last_of_the_searches_that_overlap() -> None:
    before = sys.getrecursionlimit()
    first, second = deep_recursion(), deep_recursion()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert sys.getrecursionlimit() > 20_000
    second.__exit__(None, None, None)
    assert sys.getrecursionlimit() == before


def test_what_cannot_be_searched_again_is_refused() -> None:
    trace = tracer.trace(AIMA)
    with pytest.raises(IndexError, match="node 13: the trace has nodes 0 to 12"):
        what_if(trace, 13)
    with pytest.raises(
        PlyscopeError, match=r"'alphabta' of this trace cannot be run again \(did you mean alphabeta\?\)"
    ):
        what_if(relabelled(trace, search="alphabta"), 1)
    alone = Trace(relabelled(trace).columns, [], trace.header, labels=trace.move_labels)
    with pytest.raises(PlyscopeError, match="is not built in: give it with --game"):
        what_if(alone, 1)
    shallow = relabelled(tracer.trace("tictactoe", depth=3), options={"depth": 2})
    deep = next(node.index for node in shallow if node.ply == 3)
    with pytest.raises(PlyscopeError, match=rf"node {deep} is at ply 3, but the search had a depth of 2"):
        what_if(shallow, deep)
    with pytest.raises(PlyscopeError, match=r"has no order"):
        what_if(relabelled(trace, options={"order": "by whim"}), 1)


class Countdown:
    """Take 1 or 2; a position has no text that leads to it, and one of them is broken."""

    def start(self) -> tuple[int, int]:
        return (6, 1)

    def turn(self, state: tuple[int, int]) -> tracer.Turn:
        return tracer.Turn(state[1])

    def utility(self, state: tuple[int, int]) -> float | None:
        if state == (0, -1):
            raise KeyError("lost")
        return None if state[0] > 0 else -state[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [k for k in (1, 2) if k <= state[0]]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] - move, -state[1])


def test_an_error_of_the_game_keeps_what_was_recorded() -> None:
    trace = tracer.trace(Countdown(), max_nodes=2)
    with pytest.raises(GameError, match="raised KeyError") as error:
        what_if(trace, 1)
    assert error.value.trace is not None
    assert error.value.trace.start() == (5, -1)


def test_a_position_that_no_text_leads_back_to_is_never_taken_for_the_start() -> None:
    trace = tracer.trace(Countdown(), position=(3, 1), max_nodes=2)
    found = what_if(trace, 1, max_nodes=1)
    assert found.header.position == "after 1"
    assert found.start() == (2, -1)
    assert re.search("at after 1", found.header.title)
