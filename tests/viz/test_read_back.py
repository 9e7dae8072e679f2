"""Drawings read back: every number that stands in one is compared with the trace, and none of it says a false thing."""

from __future__ import annotations

import re
import runpy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from strategies import AIMA

import tracer
import viz
from tracer.count.frontier import frontier
from tracer.count.sizes import by_branch
from tracer.recording.status import PRUNED
from tracer.text import number
from tracer.time.landmarks import window_ends
from viz.pictures.ranges import value_ranges
from viz.pictures.theme import THEMES

ROOT = Path(__file__).parent.parent.parent
FIGURES, GOLDEN = ROOT / "examples" / "figures", ROOT / "tests" / "golden"
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = r"(-?(?:∞|\d+(?:\.\d+)?))"
DEEP = [[[5, [4, 7]], [3, [8, 1]]], [[[9, 2], 6], [[1, 0], [7, 7]]]]
TRACES: dict[str, tuple[Any, ...]] = {
    "textbook": (AIMA,),
    "textbook by minimax": (AIMA, "minimax"),
    "deep": (DEEP,),
    "nim": ("nim:1,2,3",),
    "random": ("random:b=3,d=4,seed=2",),
    "tictactoe": ("tictactoe",),
    "connect4": ("connect4:4,4,3", "alphabeta", 3),
}
OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "sideways": {"sideways": True},
    "numbers": {"numbers": True, "last_cutoffs": True, "sideways": False},
    "history": {"history": True},
    "history of the mover, sideways": {"history": True, "view": "mover", "sideways": True, "numbers": True},
    "ranges": {"ranges": True},
    "edges": {"moves": "edge", "windows": "edge", "sideways": False},
    "mover": {"view": "mover", "types": True},
    "boards": {"board": True, "max_nodes": 20},
    "a subtree": {"root": 1, "ply": 2},
    "triangles": {"triangles": True, "layers": True, "max_nodes": 15},
    "no windows": {"windows": "none", "max_nodes": 9},
}


@cache
def trace_of(name: str) -> tracer.Trace:
    game, search, depth = (*TRACES[name], "alphabeta", None)[:3] if len(TRACES[name]) < 2 else (*TRACES[name], None)[:3]
    return tracer.trace(game, search, depth=depth)


def plain(text: str) -> str:
    """A text with one kind of minus sign and of space."""
    return re.sub(r"[\u2009\u00a0]", " ", text).replace("−", "-")


def read(text: str) -> float:
    return float(text.replace("∞", "inf").replace(",", ""))


@dataclass
class Drawn:
    """What stands in an SVG: the texts of each node, and all others."""

    nodes: dict[str, list[str]] = field(default_factory=dict)
    others: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, svg: str, panel: str = "") -> Drawn:
        """A whole drawing, or one panel of it."""
        found = cls()
        root = ElementTree.fromstring(svg)
        groups = {one: one.attrib["id"] for one in root.iter(f"{SVG}g") if "id" in one.attrib}
        inside = {text for group in groups for text in group.iter(f"{SVG}text")}
        for group, name in groups.items():
            if name.startswith(panel):
                found.nodes[name.removeprefix(panel)] = [_text(one) for one in group.iter(f"{SVG}text")]
        found.others = [_text(one) for one in root.iter(f"{SVG}text") if one not in inside]
        return found


def _text(element: ElementTree.Element) -> str:
    return plain("".join(element.itertext()))


