"""Counts: every number against a count made another way."""

import io
import json
import math
import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import scout
from hypothesis import given
from hypothesis import strategies as st
from strategies import DEPTH_FIRST, WITHOUT_PASSES

import tracer
from tracer.count import counts as counting
from tracer.count.counts import uniform_branching
from tracer.count.groups import by_ply
from tracer.errors import Cancelled
from tracer.games.rules import AnyGame
from tracer.lines.reading import read_lines
from tracer.recording.columns import Columns
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE

SEARCHES = [*DEPTH_FIRST, scout.SEARCH.name]
"""With one that searches moves again, which no search of the registry need do."""
AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"
WIKIPEDIA = "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]"


@pytest.fixture(autouse=True, scope="module")
def _registered() -> Iterator[None]:
    with scout.registered():
        yield


def full_size(game: AnyGame, state: Any, depth: float) -> int:
    """Nodes of the full tree below a position, counted one by one."""
    if depth == 0 or game.utility(state) is not None:
        return 1
    return 1 + sum(full_size(game, game.play(state, move), depth - 1) for move in game.moves(state))


def test_tictactoe_has_the_published_counts() -> None:
    trace = tracer.trace("tictactoe", "alphabeta")
    counts = trace.counts
    assert (trace.value, trace.best_move, counts.visited) == (0, 0, 18_297)
    assert counts.leaves == 7_330
    assert counts.cutoffs == 8_180
    assert counts.pruning_cutoffs == 4_237
    assert counts.pruned_branches == 6_930
    assert counts.pruned_nodes == 531_649
    assert counts.pruned_nodes_exact
    assert counts.full_tree_nodes == 549_946


def test_minimax_visits_the_full_tree_and_every_position() -> None:
    trace = tracer.trace("tictactoe", "minimax")
    counts = trace.counts
    assert (trace.value, trace.best_move, trace.steps, counts.leaves) == (0, 0, 2 * 549_946, 255_168)
    assert (counts.visited, counts.full_tree_nodes, counts.pruned_nodes) == (549_946, 549_946, 0)
    assert counts.positions == 5_478
    assert counts.transpositions == 549_946 - 5_478
    assert [row["visited"] for row in counts.by_ply()] == [
        1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872,
    ]  # fmt: skip


@pytest.mark.parametrize("search", SEARCHES)
def test_the_full_tree_is_what_was_visited_pruned_and_looked_up(search: str) -> None:
    counts = tracer.trace("tictactoe", search).counts
    assert counts.exact
    assert counts.full_tree_nodes == counts.distinct_nodes + counts.pruned_nodes + counts.table_nodes == 549_946
    assert (
        counts.visited > counts.distinct_nodes
        if search == scout.SEARCH.name
        else counts.visited >= counts.distinct_nodes
    )
    for name in (
        "visited", "leaves", "cutoffs", "pruning_cutoffs", "first_move_cutoffs", "pruned_branches", "pruned_nodes",
        "table_hits",
    ):  # fmt: skip
        assert sum(row[name] for row in counts.by_ply()) == getattr(counts, name), name
    assert sum(row["table_nodes"] for row in counts.by_ply()) == counts.table_nodes


def test_aimas_tree() -> None:
    trace = tracer.trace(AIMA)
    counts = trace.counts
    assert (trace.value, counts.visited, counts.full_tree_nodes) == (3, 11, 13)
    assert counts.leaves == 7
    skipped = [trace.game.utility(node.state) for node in trace if node.status is PRUNED]
    assert skipped == [4, 6]
    assert counts.minimal_leaves == 5


@pytest.mark.parametrize(("cut", "visited"), [(">=", 25), (">", 26)])
def test_wikipedias_tree(cut: str, visited: int) -> None:
    trace = tracer.trace(WIKIPEDIA, cut=cut)
    assert (trace.value, trace.counts.visited, trace.counts.full_tree_nodes) == (6, visited, 33)


