"""The laws of a best-first recording: what holds of its log and its tree at every row; and the one disease of them.

A Monte Carlo search counts each iteration for all nodes above its leaf, a proof number follows from those of the
children, SSS* takes states whose merits never get better, and no leaf twice.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

import numpy as np

from tracer.deciding.thresholds import TINY
from tracer.diagnosis.finding import ERROR, Disease, Finding, make_finding
from tracer.errors import PlyscopeError
from tracer.games.rules import key, label, to_python_number, utility
from tracer.recording.log import GAMMA4
from tracer.recording.log_numbers import best_by_log, log_of, total_values
from tracer.recording.recording import Recording
from tracer.recording.status import EXPANDED, OPEN, TERMINAL
from tracer.searches.contract import INFINITY
from tracer.searches.proof_goals import (
    DISPROVED,
    GOAL_OPTION,
    PROVED,
    UNKNOWN,
    ProofNumbers,
    combine_proof_numbers,
    goal_test,
)
from tracer.text import clean
from tracer.tracing import Trace


class LawBroken(PlyscopeError):  # noqa: N818  # it is a finding about a trace
    """A trace breaks a law: the search, the game or the recording is wrong."""

    node: int
    """The first node that breaks it."""
    problem: str
    """What is wrong there."""
    law: str = ""
    """The law in a sentence: what has to hold."""

    def __init__(self, trace: Recording, node: int, problem: str) -> None:
        super().__init__(f"node {node}{_where(trace, node)}: {problem}")
        self.node, self.problem = node, problem


def _where(trace: Recording, node: int) -> str:
    """The path to a node in brackets; nothing where the columns do not even give a path."""
    try:
        path = "/".join(trace.label(above) for above in trace.ancestry(node)[1:])
    except (IndexError, ValueError, PlyscopeError):
        return ""
    return f" ({clean(path)})" if path else " (root)"


Law = Callable[[Trace], None]


def ranges(trace: Trace) -> None:
    """Law 1: the ranges of a node's children fill the rest of its own, one after another, from the root on."""
    end, status, size = trace.columns.end.tolist(), trace.columns.status.tolist(), len(trace)
    for node in range(size):
        if not node < end[node] <= size:
            raise LawBroken(trace, node, f"its range {node} … {end[node] - 1} is not within 0 … {size - 1}")
    parent, ply = trace.columns.parent.tolist(), trace.columns.ply.tolist()
    if (end[0], parent[0], ply[0]) != (size, -1, 0):
        raise LawBroken(trace, 0, f"the root's range is 0 … {end[0] - 1}, not the whole trace 0 … {size - 1}")
    for node in range(size):
        child = node + 1
        while child < end[node]:
            if parent[child] != node or ply[child] != ply[node] + 1:
                raise LawBroken(trace, child, f"parent {parent[child]}, ply {ply[child]}; it stands below node {node}")
            child = end[child]
        if child != end[node]:
            raise LawBroken(trace, node, f"its range ends with node {end[node] - 1}, its last child's with {child - 1}")
        if end[node] > node + 1 and status[node] not in (EXPANDED, OPEN):
            raise LawBroken(trace, node, f"{trace.node(node).status.name}, but it has children")


def positions(trace: Trace, nodes: Iterable[int]) -> Iterator[tuple[int, Any]]:
    """Yield nodes with their positions, in the order of visits; a caller may judge each before its children."""
    line: list[Any] = []
    ply = trace.columns.ply.tolist()
    for node in nodes:
        state = trace.state_after(line[ply[node] - 1], node) if node else trace.start()
        line[ply[node] :] = [state]
        yield node, state


def proofs_follow(trace: Trace) -> None:
    """Pn is 0 just where dn is ∞; in proof-number search the numbers follow from those of the children."""
    log, columns = log_of(trace.columns), trace.columns
    if not log.has_proofs:
        return
    for row in np.flatnonzero((log.x == 0) != np.isinf(log.y)).tolist():
        raise LawBroken(trace, int(log.node[row]), f"pn {log.x[row]} and dn {log.y[row]}")
    if not _is_search(trace, "pns"):
        return
    known = {}
    for node in range(len(trace) - 1, -1, -1):
        last = log.last_row(node, len(log) - 1)
        known[node] = UNKNOWN if last is None else (log.x.item(last), log.y.item(last))
        below = [known[child] for child in trace.children(node)]
        if below and not trace.header.stopped and known[node] != combine_proof_numbers(columns.turn.item(node), below):
            raise LawBroken(trace, node, f"its numbers are {known[node]}, and its children's {below}")


