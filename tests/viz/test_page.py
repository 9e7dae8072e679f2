"""The self-contained page in a real browser: how it is driven and how it looks."""

import re
import time
from typing import Any

import pytest
from pages import Open
from strategies import AIMA

import tracer
from tracer.why.explain import event, why
from viz.pictures.theme import THEMES


def test_the_keyboard_alone_reaches_everything(open_page: Open) -> None:
    trace = tracer.trace(AIMA)
    page = open_page(trace)
    steps = {"0": 0, "x": 12, "X": 12, "End": 23, "Home": 0, "ArrowRight": 1, "o": 8, "b": 7, "u": 8, "m": 9, "$": 23}
    for key, step in steps.items():
        page.press(key)
        assert page.step == step, key
    page.press("M", "X")
    assert page.step == 9
    assert page.text(".hint") == "No pruning cutoff before this step."
    page.press("x", "w")
    assert page.text(".where").endswith("· a1")
    page.press("t")
    assert (page.step, page.text(".where")) == (1, "node 1 · ply 1 · a1")
    page.press("r")
    assert page.step == 8
    page.press("j")
    assert page.text(".where") == "node 5 · ply 1 · a2"
    page.press("h", "l", "l")
    assert page.text(".where") == "node 2 · ply 2 · a1/b1"
    page.press(".")
    assert page.text(".where") == "node 1 · ply 1 · a1"
    page.press("?")
    assert page.page.locator("dialog").is_visible()
    page.press("n", "Escape")
    assert (page.step, page.page.locator("dialog").is_visible()) == (8, False)


def test_tab_reaches_every_control_and_each_has_a_name(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=12")
    seen: list[str] = []
    for _ in range(60):
        page.press("Tab")
        outline = page.page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
        name = page.page.evaluate(
            "() => { const it = document.activeElement; "
            "return it === document.body ? '' : it.getAttribute('aria-label') || it.textContent; }"
        )
        if not name or name in seen:
            break
        assert outline != "none", name
        seen.append(name)
    assert len(seen) > 20
    assert {"step", "speed", "colours", "play (space)", "go to a step, a node or a path of moves"} <= set(seen)
    assert "Game tree" in seen
    assert page.page.locator("p.event").get_attribute("aria-live") == "polite"


def test_a_button_keeps_the_focus_when_its_list_is_made_anew(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=23")
    page.page.locator(".moves button").nth(1).focus()
    page.press("Enter")
    assert page.text(".where") == "node 5 · ply 1 · a2"
    assert page.page.evaluate("() => document.activeElement.closest('.moves') !== null")
    page.press("n", "b", "b")
    assert page.step == 21


def test_the_slider_moves_the_time(open_page: Open) -> None:
    trace = tracer.trace(AIMA)
    page = open_page(trace)
    slider = page.page.locator(".controls input")
    slider.fill("12")
    assert page.event == event(trace, 12)
    assert slider.get_attribute("aria-valuetext") == "step 12 of 23"
    slider.press("ArrowLeft")
    assert (page.step, page.text(".count")) == (11, "step 11 of 23")


def test_buttons_step_and_jump(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA))
    expected = {"to the start (0)": 0, "the next cutoff (x)": 12, "one step on (n)": 14, "one step back (b)": 12}
    for name, step in expected.items():
        page.page.get_by_role("button", name=name, exact=True).click()
        assert page.step == step, name
    page.page.get_by_role("button", name="entered at step 9").click()
    assert page.step == 9


def test_it_plays_to_the_end_and_stops_there(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA))
    page.press(" ")
    assert page.step < 23
    assert page.page.locator("p.event").get_attribute("aria-live") == "off"
    page.press("+", "+", "+", "+", "+", "+")
    page.page.wait_for_function("() => document.querySelector('.play').title === 'play (space)'")
    assert page.step == 23
    assert page.page.locator("p.event").get_attribute("aria-live") == "polite"
    page.press("-", "-", "-", "-", "-", "-", ",", ",")
    assert page.step >= 22


