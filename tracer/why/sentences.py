"""What sentences about a search are made of: names of places, moves, players and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tracer.recording.columns import Ints
from tracer.recording.no_moves import NoMove, Onward, Pass, Stand
from tracer.recording.node import is_outcome, outcome_probability
from tracer.recording.recording import Recording
from tracer.recording.status import EXACT, LOWER, PRUNED, Bound
from tracer.recording.tree_shape import iter_parts
from tracer.text import clean, end_text, number, window_text
from tracer.tracing import Trace

MAX_PATH_MOVES = 9
"""Moves of a long path that are written out, the last ones."""
SHORT_PATH_MOVES = 4
"""The same where the path stands inside a sentence."""
MAX_LISTED_MOVES = 3
"""Moves that are listed by name; of more only their number is given."""
MOVER_NAMES = {1: "MAX", -1: "MIN", 0: "chance"}
RIVAL_NAMES = {1: "MIN", -1: "MAX", 0: "a player"}


class Sentence(NamedTuple):
    """One sentence about a node at a step."""

    text: str
    kind: str = ""
    """What it is about, for its colour: "event", "value", "wrong", "cut", "pruned", "ahead", or "" for a reason."""
    node: int | None = None
    """The node it points to, to which a key can jump."""


def format_path(trace: Recording, node: int, max_moves: int = MAX_PATH_MOVES) -> str:
    """The moves from the root to a node; the last ones where there are many."""
    move_labels: list[str] = []
    while node > 0 and len(move_labels) <= max_moves:
        move_labels.append(clean(trace.label(node)))
        node = int(trace.columns.parent[node])
    if not move_labels:
        return "the root"
    ellipsis = "…/" if len(move_labels) > max_moves else ""
    return ellipsis + "/".join(reversed(move_labels[:max_moves]))


def describe_ancestor(trace: Trace, node: int, ancestor: int) -> str:
    """An ancestor as a sentence about a node names it: `the root`, `the node above`, `the node 3 plies up (a2/b1)`."""
    ply = trace.counts.paths.ply
    plies = int(ply[node] - ply[ancestor])
    if ancestor == 0 and plies == 0:
        return "the driver above"
    if ancestor == 0:
        return "the root" if plies == 1 else f"the root, {plies:,} plies up,"
    if plies == 1:
        return "the node above"
    return f"the node {plies:,} plies up ({format_path(trace, ancestor, SHORT_PATH_MOVES)})"


def quote_move_label(trace: Trace, node: int) -> str:
    """The label of a move in a sentence: one of several words stands in quotation marks, so that its end is seen."""
    label = clean(trace.label(node))
    return f"“{label}”" if " " in label else label


def describe_move(trace: Trace, node: int) -> str:
    """The move that leads to a node: `move a1`; an iteration: `pass depth 3`; of chance: `outcome six (p 0.1667)`."""
    if is_outcome(trace, node):
        chance = outcome_probability(trace, node)
        return f"outcome {quote_move_label(trace, node)}{'' if chance is None else f' (p {number(chance)})'}"
    if (no_move := trace.no_moves.get(int(trace.columns.move[node]))) is not None and not isinstance(no_move, Pass):
        return name_no_move(no_move)
    if isinstance(no_move, Onward):
        return clean(no_move.label)
    return f"move {quote_move_label(trace, node)}" if no_move is None else f"pass {clean(trace.label(node))}"


def name_no_move(no_move: NoMove) -> str:
    """What is called so where a move is named: `the null move`, `standing pat`."""
    return "standing pat" if isinstance(no_move, Stand) else f"the {clean(no_move.label)}"


def describe_moves(trace: Trace, nodes: Sequence[int]) -> str:
    """Several moves, or outcomes: by name, or their number where there are many."""
    noun = "outcome" if is_outcome(trace, nodes[0]) else "move"
    if len(nodes) > MAX_LISTED_MOVES:
        return f"{len(nodes):,} {noun}s"
    labels = [quote_move_label(trace, node) for node in nodes]
    if len(labels) == 1:
        return f"{noun} {labels[0]}"
    return f"{noun}s {', '.join(labels[:-1])} and {labels[-1]}"


def count_distinct_moves(trace: Trace, nodes: Sequence[int]) -> int:
    """How many moves lead to several nodes with one parent: a move that was searched again counts once."""
    return len({int(trace.columns.move[node]) for node in nodes})


UNSEEN_MOVES = {"functools": "answered by the cache", "ends": "answered without a call"}
"""What became of moves of recorded code that are no nodes, by what its header's notes say of its `cache`."""


def describe_unseen_moves(trace: Trace) -> str:
    """What became of moves that are no nodes; empty where no cache is known to answer any."""
    unseen_text = UNSEEN_MOVES.get(str(trace.header.notes.get("cache")))
    return f"{unseen_text}, or are not recorded" if unseen_text else ""


def describe_searched_moves(trace: Trace, node: int) -> str:
    """That all moves of a node were searched, as far as is known."""
    amount = count_distinct_moves(trace, trace.children(node))
    if unseen_moves := describe_unseen_moves(trace):
        return (
            f"{format_count(amount, 'move')} {'was' if amount == 1 else 'were'} "
            f"searched; others, if any, were {unseen_moves}"
        )
    if trace.selective:
        amount = count_distinct_moves(
            trace, [child for child in trace.children(node) if _is_searched_move(trace, child)]
        )
        return (
            f"{format_count(amount, 'move')} {'was' if amount == 1 else 'were'} "
            "searched, no more than this search looks at"
        )
    if not trace.counts.records_skips or (trace.game is None and trace.sources):  # there may be others
        return f"{format_count(amount, 'move')} {'was' if amount == 1 else 'were'} searched"
    short_counts = {1: "its only move was searched", 2: "both moves were searched"}
    return short_counts.get(amount, f"all {amount:,} moves were searched")


