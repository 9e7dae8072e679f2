"""Chance nodes: games with dice, trees with outcomes, expectiminimax, and what is said of means."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import LawBroken, check_laws
from strategies import chance_trees, minimax_value

import tracer
import viz
from tracer import CHANCE, MAX, MIN, GameError, PlyscopeError, Turn
from tracer.games.tree import TreeGame
from tracer.recording.header import Header
from tracer.recording.node import chance_mean
from tracer.recording.status import Bound, Why
from tracer.time.moments import frame
from tracer.why.explain import event, why
from tracer.why.explain_visits import explain_outcome_window

ORDER = "[(0.9:[2,2],0.1:[3,3]),(0.9:[1,1],0.1:[4,4])]"
"""Russell and Norvig's pair: the order of the leaves is the same in both trees, and the best move is another."""
SCALED = "[(0.9:[20,20],0.1:[30,30]),(0.9:[1,1],0.1:[400,400])]"


@given(chance_trees())
def test_expectiminimax_gives_the_mean_keeps_the_laws_and_does_the_same_unrecorded(text: str) -> None:
    game = TreeGame.from_text(text)
    assert TreeGame.from_text(game.spec).spec == game.spec
    for depth in (None, 0, 1, 3) if game.has_evaluations else (None,):
        trace = tracer.trace(game, "expectiminimax", depth=depth)
        check_laws(trace)
        assert trace.value == pytest.approx(minimax_value(game, game.start(), depth), abs=1e-9)
        assert tracer.search(game, "expectiminimax", depth=depth) == (trace.value, trace.best_move)
        for order in ("best", "reversed"):
            again = tracer.trace(game, "expectiminimax", depth=depth, order=order)
            assert again.value == pytest.approx(trace.value, abs=1e-9)


@given(chance_trees())
def test_the_mean_so_far_is_what_the_outcomes_that_returned_add_up_to(text: str) -> None:
    trace = tracer.trace(TreeGame.from_text(text), "expectiminimax", max_nodes=60)
    columns = trace.columns
    chances = [node for node in range(len(trace)) if not columns.turn[node] and columns.end[node] > node + 1]
    for node in chances[:3]:
        for step in range(trace.entered(node), min(trace.left(node), trace.steps - 1)):
            known = [
                child
                for child in trace.children(node)
                if trace.left(child) < step and columns.value[child] == columns.value[child]
            ]
            expected = sum(trace.node(child).weight * columns.value[child] for child in known) if known else None
            found = frame(trace, node, step)
            assert found.best == (None if expected is None else pytest.approx(expected))
            assert found.best_child is None


@pytest.mark.parametrize(("text", "value", "move"), [(ORDER, 2.1, "a1"), (SCALED, 40.9, "a2")])
def test_an_order_preserving_change_of_the_leaves_may_change_the_move(text: str, value: float, move: str) -> None:
    trace = tracer.trace(text, "expectiminimax")
    assert (trace.value, trace.best_move, trace.counts.visited) == (pytest.approx(value), move, 15)


def visited_paths(trace: tracer.Trace) -> set[tuple[str, ...]]:
    return {trace.node(node).path for node in range(len(trace)) if trace.columns.status[node] != tracer.Status.PRUNED}


@pytest.mark.parametrize("search", ["star1", "star2"])
@given(text=chance_trees(), window=st.sampled_from([None, (-1.0, 1.5), (0.0, 1.0), (2.0, 9.0)]))
def test_star1_and_star2_give_the_value_or_a_bound_and_visit_no_more(search: str, text: str, window: Any) -> None:
    game = TreeGame.from_text(text)
    for depth in (None, 2, 3) if game.has_evaluations else (None,):
        full, trace = (
            tracer.trace(game, "expectiminimax", depth=depth),
            tracer.trace(game, search, depth=depth, window=window),
        )
        check_laws(trace)
        assert not tracer.check(trace)
        true, value = full.value, trace.value
        low, high = window or (-math.inf, math.inf)
        assert true is not None
        assert value is not None
        assert not low < value < high or value == pytest.approx(true, abs=1e-9)
        assert value < high or true >= high - 1e-9 or value == pytest.approx(true)
        assert value > low or true <= low + 1e-9 or value == pytest.approx(true)
        assert visited_paths(trace) <= visited_paths(full)
        assert trace.counts.full_tree_nodes == full.counts.visited
        assert tracer.search(game, search, depth=depth, window=window) == (trace.value, trace.best_move)


