"""Visits to the same position: against the positions of all nodes, replayed one by one."""

from collections import defaultdict
from dataclasses import replace
from threading import Thread
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA, Case, searched

import tracer
from tracer.count import transpositions
from tracer.count.transpositions import Positions, known_positions, positions_of, seconds_at_most
from tracer.errors import Cancelled, GameError, PlyscopeError
from tracer.games.rules import key
from tracer.recording.status import PRUNED
from tracer.tracing import Trace


@given(searched(), st.data())
def test_visits_are_together_whose_positions_have_equal_keys(
    drawn: tuple[Case, dict[str, Any], tuple[float, float]], data: st.DataObject
) -> None:
    case, options, _ = drawn
    search = data.draw(st.sampled_from(case.searches))
    trace = tracer.trace(case.game, search, position=case.position, max_nodes=300, **options)
    name, groups = key(case.game), defaultdict(list)
    for node in trace:
        if node.status is not PRUNED:
            groups[name(node.state)].append(node.index)
    positions = Positions(trace)
    assert len(positions) == len(groups) == trace.counts.positions
    for node in trace:
        same = [] if node.status is PRUNED else groups[name(node.state)]
        assert positions.visits(node.index).tolist() == same
        assert positions.others(node.index).tolist() == [other for other in same if other != node.index]
        assert positions.next(node.index) == next((other for other in same if other > node.index), None)
        assert positions.previous(node.index) == max((other for other in same if other < node.index), default=None)


def test_tictactoe_transposes_after_three_plies() -> None:
    trace = tracer.trace("tictactoe", "minimax", depth=3)
    positions = Positions(trace)
    node = trace.find("a1/b1/c1")
    assert ["/".join(trace.node(other).path) for other in positions.others(node.index)] == ["c1/b1/a1"]
    assert positions.next(node.index) == trace.find("c1/b1/a1").index
    assert positions.next(trace.find("c1/b1/a1").index) is None
    assert len(positions) == 1 + 9 + 72 + 252


def test_a_pruned_branch_was_not_visited() -> None:
    trace = tracer.trace(AIMA)
    pruned = next(node.index for node in trace if node.status is PRUNED)
    positions = Positions(trace)
    assert len(positions.others(pruned)) == 0
    assert positions.next(pruned) is positions.previous(pruned) is None


def naive(trace: Trace) -> list[list[int]]:
    """The visits of each position, by replaying each of them alone."""
    name, groups = key(trace.need_game()), defaultdict(list)
    for node in trace:
        if node.status is not PRUNED:
            groups[name(node.state)].append(node.index)
    return sorted(groups.values())


def found(positions: Positions, trace: Trace) -> list[list[int]]:
    return sorted({tuple(positions.visits(node.index).tolist()) for node in trace if node.status is not PRUNED})  # type: ignore[arg-type]


