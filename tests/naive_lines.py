"""The line protocol written the plainest way, from a trace; it shares no code with what reads it."""

import json
from random import Random
from typing import Any

import tracer
from tracer.recording.columns import NO_DEPTH
from tracer.recording.status import OPEN, PRUNED

Position = tuple[int, str | None, str | None]
"""The depth of a node, the text of its position on entry, and on return where it is another."""
WORDS = ["expanded", "terminal", "horizon", "table"]


def lines_of(trace: tracer.Trace, view: str = "max", style: int = 0) -> list[str]:
    """A trace as lines of the protocol.

    Args:
        trace: what is written.
        view: "max" or "mover".
        style: 0 writes everything in full; any other number leaves out, at random, what can be left out.
    """
    random = Random(style) if style else None
    header = trace.header
    options = {name: value for name, value in header.options.items() if name != "window"}
    if window := header.options.get("window"):
        options["window"] = [_end(window[0], None), _end(window[1], None)]
    first = {"plyscope": 1, "view": view, "game": header.game, "search": header.search, "options": options}
    if style or not header.windowed:
        first["windowed"] = header.windowed
    lines = [json.dumps(first)]
    stack: list[tuple[int, list[int]]] = []
    _enter(trace, 0, None, view, random, lines)
    stack.append((0, trace.children(0)))
    pruned_last = False
    while stack:
        node, left = stack[-1]
        skipped = []
        while left and trace.node(left[0]).status is PRUNED:
            skipped.append(trace.label(left.pop(0)))
        if skipped:
            half = random.randint(0, len(skipped)) if random else 0
            lines += [json.dumps({"prune": part}) for part in (skipped[:half], skipped[half:]) if part]
            pruned_last = True
        elif left:
            child = left.pop(0)
            _enter(trace, child, node, view, random, lines)
            stack.append((child, trace.children(child)))
            pruned_last = False
        else:
            stack.pop()
            if trace.node(node).status is not OPEN:
                _leave(trace, node, view, random, pruned_last, lines)
            pruned_last = False
    return lines


def positions_of(trace: tracer.Trace, style: int) -> list[Position]:
    """What is written of each node's position in a style; 0 writes nothing of them."""
    found: list[Position] = []
    for node in trace:
        entered = style > 0 and node.status is not PRUNED and node.index % 3 == 1
        left = style > 0 and node.status not in (PRUNED, OPEN) and node.index % 2 == 1
        text = f"board {node.index}" if entered else None
        returned = f"board {node.index}" if node.index % 3 else "undone wrongly"
        depth = node.index % 5 - 1 if entered else NO_DEPTH
        found.append((depth, text, returned if left and returned != text else None))
    return found


def _enter(
    trace: tracer.Trace, node: int, parent: int | None, view: str, random: Random | None, lines: list[str]
) -> None:
    columns = trace.columns
    turn, alpha, beta = (column[node].item() for column in (columns.turn, columns.alpha, columns.beta))
    said: dict[str, Any] = {"enter": None if parent is None else trace.label(node)}
    follows = parent is not None and int(columns.turn[parent]) == -turn
    if not (random and follows and random.random() < 0.5):
        said["turn"] = random.choice([turn, "MAX" if turn > 0 else "MIN"]) if random else turn
    if view == "mover" and turn < 0:
        alpha, beta = -beta, -alpha
    for name, end in (("alpha", alpha), ("beta", beta)) if trace.header.windowed else ():
        written = _end(end, random)
        if not (random and written is None and random.random() < 0.5):
            said[name] = written
    if random and node % 3 == 1:
        said |= {"state": f"board {node}", "depth": node % 5 - 1}
    lines.append(json.dumps(dict(random.sample(list(said.items()), len(said))) if random else said))


def _end(end: float, random: Random | None) -> float | str | None:
    """An end of a window; JSON has no infinity."""
    if abs(end) < float("inf"):
        return int(end) if random and end == int(end) and random.random() < 0.5 else end
    return random.choice([None, "inf" if end > 0 else "-inf", end]) if random else None


def _leave(
    trace: tracer.Trace, node: int, view: str, random: Random | None, pruned_last: bool, lines: list[str]
) -> None:
    columns = trace.columns
    value, cutoff, status = columns.value[node].item(), bool(columns.cutoff[node]), int(columns.status[node])
    said: dict[str, Any] = {"leave": -value if view == "mover" and columns.turn[node] < 0 else value}
    exhausted = random and node % 3 == 1 and node % 5 <= 1
    usual = 0 if columns.end[node] > node + 1 or cutoff else 2 if exhausted else 1
    if not (random and status == usual and random.random() < 0.5):
        said["status"] = WORDS[status]
    if random and cutoff and not pruned_last and random.random() < 0.5:
        lines.append('{"prune": []}')
    elif not random or cutoff != pruned_last or random.random() < 0.2:
        said["cutoff"] = cutoff
    if random and node % 2:
        said["state"] = f"board {node}" if node % 3 else "undone wrongly"
    lines.append(json.dumps(said))
