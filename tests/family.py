"""What tests of the search family share: positions to search, what is true of them, and what a recording visited."""

import math
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from laws import check_laws
from strategies import PROFILE, SEEDS, Case, evaluated_trees, minimax_value, played, ragged_trees

import tracer
from tracer import Status, Trace
from tracer.recording.log_numbers import log_of

INFINITY = math.inf
GUESSES = (-INFINITY, -2.0, -0.5, 0.0, 0.25, 1.0, 3.0, 8.0, INFINITY, None)
"""First guesses of MTD(f); None stands for the value itself."""
WITH = ("", "table", "hash", "killers", "history", "table,hash,killers,history")
"""What an iterative deepening may keep and order by."""
EXAMPLES = settings.get_profile(PROFILE).max_examples
GOALS = ("win", "draw", "0.5", "-1")
LEAF = (Status.TERMINAL, Status.HORIZON)


@st.composite
def tictactoe_positions(draw: st.DrawFn) -> Case:
    """Tic-tac-toe with four stones or more."""
    game = tracer.game("tictactoe")
    stones = draw(st.lists(st.integers(0, 8), min_size=4, max_size=7))
    return Case(game, played(game, stones), (None, 0, 1, 2, 3))


def trees_and_boards() -> st.SearchStrategy[Case]:
    """Random trees with ties, fractions and extra turns, and tic-tac-toe."""
    return st.one_of(ragged_trees(), evaluated_trees(), tictactoe_positions())


def evaluated() -> st.SearchStrategy[Case]:
    """Those that a depth limit can cut anywhere."""
    return st.one_of(evaluated_trees(), tictactoe_positions())


@st.composite
def chance_trees(draw: st.DrawFn) -> str:
    """A ragged tree with chance nodes, ties and fractions, in the notation for people."""
    random = Random(draw(SEEDS))

    def node(plies: int) -> str:
        if plies == 0 or random.random() < 0.15:
            return str(random.choice([0, 1, -1, 2, -2, 3, 0.5, 1 / 3, 7]))
        children = [node(plies - 1) for _ in range(random.randint(1, 4))]
        if random.random() < 0.6:
            return f"[{','.join(children)}]"
        parts = [random.randint(1, 9) for _ in children]
        return f"({','.join(f'{part}/{sum(parts)}:{one}' for part, one in zip(parts, children, strict=True))})"

    return draw(st.just(node(random.randint(1, 5))))


def run(case: Case, search: str, **options: Any) -> Trace:
    """A recording that keeps every law of a recording."""
    trace = tracer.trace(case.game, search, position=case.position, **options)
    check_laws(trace)
    return trace


def value_of(case: Case, depth: int | None = None) -> float:
    """The value by definition."""
    return minimax_value(case.game, case.game.start() if case.position is None else case.position, depth)


def is_over(case: Case) -> bool:
    """Whether the game is over at the root, where a search has nothing to do and a driver no passes."""
    return case.game.utility(case.game.start() if case.position is None else case.position) is not None


def paths_where(trace: Trace, statuses: tuple[Status, ...]) -> list[tuple[str, ...]]:
    """The paths of the nodes of some statuses, without passes, in visit order."""
    paths: list[tuple[str, ...]] = []
    parent, passes = trace.columns.parent.tolist(), trace.passes
    for node in range(len(trace)):
        above = paths[parent[node]] if node else ()
        moved = node > 0 and int(trace.columns.move[node]) not in passes
        paths.append((*above, trace.label(node)) if moved else above)
    return [path for node, path in enumerate(paths) if trace.columns.status[node] in statuses]


def visited(trace: Trace) -> set[tuple[str, ...]]:
    return set(paths_where(trace, tuple(status for status in Status if status != Status.PRUNED)))


def leaves(trace: Trace) -> list[tuple[str, ...]]:
    """The leaves that were evaluated, each as often as it was."""
    return paths_where(trace, LEAF)


def same_bytes(one: Trace, other: Trace) -> bool:
    """Whether two recordings are the same, event for event."""
    a, b = one.columns, other.columns
    names = ("move", "end", "turn", "alpha", "beta", "value", "status", "cutoff", *a.optional)
    alike = all(getattr(a, name).tobytes() == getattr(b, name).tobytes() for name in names)
    logs = [] if a.log is None else [(array, log_of(b).arrays[name]) for name, array in a.log.arrays.items()]
    return alike and one.move_labels == other.move_labels and all(x.tobytes() == y.tobytes() for x, y in logs)
