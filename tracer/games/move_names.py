"""The names of moves that were given none: the letter of their ply and their place, as books have them.

`a1 a2 a3` are the moves at the root, `b1 b2 b3` those of every node below it, and so on: `z1`, then `aa1`, `ab1`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from tracer.errors import GameError
from tracer.text import clean

_NAME = re.compile(r"([a-z]+)[1-9][0-9]*")
_NUMBER = re.compile(r"0{0,9}[1-9][0-9]{0,9}")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@lru_cache(4096)
def name_moves(ply: int, count: int) -> tuple[str, ...]:
    """The moves of a node whose moves have no names.

    >>> name_moves(0, 3), name_moves(26, 2)
    (('a1', 'a2', 'a3'), ('aa1', 'aa2'))
    """
    start = letters(ply)
    return tuple(f"{start}{place}" for place in range(1, count + 1))


def name_move(ply: int, place: int) -> str:
    """The name of the move in one place, counted from 0.

    >>> name_move(1, 0), name_move(2, 11)
    ('b1', 'c12')
    """
    return f"{letters(ply)}{place + 1}"


@lru_cache(1024)
def letters(ply: int) -> str:
    """The letters of a ply, as spreadsheets name their columns.

    >>> [letters(ply) for ply in (0, 25, 26, 51, 52, 701, 702)]
    ['a', 'z', 'aa', 'az', 'ba', 'zz', 'aaa']
    """
    text = ""
    while ply >= 0:
        ply, letter = divmod(ply, 26)
        text = _LETTERS[letter] + text
        ply -= 1
    return text


@lru_cache(1 << 14)
def place_in(name: str) -> int:
    """The place that a name tells, counted from 0.

    >>> place_in("b12")
    11

    Raises:
        ValueError: it tells none.
    """
    return int(name.lstrip(_LETTERS)) - 1


def letters_of(names: Collection[str]) -> str:
    """The letters that all moves of a node have before their numbers; empty where a move has a name of its own.

    >>> letters_of(["b1", "b3"]), letters_of(["b1", "c1"]), letters_of(["e4", "Nf3"])
    ('b', '', '')
    """
    found = {match[1] if (match := _NAME.fullmatch(name)) else "" for name in names}
    return found.pop() if len(found) == 1 else ""


def spell(word: str, names: Collection[str]) -> str:
    """The name that a person means: the word itself, or with a number the move in that place, where none has a name.

    >>> spell("2", ["b1", "b2"]), spell("2", ["1", "2"]), spell("2", ["e4", "Nf3"])
    ('b2', '2', '2')
    """
    if word in names or not _NUMBER.fullmatch(word) or not (start := letters_of(names)):
        return word
    return f"{start}{int(word)}"


Priors = Callable[[Any, Sequence[Any]], Sequence[float]]
"""`priors(state, moves)`: a number from 0 to 1 for each of these moves."""


def alike(_state: Any, moves: Sequence[Any]) -> Sequence[float]:
    """Priors that prefer no move."""
    return [1 / len(moves)] * len(moves)


def priors_of(own: Callable[[Any], Any] | None, moves_of: Callable[[Any], Any]) -> Priors:
    """The priors that a game gives its moves, for the same moves in any order; alike without any.

    The game's own are a number for each of its moves in its order, or a mapping from each of them to its number.

    Args:
        own: the game's `priors`, if it has any.
        moves_of: its `moves`.
    """
    if own is None:
        return alike

    def priors(state: Any, moves: Sequence[Any]) -> Sequence[float]:
        given, natural = own(state), list(moves_of(state))
        try:
            told = given if isinstance(given, Mapping) else zip(natural, islice(given, len(natural) + 1), strict=True)
            known = dict(told)
            found = [float(known.pop(move)) for move in moves]
        except (TypeError, ValueError, KeyError, OverflowError):
            known, found = {}, [-1.0]
        if known or not all(0 <= prior <= 1 for prior in found):
            said = clean(repr(given), 60)
            raise GameError(
                f"priors() of the game gives {said}; it must give a number from 0 to 1 for each move, in the order of "
                "moves() or as a mapping from moves"
            )
        return found

    return priors
