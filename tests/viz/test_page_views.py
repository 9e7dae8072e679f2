"""The page's views: on every width, in a frame, behind a link, in a file, and for those who do not see the picture."""

import base64
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hostile import hostile_trace
from pages import Open, Page, written
from strategies import AIMA

import tracer
from tracer.tracing import Trace
from viz.page import document, script
from viz.page.packing import pack

DEEPER = [[[4, -2], [7, 1]], [[-3, 6], [0.5, 8]], [[2, 2], [9, -1]]]
WIDTHS = {1280: 800, 760: 900, 390: 844}
GAMES: dict[str, Callable[[], Trace]] = {
    "textbook": lambda: tracer.trace(AIMA),
    "tictactoe": lambda: tracer.trace("tictactoe", max_nodes=3_000),
    "connect4": lambda: tracer.trace("connect4", depth=4),
    "random": lambda: tracer.trace("random:b=3,d=4"),
    "minimax": lambda: tracer.trace("mnk:3,3,3", "minimax", max_nodes=60_000),
    "uct": lambda: tracer.trace("tictactoe", "uct", iterations=150),
    "puct": lambda: tracer.trace("nim:1,2,3", "puct", iterations=60),
    "pns": lambda: tracer.trace("nim:1,2,3", "pns"),
    "sss": lambda: tracer.trace("nim:1,2,2", "sss"),
    "chain": lambda: tracer.trace("random:b=1,d=40"),
    "long names": lambda: tracer.trace(LONG),
}
LEAVES = '"children": {"by way of the rim, slowly": {"value": 1}, "Verteidigung nach Philidor": {"value": 2}}'
LONG = (
    f'{{"children": {{"the knight goes to {"a" * 30}": {{{LEAVES}}}, "the bishop stays where it is": {{{LEAVES}}}}}}}'
)
WRITTEN = """() => {
    window.sizes = [];
    const proto = CanvasRenderingContext2D.prototype, write = proto.fillText;
    proto.fillText = function (text, ...place) {
        window.sizes.push(parseFloat(/([\\d.]+)px/.exec(this.font)[1]));
        return write.call(this, text, ...place);
    };
}"""
"""From now on every text on a canvas leaves its size."""
SMALLEST = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let least = Infinity, where = "";
    for (let text; (text = walker.nextNode());) {
        const it = text.parentElement;
        if (!text.data.trim() || !it.checkVisibility() || it.closest("script, style, .unseen")) continue;
        const drawn = it.ownerSVGElement;
        const zoom = drawn ? drawn.getBoundingClientRect().width / drawn.viewBox.baseVal.width : 1;
        const size = parseFloat(getComputedStyle(it).fontSize) * zoom;
        if (size < least) [least, where] = [size, `${it.className.baseVal ?? it.className} ${text.data}`];
    }
    return [least, where];
}"""

FOLLOWED = """async ([header, data, rules, size]) => {
    %s
    const style = new CSSStyleSheet();
    style.replaceSync(rules);
    document.adoptedStyleSheets = [style];
    document.body.innerHTML = "<div id=place></div>";
    const place = document.querySelector("#place");
    Object.assign(place.style, {width: `${size[0]}px`, height: `${size[1]}px`});
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const trace = await rooms.unpack.unpack(header, bytes);
    const view = rooms.main.mount(place, trace, {step: 1}), outside = [];
    for (let step = 2; step < trace.steps; step += 7) {
        view.go(step);
        const {x, y, width, height} = view.spot();
        if (x < 0 || y < 0 || x > width || y > height) outside.push(step);
    }
    view.destroy();
    return [trace.steps, outside];
}"""
"""At which steps the node of the step is not in the picture."""


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return dict(found)


def sheet(page: Page) -> None:
    """Let a phone's sheet come up."""
    page.page.get_by_role("button", name="Why").click()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_text_can_be_read_and_nothing_lies_on_the_tree(open_page: Open, game: str, width: int) -> None:
    trace = GAMES[game]()
    page = open_page(trace, "#step=14", viewport={"width": width, "height": WIDTHS[width]})
    page.page.evaluate(WRITTEN)
    page.press("x", "n", "n", "f", "b")
    page.until(lambda: page.page.evaluate("() => window.sizes.length"), "the tree is drawn again")
    assert page.page.evaluate("() => Math.min(...window.sizes)") >= 11
    if width <= 480:
        sheet(page)
    least, where = page.page.evaluate(SMALLEST)
    assert least >= 11, where
    if width > 480:
        tree = box(page, "canvas.tree")
        for other in (".legend", ".tools", ".controls", ".overview", ".side"):
            found = box(page, other)
            apart = (
                found["y"] >= tree["y"] + tree["height"] - 0.5
                or found["y"] + found["height"] <= tree["y"] + 0.5
                or found["x"] >= tree["x"] + tree["width"] - 0.5
            )
            assert apart, other
        assert page.page.locator(".legend li").count() >= 5


