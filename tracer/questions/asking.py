"""Which questions there are at each step, with their answers from the recording.

What the recording does not tell, nobody is asked: a search that was stopped, moves that were skipped unnamed, windows
that another program made of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tracer.errors import PlyscopeError
from tracer.questions.log_questions import iter_log_questions
from tracer.questions.question import Answer, Kind, Question, Worth
from tracer.recording.status import EXACT, EXPANDED, HORIZON, LOWER, OPEN, PRUNED, TABLE, TERMINAL, UPPER, Bound
from tracer.text import clean, number
from tracer.time.moments import Event, event_at, frame
from tracer.tracing import Trace
from tracer.why.sentences import describe_move, format_path, mover_name

VIEWS = ("max", "mover")
MAX_LEAVES = 100
"""Leaves whose order is asked for at most."""
_LEAVES = (TERMINAL, HORIZON, TABLE)
_NEGATED_BOUNDS = {EXACT: EXACT, LOWER: UPPER, UPPER: LOWER}


def iter_all_questions(trace: Trace, view: str = "max") -> Iterator[Question]:
    """Every question of a recording, step by step; see `questions_at`."""
    for step in range(trace.steps):
        yield from questions_at(trace, step, view)


def questions_at(trace: Trace, step: int, view: str = "max") -> tuple[Question, ...]:
    """What can be asked once a step has happened, about what comes next; the most telling question first.

    Where a child has returned: which moves are pruned now, what the node returns where that is decided, its window
    now, and its next move. Where a node was entered: which of its moves will be pruned, and its next move. Before a
    node is entered: its window. At the root also the order of all leaves. Of a best-first search which child it goes
    to, and what numbers become of that. O(log n + ply × children).

    Args:
        trace: the recording.
        step: the last step that is known.
        view: whose numbers they are: "max", or "mover" for the player to move at the node.

    Raises:
        PlyscopeError: there is no such view.
        IndexError: there is no such step.
    """
    if view not in VIEWS:
        raise PlyscopeError(f"view is {clean(view)!r}; there are: {', '.join(VIEWS)}")
    if not 0 <= step < trace.steps:
        raise IndexError(f"step {step}: the trace has steps 0 to {trace.steps - 1}")
    return tuple(_iter_questions(trace, step, view))


def _iter_questions(trace: Trace, step: int, view: str) -> Iterator[Question]:
    if trace.columns.log is not None:
        return iter_log_questions(trace, step)
    return _StepQuestions(trace, step, view).iter_questions()


def leaf_order_question(trace: Trace, view: str = "max") -> Question | None:
    """In which order the leaves are visited; None where they are many, or the recording does not have them all."""
    columns = trace.columns
    leaves = [node for node in range(len(trace)) if columns.status[node] in _LEAVES] if trace.steps < 10_000 else []
    if trace.unfinished or trace.counts.paths.has_repeated_paths or not 1 < len(leaves) <= MAX_LEAVES:
        return None
    met_nodes = [node for node in range(len(trace)) if columns.status[node] in (*_LEAVES, PRUNED)]
    text = "In which order are the leaves visited?"
    right_answer, choices = (tuple(_full_path(trace, node) for node in nodes) for nodes in (leaves, met_nodes))
    return Question(Kind.ORDER, 0, 0, text, right_answer, choices, view=view)


def window_question(trace: Trace, node: int, window_end: Kind, view: str = "max") -> Question:
    """What an end of the window of a node is as the search enters it, asked right before that."""
    columns = trace.columns
    ends = float(columns.alpha[node]), float(columns.beta[node])
    text = f"What is {window_end.value} when {format_path(trace, node)} is entered{_describe_view(trace, node, view)}?"
    return Question(
        window_end,
        trace.entered(node) - 1,
        node,
        text,
        _window_end_in_view(trace, node, ends, window_end, view),
        view=view,
    )


def pruned_question(trace: Trace, node: int, view: str = "max") -> Question | None:
    """Which of its moves a node will prune, asked as it is entered; None where the recording does not tell."""
    columns, children = trace.columns, trace.children(node)
    labels = _distinct_labels(trace, children)
    has_unnamed_branches = columns.cutoff[node] and not trace.counts.records_skips
    if not trace.header.windowed or node in trace.drivers or has_unnamed_branches or len(labels) < 2:
        return None
    if columns.status[node] != EXPANDED or not columns.turn[node]:
        return None
    right_answer = frozenset(_distinct_labels(trace, [child for child in children if columns.status[child] == PRUNED]))
    text = f"Which moves at {format_path(trace, node)} will be pruned?"
    return Question(Kind.PRUNED, trace.entered(node), node, text, right_answer, labels, view=view)


def value_question(trace: Trace, node: int, view: str = "max") -> Question | None:
    """What an inner node returns, asked when its last searched move has returned; None where nobody can know."""
    columns = trace.columns
    children = trace.visited_children(node)
    if columns.status[node] != EXPANDED or not children or node in trace.drivers or not columns.turn[node]:
        return None
    bound = trace.proved_bound(node) if trace.header.windowed else EXACT
    if trace.deciding_child(node) is None or bound is None:
        return None
    window_bound = trace.bound(node) if trace.header.windowed else bound
    also_right = (
        None if window_bound is None or window_bound is bound else _bounded_value(trace, node, window_bound, view)
    )
    text = f"What will {format_path(trace, node)} return{_describe_view(trace, node, view)}: =, ≥ or ≤ which value?"
    last_child = children[-1]
    return Question(
        Kind.VALUE,
        trace.left(last_child),
        node,
        text,
        _bounded_value(trace, node, bound, view),
        after=last_child,
        also=also_right,
        view=view,
    )


def _bounded_value(trace: Trace, node: int, bound: Bound, view: str) -> Worth:
    """The value of a node with what it says, in a view."""
    value = float(trace.columns.value[node])
    is_negated = view == "mover" and trace.columns.turn[node] < 0
    return Worth(-value, _NEGATED_BOUNDS[bound]) if is_negated else Worth(value, bound)


class _StepQuestions:
    """The questions of one step."""

    def __init__(self, trace: Trace, step: int, view: str) -> None:
        self.trace, self.step, self.view = trace, step, view
        self.event, self.node = event_at(trace, step)

    def iter_questions(self) -> Iterator[Question]:
        trace = self.trace
        if self.event is Event.RETURNED and self.node:
            yield from self._ask_after_return(int(trace.columns.parent[self.node]), self.node)
        elif self.event is Event.ENTERED:
            if (pruned := pruned_question(trace, self.node, self.view)) is not None:
                yield pruned
            yield from self._ask_next_move(self.node, trace.children(self.node), None)
        yield from self._ask_entry_window()
        if self.step == 0 and (order := leaf_order_question(trace, self.view)) is not None:
            yield order

    def _ask_after_return(self, parent: int, child: int) -> Iterator[Question]:
        """After a child has returned, and before the node above has heard of it."""
        trace, columns = self.trace, self.trace.columns
        if parent in trace.drivers or not columns.turn[parent]:
            return
        later_children = [sibling for sibling in trace.children(parent) if sibling > child]
        is_cut = bool(columns.cutoff[parent]) and (not later_children or columns.status[later_children[0]] == PRUNED)
        labels = tuple(label for label in _distinct_labels(trace, later_children) if label != trace.label(child))
        if labels and trace.header.windowed:
            right_answer = frozenset(labels) if columns.status[later_children[0]] == PRUNED else frozenset()
            text = (
                f"{self._describe_return(parent, child)}: which moves at {format_path(trace, parent)} are pruned now?"
            )
            yield self._make_question(Kind.PRUNED, parent, text, right_answer, labels, child)
        value = value_question(trace, parent, self.view)
        if value is not None and value.step == self.step:
            yield value
        if trace.header.windowed and trace.header.ours and not is_cut:
            yield from self._ask_current_window(parent, child)
        yield from self._ask_next_move(parent, later_children, child)

    def _ask_current_window(self, parent: int, child: int) -> Iterator[Question]:
        """The running window, with the value that has just returned."""
        parent_frame = frame(self.trace, parent, self.step + 1)
        view_text = _describe_view(self.trace, parent, self.view)
        for window_end in (Kind.ALPHA, Kind.BETA):
            right_answer = _window_end_in_view(
                self.trace, parent, (parent_frame.alpha, parent_frame.beta), window_end, self.view
            )
            question_text = f"what is {window_end.value} at {format_path(self.trace, parent)} now{view_text}?"
            yield self._make_question(
                window_end, parent, f"{self._describe_return(parent, child)}: {question_text}", right_answer, (), child
            )

    def _describe_return(self, parent: int, child: int) -> str:
        """What has just happened, in the view of the node above."""
        sign = -1 if self.view == "mover" and self.trace.columns.turn[parent] < 0 else 1
        return f"{describe_move(self.trace, child)} returned {number(sign * float(self.trace.columns.value[child]))}"

    def _ask_next_move(self, node: int, later_children: list[int], after: int | None) -> Iterator[Question]:
        columns = self.trace.columns
        labels = _distinct_labels(self.trace, later_children)
        if node in self.trace.drivers or columns.status[node] not in (EXPANDED, OPEN) or not (labels or after):
            return
        next_child = later_children[0] if later_children and columns.status[later_children[0]] != PRUNED else None
        if next_child is None and columns.status[node] == OPEN:
            return
        right_answer = None if next_child is None else self.trace.label(next_child)
        text = f"Which move at {format_path(self.trace, node)} is searched next?"
        yield self._make_question(Kind.NEXT, node, text, right_answer, labels, after)

    def _ask_entry_window(self) -> Iterator[Question]:
        trace, columns = self.trace, self.trace.columns
        if not trace.header.windowed or self.step + 1 >= trace.steps:
            return
        event, node = event_at(trace, self.step + 1)
        parent = int(columns.parent[node])
        if event is not Event.ENTERED or parent in trace.drivers or not columns.turn[parent]:
            return
        if columns.status[node] not in _LEAVES:
            yield from (window_question(trace, node, window_end, self.view) for window_end in (Kind.ALPHA, Kind.BETA))

    def _make_question(
        self, kind: Kind, node: int, text: str, right_answer: Answer, choices: tuple[str, ...], after: int | None
    ) -> Question:
        return Question(
            kind, self.step, node, text[:1].upper() + text[1:], right_answer, choices, after, view=self.view
        )


def _distinct_labels(trace: Trace, nodes: list[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(trace.label(node) for node in nodes))


def _full_path(trace: Trace, node: int) -> str:
    return "/".join(trace.label(path_node) for path_node in trace.ancestry(node)[1:])


def _describe_view(trace: Trace, node: int, view: str) -> str:
    """Whose view the number is, where that is not MAX's."""
    return f", in {mover_name(trace, node)}'s view" if view == "mover" else ""


