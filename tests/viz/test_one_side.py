"""One of two searches drawn as it is alone: each number is one of the traces', and what the other has is in grey."""

import re
from pathlib import Path
from typing import Any

import pytest
from strategies import AIMA, WIKIPEDIA
from test_read_back import NUMBER, Drawn, Reader, read

import tracer
import viz
from tracer.comparing.node_matching import NO_MATCH
from tracer.comparing.union_tree import BOTH, CHANGED
from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.tracing import Trace
from tui import program
from viz.export import check
from viz.pictures.boxes import OtherSearchText, UnseenValue
from viz.pictures.picture_drafts import picture
from viz.pictures.roles import Kind, role_of_node
from viz.pictures.sides import Sides, side_by_side

PAIRS: dict[str, tuple[Any, dict[str, Any], dict[str, Any]]] = {
    "textbook": (AIMA, {"search": "minimax"}, {}),
    "wikipedia": (WIKIPEDIA, {}, {"cut": ">"}),
    "reversed": ("random:b=3,d=3,seed=5", {"order": "reversed"}, {}),
    "hard": ("random:b=3,d=4,seed=1", {}, {"fail": "hard"}),
    "nim": ("nim:1,2,2", {"search": "minimax"}, {"search": "negamax-alphabeta"}),
    "stopped": ("random:b=3,d=3,seed=2", {}, {"max_nodes": 9}),
    "less deep": ("connect4:4,4,3", {"depth": 3}, {"depth": 2}),
}


def two(name: str, side: str) -> Sides:
    game, one, other = PAIRS[name]
    return side_by_side(tracer.trace(game, **one), tracer.trace(game, **other), side)


@pytest.mark.parametrize("max_nodes", [25, 200])
@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("name", PAIRS)
def test_every_number_is_that_of_the_search_it_is_said_of(name: str, side: str, max_nodes: int) -> None:
    both = two(name, side)
    searches = {letter: (trace, there) for letter, trace, there in both.searches()}
    (mine, here), (other, there) = searches[side], searches[both.other]
    drawn = Drawn.of(viz.to_svg(both.trace, sides=both, fit="none", fold=False, max_nodes=max_nodes, sideways=False))
    reader = Reader(mine) if mine.header.stopped is None and other.header.depth is None else None
    boxes = {int(box[1:]): texts for box, texts in drawn.nodes.items() if box.startswith("n")}
    for node, texts in boxes.items():
        own = [text for text in texts if not re.match("[AB] ", text)]
        if here[node] == NO_MATCH:
            assert own in ([], [both.trace.label(node)])
        elif reader is not None:
            reader.node(int(here[node]), own)
        told = [text[2:] for text in texts if re.match(f"{both.other} ", text)]
        assert len(told) == len(texts) - len(own)
        differs = both.side(node) is not BOTH and there[node] != NO_MATCH
        assert len(told) == (differs and not is_pruned_alone(both, node, side))
        for one in told:
            of_other(other, int(there[node]), one)
    stubs = {int(box[1:]): texts for box, texts in drawn.nodes.items() if box.startswith("s")}
    left = {"visited": 0, "pruned": 0, f"only {both.other}": 0}
    for count, word in re.findall(
        rf"([\d,]+) (visited|pruned|only {both.other})", "\n".join(text for texts in stubs.values() for text in texts)
    ):
        left[word] += int(count.replace(",", ""))
    shown = {node for node in boxes if here[node] != NO_MATCH}
    pruned = {node for node in shown if mine.columns.status[here[node]] == PRUNED}
    assert left["pruned"] + len(pruned) == int((mine.columns.status == PRUNED).sum())
    assert left["visited"] + len(shown - pruned) == mine.counts.visited
    assert left[f"only {both.other}"] + len(boxes) - len(shown) == len(both.trace) - len(mine)


