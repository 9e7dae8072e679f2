"""Which questions there are at each step, with their answers from the recording.

What the recording does not tell, nobody is asked: a search that was stopped, moves that were skipped unnamed, windows
that another program made of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from tracer.errors import PlyscopeError
from tracer.questions.question import Answer, Kind, Question, Worth
from tracer.recording.log import GAMMA4
from tracer.recording.log_numbers import last_log_row, log_of, node_visits
from tracer.recording.status import EXACT, EXPANDED, HORIZON, LOWER, OPEN, PRUNED, TABLE, TERMINAL, UPPER, Bound
from tracer.text import clean, number
from tracer.time.moments import Event, event_at, frame, is_there
from tracer.tracing import Trace
from tracer.why.formulas import is_tried_out, scores
from tracer.why.sentences import move, mover, path

VIEWS = ("max", "mover")
MOST_LEAVES = 100
"""Leaves whose order is asked for at most."""
_LEAVES = (TERMINAL, HORIZON, TABLE)
_TURNED = {EXACT: EXACT, LOWER: UPPER, UPPER: LOWER}


def all_questions(trace: Trace, view: str = "max") -> Iterator[Question]:
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
    if trace.columns.log is not None:
        return tuple(questions_of_log(trace, step))
    return tuple(_Step(trace, step, view).questions())


def leaf_order(trace: Trace, view: str = "max") -> Question | None:
    """In which order the leaves are visited; None where they are many, or the recording does not have them all."""
    columns = trace.columns
    leaves = [node for node in range(len(trace)) if columns.status[node] in _LEAVES] if trace.steps < 10_000 else []
    if trace.unfinished or trace.counts.paths.repeat or not 1 < len(leaves) <= MOST_LEAVES:
        return None
    met = [node for node in range(len(trace)) if columns.status[node] in (*_LEAVES, PRUNED)]
    text = "In which order are the leaves visited?"
    right, choices = (tuple(_full_path(trace, node) for node in nodes) for nodes in (leaves, met))
    return Question(Kind.ORDER, 0, 0, text, right, choices, view=view)


def window_question(trace: Trace, node: int, end: Kind, view: str = "max") -> Question:
    """What an end of the window of a node is as the search enters it, asked right before that.

    Args:
        trace: a recording with windows.
        node: a visited node, but not the root.
        end: ALPHA or BETA.
        view: whose numbers they are.
    """
    columns = trace.columns
    ends = float(columns.alpha[node]), float(columns.beta[node])
    text = f"What is {end.value} when {_place(trace, node)} is entered{_whose(trace, node, view)}?"
    return Question(end, trace.entered(node) - 1, node, text, _end(trace, node, ends, end, view), view=view)


def pruned_question(trace: Trace, node: int, view: str = "max") -> Question | None:
    """Which of its moves a node will prune, asked as it is entered; None where the recording does not tell."""
    columns, children = trace.columns, trace.children(node)
    labels = _labels(trace, children)
    unnamed = columns.cutoff[node] and not trace.counts.tells_skipped
    if not trace.header.windowed or node in trace.drivers or unnamed or len(labels) < 2:
        return None
    if columns.status[node] != EXPANDED or not columns.turn[node]:
        return None
    right = frozenset(_labels(trace, [child for child in children if columns.status[child] == PRUNED]))
    text = f"Which moves at {_place(trace, node)} will be pruned?"
    return Question(Kind.PRUNED, trace.entered(node), node, text, right, labels, view=view)


def value_question(trace: Trace, node: int, view: str = "max") -> Question | None:
    """What an inner node returns, asked when its last searched move has returned; None where nobody can know."""
    columns = trace.columns
    children = [child for child in trace.children(node) if columns.status[child] != PRUNED]
    if columns.status[node] != EXPANDED or not children or node in trace.drivers or not columns.turn[node]:
        return None
    bound = trace.proved_bound(node) if trace.header.windowed else EXACT
    if trace.deciding_child(node) is None or bound is None:
        return None
    alone = trace.bound(node) if trace.header.windowed else bound
    also = None if alone is None or alone is bound else _worth(trace, node, alone, view)
    text = f"What will {_place(trace, node)} return{_whose(trace, node, view)}: =, ≥ or ≤ which value?"
    last = children[-1]
    return Question(
        Kind.VALUE, trace.left(last), node, text, _worth(trace, node, bound, view), after=last, also=also, view=view
    )


def _worth(trace: Trace, node: int, bound: Bound, view: str) -> Worth:
    """The value of a node with what it says, in a view."""
    value = float(trace.columns.value[node])
    turned = view == "mover" and trace.columns.turn[node] < 0
    return Worth(-value, _TURNED[bound]) if turned else Worth(value, bound)


class _Step:
    """The questions of one step."""

    def __init__(self, trace: Trace, step: int, view: str) -> None:
        self.trace, self.step, self.view = trace, step, view
        self.event, self.node = event_at(trace, step)

    def questions(self) -> Iterator[Question]:
        """All of them."""
        trace = self.trace
        if self.event is Event.RETURNED and self.node:
            yield from self._of_return(int(trace.columns.parent[self.node]), self.node)
        elif self.event is Event.ENTERED:
            if (pruned := pruned_question(trace, self.node, self.view)) is not None:
                yield pruned
            yield from self._next(self.node, trace.children(self.node), None)
        yield from self._entry()
        if self.step == 0 and (order := leaf_order(trace, self.view)) is not None:
            yield order

    def _of_return(self, above: int, child: int) -> Iterator[Question]:
        """After a child has returned, and before the node above has heard of it."""
        trace, columns = self.trace, self.trace.columns
        if above in trace.drivers or not columns.turn[above]:
            return
        later = [one for one in trace.children(above) if one > child]
        cut = bool(columns.cutoff[above]) and (not later or columns.status[later[0]] == PRUNED)
        labels = tuple(label for label in _labels(trace, later) if label != trace.label(child))
        if labels and trace.header.windowed:
            right = frozenset(labels) if columns.status[later[0]] == PRUNED else frozenset()
            text = f"{self._returned(above, child)}: which moves at {_place(trace, above)} are pruned now?"
            yield self._asked(Kind.PRUNED, above, text, right, labels, child)
        value = value_question(trace, above, self.view)
        if value is not None and value.step == self.step:
            yield value
        if trace.header.windowed and trace.header.ours and not cut:
            yield from self._window_now(above, child)
        yield from self._next(above, later, child)

    def _window_now(self, above: int, child: int) -> Iterator[Question]:
        """The running window, with the value that has just returned."""
        known = frame(self.trace, above, self.step + 1)
        whose = _whose(self.trace, above, self.view)
        for end in (Kind.ALPHA, Kind.BETA):
            right = _end(self.trace, above, (known.alpha, known.beta), end, self.view)
            what = f"what is {end.value} at {_place(self.trace, above)} now{whose}?"
            yield self._asked(end, above, f"{self._returned(above, child)}: {what}", right, (), child)

    def _returned(self, above: int, child: int) -> str:
        """What has just happened, in the view of the node above."""
        sign = -1 if self.view == "mover" and self.trace.columns.turn[above] < 0 else 1
        return f"{move(self.trace, child)} returned {number(sign * float(self.trace.columns.value[child]))}"

    def _next(self, node: int, later: list[int], after: int | None) -> Iterator[Question]:
        """The move that is searched next."""
        columns = self.trace.columns
        labels = _labels(self.trace, later)
        if node in self.trace.drivers or columns.status[node] not in (EXPANDED, OPEN) or not (labels or after):
            return
        searched = later[0] if later and columns.status[later[0]] != PRUNED else None
        if searched is None and columns.status[node] == OPEN:
            return
        right = None if searched is None else self.trace.label(searched)
        text = f"Which move at {_place(self.trace, node)} is searched next?"
        yield self._asked(Kind.NEXT, node, text, right, labels, after)

    def _entry(self) -> Iterator[Question]:
        """The window of the node that is entered next."""
        trace, columns = self.trace, self.trace.columns
        if not trace.header.windowed or self.step + 1 >= trace.steps:
            return
        event, node = event_at(trace, self.step + 1)
        above = int(columns.parent[node])
        if event is not Event.ENTERED or above in trace.drivers or not columns.turn[above]:
            return
        if columns.status[node] not in _LEAVES:
            yield from (window_question(trace, node, end, self.view) for end in (Kind.ALPHA, Kind.BETA))

    def _asked(
        self, kind: Kind, node: int, text: str, right: Answer, choices: tuple[str, ...], after: int | None
    ) -> Question:
        return Question(kind, self.step, node, text[:1].upper() + text[1:], right, choices, after, view=self.view)


def _labels(trace: Trace, nodes: list[int]) -> tuple[str, ...]:
    """The moves that lead to nodes with one parent, each once."""
    return tuple(dict.fromkeys(trace.label(node) for node in nodes))


def _full_path(trace: Trace, node: int) -> str:
    return "/".join(trace.label(above) for above in trace.ancestry(node)[1:])


def _place(trace: Trace, node: int) -> str:
    return path(trace, node)


def _whose(trace: Trace, node: int, view: str) -> str:
    """Whose view the number is, where that is not MAX's."""
    return f", in {mover(trace, node)}'s view" if view == "mover" else ""


