"""Paths of positions from which none is removed, so that other lines of play find them there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tracer.deciding.function_text import assignments, called_name
from tracer.deciding.thresholds import FEW
from tracer.diagnosis.case import Case
from tracer.diagnosis.source_lines import by_line, names_of_sources, text_of_source
from tracer.recording.columns import NO_LINE
from tracer.recording.source import Source
from tracer.recording.status import EXPANDED

_PUTS = {"append", "add"}
_REMOVES = {"pop", "remove", "discard", "clear", "difference_update", "popleft", "popitem"}


class KeptPath(NamedTuple):
    """A path that has positions of other lines of play."""

    name: str
    visits: dict[int, int]
    """By visit that did not remove its position, a later leaf that found it there."""
    line: int
    """The line on which that returned."""


def find_kept_path(case: Case) -> KeptPath | None:
    """Return the path by which leaves are taken for repetitions of positions that are not above them; None for none.

    A call puts its position in before it searches a move, and nothing ever takes one out.
    """
    columns = case.trace.columns
    if columns.left_at is None or columns.text is None:
        return None
    leaves = np.flatnonzero((columns.end == np.arange(1, len(case) + 1)) & (columns.left_at != NO_LINE))
    if columns.depth is not None:
        leaves = leaves[columns.depth[leaves] != 0]
    names = names_of_sources(case.trace)
    for source, line, rows in by_line(case.trace, leaves, columns.left_at[leaves]):
        name = _find_unpopped(source, line, names) if source.holds(line) else None
        if name is not None:
            found = dict(_iter_other_lines(case, leaves[rows].tolist()))
            if len(found) >= FEW:
                return KeptPath(name, found, line)
    return None


def _iter_other_lines(case: Case, leaves: list[int]) -> Iterator[tuple[int, int]]:
    """Yield earlier visits of leaves' positions, if none of these is above its leaf, each with the leaf."""
    text = case.trace.columns.text
    assert text is not None
    last_visits: dict[int, int] = {}
    is_leaf = set(leaves)
    for node in case.visited:
        place = text.item(node)
        if node in is_leaf:
            above = {text.item(one) for one in case.trace.ancestry(node)[:-1]}
            if place in last_visits and place not in above:
                yield last_visits[place], node
        elif case.status[node] == EXPANDED:
            last_visits[place] = node


@lru_cache(maxsize=64)
def _find_unpopped(source: Source, line: int, names: frozenset[str]) -> str | None:
    """Return what a leaf's position was found in, where a function returns on a line, and is never taken out of it."""
    text = text_of_source(source, names)
    nodes = [] if text is None else [*ast.walk(text.root)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    searches = [node for node in calls if called_name(node.func) in names]
    for node in nodes:
        if not isinstance(node, ast.If) or not _returns_on(node, line - source.line + 1):
            continue
        for name in filter(None, map(_asked_of, ast.walk(node.test))):
            uses = {called_name(one.func): one.lineno for one in calls if _owner_name(one.func) == name}
            removed = [*(one.targets for one in nodes if isinstance(one, ast.Delete)), *_assigned_targets(nodes)]
            is_removed = not uses.keys().isdisjoint(_REMOVES) or any(name in map(ast.unparse, one) for one in removed)
            is_argument = any(isinstance(one, ast.arg) and one.arg == name for one in nodes)
            is_handed_on = all(name in _arguments(one) for one in searches)
            put_lines = [uses[one] for one in uses.keys() & _PUTS]
            is_put_before = bool(put_lines and searches) and max(put_lines) < min(one.lineno for one in searches)
            if is_put_before and not is_removed and (is_handed_on or not is_argument):
                return name
    return None


def _asked_of(node: ast.AST) -> str:
    """Return what it is asked of whether something is in it; "" where that is not asked."""
    match node:
        case ast.Compare(_, [ast.In()], [ast.Name() | ast.Attribute() as container]):
            return ast.unparse(container)
    return ""


def _owner_name(function: ast.expr) -> str:
    return ast.unparse(function.value) if isinstance(function, ast.Attribute) else ""


def _assigned_targets(nodes: list[ast.AST]) -> list[list[ast.expr]]:
    return [targets for targets, _ in assignments(nodes)]


def _arguments(call: ast.Call) -> set[str]:
    return {ast.unparse(one) for one in (*call.args, *(word.value for word in call.keywords))}


def _returns_on(node: ast.If, line: int) -> bool:
    return isinstance(node.body[-1], ast.Return) and node.body[-1].lineno == line