class Reader:
    """Reads drawings of one trace: whatever a node says is claimed by a fact of it, or is no number."""

    def __init__(self, trace: tracer.Trace, **options: Any) -> None:
        self.trace, self.columns = trace, trace.columns
        self.mover = options.get("view") == "mover"
        self.known: dict[Any, float] = {}

    def sign(self, node: int) -> int:
        return -1 if self.mover and self.columns.turn[node] < 0 else 1

    def truth(self, node: int) -> float:
        """The value of a node by definition, seen as the drawing sees it."""
        depth = self.trace.header.depth
        left = None if depth is None else depth - int(self.columns.ply[node])
        return self.sign(node) * self._minimax(self.trace.state(node), left)

    def _minimax(self, state: Any, left: int | None) -> float:
        game: Any = self.trace.need_game()
        if (state, left) not in self.known:
            utility = game.utility(state)
            if utility is not None:
                value = float(utility)
            elif left == 0:
                value = float(game.evaluate(state))
            else:
                below = None if left is None else left - 1
                values = [self._minimax(game.play(state, move), below) for move in game.moves(state)]
                value = max(values) if game.turn(state) > 0 else min(values)
            self.known[state, left] = value
        return self.known[state, left]

    def box(self, node: int, texts: list[str], *, board: bool = False) -> range:
        """Everything that stands in a box is true of each of the nodes that it stands for, which are told."""
        found = [one for text in texts if (one := re.fullmatch(r"(?:✗ )?×([\d,]+)|([\d,]+) plies", text))]
        counted = [text for text in texts if re.fullmatch(r"[\d,]+ nodes", text)]
        count = int(next(filter(None, found[0].groups())).replace(",", "")) if found else 1
        inside = range(node, node + count)
        if counted:
            spared = by_branch(self.trace, frontier(self.trace).with_status(PRUNED))
            assert counted == [f"{sum(sum(spared[one]) for one in inside):,} nodes"]
        rest = [text for text in texts if text not in counted and text not in {one[0] for one in found}]
        names = [plain(self.trace.label(one)) for one in inside]
        if not found:
            self.node(node, rest, board=board)
            return inside
        moves = (" ".join(names), f"{names[0]} … {names[-1]}")
        rest = [text for text in rest if text.removesuffix(":") not in moves]
        unseen = rest[0].split(", ") if rest and self.columns.status[node] == PRUNED else []
        for place, one in enumerate(inside):
            self.node(one, unseen[place : place + 1] if unseen else rest, board=board)
        return inside

    def node(self, node: int, texts: list[str], *, board: bool = False) -> None:
        """Everything that stands in a node is true of it."""
        if self.columns.status[node] == PRUNED:
            self._pruned(node, texts)
            return
        left = "\n".join(texts)
        label = "root" if node == 0 else plain(self.trace.label(node))
        left = left.removeprefix(label)
        for place in re.findall(r"#([\d,]+)", left):
            assert int(place.replace(",", "")) == self.trace.landmarks.visits[node]
        left = re.sub(r"#[\d,]+", "", left)
        left = re.sub(rf"([=≤≥])\s+{NUMBER}(?![\d.])", lambda found: self._value(node, *found.groups()), left)
        left = re.sub(rf"\(\s*{NUMBER},\s*{NUMBER}\s*\)", lambda found: self._window(node, *found.groups()), left)
        left = re.sub(rf"\[{NUMBER}, {NUMBER}\]", lambda found: self._range(node, *found.groups()), left)
        left = re.sub(r"α\s.*?β\s[^a-z]*", lambda found: self._history(node, found[0]), left, flags=re.DOTALL)
        if board:
            left = ""
        assert not re.search(r"[\d∞]", left), (node, texts, left)

    def _pruned(self, node: int, texts: list[str]) -> None:
        label = plain(self.trace.label(node))
        unseen = [text for text in texts if text not in (label, f"{label}:")]
        if unseen:
            game: Any = self.trace.need_game()
            assert unseen == [plain(number(game.utility(self.trace.state(node))))]

    def _value(self, node: int, bound: str, text: str) -> str:
        value, truth = read(text), self.truth(node)
        assert value == self.sign(node) * self.columns.value[node], node
        assert {"=": value == truth, "≤": truth <= value, "≥": truth >= value}[bound], (node, bound, value, truth)
        return ""

    def _turned(self, node: int, low: float, high: float) -> tuple[float, float]:
        return (low, high) if self.sign(node) > 0 else (-high, -low)

    def _window(self, node: int, low: str, high: str) -> str:
        ends = float(self.columns.alpha[node]), float(self.columns.beta[node])
        assert (read(low), read(high)) == self._turned(node, *ends)
        return ""

    def _range(self, node: int, low: str, high: str) -> str:
        assert (read(low), read(high)) == self._turned(node, *value_ranges(self.trace)[node])
        assert read(low) <= self.truth(node) <= read(high)
        return ""

    def _history(self, node: int, text: str) -> str:
        alphas, betas = window_ends(self.trace, node, self.trace.steps - 1)
        if self.sign(node) < 0:
            alphas, betas = [-end for end in betas], [-end for end in alphas]
        shown = [re.findall(NUMBER, part) for part in re.sub(r"\s", " ", text).split("β")]
        for found, ends in zip(shown, (alphas, betas), strict=True):
            assert [read(found[0]), read(found[-1])] == [ends[0], ends[-1]]
            left = iter(ends)
            assert all(read(one) in left for one in found), "in the order in which they were"
        return ""

    def stub(self, node: int, texts: list[str], drawn: set[int]) -> None:
        """What is left out is counted: below the node, and below no drawn node under it."""
        end, status = self.columns.end, self.columns.status
        left_out = set(range(node + 1, int(end[node])))
        for other in drawn:
            if other > node and other in left_out and self._is_child(other, node):
                left_out -= set(range(other, int(end[other])))
        pruned = sum(status[one] == PRUNED for one in left_out)
        counts = {"visited": len(left_out) - pruned, "pruned": pruned}
        said = re.findall(r"([\d,]+) (visited|pruned)", "\n".join(texts))
        assert {word: int(count.replace(",", "")) for count, word in said} == {k: v for k, v in counts.items() if v}

    def _is_child(self, node: int, above: int) -> bool:
        return bool(self.columns.parent[node] == above)


