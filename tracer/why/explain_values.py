"""Why a node has its value, in sentences: the child that gave it, what the window makes of it, what it does above.

All numbers are MAX's view.
"""

from __future__ import annotations

from math import inf

import numpy as np

from tracer.count.proved import is_derived
from tracer.count.sizes import legal_moves
from tracer.count.transpositions import positions_at_hand, stored_bound
from tracer.recording.node import depth_searched
from tracer.recording.selective import is_partial
from tracer.recording.status import EXACT, HORIZON, LOWER, OPEN, PRUNED, TABLE, TERMINAL, UPPER
from tracer.text import number
from tracer.time.moments import Frame, frame
from tracer.tracing import Trace
from tracer.why.causes import end_name, end_text, holds, is_met, refutation, test
from tracer.why.means import about_mean, adds
from tracer.why.sentences import (
    SHORT,
    Sentence,
    above,
    amount_of_moves,
    capital,
    count,
    is_hard,
    meant,
    move,
    mover,
    none_beyond,
    path,
    proof,
    searched,
    unchanged,
    unseen,
    value_text,
    window,
    window_of,
    worth,
)
from tracer.why.visits import is_again

SHALLOW = 400
"""Plies down to which it is asked how many moves are legal, for the position has to be played."""


def about_return(trace: Trace, node: int) -> list[Sentence]:
    """About a node whose moves were searched and that was not cut."""
    best = trace.best_child(node)
    if best is None and (others := unseen(trace)):
        return [Sentence(f"Value {value_text(trace, node)}.", "value"), Sentence(f"Its moves were {others}.")]
    if not trace.columns.turn[node]:
        return about_mean(trace, node)
    if best is None:
        return [Sentence(f"Value {value_text(trace, node)}.", "value")]
    if is_partial(trace.columns, node):
        return _about_partial(trace, node, best)
    if trace.columns.value[best] != trace.columns.value[node]:
        return contradiction(trace, node) or [_other_value(trace, node, best)]
    player, known = mover(trace, node), trace.proved_bound(node)
    if not trace.header.answers_unseen and (left_out := _left_out(trace, node)):
        text = (
            f"Value {number(float(trace.columns.value[node]))}: {player}'s best of those searched, {move(trace, best)}."
        )
        return [Sentence(text, "value", best), Sentence(left_out)]
    text = f"{capital(worth(trace, node))}: {player}'s best, {move(trace, best)}, returned {value_text(trace, best)}."
    return [Sentence(text, "value", best), Sentence(_exact(trace, node) if known is EXACT else _outside(trace, node))]


def _about_partial(trace: Trace, node: int, best: int) -> list[Sentence]:
    """About the value of a probe that left moves."""
    text = f"{capital(worth(trace, node))}: it probed {move(trace, best)} alone, which returned"
    first, player = Sentence(f"{text} {value_text(trace, best)}.", "value", best), mover(trace, node)
    side, end = ("more", "alpha") if trace.columns.turn[node] > 0 else ("less", "beta")
    if trace.bound(node) is not None:
        return [first, Sentence(f"With a move that was left {player} may get {side}.")]
    failed = f"did not come {'above' if end == 'alpha' else 'below'} {end} {end_text(trace, node, end)}"
    return [first, Sentence(f"It {failed}, and a move that was left may: so it says nothing of the true value.")]


def _left_out(trace: Trace, node: int) -> str:
    """That legal moves were neither searched nor skipped by a cutoff; empty where that is not so, or nobody knows."""
    amount = amount_of_moves(trace, trace.children(node))
    legal = legal_moves(trace, node) if trace.columns.ply[node] <= SHALLOW else None
    if legal is None or amount >= legal:
        return ""
    were = "was" if amount == 1 else "were"
    return f"Only {amount:,} of {count(legal, 'legal move')} {were} searched: the true value may be another."