def test_star1_needs_bounds_where_a_game_says_none_and_no_leaf_may_lie_outside() -> None:
    assert tracer.trace(ORDER, "star1").header.options["bounds"] == "1,4"
    assert tracer.trace(Coin(), "star1", bounds="-1,1").value == 0.5
    with pytest.raises(PlyscopeError, match="--bounds L,U"):
        tracer.trace(Coin(), "star1")
    with pytest.raises(PlyscopeError, match="outside the bounds"):
        tracer.trace(Coin(), "star1", bounds="2,3")
    for wrong in ("1", "2,1", "a,b", "0,inf"):
        with pytest.raises(PlyscopeError, match="bounds are two numbers"):
            tracer.trace(ORDER, "star1", bounds=wrong)


EXTREME = [
    ("star1", "(1/2:[1,0],1/2:[1,[0,1]])", 1),
    ("star2", "(1/2:[1,0],1/2:[1,[0,1]])", 1),
    ("star1", "(1/2:[[0,1]],1/2:[0,[0,1]])", 0),
    ("star2", "[0,(1/2:[0,1],1/2:[1,0])]", 0),
    ("star1", "[3,1,0]", 3),
]
"""Trees that are worth as much, or as little, as anything in them can be."""


@pytest.mark.parametrize(("search", "text", "value"), EXTREME)
def test_the_least_and_the_greatest_value_are_no_bounds_but_exact(search: str, text: str, value: float) -> None:
    trace = tracer.trace(text, search)
    least, most = trace.header.value_bounds
    assert trace.value == value
    assert value in (least, most)
    check_laws(trace)
    assert tracer.check(trace) == []
    for node in range(len(trace)):
        if trace.columns.value[node] in (least, most) and trace.node(node).why is not Why.PROBE:
            assert trace.bound(node) is trace.proved_bound(node) is Bound.EXACT
            said = " ".join(sentence.text for sentence in why(trace, node, trace.steps - 1))
            assert not re.search("(?i)at least|at most|not inside the window|would still be", said)
    assert trace.graph.nodes[0]["bound"] == "EXACT"
    assert f"= {value}" in viz.to_svg(trace)
    assert "no value is" in "".join(one.text for node in range(len(trace)) for one in why(trace, node, trace.steps - 1))


def test_a_value_beyond_an_end_that_is_none_of_all_values_is_a_bound() -> None:
    trace = tracer.trace("[3,1,0]", "star1", window=(0, 2))
    assert (trace.value, trace.bound(0)) == (3, Bound.EXACT)
    trace = tracer.trace("[2,3,0]", "star1", window=(0, 2))
    assert (trace.value, trace.bound(0)) == (2, Bound.LOWER)


def test_a_cutoff_among_outcomes_says_what_the_mean_can_be_at_most() -> None:
    trace = tracer.trace(ORDER, "star1")
    node = trace.find("a2").index
    said = " ".join(sentence.text for sentence in why(trace, node, trace.steps - 1))
    assert "0.9 · 1 + 0.1 · 4 = 1.3 ≤ alpha 2.1" in said
    assert "outcome b1 (p 0.9) returned 1, and 1 ≤ 1.889" in said
    assert trace.find("a2/b2").weight == 0.1
    assert trace.counts.minimal_leaves is None


PROBED = "[(1/2:[3,4],1/2:[3,5]),(1/3:[1,0],1/3:[0,3],1/3:[5,6])]"


