"""Pictures by Graphviz: what it makes of the DOT, and what is said when it cannot."""

import json
import os
import re
import select
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hostile import HOSTILE, hostile_trace
from strategies import AIMA

import tracer
import viz
from tracer.errors import PlyscopeError
from tracer.extras import command_to_install
from tracer.recording.status import PRUNED
from viz.graphviz import render
from viz.graphviz.render import RenderError
from viz.pictures import labels

SVG = "{http://www.w3.org/2000/svg}"
Need = Callable[[str], None]


def texts(svg: str) -> list[str]:
    """The text elements of a picture."""
    root = ElementTree.fromstring(svg)
    return [(element.text or "").replace("\u00a0", " ").replace("\u2060", "") for element in root.iter(f"{SVG}text")]


def test_hostile_labels_are_text_in_the_picture(need: Need) -> None:
    """Nothing is linked, loaded or run, and every line of every node is there as it was meant."""
    need("pygraphviz")
    trace = hostile_trace()
    svg = viz.to_svg(trace, sideways=False, layout="dot")
    root = ElementTree.fromstring(svg)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "g", "title", "text", "path", "polygon", "polyline", "ellipse")
    }
    names = {name.rpartition("}")[2] for element in root.iter() for name in element.attrib}
    assert not {name for name in names if name in ("href", "style", "src") or name.startswith("on")}
    found = texts(svg)
    for node in range(len(trace)):
        for line in labels.node_lines(trace, node):
            assert line in found or not line.strip()
    assert trace.header.title in found
    assert len(found) > len(HOSTILE)


def test_every_drawn_node_is_in_the_picture(need: Need) -> None:
    """By its id, the stubs too."""
    need("pygraphviz")
    trace = tracer.trace("tictactoe")
    drawn = viz.to_dot(trace, max_nodes=60)
    svg = viz.to_svg(trace, max_nodes=60, layout="dot")
    titles = {element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}title")}
    assert titles >= set(re.findall(r"^  ([ns]\d+) \[", drawn, re.MULTILINE))


def test_pruned_branches_are_dashed_in_the_picture(need: Need) -> None:
    """Graphviz understood the style."""
    need("pygraphviz")
    trace = tracer.trace(AIMA)
    groups = {
        group.findtext(f"{SVG}title"): group
        for group in ElementTree.fromstring(viz.to_svg(trace, layout="dot")).iter(f"{SVG}g")
    }
    for node in range(len(trace)):
        shapes = [*groups[f"n{node}"].iter(f"{SVG}polygon"), *groups[f"n{node}"].iter(f"{SVG}polyline")]
        dashed = any("stroke-dasharray" in shape.attrib for shape in shapes)
        assert dashed == (trace.columns.status[node] == PRUNED)


@pytest.mark.parametrize(("suffix", "magic"), [("svg", b"<?xml"), ("png", b"\x89PNG\r\n"), ("pdf", b"%PDF-")])
def test_pictures_are_written(
    need: Need, tmp_path: Path, capfd: pytest.CaptureFixture[str], suffix: str, magic: bytes
) -> None:
    """And nothing is said while they are."""
    need("pygraphviz")
    path = tmp_path / f"tree.{suffix}"
    viz.draw(tracer.trace("tictactoe"), path, ply=1, board=True, layout="dot")
    assert path.read_bytes().startswith(magic)
    assert capfd.readouterr() == ("", "")


def test_a_chain_of_5000_plies_is_drawn_as_deep_as_the_budget_reaches(need: Need) -> None:
    """With the rest counted."""
    need("pygraphviz")
    trace = tracer.trace("[" * 5_000 + "3" + "]" * 5_000)
    assert "+4,801 visited" in texts(viz.to_svg(trace, layout="dot", fold=False))


