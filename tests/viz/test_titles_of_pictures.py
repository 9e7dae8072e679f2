"""Titles and subtitles of one's own, the counts of a step, and the mark of the node that a picture is near to."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from strategies import AIMA

import tracer
import viz
from tracer.count.spared import count
from tracer.errors import PlyscopeError
from viz.export import write_stream
from viz.paper.canvas import Rectangle
from viz.paper.fitting import fit_picture
from viz.paper.picture_drawing import draw_picture

TITLE, SUBTITLE = "Figure 1 <b>", "what alpha-beta skips"


def drawn(format: str, **options: Any) -> bytes:
    stream = io.BytesIO()
    write_stream(tracer.trace(AIMA), stream, format, **options)
    return stream.getvalue()


@pytest.mark.parametrize("format", ["svg", "dot", "tex", "mmd", "md", "html"])
def test_a_title_and_a_subtitle_stand_in_every_drawing(format: str) -> None:
    text = drawn(format, title="Figure 1", subtitle="skips").decode()
    assert "Figure 1" in text
    assert "skips" in text
    if format == "html":
        # What a page keeps to search a changed tree again has the name of the search.
        assert "tree of 9 leaves" not in text.partition("</head>")[0]
        return
    assert "tree of 9 leaves" not in text
    assert "11 visited" not in text


def test_a_title_stands_first_and_a_subtitle_second() -> None:
    trace = tracer.trace(AIMA)
    assert viz.picture(trace, title=TITLE).heading == (TITLE, "value 3 · 11 visited · 2 pruned nodes")
    assert viz.picture(trace, subtitle=SUBTITLE).heading == ("tree of 9 leaves, alphabeta", SUBTITLE)
    assert viz.picture(trace, root=1, title="a\x1bb", subtitle=SUBTITLE, max_nodes=2).heading == (
        "a␛b",
        SUBTITLE,
        "2 of 4 drawn",
    )
    assert viz.picture(trace, title="", subtitle="").heading == viz.picture(trace).heading


def test_a_drawing_of_two_searches_keeps_their_results() -> None:
    one, other = (tracer.trace(AIMA, search) for search in ("minimax", "alphabeta"))
    sides = viz.side_by_side(one, other)
    heading = viz.picture(sides.trace, sides=sides, title=TITLE, subtitle=SUBTITLE).heading
    assert heading[:2] == (TITLE, SUBTITLE)
    assert [line[:2] for line in heading[2:4]] == ["A ", "B "]


def test_a_title_needs_a_caption() -> None:
    with pytest.raises(PlyscopeError, match="title and subtitle stand in the caption"):
        viz.picture(tracer.trace(AIMA), title=TITLE, caption=False)


def test_searches_beside_one_another_have_one_title(tmp_path: Path) -> None:
    traces = [tracer.trace(AIMA, search) for search in ("minimax", "alphabeta")]
    from viz.export import beside_content

    shape: dict[str, Any] = {"title": "Figure 1", "subtitle": "skips"}
    text = beside_content(traces, tmp_path / "both.svg", options=[shape, shape]).decode()
    texts = [
        found
        for found in re.findall(r">([^<>]+)</text>", text)
        if found in ("Figure 1", "skips", "minimax", "alphabeta")
    ]
    assert texts == ["Figure 1", "skips", "minimax", "alphabeta"]


def test_every_frame_of_an_animation_has_the_title() -> None:
    text = drawn("svg", title="Figure 1", subtitle="skips", animate="event").decode()
    assert "Figure 1" in text
    assert "skips" in text
    assert "tree of 9 leaves" not in text


def test_a_page_has_its_title_in_its_header() -> None:
    text = viz.to_html(tracer.trace(AIMA), title=TITLE, subtitle=SUBTITLE)
    header = json.loads(re.search(r'data-plyscope="header">(.*?)</script>', text)[1])  # type: ignore[index]  # there is
    assert (header["title"], header["subtitle"]) == (TITLE, SUBTITLE)
    assert "<title>Figure 1 &lt;b&gt; · plyscope</title>" in text


@pytest.mark.parametrize("budget", [None, 3])
def test_the_node_that_all_is_near_to_is_marked_and_explained(budget: int | None) -> None:
    trace = tracer.trace(AIMA)
    node = trace.find("a3").index
    found = fit_picture(trace, near=node, max_nodes=budget)
    (place,) = found.marked
    assert found.boxes[place].name == f"n{node}"
    assert found.boxes[place].lines[0] == "❯ a3"
    assert [entry.meaning for entry in found.legend if entry.sign == "❯"] == ["the node that all else is near to"]
    grounds = [shape for shape in draw_picture(found).shapes if isinstance(shape, Rectangle) and shape.radius]
    assert len(grounds) == 1
    assert "❯" not in "".join(entry.sign for entry in fit_picture(trace).legend)


def test_the_step_s_node_and_that_which_all_is_near_to_are_both_marked() -> None:
    trace = tracer.trace(AIMA)
    found = fit_picture(trace, near=5, step=trace.left(6))
    assert [found.boxes[place].node for place in found.marked] == [5, 6]


def test_graphviz_s_layout_fits_nothing() -> None:
    for fit in ("page", "slide", "none"):
        with pytest.raises(PlyscopeError, match="leave out fit, or layout"):
            viz.picture(tracer.trace(AIMA), layout="dot", fit=fit)
    assert viz.picture(tracer.trace(AIMA), layout="dot").fit is None


def test_text_at_edges_has_room_of_its_own_in_graphviz() -> None:
    text = viz.to_dot(tracer.trace(AIMA), moves="edge", fold=False)
    assert "headlabel" not in text
    assert text.count(" label=<<TABLE") == 12


def test_a_picture_of_a_step_counts_the_nodes_pruned_by_then() -> None:
    trace = tracer.trace("tictactoe")
    spared = count(trace)
    assert spared is not None
    for step in (100, 20_000, trace.landmarks.pruning_steps[-1].item()):
        last = len(trace.past(step)) - 1
        assert viz.picture(trace, step=step).heading[1].endswith(f" visited · {spared.met(last):,} pruned nodes so far")
    below = spared.met(int(trace.columns.end[16_785]) - 1) - spared.met(16_785)
    assert f" · {below:,} pruned nodes" in viz.picture(trace, step=40_000, root=16_785).heading[1]
    assert "pruned branches" in viz.picture(tracer.trace("connect4", depth=6), step=5_000).heading[1], (
        "too many to count"
    )