def _other_value(trace: Trace, node: int, best: int) -> Sentence:
    """About a value that is not the best child's."""
    if trace.giver(node) is None:
        seen = f"the best that was called, {move(trace, best)}, returned {value_text(trace, best)}"
        return Sentence(
            f"{capital(worth(trace, node))}, by a move that a cache answered unseen: {seen}.", "value", best
        )
    text = f"{capital(worth(trace, node))}, though {mover(trace, node)}'s best, {move(trace, best)}, returned"
    value, columns = float(trace.columns.value[node]), trace.columns
    is_end = is_hard(trace) and value in (float(columns.alpha[node]), float(columns.beta[node]))
    return Sentence(f"{text} {value_text(trace, best)}{': fail-hard clamps it' if is_end else ''}.", "value", best)


def contradiction(trace: Trace, node: int) -> list[Sentence]:
    """That a value is not what its moves' values make of it, if so: it may be clamped, or answered unseen.

    O(children).
    """
    columns, best, turn = trace.columns, trace.best_child(node), int(trace.columns.turn[node])
    if best is None or not turn:
        return []
    value, theirs = float(columns.value[node]), float(columns.value[best])
    ends = (float(columns.alpha[node]), float(columns.beta[node])) if trace.header.windowed else (-inf, inf)
    answered = trace.header.answers_unseen and turn * value > turn * theirs
    if value in (theirs, min(max(theirs, ends[0]), ends[1])) or answered:
        return []
    said = f"{mover(trace, node)}'s best, {move(trace, best)}, returned {number(theirs)}"
    if not trace.header.windowed and trace.once(_is_no_minimax):
        return [Sentence(f"{number(value)}, where {said}. Most nodes differ so: {_NO_MINIMAX}.", "value", best)]
    return [Sentence(f"Contradiction: it returned {number(value)}, but {said}.", "wrong", best)]


_NO_MINIMAX = "values may be sums or means, or moves may earn points that the recording does not contain"


def _is_no_minimax(trace: Trace) -> bool:
    """Return whether most nodes differ from their best child by several amounts, as in no minimax. O(nodes)."""
    columns = trace.columns
    returned = np.flatnonzero((columns.status[1:] != PRUNED) & ~np.isnan(columns.value[1:])) + 1
    above, best = columns.parent[returned], np.full(len(trace), -inf)
    np.maximum.at(best, above, columns.turn[above] * columns.value[returned])
    choosing = (columns.turn != 0) & np.isfinite(best) & ~np.isnan(columns.value)
    more = (columns.turn * columns.value)[choosing] - best[choosing]
    return bool(2 * (more != 0).sum() > len(more) and len(np.unique(more)) > 2)


def _exact(trace: Trace, node: int) -> str:
    """Why a value is the true one."""
    if is_derived(trace, node):
        outside = f"{value_text(trace, node)} is not inside the window {window_of(trace, node)}"
        return f"{capital(proof(trace, node))}, though {outside}."
    every = capital(searched(trace, node))
    if not trace.header.windowed:
        return f"{every}."
    alpha, beta, value = (float(getattr(trace.columns, name)[node]) for name in ("alpha", "beta", "value"))
    if not alpha < value < beta and (none := none_beyond(trace, value)):
        return f"{every}, and {none}."
    if not alpha < value < beta:
        return f"{every}; with the test > the ends of the window {window(alpha, beta)} count as inside."
    inside = f"{number(value)} is inside the window {window(alpha, beta)}"
    return f"{every}, and {inside}: {unchanged(trace, node)}."


