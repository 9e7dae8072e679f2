"""What was measured as programs read it, in plain types, and what is to be said of it."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tracer.calling.returned_answer import Answer
from tracer.measuring.measurements import MeasuredCell, MeasuredPlace, Measurements, Stage, describe_place
from tracer.text import clean, number

SLOW_START_FACTOR = 30.0
"""How many times as long as the median a first search takes that is worth a word."""
MINIMAX_VALUE_TYPE = Answer().kind
MIN_WARM_UP = 0.001
"""Seconds of it from which on it is."""


def summary_rows(measured: Measurements) -> list[dict[str, Any]]:
    """A row for each search at each stage, with everything that timings and counts come to."""
    return [
        _summary_row(stage, places, column, name)
        for stage, places in measured.stages.items()
        for column, name in enumerate(measured.columns)
    ]


def _summary_row(stage: Stage, places: Sequence[MeasuredPlace], column: int, name: str) -> dict[str, Any]:
    summary = summarise_places(places, column)
    cells = [place.cells[column] for place in places]
    return {
        **asdict(stage),
        "search": name,
        "games": len(places),
        "timings": sum(len(cell.seconds) for cell in cells),
        **asdict(summary),
        "nodes": to_plain_number(summary.nodes),
        "moves": without_repeats([cell.answer.move for cell in cells]),
        "values": [to_plain_number(value) for value in without_repeats([cell.answer.value for cell in cells])],
        "errors": without_repeats([cell.error or None for cell in cells]),
        "counts": _mean_counts(cells),
    }


def without_repeats(values: Sequence[Any]) -> list[Any]:
    """What there is, each once, in the order in which it was said."""
    return list(dict.fromkeys(value for value in values if value is not None))


def to_plain_number(value: float | None) -> Any:
    """A number as JSON has it: whole where it is whole."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _mean_counts(cells: Sequence[MeasuredCell]) -> dict[str, Any]:
    """Each count's mean over some places; None where one of them does not know it."""
    names = without_repeats([name for cell in cells for name in cell.counts])
    means: dict[str, Any] = {}
    for name in names:
        values = [cell.counts.get(name) for cell in cells]
        if all(isinstance(value, bool) for value in values):
            means[name] = all(values)
        elif all(isinstance(value, int | float) for value in values):
            means[name] = to_plain_number(float(statistics.fmean(values)))  # type: ignore[arg-type]
        else:
            means[name] = None
    return means


def result_document(measured: Measurements) -> dict[str, Any]:
    """All that was measured, every timing of it, as JSON has it: an infinite number is a text."""
    document: dict[str, Any] = _replace_infinity(
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
            "rows": summary_rows(measured),
            "games": [asdict(game) for game in measured.games],
            "places": [_place_record(place) for place in measured.places],
            "notes": list(iter_remarks(measured)),
        }
    )
    return document


