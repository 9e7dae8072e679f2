"""How the searches of the files `wild_*.py` are recorded."""

from __future__ import annotations

from typing import Any

from specimens.specimen import Style


def drawn(frame: Any) -> str:
    """The columns of connect four in the rows of the game."""
    board = frame["board"]
    return "\n".join("".join(board[column].ljust(3, ".")[row] for column in range(4)) for row in (2, 1, 0))


ROWS = Style("wild_rows", ("minimax",), options={"game": "tictactoe"})
ROWS_ALONE = Style("wild_rows", ("minimax",))
FLAGS = Style("wild_flags", ("minimax",), options={"game": "connect4:4,3,3", "state": drawn})
FLAGS_ALONE = Style("wild_flags", ("minimax",))
ACTIONS = Style("wild_actions", ("max_value", "min_value"), options={"game": "tictactoe"})
ACTIONS_ALONE = Style("wild_actions", ("max_value", "min_value"))
COLOUR = Style("wild_colour", ("negamax",))
STRINGS = Style("wild_strings", ("minimax",), options={"game": "tictactoe"})
STYLES = (ROWS, ROWS_ALONE, FLAGS, FLAGS_ALONE, ACTIONS, ACTIONS_ALONE, COLOUR, STRINGS)
