"""Timings as tables for people, and what is written of them for programs."""

from __future__ import annotations

import csv
import io
import json
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from tracer.errors import PlyscopeError
from tracer.measuring.measurements import MeasuredCell, MeasuredPlace, Measurements, Stage
from tracer.measuring.result_documents import (
    MIN_TIMINGS,
    RESAMPLE_COUNT,
    TimingSummary,
    iter_remarks,
    iter_timing_rows,
    machine_line,
    result_document,
    summarise_places,
    summary_rows,
    without_repeats,
)
from tracer.text import clean, nearest, number
from tui.terminal.output import aligned
from tui.terminal.report import blocks
from viz.formats.csv import escape_formula

PRINTED = ("table", "markdown", "csv", "timings")
"""What `--format` says, beside json."""
SUFFIXES = {".txt": "table", ".md": "markdown", ".csv": "csv", ".json": "json"}
TIDY = ".timings.csv"
"""How the name of a file ends that has a line a timing."""
SHOWN = ("timings", "games", "average", "median", "mean", "min", "max", "interval", "nodes", "factor", "moves")
"""What a table can have."""
OF_POSITIONS = ("median", "mean", "min", "max", "interval", "nodes", "factor", "moves")
OF_DEPTHS = ("median", "min", "max", "nodes", "factor")
OF_GAMES = ("games", "average", "nodes", "factor")
"""What it has where nobody says it: `games` where they are few."""
FEW = 6
"""Games that have a column each."""
LONGEST = 1_000
"""Characters of a line below the tables."""
MISSING = "–"
_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


@dataclass(frozen=True)
class Table:
    """A table with what stands above it."""

    title: str
    rows: list[list[str]]


def duration(seconds: float | None) -> str:
    """A time with three digits.

    >>> [duration(seconds) for seconds in (12.345, 0.5, 0.0123456, 1.5e-6, 9.996e-4, 0.0, None)]
    ['12.3 s', '500 ms', '12.3 ms', '1.50 µs', '1.00 ms', '0 s', '–']
    """
    if seconds is None:
        return MISSING
    if not seconds:
        return "0 s"
    unit, name = next((one for one in _UNITS if abs(seconds) >= one[0] * 0.9995), _UNITS[-1])
    count = seconds / unit
    return f"{count:,.{0 if count >= 99.95 else 1 if count >= 9.995 else 2}f} {name}"


def factor(times: float | None, *, measured: bool) -> str:
    """How many times less something is; `≈` where it was measured, and not counted.

    >>> factor(30.0566, measured=False), factor(30.0566, measured=True), factor(1.0, measured=False)
    ('30.06×', '≈30.1×', '1×')
    >>> factor(12_570.4, measured=True), factor(999.7, measured=True), factor(None, measured=True)
    ('≈12,570×', '≈1,000×', '–')
    """
    if times is None:
        return MISSING
    digits = 3 if measured else 4
    shown = f"{times:,.0f}" if times >= 999.5 else f"{times:.{digits}g}"
    return f"{'≈' * measured}{shown}×"


def chosen(words: str | None, usual: Sequence[str], *, moves: bool) -> list[str]:
    """What a table has, from what a command line asks for.

    Raises:
        PlyscopeError: a word is none of `SHOWN`.
    """
    asked = [word.strip() for word in words.split(",") if word.strip()] if words is not None else list(usual)
    for word in asked:
        if word not in SHOWN:
            raise PlyscopeError(f"--show is some of {', '.join(SHOWN)}, not {clean(word, 40)!r}{nearest(word, SHOWN)}")
    return [*asked, *(["moves"] if moves and "moves" not in asked else [])]


def tables(measured: Measurements, show: Sequence[str]) -> Iterator[Table]:
    """The tables: of positions one each, searches beside one another; of rounds and depths one a search."""
    stages = measured.stages
    lines: dict[tuple[Any, ...], list[Stage]] = {}
    for stage in stages:
        lines.setdefault((stage.game, stage.position, stage.side), []).append(stage)
    for together in lines.values():
        first = together[0]
        if first.round is None and first.depth is None:
            yield _at_position(measured, first, stages[first], show)
        else:
            yield from _by_search(measured, {stage: stages[stage] for stage in together}, show)


def _title(stage: Stage) -> str:
    words = [stage.game, *([] if stage.position is None else [f"position {clean(stage.position)}"])]
    return ", ".join([*words, *([f"computer {stage.side}"] if stage.side else [])])


