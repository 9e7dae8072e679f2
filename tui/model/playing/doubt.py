"""Why not another move: in which position that is asked, and what search knows the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tracer.errors import Cancelled, PlyscopeError
from tracer.games.rules import Turn
from tracer.playing.choice import Choice
from tracer.playing.match import Match, meant
from tracer.playing.player import Player
from tracer.playing.why_not import why_not
from tracer.text import clean
from tui.model.playing.expected import Behind
from tui.model.playing.session import Session, State

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
    if session.state is State.HUMAN and meant(word, match.legal) is not None:
        return None
    for place in range(len(match.choices) - 1, max(len(match.choices) - 1 - LAST, -1), -1):
        if match.turn_at(place) is not Turn.CHANCE:
            name = match.label(place)
            if meant(word, before(match, place).legal) == name:
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
