"""What a node is, for every format: one function of a trace and an id."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tracer.difference.union import Side
from tracer.game import MAX, MIN
from tracer.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL, Status
from tracer.trace import Trace


class Kind(StrEnum):
    """What a node is, whatever happened around it. Each kind has a shape of its own."""

    MAX = "MAX to move"
    MIN = "MIN to move"
    CHANCE = "chance"
    TERMINAL = "game over"
    HORIZON = "horizon, evaluated"
    TABLE = "closed by the table"
    PRUNED = "pruned branch"


_LEAVES = {TERMINAL: Kind.TERMINAL, HORIZON: Kind.HORIZON, TABLE: Kind.TABLE, PRUNED: Kind.PRUNED}


@dataclass(frozen=True, slots=True)
class Role:
    """Everything about a node that changes how it looks."""

    kind: Kind
    unfinished: bool = False
    """The search stopped inside."""
    on_pv: bool = False
    """On the principal variation of the trace."""
    refutes: str = ""
    """The cutoff that followed this node at its parent: `α`, `β`, or none."""
    prunes: bool = False
    """That cutoff skipped at least one move."""
    side: Side | None = None
    """Whose the node is in a drawing of two searches; None in a drawing of one."""

    @property
    def is_leaf(self) -> bool:
        """Whether nothing can be below it."""
        return self.kind in _LEAVES.values()


def role(trace: Trace, node: int) -> Role:
    """What a node is.

    >>> import tracer
    >>> role(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), 6)
    Role(kind=<Kind.TERMINAL: 'game over'>, unfinished=False, on_pv=False, refutes='α', prunes=True, side=None)
    """
    status = Status(int(trace.columns.status[node]))
    if status is PRUNED:
        return Role(Kind.PRUNED)
    refutes, prunes = _cutoff_after(trace, node)
    return Role(
        kind=_LEAVES.get(status) or _mover(int(trace.columns.turn[node])),
        unfinished=status is OPEN,
        on_pv=_is_on_pv(trace, node),
        refutes=refutes,
        prunes=prunes,
    )


def _mover(turn: int) -> Kind:
    return Kind.MAX if turn == MAX else Kind.MIN if turn == MIN else Kind.CHANCE


def _is_on_pv(trace: Trace, node: int) -> bool:
    ply, variation = int(trace.columns.ply[node]), trace.principal_variation
    # The root alone is no variation: nothing has returned yet.
    return len(variation) > 1 and ply < len(variation) and variation[ply] == node


def _cutoff_after(trace: Trace, node: int) -> tuple[str, bool]:
    """The cutoff that a visited node brought about at its parent, and whether moves were skipped."""
    columns = trace.columns
    above, following = int(columns.parent[node]), int(columns.end[node])
    if above < 0 or not columns.cutoff[above]:
        return "", False
    is_last = following == columns.end[above]
    if not is_last and columns.status[following] != PRUNED:
        return "", False
    return ("β" if columns.turn[above] == MAX else "α"), not is_last


assert set(_LEAVES) | {EXPANDED, OPEN} == set(Status)