def _outside(trace: Trace, node: int) -> str:
    """Why a value is only a bound, or nothing at all."""
    known, columns = trace.bound(node), trace.columns
    if known is None:
        both = number(float(columns.alpha[node]))
        return f"It says nothing of the true value: alpha and beta are both {both}, and fail-hard clamps to them."
    upper = known is UPPER
    name = "alpha" if upper else "beta"
    end = f"{name} {end_text(trace, node, name)}"
    worse = "less" if upper else "more"
    if upper == (columns.turn[node] > 0):
        none = f"No move came {'above' if upper else 'below'} {end}"
        if is_hard(trace):
            return f"{none}, and fail-hard returns no {worse} than that: the true value may be {worse}."
        return f"{none}; each was searched only until that was sure, so the true value may be {worse}."
    if is_hard(trace):
        return f"Fail-hard clamps to the window {window_of(trace, node)}: the true value may be {worse}."
    return f"It lies on or beyond {end}, so the search below needed no exact value."


def about_entry(trace: Trace, node: int) -> Sentence | None:
    """About a leaf that was entered and has not returned; None where there are moves to search."""
    status = trace.columns.status[node]
    if status == TERMINAL and _may_go_on(trace):
        return Sentence("No further call is made here: it returns its value next.", "value")
    if status == TERMINAL:
        return Sentence("The game is over here: it returns its utility next.", "value")
    if status == HORIZON:
        return Sentence("The depth is used up here: it returns its evaluation next.", "value")
    if status == TABLE:
        return Sentence("The table has a value for this position, which it returns next.", "value")
    return None


def about_leaf(trace: Trace, node: int) -> list[Sentence]:
    """About a leaf."""
    status, value = trace.columns.status[node], value_text(trace, node)
    if status == TABLE:
        return _stored(trace, node)
    if status == TERMINAL and _may_go_on(trace):
        text = f"Value {value}: the game is over here, or its moves were {unseen(trace)}."
        return [Sentence(text, "value")]
    if status == TERMINAL:
        what, name = "The game is over here", "utility"
    elif status == HORIZON:
        depth = depth_searched(trace, node)
        spent = "The depth" if depth is None else f"The depth of {depth:,} {'ply' if depth == 1 else 'plies'}"
        what, name = f"{spent} is used up here", "evaluation"
    else:
        return [Sentence(f"Value {value}.", "value")]
    if is_hard(trace) and trace.bound(node) is not EXACT:
        side = {LOWER: f"is {value} or more", UPPER: f"is {value} or less"}.get(
            trace.bound(node) or EXACT, "is unknown"
        )
        text = f"{what}: the {name} {side}; fail-hard clamps it to the window {window_of(trace, node)}."
        return [Sentence(text, "value")]
    return [Sentence(f"{what}: the {name} is {value}.", "value")]


def _may_go_on(trace: Trace) -> bool:
    """Whether nobody knows if the game is over where no further call was made: a cache may have answered."""
    return trace.game is None and bool(unseen(trace))


def _stored(trace: Trace, node: int) -> list[Sentence]:
    """About a node that the table closed. What the table of other code meant by its number is not in a recording."""
    if not trace.header.ours:
        first = Sentence(f"{value_text(trace, node)}, from the table: it is not searched again.", "value")
        return [first, _meant(trace, node)]
    known, value = trace.bound(node), value_text(trace, node)
    first = Sentence(f"{capital(worth(trace, node))}, from the table: it is not searched again.", "value")
    depth = "" if trace.header.depth is None else ", to the same depth"
    met = f"{_met(trace, node)}{depth}"
    if known is EXACT or known is None:
        return [first, Sentence(f"{met}.")]
    end, verb = ("beta", "reaches") if known is LOWER else ("alpha", "does not pass")
    return [first, Sentence(f"{met}, and {value} {verb} {end} {end_text(trace, node, end)}, which is all that counts.")]


def _met(trace: Trace, node: int) -> str:
    """That the table knew a position, and whether it was met by the same moves, as in an earlier pass."""
    return f"The position was searched before by {'the same moves' if is_met(trace, node) else 'another path'}"


