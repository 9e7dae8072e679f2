"""What a search expected beside what was played, and why not another move."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tracer.errors import Cancelled, PlyscopeError
from tracer.games.rules import Turn
from tracer.playing.choice import HUMAN, Choice
from tracer.playing.match import Match, match_move_label
from tracer.playing.player import Player
from tracer.playing.why_not import why_not
from tracer.text import clean, number
from tracer.tracing import Trace
from tui.model.playing.seats import GLYPHS
from tui.model.playing.session import Session, State
from tui.model.playing.telling import line_text

LAST = 2
"""Moves that were just made: one's own, and the reply to it."""


class Doubt(NamedTuple):
    """A position in which one may ask why not a move."""

    title: str
    match: Match
    """The game as it was there."""
    search: Callable[[Callable[[], bool]], Choice]
    """What was chosen there by the search that is asked, which may have to be made first."""
    mine: bool = False
    """Whether it is the position now, so that what is found is a hint."""

    def resolve(self, word: str, cancelled: Callable[[], bool]) -> Resolved:
        """Why not the move that a word names.

        Raises:
            PlyscopeError: it is no legal move there, or nothing can be found out about it.
            Cancelled: it was cancelled.
        """
        choice = self.search(cancelled)
        trace = choice.trace
        assert trace is not None, "it was recorded"
        found = why_not(trace, word, cancelled)
        if cancelled():
            raise Cancelled("given up")
        title = f"why not {found.line[0] if found.line else clean(word, 40)}"
        return Resolved(found.sentences, Behind(found.trace, found.node, title), choice if self.mine else None)


class Resolved(NamedTuple):
    """Why not a move."""

    sentences: tuple[str, ...]
    behind: Behind
    """Where the line stands that refutes it."""
    hint: Choice | None
    """What the search takes for best in the position now, where it was asked about that."""


def doubt(session: Session, place: int | None, *, mine: bool) -> Doubt:
    """What is asked about: the move in hand; else the position now, where a person is to move; else the last reply.

    Args:
        session: the game.
        place: the number of the move in hand; None is none.
        mine: whether a person is to move now.

    Raises:
        PlyscopeError: no search knows anything of it.
    """
    if place is None and mine:
        asked = session.match.copy()
        hint = session.hint
        if hint is not None and hint.recorded:
            return Doubt("why not, now", asked, lambda _: hint, mine=True)
        adviser = session.seats.adviser(session.match.game, session.settings)
        return Doubt("why not, now", asked, lambda cancelled: _searched(adviser, asked, cancelled), mine=True)
    place = session.last_searched if place is None else place
    if place is None or not session.match.choices[place].recorded:
        raise PlyscopeError("no recorded search is behind that move")
    choice, asked = session.match.choices[place], before(session.match, place)
    return Doubt(
        f"why not, in the place of {session.match.label(place)}{_whose(session, place)}", asked, lambda _: choice
    )


def doubt_of(session: Session, word: str) -> Doubt:
    """What is asked about by a word: a move of the position now, or one just made; else the last reply's place.

    Raises:
        PlyscopeError: no search knows anything of it.
    """
    place = place_of(session, word)
    if place is None:
        return doubt(session, None, mine=session.state is State.HUMAN)
    title = f"{session.match.label(place)} was played{_whose(session, place)}"
    choice, asked = session.match.choices[place], before(session.match, place)
    if choice.recorded:
        return Doubt(title, asked, lambda _: choice)
    adviser = session.seats.adviser(session.match.game, session.settings)
    return Doubt(title, asked, lambda cancelled: _searched(adviser, asked, cancelled))


def place_of(session: Session, word: str) -> int | None:
    """The number of the move that was just made, by a person or in reply, and that a word names; None is another one.

    A move of the position now, where a person is to move, is meant before all others.
    """
    match = session.match
    if session.state is State.HUMAN and match_move_label(word, match.legal) is not None:
        return None
    for place in range(len(match.choices) - 1, max(len(match.choices) - 1 - LAST, -1), -1):
        if match.turn_at(place) is not Turn.CHANCE:
            name = match.label(place)
            if match_move_label(word, before(match, place).legal) == name:
                return place
    return None


def before(match: Match, place: int) -> Match:
    """A game as it was before the move of a number."""
    asked = match.copy()
    while len(asked.choices) > place:
        asked.undo()
    return asked


def _whose(session: Session, place: int) -> str:
    return f", move {place + 1} by {clean(session.match.choices[place].by, 40)}"


def _searched(adviser: Player, match: Match, cancelled: Callable[[], bool]) -> Choice:
    """What who gives hints takes for best.

    Raises:
        PlyscopeError: it was not recorded.
        Cancelled: it was cancelled.
    """
    choice = adviser.choose(match, cancelled)
    if choice is None:
        raise Cancelled("given up")
    if not choice.recorded:
        raise PlyscopeError(f"{adviser.word} keeps no search that could be asked")
    return choice


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
