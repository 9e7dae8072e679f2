"""Pictures before any format: boxes in pre-order with their text, and what is drawn beside the recorded tree."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA, Case, searched

import tracer
import viz
from tracer.count.frontier import frontier
from tracer.count.sizes import by_branch
from tracer.count.transpositions import Positions
from tracer.errors import GameError, PlyscopeError
from tracer.games.board import Board, Squares, draw_board
from tracer.games.rules import key
from tracer.recording.status import PRUNED
from viz.pictures import labels
from viz.pictures.boxes import Box, Picture
from viz.pictures.labels import LabelOptions, TextPlacement
from viz.pictures.options import Options, Settings
from viz.pictures.picture_drafts import animation_frame
from viz.pictures.roles import Kind, NodeType, node_type
from viz.pictures.theme import THEMES

SHAPES = {"house", "invhouse", "triangle", "invtriangle", "ellipse", "box", "cylinder", "hexagon", "subtree", "plain"}


def by_name(drawn: Picture) -> dict[str, Box]:
    """The boxes of a picture."""
    return {box.name: box for box in drawn.boxes}


def below(drawn: Picture, name: str) -> list[str]:
    """The names of the boxes under a box, left to right."""
    place = [box.name for box in drawn.boxes].index(name)
    return [box.name for box in drawn.boxes if box.parent == place]


def assert_pre_order(drawn: Picture) -> None:
    """Each box stands after its parent and before what is not below that; names are its own."""
    open_: list[int] = []
    for place, box in enumerate(drawn.boxes):
        while open_ and open_[-1] != box.parent:
            open_.pop()
        assert bool(open_) == (place > 0), box
        assert box.parent == (open_[-1] if open_ else -1)
        assert box.ply == (drawn.boxes[box.parent].ply + 1 if open_ else 0)
        open_.append(place)
    assert len({box.name for box in drawn.boxes}) == len(drawn.boxes)


@given(searched(), st.integers(1, 40), st.integers(0, 2), st.booleans())
def test_boxes_are_in_pre_order_and_every_stub_is_last_below_its_parent(
    found: tuple[Case, dict[str, Any], Any], budget: int, unvisited: int, merge: bool
) -> None:
    """With pruned subtrees, and with positions merged."""
    case, options, _ = found
    trace = tracer.trace(case.game, position=case.position, **options)
    extra: Options = {"merge": True} if merge else {"unvisited": unvisited}
    drawn = viz.picture(trace, max_nodes=budget, **extra)
    assert_pre_order(drawn)
    for place, box in enumerate(drawn.boxes):
        if box.role.kind is Kind.STUB and not unvisited:
            assert box.parent == max(other.parent for other in drawn.boxes[place : place + 1])
            assert not [other for other in drawn.boxes[place + 1 :] if other.parent == box.parent]


def test_the_fields_of_options_and_settings_are_the_same() -> None:
    assert list(get_type_hints(Options)) == [field.name for field in fields(Settings)]


@pytest.mark.parametrize("name", THEMES)
def test_in_every_theme_kinds_types_and_sides_differ_in_more_than_colour(name: str) -> None:
    """Kinds by shape or line; types and sides by words, and by fill or width too."""
    theme = THEMES[name]
    assert set(theme.kinds) == set(Kind)
    assert {look.shape for look in theme.with_triangles().kinds.values()} <= SHAPES
    assert len({(look.shape, look.style) for look in theme.kinds.values()}) == len(Kind)
    assert len({(tint.fill, tint.width) for tint in theme.types.values()}) == len(NodeType)
    assert len({(tint.fill, tint.width) for tint in theme.sides.values()}) == 4
    if name == "print":
        colours = [value for look in theme.kinds.values() for value in (look.fill, look.line, look.text)]
        assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.1)."""
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast of two colours (WCAG 2.1): 4.5 for text, 3 for large text and signs."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_in_every_theme_text_can_be_read(name: str) -> None:
    """But for what is grey on purpose, which is still seen."""
    theme = THEMES[name]
    for kind, look in theme.kinds.items():
        wanted = 2.9 if kind in (Kind.PRUNED, Kind.SUBTREE, Kind.UNVISITED) else 4.5
        assert contrast(look.text, look.fill) >= wanted, (kind, contrast(look.text, look.fill))
    for tint in (*theme.types.values(), *theme.sides.values()):
        assert contrast(tint.text, tint.fill) >= 4.5
    for colour in (theme.text, theme.faint, theme.cutoff):
        assert contrast(colour, theme.background) >= 4.5, colour


