"""What is measured: something that chooses a move of a position, with a recording or without."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from tracer.calling.answer_of import Answer
from tracer.games.rules import AnyGame


@dataclass(frozen=True)
class Counted:
    """What a recording of a search counted."""

    numbers: dict[str, Any] = field(default_factory=dict)
    """By the names of `Counts.summary`; `visited` among them, where anything could be counted."""
    note: str = ""
    """Why nothing was counted, or why it is not all."""


class Ready(Protocol):
    """A search of one position, made ready: everything that can be wrong beforehand is checked."""

    @property
    def may_remember(self) -> bool:
        """Whether it may keep something from one search to the next that makes that one faster."""

    def once(self) -> Callable[[], Any]:
        """What is to be timed, once: one search without a recording."""

    def around(self) -> AbstractContextManager[None]:
        """What it needs around it, which is not timed; turns its errors into ones that say whose they are."""

    def answer(self, returned: Any) -> Answer:
        """What something that it returned says, by all that is known until now; later that may be another thing."""

    def count(self, *, everything: bool) -> Counted:
        """Search once more, recorded, and count.

        Args:
            everything: whether also what takes long to count, as all nodes below what was pruned.
        """


class Contender(Protocol):
    """A column of a table: a search with its options, or a user's own function."""

    @property
    def name(self) -> str:
        """As a command line names it."""

    @property
    def note(self) -> str:
        """How what it returned was read, where that may be done in several ways; empty where not."""

    def ready(self, game: AnyGame, state: Any, depth: int | None = None) -> Ready:
        """Its search of a position.

        Args:
            game: the rules.
            state: the position.
            depth: plies, in place of those that its options say; None leaves them.

        Raises:
            PlyscopeError: it cannot search this, or an option is wrong.
        """
