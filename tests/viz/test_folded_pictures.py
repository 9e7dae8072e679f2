"""A box that stands for several nodes says of all of them what each would have said alone."""

import random
import re
from typing import Any

import pytest

import tracer
import viz
from tracer.count.frontier import frontier
from tracer.count.sizes import by_branch, subtrees
from tracer.recording.status import EXPANDED, PRUNED
from viz.pictures.boxes import Box, MoveText, Picture, UnseenValue
from viz.pictures.folding import MAX_EXPLAINED_NODES, MAX_UNFOLDED_RUN
from viz.pictures.roles import Kind

WIDE: list[Any] = [[3, 12, 8], [2, 4, 6, 7, 8, 9], [14, 5, 5, 5, 5, 5, 2], [1, [2, 3], [4, 5], [1, 1], 9]]
"""Five leaves pruned, five leaves alike of which the first is the best, and pruned branches with leaves below them."""


def shape(luck: random.Random, depth: int) -> Any:
    """A tree with what folds in it: wide nodes, few values, chains."""
    if depth == 0 or luck.random() < 0.15:
        return luck.choice((1, 2, 3, 3, 3))
    if luck.random() < 0.2:
        return [shape(luck, depth - 1)] if luck.random() < 0.5 else [[[[[[shape(luck, depth - 1)]]]]]]
    return [shape(luck, depth - 1) for _ in range(luck.randint(2, 8))]


def plain_text(box: Box) -> list[str]:
    """What stands in a box, but for moves and for what it says of several."""
    return [line for line in (*box.lines, *box.edge) if not isinstance(line, MoveText)]


def nodes_of(drawn: Picture) -> list[int]:
    """The nodes that the boxes of a picture stand for, in their order."""
    return [node for box in drawn.boxes if box.name[0] == "n" for node in range(box.node, box.node + box.count)]


def assert_unfolds(trace: tracer.Trace, folded: Picture, alone: Picture) -> None:
    """Each node is in one box, and what stands there stands in the picture that does not fold."""
    assert nodes_of(folded) == [box.node for box in alone.boxes if box.name[0] == "n"]
    assert [box.lines for box in folded.boxes if box.name[0] == "s"] == [
        box.lines for box in alone.boxes if box.name[0] == "s"
    ]
    known = {box.node: box for box in alone.boxes if box.name[0] == "n"}
    for box in folded.boxes:
        if box.name[0] != "n" or (box.count == 1 and box.role.kind is not Kind.SUBTREE):
            continue
        inside = [known[node] for node in range(box.node, box.node + box.count)]
        said = plain_text(box)
        if box.role.pruned:
            assert {one.role.kind for one in inside} == {Kind.PRUNED}
            if numbers := [line for line in said if isinstance(line, UnseenValue)]:
                assert numbers[0].split(", ") == [line for one in inside for line in plain_text(one)]
            if box.count > 1:
                assert said[0] == f"✗ ×{box.count}"
        elif box.role.kind is Kind.CHAIN:
            assert said[0] == f"{box.count:,} plies"
            assert all(set(said[1:]) <= set(plain_text(one)) for one in inside)
            assert all(trace.columns.status[one.node] == EXPANDED for one in inside)
        else:
            assert said[0] == f"×{box.count:,}"
            assert all(plain_text(one) == said[1:] for one in inside)
            assert not any(one.role.on_pv or one.role.refutes for one in inside)
            assert all(trace.best_child(int(trace.columns.parent[one.node])) != one.node for one in inside)
        if box.count > 1:
            assert box.count > MAX_UNFOLDED_RUN
            assert "  ".join((*inside[0].edge, *inside[0].lines)) in box.why
            labels = [trace.label(one.node) for one in inside]
            moves = next(line for line in (*box.edge, *box.lines) if isinstance(line, MoveText))
            assert moves in (" ".join(labels), f"{labels[0]} … {labels[-1]}")


@pytest.mark.parametrize("seed", range(24))
def test_unfolded_boxes_are_the_picture_that_does_not_fold(seed: int) -> None:
    """Of all nodes, and of those that a budget has room for."""
    luck = random.Random(seed)
    search = luck.choice(("alphabeta", "minimax"))
    trace = tracer.trace([shape(luck, 3), shape(luck, 4), shape(luck, 2)], search)
    how: dict[str, Any] = {"moves": luck.choice(("node", "edge")), "windows": luck.choice(("node", "edge", "none"))}
    for budget in (len(trace), 30):
        folded = viz.picture(trace, max_nodes=budget, **how)
        nodes = nodes_of(folded)
        alone = viz.picture(trace, nodes=nodes, fold=False, **how)
        assert sum(box.name[0] == "n" for box in folded.boxes) <= budget
        assert len(nodes) >= min(budget, len(trace))
        assert_unfolds(trace, folded, alone)
        if len(nodes) < len(trace):
            assert f"{len(nodes):,} of {len(trace):,} drawn" in folded.heading


def test_what_is_repeated_is_one_box() -> None:
    drawn = viz.picture(tracer.trace(WIDE))
    folded = {box.role.kind: box for box in drawn.boxes if box.count > 1}
    assert set(folded) == {Kind.PRUNED, Kind.TERMINAL, Kind.SUBTREE}
    assert (folded[Kind.PRUNED].count, folded[Kind.PRUNED].lines[2]) == (5, "4, 6, 7, 8, 9")
    assert (folded[Kind.TERMINAL].count, folded[Kind.TERMINAL].lines[1:3]) == (4, ("×4", "= 5"))
    assert (folded[Kind.SUBTREE].count, folded[Kind.SUBTREE].lines[-1]) == (4, "10 nodes")
    assert {"×n", "▵", "┄"} <= {entry.sign for entry in drawn.legend}
    assert not any(
        box.count > 1 or box.role.kind is Kind.SUBTREE for box in viz.picture(tracer.trace(WIDE), fold=False).boxes
    )


