"""What another search returns for the position that was searched, in the numbers of the search that was recorded."""

from __future__ import annotations

from math import isclose
from typing import Any

from tracer.diagnosis.case import Case
from tracer.diagnosis.payoffs import is_turned, payoff, shares_evaluation
from tracer.diagnosis.truth import get_truth
from tracer.errors import PlyscopeError
from tracer.recording.status import HORIZON, Bound
from tracer.run.run import search
from tracer.text import number
from tracer.tracing import Trace


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
    payoff_of, max_ply = payoff(case), max(case.ply)
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
