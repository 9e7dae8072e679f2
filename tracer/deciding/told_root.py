"""The root of a search by the texts of its positions, where nobody said where it begins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tracer.deciding.referee import UNKNOWN, Referee
from tracer.errors import GameError
from tracer.games.rules import AnyGame, Turn, key, label


def read_text(referee: Referee, text: str, turn: Turn | None = None) -> Any:
    """Return the game's own position for what a search told of one; UNKNOWN where the game knows none such."""
    found = referee.place(text, turn)
    # Squares of more than one character have blanks between them.
    return referee.place(tuple(map(_square, text.split())), turn) if found is UNKNOWN else found


def _square(word: str) -> int | str:
    try:
        return int(word)
    except ValueError:
        return word


def told_root(game: AnyGame, text: str, turn: Turn, children: Iterable[tuple[str, str | None]]) -> Any:
    """Return the position at which a search begins by its own texts; None for the game's start, or if that is unknown.

    It is believed where a move of the game leads from there to a position that was searched, or has the name of one.

    Args:
        game: the game.
        text: that of the root.
        turn: who moves there.
        children: the names of the moves that were searched there, and the texts of the positions that they led to.
    """
    referee = Referee(game)
    try:
        root = read_text(referee, text, turn)
        if root is UNKNOWN or key(game)(root) == key(game)(referee.start):
            return None
        legal = {label(game, move) for move in referee.legal(root)}
        for name, below in children:
            after = UNKNOWN if below is None else read_text(referee, below, Turn(-turn))
            if after is UNKNOWN:
                if below is None and name in legal:
                    return root
            elif referee.moves_between(root, after):
                return root
    except GameError:  # it is another game's position
        return None
    return None


def may_begin_at_start(game: AnyGame, turn: Turn, children: Iterable[str]) -> bool:
    """Return whether a search whose root told no position may begin at the game's start.

    Args:
        game: the game.
        turn: who moves at the root.
        children: the texts of the positions to which it moved; if none of them is one of the game's, it may.
    """
    referee = Referee(game)
    try:
        reached = [place for text in children if (place := read_text(referee, text, Turn(-turn))) is not UNKNOWN]
        return not reached or any(referee.moves_between(referee.start, place) for place in reached)
    except GameError:  # it is another game's position
        return False