@pytest.mark.parametrize("search", ["star1", "star2"])
@given(text=chance_trees(), window=st.sampled_from([None, (-1.0, 1.5), (0.0, 1.0)]))
def test_the_window_of_every_outcome_follows_by_its_formula(search: str, text: str, window: Any) -> None:
    """Each bound formula adds up as it is written, and gives the window that is recorded, within L and U."""
    trace = tracer.trace(TreeGame.from_text(text), search, window=window)
    outcomes = [
        node
        for node in range(1, len(trace))
        if trace.columns.status[node] != tracer.Status.PRUNED and not trace.columns.turn[trace.columns.parent[node]]
    ]
    for node in outcomes[:: max(len(outcomes) // 25, 1)]:
        low, high = map(float, trace.header.options["bounds"].split(","))
        (said,) = explain_outcome_window(trace, node)
        written = said.text.replace("−", "-").replace("·", "*").replace("⁻", "").replace("⁺", "")
        formulas = re.findall(r"/ p = (.+?) = (-?[\d.e+-]+)[,;:]", written)
        assert len(formulas) == 2
        for (formula, result), end in zip(formulas, ("alpha", "beta"), strict=True):
            recorded = float(getattr(trace.columns, end)[node])
            assert eval(formula) == pytest.approx(
                float(result), rel=0.02, abs=0.05
            )  # numbers are shown with few digits
            assert min(max(float(result), low), high) == pytest.approx(recorded, rel=0.02, abs=0.05)


def test_the_formula_has_what_was_known_of_the_others() -> None:
    trace = tracer.trace(ORDER, "star1")
    said = " ".join(one.text for one in why(trace, trace.find("a2/b1").index, trace.entered(trace.find("a2/b1").index)))
    assert "a = (alpha − highs of the others) / p = (2.1 − 0.1 · 4) / 0.9 = 1.889" in said
    assert "b = (beta − lows of the others) / p = (4 − 0.1 · 1) / 0.9 = 4.333, lowered to U 4" in said
    assert not explain_outcome_window(tracer.trace(ORDER, "expectiminimax"), 2)


def test_a_probe_says_at_most_a_bound_and_its_moves_are_searched_later_or_cut_above() -> None:
    trace = tracer.trace(PROBED, "star2")
    probes = [trace.node(node) for node in range(len(trace)) if trace.node(node).why is Why.PROBE]
    assert [("/".join(one.path), one.value, one.bound, one.cutoff) for one in probes] == [
        ("a1/b1", 3, Bound.UPPER, False),
        ("a1/b2", 3, Bound.UPPER, False),
        ("a2/b1", 1, Bound.UPPER, False),
        ("a2/b2", 0, Bound.EXACT, True),  # at most 0, and no value is less
    ]
    assert (trace.value, trace.counts.visited, trace.counts.distinct_nodes, trace.counts.pruned_branches) == (
        3,
        17,
        13,
        3,
    )
    last = trace.steps - 1
    said = [" ".join(one.text for one in why(trace, node, last)) for node in range(len(trace))]
    assert (
        "At most 3: it probed move c1 alone, which returned 3. With a move that was left MIN may get less." in said[2]
    )
    assert "to the mean" not in said[2]
    assert said[4] == "Left by a probe, which searches one move alone: another visit searched it."
    assert "It was searched again: its probe had returned 3." in said[8]
    assert "It added 0.5 · 3 = 1.5" in said[8]
    assert "0.3333 · 1 + 0.3333 · 0 + 0.3333 · 6 = 2.333 ≤ alpha 3" in said[14]
    assert said[17] == "Left by a probe, which searches one move alone: it was never searched."
    assert event(trace, 5) == "branch a1/b1/c2 left by a probe"


def piglet_by_iteration() -> float:
    """P(win) of Piglet to 2 for who begins, by value iteration over (own points, other's points, total)."""
    wins = dict.fromkeys([(own, other, total) for own in (0, 1) for other in (0, 1) for total in (0, 1, 2)], 0.5)
    for _ in range(400):
        for own, other, total in wins:
            if own + total >= 2:
                wins[own, other, total] = 1.0
                continue
            roll = 0.5 * (1 - wins[other, own, 0]) + 0.5 * wins[own, other, total + 1]
            hold = 1 - wins[other, own + total, 0] if total else -1
            wins[own, other, total] = max(roll, hold)
    return wins[0, 0, 0]


def test_who_begins_piglet_wins_with_probability_four_sevenths() -> None:
    assert piglet_by_iteration() == pytest.approx(4 / 7)
    assert tracer.search("piglet:2,13", "expectiminimax").value == pytest.approx(4 / 7, abs=2e-3)
    values = [tracer.search(f"piglet:2,{turns}", "expectiminimax").value for turns in (3, 5, 7, 9)]
    errors = [abs(value - 4 / 7) for value in values]
    assert errors == sorted(errors, reverse=True)


def test_dice_add_up_to_what_is_known_of_them() -> None:
    """One runner, one square, a coin: who throws first is through with a 2, and a runner on the square may be hit."""
    game: Any = tracer.game("race:1,1,2")
    # A 2 wins at once; after a 1 both stand alike on the one square's two sides, where a 1 hits and a 2 runs home.
    assert tracer.search(game, "expectiminimax").value == 0.5 * 1 + 0.5 * (0.5 * 0 + 0.5 * -1)
    assert [game.turn(game.start()), game.turn(game.play(game.start(), 1))] == [CHANCE, MAX]


def test_tiles_slide_and_merge_once() -> None:
    game: Any = tracer.game("2048:2,2")
    full = game.parse("2 2\n4 .\n0")
    assert game.play(full, "left") == ((4, 0, 4, 0), 4, True)
    assert list(game.moves(full)) == ["left", "right", "down"]
    assert sum(chance for _, chance in game.outcomes(game.start())) == pytest.approx(1)
    assert tracer.game("2048:1,3").play(tracer.game("2048:1,3").parse("4 2 2\n0"), "right") == ((0, 4, 4), 4, True)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(0.5:1,0.4:2)", "the probabilities add up to 0.9, not to 1"),
        ("(0:1,1:2)", "an outcome is a probability above 0"),
        ("(0.5 1)", "an outcome is a probability above 0"),
        ("()", "a node without children needs a value"),
        ('{"turn":"MAX","children":(1:2)}', "a node of chance has no turn"),
        ("(1/0:1)", "an outcome is a probability above 0"),
        ("[(1:2]", "',' or '\\)' expected"),
    ],
)
def test_a_tree_with_wrong_outcomes_is_refused(text: str, problem: str) -> None:
    with pytest.raises(PlyscopeError, match=problem):
        TreeGame.from_text(text)


