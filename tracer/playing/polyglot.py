"""Opening books of chess in the Polyglot format (`.bin`), by python-chess."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tracer.errors import PlyscopeError
from tracer.file.reading import open_regular
from tracer.games.adapters.position import require
from tracer.games.registry import builtin
from tracer.games.rules import AnyGame, describe, label
from tracer.playing.book import Entry
from tracer.text import clean

SUFFIX = ".bin"
ENTRY = 16
"""Bytes of an entry."""


class Polyglot:
    """A book of chess: in each position it knows, the move that has the greatest weight.

    Args:
        path: the file.

    Raises:
        PlyscopeError: it is no such book, or cannot be read; or python-chess is missing.
    """

    def __init__(self, path: str) -> None:
        self.path, self._reading = path, require("chess.polyglot", "chess")
        try:
            with open_regular(Path(path)) as stream:
                size = stream.seek(0, 2)
        except OSError as error:
            raise self._unreadable(error.strerror or str(error)) from error
        except PlyscopeError as error:
            raise self._unreadable(str(error)) from error
        if size % ENTRY:
            raise self._unreadable(f"a Polyglot book has {ENTRY} bytes an entry, and it has {size:,}")
        self.size = size // ENTRY
        """How many entries it has; a position may have several."""

    def _unreadable(self, problem: str) -> PlyscopeError:
        return PlyscopeError(f"{clean(self.path)} cannot be opened as a book: {clean(problem)}")

    def game_of_file(self) -> AnyGame | None:
        """Chess."""
        return builtin("chess")

    def find(self, game: AnyGame, state: Any) -> Entry | None:
        """What to play in a position; None where the book does not know it.

        Raises:
            PlyscopeError: it is no position of chess, or the book cannot be read any more.
        """
        if not hasattr(getattr(state, "held", None), "fen"):
            raise PlyscopeError(f"{clean(self.path)} is a book of chess, not of {describe(game)}")
        try:
            with self._reading.open_reader(self.path) as reader:
                found = reader.get(state.held)
        except OSError as error:
            raise self._unreadable(error.strerror or str(error)) from error
        if found is None:
            return None
        legal = {getattr(move, "move", None): label(game, move) for move in game.moves(state)}
        move = legal.get(found.move.uci())
        return None if move is None else Entry(move)
