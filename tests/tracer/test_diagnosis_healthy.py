"""Sound searches of every kind, and what is found in them: nothing that is an error."""

from __future__ import annotations

import contextlib
import io
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from specimens.specimen import Style, diagnosis, module
from specimens.values_styles import CLOSURES, COUNTERS, DRIVEN, HEAPS, SCOUT, TREE
from strategies import PLAIN, SEEDS, Case, searched, variants, visit_of

import tracer
from tracer.attaching.attach_functions import attach
from tracer.diagnosis import cuts, remarks, values
from tracer.diagnosis.examination import DISEASES
from tracer.run.plan import prepare
from tracer.searches.contract import NullRecorder
from tracer.tracing import Trace

HARD = ("if value >= beta:\n                return beta\n            alpha = max(alpha, value)\n    return alpha",)
SOFT = (
    "best = max(best, value)\n            if best >= beta:\n                return best\n"
    "            alpha = max(alpha, best)\n    return best",
)
WON = "best == (100 if maximizing else -100)"
ODD = {
    "fail-hard": (COUNTERS, tuple(zip(SOFT, HARD, strict=True))),
    "begins with alpha": (COUNTERS, (("best = -9", "best = alpha"),)),
    "a null window at the root": (COUNTERS, (("1, -9, 9)", "1, 0, 1)"),)),
    "values that shrink": (COUNTERS, (("-beta, -alpha)", "-beta, -alpha) * 0.9"),)),
    "stops at a win": (HEAPS, (("if beta <= alpha:", f"if beta <= alpha or {WON}:"),)),
    "stops at a win, two functions": (
        CLOSURES,
        (
            ("if best >= beta:", "if best >= beta or best == 1:"),
            ("if best <= alpha:", "if best <= alpha or best == -1:"),
        ),
    ),
}
OURS = {disease.slug for family in (values, cuts, remarks) for disease in family.DISEASES}


SILENT = DISEASES.keys() - OURS
"""Of these not even a note is made where nothing is wrong."""


def errors(trace: Trace) -> list[str]:
    """What is said to be wrong, for the reader of a failure."""
    return [str(finding) for finding in tracer.check(trace) if finding.severity == "error"]


def warnings_of_ours(trace: Trace) -> list[str]:
    """The warnings of the last families."""
    return [str(found) for found in tracer.check(trace) if found.severity == "warning" and found.disease in OURS]


@settings(max_examples=200)
@given(searched(), st.data())
def test_no_search_of_ours_is_blamed(given_case: tuple[Case, dict[str, Any], Any], data: st.DataObject) -> None:
    case, options, window = given_case
    search = data.draw(st.sampled_from(case.searches))
    for variant in variants(search, window):
        trace = tracer.trace(case.game, search, position=case.position, **options, **variant)
        found = tracer.check(trace)
        assert [str(one) for one in found if one.severity != "note" or one.disease in SILENT] == []


@settings(max_examples=100)
@given(searched(), st.data(), st.booleans())
def test_no_search_of_ours_has_an_error_where_it_is_watched_from_outside(
    given_case: tuple[Case, dict[str, Any], Any], data: st.DataObject, with_game: bool
) -> None:
    case, options, window = given_case
    search = data.draw(st.sampled_from(PLAIN))
    variant = data.draw(st.sampled_from(list(variants(search, window))))
    plan = prepare(case.game, search, position=case.position, depth=options["depth"], **variant)
    inside = visit_of(plan.search.run)
    turn = None if with_game else lambda frame: case.game.turn(frame["state"])
    game = case.game if with_game else None
    with (
        contextlib.redirect_stderr(io.StringIO()),
        attach(inside, state="state", game=game, turn=turn, value=0, view=plan.search.view) as recording,
    ):
        plan.run(NullRecorder())
    assert errors(recording.trace) == []
    assert warnings_of_ours(recording.trace) == []


@pytest.mark.parametrize("kind", ODD)
def test_no_sound_search_has_an_error_however_odd_it_is(kind: str) -> None:
    style, edit = ODD[kind]
    assert [str(finding) for finding in diagnosis(style, edit) if finding.severity != "note"] == []


def random_tree(random: Random, plies: int = 5) -> Any:
    """Nested lists of whole numbers."""
    if plies == 0 or random.random() < 0.15:
        return random.randint(-9, 9)
    return [random_tree(random, plies - 1) for _ in range(random.randint(1, 4))]


def watched(style: Style, **instead: Any) -> Trace:
    """A healthy search with other data, recorded."""
    made = module(style)
    vars(made).update(instead)
    functions = [getattr(made, name) for name in style.functions]
    with contextlib.redirect_stderr(io.StringIO()), attach(*functions, **style.options) as recording:
        getattr(made, style.run)()
    return recording.trace


@pytest.mark.parametrize("style", [TREE, SCOUT], ids=lambda style: style.file)
@given(seed=SEEDS)
def test_no_scout_and_no_negamax_has_an_error(style: Style, seed: int) -> None:
    random = Random(seed)
    trace = watched(style, TREE=[random_tree(random) for _ in range(3)])
    assert errors(trace) == []
    assert warnings_of_ours(trace) == []


@pytest.mark.parametrize("style", DRIVEN, ids=lambda style: style.run)
@given(seed=SEEDS)
def test_no_driver_of_searches_with_a_table_has_an_error(style: Style, seed: int) -> None:
    def worth(rung: int, first: bool) -> int:
        return Random(f"{seed} {rung} {first}").randint(-9, 9)

    trace = watched(style, worth=worth)
    assert errors(trace) == []
    assert warnings_of_ours(trace) == []
