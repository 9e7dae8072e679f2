"""Moving through time. Each method gives the empty string, or a notice that says why nothing happened."""

from __future__ import annotations

from functools import partialmethod

from tracer.condition.watchpoint import Watchpoint
from tracer.recording.columns import Ints
from tracer.time.moments import Event, Phase
from tracer.tracing import Trace
from tracer.why.code_at_step import child_towards, executing_node
from tracer.why.explain import find_cutoff_origin
from tui.model.explorer_state import ExplorerState, SuccessNotice


def find_in_other_pass(trace: Trace, node: int, *, forward: bool) -> int | None:
    """The end of the same moves in the next pass that comes there, or the one before; None if none does.

    From a driver the next pass is its first one. Of several visits of a move it is the last. O(ply · moves) a pass.
    """
    path = trace.ancestry(node)
    moves = trace.columns.move
    pass_index = max(
        (index for index, path_node in enumerate(path) if int(moves[path_node]) in trace.iterations), default=None
    )
    if pass_index is None:
        return trace.children(node)[0] if forward and node in trace.drivers else None
    moves_below = [int(moves[path_node]) for path_node in path[pass_index + 1 :]]
    passes = [
        path_node
        for path_node in trace.children(path[pass_index - 1])
        if (path_node > path[pass_index] if forward else path_node < path[pass_index])
    ]
    last_nodes = (
        _last_node_on_path(trace, path_node, moves_below) for path_node in (passes if forward else reversed(passes))
    )
    return next((last_node for last_node in last_nodes if last_node is not None), None)


def _last_node_on_path(trace: Trace, node: int, moves: list[int]) -> int | None:
    for move in moves:
        children = [child for child in trace.children(node) if int(trace.columns.move[child]) == move]
        if not children:
            return None
        node = children[-1]
    return node


END_NOTICE = SuccessNotice("the end; n once more starts over")
RESTART_NOTICE = SuccessNotice("from the start again; H goes back")
FIRST_CUTOFF_NOTICE = SuccessNotice("from the start again: the first cutoff; H goes back")
LAST_CUTOFF_NOTICE = SuccessNotice("from the end again: the last cutoff; H goes back")
NO_CUTOFFS_NOTICE = "a best-first search has no cutoffs: no branch is skipped, only not taken yet"
AT_START_NOTICE, AT_END_NOTICE = "the recording starts here", "the recording ends here; 0 goes to its start"
SKIP_FRACTION = 50
"""Scrubbing moves by one part in so many of the whole recording."""


