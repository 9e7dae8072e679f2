"""The page asks what comes next, and marks answers as `tracer.questions` does."""

import base64
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pages import Open, Page
from strategies import AIMA, WIKIPEDIA

import tracer
from tracer.questions.asking import iter_chosen_questions
from tracer.questions.marking import RIGHT_VERDICTS, Score, Verdict, mark
from tracer.questions.question import Answer, Question, Worth, format_answer
from tracer.recording.status import Bound
from tracer.text import number
from tracer.tracing import Trace
from viz.page import script
from viz.page.asides import MAX_QUIZ_NODES as LARGEST
from viz.page.packing import pack

MARKED = """async (cases) => {
    %s
    const {why: {Score, Worth, iterChosenQuestions, mark}} = rooms, found = [];
    for (const {header, data, answers} of cases) {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        const trace = await rooms.unpack.unpack(header, bytes);
        const questions = [...iterChosenQuestions(trace)];
        const given = (answer) => (typeof answer?.[0] === "number" ? new Worth(...answer) : answer);
        const marked = answers.map(([place, answer]) => mark(trace, questions[place], given(answer)));
        found.push({
            marked: marked.map(({verdict, text, sentences}) => [verdict.value, text, sentences]),
            score: new Score(marked).text,
        });
    }
    return found;
}"""


def traces() -> Iterator[Trace]:
    yield tracer.trace(AIMA)
    yield tracer.trace(AIMA, "minimax")
    yield tracer.trace(WIKIPEDIA, fail="hard", cut=">")
    yield tracer.trace("random:b=3,d=4,seed=4")
    yield tracer.trace("nim:1,2,3", "negamax-alphabeta")
    yield tracer.trace([[2.5, 1e9], [[1e-7, 3], 4]], cut=">")


