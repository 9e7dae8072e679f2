"""Loops over the moves that always end after the first one that is searched, as the text of the search tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tracer.deciding.answers_taken import Text
from tracer.deciding.thresholds import FEW
from tracer.diagnosis.case import Case, sort_by_return
from tracer.diagnosis.source_lines import by_line, find_loops_around, names_of_sources, text_of_source
from tracer.recording.columns import NO_LINE
from tracer.recording.source import Source
from tracer.recording.status import PRUNED


class FirstMoves(NamedTuple):
    """Nodes that searched the first of their moves alone."""

    nodes: Sequence[int]
    """In the order in which they returned."""
    called_at: int
    """The line that makes the call."""
    left_at: int
    """The line after it that ends the loop."""


def find_first_moves(case: Case) -> list[FirstMoves]:
    """Return the nodes that searched one move each, by a call after which its loop ends.

    The best of several moves is meant, for the loop takes the greatest or the least of what was returned, or a mean of
    all outcomes. It ends as it stands, or where what was returned is better than the best so far, as the first is. Each
    node with such a call has one move alone, and there are several of them.
    """
    columns = case.trace.columns
    if columns.called_at is None:
        return []
    made = np.flatnonzero(columns.status != PRUNED)[1:]
    count = np.bincount(columns.parent[made], minlength=len(columns.parent))
    visits = made[columns.called_at[made] != NO_LINE]
    above, names = columns.parent[visits], names_of_sources(case.trace)
    found = []
    for source, line, calls in by_line(case.trace, above, columns.called_at[visits]):
        nodes = np.unique(above[calls])
        chance = not columns.turn[nodes].any()
        end = _find_end_of_loop(source, line, names, chance=chance) if source.holds(line) else None
        if end is not None and (count[nodes] == 1).all():
            found.append(FirstMoves(sort_by_return(case, nodes), line, end))
    return found if sum(len(one.nodes) for one in found) >= FEW else []


@lru_cache(maxsize=64)
def _find_end_of_loop(source: Source, line: int, names: frozenset[str], *, chance: bool) -> int | None:
    """Return the line that ends the loop around the call on a line, once that was made; None where none does."""
    text = text_of_source(source, names)
    if text is None:
        return None
    place, tree = line - source.line + 1, text.root
    loops = find_loops_around(tree, place)
    if not loops or not (chance or text.kinds(loops[-1].body)):
        return None
    end = next(_iter_loop_ends(loops[-1], place, text), None)  # the others are around it
    return None if end is None else end + source.line - 1


def _iter_loop_ends(loop: ast.For | ast.While, line: int, text: Text) -> Iterator[int]:
    """Yield the lines that end a loop once a line of it was reached: as they stand, or with what is better."""
    waiting: list[list[ast.stmt]] = [loop.body]
    while waiting:
        suite = waiting.pop()
        at = next((place for place, one in enumerate(suite) if one.lineno <= line <= (one.end_lineno or 0)), None)
        if at is None:
            continue
        after = suite[at + 1 :]
        for one in after:
            better = isinstance(one, ast.If) and bool(text.kinds([ast.If(one.test, one.body, [])]))
            last = one.body[-1] if better and isinstance(one, ast.If) else one
            if isinstance(last, ast.Return | ast.Break):
                yield last.lineno
            if any(isinstance(node, ast.Continue) for node in ast.walk(one)):
                break
        one = suite[at]
        waiting += [inner for name in ("body", "orelse", "finalbody") if (inner := getattr(one, name, None))]
