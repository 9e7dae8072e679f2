"""What was measured as programs read it, in plain types, and what is to be said of it."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tracer.calling.returned_answer import Answer
from tracer.measuring.measured import Cell, Measured, Place, Stage, where
from tracer.text import clean, number

SLOW_START = 30.0
"""How many times as long as the median a first search takes that is worth a word."""
MINIMAX = Answer().kind
WORTH_A_WORD = 0.001
"""Seconds of it from which on it is."""


def rows(measured: Measured) -> list[dict[str, Any]]:
    """A row for each search at each stage, with everything that timings and counts come to."""
    return [
        _row(stage, places, column, name)
        for stage, places in measured.stages.items()
        for column, name in enumerate(measured.columns)
    ]


def _row(stage: Stage, places: Sequence[Place], column: int, name: str) -> dict[str, Any]:
    found = summarise(places, column)
    cells = [place.cells[column] for place in places]
    return {
        **asdict(stage),
        "search": name,
        "games": len(places),
        "timings": sum(len(cell.seconds) for cell in cells),
        "by_game": list(found.by_game),
        "average": found.average,
        "median": found.median,
        "mean": found.mean,
        "min": found.least,
        "max": found.greatest,
        "interval": None if found.interval is None else list(found.interval),
        "nodes": plain(found.nodes),
        "factor_time": found.factor_time,
        "factor_time_interval": None if found.factor_interval is None else list(found.factor_interval),
        "factor_nodes": found.factor_nodes,
        "moves": said([cell.answer.move for cell in cells]),
        "values": [plain(value) for value in said([cell.answer.value for cell in cells])],
        "errors": said([cell.error or None for cell in cells]),
        "counts": _mean_counts(cells),
    }


def said(words: Sequence[Any]) -> list[Any]:
    """What there is, each once, in the order in which it was said."""
    return list(dict.fromkeys(word for word in words if word is not None))


def plain(value: float | None) -> Any:
    """A number as JSON has it: whole where it is whole."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _mean_counts(cells: Sequence[Cell]) -> dict[str, Any]:
    """Each count's mean over some places; None where one of them does not know it."""
    names = said([name for cell in cells for name in cell.counts])
    found: dict[str, Any] = {}
    for name in names:
        values = [cell.counts.get(name) for cell in cells]
        if all(isinstance(value, bool) for value in values):
            found[name] = all(values)
        elif all(isinstance(value, int | float) for value in values):
            found[name] = plain(float(statistics.fmean(values)))  # type: ignore[arg-type]
        else:
            found[name] = None
    return found


def document(measured: Measured) -> dict[str, Any]:
    """All that was measured, every timing of it, as JSON has it: an infinite number is a text."""
    found: dict[str, Any] = _finite(
        {
            "columns": list(measured.columns),
            "subject": measured.subject,
            "runs": measured.runs,
            "warm_up": measured.warm_up,
            "interleaved": True,
            "garbage_collector": "off while a search is timed",
            "clock": measured.clock,
            "unit": "seconds",
            "machine": measured.machine,
            "rows": rows(measured),
            "games": [asdict(one) for one in measured.games],
            "places": [_place(place) for place in measured.places],
            "notes": list(remarks(measured)),
        }
    )
    return found


def _finite(value: Any) -> Any:
    """What JSON has, which has no infinity, in place of what Python has."""
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _place(place: Place) -> dict[str, Any]:
    cells = [
        asdict(cell) | {"counts": {name: plain(value) for name, value in cell.counts.items()}} for cell in place.cells
    ]
    return asdict(place.stage) | {
        "game_number": place.number, "turn": place.turn, "path": place.path, "played": place.played, "cells": cells,
    }  # fmt: skip


def timings(measured: Measured) -> Iterator[dict[str, Any]]:
    """A row for each timing, with what the search answered and visited there; one without where there is none."""
    for place in measured.places:
        for cell in place.cells:
            made = [*((one, "warm-up") for one in cell.warm_up), *((one, "timing") for one in cell.seconds)]
            for k, (seconds, kind) in enumerate(made or [(None, "")]):
                before = 0 if kind == "warm-up" else len(cell.warm_up)
                yield {
                    **asdict(place.stage), "game_number": place.number, "path": place.path, "turn": place.turn,
                    "search": cell.name, "kind": kind, "number": k + 1 - before,
                    "seconds": seconds, "median": statistics.median(cell.seconds) if cell.seconds else None,
                    "move": cell.answer.move, "value": plain(cell.answer.value), "nodes": cell.visited,
                    "error": cell.error or None,
                }  # fmt: skip


