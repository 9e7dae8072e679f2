"""The names of moves that were given none: the letter of their ply and their place, as books have them.

`a1 a2 a3` are the moves at the root, `b1 b2 b3` those of every node below it, and so on: `z1`, then `aa1`, `ab1`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

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
