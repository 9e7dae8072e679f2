"""How the window of an outcome of chance follows from that of its chance node, with the numbers put in.

Ballard 1983: with the least and the greatest value that each other outcome may have, a value down to a makes the mean
at most alpha, and one from b on at least beta.
"""

from __future__ import annotations

from math import isclose
from typing import NamedTuple

from tracer.recording.chance import is_probe, probability
from tracer.recording.status import PRUNED
from tracer.searches.expecting import Mean, limits
from tracer.text import number
from tracer.tracing import Trace
from tracer.why.causes import end_text
from tracer.why.sentences import Sentence, window

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
