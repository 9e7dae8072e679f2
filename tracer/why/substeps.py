"""What a best-first search does within one step, from the root down and up again, each with its numbers."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from tracer.recording.numbers_of_log import log_of, told, visits
from tracer.recording.status import TERMINAL
from tracer.text import clean, number
from tracer.time.moments import Event, event_at
from tracer.tracing import Trace
from tracer.why.formulas import scores
from tracer.why.log_why import numbers_text
from tracer.why.sentences import count, path

LONGEST = 6
"""Levels of the way down that are told one by one, the last ones."""


def substeps(trace: Trace, step: int) -> list[tuple[int, str]]:
    """The parts of a step in their order, each with the node that it is about; none of a search that goes depth first.

    Of Monte Carlo tree search: which child was chosen at each level by which numbers, what was added, the value, and
    what it made of the mean at the root. By proof numbers: for which of them a node was expanded, or what a node's
    numbers were before. O(ply × children).
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
    found = _last_ones(trace, found, way)
    simulated = trace.header.search == "uct" and trace.columns.status.item(leaf) != TERMINAL
    found.append((leaf, f"value {number(value)}{' of a random game' if simulated else ''}"))
    before, after = visits(trace.columns, 0, step - 1), visits(trace.columns, 0, step)
    mean = "–" if before.mean is None else number(before.mean)
    text = f"back up: N + 1, W + {number(value)} at {count(len(way), 'node')}".replace("+ −", "− ")
    found.append((0, f"{text}; Q of the root {mean} → {number(after.mean or 0.0)}"))
    return found


def _last_ones(trace: Trace, found: list[tuple[int, str]], way: list[int]) -> list[tuple[int, str]]:
    """The last levels of a way down, and how many are left out before them."""
    passed = len(found) - LONGEST
    if passed <= 0:
        return found
    said = f"… {count(passed, 'level')} further up; then at {path(trace, way[passed])}:"
    return [(way[passed], said), *found[-LONGEST:]]


def _numbers(trace: Trace, step: int) -> list[tuple[int, str]]:
    _, node = event_at(trace, step)
    before, now = told(trace.columns, node, step - 1), told(trace.columns, node, step)
    if now is None:
        return []
    if before is None:
        return _expansion(trace, step, node) if node and trace.header.ours and trace.header.search == "pns" else []
    said = [
        f"{name} {number(old)} → {number(new)}"
        for name, old, new in (("pn", before.x, now.x), ("dn", before.y, now.y))
        if old != new
    ]
    return [(node, f"back up to {path(trace, node)}: {', '.join(said)}")]


def _expansion(trace: Trace, step: int, node: int) -> list[tuple[int, str]]:
    """By which numbers proof-number search came to the node that it expands, and which child is made at a step."""
    columns, log = trace.columns, log_of(trace.columns)
    before = int(np.searchsorted(log.iteration, log.iteration[step])) - 1
    parent = columns.parent.item(node)
    way, found = trace.ancestry(parent), list[tuple[int, str]]()
    for above, below in pairwise(way):
        name, side = ("pn", 0) if columns.turn.item(above) > 0 else ("dn", 1)
        rows = {child: told(columns, child, before) for child in trace.children(above)}
        known = {child: (row.x, row.y)[side] for child, row in rows.items() if row is not None}
        rival = min((child for child in known if child != below), key=known.__getitem__, default=None)
        other = "" if rival is None else f"; {clean(trace.label(rival))} {number(known[rival])}"
        found.append((below, f"select {clean(trace.label(below))}: {name} {number(known[below])}, the least{other}"))
    label, now = clean(trace.label(node)), numbers_text(log.x.item(step), log.y.item(step))
    return [*_last_ones(trace, found, way), (node, f"expand {path(trace, parent)}: {label} is added, {now}")]
