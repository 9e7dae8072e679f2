"""The way of someone who sees the page for the first time: to the first cutoff, and why, on each screen."""

from typing import Any

import pytest
from pages import Open, Opener, Page, written
from strategies import AIMA

import tracer

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SIZES = [(390, 844), (844, 390), (760, 900), (1280, 800)]
CUTOFF = 12
LATE = [[3, 12, 8], [14, 5, 2], [2, 4, 6]]
"""A tree whose second move is cut after its last reply, which prunes nothing."""


def in_sight(page: Page, selector: str) -> bool:
    """Whether an element stands where it is seen without scrolling, and is covered by nothing."""
    return bool(
        page.page.evaluate(
            """(selector) => {
                const it = document.querySelector(selector), box = it.getBoundingClientRect();
                const top = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 8));
                return it.checkVisibility() && it.contains(top);
            }""",
            selector,
        )
    )


def press_at(page: Page, text: str, *keys: str) -> None:
    """Click or tap a text that is drawn on the tree after some keys."""
    one = [found for found in written(page, *keys) if found["text"] == text][-1]
    box = page.page.locator("canvas.tree").bounding_box()
    assert box is not None
    page.page.mouse.click(box["x"] + one["left"] + one["width"] / 2, box["y"] + one["y"])


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.every_case
def test_what_is_selected_is_explained_in_sight(opened: Opener, width: int, height: int) -> None:
    page = opened("#step=11", viewport={"width": width, "height": height})
    press_at(page, "a1", "x")
    if width == PHONE["viewport"]["width"]:
        assert page.text(".thumbs .said").startswith("a1: Exactly 3")
        page.page.get_by_role("button", name="Why").click()
    assert page.text(".about") == "Selected: a1"
    assert page.sentences[0] == "Exactly 3: MIN's best, move b1, returned 3."
    assert in_sight(page, ".sentences li")
    press_at(page, "a3", "b")
    page.press("h")
    assert page.text(".about") == "Selected: the root"
    assert in_sight(page, ".sentences li")


def test_a_thumb_reaches_the_next_cutoff_at_once(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), **PHONE)
    button = page.page.locator(".thumbs .cutoff")
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    assert in_sight(page, ".thumbs .cutoff")
    button.tap()
    assert page.step == CUTOFF
    assert open_page(tracer.trace(AIMA, "minimax"), **PHONE).page.locator(".thumbs .cutoff").is_disabled()
    assert open_page(tracer.trace(AIMA, "sss"), **PHONE).page.locator(".thumbs [title^='the next it']").is_enabled()


@pytest.mark.parametrize("size", [PHONE, {"viewport": {"width": 1280, "height": 800}}])
@pytest.mark.every_case
def test_playing_pauses_at_a_cutoff_that_prunes_and_explains_it(open_page: Open, size: dict[str, Any]) -> None:
    page = open_page(tracer.trace(AIMA), **size)
    page.page.locator(".story").click()
    page.press("+")
    page.until(lambda: page.step == CUTOFF, "it comes to the cutoff")
    page.until(lambda: page.page.locator(".play").get_attribute("title") == "play (space)", "it pauses")
    assert page.step == CUTOFF
    assert in_sight(page, ".sentences .about-cut")
    page.press(" ")
    page.until(lambda: page.step > CUTOFF, "it goes on")


def test_what_is_fast_does_not_pause(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA))
    page.press("+", "+", "+", "+", "+", " ")
    page.until(lambda: page.step == 23, "it plays to the end")


def test_a_click_on_a_drawn_cutoff_goes_to_it(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=22")
    press_at(page, "✂ α", "n")
    assert page.step == CUTOFF
    press_at(page, "✂ α", "h")
    assert page.page.locator(".about").is_hidden(), "the node of the step is selected again"


def test_one_notion_of_a_cutoff_to_stop_at_to_count_and_to_draw(open_page: Open) -> None:
    page = open_page(tracer.trace(LATE))
    assert "1 pruning cutoff" in page.text(".story")
    page.press("x")
    assert "moves b2 and b3 pruned" in page.event
    page.press("x")
    assert page.text(".hint") == "No pruning cutoff after this step."
    assert page.counts()["pruning cutoffs"] == ("1", "1")
    assert page.text(".counts-panel p") == (
        "Besides, 1 cutoff in the end comes after a last move, where nothing is left to prune."
    )


def test_branches_that_a_cutoff_skips_together_are_one_step(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA))
    steps = [step for step in range(24) if step != 13]
    for step in steps[1:]:
        page.press("n")
        assert page.step == step
    for step in reversed(steps[:-1]):
        page.press("b")
        assert page.step == step


@pytest.mark.parametrize("share", [0.1, 0.35, 0.62, 0.8])
def test_a_click_on_the_overview_goes_where_it_is(open_page: Open, share: float) -> None:
    trace = tracer.trace(AIMA)
    page = open_page(trace)
    canvas = page.page.locator("canvas.icicle")
    box = canvas.bounding_box()
    assert box is not None
    for row in (0.1, 0.5, 0.9):
        canvas.click(position={"x": share * box["width"], "y": row * box["height"]})
        assert page.step == trace.entered(int(share * len(trace)))


def test_a_phone_shows_windows_and_the_whole_header(opened: Opener) -> None:
    page = opened(**PHONE)
    assert {"(3, ∞)", "α 3 ≥ β 2"} <= {one["text"] for one in written(page, "x")}
    assert page.page.locator(".result").inner_text() == "so far 7 visited · 2 pruned nodes"
    cut = """() => [...document.querySelectorAll(".head *")].filter((one) => one.checkVisibility()
        && (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth))
        .map((one) => one.textContent)"""
    assert page.page.evaluate(cut) == []


def test_the_arrow_and_the_reason_stay_where_the_bound_is_asked_for(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=23")
    page.page.get_by_role("searchbox").fill("a2")
    page.page.get_by_role("searchbox").press("Enter")
    drawn = {one["text"] for one in written(page, "w")}
    assert {"✂ 2 ≤ α 3", "α 3"} <= drawn
    assert page.text(".about") == "Selected: a1"
    assert page.sentences[0] == (
        "Cutoff at a2. Alpha 3 is what MAX already has at the root with move a1: a shallow cutoff."
    )
    assert "✂ 2 ≤ α 3" not in {one["text"] for one in written(page, "h")}, "another node was selected"


def test_the_tree_and_the_open_path_show_one_window_and_that_on_entry_has_its_name(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=22")
    drawn = [one["text"] for one in written(page, "n")]
    assert page.text(".path-panel .ends") == "(3, ∞)"
    assert "(3, ∞)" in drawn
    assert "(−∞, ∞)" not in drawn
    assert page.text(".times button") == "entered at step 0 with (−∞, ∞)"
    assert page.page.locator(".legend [title*='at this step']").is_visible()


def test_words_of_the_trade_are_explained(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=12")
    assert "shallow where its bound was set one ply up" in page.text(".sentences li.faint")
    assert page.text(".path-panel li.faint").startswith("Where α ≥ β the ends have met")
    page.press("n", "n", "n")
    assert page.page.locator(".sentences li.faint").count() == 0
    assert page.page.locator(".path-panel li.faint").count() == 0