def test_a_projected_page_is_read_in_the_back_row(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=12", viewport={"width": 1920, "height": 1080})
    page.page.evaluate(WRITTEN)
    page.press("b", "n")
    page.until(lambda: page.page.evaluate("() => window.sizes.length"), "the tree is drawn again")
    assert page.page.evaluate("() => Math.min(...window.sizes)") >= 14
    page.press("?")
    least, where = page.page.evaluate(SMALLEST)
    assert least >= 14, where
    page.press("Escape")
    names = [one["left"] for one in written(page, "n") if one["text"] in ("b1", "b3")]
    assert max(names) - min(names) > 0.6 * box(page, "canvas.tree")["width"]
    times, moves = box(page, ".side .times"), box(page, ".side .moves")
    assert moves["y"] >= times["y"] + times["height"] + 4


def test_it_opens_with_the_first_step_and_says_how_long_the_story_is(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA))
    assert page.step == 0
    assert page.text(".story") == "23 steps · 1 pruning cutoff"
    page.page.locator(".story").click()
    page.until(lambda: page.step > 0, "it plays")
    assert page.page.locator(".story").count() == 0
    assert open_page(tracer.trace(AIMA), "#step=3").page.locator(".story").count() == 0
    assert open_page(tracer.trace("[[1]]", "minimax")).text(".story") == "5 steps"