def _meant(trace: Trace, node: int) -> Sentence:
    """What the visits that returned the table's number before meant by it, where it is known which they are."""
    found, positions = stored_bound(trace, node), positions_at_hand(trace)
    if found is not None:
        text = f"The visit that returned it before ({path(trace, found[0], SHORT)}) told only that it is"
        return Sentence(f"{text} {meant(trace, found[0])}.", "", found[0])
    if positions is None:
        known = "not in the recording" if trace.game is None else "not known before its positions are compared"
        return Sentence(f"Whether the table had it from an exact value or from a bound is {known}.")
    if positions.previous(node) is None:
        whose = "such as the entry of another position or of an earlier search"
        return Sentence(f"No earlier visit met the position: the number comes from elsewhere, {whose}.")
    return Sentence(f"{_met(trace, node)}.")


def effect(trace: Trace, node: int, step: int, *, here: bool = False) -> list[Sentence]:
    """What a returned value does at the node above; at the step of the return it is the news. O(children above).

    Args:
        trace: the trace.
        node: the node that returned.
        step: the step.
        here: whether the node above is the one that the reader looks at.
    """
    parent, left = int(trace.columns.parent[node]), trace.left(node)
    now = left == step
    kind = "event" if now else ""
    if parent < 0:
        best = trace.first_with_value if trace.proved_bound(0) is EXACT else None
        known = "is best" if trace.header.ours else "is the first with this value"
        by = "" if best is None else f": {move(trace, best)} {known}"
        return [Sentence(f"This is the result of the search{by}.", kind, best)]
    chance = not trace.columns.turn[parent]
    refutes = bool(trace.columns.cutoff[parent]) and refutation(trace, parent) == node and holds(trace, parent)
    if parent in trace.drivers or (chance and not refutes and not adds(trace, node, now=now)):
        return []
    if trace.set_aside[node]:
        return []
    if trace.columns.status[node] == OPEN:
        return [Sentence(f"{capital(move(trace, node))} ended without a value.", kind, node)] if here else []
    there = "here" if here else f"at {above(trace, node, parent)}"
    if refutes:
        text = f"it {'causes' if now else 'caused'} the {end_name(trace, parent)} cutoff {there}: {test(trace, parent)}"
    elif chance:
        text = f"{adds(trace, node, now=now)} {there}"
    else:
        text = _change(trace, node, frame(trace, parent, left), there, now=now)
    text = f"{move(trace, node)} returns {value_text(trace, node)}: {text}" if now else text
    return [Sentence(f"{capital(text)}.", kind, node if here else parent)]


def _change(trace: Trace, node: int, before: Frame, there: str, *, now: bool) -> str:
    """What a returned value changes at the node above, with the frame that this had before it heard of the value."""
    turn, value = int(trace.columns.turn[before.node]), float(trace.columns.value[node])
    player, new = mover(trace, before.node), number(value)
    end, running = ("alpha", before.alpha) if turn > 0 else ("beta", before.beta)
    narrows = trace.header.ours and trace.header.windowed and turn * value > turn * running
    if before.best is None:
        ending = f", and {end} {'becomes' if now else 'became'} {new}" if narrows else ""
        return f"it {'is' if now else 'was'} {player}'s first value {there}{ending}"
    old = number(before.best)
    if turn * value <= turn * before.best:
        return (
            f"it {'does' if now else 'did'} not improve {player}'s best {there}, which {'is' if now else 'was'} {old}"
        )
    after = int(trace.columns.end[node])
    if after < trace.columns.end[before.node] and is_again(trace, node, after):
        better, is_, counts = "more" if turn > 0 else "less", "is" if now else "was", "counts" if now else "counted"
        return f"it {is_} {better} than {player}'s best {there}, {old}, so it {is_} searched again before it {counts}"
    verb = ("raises" if now else "raised") if turn > 0 else ("lowers" if now else "lowered")
    ending = f", and {end} with it" if narrows else ""
    return f"it {verb} {player}'s best {there} from {old} to {new}{ending}"