class TimeKeys:
    """The keys of time. Where one moves, the node of the new step is selected."""

    def __init__(self, explorer: ExplorerState) -> None:
        self._explorer = explorer

    def select_current(self) -> str:
        """Select the node of the current step: where it is a cutoff, the node that was cut."""
        cursor = self._explorer.cursor
        return self._explorer.select(cursor.node if cursor.cut_node is None else cursor.cut_node)

    def _select_if_moved(self, has_moved: bool, refusal: str) -> str:
        return self.select_current() if has_moved else refusal

    def _go_to_step_among(self, steps: Ints, forward: bool, step_name: str, *, keeps_selection: bool = False) -> str:
        """Go to the next or the previous of some steps; `keeps_selection` keeps the selection."""
        cursor = self._explorer.cursor
        has_moved = cursor.go_along(steps, forward=forward)
        if not has_moved:
            direction = "after" if forward else "before"
            return f"no {step_name} {direction} this step" if len(steps) else f"there is no {step_name}"
        return "" if keeps_selection else self.select_current()

    def step_forward(self) -> str:
        """One step on; past a cutoff, over all branches that it skips. After the last step, asked twice, the first."""
        cursor = self._explorer.cursor
        if cursor.go_to_step(cursor.step_after(1)):
            return self.select_current()
        if not cursor.has_warned_of_end:
            cursor.has_warned_of_end = True
            return END_NOTICE
        self.start()
        return RESTART_NOTICE

    def step_back(self) -> str:
        """One step back, in the same way."""
        cursor = self._explorer.cursor
        return self._select_if_moved(cursor.go_to_step(cursor.step_after(-1)), AT_START_NOTICE)

    def toggle_one_by_one(self) -> str:
        """Stop at each branch that a cutoff skips, or pass them all in one step."""
        if self._explorer.trace.columns.log is not None:
            return NO_CUTOFFS_NOTICE
        cursor = self._explorer.cursor
        cursor.toggle_one_by_one()
        return SuccessNotice(f"skipped branches are passed {'one by one' if cursor.one_by_one else 'in one step'} now")

    def step_over(self) -> str:
        """Skip what is below the node just entered; elsewhere one step on."""
        if self._explorer.trace.columns.log is not None:
            return self.next_window()
        cursor = self._explorer.cursor
        if cursor.event is Event.ENTERED:
            return self._select_if_moved(cursor.step_over(), AT_END_NOTICE)
        return self.step_forward()

    def step_out(self) -> str:
        """Go to the return of the node above; in a best-first search to the next step that changes that."""
        trace, selected = self._explorer.trace, self._explorer.selected
        if trace.columns.log is not None:
            parent = trace.columns.parent.item(selected)
            if parent < 0:
                return "there is no node above"
            return self._go_to_change_of(parent, forward=True, keeps_selection=False) or self._explorer.select(parent)
        return self._select_if_moved(self._explorer.cursor.step_out(), "there is no node above to return to")

    def _skip(self, direction: int) -> str:
        return self.move_by_steps(direction * max(self._explorer.trace.steps // SKIP_FRACTION, 1))

    skip_forward = partialmethod(_skip, 1)
    skip_back = partialmethod(_skip, -1)

    def move_by_steps(self, steps: int) -> str:
        """Go on by some steps, or back by a negative number; at an end, stop there."""
        cursor = self._explorer.cursor
        return self._select_if_moved(
            cursor.go_to_step(min(max(cursor.step + steps, 0), cursor.last)),
            AT_END_NOTICE if steps > 0 else AT_START_NOTICE,
        )

    def _go_to_cutoff(self, *, forward: bool) -> str:
        if self._explorer.trace.columns.log is not None:
            return self._go_to_step_among(self._explorer.trace.landmarks.iterations, forward, "iteration")
        cursor = self._explorer.cursor
        has_cutoffs = len(cursor.landmarks.cutoff_steps) > 0
        if has_cutoffs and not len(cursor.pruning_steps):
            return "no cutoff of this search skips a branch; ^ goes to those after the last move"
        steps = cursor.pruning_steps
        is_past_last = len(steps) > 0 and (cursor.step >= steps[-1] if forward else cursor.step <= steps[0])
        if is_past_last:
            cursor.go_to_step(0 if forward else cursor.last)
        notice = self._go_to_step_among(steps, forward, "cutoff that skips a branch" if has_cutoffs else "cutoff")
        node = self._explorer.selected
        if not notice and node == cursor.cut_node and self._explorer.rows.can_expand(node):
            self._explorer.rows.expand(node)
        return notice or ((FIRST_CUTOFF_NOTICE if forward else LAST_CUTOFF_NOTICE) if is_past_last else "")

    next_cutoff = partialmethod(_go_to_cutoff, forward=True)
    previous_cutoff = partialmethod(_go_to_cutoff, forward=False)

    def next_cutoff_of_any_kind(self) -> str:
        """Go to the next cutoff, be it after the last move, where nothing was left to skip."""
        if self._explorer.trace.columns.log is not None:
            return NO_CUTOFFS_NOTICE
        return self._go_to_step_among(self._explorer.cursor.landmarks.cutoff_steps, True, "cutoff")

    def _go_to_best(self, *, forward: bool) -> str:
        return self._go_to_step_among(self._explorer.trace.landmarks.best_changes, forward, "change of the root's best")

    next_best = partialmethod(_go_to_best, forward=True)
    previous_best = partialmethod(_go_to_best, forward=False)

    def _go_to_window_change(self, *, forward: bool) -> str:
        trace, node = self._explorer.trace, self._explorer.selected
        if trace.columns.log is not None:
            return self._go_to_change_of(node, forward=forward)
        if not trace.header.windowed or node in trace.drivers or not trace.columns.turn[node]:
            change_name, steps = "change of the value at this node", Watchpoint("best", node).hits(trace).steps
            return self._go_to_step_among(steps, forward, change_name, keeps_selection=True)
        change_name = "change of alpha or beta at this node"
        return self._go_to_step_among(trace.landmarks.window_changes(node), forward, change_name, keeps_selection=True)

    next_window = partialmethod(_go_to_window_change, forward=True)
    previous_window = partialmethod(_go_to_window_change, forward=False)

    def _go_to_change_of(self, node: int, *, forward: bool, keeps_selection: bool = True) -> str:
        """Go to the next or the previous step of a best-first search that changes the numbers of a node."""
        trace = self._explorer.trace
        return self._go_to_step_among(
            trace.landmarks.rows_about(node), forward, "change of this node's numbers", keeps_selection=keeps_selection
        )

    def start(self) -> str:
        """Go to the first step."""
        return self._select_if_moved(self._explorer.cursor.go_to_start(), AT_START_NOTICE)

    def finish(self) -> str:
        """Go to the last step."""
        return self._select_if_moved(self._explorer.cursor.go_to_end(), "the recording ends here")

    def go_to_entry(self) -> str:
        """Set the time to the step at which the selected node was entered, or pruned."""
        return (
            "" if self._explorer.cursor.go_to_entry(self._explorer.selected) else "this is the step at which it was met"
        )

    def go_to_return(self) -> str:
        """Set the time to the step at which the selected node returned."""
        trace, node = self._explorer.trace, self._explorer.selected
        if trace.columns.log is not None:
            last_change = trace.landmarks.rows_about(node)[-1:].tolist()
            if last_change and self._explorer.cursor.go_to_step(last_change[0]):
                return ""
            return "no later step changes this node's numbers"
        if trace.columns.value[node] != trace.columns.value[node]:
            return "this node never returned a value"
        return "" if self._explorer.cursor.go_to_step(trace.left(node)) else "this is the step at which it returned"

    def _go_to_same_position(self, *, forward: bool) -> str:
        positions, node = self._explorer.positions, self._explorer.selected
        assert positions is not None, "worked out before this is called"
        visit = positions.next(node) if forward else positions.previous(node)
        if visit is None:
            return f"this position {'is not visited again' if forward else 'was not visited before'}"
        return self._go_to_entry_of(visit)

    next_same = partialmethod(_go_to_same_position, forward=True)
    previous_same = partialmethod(_go_to_same_position, forward=False)

    def _go_to_other_pass(self, *, forward: bool) -> str:
        trace, node = self._explorer.trace, self._explorer.selected
        if not trace.iterations:
            return "this search has no passes; an iterative deepening has, and MTD(f)"
        node_in_pass = find_in_other_pass(trace, node, forward=forward)
        if node_in_pass is None:
            if node in trace.drivers or int(trace.columns.move[node]) in trace.iterations:
                return f"there is no {'later' if forward else 'earlier'} pass"
            return f"no {'later' if forward else 'earlier'} pass comes to these moves"
        return self._go_to_entry_of(node_in_pass)

    def _go_to_entry_of(self, node: int) -> str:
        self._explorer.select(node)
        self._explorer.cursor.go_to_entry(node)
        return ""

    next_pass = partialmethod(_go_to_other_pass, forward=True)
    previous_pass = partialmethod(_go_to_other_pass, forward=False)

    def select_cause(self) -> str:
        """Select the move that set the bound which cut the selected node, or the node of the selected branch.

        Of a best-first search it is the child that the node's numbers go by.
        """
        trace, node = self._explorer.trace, self._explorer.selected
        if trace.columns.log is not None:
            best_child = self._explorer.cursor.best_child(node)
            return (
                "nothing below it is known to be best yet" if best_child is None else self._explorer.select(best_child)
            )
        bound_origin = find_cutoff_origin(trace, node)
        if bound_origin is None or not (
            self._explorer.cursor.is_cut(node) or self._explorer.cursor.phase(node) is Phase.PRUNED
        ):
            return "there was no cutoff at this node; x goes to the next one"
        if bound_origin.ancestor is None:
            return "the bound is an end of the window that the search was started with"
        return self._explorer.select(bound_origin.ancestor if bound_origin.child is None else bound_origin.child)

    def frame_up(self) -> str:
        """Select the caller: the node above."""
        parent = int(self._explorer.trace.columns.parent[self._explorer.selected])
        return self._explorer.select(parent) if parent >= 0 else "this is the root"

    def frame_down(self) -> str:
        """Select the next node towards the one in hand at this step."""
        trace, selected = self._explorer.trace, self._explorer.selected
        columns, node = trace.columns, executing_node(trace, self._explorer.cursor.step)
        if not selected < node < columns.end[selected]:
            return "this is where the search is" if selected == node else "the search is not below this node"
        return self._explorer.select(child_towards(trace, selected, node))

    def go_to_step(self, step: int) -> str:
        """Go to a step."""
        return self._select_if_moved(self._explorer.cursor.go_to_step(step), f"this is step {step:,}")
