"""The plot of counts by ply: the points are the counts, and what is unknown or estimated is said."""

from typing import Any

import pytest
from charted import Drawn, between_axes, content, texts
from hostile import hostile_trace
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import AIMA, Case, searched

import tracer
from tracer.count import counts
from tracer.errors import PlyscopeError
from viz.charts import plies, plot
from viz.charts.plies import QUANTITIES, ZERO_POSITION
from viz.pictures.theme import LIGHT

Points = dict[int, float]


def points(drawn: Drawn) -> list[Points]:
    """For each line of a plot the count at each ply: the points of the line, and the signs in the row of 0."""
    found: dict[str, Points] = {}
    for kind, ply, up, _, _ in sorted(drawn.marks, key=lambda mark: plot.MARKERS.index(mark[0])):
        known = found.setdefault(kind, {})
        assert round(ply) not in known
        known[round(ply)] = 0.0 if up == ZERO_POSITION else 10**up
    for xs, ys, _ in drawn.lines:
        assert any(
            [known.get(x, 0.0) for x in xs] == pytest.approx([0.0 if y != y else 10**y for y in ys])
            for known in found.values()
        )
    return list(found.values())


@given(searched(), st.sampled_from(["minimax", "alphabeta", "alphabeta-memo"]))
@settings(max_examples=12)
def test_the_points_are_the_counts(found: tuple[Case, dict[str, Any], Any], name: str) -> None:
    """Of each quantity and ply, the zeros among them."""
    case, options, _ = found
    trace = tracer.trace(case.game, name, position=case.position, **options)
    rows = trace.counts.by_ply()
    shown = points(between_axes(lambda: plies.draw_plies(trace))[0])
    names = [name for name in QUANTITIES if name != "table_nodes" or trace.counts.table_hits]
    assert len(shown) == len(names)
    for name, counted in zip(names, shown, strict=True):
        assert counted == pytest.approx({row["ply"]: row[name] for row in rows})


def drawn(traces: Any, **options: Any) -> list[str]:
    return texts(plies.CHART, traces, **options)


def test_one_search_has_its_totals_in_the_legend() -> None:
    """And powers of ten up the axis, with a row for 0."""
    found = drawn(tracer.trace("tictactoe"))
    assert {"visited: 18,297", "pruned branches: 6,930", "pruned nodes: 531,649"} <= set(found)
    assert {"tictactoe, alphabeta", "0", "1", "10", "1 k", "100 k", "1 M", "nodes (log scale)", "ply"} <= set(found)
    assert not any("table" in text for text in found)
    assert "nodes below table hits: 62,523" in drawn(tracer.trace("tictactoe", "alphabeta-memo"))


def test_pruned_nodes_that_are_unknown_are_said_to_be() -> None:
    """Not drawn as none."""
    trace = tracer.trace(AIMA)
    lost = tracer.Trace(trace.columns, [], trace.header, None, labels=trace.move_labels)
    found = drawn(lost)
    assert "Pruned nodes are not known: they need the game." in found
    assert not any(text.startswith("pruned nodes") for text in found)
    other = tracer.trace("tictactoe", "minimax", depth=2)
    assert "Pruned nodes of tree of 9 leaves, alphabeta are not known: they need the game." in drawn([lost, other])


def test_estimates_have_hollow_signs_and_a_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact counts have neither."""
    monkeypatch.setattr(counts, "LONG_BUDGET", 10)
    trace = tracer.trace("tictactoe")
    assert not trace.counts.pruned_nodes_exact
    found = drawn(trace)
    error = plot.abbreviate(trace.counts.margin)
    assert f"pruned nodes: ≈ {plot.abbreviate(trace.counts.pruned_nodes or 0)} ± {error}" in found
    assert "Hollow signs are estimates from random samples; 95 in 100 of their sums lie within ± of the truth." in found
    [axes] = between_axes(lambda: plies.draw_plies(trace))
    _, branches, nodes = points(axes)
    assert all(nodes[ply] >= count * 0.999 for ply, count in branches.items())
    hollow = {kind for kind, *_, paint in axes.marks if paint.fill == LIGHT.background}
    assert hollow == {plot.MARKERS[QUANTITIES.index("pruned_nodes")]}


def test_several_searches_are_compared_quantity_by_quantity() -> None:
    """The game stands in the title, the searches in the legend."""
    searches = [tracer.trace("tictactoe", name) for name in ("minimax", "alphabeta", "alphabeta-memo")]
    found = drawn(searches, theme="dark")
    assert {"visited · nodes (log scale)", "pruned branches", "pruned nodes", "nodes below table hits"} <= set(found)
    assert any(text.startswith("alphabeta: value 0 · 18,297 visited") for text in found)
    panels = between_axes(lambda: plies.draw_plies(searches))
    assert [len(points(axes)) for axes in panels] == [3, 3, 3, 1]
    assert points(panels[0])[0][9] == pytest.approx(127_872)


def test_searches_of_different_games_have_their_games_in_the_legend() -> None:
    """And the number of them for a title."""
    found = drawn([tracer.trace(AIMA), tracer.trace([[1, 2], [3, 4]])])
    assert "2 searches" in found
    assert any(text.startswith("tree of 4 leaves, alphabeta: value 3") for text in found)


def test_no_two_lines_differ_in_colour_alone() -> None:
    """Each has a sign and dashes of its own."""
    assert len(set(plot.MARKERS)) == len(plot.MARKERS) >= max(plies.MAX_TRACES, len(QUANTITIES))
    assert len(set(map(str, plot.DASHES))) == len(plot.DASHES) >= plies.MAX_TRACES


def test_hostile_names_are_text() -> None:
    """In titles and legends."""
    trace = hostile_trace()
    assert trace.header.title in drawn(trace)
    for format in ("png", "pdf"):
        assert content(plies.CHART, [trace, tracer.trace(AIMA)], format, dpi=50)
    header = tracer.Header(game="_$x^2$", search="_\\frac$")
    named = tracer.Trace(trace.columns, [], header, labels=trace.move_labels)
    assert any("_$x^2$, _\\frac$: value" in text for text in drawn([named, tracer.trace(AIMA)]))


def test_a_chain_of_5000_plies_is_drawn() -> None:
    """With some of its plies marked."""
    assert {"1 k", "5 k", "visited: 5,001"} <= set(drawn(tracer.trace("[" * 5_000 + "3" + "]" * 5_000)))


@pytest.mark.parametrize(
    ("number", "options", "problem"),
    [
        (0, {}, "0 traces cannot be plotted together: give 1 to 6"),
        (7, {}, "7 traces cannot be plotted together"),
        (1, {"width": 100}, "width is 100: give inches, 3 to 40"),
        (1, {"theme": "x"}, "no theme 'x'"),
    ],
)
def test_a_wrong_option_is_one_line(number: int, options: dict[str, Any], problem: str) -> None:
    """That says what there is."""
    with pytest.raises(PlyscopeError, match=problem):
        drawn([tracer.trace(AIMA)] * number, **options)
