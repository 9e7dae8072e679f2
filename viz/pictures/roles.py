"""What a node is, for every format: one function of a trace and an id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import sqrt

import numpy as np

from tracer.comparing.union_tree import Side
from tracer.games.rules import CHANCE, MAX, MIN
from tracer.recording.no_moves import is_partial_probe
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, SKIP_REASONS, TABLE, TERMINAL, Status, Why
from tracer.tracing import Trace
from tracer.why.cutoff_causes import is_beta_cutoff
from viz.pictures.best_first import is_frontier, mean_colour_index


class Kind(StrEnum):
    """What a node is, whatever happened around it. Each kind has a shape of its own."""

    MAX = "MAX to move"
    MIN = "MIN to move"
    CHANCE = "chance"
    TERMINAL = "game over"
    HORIZON = "horizon, evaluated"
    TABLE = "closed by the table"
    CHAIN = "only moves, one after another"
    PRUNED = "pruned branch"
    SUBTREE = "pruned subtree, never visited"
    SKIPPED = "not searched, with no cutoff"
    UNVISITED = "never visited, drawn to show what was pruned"
    ELSEWHERE = "met by the other search alone"
    STUB = "left out here: nodes visited, branches pruned"


class NodeType(StrEnum):
    """What a node's value was worth to its window (Knuth & Moore 1975, who number them 1, 2 and 3)."""

    PV = "PV"
    """Inside: the value is exact."""
    CUT = "cut"
    """Too good for the mover: one reply is enough to know."""
    ALL = "all"
    """No move was good enough for the mover: all had to be searched."""


MIRRORED_ENDS = {"α": "β", "β": "α"}
"""The ends of a window as the other player sees them."""
SKIP_MEANINGS = {
    "futile": "too far below the window",
    "late": "late among the moves",
    "quiet": "quiet, beyond the horizon",
    "left": "left by a probe",
}
"""Words in branches that no cutoff skipped, and why they were not searched."""
ELSEWHERE_WORD = "elsewhere"
"""In a branch that was pruned in this visit of its path, and searched in another."""
SKIP_SIGN = "⊘"
"""In front of such a word."""
MAX_VISIT_WIDTH = 8
"""Widths of edges by visits."""
_MOVER_KINDS: dict[int, Kind] = {MAX: Kind.MAX, MIN: Kind.MIN, CHANCE: Kind.CHANCE}
_LEAF_KINDS: dict[int, Kind] = {TERMINAL: Kind.TERMINAL, HORIZON: Kind.HORIZON, TABLE: Kind.TABLE, PRUNED: Kind.PRUNED}


@dataclass(frozen=True, slots=True)
class Role:
    """Everything about a node that changes how it looks."""

    kind: Kind
    unfinished: bool = False
    """It never returned, or not by the step that is drawn; in a best-first search it was never expanded, or solved."""
    on_pv: bool = False
    """On the principal variation of the trace."""
    refutes: str = ""
    """The cutoff that followed this node at its parent: `α`, `β`, or none."""
    prunes: bool = False
    """That cutoff skipped at least one move."""
    cut_by: str = ""
    """In a drawing of two searches the letter of the one that was cut so, where the other was not."""
    is_best: bool = False
    """The best of its parent's children that have returned, in an animation."""
    side: Side | None = None
    """Whose the node is in a drawing of two searches; None in a drawing of one."""
    other_window: bool = False
    """There: nothing but its window differs, and the windows are written."""
    node_type: NodeType | None = None
    """Where node types are drawn."""
    highlighted: bool = False
    """On a line that is asked to stand out."""
    visits: int = 0
    """In Monte Carlo tree search 1 to `MAX_VISIT_WIDTH`, by the root of its share of visits; else 0."""
    quality: int | None = None
    """In Monte Carlo tree search how good its mean is for MAX, from 0 to `MEAN_COLOUR_COUNT` − 1."""
    stacked: bool = False
    """Several leaves that are alike, drawn as one."""

    @property
    def pruned(self) -> bool:
        """Whether it is a branch that was not searched, or several: mostly pruned ones."""
        return self.kind in (Kind.PRUNED, Kind.SUBTREE, Kind.SKIPPED)

    @property
    def mark(self) -> str:
        """The cutoff as it is marked at the edge: scissors only where it pruned."""
        mark = f"✂ {self.refutes}" if self.prunes else self.refutes
        return f"{self.cut_by} {mark}" if self.cut_by and mark else mark

    def seen_by_mover(self, trace: Trace, node: int) -> Role:
        """The role where numbers are the mover's: at a node of MIN the alpha of MAX is the beta of MIN."""
        parent = trace.columns.parent.item(node)
        if not self.refutes or parent < 0 or trace.columns.turn.item(parent) != MIN:
            return self
        return replace(self, refutes=MIRRORED_ENDS[self.refutes])


