"""What a trace file may hold: columns that nest but make no sense are refused, or judged without a traceback."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from strategies import AIMA, PROFILE

import tracer
import viz
from tracer.errors import PlyscopeError
from tracer.recording.columns import Columns, verify
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL
from tracer.why.explain import event, why
from tui.model.browser import Browser
from tui.terminal.count_report import collect_counts

STATUSES = (EXPANDED, TERMINAL, HORIZON, TABLE, PRUNED, OPEN)
NUMBERS = (0.0, -0.0, 1.0, -1.0, 3.0, 1e308, -1e308, 5e-324, 0.1)
ENDS = (*NUMBERS, float("inf"), -float("inf"))
DRAWN = 20 if PROFILE == "brief" else 60
"""Columns that are made of a source."""
SOURCES: list[tuple[Any, dict[str, Any]]] = [
    (AIMA, {}),
    ([[[1, 2], 3], [4, [5, 6], [7]], 0], {"cut": ">"}),
    ("nim:1,2", {}),
    ("tictactoe", {"position": "XOX/OX./.O.", "fail": "hard"}),
    (AIMA, {"search": "minimax"}),
    ("nim:2,2", {"search": "alphabeta-memo"}),
]


def sense_less(plain: Columns, random: Random) -> Columns:
    """Columns of the same shape, in which a few entries say anything that a file may say."""
    new = {name: getattr(plain, name).copy() for name in ("turn", "alpha", "beta", "value", "status", "cutoff", "move")}
    for _ in range(random.randint(1, 6)):
        node = random.randrange(len(plain))
        what = random.choice(["status", "turn", "window", "value", "cutoff", "move"])
        if what == "window":
            new["alpha"][node], new["beta"][node] = random.choice(ENDS), random.choice(ENDS)
        elif what == "move":
            new["move"][node] = random.randrange(max(new["move"]) + 1) if node else -1
        else:
            choices = {"status": STATUSES, "turn": (1, -1, 0), "value": NUMBERS, "cutoff": (True, False)}[what]
            new[what][node] = random.choice(choices)
        fit(new, node)
    return replace(plain, **new)


def fit(new: dict[str, Any], node: int) -> None:
    """Make one node's entries such as `verify` lets pass, whatever its status is now."""
    status = new["status"][node]
    if status == PRUNED:
        new["turn"][node], new["alpha"][node], new["beta"][node], new["cutoff"][node] = 0, np.nan, np.nan, False
    elif np.isnan(new["alpha"][node]):
        new["alpha"][node], new["beta"][node] = -np.inf, np.inf
    if status in (PRUNED, OPEN):
        new["value"][node] = np.nan
    elif np.isnan(new["value"][node]):
        new["value"][node] = 2.0
    if status not in (EXPANDED, OPEN):
        new["cutoff"][node] = False


def everything(trace: tracer.Trace) -> None:
    """Ask a trace whatever can be asked of it."""
    tracer.check(trace)
    collect_counts(trace)
    assert repr(trace)
    for step in range(trace.steps):
        trace.at(step)
        assert event(trace, step)
        why(trace, trace.at(step).node.index, step)
    for form in (viz.to_svg, viz.to_dot):
        assert form(trace)
    json.dumps(list(trace.graph.nodes(data=True)), default=str)
    Browser(trace).drawable_nodes()


@pytest.mark.parametrize("source", range(len(SOURCES)))
def test_columns_without_sense_are_refused_or_judged(source: int) -> None:
    what, options = SOURCES[source]
    plain, random, taken = tracer.trace(what, **options), Random(source), 0
    for _ in range(DRAWN):
        columns = sense_less(plain.columns, random)
        known = random.random() < 0.5
        try:
            verify(columns, len(plain.move_labels))
            taken += 1
            trace = tracer.Trace(columns, [], plain.header, plain.game if known else None, labels=plain.move_labels)
            everything(trace)
        except PlyscopeError as error:
            assert len(str(error).splitlines()) == 1  # noqa: PT017  # either is right
    assert taken > DRAWN // 3


@pytest.mark.parametrize("turn", [-128, -2, 2, 127])
def test_a_player_who_is_none_is_refused(turn: int) -> None:
    plain = tracer.trace(AIMA)
    turns = plain.columns.turn.copy()
    turns[2] = turn
    with pytest.raises(PlyscopeError, match="node 2: a player that is neither"):
        verify(replace(plain.columns, turn=turns), 3)


@pytest.mark.parametrize("game", [None, AIMA])
def test_an_expanded_node_without_children_is_judged_as_a_leaf(game: Any) -> None:
    plain = tracer.trace(AIMA)
    status = plain.columns.status.copy()
    status[2] = EXPANDED
    known = None if game is None else plain.game
    trace = tracer.Trace(replace(plain.columns, status=status), [], plain.header, known, labels=plain.move_labels)
    assert tracer.check(trace) == []
