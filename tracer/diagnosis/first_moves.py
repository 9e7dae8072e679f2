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
from tracer.recording.columns import NO_LINE, Bools, Ints
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
    above, names = columns.parent[visits], names_of_sources(case)
    found = []
    for source, line, calls in by_line(case, above, columns.called_at[visits]):
        nodes = np.unique(above[calls])
        chance = not columns.turn[nodes].any()
        end = _find_end_of_loop(source, line, names, chance=chance) if source.holds(line) else None
        if end is not None and (count[nodes] == 1).all():
            found.append(FirstMoves(sort_by_return(case, nodes), line, end))
    return found if sum(len(one.nodes) for one in found) >= FEW else []


def by_line(case: Case, nodes: Ints, lines: Ints) -> Iterator[tuple[Source, int, Ints]]:
    """Yield the lines of a search's functions, each with its function and the places at which it stands.

    Args:
        case: the search.
        nodes: the nodes whose functions have the lines, one for each place.
        lines: the line at each place.
    """
    function, sources = case.trace.columns.function, case.trace.sources
    functions = np.zeros_like(lines) if function is None else function[nodes]
    pairs, which = np.unique(np.column_stack((functions, lines)), axis=0, return_inverse=True)
    for place, (number, line) in enumerate(pairs.tolist()):
        if 0 <= number < len(sources):  # of very many functions the text is not kept
            yield sources[number], line, np.flatnonzero(which.ravel() == place)


def names_of_sources(case: Case) -> frozenset[str]:
    """Return the names of a search's functions."""
    return frozenset(source.name.rpartition(".")[2] for source in case.trace.sources)


def text_of_source(source: Source, names: frozenset[str]) -> Text | None:
    """Return the text of a recorded function, with the names of the search's functions; None where it is unreadable."""
    try:
        return Text(ast.parse("\n".join(source.lines)), names)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last where it is nested too deeply
        return None


@lru_cache(maxsize=64)
def _find_end_of_loop(source: Source, line: int, names: frozenset[str], *, chance: bool) -> int | None:
    """Return the line that ends the loop around the call on a line, once that was made; None where none does."""
    text = text_of_source(source, names)
    if text is None:
        return None
    place, tree = line - source.line + 1, text.root
    loops = _find_loops_around(tree, place)
    if not loops or not (chance or text.kinds(loops[-1].body)):
        return None
    end = next(_iter_loop_ends(loops[-1], place, text), None)  # the others are around it
    return None if end is None else end + source.line - 1


def _find_loops_around(tree: ast.AST, line: int) -> list[ast.For | ast.While]:
    """Return the loops in whose bodies a line stands, the outermost first."""
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For | ast.While)]
    return [one for one in loops if one.body[0].lineno <= line <= (one.body[-1].end_lineno or 0)]


def nodes_left_inside(case: Case) -> Bools:
    """Return a mask of the nodes that returned on a line inside the loop over their moves, after a call of it."""
    columns, found = case.trace.columns, np.zeros(len(case), bool)
    if columns.called_at is None or columns.left_at is None:
        return found
    visits = np.flatnonzero((columns.status != PRUNED) & (columns.called_at != NO_LINE))
    visits, names = visits[visits > 0], names_of_sources(case)
    for source, line, calls in by_line(case, columns.parent[visits], columns.called_at[visits]):
        if source.holds(line):
            nodes = columns.parent[visits[calls]]
            found[nodes] |= np.isin(columns.left_at[nodes], _find_returns_inside(source, line, names))
    return found


@lru_cache(maxsize=64)
def _find_returns_inside(source: Source, line: int, names: frozenset[str]) -> tuple[int, ...]:
    """Return the lines of the returns that stand in the loop around the call on a line, behind it."""
    text = text_of_source(source, names)
    loops = [] if text is None else _find_loops_around(text.root, line - source.line + 1)
    nodes = [node for loop in loops for one in loop.body for node in ast.walk(one)]
    lines = {node.lineno + source.line - 1 for node in nodes if isinstance(node, ast.Return)}
    return tuple(sorted(one for one in lines if one > line))


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
