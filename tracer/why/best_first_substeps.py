"""The parts of one step of a best-first search: select, expand, evaluate, back up."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from tracer.recording.log_numbers import last_log_row, log_of, node_visits
from tracer.recording.status import TERMINAL
from tracer.text import clean, number
from tracer.time.moments import Event, event_at
from tracer.tracing import Trace
from tracer.why.explain_best_first import format_proof_numbers
from tracer.why.selection_scores import own_and_rival_score
from tracer.why.sentences import Sentence, format_count, format_path

MAX_SUBSTEPS = 6
"""Levels of the way down that are told one by one, the last ones."""


def list_substeps(trace: Trace, step: int) -> list[Sentence]:
    """The parts of a step in their order, each with its kind and its node; none of a search that goes depth first.

    Of Monte Carlo tree search: which child was chosen at each level by which numbers, what was added, the value, and
    what it made of the mean at the root. By proof numbers: for which of them a node was expanded, or what a node's
    numbers were before. O(ply × children).
    """
    if trace.columns.log is None:
        return []
    if log_of(trace.columns).counts_visits:
        return _list_iteration_substeps(trace, step)
    return _list_backup_substeps(trace, step) if log_of(trace.columns).has_proofs else []


def _list_iteration_substeps(trace: Trace, step: int) -> list[Sentence]:
    event_type, iteration_leaf = event_at(trace, step)
    substeps: list[Sentence] = []
    path_nodes = trace.ancestry(iteration_leaf)
    for parent, child in pairwise(path_nodes):
        if trace.entered(child) == step and trace.header.search == "uct":
            text = f"expand {format_path(trace, parent)}: {clean(trace.label(child))} is added"
            substeps.append(Sentence(text, "expansion", child))
            continue
        own_score, best_rival = own_and_rival_score(trace, parent, child, step)
        if own_score is None:
            substeps.append(Sentence(f"select {clean(trace.label(child))}", "selection", child))
            continue
        rival_text = (
            "" if best_rival is None else f"; {clean(trace.label(best_rival.child))} {number(best_rival.total)}"
        )
        text = f"select {clean(trace.label(child))}, the {own_score.extreme_word}: {own_score.describe()}{rival_text}"
        substeps.append(Sentence(text, "selection", child))
    if event_type is Event.ENTERED and len(path_nodes) > 1 and trace.header.search != "uct":
        substeps.append(Sentence(f"{clean(trace.label(iteration_leaf))} is added", "expansion", iteration_leaf))
    value = log_of(trace.columns).x.item(step)
    substeps = _shorten_substeps(trace, substeps, path_nodes)
    is_simulated = trace.header.search == "uct" and trace.columns.status.item(iteration_leaf) != TERMINAL
    value_text = f"value {number(value)}{' of a random game' if is_simulated else ''}"
    substeps.append(Sentence(value_text, "simulation" if is_simulated else "evaluation", iteration_leaf))
    visits_before, visits_after = node_visits(trace.columns, 0, step - 1), node_visits(trace.columns, 0, step)
    mean_before = "–" if visits_before.mean is None else number(visits_before.mean)
    text = f"back up: N + 1, W + {number(value)} at {format_count(len(path_nodes), 'node')}".replace("+ −", "− ")
    text = f"{text}; Q of the root {mean_before} → {number(visits_after.mean or 0.0)}"
    substeps.append(Sentence(text, "backup", 0))
    return substeps


def _shorten_substeps(trace: Trace, substeps: list[Sentence], path_nodes: list[int]) -> list[Sentence]:
    """The last levels of a way down, and how many are left out before them."""
    skipped_count = len(substeps) - MAX_SUBSTEPS
    if skipped_count <= 0:
        return substeps
    skipped_text = (
        f"… {format_count(skipped_count, 'level')} further up; then at {format_path(trace, path_nodes[skipped_count])}:"
    )
    return [Sentence(skipped_text, "selection", path_nodes[skipped_count]), *substeps[-MAX_SUBSTEPS:]]


def _list_backup_substeps(trace: Trace, step: int) -> list[Sentence]:
    _, node = event_at(trace, step)
    numbers_before, numbers_now = last_log_row(trace.columns, node, step - 1), last_log_row(trace.columns, node, step)
    if numbers_now is None:
        return []
    if numbers_before is None:
        if node and trace.header.ours and trace.header.search == "pns":
            return _list_expansion_substeps(trace, step, node)
        return []
    changes = [
        f"{name} {number(before)} → {number(now)}"
        for name, before, now in (("pn", numbers_before.x, numbers_now.x), ("dn", numbers_before.y, numbers_now.y))
        if before != now
    ]
    return [Sentence(f"back up to {format_path(trace, node)}: {', '.join(changes)}", "backup", node)]


def _list_expansion_substeps(trace: Trace, step: int, node: int) -> list[Sentence]:
    """By which numbers proof-number search came to the node that it expands, and which child is made at a step."""
    columns, log = trace.columns, log_of(trace.columns)
    earlier_step = int(np.searchsorted(log.iteration, log.iteration[step])) - 1
    parent = columns.parent.item(node)
    path_nodes, substeps = trace.ancestry(parent), list[Sentence]()
    for ancestor, path_child in pairwise(path_nodes):
        name, number_index = ("pn", 0) if columns.turn.item(ancestor) > 0 else ("dn", 1)
        rows = {child: last_log_row(columns, child, earlier_step) for child in trace.children(ancestor)}
        child_numbers = {child: (row.x, row.y)[number_index] for child, row in rows.items() if row is not None}
        best_rival = min(
            (child for child in child_numbers if child != path_child),
            key=lambda child: child_numbers[child],
            default=None,
        )
        rival_text = (
            "" if best_rival is None else f"; {clean(trace.label(best_rival))} {number(child_numbers[best_rival])}"
        )
        number_text = f"{name} {number(child_numbers[path_child])}, the least{rival_text}"
        substeps.append(Sentence(f"select {clean(trace.label(path_child))}: {number_text}", "selection", path_child))
    node_label, new_numbers = clean(trace.label(node)), format_proof_numbers(log.x.item(step), log.y.item(step))
    return [
        *_shorten_substeps(trace, substeps, path_nodes),
        Sentence(f"expand {format_path(trace, parent)}: {node_label} is added, {new_numbers}", "expansion", node),
    ]
