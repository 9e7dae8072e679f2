"""Calls that returned no number, such as None where a return is missing: nothing is known of their values."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.recording.status import OPEN
from tracer.text import clean

NO_VALUE = Disease(
    "no-value",
    ERROR,
    "A call returned no number, such as None or NaN, and the search went on above it.",
    "Does each way through the function end with a return? Nothing compares with NaN or None: what is above it "
    "depends on the order of the moves.",
)
DISEASES: tuple[Disease, ...] = (NO_VALUE,)


def examine(case: Case) -> Iterator[Symptom]:
    """The visits that have no value though the one above them returned one, where the recording says that they may."""
    said = case.trace.header.notes.get("valueless")
    if said is None:
        return
    for node in case.visited[1:]:
        if case.status[node] == OPEN != case.status[case.parent[node]]:
            yield Symptom(NO_VALUE, node, partial(_say, clean(str(said))))


def _say(said: str) -> str:
    return f"it has no value: a call returned {said}, which is no number, and nothing is known of the value above it"
