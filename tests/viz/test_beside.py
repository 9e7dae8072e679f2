"""Several searches beside one another from the command line: each with what it counted, explained once."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from strategies import AIMA

import tracer
from tracer.errors import PlyscopeError
from tui import cli
from viz import beside
from viz.export import beside_content
from viz.paper import fitting
from viz.pictures.fits import parse_display_size
from viz.pictures.headings import describe_result


def texts(content: bytes) -> list[str]:
    """The lines of text of an SVG."""
    return ["".join(one.itertext()) for one in ElementTree.fromstring(content).iter() if one.tag.endswith("}text")]


def two(**options: Any) -> tuple[list[tracer.Trace], list[str]]:
    traces = [tracer.trace(AIMA, name) for name in ("minimax", "alphabeta")]
    return traces, texts(beside_content(traces, "both.svg", options=[options, options]))


def test_the_game_stands_above_all_and_each_search_with_its_counts_above_its_tree() -> None:
    traces, found = two()
    assert found[0] == traces[0].header.name
    for name, trace in zip(("minimax", "alphabeta"), traces, strict=True):
        assert found[found.index(name) + 1] == describe_result(trace)
    assert found.count("MAX to move") == 1
    assert sum("from MAX's view" in text for text in found) == 1


def test_every_node_of_each_is_there() -> None:
    traces, _ = two()
    content = beside_content(traces, "both.svg", options=[{}, {}])
    names = [one.attrib["id"] for one in ElementTree.fromstring(content).iter() if "id" in one.attrib]
    assert names == [f"p{k}.n{node}" for k, trace in enumerate(traces) for node in range(len(trace))]


def test_options_shape_each_picture() -> None:
    _, found = two(numbers=True, history=True, last_cutoffs=True)
    assert found.count("α or β was a, and then b") == 1
    assert sum("#2" in text.split() for text in found) == 2
    _, bare = two(caption=False, legend=False)
    assert not {"minimax", "alphabeta", "MAX to move"} & set(bare)


@pytest.mark.parametrize("count", [2, 3])
def test_the_command_draws_as_many_as_are_named(tmp_path: Path, count: int) -> None:
    searches = ["minimax", "alphabeta", "negamax"][:count]
    words = [word for name in searches for word in ("-a", name)]
    command = [sys.executable, "-c", "from tui.cli import main; main()", "export", str(AIMA), *words]
    done = subprocess.run(
        [*command, "-o", tmp_path / "a.svg", "-o", tmp_path / "a.pdf"], capture_output=True, check=True
    )
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert b"a.svg" in done.stderr
    found = texts((tmp_path / "a.svg").read_bytes())
    assert [text for text in found if text in searches] == searches
    piped = subprocess.run([*command, "-o", "-", "-f", "svg"], capture_output=True, check=True)
    assert piped.stdout == (tmp_path / "a.svg").read_bytes()


def test_two_recordings_are_drawn_beside_one_another_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Of other positions too; each then has its game in its heading."""
    monkeypatch.chdir(tmp_path)
    tracer.trace(AIMA, "minimax").save("a.plyscope")
    tracer.trace([[5, 6], [7, 8]]).save("b.plyscope")
    with pytest.raises(SystemExit) as end:
        cli.main(["export", "a.plyscope", "b.plyscope", "-o", "both.svg"])
    assert not end.value.code, capfd.readouterr().err
    found = texts((tmp_path / "both.svg").read_bytes())
    assert [text for text in found if text.endswith((", minimax", ", alphabeta"))] == [
        tracer.load(name).header.title for name in ("a.plyscope", "b.plyscope")
    ]


CASES = {
    "textbook": (AIMA, ("minimax", "alphabeta")),
    "tic-tac-toe": ("tictactoe", ("minimax", "alphabeta")),
    "random": ("random:b=3,d=4", ("alphabeta", "minimax")),
    "nim": ("nim:1,2,3", ("minimax", "alphabeta")),
    "wide": ("random:b=20,d=2", ("minimax", "alphabeta")),
    "three": ("random:b=3,d=3", ("minimax", "alphabeta", "negamax")),
}


@pytest.mark.parametrize(("name", "shown_on"), [("textbook", "page"), ("tic-tac-toe", "square"), ("random", "page")])
def test_on_a_page_they_may_stand_below_one_another(name: str, shown_on: str) -> None:
    game, searches = CASES[name]
    traces, on = [tracer.trace(game, search) for search in searches], parse_display_size(shown_on)
    assert on is not None
    found = beside.best(traces, [{"fit": shown_on}] * len(traces), on)
    assert found.is_read
    assert found.share_of_trees >= 0.5
    one, other = (beside.ground(found.canvas, f"p{place}.") for place in range(2))
    assert one[2] < other[0] or one[3] < other[1]
    assert (one[3] < other[1]) or (name, shown_on) != ("textbook", "page")