def answers(question: Question, luck: Random) -> Iterator[Answer]:
    """The right answer, and wrong ones of every sort."""
    right = question.right
    yield right
    if isinstance(right, frozenset):
        choices = list(question.choices)
        yield from (frozenset(choices), frozenset(), frozenset(luck.sample(choices, (len(choices) + 1) // 2)))
    elif isinstance(right, Worth):
        yield from (Worth(right.value, bound) for bound in Bound)
        yield Worth(right.value + 1, right.bound)
    elif isinstance(right, float | int):
        yield from (right + 1, float("inf"), -float("inf"), 0.0)


def as_typed(question: Question, answer: Answer) -> Any:
    if isinstance(answer, frozenset):
        return [label for label in question.choices if label in answer]
    return [answer.value, int(answer.bound)] if isinstance(answer, Worth) else answer


def asked(trace: Trace) -> list[Question]:
    return list(iter_chosen_questions(trace))


def test_answers_are_marked_as_tracer_marks_them(tab: Any) -> None:
    luck, cases, wanted, seen = Random(2), [], [], set()
    for trace in traces():
        packed, score = pack(trace), Score()
        given, marks = [], []
        for place, question in enumerate(asked(trace)):
            for answer in answers(question, luck):
                marked = mark(trace, question, answer)
                score = score.add(marked)
                seen.add(marked.verdict)
                given.append((place, as_typed(question, answer)))
                marks.append([marked.verdict.value, marked.text, list(marked.sentences)])
        header = json.loads(json.dumps(packed.header))
        cases.append({"header": header, "data": base64.b64encode(packed.data).decode(), "answers": given})
        wanted.append((marks, score.text))
    for found, (marks, text) in zip(tab.evaluate(MARKED % script.join_modules(), cases), wanted, strict=True):
        assert found["marked"] == marks
        assert sorted(found["score"]) == sorted(text)
    assert seen == set(Verdict) - {Verdict.BOTH}  # after a return either all that is left is pruned or nothing


def question(page: Page) -> str:
    return page.text(".predict-panel .asked")


def test_one_answers_and_is_told(open_page: Open) -> None:
    trace = tracer.trace(AIMA)
    page = open_page(trace, "#step=23")
    page.page.get_by_role("button", name="be asked what comes next").click()
    first, *_ = asked(trace)
    assert (page.step, question(page)) == (first.step, first.text)
    assert not page.page.locator(".overview").is_visible()
    # When the root returns would say how much is pruned.
    assert page.page.get_by_role("button", name=f"returned at step {trace.steps - 1}").count() == 0
    assert first.right == frozenset()
    page.page.get_by_role("button", name="answer").click()
    assert page.text(".predict-panel .refused") == "Tick the moves that are pruned, or that none is."
    answered(page, first.right)
    assert page.text(".verdict") == "✓ Right."
    texts, wrong = [first.text], 0
    while page.page.get_by_role("button", name="the next question").count():
        page.page.get_by_role("button", name="the next question").click()
        texts.append(question(page))
        if page.page.get_by_label("number").count():
            page.page.get_by_label("number").fill("hm")
            page.page.get_by_role("button", name="answer").click()
            assert page.text(".predict-panel .refused") == "A number, ∞ or −∞ (inf or -inf)."
            page.page.get_by_label("number").fill("77")
        else:
            page.page.get_by_label("none of them").check()
        if page.page.get_by_role("radio").count():
            page.page.get_by_role("button", name="answer").click()
            assert "Which sign?" in page.text(".predict-panel .refused")
            page.page.get_by_label("number").fill(">=77")
            assert page.page.get_by_role("radio", name="≥").is_checked()
        page.page.get_by_role("button", name="answer").click()
        wrong += page.text(".verdict").startswith("✗")
    assert texts == [one.text for one in asked(trace)]
    assert f"{len(texts) - wrong} of {len(texts)} right" in page.text(".predict-panel .faint")
    assert wrong > 5
    page.page.get_by_role("button", name="to the end", exact=True).click()
    assert page.text(".predict-panel .verdict").startswith(f"{len(texts) - wrong} of {len(texts)} right")
    assert page.page.locator(".predict-panel .told li").count() == wrong
    page.page.locator(".predict-panel .told button").first.click()
    page.until(
        lambda: page.page.locator(".predict-panel .asked").count() == 1, "a wrong answer leads back to its question"
    )
    page.page.get_by_role("button", name="be asked what comes next").click()
    assert page.page.locator(".overview").is_visible()


def answered(page: Page, answer: Answer) -> None:
    """Give an answer as somebody does who clicks and types."""
    form = page.page.locator(".predict-panel form")
    if isinstance(answer, frozenset):
        for label in answer or ["none of them"]:
            form.get_by_label(label, exact=True).check()
    elif isinstance(answer, Worth):
        form.get_by_role("radio", name=answer.bound.sign).check()
        form.get_by_label("number").fill(number(answer.value))
    else:
        form.get_by_label("number").fill(format_answer(answer))
    form.get_by_role("button", name="answer").click()


@pytest.mark.parametrize("rightly", [True, False])
def test_a_whole_search_is_predicted(open_page: Open, rightly: bool) -> None:
    """Rightly all along, or wrongly in every way."""
    trace, score, seen = tracer.trace(AIMA), Score(), set[Verdict]()
    page, luck = open_page(trace), Random(4)
    page.page.get_by_role("button", name="be asked what comes next").click()
    for one in asked(trace):
        assert question(page) == one.text
        fits = [(answer, mark(trace, one, answer).verdict) for answer in answers(one, luck)]
        wrong = [(answer, verdict) for answer, verdict in fits if verdict not in RIGHT_VERDICTS]
        fresh = [(answer, verdict) for answer, verdict in wrong if verdict not in seen]
        answer, verdict = fits[0] if rightly else (fresh or wrong)[0]
        seen.add(verdict)
        score = score.add(mark(trace, one, answer))
        answered(page, answer)
        assert (page.text(".verdict") == "✓ Right.") == rightly
        page.page.locator(".predict-panel button").last.click()
    assert sorted(page.text(".predict-panel .verdict")) == sorted(f"{score.text}.")
    assert (score.share == 1) == rightly
    assert rightly or seen >= set(Verdict) - {*RIGHT_VERDICTS, Verdict.BOTH}


def test_what_is_to_come_is_not_drawn_while_it_is_asked_for(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=23")
    page.page.get_by_role("button", name="be asked what comes next").click()
    page.press("0")
    dots = """() => {
        const it = document.querySelector("canvas.tree"), {width, height} = it;
        const copy = new OffscreenCanvas(width, height).getContext("2d", {willReadFrequently: true});
        copy.drawImage(it, 0, 0);
        const part = (from) => copy.getImageData(0, Math.round(height * from), width, Math.round(height * 0.2)).data;
        return [0.4, 0.65].map((from) => new Set(part(from)).size);
    }"""
    page.until(lambda: page.page.evaluate(dots)[1] == 1, "nothing is drawn below the root's moves")
    assert page.page.evaluate(dots)[0] > 1, "the moves of the root, which questions are about, are drawn"
    page.page.get_by_role("button", name="be asked what comes next").click()
    page.until(lambda: page.page.evaluate(dots)[1] > 1, "what is to come is drawn again")


LECTURE = [[[4, 6, 5], [7, 2], 6], [[3, 6], 8, [9, 1, 2]], [[-3, 5, 1], [5, 7]]]
"""Its a2/b1 has the window (6, ∞) and returns 6; then b2 and b3 are pruned."""


def test_the_bound_of_a_window_gets_credit_and_the_cut_is_seen_as_soon_as_it_was_answered(open_page: Open) -> None:
    page = open_page(tracer.trace(LECTURE), "#step=23")
    page.page.get_by_role("button", name="be asked what comes next").click()
    assert question(page).startswith("What will a2/b1 return")
    page.page.get_by_label("number").fill("<=6")
    page.page.get_by_role("button", name="answer").click()
    assert page.text(".verdict").startswith("✓ Right: so much the window alone proves.")
    page.page.get_by_role("button", name="the next question").click()
    assert "which moves at a2 are pruned now" in question(page)
    answered(page, frozenset({"b2", "b3"}))
    assert (page.step, page.text(".verdict")) == (26, "✓ Right.")
    assert page.event == "branch a2/b3 pruned"
    assert "2 of 22 right" not in page.text(".predict-panel .faint")
    assert "2 of 2 right" in page.text(".predict-panel .faint")
    page.page.get_by_role("button", name="the next question").click()
    assert (page.step, question(page)[:19]) == (26, "What will a2 return")


def test_a_page_without_questions_says_why(open_page: Open) -> None:
    page = open_page(tracer.trace("tictactoe", max_nodes=LARGEST + 1))
    page.page.get_by_role("button", name="Predict asks about up to 400 nodes").click()
    assert "up to 400 nodes" in page.text(".hint")
    page.page.get_by_role("button", name="Edit changes typed and random trees").click()
    assert "its own rules" in page.text(".hint")
    assert open_page(tracer.trace(AIMA)).page.locator(".absent").count() == 0


def test_the_head_gives_nothing_away_and_leaves_have_their_numbers(open_page: Open) -> None:
    page = open_page(tracer.trace(LECTURE))
    assert page.text(".result") == "so far 1 visited · 0 pruned nodes"
    numbers = [text for text in page.page.get_by_role("treeitem").all_text_contents() if "leaf" in text]
    assert "c1, leaf, 4, not reached" in numbers
    assert "b2, leaf, 8, not reached" in numbers  # it will be pruned, which nothing says
    page.press("$")
    assert page.text(".result") == "value 6 · 18 visited · 9 pruned nodes"
    hard = open_page(tracer.trace(LECTURE, fail="hard"))  # what is clamped is no leaf's number
    assert "c1, leaf, not reached" in hard.page.get_by_role("treeitem").all_text_contents()


def test_what_invites_to_play_hides_no_node(open_page: Open) -> None:
    page = open_page(tracer.trace(LECTURE), viewport={"width": 844, "height": 390})
    story = page.page.locator(".story")
    page.until(lambda: "small" in str(story.get_attribute("class")), "it is a sign alone, or hidden")
    assert story.evaluate("(it) => it.offsetWidth") < 80
