"""An explorer done the plainest way, key by key.

Each method does what a key says and tells whether it did nothing, which is when the real one gives a notice.
"""

from collections.abc import Callable

from naive_time import NaiveTime
from naive_view import CONDITIONS

from tui.model.explorer_state import MAX_HISTORY, Location

PAGE, LEVELS, SHORTEST = 10, 8, 16


class NaiveRows(NaiveTime):
    """The keys of rows: those that move and fold."""

    def _to_row(self, row: int) -> bool:
        before, rows = self.selected, self.rows()
        self.selected = rows[min(max(row, 0), len(rows) - 1)]
        return before == self.selected

    def tree_select_next(self) -> bool:
        return self._to_row(self.row + 1)

    def tree_select_previous(self) -> bool:
        return self._to_row(self.row - 1)

    def tree_page_down(self) -> bool:
        return self._to_row(self.row + PAGE)

    def tree_page_up(self) -> bool:
        return self._to_row(self.row - PAGE)

    def tree_select_first(self) -> bool:
        self.selected = self.rows()[0]
        return False

    def tree_select_last(self) -> bool:
        self.selected = self.rows()[-1]
        return False

    def tree_expand_or_enter(self) -> bool:
        below = self.children(self.selected)
        if below and self.selected in self.collapsed:
            self.collapsed.remove(self.selected)
        elif below:
            self.selected = below[0]
        return not below

    def tree_collapse_or_leave(self) -> bool:
        if self.children(self.selected) and self.selected not in self.collapsed:
            self.collapsed.add(self.selected)
            return False
        return True if self.selected == self.root else self.time_frame_up()

    def tree_toggle(self) -> bool:
        there = bool(self.children(self.selected))
        self.collapsed ^= {self.selected} if there else set()
        return not there

    def tree_expand_all(self) -> bool:
        closed = self.collapsed.intersection(self.recording.below(self.selected))
        self.collapsed -= closed
        return not closed

    def _fold(self, closed: set[int]) -> bool:
        """Below the root, only these are collapsed. Whether that is so already."""
        before = self.frontier()
        self.collapsed -= set(self.recording.below(self.root))
        self.collapsed |= closed
        self._row_or_above()
        return before == self.frontier()

    @property
    def _inside(self) -> set[int]:
        return self.inner.intersection(self.recording.below(self.root)) - {self.root}

    def tree_collapse_all(self) -> bool:
        return self._fold(self._inside)

    def tree_expand_to(self, plies: int) -> bool:
        deepest = self.recording.ply(self.root) + plies
        return self._fold({node for node in self._inside if self.recording.ply(node) >= deepest})

    def tree_collapse_beside(self) -> bool:
        path, left = self.recording.path[self._nearest(self.known.node)], self.root
        while self.root not in path:
            self.roots.pop()
        return self._fold(self._inside - set(path[:-1])) and left == self.root

    def tree_collapse_siblings(self) -> bool:
        if self.selected == self.root:
            return True
        beside = set(self.recording.children[self.recording.path[self.selected][-2]]) - {self.selected}
        if not any(self.children(node) and node not in self.collapsed for node in beside):
            return True
        self.collapsed |= beside & self.inner
        return False

    def tree_expand_chain(self) -> bool:
        node, before = self.selected, len(self.collapsed)
        while len(self.children(node)) == 1:
            self.collapsed -= {node}
            node = self.children(node)[0]
        return len(self.collapsed) == before

    def tree_expand_variation(self) -> bool:
        line = self.known.variation()
        last = self._nearest(line[-1])
        if len(line) == 1 or last in self.rows():
            return True
        self._reveal(last)
        return False

    def tree_follow(self) -> bool:
        line = self.known.variation()
        on_it = [node for node in line if node in self.recording.path[self.selected]]
        following = line[len(on_it) :]
        if not following or not self.is_shown(following[0]):
            return True
        self._reveal(self._nearest(line[-1]))
        return self.select(following[0])


