"""Why a position was visited, where a move alone does not say it: scouts, re-searches, probes, a driver's passes."""

from __future__ import annotations

from math import inf, isclose
from typing import NamedTuple

from tracer.recording.node import is_probe, probability
from tracer.recording.status import PRUNED, Why
from tracer.searches.expecting import Mean, limits
from tracer.text import is_null, number
from tracer.tracing import Trace
from tracer.why.causes import end_name, end_text, limit
from tracer.why.otherwise import NULL, NULL_VAIN, PROBE, SAID, code
from tracer.why.sentences import Sentence, capital, move, unchanged, value_text, window, window_of, worth

_WORDS = {Why.PROBE: "probe", Why.REDUCED: "less deep", Why.EXTENDED: "deeper"}


def about_visit(trace: Trace, node: int, step: int) -> list[Sentence]:
    """Of a scout, what it asked and whether the move was searched again for it; of a re-search, why. O(children)."""
    parent = int(trace.columns.parent[node])
    if parent < 0 or parent in trace.drivers or trace.columns.status[node] == PRUNED:
        return []
    if trace.left(node) <= step and (known := code(trace, node)):
        return [Sentence(SAID[known]), *_fell_short(trace, node, known)]
    if not trace.columns.turn[parent]:
        return [*_about_probe(trace, node), *outcome_window(trace, node)]
    siblings = trace.children(parent)
    place = siblings.index(node)
    before = siblings[place - 1] if place else None
    after = siblings[place + 1] if place + 1 < len(siblings) else None
    if before is not None and is_again(trace, before, node):
        said = f"its scout had returned {value_text(trace, before)}{_inside(trace, parent, before)}"
        end = float(trace.columns.alpha[node] if trace.columns.turn[parent] > 0 else trace.columns.beta[node])
        begins = f" from {number(end)}" if end == trace.columns.value[before] else ""
        return [Sentence(f"It was searched again{begins}: {said}.", "", before)]
    if not is_scout(trace, node):
        return []
    turn = int(trace.columns.turn[parent])
    held = end_text(trace, node, "alpha" if turn > 0 else "beta")
    asks = f"A scout: it asks only whether {move(trace, node)} is worth {'more' if turn > 0 else 'less'} than {held}"
    if trace.left(node) > step:
        return [Sentence(f"{asks}.")]
    if after is None or not is_again(trace, node, after):
        better = turn * float(trace.columns.value[node]) > turn * _held(trace, node, turn)
        return [Sentence(f"{asks}; {'it is, and that is all that counts' if better else 'it is not'}.")]
    inside = _inside(trace, parent, node).removeprefix(", ")
    return [Sentence(f"{asks}; it is{f': {inside}' if inside else ''}, so it is searched again.", "", after)]


def _fell_short(trace: Trace, node: int, known: int) -> list[Sentence]:
    """By what numbers a null move or a probe did not cut; nothing where it did, and was not believed."""
    parent = int(trace.columns.parent[node])
    turn, end, value = int(trace.columns.turn[parent]), end_name(trace, parent), float(trace.columns.value[node])
    if known not in (NULL, NULL_VAIN, PROBE) or not turn * value < turn * limit(trace, parent):
        return []
    return [Sentence(f"{number(value)} {'<' if turn > 0 else '>'} {end} {end_text(trace, parent, end)}.", "", parent)]


def _about_probe(trace: Trace, node: int) -> list[Sentence]:
    """Of a probe of an outcome, what it is; of the search after it, what it had returned. O(children)."""
    if (why := trace.columns.why) is None:
        return []
    if why[node] == Why.PROBE:
        return [Sentence("A probe: before the outcomes are searched, one move below each is.")]
    move = trace.columns.move
    probes = [one for one in trace.children(int(trace.columns.parent[node])) if one < node and move[one] == move[node]]
    return [
        Sentence(f"It was searched again: its probe had returned {value_text(trace, one)}.", "", one) for one in probes
    ]


