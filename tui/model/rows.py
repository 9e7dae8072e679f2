"""Which node stands in which row of a tree that is partly collapsed, filtered, sorted, and seen from one of its nodes.

Nodes go in and come out; inside, everything is ranges of slots: `ordering` turns nodes into slots, `frontier` slots
into rows. There is never a list of rows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

import numpy as np

from tracer.recording.columns import Bools, Ints
from tracer.recording.slices import Beat, unheard
from tui.model.kin import Folding, Kin, Shown, work_out
from tui.model.ordering import NONE, Frontier, Order, inner_children, join


class Rows:
    """The rows of a tree view. The root starts open with its children collapsed.

    Args:
        end: one past the last id of every node's subtree, in visit order.
        ply: every node's distance from the root.
        parent: every node's parent; −1 at the root.
        order: the order of siblings; that of the search where none is given.
    """

    def __init__(self, end: Ints, ply: Ints, parent: Ints, order: Order | None = None) -> None:
        self._end, self._ply, self._parent = end, ply, parent
        self._order = order or Order(end)
        self._shown: Shown | None = None
        self._stash: dict[int, Ints] = {}
        """By slot: the frontier inside a collapsed node, to be found again when it is expanded."""
        self._unfiltered: Folding | None = None
        """What was collapsed before a filter left nodes out; None while none does."""
        self._roots = [0]
        self._tree = Frontier(self._order.end)
        self.collapse_all()

    def __len__(self) -> int:
        top = self._order.slot(self.root)
        return self._tree.row(int(self._order.end[top])) - self._tree.row(top)

    @property
    def frontier(self) -> Ints:
        """The outermost collapsed nodes, in the order of the rows."""
        return self._order.nodes(self._tree.slots)

    @property
    def folding(self) -> Folding:
        """What is open. O(nodes collapsed by hand)."""
        return Folding(self._order, self._tree.slots, dict(self._stash), tuple(self._roots))

    def fold_as(self, folding: Folding) -> None:
        """Open and collapse as it was; nothing where the rows have been put into another order since. O(collapsed)."""
        if folding.order is not self._order:
            if not self._order.follows(folding.order):
                return
            folding = folding.arranged(self._order)
        self._stash, self._roots = dict(folding.stash), list(folding.roots)
        if folding.slots is not self._tree.slots:
            self._tree = self._tree.with_slots(folding.slots)
        while not self.is_shown(self.root) and self.unroot():
            pass

    @property
    def nodes(self) -> Ints:
        """The nodes that have rows, in the order of the rows. O(n), vectorised."""
        return self._order.nodes(self._tree.open_slots(self._order.slot(self.root)))

    @property
    def root(self) -> int:
        """The node of the first row."""
        return self._roots[-1]

    @property
    def kin(self) -> Kin:
        """Who stands beside and below a node, folded or not."""
        return Kin(self._order, self._tree, self._parent)

    def reroot(self, node: int) -> bool:
        """Show a node that has a row, and what is below it, and nothing else; False where there is nothing below."""
        if node == self.root or not self.can_expand(node):
            return False
        self._roots.append(node)
        self.expand(node)
        return True

    def unroot(self) -> bool:
        """Go back to the root before; False at the root of the tree."""
        if len(self._roots) > 1:
            self._roots.pop()
            return True
        return False

    def _below_root(self, node: int) -> bool:
        return self.root <= node < int(self._end[self.root])

    def _reach(self, node: int) -> bool:
        """Go back to the nearest root that a node is below; False where it is already."""
        left = False
        while not self._below_root(node):
            left = self.unroot()
        return left

    def work_out(self, mask: Bools | None, beat: Beat = unheard) -> Shown | None:
        """What follows from a filter, in any thread; None where all is shown. O(n), vectorised.

        Args:
            mask: for each node whether it is shown; one that is has its parent shown, the root included. None shows
                every node.
            beat: called in between.
        """
        return None if mask is None else work_out(mask, self._order, self._end, self._parent, beat)

    def show_only(self, shown: Shown | None) -> None:
        """Leave nodes out, or show all again, collapsed as they were before some were left out.

        Args:
            shown: what `work_out` gave.
        """
        slots, before = self._tree.slots, self._unfiltered
        if shown is None and before is not None:
            slots, self._stash, self._unfiltered = before.slots, before.stash, None
        elif shown is not None and before is None:
            self._unfiltered = self.folding
        self._shown = shown
        self._tree = Frontier(self._order.end, self._before(), slots)
        while not self.is_shown(self.root) and self.unroot():
            pass

    def _before(self) -> Ints | None:
        """By slot, and for the end: how many before it are shown; None where all are."""
        self._shown = None if self._shown is None else self._shown.arranged(self._order)
        return None if self._shown is None else self._shown.before

    def arrange(self, order: Order) -> None:
        """Put the rows into another order; what was collapsed stays so. O(n), vectorised."""
        now, before = self.folding.arranged(order), self._unfiltered
        self._order, self._stash = order, now.stash
        self._unfiltered = None if before is None else before.arranged(order)
        self._tree = Frontier(order.end, self._before(), now.slots)

    def is_shown(self, node: int) -> bool:
        """Whether the filter lets a node through; it may still be inside a collapsed one."""
        return self._shown is None or bool(self._shown.mask[node])

    def count_left_out(self, node: int) -> int:
        """How many nodes the filter leaves out below a node, beyond its children that are shown."""
        return 0 if self._shown is None else int(self._shown.left_out[node])

    def count_below(self, node: int) -> int:
        """How many nodes below it would have rows, all expanded."""
        slot = self._order.slot(node)
        return self._tree.count_before(int(self._order.end[slot])) - self._tree.count_before(slot + 1)

    def follows(self, node: int, ancestor: int) -> bool:
        """Whether any shown node comes after a node's subtree inside an ancestor's: the guide line goes on then."""
        end = self._order.end
        stop, done = end.item(self._order.slot(ancestor)), end.item(self._order.slot(node))
        return self._tree.count_before(stop) > self._tree.count_before(done)

    def collapsed_above(self, node: int) -> int | None:
        """The collapsed node that hides this one; None where it is not inside any. O(log collapsed)."""
        above = self._tree.collapsed_above(self._order.slot(node))
        return None if above is None else self._order.node(above)

    def nearest_visible(self, node: int) -> int:
        """The node itself, or the nearest node above it that has a row, or the root. O(log collapsed)."""
        if not self._below_root(node):
            return self.root
        while not self.is_shown(node):
            node = int(self._parent[node])
        hidden_by = self.collapsed_above(node)
        return node if hidden_by is None else hidden_by

    def row(self, node: int) -> int:
        """The row of a node, or of the nearest node above it that has one. O(log collapsed)."""
        slot, top = self._order.slot(self.nearest_visible(node)), self._order.slot(self.root)
        return self._tree.row(slot) - self._tree.row(top)

    def node(self, row: int) -> int:
        """The node in a row. O(log n).

        Raises:
            IndexError: there is no such row.
        """
        if not 0 <= row < len(self):
            raise IndexError(f"row {row}: there are {len(self)}")
        return self._order.node(self._tree.slot(row + self._tree.row(self._order.slot(self.root))))

    def is_collapsed(self, node: int) -> bool:
        """Whether a node that has a row hides what is below it."""
        return self._order.slot(node) in self._tree

    def can_expand(self, node: int) -> bool:
        """Whether there is anything below that the filter shows."""
        return self.count_below(node) > 0

    def collapse(self, node: int) -> bool:
        """Hide what is below a node, to be found again as it was. False where there is nothing to hide."""
        slot = self._order.slot(node)
        if self._end[node] == node + 1 or slot in self._tree or self._tree.collapsed_above(slot) is not None:
            return False
        self._stash[slot] = self._tree.collapsed_within(slot).copy()
        self._tree.replace(slot, _slots([slot]))
        return True

    def expand(self, node: int) -> bool:
        """Show the children of a collapsed node: as they were when it was collapsed, else each collapsed."""
        slot = self._order.slot(node)
        if slot not in self._tree:
            return False
        self._tree.replace(slot, self._opened(slot))
        return True

    def _opened(self, slot: int) -> Ints:
        """The frontier inside a collapsed slot once it is opened."""
        stash = self._stash.pop(slot, None)
        return _slots(inner_children(self._order.end, slot)) if stash is None else stash

    def toggle(self, node: int) -> bool:
        """Expand or collapse; False where neither does anything."""
        return self.expand(node) or self.collapse(node)

    def reveal(self, node: int) -> bool:
        """Open every collapsed node above this one, and leave a root that it is not below. False where it had a row.

        O(plies opened × branching).
        """
        left = self._reach(node)
        slot = self._order.slot(node)
        top = self._tree.collapsed_above(slot)
        if top is None:
            return left
        self._tree.replace(top, self._opened_down_to(slot, top))
        return True

    def _opened_down_to(self, slot: int, top: int) -> Ints:
        """The frontier inside a collapsed slot once it and all between it and another are opened."""
        end = self._order.end
        before: list[Ints | list[int]] = []
        after: list[Ints | list[int]] = []
        hider: int | None = top
        while hider is not None:
            stash = self._stash.pop(hider, None)
            inside = inner_children(self._order.end, hider) if stash is None else stash
            place = bisect_right(inside, slot)
            last = int(inside[place - 1]) if place else slot
            hider = last if last != slot and end[last] > slot else None
            before.append(inside[: place if hider is None else place - 1])
            after.append(inside[place:])
        return join([*before, *reversed(after)])

    def expand_chain(self, node: int) -> bool:
        """Open a node, and those below it as long as there is exactly one shown child. False where none was closed."""
        last = self._order.node(self._end_of_chain(self._order.slot(node)))
        return last != node and self.reveal(last)

    def _end_of_chain(self, slot: int) -> int:
        """The last slot of the line of only children that are shown."""
        end, tree = self._order.end, self._tree
        while (stop := tree.count_before(int(end[slot]))) > (number := tree.count_before(slot + 1)):
            child = tree.slot_after(number)
            if tree.count_before(int(end[child])) < stop:
                break
            slot = child
        return slot

    def expand_all(self, node: int) -> bool:
        """Open a node and everything below it; False where nothing was collapsed."""
        slot = self._order.slot(node)
        if not len(self._tree.collapsed_within(slot)):
            return False
        self._tree.replace(slot, NONE)
        return True

    def collapse_siblings(self, node: int) -> bool:
        """Collapse every sibling of a node that has a row; False where that hides nothing. O(siblings)."""
        if node == self.root:
            return False
        slot, above = self._order.slot(node), self._order.slot(int(self._parent[node]))
        siblings = [child for child in inner_children(self._order.end, above) if child != slot]
        wanted = [child for child in siblings if child not in self._tree]
        if not any(self.can_expand(self._order.node(child)) for child in wanted):
            return False
        for child in wanted:
            self._stash[child] = self._tree.collapsed_within(child).copy()
        self._tree.replace(above, np.sort(np.concatenate([self._tree.collapsed_within(slot), _slots(siblings)])))
        return True

    def collapse_all(self) -> bool:
        """Leave only the root open; what was open below is forgotten. False where it is so already."""
        return self._restart(_slots(inner_children(self._order.end, self._order.slot(self.root))))

    def collapse_beside(self, node: int) -> bool:
        """Leave only the path to a node open, and leave a root that it is not below. False where it is so already."""
        left = self._reach(node)
        self._forget()
        top = self._order.slot(self.root)
        return self._restart(self._opened_down_to(self._order.slot(node), top)) or left

    def expand_to(self, plies: int) -> bool:
        """Show so many plies below the root, and nothing deeper; False where it is so already. O(n), vectorised."""
        first, stop = self.root, int(self._end[self.root])
        ids = first + np.flatnonzero(self._ply[first:stop] == self._ply[first] + plies)
        return self._restart(self._order.slots(ids[self._end[ids] > ids + 1]))

    def _restart(self, inside: Ints) -> bool:
        """Take another frontier below the root, all unopened below it. False where it is the old one."""
        self._forget()
        top = self._order.slot(self.root)
        changes = not np.array_equal(self._tree.collapsed_within(top), inside)
        self._tree.replace(top, inside)
        return changes

    def _forget(self) -> None:
        """Forget how the collapsed nodes below the root looked inside."""
        top = self._order.slot(self.root)
        stop = int(self._order.end[top])
        self._stash = {slot: stash for slot, stash in self._stash.items() if not top <= slot < stop}

    def grow(self, end: Ints, ply: Ints, parent: Ints, order: Order | None = None) -> Rows:
        """The rows of the same search recorded further: the same ids and more.

        What was collapsed stays so, what is new arrives collapsed; filters are to be given again. O(n), vectorised.

        Args:
            end: as for a new `Rows`, and so are the others.
            ply: see above.
            parent: see above.
            order: see above.
        """
        rows = Rows(end, ply, parent, order)
        if len(self._end) == 1:
            return rows
        now, before = self.folding.grown(rows._order, end, parent), self._unfiltered
        rows._stash, rows._tree = now.stash, Frontier(rows._order.end, None, now.slots)
        rows._unfiltered = None if before is None else before.grown(rows._order, end, parent)
        rows._roots = list(self._roots)
        return rows


def _slots(slots: Iterable[int]) -> Ints:
    return np.fromiter(slots, np.int64)
