"""The laws of proof numbers: what the numbers of a node follow from.

In proof-number search that is its children, all of which are nodes. In df-pn the children that are nodes are the calls
that were made, and the numbers follow from a table of positions: where another path led to a position, or none has yet.
"""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from tracer.diagnosis.broken import LawBroken
from tracer.games.rules import key, plain, utility
from tracer.recording.numbers_of_log import log_of
from tracer.recording.status import OPEN
from tracer.searches.contract import INFINITY
from tracer.searches.goals import DISPROVED, GOAL, PROVED, UNKNOWN, Numbers, reaches, together
from tracer.tracing import Trace


def proofs_follow(trace: Trace) -> None:
    """Pn is 0 just where dn is ∞; in proof-number search the numbers follow from those of the children."""
    log, columns = log_of(trace.columns), trace.columns
    if not log.has_proofs:
        return
    for row in np.flatnonzero((log.x == 0) != np.isinf(log.y)).tolist():
        raise LawBroken(trace, int(log.node[row]), f"pn {log.x[row]} and dn {log.y[row]}")
    if not _is(trace, "pns"):
        return
    known = {}
    for node in range(len(trace) - 1, -1, -1):
        last = log.last_row(node, len(log) - 1)
        known[node] = UNKNOWN if last is None else (log.x.item(last), log.y.item(last))
        below = [known[child] for child in trace.children(node)]
        if below and not trace.header.stopped and known[node] != together(columns.turn.item(node), below):
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
    if not _is(trace, "pns", "dfpn"):
        return
    leaves = _Leaves(trace)
    for node, state in leaves.positions():
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
    if not _is(trace, "dfpn"):
        return
    log, columns, game = log_of(trace.columns), trace.columns, trace.need_game()
    leaves, keyed, table = _Leaves(trace), key(game), dict[tuple[Hashable, float], Numbers]()
    states, born = dict(leaves.positions()), columns.entered(np.arange(len(trace)))

    def known(state: object, left: float) -> Numbers:
        return leaves.answer(state, left) or table.get((keyed(state), left), UNKNOWN)

    for row, node in enumerate(log.node.tolist()):
        state, left, told = states[node], leaves.left(node), (log.x.item(row), log.y.item(row))
        expected = known(state, left)
        if row != born[node]:
            after = (game.play(state, move) for move in game.moves(state))
            expected = together(columns.turn.item(node), [known(one, left - 1) for one in after])
        if told != expected:
            raise LawBroken(trace, node, f"row {row} gives it {told}; from what was known by then follow {expected}")
        table[keyed(state), left] = told


class _Leaves:
    """The positions of a search by proof numbers, and which of them answer the question themselves."""

    def __init__(self, trace: Trace) -> None:
        self._trace, self._game = trace, trace.need_game()
        self._reached = reaches(str(trace.header.options.get("goal", GOAL.default)))
        self._depth: float = INFINITY if trace.header.depth is None else trace.header.depth
        self._ply: list[int] = trace.columns.ply.tolist()

    def positions(self) -> list[tuple[int, object]]:
        """Every node with its position, in pre-order."""
        trace, parent = self._trace, self._trace.columns.parent.tolist()
        states = [trace.start()]
        for node in range(1, len(trace)):
            states.append(trace.state_after(states[parent[node]], node))
        return list(enumerate(states))

    def left(self, node: int) -> float:
        """The remaining depth of a node."""
        return self._depth - self._ply[node]

    def answer(self, state: object, left: float) -> Numbers | None:
        """The numbers of a position that is over, or at the horizon; None where the game goes on."""
        value = utility(self._game, state)
        if value is None and left <= 0:
            value = plain(self._game.evaluate(state))  # type: ignore[attr-defined]
        return None if value is None else PROVED if self._reached(value) else DISPROVED


def _is(trace: Trace, *searches: str) -> bool:
    """Whether a trace is of one of these searches of plyscope's own, and has proof numbers."""
    return trace.header.ours and trace.header.search in searches and log_of(trace.columns).has_proofs
