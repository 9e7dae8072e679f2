"""A recording of a test: what can be asserted of it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial
from math import isclose
from typing import Any

from tracer.attaching.attachment import Attachment
from tracer.diagnosis.case import Case
from tracer.diagnosis.examination import check
from tracer.diagnosis.finding import Finding, Severity, paragraph
from tracer.diagnosis.naming import is_turned
from tracer.diagnosis.payoffs import learn_payoff, shares_evaluation
from tracer.diagnosis.truth import get_truth
from tracer.diagnosis.wording import plural
from tracer.errors import PlyscopeError
from tracer.games.registry import builtin_game
from tracer.recording.status import HORIZON, Bound
from tracer.run.run import search
from tracer.text import clean, number
from tracer.tracing import Trace

KnownNodes = Callable[[str, int], int]
"""Gives the known number of nodes of a name, and gets the number that was visited now."""


class Recorded(Attachment):
    """The searches that a test records: a context manager, as `plyscope.attach` gives one, with assertions.

    An assertion speaks of all searches that were recorded; `trace` is the last of them, `traces` are all.
    """

    def __init__(self, functions: tuple[Any, ...], options: dict[str, Any], known_count_of: KnownNodes) -> None:
        super().__init__(functions, options)
        self._known_count_of = known_count_of
        self._findings: dict[int, list[Finding]] = {}
        self.blamed_traces: list[Trace] = []
        """The traces of which an assertion failed."""
        self.described_traces: list[Trace] = []
        """Those whose findings it has shown."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: Any) -> None:
        __tracebackhide__ = True
        try:
            super().__exit__(kind, error, traceback)
        except PlyscopeError as wrong:
            raise wrong.with_traceback(None) from None  # the line of the test tells more than lines of plyscope

    @property
    def visited(self) -> int:
        """The number of nodes that all searches visited."""
        return sum(trace.counts.visited for trace in self.traces)

    @property
    def findings(self) -> list[Finding]:
        """What `plyscope.check` finds in the searches, errors, warnings and notes. Each is checked once."""
        return [finding for trace in self.traces for finding in self.findings_of(trace)]

    def findings_of(self, trace: Trace) -> list[Finding]:
        """Return what `plyscope.check` finds in one of the searches."""
        if id(trace) not in self._findings:
            self._findings[id(trace)] = check(trace)
        return self._findings[id(trace)]

    def option_for_game(self, trace: Trace) -> str:
        """Return the option that gives a command the game of a trace; a file never makes code run by naming it.

        It begins with a space. It is empty if the game is built in, or was given as an object.
        """
        game_name = self._user_options["game"]
        if not isinstance(game_name, str) or trace.game is None or builtin_game(trace.header.game) is not None:
            return ""
        return f" --game {shlex.quote(game_name)}"

    def assert_sound(self) -> None:
        """Fail if `plyscope.check` finds an error in one of the searches, with its words.

        Warnings and notes do not fail; `findings` has them.

        Raises:
            AssertionError: it finds one.
            PlyscopeError: nothing was recorded.
        """
        __tracebackhide__ = True
        for trace in self._require_traces():
            errors = [finding for finding in self.findings_of(trace) if finding.severity is Severity.ERROR]
            if errors:
                self.blamed_traces.append(trace)
                self.described_traces.append(trace)
                diseases = ", ".join(error.disease for error in errors)
                raise AssertionError("\n".join([f"{diseases} in {self._trace_name(trace)}", *map(paragraph, errors)]))

    def assert_nodes(self, name: str, count: int | None = None) -> None:
        """Fail if the searches visited another number of nodes than is known.

        Args:
            name: what was searched, such as `"start"`; each name of a test has a number of its own.
            count: the number. None is the one in the file of known numbers beside the module of the test, which
                `pytest --plyscope-update` writes.

        Raises:
            AssertionError: the number is another one, or none is known.
            PlyscopeError: nothing was recorded, or the file cannot be read.
        """
        __tracebackhide__ = True
        traces, visited = self._require_traces(), self.visited
        expected_count = self._known_count_of(name, visited) if count is None else count
        if visited != expected_count:
            self.blamed_traces += traces
            raise AssertionError(
                f"{clean(name)}: {plural(visited, 'node')} visited, {expected_count:,} known"
                + ("; if that is meant, pytest --plyscope-update writes the new number" if count is None else "")
            )

    def assert_same_value_as(self, other: str | Attachment, **options: Any) -> None:
        """Fail if another search returns another value for the same position.

        Values are compared in the numbers of the recorded search: it may count a win as 100, or as 10 less the plies.
        A value that is a bound, because of the window, only has to hold.

        Args:
            other: a built-in search, such as `"minimax"`, which searches the same positions of the recording's game to
                the same depth; or a recording of as many searches.
            **options: options of `plyscope.search` for the built-in search, such as `depth` and `evaluate`.

        Raises:
            AssertionError: a value differs.
            PlyscopeError: nothing was recorded, or the other value cannot be computed.
        """
        __tracebackhide__ = True
        traces = self._require_traces()
        if isinstance(other, str):
            other_name, expected = other, list(map(partial(expected_value, name=other, **options), traces))
        else:
            other_name, expected = other.trace.header.title, list(map(_require_value, other.traces))
            if len(expected) != len(traces):
                searches_text = plural(len(traces), "search was", "searches were")
                raise PlyscopeError(f"{searches_text} recorded here, and {len(expected)} in the other recording")
            for own_trace, other_trace in zip(traces, other.traces, strict=True):
                depths = own_trace.header.depth, other_trace.header.depth
                if None not in depths and depths[0] != depths[1]:
                    raise PlyscopeError(
                        f"depth {depths[0]} was searched here, and depth {depths[1]} in {clean(other_name)}"
                    )
        for trace, value in zip(traces, expected, strict=True):
            if difference_text := describe_difference(trace, value):
                self.blamed_traces.append(trace)
                raise AssertionError(
                    f"{self._trace_name(trace)}: {difference_text}: {clean(other_name)} returns {number(value)}"
                )

    def _require_traces(self) -> list[Trace]:
        """Return all traces; raise a PlyscopeError if there is none."""
        __tracebackhide__ = True
        return [self.trace] and self.traces

    def _trace_name(self, trace: Trace) -> str:
        position_text = f", search {self.traces.index(trace) + 1} of {len(self.traces)}" if len(self.traces) > 1 else ""
        return f"{clean(trace.header.title)}{position_text}"


