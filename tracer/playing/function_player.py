"""A user's own function as a player; the search in it may be recorded while it chooses."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from time import perf_counter
from typing import Any

from tracer.attaching.attach_functions import attach
from tracer.attaching.attachment import Attachment
from tracer.calling.own_call import OwnCall
from tracer.calling.returned_answer import AnswerReader, AskedPosition
from tracer.errors import PlyscopeError, Stop
from tracer.games.rules import AnyGame
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tracer.playing.proof_answers import principal_line
from tracer.playing.settings import Settings
from tracer.text import clean
from tracer.tracing import Trace

RECORD_SUFFIX = ",record"
"""What stands behind a function whose own search is to be recorded."""
_MAX_LISTED_MOVES = 12


def _check_suffix(word: str) -> None:
    name, comma, suffix = word.partition(",")
    if comma and f",{suffix}" != RECORD_SUFFIX:
        raise PlyscopeError(
            f"behind {clean(name, 60)} may stand {RECORD_SUFFIX} and nothing else, not {clean(suffix, 40)!r}"
        )


class FunctionPlayer:
    """A function that chooses moves, called as `OwnCall` says; it returns a move, or a value and a move.

    A move is a legal one, its label, or what the user's own game calls it. The word is `file.py:choose` or
    `package.module:choose`; with `,record` behind it the search in it is recorded. It may be the function itself.
    """

    def __init__(self, word: str | Callable[..., Any], game: AnyGame, settings: Settings) -> None:
        self._settings = settings
        if isinstance(word, str):
            _check_suffix(word)
        self._own_call = OwnCall(word.removesuffix(RECORD_SUFFIX) if isinstance(word, str) else word)
        self.word = word if isinstance(word, str) else self._own_call.name
        self._is_recorded = self.word.endswith(RECORD_SUFFIX) and settings.record
        self._result_reader = AnswerReader()

    def choose(self, match: Match, cancelled: Callable[[], bool] = lambda: False) -> Choice | None:
        """What the function returns."""
        if not match.legal:
            raise PlyscopeError("the game is over: there is nothing to choose")
        started = perf_counter()
        try:
            returned_move, trace, note = (
                self._call_recorded(match, cancelled) if self._is_recorded else (self._call(match), None, "")
            )
        except Stop:
            if cancelled():
                return None
            raise PlyscopeError(
                f"{clean(self.word)}: its search has more than {self._settings.max_nodes:,} nodes; "
                f"without {RECORD_SUFFIX} it may have as many as it likes"
            ) from None
        search_results: dict[str, Any] = {}
        if trace is not None:
            search_results = {"value": trace.value, "visited": trace.counts.visited, "line": principal_line(trace)}
        move, seconds = self._find_legal_move(match, returned_move), perf_counter() - started
        return Choice(move=move, by=self.word, seconds=seconds, trace=trace, note=note, **search_results)

    def close(self) -> None:
        """Nothing."""

    def _call(self, match: Match) -> Any:
        with self._own_call.around():
            arguments, keyword_arguments = self._own_call.arguments_for(match.game, match.state, self._settings.depth)
            return self._own_call.function(*arguments, **keyword_arguments)

    def _call_recorded(self, match: Match, cancelled: Callable[[], bool]) -> tuple[Any, Trace | None, str]:
        """What the function returns, the search in it, and what is to be said of that."""
        recording, returned_moves = self._make_attachment(match, cancelled), []
        try:
            with recording:
                returned_moves.append(self._call(match))
        except PlyscopeError as error:
            if str(error).startswith(f"{clean(self._own_call.name)} raised"):
                raise
            moves = returned_moves or [self._call(match)]
            return moves[0], None, f"its search was not recorded: {error}"
        traces = recording.traces
        if not traces:
            return returned_moves[0], None, "no search was met in it"
        note = f"the largest of its {len(traces)} searches is kept" if len(traces) > 1 else ""
        return returned_moves[0], max(traces, key=len), note

    def _make_attachment(self, match: Match, cancelled: Callable[[], bool]) -> Attachment:
        def report(_nodes: int) -> None:
            if cancelled():
                raise Stop("cancelled")

        recording = attach(game=match.game)
        outlet = recording.searches.outlet
        outlet.progress, outlet.max_nodes = report, self._settings.max_nodes
        return recording

    def _find_legal_move(self, match: Match, returned_move: Any) -> Hashable:
        """The legal move that a function means."""
        legal_moves = match.legal
        answer_context = AskedPosition(match.game, match.state)
        with self._own_call.around():  # what it returned may be of a class of its own
            self._result_reader.learn(answer_context, returned_move)
            move_label = self._result_reader.read(answer_context, returned_move).move
            shown_value = (
                "nothing (None)" if returned_move is None or move_label is not None else clean(repr(returned_move), 60)
            )
        if move_label is not None:
            return legal_moves[move_label]
        self._result_reader = AnswerReader()
        legal_text = ", ".join(
            [*list(legal_moves)[:_MAX_LISTED_MOVES], *(["…"] if len(legal_moves) > _MAX_LISTED_MOVES else [])]
        )
        raise PlyscopeError(
            f"{clean(self.word)} returned {shown_value}, which is no legal move; there are: {legal_text}"
        )