def _end(trace: Trace, node: int, ends: tuple[float, float], end: Kind, view: str) -> float:
    """An end of a window in a view: MIN's alpha is beta with its sign changed."""
    if view == "mover" and trace.columns.turn[node] < 0:
        ends = -ends[1], -ends[0]
    return ends[end is Kind.BETA]


ENDS = (Kind.ALPHA, Kind.BETA)
INFINITY = float("inf")


def chosen_questions(trace: Trace) -> Iterator[Question]:
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
    >>> [one.kind.value for one in chosen_questions(tracer.trace([[3, 5], [2, 9]]))]
    ['pruned', 'beta', 'pruned', 'pruned', 'value', 'value']
    """
    if trace.columns.log is not None:
        asked = questions_at(trace, step)
        return asked[step % len(asked)] if asked else None
    telling = [question for question in questions_at(trace, step) if _is_telling(trace, question)]
    if any(question.kind is Kind.PRUNED for question in telling):
        # That a node returns before all its moves were searched would say that the rest is pruned.
        telling = [question for question in telling if question.kind is not Kind.VALUE]
    if (value := _after_pruning(trace, step)) is not None:
        telling.append(value)
    if not telling:
        return None
    _, node = event_at(trace, step)
    return telling[int(trace.landmarks.visits[node] + 1) % len(telling)]


def _is_telling(trace: Trace, question: Question) -> bool:
    """Whether somebody who sees the search up to here can work the answer out, and learns from it."""
    if question.kind in ENDS:
        if question.after is not None:  # the other end cannot have changed
            return (question.kind is Kind.ALPHA) == bool(trace.columns.turn[question.node] > 0)
        return abs(float(question.right)) < INFINITY if isinstance(question.right, float) else False
    return question.kind in (Kind.PRUNED, Kind.VALUE) and question.after is not None


def _after_pruning(trace: Trace, step: int) -> Question | None:
    """What a node returns that has skipped its last branch."""
    event, node = event_at(trace, step)
    above = int(trace.columns.parent[node])
    if event is not Event.PRUNED or step + 1 >= trace.steps or event_at(trace, step + 1) != (Event.RETURNED, above):
        return None
    value = value_question(trace, above)
    return None if value is None else replace(value, step=step)


def asks_of_log(trace: Trace) -> bool:
    """Whether a best-first search goes by numbers that follow from what is seen: not by the table of df-pn."""
    log = trace.columns.log
    return log is not None and (not log.has_proofs or (trace.header.ours and trace.header.search == "pns"))


def questions_of_log(trace: Trace, step: int) -> Iterator[Question]:
    """What can be asked once a row is known, about the next one. O(ply × children)."""
    log = log_of(trace.columns)
    if not asks_of_log(trace) or step + 1 >= trace.steps:
        return
    if log.counts_visits:
        yield from _iteration(trace, step)
    elif log.has_proofs:
        yield from _proofs(trace, step)
    elif log.kind.item(step) == GAMMA4:
        text = "With what merit is the next state taken from OPEN?"
        yield Question(Kind.NUMBER, step, log.node.item(step), text, log.x.item(step + 1))


def _iteration(trace: Trace, step: int) -> Iterator[Question]:
    """Which child the next iteration goes to, where the formula tells it; and what a mean becomes of its value."""
    log = log_of(trace.columns)
    leaf, value = log.node.item(step + 1), log.x.item(step + 1)
    uct = trace.header.search == "uct"
    for above, below in pairwise(trace.ancestry(leaf)):
        known = [score.child for score in scores(trace, above, step + 1)]
        if len(known) > 1 and below in known and (not uct or is_tried_out(trace, above, step + 1)):
            text = f"Which move at {path(trace, above)} does the next iteration choose?"
            yield _choice(trace, step, above, known, below, text)
    child = next((node for node in trace.ancestry(leaf)[1:] if is_there(trace, node, step)), None)
    if child is not None and (before := node_visits(trace.columns, child, step)).times:
        now = f"N {before.times:,}, W {number(before.total)}"
        text = (
            f"The next iteration goes to {path(trace, child)} ({now}) and is worth {number(value)}: what is its Q then?"
        )
        after = node_visits(trace.columns, child, step + 1)
        yield Question(Kind.NUMBER, step, child, text, after.total / after.times)


def _proofs(trace: Trace, step: int) -> Iterator[Question]:
    """Which child is most proving, as an iteration begins; and what a number becomes of those below it."""
    columns, log = trace.columns, log_of(trace.columns)
    node = log.node.item(step + 1)
    if log.iteration.item(step + 1) != log.iteration.item(step):
        for above, below in pairwise(trace.ancestry(columns.parent.item(node))):
            children = [child for child in trace.children(above) if is_there(trace, child, step)]
            if len(children) > 1:
                text = f"Which move at {path(trace, above)} is the most-proving one?"
                yield _choice(trace, step, above, children, below, text)
        return
    before, after = last_log_row(columns, node, step), last_log_row(columns, node, step + 1)
    if before is None or after is None:
        return
    for name, old, new in (("pn", before.x, after.x), ("dn", before.y, after.y)):
        if old != new:
            text = f"{name} of {path(trace, node)} was {number(old)}: what is it now, by its children's?"
            yield Question(Kind.NUMBER, step, node, text, new)


def _choice(trace: Trace, step: int, node: int, children: list[int], right: int, text: str) -> Question:
    labels = tuple(dict.fromkeys(trace.label(child) for child in children))
    return Question(Kind.NEXT, step, node, clean(text, 200), trace.label(right), labels)
