"""What the sentences say, not how they word it; tests/tracer/test_claims.py holds what they claim against minimax."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import scout
from facts import Says
from strategies import AIMA, WIKIPEDIA, Lattice
from test_causes import null_window_search

import tracer
from tracer import Header, Recorder, Status, Trace
from tracer.why.explain import Sentence, event, format_path, why
from tui.model.browser import Browser
from tui.model.node_text import value_text

INFINITY = float("inf")


def told(trace: Trace, node: int | str, step: int | None = None) -> list[Says]:
    """The sentences about a node, given by its id or its path, at a step; the last one where none is given."""
    index = node if isinstance(node, int) else trace.find(node).index
    return [Says(sentence.text) for sentence in why(trace, index, trace.steps - 1 if step is None else step)]


def test_a_cut_node_gives_test_bound_argument_and_saving():
    assert told(tracer.trace(AIMA), 5) == [
        "At most 2. Alpha cutoff: move b1 returned 2, and 2 ≤ alpha 3.",
        "Alpha 3 is what MAX already has at the root with move a1: a shallow cutoff.",
        "MAX will not let the game come here: it has 3 already, and MIN can hold this position to 2 or less.",
        "It skips moves b2 and b3: 2 nodes of the full tree.",
        "It did not improve MAX's best at the root, which was 3.",
    ]


def test_a_move_of_several_words_stands_in_quotation_marks():
    tree = '{"children": {"wait here": {"children": {"go": 3}}, "leave": {"children": {"go": 2, "run away": 5}}}}'
    trace = tracer.trace(tree)
    said = told(trace, "leave")
    assert said[1].startswith("Alpha 3 is what MAX already has at the root with move “wait here”")
    assert said[3].startswith("It skips move “run away”: ")
    assert said[0].startswith("At most 2. Alpha cutoff: move go returned 2")


def test_at_the_step_of_the_cutoff_it_has_no_value_yet():
    trace = tracer.trace(AIMA)
    assert told(trace, 5, 12) == ["Alpha cutoff: move b1 returned 2, and 2 ≤ alpha 3.", *told(trace, 5)[1:4]]
    assert [sentence.node for sentence in why(trace, 5, 12)] == [6, 1, 6, 7]
    assert [sentence.kind for sentence in why(trace, 5, 12)] == ["cut", "", "", "pruned"]


def test_a_cutoff_after_the_last_move_skips_nothing_and_says_when_its_value_is_exact_all_the_same():
    trace = tracer.trace(AIMA)
    assert told(trace, 9) == [
        "Exactly 2: all 3 moves were searched and each value is exact.",
        "Alpha cutoff: move b3 returned 2, and 2 ≤ alpha 3.",
        "Alpha 3 is what MAX already has at the root with move a1: a shallow cutoff.",
        "MAX will not let the game come here: it has 3 already, and MIN can hold this position to 2 or less.",
        "It was the last move, so nothing was left to prune.",
        "It did not improve MAX's best at the root, which was 3.",
    ]
    assert told(trace.classical(), 9)[0] == "At most 2. Alpha cutoff: move b3 returned 2, and 2 ≤ alpha 3."


def test_a_value_that_no_move_s_window_proves_and_their_values_do_is_exact():
    trace = tracer.trace([2, [[1, 2], 3]])
    assert told(trace, 3)[:2] == [
        "Exactly 2: MAX's best, move c2, returned 2.",
        "Both moves were searched and each value is exact, though 2 is not inside the window (2, ∞).",
    ]


def test_a_move_that_is_searched_again_is_one_move():
    with scout.registered():
        trace = tracer.trace([0, [1, 1]], scout.SEARCH.name)
    assert [trace.label(child) for child in trace.children(0)] == ["a1", "a2", "a2"]
    assert told(trace, 0)[1].startswith("Both moves were searched")
    again = trace.children(0)[2]
    assert "1 move)" in told(trace, 0, trace.entered(again) - 1)[1]
    assert "2 moves)" in told(trace, 0, trace.entered(again) + 1)[0]
    assert "2 moves)" in told(trace, 0, trace.left(again))[1]


def test_a_branch_that_one_visit_pruned_and_another_searched_is_not_said_to_be_never_searched():
    with scout.registered():
        trace = tracer.trace([[2, 3], [[4, 9], [5, 0], [1]], [[7, 8], [6, 6]]], scout.SEARCH.name)
    branches = [node.index for node in trace if node.status is Status.PRUNED]
    searched = {node.path for node in trace if node.status is not Status.PRUNED}
    both = {trace.node(branch).path in searched: branch for branch in branches}
    for again, branch in both.items():
        first, *_, last = told(trace, branch)
        assert ("in this visit" in first) == ("this visit" in last) == again
        assert ("never searched" in first) == (not again)
    assert set(both) == {True, False}


def test_a_pruned_branch_says_why_no_value_of_it_could_matter():
    assert told(tracer.trace(AIMA), 8) == [
        "Pruned: move b3 was never searched, so it has no value.",
        "The node above was cut: move b1 returned 2, and 2 ≤ alpha 3.",
        "Alpha 3 is what MAX already has at the root, 2 plies up, with move a1.",
        "If it led to more than 2, MIN would play move b1 instead; if to less, MAX would stay away all the more, "
        "having 3 already.",
        "Skipping it spared the search 1 node of the full tree.",
    ]


def test_what_a_driver_has_so_far_is_counted_in_passes():
    trace = tracer.trace("tictactoe", "deepening", depth=3)
    said = told(trace, 0, trace.entered(trace.children(0)[-1]))[0]
    assert said.startswith("MAX has ")
    assert said.endswith(", by pass depth 2 (after 2 passes).")


def test_an_open_node_tells_what_it_has_and_what_would_cut_it():
    trace = tracer.trace(AIMA)
    assert told(trace, 0, 10) == [
        "MAX has 3 so far, by move a1 (after 1 move).",
        "Move a1 raised alpha: the window is (3, ∞) now, (−∞, ∞) on entry.",
        "The search is now below move a2.",
    ]
    assert told(trace, 5, 9) == [
        "MIN to move; no move has been searched yet.",
        "The window is (3, ∞).",
        "Alpha 3 is what MAX already has at the root with move a1.",
        "A move that returns 3 or less will cut off the rest.",
    ]


def test_a_child_that_returns_is_the_news_at_the_node_above():
    trace = tracer.trace(AIMA)
    assert told(trace, 9, 19)[0] == "Move b2 returns 5: it lowers MIN's best here from 14 to 5, and beta with it."
    assert told(trace, 5, 11) == [
        "Move b1 returns 2: it causes the alpha cutoff here: 2 ≤ alpha 3.",
        *told(trace, 5, 12)[1:3],
    ]
    assert told(trace, 0, 8)[0] == "Move a1 returns 3: it is MAX's first value here, and alpha becomes 3."


def test_a_value_names_the_move_that_gave_it_and_why_it_is_exact():
    assert told(tracer.trace(AIMA), 0) == [
        "Exactly 3: MAX's best, move a1, returned 3.",
        "All 3 moves were searched, and 3 is inside the window (−∞, ∞): no cutoff below can have changed it.",
        "This is the result of the search: move a1 is best.",
    ]
    assert told(tracer.trace(AIMA, "minimax"), 0)[1] == "All 3 moves were searched."


def test_a_value_at_which_no_move_came_inside_the_window_is_a_bound():
    trace = tracer.trace([[5], [[[4, 9], 3], 6]])
    assert told(trace, "2/1")[:2] == [
        "At most 4: MAX's best, move c1, returned 4.",
        "No move came above alpha 5; each was searched only until that was sure, so the true value may be less.",
    ]
    hard = tracer.trace([[5], [[[4, 9], 3], 6]], fail="hard")
    assert told(hard, "2/1")[1] == (
        "No move came above alpha 5, and fail-hard returns no less than that: the true value may be less."
    )


def test_a_clamped_leaf_is_said_to_be_one():
    """The tree shows the leaf's own number, which is another one."""
    low, high = (
        tracer.trace(AIMA, fail="hard"),
        tracer.trace([[5], [[9, 6], 7], [[1], 0]], fail="hard", window=(-INFINITY, 6)),
    )
    assert told(low, "2")[0] == (
        "At most 3. Alpha cutoff: move b1 returned 3 (fail-hard returns no less than alpha), and 3 ≤ alpha 3."
    )
    assert told(low, "2/2")[1] == (
        "The node above was cut: move b1 returned 3 (fail-hard returns no less than alpha), and 3 ≤ alpha 3."
    )
    assert told(high, "2/1")[0].endswith("move c1 returned 6 (fail-hard returns no more than beta), and 6 ≥ beta 6.")
    assert told(tracer.trace(AIMA), "2")[0] == "At most 2. Alpha cutoff: move b1 returned 2, and 2 ≤ alpha 3."