_OF_A_TIME: dict[str, Callable[[TimingSummary], float | None]] = {
    "average": lambda one: one.average,
    "median": lambda one: one.median,
    "mean": lambda one: one.mean,
    "min": lambda one: one.minimum,
    "max": lambda one: one.maximum,
}


def _cells(name: str, found: TimingSummary, places: Sequence[MeasuredPlace], column: int) -> list[tuple[str, str]]:
    """What one search has under some heads, each with its head."""
    cells = [place.cells[column] for place in places]
    if name in _OF_A_TIME:
        time = _OF_A_TIME[name](found)
        return [(name, "failed" if time is None and any(cell.error for cell in cells) else duration(time))]
    if name == "games":
        return [(f"game {place.number}", duration(time)) for place, time in zip(places, found.by_game, strict=True)]
    if name == "timings":
        alone = len(cells) == 1
        heads = [f"{k}" if alone else f"{place.number}.{k}" for place, cell in zip(places, cells, strict=True)
                 for k in range(1, len(cell.seconds) + 1)]  # fmt: skip
        return list(zip(heads, (duration(time) for cell in cells for time in cell.seconds), strict=True))
    if name == "interval":
        low, high = found.interval or (None, None)
        of = "average" if places[0].stage.round is not None else "median"
        return [(f"95 % CI, {of}", MISSING if low is None else f"{duration(low)} … {duration(high)}")]
    if name == "nodes":
        least = any("stopped" in cell.note for cell in cells)
        return [("nodes", MISSING if found.nodes is None else f"{'≥ ' * least}{_count(found.nodes)}")]
    if name == "factor":
        return [
            ("speed-up", factor(found.factor_time, measured=True)),
            ("fewer nodes", factor(found.factor_nodes, measured=False)),
        ]
    values = without_repeats([cell.answer.value for cell in cells])
    return [
        ("best move", clean(_moves_of(places, column)) or MISSING),
        ("value", ", ".join(map(number, values)) or MISSING),
    ]


def _move_of(cell: MeasuredCell) -> str | None:
    """The move that is recommended; what is none has a cross."""
    return f"✗ {cell.wrong_answer.wrong}" if cell.wrong_answer else cell.answer.move


def _moves_of(places: Sequence[MeasuredPlace], column: int) -> str:
    """The moves that are recommended, each once; where games differ with the numbers of its games."""
    found: dict[str, list[int]] = {}
    for place in places:
        move = _move_of(place.cells[column])
        if move is not None:
            found.setdefault(move, []).append(place.number)
    if len(found) < 2:
        return ", ".join(found)
    return ", ".join(f"{move} ({' '.join(map(str, numbers))})" for move, numbers in found.items())


def _count(nodes: float) -> str:
    """A mean of nodes, halves rounded up.

    >>> _count(3277.0), _count(546.25), _count(47.05), _count(47.04)
    ('3,277', '546.3', '47.1', '47.0')
    """
    if float(nodes).is_integer():
        return f"{nodes:,.0f}"
    return f"{Decimal(repr(nodes)).quantize(Decimal('0.1'), ROUND_HALF_UP):,}"


def _by_search(
    measured: Measurements, stages: dict[Stage, list[MeasuredPlace]], show: Sequence[str]
) -> Iterator[Table]:
    """A table a search, a line a round or a depth."""
    first = next(iter(stages))
    head = "round" if first.round is not None else "depth"
    for column, name in enumerate(measured.columns):
        wanted = [word for word in show if word != "factor" or column]
        found = []
        for stage, places in stages.items():
            summary = summarise_places(places, column)
            cells = dict(cell for word in wanted for cell in _cells(word, summary, places, column))
            found.append({head: str(stage.round or stage.depth)} | cells)
        heads = without_repeats([word for one in found for word in one])
        heads = sorted(heads, key=lambda word: _order(word, wanted))
        lines = [[one.get(word, "") for word in heads] for one in found]
        yield Table(f"{_title(first)}, {clean(name)}", _told([heads, *lines]))


def _order(head: str, wanted: Sequence[str]) -> int:
    """The place of a head, for a round that fewer games reached has fewer of them."""
    if head in ("round", "depth"):
        return -1
    word = {"speed-up": "factor", "fewer nodes": "factor"}.get(head, head)
    word = "interval" if head.startswith("95 % CI") else word
    word = {"best move": "moves", "value": "moves"}.get(word, "games" if word.startswith("game ") else word)
    return list(wanted).index(word) if word in wanted else list(wanted).index("timings")


def _told(rows: list[list[str]]) -> list[list[str]]:
    """The rows without columns of which nobody knows anything."""
    kept = [k for k in range(len(rows[0])) if any(row[k] not in ("", MISSING) for row in rows[1:])]
    return [[row[k] for k in kept] for row in rows]


