"""The overview as a picture: it says what it shows, and a bitmap has the pixels that were worked out."""

import io
import re
from typing import Any

import charted
import numpy as np
import pytest
from charted import content
from charted import texts_of as texts
from hostile import HOSTILE, hostile_trace, shown
from strategies import AIMA, WIKIPEDIA

import tracer
from tracer.errors import PlyscopeError
from tracer.recording.status import OPEN
from viz.charts import chart_sheet, icicle, icicle_slices
from viz.charts.cell_kinds import CellKind, cell_looks
from viz.pictures.theme import LIGHT, THEMES

SVG = "{http://www.w3.org/2000/svg}"


def _rgb(colour: str) -> Any:
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], float)


def test_a_png_has_a_column_of_pixels_for_each_slice() -> None:
    """Exactly the painted ones, where no text and no line is over them."""
    from PIL import Image

    trace, dpi = tracer.trace("tictactoe", max_nodes=3_000), 100
    stream = io.BytesIO(content(icicle.CHART, trace, "png", width=4, dpi=dpi, mass="branches"))
    image = np.asarray(Image.open(stream).convert("RGB"))
    columns = round(chart_sheet.panel_width(4) * dpi / 72)
    row = int(icicle.MAX_ROW_HEIGHT * dpi)
    painted = icicle.paint_overview(
        charted.slices(trace, columns).shares,
        LIGHT,
        row_height=row,
        lane_height=round(row * icicle.CUTOFF_LANE_SHARE),
        dpi=dpi,
    )
    left, (ply, kept) = round(chart_sheet.LEFT_MARGIN * dpi), (8, row - 2)
    wanted = painted[ply * row : ply * row + kept]
    window = image[:, left : left + columns]
    tops = [top for top in range(len(window) - kept) if (window[top : top + kept, 1:] == wanted[:, 1:]).all()]
    assert len(tops) == 1
    assert len(np.unique(wanted.reshape(-1, 3), axis=0)) > 4
    assert image.shape[1] == 400


def drawn(trace: tracer.Trace, **options: Any) -> str:
    """An overview as SVG."""
    return content(icicle.CHART, trace, **options).decode()


def test_a_small_trace_says_move_and_value_in_each_node() -> None:
    """And what was searched, the counts, and the signs that occur."""
    found = texts(drawn(tracer.trace(AIMA)))
    assert {"root", "= 3", "≤ 2", "= 14"} <= set(found)
    assert "tree of 9 leaves, alphabeta" in found
    assert "value 3 · 11 visited · 2 cutoffs · 2 pruned nodes below 2 pruned branches" in found
    assert {"MAX to move", "game over", "pruned nodes, never visited", "principal variation"} <= set(found)
    assert "closed by the table" not in found
    assert not any("pixels" in text for text in found)


def test_a_large_trace_is_an_image_between_axes_with_round_numbers() -> None:
    """And says how it is to be read."""
    svg = drawn(tracer.trace("tictactoe"), mass="branches")
    found = texts(svg)
    assert len(re.findall("<image", svg)) == 1
    assert {"0", "5 k", "25 k", "ply", "nodes, in the order of the search"} <= set(found)
    assert "A column of pixels is 18 nodes;" in " ".join(found)
    assert {"a1", "b1", "c3"} <= set(found)


