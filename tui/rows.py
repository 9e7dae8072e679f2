"""Which node stands in which row of a tree that is partly collapsed: two sorted arrays, never a list of rows.

With everything expanded, row r is node r, because ids are given in visit order. A collapsed node hides one range of
ids, so the rows follow from the collapsed nodes alone. Only the *outermost* ones matter; they are the frontier. Which
nodes are shown at all (pruned branches can be left out) is a prefix count over ids, so a filter costs no list either.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

import numpy as np

from tracer.columns import Ints


class Rows:
    """The rows of a tree view. The root starts open with its children collapsed.

    Args:
        end: one past the last id of every node's subtree, in visit order.
        ply: every node's distance from the root.
        parent: every node's parent; −1 at the root.
    """

    def __init__(self, end: Ints, ply: Ints, parent: Ints) -> None:
        self._end, self._ply, self._parent = end, ply, parent
        self._shown: Ints | None = None
        self._frontier: Ints = np.empty(0, np.int64)
        self._hidden: Ints = np.zeros(1, np.int64)
        self._stash: dict[int, Ints] = {}
        self.collapse_all()

    def __len__(self) -> int:
        return self._before(len(self._end)) - int(self._hidden[-1])

    @property
    def frontier(self) -> Ints:
        """The outermost collapsed nodes, ascending."""
        return self._frontier

    def show_only(self, shown_before: Ints | None) -> None:
        """Leave nodes out, or show all again. O(collapsed nodes).

        Args:
            shown_before: n + 1 long: for each id, how many of the ids below it are shown. A node that is shown has
                its parent shown, the root included. None shows every node.
        """
        self._shown = shown_before
        self._hidden = np.zeros(len(self._frontier) + 1, np.int64)
        np.cumsum(self._sizes(self._frontier), out=self._hidden[1:])

    def is_shown(self, node: int) -> bool:
        """Whether the filter lets a node through; it may still be inside a collapsed one."""
        return self._shown is None or bool(self._shown[node + 1] > self._shown[node])

    def _before(self, node: int) -> int:
        """Shown nodes among the ids below."""
        return node if self._shown is None else int(self._shown[node])

    def _sizes(self, nodes: Ints) -> Ints:
        """How many rows each of these nodes hides when it is collapsed."""
        ends = self._end[nodes]
        return ends - nodes - 1 if self._shown is None else self._shown[ends] - self._shown[nodes + 1]

    def hides(self, node: int) -> int:
        """How many nodes below it would have rows, all expanded."""
        return self._before(int(self._end[node])) - self._before(node + 1)

    def follows(self, node: int, ancestor: int) -> bool:
        """Whether any shown node comes after a node's subtree inside an ancestor's: the guide line goes on then."""
        return self._before(int(self._end[ancestor])) > self._before(int(self._end[node]))

    def outermost(self, node: int) -> int | None:
        """The collapsed node that hides this one; None where it is not inside any. O(log collapsed)."""
        place = int(np.searchsorted(self._frontier, node))
        if place == 0:
            return None
        candidate = int(self._frontier[place - 1])
        return candidate if self._end[candidate] > node else None

    def visible(self, node: int) -> int:
        """The node itself, or the nearest node above it that has a row. O(log collapsed)."""
        while not self.is_shown(node):
            node = int(self._parent[node])
        hidden_by = self.outermost(node)
        return node if hidden_by is None else hidden_by

    def row(self, node: int) -> int:
        """The row of a node, or of the nearest node above it that has one. O(log collapsed)."""
        node = self.visible(node)
        return self._before(node) - int(self._hidden[np.searchsorted(self._frontier, node)])

    def node(self, row: int) -> int:
        """The node in a row. O(log n).

        Raises:
            IndexError: there is no such row.
        """
        if not 0 <= row < len(self):
            raise IndexError(f"row {row}: there are {len(self)}")
        frontier, hidden = self._frontier, self._hidden
        above = bisect_left(range(len(frontier)), row, key=lambda k: self._before(int(frontier[k])) - int(hidden[k]))
        number = row + int(hidden[above])
        if self._shown is None:
            return number
        # Bisection in the array's own type: a wider number would make NumPy convert the whole array first.
        return int(np.searchsorted(self._shown, self._shown.dtype.type(number), side="right")) - 1

    def is_collapsed(self, node: int) -> bool:
        """Whether a node that has a row hides what is below it."""
        place = int(np.searchsorted(self._frontier, node))
        return place < len(self._frontier) and int(self._frontier[place]) == node

    def can_expand(self, node: int) -> bool:
        """Whether there is anything below."""
        return self.hides(node) > 0

    def _children(self, node: int) -> list[int]:
        """The children that have children themselves."""
        end, stop = self._end, int(self._end[node])
        child, found = node + 1, []
        while child < stop:
            following = int(end[child])
            if following > child + 1:
                found.append(child)
            child = following
        return found

    def _replace(self, node: int, inside: Ints) -> None:
        """Put these nodes in place of the frontier inside a node's range, the node itself included."""
        first, last = np.searchsorted(self._frontier, (node, int(self._end[node])))
        sums = np.cumsum(self._sizes(inside)) + self._hidden[first]
        before = self._hidden[last]
        after = sums[-1] if len(sums) else self._hidden[first]
        tail = self._hidden[last + 1 :] + (after - before)
        self._hidden = np.concatenate([self._hidden[: first + 1], sums, tail])
        self._frontier = np.concatenate([self._frontier[:first], inside, self._frontier[last:]])

    def collapse(self, node: int) -> bool:
        """Hide what is below a node, to be found again as it was. False where there is nothing to hide."""
        if self._end[node] == node + 1 or self.is_collapsed(node) or self.outermost(node) is not None:
            return False
        first, last = np.searchsorted(self._frontier, (node, int(self._end[node])))
        self._stash[node] = self._frontier[first:last].copy()
        self._replace(node, _ids([node]))
        return True

    def expand(self, node: int) -> bool:
        """Show the children of a collapsed node: as they were when it was collapsed, else each collapsed."""
        if not self.is_collapsed(node):
            return False
        self._replace(node, self._opened(node))
        return True

    def _opened(self, node: int) -> Ints:
        """The frontier inside a collapsed node once it is opened."""
        stash = self._stash.pop(node, None)
        return _ids(self._children(node)) if stash is None else stash

    def toggle(self, node: int) -> bool:
        """Expand or collapse; False where neither does anything."""
        return self.expand(node) or self.collapse(node)

    def reveal(self, node: int) -> bool:
        """Open every collapsed node above this one; False where none was. O(plies opened × branching)."""
        outermost = self.outermost(node)
        if outermost is None:
            return False
        left: list[Ints] = []
        right: list[Ints] = []
        hider = outermost
        while hider >= 0:
            inside = self._opened(hider)
            place = int(np.searchsorted(inside, node, side="right"))
            hider = self._holding(inside[:place], node)
            left.append(inside[: place - 1 if hider >= 0 else place])
            right.append(inside[place:])
        self._replace(outermost, np.concatenate([*left, *reversed(right)]))
        return True

    def _holding(self, before: Ints, node: int) -> int:
        """The last of these nodes if the given one is below it, else −1."""
        last = int(before[-1]) if len(before) else node
        return last if last != node and self._end[last] > node else -1

    def expand_all(self, node: int) -> bool:
        """Open a node and everything below it; False where nothing was collapsed."""
        first, last = np.searchsorted(self._frontier, (node, int(self._end[node])))
        if first == last:
            return False
        self._replace(node, _ids([]))
        return True

    def collapse_all(self) -> bool:
        """Leave only the root open; what was open below is forgotten. False where it is so already."""
        wanted = _ids(self._children(0))
        if np.array_equal(wanted, self._frontier):
            return False
        self._restart(wanted)
        return True

    def expand_to(self, ply: int) -> None:
        """Show everything down to a ply, and nothing below it. O(n), vectorised."""
        self._restart(np.flatnonzero((self._ply == ply) & (self._end > np.arange(1, len(self._end) + 1))))

    def _restart(self, frontier: Ints) -> None:
        """Take another frontier and forget how collapsed nodes looked inside."""
        self._stash.clear()
        self._frontier = frontier
        self.show_only(self._shown)


def _ids(nodes: Iterable[int]) -> Ints:
    return np.fromiter(nodes, np.int64)