def test_labels_say_what_is_asked_for_where_it_is_asked_for() -> None:
    trace = tracer.trace(AIMA)
    assert labels.node_lines(trace, 5, LabelOptions(windows=TextPlacement.EDGE, moves=TextPlacement.EDGE)) == ["≤ 2"]
    assert labels.edge_lines(trace, 5, LabelOptions(windows=TextPlacement.EDGE, moves=TextPlacement.EDGE)) == [
        "a2",
        "(3, ∞)",
    ]
    assert labels.node_lines(trace, 5, LabelOptions(windows=TextPlacement.NONE, shows_visit_numbers=True)) == [
        "a2  #6",
        "≤ 2",
    ]
    assert labels.node_lines(trace, 9, LabelOptions(windows=TextPlacement.NONE, shows_visit_numbers=True)) == [
        "a3  #8",
        "= 2",
    ]  # no visit was pruned
    assert labels.node_lines(trace, 0, LabelOptions(windows=TextPlacement.EDGE, moves=TextPlacement.EDGE)) == [
        "root",
        "= 3",
        "(−∞, ∞)",
    ]
    assert labels.edge_lines(trace, 0, LabelOptions(windows=TextPlacement.EDGE, moves=TextPlacement.EDGE)) == []
    assert labels.edge_lines(trace, 7, LabelOptions(windows=TextPlacement.EDGE, moves=TextPlacement.EDGE)) == ["b2"]


def test_a_subtree_loses_no_text_to_the_edge_that_its_top_has_not() -> None:
    """The root of a drawing has its move and window in it, whichever node it is."""
    trace = tracer.trace(AIMA)
    top, *others = viz.picture(trace, root=5, moves="edge", windows="edge").boxes
    assert (top.lines, top.edge) == (("a2", "≤ 2", "(3, ∞)"), ())
    assert (others[0].lines, others[0].edge) == (("= 2",), ("b1", "(3, ∞)"))
    assert viz.picture(trace, root=5, moves="edge", windows="none").boxes[0].lines == ("a2", "≤ 2")


def test_a_node_not_yet_met_is_no_top_of_a_drawing_of_the_past() -> None:
    trace = tracer.trace(AIMA)
    for options in ({"root": 9}, {"near": 9}):
        with pytest.raises(PlyscopeError, match=rf"is not met by step 3: give step {trace.entered(9)} or a later one$"):
            viz.picture(trace, step=3, **options)  # type: ignore[arg-type]  # the two are integers
    assert viz.picture(trace, step=trace.entered(9), root=9).boxes[0].node == 9


def test_the_movers_view_negates_and_swaps_at_min_alone() -> None:
    """As a negamax has it: a bound turns round with its value."""
    trace = tracer.trace(AIMA)
    mover = LabelOptions(from_mover_view=True)
    assert labels.node_lines(trace, 0, mover) == ["root", "= 3", "(−∞, ∞)"]
    assert labels.node_lines(trace, 5, mover) == ["a2", "≥ −2", "(−∞, −3)"]
    assert labels.node_lines(trace, 6, mover) == labels.node_lines(trace, 6)
    assert "the mover's view" in viz.picture(trace, view="mover").note
    assert "MAX's view" in viz.picture(trace).note


