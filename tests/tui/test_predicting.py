"""Predicting: each step asks before it is shown, tells how right the answer was, and gives nothing away."""

import json
from typing import Any

import pytest
from screens import answer, ask, fill, notice, running, shown, text, until
from strategies import AIMA, WIKIPEDIA
from textual.events import Key
from textual.widgets import Input

import tracer
from tracer.questions.marking import Verdict
from tracer.questions.question import Kind, format_answer
from tracer.recording.status import EXACT
from tui.app import ExplorerApp
from tui.model.browser import Browser
from tui.model.prediction_quiz import PredictionQuiz
from tui.screens.explorer import Explorer
from tui.screens.prompt import Prompt


def begun(tree: Any, search: str = "alphabeta", **options: Any) -> Browser:
    """A browser at the first step, where one predicts."""
    browser = Browser(tracer.trace(tree, search, **options))
    browser.time.start()
    browser.predicting = PredictionQuiz(browser)
    return browser


def predict_all(browser: Browser) -> list[Kind]:
    """Answer every question rightly; the kinds that were asked."""
    asked = []
    while browser.cursor.step < browser.cursor.last:
        predicting = browser.predicting
        assert predicting is not None
        if (question := browser.question) is not None:
            assert question.step < browser.cursor.step_after(1)
            asked.append(question.kind)
            assert predicting.mark_answer(format_answer(question.right, question.choices)).is_right
            assert browser.question is None, "what was answered is not asked again"
        browser.run_action("time.step_forward")
    return asked


@pytest.mark.parametrize("search", ["alphabeta", "negamax-alphabeta", "alphabeta-memo"])
@pytest.mark.parametrize("tree", [AIMA, WIKIPEDIA, "random:b=3,d=3,seed=2", "nim:1,2,1"])
def test_right_answers_all_the_way_are_a_full_score(tree: Any, search: str) -> None:
    browser = begun(tree, search)
    asked = predict_all(browser)
    assert browser.predicting is not None
    score = browser.predicting.score
    assert score.share == 1
    assert score.asked == len(asked)
    windows = asked.count(Kind.ALPHA) + asked.count(Kind.BETA)
    assert min(windows, asked.count(Kind.VALUE), asked.count(Kind.PRUNED)) > 0, "every kind has its turn"


@pytest.mark.parametrize("one_by_one", [False, True])
def test_at_each_cutoff_it_is_asked_what_is_pruned_and_then_what_bound_is_returned(one_by_one: bool) -> None:
    browser = begun([[5, 6], [4, 7, 8], [[9, 1], 3, 2]])
    if one_by_one:
        browser.cursor.toggle_one_by_one()
    trace, bounds = browser.trace, 0
    cuts = set(trace.landmarks.pruning_steps.tolist())
    while browser.cursor.step < browser.cursor.last:
        question = browser.question
        if browser.cursor.step + 1 in cuts:
            assert question is not None
            assert question.kind is Kind.PRUNED
            assert question.right
            cuts.discard(browser.cursor.step + 1)
        if question is not None:
            assert browser.predicting is not None
            browser.predicting.mark_answer(format_answer(question.right, question.choices))
            bounds += question.kind is Kind.VALUE and trace[question.node].bound is not EXACT
        browser.run_action("time.step_forward")
    assert not cuts
    assert bounds == len(trace.landmarks.pruning_steps)


def test_a_search_without_windows_is_not_asked_for_windows_or_what_is_pruned() -> None:
    assert set(predict_all(begun(AIMA, "minimax"))) == {Kind.VALUE}


def test_a_verdict_is_told_at_one_step_alone() -> None:
    browser = begun(AIMA)
    assert browser.predicting is not None
    while browser.question is None:
        browser.run_action("time.step_forward")
    marked = browser.predicting.mark_answer(format_answer(browser.question.right))
    browser.predicting.show_verdict(marked)
    assert browser.predicting.verdict is marked
    browser.run_action("time.step_forward")
    assert browser.predicting.verdict is None


async def start(app: ExplorerApp, pilot: Any, step: int) -> None:
    await ask(pilot, ":", str(step))
    await pilot.press("Q")
    await until(pilot, lambda: isinstance(app.screen, Prompt))


