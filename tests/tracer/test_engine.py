"""The search `engine`: what keeps the value keeps it, what is selective says so, and readers know the difference."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import LawBroken, check_laws
from strategies import AIMA, Case, evaluated_trees, minimax_value

import tracer
from tracer import MAX, MIN, Null, Stand, Status, Trace, Turn, Why
from tracer.recording.columns import Columns
from tracer.run.whatif import what_if
from tracer.searches.engine import SELECTIVE_SWITCHES, SWITCHES
from tracer.why.explain import event, explain, why

ZUGZWANG = "chess:8/8/8/4pK2/4P3/2k5/8/8 b - - 0 1"
"""With Kd4 Black attacks e4, and White, who would like to pass, has to give it up."""
KEEPING = [switch for switch in SWITCHES if switch not in SELECTIVE_SWITCHES]
SWITCHED = st.lists(st.sampled_from(SWITCHES), unique=True).map(",".join)
KEPT = st.lists(st.sampled_from(KEEPING), unique=True).map(",".join)


class Counters:
    """A row of counters, of which a player takes one or two; taking two is noisy, and nobody passes beside a last one.

    A position is the counters that are left, those that MAX has less those that MIN has, and who moves.
    """

    def __init__(self, size: int = 7) -> None:
        self.size = size

    def start(self) -> tuple[int, int, Turn]:
        return self.size, 0, MAX

    def turn(self, state: tuple[int, int, Turn]) -> Turn:
        return state[2]

    def utility(self, state: tuple[int, int, Turn]) -> float | None:
        left, ahead, _ = state
        return ahead % 3 - 1 if left <= 0 else None

    def moves(self, state: tuple[int, int, Turn]) -> list[int]:
        return [1, 2, 3][: max(state[0], 1)]

    def play(self, state: tuple[int, int, Turn], move: int) -> tuple[int, int, Turn]:
        left, ahead, turn = state
        return left - move, ahead + turn * move, MIN if turn is MAX else MAX

    def evaluate(self, state: tuple[int, int, Turn]) -> float:
        return state[1] / 2

    def null(self, state: tuple[int, int, Turn]) -> tuple[int, int, Turn] | None:
        left, ahead, turn = state
        return None if left == 1 else (left, ahead, MIN if turn is MAX else MAX)

    def noisy(self, state: tuple[int, int, Turn], move: int) -> bool:
        return move == 2


def searched(game: Any, with_: str, **options: Any) -> Trace:
    return tracer.trace(game, "engine", with_=with_, **options)


def kinds(trace: Trace, kind: type) -> list[int]:
    return [node for node in range(1, len(trace)) if isinstance(trace.move(node), kind)]


@given(evaluated_trees(), KEPT)
def test_what_is_not_selective_keeps_the_value_of_minimax(case: Case, with_: str) -> None:
    for depth in case.depths:
        trace = searched(case.game, with_, depth=depth)
        check_laws(trace)
        assert trace.value == minimax_value(case.game, case.game.start(), depth)
        assert not trace.selective


@given(evaluated_trees(), SWITCHED)
def test_every_switch_keeps_the_laws_and_does_the_same_unrecorded(case: Case, with_: str) -> None:
    for depth in (None, 2, 4):
        trace = searched(case.game, with_, depth=depth)
        check_laws(trace)
        assert tracer.search(case.game, "engine", depth=depth, with_=with_).value == trace.value


@pytest.mark.parametrize("with_", [",".join(pair) for pair in combinations(SWITCHES, 2)])
def test_every_pair_of_switches_keeps_the_laws_where_there_are_null_moves(with_: str) -> None:
    for depth in (0, 1, 3, 5, None):
        trace = searched(Counters(), with_, depth=depth)
        check_laws(trace)
        assert tracer.search(Counters(), "engine", depth=depth, with_=with_).value == trace.value
        counts = trace.counts
        assert counts.full_tree_nodes is None or not trace.selective
        assert counts.visited + counts.skipped_moves + counts.selective_skips == len(trace)


def test_a_null_move_lies_in_a_zugzwang_and_verification_finds_it_out(need: Any) -> None:
    need("chess")
    plain = searched(ZUGZWANG, "", depth=6)
    wrong, verified = searched(ZUGZWANG, "null", depth=6), searched(ZUGZWANG, "null,verify", depth=6)
    assert [trace.value for trace in (plain, wrong, verified)] == [-1, 1, -1]
    assert plain.value == tracer.search(ZUGZWANG, "minimax-memo", depth=6).value
    assert [trace.move_label(trace.columns.move[trace.best_root_child]) for trace in (plain, verified)] == ["Kd4"] * 2
    assert (plain.selective, wrong.selective, verified.selective) == (False, True, True)
    assert wrong.counts.null_cutoffs > 0
    assert verified.counts.null_cutoffs == 0
    said = [" ".join(one.text for one in why(trace, 0, trace.steps - 1)) for trace in (plain, wrong)]
    assert ["took on trust" in one for one in said] == [False, True]


def test_a_null_move_counts_for_its_parent_only_where_it_cut() -> None:
    trace = searched(Counters(9), "null", depth=None)
    columns, nulls = trace.columns, kinds(trace, Null)
    cut = [node for node in nulls if not trace.set_aside[node]]
    assert 0 < len(cut) < len(nulls)
    assert trace.counts.null_cutoffs == len(cut)
    for node in nulls:
        above = int(columns.parent[node])
        assert columns.turn[node] == -columns.turn[above]
        assert trace.state(node)[:2] == trace.state(above)[:2]
        if node in cut:
            assert trace.best_child(above) == node
            assert columns.cutoff[above]
        else:
            assert trace.best_child(above) != node


def test_quiescence_stands_pat_first_tries_noisy_moves_alone_and_prunes_them_only_by_cutoffs() -> None:
    trace = searched(Counters(9), "quiescence", depth=2)
    columns, stands = trace.columns, kinds(trace, Stand)
    assert stands
    assert columns.why is not None
    for stand in stands:
        above = int(columns.parent[stand])
        assert stand == above + 1
        assert columns.status[stand] == Status.HORIZON
        assert columns.value[stand] == trace.need_game().evaluate(trace.state(above))  # type: ignore[attr-defined]
        rest = trace.children(above)[1:]
        noisy = [node for node in rest if columns.why[node] != Why.QUIET]
        assert [trace.move(node) for node in noisy] == [2] * len(noisy)
        assert all(columns.status[node] == Status.PRUNED for node in rest if node not in noisy)
        assert all(columns.status[node] != Status.PRUNED or columns.cutoff[above] for node in noisy)
    assert trace.counts.selective_skips == int(np.count_nonzero(columns.why == Why.QUIET))
    assert trace.counts.stand_pats == sum(
        bool(columns.cutoff[columns.parent[stand]]) and len(visits(trace, int(columns.parent[stand]))) == 1
        for stand in stands
    )


def visits(trace: Trace, node: int) -> list[int]:
    return [child for child in trace.children(node) if trace.columns.status[child] != Status.PRUNED]


def test_a_late_move_is_searched_less_deep_and_again_only_where_it_is_better() -> None:
    trace = searched("tictactoe", "lmr", depth=5)
    columns = trace.columns
    assert columns.why is not None
    reduced = np.flatnonzero(columns.why == Why.REDUCED).tolist()
    assert reduced
    again = 0
    for node in reduced:
        above, following = int(columns.parent[node]), int(columns.end[node])
        searched_again = (
            following < columns.end[above]
            and columns.move[following] == columns.move[node]
            and columns.status[following] != Status.PRUNED
        )
        better = (
            columns.value[node] > columns.alpha[node]
            if columns.turn[above] > 0
            else columns.value[node] < columns.beta[node]
        )
        assert searched_again == better == bool(trace.set_aside[node])
        again += searched_again
    assert 0 < again < len(reduced)


def test_a_futile_move_is_skipped_where_evaluation_and_margin_do_not_exceed_alpha() -> None:
    game = "random:b=3,d=5,seed=1,order=worst"
    trace = searched(game, "futility", margin=2)
    columns, rules = trace.columns, trace.need_game()
    assert columns.why is not None
    futile = np.flatnonzero(columns.why == Why.FUTILE).tolist()
    assert futile
    for node in futile:
        above = int(columns.parent[node])
        turn = int(columns.turn[above])
        alpha = max(
            turn * float(columns.value[above]), turn * float((columns.alpha if turn > 0 else columns.beta)[above])
        )
        assert turn * rules.evaluate(trace.state(above)) + 2 <= alpha  # type: ignore[attr-defined]
        assert not columns.cutoff[above] or trace.children(above)[0] != node
    assert searched(game, "futility", margin=1_000).counts.selective_skips == 0


def test_a_check_is_searched_one_ply_deeper(need: Any) -> None:
    need("chess")
    mate = "chess:6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
    assert searched(mate, "check-extension", depth=1).columns.why is None, "the game is over, no ply is left to extend"
    trace = searched("chess:6k1/6pp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "check-extension", depth=1)
    assert trace.columns.why is not None
    checks = np.flatnonzero(trace.columns.why == Why.EXTENDED).tolist()
    assert {trace.label(node) for node in checks} == {"Rd8+"}
    assert all(trace.columns.depth is not None and trace.columns.depth[node] == 1 for node in checks)


def test_a_law_is_broken_where_a_skip_has_no_reason_or_a_set_aside_value_is_taken() -> None:
    trace = searched("random:b=3,d=5,seed=1,order=worst", "futility")
    columns = trace.columns
    assert columns.why is not None
    lone = next(
        int(node) for node in np.flatnonzero(columns.why == Why.FUTILE) if not columns.cutoff[columns.parent[node]]
    )
    why = columns.why.copy()
    why[lone] = Why.PLAIN
    with pytest.raises(LawBroken, match="pruned without a cutoff"):
        check_laws(altered(trace, why=why))
    trace = searched(Counters(9), "null", depth=None)
    aside = next(node for node in kinds(trace, Null) if trace.set_aside[node])
    value = trace.columns.value.copy()
    above = int(trace.columns.parent[aside])
    value[above] = value[aside]
    with pytest.raises(LawBroken):
        check_laws(altered(trace, value=value))


def altered(trace: Trace, **columns: Any) -> Trace:
    changed: Columns = replace(trace.columns, **columns)
    return trace.with_columns(changed, trace.header)


def test_a_selective_search_is_never_blamed_for_its_value_and_a_note_leads_to_the_null_move_that_lied(
    need: Any,
) -> None:
    need("chess")
    wrong = searched(ZUGZWANG, "null", depth=6)
    (note,) = tracer.check(wrong)
    assert (note.severity, note.disease, note.path[-1]) == ("note", "misled", "Kd4")
    last = visits(wrong, note.node)[-1]
    assert isinstance(wrong.move(last), Null)
    assert "null move by MAX returned 1" in note.message
    assert "a full search to 5 plies has −1: Ke6" in note.message
    assert "taken on trust" in explain(wrong.node(note.node))
    assert not tracer.check(searched(ZUGZWANG, "null,verify", depth=6))
    assert not tracer.check(searched(ZUGZWANG, "quiescence,futility,check-extension", depth=4))


@given(evaluated_trees(), SWITCHED)
def test_no_switch_is_blamed(case: Case, with_: str) -> None:
    findings = tracer.check(searched(case.game, with_))
    assert not [finding for finding in findings if finding.severity != "note"]


def test_a_reduced_move_that_would_have_been_best_is_a_note() -> None:
    trace = searched("connect4:4,3,3", "lmr", depth=4)
    (note,) = tracer.check(trace)
    assert trace.value != tracer.search("connect4:4,3,3", "minimax", depth=4).value
    assert note.disease == "misled"
    assert "a late move was searched to depth" in note.message


def test_sentences_say_what_a_selective_search_does() -> None:
    trace = searched(Counters(9), "null,lmr,quiescence", depth=5)
    said = {sentence.text for node in range(1, len(trace)) for sentence in why(trace, node, trace.steps - 1)}
    for text in ("Not tried: it is quiet", "A null move: nobody moved. Its value did not cut", "Standing pat"):
        assert any(one.startswith(text) for one in said), text
    trace = searched("random:b=3,d=5,seed=1,order=worst", "futility")
    node = next(node for node in range(1, len(trace)) if trace.skips[node])
    futile, numbers = (sentence.text for sentence in why(trace, node, trace.steps - 1))
    assert futile.startswith("Skipped as futile")
    assert numbers.startswith("Evaluation ")
    assert " margin 2 " in numbers
    assert event(trace, trace.entered(node)).endswith("skipped as futile")


def test_what_was_not_tried_can_be_searched_after_all() -> None:
    trace = searched(Counters(9), "null,quiescence", depth=3)
    quiet = [node for node in range(1, len(trace)) if trace.skips[node]]
    assert quiet
    for node in quiet[:20]:
        after = what_if(trace, node)
        assert after.value is not None
        assert after.start() == trace.state(node)
        check_laws(after)
    futile = searched("random:b=3,d=5,seed=1,order=worst", "futility", depth=5)
    node = next(node for node in range(1, len(futile)) if futile.skips[node])
    assert what_if(futile, node).start() == futile.state(node)


def test_a_game_whose_null_move_leaves_the_turn_is_refused() -> None:
    class Lazy(Counters):
        def null(self, state: tuple[int, int, Turn]) -> tuple[int, int, Turn]:
            return state

    with pytest.raises(tracer.GameError, match="the same player moves"):
        searched(Lazy(), "null", depth=5)


def test_a_game_without_null_moves_and_noisy_ones_has_neither() -> None:
    trace = searched(AIMA, "null,verify,quiescence,check-extension")
    assert trace.value == 3
    assert not kinds(trace, Null)


@pytest.mark.parametrize("depth", [0, 1])
def test_an_engine_that_only_stood_pat_at_its_root_is_of_the_game_all_the_same(depth: int) -> None:
    trace = tracer.trace("connect4:3,3,3", "engine", depth=depth, with_="quiescence")
    assert tracer.check(trace) == []


def test_a_skipped_move_that_a_full_search_has_as_best_is_a_note() -> None:
    trace = tracer.trace("connect4:4,4,3", "engine", depth=3, with_="futility", margin=0.0)
    (note,) = tracer.check(trace)
    assert (note.severity, note.disease, note.path) == ("note", "misled", ("depth 3", "2", "2"))
    assert note.message.startswith(
        "2 was skipped as futile, and the other moves have −1, but a full search to 1 ply has 3: 2"
    )


def test_a_null_move_that_lied_is_found_where_captures_and_checks_go_deeper(need: Any) -> None:
    need("chess")
    for beyond in ("quiescence", "check-extension"):
        (note,) = tracer.check(searched(ZUGZWANG, f"null,{beyond}", depth=6))
        assert (note.disease, note.path[-1]) == ("misled", "Kd4"), beyond
        assert "null move by MAX returned 1" in note.message
        assert "has −1: Ke6" in note.message