def test_pruned_branches_are_as_wide_as_their_nodes_wherever_these_can_be_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Unless asked otherwise; where nobody knows the game, or there are too many, a branch is as wide as a node."""
    trace = tracer.trace("tictactoe")
    assert texts(drawn(trace)) == texts(drawn(trace, mass="nodes"))
    unknown = tracer.Trace(trace.columns, [], trace.header, labels=trace.move_labels)
    assert texts(drawn(unknown)) == texts(drawn(unknown, mass="branches"))
    assert texts(drawn(trace, across="steps")) == texts(drawn(trace, across="steps", mass="branches"))
    monkeypatch.setattr(icicle_slices, "MAX_COUNTED_BRANCHES", 100)
    assert texts(drawn(trace)) == texts(drawn(trace, mass="branches"))


def test_a_picture_in_which_pruned_branches_are_one_node_each_says_so() -> None:
    """No picture of a search that pruned looks like one that did not."""
    said = "PRUNED BRANCHES STAND HERE AS ONE NODE EACH"
    trace = tracer.trace("connect4", depth=6, order="centre-first")
    assert said in " ".join(texts(drawn(trace, mass="branches")))
    assert said not in " ".join(texts(drawn(trace)))
    assert "nodes of the full tree, in the order of the search" in texts(drawn(trace))
    assert said not in " ".join(texts(drawn(trace, across="steps")))
    assert said not in " ".join(texts(drawn(tracer.trace("tictactoe", "minimax", depth=3), mass="branches")))


def test_a_large_tree_is_as_wide_as_all_of_it() -> None:
    trace = tracer.trace("connect4", depth=8, order="centre-first")
    assert icicle_slices.choose_spans(trace).total_units == 6_634_027


def test_pruned_nodes_are_drawn_where_they_are_asked_for() -> None:
    """Both in small and in large pictures; the numbers are those of the counts."""
    small = texts(drawn(tracer.trace("mnk:2,2,2"), mass="nodes"))
    assert "value 1 · 21 visited · 5 cutoffs · 20 pruned nodes below 8 pruned branches" in small
    assert "pruned nodes, never visited" in small
    assert "Pruned nodes are counted ply by ply, and spread evenly over the width of their branch." in small
    large = texts(drawn(tracer.trace("tictactoe"), mass="nodes"))
    assert "value 0 · 18,297 visited · 8,180 cutoffs · 531,649 pruned nodes below 6,930 pruned branches" in large


def test_a_subtree_and_a_stopped_search_say_so() -> None:
    """In the line below the title."""
    trace = tracer.trace(AIMA)
    assert "after a2 · value ≤ 2 · 2 visited · 1 cutoff · 2 pruned nodes below 2 pruned branches" in texts(
        drawn(trace, root=5)
    )
    stopped = tracer.trace("tictactoe", max_nodes=30)
    assert int(np.sum(stopped.columns.status == OPEN)) > 3
    found = texts(drawn(stopped, across="steps"))
    assert any(text.startswith("unfinished, stopped after 30 nodes") for text in found)
    assert {"open: never returned a value", "steps of the search"} <= set(found)


def test_hostile_names_are_text() -> None:
    """Never TeX, never markup; what fits into its node is there to the letter."""
    trace = hostile_trace()
    found = texts(drawn(trace, width=40))
    assert trace.header.title in found
    fitting = [shown(label) for label in HOSTILE if label.strip() and len(shown(label)) < 10]
    missing = [label for label in fitting if label not in found]
    assert not missing
    assert len(fitting) > 10
    for format in ("png", "pdf"):
        assert content(icicle.CHART, trace, format, width=40, dpi=50)


def test_mathematics_stays_text() -> None:
    """As does what begins with a low line, which matplotlib leaves out of legends."""
    trace = tracer.trace(AIMA)
    for title in ("$x^2$", "$$", "_hidden", "\\frac", "^_{}", "%", "a $ b"):
        header = tracer.Header(game=title, search="$")
        named = tracer.Trace(trace.columns, [], header, labels=["$a$", "$b", "_c", "4", "5", "6"])
        found = texts(drawn(named))
        assert header.title in found
        assert {"$a$", "$b", "_c"} <= set(found)


@pytest.mark.parametrize("theme", THEMES)
def test_areas_differ_in_every_theme(theme: str) -> None:
    """In colour, and in lightness or hatching as well."""
    looks = cell_looks(THEMES[theme])
    assert list(looks) == list(CellKind)
    for first in CellKind:
        for second in CellKind:
            if first < second:
                a, b = looks[first], looks[second]
                assert a.fill != b.fill
                assert a.hatch != b.hatch or abs(_rgb(a.fill).mean() - _rgb(b.fill).mean()) > 10, (first, second)
    assert f'fill="{THEMES[theme].background}"' in drawn(tracer.trace(AIMA), theme=theme)


def test_a_chain_of_5000_plies_is_drawn() -> None:
    """Several plies to a row of pixels."""
    found = " ".join(texts(drawn(tracer.trace("[" * 5_000 + "3" + "]" * 5_000), width=3, dpi=50)))
    assert re.search(r"A column of pixels is 46 nodes, a row \d+ plies; each row is", found)
    assert "5 k" in found


def test_a_lone_root_is_drawn() -> None:
    """And the overview of a leaf."""
    assert "root" in texts(drawn(tracer.trace("tictactoe", depth=0)))
    assert "after a1 b1 · value 3 · 1 visited · 0 pruned branches" in texts(drawn(tracer.trace(AIMA), root=2))


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"root": 99}, "there is no node 99 to draw from: the trace has nodes 0 to 12"),
        ({"root": -1}, "there is no node -1"),
        ({"across": "time"}, "across is 'time'; there are: nodes, steps"),
        ({"mass": "node"}, r"mass is 'node' \(did you mean nodes\?\); there are: branches, nodes"),
        ({"mass": "nodes", "across": "steps"}, "mass 'nodes' has no steps"),
        ({"width": 1}, "width is 1: give inches, 3 to 40"),
        ({"dpi": 0}, "dpi is 0: give 50 to 1200"),
        ({"theme": "drak"}, r"no theme 'drak' \(did you mean dark\?\)"),
    ],
)
def test_a_wrong_option_is_one_line(options: dict[str, Any], problem: str) -> None:
    """That says what there is."""
    with pytest.raises(PlyscopeError, match=problem) as caught:
        drawn(tracer.trace(AIMA), **options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("search", ["sss", "dual", "uct", "puct", "pns", "dfpn"])
def test_a_best_first_search_has_no_steps_across(search: str) -> None:
    """It comes back to its nodes, and several are there from one step on."""
    with pytest.raises(PlyscopeError, match="comes back to its nodes"):
        drawn(tracer.trace(AIMA, search), across="steps")


def test_what_cannot_be_drawn_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game, more than can be counted."""
    trace = tracer.trace(AIMA)
    lost = tracer.Trace(trace.columns, [], trace.header, None, labels=trace.move_labels)
    with pytest.raises(PlyscopeError, match="--game"):
        drawn(lost, mass="nodes")
    with monkeypatch.context() as poor:
        poor.setattr(icicle_slices, "LONG_BUDGET", 10)
        with pytest.raises(PlyscopeError, match="too many to be counted one by one: draw mass 'branches'"):
            drawn(tracer.trace("tictactoe"), mass="nodes")
    monkeypatch.setattr(icicle_slices, "MAX_COUNTED_BRANCHES", 1)
    with pytest.raises(PlyscopeError, match="the nodes below 2 pruned branches take too long to count"):
        drawn(trace, mass="nodes")


def test_a_search_that_visits_twice_is_not_measured_in_nodes_of_the_full_tree() -> None:
    found = texts(drawn(tracer.trace(WIKIPEDIA, "pvs")))
    assert "visits and pruned nodes, in the order of the search" in found
    assert "nodes of the full tree, in the order of the search" not in found
