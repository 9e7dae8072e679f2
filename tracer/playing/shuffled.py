"""The best move at random among equals: the first best one of the root's moves, which alone are in a random order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from tracer.run.plan import Plan


def shuffle_root(plan: Plan, seed: int) -> Plan:
    """The same search with the moves of its root in a random order, which depends on seed and position alone."""
    key, moves = plan.rules.key, plan.rules.moves
    root = key(plan.start)

    def shuffled(state: Any, depth: float) -> Sequence[Any]:
        found = list(moves(state, depth))
        if key(state) == root:
            Random(f"{seed} {root!r}").shuffle(found)
        return found

    return plan._replace(rules=replace(plan.rules, moves=shuffled))
