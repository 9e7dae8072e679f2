"""What all searches share: what they call, what they return, and the two small functions of alpha-beta."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Sequence
from typing import Protocol, TypeAlias

from tracer.games.rules import Move
from tracer.recording.status import EXPANDED

INFINITY = float("inf")

Result: TypeAlias = tuple[float, Move | None]
"""A value, and the first move that attains it (None at a leaf)."""

TESTS: dict[str, Callable[[float, float], bool]] = {">=": operator.ge, ">": operator.gt}
"""The cutoff test: does a value reach the end of the window?"""


class Record(Protocol):
    """What a search calls while it runs: a `tracer.recording.recorder.Recorder`, or nothing at all."""

    @property
    def enter(self) -> Callable[..., int]:
        """`enter(move, turn, alpha, beta) -> node`."""

    @property
    def leave(self) -> Callable[..., None]:
        """`leave(node, value, status, cutoff)`."""

    @property
    def prune(self) -> Callable[[Sequence[Hashable]], None]:
        """`prune(moves)`."""


class Bare:
    """A recorder that records nothing, for a search that is only to be run: it does exactly the same work."""

    @staticmethod
    def enter(move: Hashable, turn: int, alpha: float = -INFINITY, beta: float = INFINITY) -> int:
        """Number every node 0."""
        return 0

    @staticmethod
    def leave(node: int, value: float, status: int = EXPANDED, cutoff: bool = False) -> None:
        """Nothing."""

    @staticmethod
    def prune(moves: Sequence[Hashable]) -> None:
        """Nothing."""


def clamp(value: float, window: tuple[float, float]) -> float:
    """The value, or the end of the window that it lies beyond."""
    alpha, beta = window
    return alpha if value < alpha else beta if value > beta else value
