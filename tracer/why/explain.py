"""What the search does and why, in sentences: functions from a trace, a node and a step.

All numbers are MAX's view. A sentence that gives a reason also gives the numbers it rests on.
"""

from __future__ import annotations

from math import inf

from tracer.errors import PlyscopeError
from tracer.recording.no_moves import is_partial_probe
from tracer.recording.node import Node
from tracer.recording.status import EXACT, EXPANDED, HORIZON, OPEN, TABLE, TERMINAL
from tracer.text import clean, number
from tracer.time.moments import Event, Phase, event_at, first_step, frame, last_pruned_together, phase
from tracer.tracing import Trace
from tracer.why.cutoff_causes import (
    cutoff_end_name,
    cutoff_limit,
    find_cutoff_origin,
    find_end_origin,
    find_refutation,
    format_cutoff_test,
    format_cutoff_verdict,
    format_window_end,
    has_strict_cutoff,
)
from tracer.why.explain_best_first import describe_log_event, explain_log_node
from tracer.why.explain_chance_nodes import explain_mean_so_far
from tracer.why.explain_cutoffs import explain_cutoff, explain_pruned_branch, explain_window_end
from tracer.why.explain_leaves import explain_leaf, explain_leaf_entry
from tracer.why.explain_values import explain_contradiction, explain_effect_on_parent, explain_return
from tracer.why.explain_visits import explain_driver, explain_visit
from tracer.why.selective_reasons import SHORT_REASONS, explain_played_move, is_skipped_move, reason_code
from tracer.why.sentences import (
    MOVER_NAMES,
    Sentence,
    capitalize,
    count_distinct_moves,
    describe_move,
    describe_moves,
    format_count,
    format_node_window,
    format_path,
    format_proved_value,
    format_window,
    is_fail_hard,
    mover_name,
)

__all__ = [
    "Sentence",
    "event",
    "explain",
    "find_cutoff_origin",
    "format_cutoff_test",
    "format_cutoff_verdict",
    "format_path",
    "why",
]

MAX_SENTENCES = 6
"""Sentences at most: more are not read beside a tree."""
LEAF_TEXTS: dict[int, str] = {TERMINAL: "game over", HORIZON: "depth used up", TABLE: "in the table"}
"""What is the case where a search comes to a node that it does not search."""


def event(trace: Trace, step: int, until: int | None = None) -> str:
    """What happens at a step, in a few words; a cutoff with all the moves that it prunes. O(log n + ply + children).

    `until` is the step of the last branch that is skipped together with that of the step; None is all.
    """
    if trace.columns.log is not None:
        return describe_log_event(trace, step)
    event_type, node = event_at(trace, step)
    node_path, cut_node = format_path(trace, node), trace.landmarks.cut_at(step)
    skipped = range(
        node, 1 + (last_pruned_together(trace, step) if until is None else node + until - step)
    )  # nothing is below
    if cut_node is not None:
        skipped = skipped[: int(trace.landmarks.pruned_children[cut_node])]
        no_moves_text = "nothing was left to prune" if trace.counts.records_skips else "what it skips is not recorded"
        pruned_text = (
            f"{describe_moves(trace, skipped)} pruned" if event_type is Event.PRUNED and skipped else no_moves_text
        )
        return (
            f"✂ {cutoff_end_name(trace, cut_node)} cutoff at {format_path(trace, cut_node)}: "
            f"{format_cutoff_verdict(trace, cut_node)}; {pruned_text}"
        )
    if event_type is Event.PRUNED:
        parent = int(trace.columns.parent[node])
        location = f"{describe_moves(trace, skipped)} at {format_path(trace, parent)}"
        if is_skipped_move(trace, node):
            reasons = {SHORT_REASONS[reason_code(trace, one)] for one in skipped}
            return (
                f"{node_path if len(skipped) == 1 else location} {reasons.pop() if len(reasons) == 1 else 'not tried'}"
            )
        is_left_by_probe = is_partial_probe(trace.columns, parent)
        return (
            f"{f'branch {node_path}' if len(skipped) == 1 else location} "
            f"{'left by a probe' if is_left_by_probe else 'pruned'}"
        )
    if event_type is Event.RETURNED:
        if trace.columns.status[node] == OPEN:
            return f"{node_path} ended without a value"
        return f"{node_path} returned {number(float(trace.columns.value[node]))}"
    columns = trace.columns
    window_text = f", window {format_node_window(trace, node)}" if trace.header.windowed else ""
    node_type = LEAF_TEXTS.get(columns.status.item(node)) or f"{MOVER_NAMES[int(columns.turn[node])]} to move"
    return f"{node_path} entered, {node_type}{window_text}"