def describe_value_certainty(trace: Trace, node: int) -> str:
    """What a value inside its window means: of a selective search, not that it is the true one."""
    if has_crossed_window(trace, node):
        return "but a window below has crossed ends, and the search in it may have changed this value"
    certainty_text = "no cutoff below can have changed it"
    if trace.selective:
        return f"{certainty_text}, but what this selective search took on trust may have"
    return certainty_text


def _is_searched_move(trace: Trace, node: int) -> bool:
    return int(trace.columns.move[node]) not in trace.no_moves and trace.columns.status[node] != PRUNED


def describe_proof(trace: Trace, node: int) -> str:
    """Why a value is the true one though it lies at or beyond an end of the window."""
    children = trace.children(node)
    if all(trace.proved_bound(child) is EXACT for child in children):
        values_text = "its value is exact" if len(children) == 1 else "each value is exact"
    else:
        values_text = "what they returned leaves no other value"
    return f"{describe_searched_moves(trace, node)} and {values_text}"


def mover_name(trace: Trace, node: int) -> str:
    """Who moves at a node."""
    return MOVER_NAMES[int(trace.columns.turn[node])]


def rival_name(trace: Trace, node: int) -> str:
    """Who does not move at a node."""
    return RIVAL_NAMES[int(trace.columns.turn[node])]


def format_window(alpha: float, beta: float) -> str:
    """A window as an interval, which one whose ends have met or crossed is not.

    >>> format_window(3, float("inf")), format_window(6, 6), format_window(3, 2)
    ('(3, ∞)', 'alpha 6 ≥ beta 6', 'alpha 3 ≥ beta 2')
    """
    return f"alpha {end_text(alpha)} ≥ beta {end_text(beta)}" if alpha >= beta else window_text(alpha, beta)


def format_node_window(trace: Recording, node: int) -> str:
    """Return the window of a node on entry, as `format_window` writes it."""
    return format_window(trace.columns.alpha.item(node), trace.columns.beta.item(node))


def is_fail_hard(trace: Trace) -> bool:
    """Whether the search clamps what it returns to the window."""
    return trace.header.options.get("fail") == "hard"


def format_value(trace: Trace, node: int) -> str:
    """The value that a visit returned."""
    return number(float(trace.columns.value[node]))


def describe_value_limit(trace: Trace, value: float) -> str:
    """That a value is the least or the greatest that there can be; empty where it is not, or nobody knows."""
    min_value, max_value = trace.header.value_bounds
    return "no value is less" if value <= min_value else "no value is greater" if value >= max_value else ""


def format_proved_value(trace: Trace, node: int) -> str:
    """What a returned value says of the true one: `exactly 3`, `at least 3`, `at most 3`, or only `3`."""
    return _format_bound(
        None if has_crossed_window(trace, node) else trace.proved_bound(node), format_value(trace, node)
    )


def has_crossed_window(trace: Trace, node: int) -> bool:
    """Whether alpha is greater than beta at a visit or below it: no value that comes from there proves anything."""
    crossed_nodes = trace.once(_find_crossed_windows)
    first, last = np.searchsorted(crossed_nodes, (node, trace.columns.end.item(node)))
    return bool(first < last)


def _find_crossed_windows(trace: Trace) -> Ints:
    """Return the visits whose windows have crossed ends, in order. O(nodes)."""
    columns, has_crossed_ends = trace.columns, np.zeros(len(trace), bool)
    for node_range in iter_parts(len(trace)):
        has_crossed_ends[node_range] = (columns.alpha[node_range] > columns.beta[node_range]) & (
            columns.status[node_range] != PRUNED
        )
    return np.flatnonzero(has_crossed_ends)


def format_returned_bound(trace: Trace, node: int) -> str:
    """What a visit meant by its value when it returned it, which its window alone decides."""
    return _format_bound(trace.bound(node), format_value(trace, node))


def _format_bound(bound: Bound | None, value: str) -> str:
    if bound is None:
        return value
    return f"{'exactly' if bound is EXACT else 'at least' if bound is LOWER else 'at most'} {value}"


def format_count(amount: int, noun: str) -> str:
    """A number with its noun: `1 node`, `2,000 nodes`, `2 branches`, `2 passes`."""
    ending = "" if amount == 1 else "es" if noun.endswith(("ch", "ss")) else "s"
    return f"{amount:,} {noun}{ending}"


def format_share(part: int, whole: int) -> str:
    """A part in hundredths, never as none where there is one.

    >>> format_share(2, 13), format_share(1, 2_000_000), format_share(13, 13), format_share(1999, 2000)
    ('15 %', '< 0.1 %', '100 %', '99.9 %')
    """
    percent = 100 * part / whole
    if part and percent < 0.1:
        return "< 0.1 %"
    if 10 <= percent <= 99:
        return f"{percent:.0f} %"
    return f"{min(round(percent, 1), 99.9 if part < whole else 100):g} %"


def capitalize(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
