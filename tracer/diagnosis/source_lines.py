"""Lines of a search's functions: who returned on which, and where they stand to the loop over the moves."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np

from tracer.deciding.answers_taken import Text
from tracer.recording.columns import NO_LINE, Bools, Ints
from tracer.recording.source import Source
from tracer.recording.status import PRUNED
from tracer.tracing import Trace


def by_line(trace: Trace, nodes: Ints, lines: Ints) -> Iterator[tuple[Source, int, Ints]]:
    """Yield the lines of a search's functions, each with its function and the places at which it stands.

    Args:
        trace: the search.
        nodes: the nodes whose functions have the lines, one for each place.
        lines: the line at each place.
    """
    function, sources = trace.columns.function, trace.sources
    functions = np.zeros(len(nodes), np.int64) if function is None else function[nodes].astype(np.int64)
    least, span = int(lines.min(initial=0)), int(lines.max(initial=0)) - int(lines.min(initial=0)) + 1
    pairs, which = np.unique(
        functions * span + (lines - least), return_inverse=True
    )  # of rows it would take far longer
    for place, pair in enumerate(pairs.tolist()):
        number, line = divmod(pair, span)
        if 0 <= number < len(sources):  # of very many functions the text is not kept
            yield sources[number], line + least, np.flatnonzero(which == place)


def names_of_sources(trace: Trace) -> frozenset[str]:
    """Return the names of a search's functions."""
    return frozenset(source.name.rpartition(".")[2] for source in trace.sources)


def text_of_source(source: Source, names: frozenset[str]) -> Text | None:
    """Return the text of a recorded function, with the names of the search's functions; None where it is unreadable."""
    try:
        return Text(ast.parse("\n".join(source.lines)), names)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last where it is nested too deeply
        return None


def find_loops_around(tree: ast.AST, line: int) -> list[ast.For | ast.While]:
    """Return the loops in whose bodies a line stands, the outermost first."""
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For | ast.While)]
    return [one for one in loops if one.body[0].lineno <= line <= (one.body[-1].end_lineno or 0)]


def nodes_left_inside(trace: Trace) -> Bools:
    """Return a mask of the nodes that returned on a line inside the loop over their moves, after a call of it."""
    return _nodes_left_on(trace, _find_returns_inside)


def nodes_left_before_call(trace: Trace) -> Bools:
    """Return a mask of the nodes that returned inside that loop before a call of it, with nothing that was returned.

    A move that wins at once may be taken there, instead of being searched.
    """
    return _nodes_left_on(trace, _find_returns_before_call)


def _nodes_left_on(trace: Trace, find_lines: Callable[[Source, int, frozenset[str]], tuple[int, ...]]) -> Bools:
    """Return a mask of the nodes that returned on one of the lines found for the line of one of their calls."""
    columns, found = trace.columns, np.zeros(len(trace), bool)
    if columns.called_at is None or columns.left_at is None:
        return found
    visits = np.flatnonzero((columns.status != PRUNED) & (columns.called_at != NO_LINE))
    visits, names = visits[visits > 0], names_of_sources(trace)
    for source, line, calls in by_line(trace, columns.parent[visits], columns.called_at[visits]):
        if source.holds(line):
            nodes = columns.parent[visits[calls]]
            found[nodes] |= np.isin(columns.left_at[nodes], find_lines(source, line, names))
    return found


@lru_cache(maxsize=64)
def _find_returns_inside(source: Source, line: int, names: frozenset[str]) -> tuple[int, ...]:
    """Return the lines of the returns that stand in the loop around the call on a line, behind it."""
    return tuple(one for one, _ in _find_returns_in_loop(source, line, names) if one > line)


@lru_cache(maxsize=64)
def _find_returns_before_call(source: Source, line: int, names: frozenset[str]) -> tuple[int, ...]:
    """Return the lines of the returns before it, of those that give nothing which a call returned."""
    return tuple(one for one, has_answer in _find_returns_in_loop(source, line, names) if one < line and not has_answer)


def _find_returns_in_loop(source: Source, line: int, names: frozenset[str]) -> list[tuple[int, bool]]:
    """Return the lines of the returns in the loop around the call on a line, and whether an answer is in each."""
    text = text_of_source(source, names)
    if text is None:
        return []
    loops = find_loops_around(text.root, line - source.line + 1)
    nodes = (node for loop in loops for one in loop.body for node in ast.walk(one))
    returns = (node for node in nodes if isinstance(node, ast.Return))
    lines = {node.lineno + source.line - 1: node.value is not None and text.is_answer(node.value) for node in returns}
    return sorted(lines.items())
