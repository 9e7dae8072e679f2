"""How the searches with tables are recorded: with their game, and the same without."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from specimens.specimen import Style
from specimens.tables_games import Counters, Ladder, LadderOfNegamax, Squares

from tracer.games.rules import Turn


def both(*names: str) -> Any:
    """A position that is several variables together."""
    return lambda frame: tuple(frame[name] for name in names)


def without_game(style: Style, **options: Any) -> Style:
    """The same recording without the rules."""
    return replace(style, options={**style.options, "game": None, **options})


LADDER = Style(
    "tables_ladder",
    ("alphabeta",),
    options={"state": both("rung", "player"), "turn": "player", "game": Ladder()},
)
SHALLOW = replace(LADDER, run="solve_shallow")
NEGAMAX = Style(
    "tables_ladder_negamax",
    ("negamax",),
    options={"state": both("rung", "player"), "turn": "player", "view": "mover", "game": LadderOfNegamax()},
)
SQUARES = Style("tables_squares", ("Player.max", "Player.min"), options={"state": "self.board", "game": Squares()})
DEEPENING = Style(
    "tables_deepening",
    ("Engine.negamax",),
    options={"state": both("state", "colour"), "turn": "colour", "view": "mover", "game": Counters()},
)
TAKING = Style(
    "tables_taking",
    ("minimax",),
    options={
        "state": both("mine", "yours"),
        "turn": "first",
        "move": lambda frame: frame["taken"][-1] if frame["taken"] else 0,
    },
)
MTDF = Style(
    "tables_mtdf",
    ("Solver.memory",),
    options={
        "state": both("left", "right", "score"),
        "turn": lambda frame: (frame["right"] - frame["left"]) % 2 == 1,
    },
)
SYMMETRIC = Style(
    "tables_symmetric", ("negamax",), options={"state": "board", "turn": "mark", "view": "mover", "game": "tictactoe"}
)
PLIES = Style(
    "tables_plies",
    ("negamax",),
    options={
        "state": lambda frame: (frame["heaps"], Turn(frame["colour"])),
        "turn": "colour",
        "view": "mover",
        "game": "nim:3,4",
    },
)
HEALTHY = {
    "ladder": LADDER,
    "ladder, shallow": SHALLOW,
    "negamax": NEGAMAX,
    "squares": SQUARES,
    "deepening": DEEPENING,
    "taking": TAKING,
    "MTD(f)": MTDF,
    "symmetric": SYMMETRIC,
    "plies": PLIES,
}
"""Searches with sound tables: alpha-beta, negamax, fail-hard, iterations with one table, minimax, two bounds
each, reflections taken for one."""
