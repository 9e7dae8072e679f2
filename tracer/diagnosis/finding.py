"""What a diagnosis says: a disease that has a name, at a node, with the numbers that show it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum

from tracer.recording.recording import Recording
from tracer.text import clean

_WIDTH = 100
"""Characters of a line."""


class Severity(StrEnum):
    """How much a finding matters, the worst first."""

    ERROR = "error"
    """The search may return a wrong value."""
    WARNING = "warning"
    """The value is right, and work is wasted; or nobody could tell from this recording whether it is right."""
    NOTE = "note"
    """Worth knowing."""


ERROR, WARNING, NOTE = Severity


class Spoils(Enum):
    """What can no longer be judged where a disease was found."""

    NOTHING = "nothing but the value of the node"
    MOVES = "the moves of the node"
    POSITIONS = "the positions of the node and of all below it"
    WINDOWS = "which windows of the search are wider than they could be"
    VALUES = "what any value of the search means"


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
    spoils: Spoils = Spoils.NOTHING
    """What the examiners after that one leave alone."""


@dataclass(frozen=True)
class Symptom:
    """A disease at one node, as an examiner saw it."""

    disease: Disease
    node: int
    say: Callable[[], str]
    """One sentence that says what is wrong with the numbers that show it, without the node and its path.

    It is asked for once for each disease: at the first node.
    """
    call: int | None = None
    """The visit with whose entry the mistake is made, such as the one that got a wrong window; None where it is made
    as the node returns."""


@dataclass(frozen=True)
class Finding:
    """One disease of one search, at the first node that has it."""

    severity: Severity
    """How much it matters."""
    disease: str
    """The disease's slug."""
    node: int
    """Of the nodes that have it, the one at which the mistake is made first."""
    path: tuple[str, ...]
    """The moves that lead to the node."""
    message: str
    """One sentence that says what is wrong, with the numbers that show it. All values are MAX's view."""
    remedy: str
    """The likely cause and what to change."""
    nodes: int
    """How many nodes have it."""
    where: tuple[int, ...] = ()
    """These nodes, in the order in which the mistake is made at them."""
    steps: tuple[int, ...] = ()
    """The step at which it is made at each of them; none where that is not known."""

    @property
    def place(self) -> str:
        """Where it is first, in words, and of how many nodes that is the first."""
        first = f", the first of {self.nodes:,}" if self.nodes > 1 else ""
        return f"at node {self.node:,} ({'/'.join(self.path) or 'root'}){first}"

    def __str__(self) -> str:
        return f"{self.severity}: {self.disease} {self.place}: {self.message}"


def paragraph(finding: Finding) -> str:
    """Return a finding with its place, what is wrong and what to change, in several lines."""
    head = f"{finding.severity}: {finding.disease} {clean(finding.place)}"
    return f"{head}\n{indented(finding.message)}\n{indented(finding.remedy)}"


def indented(text: str) -> str:
    """Return a text in lines that two spaces begin."""
    return textwrap.fill(text, _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def make_finding(
    trace: Recording, disease: Disease, places: Iterable[tuple[int, int]], message: str, remedy: str = ""
) -> Finding:
    """Make the finding of a disease at some nodes in the order of time, each with a step at which it shows."""
    steps: dict[int, int] = {}
    for node, step in places:
        steps.setdefault(node, step)
    nodes, remedy = tuple(steps), remedy or disease.remedy
    path = tuple(clean(trace.label(node)) for node in trace.ancestry(nodes[0])[1:])
    shown = tuple(steps.values())
    return Finding(disease.severity, disease.slug, nodes[0], path, message, remedy, len(nodes), nodes, shown)
