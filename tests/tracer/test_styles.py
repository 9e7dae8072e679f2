"""Search programs of other people are recorded as they are: each call, who moves, windows, positions; none is blamed.

What is true of a program is written in `style_records.py`, and counted by `style_counter.py`, which knows nothing of
plyscope. Each program is recorded twice: with no option at all, and with the names of its functions alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from style import Recorded, Style, Visits, blamed, counted, recorded, visits_counted, visits_of
from style_records import STYLES

from tracer.errors import PlyscopeError

LATE_WINS = {"longer-win", "lost-given-up"}
"""What may be said of programs in which all wins are alike."""
ASPECTS = ("calls", "values", "players", "windows", "positions", "health", "game")
NOT_YET: dict[str, tuple[str, str]] = {}
"""What is missing: for a program the aspects, and why. Whoever mends one takes it out, or its test fails."""
NOT_YET_ALONE: dict[str, str] = {
    **{file: why for file, (_aspects, why) in NOT_YET.items()},
}
"""What is missing where nothing is said: for a program why."""


def aspects_of(style: Style) -> list[str]:
    """The aspects that a program has."""
    without = {"game": style.game is None, "positions": style.position is None}
    return [aspect for aspect in ASPECTS if not without.get(aspect)]


def _named() -> Iterator[Any]:
    for style in STYLES:
        missing, why = NOT_YET.get(style.file, ("", ""))
        for aspect in aspects_of(style):
            marks = [pytest.mark.xfail(strict=True, reason=why)] if aspect in missing.split() else []
            yield pytest.param(style, aspect, id=f"{style} {aspect}", marks=marks)


def _alone() -> Iterator[Any]:
    for style in STYLES:
        why = NOT_YET_ALONE.get(style.file)
        marks = [] if why is None else [pytest.mark.xfail(strict=True, reason=why)]
        yield pytest.param(style, id=str(style), marks=marks)


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_what_is_said_of_a_program_is_borne_out_by_its_calls(style: Style) -> None:
    """The best of the children's values, or between them where chance moves; counted without plyscope."""
    for way, searches in zip(style.ways, counted(style), strict=True):
        for true in (visits_counted(style, calls) for calls in searches):
            below: dict[int, list[float]] = {}
            for parent, value in zip(true.parents, true.values, strict=True):
                below.setdefault(parent, []).append(value)
            del below[-1]
            assert below
            if way.driver or way.each:
                assert true.values[0] == below.pop(0)[-1]
            for visit, values in below.items():
                least, value, most = min(values), true.values[visit], max(values)
                if true.turns[visit] == 0:
                    assert style.unseen or least <= value <= most
                elif not style.unseen:
                    assert value == (most if true.turns[visit] > 0 else least)


@pytest.mark.parametrize(("style", "aspect"), _named())
@pytest.mark.every_case
def test_a_search_whose_functions_are_named_is_recorded_and_judged_rightly(style: Style, aspect: str) -> None:
    demand(style, aspect, tuple(style.ways[0].options))


@pytest.mark.parametrize("style", _alone())
@pytest.mark.every_case
def test_a_search_of_which_nothing_is_said_is_found_recorded_and_judged_rightly(style: Style) -> None:
    wrong = {}
    for aspect in aspects_of(style):
        try:
            demand(style, aspect, ())
        except (AssertionError, PlyscopeError) as error:
            wrong[aspect] = str(error)
    assert wrong == {}


def demand(style: Style, aspect: str, options: tuple[str, ...]) -> None:
    """One aspect of a recording with some options."""
    if aspect == "game":
        judged_by_the_game(style, (*options, "--game", str(style.game)))
        return
    record = recorded(style.path, options, seeded=style.seeded)
    if aspect == "health":
        assert record.traces
        for path in record.files:
            assert style.findings <= blamed(path) <= style.findings | style.by_rules | style.may
        return
    for seen, true in compared(style, record, alone=not options):
        CHECKS[aspect](style, seen, true)


def compared(style: Style, record: Recorded, *, alone: bool) -> list[tuple[Visits, Visits]]:
    """Each search as recorded and as counted.

    Raises:
        AssertionError: the recording has the calls of no way.
    """
    seen = [visits_of(trace) for trace in record.traces]
    lengths = []
    for searches in counted(style):
        true = [visits_counted(style, calls) for calls in searches]
        if not alone and len(seen) == 1:
            true = true[-1:]  # the last search of several is the one that is kept
        if [visits.parents for visits in true] == [visits.parents for visits in seen]:
            return list(zip(seen, true, strict=True))
        lengths.append([len(visits.parents) for visits in true])
    calls = [len(visits.parents) for visits in seen]
    raise AssertionError(f"the searches have {calls} calls, and not those of one of {lengths}: {record.said}")


def first_difference(seen: list[Any], true: list[Any]) -> tuple[int, Any, Any] | None:
    """The first visit at which two lists differ, with both; one line, where pytest would compare thousands."""
    return next((three for three in zip(range(len(true)), seen, true, strict=True) if three[1] != three[2]), None)


def same_calls(_style: Style, seen: Visits, true: Visits) -> None:
    """Whoever was called by whom."""
    assert first_difference(seen.parents, true.parents) is None


def same_values(_style: Style, seen: Visits, true: Visits) -> None:
    """What each call returned, in MAX's view."""
    values = [[round(value, 9) for value in visits.values] for visits in (seen, true)]
    assert first_difference(*values) is None


def same_players(_style: Style, seen: Visits, true: Visits) -> None:
    """Who moves, wherever there is a move and the values of the children differ."""
    decided = true.decided
    assert first_difference([seen.turns[visit] for visit in decided], [true.turns[visit] for visit in decided]) is None


def same_windows(style: Style, seen: Visits, true: Visits) -> None:
    """Both ends of each call's window in MAX's view; they are open where the program has none."""
    assert first_difference(seen.windows, true.windows) is None
    assert bool(style.window) == any(window != (float("-inf"), float("inf")) for window in seen.windows)


def same_positions(_style: Style, seen: Visits, true: Visits) -> None:
    """Positions have texts, which tell apart what differs and nothing else."""
    texts: dict[object, object] = {}
    positions: dict[object, object] = {}
    for text, position, same, turn in zip(seen.positions, true.positions, true.same, true.turns, strict=True):
        if position is None:  # the function above has none
            continue
        assert text is not None
        assert positions.setdefault(text, position) == position
        assert texts.setdefault((same, turn), text) == text


def judged_by_the_game(style: Style, options: tuple[str, ...]) -> None:
    """The rules know every position, and find nothing that is not so."""
    record = recorded(style.path, options, seeded=style.seeded)
    compared(style, record, alone="--attach" not in options)
    for trace, path in zip(record.traces, record.files, strict=True):
        assert trace.game is not None, record.said
        assert blamed(path) - style.may - LATE_WINS == style.findings | style.by_rules


CHECKS = {
    "calls": same_calls,
    "values": same_values,
    "players": same_players,
    "windows": same_windows,
    "positions": same_positions,
}