def visit_word(trace: Trace, node: int) -> str:
    """What sets a visit apart from those beside it, in a word or two; empty where nothing does. O(siblings)."""
    parent = int(trace.columns.parent[node])
    if parent < 0 or parent in trace.drivers or trace.columns.status[node] == PRUNED or not trace.header.windowed:
        return ""
    why = Why.PLAIN if trace.columns.why is None else Why(trace.columns.why.item(node))
    if why in _WORDS:
        return _WORDS[why]
    siblings = trace.children(parent)
    place = siblings.index(node)
    if trace.columns.turn[parent] and place and is_again(trace, siblings[place - 1], node):
        return "searched again"
    return "scout" if trace.columns.turn[parent] and is_scout(trace, node) else ""


def is_again(trace: Trace, before: int, node: int) -> bool:
    """Whether a visit is a re-search: right after another one by the same move."""
    columns = trace.columns
    return bool(columns.move[before] == columns.move[node] and columns.status[node] != PRUNED)


def is_scout(trace: Trace, node: int) -> bool:
    """Whether a visit has a null window that the window of the node above was narrowed to. O(siblings)."""
    parent = int(trace.columns.parent[node])
    return _is_null(trace, node) and not _is_null(trace, parent) and not _is_handed_down(trace, parent, node)


def _is_handed_down(trace: Trace, parent: int, node: int) -> bool:
    """Whether a visit's window is all that was left of its parent's: so plain alpha-beta asks, too."""
    columns, turn = trace.columns, int(trace.columns.turn[parent])
    ends = [columns.alpha.item(parent), columns.beta.item(parent)]
    for one in trace.children(parent):
        value = columns.value.item(one)
        if one < node and turn * value > turn * ends[turn < 0]:
            ends[turn < 0] = value
    return ends == [columns.alpha[node], columns.beta[node]]


def _is_null(trace: Trace, node: int) -> bool:
    """Whether a visit's window is a null window; in a program's own search whole numbers side by side are one."""
    alpha, beta = trace.columns.alpha.item(node), trace.columns.beta.item(node)
    return is_null(alpha, beta) or (not trace.header.ours and beta - alpha == 1 and alpha == round(alpha))


def _held(trace: Trace, node: int, turn: int) -> float:
    """The value that a scout's move has to be better than."""
    return float(trace.columns.alpha[node] if turn > 0 else trace.columns.beta[node])


def _inside(trace: Trace, parent: int, scout: int) -> str:
    """That a scout's value lies inside the window of the node above, in numbers; empty where it does not."""
    columns, turn = trace.columns, int(trace.columns.turn[parent])
    value, held = float(columns.value[scout]), _held(trace, scout, turn)
    low, high = (held, float(columns.beta[parent])) if turn > 0 else (float(columns.alpha[parent]), held)
    return f", {number(low)} < {number(value)} < {number(high)}" if low < value < high else ""


def about_driver(trace: Trace, node: int) -> list[Sentence]:
    """About the value of a node that searches its position in passes. O(passes)."""
    passes = [one for one in trace.children(node) if trace.columns.value[one] == trace.columns.value[one]]
    giving = trace.best_child(node)
    if giving is None:
        return [Sentence(f"Value {value_text(trace, node)}.", "value")]
    if int(trace.columns.move[giving]) not in trace.iterations:
        said = f"{move(trace, giving)}, to which the position was handed on, returned it"
        return [Sentence(f"{capital(worth(trace, node))}: {said}.", "value", giving)]
    last = passes[-1]
    found = [Sentence(f"{capital(worth(trace, node))}: {_last(trace, last)}.", "value", last)]
    low, high = bounds_of_passes(trace, passes)
    if _is_inside(trace, last):
        ends = window_of(trace, last)
        found.append(Sentence(f"It is inside the window {ends} of that pass: {unchanged(trace, last)}."))
    elif low == high == float(trace.columns.value[node]):
        proved = f"they prove at least {number(low)} and at most {number(high)}"
        found.append(Sentence(f"The passes closed in on it: {proved}."))
    if giving != last:
        text = f"The move is that of {move(trace, giving)}, the last one in which the player to move reached the value."
        found.append(Sentence(text, "", giving))
    return found


def _last(trace: Trace, last: int) -> str:
    left = trace.children(int(trace.columns.parent[last]))[-1] != last
    return f"{move(trace, last)}, the last one{' that ended' * left}, returned {value_text(trace, last)}"