def values_are_proved(trace: Trace) -> None:
    """A node has the value 1 where it is proved, −1 where it is disproved, and none otherwise."""
    log, columns = log_of(trace.columns), trace.columns
    if not log.has_proofs:
        return
    for node in range(len(trace)):
        row = log.last_row(node, len(log) - 1)
        worth = None if row is None else 1.0 if log.x[row] == 0 else -1.0 if log.y[row] == 0 else None
        value = None if columns.status[node] == OPEN else columns.value.item(node)
        if value != worth:
            raise LawBroken(trace, node, f"its value is {value}, and its numbers say {worth}")


def goals_decide(trace: Trace) -> None:
    """A leaf of a search by proof numbers is proved where its value reaches the goal, and disproved where not."""
    log = log_of(trace.columns)
    if not _is_search(trace, "pns", "dfpn"):
        return
    leaves = _Leaves(trace)
    for node, state in positions(trace, range(len(trace))):
        answer = leaves.answer(state, leaves.left(node))
        for row in log.rows_of(node).tolist() if answer else ():
            told = log.x.item(row), log.y.item(row)
            if told != answer:
                raise LawBroken(trace, node, f"its numbers are {told}; by the goal they are {answer}")


def table_knows(trace: Trace) -> None:
    """In df-pn each row follows from what was known by then of the positions after the moves, by any path.

    A call begins with what is known of its own position. What is known are the last numbers of any call of a position
    at the same remaining depth, (1, 1) before the first.
    """
    if not _is_search(trace, "dfpn"):
        return
    log, columns, game = log_of(trace.columns), trace.columns, trace.need_game()
    leaves, keyed, table = _Leaves(trace), key(game), dict[tuple[Hashable, float], ProofNumbers]()
    states, born = dict(positions(trace, range(len(trace)))), columns.entered(np.arange(len(trace)))

    def known(state: object, left: float) -> ProofNumbers:
        return leaves.answer(state, left) or table.get((keyed(state), left), UNKNOWN)

    for row, node in enumerate(log.node.tolist()):
        state, left, told = states[node], leaves.left(node), (log.x.item(row), log.y.item(row))
        expected = known(state, left)
        if row != born[node]:
            after = (game.play(state, move) for move in game.moves(state))
            expected = combine_proof_numbers(columns.turn.item(node), [known(one, left - 1) for one in after])
        if told != expected:
            raise LawBroken(trace, node, f"row {row} gives it {told}; from what was known by then follow {expected}")
        table[keyed(state), left] = told


class _Leaves:
    """The positions of a search by proof numbers, and which of them answer the question themselves."""

    def __init__(self, trace: Trace) -> None:
        self._game = trace.need_game()
        self._reached = goal_test(str(trace.header.options.get("goal", GOAL_OPTION.default)))
        self._depth: float = INFINITY if trace.header.depth is None else trace.header.depth
        self._ply: list[int] = trace.columns.ply.tolist()

    def left(self, node: int) -> float:
        """The remaining depth of a node."""
        return self._depth - self._ply[node]

    def answer(self, state: object, left: float) -> ProofNumbers | None:
        """The numbers of a position that is over, or at the horizon; None where the game goes on."""
        value = utility(self._game, state)
        if value is None and left <= 0:
            value = to_python_number(self._game.evaluate(state))  # type: ignore[attr-defined]
        return None if value is None else PROVED if self._reached(value) else DISPROVED


def _is_search(trace: Trace, *searches: str) -> bool:
    """Whether a trace is of one of these searches of plyscope's own, and has proof numbers."""
    return trace.header.ours and trace.header.search in searches and log_of(trace.columns).has_proofs


_SMALLEST = math.ulp(0.0)
"""The smallest number, of which a mean may be half as far off, however small the results are."""


def born_in_order(trace: Trace) -> None:
    """A node is there when its parent is, and of brothers the earlier ones are there first."""
    born = trace.columns.entered(np.arange(len(trace)))
    born_above = born[trace.columns.parent[1:]]
    for node in (1 + np.flatnonzero(born[1:] < born_above)).tolist():
        raise LawBroken(trace, node, f"born at row {born[node]}, its parent at row {born_above[node - 1]}")


def rows_in_order(trace: Trace) -> None:
    """A row is about a node that is there, and iterations follow one another."""
    log, born = log_of(trace.columns), trace.columns.born
    assert born is not None
    for row in np.flatnonzero(born[log.node] > np.arange(len(log))).tolist():
        node = log.node.item(row)
        raise LawBroken(trace, node, f"row {row} is about it, and it was born at row {born[node]}")
    if np.any(np.diff(log.iteration) < 0):
        raise LawBroken(trace, 0, "an iteration comes before the one before it")


