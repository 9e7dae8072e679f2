"""Counts by path, wherever a path is visited more than once: against an account kept with sets."""

import math
from pathlib import Path as File
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import PLAIN, SEEDS, bushy_tree
from visits import Habits, Walk, account, scouted, wander

import tracer
from tracer.count import path_pieces
from tracer.count.layers import Levels
from tracer.count.paths import Paths
from tracer.count.spared import count
from tracer.games.move_names import name_move
from tracer.games.tree import TreeGame
from tracer.recording import tree_shape
from tracer.recording.no_moves import Pass
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL


def tree(seed: int) -> TreeGame:
    """A tree of some hundred nodes at most, with moves to choose among at its root."""
    found = bushy_tree(seed, evaluated=False)
    return TreeGame.from_lists(found if isinstance(found, list) else [found, 1])


habits = st.builds(
    Habits,
    again=st.sampled_from([0, 0.1, 0.4]),
    cut=st.sampled_from([0, 0.2, 0.5]),
    table=st.sampled_from([0, 0.1, 0.3]),
    passes=st.sampled_from([(), (), (3,), (1, 2, 3), (2, 2), (1, 3), (3, 1, 4), (0, 2, 4, 6)]),
    depth=st.sampled_from([None, None, 2, 4]),
)


def agree(game: TreeGame, walk: Walk, depth: float) -> None:
    """The counts are those of the account, in total and by ply."""
    counts, found = walk.trace.counts, account(game, walk, depth)
    visited = {path for path, events in walk.events.items() if set(events) != {PRUNED}}
    passes = len(set(walk.trace.passes))
    assert counts.exact
    assert counts.visited == sum(event != PRUNED for events in walk.events.values() for event in events) + (passes > 0)
    assert counts.distinct_nodes == len(visited) == found["visited"]
    assert counts.pruned_branches == len(walk.events) - len(visited)
    assert counts.skipped_moves == sum(events.count(PRUNED) for events in walk.events.values())
    assert counts.pruned_nodes == found["pruned"]
    assert counts.table_nodes == found["table"]
    assert counts.full_tree_nodes == (None if found["nothing"] else found.total())
    rows = counts.by_ply()
    for name in ("visited", "pruned_branches", "pruned_nodes", "table_nodes"):
        assert sum(row[name] for row in rows) == getattr(counts, name), name


