"""A user's own function as a player; the search in it may be recorded while it chooses."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from time import perf_counter
from typing import Any

from tracer.attaching.attachment import Attachment
from tracer.attaching.outside import attach
from tracer.calling.own_call import OwnCall
from tracer.calling.returned_answer import AnswerReader, AskedPosition
from tracer.errors import PlyscopeError, Stop
from tracer.games.rules import AnyGame
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.playing.proofs import line_of
from tracer.playing.settings import Settings
from tracer.text import clean
from tracer.tracing import Trace

RECORD = ",record"
"""What stands behind a function whose own search is to be recorded."""
_LISTED = 12


def _need_record(word: str) -> None:
    """Refuse what stands behind a function and is not `,record`.

    Raises:
        PlyscopeError: it is something else.
    """
    name, comma, more = word.partition(",")
    if comma and f",{more}" != RECORD:
        raise PlyscopeError(f"behind {clean(name, 60)} may stand {RECORD} and nothing else, not {clean(more, 40)!r}")


class OwnFunction:
    """A function that chooses moves, called as `OwnCall` says; it returns a move, or a value and a move.

    A move is a legal one, its label, or what the user's own game calls it.

    Args:
        word: `file.py:choose` or `package.module:choose`; with `,record` behind it the search in it is recorded. Or the
            function itself.
        game: the rules.
        settings: how it plays.

    Raises:
        PlyscopeError: there is no such function, or it wants something else.
    """

    def __init__(self, word: str | Callable[..., Any], game: AnyGame, settings: Settings) -> None:
        self._settings = settings
        if isinstance(word, str):
            _need_record(word)
        self._own = OwnCall(word.removesuffix(RECORD) if isinstance(word, str) else word)
        self.word = word if isinstance(word, str) else self._own.name
        self._records = self.word.endswith(RECORD) and settings.record
        self._reading = AnswerReader()

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
        with self._own.around():
            places, named = self._own.arguments_for(match.game, match.state, self._settings.depth)
            return self._own.function(*places, **named)

    def _recorded(self, match: Match, cancelled: Callable[[], bool]) -> tuple[Any, Trace | None, str]:
        """What the function returns, the search in it, and what is to be said of that."""
        recording, returned = self._attachment(match, cancelled), []
        try:
            with recording:
                returned.append(self._call(match))
        except PlyscopeError as error:
            if str(error).startswith(f"{clean(self._own.name)} raised"):
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
        outlet = recording.searches.outlet
        outlet.progress, outlet.max_nodes = report, self._settings.max_nodes
        return recording

    def _move(self, match: Match, returned: Any) -> Hashable:
        """The legal move that a function means.

        Raises:
            PlyscopeError: none.
        """
        legal = match.legal
        asked = AskedPosition(match.game, match.state)
        with self._own.around():  # what it returned may be of a class of its own
            self._reading.learn(asked, returned)
            name = self._reading.read(asked, returned).move
            said = "nothing (None)" if returned is None or name is not None else clean(repr(returned), 60)
        if name is not None:
            return legal[name]
        self._reading = AnswerReader()
        there = ", ".join([*list(legal)[:_LISTED], *(["…"] if len(legal) > _LISTED else [])])
        raise PlyscopeError(f"{clean(self.word)} returned {said}, which is no legal move; there are: {there}")
