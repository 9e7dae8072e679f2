"""TikZ: the tree in the document is the picture, its styles are the theme, and TeX typesets what was hostile."""

import io
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path as File
from typing import Any

import pytest
from forests import forest, untex
from hostile import HOSTILE, hostile_trace, shown
from hypothesis import given, settings
from strategies import AIMA, Case, searched

import tracer
from tracer.errors import PlyscopeError
from tracer.games.board import Board, Squares
from viz.export import beside_content
from viz.formats import tikz
from viz.latex import styles
from viz.latex import styles as tikz_styles
from viz.paper import fitting
from viz.paper.canvas import Path, Text, iter_flat_shapes
from viz.paper.picture_drawing import draw_picture
from viz.pictures.boxes import MoveText, Picture, UnseenValue, ValueText
from viz.pictures.picture_drafts import picture
from viz.pictures.roles import Kind

DEEP = [[5, 9], [3, [8, 1]]]
"""A tree with something below its pruned branch."""
Need = Callable[[str], None]


def document(trace: tracer.Trace, **wanted: Any) -> tuple[Picture, str]:
    """A picture and its document."""
    drawn = picture(trace, **wanted)
    return drawn, "\n".join(tikz.document_lines(drawn)) + "\n"


@settings(max_examples=25)
@given(searched())
def test_the_tree_in_the_document_is_the_picture(found: tuple[Case, dict[str, Any], tuple[float, float]]) -> None:
    """Every box below its parent, with its lines and the styles of its role."""
    case, how, window = found
    trace = tracer.trace(case.game, "alphabeta", position=case.position, window=window, **how)
    drawn, text = document(trace, max_nodes=40, sideways=False)
    nodes = forest(text).nodes()
    assert [node.options["name"] for node in nodes] == [box.name for box in drawn.boxes]
    for place, (node, box) in enumerate(zip(nodes, drawn.boxes, strict=True)):
        if box.role.kind is Kind.SUBTREE:
            assert node.lines.pop(0) == rf"\plyscopesubtree{{{', '.join(tikz_styles.node_styles(box.role))}}}"
        assert [untex(line) for line in node.lines] == [*box.lines]
        below = [nodes[child] for child, other in enumerate(drawn.boxes) if other.parent == place]
        assert [id(child) for child in node.children] == [id(child) for child in below]
        used = [name for name, value in node.options.items() if not value]
        assert used == (["plyscope below"] if box.role.kind is Kind.SUBTREE else tikz_styles.node_styles(box.role))
        kinds = {MoveText: r"\plyscopemove{", ValueText: r"\textbf{", UnseenValue: r"\plyscopeunseen{"}
        for line, said in zip(node.lines, box.lines, strict=True):
            assert (
                line.startswith(kinds[type(said)])
                if type(said) in kinds
                else not line.startswith(tuple(kinds.values()))
            )
        edges = node.options.get("edge", "plyscope edge").split(", ")
        assert box.parent < 0 or edges == tikz_styles.edge_styles(box.role)
        assert all(f"  {style}/.style=" in text for style in [*used, *edges])
        assert (box.role.mark != "") == ("edge label" in node.options) or box.parent < 0


def test_pruned_branches_are_grey_and_dashed() -> None:
    """Nodes and edges alike."""
    _, text = document(tracer.trace(AIMA))
    pruned = [node for node in forest(text).nodes() if "plyscope pruned" in node.options]
    assert [node.options["name"] for node in pruned] == ["n7", "n8"]
    assert {node.options["edge"] for node in pruned} == {"plyscope pruned edge"}


def test_cutoffs_are_marked_on_the_edge_after_which_they_happened() -> None:
    """Scissors where moves were skipped; the bare letter after the last move, where that is asked for."""
    nodes = forest(document(tracer.trace(AIMA), last_cutoffs=True)[1]).nodes()
    marks = {node.options["name"]: node.options["edge label"] for node in nodes if "edge label" in node.options}
    assert marks == {
        "n6": r"node[plyscope mark]{\plyscopescissors{} $\alpha$}",
        "n12": r"node[plyscope mark]{$\alpha$}",
    }


def test_text_at_the_edges_has_room() -> None:
    """The move, the window and the mark; nodes keep their widths, and are so far apart that no text meets an edge."""
    nodes = forest(document(tracer.trace(AIMA), moves="edge", windows="edge")[1]).nodes()
    label = nodes[6].options["edge label"]
    assert label.startswith(r"node[plyscope words]{{b1}\\{(3, $\infty$)}\\{\color{plyscopecutoff}")
    assert not any("minimum width" in node.options for node in nodes)
    assert float(nodes[5].options["s sep"].removesuffix("pt")) > 15
    assert float(nodes[0].options["s sep"].removesuffix("pt")) > 15
    assert "s sep" not in nodes[6].options
    plain = forest(document(tracer.trace(AIMA))[1]).nodes()
    assert not any("s sep" in node.options for node in plain)