trees = st.recursive(st.integers(-5, 5), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=30)


@given(trees.filter(lambda tree: isinstance(tree, list)), st.sampled_from(WITHOUT_PASSES))
def test_counts_equal_a_count_node_by_node(tree: Any, search: str) -> None:
    trace = tracer.trace(tree, search)
    counts, game = trace.counts, trace.game
    nodes = list(trace)
    visited = [node for node in nodes if node.status is not PRUNED]
    seen = {node.index: [child for child in node.children if child.status is not PRUNED] for node in visited}
    assert counts.visited == len(visited)
    assert counts.leaves == sum(not seen[node.index] for node in visited)
    assert counts.cutoffs == sum(node.cutoff for node in visited)
    assert counts.pruning_cutoffs == sum(any(c.status is PRUNED for c in node.children) for node in visited)
    assert counts.skipped_moves == len(nodes) - len(visited)
    searched = {node.path for node in visited}
    skipped = {node.path: node for node in nodes if node.path not in searched}
    assert counts.pruned_branches == len(skipped)
    assert counts.first_move_cutoffs == sum(
        node.cutoff and len({child.path for child in seen[node.index]}) == 1 for node in visited
    )
    assert counts.pruned_nodes == sum(full_size(game, n.state, math.inf) for n in skipped.values())
    assert counts.table_hits == sum(node.status is TABLE for node in visited)
    assert counts.full_tree_nodes == full_size(game, 0, math.inf)
    assert counts.distinct_nodes == len(searched)
    assert counts.positions == len({node.state for node in visited})
    expanded = {node.path: node.state for node in visited if node.status is EXPANDED}
    if expanded:
        moves = sum(len(game.moves(state)) for state in expanded.values())
        assert counts.branching_factor == pytest.approx(moves / len(expanded))
    plies = Counter(node.ply for node in visited)
    assert [row["visited"] for row in counts.by_ply()][: len(plies)] == [plies[ply] for ply in range(len(plies))]


@pytest.mark.parametrize(("game", "depth"), [("connect4:4,4,3", 4), ("mnk:4,3,3", 3), ("nim:1,2,3", 4)])
@pytest.mark.parametrize("search", ["alphabeta", "alphabeta-memo"])
def test_with_a_depth_limit_only_nodes_above_the_horizon_count(game: str, depth: int, search: str) -> None:
    trace = tracer.trace(game, search, depth=depth)
    assert trace.counts.full_tree_nodes == full_size(trace.game, trace.start(), depth)
    assert trace.counts.full_tree_nodes == tracer.trace(game, "minimax", depth=depth).counts.visited


@pytest.mark.parametrize(
    ("game", "depth", "parts"), [("tictactoe", 4, "quiescence,null"), ("nim:1,2,3", 3, "quiescence,lmr")]
)
def test_the_depth_of_its_calls_is_the_limit_of_a_search_whose_header_has_none(
    game: str, depth: int, parts: str
) -> None:
    """The quiescence search goes on below it."""
    ours = tracer.trace(game, "engine", depth=depth, with_=parts)
    header = replace(ours.header, options={})
    told = tracer.Trace(ours.columns, ours.no_moves, header, ours.game, labels=ours.move_labels)
    assert ours.ply.max() > depth
    assert (told.counts.pruned_nodes, told.counts.table_nodes) == (ours.counts.pruned_nodes, ours.counts.table_nodes)


def test_a_stopped_search_has_no_full_tree_but_its_pruned_nodes() -> None:
    counts = tracer.trace("tictactoe", max_nodes=500).counts
    assert counts.visited == 500
    assert counts.full_tree_nodes is None
    assert counts.pruned_nodes_exact
    assert counts.pruned_nodes > 0


