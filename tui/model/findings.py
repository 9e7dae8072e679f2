"""What is wrong with a search: which nodes have it, and the keys that go from one to the next."""

from __future__ import annotations

import numpy as np

from tracer.diagnosis.finding import ERROR, NOTE, WARNING, Finding
from tracer.errors import PlyscopeError
from tracer.findings import keep_findings, kept_findings, was_checked
from tracer.recording.columns import Ints
from tui.model.explored import Explored
from tui.model.tree import Tree

NOTHING: Ints = np.empty(0, np.int64)
SIGNS = {ERROR: "⚠", WARNING: "⚠", NOTE: "i"}
"""The glyph of a node that has a finding."""
UNKNOWN = "nothing is known to be wrong: C checks the search"
NONE = "the check found nothing wrong: there is no node to go to"


class Findings:
    """What was found in a recording, and its keys.

    Args:
        explored: the recording, and the place in it.
        tree: shows the nodes that have something alone where that is wished.
        path: the file of the recording, which keeps what is found; None where it is in none.

    Attributes:
        found: what is known, the worst first.
        checked: whether that is all that a check finds, now or when it was kept.
        steps: the steps at which the mistakes of the finding in hand are made, ascending; those of all where none is.
        notice: what could not be read from the file; empty where all was.
    """

    def __init__(self, explored: Explored, tree: Tree, path: str | None) -> None:
        self._explored, self._tree, self._path = explored, tree, path
        self.found: list[Finding] = []
        self.checked, self.notice = False, ""
        self.steps: Ints = NOTHING
        self._nodes: Ints = NOTHING
        self._where: list[Ints] = []
        self._made: list[Ints] = []
        self._chosen: str | None = None
        if path is not None:
            try:
                self._show(kept_findings(path, explored.trace))
                self.checked = was_checked(path, explored.trace)
            except PlyscopeError as error:
                self.notice = str(error)

    def take(self, found: list[Finding], *, keep: bool = True) -> str:
        """Show what was found, and keep it unless told otherwise; gives a notice where it cannot be kept."""
        self.checked = True
        self._show(found)
        return "" if self._path is None or not keep else self.keep_in(self._path)

    def keep_in(self, path: str) -> str:
        """Keep it in a file of the same recording from now on; gives a notice where that cannot be."""
        self._path = path
        if not self.found and not self.checked:
            return ""
        try:
            keep_findings(path, self._explored.trace, self.found)
        except PlyscopeError as error:
            return f"not kept: {error}"
        return ""

    def forget(self) -> None:
        """Forget what was found: the recording has grown."""
        self.checked = False
        self._show([])

    def choose(self, disease: str) -> None:
        """Take one finding in hand: next and previous are its nodes from now on."""
        self._chosen = disease
        self._sort()

    def _show(self, found: list[Finding]) -> None:
        self.found, self._chosen = found, None
        self._where, self._made = [], []
        for one in found:
            nodes, steps = self.in_order(one)
            self._where.append(nodes)
            self._made.append(steps)
        self._sort()

    def in_order(self, finding: Finding) -> tuple[Ints, Ints]:
        """Return the nodes that have a finding, ascending, and the step of the mistake at each, else of its return."""
        nodes = np.array(finding.where or (finding.node,), np.int64)
        steps = np.array(finding.steps, np.int64)
        if len(steps) != len(nodes):
            steps = np.minimum(self._explored.trace.columns.left(nodes), self._explored.trace.steps - 1)
        order = np.argsort(nodes, kind="stable")
        return nodes[order], steps[order]

    def _sort(self) -> None:
        mine = [k for k, one in enumerate(self.found) if self._chosen in (None, one.disease)]
        nodes, steps = (np.concatenate([NOTHING, *(all_[k] for k in mine)]) for all_ in (self._where, self._made))
        self.steps, first = np.unique(steps, return_index=True)
        self._nodes = nodes[first]

    def made_at(self, finding: Finding) -> int:
        """The step at which its mistake is made first."""
        nodes, steps = self.in_order(finding)
        return int(steps[np.searchsorted(nodes, finding.node)])

    def at(self, node: int) -> list[Finding]:
        """What is wrong at a node, the worst first. O(findings · log nodes)."""
        return [one for one, where in zip(self.found, self._where, strict=True) if _holds(where, node)]

    def mark(self, node: int) -> str:
        """`⚠` at a node where something is wrong, `i` where there is a remark; empty at any other."""
        here = self.at(node)
        return SIGNS[here[0].severity] if here else ""

    def next_node(self) -> str:
        """Go to where the mistake of the finding in hand is made next, or any where none is."""
        return self._go(forward=True)

    def previous_node(self) -> str:
        """Go to where it was made before."""
        return self._go(forward=False)

    def _go(self, *, forward: bool) -> str:
        if not len(self.steps):
            return NONE if self.checked else UNKNOWN
        cursor = self._explored.cursor
        if not (cursor.go_to_next(self.steps) if forward else cursor.go_to_previous(self.steps)):
            what = f"no {self._chosen}" if self._chosen else "nothing wrong"
            return f"{what} after this step; B goes back" if forward else f"{what} before this step; N goes on"
        return self._explored.select(int(self._nodes[np.searchsorted(self.steps, cursor.step)]))

    def toggle_nodes(self) -> str:
        """Leave out all nodes but those with a finding and those above them; show all again where that is so."""
        if not self.found:
            return NONE if self.checked else UNKNOWN
        return self._tree.toggle_only(np.concatenate(self._where), "nodes with a finding")

    def sentences(self, node: int) -> list[tuple[bool, str]]:
        """What is to be said of a node: whether it is wrong, or a remark, and the sentence with its remedy."""
        return [(one.severity is not NOTE, self._sentence(one, node)) for one in self.at(node)]

    def _sentence(self, finding: Finding, node: int) -> str:
        if node == finding.node:
            first = f" (the first of {finding.nodes:,}; N goes on)" if finding.nodes > 1 else ""
            return f"{finding.severity}: {finding.disease}{first}: {finding.message}. {finding.remedy}"
        first = "/".join(finding.path) or "the root"
        return f"{finding.severity}: {finding.disease} here too, first at {first}, which says what it is"


def _holds(where: Ints, node: int) -> bool:
    place = int(np.searchsorted(where, node))
    return place < len(where) and int(where[place]) == node