def _replace_infinity(value: Any) -> Any:
    """What JSON has, which has no infinity, in place of what Python has."""
    if isinstance(value, dict):
        return {name: _replace_infinity(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_replace_infinity(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _place_record(place: MeasuredPlace) -> dict[str, Any]:
    cells = [
        asdict(cell) | {"counts": {name: to_plain_number(value) for name, value in cell.counts.items()}}
        for cell in place.cells
    ]
    return asdict(place.stage) | {
        "game_number": place.number, "turn": place.turn, "path": place.path, "played": place.played, "cells": cells,
    }  # fmt: skip


def iter_timing_rows(measured: Measurements) -> Iterator[dict[str, Any]]:
    """A row for each timing, with what the search answered and visited there; one without where there is none."""
    for place in measured.places:
        for cell in place.cells:
            labelled_timings = [
                *((seconds_of_call, "warm-up") for seconds_of_call in cell.warm_up),
                *((seconds_of_call, "timing") for seconds_of_call in cell.seconds),
            ]
            for index, (seconds, timing_type) in enumerate(labelled_timings or [(None, "")]):
                warm_up_count = 0 if timing_type == "warm-up" else len(cell.warm_up)
                yield {
                    **asdict(place.stage), "game_number": place.number, "path": place.path, "turn": place.turn,
                    "search": cell.name, "kind": timing_type, "number": index + 1 - warm_up_count,
                    "seconds": seconds, "median": statistics.median(cell.seconds) if cell.seconds else None,
                    "move": cell.answer.move, "value": to_plain_number(cell.answer.value), "nodes": cell.visited,
                    "error": cell.error or None,
                }  # fmt: skip


def iter_remarks(measured: Measurements) -> Iterator[str]:
    """What is to be said of what was measured, a line each: what differs, failed, or could not be counted."""
    yield from _iter_differences(measured, "values")
    yield from _iter_differences(measured, "moves")
    for name, cells in _iter_columns(measured):
        varying = [(place, cell) for place, cell in cells if cell.others]
        if varying:
            place, cell = varying[0]
            answers = ", then ".join(map(_describe_answer, (cell.answer, *cell.others)))
            yield f"{name} does not answer the same each time: at {describe_place(place)} {answers}"
        failures = [(place, cell) for place, cell in cells if cell.error]
        if failures:
            count_text = f", the first of {len(failures)}" if len(failures) > 1 else ""
            yield f"{name} failed at {describe_place(failures[0][0])}{count_text}: {failures[0][1].error}"
        wrong_answers = [(place, cell.wrong_answer) for place, cell in cells if cell.wrong_answer]
        if wrong_answers:
            place, answer = wrong_answers[0]
            count_text = f", the first of {len(wrong_answers)} such places" if len(wrong_answers) > 1 else ""
            place_text = f"{describe_place(place)}{count_text}"
            yield f"{name} returned {answer.wrong}, which is no legal move, at {place_text}: no factor is told"
        if name in measured.reading_notes:
            yield f"{name} {measured.reading_notes[name]}"
        if noted_cell := next((cell for _, cell in cells if cell.note), None):
            yield f"{name}: {'' if noted_cell.counts else 'its nodes are not known, '}{noted_cell.note}"
        yield from _iter_slow_starts(name, [cell for _, cell in cells])
    yield from measured.notes


def _iter_columns(measured: Measurements) -> Iterator[tuple[str, list[tuple[MeasuredPlace, MeasuredCell]]]]:
    for column, name in enumerate(measured.columns):
        yield name, [(place, place.cells[column]) for place in measured.places if place.cells]


def _iter_differences(measured: Measurements, compared: str) -> Iterator[str]:
    """Where searches came to another value, or to another move: a faster wrong search is no win."""
    differing_places = []
    for place in measured.places:
        known_values: dict[str, Any] = {}
        for cell in place.cells:
            answer = cell.answer
            # A proof, or a mean, is another thing than minimax's value.
            is_comparable = answer.sure and (compared == "moves" or answer.kind == MINIMAX_VALUE_TYPE)
            known_value = answer.value if compared == "values" else answer.move
            if not cell.error and is_comparable and known_value is not None:
                known_values[cell.name] = known_value
        if len(set(known_values.values())) > 1:
            differing_places.append((place, known_values))
    if not differing_places:
        return
    place, known_values = differing_places[0]
    value_texts = ", ".join(
        f"{name} {number(value) if isinstance(value, float) else value}" for name, value in known_values.items()
    )
    count_text = f"; {len(differing_places)} such places" if len(differing_places) > 1 else ""
    is_opposite = compared == "values" and len(set(map(abs, known_values.values()))) == 1
    hint = "; one of them may be the view of the player to move" if is_opposite else ""
    yield f"{compared} differ at {describe_place(place)}: {value_texts}{count_text}{hint}"


def _describe_answer(answer: Answer) -> str:
    texts = [] if answer.move is None else [answer.move]
    texts += [] if answer.value is None else [f"worth {number(answer.value)}"]
    texts += [answer.wrong] if answer.wrong else []
    return " ".join(texts) or "nothing"


def _iter_slow_starts(name: str, cells: Sequence[MeasuredCell]) -> Iterator[str]:
    """Of a search that is much slower the first time: it may keep what it found from call to call."""
    for cell in cells:
        if cell.may_remember and cell.warm_up and cell.seconds and cell.warm_up[0] >= MIN_WARM_UP:
            slowdown = cell.warm_up[0] / max(statistics.median(cell.seconds), 1e-9)
            if slowdown >= SLOW_START_FACTOR:
                yield f"{name} took {slowdown:,.0f} times as long the first time: it may keep a table from call to call"
                return


def _describe_timing_count(measured: Measurements) -> str:
    """How many timings there are of a search at a place: as many as were asked for, or how many until it was ended."""
    timing_counts = sorted({len(cell.seconds) for place in measured.places for cell in place.cells if not cell.error})
    if not timing_counts or timing_counts == [measured.runs]:
        return f"{measured.runs} timing{'s' if measured.runs > 1 else ''} each"
    count_text = f"{timing_counts[0]} to {timing_counts[-1]}" if len(timing_counts) > 1 else f"{timing_counts[0]}"
    return f"{count_text} timing{'s' if timing_counts[-1] != 1 else ''} each, of {measured.runs} that were asked for"


def machine_line(measured: Measurements) -> str:
    """How and where it was measured, in one line."""
    timing_text = _describe_timing_count(measured)
    turn_text = ", in turn" if len(measured.columns) > 1 else ""
    warm_up_text = f", after {measured.warm_up} that {'do' if measured.warm_up > 1 else 'does'} not count" * bool(
        measured.warm_up
    )
    facts = measured.machine
    machine_text = f"{facts['python']}, {facts['system']}, {facts['cores']} cores, {facts['processor']}"
    return clean(
        f"{timing_text}{turn_text}{warm_up_text}; {measured.clock}, garbage collector off; {machine_text}".rstrip(", "),
        400,
    )


RESAMPLE_COUNT = 2_000
"""Samples of a bootstrap."""
MIN_TIMINGS = 5
"""Timings from which samples are drawn: of fewer, an interval says more than anybody knows."""
CONFIDENCE = 0.95
"""Of these samples, what lies inside an interval."""

Interval = tuple[float, float]


@dataclass(frozen=True)
class TimingSummary:
    """What one search took at the places of one stage. Times are seconds; None is what nobody knows."""

    by_game: tuple[float | None, ...]
    """The median of the timings at each place."""
    average: float | None = None
    """The mean of these: each place counts once. At a single place it is the median."""
    median: float | None = None
    """Of all timings."""
    mean: float | None = None
    """Of all timings."""
    min: float | None = None
    max: float | None = None
    interval: Interval | None = None
    """Between which numbers the average lies in 95 of 100 samples that are drawn from the timings at each place."""
    nodes: float | None = None
    """Nodes that it visited, the mean over the places; None where one is not known."""
    factor_time: float | None = None
    """The first search's average ÷ this one's: how many times faster it is."""
    factor_time_interval: Interval | None = None
    """The same of samples that are drawn in pairs: a timing of each search from the same turn."""
    factor_nodes: float | None = None
    """The first search's nodes ÷ this one's."""


def summarise_places(places: Sequence[MeasuredPlace], column: int) -> TimingSummary:
    """What the search of a column took at some places, which are of one stage."""
    cells = [place.cells[column] for place in places]
    timed_cells = [cell for cell in cells if cell.seconds]
    first_cells = [place.cells[0] for place in places]
    nodes = _mean_nodes(cells)
    if not timed_cells:
        return TimingSummary((None,) * len(cells), nodes=nodes)
    all_seconds = [second for cell in timed_cells for second in cell.seconds]
    medians = [statistics.median(cell.seconds) if cell.seconds else None for cell in cells]
    has_wrong_answer = any(cell.wrong_answer for cell in (*first_cells, *cells))  # who answers wrongly has won nothing
    pairs = [
        (first_cell.seconds, column_cell.seconds)
        for first_cell, column_cell in zip(first_cells, cells, strict=True)
        if first_cell.seconds and column_cell.seconds and not has_wrong_answer
    ]
    first_average, column_average = (
        (statistics.fmean(statistics.median(pair[index]) for pair in pairs) if pairs else None) for index in (0, 1)
    )
    return TimingSummary(
        tuple(medians),
        statistics.fmean([median for median in medians if median is not None]),
        statistics.median(all_seconds),
        statistics.fmean(all_seconds),
        min(all_seconds),
        max(all_seconds),
        bootstrap_interval([cell.seconds for cell in timed_cells]),
        nodes,
        _ratio(first_average, column_average),
        factor_interval(pairs) if pairs else None,
        None if has_wrong_answer else _ratio(_mean_nodes(first_cells), nodes),
    )


def _mean_nodes(cells: Sequence[MeasuredCell]) -> float | None:
    known_nodes = [cell.visited for cell in cells if cell.visited is not None]
    return statistics.fmean(known_nodes) if known_nodes and len(known_nodes) == len(cells) else None


def _ratio(numerator: float | None, denominator: float | None) -> float | None:
    return numerator / denominator if numerator is not None and denominator else None


def bootstrap_interval(timings: Sequence[Sequence[float]]) -> Interval | None:
    """The bootstrap interval of the mean of medians, of timings by place.

    The samples are the same ones each time. Of fewer timings than `MIN_TIMINGS` at a place there is none.
    """
    if min(map(len, timings)) < MIN_TIMINGS:
        return None
    return _confidence_interval(_averages(timings, np.random.default_rng(0)))


def factor_interval(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> Interval | None:
    """The same of the first's ÷ the other's, where timings are drawn in the pairs in which they were made."""
    paired_timings = [
        (first_timings[: len(other_timings)], other_timings[: len(first_timings)])
        for first_timings, other_timings in pairs
    ]
    if min(len(first_timings) for first_timings, _ in paired_timings) < MIN_TIMINGS:
        return None
    first_averages, other_averages = (
        _averages([pair[index] for pair in paired_timings], np.random.default_rng(0)) for index in (0, 1)
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = first_averages / other_averages
    return _confidence_interval(ratios) if np.isfinite(ratios).all() else None


def _averages(timings: Sequence[Sequence[float]], rng: np.random.Generator) -> np.ndarray:
    """Of each sample the mean over the places of the median of what was drawn there."""
    resampled_medians = [
        np.median(
            np.asarray(place_timings, float)[rng.integers(0, len(place_timings), (RESAMPLE_COUNT, len(place_timings)))],
            axis=1,
        )
        for place_timings in timings
    ]
    averages: np.ndarray = np.mean(resampled_medians, axis=0)
    return averages


def _confidence_interval(samples: np.ndarray) -> Interval:
    low, high = np.quantile(samples, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)