def test_a_path_searched_again_counts_once_among_distinct_nodes() -> None:
    import numpy as np

    # The root searches move 0 twice; each time the same two moves stand below it.
    columns = Columns(
        move=np.array([-1, 0, 0, 1, 0, 0, 1, 1], np.int32),
        end=np.array([8, 4, 3, 4, 7, 6, 7, 8], np.int32),
        turn=np.array([1, -1, 1, 1, -1, 1, 1, -1], np.int8),
        alpha=np.full(8, -np.inf),
        beta=np.full(8, np.inf),
        value=np.zeros(8),
        status=np.array([0, 0, 1, 1, 0, 1, 1, 1], np.uint8),
        cutoff=np.zeros(8, bool),
    )
    counts = tracer.Trace(columns, ["a", "b"], tracer.Header()).counts
    assert (counts.visited, counts.distinct_nodes) == (8, 5)
    assert counts.pruned_nodes is None
    assert counts.positions is None


def test_a_position_that_is_handed_on_has_no_moves_of_its_own() -> None:
    """Two of four leaves are evaluated by another function: the root and its two children have two moves each."""
    recorder = tracer.Recorder()
    root = recorder.enter(None, 1)
    for move in "ab":
        node = recorder.enter(move, -1)
        recorder.leave(recorder.enter("c", 1), 0, HORIZON)
        handing = recorder.enter("d", 1)
        recorder.leave(recorder.enter(tracer.Onward("quiesce"), 1), 0, HORIZON)
        recorder.leave(handing, 0)
        recorder.leave(node, 0)
    recorder.leave(root, 0)
    assert tracer.Trace(*recorder.finish(), tracer.Header()).counts.branching_factor == 2


def test_effective_branching_factor_solves_its_equation() -> None:
    assert uniform_branching(1 + 3 + 9 + 27, 3) == pytest.approx(3)
    assert uniform_branching(5, 4) == pytest.approx(1)
    assert tracer.trace("random:b=4,d=5", "minimax").counts.effective_branching_factor == pytest.approx(4)
    assert tracer.trace('{"value": 7}').counts.effective_branching_factor is None


def test_counts_of_an_open_path_of_5000_plies() -> None:
    trace = tracer.trace("[" * 5_000 + "3" + "]" * 5_000, "minimax")
    assert trace.counts.visited == 5_001
    assert trace.counts.full_tree_nodes == 5_001
    assert len(trace.counts.by_ply()) == 5_001
    stopped = tracer.trace("[" * 5_000 + "3" + "]" * 5_000, "minimax", max_nodes=4_000)
    assert (stopped.columns.status == OPEN).sum() == 4_000
    assert stopped.steps == 4_000


@pytest.mark.parametrize("search", ["alphabeta", "alphabeta-memo", "minimax"])
def test_the_work_is_told_from_its_beginning_to_its_end(search: str) -> None:
    trace, heard = tracer.trace("tictactoe", search), list[int]()
    counts = tracer.Trace(trace.columns, [], trace.header, trace.game, labels=trace.move_labels).counts
    counts.work_out(heard.append)
    assert heard == sorted(heard)
    assert heard[-1] > 0
    assert len(heard) > 1
    assert counts.summary() == trace.counts.summary()


def test_work_that_is_given_up_can_be_done_later() -> None:
    counts = tracer.trace("tictactoe").counts

    def stop(done: int) -> None:
        if done > 10_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        counts.work_out(stop)
    assert counts.positions == tracer.trace("tictactoe").counts.positions


