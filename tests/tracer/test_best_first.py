"""Best-first searches: the numbers of the literature's searches, their laws, their time, their files."""

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from laws import LawBroken, check_laws
from strategies import AIMA, BEST_FIRST, WIKIPEDIA

import tracer
from tracer import PlyscopeError, Trace, TraceFileError
from tracer.errors import GameError
from tracer.recording.best_first_recorder import BestFirstRecorder
from tracer.recording.columns import Columns, verify
from tracer.recording.log import PROOF, VALUE, Log
from tracer.recording.log_numbers import last_log_row, log_of, node_visits
from tracer.recording.status import OPEN
from tracer.searches.proof_goals import combine_proof_numbers
from tracer.time.moments import Event, event_at
from tracer.why.explain import event, why
from tracer.why.selection_scores import compute_scores

SSS = ["states_taken", "visited", "leaves", "open_at_most", "purged"]
ONE_VALUE = ("sss", "dual")
GAMES: list[Any] = [AIMA, WIKIPEDIA, "nim:1,3,4", "random:b=3,d=4,seed=5,turn=MIN", "connect4:3,3,3"]


@pytest.fixture(scope="module")
def tictactoe() -> dict[str, Trace]:
    return {name: tracer.trace("tictactoe", name) for name in BEST_FIRST}


def numbers(trace: Trace, names: list[str]) -> list[Any]:
    summary = trace.counts.summary()
    return [summary[name] for name in names]


@pytest.mark.parametrize("search", BEST_FIRST)
def test_no_cutoffs_are_counted_where_there_can_be_none(search: str, tictactoe: dict[str, Trace]) -> None:
    assert numbers(tictactoe[search], ["cutoffs", "pruning_cutoffs", "skipped_moves", "re_searches"]) == [None] * 4


def merits(trace: Trace) -> list[float]:
    """The merits that were taken, each once, in their order."""
    x = log_of(trace.columns).x.tolist()
    return [merit for place, merit in enumerate(x) if place == 0 or merit != x[place - 1]]


@pytest.mark.parametrize(
    ("game", "search", "counts", "gammas", "taken"),
    [
        (AIMA, "sss", [18, 11, 7, 3, 2], [1, 4, 1, 7, 3, 1], [math.inf, 14, 5, 3]),
        (WIKIPEDIA, "sss", [30, 21, 7, 5, 4], [3, 2, 3, 7, 9, 5], [math.inf, 7, 6]),
        (WIKIPEDIA, "dual", [37, 24, 7, 3, 5], [7, 3, 4, 7, 6, 9], [-math.inf, 3, 6]),
        ("tictactoe", "sss", [25364, 20136, 7153, 751, 6148], [3745, 3266, 478, 7153, 4902, 5819], [math.inf, 1, 0]),
    ],
)
def test_states_are_taken_as_by_stockman(
    game: Any, search: str, counts: list[int], gammas: list[int], taken: list[float]
) -> None:
    trace = tracer.trace(game, search)
    assert numbers(trace, SSS) == counts
    assert numbers(trace, [f"gamma_{gamma}" for gamma in range(1, 7)]) == gammas
    assert merits(trace) == taken


@pytest.mark.parametrize("search", ONE_VALUE)
@pytest.mark.parametrize("game", GAMES)
def test_a_search_by_merit_has_the_value_of_minimax(game: Any, search: str) -> None:
    trace = tracer.trace(game, search)
    assert trace.value == tracer.search(game, "minimax").value
    if trace.best_move is not None:
        there = tracer.search(game, "minimax", position=trace.label(trace.principal_variation[1]))
        assert there.value == trace.value


def test_proof_numbers_disprove_that_x_wins(tictactoe: dict[str, Trace]) -> None:
    trace = tictactoe["pns"]
    assert trace.value == -1
    assert numbers(trace, ["expansions", "visited", "largest_pn", "largest_dn"]) == [3_323, 13_950, 48, 67]
    assert trace.steps == 26_813
    again = tictactoe["dfpn"]
    assert again.value == -1
    assert numbers(again, ["visited", "positions"]) == [1_758, 1_341]


