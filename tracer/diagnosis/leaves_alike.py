"""Leaves that are all worth the same, though their positions differ: what an evaluation gives that does not look."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from tracer.deciding.thresholds import ASKED, HALF, SEVERAL
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import NOTE, Disease, Symptom
from tracer.diagnosis.first_moves import text_of_source
from tracer.games.rules import blame, optional
from tracer.recording.columns import Ints
from tracer.recording.source import Source
from tracer.recording.status import HORIZON, TERMINAL
from tracer.text import number

LEAVES = 100
"""Leaves below which one value of all says little."""
POSITIONS = 40
"""Different positions of these below which it says little."""
ALIKE = Disease(
    "leaves-alike",
    NOTE,
    "All leaves are worth the same, though their positions differ: no move can be better than another. It is said from "
    f"{LEAVES} leaves in {POSITIONS} positions on; from {SEVERAL} positions at the horizon on, and whatever the ends "
    "of the game are worth, where the text evaluates something else than the position that a call gets.",
    "Call the evaluation with two positions that ought to differ. If it gives one number for both, see what it reads: "
    "likely a variable that the search does not change, such as self.board, instead of its argument. If the numbers "
    "differ, search deeper, or let the evaluation count more.",
)


def leaves_alike(case: Case) -> Iterator[Symptom]:
    """The first leaf, if a program's evaluation gave all leaves one value, ends of the game among them.

    Those are left out where the text shows that the evaluation gets another position.
    """
    columns = case.columns
    if case.trace.header.ours or case.blamed or case.broken:
        return
    place = case.trace.columns.text if case.game is None else case.place
    leaves = np.flatnonzero((columns.status == HORIZON) & ~np.isnan(columns.value))
    other = leaves[:0] if place is None else _evaluated_elsewhere(case, leaves)
    if place is not None and len(other):
        different = len(np.unique(place[other]))
        if different >= SEVERAL and len(np.unique(columns.value[other])) == 1:
            value = number(columns.value.item(other[0]))
            said = (
                f"all {len(other):,} leaves that are evaluated are worth {value}, in {different:,} different positions"
            )
            yield Symptom(ALIKE, other.item(0), lambda: f"{said}: {_ANOTHER}")
        return
    leaves = np.flatnonzero(np.isin(columns.status, (HORIZON, TERMINAL)) & ~np.isnan(columns.value))
    values = np.unique(columns.value[leaves])
    evaluated = (columns.status[leaves] == HORIZON).sum()
    if len(leaves) < LEAVES or len(values) != 1 or not np.isfinite(values[0]) or evaluated < HALF * len(leaves):
        return
    different = 0 if place is None else len(np.unique(place[leaves]))
    if (
        different >= POSITIONS
        and not _is_written_so(case, leaves[columns.status[leaves] == HORIZON])
        and _may_differ(case, leaves)
    ):
        said = f"all {len(leaves):,} leaves are worth {number(values.item(0))}, in {different:,} different positions"
        yield Symptom(ALIKE, leaves.item(0), lambda: f"{said}: {_EITHER}")


def _is_written_so(case: Case, leaves: Ints) -> bool:
    """Whether a line by which leaves return has a number in the text: no evaluation was asked."""
    lines = _by_line(case, leaves)
    return any(source.holds(line) and _FIXED.search(source.lines[line - source.line]) for source, line, _ in lines)


def _evaluated_elsewhere(case: Case, leaves: Ints) -> Ints:
    """Return the leaves that return by a line which evaluates something else than the position that its call gets."""
    names = frozenset(source.name.rpartition(".")[2] for source in case.trace.sources)
    lines = _by_line(case, leaves)
    found = [mine for source, line, mine in lines if source.holds(line) and _evaluates_another(source, line, names)]
    return np.sort(np.concatenate(found)) if found else leaves[:0]


def _by_line(case: Case, leaves: Ints) -> Iterator[tuple[Source, int, Ints]]:
    """Yield the lines by which leaves return, each with its function and the leaves."""
    columns, sources = case.trace.columns, case.trace.sources
    if columns.left_at is None or not sources or not len(leaves):
        return
    function = np.zeros_like(columns.left_at) if columns.function is None else columns.function
    pairs, which = np.unique(np.column_stack((function[leaves], columns.left_at[leaves])), axis=0, return_inverse=True)
    for place, (of, line) in enumerate(pairs.tolist()):
        yield sources[of], line, leaves[which.ravel() == place]


@lru_cache(maxsize=64)
def _evaluates_another(source: Source, line: int, names: frozenset[str]) -> bool:
    """Return whether a line returns what a function gives for other arguments than the position.

    The position is an argument from which the next call gets its own by a call that also gets the move of a loop.
    """
    text = text_of_source(source, names)
    outer = (
        None if text is None else next((one for one in ast.walk(text.root) if isinstance(one, ast.FunctionDef)), None)
    )
    if outer is None:
        return False
    nodes = list(ast.walk(outer))
    places = [one.arg for one in (*outer.args.posonlyargs, *outer.args.args)]
    moves = {name for one in nodes if isinstance(one, ast.For | ast.comprehension) for name in _names_in(one.target)}
    made: dict[str, list[ast.expr]] = {}
    for one in nodes:
        if isinstance(one, ast.Assign):
            for name in (name for target in one.targets for name in _names_in(target)):
                made.setdefault(name, []).append(one.value)
    own = places[1:] if places[:1] in (["self"], ["cls"]) else places
    positions = set[str]()
    for one in nodes:
        if isinstance(one, ast.Call) and _name_of(one.func) in names:
            for place, given in zip(own, one.args, strict=False):
                ways = made.get(given.id, []) if isinstance(given, ast.Name) else [given]
                by_calls = [way for way in ways if isinstance(way, ast.Call) and place in _names_in(way)]
                positions |= {place for way in by_calls if moves & _names_in(way)}
    returns = [one.value for one in nodes if isinstance(one, ast.Return) and one.lineno == line - source.line + 1]
    if not positions or len(returns) != 1 or returns[0] is None:
        return False
    calls = [one for one in ast.walk(returns[0]) if isinstance(one, ast.Call) and (one.args or one.keywords)]
    used = {name for call in calls for name in _names_in(call)}
    return bool(calls) and not used & (positions | moves | made.keys())


def _names_in(part: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(part) if isinstance(node, ast.Name)}


def _name_of(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _may_differ(case: Case, leaves: Ints) -> bool:
    """Whether the game's own evaluation finds a difference between some leaves, or there is none to ask."""
    game = case.game
    evaluate = None if game is None else optional(game, "evaluate")
    if game is None or evaluate is None:
        return True
    with blame(game):
        return len({evaluate(case.state(node)) for node in leaves[:ASKED].tolist() if case.places[node] >= 0}) > 1


_FIXED = re.compile(r"\breturn\s+\(?(None,\s*)?[-+]?[\d.]+(,\s*None)?\)?\s*(#.*)?$")
_ANOTHER = "the evaluation gets something else than the position that the call gets"
_EITHER = (
    "either the evaluation does not look at the position that it is given, or nothing in which these positions differ "
    "is worth anything to it"
)