def test_the_movers_view_has_beta_cutoffs_alone() -> None:
    """In a negamax every value is compared with its mover's beta."""
    trace = tracer.trace([[[3, 12], [14, 5]], [[2, 4], [6, 8]]])
    for view, bounds in (("max", {"α", "β"}), ("mover", {"β"})):
        drawn = viz.picture(trace, view=view)
        assert {box.role.refutes for box in drawn.boxes if box.role.prunes} == bounds
        assert {entry.sign for entry in drawn.legend if "✂" in entry.sign} == {f"✂ {bound}" for bound in bounds}
    assert [entry.meaning for entry in drawn.legend if "✂" in entry.sign] == [
        "β cutoff (at MAX or MIN): later moves skipped"
    ]


def test_node_types_are_those_of_knuth_and_moore_on_the_best_ordered_tree() -> None:
    """Type 1 along the first moves, 2 and 3 in turn below; computed here from the shape alone."""
    trace = tracer.trace("random:b=3,d=4,seed=1", order="best", depth=4)
    kinds = {0: NodeType.PV}
    for node in range(len(trace)):
        if trace.columns.status[node] == PRUNED:
            continue
        for place, child in enumerate(trace.children(node)):
            kinds[child] = {
                NodeType.PV: NodeType.PV if place == 0 else NodeType.CUT,
                NodeType.CUT: NodeType.ALL,
                NodeType.ALL: NodeType.CUT,
            }[kinds[node]]
        # A leaf at the end of its window is no inner node and has no type of its own by its shape.
        assert node_type(trace, node) is kinds[node], node
    drawn = viz.picture(trace, types=True)
    assert Counter(box.lines[-1] for box in drawn.boxes if box.role.node_type)["cut"] > 3
    assert [entry.sign for entry in drawn.legend[:3]] == ["PV", "cut", "all"]


def test_the_margin_names_the_player_of_each_ply() -> None:
    """Where there is one."""
    assert viz.picture(tracer.trace(AIMA), layers=True).layers == ("MAX", "MIN", "")
    assert viz.picture(tracer.trace(AIMA), layers=True, root=5).layers == ("MIN", "")
    assert viz.picture(tracer.trace(AIMA)).layers == ()
    twice = '{"turn": "MAX", "children": [{"turn": "MAX", "children": [1, 2]}, {"turn": "MIN", "children": [3, 4]}]}'
    assert viz.picture(tracer.trace(twice), layers=True).layers == ("MAX", "", "")


def test_caption_and_legend_are_left_out_on_request() -> None:
    drawn = viz.picture(tracer.trace(AIMA), caption=False, legend=False)
    assert (drawn.heading, drawn.legend, drawn.note) == ((), (), "")
    drawn = viz.picture(tracer.trace(AIMA))
    assert drawn.heading == ("tree of 9 leaves, alphabeta", "value 3 · 11 visited · 2 pruned nodes")
    assert "not reached" not in "".join(drawn.heading)
    assert viz.picture(tracer.trace(AIMA), step=3).heading[1] == "3 visited · 0 pruned branches so far"
    assert viz.picture(tracer.trace(AIMA), step=3, root=1).heading[1:3] == (
        "after a1: 2 visited · 0 pruned branches so far",
        "in all: 3 visited · 0 pruned branches so far",
    )


def test_the_pruned_subtrees_are_drawn_as_never_visited() -> None:
    """To the ply that is asked for; what is below is counted, and a game that is over shows its utility."""
    trace = tracer.trace([[3, 5], [2, [[9, 8], [7]]]])
    shallow = viz.picture(trace, unvisited=1)
    pruned = next(f"n{node}" for node in range(len(trace)) if trace.columns.status[node] == PRUNED)
    assert [by_name(shallow)[name].lines for name in below(shallow, pruned)] == [("c1",), ("c2",)]
    assert by_name(shallow)[f"s{pruned[1:]}.0"].lines == ("+2", "never visited")
    assert by_name(shallow)[f"s{pruned[1:]}.1"].lines == ("+1", "never visited")
    deep = viz.picture(trace, unvisited=9)
    leaves = [box for box in deep.boxes if box.role.kind is Kind.UNVISITED and len(box.lines) == 2]
    assert [box.lines for box in leaves] == [("d1", "9"), ("d2", "8"), ("d1", "7")]
    assert not any(box.role.kind is Kind.STUB for box in deep.boxes)
    assert Kind.UNVISITED in {box.role.kind for box in deep.boxes}
    assert any(entry.meaning == Kind.UNVISITED.value for entry in deep.legend)


