"""Timings as tables for people, and what is written of them for programs."""

from __future__ import annotations

import csv
import io
import json
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from itertools import chain
from typing import Any

from tracer.errors import PlyscopeError
from tracer.measuring.measurements import MeasuredPlace, Measurements, Stage
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
from tui.terminal.count_report import split_columns
from tui.terminal.output import align_columns
from viz.formats.csv import escape_formula

PRINTED_FORMATS = ("table", "markdown", "csv", "timings")
"""What `--format` says, beside json."""
FORMAT_OF_SUFFIX = {".txt": "table", ".md": "markdown", ".csv": "csv", ".json": "json"}
TIDY_SUFFIX = ".timings.csv"
"""How the name of a file ends that has a line a timing."""
COLUMN_NAMES = ("timings", "games", "average", "median", "mean", "min", "max", "interval", "nodes", "factor", "moves")
"""What a table can have."""
POSITION_COLUMNS = ("median", "mean", "min", "max", "interval", "nodes", "factor", "moves")
DEPTH_COLUMNS = ("median", "min", "max", "nodes", "factor")
GAME_COLUMNS = ("games", "average", "nodes", "factor")
"""What it has where nobody says it: `games` where they are few."""
MAX_GAMES_LISTED = 6
"""Games that have a column each."""
MAX_REMARK_LENGTH = 1_000
"""Characters of a line below the tables."""
MISSING = "–"
_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


@dataclass(frozen=True)
class Table:
    """A table with what stands above it."""

    title: str
    rows: list[list[str]]


def format_duration(seconds: float | None) -> str:
    """A time with three digits.

    >>> [format_duration(seconds) for seconds in (12.345, 0.5, 0.0123456, 1.5e-6, 9.996e-4, 0.0, None)]
    ['12.3 s', '500 ms', '12.3 ms', '1.50 µs', '1.00 ms', '0 s', '–']
    """
    if seconds is None:
        return MISSING
    if not seconds:
        return "0 s"
    unit, name = next((unit_row for unit_row in _UNITS if abs(seconds) >= unit_row[0] * 0.9995), _UNITS[-1])
    count = seconds / unit
    return f"{count:,.{0 if count >= 99.95 else 1 if count >= 9.995 else 2}f} {name}"


def format_factor(ratio: float | None, *, is_measured: bool) -> str:
    """How many times less something is; `≈` where it was measured, and not counted.

    >>> (
    ...     format_factor(30.0566, is_measured=False),
    ...     format_factor(30.0566, is_measured=True),
    ...     format_factor(1.0, is_measured=False),
    ... )
    ('30.06×', '≈30.1×', '1×')
    >>> [format_factor(ratio, is_measured=True) for ratio in (12_570.4, 999.7, None)]
    ['≈12,570×', '≈1,000×', '–']
    """
    if ratio is None:
        return MISSING
    digits = 3 if is_measured else 4
    digits_text = f"{ratio:,.0f}" if ratio >= 999.5 else f"{ratio:.{digits}g}"
    return f"{'≈' * is_measured}{digits_text}×"


def choose_columns(show_option: str | None, default_columns: Sequence[str]) -> list[str]:
    """What a table has, from what a command line asks for."""
    if show_option is None:
        return list(default_columns)
    columns = [column.strip() for column in show_option.split(",") if column.strip()]
    for column in columns:
        if column not in COLUMN_NAMES:
            raise PlyscopeError(
                f"--show is some of {', '.join(COLUMN_NAMES)}, not {clean(column, 40)!r}{nearest(column, COLUMN_NAMES)}"
            )
    return columns


def iter_tables(measured: Measurements, columns: Sequence[str]) -> Iterator[Table]:
    """The tables: of positions one each, searches beside one another; of rounds and depths one a search."""
    stages = measured.stages
    stages_by_line: dict[tuple[Any, ...], list[Stage]] = {}
    for stage in stages:
        stages_by_line.setdefault((stage.game, stage.position, stage.side), []).append(stage)
    for stages_of_line in stages_by_line.values():
        first_stage = stages_of_line[0]
        if first_stage.round is None and first_stage.depth is None:
            yield _position_table(measured, first_stage, stages[first_stage], columns)
        else:
            yield from _iter_search_tables(measured, {stage: stages[stage] for stage in stages_of_line}, columns)


def _describe_stage(stage: Stage) -> str:
    parts = [stage.game, *([] if stage.position is None else [f"position {clean(stage.position)}"])]
    return ", ".join([*parts, *([f"computer {stage.side}"] if stage.side else [])])


_TIME_COLUMNS = ("average", "median", "mean", "min", "max")


