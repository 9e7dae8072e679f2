"""What is said of a move and of the end of a game, in one line; and how the file of a game is called."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from tracer.games.rules import AnyGame, Turn, spec_of
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.text import clean, number
from tui.model.playing.seats import GLYPHS

SUFFIX = ".plyscope"
"""Of a file that keeps a game with its searches."""
LONGEST = 40
"""Characters of a name that is made for a file."""
NODE = 48
"""Bytes of a node in a file, about."""
SMALL, PER_SECOND = 4 << 20, 1 << 20
"""Bytes of a game that is written after every move; of a larger one as many a second at most."""


def free_name(game: AnyGame) -> str:
    """A name for a file in this folder that nothing has."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", spec_of(game))[:LONGEST].strip("-") or "game"
    names = (f"{stem}{'' if number == 1 else f'-{number}'}{SUFFIX}" for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def pause_after(choices: Sequence[Choice]) -> float:
    """Seconds for which a game is not written again, that playing does not wait for writing."""
    size = sum(choice.visited or 0 for choice in choices if choice.recorded) * NODE
    return size / PER_SECOND if size > SMALL else 0.0


def is_same(path: str, other: str | None) -> bool:
    """Whether two names are of one file that is there."""
    try:
        return other is not None and Path(path).samefile(other)
    except OSError:
        return False


LINE = 6
"""Moves of an expected line that are told."""
HINTED = "★ hint:"


def seconds_text(seconds: float) -> str:
    """How long something took.

    >>> seconds_text(0.00042), seconds_text(0.123), seconds_text(12.3), seconds_text(123.4)
    ('0.4 ms', '0.12 s', '12.3 s', '123 s')
    """
    if seconds < 0.01:  # the least that two places behind the point show
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s" if seconds < 100 else f"{seconds:.0f} s"


def line_text(moves: Sequence[str]) -> str:
    """A line of moves, its first ones."""
    return " ".join(moves[:LINE]) + (" …" if len(moves) > LINE else "")


def told_of(match: Match, place: int | None, choice: Choice | None = None) -> str:
    """What a player said of his move, or an adviser of the position now, where no place is given."""
    if place is not None:
        choice = match.choices[place]
        who = f"{GLYPHS[match.turn_at(place)]} {clean(choice.by, 40)} plays {match.label(place)}"
    else:
        assert choice is not None, "either a move that was made, or one that is advised"
        advised = next((name for name, move in match.legal.items() if move == choice.move), "")
        who = f"{HINTED} {advised} ({clean(choice.by, 40)})"
    numbers = told_numbers(choice)
    expects = f"; expects {line_text(choice.line[1:])}" if choice.line[1:] else ""
    note = f" ({clean(choice.note, 80)})" if choice.note else ""
    return f"{who}{note}" + (f": {numbers}" if numbers else "") + expects


def told_numbers(choice: Choice) -> str:
    """What is known of a choice in numbers."""
    parts = [
        None if choice.value is None else f"value {number(choice.value)}{depth_text(choice)}",
        None if choice.visited is None else f"{choice.visited:,} node{'s' * (choice.visited != 1)}",
        None if choice.seconds is None else seconds_text(choice.seconds),
    ]
    return ", ".join(part for part in parts if part)


def depth_text(choice: Choice) -> str:
    """How far ahead a value holds, where its search did not see to the end of the game."""
    return "" if choice.depth is None else f" at depth {choice.depth}"


def best_text(match: Match, place: int) -> str:
    """The recommended move and its value, where a person made another one; empty where it is not so.

    What is known of such a choice is not known of the move that was made, and must not stand beside it as its own.
    """
    best, value = match.recommended_move(place), match.choices[place].value
    return clean(best, 20) + ("" if not best or value is None else f" {number(value)}")


def told_of_end(match: Match, utility: float) -> str:
    """How the game ended."""
    least, greatest = getattr(match.game, "bounds", None) or (-1, 1)
    even = 0.5 if (least, greatest) == (0, 1) else 0.0  # values are MAX's chances of winning
    winner = Turn.MAX if utility > even else Turn.MIN
    who = "nobody wins, " if utility == even else f"{GLYPHS[winner]} {winner.name} wins, "
    if least >= 0 and greatest > 1:  # what one player has gathered, against nobody
        who = ""
    moves = len(match.choices)
    return f"the game is over after {moves} move{'s' * (moves != 1)}: {who}{number(utility)} for MAX"