def _window_end_in_view(trace: Trace, node: int, window: tuple[float, float], window_end: Kind, view: str) -> float:
    """An end of a window in a view: MIN's alpha is beta with its sign changed."""
    if view == "mover" and trace.columns.turn[node] < 0:
        window = -window[1], -window[0]
    return window[window_end is Kind.BETA]


WINDOW_ENDS = (Kind.ALPHA, Kind.BETA)
INFINITY = float("inf")


def iter_chosen_questions(trace: Trace) -> Iterator[Question]:
    """All that is asked on the way through a recording, step by step; see `question_at`."""
    for step in range(trace.steps):
        if (question := question_at(trace, step)) is not None:
            yield question


def question_at(trace: Trace, step: int) -> Question | None:
    """What is asked once a step has happened, before the next one is shown; None where there is nothing to ask.

    It can be answered from what is seen by then: which moves are pruned after a child has returned, what alpha or beta
    is, what a node returns. At a cutoff it is what is pruned, and after that what is returned. Of several questions
    steps that follow one another ask different ones. It depends on the recording and the step alone.
    O(log n + ply × children), first O(n).

    >>> import tracer
    >>> [one.kind.value for one in iter_chosen_questions(tracer.trace([[3, 5], [2, 9]]))]
    ['pruned', 'beta', 'pruned', 'pruned', 'value', 'value']
    """
    questions = list(_iter_questions(trace, step, "max"))
    if trace.columns.log is not None:
        return questions[step % len(questions)] if questions else None
    useful_questions = [question for question in questions if _is_useful(trace, question)]
    if any(question.kind is Kind.PRUNED for question in useful_questions):
        # That a node returns before all its moves were searched would say that the rest is pruned.
        useful_questions = [question for question in useful_questions if question.kind is not Kind.VALUE]
    if (value := _value_question_after_pruning(trace, step)) is not None:
        useful_questions.append(value)
    if not useful_questions:
        return None
    _, node = event_at(trace, step)
    return useful_questions[int(trace.landmarks.visits[node] + 1) % len(useful_questions)]


def _is_useful(trace: Trace, question: Question) -> bool:
    """Whether somebody who sees the search up to here can work the answer out, and learns from it."""
    if question.kind in WINDOW_ENDS:
        if question.after is not None:  # the other end cannot have changed
            return (question.kind is Kind.ALPHA) == bool(trace.columns.turn[question.node] > 0)
        return abs(float(question.right)) < INFINITY if isinstance(question.right, float) else False
    return question.kind in (Kind.PRUNED, Kind.VALUE) and question.after is not None


def _value_question_after_pruning(trace: Trace, step: int) -> Question | None:
    """What a node returns that has skipped its last branch."""
    event, node = event_at(trace, step)
    parent = int(trace.columns.parent[node])
    if event is not Event.PRUNED or step + 1 >= trace.steps or event_at(trace, step + 1) != (Event.RETURNED, parent):
        return None
    value = value_question(trace, parent)
    return None if value is None else replace(value, step=step)
