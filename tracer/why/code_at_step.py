"""Where in its pseudo-code a search is at any step, and what its variables hold there.

The frame that executes is that of the node entered or returning, and at a pruned branch that of the node that was cut.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from tracer.recording.columns import NO_DEPTH
from tracer.recording.log import GAMMA4, SOLVED, VALUE, Log
from tracer.recording.log_numbers import log_of, node_visits
from tracer.recording.node import remaining_depth
from tracer.recording.source import Source
from tracer.recording.status import EXPANDED, HORIZON, PRUNED, TABLE, TERMINAL, Status
from tracer.searches.contract import Search
from tracer.searches.pseudocode import Pseudocode, Tag
from tracer.searches.registry import SEARCHES
from tracer.text import clean, ends_text, number
from tracer.time.moments import Event, Frame, event_at, frame
from tracer.tracing import Trace
from tracer.why.causes import refutation
from tracer.why.sentences import MOVERS, window

NONE_YET = "–"
"""Stands for a variable that has no value yet."""
RETURNS = {EXPANDED: Tag.RETURN, TERMINAL: Tag.TERMINAL, HORIZON: Tag.HORIZON, TABLE: Tag.TABLE}
"""The mark of the line on which a visit returns, by its status."""

Variables = list[tuple[str, str]]
"""Names and values, in the order in which the search gets them."""


def code(trace: Trace) -> Pseudocode | None:
    """The pseudo-code of a trace's search under the trace's options; None for one that is not plyscope's own."""
    search = _known(trace)
    if search is None:
        return None
    options = trace.header.options
    used = {*str(options.get("with", "")).split(","), *(name for name in ("aspiration",) if options.get(name))}
    return search.code.variant(fail=options.get("fail", "soft"), cut=options.get("cut", ">="), options_used=used)


def line_of(trace: Trace, step: int) -> int | None:
    """The index of the line that is executed at a step.

    Where the cutoff test holds, that is the first step after the refuting child's return: the first branch pruned, or
    the return where none is left. None for a search that is not plyscope's own, and for an event that its
    pseudo-code does not have. O(log n + ply).
    """
    known = code(trace)
    return None if known is None else known.line(tag_at(trace, step), driver=drives(trace, step))


def drives(trace: Trace, step: int) -> bool:
    """Whether the frame that executes at a step is a driver's. O(log n + ply)."""
    return bool(trace.drivers) and event_at(trace, step)[1] in trace.drivers


def _known(trace: Trace) -> Search | None:
    """The search of the registry that a trace is of; None for somebody's own, whatever its name is."""
    return SEARCHES.get(trace.header.search) if trace.header.ours else None


def tag_at(trace: Trace, step: int) -> Tag:
    """What happens at a step, as pseudo-code marks it. O(log n + ply)."""
    log = trace.columns.log
    if log is not None:
        return _tag_of_row(log, step)
    cut = trace.landmarks.cut_at(step)
    if cut is not None:
        return {1: Tag.CUT_AT_MAX, -1: Tag.CUT_AT_MIN}.get(trace.columns.turn.item(cut), Tag.CUT_AT_CHANCE)
    event, node = event_at(trace, step)
    if event is not Event.RETURNED:
        return Tag.ENTER if event is Event.ENTERED else Tag.PRUNE
    return RETURNS[Status(int(trace.columns.status[node]))]


def _tag_of_row(log: Log, step: int) -> Tag:
    """What a row of a best-first search tells: a value that is counted, a Γ, a node that is made or has new numbers."""
    kind = log.kind.item(step)
    if kind == SOLVED:
        return Tag.RETURN
    if kind == VALUE:
        return Tag.BACKUP
    if kind < SOLVED:
        return Tag(f"Γ{kind}")
    return Tag.EXPAND if log.rows_of(log.node.item(step)).item(0) == step else Tag.BACKUP


def mover_view(trace: Trace) -> bool:
    """Whether the search's own numbers are the view of the player to move: those of a negamax are."""
    if not trace.header.ours:
        return trace.header.notes.get("view") == "mover"
    search = SEARCHES.get(trace.header.search)
    return search is not None and search.view == "mover"


