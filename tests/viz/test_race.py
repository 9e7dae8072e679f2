"""A race: what of the full tree is filled when, how large the files are, and the page that plays it."""

from __future__ import annotations

import io
import json
import re
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import tracer
from tracer.comparing.first_visits import Race, Runner, race
from tracer.errors import PlyscopeError
from viz.charts.cell_kinds import CellKind, cell_looks
from viz.pictures.fits import NAMED_SIZES, parse_display_size
from viz.pictures.theme import LIGHT, THEMES
from viz.race import lanes, moving
from viz.race.filling import Lane, Plan, filled
from viz.race.lanes import Look, frames, told

WAIT = 20_000
LOOK = Look(parse_display_size("640x480"), LIGHT)


@cache
def run(game: Any = "nim:1,2,3", *searches: str, **options: Any) -> Race:
    """A race of some searches."""
    tree = tracer.trace(game, "minimax", **options)
    return race(tree, [tracer.trace(game, name, **options) for name in searches or ("minimax", "alphabeta")])


def has_visited(runner: Runner, visits: int) -> Any:
    """Which nodes of the full tree so many visits of a search have come to."""
    return (runner.first > 0) & (runner.first <= visits)


@pytest.mark.parametrize(("columns", "rows"), [(37, 20), (400, 20), (37, 3)])
def test_the_row_of_all_has_as_much_hatched_as_was_not_visited(columns: int, rows: int) -> None:
    found = run("nim:1,2,3", "minimax", "alphabeta", "pvs", "mtdf")
    total = len(found.tree)
    for number, runner in enumerate(found.runners):
        lane = Lane(found, runner, columns, rows)
        for frame in range(17):
            visits = found.visits_at(frame, 17)[number]
            lane.go(visits)
            seen = int(has_visited(runner, visits).sum())
            assert lane.visited[-1].sum() == pytest.approx(seen)
            share = lane.shares[-1].mean(axis=1)
            if total % columns == 0 or columns % total == 0:
                assert share[CellKind.PRUNED] == pytest.approx(1 - seen / total)
            assert lane.shares[-1].sum(axis=0) == pytest.approx(np.ones(columns))
        assert total - lane.visited[-1].sum() == pytest.approx(runner.never)