@given(searched(), st.integers(0, 3), st.integers(1, 60))
def test_every_pruned_node_is_drawn_or_counted(
    found: tuple[Case, dict[str, Any], Any], plies: int, budget: int
) -> None:
    """Below each pruned branch that is drawn, the same number as the counting of pruned nodes gives."""
    case, options, _ = found
    trace = tracer.trace(case.game, position=case.position, **options)
    drawn = viz.picture(trace, unvisited=plies, max_nodes=budget)
    assert sum(box.role.kind is Kind.UNVISITED for box in drawn.boxes) <= budget
    if not plies:
        return
    shown = [box for box in drawn.boxes if box.role.kind is Kind.PRUNED]
    below = by_branch(trace, frontier(trace).with_status(PRUNED))
    for box in shown:
        total = 1 + sum(below.get(box.node, [1])[1:])
        same = [other for other in drawn.boxes if other.node == box.node and other.name != box.name]
        counted = sum(int(other.lines[0].replace("+", "").replace(",", "")) for other in same if other.name[0] == "s")
        assert 1 + sum(other.name[0] == "u" for other in same) + counted == total


@given(searched(), st.integers(1, 80))
def test_merged_positions_are_drawn_once_with_how_often_they_were_visited(
    found: tuple[Case, dict[str, Any], Any], budget: int
) -> None:
    """Every way that a drawn node was reached by is an edge or a link; stubs add up as before."""
    case, options, _ = found
    trace = tracer.trace(case.game, position=case.position, **options)
    name, positions = key(case.game), Positions(trace)
    plain = viz.picture(trace, max_nodes=budget, fold=False)
    nodes = [box for box in plain.boxes if box.role.kind is not Kind.STUB]
    drawn = viz.picture(trace, nodes=[box.node for box in nodes], merge=True)
    known = {box.node: name(trace.state(box.node)) for box in nodes}
    boxes = [box for box in drawn.boxes if box.role.kind is not Kind.STUB]
    assert len(boxes) == len(set(known.values()))
    for box in boxes:
        visits = positions.visits(box.node)
        assert (f"{len(visits):,}×" in box.lines) == (len(visits) > 1)
    ways = {(known[plain.boxes[box.parent].node], known[box.node]) for box in nodes if box.parent >= 0}
    edges = {(known[drawn.boxes[box.parent].node], known[box.node]) for box in boxes if box.parent >= 0}
    links = [(known[drawn.boxes[link.parent].node], known[drawn.boxes[link.child].node]) for link in drawn.links]
    assert edges | set(links) == ways
    assert not edges & set(links)

    def left_out(one: Picture) -> Counter[str]:
        counts: Counter[str] = Counter()
        for box in one.boxes:
            for line in box.lines if box.role.kind is Kind.STUB else ():
                number, what = line.strip("+").split()
                counts[what] += int(number.replace(",", ""))
        return counts

    assert left_out(drawn) == left_out(plain)
    shown = viz.picture(trace, max_nodes=budget, merge=True)
    assert len(boxes) <= sum(box.role.kind is not Kind.STUB for box in shown.boxes) <= budget