@given(SEEDS, habits, SEEDS, st.sampled_from([1, 5, path_pieces.MAX_PIECE_NODES]))
def test_every_node_of_the_full_tree_is_counted_once_however_often_its_path_was_visited(
    shape: int, habit: Habits, seed: int, piece_nodes: int
) -> None:
    game = tree(shape)
    walk = wander(game, habit, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(path_pieces, "MAX_PIECE_NODES", piece_nodes)
        patch.setattr(tree_shape, "PART_NODES", 3 * piece_nodes)
        agree(game, walk, math.inf if walk.trace.header.depth is None else walk.trace.header.depth)


@given(SEEDS, habits, SEEDS)
def test_whoever_shows_the_counts_step_by_step_ends_with_the_same_numbers(shape: int, habit: Habits, seed: int) -> None:
    trace = wander(tree(shape), habit, seed).trace
    spared, levels, last = count(trace), Levels(trace), len(trace) - 1
    assert spared is not None
    assert spared.total == spared.met(last) == trace.counts.pruned_nodes
    steps = [spared.met(node) for node in range(len(trace))]
    assert steps == sorted(steps)
    plies = [levels.at(ply, last) for ply in range(levels.deepest + 1)]
    assert sum(level.pruned_total for level in plies) == trace.counts.pruned_branches
    assert sum(level.visited_total for level in plies) == trace.counts.visited
    so_far, visited = set[tuple[Any, ...]](), set[tuple[Any, ...]]()
    for node in range(len(trace)):
        path = tuple(move for move in map(trace.move, trace.ancestry(node)[1:]) if not isinstance(move, Pass))
        (so_far if trace.columns.status[node] == PRUNED else visited).add(path)
        found = sum(levels.at(ply, node).pruned for ply in range(levels.deepest + 1))
        assert found == len(so_far - visited)


@given(SEEDS, habits, SEEDS)
def test_paths_are_numbered_by_the_first_node_with_their_moves(shape: int, habit: Habits, seed: int) -> None:
    trace = wander(tree(shape), habit, seed).trace
    paths, seen = Paths(trace), dict[tuple[Any, ...], int]()
    for node in range(len(trace)):
        moves = [trace.move(above) for above in trace.ancestry(node)[1:]]
        path = tuple(move for move in moves if not isinstance(move, Pass))
        assert paths.number[node] == seen.setdefault(path, node)
        assert paths.ply[node] == len(path)
    assert paths.has_repeated_paths == (len(seen) < len(trace))


@pytest.mark.parametrize("search", PLAIN)
def test_without_repetition_every_node_is_a_path_of_its_own(search: str) -> None:
    trace = tracer.trace("mnk:3,2,2", search)
    paths = Paths(trace)
    assert not paths.has_repeated_paths
    assert np.array_equal(paths.number, np.arange(len(trace)))
    assert trace.counts.distinct_nodes == trace.counts.visited
    assert trace.counts.skipped_moves == trace.counts.pruned_branches


def test_a_principal_variation_search_of_tictactoe_prunes_what_it_never_searches() -> None:
    counts = scouted("tictactoe").counts
    assert (counts.visited, counts.distinct_nodes, counts.pruned_nodes) == (17_082, 17_015, 532_931)
    assert counts.full_tree_nodes == 549_946
    assert (counts.pruned_branches, counts.skipped_moves) == (6_197, 6_264)
    assert counts.exact


def told(*rows: tuple[Any, int, int], game: Any = "[[1,2],[3,[4,5]]]", **options: Any) -> tracer.Trace:
    """A recording by hand: move, ply and status of each node, in the order of the search."""
    record, stack = tracer.Recorder(windowed=False), list[tuple[int, int]]()
    for move, ply, status in [*rows, (None, 0, EXPANDED)]:
        while len(stack) > ply:
            record.leave(stack[-1][0], 0, stack[-1][1])
            stack.pop()
        if (move, ply, status) == (None, 0, EXPANDED) and record.started and not stack:
            break
        if status == PRUNED:
            record.prune([move])
        else:
            stack.append((record.enter(move, 1), status))
    header = tracer.Header(options=options, windowed=False)
    return tracer.Trace(*record.finish(), header, tracer.game(game) if game else None)


def test_what_the_table_closes_at_one_visit_and_another_searches_is_searched() -> None:
    twice = told(
        (None, 0, EXPANDED),
        ("a1", 1, TABLE),
        ("a2", 1, TABLE),
        ("a1", 1, EXPANDED),
        ("b1", 2, TERMINAL),
        ("b2", 2, PRUNED),
    )
    counts = twice.counts
    assert (counts.distinct_nodes, counts.table_hits, counts.table_nodes, counts.pruned_nodes) == (4, 2, 4, 1)
    assert counts.full_tree_nodes == 9


def test_a_horizon_that_a_deeper_iteration_passes_is_no_end() -> None:
    passes = (Pass("depth 1"), Pass("depth 2"))
    rows = [(None, 0, EXPANDED), (passes[0], 1, EXPANDED), ("a1", 2, HORIZON), ("a2", 2, HORIZON)]
    rows += [(passes[1], 1, EXPANDED), ("a1", 2, EXPANDED), ("b1", 3, TERMINAL), ("b2", 3, TERMINAL)]
    searched = told(*rows, ("a2", 2, EXPANDED), ("b1", 3, TERMINAL), ("b2", 3, HORIZON)).counts
    assert (searched.visited, searched.distinct_nodes, searched.full_tree_nodes) == (11, 7, 7)
    cut = told(*rows, ("a2", 2, PRUNED), depth=2).counts
    assert (cut.distinct_nodes, cut.pruned_branches, cut.skipped_moves) == (5, 0, 1)
    assert (cut.pruned_nodes, cut.full_tree_nodes) == (2, 7)
    known = told(*rows, ("a2", 2, TABLE), depth=2).counts
    assert (known.pruned_nodes, known.table_nodes, known.full_tree_nodes) == (0, 2, 7)


def test_a_search_that_looks_less_deep_at_some_moves_has_no_full_tree() -> None:
    rows = [(None, 0, EXPANDED), ("a1", 1, HORIZON), ("a2", 1, EXPANDED), ("b1", 2, TERMINAL), ("b2", 2, HORIZON)]
    counts = told(*rows, depth=2).counts
    assert (counts.pruned_nodes, counts.table_nodes, counts.full_tree_nodes) == (0, 0, None)
    assert (
        told(*rows, ("a1", 1, EXPANDED), ("b1", 2, TERMINAL), ("b2", 2, TERMINAL), depth=2).counts.full_tree_nodes == 7
    )


def test_without_a_depth_in_its_header_the_deepest_horizon_is_the_depth() -> None:
    rows = [(None, 0, EXPANDED), ("a1", 1, PRUNED), ("a2", 1, EXPANDED), ("b1", 2, TERMINAL), ("b2", 2, HORIZON)]
    assert told(*rows).counts.full_tree_nodes == 7
    assert told(*rows[:-1], ("b2", 2, EXPANDED), ("c1", 3, TERMINAL), ("c2", 3, TERMINAL)).counts.full_tree_nodes == 9


def test_a_stopped_search_has_no_full_tree_though_an_iteration_before_it_ended() -> None:
    rows = [(None, 0, OPEN), ("a1", 1, EXPANDED), ("b1", 2, TERMINAL), ("b2", 2, PRUNED)]
    record = tracer.Recorder(windowed=False)
    for move, _, status in rows[:3]:
        node = record.enter(move, 1)
        if status == TERMINAL:
            record.leave(node, 1, TERMINAL)
    record.prune(["b2"])
    counts = tracer.Trace(*record.finish(), tracer.Header(windowed=False), tracer.game("[[1,2],[3,[4,5]]]")).counts
    assert (counts.pruned_nodes, counts.full_tree_nodes) == (1, None)


def test_without_a_game_paths_are_counted_and_nothing_is_claimed_of_what_lies_below() -> None:
    counts = told((None, 0, EXPANDED), ("a1", 1, TERMINAL), ("a2", 1, PRUNED), ("a2", 1, TABLE), game=None).counts
    assert (counts.visited, counts.distinct_nodes, counts.pruned_branches, counts.skipped_moves) == (3, 3, 0, 1)
    assert counts.pruned_nodes is counts.table_nodes is counts.full_tree_nodes is None
    assert not counts.exact


def test_a_chain_of_five_thousand_plies_searched_twice() -> None:
    text = "[" * 5_000 + "3" + "]" * 5_000
    game, record = tracer.game(text), tracer.Recorder(windowed=False)
    driver = record.enter(None, 1)
    for _ in range(2):
        path = [record.enter(Pass(), 1)] + [record.enter(name_move(ply, 0), 1) for ply in range(5_000)]
        for node in reversed(path):
            record.leave(node, 3, TERMINAL if node == path[-1] else EXPANDED)
    record.leave(driver, 3)
    counts = tracer.Trace(*record.finish(), tracer.Header(windowed=False), game).counts
    assert (counts.visited, counts.distinct_nodes, counts.full_tree_nodes) == (10_003, 5_001, 5_001)


def test_a_file_keeps_which_entries_of_its_table_of_moves_are_iterations(tmp_path: File) -> None:
    game = TreeGame.from_lists([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    trace = wander(game, Habits(passes=(1, 2)), 5).trace
    trace.save(tmp_path / "t.plyscope")
    opened = tracer.load(tmp_path / "t.plyscope", game)
    assert opened.passes == trace.passes != {}
    assert opened.counts.distinct_nodes == trace.counts.distinct_nodes < opened.counts.visited
    assert (opened.counts.pruned_nodes, opened.counts.full_tree_nodes) == (
        trace.counts.pruned_nodes,
        trace.counts.full_tree_nodes,
    )
    assert opened.pv == trace.pv


def deepened(*depths: int, label: str = "depth {}") -> tracer.Trace:
    """Iterations of alpha-beta on 3 by 3 squares below a driver, which returns what the last one did."""
    game, record = tracer.game("mnk:3,3,3"), tracer.Recorder()

    def visit(state: Any, move: Any, depth: int, alpha: float, beta: float) -> float:
        turn, utility = game.turn(state), game.utility(state)
        node = record.enter(move, turn, alpha, beta)
        if utility is not None or depth == 0:
            value = game.evaluate(state) if utility is None else utility
            record.leave(node, value, HORIZON if utility is None else TERMINAL)
            return value
        best, cut, moves = -turn * math.inf, False, list(game.moves(state))
        for place, one in enumerate(moves, 1):
            value = visit(game.play(state, one), one, depth - 1, alpha, beta)
            best = max(best, value) if turn > 0 else min(best, value)
            if cut := best >= beta if turn > 0 else best <= alpha:
                record.prune(moves[place:])
                break
            alpha, beta = (max(alpha, best), beta) if turn > 0 else (alpha, min(beta, best))
        record.leave(node, best, EXPANDED, cut)
        return best

    driver, value = record.enter(None, 1, -math.inf, math.inf), 0.0
    for depth in depths:
        value = visit(game.start(), Pass(label.format(depth)), depth, -math.inf, math.inf)
    record.leave(driver, value, EXPANDED)
    return tracer.Trace(
        *record.finish(), tracer.Header("mnk:3,3,3", None, "deepening", {"depth": max(depths)}, True, 0, None), game
    )


@pytest.mark.parametrize("depths", [(1, 2, 3), (3, 1), (2, 2)])
def test_a_driver_holds_the_value_and_the_moves_of_its_last_iteration_and_is_not_blamed(
    depths: tuple[int, ...],
) -> None:
    trace = deepened(*depths)
    last = trace.children(0)[-1]
    assert trace.value == trace.node(last).value
    assert trace.best_move == trace.move(trace.best_child(last) or 0) == trace.pv[0]
    assert not any(isinstance(move, Pass) for move in trace.pv)
    assert tracer.check(trace) == []
    before = trace.at(trace.left(last)).path[0]
    assert (before.alpha, before.beta) == (-math.inf, math.inf)  # iterations narrow no window


def test_iterations_that_the_table_answers_look_at_nothing() -> None:
    answered = told((None, 0, EXPANDED), (Pass("depth 1"), 1, TABLE)).counts
    assert (answered.table_hits, answered.table_nodes, answered.full_tree_nodes) == (1, 8, 9)
