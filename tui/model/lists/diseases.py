"""What is wrong with the search: one line for each finding, the worst first."""

from __future__ import annotations

from tracer.diagnosis.finding import NOTE
from tui.model.findings import SIGNS, Findings
from tui.model.history import Place
from tui.model.lists.listed import Listed, Piece, Visitor, ending, path_width


class FindingList(Listed):
    """The findings. The one in hand is that whose nodes the keys go through."""

    name = "Findings"

    def __init__(self, visitor: Visitor, findings: Findings) -> None:
        super().__init__(visitor)
        self._findings = findings

    def __len__(self) -> int:
        return len(self._findings.found)

    @property
    def count(self) -> str:
        """How many are known; `?` where nobody has looked for them."""
        return super().count if self._findings.found or self._findings.checked else "?"

    @property
    def empty(self) -> str:
        """How to look for them, or that there are none."""
        return "nothing wrong was found" if self._findings.checked else "C looks for what is wrong with this search"

    def take(self, number: int) -> None:
        """Have next and previous go through its nodes."""
        super().take(number)
        self._findings.choose(self._findings.found[number].disease)

    def line(self, number: int, width: int) -> list[Piece]:
        """How bad it is, its name, at how many nodes, where first, and what shows it."""
        finding = self._findings.found[number]
        nodes = f"{finding.nodes:,} node{'s' * (finding.nodes > 1)}"
        at = "/".join(finding.path) or "the root"
        kind = "about" if finding.severity is NOTE else "wrong"
        return [
            (f"{SIGNS[finding.severity]} {finding.severity:<8}", kind),
            (finding.disease, "label"),
            (f"  {nodes}, first ", "about"),
            (ending(at, min(path_width(width), len(at))), "value"),
            (f"  {finding.message}", "about"),
        ]

    def place(self, number: int, step: int) -> Place | None:
        """Where the mistake is made first."""
        finding = self._findings.found[number]
        return Place(self._findings.made_at(finding), finding.node)