def test_a_deep_cutoff_says_how_far_up_its_bound_was_set():
    trace = tracer.trace([[3], [[[2, 9], [8]]]])
    assert (
        told(trace, "2/1/1")[1]
        == "Alpha 3 is what MAX already has at the root, 3 plies up, with move a1: a deep cutoff."
    )
    below = tracer.trace([[[[3], [[[2, 9], [8]]]]]])
    assert told(below, "1/1/2/1/1")[1] == (
        "Alpha 3 is what MAX already has at the node 3 plies up (a1/b1) with move c1: a deep cutoff."
    )


def test_a_window_of_mtdf_is_told_by_the_bounds_that_its_passes_have_proved():
    tree = WIKIPEDIA
    trace = tracer.trace(tree, "mtdf")
    said = ["\n".join(line.text for line in why(trace, one, trace.entered(one))) for one in trace.children(0)]
    assert "pass γ = 0, the first one, asks whether the value is 0 or more" in said[0]
    asks = "pass γ = 3⁺ asks whether the value is more than 3, as pass γ = 0 returned 3, a lower bound"
    assert f"{asks}; so far it is at least 3 and at most ∞." in said[1]
    assert "more than 6" in said[2]
    assert "at least 6 and at most ∞" in said[2]
    stored = [node.index for node in trace if node.status is Status.TABLE]
    assert stored
    assert all("was searched before by the same moves" in told(trace, node)[1] for node in stored)


