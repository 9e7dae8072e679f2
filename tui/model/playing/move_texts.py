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
from tui.model.explorer_state import PLAYER_SIGNS

GAME_SUFFIX = ".plyscope"
"""Of a file that keeps a game with its searches."""
MAX_NAME_LENGTH = 40
"""Characters of a name that is made for a file."""
BYTES_PER_NODE = 48
"""Bytes of a node in a file, about."""
MAX_IMMEDIATE_BYTES, BYTES_PER_SECOND = 4 << 20, 1 << 20
"""Bytes of a game that is written after every move; of a larger one as many a second at most."""


def free_file_name(game: AnyGame) -> str:
    """A name for a file in this folder that nothing has."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", spec_of(game))[:MAX_NAME_LENGTH].strip("-") or "game"
    names = (f"{stem}{'' if number == 1 else f'-{number}'}{GAME_SUFFIX}" for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def seconds_until_save(choices: Sequence[Choice]) -> float:
    """Seconds for which a game is not written again, that playing does not wait for writing."""
    size = sum(choice.visited or 0 for choice in choices if choice.recorded) * BYTES_PER_NODE
    return size / BYTES_PER_SECOND if size > MAX_IMMEDIATE_BYTES else 0.0


def is_same_file(path: str, other: str | None) -> bool:
    """Whether two names are of one file that is there."""
    try:
        return other is not None and Path(path).samefile(other)
    except OSError:
        return False


MAX_LINE_MOVES = 6
"""Moves of an expected line that are told."""
HINT_PREFIX = "★ hint:"


def format_seconds(seconds: float) -> str:
    """How long something took.

    >>> format_seconds(0.00042), format_seconds(0.123), format_seconds(12.3), format_seconds(123.4)
    ('0.4 ms', '0.12 s', '12.3 s', '123 s')
    """
    if seconds < 0.01:  # the least that two places behind the point show
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s" if seconds < 100 else f"{seconds:.0f} s"


def format_moves(moves: Sequence[str]) -> str:
    """A line of moves, its first ones."""
    return " ".join(moves[:MAX_LINE_MOVES]) + (" …" if len(moves) > MAX_LINE_MOVES else "")


def describe_choice(match: Match, move_index: int | None, choice: Choice | None = None) -> str:
    """What a player said of his move, or an adviser of the position now, where no place is given."""
    if move_index is not None:
        choice = match.choices[move_index]
        speaker_text = (
            f"{PLAYER_SIGNS[match.turn_at(move_index)][0]} {clean(choice.by, 40)} plays {match.label(move_index)}"
        )
    else:
        assert choice is not None, "either a move that was made, or one that is advised"
        advised = next((name for name, move in match.legal.items() if move == choice.move), "")
        speaker_text = f"{HINT_PREFIX} {advised} ({clean(choice.by, 40)})"
    numbers = describe_choice_numbers(choice)
    expects = f"; expects {format_moves(choice.line[1:])}" if choice.line[1:] else ""
    note_text = f" ({clean(choice.note, 80)})" if choice.note else ""
    return f"{speaker_text}{note_text}" + (f": {numbers}" if numbers else "") + expects


def describe_choice_numbers(choice: Choice) -> str:
    """What is known of a choice in numbers."""
    depth_text = "" if choice.depth is None else f" at depth {choice.depth}"
    texts = [
        None if choice.value is None else f"value {number(choice.value)}{depth_text}",
        None if choice.visited is None else f"{choice.visited:,} node{'s' * (choice.visited != 1)}",
        None if choice.seconds is None else format_seconds(choice.seconds),
    ]
    return ", ".join(text for text in texts if text)


def describe_hint(match: Match, move_index: int) -> str:
    """The recommended move and its value, where a person made another one; empty where it is not so.

    What is known of such a choice is not known of the move that was made, and must not stand beside it as its own.
    """
    hint_label, value = match.recommended_move(move_index), match.choices[move_index].value
    return clean(hint_label, 20) + ("" if not hint_label or value is None else f" {number(value)}")


def describe_end(match: Match, utility: float) -> str:
    """How the game ended."""
    min_value, max_value = getattr(match.game, "bounds", None) or (-1, 1)
    draw_value = 0.5 if (min_value, max_value) == (0, 1) else 0.0  # values are MAX's chances of winning
    winner = Turn.MAX if utility > draw_value else Turn.MIN
    winner_text = "nobody wins, " if utility == draw_value else f"{PLAYER_SIGNS[winner][0]} {winner.name} wins, "
    if min_value >= 0 and max_value > 1:  # what one player has gathered, against nobody
        winner_text = ""
    moves = len(match.choices)
    return f"the game is over after {moves} move{'s' * (moves != 1)}: {winner_text}{number(utility)} for MAX"
