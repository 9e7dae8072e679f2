"""Nodes of a Monte Carlo tree search in the colour of their mean, which also stands in them as a number."""

import base64
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from strategies import AIMA

import tracer
import viz
from tracer.recording.best_first_recorder import BestFirstRecorder
from viz.page import script
from viz.page.packing import pack
from viz.pictures.best_first import MEAN_COLOUR_COUNT, mean_colour_index, mean_value_range
from viz.pictures.roles import Kind, Role, role_of_node
from viz.pictures.theme import THEMES

MIDDLE = MEAN_COLOUR_COUNT // 2


def by_hand(*values: float) -> tracer.Trace:
    """Moves that were tried once each, and one that never was."""
    recorder = BestFirstRecorder()
    root = recorder.add(None, None, 1)
    for number, value in enumerate(values):
        recorder.update(recorder.add(root, f"m{number}", -1), value)
        recorder.iteration()
    recorder.add(root, "never", -1)
    return tracer.Trace(*recorder.finish(), tracer.Header(search="mcts"))


@pytest.mark.parametrize(
    ("values", "ends", "found"),
    [
        ((1, -1, 0, 0.5, -0.5), (-1, 1), [6, 0, 3, 5, 2]),
        ((-8, 2, 0), (-8, 8), [0, 4, 3]),
        ((0, 1, 0.5), (0, 1), [0, 6, 3]),
        ((-2, -1), (-2, 0), [0, 3]),
        ((0, 0), None, [None, None]),
    ],
)
def test_the_colour_says_how_good_the_mean_is_for_max(values: Any, ends: Any, found: list[int | None]) -> None:
    trace = by_hand(*values)
    assert trace.columns.log is not None
    assert mean_value_range(trace.columns.log) == ends
    assert [mean_colour_index(trace, 1 + place) for place in range(len(values))] == found
    assert mean_colour_index(trace, len(trace) - 1) is None


def test_other_searches_have_no_means() -> None:
    for search in ("alphabeta", "pns", "sss"):
        trace = tracer.trace(AIMA, search, **({"goal": "3"} if search == "pns" else {}))
        assert all(role_of_node(trace, node).quality is None for node in range(len(trace)))


def _luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("name", THEMES)
def test_numbers_can_be_read_on_every_colour(name: str) -> None:
    theme = THEMES[name]
    assert len(set(theme.means)) == len(theme.means) == MEAN_COLOUR_COUNT
    for number in range(MEAN_COLOUR_COUNT):
        look = theme.node_look(Role(Kind.MIN, quality=number))
        for text in (look.text, theme.move_colour(look)):
            low, high = sorted((_luminance(look.fill), _luminance(text)))
            assert (high + 0.05) / (low + 0.05) >= 4.5


def test_in_print_lightness_alone_orders_them() -> None:
    greys = [_luminance(colour) for colour in THEMES["print"].means]
    assert all(one > other * 1.05 for one, other in pairwise(greys))


def test_the_legend_says_what_the_ends_are_and_shapes_have_no_colour() -> None:
    trace = tracer.trace("tictactoe", "uct", iterations=40)
    drawn = viz.picture(trace)
    entries = {entry.sign: entry for entry in drawn.legend if str(entry.sign).startswith("Q ")}
    assert list(entries) == ["Q 1", "Q 0", "Q −1"]
    fills = [entry.look.fill for entry in entries.values() if entry.look is not None]
    assert fills == [drawn.theme.means[place] for place in (6, 3, 0)]
    shapes = [entry.look for entry in drawn.legend if entry.meaning == Kind.MIN]
    assert [look.fill for look in shapes if look is not None] == [drawn.theme.background]


def test_colours_are_those_of_the_step() -> None:
    trace = tracer.trace("tictactoe", "uct", iterations=200)
    early, late = viz.picture(trace, step=15), viz.picture(trace)
    for drawn, step in ((early, 15), (late, 199)):
        for box in drawn.boxes:
            if box.role.quality is not None:
                said = next(line for line in box.lines if ", Q " in line).partition(", Q ")[2].replace("−", "-")
                assert box.role.quality == pytest.approx((float(said) + 1) * 3, abs=0.501), step


def test_every_format_has_them(tmp_path: Path) -> None:
    trace, plain = tracer.trace(AIMA, "uct", iterations=30), tracer.trace(AIMA)
    blue = THEMES["light"].means[-1]
    for suffix in ("svg", "dot", "mmd"):
        viz.draw(trace, tmp_path / f"t.{suffix}")
        assert blue in (tmp_path / f"t.{suffix}").read_text()
    viz.draw(trace, tmp_path / "t.tex")
    viz.draw(plain, tmp_path / "p.tex")
    text = (tmp_path / "t.tex").read_text()
    assert f"plyscopemean6fill}}{{HTML}}{{{blue[1:].upper()}}}" in text
    assert "plyscope terminal, plyscope mean" in text
    assert "plyscope mean" not in (tmp_path / "p.tex").read_text()


KNOWN = """async ([header, data, step]) => {
    %s
    const trace = await rooms.unpack.unpack(header, Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
    return Array.from({length: trace.size}, (_, node) => trace.quality(node, step));
}"""


@pytest.mark.parametrize("game", ["tictactoe", AIMA, "random:b=3,d=4"])
def test_the_page_has_the_same(tab: Any, game: Any) -> None:
    trace = tracer.trace(game, "uct", iterations=150)
    packed = pack(trace)
    given = [packed.header, base64.b64encode(packed.data).decode(), trace.steps - 1]
    known = tab.evaluate(KNOWN % script.join_modules(), given)
    assert known == [-1 if (one := mean_colour_index(trace, node)) is None else one for node in range(len(trace))]


def test_the_page_shows_them_and_says_so(open_page: Any) -> None:
    page = open_page(tracer.trace("tictactoe", "uct", iterations=40)).page
    said = page.locator(".legend").inner_text()
    assert all(f"mean {number}" in said for number in ("1", "0", "−1"))
    assert "mean" not in open_page(tracer.trace(AIMA, "sss")).page.locator(".legend").inner_text()