def bounds_of_passes(trace: Trace, passes: list[int]) -> tuple[float, float]:
    """What the passes of the last depth prove together."""
    columns, depth = trace.columns, trace.columns.depth
    low, high = -inf, inf
    for one in passes:
        if depth is not None and depth[one] != depth[passes[-1]]:
            continue
        value = float(columns.value[one])
        low = max(low, value) if value > columns.alpha[one] else low
        high = min(high, value) if value < columns.beta[one] else high
    return low, high


def _is_inside(trace: Trace, node: int) -> bool:
    return bool(trace.columns.alpha[node] < trace.columns.value[node] < trace.columns.beta[node])


LISTED = 4
"""Other outcomes that are written one by one; of more only what they add up to."""
ROUNDING = 1e-9
"""How far an end may be from what follows, as a part of it."""


class _Known(NamedTuple):
    """What was known of the outcomes of a chance node as one of them was entered."""

    chances: list[float]
    place: int
    """Of the outcome in hand."""
    mean: Mean


def outcome_window(trace: Trace, node: int) -> list[Sentence]:
    """Why an outcome of chance was given its window; nothing where that does not follow. O(siblings)."""
    columns, bounds = trace.columns, trace.header.options.get("bounds")
    if not isinstance(bounds, str) or not bounds or (known := _known(trace, node)) is None:
        return []
    low, high = limits(bounds)
    a, b = known.mean.ends(known.place)
    given = columns.alpha.item(node), columns.beta.item(node)
    follows = known.mean.window((a, b))
    if not all(
        isclose(one, other, rel_tol=ROUNDING, abs_tol=ROUNDING) for one, other in zip(given, follows, strict=True)
    ):
        return []
    above = columns.parent.item(node)
    chance = number(known.chances[known.place])
    first = f"({end_text(trace, above, 'alpha')} − {_others(known, known.mean.high)}) / {chance} = {number(a)}"
    second = f"({end_text(trace, above, 'beta')} − {_others(known, known.mean.low)}) / {chance} = {number(b)}"
    first += f", raised to L {number(low)}" if a < low else ""
    second += f", lowered to U {number(high)}" if b > high else ""
    text = f"a = (alpha − highs of the others) / p = {first}; b = (beta − lows of the others) / p = {second}"
    return [Sentence(f"{text}: its window is {window(*given)}.", "", above)]


def _others(known: _Known, values: list[float]) -> str:
    """What the other outcomes add to the mean at most, or at least."""
    pairs = [pair for place, pair in enumerate(zip(known.chances, values, strict=True)) if place != known.place]
    if not pairs:
        return "0"
    if len(pairs) > LISTED:
        return number(sum(chance * value for chance, value in pairs))
    terms = " + ".join(f"{number(chance)} · {number(value)}" for chance, value in pairs)
    return terms if len(pairs) == 1 else f"({terms})"


def _known(trace: Trace, node: int) -> _Known | None:
    """What the visits before had found out; None where not all outcomes and their probabilities are recorded."""
    columns = trace.columns
    above = columns.parent.item(node)
    siblings = trace.children(above)
    chances = {columns.move.item(child): probability(trace, child) for child in siblings}
    told = [chance for chance in chances.values() if chance is not None]
    if len(told) < len(chances) or not isclose(sum(told), 1, abs_tol=ROUNDING):
        return None
    places = {move: place for place, move in enumerate(chances)}
    alpha, beta = columns.alpha.item(above), columns.beta.item(above)
    mean = Mean(told, limits(str(trace.header.options["bounds"])), alpha, beta)
    for child in siblings:
        if child >= node or columns.status.item(child) == PRUNED:
            break
        place, value, turn = places[columns.move.item(child)], columns.value.item(child), columns.turn.item(child)
        probes = is_probe(trace, child)
        if not probes or (turn > 0 and value > columns.alpha.item(child)):
            mean.low[place] = value
        if not probes or (turn < 0 and value < columns.beta.item(child)):
            mean.high[place] = value
    return _Known(told, places[columns.move.item(node)], mean)