_cached_role = lru_cache(maxsize=1 << 10)(Role)
"""A tree has few roles: one object for each of them is found faster, and takes less room, than one for each node."""


def role_of_node(trace: Trace, node: int, *, with_type: bool = False) -> Role:
    """What a node is; `with_type` asks for its node type as well.

    >>> import tracer
    >>> found = role_of_node(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), 6)
    >>> found.kind.value, found.refutes, found.prunes, found.on_pv
    ('game over', 'α', True, False)
    """
    status = trace.columns.status.item(node)
    if status == PRUNED:
        return Role(Kind.SKIPPED if describe_skip_reason(trace, node) else Kind.PRUNED)
    refutes, prunes = _cutoff_after(trace, node)
    return _cached_role(
        kind=leaf_kind(trace, node) or _MOVER_KINDS[trace.columns.turn.item(node)],
        unfinished=status == OPEN and (trace.columns.log is None or is_frontier(trace.columns, node)),
        on_pv=_is_on_pv(trace, node),
        refutes=refutes,
        prunes=prunes,
        node_type=node_type(trace, node) if with_type else None,
        visits=_visit_width_step(trace, node),
        quality=mean_colour_index(trace, node),
    )


def leaf_kind(trace: Trace, node: int) -> Kind | None:
    """The shape of a node that has no children, for what it is; None for one that was expanded, or never returned."""
    return _LEAF_KINDS.get(trace.columns.status.item(node))


def node_type(trace: Trace, node: int) -> NodeType | None:
    """What a node's value was worth to the window it was searched with; None where there is neither."""
    columns = trace.columns
    turn, value = columns.turn.item(node), columns.value.item(node)
    if value != value or not turn or not trace.header.windowed:
        return None
    low, high = sorted((turn * columns.alpha.item(node), turn * columns.beta.item(node)))
    return NodeType.CUT if turn * value >= high else NodeType.ALL if turn * value <= low else NodeType.PV


def _visit_width_step(trace: Trace, node: int) -> int:
    visit_counts = trace.log_numbers.get("n") if trace.columns.log is not None and node else None
    if visit_counts is None:
        return 0
    return max(1, round(MAX_VISIT_WIDTH * sqrt(visit_counts.item(node) / max(visit_counts.item(0), 1.0))))


def describe_skip_reason(trace: Trace, node: int) -> str:
    """A word of `SKIP_MEANINGS` for a move that was not searched though no cutoff skipped it; nothing for others."""
    columns = trace.columns
    if columns.why is None or columns.status.item(node) != PRUNED:
        return ""
    why = Why(columns.why.item(node))
    return why.name.lower() if why in SKIP_REASONS else "left" * is_partial_probe(columns, columns.parent.item(node))


def describe_searched_elsewhere(trace: Trace, nodes: Sequence[int]) -> list[str]:
    """What stands in a box of pruned branches that other visits searched; of several how many, where not all."""
    count = int(np.count_nonzero(trace.counts.paths.elsewhere[list(nodes)])) if trace.columns.log is None else 0
    return [ELSEWHERE_WORD if count == len(nodes) else f"{count:,} {ELSEWHERE_WORD}"] if count else []


def _is_on_pv(trace: Trace, node: int) -> bool:
    ply, variation = trace.columns.ply.item(node), trace.principal_variation
    # The root alone is no variation: nothing has returned yet.
    return len(variation) > 1 and ply < len(variation) and variation[ply] == node


def _cutoff_after(trace: Trace, node: int) -> tuple[str, bool]:
    """The cutoff that a visited node brought about at its parent, and whether moves were skipped."""
    columns = trace.columns
    parent, next_sibling = columns.parent.item(node), columns.end.item(node)
    if parent < 0 or not columns.cutoff.item(parent):
        return "", False
    is_last = next_sibling == columns.end.item(parent)
    if not is_last and columns.status.item(next_sibling) != PRUNED:
        return "", False
    return ("β" if is_beta_cutoff(trace, parent) else "α"), not is_last


assert set(_LEAF_KINDS) | {EXPANDED, OPEN} == set(Status)
