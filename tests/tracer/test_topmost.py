"""Where two searches part: as by definition, over dictionaries of paths."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from pairs import Path, children, pairs, paths, recording
from strategies import AIMA

import tracer
from tracer.comparing.comparison import compare
from tracer.comparing.difference_text import describe_difference
from tracer.comparing.topmost_differences import LONE_KINDS, Kind, find_topmost_differences
from tracer.recording.node import Node
from tracer.recording.status import PRUNED
from tracer.tracing import Trace


class Naive(NamedTuple):
    """A stop: whose path it is, what differs, how many siblings, and what each search alone visited because of it."""

    path: Path
    kind: Kind
    moves: int
    alone_a: int
    alone_b: int


class Search:
    """One of two searches, by path."""

    def __init__(self, trace: Trace) -> None:
        where = paths(trace)
        self.nodes: dict[Path, Node] = {where[node.index]: node for node in trace}
        self.below = {where[index]: [where[child] for child in kids] for index, kids in enumerate(children(trace))}

    def visited(self, path: Path) -> bool:
        return path in self.nodes and self.nodes[path].status is not PRUNED

    def subtree(self, path: Path) -> Iterator[Path]:
        yield path
        for child in self.below[path]:
            yield from self.subtree(child)

    def visits(self, path: Path) -> int:
        return sum(self.visited(below) for below in self.subtree(path))


class Two:
    """Two searches, and what differs where."""

    def __init__(self, a: Trace, b: Trace) -> None:
        self.traces = a, b
        self.sides = self.a, self.b = Search(a), Search(b)
        self.windowed = a.header.windowed and b.header.windowed

    def met(self, path: Path) -> bool:
        return self.a.visited(path) and self.b.visited(path)

    def alone(self, path: Path, side: int) -> bool:
        """Whether one search visited it and the other did not, or does not know it."""
        mine, other = self.sides[side], self.sides[1 - side]
        return path in mine.nodes and (path not in other.nodes or (mine.visited(path) and not other.visited(path)))

    def differing(self, path: Path, fact: str) -> bool:
        if not self.met(path):
            return False
        one, other = self.a.nodes[path], self.b.nodes[path]
        if fact == "bound":
            bounds = [trace.proved_bound(node.index) for trace, node in zip(self.traces, (one, other), strict=True)]
            return bounds[0] is not bounds[1]
        if fact == "window":
            return self.windowed and (one.alpha, one.beta) != (other.alpha, other.beta)
        if fact == "order":
            common = [[kid for kid in mine.below[path] if self.known(kid)] for mine in self.sides]
            return common[0] != common[1]
        return bool(getattr(one, fact) != getattr(other, fact))

    def known(self, path: Path) -> bool:
        return all(path in side.nodes for side in self.sides)

    def closed(self, path: Path) -> bool:
        return self.differing(path, "status") or self.differing(path, "cutoff")

    def differs(self, path: Path) -> bool:
        facts = ("value", "bound", "window", "status", "cutoff", "order")
        return any(self.differing(path, fact) for fact in facts) or self.alone(path, 0) or self.alone(path, 1)

    def follows_from_below(self, path: Path) -> bool:
        return any(self.differs(below) for side in self.sides for below in side.subtree(path) if below != path)

    def follows_from_before(self, path: Path) -> bool:
        """Whether the node above has another window or order, or anything differs of what it met before."""
        above = path[:-1]
        if self.differing(above, "window") or self.differing(above, "order"):
            return True
        earlier = [kid for side in self.sides for kid in side.below[above][: side.below[above].index(path)]]
        return any(
            self.differs(below)
            for side in self.sides
            for kid in earlier
            if kid in side.nodes
            for below in side.subtree(kid)
        )

    def skipped(self, path: Path) -> tuple[list[Path], list[Path]]:
        """The children that A alone has, and those that B alone has."""
        return tuple([kid for kid in side.below[path] if self.alone(kid, k)] for k, side in enumerate(self.sides))  # type: ignore[return-value]

    def stops(self) -> Iterator[Naive]:
        for path in sorted({path for side in self.sides for path in side.nodes if self.met(path)}):
            skipped = self.skipped(path)
            if not self.closed(path):
                for side in (0, 1):
                    yield from self.runs(path, side)
            if self.differs(path) and ((any(skipped) and self.closed(path)) or self.begins(path)):
                alone = [sum(map(side.visits, kids)) for side, kids in zip(self.sides, skipped, strict=True)]
                yield Naive(path, self.kind(path), 1, *(alone if self.closed(path) else (0, 0)))

    def begins(self, path: Path) -> bool:
        """Whether a difference at a node follows from no other."""
        if not any(self.differs(path[:length]) for length in range(len(path))):
            return True
        if self.differing(path, "order") and not any(self.differing(path[:k], "order") for k in range(len(path))):
            return True
        if self.differing(path, "window"):
            return not self.follows_from_before(path)
        ends = any(self.differing(path, fact) for fact in ("value", "bound", "status"))
        return ends and not self.follows_from_below(path)

    def runs(self, path: Path, side: int) -> Iterator[Naive]:
        mine, other, run, last = self.sides[side], self.sides[1 - side], [], None
        for kid in [*mine.below[path], None]:
            kind = None
            if kid is not None and self.alone(kid, side):
                kind = LONE_KINDS[side] if kid not in other.nodes else LONE_KINDS[3 - side]
            if kind is not last and run:
                visits = sum(map(mine.visits, run))
                yield Naive(run[0], last, len(run), *((0, visits) if side else (visits, 0)))
                run = []
            last = kind
            if kind is not None:
                run.append(kid)

    def kind(self, path: Path) -> Kind:
        one, other = self.a.nodes[path], self.b.nodes[path]
        fate = (Kind.CUT_A if one.cutoff else Kind.CUT_B) if one.cutoff != other.cutoff else Kind.FATE
        if self.closed(path) and any(self.skipped(path)):
            return fate
        if self.differing(path, "value"):
            return Kind.VALUE
        if self.differing(path, "bound"):
            return Kind.BOUND
        if self.differing(path, "window"):
            return Kind.WINDOW
        return fate if self.closed(path) else Kind.ORDER


def found(a: Trace, b: Trace) -> list[Naive]:
    where = paths(a), paths(b)
    return [
        Naive(where[0][stop.a] if stop.a >= 0 else where[1][stop.b], stop.kind, stop.moves, stop.alone_a, stop.alone_b)
        for stop in find_topmost_differences(compare(a, b))
    ]


@given(pairs())
def test_stops_are_those_of_dictionaries_of_paths(pair: tuple[Trace, Trace]) -> None:
    assert sorted(found(*pair)) == sorted(Two(*pair).stops())


def test_both_definitions_agree_on_many_recordings_drawn_at_random() -> None:
    kinds: set[Kind] = set()
    for seed in range(150):
        pair = recording(seed, seed + 1, seed % 2 > 0), recording(seed, seed + 2, seed % 2 > 0)
        assert sorted(found(*pair)) == sorted(Two(*pair).stops()), seed
        kinds |= {stop.kind for stop in found(*pair)}
    assert kinds == set(Kind) - {Kind.ORDER}


@given(pairs())
def test_what_they_saved_adds_up_and_they_stand_in_the_order_of_the_union(pair: tuple[Trace, Trace]) -> None:
    comparison = compare(*pair)
    stops = find_topmost_differences(comparison)
    assert int(stops.alone_a.sum()) == comparison.counts.only_a
    assert int(stops.alone_b.sum()) == comparison.counts.only_b
    parts = stops.places[: stops.without_windows], stops.places[stops.without_windows :]
    assert all((np.diff(part) > 0).all() for part in parts)
    of_windows = {Kind.WINDOW, Kind.BOUND}
    assert all(
        stop.kind in of_windows and not stop.alone_a + stop.alone_b for stop in list(stops)[stops.without_windows :]
    )
    assert all(stop.kind is not Kind.WINDOW for stop in list(stops)[: stops.without_windows])
    assert (len(stops) == 0) == comparison.same
    saved = [abs(stops[number].saved) for number in stops.by_saving.tolist()]
    assert saved == sorted(saved, reverse=True)


@given(pairs())
def test_the_first_stop_from_a_node_on_is_found_from_either_side(pair: tuple[Trace, Trace]) -> None:
    stops = find_topmost_differences(compare(*pair))
    for side, trace in enumerate(pair):
        for node in range(len(trace)):
            among = stops.places[: stops.without_windows or None]
            assert stops.find_first_index(side, node) == sum(
                other < stops.union_position_maps[side][node] for other in among
            )


def test_what_says_only_that_windows_are_null_ones_comes_last() -> None:
    trace = tracer.trace("tictactoe", max_nodes=2_000)
    stops = find_topmost_differences(compare(trace, tracer.trace("tictactoe", "pvs", max_nodes=2_000)))
    assert 0 < stops.without_windows < len(stops)
    assert stops[0].alone_a + stops[0].alone_b > 0
    of_windows = find_topmost_differences(compare(tracer.trace(AIMA), tracer.trace(AIMA, "pvs")))
    assert (of_windows.without_windows, len(of_windows), of_windows.find_first_index(0, 1)) == (0, 4, 0)


@pytest.mark.parametrize("tree", [[[3, 12], [2, 4], [5, [7, 9]]], [[3, 5], [6, 4], [1, 2], [8, 7]]])
def test_a_move_that_one_visits_again_is_no_move_that_the_other_does_not_have(tree: Any) -> None:
    for one, other in (("alphabeta", "pvs"), ("pvs", "alphabeta")):
        comparison = compare(tracer.trace(tree, one), tracer.trace(tree, other))
        again = [
            describe_difference(comparison, stop)
            for stop in find_topmost_differences(comparison)
            if stop.kind in (Kind.ONLY_A, Kind.ONLY_B)
        ]
        assert again
        assert all("visits it fewer times" in words for words in again)
    driven = compare(tracer.trace(tree, "mtdf"), tracer.trace(tree))
    assert any("B has no such move" in describe_difference(driven, stop) for stop in find_topmost_differences(driven))


def test_minimax_against_alphabeta_stops_at_the_cutoffs_that_skip_something() -> None:
    def two(spec: Any) -> tuple[Trace, Trace]:
        return tracer.trace(spec, "minimax"), tracer.trace(spec, "alphabeta")

    stops = [(stop.a, stop.kind, stop.saved) for stop in find_topmost_differences(compare(*two(AIMA)))]
    assert stops == [(5, Kind.CUT_B, 2), (9, Kind.CUT_B, 0)]
    one, other = two("tictactoe")
    all_stops = find_topmost_differences(compare(one, other))
    pruning = set(np.flatnonzero(other.columns.cutoff & (other.landmarks.pruned_children > 0)).tolist())
    assert len(pruning) == 4_237
    assert pruning <= {stop.b for stop in all_stops}
    late = [stop for stop in all_stops if stop.b not in pruning]
    assert all(stop.saved == 0 for stop in late)
    assert len(all_stops) == 4_242
    assert all_stops[int(all_stops.by_saving[0])].saved == max(stop.saved for stop in all_stops)
    assert sum(stop.saved for stop in all_stops) == 531_649


def test_of_another_order_of_moves_the_root_is_the_stop_and_what_was_cut_otherwise() -> None:
    one, other = tracer.trace("tictactoe"), tracer.trace("tictactoe", order="reversed")
    stops = find_topmost_differences(compare(one, other))
    assert [stop.a for stop in stops if stop.kind is Kind.ORDER] == [0]
    assert len(stops) == 303