def read_nodes(drawn: Drawn, reader: Reader, *, board: bool = False) -> set[int]:
    """The nodes of a drawing, each read."""
    nodes = set[int]()
    for name, texts in drawn.nodes.items():
        if name.startswith("n"):
            nodes.update(reader.box(int(name[1:]), texts, board=board))
    for name, texts in drawn.nodes.items():
        if name.startswith("s") and "." not in name:
            reader.stub(int(name[1:]), texts, nodes)
    return nodes


def read_caption(drawn: Drawn, trace: tracer.Trace, nodes: set[int], root: int) -> None:
    """The counts above a tree are those of the trace, or of the subtree, with pruned nodes where they are known."""
    end = int(trace.columns.end[root])
    pruned = int((trace.columns.status[root:end] == PRUNED).sum())
    said = next((text for text in drawn.others if "visited ·" in text and not text.startswith("in all")), None)
    if said is not None:
        below = trace.counts.pruned_nodes_below(root) if "pruned node" in said else pruned
        numbers = re.findall(rf"value (?:[≤≥] )?{NUMBER} · ([\d,]+) visited · ([\d,]+) pruned", said)
        assert [tuple(map(read, one)) for one in numbers] == [(trace.columns.value[root], end - root - pruned, below)]
    for text in drawn.others:
        if found := re.fullmatch(r"([\d,]+) of ([\d,]+) drawn", text):
            assert (read(found[1]), read(found[2])) == (len(nodes), end - root)


def false_lines(texts: list[str]) -> list[str]:
    """Rows that read as an equation which is false: a number, a sign, and a number that it does not fit."""
    found = []
    for text in texts:
        for left, bound, right in re.findall(rf"(?<![\w#,.]){NUMBER}\s*([=≤≥])\s*{NUMBER}(?![\d.])", text):
            one, other = read(left), read(right)
            if not {"=": one == other, "≤": one <= other, "≥": one >= other}[bound]:
                found.append(text)
    return found


