"""Positions in the texts of a recording: where the board is in a text, how a game reads it, where the search begins."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tracer.deciding.referee import UNKNOWN, Referee, Squares
from tracer.deciding.thresholds import FEW, SURE
from tracer.errors import GameError
from tracer.games.rules import AnyGame, Turn, key, label

LONGEST = 2_000
"""Characters of a text at most: enough for a board of 30 by 30 squares with a blank between them."""
_PLACE = re.compile(r"(?:\((\d+), (\d+)\)|(\d+)) ([^\s,]*| )(?:, |$)")
"""A square of a dictionary, and what stands on it."""
_SECTION = re.compile(r"([^\W\d]\w*):(?: (.*))?")
"""The name of an attribute, and what follows in its line."""
_ENTRY = re.compile(r"([^\W\d]\w*) ([^,]*)(?:, |$)")
"""The name of an attribute, and its text, where they are all in one line."""
_NUMBER = re.compile(r"-?\d+")


def boards_in(text: str) -> Iterator[tuple[str, Hashable]]:
    r"""Yield the parts of a text that may be its board; each has a name that is the same in all texts of a recording.

    >>> list(boards_in("X.\n.O"))
    [('all', (('X', '.'), ('.', 'O'))), ('first 1 rows', ('X', '.'))]
    >>> dict(boards_in("cells:\nX.\n.O\nplayer: X"))["cells"], dict(boards_in("X.\n.O\nMAX"))["first 2 rows"]
    ((('X', '.'), ('.', 'O')), (('X', '.'), ('.', 'O')))
    >>> sorted(dict(boards_in("1 X, 2  "))["places"]), dict(boards_in("X...O MAX"))["word 0"]
    ([(1, 'X'), (2, '')], ('X', '.', '.', '.', 'O'))
    """
    if not text or len(text) > LONGEST:
        return
    lines = text.split("\n")
    yield "all", _cells(lines)
    sections = _sections(lines)
    for name, rows in sections.items():
        yield name, _cells(rows)
    if len(lines) > 1 and not sections:
        for length in range(len(lines) - 1, 0, -1):
            yield f"first {length} rows", _cells(lines[:length])
    if len(lines) > 1:
        return
    places = list(_PLACE.finditer(text))
    if sum(len(one[0]) for one in places) == len(text):
        yield "places", frozenset(map(_placed, places))
    words = text.split()
    for number, word in enumerate(words if len(words) > 1 else ()):
        if len(word) > FEW:
            yield f"word {number}", tuple(word)


def _placed(found: re.Match[str]) -> tuple[Hashable, str]:
    row, column, place, mark = found.groups()
    return (int(place) if place else (int(row), int(column))), mark.strip()


def _sections(lines: Sequence[str]) -> dict[str, list[str]]:
    """Return the lines of each attribute of an object, by its name; none where the text is no object's."""
    if len(lines) == 1:
        entries = list(_ENTRY.finditer(lines[0]))
        whole = sum(len(one[0]) for one in entries) == len(lines[0])
        return {one[1]: [one[2]] for one in entries} if whole else {}
    found: dict[str, list[str]] = {}
    rows: list[str] | None = None
    for line in lines:
        if section := _SECTION.fullmatch(line):
            rows = found.setdefault(section[1], [])
            rows += [] if section[2] is None else [section[2]]
        elif rows is None:
            return {}
        else:
            rows.append(line)
    return found


def _cells(lines: Sequence[str]) -> Hashable:
    """Return the squares of some rows: words where there are blanks in a row, characters where there are none."""
    rows = [tuple(line.split() if " " in line.strip() else line.strip("[]")) for line in lines]
    return rows[0] if len(rows) == 1 else tuple(rows)


def _as_numbers(snapshot: Any) -> Any:
    """Return a board with numbers instead of their digits, and None instead of its name."""
    if isinstance(snapshot, tuple | frozenset):
        return type(snapshot)([_as_numbers(one) for one in snapshot])
    if isinstance(snapshot, str):
        return None if snapshot == "None" else int(snapshot) if _NUMBER.fullmatch(snapshot) else snapshot
    return snapshot


def _marks(snapshot: Any) -> Iterator[str]:
    if isinstance(snapshot, tuple | frozenset):
        for one in snapshot:
            yield from _marks(one)
    elif isinstance(snapshot, str):
        yield snapshot


@dataclass(frozen=True)
class Reading:
    """A way to read the texts of a recording as positions of a game."""

    part: str
    """The name of the part that is the board."""
    numbers: bool
    """Whether its digits are numbers."""
    squares: Squares

    def place(self, referee: Referee, text: str, turn: Turn | None) -> Any:
        """Return the game's own position for a text, UNKNOWN where it knows none such.

        Args:
            referee: the game, which reads boards as this does.
            text: the text.
            turn: who moves there.
        """
        board = dict(boards_in(text)).get(self.part, UNKNOWN)
        if board is UNKNOWN:
            return UNKNOWN
        return referee.place(_as_numbers(board) if self.numbers else board, turn)


Boards = dict[str, tuple[list[Any], bool]]
"""The boards in texts by the names of their parts, and whether their digits are numbers."""


def boards_in_texts(texts: Iterable[str]) -> Boards:
    """Return the boards in some texts of one recording, of each part that nearly all texts have."""
    parts: dict[str, list[Hashable]] = {}
    count = 0
    for count, text in enumerate(texts, 1):  # noqa: B007
        for name, board in boards_in(text):
            parts.setdefault(name, []).append(board)
    found: Boards = {}
    for name, boards in parts.items():
        if len(boards) >= SURE * count:
            numbers = all(_NUMBER.fullmatch(mark) or mark == "None" for board in boards for mark in _marks(board))
            found[name] = ([_as_numbers(board) for board in boards] if numbers else boards), numbers
    return found


def readings(referee: Referee, boards_of_parts: Boards) -> Iterator[Reading]:
    """Yield the ways in which a game may read boards; not as numbers of bits, of which many games have two."""
    for name, (boards, numbers) in boards_of_parts.items():
        for squares in referee.ways(boards):
            if squares.bits is None and not squares.nested:
                yield Reading(name, numbers, squares)


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


def root_by_texts(game: AnyGame, text: str, turn: Turn, children: Iterable[tuple[str, str | None]]) -> Any:
    """Return the position at which a search begins by its own texts; None for the game's start, or if that is unknown.

    It is believed where a move of the game leads from there to a position that was searched, or has the name of one.
    """
    referee = Referee(game)
    with suppress(GameError):  # it is another game's position
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
    return None


def may_begin_at_start(game: AnyGame, turn: Turn, children: Iterable[str]) -> bool:
    """Return whether a search whose root told no position may begin at the game's start."""
    referee = Referee(game)
    with suppress(GameError):  # it is another game's position
        reached = [place for text in children if (place := read_text(referee, text, Turn(-turn))) is not UNKNOWN]
        return not reached or any(referee.moves_between(referee.start, place) for place in reached)
    return False
