"""Page, explorer and worksheet ask the same questions, with the same answers."""

from functools import cache
from typing import Any

import pytest
from test_questions import RECORDINGS

import tracer
from tracer.games.tree import TreeGame
from tracer.questions.asking import iter_chosen_questions, leaf_order_question, question_at
from tracer.questions.question import Kind, Question, Worth, format_answer
from tracer.text import number
from tracer.tracing import Trace
from tui.model.browser import Browser
from tui.model.prediction_quiz import PredictionQuiz
from viz.worksheet.exercise import MAX_NODES, make_exercise


@cache
def traces() -> list[Trace]:
    return [tracer.trace(game, search, **options) for game, search, options in RECORDINGS]


def asked_in_the_explorer(trace: Trace, *, one_by_one: bool) -> list[Question]:
    """Every question on the way, each answered."""
    browser, found = Browser(trace), list[Question]()
    browser.time.start()
    browser.predicting = PredictionQuiz(browser)
    if browser.cursor.one_by_one is not one_by_one:
        browser.cursor.toggle_one_by_one()
    while True:
        if (question := browser.question) is not None:
            found.append(question)
            assert browser.predicting.mark_answer(format_answer(question.right, question.choices)).is_right
        if browser.cursor.step == browser.cursor.last:
            break
        browser.run_action("time.step_forward")
    assert browser.predicting.score.share == 1
    return found


def test_page_and_explorer_ask_the_same() -> None:
    assert len(traces()) >= 50
    for trace in traces():
        wanted = list(iter_chosen_questions(trace))
        for one_by_one in (False, True):
            assert asked_in_the_explorer(trace, one_by_one=one_by_one) == wanted


def test_a_worksheet_is_filled_in_with_their_answers() -> None:
    """What stands in an inner node is the answer to the question of its value; its window that of its entry."""
    told = set[Kind]()
    for trace, (_, search, options) in zip(traces(), RECORDINGS, strict=True):
        game = trace.need_game()
        if search != "alphabeta" or not isinstance(game, TreeGame) or len(trace) > MAX_NODES:
            continue
        found = make_exercise(game, **options)
        assert found.trace.columns.value.tolist() == pytest.approx(trace.columns.value.tolist(), nan_ok=True)
        at = {visit: node for node, visit in enumerate(found.visits) if visit is not None}
        for question in iter_chosen_questions(trace):
            told.add(question.kind)
            if isinstance(question.right, Worth):
                exact = question.right.bound.sign == "="
                written = number(question.right.value) if exact else format_answer(question.right)
                assert found.value_text(at[question.node]) == written
            elif question.kind in (Kind.ALPHA, Kind.BETA) and question.after is None:
                ends = found.window_texts(at[question.node])
                assert format_answer(question.right) == ends[question.kind is Kind.BETA]
        if (order := leaf_order_question(trace)) is not None:
            leaves = sorted(found.leaf_order, key=found.leaf_order.__getitem__)
            paths = ["/".join(found.full[node].path) for node in leaves]
            assert paths == list(order.right)  # type: ignore[arg-type]  # it is a tuple of paths
            told.add(order.kind)
    assert told == set(Kind) - {Kind.NEXT, Kind.NUMBER}


def test_it_depends_on_the_step_alone_and_is_worth_an_answer() -> None:
    for trace in traces():
        asked = list(iter_chosen_questions(trace))
        assert [question_at(trace, one.step) for one in reversed(asked)] == asked[::-1]
        assert len({one.step for one in asked}) == len(asked)
        for one in asked:
            assert one.kind not in (Kind.NEXT, Kind.ORDER)
            assert one.kind is not Kind.PRUNED or (one.choices and one.after is not None)
        cuts: Any = trace.landmarks.pruning_steps.tolist()
        pruning = {one.step for one in asked if one.kind is Kind.PRUNED and one.right}
        assert pruning == ({step - 1 for step in cuts} if trace.header.windowed else set())
