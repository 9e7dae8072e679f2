"""What stands above a drawing is true of it: each sign that is drawn is explained, and no other."""

from typing import Any

import pytest
from strategies import AIMA, WIKIPEDIA

import tracer
import viz
from viz.pictures import headings
from viz.pictures.boxes import Picture


def signs(drawn: Picture) -> set[str]:
    """The signs that a legend explains."""
    return {entry.sign for entry in drawn.legend}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, set()),
        ({"numbers": True}, {"#n"}),
        ({"merge": True}, {"n×"}),
        ({"merge": True, "ply": 1}, set()),
        ({"merge": True, "numbers": True}, {"#n", "n×"}),
    ],
)
def test_numbers_in_nodes_are_explained_where_there_are_any(options: dict[str, Any], expected: set[str]) -> None:
    """Below a ply no position of nim was met a second time."""
    drawn = viz.picture(tracer.trace("nim:1,2"), **options)
    assert signs(drawn) & {"#n", "n×"} == expected
    written = {line for box in drawn.boxes for line in box.lines}
    assert any("#" in line for line in written) == ("#n" in expected)
    assert any("×" in line for line in written) == ("n×" in expected)


def test_a_pruned_branch_alone_has_no_number() -> None:
    assert signs(viz.picture(tracer.trace(AIMA), root=7, numbers=True)) == {"┄"}
    deep = tracer.trace([[3, 5], [2, [9, 8]]])
    assert signs(viz.picture(deep, root=6, unvisited=1, numbers=True, fit="none")) == {"┄", "┈"}


def test_what_is_drawn_of_a_subtree_is_counted_against_the_subtree() -> None:
    """So that the nodes and the stubs are as many as it says; its value and counts come first."""
    assert viz.picture(tracer.trace(AIMA), max_nodes=2).heading[2] == "2 of 13 drawn"
    whole = "in all: value 3 · 11 visited · 2 pruned nodes"
    assert viz.picture(tracer.trace(AIMA), root=9, max_nodes=2).heading[1:] == (
        "after a3: value 2 · 4 visited · 0 pruned branches",
        whole,
        "2 of 4 drawn",
    )
    assert viz.picture(tracer.trace(AIMA), root=5).heading[1:] == (
        "after a2: value ≤ 2 · 2 visited · 2 pruned nodes",
        whole,
    )


def test_the_value_is_said_to_be_a_bound_where_it_is_one() -> None:
    """A window that the value is not inside lets the search prove no more."""
    for window, fail, expected in [((6, 9), "hard", "≤ 6"), ((6, 9), "soft", "≤ 5"), ((0, 2), "soft", "≥ 3")]:
        trace = tracer.trace(AIMA, window=window, fail=fail)
        assert viz.picture(trace).heading[1].startswith(f"value {expected} · ")
    assert headings.describe_outcome(tracer.trace(AIMA), 7) == "never visited"
    assert headings.describe_outcome(tracer.trace(AIMA, max_nodes=4)) == "unfinished, stopped after 4 nodes, as asked"


def test_one_pruned_branch_is_no_branches() -> None:
    assert viz.picture(tracer.trace([[3, 5], [2, 9]])).heading[1] == "value 3 · 6 visited · 1 pruned node"
    assert viz.picture(tracer.trace([[3, 5], [2, 9, 9]])).heading[1] == "value 3 · 6 visited · 2 pruned nodes"


@pytest.mark.parametrize("options", [{"step": 40}, {"step": 40, "history": True}, {"step": 43}, {}])
def test_both_ends_of_a_null_window_are_told_apart_and_the_legend_says_how(options: dict[str, Any]) -> None:
    """As they are at a step too, and with all that they were."""
    drawn = viz.picture(tracer.trace(WIKIPEDIA, "mtdf"), fit="none", **options)
    texts = "\n".join(line for box in drawn.boxes for line in box.lines)
    assert "e−324" not in texts
    assert "(3, 3)" not in texts
    assert "α 3  β 3\n" not in texts
    assert ("α 3  β 3⁺" if "history" in options else "(3, 3⁺)") in texts
    assert "n⁺ n⁻" in signs(drawn)
    assert "n⁺ n⁻" not in signs(viz.picture(tracer.trace(WIKIPEDIA), **options))