def run_instead(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let the child run this Python instead."""
    monkeypatch.setattr(render, "worker_command", lambda format: [sys.executable, "-c", code, format])


def test_a_drawing_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a hint at what helps."""
    run_instead(monkeypatch, "import threading; threading.Event().wait()")
    with pytest.raises(RenderError, match=r"within 0.1 seconds: draw fewer nodes \(max_nodes, ply\)"):
        render.render_dot("digraph {}", "svg", time_limit=0.1)


@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_what_the_child_started_ends_with_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A grandchild that holds a pipe open lets go of it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    grandchild = f"pipe = open({str(pipe)!r}, 'w'); import threading; threading.Event().wait()"
    run_instead(monkeypatch, f"import subprocess, sys; subprocess.run([sys.executable, '-c', {grandchild!r}])")
    with pytest.raises(RenderError, match="did not finish"):
        render.render_dot("digraph {}", "svg", time_limit=1)
    assert select.select([reader], [], [], 30)[0], "the grandchild still holds the pipe"
    assert os.read(reader, 1) == b""
    os.close(reader)


@pytest.mark.skipif(os.name != "posix", reason="limits of a process")
def test_a_drawing_that_takes_too_much_memory_is_one_clear_error(need: Need, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child is told how much it may have, and ends where that is not enough."""
    need("pygraphviz")
    drawing = viz.to_dot(tracer.trace("tictactoe"), max_nodes=1_000)
    assert b"</svg>" in render.render_dot(drawing, "svg")
    monkeypatch.setattr(render, "MEMORY_LIMIT", 60 << 20)
    with pytest.raises(RenderError, match=r"^Graphviz ") as caught:
        render.render_dot(drawing, "svg")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("import os; os.kill(os.getpid(), 9)", r"^Graphviz crashed \(signal 9\); fewer nodes may help"),
        (
            "import sys; sys.stderr.write('Fontconfig warning\\nout of \\x1b[2Jmemory\\n'); sys.exit(4)",
            "failed: out of ␛",
        ),
        ("pass", "^Graphviz drew nothing$"),
        (
            "raise SystemExit(3)",
            f"{re.escape(command_to_install('graphviz'))}, or install Graphviz from https://graphviz.org",
        ),
    ],
)
def test_a_child_that_fails_is_one_clear_error(monkeypatch: pytest.MonkeyPatch, code: str, problem: str) -> None:
    """Whatever happened to it; its input may be larger than a pipe holds."""
    run_instead(monkeypatch, code)
    with pytest.raises(RenderError, match=problem):
        render.render_dot("digraph {" + " " * 1_000_000 + "}", "svg")


def test_python_that_cannot_be_started_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a frozen program."""
    monkeypatch.setattr(render, "worker_command", lambda format: ["/no/such/python", format])
    with pytest.raises(RenderError, match="cannot start Python to draw the picture: No such file"):
        render.render_dot("digraph {}", "svg")


def test_dot_that_graphviz_refuses_is_one_clear_error(need: Need) -> None:
    """Not a traceback of pygraphviz."""
    need("pygraphviz")
    with pytest.raises(RenderError, match=r"^Graphviz failed: ") as caught:
        render.render_dot("digraph { a -> }", "svg")
    assert "\n" not in str(caught.value)


@pytest.fixture
def without_pygraphviz(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Pygraphviz cannot be imported, and the folder returned is all of the PATH."""
    hidden, commands = tmp_path / "hidden", tmp_path / "commands"
    hidden.mkdir()
    commands.mkdir()
    (hidden / "pygraphviz.py").write_text("raise ModuleNotFoundError('not installed')")
    monkeypatch.setenv("PYTHONPATH", str(hidden))
    monkeypatch.setenv("PATH", str(commands))
    return commands


def test_without_any_graphviz_the_dot_is_kept_and_both_remedies_named(without_pygraphviz: Path, tmp_path: Path) -> None:
    """Nothing stands where the picture would."""
    picture, beside = tmp_path / "tree.svg", tmp_path / "tree.svg.dot"
    trace = tracer.trace(AIMA)
    with pytest.raises(PlyscopeError, match="drawing needs Graphviz: ") as caught:
        viz.draw(trace, picture, max_nodes=5, layout="dot")
    assert command_to_install("graphviz") in str(caught.value)
    assert "apt install graphviz" in str(caught.value)
    assert str(beside) in str(caught.value)
    assert beside.read_text() == viz.to_dot(trace, max_nodes=5)
    assert not picture.exists()


@pytest.mark.skipif(os.name != "posix", reason="a shell script stands in for dot")
def test_without_pygraphviz_the_dot_command_draws(without_pygraphviz: Path) -> None:
    """Asked for the right format, with the drawing on its stdin."""
    command = without_pygraphviz / "dot"
    command.write_text('#!/bin/sh\nread first\necho "$@ $first"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    assert render.render_dot("digraph {}", "png") == b"-Kdot -Tpng digraph {}\n"


def test_the_dot_command_draws_what_pygraphviz_draws(
    need: Need, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The same nodes with the same text."""
    need("dot")
    (tmp_path / "pygraphviz.py").write_text("raise ModuleNotFoundError('not installed')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    trace = tracer.trace(AIMA)
    found = texts(viz.to_svg(trace, layout="dot"))
    for node in range(len(trace)):
        assert set(labels.node_lines(trace, node)) <= set(found)


def test_cutoffs_and_pruned_branches_say_why_and_other_nodes_say_nothing(need: Need) -> None:
    """As text inside the node's outline; nothing is linked."""
    need("pygraphviz")
    root = ElementTree.fromstring(viz.to_svg(tracer.trace(AIMA), layout="dot"))
    assert not list(root.iter(f"{SVG}a"))
    told = {
        group.findtext(f"{SVG}title"): shape.findtext(f"{SVG}title")
        for group in root.iter(f"{SVG}g")
        for shape in group
        if shape.find(f"{SVG}title") is not None and group.get("class") == "node"
    }
    assert set(told) == {"n5", "n7", "n8", "n9"}
    assert "Alpha 3 is what MAX already has at the root with move a1" in str(told["n5"])
    assert "move b2 was never searched" in str(told["n7"])


def test_what_is_said_of_hostile_moves_is_text(need: Need) -> None:
    need("pygraphviz")
    moves = {"</title><script>x()</script>": 5, "&lt;b&gt;": 9, '"><a href="x">': 9}
    tree = json.dumps({"children": [3, {"children": moves}, {"children": dict.fromkeys(moves, 1)}]})
    root = ElementTree.fromstring(viz.to_svg(tracer.trace(tree), layout="dot"))
    told = " ".join(title.text or "" for title in root.iter(f"{SVG}title"))
    assert "move &lt;b&gt; was never searched" in told
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "g", "title", "text", "path", "polygon", "polyline", "ellipse")
    }