@pytest.mark.parametrize("search", ["pns", "dfpn"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("goal", ["win", "draw", "3", "-2"])
def test_a_goal_is_reached_just_where_minimax_reaches_it(game: Any, search: str, goal: str) -> None:
    best = tracer.search(game, "minimax").value
    reached = best > 0 if goal == "win" else best >= (0 if goal == "draw" else float(goal))
    trace = tracer.trace(game, search, goal=goal)
    assert trace.value == (1 if reached else -1)
    check_laws(trace)


def smallest_proof(tree: Any, *, mover: bool = True) -> float:
    """How many leaves that nobody knows must be proved to prove a tree: of its own definition, not of its children."""
    if tree is None:
        return 1
    if not isinstance(tree, list):
        return 0 if tree > 0 else math.inf
    sizes = [smallest_proof(child, mover=not mover) for child in tree]
    return min(sizes) if mover else sum(sizes)


def test_a_proof_number_is_the_size_of_the_smallest_proof() -> None:
    trace = tracer.trace("tictactoe", "pns")
    log = log_of(trace.columns)
    for row in np.linspace(0, trace.steps - 1, 12).astype(int).tolist():
        step = int(np.flatnonzero(log.iteration == log.iteration[row])[-1])  # where an expansion ends
        earlier = trace.past(step)

        def tree(node: int, earlier: Trace = earlier) -> Any:
            children = earlier.children(node)
            if children:
                return [tree(child) for child in children]
            value = earlier.columns.value[node]
            return None if math.isnan(value) else value

        known = last_log_row(trace.columns, 0, step)
        assert known is not None
        assert known.x == smallest_proof(tree(0))


@pytest.mark.parametrize(
    ("iterations", "total", "counted"),
    [
        (10, 0, "1/-1 2/1 1/-1 1/-1 1/1 1/-1 1/0 1/1 1/1"),
        (100, 18, "9/0 8/0 6/-1 4/-2 36/20 6/-2 14/3 11/1 6/-1"),
    ],
)
def test_uct_counts_as_it_is_known_to(iterations: int, total: int, counted: str) -> None:
    trace = tracer.trace("tictactoe", "uct", iterations=iterations)
    assert len(trace) == trace.counts.visited == iterations + 1
    assert node_visits(trace.columns, 0, trace.steps - 1) == (iterations, total)
    known = [node_visits(trace.columns, child, trace.steps - 1) for child in trace.children(0)]
    assert " ".join(f"{one.times}/{one.total:.0f}" for one in known) == counted
    assert trace.best_move == int(np.argmax([one.times for one in known]))


def test_another_seed_makes_another_search() -> None:
    one, other = (tracer.trace("tictactoe", "uct", iterations=50, seed=seed) for seed in (3, 4))
    assert log_of(one.columns).x.tolist() != log_of(other.columns).x.tolist()


@pytest.mark.parametrize("search", ["uct", "puct"])
def test_each_iteration_goes_where_the_formula_is_highest(search: str, tictactoe: dict[str, Trace]) -> None:
    trace = tictactoe[search]
    log, seen = log_of(trace.columns), 0
    for step in range(0, trace.steps, 37):
        way = trace.ancestry(int(log.node[step]))
        for above, below in pairwise(way):
            known = compute_scores(trace, above, step)
            if known and trace.entered(below) < step and len(known) == len(trace.children(above)):
                best = max(known, key=lambda score: trace.columns.turn[above] * score.total)
                assert best.child == below
                seen += 1
    assert seen > 20


class Preferring:
    """A game of two plies whose priors say which move is likely."""

    def __init__(self, priors: Any) -> None:
        self.given = priors

    def start(self) -> tuple[int, ...]:
        return ()

    def turn(self, state: tuple[int, ...]) -> int:
        return 1 if len(state) % 2 == 0 else -1

    def utility(self, state: tuple[int, ...]) -> float | None:
        return 0.0 if len(state) == 2 else None

    def moves(self, state: tuple[int, ...]) -> list[int]:
        return [0, 1, 2]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def evaluate(self, state: tuple[int, ...]) -> float:
        return 0.0

    def priors(self, state: tuple[int, ...]) -> Any:
        return self.given


@pytest.mark.parametrize("order", ["natural", "reversed"])
@pytest.mark.parametrize("priors", [[0.1, 0.2, 0.7], {2: 0.7, 0: 0.1, 1: 0.2}, np.array([0.1, 0.2, 0.7])], ids=str)
def test_priors_are_those_of_their_moves_in_any_order(priors: Any, order: str) -> None:
    trace = tracer.trace(Preferring(priors), "puct", iterations=40, order=order)
    assert trace.best_move == 2
    assert trace.columns.weight is not None
    first = {trace.label(child): trace.columns.weight.item(child) for child in trace.children(0)}
    assert first == {"0": 0.1, "1": 0.2, "2": 0.7}


WRONG = [[0.5], [0.1, 0.2, 2.0], [0.1, math.nan, 0.1], {0: 0.5}, {0: 0.2, 1: 0.2, 2: 0.2, 3: 0.1}, 0.5, None, "abc"]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_priors_that_are_none_are_the_fault_of_the_game(wrong: Any) -> None:
    with pytest.raises(GameError, match=r"priors\(\) of the game gives .*; it must give a number from 0 to 1 for each"):
        tracer.trace(Preferring(wrong), "puct", iterations=3)


@pytest.mark.parametrize("search", BEST_FIRST)
def test_every_law_holds_at_the_end_and_before(search: str, tictactoe: dict[str, Trace]) -> None:
    trace = tictactoe[search]
    check_laws(trace)
    for step in (0, trace.steps // 7, trace.steps // 2, trace.steps - 2):
        earlier = trace.past(step)
        check_laws(earlier)
        assert earlier.steps == step + 1
        assert len(earlier) == int(np.count_nonzero(trace.columns.entered(np.arange(len(trace))) <= step))


@pytest.mark.parametrize("search", BEST_FIRST)
def test_the_tree_at_a_step_is_what_was_born_by_then(search: str) -> None:
    trace = tracer.trace("nim:1,2,3", search)
    for step in range(trace.steps):
        happens, node = event_at(trace, step)
        assert trace.at(step).path[-1].node == node
        assert trace.entered(node) <= step
        if happens is Event.ENTERED:
            assert trace.entered(node) == step
        assert event(trace, step)
        for other in range(0, len(trace), 5):
            assert why(trace, other, step)


@pytest.mark.parametrize("search", BEST_FIRST)
def test_a_file_gives_the_recording_back(search: str, tictactoe: dict[str, Trace], tmp_path: Path) -> None:
    trace = tictactoe[search]
    trace.save(tmp_path / "t.plyscope")
    again = tracer.load(tmp_path / "t.plyscope")
    for name, array in log_of(trace.columns).arrays.items():
        assert np.array_equal(getattr(log_of(again.columns), name), array)
    for name in ("move", "end", "turn", "status", "born"):
        assert np.array_equal(getattr(again.columns, name), getattr(trace.columns, name))
    assert np.array_equal(again.columns.value, trace.columns.value, equal_nan=True)
    direct = tracer.trace("tictactoe", search, output=tmp_path / "u.plyscope")
    assert len(tracer.load(tmp_path / "u.plyscope")) == len(direct)


def test_a_file_with_a_log_of_other_nodes_is_refused(tmp_path: Path) -> None:
    trace = tracer.trace(AIMA, "pns")
    file = tmp_path / "t.plyscope"
    trace.save(file)
    data = file.read_bytes()
    for place in range(8, len(data), 7):
        (tmp_path / "damaged").write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        with pytest.raises(TraceFileError):
            tracer.load(tmp_path / "damaged")
    (tmp_path / "cut").write_bytes(data[: data.rindex(b"LOG.")])
    with pytest.raises(
        TraceFileError, match="it was cut before its log ends: of a best-first search the file is needed"
    ):
        tracer.load(tmp_path / "cut")


def test_results_that_do_not_add_up_to_a_number_are_refused_in_a_file(tmp_path: Path) -> None:
    trace = tracer.trace(AIMA, "uct", iterations=20)
    for name in ("x", "value"):
        columns = trace.columns
        if name == "x":
            log = log_of(columns)
            columns = replace(columns, log=replace(log, x=np.where(log.node == log.node[3], 1e300, log.x)))
        else:
            columns = replace(columns, value=np.where(np.arange(len(trace)) == 1, 1e300, columns.value))
        trace.with_columns(columns, trace.header).save(tmp_path / "t.plyscope")
        with pytest.raises(TraceFileError, match=r"above 1e\+250"):
            tracer.load(tmp_path / "t.plyscope")


def changed(columns: Columns, **arrays: Any) -> Columns:
    """Columns with other arrays in the log, or another one of births."""
    log, own = log_of(columns), {name: getattr(columns, name) for name in ("move", "end", "turn", "alpha", "beta")}
    own |= {name: getattr(columns, name) for name in ("value", "status", "cutoff")}
    rows = log.arrays | {name: np.asarray(array) for name, array in arrays.items() if name != "born"}
    return Columns(**own, born=np.asarray(arrays.get("born", columns.born)), log=Log(**rows))


@pytest.mark.parametrize(
    ("what", "name", "entry"),
    [
        ("a node that there is not", "node", 99),
        ("a node that there is not", "node", -1),
        ("a kind", "kind", 77),
        ("a kind", "kind", 0),
        ("an iteration before", "iteration", -1),
        ("a number that is none", "x", math.nan),
        ("below 0", "y", -1.0),
        ("born", "born", 99),
        ("born", "born", -1),
    ],
)
def test_a_log_that_cannot_be_is_refused(what: str, name: str, entry: float) -> None:
    columns = tracer.trace(AIMA, "pns").columns
    array = np.array(columns.born if name == "born" else log_of(columns).arrays[name])
    array[-1] = entry
    with pytest.raises(PlyscopeError, match=what.rsplit(maxsplit=1)[-1]):
        verify(changed(columns, **{name: array}), 99)
    verify(changed(columns), 99)


def test_a_node_is_never_older_than_its_parent() -> None:
    columns = tracer.trace(AIMA, "pns").columns
    born = np.array(columns.born)
    child = int(np.flatnonzero(columns.parent > 0)[0])
    born[child] = 0
    with pytest.raises(PlyscopeError, match="before its parent"):
        verify(changed(columns, born=born), 99)


def test_a_broken_count_breaks_a_law() -> None:
    trace = tracer.trace("tictactoe", "uct", iterations=30)
    value = trace.columns.value.copy()
    value[5] += 0.5
    trace.columns.value = value
    with pytest.raises(LawBroken, match="node 5"):
        check_laws(trace)


def test_numbers_that_do_not_follow_break_a_law() -> None:
    trace = tracer.trace("tictactoe", "pns")
    log, y = log_of(trace.columns), log_of(trace.columns).y.copy()
    row = log.last_row(1, trace.steps - 1)
    assert y[row] == 0
    y[row] = 3.0
    sick = trace.with_columns(changed(trace.columns, y=y), trace.header)
    with pytest.raises(LawBroken, match="node 1"):
        check_laws(sick)
    assert [finding.disease for finding in tracer.check(sick)] == ["law-broken"]
    assert tracer.check(trace) == []


def test_each_law_that_is_broken_is_named_at_its_first_node() -> None:
    trace = tracer.trace("tictactoe", "uct", iterations=30)
    columns = trace.columns
    value, move = columns.value.copy(), columns.move.copy()
    value[1] += 0.5
    deep = int(np.flatnonzero(columns.ply == 2)[0])
    move[deep] = move[columns.parent[deep]]  # the square is taken
    sick = trace.with_columns(replace(columns, value=value, move=move), trace.header)
    (found,) = tracer.check(sick)
    assert (found.disease, found.nodes, found.where) == ("law-broken", 2, (1, deep))
    assert found.message.startswith("its value ")
    assert f"; node {deep} (" in found.message
    assert "no legal move leads to it" in found.message


def test_a_recorder_of_ones_own_takes_births_and_rows() -> None:
    recorder = BestFirstRecorder()
    root = recorder.add(None, None, 1)
    left = recorder.add(root, "a", -1)
    recorder.update(left, 1.0)
    recorder.iteration()
    right = recorder.add(root, "b", -1)
    recorder.update(right, 0.0)
    recorder.iteration()
    below = recorder.add(left, "c", 1)
    recorder.update(below, 1.0)
    columns, moves = recorder.finish()
    assert moves == ["a", "b", "c"]
    assert columns.end.tolist() == [4, 3, 3, 4]
    assert columns.born is not None
    assert columns.born.tolist() == [0, 0, 2, 1]
    assert log_of(columns).node.tolist() == [1, 3, 2]
    assert columns.value.tolist() == [2 / 3, 1, 1, 0]


@pytest.mark.parametrize(
    ("tell", "problem"),
    [
        (lambda r: r.add(None, None, 1), "root"),
        (lambda r: r.add(7, "a", 1), "parent"),
        (lambda r: r.add(0, "a", 2), "moves"),
        (lambda r: r.add(0, "a", 1, weight=2), "weight"),
        (lambda r: r.update(3, 1.0), "node 3"),
        (lambda r: r.update(0, math.inf), "inf"),
        (lambda r: r.update(0, -1, 1, PROOF), "-1"),
        (lambda r: r.leave(0, math.nan), "finite"),
        (lambda r: r.leave(3, 1.0), "node 3"),
        (lambda r: r.finish(), "nothing"),
    ],
)
def test_what_cannot_be_is_refused_where_it_is_told(tell: Any, problem: str) -> None:
    recorder = BestFirstRecorder()
    recorder.add(None, None, 1)
    with pytest.raises(PlyscopeError, match=problem):
        tell(recorder)


@pytest.mark.parametrize("search", BEST_FIRST)
def test_a_search_that_is_stopped_keeps_what_it_recorded(search: str) -> None:
    trace = tracer.trace("tictactoe", search, max_nodes=50)
    assert len(trace) == 50
    assert trace.header.stopped
    assert trace.steps
    check_laws(trace)


def test_open_nodes_of_proof_numbers_are_those_without_an_answer(tictactoe: dict[str, Trace]) -> None:
    trace = tictactoe["pns"]
    open_ = trace.columns.status == OPEN
    assert open_.any()
    for node in np.flatnonzero(open_)[:50].tolist():
        known = last_log_row(trace.columns, node, trace.steps - 1)
        assert known is not None
        assert 0 not in (known.x, known.y)


def test_together_is_least_and_sum() -> None:
    assert combine_proof_numbers(1, [(2, 3), (1, 4)]) == (1, 7)
    assert combine_proof_numbers(-1, [(2, 3), (1, 4)]) == (3, 3)


def test_a_wrong_goal_is_refused() -> None:
    with pytest.raises(PlyscopeError, match="goal"):
        tracer.trace(AIMA, "pns", goal="victory")


def test_kinds_of_rows_do_not_mix() -> None:
    recorder = BestFirstRecorder()
    recorder.add(None, None, 1)
    recorder.update(0, 1.0, kind=VALUE)
    with pytest.raises(PlyscopeError, match="VALUE"):
        recorder.update(0, 1.0, 1.0, kind=PROOF)


@pytest.mark.parametrize("game", ["tictactoe", "nim:1,2,3", "mnk:3,2,2"])
def test_the_best_line_of_calls_goes_by_the_last_call_of_each_move(game: str) -> None:
    """A call that was repeated later has old numbers: the line of a decided root is decided all the way."""
    trace = tracer.trace(game, "dfpn")
    line = trace.principal_variation
    assert len(line) > 1
    assert {trace.columns.value[node] for node in line} == {trace.value}
    assert trace.best_move == tracer.search(game, "dfpn")[1]
    for node in line[1:]:
        calls = [one for one in trace.children(trace.columns.parent[node]) if trace.label(one) == trace.label(node)]
        assert node == calls[-1]


@pytest.mark.parametrize("search", ["uct", "puct"])
def test_leaves_of_a_monte_carlo_search_are_those_of_its_tree(search: str) -> None:
    trace = tracer.trace("nim:3,4,5", search, iterations=200)
    childless = [node for node in range(len(trace)) if not trace.children(node)]
    levels = trace.counts.by_ply()
    assert trace.counts.leaves == len(childless) == sum(int(level["leaves"] or 0) for level in levels)
    assert all(level["visited"] == int(level["leaves"] or 0) + int(level["expanded"] or 0) for level in levels)
    assert trace.counts.leaf_evaluations == 200