def test_what_a_scout_found_is_no_best_value_before_it_is_searched_again():
    trace = tracer.trace(WIKIPEDIA, "pvs")
    scout = trace.children(0)[1]
    said = "Move a2 returns 6: it is more than MAX's best at the root, 3, so it is searched again before it counts."
    assert told(trace, scout, trace.left(scout))[-1] == said
    later = "It was more than MAX's best at the root, 3, so it was searched again before it counted."
    assert told(trace, scout)[-1] == later
    again = trace.children(0)[2]
    assert "is searched again" not in told(trace, again, trace.left(again))[-1]


def test_the_end_of_the_starting_window_is_named_as_such():
    trace = tracer.trace(AIMA, window=(-5, 2))
    assert told(trace, 0)[:3] == [
        "At least 3. Beta cutoff: move a1 returned 3, and 3 ≥ beta 2.",
        "Beta 2 is the upper end of the window that the search was started with.",
        "MAX can get 3 or more here, so the true value is not inside the window; how far outside was not asked.",
    ]
    assert told(trace, "2")[3] == (
        "If it led to less than 3, MAX would play move a1 instead; if to more, the node above would still be worth 3 "
        "or more."
    )


def test_a_window_that_a_search_chose_itself_is_told_apart():
    trace = null_window_search()
    assert told(trace, 3)[:2] == [
        "At least 6. Beta cutoff: move y returned 6, and 6 ≥ beta 4.",
        "Beta 4 is no move's value: at the root, 2 plies up, the search chose the window (3, 4) for move b.",
    ]