def test_a_selective_search_is_not_said_to_have_exact_values() -> None:
    """Its signs are its own: a null move, or a reduced one, may have hidden the true value."""
    drawn = viz.picture(tracer.trace("nim:1,2,2", "engine", depth=5, with_="null"))
    assert drawn.heading[1].startswith("value 1, of a selective search · ")
    assert drawn.note.startswith("= value, ≥ ≤ bounds as a selective search has them, not proved, (α, β)")
    plain = viz.picture(tracer.trace("nim:1,2,2", "engine", depth=5))
    assert "selective" not in " ".join(plain.heading)
    assert plain.note.startswith("= exact value")


def test_a_branch_that_another_visit_searched_is_not_said_to_be_never_visited() -> None:
    """The re-search of the second move skips what its scout had searched, and the scout what the re-search searches."""
    drawn = viz.picture(tracer.trace(WIKIPEDIA, "pvs"))
    said = [box.lines for box in drawn.boxes if "elsewhere" in box.lines]
    assert said == [("c2", "3 nodes", "elsewhere"), ("b2", "3 nodes", "elsewhere")]
    meanings = {entry.sign: entry.meaning for entry in drawn.legend}
    assert (meanings["▵"], meanings["elsewhere"]) == (
        "pruned subtree",
        "pruned here; another visit searched it",
    )
    assert drawn.heading[1] == "value 6 · 32 visited · 8 pruned nodes (5 branches skipped in all visits)"
    once = viz.picture(tracer.trace(WIKIPEDIA))
    assert "pruned subtree, never visited" in {entry.meaning for entry in once.legend}
    assert "elsewhere" not in str(once)
    assert "skipped" not in once.heading[1]


def test_a_pruned_outcome_of_chance_says_how_likely_it_is() -> None:
    """Several of them as one box: how likely they are together."""
    star = tracer.trace("[(0.9:[2,2],0.1:[3,3]),(0.9:[1,1],0.1:[4,4])]", "star1", bounds="1,4")
    assert ("b2 (0.1)", "3 nodes") in [box.lines for box in viz.picture(star).boxes]
    many = tracer.trace("[3,(1/2:[1,1],1/8:[4,4],1/8:[4,4],1/8:[4,4],1/8:[4,4])]", "star1", bounds="1,4")
    assert ("✗ ×4", "b2 b3 b4 b5 (0.5)", "12 nodes") in [box.lines for box in viz.picture(many).boxes]


def test_what_monte_carlo_has_made_and_not_visited_is_not_counted_as_visited() -> None:
    trace = tracer.trace("tictactoe", "puct", iterations=20, evaluate="zero")
    drawn = viz.picture(trace, ply=1, fit="none")
    stubs = [box for box in drawn.boxes if box.name.startswith("s")]
    assert len(stubs) == 9
    for stub in stubs:
        counted = trace.log_numbers["n"][stub.node + 1 : int(trace.columns.end[stub.node])]
        assert stub.lines == (f"+{(counted > 0).sum()} visited", f"{(counted == 0).sum()} not visited yet")


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("win", "proved: MAX reaches more than 0"),
        ("3", "proved: MAX reaches 3 or more"),
        ("4", "disproved: MAX cannot reach 4 or more"),
        ("-1", "proved: MAX reaches −1 or more"),
    ],
)
@pytest.mark.parametrize("search", ["pns", "dfpn"])
def test_a_search_by_proof_numbers_names_its_goal_and_what_came_of_it(search: str, goal: str, said: str) -> None:
    assert viz.picture(tracer.trace(AIMA, search, goal=goal)).heading[1].startswith(f"{said} · pn ")


def test_the_leaves_of_monte_carlo_are_at_no_horizon() -> None:
    drawn = viz.picture(tracer.trace("tictactoe", "uct", iterations=20))
    meanings = {entry.meaning for entry in drawn.legend}
    assert "no children yet: played out, or evaluated" in meanings
    assert "horizon, evaluated" not in meanings
