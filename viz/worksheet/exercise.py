"""One exercise: a tree, what alpha-beta does on it, and what is to be filled in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.rules import AnyGame
from tracer.questions.asking import value_question, window_question
from tracer.questions.question import Kind, Worth, format_answer
from tracer.recording.status import EXPANDED, PRUNED
from tracer.run.run import trace as record
from tracer.text import clean, nearest, number
from tracer.tracing import Trace
from tracer.why.explain import why
from tracer.why.sentences import format_path

MAX_NODES = 400
"""Nodes of a tree at most; far fewer have room on a page."""


class Blank(StrEnum):
    """What is to be filled in."""

    VALUES = "values"
    """The value of each inner node, with its sign."""
    WINDOWS = "windows"
    """Alpha and beta of each inner node, on entry."""
    PRUNED = "pruned"
    """The pruned branches, crossed out."""
    ORDER = "order"
    """The numbers of the leaves, as they are visited."""


def parse_blanks(text: str) -> frozenset[Blank]:
    """What is to be filled in, from words with commas between.

    Raises:
        PlyscopeError: there is no such thing.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in list(Blank):
            raise PlyscopeError(f"no blank {clean(name, 40)!r}{nearest(name, Blank)}; there are: {', '.join(Blank)}")
    if not names:
        raise PlyscopeError(f"nothing is to be filled in; there are: {', '.join(Blank)}")
    return frozenset(map(Blank, names))


@dataclass(frozen=True)
class Exercise:
    """A tree that is searched by alpha-beta, and the whole of it, which stands on the sheet."""

    trace: Trace
    """The search."""
    full: Trace
    """Every node of the tree, as minimax visits it."""

    @cached_property
    def visits(self) -> Sequence[int | None]:
        """For each node of the full tree that of the search, a pruned branch too; None below pruned branches."""
        full, trace = self.full, self.trace
        visits: list[int | None] = [0]
        children_by_label: dict[int, dict[str, int]] = {}
        for node in range(1, len(full)):
            parent_visit = visits[int(full.columns.parent[node])]
            if parent_visit is None:
                visits.append(None)
                continue
            if parent_visit not in children_by_label:
                children_by_label[parent_visit] = {trace.label(child): child for child in trace.children(parent_visit)}
            visits.append(children_by_label[parent_visit].get(full.label(node)))
        return visits

    def is_inner(self, node: int) -> bool:
        """Whether a node of the full tree has moves."""
        return bool(self.full.columns.status[node] == EXPANDED)

    def is_pruned(self, node: int) -> bool:
        """Whether the branch to a node of the full tree is pruned; what lies below such a branch is not."""
        visit = self.visits[node]
        return visit is not None and bool(self.trace.columns.status[visit] == PRUNED)

    def is_visited(self, node: int) -> bool:
        """Whether the search visits a node of the full tree."""
        return self.visits[node] is not None and not self.is_pruned(node)

    def value_text(self, node: int) -> str:
        """What stands in an inner node that is visited, such as `≤ 2`."""
        visit = self.visits[node]
        question = None if visit is None else value_question(self.trace, visit)
        if question is None or not isinstance(question.right, Worth):
            return ""
        is_exact = question.right.bound.sign == "="
        return number(question.right.value) if is_exact else format_answer(question.right)

    def window_texts(self, node: int) -> tuple[str, str]:
        """Alpha and beta on entry of an inner node that is visited; empty for others."""
        visit = self.visits[node]
        if visit is None or not self.is_visited(node):
            return "", ""
        if visit == 0:
            return number(float(self.trace.columns.alpha[0])), number(float(self.trace.columns.beta[0]))
        alpha, beta = (format_answer(window_question(self.trace, visit, end).right) for end in (Kind.ALPHA, Kind.BETA))
        return alpha, beta

    @cached_property
    def leaf_order(self) -> dict[int, int]:
        """Which leaf of the full tree is the how manieth to be visited, from 1 on."""
        leaves = [node for node in range(len(self.full)) if not self.is_inner(node) and self.is_visited(node)]
        return {node: number for number, node in enumerate(leaves, start=1)}

    def explanation_sentences(self) -> Iterable[str]:
        """Why each cutoff is one, in the order of the search, and what comes out."""
        trace = self.trace
        for step in trace.landmarks.pruning_steps.tolist():
            node = trace.landmarks.cut_at(step)
            assert node is not None, "it is a cutoff's step"
            explanation = " ".join(sentence.text for sentence in why(trace, node, step)[:3])
            yield f"{format_path(trace, node) if node else 'The root'} – {explanation}"
        best = trace.best_root_child
        move_text = "" if best is None else f", by move {clean(trace.label(best))}"
        yield f"The root returns {number(float(trace.columns.value[0]))}{move_text}."


def make_exercise(game: AnyGame, *, position: Any = None, classical: bool = False, **options: Any) -> Exercise:
    """The exercise of a game that is small enough.

    Args:
        game: the game.
        position: the root, as `tracer.Options` says.
        classical: whether signs before values say what the nodes' windows prove alone.
        **options: of alpha-beta: how it fails, and its test for a cutoff.

    Raises:
        PlyscopeError: it is not, or has chance in it, or is over; or there is no such option.
    """
    full = record(game, "minimax", position=position, max_nodes=MAX_NODES)
    if full.header.stopped:
        raise PlyscopeError(f"{clean(full.header.title, 60)} has more than {MAX_NODES} nodes, too many for a page")
    if len(full) < 2:
        raise PlyscopeError("the tree is a leaf: there is nothing to search")
    if not full.columns.turn.all():
        raise PlyscopeError("a worksheet is about MAX and MIN: this tree has nodes of chance")
    trace = record(game, "alphabeta", position=position, **options)
    return Exercise(trace.classical() if classical else trace, full)
