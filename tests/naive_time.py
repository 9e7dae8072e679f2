"""The naive explorer's keys of time, each by looking through all events."""

from collections.abc import Callable

from naive_replay import ENTERED, SKIPPED
from naive_view import NaiveView

FIFTIETH = 50


class NaiveTime(NaiveView):
    """The keys of time."""

    def _go(self, step: int) -> bool:
        """Go to a step. Whether that is where one is."""
        stays, self.step = self.step == step, step
        return stays

    def _moved(self, step: int) -> bool:
        return True if self._go(step) else self.time_select_current()

    def _among(self, steps: list[int], forward: bool, *, stay: bool = False) -> bool:
        found = [step for step in steps if (step > self.step if forward else step < self.step)]
        if not found:
            return True
        self.step = min(found) if forward else max(found)
        return False if stay else self.time_select_current()

    def time_select_current(self) -> bool:
        return self.select(self.known.node if self.known.cut_now is None else self.known.cut_now)

    def time_go_to_step(self, step: int) -> bool:
        return self._moved(step)

    def after(self, steps: int) -> int:
        """Where so many presses of one key lead."""
        step, by = self.step, 1 if steps > 0 else -1
        for _ in range(abs(steps)):
            step += by
            while 0 < step < self.recording.last and not self.one_by_one and self._is_along(step):
                step += by
            step = min(max(step, 0), self.recording.last)
        return step

    def time_step_forward(self) -> bool:
        if self.step == self.recording.last:
            if self.told_end:
                self._moved(0)
            else:
                self.told_end = True
            return True
        return self._moved(self.after(1))

    def time_step_back(self) -> bool:
        return self._moved(self.after(-1))

    def time_toggle_one_by_one(self) -> bool:
        self.one_by_one, self.told_end = not self.one_by_one, False
        return True

    def time_start(self) -> bool:
        return self._moved(0)

    def time_finish(self) -> bool:
        return self._moved(self.recording.last)

    def _return_of(self, node: int) -> int:
        return self.recording.returned.get(node, self.recording.last)

    def time_step_over(self) -> bool:
        return (
            self._moved(self._return_of(self.known.node)) if self.known.event == ENTERED else self.time_step_forward()
        )

    def time_step_out(self) -> bool:
        above = self.recording.parent[self.known.node]
        return True if above is None else self._moved(self._return_of(above))

    def time_skip_forward(self) -> bool:
        share = max(len(self.recording.events) // FIFTIETH, 1)
        return self._moved(min(self.step + share, self.recording.last))

    def time_skip_back(self) -> bool:
        return self._moved(max(self.step - max(len(self.recording.events) // FIFTIETH, 1), 0))

    def time_next_cutoff(self) -> bool:
        return self._pruning(True)

    def time_previous_cutoff(self) -> bool:
        return self._pruning(False)

    def _pruning(self, forward: bool) -> bool:
        cut = {step: self.replay.known[step].cut_now for step in self.replay.cutoffs}
        told = self.recording.trace.game is not None or bool(self.recording.pruned)
        steps = [step for step, node in cut.items() if node is not None and (self.recording.skips(node) or not told)]
        again = bool(steps) and (self.step >= max(steps) if forward else self.step <= min(steps))
        if again:
            self.step = 0 if forward else self.recording.last
        if self._among(steps, forward):
            return True
        if self.selected == cut[self.step] and self.children(self.selected):
            self.collapsed.discard(self.selected)
        return again

    def time_next_cutoff_of_any_kind(self) -> bool:
        return self._among(self.replay.cutoffs, True)

    def time_next_best(self) -> bool:
        return self._among(self.replay.new_best, True)

    def time_previous_best(self) -> bool:
        return self._among(self.replay.new_best, False)

    def time_next_window(self) -> bool:
        return self._among(self.replay.new_window(self.selected), True, stay=True)

    def time_previous_window(self) -> bool:
        return self._among(self.replay.new_window(self.selected), False, stay=True)

    def time_go_to_entry(self) -> bool:
        return self._go(self.recording.first[self.selected])

    def time_go_to_return(self) -> bool:
        there = self.selected in self.recording.returned
        return self._go(self.recording.returned[self.selected]) if there else True

    def time_next_same(self) -> bool:
        return self._same(lambda other: other > self.selected, min)

    def time_previous_same(self) -> bool:
        return self._same(lambda other: other < self.selected, max)

    def _same(self, wanted: Callable[[int], bool], nearest: Callable[[list[int]], int]) -> bool:
        others = [other for other in self.recording.same(self.selected) if wanted(other)]
        if others:
            self.step = self.recording.first[nearest(others)]
            self.select(nearest(others))
        return not others

    def time_next_pass(self) -> bool:
        return self._pass(lambda other, own: other > own, min)

    def time_previous_pass(self) -> bool:
        return self._pass(lambda other, own: other < own, max)

    def _pass(self, wanted: Callable[[int, int], bool], nearest: Callable[[list[int]], int]) -> bool:
        recording, passes = self.recording, self.recording.trace.passes
        own = [node for node in recording.path[self.selected] if int(recording.trace.columns.move[node]) in passes]
        if not own:
            return True
        below = {node: tuple(recording.path[node][len(recording.path[own[-1]]) :]) for node in range(recording.size)}
        moves = [recording.labels[node] for node in below[self.selected]]
        ends: dict[int, list[int]] = {}
        for node in range(recording.size):
            others = [one for one in recording.path[node] if one != own[-1] and wanted(one, own[-1])]
            others = [one for one in others if recording.parent[one] == recording.parent[own[-1]]]
            if others and [recording.labels[one] for one in below[node]] == moves:
                ends.setdefault(others[0], []).append(node)
        if ends:
            found = ends[nearest([*ends])][-1]
            self.step = recording.first[found]
            self.select(found)
        return not ends

    def time_select_cause(self) -> bool:
        node = self.selected
        if self.known.phase.get(node) == SKIPPED:
            node = self.recording.path[node][-2]
        found = self.replay.cause(node) if node in self.known.cut else None
        return True if found is None else self.select(found)

    def time_frame_up(self) -> bool:
        above = self.recording.parent[self.selected]
        return True if above is None else self.select(above)

    def time_frame_down(self) -> bool:
        path = self.replay.open_path(self.step)
        if self.selected not in path[:-1]:
            return True
        return self.select(path[path.index(self.selected) + 1])
