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

_NUMBERED_NAME = re.compile(r"([a-z]+)[1-9][0-9]*")
_NUMBER = re.compile(r"0{0,9}[1-9][0-9]{0,9}")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@lru_cache(4096)
def name_moves(ply: int, count: int) -> tuple[str, ...]:
    """The moves of a node whose moves have no names.

    >>> name_moves(0, 3), name_moves(26, 2)
    (('a1', 'a2', 'a3'), ('aa1', 'aa2'))
    """
    prefix = ply_letters(ply)
    return tuple(f"{prefix}{number}" for number in range(1, count + 1))


def name_move(ply: int, index: int) -> str:
    """The name of the move in one place, counted from 0.

    >>> name_move(1, 0), name_move(2, 11)
    ('b1', 'c12')
    """
    return f"{ply_letters(ply)}{index + 1}"


@lru_cache(1024)
def ply_letters(ply: int) -> str:
    """The letters of a ply, as spreadsheets name their columns.

    >>> [ply_letters(ply) for ply in (0, 25, 26, 51, 52, 701, 702)]
    ['a', 'z', 'aa', 'az', 'ba', 'zz', 'aaa']
    """
    text = ""
    while ply >= 0:
        ply, letter = divmod(ply, 26)
        text = _LETTERS[letter] + text
        ply -= 1
    return text


@lru_cache(1 << 14)
def move_index(name: str) -> int:
    """The place that a name tells, counted from 0.

    >>> move_index("b12")
    11
    """
    return int(name.lstrip(_LETTERS)) - 1


def shared_letters(names: Collection[str]) -> str:
    """The letters that all moves of a node have before their numbers; empty where a move has a name of its own.

    >>> shared_letters(["b1", "b3"]), shared_letters(["b1", "c1"]), shared_letters(["e4", "Nf3"])
    ('b', '', '')
    """
    prefixes = {match[1] if (match := _NUMBERED_NAME.fullmatch(name)) else "" for name in names}
    return prefixes.pop() if len(prefixes) == 1 else ""


def complete_move_name(word: str, names: Collection[str]) -> str:
    """The name that a person means: the word itself, or with a number the move in that place, where none has a name.

    >>> (
    ...     complete_move_name("2", ["b1", "b2"]),
    ...     complete_move_name("2", ["1", "2"]),
    ...     complete_move_name("2", ["e4", "Nf3"]),
    ... )
    ('b2', '2', '2')
    """
    if word in names or not _NUMBER.fullmatch(word) or not (prefix := shared_letters(names)):
        return word
    return f"{prefix}{int(word)}"


Priors = Callable[[Any, Sequence[Any]], Sequence[float]]
"""`priors(state, moves)`: a number from 0 to 1 for each of these moves."""


def uniform_priors(_state: Any, moves: Sequence[Any]) -> Sequence[float]:
    """Priors that prefer no move."""
    return [1 / len(moves)] * len(moves)


def checked_priors(game_priors: Callable[[Any], Any] | None, legal_moves: Callable[[Any], Any]) -> Priors:
    """The priors that a game gives its moves, for the same moves in any order; alike without any.

    The game's own are a number for each of its moves in its order, or a mapping from each of them to its number.
    """
    if game_priors is None:
        return uniform_priors

    def priors(state: Any, moves: Sequence[Any]) -> Sequence[float]:
        raw_priors, natural_moves = game_priors(state), list(legal_moves(state))
        try:
            pairs = (
                raw_priors
                if isinstance(raw_priors, Mapping)
                else zip(natural_moves, islice(raw_priors, len(natural_moves) + 1), strict=True)
            )
            prior_by_move = dict(pairs)
            priors_found = [float(prior_by_move.pop(move)) for move in moves]
        except (TypeError, ValueError, KeyError, OverflowError):
            prior_by_move, priors_found = {}, [-1.0]
        if prior_by_move or not all(0 <= prior <= 1 for prior in priors_found):
            shown_priors = clean(repr(raw_priors), 60)
            raise GameError(
                f"priors() of the game gives {shown_priors}; it must give a number from 0 to 1 for each move, in the "
                "order of moves() or as a mapping from moves"
            )
        return priors_found

    return priors
