"""A tree that is changed in the page: its search there is `tracer`'s, event by event, and hands and keys change it."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from pages import Open, Page
from strategies import AIMA

import tracer
from tracer.questions.asking import iter_chosen_questions
from tracer.recording.status import PRUNED
from tracer.tracing import Trace
from tracer.why.explain import event, why
from viz.page import script
from viz.page.asides import MAX_EDITABLE_NODES as LARGEST
from viz.page.asides import make_editable_tree
from viz.page.packing import pack

TREES = 150
SEARCHED = """async (cases) => {
    %s
    const {search: {rerun, TypedTree}, why: {event, why}} = rooms;
    return cases.map(({header, options, asked}) => {
        const tree = new TypedTree(header.edit.tree), trace = rerun(tree, options, header);
        const plain = (numbers) => Array.from(numbers, (one) => (Number.isNaN(one) ? null : String(one)));
        return {
            labels: Array.from({length: trace.size}, (_, node) => trace.label(node)),
            ends: [...trace.end], status: [...trace.status], cutoff: [...trace.cutoff], turn: [...trace.turn],
            alpha: plain(trace.alpha), beta: plain(trace.beta), value: plain(trace.value),
            unseen: [...trace.unseen], tally: trace.tally(trace.steps - 1), text: tree.text(),
            events: Array.from({length: trace.steps}, (_, step) => event(trace, step)),
            why: asked.map(([node, step]) => why(trace, node, step).map(({text}) => text)),
            line: Array.from({length: trace.steps}, (_, step) => rooms.source.codeAt(trace, step).line),
        };
    });
}"""


def grown(luck: Random, plies: int) -> Any:
    """A ragged tree of small numbers, so that many are equal."""
    if plies == 0 or luck.random() < 0.2:
        return luck.choice([luck.randint(-9, 9), luck.randint(-3, 3) / 2])
    return [grown(luck, plies - 1) for _ in range(luck.randint(1, 4))]


def cases() -> Iterator[tuple[Any, str, dict[str, str]]]:
    luck = Random(5)
    for _ in range(TREES):
        tree = [grown(luck, 3) for _ in range(luck.randint(1, 4))]
        search = luck.choice(["alphabeta", "alphabeta", "minimax"])
        options = {"fail": luck.choice(["soft", "hard"]), "cut": luck.choice([">=", ">"])}
        yield tree, search, options if search == "alphabeta" else {}


def arranged(tree: Any, order: str, turn: int = 1) -> Any:
    """The tree with its children in an order."""
    if not isinstance(tree, list):
        return tree
    below = [arranged(child, order, -turn) for child in tree]
    return below if order == "given" else sorted(below, key=lambda one: worth(one, -turn) * -turn * SIGNS[order])


SIGNS = {"best": 1, "worst": -1}


def worth(tree: Any, turn: int) -> float:
    if not isinstance(tree, list):
        return float(tree)
    return (max if turn > 0 else min)(worth(child, -turn) for child in tree)


def numbers(column: Any) -> list[float | None]:
    return [None if np.isnan(one) else float(one) for one in column]


def told(found: list[str | None]) -> list[float | None]:
    return [None if one is None else float(one.replace("Infinity", "inf")) for one in found]


def test_many_trees_are_searched_as_tracer_searches_them(tab: Any) -> None:
    traces: list[Trace] = []
    given = []
    luck = Random(9)
    for tree, search, options in cases():
        trace = tracer.trace(tree, search, **options)
        header = pack(trace).header
        wanted = {"search": search, "fail": "soft", "cut": ">=", "order": "given"} | options
        assert header["edit"]["search"] == search
        nodes = [luck.randrange(len(trace)) for _ in range(6)]
        asked = [(node, luck.randrange(trace.steps)) for node in nodes] + [(node, trace.steps - 1) for node in nodes]
        given.append({"header": json.loads(json.dumps(header)), "options": wanted, "asked": asked})
        traces.append(trace)
    for trace, case, found in zip(traces, given, tab.evaluate(SEARCHED % script.join_modules(), given), strict=True):
        columns = trace.columns
        assert found["labels"] == [trace.label(node) for node in range(len(trace))]
        assert found["events"] == [event(trace, step) for step in range(trace.steps)]
        for name, column in {"ends": columns.end, "status": columns.status, "turn": columns.turn}.items():
            assert found[name] == column.tolist(), name
        assert found["cutoff"] == columns.cutoff.astype(int).tolist()
        for name in "alpha", "beta", "value":
            assert told(found[name]) == numbers(getattr(columns, name)), name
        assert found["why"] == [[one.text for one in why(trace, *pair)] for pair in case["asked"]]
        assert len(found["unseen"]) <= int((columns.status == PRUNED).sum())
        assert found["tally"]["visited"] == trace.counts.visited
        assert json.loads(found["text"]) == json.loads(trace.game.spec)


@pytest.mark.parametrize("order", ["best", "worst"])
def test_moves_are_searched_best_or_worst_first(tab: Any, order: str) -> None:
    luck = Random(3)
    trees = [[grown(luck, 3) for _ in range(3)] for _ in range(40)]
    given = []
    for tree in trees:
        header = json.loads(json.dumps(pack(tracer.trace(tree)).header))
        options = {"search": "alphabeta", "fail": "soft", "cut": ">=", "order": order}
        given.append({"header": header, "options": options, "asked": []})
    for tree, found in zip(trees, tab.evaluate(SEARCHED % script.join_modules(), given), strict=True):
        other = tracer.trace(arranged(tree, order))
        assert told(found["value"]) == numbers(other.columns.value)
        assert found["status"] == other.columns.status.tolist()


def leaf(page: Page, path: str, value: str) -> None:
    """Give a leaf another value, by keys."""
    page.page.get_by_role("searchbox").fill(path)
    page.page.get_by_role("searchbox").press("Enter")
    page.page.get_by_label("value of the leaf").fill(value)


def test_a_leaf_is_typed_and_the_search_follows(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=23")
    assert not page.page.locator(".edit-panel").is_visible()
    page.page.get_by_role("button", name="change the tree").click()
    leaf(page, "2/1", "7")
    assert page.text(".tree-text") == "[[3,12,8],[7,4,6],[14,5,2]]"
    other = tracer.trace([[3, 12, 8], [7, 4, 6], [14, 5, 2]])
    assert page.text(".result").startswith("value 4 ")
    page.press("Enter")
    page.page.locator("canvas.tree").focus()
    page.press("$")
    assert page.event == event(other, other.steps - 1)
    assert page.counts()["visited"] == (str(other.counts.visited),) * 2
    page.page.get_by_label("search", exact=True).select_option("minimax")
    assert page.counts()["visited"][1] == "13"
    leaf(page, "2/1", "2")
    assert page.counts()["visited"][1] == "13"
    leaf(page, "2/1", "7")
    assert page.text(".source code").startswith("minimax(")
    assert page.text("h1") == "tree of 9 leaves, minimax"
    changed = tracer.trace([[3, 12, 8], [7, 4, 6], [14, 5, 2]], "minimax")
    page.page.get_by_role("button", name="be asked what comes next").click()
    assert page.text(".predict-panel .asked") == next(iter_chosen_questions(changed)).text
    page.page.get_by_role("button", name="be asked what comes next").click()
    page.press("$")
    page.page.get_by_label("search", exact=True).select_option("alphabeta")
    page.page.get_by_label("order of moves").select_option("best")
    best = tracer.trace([[4, 6, 7], [3, 8, 12], [2, 5, 14]])
    assert page.counts()["visited"][1] == str(best.counts.visited)
    assert page.text("h1") == "tree of 9 leaves, alphabeta, best first"
    page.page.get_by_label("cut where a value is").select_option(">")
    assert page.text("h1") == f"{tracer.trace(AIMA, cut='>').header.title}, best first"
    page.page.get_by_role("button", name="as they were").click()
    assert page.text(".result") == "value 3 · 11 visited · 2 pruned nodes"
    assert page.text("h1") == tracer.trace(AIMA).header.title
    assert page.text(".tree-text") == tracer.trace(AIMA).game.spec


def test_a_number_is_dragged(open_page: Open) -> None:
    page = open_page(tracer.trace([5, 2]), "#step=5")
    page.page.get_by_role("button", name="change the tree").click()
    frame = page.page.locator("canvas.tree").bounding_box()
    assert frame is not None
    middle, row = frame["x"] + frame["width"] / 2, None
    for y in range(60, int(frame["height"]) - 20, 15):
        page.page.mouse.click(middle - 50, frame["y"] + y)
        if page.page.get_by_label("value of the leaf").is_visible():
            row = frame["y"] + y
            break
    assert row is not None
    page.page.mouse.move(middle - 50, row)
    page.page.mouse.down()
    page.page.mouse.move(middle - 50, row - 40, steps=8)
    page.page.mouse.up()
    assert page.text(".tree-text") == "[10,2]"
    assert page.text(".result").startswith("value 10 ")


def test_only_small_trees_that_were_searched_to_their_ends_are_edited(open_page: Open) -> None:
    page = open_page(tracer.trace("tictactoe", max_nodes=100))
    assert page.page.get_by_role("button", name="change the tree").count() == 0
    assert make_editable_tree(tracer.trace([list(range(LARGEST))])) is None
    assert make_editable_tree(tracer.trace(AIMA, "negamax")) is None
    assert make_editable_tree(tracer.trace(AIMA, window=(0, 4))) is None
    assert make_editable_tree(tracer.trace(AIMA, max_nodes=5)) is None
    assert make_editable_tree(tracer.trace("random:b=2,d=3")) is not None


def test_changes_are_taken_back_one_by_one(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=23")
    page.page.get_by_role("button", name="change the tree").click()
    undo = page.page.get_by_role("button", name="take the last change back")
    assert undo.is_disabled()
    leaf(page, "2/1", "7")
    page.page.get_by_label("value of the leaf").fill("75")  # one change, as the same leaf is typed
    leaf(page, "1/1", "-1")
    page.page.get_by_label("search", exact=True).select_option("minimax")
    seen = []
    while undo.is_enabled():
        seen.append((page.text(".tree-text"), page.page.locator("[aria-label=search]").evaluate("it => it.value")))
        undo.click()
    assert seen == [
        ("[[-1,12,8],[75,4,6],[14,5,2]]", "minimax"),
        ("[[-1,12,8],[75,4,6],[14,5,2]]", "alphabeta"),
        ("[[3,12,8],[75,4,6],[14,5,2]]", "alphabeta"),
    ]
    assert page.text(".tree-text") == tracer.trace(AIMA).game.spec
    assert page.text(".result") == "value 3 · 11 visited · 2 pruned nodes"


def test_what_is_no_number_is_refused_in_a_sentence(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=23")
    page.page.get_by_role("button", name="change the tree").click()
    leaf(page, "2/1", "7")
    typed = page.page.get_by_label("value of the leaf")
    for nonsense in ("e", "-", "--3", ""):
        typed.fill("")
        typed.press_sequentially(nonsense)
        typed.press("Enter")
        typed.blur()
        assert page.text(".edit-panel .refused").endswith("this one keeps 7."), nonsense
        assert typed.input_value() == "7"
        assert page.text(".tree-text") == "[[3,12,8],[7,4,6],[14,5,2]]"
    typed.fill("-2.5")
    assert page.text(".edit-panel .refused") == ""
    assert page.text(".tree-text") == "[[3,12,8],[-2.5,4,6],[14,5,2]]"


def test_the_text_of_a_tree_says_who_moves_where_it_is_not_who_would(open_page: Open) -> None:
    typed = '{"turn":"MIN","children":[[3,12],{"turn":"MIN","children":[2,4]}]}'
    page = open_page(tracer.trace(typed))
    page.page.get_by_role("button", name="change the tree").click()
    assert page.text(".tree-text") == typed


def test_on_a_phone_the_editor_comes_into_sight(open_page: Open) -> None:
    page = open_page(tracer.trace([5, 2]), viewport={"width": 390, "height": 844}, has_touch=True)
    page.page.get_by_role("button", name="Why").tap()
    page.page.get_by_role("button", name="change the tree").tap()
    panel, sheet = page.page.locator(".edit-panel").bounding_box(), page.page.locator(".side").bounding_box()
    assert panel is not None
    assert sheet is not None
    assert sheet["y"] <= panel["y"] < sheet["y"] + sheet["height"] / 2


def test_a_number_is_dragged_with_a_finger(open_page: Open) -> None:
    page = open_page(tracer.trace([5, 2]), "#step=5", viewport={"width": 800, "height": 900}, has_touch=True)
    page.page.get_by_role("button", name="change the tree").tap()
    frame = page.page.locator("canvas.tree").bounding_box()
    assert frame is not None
    x, typed = frame["x"] + frame["width"] / 2 - 50, page.page.get_by_label("value of the leaf")
    row = next(
        y
        for y in range(int(frame["y"]) + 60, int(frame["y"] + frame["height"]) - 20, 15)
        if page.page.touchscreen.tap(x, y) or typed.is_visible()
    )
    touch = page.context.new_cdp_session(page.page)
    for sort, up in [("touchStart", 0), *(("touchMove", far) for far in range(5, 45, 5)), ("touchEnd", None)]:
        points = [] if up is None else [{"x": x, "y": row - up}]
        touch.send("Input.dispatchTouchEvent", {"type": sort, "touchPoints": points})
    page.until(lambda: page.text(".tree-text") == "[10,2]", "the leaf was dragged")
    page.page.get_by_role("button", name="take the last change back").click()
    page.until(lambda: page.text(".tree-text") == "[5,2]", "the change was taken back")
