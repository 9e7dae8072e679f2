"""Traces made by hand: what a search returned at each node, whether that makes sense or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tracer.games.rules import MAX
from tracer.recording.header import Header
from tracer.recording.recorder import Recorder
from tracer.recording.status import EXPANDED, TERMINAL
from tracer.tracing import Trace

INFINITY = float("inf")


@dataclass(frozen=True)
class Did:
    """A node that was searched: what it returned, its children, its window, and the moves that it left out."""

    value: float
    children: tuple[Did | float, ...]
    window: tuple[float, float] = (-INFINITY, INFINITY)
    pruned: int = 0


def handmade(root: Did, turn: int = MAX, windowed: bool = True, **options: Any) -> Trace:
    """The trace; a plain number is a leaf, and moves are called a, b, c, … at each node."""
    record = Recorder(windowed=windowed)

    def visit(move: str | None, did: Did | float, turn: int) -> None:
        window = did.window if isinstance(did, Did) else (-INFINITY, INFINITY)
        node = record.enter(move, turn, *window) if windowed else record.enter(move, turn)
        if not isinstance(did, Did):
            record.leave(node, did, TERMINAL)
            return
        for number, child in enumerate(did.children):
            visit("abcdefgh"[number], child, -turn)
        record.prune(["abcdefgh"[len(did.children) + more] for more in range(did.pruned)])
        record.leave(node, did.value, EXPANDED, did.pruned > 0)

    visit(None, root, turn)
    columns, moves = record.finish()
    return Trace(columns, moves, Header(options=options, windowed=windowed))