@pytest.mark.parametrize(
    ("options", "first"),
    [
        ({}, "The game is over here: the utility is 12."),
        ({"search": "minimax"}, "The game is over here: the utility is 12."),
        (
            {"fail": "hard"},
            "The game is over here: the utility is 3 or more; fail-hard clamps it to the window (−∞, 3).",
        ),
    ],
)
def test_a_leaf_says_where_its_value_comes_from(options, first):
    assert told(tracer.trace(AIMA, **options), "1/2")[0] == first


def test_the_horizon_and_the_table_are_named():
    trace = tracer.trace("tictactoe", depth=1)
    assert told(trace, 1)[0].startswith("The depth of 1 ply is used up here: the evaluation is ")
    trace = tracer.trace(Lattice(4, 9), "alphabeta-memo", depth=6)
    for node in trace:
        if node.status is Status.TABLE:
            first, second = told(trace, node.index)[:2]
            assert re.fullmatch(r"(Exactly|At least|At most) \S+, from the table: it is not searched again\.", first)
            assert second.startswith("The position was searched before by another path, to the same depth")


def answered_by_a_table(value: float) -> Trace:
    """Somebody's own search: a position returned 5 at its beta, and the table answers there with a number, exactly."""
    recorder = tracer.Recorder()
    root = recorder.enter(None, 1, -9.0, 9.0)
    first = recorder.enter("a", 1, -9.0, 5.0)
    recorder.leave(recorder.enter("x", -1, -9.0, 5.0), 5.0, Status.TERMINAL)
    recorder.leave(first, 5.0, cutoff=True)
    recorder.leave(recorder.enter("b", 1, -9.0, 9.0), value, Status.TABLE)
    recorder.leave(root, 5.0)
    columns, moves = recorder.finish()
    return Trace(
        replace(columns, text=np.array([0, 1, 2, 1], np.int32)),
        moves,
        tracer.Header(search="mine"),
        texts=["r", "p", "x"],
    )


def test_what_the_table_of_other_code_meant_by_its_number_is_only_told_where_a_visit_shows_it():
    trace = answered_by_a_table(5)
    shown = "The visit that returned it before (a) told only that it is at least 5."
    assert told(trace, 3)[:2] == ["5, from the table: it is not searched again.", shown]
    other = answered_by_a_table(4)
    before = "The position was searched before by another path."
    assert told(other, 3)[:2] == ["4, from the table: it is not searched again.", before]
    untold = answered_by_a_table(5)
    untold = Trace(replace(untold.columns, text=None), ["a", "x", "b"], untold.header)
    nobody = "Whether the table had it from an exact value or from a bound is not in the recording."
    assert told(untold, 3)[:2] == ["5, from the table: it is not searched again.", nobody]


def test_a_number_of_the_table_for_a_position_that_was_not_met_before_is_another_positions():
    found = answered_by_a_table(5)
    fresh = Trace(
        replace(found.columns, text=np.array([0, 1, 2, 3], np.int32)),
        ["a", "x", "b"],
        found.header,
        texts=["r", "p", "x", "q"],
    )
    assert told(fresh, 3)[1] == (
        "No earlier visit met the position: the number comes from elsewhere, "
        "such as the entry of another position or of an earlier search."
    )


def test_a_row_has_the_bound_that_a_tables_number_was_where_it_came_from():
    assert [value_text(Browser(answered_by_a_table(value)), 3) for value in (5, 4)] == ["≥ 5", "= 4"]


def test_a_leaf_just_entered_says_what_it_will_return():
    trace = tracer.trace(AIMA)
    assert told(trace, 3, 4) == [
        "The game is over here: it returns its utility next.",
        "The window is (−∞, 3).",
        "Beta 3 is what MIN already has at the node above with move b1.",
    ]


