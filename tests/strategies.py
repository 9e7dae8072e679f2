"""What tests share: the hypothesis profiles, strategies for games and options, and minimax done the plainest way.

Importing this module loads the profile: `fast` unless PLYSCOPE_HYPOTHESIS names another. `fast` draws the same examples
in every run, `brief` ten of them at most, whatever a test asks for; `thorough` draws ten times as many, others each
time, and mutants of them, in which parts are repeated: most of those do not fit, and they take a third of the time.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from random import Random
from typing import Any
from zlib import crc32

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture.engine import ConjectureRunner

import tracer
from tracer.games.rules import MAX, MIN, AnyGame, BuiltIn, Turn
from tracer.games.tree import TreeGame
from tracer.searches.contract import FAMILIES

COMMON: dict[str, Any] = {
    "deadline": None,
    "database": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
}
settings.register_profile("brief", derandomize=True, max_examples=10, **COMMON)
settings.register_profile("fast", derandomize=True, max_examples=25, **COMMON)
settings.register_profile("thorough", max_examples=600, **COMMON)
PROFILE = os.environ.get("PLYSCOPE_HYPOTHESIS", "fast")
settings.load_profile(PROFILE)
if PROFILE != "thorough":
    assert callable(ConjectureRunner.generate_mutations_from)
    ConjectureRunner.generate_mutations_from = lambda *_: None  # type: ignore[method-assign]  # no setting leaves it out

INFINITY = float("inf")
DEPTH_FIRST = {name: search for name, search in tracer.SEARCHES.items() if not search.best_first}
"""Searches whose steps follow from their columns, and which have the value of minimax."""
BEST_FIRST = {name: search for name, search in tracer.SEARCHES.items() if search.best_first}
"""Searches that grow a tree where they like, and have a log."""
WINDOWED = [name for name, search in tracer.SEARCHES.items() if search.windowed]
EXHAUSTIVE = [name for name, search in tracer.SEARCHES.items() if search.exhaustive]
SHARED_VISITS = {
    "alphabeta": "tracer.searches.alphabeta:make_visit.visit",
    "alphabeta_memo": "tracer.searches.alphabeta:make_visit.visit",
    "minimax_memo": "tracer.searches.minimax:minimax.visit",
    "negamax_alphabeta": "tracer.searches.negamax_alphabeta:search_for_mover.visit",
}
"""The recursive function of a search that shares it with others."""


def visit_of(run: Any) -> str:
    """The name of the recursive function inside one of our searches, as `attach` takes it."""
    return SHARED_VISITS.get(run.__name__, f"{run.__module__}:{run.__name__}.visit")


PLAIN = tuple(name for name, search in tracer.SEARCHES.items() if search.family in FAMILIES[:3])
"""Searches that search no move again, choose no window of their own, and name variables alike. Others need not."""
FAILS, CUTS = ("soft", "hard"), (">=", ">")
ORDERS = ("natural", "reversed", "best", "worst", "random:7")
WIKIPEDIA = [[[[5, 6], [7, 4, 5]], [[3]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]]
"""The tree of the article "Alpha-beta pruning"."""
AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""The tree of Russell and Norvig's chapter on games."""
WITHOUT_PASSES = [name for name, search in DEPTH_FIRST.items() if not search.drives]
"""Searches that search the root once."""


@dataclass(frozen=True)
class Case:
    """A position to search and the depths at which that makes sense."""

    game: AnyGame
    position: Any = None
    depths: tuple[int | None, ...] = (None,)
    orders: tuple[str, ...] = field(default=ORDERS)

    @cached_property
    def searches(self) -> list[str]:
        """The plain searches, which know every game, and one of the others; thoroughly all that have no passes."""
        others = [name for name in WITHOUT_PASSES if name not in PLAIN]
        if PROFILE != "thorough" and others:
            others = [others[crc32(repr(self).encode()) % len(others)]]
        return [*PLAIN, *others]

    def __repr__(self) -> str:
        position = "" if self.position is None else f" at {self.game.show(self.position)!r}"  # type: ignore[attr-defined]
        return f"{self.game.spec}{position}"  # type: ignore[attr-defined]


def variants(search: str, window: tuple[float, float] | None = None) -> Iterator[dict[str, Any]]:
    """Every combination of window, fail and cut that a search has; the given window beside the full one."""
    if search not in WINDOWED:
        yield {}
        return
    rule = tracer.SEARCHES[search].rule
    for ends, fail, cut in product({None, window}, rule("fail"), rule("cut")):
        yield {"window": ends, "fail": fail, "cut": cut}


def nested_lists(plies: int = 6, widest: int = 4) -> st.SearchStrategy[Any]:
    """Ragged trees as nested lists, with few values and so many ties."""
    tree: st.SearchStrategy[Any] = leaf_values()
    for _ in range(plies):
        tree = st.one_of(leaf_values(), st.lists(tree, min_size=1, max_size=widest))
    return tree


