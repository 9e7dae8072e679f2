"""Principal variation searches whose null window is wider than their values differ: sound, if wasteful."""

import math
from random import Random
from typing import Any

import pytest
from laws import check_laws
from scout import SEARCH as SCOUT

import tracer
from tracer.games.rules import rules
from tracer.games.tree import TreeGame
from tracer.recording.status import TERMINAL

STYLES = ["from the value", "from alpha", "fail-hard"]
"""Where the second search of a move begins."""


def fractions(seed: int) -> TreeGame:
    """A ragged tree with halves, quarters and tenths on its leaves."""
    luck = Random(seed)

    def node(plies: int) -> Any:
        if plies == 0 or luck.random() < 0.1:
            return luck.choice([luck.randint(-8, 8) / 4, luck.randint(-20, 20) / 10, luck.uniform(-2, 2)])
        return [node(plies - 1) for _ in range(luck.randint(1, 4))]

    return TreeGame.from_lists([node(luck.randint(1, 4)) for _ in range(luck.randint(2, 4))])


def scout(game: TreeGame, style: str, width: float = 1) -> tracer.Trace:
    """Search with null windows of a width, and record it."""
    record, hard = tracer.Recorder(view="mover"), style == "fail-hard"

    def visit(state: int, move: Any, turn: int, alpha: float, beta: float) -> float:
        node = record.enter(move, turn, alpha, beta)
        if (utility := game.utility(state)) is not None:
            value = turn * utility
            value = min(max(value, alpha), beta) if hard else value
            record.leave(node, value, TERMINAL)
            return value
        best, low, moves = -math.inf, alpha, game.moves(state)
        for k, move in enumerate(moves):
            after = game.play(state, move)
            if k == 0 or low == -math.inf:
                value = -visit(after, move, -turn, -beta, -low)
            else:
                value = -visit(after, move, -turn, -low - width, -low)
                if low < value < beta:
                    begin = value if style == "from the value" else low
                    value = -visit(after, move, -turn, -beta, -begin)
            best, low = max(best, value), max(low, value)
            if best >= beta:
                record.prune(moves[k + 1 :])
                break
        best = min(max(best, alpha), beta) if hard else best
        record.leave(node, best, cutoff=best >= beta)
        return best

    visit(0, None, 1, -math.inf, math.inf)
    options = {"fail": "hard"} if hard else {}
    return tracer.Trace(*record.finish(), tracer.Header(search="scout", options=options), game)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("first", range(0, 120, 40))
def test_no_sound_scout_has_an_error_or_breaks_a_law(style: str, first: int) -> None:
    warned = 0
    for seed in range(first, first + 40):
        game = fractions(seed)
        trace = scout(game, style)
        assert trace.value == tracer.search(game).value, seed
        found = tracer.check(trace)
        assert [str(finding) for finding in found if finding.severity == "error"] == [], seed
        warned += "needless-re-search" in [finding.disease for finding in found]
        if seed % 4 == 0:
            check_laws(trace)
        alone = tracer.Trace(trace.columns, [], trace.header, labels=trace.move_labels)
        assert [str(finding) for finding in tracer.check(alone) if finding.severity == "error"] == [], seed
    assert warned > 10


def test_a_needless_re_search_is_said_with_its_window() -> None:
    trace = scout(TreeGame.from_lists([[1, 2], [1.5, 3]]), "from the value")
    (finding,) = [found for found in tracer.check(trace) if found.disease == "needless-re-search"]
    assert (finding.severity, finding.path) == ("warning", ("a2",))
    assert "1.5" in finding.message
    assert "(1, 2)" in finding.message


def test_a_null_window_that_is_narrow_enough_searches_nothing_for_nothing() -> None:
    trace = scout(TreeGame.from_lists([[1, 2], [1.5, 3]]), "from the value", width=0.25)
    assert [found.disease for found in tracer.check(trace)] == []
    assert trace.counts.visited > trace.counts.distinct_nodes


@pytest.mark.parametrize("spec", ["nim:2,2", "nim:1,1,2", "nim:1,2,3"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_scouts_below_one_parent_share_no_window(spec: str, depth: int) -> None:
    game, record = tracer.game(spec), tracer.Recorder()
    SCOUT.run(rules(game), game.start(), record, depth=depth)
    trace = tracer.Trace(*record.finish(), tracer.Header(game=spec, search="scout", options={"depth": depth}), game)
    assert [str(finding) for finding in tracer.check(trace)] == []


def crossing(when: int) -> tracer.Trace:
    """A principal variation search one of whose second searches of a move has crossed ends."""
    record, again, game = tracer.Recorder(view="mover"), 0, fractions(24)

    def visit(state: int, move: Any, turn: int, alpha: float, beta: float) -> float:
        nonlocal again
        node = record.enter(move, turn, alpha, beta)
        if (utility := game.utility(state)) is not None:
            record.leave(node, turn * utility, TERMINAL)
            return turn * utility
        best, low = -math.inf, alpha
        for k, move in enumerate(game.moves(state)):
            value = -visit(game.play(state, move), move, -turn, -low - 0.01 if k else -beta, -low)
            if k and low < value < beta:
                again += 1
                ends = (-low, -beta) if again == when else (-beta, -low)
                value = -visit(game.play(state, move), move, -turn, *ends)
            best, low = max(best, value), max(low, value)
            if best >= beta:
                break
        record.leave(node, best, cutoff=best >= beta)
        return best

    visit(game.start(), None, int(game.turn(game.start())), -99, 99)
    columns, moves = record.finish()
    return tracer.Trace(columns, moves, tracer.Header("own.py", search="pvs"))


def test_one_crossed_window_is_enough() -> None:
    """It is the window of a second search of a move; what is above it is not said to be exact."""
    for when, found in ((0, set()), (1, {"window-not-swapped"}), (2, {"window-not-swapped"})):
        trace = crossing(when)
        assert {one.disease for one in tracer.check(trace) if one.severity == "error"} == found
        why = str(tracer.explain(trace.root))
        assert ("crossed ends" in why, "Exactly" in why) == ((True, False) if when else (False, True))
