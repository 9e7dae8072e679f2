"""The text of a node, for every format. Whatever it says comes from a trace, so all of it is cleaned."""

from __future__ import annotations

from tracer import explain
from tracer.game import show
from tracer.status import OPEN, PRUNED
from tracer.text import clean, clean_lines, number
from tracer.trace import Trace

MOVE_LIMIT = 28
"""Characters kept of a move: a node is no wider than its window needs."""
BOARD_LINES = 24
"""Lines kept of a position."""
NO_BREAK_SPACE = "\u00a0"
"""A space that no format swallows at the ends of a line."""


def move(trace: Trace, node: int) -> str:
    """The move that leads to a node, `root` at node 0."""
    return clean(trace.label(node), MOVE_LIMIT) if node else "root"


def value(trace: Trace, node: int) -> str:
    """The value with what it says of the true one, as in `≥ 3`; `open` where the search stopped inside."""
    if trace.columns.status[node] == OPEN:
        return "open"
    if trace.columns.status[node] == PRUNED:
        return ""
    bound = trace.bound(node)
    text = number(float(trace.columns.value[node]))
    return text if bound is None else f"{bound.sign} {text}"


def window(trace: Trace, node: int) -> str:
    """The window on entry, as in `[-∞, 3]`; nothing where the search has none."""
    columns = trace.columns
    if not trace.header.windowed or columns.status[node] == PRUNED:
        return ""
    return f"[{number(float(columns.alpha[node]))}, {number(float(columns.beta[node]))}]"


def board(trace: Trace, node: int) -> list[str]:
    """The position at a node, line by line; lines of one width stay under one another even where they are centred.

    Raises:
        PlyscopeError: the trace has no game.
    """
    lines = clean_lines(show(trace.need_game(), trace.state(node)), BOARD_LINES)
    width = max(map(len, lines))
    return [line.ljust(width).replace(" ", NO_BREAK_SPACE) for line in lines]


def lines(trace: Trace, node: int) -> list[str]:
    """What stands in a node: the move, the value and the window, each where the node has it.

    >>> import tracer
    >>> lines(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), 5)
    ['2', '≤ 2', '[3, ∞]']
    """
    return [text for text in (move(trace, node), value(trace, node), window(trace, node)) if text]


def why(trace: Trace, node: int) -> str:
    """Why a node was cut or a branch pruned, in sentences; nothing for other nodes."""
    columns = trace.columns
    if not columns.cutoff[node] and columns.status[node] != PRUNED:
        return ""
    return " ".join(sentence.text for sentence in explain.why(trace, node, trace.steps - 1))


def left_out(visited: int, pruned: int) -> list[str]:
    """What a stub says of the nodes that are not drawn below its parent.

    >>> left_out(1204, 388)
    ['+1,204 visited', '388 pruned']
    """
    parts = [f"{visited:,} visited"] if visited else []
    parts += [f"{pruned:,} pruned"] if pruned else []
    return [f"+{parts[0]}", *parts[1:]]
