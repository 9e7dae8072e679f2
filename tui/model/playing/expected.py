"""What a search expected: its principal variation beside what was played."""

from __future__ import annotations

from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.games.rules import Turn
from tracer.playing.choice import HUMAN
from tracer.playing.match import Match
from tracer.text import clean, number
from tracer.tracing import Trace
from tui.model.playing.seats import GLYPHS
from tui.model.playing.telling import line_text

NOTHING = "no search has said what it expects"


class Behind(NamedTuple):
    """A node of a search that chose a move, for whoever wants to look behind it."""

    trace: Trace
    node: int
    title: str


class Expected(NamedTuple):
    """What a search expected, and what came."""

    lines: tuple[str, ...]
    """In sentences."""
    behind: Behind | None = None
    """Where in its search the game left what it expected, or stands now; None where it was not recorded."""


def expected(match: Match, place: int | None = None) -> Expected:
    """What the search behind a move expected of the moves after it.

    Args:
        match: the game.
        place: the number of the move; None is the last one that a search chose, and said what comes next, and after
            which another player moved.
    """
    place = _last_answered(match) if place is None else place
    if place is None:
        return Expected((NOTHING,))
    choice = match.choices[place]
    if not choice.line:
        return Expected((f"move {place + 1}, {match.label(place)}: nobody said what comes next",))
    played = tuple(match.labels[place:])
    same = _same(choice.line, played)
    value = "" if choice.value is None else f", {number(choice.value)} for MAX"
    lines = (
        f"move {place + 1}: {_who(match, place)} expected {line_text(choice.line)}{value}",
        f"played was {line_text(played)}",
        _parting(match, place, choice.line, played, same),
    )
    return Expected(lines, _behind(choice.trace, played[:same], f"move {place + 1}"))


def _last_answered(match: Match) -> int | None:
    """The last move that a search chose and another player has answered; else the last one that a search chose."""
    said = [number for number, choice in enumerate(match.choices) if choice.line and choice.by != HUMAN]
    thought = [number for number in said if len(match.choices[number].line) > 1] or said  # more than its own move
    later = [place for place in thought if _is_answered(match, place)]
    return next(iter((later or thought)[::-1]), None)


def _is_answered(match: Match, place: int) -> bool:
    mover = match.turn_at(place)
    return any(match.turn_at(after) not in (mover, Turn.CHANCE) for after in range(place + 1, len(match.choices)))


def _who(match: Match, place: int) -> str:
    by = match.choices[place].by
    return f"{GLYPHS[match.turn_at(place)]} {'the hint' if by == HUMAN else clean(by, 40)}"


def _same(line: tuple[str, ...], played: tuple[str, ...]) -> int:
    """How many moves a line and a game have in common."""
    return next(
        (place for place, (one, other) in enumerate(zip(line, played, strict=False)) if one != other),
        min(len(line), len(played)),
    )


def _parting(match: Match, place: int, line: tuple[str, ...], played: tuple[str, ...], same: int) -> str:
    """Where line and game part."""
    if same == len(played) < len(line):
        return f"all as expected so far; next it expects {line[same]}"
    if same == len(line):
        return "all came as expected, to the end of what it saw"
    side = match.turn_at(place + same)
    return f"they part at move {place + same + 1}: {GLYPHS[side]} {side.name} played {played[same]}, not {line[same]}"


def _behind(trace: Trace | None, path: tuple[str, ...], title: str) -> Behind | None:
    """The node of a search after some moves, or the last on the way there that it has."""
    if trace is None:
        return None
    for size in range(len(path), -1, -1):
        try:
            return Behind(trace, trace.find(path[:size]).index if size else 0, title)
        except PlyscopeError:
            continue
    return Behind(trace, 0, title)


def behind_move(match: Match, place: int) -> Behind | None:
    """The search that chose a move, or was asked about it; None where none was recorded."""
    trace = match.choices[place].trace
    return None if trace is None else Behind(trace, 0, f"move {place + 1}, {match.label(place)}")