def means_count(trace: Trace) -> None:
    """N is what ended here and the N of the children, and the value is W / N, no further out than any one result."""
    log, columns = log_of(trace.columns), trace.columns
    if not log.counts_visits:
        return
    visits, sums = log.visits(columns.end, len(log) - 1), total_values(log, columns.end, len(log) - 1)
    ended = np.bincount(log.node, minlength=len(trace))
    most = float(np.abs(log.x).max())
    slack = max(TINY * most, _SMALLEST)
    for node in range(len(trace)):
        below = sum(int(visits[child]) for child in trace.children(node))
        if visits[node] != ended[node] + below:
            raise LawBroken(trace, node, f"N is {visits[node]}, {ended[node]} ended there, and {below} below")
        if abs(sums[node]) > visits[node] * (most + slack):
            raise LawBroken(trace, node, f"W is {sums[node]}, of {visits[node]} results no larger than {most}")
        value = columns.value[node]
        if visits[node] and abs(value * visits[node] - sums[node]) > visits[node] * slack:
            raise LawBroken(trace, node, f"its value {value} is not {sums[node]} / {visits[node]}")


def merits_fall(trace: Trace) -> None:
    """The merits of the states that are taken never get better for the player whose best comes first; no leaf twice."""
    log = log_of(trace.columns)
    if not log.has_merits:
        return
    sign = 1 if log.x[0] > 0 else -1
    for row in np.flatnonzero(sign * log.x[1:] > sign * log.x[:-1]).tolist():
        raise LawBroken(trace, int(log.node[row + 1]), f"the merit {log.x[row + 1]} is taken after {log.x[row]}")
    for node in np.flatnonzero(np.bincount(log.node[log.kind == GAMMA4], minlength=1) > 1).tolist():
        raise LawBroken(trace, node, "it is evaluated twice")


def best_is_there(trace: Trace) -> None:
    """A node that has children and a value has a best child, but for one that the table of df-pn answered."""
    log, columns = log_of(trace.columns), trace.columns
    if log.has_proofs and trace.header.search != "pns":
        return
    for node in np.flatnonzero((columns.status == EXPANDED) & (columns.value == columns.value)).tolist():
        children = trace.children(node)
        ended = log.counts_visits and len(log.rows_of(node))  # iterations ended here, so it may have been new in all
        if children and best_by_log(columns, node, children) is None and not ended:
            raise LawBroken(trace, node, "it has children and a value, and none of them is best")


def by_the_rules(trace: Trace) -> None:
    """Each node is reached by a legal move, each once; where the game is over its utility is the value."""
    log, columns, game = log_of(trace.columns), trace.columns, trace.need_game()
    for node, state in positions(trace, range(len(trace))):
        over = utility(game, state)
        if over is not None and not log.has_proofs and columns.status[node] == TERMINAL and columns.value[node] != over:
            raise LawBroken(trace, node, f"its value is {columns.value[node]}, its utility {over}")
        children = trace.children(node)
        if children and over is not None:
            raise LawBroken(trace, node, "the game is over, and it has children")
        legal = {label(game, move) for move in game.moves(state)} if children else set()
        for child in children:
            if trace.label(child) not in legal:
                raise LawBroken(trace, child, "no legal move leads to it")


LAWS_OF_ROWS: tuple[Law, ...] = (
    ranges, born_in_order, rows_in_order, means_count, proofs_follow, values_are_proved, merits_fall, best_is_there,
)  # fmt: skip
"""Those that need no game."""
LAWS: tuple[Law, ...] = (*LAWS_OF_ROWS, by_the_rules, goals_decide, table_knows)
"""All of them."""
BROKEN = Disease(
    "law-broken",
    ERROR,
    "In a best-first search a number does not follow from those it is made of: a mean from what was counted, a proof "
    "number or a value from those of the children, a merit from the one before; or a move is illegal. A finding names "
    "the law, which is what has to hold.",
    "Tell the numbers of this node as the law has them, after its children's, or each row as it comes.",
)
"""The one disease of a search that has a log."""


def by_laws(trace: Trace) -> list[Finding]:
    """Return the laws that a best-first recording breaks, each at the first node that breaks it.

    A node is named once, by the most fundamental law that it breaks.
    """
    broken: dict[int, LawBroken] = {}
    for law in LAWS if trace.game is not None else LAWS_OF_ROWS:
        try:
            law(trace)
        except LawBroken as found:
            found.law = re.sub(r"^Law \d: ", "", (law.__doc__ or "").partition("\n")[0])
            broken.setdefault(found.node, found)
            if law in (ranges, by_the_rules):
                break  # what is no tree of the game's moves cannot be asked more
    if not broken:
        return []
    first, *others = broken.values()
    said = "; ".join([clean(first.problem), *(clean(str(one)) for one in others)])
    places = [(node, trace.steps - 1) for node in broken]
    return [make_finding(trace, BROKEN, places, said, f"What has to hold: {first.law} {BROKEN.remedy}")]
