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
from tracer.recording.status import EXPANDED, HORIZON, TABLE, TERMINAL
from tracer.searches.pseudocode import Pseudocode, Tag
from tracer.searches.registry import recorded_search
from tracer.text import clean, ends_text, number
from tracer.time.moments import Event, Frame, event_at, frame
from tracer.tracing import Trace
from tracer.why.cutoff_causes import find_refutation
from tracer.why.sentences import MOVER_NAMES, format_window

NO_VALUE_YET = "–"
"""Stands for a variable that has no value yet."""
RETURN_TAGS: dict[int, Tag] = {EXPANDED: Tag.RETURN, TERMINAL: Tag.TERMINAL, HORIZON: Tag.HORIZON, TABLE: Tag.TABLE}
"""The mark of the line on which a visit returns, by its status."""

NamedValues = list[tuple[str, str]]
"""Names and values, in the order in which the search gets them."""


def pseudocode_of(trace: Trace) -> Pseudocode | None:
    """The pseudo-code of a trace's search under the trace's options; None for one that is not plyscope's own."""
    search = recorded_search(trace.header)
    if search is None:
        return None
    options = trace.header.options
    extensions = {*str(options.get("with", "")).split(","), *(name for name in ("aspiration",) if options.get(name))}
    return search.code.variant(fail=options.get("fail", "soft"), cut=options.get("cut", ">="), options_used=extensions)


def pseudocode_line(trace: Trace, step: int) -> int | None:
    """The index of the line that is executed at a step.

    Where the cutoff test holds, that is the first step after the refuting child's return: the first branch pruned, or
    the return where none is left. None for a search that is not plyscope's own, and for an event that its
    pseudo-code does not have. O(log n + ply).
    """
    pseudocode = pseudocode_of(trace)
    return None if pseudocode is None else pseudocode.line(tag_at(trace, step), driver=is_in_driver(trace, step))


def is_in_driver(trace: Trace, step: int) -> bool:
    """Whether the frame that executes at a step is a driver's. O(log n + ply)."""
    return bool(trace.drivers) and event_at(trace, step)[1] in trace.drivers


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
    return RETURN_TAGS[trace.columns.status.item(node)]


def _tag_of_row(log: Log, step: int) -> Tag:
    """What a row of a best-first search tells: a value that is counted, a Γ, a node that is made or has new numbers."""
    kind = log.kind.item(step)
    if kind == SOLVED:
        return Tag.RETURN
    if kind == VALUE:
        return Tag.BACKUP
    if kind < SOLVED:
        return next(tag for tag in Tag if tag.value == f"Γ{kind}")
    return Tag.EXPAND if log.rows_of(log.node.item(step)).item(0) == step else Tag.BACKUP


def has_mover_view(trace: Trace) -> bool:
    """Whether the search's own numbers are the view of the player to move: those of a negamax are."""
    if not trace.header.ours:
        return trace.header.notes.get("view") == "mover"
    search = recorded_search(trace.header)
    return search is not None and search.view == "mover"


def list_variables(trace: Trace, step: int, selected: int | None = None) -> NamedValues:
    """What the executing frame's variables hold at a step, or those of a frame above it, in the search's own view.

    `to move` says whose view that is where it is the mover's. `value` is what the move in hand returned, `returns` what
    the frame returns. O(log n + ply + children). `selected` is the node of that frame.
    """
    event, event_node = event_at(trace, step)
    if trace.columns.log is not None:
        return _list_log_variables(trace, event_node, step)
    node = executing_node(trace, step, selected)
    running_frame = _running_frame(trace, node, step)
    player = "MAX" if trace.columns.turn[node] > 0 else "MIN" if trace.columns.turn[node] < 0 else "chance"
    named_values = [("to move", f"{player} (its view)" if has_mover_view(trace) else player)]
    if (depth := remaining_depth(trace, node)) is not None:
        named_values.append(("depth", str(depth)))
    if (evaluation := trace.node(node).evaluation) is not None:
        named_values.append(("evaluation", _format_own_view(trace, node, evaluation)))
    is_returning = event is Event.RETURNED and event_node == node
    returns = _format_own_view(trace, node, float(trace.columns.value[node])) if is_returning else NO_VALUE_YET
    return [
        *named_values,
        *_list_window_variables(trace, running_frame),
        *_list_loop_variables(trace, running_frame, step),
        ("returns", returns),
    ]


