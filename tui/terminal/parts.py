"""What of one search stands in no count: its passes, the merits that it took, the numbers of the root's moves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import tracer
from tracer.count.groups import PassCounts, merits_taken, passes_of
from tracer.recording.status import Bound
from tracer.text import clean, number, window_text
from tui.terminal.output import aligned

MOST_ROWS = 24
"""Passes, or moves, that people are shown; programs get all."""
MOST_MERITS = 12
LABEL = 40
"""Characters kept of a label."""
EVERYTHING = window_text(-math.inf, math.inf)
_COUNTED = {"visited": "visited", "leaf_evaluations": "evaluated", "table_hits": "table hits", "cutoffs": "cutoffs"}
"""What is counted of a pass, and its column."""
_NUMBERS = {"n": "N", "w": "W", "q": "Q", "pn": "pn", "dn": "dn"}
"""What a log says of the root's moves, and its column."""


def parts(trace: tracer.Trace) -> dict[str, Any]:
    """In plain types, by name, each where a search has it: `by_pass`, `root_moves` in their order, `merits_taken`.

    Windows, values, W and Q are MAX's view.
    """
    log = trace.columns.log
    found: dict[str, Any] = {}
    if passes := passes_of(trace):
        found["by_pass"] = [_pass(trace, one) for one in passes]
    if log is not None and not log.has_merits:
        found["root_moves"] = [_root_move(trace, child) for child in trace.children(0)]
    if log is not None and log.has_merits:
        found["merits_taken"] = [_plain(merit) for merit in merits_taken(log)]
    return found


def _plain(value: float) -> Any:
    """A number as JSON has it, none of it rounded away: as a text where it is infinite, null where there is none."""
    if math.isnan(value):
        return None
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def _pass(trace: tracer.Trace, one: PassCounts) -> dict[str, Any]:
    known = one.best is not None and (trace.header.ours or trace.has_same_value(one.best, one.node))
    return {
        "pass": trace.label(one.node),
        "level": one.level,
        "alpha": _plain(one.alpha),
        "beta": _plain(one.beta),
        "value": _plain(one.value),
        "bound": None if one.bound is None else one.bound.name,
        "best_move": trace.label(one.best) if one.best is not None and known else None,
        **{name: getattr(one, name) for name in _COUNTED},
    }


def _root_move(trace: tracer.Trace, child: int) -> dict[str, Any]:
    weight = trace.node(child).weight
    known = {name: trace.log_numbers[name].item(child) for name in _NUMBERS if name in trace.log_numbers}
    return {
        "move": trace.label(child),
        **{name: _plain(value) for name, value in known.items()},
        **({} if weight is None else {"p": _plain(weight)}),
    }


def parts_text(found: dict[str, Any]) -> Iterator[str]:
    """Those of a search's facts for people, each a table or a line."""
    if passes := found.get("by_pass"):
        yield aligned(_pass_rows(passes, ours=found.get("best_move_is_its_choice") is not False))
    if moves := found.get("root_moves"):
        yield aligned(_move_rows(moves))
    if merits := found.get("merits_taken"):
        shown = ", ".join(_number(merit) for merit in merits[:MOST_MERITS])
        more = len(merits) - MOST_MERITS
        yield f"merits taken: {shown}" + (f" and {more:,} more, in --json" if more > 0 else "")


def _number(value: Any) -> str:
    return "–" if value is None else number(float(value))


def _pass_rows(passes: Sequence[dict[str, Any]], *, ours: bool) -> list[list[str]]:
    """A row a pass, and their sum; `ours` tells whether its move is known to be the search's choice."""
    windows = [window_text(float(one["alpha"]), float(one["beta"])) for one in passes]
    asked = any(window not in one["pass"] and window != EVERYTHING for window, one in zip(windows, passes, strict=True))
    counted = [name for name in _COUNTED if any(one[name] for one in passes)]
    rows = [
        [
            "  " * one["level"] + clean(one["pass"], LABEL),
            *([window] if asked else []),
            _answer(one),
            "–" if one["best_move"] is None else clean(one["best_move"], LABEL),
            *(f"{one[name]:,}" for name in counted),
        ]
        for window, one in zip(windows, passes, strict=True)
    ]
    sums = [f"{sum(one[name] for one in passes if not one['level']):,}" for name in counted]
    head = [
        "pass",
        *(["window"] if asked else []),
        "answer",
        "best move" if ours else "by",
        *(_COUNTED[name] for name in counted),
    ]
    return [head, *_fewer(rows), ["sum", *[""] * (len(head) - 1 - len(counted)), *sums]]


def _answer(one: dict[str, Any]) -> str:
    if one["value"] is None:
        return "open"
    return (f"{Bound[one['bound']].sign} " if one["bound"] else "") + _number(one["value"])


def _move_rows(moves: Sequence[dict[str, Any]]) -> list[list[str]]:
    """A row a move of the root."""
    names = [name for name in (*_NUMBERS, "p") if any(name in one for one in moves)]
    rows = [[clean(one["move"], LABEL), *(_number(one.get(name)) for name in names)] for one in moves]
    return [["move", *((_NUMBERS | {"p": "P"})[name] for name in names)], *_fewer(rows)]


def _fewer(rows: list[list[str]]) -> list[list[str]]:
    """The rows; of very many the first and the last ones, and how many there are between."""
    if len(rows) <= MOST_ROWS:
        return rows
    first = MOST_ROWS // 2
    left = len(rows) - 2 * first + 1
    between = [f"… {left:,} more, in --json", *[""] * (len(rows[0]) - 1)]
    return [*rows[:first], between, *rows[len(rows) - first + 1 :]]
