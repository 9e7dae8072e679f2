"""The questions about a step of a best-first search, whose recording has a log."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tracer.questions.question import Kind, Question
from tracer.recording.log import GAMMA4
from tracer.recording.log_numbers import last_log_row, log_of, node_visits
from tracer.text import clean, number
from tracer.time.moments import is_present
from tracer.tracing import Trace
from tracer.why.selection_scores import compute_scores, has_tried_all_moves
from tracer.why.sentences import format_path


def has_log_questions(trace: Trace) -> bool:
    """Whether a best-first search goes by numbers that follow from what is seen: not by the table of df-pn."""
    log = trace.columns.log
    return log is not None and (not log.has_proofs or (trace.header.ours and trace.header.search == "pns"))


def iter_log_questions(trace: Trace, step: int) -> Iterator[Question]:
    """What can be asked once a row is known, about the next one. O(ply × children)."""
    log = log_of(trace.columns)
    if not has_log_questions(trace) or step + 1 >= trace.steps:
        return
    if log.counts_visits:
        yield from _iter_visit_questions(trace, step)
    elif log.has_proofs:
        yield from _iter_proof_questions(trace, step)
    elif log.kind.item(step) == GAMMA4:
        text = "With what merit is the next state taken from OPEN?"
        yield Question(Kind.NUMBER, step, log.node.item(step), text, log.x.item(step + 1))


def _iter_visit_questions(trace: Trace, step: int) -> Iterator[Question]:
    """Which child the next iteration goes to, where the formula tells it; and what a mean becomes of its value."""
    log = log_of(trace.columns)
    leaf, value = log.node.item(step + 1), log.x.item(step + 1)
    is_uct = trace.header.search == "uct"
    for parent, child_on_path in pairwise(trace.ancestry(leaf)):
        scored_children = [score.child for score in compute_scores(trace, parent, step + 1)]
        if (
            len(scored_children) > 1
            and child_on_path in scored_children
            and (not is_uct or has_tried_all_moves(trace, parent, step + 1))
        ):
            text = f"Which move at {format_path(trace, parent)} does the next iteration choose?"
            yield _make_choice_question(trace, step, parent, scored_children, child_on_path, text)
    child = next((node for node in trace.ancestry(leaf)[1:] if is_present(trace, node, step)), None)
    if child is not None and (visits_before := node_visits(trace.columns, child, step)).times:
        current_text = f"N {visits_before.times:,}, W {number(visits_before.total)}"
        text = (
            f"The next iteration goes to {format_path(trace, child)} "
            f"({current_text}) and is worth {number(value)}: what is its Q then?"
        )
        visits_after = node_visits(trace.columns, child, step + 1)
        yield Question(Kind.NUMBER, step, child, text, visits_after.total / visits_after.times)


def _iter_proof_questions(trace: Trace, step: int) -> Iterator[Question]:
    """Which child is most proving, as an iteration begins; and what a number becomes of those below it."""
    columns, log = trace.columns, log_of(trace.columns)
    node = log.node.item(step + 1)
    if log.iteration.item(step + 1) != log.iteration.item(step):
        for parent, child_on_path in pairwise(trace.ancestry(columns.parent.item(node))):
            children = [child for child in trace.children(parent) if is_present(trace, child, step)]
            if len(children) > 1:
                text = f"Which move at {format_path(trace, parent)} is the most-proving one?"
                yield _make_choice_question(trace, step, parent, children, child_on_path, text)
        return
    numbers_before, numbers_after = last_log_row(columns, node, step), last_log_row(columns, node, step + 1)
    if numbers_before is None or numbers_after is None:
        return
    for name, old_number, new_number in (
        ("pn", numbers_before.x, numbers_after.x),
        ("dn", numbers_before.y, numbers_after.y),
    ):
        if old_number != new_number:
            text = f"{name} of {format_path(trace, node)} was {number(old_number)}: what is it now, by its children's?"
            yield Question(Kind.NUMBER, step, node, text, new_number)


def _make_choice_question(
    trace: Trace, step: int, node: int, children: list[int], chosen_child: int, text: str
) -> Question:
    labels = tuple(dict.fromkeys(trace.label(child) for child in children))
    return Question(Kind.NEXT, step, node, clean(text, 200), trace.label(chosen_child), labels)