@pytest.mark.parametrize("by_ply", [True, False])
def test_the_replay_tells_of_its_progress_and_can_be_cancelled_in_any_thread(
    monkeypatch: pytest.MonkeyPatch, by_ply: bool
) -> None:
    if not by_ply:
        monkeypatch.setattr(Positions, "_play_by_ply", lambda _: False)
    trace = tracer.trace("tictactoe")
    visited = trace.counts.visited
    heard: list[int] = []
    Positions(trace, progress=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == visited
    assert len(heard) > 10
    caught: list[Cancelled] = []

    def replay() -> None:
        try:
            Positions(trace, progress=heard.append, cancelled=lambda: len(heard) > 2)
        except Cancelled as error:
            caught.append(error)

    heard.clear()
    thread = Thread(target=replay)
    thread.start()
    thread.join()
    assert len(heard) == 3
    assert str(caught[0]).endswith(f"of {visited:,} visits")


def test_they_are_found_once_for_whoever_asks() -> None:
    trace = tracer.trace("tictactoe", depth=3)
    assert known_positions(trace) is None
    positions = positions_of(trace)
    assert positions_of(trace) is known_positions(trace) is positions
    assert trace.counts.positions == len(positions)
    assert 0 < seconds_at_most(trace) < 1_000


class Mirrored:
    """Nim on a row of heaps of which a row and its mirror image are one position, though other moves lead on there."""

    def start(self) -> tuple[int, ...]:
        return (1, 2, 3)

    def turn(self, state: tuple[int, ...]) -> tracer.Turn:
        return tracer.MAX if sum(state) % 2 else tracer.MIN

    def utility(self, state: tuple[int, ...]) -> float | None:
        return None if any(state) else 1.0

    def moves(self, state: tuple[int, ...]) -> list[int]:
        return [place for place, heap in enumerate(state) if heap]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return tuple(heap - (place == move) for place, heap in enumerate(state))

    def key(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return min(state, state[::-1])


class Singles(Mirrored):
    """The same with positions of which each is its own alone, but for its key."""

    def start(self) -> Any:
        return Row((1, 2, 3))

    def turn(self, state: Any) -> tracer.Turn:
        return super().turn(state.heaps)

    def utility(self, state: Any) -> float | None:
        return super().utility(state.heaps)

    def moves(self, state: Any) -> list[int]:
        return super().moves(state.heaps)

    def play(self, state: Any, move: int) -> Any:
        return Row(super().play(state.heaps, move))

    def key(self, state: Any) -> tuple[int, ...]:
        return super().key(state.heaps)


class Row:
    def __init__(self, heaps: tuple[int, ...]) -> None:
        self.heaps = heaps


class Lists(Singles):
    """The same with positions that cannot be compared by hash."""

    def play(self, state: Any, move: int) -> Any:
        row = super().play(state, move)
        row.__class__ = Unhashable
        return row


class Unhashable(Row):
    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("game", [Mirrored(), Singles(), Lists()])
@pytest.mark.parametrize("single", [0, 10**6])
def test_keys_that_join_positions_and_positions_that_cannot_be_compared_change_nothing(
    monkeypatch: pytest.MonkeyPatch, game: Any, single: int
) -> None:
    monkeypatch.setattr(transpositions, "MOST_SINGLE", single)
    monkeypatch.setattr(transpositions, "BATCH", 4)
    trace = tracer.trace(game, "minimax")
    positions = Positions(trace)
    assert [list(visits) for visits in found(positions, trace)] == naive(trace)
    assert len(positions) == len(naive(trace))


def test_each_move_is_played_once_at_each_position() -> None:
    class Counted(type(tracer.game("tictactoe"))):  # type: ignore[misc]
        played = 0

        def play(self, state: Any, move: Any) -> Any:
            type(self).played += 1
            return super().play(state, move)

    trace = tracer.trace(Counted(), "minimax", position="XO./.X./...")
    Counted.played = 0
    Positions(trace)
    assert Counted.played < len(trace) / 2


@pytest.mark.parametrize("node", [-1, 13])
def test_a_node_that_is_not_there_is_refused(node: int) -> None:
    with pytest.raises(IndexError, match=f"node {node}: the trace has nodes 0 to 12"):
        Positions(tracer.trace(AIMA)).next(node)


def test_a_trace_without_its_game_has_no_positions() -> None:
    trace = tracer.trace(AIMA)
    alone = Trace(trace.columns, [], trace.header, labels=trace.move_labels)
    with pytest.raises(PlyscopeError, match="is not built in: give it with --game"):
        Positions(alone)
    assert alone.counts.positions is None


@pytest.mark.parametrize("table_is_unique", [True, False])
def test_a_trace_without_its_game_has_those_that_it_told(table_is_unique: bool) -> None:
    known = tracer.trace("tictactoe", position="XO./.X./...")
    columns = known.columns
    told = ["" if columns.status[node] == PRUNED else str(known.state(node)) for node in range(len(known))]
    texts = sorted(set(told)) if table_is_unique else told
    numbers = [texts.index(text) for text in told] if table_is_unique else range(len(told))
    text = np.where(columns.status == PRUNED, -1, np.array(numbers)).astype(np.int32)
    alone = Trace(replace(columns, text=text), [], known.header, labels=known.move_labels, texts=texts)
    by_game, by_text = Positions(known), Positions(alone)
    assert len(by_text) == len(by_game) < len(by_game.numbered[0])
    for node in range(len(known)):
        assert by_text.visits(node).tolist() == by_game.visits(node).tolist()


def test_a_text_with_the_other_player_to_move_is_another_position_and_an_untold_one_is_like_no_other() -> None:
    known = tracer.trace(AIMA)
    visited = known.columns.status != PRUNED
    text = np.where(visited, 0, -1).astype(np.int32)
    leaves = np.flatnonzero(visited & (known.columns.ply == 2))
    text[leaves[:2]] = -1
    columns = replace(known.columns, text=text, turn=np.where(known.columns.ply % 2, -1, 1).astype(np.int8))
    alone = Trace(columns, [], known.header, labels=known.move_labels, texts=["board"])
    positions = Positions(alone)
    assert positions.visits(0).tolist() == [0, *leaves[2:].tolist()]
    assert positions.visits(int(leaves[0])).tolist() == [int(leaves[0])]
    assert len(positions) == 4


class Listed:
    """A game whose positions are lists, which cannot be compared by hash, and which forgot its key."""

    def start(self) -> list[int]:
        return [2]

    def turn(self, state: list[int]) -> tracer.Turn:
        return tracer.MAX if sum(state) % 2 else tracer.MIN

    def utility(self, state: list[int]) -> float | None:
        return None if state[-1] else 1

    def moves(self, state: list[int]) -> list[int]:
        return [1]

    def play(self, state: list[int], move: int) -> list[int]:
        return [*state, state[-1] - move]


def test_a_key_that_fails_is_the_games_fault() -> None:
    with pytest.raises(GameError, match=r"Listed: positions are counted .* \[2\] is not hashable"):
        Positions(tracer.trace(Listed(), "minimax"))


def test_a_chain_of_five_thousand_plies_never_comes_back() -> None:
    positions = Positions(tracer.trace("random:b=1,d=5000"))
    assert len(positions) == 5_001
    assert positions.next(2_500) is None