def test_a_long_text_at_an_edge_parts_its_own_nodes_alone() -> None:
    """Those below its parent and below what is above that; its leaf is as wide as others."""
    tree = {"children": {"a": {"children": {"a rather long name": 3, "x": 4}}, "b": {"children": {"c": 5, "d": 6}}}}
    nodes = forest(document(tracer.trace(json.dumps(tree), "minimax"), moves="edge")[1]).nodes()
    rooms = [float(node.options.get("s sep", "0pt").removesuffix("pt")) for node in nodes]
    assert [room > 50 for room in rooms] == [place in (0, 1) for place in range(len(nodes))]


TRIANGLES: dict[str, tuple[Any, dict[str, Any], dict[str, Any]]] = {
    "long names": (
        '{"children": {"a very long name of a move": {"children": {"the second long name": 3, "x": 4}}, '
        '"to the market": {"children": {"left": 2, "right": [4, 6, 1]}}}}',
        {},
        {"moves": "edge", "windows": "edge", "layers": True, "triangles": True},
    ),
    "windows": (AIMA, {}, {"windows": "edge", "triangles": True}),
    "types and history": (
        [[3, 12, 8], [[2, 7], 4, 6], [14, 5, 2]],
        {"search": "pvs"},
        {"types": True, "history": True, "layers": True, "triangles": True, "moves": "edge"},
    ),
}
"""Trees with triangles, whose text stands beside them and at their edges."""