def _make_cells(
    name: str, summary: TimingSummary, stage_places: Sequence[MeasuredPlace], column: int
) -> list[tuple[str, str]]:
    """What one search has under some heads, each with its head."""
    cells = [stage_place.cells[column] for stage_place in stage_places]
    if name in _TIME_COLUMNS:
        time = getattr(summary, name)
        return [(name, "failed" if time is None and any(cell.error for cell in cells) else format_duration(time))]
    if name == "games":
        return [
            (f"game {stage_place.number}", format_duration(time))
            for stage_place, time in zip(stage_places, summary.by_game, strict=True)
        ]
    if name == "timings":
        is_alone = len(cells) == 1
        headings = [
            f"{k}" if is_alone else f"{stage_place.number}.{k}"
            for stage_place, cell in zip(stage_places, cells, strict=True)
            for k in range(1, len(cell.seconds) + 1)
        ]
        return list(zip(headings, (format_duration(time) for cell in cells for time in cell.seconds), strict=True))
    if name == "interval":
        lower, upper = summary.interval or (None, None)
        statistic = "average" if stage_places[0].stage.round is not None else "median"
        return [
            (
                f"95 % CI, {statistic}",
                MISSING if lower is None else f"{format_duration(lower)} … {format_duration(upper)}",
            )
        ]
    if name == "nodes":
        is_stopped = any("stopped" in cell.note for cell in cells)
        return [("nodes", MISSING if summary.nodes is None else f"{'≥ ' * is_stopped}{_format_count(summary.nodes)}")]
    if name == "factor":
        return [
            ("speed-up", format_factor(summary.factor_time, is_measured=True)),
            ("fewer nodes", format_factor(summary.factor_nodes, is_measured=False)),
        ]
    values = without_repeats([cell.answer.value for cell in cells])
    return [
        ("best move", clean(_best_moves(stage_places, column)) or MISSING),
        ("value", ", ".join(map(number, values)) or MISSING),
    ]


def _best_moves(stage_places: Sequence[MeasuredPlace], column: int) -> str:
    """The moves that are recommended, each once; where games differ with the numbers of its games."""
    numbers_by_move: dict[str, list[int]] = {}
    for stage_place in stage_places:
        cell = stage_place.cells[column]
        move = f"✗ {cell.wrong_answer.wrong}" if cell.wrong_answer else cell.answer.move
        if move is not None:
            numbers_by_move.setdefault(move, []).append(stage_place.number)
    if len(numbers_by_move) < 2:
        return ", ".join(numbers_by_move)
    return ", ".join(f"{move} ({' '.join(map(str, numbers))})" for move, numbers in numbers_by_move.items())


def _format_count(nodes: float) -> str:
    """A mean of nodes, halves rounded up.

    >>> _format_count(3277.0), _format_count(546.25), _format_count(47.05), _format_count(47.04)
    ('3,277', '546.3', '47.1', '47.0')
    """
    if float(nodes).is_integer():
        return f"{nodes:,.0f}"
    return f"{Decimal(repr(nodes)).quantize(Decimal('0.1'), ROUND_HALF_UP):,}"


def _iter_search_tables(
    measured: Measurements, stages: dict[Stage, list[MeasuredPlace]], columns: Sequence[str]
) -> Iterator[Table]:
    """A table a search, a line a round or a depth."""
    first_stage = next(iter(stages))
    first_heading = "round" if first_stage.round is not None else "depth"
    for column, name in enumerate(measured.columns):
        search_columns = [heading for heading in columns if heading != "factor" or column]
        headings_by_column: dict[str, list[str]] = {column_name: [] for column_name in search_columns}
        cells_by_heading = []
        for stage, places in stages.items():
            summary = summarise_places(places, column)
            row = {first_heading: str(stage.round or stage.depth)}
            for column_name, column_headings in headings_by_column.items():
                cells = _make_cells(column_name, summary, places, column)
                row |= dict(cells)
                column_headings += [heading for heading, _ in cells]
            cells_by_heading.append(row)
        headings = without_repeats([first_heading, *chain.from_iterable(headings_by_column.values())])
        table_rows = [[row.get(heading, "") for heading in headings] for row in cells_by_heading]
        yield Table(f"{_describe_stage(first_stage)}, {clean(name)}", _drop_empty_columns([headings, *table_rows]))


def _drop_empty_columns(rows: list[list[str]]) -> list[list[str]]:
    kept_columns = [k for k in range(len(rows[0])) if any(row[k] not in ("", MISSING) for row in rows[1:])]
    return [[row[k] for k in kept_columns] for row in rows]


