"""How the searches `values_….py` of this folder are recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from specimens.specimen import Style

import tracer


def _heaps_and_turn(frame: Mapping[str, Any]) -> tuple[tuple[int, ...], tracer.Turn]:
    first = frame["player"] == 1 if "player" in frame else frame["maximizing"]
    return tuple(frame["heaps"]), tracer.MAX if first else tracer.MIN


def counters(heaps: str) -> Style:
    """Nim by a negamax; the edit says which heaps it begins with."""
    return Style("values_counters", ("negamax",), options=_negamax_of_nim(heaps))


def _negamax_of_nim(heaps: str) -> dict[str, Any]:
    return {"view": "mover", "turn": "player", "state": _heaps_and_turn, "game": f"nim:{heaps}"}


CLOSURES = Style("values_closures", ("max_value", "min_value"), options={"game": "tictactoe"})
METHODS = Style("values_methods", ("Game.max", "Game.min"), options={"game": "tictactoe"})
TREE = Style("values_negamax", ("negamax",), options={"turn": "color", "view": "mover"})
COUNTERS = counters("1,2,2")
HEAPS = Style(
    "values_heaps",
    ("minimax",),
    options={"state": _heaps_and_turn, "turn": "maximizing", "game": "nim:1,2,3"},
)
BACKTRACK = Style("values_backtrack", ("can_win",), options=_negamax_of_nim("1,2,3"))
SHARES = Style("values_shares", ("minimax",))
SCOUT = Style("values_scout", ("pvs",), options={"turn": "color", "view": "mover"})
DRIVEN = [Style("values_driven", ("alphabeta",), run=run) for run in ("mtdf", "aspiration", "deepening")]
HEALTHY = [CLOSURES, METHODS, TREE, COUNTERS, HEAPS, BACKTRACK, SHARES, SCOUT, *DRIVEN]
