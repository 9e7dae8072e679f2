"""What a diagnosis says: a disease that has a name, at a node, with the numbers that show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding matters, the worst first."""

    ERROR = "error"
    """The search may return a wrong value."""
    WARNING = "warning"
    """The value is right, and work is wasted; or nobody could tell from this recording whether it is right."""
    NOTE = "note"
    """Worth knowing."""


ERROR, WARNING, NOTE = Severity


@dataclass(frozen=True)
class Disease:
    """Something that is wrong with searches, whichever search it is."""

    slug: str
    """Its stable name, such as `not-undone`."""
    severity: Severity
    explanation: str
    """What it is and how it shows, in a sentence or two."""
    remedy: str
    """The likely cause and what to change, in a sentence or two."""


@dataclass(frozen=True)
class Symptom:
    """A disease at one node, as an examiner saw it."""

    disease: Disease
    node: int
    say: Callable[[], str]
    """One sentence that says what is wrong with the numbers that show it, without the node and its path.

    It is asked for once for each disease: at the first node.
    """


@dataclass(frozen=True)
class Finding:
    """One disease of one search, at the first node that has it."""

    severity: Severity
    disease: str
    """The disease's slug."""
    node: int
    """Of the nodes that have it, the one whose visit ended first."""
    path: tuple[str, ...]
    """The moves that lead to the node."""
    message: str
    """One sentence that says what is wrong, with the numbers that show it. All values are MAX's view."""
    remedy: str
    """The likely cause and what to change."""
    nodes: int
    """How many nodes have it."""
    where: tuple[int, ...] = ()
    """These nodes, ascending."""

    def __str__(self) -> str:
        where = "/".join(self.path) or "root"
        more = f" (and at {self.nodes - 1:,} more)" if self.nodes > 1 else ""
        return f"{self.severity}: {self.disease} at node {self.node:,} ({where}){more}: {self.message}"