def test_a_node_not_reached_tells_when_the_search_comes_there_and_where_it_is():
    trace = tracer.trace(AIMA)
    assert why(trace, 9, 10) == [
        Sentence("Not reached yet: the search comes here at step 15.", "ahead", 9),
        Sentence("This is step 10: a2/b1 entered, game over, window (3, ∞).", "event", 6),
    ]


def test_a_node_on_which_the_search_stopped_says_so_at_the_end_alone():
    trace = tracer.trace("tictactoe", max_nodes=300)
    assert told(trace, 0)[0] == "Never returned: the search was stopped after 300 nodes, as asked."
    assert told(trace, 0)[-1] == "It stopped below move a1."
    assert not any("stopped" in text for text in told(trace, 0, trace.steps - 2))


def test_a_recording_that_is_running_still_is_not_called_stopped():
    trace = tracer.trace("tictactoe", max_nodes=300)
    trace.header = replace(trace.header, stopped=None)
    running = (
        "Not returned so far: the recording is known up to here; its search went on, runs still or ended without a "
        "word."
    )
    assert (told(trace, 0)[0], told(trace, 0)[-1]) == (running, "The search is now below move a1.")


def test_what_a_cutoff_skips_is_not_claimed_where_nobody_told_it():
    recorder = Recorder()
    root = recorder.enter(None, 1, -INFINITY, INFINITY)
    recorder.leave(recorder.enter("a", -1, -INFINITY, INFINITY), 3, Status.TERMINAL)
    cut = recorder.enter("b", -1, 3, INFINITY)
    recorder.leave(recorder.enter("c", 1, 3, INFINITY), 2, Status.TERMINAL)
    recorder.leave(cut, 2, Status.EXPANDED, True)
    recorder.leave(root, 3)
    columns, moves = recorder.finish()
    trace = Trace(columns, moves, Header("own", None, "search"), labels=["a", "b", "c"])
    assert "Which moves it skips, if any, the recording does not say." in told(trace, "b")
    assert event(trace, 6).endswith("; what it skips is not recorded")
    assert any(sentence.startswith("2 moves were searched, and 3 is inside") for sentence in told(trace, 0))


def test_a_window_without_an_inside_says_nothing():
    trace = tracer.trace(WIKIPEDIA, "alphabeta", fail="hard", cut=">")
    nothing = [node.index for node in trace if node.value is not None and node.bound is None and node.children]
    assert nothing
    for node in nothing:
        assert told(trace, node)[1].startswith("It says nothing of the true value: alpha and beta are both ")


def by_hand(cutoff: bool, *, visited: bool = True, chance: bool = False) -> Trace:
    """A recording whose numbers call for no cutoff."""
    recorder = Recorder()
    root = recorder.enter(None, 0 if chance else 1, -INFINITY, 9)
    if visited:
        recorder.leave(recorder.enter("a", -1, -INFINITY, 9), 5, Status.TERMINAL)
    recorder.prune(["b"])
    recorder.leave(root, 5, Status.EXPANDED, cutoff)
    return Trace(*recorder.finish(), Header(search="my own"))


def test_a_cutoff_that_its_numbers_do_not_call_for_is_not_argued_for():
    assert told(by_hand(True), 0)[0] == "This node was cut, but the test does not hold: 5 ≥ beta 9 is false."
    assert told(by_hand(True), 2)[1] == "The root was cut, but the test does not hold: 5 ≥ beta 9 is false."
    assert told(by_hand(False), 2)[1] == "The root skips moves, but no cutoff is recorded there."
    assert event(by_hand(True), 3) == "✂ beta cutoff at the root: 5 ≥ beta 9 is false; move b pruned"
    assert event(by_hand(True, visited=False), 1) == "✂ beta cutoff at the root: ? ≥ beta 9; move b pruned"
    assert told(by_hand(True, visited=False), 0)[0] == "This node was cut before any move was searched."


