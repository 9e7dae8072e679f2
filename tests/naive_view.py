"""What a naive explorer shows: a set of collapsed nodes, and a list of rows made anew for every question."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from naive_replay import ENTERED, RETURNED, SKIPPED, Known, Recording, Replay

from tracer.recording.status import OPEN, PRUNED, TERMINAL
from tui.model.explorer_state import Location

SMALL = 40


@dataclass(frozen=True)
class Condition:
    """A condition, what it says of one node, and the event at which a visit is found to fulfil it."""

    text: str
    of: Callable[[Recording, int], bool]
    when: str

    def hits(self, it: Recording) -> list[tuple[int, int]]:
        """Step and node of every hit, by node."""
        found = []
        for node in range(it.size):
            if not self.of(it, node):
                continue
            if node in it.pruned or self.when == ENTERED:
                found.append((it.first[node], node))
            elif self.when == "cutoff" and it.cutoff[node]:
                found.append((it.returned[it.visited_children[node][-1]] + 1, node))
            else:  # a visit that never returned is met as it is entered
                found.append((it.first[node] if it.status[node] == OPEN else it.returned[node], node))
        return found


def _below(recording: Recording, node: int, limit: float) -> bool:
    value = recording.value[node]
    return value is not None and value < limit


CONDITIONS = (
    Condition("cutoff", lambda it, node: it.cutoff[node], "cutoff"),
    Condition("ply == 2", lambda it, node: it.ply(node) == 2, ENTERED),
    Condition("value < 1", lambda it, node: _below(it, node, 1), RETURNED),
    Condition("pruned > 1", lambda it, node: it.skips(node) > 1, "cutoff"),
    Condition("status == TERMINAL", lambda it, node: it.status[node] == TERMINAL, RETURNED),
    Condition("status == PRUNED", lambda it, node: it.status[node] == PRUNED, RETURNED),
    Condition("alpha > -2", lambda it, node: it.alpha[node] > -2, ENTERED),
    Condition("turn == MIN or ply > 3", lambda it, node: it.turn[node] == -1 or it.ply(node) > 3, ENTERED),
    Condition("children == 1", lambda it, node: len(it.visited_children[node]) == 1, RETURNED),
    Condition("not cutoff and ply < 3", lambda it, node: not it.cutoff[node] and it.ply(node) < 3, "cutoff"),
    Condition("cutoff or pruned == 0", lambda it, node: it.cutoff[node] or not it.skips(node), "cutoff"),
    Condition("ply > 1000", lambda it, node: it.ply(node) > 1000, ENTERED),
)


class NaiveView:
    """Where one is in a recording, and what is shown of it."""

    def __init__(self, replay: Replay) -> None:
        self.replay, self.recording = replay, replay.recording
        self._step, self.selected, self.told_end = self.recording.last, 0, False
        self.inner = {node for node, below in enumerate(self.recording.children) if below}
        self.collapsed = set() if self.recording.size <= SMALL else self.inner - {0}
        self.roots, self.behind, self.ahead = [0], list[Location](), list[Location]()
        self.breakpoints: dict[Condition, bool] = {}
        self.sought: Condition | None = None
        self.no_pruned, self.only_cutoffs = False, False
        self.sorting = ""
        self.plies: int | None = None
        self.chosen: set[int] | None = None
        self.unfiltered: set[int] | None = None
        self.one_by_one, self.first_indented = False, 0
        self.on_line = range(self.recording.last + 1)
        """The steps on the line of time."""

    @property
    def step(self) -> int:
        """The step in hand; where it changes, one is told anew that the recording ends."""
        return self._step

    @step.setter
    def step(self, step: int) -> None:
        self.told_end = self.told_end and step == self._step
        self._step = step

    @property
    def known(self) -> Known:
        """What is known at the step in hand; unless they are passed one by one, with all branches skipped there."""
        then = self.replay.known[self.until]
        return replace(self.replay.known[self.step], phase=then.phase, pruned=then.pruned)

    @property
    def until(self) -> int:
        """The last step of the moment in hand."""
        step = self.step
        while not self.one_by_one and step < self.recording.last and self._is_along(step + 1):
            step += 1
        return step

    def _is_along(self, step: int) -> bool:
        """Whether a branch is skipped right after another one of the same node."""
        events, parent = self.recording.events, self.recording.parent
        (before, earlier), (now, node) = events[step - 1], events[step]
        return step > 0 and before == now == SKIPPED and parent[earlier] == parent[node]

    @property
    def place(self) -> Location:
        return Location(self.step, self.selected)

    @property
    def root(self) -> int:
        return self.roots[-1]

    @property
    def row(self) -> int:
        return self.rows().index(self.selected)

    def is_shown(self, node: int) -> bool:
        """Whether all filters let a node through."""
        kept = [self._with_cutoffs] if self.only_cutoffs else []
        kept += [] if self.chosen is None else [self.chosen]
        if self.no_pruned and node in self.recording.pruned:
            return False
        if self.plies is not None and self.recording.ply(node) > self.plies:
            return False
        return all(node in nodes for nodes in kept)

    @property
    def _with_cutoffs(self) -> set[int]:
        it = self.recording
        cut = [node for node in range(it.size) if it.cutoff[node]]
        return it.with_parents({*cut, *it.pruned, *(it.visited_children[node][-1] for node in cut)})

    def children(self, node: int) -> list[int]:
        """The children that are shown, in the order in which they are."""
        return [child for child in self._in_order(node) if self.is_shown(child)]

    def _in_order(self, node: int) -> list[int]:
        """All children, in the order in which they stand."""
        orders = {"by value": self.recording.by_value, "by nodes": self.recording.by_nodes}
        return orders[self.sorting](node) if self.sorting else self.recording.children[node]

    def rows(self) -> list[int]:
        """The nodes that have rows."""
        found, waiting = [], [self.root]
        while waiting:
            node = waiting.pop()
            found.append(node)
            if node not in self.collapsed:
                waiting.extend(reversed(self.children(node)))
        return found

    def frontier(self) -> list[int]:
        """The outermost collapsed nodes, whether shown or not."""
        found, waiting = [], [0]
        while waiting:
            node = waiting.pop()
            if node in self.collapsed:
                found.append(node)
            else:
                waiting.extend(reversed(self._in_order(node)))
        return found

    def titles(self) -> list[str]:
        path = self.recording.path[self.root]
        labels = [self.recording.labels[node] for node in path[1:]]
        cut = ["…", *labels[-6:]] if len(labels) > 6 else labels
        found = ["root: " + "/".join(cut)] if self.root else []
        found += ["no pruned branches"] * self.no_pruned + ["only cutoffs"] * self.only_cutoffs
        found += [] if self.plies is None else [f"ply ≤ {self.plies}"]
        return found + ["only hits"] * (self.chosen is not None) + [self.sorting] * bool(self.sorting)

    def stops(self) -> list[tuple[int, int]]:
        """Step and node of every hit of the breakpoints that are on, breakpoint by breakpoint."""
        return [hit for condition, is_on in self.breakpoints.items() if is_on for hit in self._hits(condition)]

    def hits(self) -> list[tuple[int, int]]:
        """Step and node of every hit of what was looked for, in the order of the search."""
        return [] if self.sought is None else sorted(self._hits(self.sought))

    def _hits(self, condition: Condition) -> list[tuple[int, int]]:
        known = self.replay.hits
        if condition.text not in known:
            known[condition.text] = condition.hits(self.recording)
        return known[condition.text]

    # Selecting.

    def select(self, node: int) -> bool:
        while not self.is_shown(node):
            node = self.recording.path[node][-2]
        self._reveal(node)
        self.selected = node
        return False

    def _reveal(self, node: int) -> None:
        above = self.recording.path[node][:-1]
        while self.root != node and self.root not in above:
            self.roots.pop()
        self.collapsed -= set(above)

    def _row_or_above(self) -> None:
        """The selection moves up to where there is a row."""
        rows = self.rows()
        if self.root not in self.recording.path[self.selected]:
            self.selected = self.root
        while self.selected not in rows:
            self.selected = self.recording.path[self.selected][-2]

    def _nearest(self, node: int) -> int:
        return next(above for above in reversed(self.recording.path[node]) if self.is_shown(above))
