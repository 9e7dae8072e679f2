"""Moving through time. Each method gives the empty string, or a notice that says why nothing happened."""

from __future__ import annotations

from tracer.condition.watchpoint import Watchpoint
from tracer.recording.columns import Ints
from tracer.time.moments import Event, Phase
from tracer.tracing import Trace
from tracer.why.code_at_step import child_towards, executing_node
from tracer.why.explain import find_cutoff_origin
from tui.model.explored import Explored
from tui.model.notice import Report


def in_other_pass(trace: Trace, node: int, *, forward: bool) -> int | None:
    """The end of the same moves in the next pass that comes there, or the one before; None if none does.

    From a driver the next pass is its first one.

    Of several visits of a move it is the last. O(ply · moves) for each pass.

    Args:
        trace: the recording.
        node: a driver, a pass, or a node below one.
        forward: whether in a later pass.
    """
    path = trace.ancestry(node)
    moves = trace.columns.move
    here = max((place for place, one in enumerate(path) if int(moves[one]) in trace.iterations), default=None)
    if here is None:
        return trace.children(node)[0] if forward and node in trace.drivers else None
    steps = [int(moves[one]) for one in path[here + 1 :]]
    passes = [one for one in trace.children(path[here - 1]) if (one > path[here] if forward else one < path[here])]
    ends = (_end_of(trace, one, steps) for one in (passes if forward else reversed(passes)))
    return next((end for end in ends if end is not None), None)


def _end_of(trace: Trace, node: int, steps: list[int]) -> int | None:
    for step in steps:
        found = [one for one in trace.children(node) if int(trace.columns.move[one]) == step]
        if not found:
            return None
        node = found[-1]
    return node


END = Report("the end; n once more starts over")
AGAIN = Report("from the start again; H goes back")
FIRST_CUTOFF = Report("from the start again: the first cutoff; H goes back")
LAST_CUTOFF = Report("from the end again: the last cutoff; H goes back")
NO_CUTOFFS = "a best-first search has no cutoffs: no branch is skipped, only not taken yet"
STARTS, ENDS = "the recording starts here", "the recording ends here; 0 goes to its start"
SHARE = 50
"""Scrubbing moves by one part in so many of the whole recording."""


