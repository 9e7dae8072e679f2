"""What is wrong with a search: which nodes have it, and the keys that go from one to the next."""

from __future__ import annotations

from functools import partialmethod

import numpy as np

from tracer.diagnosis.finding import ERROR, NOTE, WARNING, Finding
from tracer.errors import PlyscopeError
from tracer.findings import keep_findings, kept_findings, was_checked
from tracer.recording.columns import Ints
from tracer.why.sentences import format_count
from tui.model.explorer_state import ExplorerState, Location, Span
from tui.model.list_model import NO_NODES, ListModel, fit_path, path_width
from tui.model.tree_keys import TreeKeys

SEVERITY_SIGNS = {ERROR: "⚠", WARNING: "⚠", NOTE: "i"}
"""The glyph of a node that has a finding."""
NOT_CHECKED = "nothing is known to be wrong: C checks the search"
NO_FINDINGS = "the check found nothing wrong: there is no node to go to"


class Findings(ListModel):
    """What was found in a recording, as a list, and its keys, which go through the nodes of the finding in hand.

    Args:
        tree: shows the nodes that have something alone where that is wished.
        path: the file of the recording, which keeps what is found; None where it is in none.

    Attributes:
        findings: what is known, the worst first.
        is_checked: whether that is all that a check finds, now or when it was kept.
        steps: the steps at which the mistakes of the finding in hand are made, ascending; those of all where none is.
        notice: what could not be read from the file; empty where all was.
    """

    name = "Findings"

    def __init__(self, explorer: ExplorerState, tree: TreeKeys, path: str | None) -> None:
        super().__init__(explorer)
        self._tree, self._path = tree, path
        self.findings: list[Finding] = []
        self.is_checked, self.notice = False, ""
        self.steps: Ints = NO_NODES
        self._shown_nodes: Ints = NO_NODES
        self._places: list[tuple[Ints, Ints]] = []
        """Of each: its nodes, ascending, and the steps of the mistakes there."""
        self._chosen_bug: str | None = None
        if path is not None:
            try:
                self._set_findings(kept_findings(path, explorer.trace))
                self.is_checked = was_checked(path, explorer.trace)
            except PlyscopeError as error:
                self.notice = str(error)

    def __len__(self) -> int:
        return len(self.findings)

    @property
    def count_text(self) -> str:
        """How many are known; `?` where nobody has looked for them."""
        return super().count_text if self.findings or self.is_checked else "?"

    @property
    def empty_text(self) -> str:
        """How to look for them, or that there are none."""
        return "nothing wrong was found" if self.is_checked else "C looks for what is wrong with this search"

    def make_current(self, index: int) -> None:
        """Have next and previous go through its nodes."""
        super().make_current(index)
        self._chosen_bug = self.findings[index].disease
        self._merge_steps()

    def format_entry(self, index: int, width: int) -> list[Span]:
        """How bad it is, its name, at how many nodes, where first, and what shows it."""
        finding = self.findings[index]
        first_place = "/".join(finding.path) or "the root"
        style = "about" if finding.severity is NOTE else "wrong"
        return [
            (f"{SEVERITY_SIGNS[finding.severity]} {finding.severity:<8}", style),
            (finding.disease, "label"),
            (f"  {format_count(finding.nodes, 'node')}, first ", "about"),
            (fit_path(first_place, min(path_width(width), len(first_place))), "value"),
            (f"  {finding.message}", "about"),
        ]

    def find_location(self, index: int, step: int) -> Location | None:
        """Where the mistake is made first."""
        finding = self.findings[index]
        return Location(self.first_mistake_step(finding), finding.node)

    def show_findings(self, findings: list[Finding], *, with_saving: bool = True) -> str:
        """Show what was found, and keep it unless told otherwise; gives a notice where it cannot be kept."""
        self.is_checked = True
        self._set_findings(findings)
        return "" if self._path is None or not with_saving else self.save_to_file(self._path)

    def save_to_file(self, path: str) -> str:
        """Keep it in a file of the same recording from now on; gives a notice where that cannot be."""
        self._path = path
        if not self.findings and not self.is_checked:
            return ""
        try:
            keep_findings(path, self._explorer.trace, self.findings)
        except PlyscopeError as error:
            return f"not kept: {error}"
        return ""

    def clear(self) -> None:
        """Forget what was found: the recording has grown."""
        self.is_checked = False
        self._set_findings([])

    def _set_findings(self, findings: list[Finding]) -> None:
        self.findings, self._chosen_bug = findings, None
        self._places = list(map(self.nodes_and_steps, findings))
        self._merge_steps()

    def nodes_and_steps(self, finding: Finding) -> tuple[Ints, Ints]:
        """Return the nodes that have a finding, ascending, and the step of the mistake at each, else of its return."""
        nodes = np.array(finding.where or (finding.node,), np.int64)
        steps = np.array(finding.steps, np.int64)
        if len(steps) != len(nodes):
            steps = np.minimum(self._explorer.trace.columns.left(nodes), self._explorer.trace.steps - 1)
        order = np.argsort(nodes, kind="stable")
        return nodes[order], steps[order]

    def _merge_steps(self) -> None:
        findings = zip(self.findings, self._places, strict=True)
        chosen = [places for finding, places in findings if self._chosen_bug in (None, finding.disease)]
        nodes, steps = map(np.concatenate, zip((NO_NODES, NO_NODES), *chosen, strict=True))
        self.steps, first_indices = np.unique(steps, return_index=True)
        self._shown_nodes = nodes[first_indices]

    def first_mistake_step(self, finding: Finding) -> int:
        """The step at which its mistake is made first."""
        nodes, steps = self.nodes_and_steps(finding)
        return int(steps[np.searchsorted(nodes, finding.node)])

    def findings_at(self, node: int) -> list[Finding]:
        """What is wrong at a node, the worst first. O(findings · log nodes)."""
        return [
            finding
            for finding, (nodes, _) in zip(self.findings, self._places, strict=True)
            if node in nodes[slice(*np.searchsorted(nodes, (node, node + 1)))]
        ]

    def mark_of(self, node: int) -> str:
        """`⚠` at a node where something is wrong, `i` where there is a remark; empty at any other."""
        findings_here = self.findings_at(node)
        return SEVERITY_SIGNS[findings_here[0].severity] if findings_here else ""

    def _go_to_mistake(self, *, forward: bool) -> str:
        if not len(self.steps):
            return NO_FINDINGS if self.is_checked else NOT_CHECKED
        cursor = self._explorer.cursor
        if not cursor.go_along(self.steps, forward=forward):
            subject = f"no {self._chosen_bug}" if self._chosen_bug else "nothing wrong"
            return f"{subject} after this step; B goes back" if forward else f"{subject} before this step; N goes on"
        return self._explorer.select(int(self._shown_nodes[np.searchsorted(self.steps, cursor.step)]))

    next_node = partialmethod(_go_to_mistake, forward=True)
    previous_node = partialmethod(_go_to_mistake, forward=False)

    def toggle_nodes(self) -> str:
        """Leave out all nodes but those with a finding and those above them; show all again where that is so."""
        if not self.findings:
            return NO_FINDINGS if self.is_checked else NOT_CHECKED
        return self._tree.toggle_only_nodes(
            np.concatenate([nodes for nodes, _ in self._places]), "nodes with a finding"
        )

    def describe_findings_at(self, node: int) -> list[tuple[bool, str]]:
        """What is to be said of a node: whether it is wrong, or a remark, and the sentence with its remedy."""
        return [
            (finding.severity is not NOTE, self._describe_finding(finding, node)) for finding in self.findings_at(node)
        ]

    def _describe_finding(self, finding: Finding, node: int) -> str:
        if node == finding.node:
            first_place = f" (the first of {finding.nodes:,}; N goes on)" if finding.nodes > 1 else ""
            return f"{finding.severity}: {finding.disease}{first_place}: {finding.message}. {finding.remedy}"
        first_place = "/".join(finding.path) or "the root"
        return f"{finding.severity}: {finding.disease} here too, first at {first_place}, which says what it is"
