"""What the page gives to others: links that restore a view, files of what is seen, a frame in another page."""

import io
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pages import Open, Page, saved
from strategies import AIMA

import tracer

KEYS = [*"nbouxXmMtr.hjkl", "Enter", *"ecZpRU", "1", "3", "}", "{"]
STATE = """() => [...document.querySelectorAll("[role=tree] [role=treeitem]")].map((it) => [it.textContent,
    ...["aria-level", "aria-expanded", "aria-selected", "aria-current"].map((name) => it.getAttribute(name))]).concat([
    document.querySelector(".controls input").value, document.querySelector(".now-panel").innerText,
    document.querySelector(".selected-panel").innerText,
    ...[...document.querySelectorAll(".panel")].map((it) => `${it.className} ${it.querySelector(".body").hidden}`)])"""
"""All that a view says of itself in words."""


def linked(page: Page) -> str:
    page.page.get_by_role("button", name="copy a link to this view").click()
    return str(page.page.evaluate("() => location.hash"))


@pytest.mark.parametrize("game", [AIMA, "tictactoe", "random:b=3,d=5"])
def test_whatever_was_looked_at_is_seen_again_behind_its_link(open_page: Open, game: Any) -> None:
    trace = tracer.trace(game, **({"max_nodes": 900} if game == "tictactoe" else {}))
    luck = Random(str(game))
    for _ in range(4):
        page = open_page(trace)
        page.press(*luck.choices(KEYS, k=14))
        for panel in luck.sample(page.page.locator(".panel:visible h2 button").all(), 2):
            panel.click()
        page.page.locator("canvas.tree").focus()
        page.press(*luck.choices("nbhjl", k=3))
        address, seen = linked(page), page.page.evaluate(STATE)
        other = open_page(trace, address)
        assert other.page.evaluate(STATE) == seen
        assert linked(other) == address


def test_a_link_that_cannot_hold_all_says_so(open_page: Open) -> None:
    page = open_page(tracer.trace("tictactoe"), permissions=["clipboard-write"])
    page.press("6")
    linked(page)
    page.until(lambda: "too many for a link" in page.text(".hint"), "what the link lacks is said")


@pytest.mark.parametrize("step", [0, 12, 23])
def test_saved_files_are_what_is_seen(
    open_page: Open, browser: Any, tmp_path: Path, need: Callable[[str], None], step: int
) -> None:
    need("PIL")
    from PIL import Image, ImageChops, ImageStat

    page = open_page(tracer.trace("tictactoe" if step == 23 else AIMA), f"#step={step or 1}", accept_downloads=True)
    page.press("b" if step == 0 else "n")
    page.described  # noqa: B018  # it is drawn then
    seen = Image.open(io.BytesIO(page.page.locator("canvas.tree").screenshot())).convert("RGB")
    for sort in "svg", "png":
        with page.page.expect_download() as waiting:
            page.page.get_by_role("button", name=f"save this view as {sort.upper()}").click()
        waiting.value.save_as(tmp_path / f"view.{sort}")
        tab = browser.new_page(viewport={"width": seen.width, "height": seen.height}, offline=True)
        (tmp_path / "view.html").write_text(
            f'<body style="margin: 0"><img src="view.{sort}" width="{seen.width}" height="{seen.height}">', "utf-8"
        )
        tab.goto((tmp_path / "view.html").as_uri())
        tab.wait_for_function("() => document.images[0].complete && document.images[0].naturalWidth")
        alone = Image.open(io.BytesIO(tab.screenshot())).convert("RGB")
        tab.close()
        assert alone.size == seen.size
        assert max(ImageStat.Stat(ImageChops.difference(seen, alone)).mean) < 0.5, sort
        assert max(ImageStat.Stat(seen).stddev) > 10, "there is a tree in it"


def test_in_a_frame_of_another_page_it_is_whole_and_works(browser: Any, tmp_path: Path) -> None:
    saved(tracer.trace(AIMA), tmp_path / "tree.html")
    frame = '<p>A lesson</p><iframe src="tree.html#embed&step=11" width="600" height="400" style="border: 0"></iframe>'
    (tmp_path / "lesson.html").write_text(f"<!doctype html><title>t</title>{frame}", "utf-8")
    page = browser.new_page(viewport={"width": 900, "height": 700}, offline=True)
    page.goto((tmp_path / "lesson.html").as_uri())
    inner = page.frames[1]
    inner.wait_for_selector("main:not([aria-busy])")
    root = "document.documentElement"
    assert inner.evaluate(f"() => [{root}.scrollWidth <= 600, {root}.scrollHeight <= 400]") == [True, True]
    for shown in "canvas.tree", ".controls .play", ".controls input", '[aria-label="to the end ($)"]':
        box = inner.locator(shown).evaluate("it => Object.values(it.getBoundingClientRect().toJSON()).slice(0, 4)")
        assert box[0] >= 0
        assert box[1] >= 0
        assert (box[0] + box[2] <= 600, box[1] + box[3] <= 400) == (True, True), shown
    assert inner.locator("canvas.tree").bounding_box()["height"] > 250
    inner.get_by_role("button", name="one step on (n)").click()
    assert inner.locator(".controls input").input_value() == "12"
    page.close()


# For those who do not see the picture.


def accessible(page: Page) -> tuple[str, list[tuple[str, Any, Any, Any]]]:
    """The name of the tree that the browser tells, and of each item its name, level, if expanded and if selected."""
    client = page.context.new_cdp_session(page.page)
    client.send("Accessibility.enable")
    nodes = [one for one in client.send("Accessibility.getFullAXTree")["nodes"] if not one["ignored"]]
    client.detach()
    role = {one["nodeId"]: one["role"]["value"] for one in nodes}
    (tree,) = (one for one in nodes if one["role"]["value"] == "tree")
    items = [one for one in nodes if one["role"]["value"] == "treeitem"]
    assert all(role[one["parentId"]] == "tree" for one in items)

    def told(node: Any, name: str) -> Any:
        return next((one["value"].get("value") for one in node["properties"] if one["name"] == name), None)

    return tree["name"]["value"], [
        (one["name"]["value"], *(told(one, name) for name in ("level", "expanded", "selected"))) for one in items
    ]


def test_the_browser_tells_a_tree_with_names_and_states(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=14")
    name, items = accessible(page)
    assert name == "The tree as a list"
    assert items[:9] == [
        ("root, MAX, open, best so far 3", 1, True, False),
        ("a1, MIN, value = 3", 2, True, False),
        ("b1, leaf, value = 3", 3, None, False),
        ("b2, leaf, value = 12", 3, None, False),
        ("b3, leaf, value = 8", 3, None, False),
        ("a2, MIN, value ≤ 2, cut off", 2, True, True),
        ("b1, leaf, value = 2", 3, None, False),
        ("b2, pruned, a leaf 4 that was not searched", 3, None, False),
        ("b3, pruned, a leaf 6 that was not searched", 3, None, False),
    ]
    page.page.locator("[role=treeitem][tabindex='0']").focus()
    page.press("ArrowLeft")
    assert accessible(page)[1][5] == ("a2, MIN, value ≤ 2, cut off, 3 folded below", 2, False, True)
    page.press("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown")
    assert [one[0] for one in accessible(page)[1] if one[3]] == ["a3, MIN, not reached"]
    page.press("ArrowLeft", "ArrowUp", "Home")
    assert [one[0] for one in accessible(page)[1] if one[3]] == ["root, MAX, open, best so far 3"]
    assert page.page.evaluate("() => document.activeElement.getAttribute('role')") == "treeitem"