def _at_position(measured: Measurements, stage: Stage, places: Sequence[MeasuredPlace], show: Sequence[str]) -> Table:
    """The searches beside one another, a line for each number."""
    summaries = [summarise_places(places, column) for column in range(len(measured.columns))]
    lines: dict[str, list[str]] = {}
    for column, summary in enumerate(summaries):
        for word in show:
            for head, cell in _cells(word, summary, places, column):
                if word != "factor" or len(summaries) > 1:
                    lines.setdefault(head, [MISSING] * len(summaries))[column] = (
                        cell if word != "factor" or column else MISSING
                    )
    known = [[head, *cells] for head, cells in lines.items() if any(cell != MISSING for cell in cells)]
    return Table(_title(stage), [["", *map(clean, measured.columns)], *known])


def write(
    measured: Measurements, format: str, show: Sequence[str], width: int | None = None, wrapped: int | None = None
) -> str:
    """All of it as a text.

    Args:
        measured: what was measured.
        format: one of `PRINTED`, or json.
        show: what the tables have; files for programs have everything.
        width: columns of the terminal; None is any.
        wrapped: characters of a line of the words below tables; None leaves that to whoever shows them.
    """
    if format == "json":
        return json.dumps(result_document(measured), ensure_ascii=False, indent=1)
    if format == "csv":
        return _csv(map(_flat, summary_rows(measured)))
    if format == "timings":
        return _csv(iter_timing_rows(measured))
    below = [
        *iter_remarks(measured),
        *_games(measured, show),
        *_interval(measured, show),
        *([measured.subject] if measured.subject else []),
        machine_line(measured),
    ]
    below = [clean(line, LONGEST) for line in below]
    found = list(tables(measured, show))
    if format == "markdown":
        return "\n\n".join(
            [*(f"**{_escaped(one.title)}**\n\n{_markdown(one.rows)}" for one in found), *map(_escaped, below)]
        )
    if wrapped is not None:
        below = [part for line in below for part in textwrap.wrap(line, wrapped, subsequent_indent="  ")]
    texts = [f"{one.title}\n" + "\n\n".join(map(aligned, blocks(one.rows, width))) for one in found]
    return "\n\n".join([*texts, "\n".join(below)])


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    marks = ["---", *["---:"] * (len(rows[0]) - 1)]
    return "\n".join(f"| {' | '.join(map(_escaped, row))} |" for row in [rows[0], marks, *rows[1:]])


def _escaped(text: str) -> str:
    r"""Text that Markdown takes as it stands.

    >>> print(_escaped("a|b *c* <d> e_f"))
    a\|b \*c\* \<d> e\_f
    """
    return "".join(f"\\{character}" if character in "\\|*_<`[]#" else character for character in text)


def _games(measured: Measurements, show: Sequence[str]) -> Iterator[str]:
    """The moves of each game, of both sides, so that they can be pasted; games that went alike in one line."""
    together: dict[tuple[str, str, str], list[int]] = {}
    for one in measured.games if "moves" in show else ():
        together.setdefault((one.game, one.side, one.line), []).append(one.number)
    for (game, side, line), numbers in together.items():
        named = f"game{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
        yield f"{game}, computer {side}, {named}: {line}"


def _interval(measured: Measurements, show: Sequence[str]) -> Iterator[str]:
    """What the interval is, where it stands in the tables."""
    if "interval" in show:
        few = all(len(cell.seconds) < MIN_TIMINGS for place in measured.places for cell in place.cells)
        yield (
            f"95 % CI: of {MIN_TIMINGS} timings and more" if few else f"95 % CI: bootstrap, {RESAMPLE_COUNT:,} samples"
        )


def _csv(lines: Iterable[dict[str, Any]]) -> str:
    """Lines with what each of them has; times are seconds."""
    found = list(lines)
    heads = without_repeats([name for row in found for name in row])
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([_written(row.get(name)) for name in heads] for row in found)
    return text.getvalue().rstrip("\n")


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row without lists: pairs are two columns, counts one each."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if name == "by_game":
            continue
        if name == "counts":
            flat |= value
        elif name.endswith("interval"):
            low, high = value or (None, None)
            flat |= {f"{name}_low": low, f"{name}_high": high}
        else:
            flat[name] = ";".join(map(str, value)) if isinstance(value, list) else value
    return flat


def _written(value: Any) -> Any:
    return escape_formula(value) if isinstance(value, str) else "" if value is None else value