def is_pruned_alone(both: Sides, node: int, side: str) -> bool:
    """Whether the drawn search pruned it, and the other one does not know it or pruned it too."""
    return all(
        there[node] == NO_MATCH or trace.columns.status[there[node]] == PRUNED
        for letter, trace, there in both.searches()
        if letter == both.other or there[node] != NO_MATCH
    ) and any(there[node] != NO_MATCH for letter, _, there in both.searches() if letter == side)


def of_other(trace: Trace, node: int, text: str) -> None:
    """What is said of the other search is true of it."""
    columns = trace.columns
    if columns.status[node] == PRUNED:
        assert text in ("✂", "pruned")
        return
    if found := re.match(rf"([=≤≥] )?{NUMBER}", text):
        bound = trace.proved_bound(node)
        assert (found[1] or "").strip() == (bound.sign if bound is not None else "")
        assert read(found[2]) == columns.value[node]
    else:
        assert text.startswith("open")
    for low, high in re.findall(rf"\({NUMBER}, {NUMBER}\)", text):
        assert (read(low), read(high)) == (columns.alpha[node], columns.beta[node])
    assert bool(re.search("[αβ]", text)) == bool(columns.cutoff[node])


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("name", PAIRS)
def test_a_node_looks_as_in_a_drawing_of_that_search_alone(name: str, side: str) -> None:
    both = two(name, side)
    trace, here = next((trace, here) for letter, trace, here in both.searches() if letter == side)
    drawn = picture(both.trace, sides=both, max_nodes=400, fold=False, last_cutoffs=True)
    alone = {box.node: box for box in picture(trace, max_nodes=400, fold=False, last_cutoffs=True).boxes}
    for box in drawn.boxes:
        if box.name.startswith("n") and here[box.node] != NO_MATCH:
            twin = alone[int(here[box.node])]
            assert box.role == twin.role == role_of_node(trace, twin.node)
            # The number of a leaf that was pruned is not known but by the other search, which says so.
            told = [
                line for line in twin.lines if not (isinstance(line, UnseenValue) and both.side(box.node) is not BOTH)
            ]
            assert [line for line in box.lines if not isinstance(line, OtherSearchText)] == told
    grey = {box.node for box in drawn.boxes if box.role.kind is Kind.ELSEWHERE}
    assert grey == {node for node in range(len(both.trace)) if here[node] == NO_MATCH} & {b.node for b in drawn.boxes}
    meanings = {entry.meaning for entry in drawn.legend}
    assert (Kind.ELSEWHERE.value in meanings) == bool(grey)
    assert (f"what {both.other} has there" in meanings) == any(
        isinstance(line, OtherSearchText) for box in drawn.boxes for line in box.lines
    )
    if name == "textbook":
        assert any(both.side(box.node) is CHANGED for box in drawn.boxes)


def test_a_side_that_there_is_not_is_refused(tmp_path: Path) -> None:
    one, other = tracer.trace(AIMA, "minimax"), tracer.trace(AIMA)
    with pytest.raises(PlyscopeError, match="side is 'C'; there are: A, B"):
        viz.draw_diff(one, other, tmp_path / "x.svg", side="C")
    check(tmp_path / "x.svg", two=True)
    viz.draw_diff(one, other, tmp_path / "x.svg", side="B")
    texts = (tmp_path / "x.svg").read_text(encoding="utf-8")
    assert "drawn as B has it, with what A has otherwise in grey" in texts
    assert ">A = 4<" in texts


def test_the_command_draws_one_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["export", str(AIMA), "-a", "minimax", "-a", "alphabeta", "-o", "x.svg", "--side"]
    for side, refused in (("b", "give --diff, too"), ("C", "--side is A or B, not 'C'")):
        assert program.run_process([*words, side, *(["--diff"] if side == "C" else [])]) == 2
        assert refused in capsys.readouterr().err
    assert program.run_process([*words, "b", "--diff"]) == 0
    assert "drawn as B has it" in (tmp_path / "x.svg").read_text(encoding="utf-8")
