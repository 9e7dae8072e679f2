"""Whatever columns a recording accepts can be counted, judged and held to the laws: no crash, and no number amiss."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from laws import LAWS, LAWS_OF_COLUMNS
from strategies import SEEDS

import tracer
from tracer.count.layers import Levels
from tracer.count.spared import count
from tracer.diagnosis.truth import Truth
from tracer.errors import PlyscopeError
from tracer.games.rules import label
from tracer.recording.columns import Columns, verify
from tracer.recording.no_moves import Pass
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL

ENDS = (-np.inf, -1e308, -2.0, -1.0, -0.5, -0.0, 0.0, 5e-324, 0.5, 1.0, 2.0, 1e308, np.inf)
GAMES = (None, None, "[[1,2],[3,[4,5]]]", "nim:2,1", "mnk:2,2,2", "random:b=2,d=4")


def any_columns(luck: Random, size: int, moves: int) -> Columns:
    """Columns of any tree, with anything in them that may stand there."""
    end, path = [0] * size, list[int]()
    for node in range(size):
        while len(path) > 1 and luck.random() < 0.4:
            end[path.pop()] = node
        path.append(node)
    for node in path:
        end[node] = size
    inner = [end[node] > node + 1 for node in range(size)]
    leaf = (EXPANDED, TERMINAL, HORIZON, TABLE, PRUNED, PRUNED, OPEN)
    status = [luck.choice((EXPANDED, EXPANDED, EXPANDED, OPEN) if inner[k] else leaf[k == 0 :]) for k in range(size)]
    status[0] = EXPANDED if status[0] == PRUNED else status[0]
    pruned = [one == PRUNED for one in status]
    value = [np.nan if one in (PRUNED, OPEN) else luck.choice(ENDS[1:-1]) for one in status]
    alpha, beta = ([np.nan if cut else luck.choice(ENDS) for cut in pruned] for _ in range(2))
    return Columns(
        move=np.array([-1] + [luck.randrange(moves) for _ in range(size - 1)], np.int32),
        end=np.array(end, np.int32),
        turn=np.array([0 if cut else luck.choice((1, 1, -1, -1, 0)) for cut in pruned], np.int8),
        alpha=np.array(alpha),
        beta=np.array(beta),
        value=np.array(value),
        status=np.array(status, np.uint8),
        cutoff=np.array([one in (EXPANDED, OPEN) and luck.random() < 0.3 for one in status]),
        depth=np.array([luck.choice((-(2**31), -1, 0, 1, 2, 3, 2**31 - 1)) for _ in status], np.int32)
        if luck.random() < 0.3
        else None,
    )


def any_trace(seed: int) -> tracer.Trace:
    """A trace of any columns, with or without a game that knows some of its moves, or all, or none."""
    luck = Random(seed)
    game = luck.choice(GAMES)
    made = None if game is None else tracer.game(game)
    known = ["1", "2"] if made is None else list(made.moves(made.start()))
    moves: list[Any] = [*known, *([Pass(), Pass("again")] if luck.random() < 0.3 else ["none such"])]
    columns = any_columns(luck, luck.choice((1, 2, 3, 8, 40)), len(moves))
    verify(columns, len(moves))
    options: dict[str, Any] = {}
    if luck.random() < 0.4:
        options["depth"] = luck.choice((0, 1, 2, 5, 1_000_000_000))
    options |= luck.choice(({}, {}, {"fail": "hard"}, {"cut": ">"}))
    header = tracer.Header(search="any", options=options, windowed=luck.random() < 0.8)
    labels = [label(made if move in known else None, move) for move in moves]
    return tracer.Trace(columns, moves, header, made, labels=labels)


def numbers(trace: tracer.Trace) -> None:
    """Ask for every number, and see that they agree where both are known."""
    counts = trace.counts
    found, rows = counts.summary(), counts.by_ply()
    assert (found["pruned_branches"] is None) == (not counts.pruned_known)
    assert counts.pruned_known or found["cutoffs"] > 0 == found["skipped_moves"]
    found["pruned_branches"] = found["pruned_branches"] or 0  # they are not in the columns where they are not known
    found["move_cutoffs"] = counts.move_cutoffs
    for name in rows[0]:
        if name != "ply":
            assert sum(row[name] for row in rows) == found[name], name
    assert 1 <= found["distinct_nodes"] <= found["visited"]
    assert found["pruned_branches"] <= found["skipped_moves"]
    assert (found["full_tree_nodes"] is None) or found["pruned_nodes"] is not None
    levels, spared = Levels(trace), count(trace)
    plies = [levels.at(ply, len(trace)) for ply in range(levels.deepest + 1)]
    assert sum(level.visited for level in plies) == found["visited"]
    assert sum(level.pruned for level in plies) == found["pruned_branches"]
    if spared is not None and counts.exact:
        assert spared.total == found["pruned_nodes"]


@given(SEEDS, st.integers(0, 9))
@example(360, 7)  # a mean of infinite outcomes
def test_any_columns_can_be_counted_judged_and_held_to_the_laws(seed: int, more: int) -> None:
    for k in range(5):
        trace = any_trace(seed + 1_000_003 * more + k)
        alone = tracer.Trace(trace.columns, [], trace.header, labels=trace.move_labels)
        numbers(alone)
        for one in (trace, alone):
            questions: list[Any] = [numbers, tracer.check, *(LAWS if one.game is not None else LAWS_OF_COLUMNS)]
            for question in questions:
                try:
                    question(one)
                except PlyscopeError as error:  # a move that the game does not know, or a law that is broken
                    assert len(str(error).splitlines()) == 1  # noqa: PT017  # either is right


def test_a_depth_of_any_size_is_judged_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, of = list[Any](), Truth.get_position_value

    def counted(truth: Truth, state: Any, ply: int, remaining: int | None) -> float | None:
        asked.append(remaining)
        assert len(asked) < 100_000
        return of(truth, state, ply, remaining)

    monkeypatch.setattr(Truth, "get_position_value", counted)
    trace = any_trace(6_000_207)
    assert trace.header.options["depth"] == 1_000_000_000
    tracer.check(trace)
    assert asked