def leaf_values() -> st.SearchStrategy[float]:
    """Few numbers, so that they are often equal; among them halves and both zeros."""
    return st.sampled_from([0, 1, -1, 2, -2, 3, 0.5, -0.5, 0.0, -0.0, 7])


def objects(plies: int = 5) -> st.SearchStrategy[Any]:
    """Ragged trees as JSON objects with an evaluation on every inner node, and forced turns on some."""
    tree: st.SearchStrategy[Any] = leaf_values()
    turns = st.sampled_from([{}, {}, {"turn": "MAX"}, {"turn": "MIN"}])
    for _ in range(plies):
        inner = st.tuples(leaf_values(), st.lists(tree, min_size=1, max_size=4), turns)
        tree = st.one_of(inner.map(lambda node: {"value": node[0], "children": node[1], **node[2]}), leaf_values())
    return tree


def bushy_tree(seed: int, *, evaluated: bool, turns: bool = False) -> Any:
    """A ragged tree of some hundred nodes at most, larger than hypothesis likes to draw: 0 to 6 plies, with ties."""
    random = Random(seed)

    def node(plies: int) -> Any:
        if plies == 0 or random.random() < 0.15:
            return random.choice([0, 1, -1, 2, -2, 3, 0.5, 7])
        children = [node(plies - 1) for _ in range(random.randint(1, 4))]
        if not evaluated:
            return children
        forced = {"turn": random.choice(["MAX", "MIN"])} if turns and random.random() < 0.3 else {}
        return {"value": random.randint(-3, 3), "children": children, **forced}

    return node(random.randint(2, 6))


SEEDS = st.integers(0, 2**32)


@st.composite
def ragged_trees(draw: st.DrawFn) -> Case:
    """Nested lists, searched to their end."""
    bushy = SEEDS.map(lambda seed: bushy_tree(seed, evaluated=False))
    tree = draw(st.one_of(nested_lists(), bushy, bushy))
    return Case(TreeGame.from_lists(tree if isinstance(tree, list) else [tree]))


@st.composite
def evaluated_trees(draw: st.DrawFn) -> Case:
    """Ragged trees that a depth limit can cut anywhere, some with a player who moves several times."""
    bushy = st.tuples(SEEDS, st.booleans()).map(lambda pair: bushy_tree(pair[0], evaluated=True, turns=pair[1]))
    game = TreeGame.from_text(json.dumps(draw(st.one_of(objects(), bushy, bushy))))
    return Case(game, None, (None, 1, 2, 3, 4, 0))


@st.composite
def uniform_trees(draw: st.DrawFn) -> Case:
    """Uniform random trees in each of their orders, begun by either player."""
    branching, depth = draw(st.sampled_from([(1, 4), (2, 3), (2, 4), (3, 3), (4, 2), (5, 1), (3, 0)]))
    order, turn = draw(st.sampled_from(["random", "best", "worst"])), draw(st.sampled_from(["MAX", "MIN"]))
    seed = draw(st.integers(0, 999))
    game = tracer.game(f"random:b={branching},d={depth},seed={seed},order={order},turn={turn}")
    return Case(game, None, (None, 1, 2))


def played(game: AnyGame, choices: list[int]) -> Any:
    """The position after moves chosen by their numbers, as far as the game goes."""
    state = game.start()
    for choice in choices:
        if game.utility(state) is not None:
            break
        legal = game.moves(state)
        state = game.play(state, legal[choice % len(legal)])
    return state


class Lattice(BuiltIn):
    """A random game in which most positions are met again, at other plies and inside other windows: work for a table.

    Players in turn move 1 to 3 steps up a ladder, as far as the rung lets them; at its end the value is drawn from the
    seed, the rung and who moves. With extra turns, who moves by 2 moves again.
    """

    def __init__(self, seed: int, rungs: int, *, extra_turns: bool = False) -> None:
        self.seed, self.rungs, self.spec = seed, rungs, f"lattice {seed} of {rungs} rungs"
        self.extra_turns = extra_turns

    def start(self) -> tuple[int, Turn]:
        return (0, MAX)

    def turn(self, state: tuple[int, Turn]) -> Turn:
        return state[1]

    def utility(self, state: tuple[int, Turn]) -> float | None:
        return self._drawn(state) if state[0] >= self.rungs else None

    def moves(self, state: tuple[int, Turn]) -> list[int]:
        moves = [1, 2, 3]
        Random(f"{self.seed} moves {state[0]}").shuffle(moves)
        return moves[: 2 + state[0] % 2]

    def play(self, state: tuple[int, Turn], move: int) -> tuple[int, Turn]:
        again = self.extra_turns and move == 2
        return (state[0] + move, state[1] if again else MIN if state[1] is MAX else MAX)

    def evaluate(self, state: tuple[int, Turn]) -> float:
        return self._drawn(state)

    def _drawn(self, state: tuple[int, Turn]) -> float:
        return Random(f"{self.seed} value {state[0]} {state[1]:d}").randint(-6, 6)

    def show(self, state: tuple[int, Turn]) -> str:
        return f"rung {state[0]}, {state[1].name}"