def test_only_moves_in_a_row_are_one_box_between_the_first_and_the_last() -> None:
    trace = tracer.trace("[" * 25 + "5" + "]" * 25)
    drawn = viz.picture(trace, fit="none")
    assert [(box.node, box.count, box.ply) for box in drawn.boxes] == [(0, 1, 0), (1, 24, 1), (25, 1, 2)]
    assert drawn.boxes[1].lines[1:3] == ("24 plies", "= 5")
    assert drawn.boxes[1].why.count(";") == 23
    assert (
        f"and {499 - MAX_EXPLAINED_NODES} more" in viz.picture(tracer.trace("[" * 500 + "5" + "]" * 500)).boxes[1].why
    )
    # All of it can be read on a slide.
    assert len(viz.picture(trace).boxes) == len(trace)
    # Where a search was stopped, other moves may be still to come; where it is looked at as it was, it is known.
    assert [box.count for box in viz.picture(trace, step=10, fit="none").boxes] == [1, 9, 1]
    stopped = tracer.trace("random:b=1,d=25", max_nodes=10)
    assert all(box.count == 1 for box in viz.picture(stopped, fit="none").boxes)


def test_what_someone_asks_for_stands_alone() -> None:
    """The node of a step, the one that is drawn near, and all nodes where each has something of its own."""
    trace = tracer.trace(WIDE)
    inside = next(box for box in viz.picture(trace).boxes if box.role.stacked).node + 1
    step = trace.left(inside)
    for how in ({"near": inside}, {"step": step}):
        assert f"n{inside}" in {box.name for box in viz.picture(trace, **how).boxes}  # type: ignore[arg-type]
    assert not any(box.role.stacked for box in viz.picture(trace, numbers=True).boxes)
    game = tracer.trace("tictactoe")
    assert {box.role.kind for box in viz.picture(game, board=True).boxes if box.count > 1} <= {
        Kind.PRUNED,
        Kind.SUBTREE,
    }
    assert all(box.count == 1 for box in viz.picture(tracer.trace("nim:1,2,2"), merge=True).boxes)
    below = viz.picture(tracer.trace(WIDE), unvisited=1)
    assert not any(box.role.pruned and box.count > 1 for box in below.boxes)
    union = viz.side_by_side(tracer.trace(WIDE, "minimax"), tracer.trace(WIDE))
    drawn = viz.picture(union.trace, sides=union)
    assert all("only A" in box.lines for box in drawn.boxes if box.count > 1 and box.node > union.trace.find("4").index)


@pytest.mark.parametrize("search", ["tictactoe", "connect4:4,4,3", "random:b=6,d=3"])
def test_pruned_subtrees_have_their_nodes(search: str) -> None:
    """As the counting of all pruned nodes has them; what is too large is not counted, and nothing else is missing."""
    trace = tracer.trace(search, depth=6)
    pruned = [node for node in range(len(trace)) if trace.columns.status[node] == PRUNED][:300]
    exact = {node: sum(levels) for node, levels in by_branch(trace, frontier(trace).with_status(PRUNED)).items()}
    assert subtrees(trace, pruned) == {node: exact[node] for node in pruned}
    some = subtrees(trace, pruned, budget=40)
    assert some == {node: exact[node] for node in some}
    assert len(some) < len(pruned) or all(exact[node] == 1 for node in pruned)
    drawn = viz.picture(trace, max_nodes=100)
    for box in drawn.boxes:
        if box.role.kind is Kind.SUBTREE:
            total = sum(exact[node] for node in range(box.node, box.node + box.count))
            assert box.lines[-1] == f"{total:,} nodes"


def test_without_a_game_pruned_branches_are_moves_alone() -> None:
    trace = tracer.trace(WIDE)
    trace.game = None
    chips = [box for box in viz.picture(trace).boxes if box.role.pruned]
    assert [len(box.lines) for box in chips] == [2, 2]
    assert {box.role.kind for box in chips} == {Kind.PRUNED}


@pytest.mark.parametrize("format", ["svg", "dot", "tex", "mmd"])
@pytest.mark.parametrize("sideways", [False, True])
def test_every_drawing_shows_the_shapes(format: str, sideways: bool) -> None:
    draw = {"svg": viz.to_svg, "dot": viz.to_dot, "tex": viz.to_tikz, "mmd": viz.to_mermaid}[format]
    text = draw(tracer.trace([*WIDE, [[[[[[[0]]]]]]]]), sideways=sideways)
    found = re.sub(r"#(\d+);", lambda code: chr(int(code[1])), text)
    marks = r"\plyscopecross{} $\times$5" if format == "tex" else "✗ ×5"
    for said in (marks, "10 nodes", "4, 6, 7, 8, 9"):
        assert said in found
    assert "plies" in found
    mark = {"svg": "<polygon", "dot": "peripheries=2", "tex": "plyscope stacked,", "mmd": "{{"}[format]
    assert mark in text


def test_an_animation_folds_as_a_drawing_does_unless_told_otherwise() -> None:
    from viz.paper.film import draw_frames

    last = [draw_frames(tracer.trace(WIDE), fold=fold)[-1] for fold in (True, False)]
    folded, whole = ([text.text for text in canvas.iter_texts()] for canvas in last)
    assert {"✗ ×5", "×4", "✗ ×4"} <= set(folded)
    assert not any("×" in text for text in whole)