class Time:
    """The keys of time. Where one moves, the node of the new step is selected."""

    def __init__(self, explored: Explored) -> None:
        self._explored = explored

    def select_current(self) -> str:
        """Select the node of the current step: where it is a cutoff, the node that was cut."""
        cursor = self._explored.cursor
        return self._explored.select(cursor.node if cursor.cut_node is None else cursor.cut_node)

    def _moved(self, moved: bool, why_not: str) -> str:
        return self.select_current() if moved else why_not

    def _among(self, steps: Ints, forward: bool, what: str, *, stay: bool = False) -> str:
        """Go to the next or the previous of some steps; `stay` keeps the selection."""
        cursor = self._explored.cursor
        moved = cursor.go_to_next(steps) if forward else cursor.go_to_previous(steps)
        if not moved:
            where = "after" if forward else "before"
            return f"no {what} {where} this step" if len(steps) else f"there is no {what}"
        return "" if stay else self.select_current()

    def step_forward(self) -> str:
        """One step on; past a cutoff, over all branches that it skips. After the last step, asked twice, the first."""
        cursor = self._explored.cursor
        if cursor.go(cursor.step_after(1)):
            return self.select_current()
        if not cursor.told_end:
            cursor.told_end = True
            return END
        self.start()
        return AGAIN

    def step_back(self) -> str:
        """One step back, in the same way."""
        cursor = self._explored.cursor
        return self._moved(cursor.go(cursor.step_after(-1)), STARTS)

    def toggle_one_by_one(self) -> str:
        """Stop at each branch that a cutoff skips, or pass them all in one step."""
        if self._explored.trace.columns.log is not None:
            return NO_CUTOFFS
        cursor = self._explored.cursor
        cursor.toggle_one_by_one()
        return Report(f"skipped branches are passed {'one by one' if cursor.one_by_one else 'in one step'} now")

    def step_over(self) -> str:
        """Skip what is below the node just entered; elsewhere one step on."""
        if self._explored.trace.columns.log is not None:
            return self.next_window()
        cursor = self._explored.cursor
        return self._moved(cursor.step_over(), ENDS) if cursor.event is Event.ENTERED else self.step_forward()

    def step_out(self) -> str:
        """Go to the return of the node above; in a best-first search to the next step that changes that."""
        trace, selected = self._explored.trace, self._explored.selected
        if trace.columns.log is not None:
            above = trace.columns.parent.item(selected)
            if above < 0:
                return "there is no node above"
            return self._about(above, forward=True, stay=False) or self._explored.select(above)
        return self._moved(self._explored.cursor.step_out(), "there is no node above to return to")

    def skip_forward(self) -> str:
        """Move on by a fixed share of the recording."""
        return self.move(max(self._explored.trace.steps // SHARE, 1))

    def skip_back(self) -> str:
        """Move back by a fixed share of the recording."""
        return self.move(-max(self._explored.trace.steps // SHARE, 1))

    def move(self, steps: int) -> str:
        """Go on by some steps, or back by a negative number; at an end, stop there."""
        cursor = self._explored.cursor
        return self._moved(cursor.go(min(max(cursor.step + steps, 0), cursor.last)), ENDS if steps > 0 else STARTS)

    def next_cutoff(self) -> str:
        """Go to the next cutoff that skips a branch, and open the node so that what it skips is seen."""
        return self._pruning(forward=True)

    def previous_cutoff(self) -> str:
        """Go to the previous cutoff that skips a branch, and open the node."""
        return self._pruning(forward=False)

    def _pruning(self, *, forward: bool) -> str:
        if self._explored.trace.columns.log is not None:
            return self._among(self._explored.trace.landmarks.iterations, forward, "iteration")
        cursor = self._explored.cursor
        any_kind = len(cursor.landmarks.cutoff_steps) > 0
        if any_kind and not len(cursor.pruning_steps):
            return "no cutoff of this search skips a branch; ^ goes to those after the last move"
        steps = cursor.pruning_steps
        again = len(steps) > 0 and (cursor.step >= steps[-1] if forward else cursor.step <= steps[0])
        if again:
            cursor.go(0 if forward else cursor.last)
        notice = self._among(steps, forward, "cutoff that skips a branch" if any_kind else "cutoff")
        node = self._explored.selected
        if not notice and node == cursor.cut_node and self._explored.rows.can_expand(node):
            self._explored.rows.expand(node)
        return notice or ((FIRST_CUTOFF if forward else LAST_CUTOFF) if again else "")

    def next_cutoff_of_any_kind(self) -> str:
        """Go to the next cutoff, be it after the last move, where nothing was left to skip."""
        if self._explored.trace.columns.log is not None:
            return NO_CUTOFFS
        return self._among(self._explored.cursor.landmarks.cutoff_steps, True, "cutoff")

    def next_best(self) -> str:
        """Go to the next change of the root's best."""
        return self._among(self._explored.trace.landmarks.best_changes, True, "change of the root's best")

    def previous_best(self) -> str:
        """Go to the previous change of the root's best."""
        return self._among(self._explored.trace.landmarks.best_changes, False, "change of the root's best")

    def next_window(self) -> str:
        """Go to the next change of alpha or beta at the selected node, which stays selected; else of its value."""
        return self._window(forward=True)

    def previous_window(self) -> str:
        """Go to the previous change of alpha or beta at the selected node, which stays selected; else of its value."""
        return self._window(forward=False)

    def _window(self, *, forward: bool) -> str:
        trace, node = self._explored.trace, self._explored.selected
        if trace.columns.log is not None:
            return self._about(node, forward=forward)
        if not trace.header.windowed or node in trace.drivers or not trace.columns.turn[node]:
            what, steps = "change of the value at this node", Watchpoint("best", node).hits(trace).steps
            return self._among(steps, forward, what, stay=True)
        what = "change of alpha or beta at this node"
        return self._among(trace.landmarks.window_changes(node), forward, what, stay=True)

    def _about(self, node: int, *, forward: bool, stay: bool = True) -> str:
        """Go to the next or the previous step of a best-first search that changes the numbers of a node."""
        trace = self._explored.trace
        return self._among(trace.landmarks.rows_about(node), forward, "change of this node's numbers", stay=stay)

    def start(self) -> str:
        """Go to the first step."""
        return self._moved(self._explored.cursor.start(), STARTS)

    def finish(self) -> str:
        """Go to the last step."""
        return self._moved(self._explored.cursor.finish(), "the recording ends here")

    def go_to_entry(self) -> str:
        """Set the time to the step at which the selected node was entered, or pruned."""
        return "" if self._explored.cursor.visit(self._explored.selected) else "this is the step at which it was met"

    def go_to_return(self) -> str:
        """Set the time to the step at which the selected node returned."""
        trace, node = self._explored.trace, self._explored.selected
        if trace.columns.log is not None:
            last = trace.landmarks.rows_about(node)[-1:].tolist()
            return "" if last and self._explored.cursor.go(last[0]) else "no later step changes this node's numbers"
        if trace.columns.value[node] != trace.columns.value[node]:
            return "this node never returned a value"
        return "" if self._explored.cursor.go(trace.left(node)) else "this is the step at which it returned"

    def next_same(self) -> str:
        """Go to the next visit of the selected node's position."""
        return self._same(forward=True)

    def previous_same(self) -> str:
        """Go to the previous visit of the selected node's position."""
        return self._same(forward=False)

    def _same(self, *, forward: bool) -> str:
        positions, node = self._explored.positions, self._explored.selected
        assert positions is not None, "worked out before this is called"
        found = positions.next(node) if forward else positions.previous(node)
        if found is None:
            return f"this position {'is not visited again' if forward else 'was not visited before'}"
        self._explored.select(found)
        self._explored.cursor.visit(found)
        return ""

    def next_pass(self) -> str:
        """Go to the end of the same moves in the next pass of the driver that comes there."""
        return self._pass(forward=True)

    def previous_pass(self) -> str:
        """Go to the end of the same moves in the pass before."""
        return self._pass(forward=False)

    def _pass(self, *, forward: bool) -> str:
        trace, node = self._explored.trace, self._explored.selected
        if not trace.iterations:
            return "this search has no passes; an iterative deepening has, and MTD(f)"
        found = in_other_pass(trace, node, forward=forward)
        if found is None:
            if node in trace.drivers or int(trace.columns.move[node]) in trace.iterations:
                return f"there is no {'later' if forward else 'earlier'} pass"
            return f"no {'later' if forward else 'earlier'} pass comes to these moves"
        self._explored.select(found)
        self._explored.cursor.visit(found)
        return ""

    def select_cause(self) -> str:
        """Select the move that set the bound which cut the selected node, or the node of the selected branch.

        Of a best-first search it is the child that the node's numbers go by.
        """
        trace, node = self._explored.trace, self._explored.selected
        if trace.columns.log is not None:
            best = self._explored.cursor.best_child(node)
            return "nothing below it is known to be best yet" if best is None else self._explored.select(best)
        found = find_cutoff_origin(trace, node)
        if found is None or not (
            self._explored.cursor.is_cut(node) or self._explored.cursor.phase(node) is Phase.PRUNED
        ):
            return "there was no cutoff at this node; x goes to the next one"
        if found.ancestor is None:
            return "the bound is an end of the window that the search was started with"
        return self._explored.select(found.ancestor if found.child is None else found.child)

    def frame_up(self) -> str:
        """Select the caller: the node above."""
        above = int(self._explored.trace.columns.parent[self._explored.selected])
        return self._explored.select(above) if above >= 0 else "this is the root"

    def frame_down(self) -> str:
        """Select the next node towards the one in hand at this step."""
        trace, selected = self._explored.trace, self._explored.selected
        columns, node = trace.columns, executing_node(trace, self._explored.cursor.step)
        if not selected < node < columns.end[selected]:
            return "this is where the search is" if selected == node else "the search is not below this node"
        return self._explored.select(child_towards(trace, selected, node))

    def go_to_step(self, step: int) -> str:
        """Go to a step."""
        return self._moved(self._explored.cursor.go(step), f"this is step {step:,}")