def test_what_is_pruned_below_a_node_is_counted_once_for_all_who_draw_it(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = tracer.trace("tictactoe", position="X../.O./..X")
    asked, each = list[int](), counting.each
    monkeypatch.setattr(counting, "each", lambda *words, **options: asked.append(1) or each(*words, **options))
    found = {trace.counts.pruned_nodes_below(node) for _ in range(3) for node in (0, 1)}
    assert len(asked) == len(found) == 2
    assert max(found - {None}) == trace.counts.pruned_nodes


def test_in_a_tree_positions_are_paths() -> None:
    counts = tracer.trace(AIMA, "minimax").counts
    assert (counts.positions, counts.transpositions) == (13, 0)


def test_a_node_in_which_the_search_stopped_is_no_leaf() -> None:
    for visits in range(1, 12):
        trace = tracer.trace(WIKIPEDIA, "alphabeta", max_nodes=visits)
        over = [node for node in trace if node.status not in (OPEN, PRUNED)]
        leaves = sum(all(child.status == PRUNED for child in node.children) for node in over)
        assert trace.counts.leaves == leaves == sum(row["leaves"] for row in trace.counts.by_ply()) < visits


def test_a_trace_can_be_pickled_after_it_was_counted() -> None:
    trace = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert trace.counts.pruned_nodes == 2
    again = pickle.loads(pickle.dumps(trace))
    assert again.counts.pruned_nodes == 2
    assert [node.path for node in again] == [node.path for node in trace]


@pytest.mark.parametrize("search", ["sss", "dual", "pns", "dfpn", "uct", "puct"])
def test_what_a_best_first_search_cannot_have_is_none_and_not_0(search: str) -> None:
    summary = tracer.trace("random:b=3,d=3", search).counts.summary()
    of_cutoffs = ("cutoffs", "first_move_cutoffs", "first_move_share", "pruned_branches", "pruned_nodes")
    of_tables = ("table_hits", "table_nodes", "table_nodes_exact")
    of_a_full_tree = ("full_tree_nodes", "standard_error", "margin")
    assert {
        name: summary[name] for name in (*of_cutoffs, *of_tables, *of_a_full_tree) if summary[name] is not None
    } == {}


@pytest.mark.parametrize(
    ("children", "share"),
    [
        ([("stand pat", "stand", 5), ("capture", None, 12)], 1.0),
        ([("null move", "null", 5), ("a", None, 12)], 1.0),
        ([("a", None, 5), ("a", None, 12)], 1.0),
        ([("a", None, 5), ("b", None, 12)], 0.0),
        ([("stand pat", "stand", 5), ("a", None, 6), ("b", None, 12)], 0.0),
        ([("stand pat", "stand", 12)], None),
        ([("null move", "null", 12)], None),
    ],
    ids=str,
)
def test_the_first_move_is_the_first_of_the_game(children: list[tuple[str, str | None, int]], share: Any) -> None:
    """What stands before it in an engine is no move, and a move that is searched again is the same one."""
    rows: list[dict[str, Any]] = [{"plyscope": 1}, {"enter": None, "turn": "MAX", "alpha": 0, "beta": 10}]
    for name, kind, value in children:
        rows.append({"enter": name, "alpha": 0, "beta": 10} | ({"kind": kind, "turn": "MAX"} if kind else {}))
        rows.append({"leave": value})
    rows += [{"prune": ["other"]}, {"leave": 12}]
    trace = read_lines(io.BytesIO("".join(json.dumps(row) + "\n" for row in rows).encode()))
    assert trace.counts.cutoffs == 1
    assert trace.counts.first_move_share == share
    root, ply = trace.counts.by_ply()[0], by_ply(trace)
    assert (root["move_cutoffs"], root["first_move_cutoffs"]) == (share is not None, share == 1)
    assert (ply.cutoffs[0], ply.by_moves[0], ply.by_first[0]) == (1, share is not None, share == 1)


def test_positions_are_not_counted_where_there_are_too_many_to_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "LONG_BUDGET", 4_000)
    some, many = tracer.trace("tictactoe", max_nodes=1_000).counts, tracer.trace("tictactoe").counts
    assert (some.positions is not None, some.lacks_positions) == (True, False)
    assert (many.positions, many.transpositions, many.lacks_positions) == (None, None, True)
    more = tracer.trace("tictactoe").counts
    more.work_out(lambda _: None, 100_000)
    assert more.positions is not None
    with pytest.raises(Cancelled):
        tracer.trace("tictactoe").counts.work_out(cancel)


def cancel(_moves: int) -> None:
    raise Cancelled("by hand")