def test_a_branch_below_a_node_that_never_returned_is_told_so():
    recorder = Recorder()
    recorder.enter(None, 1, -INFINITY, 9)
    recorder.leave(recorder.enter("a", -1, -INFINITY, 9), 9, Status.TERMINAL)
    recorder.prune(["b"])
    said = told(Trace(*recorder.finish(), Header(search="my own")), 2)
    assert said[1] == "The root skips moves, but it never returned, so its cutoff was not told."


def one_move(value: float, *, turn: int = 1, window: tuple[float, float] | None = None, **header: Any) -> Trace:
    """A recording whose root has one move, which returned 5."""
    recorder = Recorder()
    ends = window or (-INFINITY, INFINITY)
    root = recorder.enter(None, turn, *ends)
    recorder.leave(recorder.enter("a", -turn, *ends), 5, Status.TERMINAL)
    cutoff = window is not None and (value >= ends[1] if turn > 0 else value <= ends[0])
    recorder.leave(root, value, Status.EXPANDED, cutoff)
    return Trace(*recorder.finish(), Header(search="my own", windowed=window is not None, **header))


@pytest.mark.parametrize(("value", "turn", "window"), [(7, 1, None), (3, -1, None), (4, 1, (0, 9)), (12, 1, (0, 9))])
def test_a_value_that_its_moves_contradict_is_told_with_both_numbers(value, turn, window):
    trace = one_move(value, turn=turn, window=window)
    first = why(trace, 0, trace.steps - 1)[0]
    player = "MAX" if turn > 0 else "MIN"
    assert first.text == f"Contradiction: it returned {value}, but {player}'s best, move a, returned 5."
    assert (first.kind, first.node) == ("wrong", 1)


@pytest.mark.parametrize(
    ("trace", "value"),
    [
        (one_move(5), 5),
        (one_move(3, window=(0, 3)), 3),  # fail-hard returns the end of its window
        (one_move(7, notes={"table": "memo"}), 7),  # which the table may have given
        (one_move(3, turn=-1, notes={"cache": "functools"}), 3),
    ],
)
def test_a_value_that_may_be_so_is_no_contradiction(trace, value):
    assert trace.value == value
    assert "wrong" not in {sentence.kind for sentence in why(trace, 0, trace.steps - 1)}


def test_of_a_search_that_is_not_ours_only_the_window_that_it_was_given_is_told():
    ours = tracer.trace(AIMA)
    other = Trace(ours.columns, ours.move_labels, replace(ours.header, notes={}), labels=ours.move_labels)
    assert any("lowered beta" in text or "raised alpha" in text for text in told(ours, 0, 9))
    assert not any("lowered beta" in text or "raised alpha" in text for text in told(other, 0, 9))
    assert "It was given the window (−∞, ∞)." in told(other, 0, 9)
    assert not any("alpha with it" in text for step in range(24) for text in told(other, 0, step))


def test_a_chance_node_is_given_no_best_move():
    trace = by_hand(False, chance=True)
    assert told(trace, 0)[0] == "Value 5."
    assert not any("best" in text for step in range(trace.steps) for text in told(trace, 0, step)[:-1])


def test_a_label_that_would_steer_the_terminal_is_shown_as_a_picture():
    recorder = Recorder()
    root = recorder.enter(None, 1)
    recorder.leave(recorder.enter("\x1b[31mx", -1), 5, Status.TERMINAL)
    recorder.leave(root, 5)
    trace = Trace(*recorder.finish(), Header(search="my own"))
    assert told(trace, 0)[0] == "Exactly 5: MAX's best, move ␛[31mx, returned 5."


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (0, "the root entered, MAX to move, window (−∞, ∞)"),
        (3, "a1/b1 returned 3"),
        (12, "✂ alpha cutoff at a2: 2 ≤ alpha 3; moves b2 and b3 pruned"),
        (13, "a2/b3 pruned"),
        (22, "✂ alpha cutoff at a3: 2 ≤ alpha 3; nothing was left to prune"),
        (23, "the root returned 3"),
    ],
)
def test_the_event_of_a_step_in_words(step, words):
    assert Says(event(tracer.trace(AIMA), step)) == words