@st.composite
def lattices(draw: st.DrawFn) -> Case:
    """Games full of transpositions, to their end or to a depth."""
    game = Lattice(draw(SEEDS), draw(st.integers(3, 9)), extra_turns=draw(st.booleans()))
    return Case(game, None, (None, 3, 4, 5, 2))


@st.composite
def nim_positions(draw: st.DrawFn) -> Case:
    """Nim with few counters, normal and misère."""
    heaps = draw(st.sampled_from(["1,2", "2,2", "1,1,2", "3", "1,2,2", "0,3", "2,3"]))
    game = tracer.game(f"nim:{heaps}{draw(st.sampled_from(['', ',misere']))}")
    return Case(game, played(game, draw(st.lists(st.integers(0, 9), max_size=1))), (None, 1, 2, 3))


@st.composite
def board_positions(draw: st.DrawFn) -> Case:
    """Late positions of m,n,k games and Connect Four: at most some hundred nodes to the end."""
    spec, stones = draw(
        st.sampled_from([("tictactoe", 4), ("mnk:2,2,2", 0), ("mnk:3,2,3", 1), ("mnk:4,2,3", 4), ("connect4:3,3,3", 4)])
    )
    game = tracer.game(spec)
    state = played(game, draw(st.lists(st.integers(0, 9), min_size=stones, max_size=stones + 1)))
    return Case(game, state, (None, 0, 1, 2), orders=(*ORDERS, "centre-first"))


def cases() -> st.SearchStrategy[Case]:
    """Any game at any position that can be searched to its end at once."""
    trees = (ragged_trees(), evaluated_trees(), uniform_trees())
    return st.one_of(lattices(), *trees, lattices(), nim_positions(), board_positions(), board_positions())


def searched() -> st.SearchStrategy[tuple[Case, dict[str, Any], tuple[float, float]]]:
    """A case with a depth and an order for it, and a window."""
    return cases().flatmap(
        lambda case: st.tuples(
            st.just(case),
            st.fixed_dictionaries({"depth": st.sampled_from(case.depths), "order": st.sampled_from(case.orders)}),
            windows(),
        )
    )


def windows() -> st.SearchStrategy[tuple[float, float]]:
    """Windows at and between the values that occur, some open at one end."""
    ends = st.sampled_from([-INFINITY, -20.0, -2.0, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 2.0, 10.0, INFINITY])
    return st.tuples(ends, ends).filter(lambda window: window[0] < window[1])


def minimax_value(game: AnyGame, state: Any, depth: int | None) -> float:
    """The minimax value to a depth by definition, with means where chance moves: no windows, no tables, no order."""
    utility = game.utility(state)
    if utility is not None:
        return utility
    if depth == 0:
        return float(game.evaluate(state))  # type: ignore[attr-defined]
    below = None if depth is None else depth - 1
    if game.turn(state) == tracer.CHANCE:
        outcomes = game.outcomes(state)  # type: ignore[attr-defined]
        return sum(chance * minimax_value(game, game.play(state, outcome), below) for outcome, chance in outcomes)
    values = [minimax_value(game, game.play(state, move), below) for move in game.moves(state)]
    return max(values) if game.turn(state) == tracer.MAX else min(values)


def columns_of(trace: tracer.Trace) -> dict[str, list[Any]]:
    """The columns as lists of which two can be compared: NaN as None, both zeros alike."""
    names = ("move", "end", "turn", "alpha", "beta", "value", "status", "cutoff", "ply", "parent")
    columns = {name: [None if x != x else x + 0 for x in getattr(trace.columns, name).tolist()] for name in names}
    return columns | {"moves": list(trace.move_labels)}


def chance_tree(seed: int, *, evaluated: bool = False) -> str:
    """A ragged tree with chance nodes and players who move several times, of some hundred nodes at most."""
    random = Random(seed)

    def node(plies: int) -> str:
        if plies == 0 or random.random() < 0.15:
            return json.dumps(random.choice([0, 1, -1, 2, -2, 3, 0.5, 7]))
        amount = random.randint(1, 4)
        children = [node(plies - 1) for _ in range(amount)]
        if random.random() < 0.4:
            parts = [random.randint(1, 9) for _ in range(amount)]
            outcomes = (f"{part}/{sum(parts)}:{child}" for part, child in zip(parts, children, strict=True))
            below, turn = f"({','.join(outcomes)})", ""
        else:
            below = f"[{','.join(children)}]"
            turn = f'"turn":"{random.choice(["MAX", "MIN"])}",' if random.random() < 0.2 else ""
        if not evaluated:
            return below if not turn else f'{{{turn}"children":{below}}}'
        return f'{{"value":{random.randint(-2, 3)},{turn}"children":{below}}}'

    return node(random.randint(2, 6))


def chance_trees() -> st.SearchStrategy[str]:
    return st.tuples(SEEDS, st.booleans()).map(lambda pair: chance_tree(pair[0], evaluated=pair[1]))