def remarks(measured: Measured) -> Iterator[str]:
    """What is to be said of what was measured, a line each: what differs, failed, or could not be counted."""
    yield from _differences(measured, "values")
    yield from _differences(measured, "moves")
    for name, cells in _by_column(measured):
        others = [(place, cell) for place, cell in cells if cell.others]
        if others:
            place, cell = others[0]
            answers = ", then ".join(map(_said, (cell.answer, *cell.others)))
            yield f"{name} does not answer the same each time: at {where(place)} {answers}"
        failed = [(place, cell) for place, cell in cells if cell.error]
        if failed:
            more = f", the first of {len(failed)}" if len(failed) > 1 else ""
            yield f"{name} failed at {where(failed[0][0])}{more}: {failed[0][1].error}"
        wrong = [(place, cell.wrong) for place, cell in cells if cell.wrong]
        if wrong:
            place, answer = wrong[0]
            more = f", the first of {len(wrong)} such places" if len(wrong) > 1 else ""
            yield f"{name} returned {answer.wrong}, which is no legal move, at {where(place)}{more}: no factor is told"
        if name in measured.read:
            yield f"{name} {measured.read[name]}"
        if noted := next((cell for _, cell in cells if cell.note), None):
            yield f"{name}: {'' if noted.counts else 'its nodes are not known, '}{noted.note}"
        yield from _slow_start(name, [cell for _, cell in cells])
    yield from measured.notes


def _by_column(measured: Measured) -> Iterator[tuple[str, list[tuple[Place, Cell]]]]:
    for column, name in enumerate(measured.columns):
        yield name, [(place, place.cells[column]) for place in measured.places if place.cells]


def _differences(measured: Measured, what: str) -> Iterator[str]:
    """Where searches came to another value, or to another move: a faster wrong search is no win."""
    found = []
    for place in measured.places:
        answers = {cell.name: cell.answer for cell in place.cells if not cell.error and cell.answer.sure}
        if what == "values":  # a proof, or a mean, is another thing than minimax's value
            answers = {name: one for name, one in answers.items() if one.kind == MINIMAX}
        given = {name: one.value if what == "values" else one.move for name, one in answers.items()}
        known = {name: one for name, one in given.items() if one is not None}
        if len(set(known.values())) > 1:
            found.append((place, known))
    if not found:
        return
    place, known = found[0]
    words = ", ".join(f"{name} {number(one) if isinstance(one, float) else one}" for name, one in known.items())
    more = f"; {len(found)} such places" if len(found) > 1 else ""
    opposite = what == "values" and len({abs(one) for one in known.values() if isinstance(one, float)}) == 1
    hint = "; one of them may be the view of the player to move" if opposite else ""
    yield f"{what} differ at {where(place)}: {words}{more}{hint}"


def _said(answer: Answer) -> str:
    words = [] if answer.move is None else [answer.move]
    words += [] if answer.value is None else [f"worth {number(answer.value)}"]
    words += [answer.wrong] if answer.wrong else []
    return " ".join(words) or "nothing"


def _slow_start(name: str, cells: Sequence[Cell]) -> Iterator[str]:
    """Of a search that is much slower the first time: it may keep what it found from call to call."""
    for cell in cells:
        if cell.may_remember and cell.warm_up and cell.seconds and cell.warm_up[0] >= WORTH_A_WORD:
            times = cell.warm_up[0] / max(statistics.median(cell.seconds), 1e-9)
            if times >= SLOW_START:
                yield f"{name} took {times:,.0f} times as long the first time: it may keep a table from call to call"
                return


def _made(measured: Measured) -> str:
    """How many timings there are of a search at a place: as many as were asked for, or how many until it was ended."""
    made = sorted({len(cell.seconds) for place in measured.places for cell in place.cells if not cell.error})
    if not made or made == [measured.runs]:
        return f"{measured.runs} timing{'s' if measured.runs > 1 else ''} each"
    least = f"{made[0]} to {made[-1]}" if len(made) > 1 else f"{made[0]}"
    return f"{least} timing{'s' if made[-1] != 1 else ''} each, of {measured.runs} that were asked for"


def machine_line(measured: Measured) -> str:
    """How and where it was measured, in one line."""
    runs = _made(measured)
    turn = ", in turn" if len(measured.columns) > 1 else ""
    before = f", after {measured.warm_up} that {'do' if measured.warm_up > 1 else 'does'} not count" * bool(
        measured.warm_up
    )
    facts = measured.machine
    where_ = f"{facts['python']}, {facts['system']}, {facts['cores']} cores, {facts['processor']}"
    return clean(f"{runs}{turn}{before}; {measured.clock}, garbage collector off; {where_}".rstrip(", "), 400)