def test_collapsed_nodes_are_counted_and_come_back(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=23")
    assert "13 of 13 nodes are unfolded" in page.described
    page.press("j", "l", "j", "Enter")
    assert "10 of 13" in page.described
    page.press("Enter")
    assert "13 of 13" in page.described
    page.press("Enter", ":")
    page.page.get_by_role("searchbox").fill("#7")
    page.press("Enter")
    assert "13 of 13" in page.described
    page.press("c")
    assert "4 of 13" in page.described
    page.press(".", "e")
    assert "13 of 13" in page.described
    assert "2 pruned" in page.described
    page.press("p")
    assert "11 of 13" in page.described
    assert "0 pruned" in page.described
    page.press("p", "1")
    assert "4 of 13" in page.described
    page.press("2")
    assert "13 of 13" in page.described


def test_a_click_selects_and_a_second_one_collapses(open_page: Open) -> None:
    page = open_page(tracer.trace([[1, 2], 3]), "#step=9")
    box = page.page.locator("canvas.tree").bounding_box()
    assert box is not None
    page.press("l")
    middle = {"x": box["width"] / 2, "y": box["height"] / 2}
    found = None
    for x in range(
        60, int(box["width"]) - 60, 12
    ):  # the row in the middle has two nodes: the left one is the first met
        page.page.locator("canvas.tree").click(position={"x": x, "y": middle["y"]})
        if page.text(".where") == "node 1 · ply 1 · a1":
            found = x
            break
    assert found is not None
    page.press("h")
    page.page.locator("canvas.tree").click(position={"x": found, "y": middle["y"]})
    assert "5 of 5" in page.described
    page.page.locator("canvas.tree").click(position={"x": found, "y": middle["y"]})
    assert "3 of 5" in page.described


def test_the_overview_jumps_to_where_it_is_clicked(open_page: Open) -> None:
    trace = tracer.trace("tictactoe")
    page = open_page(trace)
    strip = page.page.locator("canvas.icicle")
    box = strip.bounding_box()
    assert box is not None
    strip.click(position={"x": box["width"] * 0.5, "y": box["height"] - 2})
    half = trace.entered(len(trace) // 2)
    assert abs(page.step - half) < trace.steps * 0.01
    page.page.evaluate("addEventListener('wheel', () => { window.wheeled = true; })")
    page.page.mouse.wheel(0, -400)
    page.until(lambda: page.page.evaluate("window.wheeled"), "the wheel turns")
    before = page.step
    strip.click(position={"x": box["width"] * 0.5 + 5, "y": box["height"] - 2})
    assert 0 < page.step - before < 5 * trace.steps / box["width"]


def test_search_goes_to_steps_nodes_and_paths_and_says_what_is_wrong(open_page: Open) -> None:
    trace = tracer.trace(AIMA)
    page = open_page(trace, "#step=23")
    asked = page.page.get_by_role("searchbox")

    def go(text: str) -> None:
        page.press(":")
        asked.fill(text)
        asked.press("Enter")

    go("12")
    assert page.step == 12
    go("-2")
    assert page.step == 10
    go("#7")
    assert page.text(".where") == "node 7 · ply 2 · a2/b2"
    assert page.sentences == [sentence.text for sentence in why(trace, 7, 10)]
    go("3/1")
    assert page.text(".where") == "node 10 · ply 2 · a3/b1"
    for text, problem in {
        "3/9": "No move 9 at a3; there are: b1, b2, b3",
        "99": "There is no step 99: the last is 23.",
        "#13": "There is no node 13: the last is 12.",
        "": "Type a step (1200, +10), a node (#37) or a path of moves (b2/a1).",
    }.items():
        go(text)
        assert page.text(".answer") == problem
    assert page.page.locator(".answer").get_attribute("role") == "alert"


def test_the_address_names_the_step(open_page: Open) -> None:
    trace = tracer.trace(AIMA)
    page = open_page(trace, "#step=12")
    assert page.step == 12
    page.page.evaluate("() => { location.hash = '#step=5'; }")
    page.page.wait_for_function("() => document.querySelector('.controls input').value === '5'")
    assert page.event == event(trace, 5)
    page.press("n")
    page.page.wait_for_function("() => location.hash === '#step=6'")
    assert open_page(trace, "#step=999").step == 23
    assert open_page(trace, "#step=12&x").step == 12
    assert open_page(trace, "#step=<b>").step == 0
    assert open_page(trace, options={"step": 4}).step == 4


def test_a_page_can_begin_below_a_node(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), options={"root": 5})
    assert "4 of 13" in page.described
    page.press("U")
    assert "13 of 13" in page.described
    page.press(":")
    page.page.get_by_role("searchbox").fill("/3")
    page.press("Enter", "R")
    assert "4 of 13" in page.described


# How it looks.


def test_dark_and_light_follow_the_system_and_the_switch(open_page: Open) -> None:
    def shown(name: str) -> str:
        red, green, blue = (int(THEMES[name].background[at : at + 2], 16) for at in (1, 3, 5))
        return f"rgb({red}, {green}, {blue})"

    page = open_page(tracer.trace(AIMA), color_scheme="dark")
    assert page.colour("main") == shown("dark")
    page.page.get_by_label("colours").select_option("light")
    assert page.colour("main") == shown("light")
    page.page.get_by_label("colours").select_option("")
    page.page.emulate_media(color_scheme="light")
    assert page.colour("main") == shown("light")
    page.page.emulate_media(color_scheme="dark")
    assert page.colour("main") == shown("dark")
    assert open_page(tracer.trace(AIMA), options={"theme": "dark"}).colour("main") == shown("dark")


def test_where_motion_is_unwelcome_it_moves_at_once(open_page: Open) -> None:
    page = open_page(tracer.trace("tictactoe", max_nodes=900), "#step=1500", reduced_motion="reduce")
    page.press("0")
    assert page.described.endswith("Selected: the root. Press ? for the keys.")
    at_once = page.page.locator("canvas.tree").screenshot()
    page.page.wait_for_timeout(300)
    assert page.page.locator("canvas.tree").screenshot() == at_once


@pytest.mark.parametrize("size", [(1400, 900), (800, 600), (390, 844)])
def test_nothing_sticks_out_sideways(open_page: Open, size: tuple[int, int]) -> None:
    trace = tracer.trace("tictactoe", max_nodes=2_000)
    page = open_page(trace, "#step=1500", viewport={"width": size[0], "height": size[1]})
    assert page.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    if size[0] <= 480:
        page.page.get_by_role("button", name="Why").click()
    for selector in (".play", ".controls input", "form input", "canvas.tree", ".controls select"):
        box = page.page.locator(selector).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]


