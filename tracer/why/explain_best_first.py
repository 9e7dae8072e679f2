"""What a best-first search does at a row of its log and why, in sentences: means, proof numbers and merits."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from tracer.recording.log import GAMMA1, GAMMA2, GAMMA3, GAMMA4, GAMMA5, GAMMA6, SOLVED, Kind
from tracer.recording.numbers_of_log import log_of, told, visits
from tracer.recording.status import HORIZON, TERMINAL
from tracer.text import clean, number
from tracer.time.moments import Event, best_child, event_at, is_there
from tracer.tracing import Trace
from tracer.why.formulas import is_tried_out, scores
from tracer.why.sentences import MOVERS, Sentence, capital, count, mover, path


def iteration_of(trace: Trace, step: int) -> int:
    """Which iteration a step belongs to; 0 where a search by proof numbers has only its root."""
    log = log_of(trace.columns)
    return int(log.iteration[step]) + (0 if log.has_proofs else 1)


def event_of_row(trace: Trace, step: int) -> str:
    """What happens at a row, in a few words. O(ply + log rows)."""
    log = log_of(trace.columns)
    happens, node = event_at(trace, step)
    where, kind, x = path(trace, node), log.kind.item(step), log.x.item(step)
    if log.counts_visits:
        first = "added" if happens is Event.ENTERED else "visited again"
        first = "evaluated" if first != "added" and log.rows_of(node).item(0) == step else first
        return f"iteration {iteration_of(trace, step):,}: {where} {first}, value {number(x)}"
    if log.has_proofs:
        verb = "made" if happens is Event.ENTERED else "now"
        return f"{where} {verb}: {numbers_text(x, log.y.item(step))}"
    return f"{gamma_name(kind)}: {where}, merit {number(x)}"


def gamma_name(kind: int) -> str:
    """How a Γ of SSS* is written.

    >>> gamma_name(4), gamma_name(SOLVED)
    ('Γ4', 'the end')
    """
    return "the end" if kind == SOLVED else f"Γ{kind}"


def numbers_text(pn: float, dn: float) -> str:
    """A proof number and a disproof number.

    >>> numbers_text(0, float("inf"))
    'pn 0, dn ∞'
    """
    return f"pn {number(pn)}, dn {number(dn)}"


def why_by_log(trace: Trace, node: int, step: int) -> list[Sentence]:
    """What is the case at a node at a row, and why: the most important first. O(ply + children × log rows)."""
    if not is_there(trace, node, step):
        born = trace.entered(node)
        return [
            Sentence(f"Not in the tree yet: it comes at step {born:,}.", "ahead", node),
            Sentence(f"This is step {step:,}: {event_of_row(trace, step)}.", "event", event_at(trace, step)[1]),
        ]
    log = log_of(trace.columns)
    if log.counts_visits:
        return _mean(trace, node, step)
    return _proof(trace, node, step) if log.has_proofs else _merit(trace, node, step)


def _mean(trace: Trace, node: int, step: int) -> list[Sentence]:
    log, known = log_of(trace.columns), visits(trace.columns, node, step)
    leaf, found = log.node.item(step), list[Sentence]()
    if known.mean is None:
        found.append(Sentence("Never visited so far: N 0; a formula takes its mean for 0.", "value"))
    else:
        text = f"Q = W / N = {number(known.total)} / {known.times:,} = {number(known.mean)}, MAX's view."
        found.append(Sentence(text, "value"))
    on_the_way = node <= leaf < trace.columns.end.item(node)
    if leaf == node:
        ends = trace.columns.status.item(node) == TERMINAL
        what = "the game is over here" if ends else "its value was found here"
        found.append(
            Sentence(f"Iteration {iteration_of(trace, step):,} ends here: {what}, {number(log.x.item(step))}.")
        )
    if node:
        found += _chosen(trace, node, step, on_the_way=on_the_way)
    best = best_child(trace, node, step)
    if best is not None:
        times = visits(trace.columns, best, step).times
        text = f"Its most visited move is {clean(trace.label(best))}, {count(times, 'time')}."
        found.append(Sentence(text, "", best))
    return found


def _chosen(trace: Trace, node: int, step: int, *, on_the_way: bool) -> list[Sentence]:
    """Why an iteration went to a node, or to a brother of it."""
    above = trace.columns.parent.item(node)
    leaf = log_of(trace.columns).node.item(step)
    if not above <= leaf < trace.columns.end.item(above) or leaf == above:
        return []
    own, player = clean(trace.label(node)), mover(trace, above)
    if trace.entered(node) == step and on_the_way and trace.header.search == "uct":
        return [Sentence(f"{own} was the first move that had not been tried.", "", above)]
    first = next((child for child in trace.children(above) if child <= leaf < trace.columns.end.item(child)), None)
    if trace.header.search == "uct" and first is not None and trace.entered(first) == step:
        text = f"{clean(trace.label(first))} had not been tried, and comes before all that were."
        return [Sentence(text, "", first)]
    known = scores(trace, above, step)
    if not known or (trace.header.search == "uct" and not is_tried_out(trace, above, step)):
        return []
    ranked = sorted(known, key=lambda score: -score.rank)
    mine = next((score for score in known if score.child == node), None)
    other = next((score for score in ranked if score.child != node), None)
    if mine is None:
        return []
    if other is None:
        return [Sentence(f"{own}: {mine.say()}, MAX's view; there is no other move.")]
    rival = clean(trace.label(other.child))
    verb = "beats" if on_the_way else "against"
    if on_the_way and other.total == mine.total:
        verb = "comes before"
    which = f"MAX's view: {player} takes the {mine.wanted}"
    return [Sentence(f"{own}: {mine.say()} {verb} {rival} {number(other.total)}, {which}.", "", other.child)]


def _proof(trace: Trace, node: int, step: int) -> list[Sentence]:
    columns, known = trace.columns, told(trace.columns, node, step)
    if known is None:
        return [Sentence("Nothing is known of it.", "value")]
    said = numbers_text(known.x, known.y)
    if 0 in (known.x, known.y):
        what = "Proved: MAX reaches the goal" if known.x == 0 else "Disproved: MAX cannot reach the goal"
        over = ", the game is over here" if columns.status.item(node) == TERMINAL else ""
        found = [Sentence(f"{what}{over} ({said}).", "value")]
    elif math.isinf(known.x) or math.isinf(known.y):
        found = [Sentence(f"{said}, which is neither proved nor disproved: where one is ∞ the other is 0.", "value")]
    else:
        leaves = f"at least {number(known.x)} of its leaves to prove it, {number(known.y)} to disprove it"
        found = [Sentence(f"{said}: {leaves}.", "value")]
    if trace.header.search == "dfpn":
        called = Sentence("A call of df-pn: its numbers follow from the table, of which calls are not all.")
        return [*found, *_called_again(trace, node, step), called]
    children = [child for child in trace.children(node) if is_there(trace, child, step)]
    below = [row for child in children if (row := told(columns, child, step)) is not None]
    if not below:
        return found if columns.status.item(node) in (TERMINAL, HORIZON) else [*found, Sentence("Not expanded yet.")]
    maxes, best = columns.turn.item(node) > 0, best_child(trace, node, step)
    proofs, disproofs = [row.x for row in below], [row.y for row in below]
    follows = (min(proofs), sum(disproofs)) if maxes else (sum(proofs), min(disproofs))
    if best is None or follows != (known.x, known.y):
        text = "Its numbers are those of before: they follow from its children's as soon as this is told upwards."
        return [*found, Sentence(text)]
    by = clean(trace.label(best))
    least, other = ("pn", "dn") if maxes else ("dn", "pn")
    text = f"{capital(mover(trace, node))} to move: {least} is the least of its children's, that of {by}"
    text += f"; {other} is their sum."
    found.append(Sentence(text, "", best))
    if 0 not in (known.x, known.y):
        found.append(Sentence(f"The most-proving child is {by}.", "", best))
    return found


def _called_again(trace: Trace, node: int, step: int) -> list[Sentence]:
    """Of a call of df-pn that is not the first one of its move, what the one before left with. O(children)."""
    columns = trace.columns
    before = [
        one
        for one in (trace.children(columns.parent.item(node)) if node else [])
        if one < node and columns.move[one] == columns.move[node]
    ]
    row = told(columns, before[-1], step) if before else None
    if row is None:
        return []
    left = f"the call before left with {numbers_text(row.x, row.y)}, as one of these had reached its limit"
    return [Sentence(f"Called again, for the {_ordinal(len(before) + 1)} time here: {left}.", "", before[-1])]


def _ordinal(number: int) -> str:
    """Which of several, in figures.

    >>> [_ordinal(number) for number in (2, 3, 4, 11, 22)]
    ['2nd', '3rd', '4th', '11th', '22nd']
    """
    last = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{last}"


_DOES = {
    GAMMA1: "a SOLVED child of {own}: its parent is SOLVED with {merit}, and all below that leaves OPEN",
    GAMMA2: "a SOLVED child of {other} with a next brother, which is LIVE with {merit}",
    GAMMA3: "a SOLVED child of {other}, the last one: its parent is SOLVED with {merit}",
    GAMMA4: "a LIVE leaf worth {value}: SOLVED with {solved}",
    GAMMA5: "LIVE, {other} moves: its first child is LIVE with {merit}",
    GAMMA6: "LIVE, {own} moves: all its children are LIVE with {merit}",
    SOLVED: "the root is SOLVED: its value is {merit}",
}


def _merit(trace: Trace, node: int, step: int) -> list[Sentence]:
    columns, log = trace.columns, log_of(trace.columns)
    sign = 1 if log.x[0] > 0 else -1
    row = log.last_row(node, step)
    found: list[Sentence] = []
    settled = columns.settled.item(node)
    if row is None:
        found.append(Sentence("LIVE in OPEN, and not taken so far, unless it was purged.", "value"))
    else:
        kind, merit, value = log.kind.item(row), log.x.item(row), columns.value.item(node)
        words = {
            "own": MOVERS[sign], "other": MOVERS[-sign], "merit": number(merit), "value": number(value),
            "solved": number(sign * min(sign * merit, sign * value)) if value == value else "",
        }  # fmt: skip
        when = "Now" if row == step else f"At step {row:,}"
        found.append(Sentence(f"{when}, {gamma_name(kind)}: {_DOES[Kind(kind)].format(**words)}.", "value"))
    if settled <= step and node and row is not None and log.kind[row] > GAMMA3:
        found.append(Sentence(f"SOLVED at step {settled:,}."))
    if step >= len(log) - 1 and settled > step:
        found.append(Sentence("It was never solved: nothing is claimed of its value.", "ahead"))
    best = best_child(trace, node, step)
    if best is not None:
        found.append(Sentence(f"Its value is that of {clean(trace.label(best))}.", "", best))
    return found


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
