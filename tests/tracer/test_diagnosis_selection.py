"""Monte Carlo tree searches that select by the wrong reward or leave moves untried; and sound ones of many kinds."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any
from zlib import crc32

import pytest

import tracer
from tracer.diagnosis import selection
from tracer.games.rules import AnyGame
from tracer.recording.log_numbers import visit_count
from tracer.tracing import Trace

GAMES = ["tictactoe", "nim:3,4,5", "connect4:5,4,3"]
RANDOM = Random()
"""What selections that draw lots draw from; a test seeds it."""


class Node:
    """A node of the tree of any of these searches."""

    def __init__(self, state: Any, turn: int, above: Node | None, number: int, prior: float = 1.0) -> None:
        self.state, self.turn, self.above, self.number, self.prior = state, turn, above, number, prior
        self.children: list[Node] = []
        self.untried: list[Any] = []
        self.visits, self.total, self.squares = 0, 0.0, 0.0

    def count(self, result: float) -> None:
        self.visits, self.total, self.squares = self.visits + 1, self.total + result, self.squares + result**2

    def bonus(self, child: Node, explore: float = 1.0) -> float:
        return explore * math.sqrt(math.log(self.visits) / child.visits)


Worth = Callable[[Node, Node], float]
"""What a child is worth to its parent, beside its brothers."""


def for_mover(node: Node, child: Node) -> float:
    return node.turn * child.total / child.visits + node.bonus(child)


def for_max(node: Node, child: Node) -> float:
    return child.total / child.visits + node.bonus(child)


def for_min(node: Node, child: Node) -> float:
    return -child.total / child.visits + node.bonus(child)


def for_other(node: Node, child: Node) -> float:
    return -node.turn * child.total / child.visits + node.bonus(child)


def result_of(game: AnyGame, state: Any, luck: Random) -> float:
    """The result of a random game, MAX's view."""
    while (value := game.utility(state)) is None:
        state = game.play(state, luck.choice(list(game.moves(state))))
    return float(value)


def search(
    spec: str,
    worth: Worth = for_mover,
    *,
    rounds: int = 500,
    seed: int = 1,
    moves: Callable[[list[Any]], list[Any]] = list,
    expands: Callable[[Node], bool] = lambda node: bool(node.untried),
    backed_up: str = "MAX's",
    priors: bool = False,
    notes: dict[str, Any] | None = None,
    own: bool = True,
) -> Trace:
    """Record a search.

    Args:
        spec: the game.
        worth: what a child is worth to its parent; the greatest one is selected.
        rounds: iterations.
        seed: what its random moves follow from.
        moves: which of the legal moves are ever tried.
        expands: whether a node gets another child in this iteration.
        backed_up: whose view the program keeps the results in: "MAX's", "mover's" turned round at every ply, "leaf's".
        priors: whether the recorder is told a prior of each move.
        notes: what the header is told.
        own: whether the recording has its game.
    """
    game, luck, recorder = tracer.game(spec), Random(seed), tracer.BestFirstRecorder()

    def make(state: Any, above: Node | None = None, move: Any = None) -> Node:
        turn, prior = int(game.turn(state)), luck.random() if priors else -1.0
        told = {} if above is None or not priors else {"weight": prior}
        number = recorder.add(None if above is None else above.number, move, turn, **told)
        node = Node(state, turn, above, number, prior)
        node.untried = [] if game.utility(state) is not None else moves(list(game.moves(state)))
        return node

    root = make(game.start())
    for _ in range(rounds):
        node = root
        while not expands(node) and node.children:
            at = node
            node = max(at.children, key=lambda child: worth(at, child))
        if node.untried:
            move = node.untried.pop(0)
            child = make(game.play(node.state, move), node, move)
            node.children.append(child)
            node = child
        result = result_of(game, node.state, luck)
        recorder.iteration()
        recorder.update(node.number, result)
        counted = result if backed_up == "MAX's" else -node.turn * result
        above: Node | None = node
        while above is not None:
            above.count(counted)
            above, counted = above.above, -counted if backed_up == "mover's" else counted
    header = tracer.Header(game=spec if own else "", search="my mcts", windowed=False, notes=notes or {})
    return Trace(*recorder.finish(), header, game if own else None)


def plain(node: Node, child: Node) -> float:
    """By the mean that the child keeps."""
    return child.total / child.visits + node.bonus(child)


def turned(node: Node, child: Node) -> float:
    """By the mean that the child keeps, with the other sign."""
    return -child.total / child.visits + node.bonus(child)


SICK: dict[str, tuple[Worth, str, str]] = {
    "by MAX's reward": (for_max, "MAX's", "selects-for-one-player"),
    "by MIN's reward": (for_min, "MAX's", "selects-for-one-player"),
    "by the other's reward": (for_other, "MAX's", "selects-for-opponent"),
    "by the child's own reward": (turned, "mover's", "selects-for-opponent"),
    "not turned round": (plain, "leaf's", "reward-not-turned"),
    "not turned round, other sign": (turned, "leaf's", "reward-not-turned"),
}


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("name", SICK)
def test_a_selection_by_the_wrong_reward_is_named(name: str, spec: str, own: bool) -> None:
    worth, backed_up, disease = SICK[name]
    first, *others = tracer.check(search(spec, worth, backed_up=backed_up, own=own))
    assert (first.disease, others) == (disease, [])
    assert "none against" in first.message


def tuned(node: Node, child: Node) -> float:
    mean = child.total / child.visits
    spread = child.squares / child.visits - mean**2 + math.sqrt(2 * math.log(node.visits) / child.visits)
    return node.turn * mean + math.sqrt(math.log(node.visits) / child.visits * min(0.25, spread))


