"""Leaves that are all worth the same, though their positions differ: what an evaluation gives that does not look."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from tracer.deciding.thresholds import ASKED, HALF
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import NOTE, Disease, Symptom
from tracer.games.rules import blame, optional
from tracer.recording.columns import Ints
from tracer.recording.status import HORIZON, TERMINAL
from tracer.text import number

LEAVES = 100
"""Leaves below which one value of all says little."""
POSITIONS = 40
"""Different positions of these below which it says little."""
ALIKE = Disease(
    "leaves-alike",
    NOTE,
    "All leaves are worth the same, though their positions differ: no move can be better than another.",
    "Call the evaluation with two positions that ought to differ. If it gives one number for both, see what it reads: "
    "likely a variable that the search does not change, such as self.board, instead of its argument. If the numbers "
    "differ, search deeper, or let the evaluation count more.",
)


def leaves_alike(case: Case) -> Iterator[Symptom]:
    """The first leaf, if a program's evaluation gave all leaves one value, ends of the game among them."""
    columns = case.columns
    if case.trace.header.ours or case.blamed or case.broken:
        return
    leaves = np.flatnonzero(np.isin(columns.status, (HORIZON, TERMINAL)) & ~np.isnan(columns.value))
    values = np.unique(columns.value[leaves])
    evaluated = (columns.status[leaves] == HORIZON).sum()
    if len(leaves) < LEAVES or len(values) != 1 or not np.isfinite(values[0]) or evaluated < HALF * len(leaves):
        return
    place = case.trace.columns.text if case.game is None else case.place
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
    columns, sources = case.trace.columns, case.trace.sources
    if columns.left_at is None or not sources:
        return False
    function = np.zeros_like(columns.left_at) if columns.function is None else columns.function
    for which, line in np.unique(np.column_stack((function[leaves], columns.left_at[leaves])), axis=0).tolist():
        source = sources[which]
        if source.holds(line) and _FIXED.search(source.lines[line - source.line]):
            return True
    return False


def _may_differ(case: Case, leaves: Ints) -> bool:
    """Whether the game's own evaluation finds a difference between some leaves, or there is none to ask."""
    game = case.game
    evaluate = None if game is None else optional(game, "evaluate")
    if game is None or evaluate is None:
        return True
    with blame(game):
        return len({evaluate(case.state(node)) for node in leaves[:ASKED].tolist() if case.places[node] >= 0}) > 1


_FIXED = re.compile(r"\breturn\s+\(?(None,\s*)?[-+]?[\d.]+(,\s*None)?\)?\s*(#.*)?$")
_EITHER = (
    "either the evaluation does not look at the position that it is given, or nothing in which these positions differ "
    "is worth anything to it"
)