@pytest.mark.parametrize("search", ["mtdf", "deepening"])
def test_merged_iterations_are_no_ways_and_a_position_shows_what_looked_deepest(search: str) -> None:
    trace = tracer.trace("nim:1,2", search, **({"with": "table,hash"} if search == "deepening" else {}))
    drawn = viz.picture(trace, merge=True)
    assert all(link.parent != link.child for link in drawn.links)
    assert not {box.node for box in drawn.boxes} & set(trace.children(0))
    assert all(box.role.kind is not Kind.HORIZON for box in drawn.boxes)
    assert [str(line) for line in drawn.boxes[0].lines if str(line).startswith("=")] == ["= 1"]
    if search == "deepening":
        assert {*trace.principal_variation[2:]} <= {box.node for box in drawn.boxes}


def test_a_board_stands_in_every_visited_node_with_the_last_move_marked() -> None:
    trace = tracer.trace("tictactoe")
    boxes = by_name(viz.picture(trace, ply=2, board=True))
    node = trace.find("a1/b2").index
    assert boxes["n0"].board == Board((("",) * 3,) * 3, Squares.LINES)
    assert boxes[f"n{node}"].board == Board(
        (("X", "", ""), ("", "O", ""), ("", "", "")), Squares.LINES, frozenset({(1, 1)})
    )
    assert all((box.board is None) == (box.role.pruned or box.role.kind is Kind.STUB) for box in boxes.values())
    four = tracer.trace("connect4:4,4,3", depth=1)
    found = by_name(viz.picture(four, board=True))["n1"].board
    assert found is not None
    assert (found.squares, found.last, found.cells[3]) == (Squares.HOLES, frozenset({(3, 0)}), ("X", "", "", ""))


def test_a_game_without_a_board_of_its_own_has_its_text_drawn() -> None:
    """One character a square, cleaned."""

    class Spaced:
        def show(self, state: Any) -> str:
            return "ab\n  <c>\x1b\n"

    found = draw_board(Spaced(), None)  # type: ignore[arg-type]
    assert found.squares is Squares.TEXT
    assert found.cells == (("a", "b", *[""] * 4), ("", "", "<", "c", ">", "␛"), ("",) * 6)
    assert (found.rows, found.columns) == (3, 6)


@pytest.mark.parametrize("drawn", ["X..", Board((("a",), ("b", "c")))])
def test_a_board_that_is_none_is_the_games_fault(drawn: Any) -> None:
    class Wrong:
        def board(self, state: Any) -> Any:
            return drawn

    with pytest.raises(GameError, match=r"Wrong raised (TypeError|ValueError): board\(\) gives"):
        draw_board(Wrong(), None)  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"board": True}, {"unvisited": 1}, {"merge": True}])
def test_positions_want_a_game(options: Options) -> None:
    """The message says how to give one."""
    trace = tracer.trace("tictactoe")
    lost = tracer.Trace(trace.columns, [], trace.header, None, labels=trace.move_labels)
    with pytest.raises(PlyscopeError, match="--game"):
        viz.picture(lost, **options)


def test_a_wide_tree_grows_to_the_right() -> None:
    """Unless told otherwise, never with boards, and where it is not to fit what it is shown on."""
    wide, narrow = tracer.trace("tictactoe"), tracer.trace(AIMA)
    assert viz.picture(wide, fit="none").sideways
    assert not viz.picture(narrow).sideways
    assert viz.picture(narrow, sideways=True).sideways
    assert not viz.picture(wide, sideways=False).sideways
    assert not viz.picture(wide, ply=2, board=True).sideways


def test_a_picture_of_a_step_is_the_frame_of_that_step_and_a_leaf_is_one_from_its_entry_on() -> None:
    trace = tracer.trace(AIMA)
    kinds = {box.node: box.role.kind for box in viz.picture(trace).boxes}
    for step in range(1, trace.steps):
        drawn = viz.picture(trace, step=step, fold=False)
        assert drawn.boxes == animation_frame(trace, step - 1, step=step, fold=False).boxes
        assert {box.node: box.role.kind for box in drawn.boxes}.items() <= kinds.items()
    entered = viz.picture(trace, step=9)
    assert [str(line) for line in entered.boxes[0].lines] == ["root", "best 3", "(3, ∞)"]
    assert "not returned yet" in [entry.meaning for entry in entered.legend]