def test_a_node_is_filled_over_all_of_its_subtree_when_it_is_visited() -> None:
    found = run("nim:1,2,3", "minimax", "alphabeta")
    tree, runner = found.tree.columns, found.runners[1]
    total = len(found.tree)
    lane = Lane(found, runner, total, 99)
    for visits in (0, 1, 5, runner.visited // 2, runner.visited):
        lane.go(visits)
        wanted = np.zeros((int(tree.ply.max()) + 1, total))
        for node in np.flatnonzero(has_visited(runner, visits)):
            wanted[tree.ply[node], node : tree.end[node]] = 1
        shown = lane.shares
        coloured = shown.sum(axis=1) - shown[:, CellKind.PRUNED]
        assert (coloured[:-1] == wanted).all()


def test_hatched_pixels_are_the_nodes_that_were_never_visited() -> None:
    """Counted in the bitmap: a tree whose nodes are whole pixels wide."""
    game = [[3, 5], [2, 9]]
    found = race(tree := tracer.trace(game, "minimax"), [tree, tracer.trace(game)])
    look = Look(None, LIGHT)
    _, plan = lanes._lay_out(found, look)
    plan = Plan(70 * len(tree), plan.rows, plan.row, plan.above_all, plan.all, plan.dpi)
    pruned = cell_looks(LIGHT)[CellKind.PRUNED]
    colours = [[int(one[k : k + 2], 16) for k in (1, 3, 5)] for one in (pruned.fill, pruned.stripe)]
    for runner in found.runners:
        *_, last = filled(found, runner, 5, plan, LIGHT)
        row = last[-plan.all :]
        hatched = sum(int((row == colour).all(axis=2).sum()) for colour in colours)
        assert hatched == runner.never * 70 * plan.all


@pytest.mark.parametrize("whole", [True, False])
def test_both_ways_to_draw_a_frame_give_one_picture(whole: bool) -> None:
    from viz.formats import png

    found = run("random:b=2,d=5", "minimax", "alphabeta")
    drawn = frames(found, 6, LOOK, whole=whole)
    other = frames(found, 6, LOOK, whole=not whole)
    pytest.importorskip("resvg_py")
    from PIL import Image

    for one, two in zip(drawn, other, strict=True):
        a, b = (
            np.asarray(Image.open(io.BytesIO(png.encode_png(canvas, 96))).convert("RGB"), int) for canvas in (one, two)
        )
        assert np.abs(a - b).max() <= 2


@pytest.mark.parametrize("name", ["slide", "page", "column", "square", "500x400", "none"])
def test_it_obeys_its_fit(name: str) -> None:
    found, wanted = run(), parse_display_size(name)
    drawn = frames(found, 3, Look(wanted, LIGHT), whole=True)
    assert {one.size for one in drawn} == {drawn[0].size}
    if wanted is not None:
        width, height = drawn[0].size
        assert width <= wanted.width + 1
        assert height <= wanted.height + 1
        smallest = min(text.size for text in drawn[-1].iter_texts()) * drawn[-1].scale
        assert smallest >= wanted.min_text_size - 1e-9
    assert name in NAMED_SIZES or wanted is not None


@pytest.mark.parametrize(("game", "depth"), [("nim:1,2,3", 3), ("tictactoe", 4)])
@pytest.mark.parametrize("shown_on", ["slide", "none"])
def test_it_says_to_which_depth_the_full_tree_was_searched(game: str, depth: int, shown_on: str) -> None:
    """In its title, at its axis and, where a column is several nodes, below it; a title of one's own stands alone."""
    found = run(game, depth=depth)
    drawn = frames(found, 2, Look(parse_display_size(shown_on), LIGHT), whole=True)[-1]
    texts = " ".join(text.text for text in drawn.iter_texts())
    assert drawn.title == f"{game}, depth {depth}"
    assert f"{game}, depth {depth}" in texts
    assert f"nodes of the full tree to depth {depth}, in the order of its moves" in texts
    assert ("full tree to depth 4; coloured" in texts) == (game == "tictactoe")
    page = moving.content(found, "html", LOOK).decode()
    assert f"<title>{game}, depth {depth}: a race of" in page
    own = frames(found, 2, Look(parse_display_size(shown_on), LIGHT, "My title"), whole=True)[-1]
    assert own.title == "My title"


def test_a_tree_without_a_limit_has_no_depth_in_its_title() -> None:
    drawn = frames(run("nim:1,2,3"), 2, LOOK, whole=True)[-1]
    assert drawn.title == "nim:1,2,3"
    assert not any("depth" in text.text for text in drawn.iter_texts())


def test_every_search_stands_there_with_its_count() -> None:
    found = run("nim:1,2,3", "minimax", "alphabeta", "pvs")
    drawn = frames(found, 11, LOOK, whole=False)
    for frame, canvas in enumerate(drawn):
        texts = {text.text for text in canvas.iter_texts()}
        for runner, visits in zip(found.runners, found.visits_at(frame, 11), strict=True):
            assert {runner.name, told(runner, visits)} <= texts


def test_times_are_whole_hundredths_and_no_longer_than_asked() -> None:
    found = run()
    for seconds in (1.0, 3.3, 8.0, 9.7, 10.0):
        stand = moving.times(found, seconds)
        assert sum(stand) <= seconds + 1e-9
        assert sum(stand) > 0.8 * seconds
        assert all(abs(100 * one - round(100 * one)) < 1e-6 for one in stand)
        assert stand[-1] == pytest.approx(seconds / 4, abs=0.011)


def test_a_gif_is_small_and_short(need: Any) -> None:
    need("resvg_py")
    need("PIL")
    from PIL import Image

    found = run("tictactoe", "minimax", "alphabeta", depth=5)
    data = moving.content(found, "gif", LOOK, 2.0)
    image = Image.open(io.BytesIO(data))
    duration = 0
    for frame in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(frame)
        duration += image.info["duration"]
    assert len(data) <= moving.LARGEST_GIF
    assert 1_600 <= duration <= 2_000
    assert image.n_frames == len(moving.times(found, 2.0))  # type: ignore[attr-defined]


def test_a_gif_that_is_too_large_is_made_again_with_fewer_dots(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def data(drawn: object, stand: object, dots: int) -> bytes:
        tried.append(dots)
        return bytes(500 * dots * dots)

    monkeypatch.setattr(moving.gif, "encode_gif", data)
    found = moving.content(run(), "gif", LOOK, 2.0)
    assert len(found) <= moving.LARGEST_GIF
    assert tried[0] > tried[-1] >= moving.COARSEST


def test_an_svg_moves_by_itself_and_loads_nothing() -> None:
    found = run("random:b=3,d=5", "minimax", "alphabeta")
    text = moving.content(found, "svg", LOOK, 2.0).decode()
    root = ElementTree.fromstring(text)
    assert not re.search(r"<script|url\(|@import|href=\"(?!data:image/png)", text)
    style = next(one.text or "" for one in root.iter() if one.tag.endswith("style"))
    assert "@keyframes" in style
    assert "prefers-reduced-motion" in style
    assert sum(f"{found.runners[1].never:,}" in (one.text or "") for one in root.iter()) == 1
    assert moving.content(found, "svg", LOOK, 2.0).decode() == text


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_draws_it(theme: str) -> None:
    assert (
        THEMES[theme].background
        in moving.content(run(), "svg", Look(parse_display_size("640x480"), THEMES[theme]), 1.0).decode()
    )


@pytest.mark.parametrize(
    ("path", "seconds", "message"),
    [
        ("a.pdf", None, "svg, html, gif, png"),
        ("a.gif", 10.5, "1 to 10 seconds"),
        ("a.svg", 0.5, "1 to 60 seconds"),
        ("a", None, "no race as"),
    ],
)
def test_what_a_race_cannot_be_is_refused(path: str, seconds: float | None, message: str) -> None:
    with pytest.raises(PlyscopeError, match=message):
        moving.check(path, None, seconds)


def test_a_deep_tree_and_many_searches_fit() -> None:
    """Several plies share a row there, and the row of all nodes is still the lowest."""
    chain: Any = 1
    for _ in range(400):
        chain = [chain]
    found, look = run_list(chain), Look(parse_display_size("slide"), LIGHT)
    drawn = frames(found, 3, look, whole=False)
    assert drawn[0].size[1] <= 1080 * 0.75 + 1
    _, plan = lanes._lay_out(found, look)
    assert 1 < plan.rows < 400
    looks = cell_looks(LIGHT)
    never, *_, last = filled(found, found.runners[0], 3, plan, LIGHT)
    background = [int(LIGHT.background[k : k + 2], 16) for k in (1, 3, 5)]
    hatched = [
        [int(one[k : k + 2], 16) for k in (1, 3, 5)]
        for one in (looks[CellKind.PRUNED].fill, looks[CellKind.PRUNED].stripe)
    ]
    low = never[-plan.all :]
    assert sum(int((low == colour).all(axis=2).sum()) for colour in hatched) == low[:, :, 0].size
    assert not (last[-plan.all :] == background).all(axis=2).any()


def test_a_plan_has_as_many_rows_as_a_lane() -> None:
    for deep in range(60, 400, 37):
        chain: Any = 1
        for _ in range(deep):
            chain = [chain]
        found = run_list(chain)
        _, plan = lanes._lay_out(found, Look(parse_display_size("slide"), LIGHT))
        assert len(Lane(found, found.runners[0], plan.columns, plan.rows).shares) == plan.rows + 1


def run_list(game: Any) -> Race:
    """A race of ten searches in a tree of one's own."""
    tree = tracer.trace(game, "minimax")
    return race(tree, [tree, *(tracer.trace(game) for _ in range(9))])


@pytest.mark.parametrize("format", ["svg", "html"])
def test_the_hatching_of_a_sign_is_in_front_of_its_area(format: str) -> None:
    found = run("random:b=3,d=5", "minimax", "alphabeta")
    (look,) = (look for _, look in lanes.key(found, LIGHT) if look.hatch)
    text = moving.content(found, format, LOOK).decode()
    assert 0 < text.index(f'fill="{look.fill}"') < text.index(f'stroke="{look.stripe}"')


def test_a_projected_page_is_read_in_the_back_row(browser: Any, tmp_path: Path) -> None:
    """Its picture has the room beside the slider, and is not made smaller to have it."""
    file = tmp_path / "race.html"
    slide = Look(parse_display_size("slide"), LIGHT)
    file.write_bytes(moving.content(run("random:b=3,d=5", "minimax", "alphabeta"), "html", slide))
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.goto(file.as_uri())
    sizes = page.evaluate(
        "() => [...document.querySelectorAll('svg text')].map((text) =>"
        " parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"
    )
    assert min(sizes) >= 13.9
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 1080


@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_is_paused_and_dragged(browser: Any, tmp_path: Path, width: int) -> None:
    found = run("random:b=3,d=5", "minimax", "alphabeta")
    file = tmp_path / "race.html"
    file.write_bytes(moving.content(found, "html", LOOK))
    count = len(moving.times(found, None))
    page = browser.new_page(viewport={"width": width, "height": 800})
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda asked: said.append(asked.url) if not asked.url.startswith(("file:", "data:")) else None)
    page.goto(file.as_uri())
    slider, button = page.locator("input"), page.locator("button")
    page.wait_for_function("() => Number(document.querySelector('input').value) > 2", timeout=WAIT)
    page.keyboard.press("Space")
    assert button.text_content() == "Play"
    at = int(slider.input_value())
    page.keyboard.press("ArrowRight")
    assert int(slider.input_value()) == at + 1
    for frame in (0, count // 3, count - 1):
        slider.evaluate("(one, frame) => { one.value = frame; one.dispatchEvent(new Event('input')); }", frame)
        shown = page.evaluate(
            "() => [...document.querySelectorAll('svg text')]"
            ".filter((text) => getComputedStyle(text).visibility === 'visible').map((text) => text.textContent)"
        )
        for runner, visits in zip(found.runners, found.visits_at(frame, count), strict=True):
            assert told(runner, visits) in shown
            assert told(runner, visits) in slider.get_attribute("aria-valuetext")
    box = page.locator("figure").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 5)
    page.mouse.up()
    assert abs(int(slider.input_value()) - (count - 1) / 2) <= 1
    button.click()
    assert button.text_content() == "Pause"
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    # The text of the picture is too small there: what its colours mean stands below it.
    signs = page.locator("li")
    assert signs.first.is_visible() == (width == 390)
    assert signs.all_text_contents() == ["MAX to move", "MIN to move", "game over", "not visited"]
    assert {
        len(look) > 0 for look in signs.locator("i").evaluate_all("(all) => all.map((i) => i.style.background)")
    } == {True}
    assert said == []
    page.close()


def test_a_page_holds_names_that_are_markup() -> None:
    found = run("random:b=2,d=3", "minimax", "alphabeta")
    evil = "</script><b>{script}"
    odd = Race(found.tree, [Runner(evil, one.first, one.visited) for one in found.runners])
    text = moving.content(odd, "html", LOOK).decode()
    assert evil not in text
    data = re.search(r'<script type="application/json">(.*?)</script>', text)
    assert data is not None
    assert json.loads(data[1])["names"] == [evil, evil]
