"""A user's own function as a player; the search in it may be recorded while it chooses."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Hashable
from time import perf_counter
from typing import Any

from tracer.attaching.attachment import Attachment
from tracer.attaching.outside import attach
from tracer.errors import OURS, PlyscopeError, Stop
from tracer.games.adapters.functions import Functions
from tracer.games.adapters.position import Named, Position
from tracer.games.registry import function
from tracer.games.rules import AnyGame, BuiltIn
from tracer.playing.choice import Choice
from tracer.playing.lines_of import line_of
from tracer.playing.match import Match
from tracer.playing.settings import Settings
from tracer.text import clean, message_of
from tracer.tracing import Trace

RECORD = ",record"
"""What stands behind a function whose own search is to be recorded."""
_LISTED = 12


class OwnFunction:
    """A function that chooses moves: of a position, or of a game and a position.

    A game that was adapted hands on the user's own objects, a copy of each position; the function may return a legal
    move, its label, or what the user's own game calls it.

    Args:
        word: `file.py:choose` or `package.module:choose`; with `,record` behind it the search in it is recorded.
        game: the rules.
        settings: how it plays.

    Raises:
        PlyscopeError: there is no such function, or it wants something else.
    """

    def __init__(self, word: str, game: AnyGame, settings: Settings) -> None:
        self.word, self._settings = word, settings
        self._records = word.endswith(RECORD) and settings.record
        self._function = function(word.removesuffix(RECORD))
        self._needed = _needed(self._function, word)

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """What the function returns.

        Raises:
            PlyscopeError: it raised, or returned no legal move.
        """
        if not match.legal:
            raise PlyscopeError("the game is over: there is nothing to choose")
        started = perf_counter()
        try:
            returned, trace, note = self._recorded(match, cancelled) if self._records else (self._call(match), None, "")
        except Stop:
            if cancelled():
                return None
            raise PlyscopeError(
                f"{clean(self.word)}: its search has more than {self._settings.max_nodes:,} nodes; "
                f"without {RECORD} it may have as many as it likes"
            ) from None
        known: dict[str, Any] = (
            {} if trace is None else {"value": trace.value, "visited": trace.counts.visited, "line": line_of(trace)}
        )
        move, seconds = self._move(match, returned), perf_counter() - started
        return Choice(move=move, by=self.word, seconds=seconds, trace=trace, note=note, **known)

    def close(self) -> None:
        """Nothing."""

    def _call(self, match: Match) -> Any:
        given = [_own_position(match)] if self._needed == 1 else [_own_game(match), _own_position(match)]
        try:
            return self._function(*given)
        except OURS:
            raise
        except BaseException as error:
            raise PlyscopeError(f"{clean(self.word)} raised {message_of(error)}") from error

    def _recorded(self, match: Match, cancelled: Callable[[], bool]) -> tuple[Any, Trace | None, str]:
        """What the function returns, the search in it, and what is to be said of that."""
        recording, returned = self._attachment(match, cancelled), []
        try:
            with recording:
                returned.append(self._call(match))
        except PlyscopeError as error:
            if str(error).startswith(f"{clean(self.word)} raised"):
                raise
            again = returned or [self._call(match)]
            return again[0], None, f"its search was not recorded: {error}"
        traces = recording.traces
        if not traces:
            return returned[0], None, "no search was met in it"
        several = f"the largest of its {len(traces)} searches is kept" if len(traces) > 1 else ""
        return returned[0], max(traces, key=len), several

    def _attachment(self, match: Match, cancelled: Callable[[], bool]) -> Attachment:
        def report(_nodes: int) -> None:
            if cancelled():
                raise Stop("cancelled")

        recording = attach(game=match.game)
        recording.outlet.progress, recording.outlet.max_nodes = report, self._settings.max_nodes
        return recording

    def _move(self, match: Match, returned: Any) -> Hashable:
        """The legal move that a function means.

        Raises:
            PlyscopeError: none.
        """
        legal = match.legal
        for means in (_is_it, _is_its_text):
            found = [move for name, move in legal.items() if means(returned, move, name)]
            if len(found) == 1:
                return found[0]
        there = ", ".join([*list(legal)[:_LISTED], *(["…"] if len(legal) > _LISTED else [])])
        said = clean(repr(returned), 60) if returned is not None else "nothing (None)"
        raise PlyscopeError(f"{clean(self.word)} returned {said}, which is no legal move; there are: {there}")


def _is_it(returned: Any, move: Hashable, name: str) -> bool:
    known = (move, name, move.move) if isinstance(move, Named) else (move, name)
    return any(type(one) is type(returned) and _equal(one, returned) for one in known)


def _is_its_text(returned: Any, move: Hashable, name: str) -> bool:
    """Whether what a function returned is written as a move is, as `chess.Move` is and NumPy's numbers are."""
    try:
        text = str(returned)
    except BaseException as error:
        if isinstance(error, OURS):
            raise
        return False
    return text in (name, str(move.move) if isinstance(move, Named) else str(move))


def _equal(one: Any, other: Any) -> bool:
    try:
        return (one == other) is True
    except Exception:  # of somebody's own class
        return False


def _own_position(match: Match) -> Any:
    """The position as the user's own game has it, to be changed as he likes."""
    state = match.state
    if not isinstance(state, Position):
        return state
    held = state.held[0] if isinstance(match.game, Functions) else state.held
    clone = getattr(held, "clone", None)  # of OpenSpiel, whose states are not Python's
    return clone() if callable(clone) else copy.deepcopy(held)


def _own_game(match: Match) -> Any:
    """The user's own game, where it was adapted."""
    game: Any = match.game
    if isinstance(game, BuiltIn):
        return game
    return next((getattr(game, name) for name in ("game", "module") if hasattr(game, name)), game)


def _needed(choose: Callable[..., Any], word: str) -> int:
    """How many arguments a function wants: the position, or the game and the position.

    Raises:
        PlyscopeError: neither.
    """
    try:
        parameters = list(inspect.signature(choose).parameters.values())
    except (TypeError, ValueError):  # such as of some functions that are written in C
        return 1
    places = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    must = [one for one in places if one.default is one.empty]
    named = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY and one.default is one.empty]
    anything = any(one.kind is one.VAR_POSITIONAL for one in parameters)
    if len(must) == 2 and not named:
        return 2
    if (len(must) == 1 or (not must and (places or anything))) and not named:
        return 1
    wants = ", ".join([*(one.name for one in must), *named]) or "nothing"
    raise PlyscopeError(
        f"{clean(word)} wants {clean(wants, 60)}: a function that plays gets the position, or the game and the position"
    )