class NaiveExplorer(NaiveRows):
    """An explorer: all keys, and the history of jumps."""

    def do(self, action: str, *arguments: int) -> bool:
        """Do what a key says; a jump is to be come back from. Gives whether there is a notice."""
        before, row = self.place, self.row
        notice: bool = getattr(self, action.replace(".", "_"))(*arguments)
        if not action.startswith("places.") and (abs(self.step - before.step) > 1 or abs(self.row - row) > PAGE):
            self._leave(before)
        return notice

    # What is left out, and how the rest is arranged.

    @property
    def _is_filtered(self) -> bool:
        return self.no_pruned or self.only_cutoffs or self.plies is not None or self.chosen is not None

    def _filtered(self) -> bool:
        while not self.is_shown(self.root):
            self.roots.pop()
        if self._is_filtered:
            self.unfiltered = set(self.collapsed) if self.unfiltered is None else self.unfiltered
            self._row_or_above()
            return False
        self.collapsed, self.unfiltered = self.collapsed if self.unfiltered is None else self.unfiltered, None
        return self.select(self.selected)

    def tree_toggle_pruned(self) -> bool:
        self.no_pruned ^= bool(self.recording.pruned)
        return self._filtered() if self.recording.pruned else True

    def tree_toggle_cutoffs(self) -> bool:
        self.only_cutoffs ^= any(self.recording.cutoff)
        return self._filtered() if any(self.recording.cutoff) else True

    def tree_toggle_deeper(self) -> bool:
        return self.tree_limit(self.recording.ply(self.selected) if self.plies is None else None)

    def tree_limit(self, plies: int | None) -> bool:
        if plies is not None and plies >= max(map(self.recording.ply, range(self.recording.size))):
            return True
        self.plies = plies
        return self._filtered()

    def tree_show_only(self, nodes: set[int]) -> bool:
        self.chosen = self.recording.with_parents(nodes)
        return self._filtered()

    def tree_show_all(self) -> bool:
        if not self._is_filtered:
            return True
        self.no_pruned, self.only_cutoffs, self.plies, self.chosen = False, False, None, None
        return self._filtered()

    def tree_reroot(self) -> bool:
        if self.selected == self.root or not self.children(self.selected):
            return True
        self.roots.append(self.selected)
        self.collapsed -= {self.selected}
        return False

    def tree_unroot(self) -> bool:
        return len(self.roots) == 1 or self.roots.pop() < 0

    def tree_next_order(self) -> bool:
        self.sorting = {"": "by value", "by value": "by nodes", "by nodes": ""}[self.sorting]
        return False

    def tree_shift_left(self) -> bool:
        return self._shift(-LEVELS // 2)

    def tree_shift_right(self) -> bool:
        return self._shift(LEVELS // 2)

    def _shift(self, plies: int) -> bool:
        before, top = self.first_indented, self.recording.ply(self.root)
        deepest = max(map(self.recording.ply, range(self.recording.size)))
        furthest = max(top, deepest - LEVELS)
        self.first_indented = max(top, min(before + plies, furthest))
        return before == self.first_indented

    # The line of time.

    def follow(self) -> None:
        """The line goes along with a step that left it."""
        if self.step not in self.on_line:
            self._show(len(self.on_line), 0.5)

    def _show(self, count: int, share: float) -> None:
        """Show so many steps, the current one at a share of them."""
        steps = range(self.recording.last + 1)
        first = min(max(self.step - round(share * (count - 1)), 0), max(len(steps) - count, 0))
        self.on_line = steps[first : first + count]

    def scale_zoom_in(self) -> bool:
        between = len(self.on_line) - 1
        if between > SHORTEST:
            self._show(max(between // 2, SHORTEST) + 1, (self.step - self.on_line[0]) / between)
        return between <= SHORTEST

    def scale_zoom_out(self) -> bool:
        whole = len(self.on_line) == self.recording.last + 1
        if not whole:
            between = len(self.on_line) - 1
            self._show(2 * len(self.on_line) + 1, (self.step - self.on_line[0]) / between)
        return whole

    # Conditions and places.

    def stops_add(self, number: int) -> bool:
        self.breakpoints[CONDITIONS[number]] = True
        return True

    def stops_remove(self, number: int) -> bool:
        self.breakpoints.pop(CONDITIONS[number], None)
        return False

    def stops_switch(self, number: int) -> bool:
        self.breakpoints[CONDITIONS[number]] ^= True
        return False

    def stops_run_on(self) -> bool:
        return self._run(forward=True)

    def stops_run_back(self) -> bool:
        return self._run(forward=False)

    def _run(self, *, forward: bool) -> bool:
        hits = self.stops()
        if not self._among([step for step, _ in hits], forward, stay=True):
            here = [node for step, node in hits if step == self.step]
            self.select(self.known.node if self.known.node in here else here[0])
        return True

    def finder_look_for(self, number: int) -> bool:
        self.sought = CONDITIONS[number]
        return self.finder_next_hit()

    def finder_next_hit(self) -> bool:
        return self._seek(self.hits(), lambda hit: hit > self.step)

    def finder_previous_hit(self) -> bool:
        return self._seek(self.hits()[::-1], lambda hit: hit < self.step)

    def _seek(self, hits: list[tuple[int, int]], lies_ahead: Callable[[int], bool]) -> bool:
        here, ahead = (self.step, self.selected), [hit for hit in hits if lies_ahead(hit[0])]
        if here in hits:
            ahead = hits[hits.index(here) + 1 :]
        if hits:
            self.step, node = (ahead or hits)[0]
            self.select(node)
        return True

    def finder_toggle_hits(self) -> bool:
        if self.chosen is None and not self.hits():
            return True
        if self.chosen is None:
            return self.tree_show_only({node for _, node in self.hits()})
        self.chosen = None
        return self._filtered()

    def _leave(self, place: Location) -> None:
        self.ahead.clear()
        if self.behind[-1:] != [place]:
            self.behind.append(place)
        self.behind = self.behind[-MAX_HISTORY:]

    def jump(self, node: int) -> bool:
        self._leave(self.place)
        return self.select(node)

    def findings_next_node(self) -> bool:
        return True  # nothing is known to be wrong

    def findings_previous_node(self) -> bool:
        return True

    def findings_toggle_nodes(self) -> bool:
        return True

    def places_go_back(self) -> bool:
        return self._turn(self.behind, self.ahead)

    def places_go_forward(self) -> bool:
        return self._turn(self.ahead, self.behind)

    def _turn(self, source: list[Location], other: list[Location]) -> bool:
        while source[-1:] == [self.place]:
            source.pop()
        if not source:
            return True
        other.append(self.place)
        self.step, node = source.pop()
        return self.select(node)
