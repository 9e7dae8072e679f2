"""Windows that a player moves wrongly by what its moves returned: the other player's end, or its own end back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tracer.diagnosis.case import Case
from tracer.games.rules import MAX, MIN

_ENOUGH, _MOSTLY = 3, 9
"""How often it must be seen at all, and how many times as often as missed."""


def by_other_end(case: Case) -> list[int]:
    """The visits whose window a player narrowed at the end that is not its own, and never at its own."""
    return [node for turn in (MAX, MIN) for node in _shown(case, turn, _other_end)]


def by_last_value(case: Case) -> list[int]:
    """The visits that got the value of the move before as their parent's own end, though a better one was known."""
    return [node for turn in (MAX, MIN) for node in _shown(case, turn, _last_value)]


class _Values(NamedTuple):
    """What a node's moves have returned so far, in its player's view."""

    least: float
    greatest: float
    last: float

    def and_(self, value: float) -> _Values:
        """With one more."""
        return _Values(min(self.least, value), max(self.greatest, value), value)


_Predict = Callable[[float, float, _Values], tuple[set[float], set[float]]]
"""From the ends of a parent's window, near and far, and its values so far, in its player's view: what a child's are."""


def _other_end(near: float, far: float, values: _Values) -> tuple[set[float], set[float]]:
    return {near}, {min(far, value) for value in values}


def _last_value(_near: float, far: float, values: _Values) -> tuple[set[float], set[float]]:
    return {values.last}, {far}


def _shown(case: Case, turn: int, predict: _Predict) -> list[int]:
    """The children of a player's nodes whose windows are as predicted, where nearly all are that could show it."""
    found: list[int] = []
    missed = 0
    for node in case.expanded():
        if case.turn[node] != turn:
            continue
        near, far = _turned(case, node, turn)
        values: _Values | None = None
        for child in case.visits(node):
            if child in case.asides:
                continue
            if values is not None and child not in case.repeated:
                sound = max(near, values.greatest), far
                nears, fars = predict(near, far, values)
                given = _turned(case, child, turn)
                if sound[0] not in nears or far not in fars:
                    if given[0] in nears and given[1] in fars and given != sound:
                        found.append(child)
                    else:
                        missed += values.greatest > near or values.least < far
            value = turn * case.value[child]
            values = _Values(value, value, value) if values is None else values.and_(value)
            if value != value or values.greatest >= far:
                break
    return found if len(found) >= max(_ENOUGH, _MOSTLY * missed) else []


def _turned(case: Case, node: int, turn: int) -> tuple[float, float]:
    """A node's window as a player sees it: its own end first."""
    return (case.alpha[node], case.beta[node]) if turn == MAX else (-case.beta[node], -case.alpha[node])
