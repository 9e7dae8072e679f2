"""What of one search stands in no count: its passes, the merits that it took, the numbers of the root's moves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import tracer
from tracer.count.groups import PassCounts, merits_taken, passes_of
from tracer.recording.status import Bound
from tracer.text import clean, number, window_text
from tui.terminal.output import align_columns

MAX_ROWS = 24
"""Passes, or moves, that people are shown; programs get all."""
MAX_MERITS = 12
MAX_LABEL_LENGTH = 40
"""Characters kept of a label."""
FULL_WINDOW = window_text(-math.inf, math.inf)
_COUNT_HEADINGS = {
    "visited": "visited",
    "leaf_evaluations": "evaluated",
    "table_hits": "table hits",
    "cutoffs": "cutoffs",
}
"""What is counted of a pass, and its column."""
_NUMBER_HEADINGS = {"n": "N", "w": "W", "q": "Q", "pn": "pn", "dn": "dn"}
"""What a log says of the root's moves, and its column."""


def collect_parts(trace: tracer.Trace) -> dict[str, Any]:
    """In plain types, by name, each where a search has it: `by_pass`, `root_moves` in their order, `merits_taken`.

    Windows, values, W and Q are MAX's view.
    """
    log = trace.columns.log
    parts: dict[str, Any] = {}
    if passes := passes_of(trace):
        parts["by_pass"] = [_pass_as_json(trace, pass_counts) for pass_counts in passes]
    if log is not None and not log.has_merits:
        parts["root_moves"] = [_root_move_as_json(trace, child) for child in trace.children(0)]
    if log is not None and log.has_merits:
        parts["merits_taken"] = [_json_number(merit) for merit in merits_taken(log)]
    return parts


def _json_number(value: float) -> Any:
    """A number as JSON has it, none of it rounded away: as a text where it is infinite, null where there is none."""
    if math.isnan(value):
        return None
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def _pass_as_json(trace: tracer.Trace, pass_counts: PassCounts) -> dict[str, Any]:
    is_best_known = pass_counts.best is not None and (
        trace.header.ours or trace.has_same_value(pass_counts.best, pass_counts.node)
    )
    return {
        "pass": trace.label(pass_counts.node),
        "level": pass_counts.level,
        "alpha": _json_number(pass_counts.alpha),
        "beta": _json_number(pass_counts.beta),
        "value": _json_number(pass_counts.value),
        "bound": None if pass_counts.bound is None else pass_counts.bound.name,
        "best_move": trace.label(pass_counts.best) if pass_counts.best is not None and is_best_known else None,
        **{name: getattr(pass_counts, name) for name in _COUNT_HEADINGS},
    }


def _root_move_as_json(trace: tracer.Trace, child: int) -> dict[str, Any]:
    weight = trace.node(child).weight
    numbers = {name: trace.log_numbers[name].item(child) for name in _NUMBER_HEADINGS if name in trace.log_numbers}
    return {
        "move": trace.label(child),
        **{name: _json_number(value) for name, value in numbers.items()},
        **({} if weight is None else {"p": _json_number(weight)}),
    }


def iter_part_tables(parts: dict[str, Any]) -> Iterator[str]:
    """Those of a search's facts for people, each a table or a line."""
    if passes := parts.get("by_pass"):
        yield align_columns(_pass_rows(passes, is_own_choice=parts.get("best_move_is_its_choice") is not False))
    if moves := parts.get("root_moves"):
        yield align_columns(_move_rows(moves))
    if merits := parts.get("merits_taken"):
        merits_text = ", ".join(_format_number(merit) for merit in merits[:MAX_MERITS])
        remaining = len(merits) - MAX_MERITS
        yield f"merits taken: {merits_text}" + (f" and {remaining:,} more, in --json" if remaining > 0 else "")


def _format_number(value: Any) -> str:
    return "–" if value is None else number(float(value))


def _pass_rows(passes: Sequence[dict[str, Any]], *, is_own_choice: bool) -> list[list[str]]:
    """A row a pass, and their sum; `is_own_choice` tells whether its move is known to be the search's choice."""
    windows = [window_text(float(search_pass["alpha"]), float(search_pass["beta"])) for search_pass in passes]
    has_windows = any(
        window not in search_pass["pass"] and window != FULL_WINDOW
        for window, search_pass in zip(windows, passes, strict=True)
    )
    shown_counts = [name for name in _COUNT_HEADINGS if any(search_pass[name] for search_pass in passes)]
    rows = [
        [
            "  " * search_pass["level"] + clean(search_pass["pass"], MAX_LABEL_LENGTH),
            *([window] if has_windows else []),
            _format_answer(search_pass),
            "–" if search_pass["best_move"] is None else clean(search_pass["best_move"], MAX_LABEL_LENGTH),
            *(f"{search_pass[name]:,}" for name in shown_counts),
        ]
        for window, search_pass in zip(windows, passes, strict=True)
    ]
    sums = [
        f"{sum(search_pass[name] for search_pass in passes if not search_pass['level']):,}" for name in shown_counts
    ]
    heading = [
        "pass",
        *(["window"] if has_windows else []),
        "answer",
        "best move" if is_own_choice else "by",
        *(_COUNT_HEADINGS[name] for name in shown_counts),
    ]
    return [heading, *_shorten_rows(rows), ["sum", *[""] * (len(heading) - 1 - len(shown_counts)), *sums]]


def _format_answer(search_pass: dict[str, Any]) -> str:
    if search_pass["value"] is None:
        return "open"
    return (f"{Bound[search_pass['bound']].sign} " if search_pass["bound"] else "") + _format_number(
        search_pass["value"]
    )


def _move_rows(moves: Sequence[dict[str, Any]]) -> list[list[str]]:
    names = [name for name in (*_NUMBER_HEADINGS, "p") if any(name in move_row for move_row in moves)]
    rows = [
        [clean(move_row["move"], MAX_LABEL_LENGTH), *(_format_number(move_row.get(name)) for name in names)]
        for move_row in moves
    ]
    return [["move", *((_NUMBER_HEADINGS | {"p": "P"})[name] for name in names)], *_shorten_rows(rows)]


def _shorten_rows(rows: list[list[str]]) -> list[list[str]]:
    """The rows; of very many the first and the last ones, and how many there are between."""
    if len(rows) <= MAX_ROWS:
        return rows
    head_count = MAX_ROWS // 2
    remaining = len(rows) - 2 * head_count + 1
    gap_row = [f"… {remaining:,} more, in --json", *[""] * (len(rows[0]) - 1)]
    return [*rows[:head_count], gap_row, *rows[len(rows) - head_count + 1 :]]