def explain(node: Node, step: int | None = None) -> str:
    """Why a node came out as it did: why it was cut or pruned, where its value is from, in sentences, a line each.

    Args:
        node: of a trace.
        step: the step at which it is looked at; None is the end.

    Returns:
        Sentences, one a line, six at most. All numbers in them are MAX's view.

    Raises:
        PlyscopeError: it is no node.

    >>> import plyscope
    >>> trace = plyscope.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> print(explain(trace.find("a2")))
    At most 2. Alpha cutoff: move b1 returned 2, and 2 ≤ alpha 3.
    Alpha 3 is what MAX already has at the root with move a1: a shallow cutoff.
    MAX will not let the game come here: it has 3 already, and MIN can hold this position to 2 or less.
    It skips moves b2 and b3: 2 nodes of the full tree.
    It did not improve MAX's best at the root, which was 3.
    """
    trace = getattr(node, "trace", None)
    if not isinstance(trace, Trace):
        type_name = clean(type(node).__name__)
        raise PlyscopeError(f"a node is explained, such as trace.root or trace.find('b2'), and this is a {type_name}")
    shown_step = trace.steps - 1 if step is None else step
    return "\n".join(sentence.text for sentence in why(trace, node.index, shown_step))


def why(
    trace: Trace, node: int, step: int, full_size: int | None = None, *, until: int | None = None
) -> list[Sentence]:
    """What is the case at a node at a step, and why: the most important first, at most `MAX_SENTENCES` sentences.

    O(log n + ply + children), and the counting of `causes.saving` once for each node that was cut.

    What was saved is told as a share of `full_size` nodes of the full tree, where that is known. Where the step skips a
    branch, `until` is the step of the last one that is skipped with it; None is all of them.
    """
    if trace.columns.log is not None:
        return explain_log_node(trace, node, step)[:MAX_SENTENCES]
    node_phase = phase(trace, node, step, until)
    if node_phase is Phase.AHEAD:
        sentences = _explain_unreached(trace, node, step, until)
    elif node_phase is Phase.PRUNED:
        sentences = explain_pruned_branch(trace, node, full_size)
    elif node_phase is Phase.OPEN:
        sentences = _explain_open(trace, node, step, full_size)
    else:
        sentences = _explain_returned(trace, node, step, full_size)
    return sentences[:MAX_SENTENCES]


def _explain_unreached(trace: Trace, node: int, step: int, until: int | None) -> list[Sentence]:
    arrival_step = first_step(trace, node)
    arrival_text = (
        "Not reached yet: the search comes here at step "
        f"{arrival_step if arrival_step > step else trace.entered(node):,}."
    )
    current_text = f"This is step {step:,}: {event(trace, step, until)}."
    return [Sentence(arrival_text, "ahead", node), Sentence(current_text, "event", event_at(trace, step)[1])]


def _explain_returned(trace: Trace, node: int, step: int, full_size: int | None) -> list[Sentence]:
    if trace.columns.status[node] == OPEN:
        return [Sentence("It ended without a value: its call returned no number, or an exception left it.", "value")]
    later_sentences = [*explain_visit(trace, node, step), *explain_effect_on_parent(trace, node, step)]
    if node in trace.drivers:
        return [*explain_driver(trace, node), *later_sentences]
    if trace.columns.cutoff[node]:
        return [
            *explain_contradiction(trace, node),
            *explain_cutoff(trace, node, full_size, returned=True),
            *later_sentences,
        ]
    if trace.columns.status[node] == EXPANDED:
        return_sentences = explain_return(trace, node)
        return [*return_sentences[:1], *explain_played_move(trace, node), *return_sentences[1:], *later_sentences]
    return [*explain_leaf(trace, node), *later_sentences]


