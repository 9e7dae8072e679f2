"""The order in which a search has the moves of its nodes."""

from __future__ import annotations

from itertools import pairwise

from tracer.deciding.thresholds import SAMPLE, SURE
from tracer.diagnosis.case import Case


def get_visited_moves(case: Case, node: int) -> list[str]:
    """Return the moves that a node searched, in the order of time."""
    return [case.label(child) for child in case.visits(node)]


class MoveOrder:
    """The order in which the search has its moves: the game's, that backwards, or that of most nodes."""

    def __init__(self, case: Case) -> None:
        self._met: dict[str, dict[int, int]] = {}
        """By the move, the nodes of a sample at which it was searched, and as which of their moves."""
        along = against = 0
        for _, node in zip(
            range(SAMPLE), (node for node in case.iter_choice_nodes() if case.position_ids[node] >= 0), strict=False
        ):
            legal, moves = case.get_legal_moves(node) or [], list(dict.fromkeys(get_visited_moves(case, node)))
            for k, move in enumerate(moves):
                self._met.setdefault(move, {})[node] = k
            places = [legal.index(move) for move in moves if move in legal]
            along += sum(one < other for one, other in pairwise(places))
            against += sum(one > other for one, other in pairwise(places))
        total = along + against
        self._sign = 1 if along >= SURE * total else -1 if against >= SURE * total else 0

    def comes_first(self, one: str, other: str, legal: list[str]) -> bool:
        """Return whether one move comes before another, as far as is known; by nearly all nodes that searched both."""
        if self._sign and other in legal:
            return self._sign * legal.index(one) < self._sign * legal.index(other)
        mine, its = self._met.get(one, {}), self._met.get(other, {})
        first = [mine[node] < its[node] for node in mine.keys() & its.keys()]
        return any(first) and sum(first) >= SURE * len(first)