def test_now_tells_of_the_step_and_selected_of_what_was_clicked(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=12")
    happening, reasons = page.event, page.sentences
    assert page.text(".now-panel h2") == "Now: step 12"
    assert not page.page.locator(".about").is_visible()
    page.press("h", "l", "k", "k")
    assert page.event == happening
    assert page.text(".about") == page.text(".selected-panel h2") == "Selected: a1"
    assert page.sentences != reasons
    page.press(".")
    assert not page.page.locator(".about").is_visible()
    assert page.sentences == reasons


def test_a_link_restores_a_view(open_page: Open) -> None:
    trace = tracer.trace("tictactoe", max_nodes=900)
    page = open_page(trace, "#step=300")
    page.press("h", "h", "h", "R", "c", "l", "Enter", "p")
    page.page.get_by_role("button", name="Code").click()
    page.page.get_by_role("button", name="copy a link to this view").click()
    seen = page.described, page.text(".where"), page.step, page.page.locator(".body:visible").count()
    address = str(page.page.evaluate("() => location.hash"))
    assert "root=" in address
    again = open_page(trace, address)
    assert (again.described, again.text(".where"), again.step, again.page.locator(".body:visible").count()) == seen
    assert again.page.evaluate("() => location.hash") == address


@pytest.mark.parametrize(
    "address", ["#root=99999", "#node=zz", "#open=zzzzzzz.-1.<b>", "#step=3&shut=%3Cb%3E", "#folded=", "#=&&"]
)
def test_a_link_that_somebody_wrote_breaks_nothing(open_page: Open, address: str) -> None:
    page = open_page(tracer.trace(AIMA), address)
    page.press("n", "n", "b")
    assert page.step in (1, 4)


@pytest.mark.parametrize("size", [(1000, 560), (1000, 300), (640, 400), (390, 300)])
def test_an_embedded_page_is_tree_and_controls_whatever_its_size(open_page: Open, size: tuple[int, int]) -> None:
    width, height = size
    page = open_page(tracer.trace(AIMA), "#embed&step=12", viewport={"width": width, "height": height})
    stage, controls = (page.page.locator(f".{name}").bounding_box() for name in ("stage", "controls"))
    assert stage is not None
    assert controls is not None
    assert stage["height"] > 0.7 * height
    assert stage["height"] + controls["height"] <= height


def test_in_a_frame_there_are_the_tree_and_the_time_alone(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#embed&step=12", viewport={"width": 640, "height": 400})
    assert page.page.locator("canvas.tree").is_visible()
    assert page.page.locator(".controls .play").is_visible()
    for hidden in (".head", ".side", ".tools", ".legend", ".overview", ".thumbs"):
        assert not page.page.locator(hidden).first.is_visible(), hidden
    assert page.page.evaluate("() => [document.documentElement.scrollHeight <= innerHeight, scrollX]") == [True, 0]
    page.press("n")
    page.page.wait_for_function("() => location.hash === '#embed&step=14'")


def test_on_a_phone_there_are_four_buttons_and_a_sheet(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), "#step=11", viewport={"width": 390, "height": 844}, has_touch=True)
    shown = [one for one in page.page.get_by_role("button").all() if one.is_visible()]
    names = [one.get_attribute("aria-label") or one.text_content() for one in shown]
    assert names == ["be asked what comes next", "back", "next", "the next cutoff (x)", "Why"]
    shown.pop(0)
    assert box(page, "canvas.tree")["height"] > 844 / 2
    assert page.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    shown[1].tap()
    assert page.step == 12
    assert page.text(".said") == page.event
    assert not page.page.locator(".side").is_visible()
    shown[3].tap()
    assert page.page.locator(".now-panel .sentences").is_visible()
    assert page.page.locator(".controls .play").count() == 1
    page.page.get_by_role("button", name="back", exact=True).tap()
    assert page.step == 11
    page.page.set_viewport_size({"width": 1000, "height": 700})
    page.page.wait_for_selector(".main > .controls")
    assert page.page.locator(".head form").is_visible()


def test_on_a_phone_the_tree_stands_above_the_sheet(open_page: Open) -> None:
    page = open_page(tracer.trace(DEEPER), "#step=11", viewport={"width": 390, "height": 844}, has_touch=True)
    page.page.get_by_role("button", name="Why").tap()
    page.until(page.page.locator(".whole").is_hidden, "all of the tree is seen")
    assert box(page, ".stage")["y"] + box(page, ".stage")["height"] <= box(page, ".side")["y"] + 1
    page.page.get_by_role("button", name="be asked what comes next").tap()
    assert page.step == 11
    assert box(page, ".predict-panel")["y"] < 500


def test_no_line_of_code_is_cut_off(open_page: Open) -> None:
    page = open_page(tracer.trace(AIMA), viewport={"width": 760, "height": 900})
    assert page.page.evaluate(
        "() => (({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.querySelector('.lines'))"
    )
    high = page.page.evaluate("() => [...document.querySelectorAll('.lines li')].map((line) => line.offsetHeight)")
    assert max(high) > min(high)


# For those who do not see the picture.


def items(page: Page) -> list[tuple[str, str, str | None]]:
    found = page.page.locator("[role=tree] [role=treeitem]").all()
    return [
        (str(one.text_content()), str(one.get_attribute("aria-level")), one.get_attribute("aria-expanded"))
        for one in found
    ]


def test_the_tree_is_a_list_too(open_page: Open) -> None:
    trace = tracer.trace(AIMA)
    page = open_page(trace, "#step=23")
    found = items(page)
    assert len(found) == len(trace)
    assert [level for _, level, _ in found] == [str(ply + 1) for ply in trace.columns.ply.tolist()]
    assert found[0] == ("root, MAX, value = 3", "1", "true")
    assert found[1][0].endswith(", MIN, value = 3")
    assert found[5][0].endswith(", MIN, value ≤ 2, cut off")
    assert found[7][0].endswith(", pruned, a leaf 4 that was not searched")
    entry = page.page.locator("[role=treeitem][tabindex='0']")
    assert entry.count() == 1
    entry.focus()
    page.press("ArrowDown", "ArrowLeft")
    assert len(items(page)) == len(trace) - 3
    assert page.page.evaluate("() => document.activeElement.getAttribute('aria-expanded')") == "false"
    page.press("ArrowRight", "ArrowRight")
    assert page.text(".where").startswith("node 2 ")
    page.press("ArrowLeft", "End")
    assert page.text(".where").startswith("node 12 ")
    assert page.step == 23


def test_what_will_be_pruned_is_not_told_before(open_page: Open) -> None:
    page = open_page(tracer.trace(DEEPER), "#step=0")
    assert [re.sub(r"leaf, −?\d+", "leaf", text) for text, *_ in items(page)][-6:] == [
        *("c2, leaf, not reached", "a3, MIN, not reached", "b1, MAX, not reached"),
        *("c1, leaf, not reached", "c2, leaf, not reached", "b2, MAX, not reached"),
    ]
    page.press("$")
    page.until(lambda: items(page)[-1][0] == "b2, pruned branch", "a branch is no leaf")


def test_the_list_of_a_large_tree_stays_short(open_page: Open) -> None:
    page = open_page(tracer.trace([list(range(8_000))]), "#step=5000")
    page.press("e")
    assert len(items(page)) == 300
    current = page.page.locator("[role=treeitem][aria-current=step]")
    assert current.count() == 1


# As a file.


def test_a_view_is_saved_as_svg_and_as_png(open_page: Open, tmp_path: Path) -> None:
    page = open_page(tracer.trace(AIMA), "#step=12", accept_downloads=True)
    for sort in "SVG", "PNG":
        with page.page.expect_download() as waiting:
            page.page.get_by_role("button", name=f"save this view as {sort}").click()
        waiting.value.save_as(tmp_path / f"view.{sort}")
        assert waiting.value.suggested_filename.endswith(f"-step-12.{sort.lower()}")
    root = ElementTree.parse(tmp_path / "view.SVG").getroot()
    texts = [str(one.text) for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"= 12", "α 3", "✂ 2 ≤ α 3", "α 3 ≥ β 2", "4"} <= set(texts)
    assert "6" in texts, "what is pruned next has its number, as all leaves have, and nothing else"
    assert (tmp_path / "view.PNG").read_bytes().startswith(b"\x89PNG")


def test_a_file_of_hostile_names_is_xml(open_page: Open, tmp_path: Path) -> None:
    page = open_page(hostile_trace(), "#step=40", accept_downloads=True)
    with page.page.expect_download() as waiting:
        page.page.get_by_role("button", name="save this view as SVG").click()
    waiting.value.save_as(tmp_path / "view.svg")
    assert {one.tag.rpartition("}")[2] for one in ElementTree.parse(tmp_path / "view.svg").iter()} <= {
        *("svg", "title", "path", "rect", "text"),
    }


def test_a_shared_link_has_a_title_and_a_line_about_it() -> None:
    """A picture of a preview is at an address of its own, which one file has not."""
    text = document.make_page(tracer.trace("tictactoe"))
    assert "og:image" not in text
    for name in "description", "og:title", "og:description":
        assert re.search(rf'<meta (?:name|property)="{name}" content="[^"]+">', text), name
    assert "value 0, 18,297 visited nodes, 4,237 pruning cutoffs" in text
    assert '<link rel="icon" href="data:image/svg+xml;base64,' in text


@pytest.mark.parametrize("options", [{"max_nodes": 2_000}, {"search": "uct", "iterations": 1_500}])
@pytest.mark.parametrize("size", [(900, 600), (390, 700)])
def test_the_picture_follows_the_event(tab: Any, size: tuple[int, int], options: dict[str, Any]) -> None:
    """Stepping never leaves the node of the step outside of the picture."""
    packed = pack(tracer.trace("tictactoe", **options))
    found = tab.evaluate(
        FOLLOWED % script.join_modules(),
        [packed.header, base64.b64encode(packed.data).decode(), script.make_style(), size],
    )
    assert found == [found[0], []]
    assert found[0] > 1_000
