"""What has room on the page: on a telephone held either way, at a cutoff, at the end of a recording."""

import base64
from typing import Any

import pytest
from framed import apart, together
from pages import Open, written
from strategies import AIMA

import tracer
from tracer.file import frames
from tracer.recording.status import TERMINAL
from viz.page import script
from viz.page.packing import pack


@pytest.mark.parametrize("size", [(844, 390), (390, 844), (1280, 800), (1024, 420)])
@pytest.mark.parametrize("game", [AIMA, [[1, [2, 3]], [4, [5, 6]]]])
def test_every_leaf_is_in_the_picture(open_page: Open, game: Any, size: tuple[int, int]) -> None:
    trace = tracer.trace(game)
    page = open_page(trace, "#step=3", viewport={"width": size[0], "height": size[1]})
    texts = written(page, "$")
    size_of = "() => { const it = document.querySelector('.stage'); return [it.clientWidth, it.clientHeight]; }"
    width, height = page.page.evaluate(size_of)
    inside = {one["text"] for one in texts if 0 <= one["x"] <= width and 0 <= one["y"] <= height}
    leaves = [node for node in range(len(trace)) if trace.columns.status[node] == TERMINAL]
    assert {trace.label(node) for node in leaves} <= inside
    lowest = max(one["y"] for one in texts)
    assert lowest <= height
    controls = page.page.locator(".thumbs" if size[0] <= 480 else ".controls").bounding_box()
    assert controls is not None
    assert controls["y"] + controls["height"] <= size[1]


@pytest.mark.parametrize("game", ["tictactoe", "nim:1,3,5"])
def test_what_invites_to_play_is_no_wider_than_a_telephone(open_page: Open, game: str) -> None:
    page = open_page(tracer.trace(game), viewport={"width": 390, "height": 844})
    box = page.page.locator(".story").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


INVITED = """async ([header, data, rules, sizes]) => {
    %s
    const style = new CSSStyleSheet();
    style.replaceSync(rules);
    document.adoptedStyleSheets = [style];
    document.body.innerHTML = "<div id=place></div>";
    const place = document.querySelector("#place");
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const trace = await rooms.unpack.unpack(header, bytes);
    const found = [];
    for (const [width, height] of sizes) {
        Object.assign(place.style, {width: `${width}px`, height: `${height}px`});
        const {tree, destroy} = rooms.main.mount(place, trace), {layout: {ids, x, y, lefts, widths}, camera} = tree;
        const story = place.querySelector(".story"), half = rooms.layout.HEIGHT / 2 * camera.scale;
        const left = story.offsetLeft, top = story.offsetTop;
        const right = left + story.offsetWidth, bottom = top + story.offsetHeight;
        const apart = ids.map((_, at) => {
            const [middle, row] = [camera.toScreenX(x[at]), camera.toScreenY(y[at])];
            const frame = at ? 0 : 6 * Math.max(camera.scale, 0.5), reach = half + frame;
            const from = middle - lefts[at] * camera.scale - frame, to = middle + widths[at] / 2 * camera.scale + frame;
            return Math.max(from - right, left - to, row - reach - bottom, top - row - reach);
        });
        const seen = getComputedStyle(story).visibility === "visible";
        found.push([seen, story.classList.contains("small"), Math.min(...apart)]);
        destroy();
    }
    return found;
}"""
"""For each size of a view: whether it invites to play, by its sign alone, and how far from the next node or frame."""


def test_what_invites_to_play_touches_no_node_and_no_frame(tab: Any) -> None:
    sizes = [(390, 760), (760, 700), (844, 320), (1024, 620), *((width, 680) for width in range(1100, 1500, 25))]
    packed = pack(tracer.trace(AIMA))
    data = [packed.header, base64.b64encode(packed.data).decode(), script.make_style(), sizes]
    found = tab.evaluate(INVITED % script.join_modules(), data)
    assert [size for size, (seen, _, _) in zip(sizes, found, strict=True) if not seen] == []
    assert min(apart for _, _, apart in found) >= 4
    assert sum(small for _, small, _ in found) <= 3, "elsewhere it has words"


def test_all_that_is_unfolded_is_in_the_picture_at_the_end(open_page: Open) -> None:
    page = open_page(tracer.trace("tictactoe"), viewport={"width": 1280, "height": 800})
    texts = written(page, "$")
    moves = [one for one in texts if one["text"] in ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")]
    width = page.page.evaluate("() => document.querySelector('.stage').clientWidth")
    assert len(moves) > 40
    assert all(one["left"] >= 0 and one["left"] + one["width"] <= width for one in moves)


@pytest.mark.parametrize("width", [390, 844, 1280, 1920])
def test_the_numbers_of_a_cutoff_lie_over_no_pruned_branch(open_page: Open, width: int) -> None:
    page = open_page(tracer.trace(AIMA), "#step=11", viewport={"width": width, "height": 844 if width == 390 else 800})
    texts = written(page, "n")
    label = next(one for one in texts if one["text"] == "✂ 2 ≤ α 3")
    [top] = {one["x"] for one in texts if one["text"] == "a2"}
    for move in ("b2", "b3"):
        foot = sorted(one["x"] for one in texts if one["text"] == move)[1]  # of a2's moves
        assert label["left"] + label["width"] < min(top, foot) or label["left"] > max(top, foot)


@pytest.mark.parametrize(
    ("game", "search", "reasons"),
    [
        ("tictactoe", "alphabeta", ["predict: ≤ 400 nodes", "edit: typed trees"]),
        (str(AIMA), "sss", ["predict: not best-first", "edit: searched to the end"]),
        (str(AIMA), "alphabeta", []),
    ],
)
def test_what_cannot_be_done_says_why_in_its_button(
    open_page: Open, game: str, search: str, reasons: list[str]
) -> None:
    page = open_page(tracer.trace(game, search))
    assert page.page.locator(".absent").all_text_contents() == reasons


def test_a_recording_without_its_end_is_unfinished(open_page: Open, tmp_path: Any) -> None:
    path = tmp_path / "torn.plyscope"
    tracer.trace(AIMA).save(path)
    path.write_bytes(together([part for part in apart(path.read_bytes()) if part[0] != frames.END]))
    page = open_page(tracer.load(path), "#step=23")
    assert page.text(".result") == "value 3 · unfinished · 11 visited · 2 pruned nodes"
