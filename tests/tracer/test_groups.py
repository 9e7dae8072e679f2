"""What was spent on each ply, move and position, against counting by hand."""

from collections import defaultdict

import numpy as np
from hypothesis import given
from strategies import AIMA, cases

import tracer
from tracer.count.groups import Groups, by_move, by_ply, by_position
from tracer.count.transpositions import Positions
from tracer.games.rules import key
from tracer.recording.status import PRUNED
from tracer.tracing import Trace


def visited_below(trace: Trace, node: int) -> set[int]:
    """The visits of a subtree, its top included."""
    ids = range(node, int(trace.columns.end[node]))
    return {one for one in ids if trace.columns.status[one] != PRUNED}


def counted(trace: Trace, groups: dict[int, list[int]]) -> dict[int, tuple[int, int, int]]:
    """By group: its first node, its visits, and the visits under them."""
    return {
        name: (nodes[0], len(nodes), len(set[int]().union(*(visited_below(trace, node) for node in nodes))))
        for name, nodes in groups.items()
    }


def columns_of(found: Groups) -> dict[int, tuple[int, int, int]]:
    return {
        int(found.names[one]): (int(found.first[one]), int(found.visits[one]), int(found.nodes[one]))
        for one in range(len(found))
    }


@given(case=cases())
def test_groups_are_those_that_counting_by_hand_finds(case):
    for search in case.searches:
        trace = tracer.trace(case.game, search, position=case.position, max_nodes=80)
        plies, moves = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
        cut, refuting = defaultdict[int, list[bool]](list), defaultdict[int, list[bool]](list)
        for node in sorted(visited_below(trace, 0)):
            ply, move = int(trace.columns.ply[node]), int(trace.columns.move[node])
            plies[ply].append(node)
            if move >= 0:
                moves[move].append(node)
            if trace.columns.cutoff[node]:
                children = [child for child in trace.children(node) if trace.columns.status[child] != PRUNED]
                cut[ply].append(len(children) == 1)
                refuting[int(trace.columns.move[children[-1]])].append(len(children) == 1)
        assert columns_of(by_ply(trace)) == counted(trace, plies)
        assert columns_of(by_move(trace)) == counted(trace, moves)
        for found, by_hand in ((by_ply(trace), cut), (by_move(trace), refuting)):
            names = found.names.tolist()
            assert found.cutoffs.tolist() == [len(by_hand[name]) for name in names]
            assert found.by_first.tolist() == [sum(by_hand[name]) for name in names]


@given(case=cases())
def test_positions_are_those_that_were_visited_more_than_once(case):
    trace = tracer.trace(case.game, "minimax", position=case.position, max_nodes=80)
    same = defaultdict[object, list[int]](list)
    name = key(trace.game)
    for node in sorted(visited_below(trace, 0)):
        same[name(trace.state(node))].append(node)
    groups = {number: nodes for number, nodes in enumerate(same.values()) if len(nodes) > 1}
    found = by_position(trace, Positions(trace))
    assert sorted(columns_of(found).values()) == sorted(counted(trace, groups).values())
    assert (np.diff(found.visits) <= 0).all()


def test_where_the_first_move_is_always_best_every_cutoff_is_by_the_first():
    trace = tracer.trace("[[3, 12, 8], [2, 4, 6], [1, 5, 2]]")
    assert by_ply(trace).cutoffs.tolist() == by_ply(trace).by_first.tolist() == [0, 2, 0]
    worse = tracer.trace(AIMA)
    assert by_ply(worse).cutoffs.tolist() == [0, 2, 0]
    assert by_ply(worse).by_first.tolist() == [0, 1, 0]


def test_they_tell_how_far_they_are_and_keep_their_answers() -> None:
    trace = tracer.trace("tictactoe", depth=4)
    for count in (by_ply, by_move, lambda one, beat: by_position(one, Positions(one), beat)):
        heard: list[float] = []
        count(trace, lambda done, of, heard=heard: heard.append(done / of))
        assert heard == sorted(heard)
        assert len(heard) > 2
        assert 0 < heard[0] < heard[-1] < 1