def variables(trace: Trace, step: int, selected: int | None = None) -> Variables:
    """What the executing frame's variables hold at a step, or those of a frame above it, in the search's own view.

    `to move` says whose view that is where it is the mover's. `value` is what the move in hand returned, `returns` what
    the frame returns. O(log n + ply + children).

    Args:
        trace: the trace.
        step: the step.
        selected: the node whose frame it is, where that is above the executing one.
    """
    event, happens = event_at(trace, step)
    if trace.columns.log is not None:
        return _numbers(trace, happens, step)
    node = frame_at(trace, step, selected)
    known = _running(trace, node, step)
    mover = "MAX" if trace.columns.turn[node] > 0 else "MIN" if trace.columns.turn[node] < 0 else "chance"
    found = [("to move", f"{mover} (its view)" if mover_view(trace) else mover)]
    if (depth := remaining_depth(trace, node)) is not None:
        found.append(("depth", str(depth)))
    is_back = event is Event.RETURNED and happens == node
    returns = _own(trace, node, float(trace.columns.value[node])) if is_back else NONE_YET
    return [*found, *_window(trace, known), *_loop(trace, known, step), ("returns", returns)]


def _numbers(trace: Trace, node: int, step: int) -> Variables:
    """What a row of a best-first search says of its node."""
    log = log_of(trace.columns)
    x, y = log.x.item(step), log.y.item(step)
    found = [("node", trace.label(node) or "root")]
    if log.counts_visits:
        known = node_visits(trace.columns, node, step)
        means = [("N", f"{known.times:,}"), ("W", number(known.total)), ("Q", number(known.total / known.times))]
        return [*found, ("value", number(x)), *means]
    if log.has_proofs:
        return [*found, ("pn", number(x)), ("dn", number(y))]
    value = [("value", number(trace.columns.value.item(node)))] if log.kind.item(step) == GAMMA4 else []
    return [*found, ("h", number(x)), *value]


def _running(trace: Trace, node: int, step: int) -> Frame:
    """A frame as the search has it: where the cutoff test held, best is new and the window is not narrowed by it."""
    known = frame(trace, node, step)
    last = refutation(trace, node) if trace.landmarks.is_cut(node, step) else None
    if last is None:
        return known
    before = frame(trace, node, trace.entered(last))
    return Frame(node, before.alpha, before.beta, known.best, known.best_child)


def _window(trace: Trace, known: Frame) -> Variables:
    if not trace.header.windowed:
        return []
    ends = known.alpha, known.beta
    if mover_view(trace) and trace.columns.turn[known.node] < 0:
        ends = -known.beta, -known.alpha
    alpha, beta = ends_text(*ends)
    return [("alpha", alpha), ("beta", beta)]


def _loop(trace: Trace, known: Frame, step: int) -> Variables:
    """The variables of the loop over moves."""
    best = NONE_YET if known.best is None else _own(trace, known.node, known.best)
    chance = not trace.columns.turn[known.node]  # outcomes add up to a mean, and none is the best one
    found = [("so far", best)] if chance else [("best", best), ("best move", _move(trace, known.best_child))]
    last = _in_hand(trace, known.node, step)
    returned = last is not None and trace.left(last) < step
    value = _own(trace, known.node, float(trace.columns.value[last])) if last is not None and returned else NONE_YET
    return [*found, ("move", _move(trace, last)), ("value", value)]


def _in_hand(trace: Trace, node: int, step: int) -> int | None:
    """The child that was searched last by a step. O(children)."""
    last = None
    child, stop = node + 1, int(trace.columns.end[node])
    while child < stop and trace.columns.status[child] != PRUNED and trace.entered(child) <= step:
        last, child = child, int(trace.columns.end[child])
    return last


def _move(trace: Trace, child: int | None) -> str:
    return NONE_YET if child is None else trace.label(child)


def _own(trace: Trace, node: int, value: float) -> str:
    """A value in the search's own view at a node."""
    return number(-value if mover_view(trace) and trace.columns.turn[node] < 0 else value)


class Place(NamedTuple):
    """A line of the source in which a call is."""

    node: int
    """The node whose call it is."""
    source: Source
    line: int | None
    """As its file counts; None where it is not known."""


def frame_at(trace: Trace, step: int, selected: int | None = None) -> int:
    """The node whose call is looked at: the selected one while it is above the one that executes, or else that one.

    Args:
        trace: the trace.
        step: the step.
        selected: the node that somebody looks at.
    """
    event, node = event_at(trace, step)
    executing = int(trace.columns.parent[node]) if event is Event.PRUNED else node
    return executing if selected is None or not _is_above(trace, selected, executing) else selected