@pytest.mark.parametrize("how", OPTIONS)
@pytest.mark.parametrize("name", TRACES)
def test_every_number_of_a_drawing_is_that_of_the_trace(name: str, how: str) -> None:
    trace, options = trace_of(name), {"max_nodes": 60, "fit": "none", **OPTIONS[how]}
    drawn = Drawn.of(viz.to_svg(trace, **options))
    nodes = read_nodes(drawn, Reader(trace, **options), board="board" in options)
    assert nodes
    read_caption(drawn, trace, nodes, options.get("root", 0))
    rows = [row for texts in drawn.nodes.values() for row in ([" ".join(texts)] if "sideways" in options else texts)]
    assert not false_lines([*rows, *drawn.others])
    if options.get("moves") == "edge":
        moves = sorted(plain(trace.label(node)) for node in nodes if node)
        windows = [text for text in drawn.others if re.fullmatch(rf"\({NUMBER}, {NUMBER}\)", text)]
        labels = sorted(move for text in drawn.others for move in text.split() if set(text.split()) <= set(moves))
        assert labels == moves
        searched = [node for node in nodes if node and trace.columns.status[node] != PRUNED]
        assert len(windows) == (len(searched) if trace.header.windowed else 0)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("fit", ["slide", "page", "column"])
def test_and_in_every_theme_and_size(theme: str, fit: str) -> None:
    for name in ("textbook", "deep", "nim"):
        trace = trace_of(name)
        drawn = Drawn.of(viz.to_svg(trace, theme=theme, fit=fit))
        read_caption(drawn, trace, read_nodes(drawn, Reader(trace)), 0)


def test_the_golden_drawings_say_what_is_true() -> None:
    for name in ("aima.svg", "tictactoe-200.svg"):
        trace = trace_of("textbook" if name == "aima.svg" else "tictactoe")
        drawn = Drawn.of((GOLDEN / name).read_text(encoding="utf-8"))
        read_caption(drawn, trace, read_nodes(drawn, Reader(trace)), 0)


def test_the_figures_of_the_textbooks_say_what_is_true() -> None:
    """Of every panel, by the search it shows."""
    scripts = {
        name: runpy.run_path(str(FIGURES / f"{name}.py"))
        for name in ("aima_minimax", "knuth_moore", "minimax_alphabeta", "wikipedia")
    }
    minimax_alphabeta, wikipedia = scripts["minimax_alphabeta"]["trace"], scripts["wikipedia"]["trace"]
    panels = {
        "aima_minimax": [scripts["aima_minimax"]["trace"]()],
        "knuth_moore": [scripts["knuth_moore"]["trace"]()],
        "minimax_alphabeta": [minimax_alphabeta("minimax"), minimax_alphabeta("alphabeta")],
        "wikipedia": [wikipedia(">="), wikipedia(">")],
    }
    for name, traces in panels.items():
        svg = scripts[name]["figure"]()
        for place, trace in enumerate(traces):
            assert read_nodes(Drawn.of(svg, f"p{place}."), Reader(trace))


def test_the_tree_that_a_page_shows_says_what_is_true() -> None:
    trace = trace_of("textbook")
    drawn = Drawn.of((ROOT / "docs" / "tutorials" / "cutoff" / "tree.svg").read_text(encoding="utf-8"))
    read_caption(drawn, trace, read_nodes(drawn, Reader(trace)), 0)


def test_a_false_number_would_be_found() -> None:
    """A value, a bound, a window, a count and a move that are not the trace's."""
    svg = viz.to_svg(trace_of("textbook"), fit="none")
    for true, false in (("= 12", "= 11"), ("≤ 2", "= 1"), ("= 8", "≤ 7"), ("(3, ∞)", "(2, ∞)"), ("= 14", "= 14 15")):
        assert f">{true}<" in svg
        with pytest.raises(AssertionError):
            read_nodes(Drawn.of(svg.replace(f">{true}<", f">{false}<", 1)), Reader(trace_of("textbook")))
    drawn = Drawn.of(svg.replace("11 visited", "12 visited"))
    with pytest.raises(AssertionError):
        read_caption(drawn, trace_of("textbook"), set(range(13)), 0)
    assert false_lines(["3 ≤ 2", "4  = 0", "3 ≥ 2", "#8 = 3"]) == ["3 ≤ 2", "4  = 0"]