def _list_log_variables(trace: Trace, node: int, step: int) -> NamedValues:
    """What a row of a best-first search says of its node."""
    log = log_of(trace.columns)
    x, y = log.x.item(step), log.y.item(step)
    named_values = [("node", trace.label(node) or "root")]
    if log.counts_visits:
        own_visits = node_visits(trace.columns, node, step)
        means = [
            ("N", f"{own_visits.times:,}"),
            ("W", number(own_visits.total)),
            ("Q", number(own_visits.total / own_visits.times)),
        ]
        return [*named_values, ("value", number(x)), *means]
    if log.has_proofs:
        return [*named_values, ("pn", number(x)), ("dn", number(y))]
    value = [("value", number(trace.columns.value.item(node)))] if log.kind.item(step) == GAMMA4 else []
    return [*named_values, ("h", number(x)), *value]


def _running_frame(trace: Trace, node: int, step: int) -> Frame:
    """A frame as the search has it: where the cutoff test held, best is new and the window is not narrowed by it."""
    frame_now = frame(trace, node, step)
    refuting_child = find_refutation(trace, node) if trace.landmarks.is_cut(node, step) else None
    if refuting_child is None:
        return frame_now
    frame_before = frame(trace, node, trace.entered(refuting_child))
    return Frame(node, frame_before.alpha, frame_before.beta, frame_now.best, frame_now.best_child)


def _list_window_variables(trace: Trace, running_frame: Frame) -> NamedValues:
    if not trace.header.windowed:
        return []
    window_ends = running_frame.alpha, running_frame.beta
    if has_mover_view(trace) and trace.columns.turn[running_frame.node] < 0:
        window_ends = -running_frame.beta, -running_frame.alpha
    alpha, beta = ends_text(*window_ends)
    return [("alpha", alpha), ("beta", beta)]


def _list_loop_variables(trace: Trace, running_frame: Frame, step: int) -> NamedValues:
    best_text = (
        NO_VALUE_YET if running_frame.best is None else _format_own_view(trace, running_frame.node, running_frame.best)
    )
    is_chance = not trace.columns.turn[running_frame.node]  # outcomes add up to a mean, and none is the best one
    named_values = (
        [("so far", best_text)]
        if is_chance
        else [("best", best_text), ("best move", _format_move(trace, running_frame.best_child))]
    )
    entered_children = [child for child in trace.visited_children(running_frame.node) if trace.entered(child) <= step]
    latest_child = entered_children[-1] if entered_children else None
    has_returned = latest_child is not None and trace.left(latest_child) < step
    value_text = (
        _format_own_view(trace, running_frame.node, float(trace.columns.value[latest_child]))
        if latest_child is not None and has_returned
        else NO_VALUE_YET
    )
    return [*named_values, ("move", _format_move(trace, latest_child)), ("value", value_text)]


def _format_move(trace: Trace, child: int | None) -> str:
    return NO_VALUE_YET if child is None else trace.label(child)


def _format_own_view(trace: Trace, node: int, value: float) -> str:
    return number(-value if has_mover_view(trace) and trace.columns.turn[node] < 0 else value)


class CodeLocation(NamedTuple):
    """A line of the source in which a call is."""

    node: int
    """The node whose call it is."""
    source: Source
    line: int | None
    """As its file counts; None where it is not known."""


def executing_node(trace: Trace, step: int, selected: int | None = None) -> int:
    """The node whose call is looked at: the selected one while it is above the one that executes, or else that one."""
    event, node = event_at(trace, step)
    executing = int(trace.columns.parent[node]) if event is Event.PRUNED else node
    is_above = selected is not None and selected < executing < int(trace.columns.end[selected])
    return executing if selected is None or not is_above else selected


def child_towards(trace: Trace, node: int, descendant: int) -> int:
    """Return the child of a node on the way to a node below it. O(ply)."""
    while int(trace.columns.parent[descendant]) != node:
        descendant = int(trace.columns.parent[descendant])
    return descendant


