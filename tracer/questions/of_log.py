"""What can be asked of a best-first search before a step: which child it goes to, and what numbers become of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tracer.questions.question import Kind, Question
from tracer.recording.log import GAMMA4
from tracer.recording.numbers_of_log import log_of, told, visits
from tracer.text import clean, number
from tracer.time.moments import is_there
from tracer.tracing import Trace
from tracer.why.formulas import is_tried_out, scores
from tracer.why.sentences import path


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
    if child is not None and (before := visits(trace.columns, child, step)).times:
        now = f"N {before.times:,}, W {number(before.total)}"
        text = (
            f"The next iteration goes to {path(trace, child)} ({now}) and is worth {number(value)}: what is its Q then?"
        )
        after = visits(trace.columns, child, step + 1)
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
    before, after = told(columns, node, step), told(columns, node, step + 1)
    if before is None or after is None:
        return
    for name, old, new in (("pn", before.x, after.x), ("dn", before.y, after.y)):
        if old != new:
            text = f"{name} of {path(trace, node)} was {number(old)}: what is it now, by its children's?"
            yield Question(Kind.NUMBER, step, node, text, new)


def _choice(trace: Trace, step: int, node: int, children: list[int], right: int, text: str) -> Question:
    labels = tuple(dict.fromkeys(trace.label(child) for child in children))
    return Question(Kind.NEXT, step, node, clean(text, 200), trace.label(right), labels)