def test_a_networkx_tree_may_have_chance_nodes() -> None:
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_node("dice", turn="CHANCE")
    graph.add_edge("dice", "a", weight=0.25)
    graph.add_edge("dice", "b", weight=0.75)
    nx.set_node_attributes(graph, {"a": 4, "b": 8}, "value")
    assert tracer.trace(graph, "expectiminimax").value == 7
    graph.edges["dice", "b"]["weight"] = 0.5
    with pytest.raises(PlyscopeError, match="add up to 1"):
        tracer.trace(graph, "expectiminimax")


class Coin:
    """A game of somebody: a coin is tossed, and MAX may take it or not."""

    def __init__(self, chances: Any = ((1, 0.5), (-1, 0.5)), moves: Any = (1, -1)) -> None:
        self.chances, self.offered = chances, moves

    def start(self) -> str:
        return "?"

    def turn(self, state: str) -> Turn:
        return CHANCE if state == "?" else MAX

    def utility(self, state: str) -> float | None:
        return float(state[1:]) if state.startswith("=") else None

    def moves(self, state: str) -> Any:
        return self.offered if state == "?" else ("take", "leave")

    def outcomes(self, state: str) -> Any:
        return self.chances

    def play(self, state: str, move: Any) -> str:
        return str(move) if state == "?" else f"={state if move == 'take' else 0}"


def test_somebodys_game_of_chance_is_searched_and_its_answers_checked() -> None:
    trace = tracer.trace(Coin(), "expectiminimax")
    assert trace.value == 0.5
    check_laws(trace)
    for game, problem in (
        (Coin(((1, 0.5), (-1, 0.4))), "add up to 0.9"),
        (Coin(((1, 1.5), (-1, -0.5))), "not above 0"),
        (Coin(((-1, 0.5), (1, 0.5))), "or in another order"),
        (Coin((1, -1)), "pairs of an outcome"),
    ):
        with pytest.raises(GameError, match=problem):
            tracer.trace(game, "expectiminimax")
    with pytest.raises(GameError, match="expectiminimax, star1 and star2 do"):
        tracer.trace(Coin())


def test_a_recording_keeps_probabilities_and_its_file_gives_them_back(tmp_path: Path) -> None:
    trace = tracer.trace(ORDER, "expectiminimax")
    trace.save(tmp_path / "t.plyscope")
    loaded = tracer.load(tmp_path / "t.plyscope")
    check_laws(loaded)
    for one in (trace, loaded):
        assert [one.node(child).weight for child in one.children(1)] == [0.9, 0.1]
        assert one.graph.nodes[2]["weight"] == 0.9
        assert chance_mean(one, 1) == pytest.approx(2.1)
        assert one.principal_variation == (0, 1)


def test_what_is_no_mean_breaks_a_law() -> None:
    def recorded(chances: tuple[float, float], value: float) -> tracer.Trace:
        recorder = tracer.Recorder(windowed=False)
        root = recorder.enter(None, 0)
        for chance, leaf in zip(chances, (2.0, 4.0), strict=True):
            node = recorder.enter(f"x{leaf}", MIN)
            recorder.tell(node, weight=chance)
            recorder.leave(node, leaf, tracer.Status.TERMINAL)
        recorder.leave(root, value)
        columns, moves = recorder.finish()
        return tracer.Trace(columns, moves, Header(search="mine", windowed=False))

    check_laws(recorded((0.5, 0.5), 3))
    with pytest.raises(LawBroken, match="is not the mean of its outcomes"):
        check_laws(recorded((0.5, 0.5), 4))
    with pytest.raises(LawBroken, match=r"add up to 0\.9"):
        check_laws(recorded((0.5, 0.4), 2.6))


def test_a_chance_node_says_of_what_its_value_is_the_mean() -> None:
    trace = tracer.trace(ORDER, "expectiminimax")
    last = trace.steps - 1
    assert "0.9 · 2 + 0.1 · 3" in why(trace, 1, last)[0].text
    assert "0.9 · 2 = 1.8" in why(trace, 2, last)[-1].text
    assert "1.8 so far" in why(trace, 1, trace.left(2) + 1)[0].text