def find_code_location(trace: Trace, step: int, selected: int | None = None) -> CodeLocation | None:
    """The line at a step: where a call begins, where it makes another, where it returns. O(log n + ply + children).

    A branch is pruned after the last call that was made. None where the recording has no source of the function.
    """
    node = executing_node(trace, step, selected)
    source = trace.source(node)
    if source is None:
        return None
    event, event_node = event_at(trace, step)
    if event is Event.PRUNED and node == int(trace.columns.parent[event_node]):
        refuting_child = find_refutation(trace, node)
        return CodeLocation(node, source, None if refuting_child is None else trace.called_at(refuting_child))
    if event_node != node:
        return CodeLocation(node, source, trace.called_at(child_towards(trace, node, event_node)))
    return CodeLocation(node, source, source.def_line if event is Event.ENTERED else trace.left_at(node))


def list_open_calls(trace: Trace, step: int, selected: int | None = None) -> list[tuple[int, int | None]]:
    """The calls that are open at a step, the innermost first, each as its node and the line that it is on.

    The line is the file's, or where there is pseudo-code the index of its line; None where none is known. A call above
    is where it made the next one. Of a best-first search the nodes lead to that of the step. O(log n + ply + children).
    `selected` is the innermost call that is looked at; None is the one that executes.
    """
    pseudocode, node = pseudocode_of(trace), executing_node(trace, step, selected)
    path = trace.ancestry(node)[::-1]
    if pseudocode is None:
        location = find_code_location(trace, step, node)
        return [
            (node, None if location is None else location.line),
            *((caller, trace.called_at(caller_child)) for caller_child, caller in pairwise(path)),
        ]
    first_line = (
        pseudocode_line(trace, step) if node == executing_node(trace, step) else _loop_line(trace, pseudocode, node)
    )
    is_best_first = trace.columns.log is not None
    return [
        (node, first_line),
        *((path_node, None if is_best_first else _loop_line(trace, pseudocode, path_node)) for path_node in path[1:]),
    ]


def _loop_line(trace: Trace, pseudocode: Pseudocode, node: int) -> int | None:
    return pseudocode.loop(int(trace.columns.turn[node]), driver=node in trace.drivers)


def list_call_facts(trace: Trace, step: int, node: int) -> list[tuple[str, str]]:
    """What the recording holds of a call at a step, by names that are no variables of the program; MAX's view.

    Where the program has other numbers, because its own are those of the side to move, these stand beside them.
    O(log n + children).
    """
    columns, (event, event_node) = trace.columns, event_at(trace, step)
    named_values = [("to move", MOVER_NAMES[int(columns.turn[node])])]
    if columns.depth is not None and int(columns.depth[node]) != NO_DEPTH:
        named_values.append(("depth given", str(int(columns.depth[node]))))
    if (evaluation := trace.node(node).evaluation) is not None:
        named_values.append(("evaluation", number(evaluation) + _format_mover_side(trace, node, number(-evaluation))))
    if trace.header.windowed:
        alpha, beta = float(columns.alpha[node]), float(columns.beta[node])
        named_values.append(
            (
                "window given",
                format_window(alpha, beta) + _format_mover_side(trace, node, format_window(0.0 - beta, 0.0 - alpha)),
            )
        )
    if event is Event.RETURNED and event_node == node:
        return [*named_values, ("returned", _format_value(trace, node))]
    returned_children = [child for child in trace.visited_children(node) if trace.left(child) <= step]
    if returned_children:
        child = returned_children[-1]
        named_values.append((f"{clean(trace.label(child), 12)} returned", _format_value(trace, child)))
    return named_values


def _format_value(trace: Trace, node: int) -> str:
    """What a node returned, and what its author's variable held where that is another number."""
    value = float(trace.columns.value[node])
    return number(value) + (_format_mover_side(trace, node, number(-value)) if value else "")


def _format_mover_side(trace: Trace, node: int, mover_text: str) -> str:
    """The same as the program had it, where its numbers are those of the side to move, and that is MIN."""
    return f" (the side to move: {mover_text})" if has_mover_view(trace) and trace.columns.turn[node] < 0 else ""