def _explain_open(trace: Trace, node: int, step: int, full_size: int | None) -> list[Sentence]:
    """About a node that the search is in: what it has so far, its window, and where the search is below it."""
    if trace.landmarks.is_cut(node, step):
        return explain_cutoff(trace, node, full_size, returned=False)
    leaf_sentence = explain_leaf_entry(trace, node)
    if leaf_sentence is not None:
        return [leaf_sentence, *explain_visit(trace, node, step), *_explain_window(trace, node, step)]
    entered_children = [child for child in trace.children(node) if trace.entered(child) <= step]
    returned_children = [child for child in entered_children if phase(trace, child, step) is Phase.RETURNED]
    returning_child = returned_children[-1] if returned_children and trace.left(returned_children[-1]) == step else None
    sentences = (
        explain_effect_on_parent(trace, returning_child, step, is_here=True) if returning_child is not None else []
    )
    if returning_child is not None and trace.columns.cutoff[node] and find_refutation(trace, node) == returning_child:
        return [*sentences, *explain_cutoff(trace, node, returned=False)[1:3]]
    if returning_child is None or len(returned_children) > 1:
        sentences.append(
            _explain_best_so_far(
                trace,
                node,
                step,
                count_distinct_moves(trace, [child for child in returned_children if child != returning_child]),
                bool(entered_children),
            )
        )
    sentences += [*explain_visit(trace, node, step), *_explain_window(trace, node, step)]
    is_last_step = step == trace.steps - 1
    if entered_children and phase(trace, entered_children[-1], step) is Phase.OPEN:
        location_text = "It stopped below" if is_last_step and trace.header.stopped else "The search is now below"
        sentences.append(
            Sentence(f"{location_text} {describe_move(trace, entered_children[-1])}.", "", entered_children[-1])
        )
    if is_last_step:
        stopped_text = f"Never returned: the search was stopped {clean(trace.header.stopped or '')}."
        running_text = (
            "Not returned so far: the recording is known up to here; its search went on, runs still or ended without a "
            "word."
        )
        sentences = [Sentence(stopped_text if trace.header.stopped else running_text, "ahead"), *sentences]
    return sentences


def _explain_best_so_far(trace: Trace, node: int, step: int, searched_count: int, has_begun: bool) -> Sentence:
    if not trace.columns.turn[node]:
        return explain_mean_so_far(trace, node, step, searched_count)
    player, running_frame = mover_name(trace, node), frame(trace, node, step)
    if running_frame.best is None or running_frame.best_child is None:
        no_return_text = "no move has returned yet" if has_begun else "no move has been searched yet"
        return Sentence(f"{capitalize(player)} to move; {no_return_text}.", "value")
    passes = int(trace.columns.move[running_frame.best_child]) in trace.passes
    after_text = f"after {format_count(searched_count, 'pass' if passes else 'move')}"
    best_bound = trace.proved_bound(running_frame.best_child)
    best_text = (
        number(running_frame.best) if best_bound is EXACT else format_proved_value(trace, running_frame.best_child)
    )
    best_text = f"a clamped {best_text}" if best_bound is None else best_text
    text = f"{player} has {best_text} so far, by {describe_move(trace, running_frame.best_child)} ({after_text})."
    return Sentence(text, "value", running_frame.best_child)


def _explain_window(trace: Trace, node: int, step: int) -> list[Sentence]:
    """The running window of an open node, what made it, and what would cut here."""
    if not trace.header.windowed or not trace.columns.turn[node]:
        return []
    columns, running_frame = trace.columns, frame(trace, node, step)
    entry_window = format_node_window(trace, node)
    current_window = format_window(running_frame.alpha, running_frame.beta)
    if not trace.header.ours:  # what it has made of its window since, nobody saw
        sentences = [Sentence(f"It was given the window {entry_window}.")]
    elif current_window == entry_window or running_frame.best_child is None:
        sentences = [Sentence(f"The window is {'' if running_frame.best is None else 'still '}{current_window}.")]
    else:
        verb = "raised alpha" if columns.turn[node] > 0 else "lowered beta"
        change_text = (
            f"{capitalize(describe_move(trace, running_frame.best_child))} "
            f"{verb}: the window is {current_window} now, {entry_window} on entry."
        )
        sentences = [Sentence(change_text, "", running_frame.best_child)]
    limit = cutoff_limit(trace, node)
    if abs(limit) == inf:
        return sentences
    sentences.append(explain_window_end(trace, find_end_origin(trace, node, cutoff_end_name(trace, node)), node))
    side = "more" if columns.turn[node] > 0 else "less"
    end_text = format_window_end(trace, node, cutoff_end_name(trace, node))
    cutoff_condition = f"{side} than {end_text}" if has_strict_cutoff(trace) else f"{end_text} or {side}"
    can_never_cut = has_strict_cutoff(trace) and is_fail_hard(
        trace
    )  # values are clamped, so none lies beyond the window
    if can_never_cut or not trace.header.ours or columns.status[node] in (TERMINAL, HORIZON, TABLE):
        return sentences
    return [*sentences, Sentence(f"A move that returns {cutoff_condition} will cut off the rest.")]