def _require_value(trace: Trace) -> float:
    __tracebackhide__ = True
    if trace.value is None:
        raise PlyscopeError(f"the other recording, {clean(trace.header.title)}, has no value")
    return trace.value


def expected_value(trace: Trace, name: str, **options: Any) -> float:
    """Return what a built-in search returns for the root of a trace, to the depth that the trace was searched to.

    Where the recorded search writes wins by other numbers than its game, or evaluates otherwise, and no options are
    given, the value is that of a plain minimax with the numbers of the recorded search.

    Args:
        trace: what was recorded, with its game.
        name: the built-in search.
        **options: options of `plyscope.search`.

    Raises:
        PlyscopeError: the trace has no game, an option is wrong, or the value cannot be computed.
    """
    __tracebackhide__ = True
    game = trace.game
    if game is None:
        raise PlyscopeError(
            f'{name} searches a game, and the recording has none: name it, as in record_search(game="tictactoe"), with '
            "state=… where its positions are not the game's"
        )
    case = Case(trace)
    depth = options.pop("depth", case.get_remaining_depth(0))
    if options or _has_game_values(case):
        return float(search(game, name, position=trace.start(), depth=depth, **options).value)
    if is_turned(case):
        raise PlyscopeError("this search calls the player MAX whom its game calls MIN: their values have other signs")
    oracle_value = get_truth(case).get_position_value(trace.start(), 0, depth)
    if oracle_value is None:
        raise PlyscopeError(
            f"{name} evaluates positions that this search has not met, by a function that nobody named: "
            'give evaluate="file.py:function", or compare with a recording of a plain minimax with that function'
        )
    return oracle_value


def _has_game_values(case: Case) -> bool:
    """Return whether wins count in a search what they count in its game, and its evaluation is the game's own."""
    payoff_of, max_ply = learn_payoff(case), max(case.ply)
    payoffs = {utility for utility in case.payoff_by_position if utility is not None}
    has_game_payoffs = all(
        payoff_of(utility, ply, None) == utility for utility in payoffs for ply in range(max_ply + 1)
    )
    return has_game_payoffs and (HORIZON not in case.status or shares_evaluation(case))


def describe_difference(trace: Trace, expected: float) -> str:
    """Return how the value of a trace contradicts a true value; empty if it does not. A bound need only hold."""
    value, bound = trace.value, trace.proved_bound(0)
    if value is None or bound is None:
        return "no value was returned"
    if value == expected or isclose(value, expected, rel_tol=1e-9, abs_tol=1e-12):
        return ""
    if (bound is Bound.LOWER and value < expected) or (bound is Bound.UPPER and value > expected):
        return ""
    sign = "" if bound is Bound.EXACT else f"{bound.sign} "
    return f"{sign}{number(value)} was returned, and {number(expected)} is right"