def with_prior(node: Node, child: Node) -> float:
    return node.turn * child.total / child.visits + 1.5 * child.prior * math.sqrt(node.visits) / (1 + child.visits)


def with_bias(node: Node, child: Node) -> float:
    return for_mover(node, child) + (crc32(str(child.state).encode()) % 7) / (1 + child.visits)


def thompson(node: Node, child: Node) -> float:
    return node.turn * child.total / child.visits + RANDOM.gauss(0, 1) / math.sqrt(child.visits)


def at_random(node: Node, child: Node) -> float:
    return RANDOM.random()


def mostly(node: Node, child: Node) -> float:
    return RANDOM.random() * 3 if RANDOM.random() < 0.2 else for_mover(node, child)


def in_turns(node: Node, child: Node) -> float:
    return -child.visits


def most_visited(node: Node, child: Node) -> float:
    return child.visits


def widening(node: Node) -> bool:
    return bool(node.untried) and len(node.children) <= node.visits**0.4


def urgent(node: Node) -> bool:
    """A first-play urgency: an untried move is worth 0.4."""
    known = [node.turn * child.total / child.visits for child in node.children]
    return bool(node.untried) and max(known, default=-1) < 0.4


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_no_sound_search_is_blamed(spec: str, seed: int) -> None:
    RANDOM.seed(seed)
    for worth in (for_mover, tuned, with_bias, thompson, at_random, mostly, in_turns, most_visited):
        assert tracer.check(search(spec, worth, seed=seed)) == [], worth
    assert tracer.check(search(spec, with_prior, seed=seed, priors=True)) == []
    assert tracer.check(search(spec, plain, seed=seed, backed_up="mover's")) == []
    assert tracer.check(search(spec, seed=seed, expands=widening)) == []
    assert tracer.check(search(spec, seed=seed, expands=urgent)) == []


@pytest.mark.parametrize("kind", ["uct", "puct"])
@pytest.mark.parametrize("spec", GAMES)
def test_the_searches_that_are_built_in_are_sound(kind: str, spec: str) -> None:
    assert tracer.check(tracer.trace(spec, kind, iterations=800)) == []


def test_one_player_who_wants_little_is_not_blamed() -> None:
    """A search for the least cost may be told as one player's, whose values are costs."""
    recorder, luck = tracer.BestFirstRecorder(), Random(3)
    root = recorder.add(None, None, tracer.MAX)
    children = [recorder.add(root, move, tracer.MAX) for move in "abcd"]
    counts = {child: [1, cost] for child, cost in zip(children, (1.0, 2.0, 3.0, 4.0), strict=True)}
    for child in children:
        recorder.iteration()
        recorder.update(child, counts[child][1])
    for _ in range(300):
        child = min(children, key=lambda one: counts[one][1] / counts[one][0] - 1 / counts[one][0])
        cost = children.index(child) + luck.random()
        recorder.iteration()
        recorder.update(child, cost)
        counts[child] = [counts[child][0] + 1, counts[child][1] + cost]
    assert tracer.check(Trace(*recorder.finish(), tracer.Header(search="costs", windowed=False))) == []


@pytest.mark.parametrize("moves", [lambda moves: moves[:-1] or moves, lambda moves: moves[1:] or moves])
def test_a_move_that_is_never_tried_is_worth_a_note(moves: Callable[[list[Any]], list[Any]]) -> None:
    (finding,) = tracer.check(search("connect4:5,4,3", moves=moves, rounds=2_000))
    assert (finding.disease, finding.severity, finding.node) == ("move-never-tried", "note", 0)
    assert "never tried in 2,000 visits" in finding.message
    assert tracer.check(search("connect4:5,4,3", moves=moves, rounds=2_000, own=False)) == []


def test_a_move_that_is_played_by_its_mean_is_worth_a_note() -> None:
    trace = search("tictactoe", rounds=30)
    counted = {trace.label(child): trace.columns.value.item(child) for child in trace.children(0)}
    by_mean = max(counted, key=counted.__getitem__)
    assert trace.label(trace.best_child(0) or 0) != by_mean
    (finding,) = tracer.check(search("tictactoe", rounds=30, notes={"played": by_mean}))
    assert (finding.disease, finding.severity, finding.node) == ("played-by-mean", "note", 0)
    visits = {trace.label(child): visit_count(trace.columns, child, trace.steps - 1) for child in trace.children(0)}
    most = max(visits, key=visits.__getitem__)
    for other in counted.keys() - {by_mean}:
        found = tracer.check(search("tictactoe", rounds=30, notes={"played": other}))
        is_far_behind = 2 * visits[other] < visits[most] and counted[other] < counted[most]
        assert [one.disease for one in found] == ["few-visits-played"] * is_far_behind


def test_a_move_with_far_fewer_visits_and_a_worse_mean_than_another_is_worth_a_warning() -> None:
    trace = search("tictactoe", rounds=300)
    children = sorted(trace.children(0), key=lambda child: visit_count(trace.columns, child, trace.steps - 1))
    least, most = (trace.label(child) for child in (children[0], children[-1]))
    (finding,) = tracer.check(search("tictactoe", rounds=300, notes={"played": least}))
    assert (finding.disease, finding.severity, finding.node) == ("few-visits-played", "warning", 0)
    assert f"{least} is played" in finding.message
    assert f"; {most} has" in finding.message
    assert tracer.check(search("tictactoe", rounds=300, notes={"played": most})) == []


def test_every_disease_of_a_selection_is_listed() -> None:
    from tracer.diagnosis.examination import DISEASES

    assert {one.slug for one in selection.DISEASES} <= DISEASES.keys()
