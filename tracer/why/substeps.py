"""What a best-first search does within one step, from the root down and up again, each with its numbers."""

from __future__ import annotations

from itertools import pairwise

from tracer.recording.numbers_of_log import log_of, told, visits
from tracer.text import clean, number
from tracer.time.moments import Event, event_at
from tracer.tracing import Trace
from tracer.why.formulas import scores
from tracer.why.sentences import count, path

LONGEST = 6
"""Levels of the way down that are told one by one, the last ones."""


def substeps(trace: Trace, step: int) -> list[tuple[int, str]]:
    """The parts of a step in their order, each with the node that it is about; none of a search that goes depth first.

    Of Monte Carlo tree search: which child was chosen at each level by which numbers, what was added, the value, and
    what it made of the mean at the root. By proof numbers: what a node's numbers were before. O(ply × children).
    """
    if trace.columns.log is None:
        return []
    if log_of(trace.columns).counts_visits:
        return _iteration(trace, step)
    return _numbers(trace, step) if log_of(trace.columns).has_proofs else []


def _iteration(trace: Trace, step: int) -> list[tuple[int, str]]:
    happens, leaf = event_at(trace, step)
    found: list[tuple[int, str]] = []
    way = trace.ancestry(leaf)
    for above, below in pairwise(way):
        if trace.entered(below) == step and trace.header.search == "uct":
            found.append((below, f"expand {path(trace, above)}: {clean(trace.label(below))} is added"))
            continue
        known = sorted(scores(trace, above, step), key=lambda score: -score.rank)
        mine = next((score for score in known if score.child == below), None)
        if mine is None:
            found.append((below, f"select {clean(trace.label(below))}"))
            continue
        rival = next((score for score in known if score.child != below), None)
        other = "" if rival is None else f"; {clean(trace.label(rival.child))} {number(rival.total)}"
        found.append((below, f"select {clean(trace.label(below))}, the {mine.wanted}: {mine.say()}{other}"))
    if happens is Event.ENTERED and len(way) > 1 and trace.header.search != "uct":
        found.append((leaf, f"{clean(trace.label(leaf))} is added"))
    value = log_of(trace.columns).x.item(step)
    if len(found) > LONGEST:
        found, passed = found[-LONGEST:], len(found) - LONGEST
        found.insert(0, (way[passed], f"… {count(passed, 'level')} further up; then at {path(trace, way[passed])}:"))
    found.append((leaf, f"value {number(value)}"))
    before, after = visits(trace.columns, 0, step - 1), visits(trace.columns, 0, step)
    mean = "–" if before.mean is None else number(before.mean)
    text = f"back up: N + 1, W + {number(value)} at {count(len(way), 'node')}".replace("+ −", "− ")
    found.append((0, f"{text}; Q of the root {mean} → {number(after.mean or 0.0)}"))
    return found


def _numbers(trace: Trace, step: int) -> list[tuple[int, str]]:
    _, node = event_at(trace, step)
    before, now = told(trace.columns, node, step - 1), told(trace.columns, node, step)
    if before is None or now is None:
        return []
    said = [
        f"{name} {number(old)} → {number(new)}"
        for name, old, new in (("pn", before.x, now.x), ("dn", before.y, now.y))
        if old != new
    ]
    return [(node, f"back up to {path(trace, node)}: {', '.join(said)}")]
