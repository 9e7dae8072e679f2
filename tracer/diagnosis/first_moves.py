"""Loops over the moves that always end after the first one that is searched, as the text of the search tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tracer.deciding.answers_taken import Text
from tracer.deciding.function_text import assignments, called_name
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
    all outcomes. It ends as it stands, or where what was returned is better than the best so far, as the first is, or
    where one end of the window meets the other one, from which it was just made. Each node with such a call has one
    move alone, and there are several of them.
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


def find_unsearched_loops(case: Case) -> list[Sequence[int]]:
    """Return the leaves that returned inside their loop over the moves on a line that ends its first round, by line."""
    left_at = case.trace.columns.left_at
    if left_at is None:
        return []
    leaves = np.flatnonzero((case.columns.end == np.arange(1, len(case) + 1)) & (left_at != NO_LINE))
    places, names = by_line(case.trace, leaves, left_at[leaves]), names_of_sources(case.trace)
    found = [
        leaves[one] for source, line, one in places if source.holds(line) and _ends_first_round(source, line, names)
    ]
    return [sort_by_return(case, nodes) for nodes in found if len(nodes) >= FEW]


@lru_cache(maxsize=64)
def _ends_first_round(source: Source, line: int, names: frozenset[str]) -> bool:
    """Return whether a line is a return that each round of a loop over the moves comes to."""
    text = text_of_source(source, names)
    loops = [] if text is None else find_loops_around(text.root, line - source.line + 1)
    body = loops[-1].body if loops else []
    parts = [node for one in body for node in ast.walk(one)]
    calls = [one for one in parts if isinstance(one, ast.Call) and called_name(one.func) in names]
    is_left_out = any(isinstance(one, ast.Continue) for one in parts)
    return (
        bool(calls)
        and not is_left_out
        and body[-1].lineno == line - source.line + 1
        and isinstance(body[-1], ast.Return)
    )


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
    """Yield the lines that end a loop once a line of it was reached: as they stand, with what is better, or always."""
    waiting: list[list[ast.stmt]] = [loop.body]
    while waiting:
        suite = waiting.pop()
        at = next((place for place, one in enumerate(suite) if one.lineno <= line <= (one.end_lineno or 0)), None)
        if at is None:
            continue
        for place in range(at + 1, len(suite)):
            one = last = suite[place]
            if isinstance(one, ast.If) and (
                text.kinds([ast.If(one.test, one.body, [])]) or _always_holds(one.test, suite[at:place])
            ):
                last = one.body[-1]
            if isinstance(last, ast.Return | ast.Break):
                yield last.lineno
            if any(isinstance(node, ast.Continue) for node in ast.walk(one)):
                break
        one = suite[at]
        waiting += [inner for name in ("body", "orelse", "finalbody") if (inner := getattr(one, name, None))]


def _always_holds(test: ast.expr, before: Sequence[ast.stmt]) -> bool:
    """Return whether one end of a window is at or beyond the other one in any case, as it was just made from that.

    >>> text = "beta = min(beta, alpha)", "beta = min(beta, best)", "alpha = max(beta, best)"
    >>> [_always_holds(ast.parse("alpha >= beta", mode="eval").body, ast.parse(one).body) for one in text]
    [True, False, True]
    """
    match test:
        case ast.Compare(great, [ast.GtE()], [small]) | ast.Compare(small, [ast.LtE()], [great]):
            ends = [*map(ast.unparse, (small, great))]
            made = [(ast.unparse(targets[0]), value) for targets, value in assignments(before)]
            match next(((name, value) for name, value in reversed(made) if name in ends), None):
                case name, ast.Call(ast.Name("min" | "max" as kind), args):
                    other = ends[name == ends[0]]
                    return bool(name == ends[kind == "max"] and other in map(ast.unparse, args))
    return False