def test_a_long_path_is_cut_at_its_beginning():
    trace = tracer.trace("[" * 50 + "3" + "]" * 50, "minimax")
    assert format_path(trace, 9) == "a1/b1/c1/d1/e1/f1/g1/h1/i1"
    assert format_path(trace, 10) == "…/b1/c1/d1/e1/f1/g1/h1/i1/j1"
    assert format_path(trace, 0) == "the root"


def test_a_chain_of_five_thousand_plies_is_explained_at_its_end():
    trace = tracer.trace("random:b=1,d=5000", window=(-100, 100))
    assert told(trace, 5000)[0].startswith("The game is over here")
    assert "Alpha −100 is the lower end" in told(trace, 4999, 4999)[2]
    assert len(event(trace, 5000)) < 100


def test_a_node_is_explained_in_sentences_a_line_each() -> None:
    trace = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    told = tracer.explain(trace.find("a2"))
    assert told.splitlines() == [sentence.text for sentence in why(trace, 5, trace.steps - 1)]
    assert "cut" in told
    assert "Pruned" in tracer.explain(trace.find("a2/b2"))
    assert tracer.explain(trace[5], 0).startswith("Not reached yet")
    with pytest.raises(TypeError, match="find"):
        trace.node("a2")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "moves", [None, lambda frame: range(len(frame["node"]) if isinstance(frame["node"], list) else 0)]
)
def test_of_code_whose_game_is_unknown_nobody_knows_that_a_move_is_the_only_one(moves):
    def search(node, alpha, beta, maximizing):
        if isinstance(node, int):
            return node
        best = -99 if maximizing else 99
        for child in node[:1]:
            value = search(child, alpha, beta, not maximizing)
            best = max(best, value) if maximizing else min(best, value)
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    with tracer.attach(search, state="node", turn="maximizing", moves=moves) as recording:
        search([[3, 12], [5, 4]], -99, 99, True)
    assert "1 move was searched" in " ".join(told(recording.trace, 1))
    assert "ts only move was searched" in " ".join(told(tracer.trace([[3], [2, 4]]), 1))


@pytest.mark.parametrize(("move", "says"), [(tracer.Stand(), "the recording does not say"), ("a", "the last move")])
def test_standing_pat_is_not_the_last_move(move: Any, says: str) -> None:
    """Another node tells what it skipped, so this one would have told it, too; but no moves were made there at all."""
    record = Recorder()
    root = record.enter(None, 1, 0, 10)
    for cut, last in (("left", move), ("right", "b")):
        node = record.enter(cut, -1, 0, 10)
        record.leave(record.enter(last, -1 if last == tracer.Stand() else 1, 0, 10), -3, Status.HORIZON)
        if last == "b":
            record.prune(["c"])
        record.leave(node, -3, Status.EXPANDED, True)
    record.leave(root, -3, Status.EXPANDED)
    columns, moves = record.finish()
    trace = Trace(columns, moves, Header())
    assert says in why(trace, 1, trace.steps - 1)[3].text


def test_a_search_in_which_moves_earn_points_contradicts_nothing() -> None:
    """Predict the winner: who takes a number from an end gains it. Most nodes have another value than their moves."""

    def lead(left: int, right: int) -> int:
        row = (1, 5, 2, 7, 3)
        if left == right:
            return row[left]
        return max(row[left] - lead(left + 1, right), row[right] - lead(left, right - 1))

    with tracer.attach(lead) as recording:
        lead(0, 4)
    trace = recording.trace
    said = str(tracer.explain(trace.root))
    assert "Most nodes differ so" in said
    assert "Contradiction" not in said