@pytest.mark.parametrize("name", TRIANGLES)
def test_all_text_beside_triangles_and_edges_is_on_the_page_and_none_over_another(
    need: Need, tmp_path: File, name: str
) -> None:
    """As TeX sets it."""
    source, how, wanted = TRIANGLES[name]
    drawn, text = document(tracer.trace(source, **how), sideways=False, legend=False, caption=False, **wanted)
    if not compiled(text, tmp_path, need):
        return
    seen = subprocess.run(
        ["pdftotext", "-bbox", "t.pdf", "-"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    width, height = map(float, re.findall(r'<page width="([\d.]+)" height="([\d.]+)"', seen.stdout)[0])
    boxes = re.findall(r'<word xMin="(.+)" yMin="(.+)" xMax="(.+)" yMax="(.+)">(.+)</word>', seen.stdout)
    words = [(*map(float, corners), word) for *corners, word in boxes]
    assert len(words) >= len(drawn.boxes)
    for left, top, right, bottom, word in words:
        assert left >= 0, word
        assert top >= 0, word
        assert right <= width, word
        assert bottom <= height, word
    # Letters of one line have ascents of their own.
    over = [
        (one[4], other[4])
        for one, other in combinations(words, 2)
        if min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 4
    ]
    assert over == []


def test_edges_meet_triangles_whatever_stands_beside_them() -> None:
    """Their points are measured from where the text of a node begins, and its page has room for all of the node."""
    preamble = "\n".join(styles.TRIANGLE_MACROS)
    assert r"\inheritbackgroundpath[from=rectangle]" in preamble
    for name, (source, how, wanted) in TRIANGLES.items():
        nodes = forest(document(tracer.trace(source, **how), **wanted)[1]).nodes()
        beside = [node for node in nodes if "plyscope beside" in node.options]
        assert beside, name
        assert not any("minimum" in option for node in beside for option in node.options), name


def test_who_moves_stands_in_the_margin() -> None:
    """At the height of a node of that ply, whatever its name."""
    _, text = document(tracer.trace(AIMA), layers=True)
    assert re.findall(r"\\node\[plyscope layer, anchor=east\] at \(plyscope margin \|- (n\d+)\) \{(\w+)\};", text) == [
        ("n0", "MAX"),
        ("n1", "MIN"),
    ]
    assert "plyscope layer, anchor=south" in document(tracer.trace(AIMA), layers=True, sideways=True)[1]


FIGURES: dict[str, tuple[Any, dict[str, Any], dict[str, Any]]] = {
    "columns": ("chess", {"depth": 2}, {}),
    "columns and stubs": ("tictactoe", {}, {"theme": "dark"}),
    "several ways to a position": ("nim:1,2,2", {}, {"merge": True, "max_nodes": 40}),
    "text below triangles": (AIMA, {}, {"sideways": True, "triangles": True}),
}
"""What forest cannot lay out."""


def figure(trace: tracer.Trace, **wanted: Any) -> str:
    stream = io.BytesIO()
    tikz.write_tikz(trace, stream, wanted)
    return stream.getvalue().decode()


@pytest.mark.parametrize("name", FIGURES)
def test_what_forest_lacks_is_the_figure_that_an_svg_shows(name: str) -> None:
    """Of its size, with every text and every box where it has them."""
    source, how, wanted = FIGURES[name]
    trace = tracer.trace(source, **how)
    canvas, text = draw_picture(fitting.fit_picture(trace, **wanted)), figure(trace, **wanted)
    assert r"\begin{forest}" not in text
    assert rf"\scalebox{{{canvas.scale:.3f}}}" in text
    shapes = list(iter_flat_shapes(canvas.shapes))
    drawn = re.findall(r"^  \\(plytext|path)(?:\[[^]]*\] \(|\{)(-?[\d.]+),(-?[\d.]+)[)}]", text, re.MULTILINE)
    assert len(drawn) == len(shapes)
    for shape, (kind, x, y) in zip(shapes, drawn, strict=True):
        assert (kind == "plytext") == isinstance(shape, Text)
        if not isinstance(shape, Path):
            assert (float(x), float(y)) == pytest.approx((shape.x, shape.y), abs=0.01)


def test_a_plain_tree_is_laid_out_by_forest() -> None:
    assert all(r"\begin{forest}" in figure(tracer.trace(AIMA), **wanted) for wanted in ({}, {"triangles": True}))


@pytest.mark.parametrize("name", FIGURES)
def test_tex_draws_these_figures_and_embeds_their_fonts(need: Need, tmp_path: File, name: str) -> None:
    source, how, wanted = FIGURES[name]
    seen = compiled(figure(tracer.trace(source, **how), **wanted), tmp_path, need)
    assert not seen or "MAX to move" in seen
    if shutil.which("pdffonts"):
        found = subprocess.run(["pdffonts", "t.pdf"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        lines = found.splitlines()
        assert lines[2:]
        assert {line[lines[0].index("emb") :].split()[0] for line in lines[2:]} == {"yes"}


def test_tex_draws_searches_beside_one_another(need: Need, tmp_path: File) -> None:
    traces = [tracer.trace(AIMA, search) for search in ("minimax", "alphabeta")]
    text = beside_content(traces, "both.tex", options=[{}, {}]).decode()
    seen = compiled(text, tmp_path, need)
    assert not seen or "minimax" in seen


def test_names_have_no_dots_and_triangles_stand_beside_their_text() -> None:
    """TikZ takes what follows a dot for an anchor."""
    drawn, text = document(tracer.trace(DEEP), unvisited=1, triangles=True)
    assert any("." in box.name for box in drawn.boxes)
    nodes = forest(text).nodes()
    assert all(re.fullmatch(r"[a-z]\d+(-\d+)?", node.options["name"]) for node in nodes)
    assert (
        nodes[0].lines[0].startswith(r"\plyscopebeside{\plyscopeup{plyscope MAX, plyscope pv}}{{\plyscopemove{root}}\\")
    )
    assert nodes[1].lines[0].startswith(r"\plyscopebeside{\plyscopedown{plyscope MIN")
    assert all("plyscope triangle" in node.options for node in nodes[:2])


def test_growing_to_the_right_a_node_is_a_line_and_its_roof_is_flat() -> None:
    """And the text at an edge is a line, too."""
    nodes = forest(document(tracer.trace(AIMA), sideways=True, windows="edge")[1]).nodes()
    assert all(len(node.lines) == 1 for node in nodes)
    assert [untex(node.lines[0]) for node in nodes[:2]] == ["root  = 3  (−∞, ∞)", "a1  = 3"]
    assert ["plyscope flat" in node.options for node in nodes[:3]] == [True, True, False]
    assert nodes[6].options["edge label"].startswith(r"node[plyscope words aside]{{(3, $\infty$)}\enskip {\color")


def test_a_board_is_a_table_of_squares() -> None:
    """With lines, discs, pieces or letters; the last move's squares have a colour."""
    lines = Board((("X", ""), ("", "O")), Squares.LINES, frozenset({(1, 1)}))
    assert styles.board_table(lines) == (
        r"\plyscopeboard{c|c}{\plyscopecell{\plyscopeX{}} & \plyscopecell{}\\\hline "
        r"\plyscopecell{} & \plyscopeon{plyscopelast}{\plyscopecell{\plyscopeO{}}}}"
    )
    holes = styles.board_table(Board((("X", "O", ""),), Squares.HOLES))
    assert re.findall(r"\\usebox\{\\plyscope(\w+)\}", holes) == ["discX", "discO", "nodisc"]
    chess = styles.board_table(Board((("♘", "♞"), ("", "♚")), Squares.CHEQUERED))
    assert re.findall(r"plyscope(\w+)square\}\{\\plyscopecell\{(?:\\textcolor\{plyscopeink\}\{)?(\w*)\}", chess) == [
        ("light", "N"),
        ("dark", "n"),
        ("dark", ""),
        ("light", "k"),
    ]
    assert r"\plyscopeletter{\texttt{\_}}" in styles.board_table(Board((("_", "a"),), Squares.TEXT))


def test_hostile_labels_are_text() -> None:
    """In nodes and on edges, and in the heading."""
    _, text = document(hostile_trace(), sideways=False)
    assert text.isascii()
    nodes = forest(text).nodes()[1:]
    for node, label in zip(nodes, HOSTILE, strict=True):
        if label.isascii() and shown(label) == label and label.strip():
            assert untex(node.lines[0]) == label
    body = text.split(r"\begin{document}")[1]
    assert text.count(r"\end{document}") == 1
    assert not re.search(r"(?<!\\)\\(input|write|immediate|catcode|undefined)", body)


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        (
            {"max_nodes": 200},
            r"TeX draws at most 150 nodes, and here are \d+ with the stubs: draw fewer .--max-nodes 75.",
        ),
        ({"ply": 3, "max_nodes": 2_000, "sideways": False}, "at most 150 nodes"),
    ],
)
def test_more_than_tex_draws_is_refused(wanted: dict[str, Any], problem: str) -> None:
    """With what helps."""
    with pytest.raises(PlyscopeError, match=problem):
        document(tracer.trace("tictactoe"), **wanted)


def test_the_remedy_that_is_named_helps() -> None:
    """However many stubs there are."""
    for spec in ("tictactoe", "random:b=3,d=5,seed=1", "random:b=2,d=7,seed=1"):
        assert len(document(tracer.trace(spec), max_nodes=tikz.DEFAULT_NODES)[0].boxes) <= tikz.MAX_NODES


def test_a_drawing_longer_than_tex_can_measure_is_refused() -> None:
    """Where it grows the other way it is drawn."""
    plain = tracer.trace(list(range(120)), "minimax")
    wide = tracer.Trace(plain.columns, [], plain.header, labels=[f"{'W' * 24}{place}" for place in range(120)])
    with pytest.raises(PlyscopeError, match="larger than any page that TeX can make: draw fewer"):
        document(wide, sideways=False)
    assert len(forest(document(wide, sideways=True)[1]).nodes()) == 121


def compiled(text: str, folder: File, need: Need) -> str:
    """What pdflatex makes of a document, as text where pdftotext is there; every package is needed."""
    need("pdflatex")
    for package in ("standalone.cls", "forest.sty", "environ.sty"):
        found = subprocess.run(["kpsewhich", package], capture_output=True, text=True, check=False).stdout.strip()
        if not found:
            need(package)
    (folder / "t.tex").write_text(text)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "t.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-2_000:]
    log = (folder / "t.log").read_text(errors="replace")
    # Symbols that a sans serif has not are those of the standard fonts.
    lost = re.findall(r"^!.*|Missing character.*|.*undefined.*", log, re.MULTILINE)
    assert [line for line in lost if not re.search(r"Font shape `OM[LS]/cmss/\w+/n' undefined", line)] == []
    assert "Output written on t.pdf (1 page" in log
    if not shutil.which("pdftotext"):
        return ""
    return subprocess.run(
        ["pdftotext", "-layout", "t.pdf", "-"], cwd=folder, capture_output=True, text=True, check=True
    ).stdout


def test_tex_typesets_hostile_labels_as_text(need: Need, tmp_path: File) -> None:
    """And reads no file, and stops at none of them."""
    seen = compiled(document(hostile_trace(), sideways=True)[1], tmp_path, need)
    if seen:
        assert r"\input{/etc/passwd}" in seen
        assert r"\end{document}" in seen
        assert "root:" not in seen


def test_tex_draws_everything_that_can_be_drawn(need: Need, tmp_path: File) -> None:
    """Every board, text at edges, layers, triangles, stubs, the dark theme."""
    trace = tracer.trace("nim:1,2,2")
    drawn = picture(trace, moves="edge", max_nodes=24, layers=True, triangles=True, theme="dark")
    boards = [Board((("X", "O"), ("", "♚")), squares, frozenset({(0, 0)})) for squares in Squares]
    boxes = [replace(box, board=board) for box, board in zip(drawn.boxes[1:], boards, strict=False)]
    boxes = [drawn.boxes[0], *boxes, *drawn.boxes[1 + len(boxes) :]]
    full = replace(drawn, boxes=tuple(boxes), layers=("MAX", "MIN", "MAX"))
    seen = compiled("\n".join(tikz.document_lines(full)) + "\n", tmp_path, need)
    assert not seen or "nim:1,2,2" in seen