def child_towards(trace: Trace, node: int, below: int) -> int:
    """Return the child of a node on the way to a node below it. O(ply)."""
    while int(trace.columns.parent[below]) != node:
        below = int(trace.columns.parent[below])
    return below


def place_at(trace: Trace, step: int, selected: int | None = None) -> Place | None:
    """The line at a step: where a call begins, where it makes another, where it returns. O(log n + ply + children).

    A branch is pruned after the last call that was made. None where the recording has no source of the function.
    """
    node = frame_at(trace, step, selected)
    source = trace.source(node)
    if source is None:
        return None
    event, happens = event_at(trace, step)
    if event is Event.PRUNED and node == int(trace.columns.parent[happens]):
        last = refutation(trace, node)
        return Place(node, source, None if last is None else trace.called_at(last))
    if happens != node:
        return Place(node, source, trace.called_at(child_towards(trace, node, happens)))
    return Place(node, source, source.def_line if event is Event.ENTERED else trace.left_at(node))


def open_calls(trace: Trace, step: int, selected: int | None = None) -> list[tuple[int, int | None]]:
    """The calls that are open at a step, the innermost first, each as its node and the line that it is on.

    The line is the file's, or where there is pseudo-code the index of its line; None where none is known. A call above
    is where it made the next one. Of a best-first search the nodes lead to that of the step. O(log n + ply + children).

    Args:
        trace: the trace.
        step: the step.
        selected: the innermost call that is looked at; None is the one that executes.
    """
    ours, node = code(trace), frame_at(trace, step, selected)
    path = trace.ancestry(node)[::-1]
    if ours is None:
        place = place_at(trace, step, node)
        return [(node, None if place is None else place.line), *((b, trace.called_at(a)) for a, b in pairwise(path))]
    first = line_of(trace, step) if node == frame_at(trace, step) else _loop_of(trace, ours, node)
    best_first = trace.columns.log is not None
    return [(node, first), *((one, None if best_first else _loop_of(trace, ours, one)) for one in path[1:])]


def _loop_of(trace: Trace, ours: Pseudocode, node: int) -> int | None:
    return ours.loop(int(trace.columns.turn[node]), driver=node in trace.drivers)


def facts(trace: Trace, step: int, node: int) -> list[tuple[str, str]]:
    """What the recording holds of a call at a step, by names that are no variables of the program; MAX's view.

    Where the program has other numbers, because its own are those of the side to move, these stand beside them.
    O(log n + children).
    """
    columns, (event, happens) = trace.columns, event_at(trace, step)
    found = [("to move", MOVERS[int(columns.turn[node])])]
    if columns.depth is not None and int(columns.depth[node]) != NO_DEPTH:
        found.append(("depth given", str(int(columns.depth[node]))))
    if trace.header.windowed:
        alpha, beta = float(columns.alpha[node]), float(columns.beta[node])
        found.append(("window given", window(alpha, beta) + _own_lines(trace, node, window(0.0 - beta, 0.0 - alpha))))
    if event is Event.RETURNED and happens == node:
        return [*found, ("returned", _value(trace, node))]
    last = _last_returned(trace, node, step)
    if last is not None:
        found.append((f"{clean(trace.label(last), 12)} returned", _value(trace, last)))
    return found


def _value(trace: Trace, node: int) -> str:
    """What a node returned, and what its author's variable held where that is another number."""
    value = float(trace.columns.value[node])
    return number(value) + (_own_lines(trace, node, number(-value)) if value else "")


def _own_lines(trace: Trace, node: int, turned: str) -> str:
    """The same as the program had it, where its numbers are those of the side to move, and that is MIN."""
    return f" (the side to move: {turned})" if mover_view(trace) and trace.columns.turn[node] < 0 else ""


def _last_returned(trace: Trace, node: int, step: int) -> int | None:
    """The child that returned last by a step."""
    back = [
        child for child in trace.children(node) if trace.columns.status[child] != PRUNED and trace.left(child) <= step
    ]
    return back[-1] if back else None


def _is_above(trace: Trace, node: int, below: int) -> bool:
    return node < below < int(trace.columns.end[node])