RESAMPLES = 2_000
"""Samples of a bootstrap."""
FEWEST = 5
"""Timings from which samples are drawn: of fewer, an interval says more than anybody knows."""
SHARE = 0.95
"""Of these samples, what lies inside an interval."""

Interval = tuple[float, float]


@dataclass(frozen=True)
class Summary:
    """What one search took at the places of one stage. Times are seconds; None is what nobody knows."""

    by_game: tuple[float | None, ...]
    """The median of the timings at each place."""
    average: float | None
    """The mean of these: each place counts once. At a single place it is the median."""
    median: float | None
    """Of all timings."""
    mean: float | None
    """Of all timings."""
    least: float | None
    greatest: float | None
    interval: Interval | None
    """Between which numbers the average lies in 95 of 100 samples that are drawn from the timings at each place."""
    nodes: float | None
    """Nodes that it visited, the mean over the places; None where one is not known."""
    factor_time: float | None = None
    """The first search's average ÷ this one's: how many times faster it is."""
    factor_interval: Interval | None = None
    """The same of samples that are drawn in pairs: a timing of each search from the same turn."""
    factor_nodes: float | None = None
    """The first search's nodes ÷ this one's."""


def summarise(places: Sequence[Place], column: int) -> Summary:
    """What the search of a column took at some places, which are of one stage."""
    cells = [place.cells[column] for place in places]
    timed = [cell for cell in cells if cell.seconds]
    first = [place.cells[0] for place in places]
    nodes = _nodes(cells)
    if not timed:
        return Summary((None,) * len(cells), None, None, None, None, None, None, nodes)
    found = [second for cell in timed for second in cell.seconds]
    medians = [statistics.median(cell.seconds) if cell.seconds else None for cell in cells]
    average = statistics.fmean([median for median in medians if median is not None])
    pairs = [(a, b) for a, b in zip(first, cells, strict=True) if a.seconds and b.seconds]
    wrong = any(cell.wrong for cell in (*first, *cells))
    factor = None
    if wrong:
        pairs = []  # who answers wrongly has won nothing
    if pairs:
        factor = _ratio(*(statistics.fmean(statistics.median(pair[k].seconds) for pair in pairs) for k in (0, 1)))
    return Summary(
        tuple(medians),
        average,
        statistics.median(found),
        statistics.fmean(found),
        min(found),
        max(found),
        interval([cell.seconds for cell in timed]),
        nodes,
        factor,
        factor_interval([(a.seconds, b.seconds) for a, b in pairs]) if pairs else None,
        None if wrong else _ratio(_nodes(first), nodes),
    )


def _nodes(cells: Sequence[Cell]) -> float | None:
    known = [cell.visited for cell in cells if cell.visited is not None]
    return statistics.fmean(known) if known and len(known) == len(cells) else None


def _ratio(first: float | None, other: float | None) -> float | None:
    return first / other if first is not None and other else None


def interval(timings: Sequence[Sequence[float]]) -> Interval | None:
    """The bootstrap interval of the mean of medians, of timings by place.

    The samples are the same ones each time. Of fewer timings than `FEWEST` at a place there is none.
    """
    if min(map(len, timings)) < FEWEST:
        return None
    return _middle(_averages(timings, np.random.default_rng(0)))


def factor_interval(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> Interval | None:
    """The same of the first's ÷ the other's, where timings are drawn in the pairs in which they were made."""
    both = [(a[: len(b)], b[: len(a)]) for a, b in pairs]
    if min(len(a) for a, _ in both) < FEWEST:
        return None
    first, other = (_averages([pair[k] for pair in both], np.random.default_rng(0)) for k in (0, 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = first / other
    return _middle(ratios) if np.isfinite(ratios).all() else None


def _averages(timings: Sequence[Sequence[float]], random: np.random.Generator) -> np.ndarray:
    """Of each sample the mean over the places of the median of what was drawn there."""
    drawn = [
        np.median(np.asarray(there, float)[random.integers(0, len(there), (RESAMPLES, len(there)))], axis=1)
        for there in timings
    ]
    averages: np.ndarray = np.mean(drawn, axis=0)
    return averages


def _middle(found: np.ndarray) -> Interval:
    low, high = np.quantile(found, [(1 - SHARE) / 2, (1 + SHARE) / 2])
    return float(low), float(high)