def _position_table(
    measured: Measurements, stage: Stage, stage_places: Sequence[MeasuredPlace], columns: Sequence[str]
) -> Table:
    """The searches beside one another, a line for each number."""
    summaries = [summarise_places(stage_places, column) for column in range(len(measured.columns))]
    cells_by_heading: dict[str, list[str]] = {}
    for column, summary in enumerate(summaries):
        for column_name in columns:
            for heading, cell in _make_cells(column_name, summary, stage_places, column):
                if column_name != "factor" or len(summaries) > 1:
                    cells_by_heading.setdefault(heading, [MISSING] * len(summaries))[column] = (
                        cell if column_name != "factor" or column else MISSING
                    )
    known_rows = [
        [heading, *cells] for heading, cells in cells_by_heading.items() if any(cell != MISSING for cell in cells)
    ]
    return Table(_describe_stage(stage), [["", *map(clean, measured.columns)], *known_rows])


def format_timings(
    measured: Measurements, format: str, columns: Sequence[str], width: int | None = None, text_width: int | None = None
) -> str:
    """All of it as a text.

    Args:
        measured: what was measured.
        format: one of `PRINTED_FORMATS`, or json.
        columns: what the tables have; files for programs have everything.
        width: columns of the terminal; None is any.
        text_width: characters of a line of the words below tables; None leaves that to whoever shows them.
    """
    if format == "json":
        return json.dumps(result_document(measured), ensure_ascii=False, indent=1)
    if format == "csv":
        return _format_csv(map(_flatten_row, summary_rows(measured)))
    if format == "timings":
        return _format_csv(iter_timing_rows(measured))
    remark_lines = [
        *iter_remarks(measured),
        *_iter_game_lines(measured, columns),
        *_iter_interval_notes(measured, columns),
        *([measured.subject] if measured.subject else []),
        machine_line(measured),
    ]
    remark_lines = [clean(line, MAX_REMARK_LENGTH) for line in remark_lines]
    result_tables = list(iter_tables(measured, columns))
    if format == "markdown":
        return "\n\n".join(
            [
                *(f"**{_escape_markdown(table.title)}**\n\n{_markdown_table(table.rows)}" for table in result_tables),
                *map(_escape_markdown, remark_lines),
            ]
        )
    if text_width is not None:
        remark_lines = [
            wrapped_line
            for line in remark_lines
            for wrapped_line in textwrap.wrap(line, text_width, subsequent_indent="  ")
        ]
    texts = [
        f"{table.title}\n" + "\n\n".join(map(align_columns, split_columns(table.rows, width)))
        for table in result_tables
    ]
    return "\n\n".join([*texts, "\n".join(remark_lines)])


def _markdown_table(rows: Sequence[Sequence[str]]) -> str:
    alignment_row = ["---", *["---:"] * (len(rows[0]) - 1)]
    return "\n".join(f"| {' | '.join(map(_escape_markdown, row))} |" for row in [rows[0], alignment_row, *rows[1:]])


def _escape_markdown(text: str) -> str:
    r"""Text that Markdown takes as it stands.

    >>> print(_escape_markdown("a|b *c* <d> e_f"))
    a\|b \*c\* \<d> e\_f
    """
    return "".join(f"\\{character}" if character in "\\|*_<`[]#" else character for character in text)


def _iter_game_lines(measured: Measurements, columns: Sequence[str]) -> Iterator[str]:
    """The moves of each game, of both sides, so that they can be pasted; games that went alike in one line."""
    numbers_by_line: dict[tuple[str, str, str], list[int]] = {}
    for game_record in measured.games if "moves" in columns else ():
        numbers_by_line.setdefault((game_record.game, game_record.side, game_record.line), []).append(
            game_record.number
        )
    for (game, side, line), numbers in numbers_by_line.items():
        games_phrase = f"game{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
        yield f"{game}, computer {side}, {games_phrase}: {line}"


def _iter_interval_notes(measured: Measurements, columns: Sequence[str]) -> Iterator[str]:
    if "interval" in columns:
        has_few_timings = all(len(cell.seconds) < MIN_TIMINGS for place in measured.places for cell in place.cells)
        yield (
            f"95 % CI: of {MIN_TIMINGS} timings and more"
            if has_few_timings
            else f"95 % CI: bootstrap, {RESAMPLE_COUNT:,} samples"
        )


def _format_csv(records: Iterable[dict[str, Any]]) -> str:
    """Lines with what each of them has; times are seconds."""
    csv_rows = [
        {name: escape_formula(value) if isinstance(value, str) else value for name, value in row.items()}
        for row in records
    ]
    text = io.StringIO()
    writer = csv.DictWriter(text, without_repeats([name for row in csv_rows for name in row]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(csv_rows)
    return text.getvalue().rstrip("\n")


def _flatten_row(row: dict[str, Any]) -> dict[str, Any]:
    """A row without lists: pairs are two columns, counts one each."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if name == "by_game":
            continue
        if name == "counts":
            flat |= value
        elif name.endswith("interval"):
            lower, upper = value or (None, None)
            flat |= {f"{name}_low": lower, f"{name}_high": upper}
        else:
            flat[name] = ";".join(map(str, value)) if isinstance(value, list) else value
    return flat
