"""The searches that have ended and are not given out yet.

The caller of the last may go on with another iteration of it; and small ones are read anew, as long as more calls of
their functions may tell that these mean something else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from inspect import CO_OPTIMIZED
from types import CodeType
from typing import Any

from tracer.attaching.call_reader import CallReader
from tracer.attaching.first_calls import FirstCallsRead
from tracer.attaching.origins import Start
from tracer.attaching.search_recorder import SearchRecorder
from tracer.attaching.understanding import Understanding
from tracer.deciding.call import Log
from tracer.deciding.decision import Decision
from tracer.deciding.loops import in_a_for_loop
from tracer.recording.header import CACHE_COMPLETE


@dataclass(eq=False)
class FinishedSearch:
    """A search that has ended."""

    recorder: SearchRecorder
    call_reader: CallReader
    """Of the last iteration."""
    notes: dict[str, Any]
    stopped: str | None
    thread: int
    first_calls_read: FirstCallsRead | None = None
    """What it was made of, if it may be read anew."""


class FinishedSearches:
    """Keeps searches until they are given out, in the order in which they began."""

    def __init__(self, give_out: Callable[[FinishedSearch], None]) -> None:
        self._give_out = give_out
        self.last: FinishedSearch | None = None
        """The one that has ended last, while another iteration of it may follow."""
        self._small: list[FinishedSearch] = []
        self.looping: CodeType | None = None
        """A function that has begun several searches in a loop over what may be its moves."""

    @property
    def may_be_read_anew(self) -> bool:
        """Whether the calls of the next search may tell something of the last."""
        return bool(self._small) or (self.last is not None and self.last.first_calls_read is not None)

    def set_aside(self, start: Start | None) -> None:
        """No iteration of the last follows: give it out, unless it may be read anew."""
        if start is not None and self.last is not None and self.last.recorder.start is not None:
            loop = self.last.recorder.start.origin.driver(start.origin, widened=False)
            if loop is not None and loop[0].f_code.co_flags & CO_OPTIMIZED and in_a_for_loop(loop[0].f_code, loop[1]):
                self.looping = loop[0].f_code
        if self.last is None or self.last.first_calls_read is None:
            self.give_out()
        else:
            self._small.append(self.last)
            self.last = None

    def give_out(self, *, keep_left_over: bool = False) -> None:
        """Give out all, but the last where an exception left something on its board and `keep_left_over` is set."""
        last, searches = self.last, self._small
        self.last, self._small = None, []
        if keep_left_over and last is not None and last.recorder.left_over is not None:
            last.first_calls_read, self.last = None, last
        elif last is not None:
            searches.append(last)
        for search in searches:
            self._give_out(search)

    def take_back(self, log: Log, decision: Decision) -> int | None:
        """Forget those that were read otherwise than by a decision; returns the number of their first call.

        Returns:
            None where there are none of a log.
        """
        searches = [*self._small, *([] if self.last is None else [self.last])]
        readings = [
            search.first_calls_read
            for search in searches
            if search.first_calls_read is not None and search.first_calls_read.log is log
        ]
        if not readings or len(readings) < len(searches) or _is_same_decision(readings[0].decision, decision):
            return None
        if not all(search.recorder.maker.may_be_withdrawn for search in searches):
            return None
        for search in reversed(searches):
            search.recorder.maker.withdraw()
        self._small, self.last = [], None
        return readings[0].first


def make_header_notes(
    call_reader: CallReader, recorder: SearchRecorder, understood: Understanding, log: Log
) -> dict[str, Any]:
    """Return what is noted of a search that has ended."""
    table = understood.table(log, call_reader.decision)
    notes: dict[str, Any] = {} if table is None else {"table": table}
    if understood.cache(log) is not None:
        notes["cache"] = "functools"  # it answers calls unseen: children may be missing
        has_fixed_order = understood.referee is None or not understood.referee.squares.any_order
        if understood.calls() == recorder.count - recorder.roots and has_fixed_order:
            notes["cached"] = CACHE_COMPLETE
    elif call_reader.decision.wins_are_not_called:
        notes["cache"] = "ends"  # they are answered unseen, too
    players = call_reader.decision.players
    is_mover_guessed = players.view != "mover" and players.turn_source == "in turn" and not players.is_learned
    if recorder.played is not None and not is_mover_guessed:  # else it is not known who moves there
        notes["played"] = recorder.played[0]
        notes |= {"played_unfinished": True} if recorder.chose_unfinished else {}
    if recorder.valueless and call_reader.values.no_number_value:
        notes["valueless"] = call_reader.values.no_number_value
    if call_reader.decision.compares_whole_values:
        notes["ties"] = "unseen"
    if players.is_guessed and players.turn_source == "in turn":
        notes["turn"] = "guessed"
    elif isinstance(players.said, dict) and len({*players.said.values()}) == 1:
        notes["turn"] = "alone"
    if call_reader.decision.unchanging is not None:
        notes["unchanging"] = call_reader.decision.unchanging
    if players.view == "mover" and not players.sum_of_values:
        notes["view"] = "mover"  # what it returned, for the other player with the sign turned over
    return notes


def _is_same_decision(first: Decision, second: Decision) -> bool:
    return first is second or _without_words(first) == _without_words(second)


def _without_words(decision: Decision) -> Decision:
    return replace(decision, words=(), players=replace(decision.players, words=()))