@pytest.mark.parametrize("name", CASES)
def test_they_are_read_where_they_are_shown_and_half_of_it_is_trees(name: str) -> None:
    game, searches = CASES[name]
    traces = [tracer.trace(game, search) for search in searches]
    on = parse_display_size("slide")
    assert on is not None
    shapes = [{"reasons": False}] * len(traces)
    best = beside.best(traces, shapes, on)
    canvas = best.grown()
    assert max(canvas.size[0] - on.width, canvas.size[1] - on.height) <= 1
    pixels = 96 / 72 * on.scale(canvas.width, canvas.height)
    assert min(text.size for text in canvas.iter_texts()) * pixels >= 14 - 1e-6
    assert best.is_read
    assert best.share_of_trees >= 0.5
    assert len({(one.sideways, one.rows) for one in best.pictures}) == 1
    # The trees do not stand in one another's ground.
    boxes = [beside.ground(best.canvas, f"p{place}.") for place in range(len(traces))]
    assert all(left[2] < right[0] for left, right in pairwise(boxes))
    assert all(box[0] >= 0 and box[2] <= best.canvas.width and box[3] <= best.canvas.height for box in boxes)


def test_nodes_stand_in_columns_where_that_shows_more() -> None:
    traces, on = [tracer.trace("tictactoe", name) for name in ("minimax", "alphabeta")], parse_display_size("slide")
    assert on is not None
    flat, *columns, _ = fitting.growth_directions(on)
    best = [
        max(
            (
                sum(len(picture.node_boxes) for picture in one.pictures)
                for one in beside.divided(traces, [{}, {}], on, way)
                if one.is_read
            ),
            default=0,
        )
        for way in (flat, columns[0])
    ]
    assert best[1] > best[0]
    assert all(one.rows for one in next(beside.divided(traces, [{}, {}], on, columns[0])).pictures)


def test_as_large_as_they_come_or_as_is_asked_for() -> None:
    traces = [tracer.trace("tictactoe", name) for name in ("minimax", "alphabeta")]
    content = beside_content(traces, "both.svg", options=[{"max_nodes": 12}] * 2)
    names = [one.attrib["id"] for one in ElementTree.fromstring(content).iter() if "id" in one.attrib]
    assert sum(".n" in name for name in names) == 24
    content = beside_content(traces, "both.svg", options=[{"fit": "none", "max_nodes": 50, "fold": False}] * 2)
    names = [one.attrib["id"] for one in ElementTree.fromstring(content).iter() if "id" in one.attrib]
    assert sum(".n" in name for name in names) == 100


THREE_PLIES = [[[4, 6, 5], [7, 2], 6], [[3, 6], 8, [9, 1, 2]], [[-3, 5, 1], [5, 7]]]
"""A tree of 27 nodes."""


def test_all_of_both_is_drawn_where_there_is_room_in_columns() -> None:
    for orders in (("worst", "best"), ("worst", "worst")):
        traces = [tracer.trace(THREE_PLIES, "alphabeta", order=order) for order in orders]
        found = texts(beside_content(traces, "both.svg", options=[{}, {}]))
        assert not any(text.endswith(" drawn") for text in found)


@pytest.mark.parametrize("shown_on", ["column", "page"])
def test_on_paper_they_are_as_wide_as_it_is(shown_on: str) -> None:
    traces, on = [tracer.trace(THREE_PLIES, name) for name in ("minimax", "alphabeta")], parse_display_size(shown_on)
    assert on is not None
    found = beside.best(traces, [{"fit": shown_on}] * 2, on)
    assert found.is_read
    assert found.grown().size[0] <= on.width + 1
    assert found.grown().size[1] <= on.height + 1
    assert min(sum(box.role.kind.name != "STUB" for box in one.boxes) for one in found.pictures) >= 6


def test_what_cannot_be_read_is_refused_with_what_helps() -> None:
    traces = [tracer.trace(THREE_PLIES, name) for name in ("minimax", "alphabeta")]
    with pytest.raises(PlyscopeError, match=r"2 searches .* cannot be read on 150×150 pixels: give fewer of them"):
        beside_content(traces, "both.svg", options=[{"fit": "150x150"}] * 2)


def test_what_is_larger_than_asked_as_more_nodes_were_asked_for_is_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for more, told in (
        ((), ""),
        (("--ply", "1", "--show", "board"), ""),
        (("--max-nodes", "60", "--fit", "none"), ""),
        (("--max-nodes", "60"), "more than the 320×200 pixels of --fit: all that --max-nodes asks for"),
        (("-a", "minimax", "-a", "alphabeta", "--ply", "2"), "all that --ply asks for cannot be read there"),
    ):
        shown_on = () if "--fit" in more or not told else ("--fit", "320x200")
        with pytest.raises(SystemExit) as end:
            cli.main(["export", "tictactoe", "-o", str(tmp_path / "t.svg"), *more, *shown_on])
        said = capfd.readouterr().err.splitlines()
        assert not end.value.code, said
        assert [line for line in said if told and told in line] == said[1:]