def test_on_paper_it_is_one_light_page_with_tree_explanation_and_counts(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=12", color_scheme="dark")
    pdf = page.page.pdf(format="A4", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    assert b"/Image" in pdf
    page.page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    page.page.emulate_media(media="print")
    assert page.colour("main") == "rgb(255, 255, 255)"
    assert not page.page.locator(".buttons").is_visible()
    for selector in ("canvas.tree", "p.event", ".now-panel .sentences", ".counts-panel"):
        assert page.page.locator(selector).is_visible(), selector
    dots = page.page.evaluate(
        "() => { const it = document.querySelector('canvas.tree'); const seen = new Set("
        "it.getContext('2d').getImageData(0, 0, it.width, it.height).data); return seen.size; }"
    )
    assert dots > 20
    page.page.emulate_media(media="screen")
    page.page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    assert page.colour("main") != "rgb(255, 255, 255)"


# How much it holds.


def test_half_a_million_nodes_open_and_are_stepped_through(open_page: Open) -> None:
    trace = tracer.trace("tictactoe", "minimax")
    began = time.perf_counter()
    page = open_page(trace, "#step=300000")
    print(f"{len(trace):,} nodes opened in {time.perf_counter() - began:.2f} s, the export included")
    assert page.event == event(trace, 300_000)
    assert page.counts()["visited"][1] == "549,946"
    for key, step in {"n": 300_001, "b": 300_000, "$": trace.steps - 1, "0": 0}.items():
        page.press(key)
        assert page.event == event(trace, step)
    page.press("e")
    assert "as many plies are unfolded" in page.text(".hint")
    assert "of 549,946 nodes are unfolded" in page.described


@pytest.mark.parametrize("game", ["random:b=1,d=5000", [list(range(8_000))]], ids=["deep", "wide"])
def test_deep_and_wide_trees_are_shown(open_page: Open, game: Any) -> None:
    trace = tracer.trace(game)
    page = open_page(trace)
    assert page.event == event(trace, 0)
    page.press("$")
    assert page.event == event(trace, trace.steps - 1)
    page.press("0", "}", "}")
    assert page.event == event(trace, 2 * (trace.steps // 50))
    page.press("e", "f")
    assert f"of {len(trace):,} nodes are unfolded" in page.described