def return_of(app: ExplorerApp, place: int) -> int:
    """The step at which a move at the root returns."""
    trace = app.browser.trace
    return trace.left(trace.children(0)[place])


async def test_pruning_too_much_is_told_with_its_danger_and_counts() -> None:
    app = shown(AIMA)
    async with running(app) as pilot:
        step = return_of(app, 0)
        await start(app, pilot, step)
        labels = [node.label for node in app.browser.trace.root.children]
        assert "are pruned now?" in answer(app)
        assert all(label in answer(app) for label in (*labels[1:], "none"))
        await fill(pilot, ", ".join(labels[1:]))
        assert "Enter answers" in answer(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        assert app.browser.cursor.step == step + 1
        assert "Pruned too much; right is: none." in notice(app)
        assert "must be searched" in text(app)
        assert "0 of 1 right (1 pruned too much)" in text(app)
        await pilot.press("Q")
        assert notice(app) == "predicted: 0 of 1 right (1 pruned too much)"
        assert app.browser.predicting is None


async def test_n_asks_before_it_goes_on_and_escape_stays() -> None:
    app = shown(AIMA)
    async with running(app) as pilot:
        await ask(pilot, ":", "2")
        await pilot.press("Q")
        assert "n asks" in notice(app)
        while app.browser.question is None:
            await pilot.press("n")
        step = app.browser.cursor.step
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, Prompt))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        assert app.browser.cursor.step == step
        assert app.browser.predicting is not None
        assert app.browser.predicting.score.asked == 0
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, Prompt))
        await fill(pilot, "x")
        assert app.screen.query_one("#answer").has_class("wrong")
        await pilot.press("enter")
        assert isinstance(app.screen, Prompt), "what is no answer is not taken"


async def test_what_is_typed_at_once_goes_to_the_questions() -> None:
    app = shown(AIMA)
    async with running(app) as pilot:
        await start(app, pilot, return_of(app, 0))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        for name, sign in (("n", "n"), *((sign, sign) for sign in "none"), ("enter", "\r"), ("n", "n")):
            app._driver.send_message(Key(name, sign))  # type: ignore[union-attr]
        predicting = app.browser.predicting
        assert predicting is not None
        await until(pilot, lambda: predicting.score.asked == 1 and isinstance(app.screen, Explorer))
        assert predicting.score.count(Verdict.RIGHT) == 1


async def test_tab_takes_moves_one_after_another() -> None:
    app = shown(AIMA)
    async with running(app) as pilot:
        await start(app, pilot, return_of(app, 0))
        labels = [node.label for node in app.browser.trace.root.children][1:]
        line = app.screen.query_one(Input)
        await pilot.press("tab")
        assert line.value == labels[0]
        await fill(pilot, f"{labels[0]},")
        await pilot.press("tab")
        assert line.value == f"{labels[0]}, {labels[1]}"


async def test_nothing_on_the_screen_gives_the_answer_away() -> None:
    app = shown(AIMA)
    async with running(app, (200, 60)) as pilot:
        second = app.browser.trace.children(0)[1]
        step = app.browser.trace.left(second + 1)
        await ask(pilot, ":", str(step))
        assert "cutoff" in app.screen.query_one("#this-step").render_line(1).text or "▇" in text(app)
        await pilot.press("Q")
        await until(pilot, lambda: isinstance(app.screen, Prompt))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        told = "\n".join(app.screen.query_one("#this-step").render_line(y).text for y in range(12))
        assert "cutoff" not in told
        assert "▇" not in text(app)


async def test_two_searches_side_by_side_are_not_predicted() -> None:
    app = shown(AIMA, "minimax", against=tracer.trace(AIMA))
    async with running(app, (120, 40)) as pilot:
        await pilot.press("Q")
        assert app.browser.predicting is None
        assert "one search alone can be predicted" in text(app)


@pytest.mark.parametrize("label", ["[b]bold", "a\x1b[2J", "x" * 300])
async def test_a_hostile_label_is_text(label: str) -> None:
    tree = json.dumps({"children": {label: [1, 2], "other": [3, 4]}})
    app = shown(tracer.game(tree))
    async with running(app) as pilot:
        await start(app, pilot, return_of(app, 0))
        assert "\x1b" not in answer(app)
        assert "other" in answer(app)
