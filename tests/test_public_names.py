"""What is public, as a type checker of a user sees it (`make check`), and what the running program says of it."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from collections.abc import Callable, Hashable
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_type

import networkx as nx
import pytest
from making.reference.interface import INTERFACE, MEMBERS, dotted
from making.reference.python import members, page, signatures, thing_of

import plyscope
import tracer
import viz

ROOT = Path(__file__).parents[1]
TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def test_a_trace_and_what_it_is_asked() -> None:
    trace = tracer.trace(TREE, "alphabeta")
    assert_type(trace, tracer.Trace)
    assert_type(trace[0], Any)
    assert_type(trace.root, tracer.Node)
    assert_type(trace.value, float | None)
    assert_type(trace.best_move, Hashable)
    assert_type(trace.at(3), tracer.Moment)
    assert_type(trace.at(3).event, tracer.Event)
    assert_type(trace.at(3).path, tuple[tracer.Frame, ...])
    assert_type(trace.past(3), tracer.Trace)
    assert_type(trace.counts.visited, int)
    assert isinstance(trace.graph, nx.DiGraph)
    if TYPE_CHECKING:
        assert_type(trace.graph, nx.DiGraph[int])  # no type for the running program
    assert_type(trace.find("1/2"), tracer.Node)
    assert_type(trace.root.status, tracer.Status)
    assert_type(trace.root.bound, tracer.Bound | None)
    assert_type(trace.header, tracer.Header)
    assert trace.root.turn is tracer.Turn.MAX


def test_searches_without_a_trace() -> None:
    assert_type(tracer.search(TREE), tracer.Result)
    assert_type(tracer.search(TREE).value, float)
    assert tracer.search(TREE, window=(0, 5)).value == 3


def test_functions_that_are_loaded_when_they_are_asked_for(tmp_path: Path) -> None:
    trace = tracer.trace(TREE)
    assert_type(tracer.check(trace), list[tracer.Finding])
    assert_type(tracer.compare(trace, trace).same, bool)
    assert_type(tracer.explain(trace.root), str)
    target = tmp_path / "t.plyscope"
    trace.save(target)
    assert_type(tracer.load(target), tracer.Trace)
    assert callable(tracer.attach)
    assert callable(tracer.read_lines)


def test_pictures(tmp_path: Path) -> None:
    trace = tracer.trace(TREE)
    assert_type(viz.to_svg(trace), str)
    assert_type(viz.to_dot(trace, max_nodes=5), str)
    assert_type(viz.picture(trace), viz.Picture)
    viz.draw(trace, tmp_path / "t.svg")
    draw: Callable[..., None] = viz.draw
    assert draw is viz.draw


def test_every_public_name_is_there_and_is_no_module() -> None:
    for package in (plyscope, tracer, viz):
        for name in package.__all__:
            assert not isinstance(getattr(package, name), type(sys)), name


def test_plyscope_has_what_its_parts_have() -> None:
    for name in plyscope.__all__:
        assert getattr(plyscope, name) is getattr(viz if name in viz.__all__ else tracer, name)
    assert set(plyscope.__all__) <= set(dir(plyscope))
    with pytest.raises(AttributeError, match="module 'plyscope' has no attribute 'nothing'"):
        plyscope.nothing  # noqa: B018
    trace = plyscope.trace(TREE, "alphabeta")
    assert_type(trace, tracer.Trace)
    assert_type(plyscope.check(trace), list[tracer.Finding])
    assert_type(plyscope.to_svg(trace), str)


def test_what_is_no_trace_and_no_node_is_refused(tmp_path: Path) -> None:
    trace: Any = plyscope.trace(TREE)
    thing: Any = "tree.plyscope"
    for call in (plyscope.check, plyscope.to_svg, plyscope.picture, lambda it: plyscope.draw(it, tmp_path / "t.svg")):
        with pytest.raises(plyscope.PlyscopeError, match=r"a trace is needed, .* and this is a str"):
            call(thing)
    others: list[Any] = [trace, trace.at(3), 12]
    for other in others:
        with pytest.raises(plyscope.PlyscopeError, match=f"a node is explained, .* a {type(other).__name__}"):
            plyscope.explain(other)


OTHERS = "def trace():\n    print 'an older Python'\n"
LOADED = """
import sys, plyscope
parts = lambda: sorted({name.partition(".")[0] for name in sys.modules} & {"tracer", "viz", "tui"})
print(parts())
trace = plyscope.trace([[3, 5], [2, 9]])
print(parts())
print("<svg" in trace._repr_svg_(), parts())
"""


def _python(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder whose modules stand before all others."""
    path = os.pathsep.join(map(str, (folder, ROOT)))
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_parts_are_loaded_when_they_are_needed(tmp_path: Path) -> None:
    assert _python(tmp_path, "-c", LOADED).stdout == "[]\n['tracer']\nTrue ['tracer', 'viz']\n"


@pytest.mark.parametrize("parts", [["tracer"], ["viz"], ["tui"], ["tracer", "viz"]], ids=" ".join)
def test_parts_of_somebody_else_are_named_in_one_line(tmp_path: Path, parts: list[str]) -> None:
    for part in parts:
        (tmp_path / f"{part}.py").write_text(OTHERS, encoding="utf-8")
    files = " and ".join(str(tmp_path / f"{part}.py") for part in parts)
    told = f"{files} would be imported in place of plyscope's own {' and '.join(parts)}: "
    remedy = "rename what stands there, or take its folder off Python's path"
    command = _python(tmp_path, "-m", "plyscope", "games")
    assert (command.returncode, command.stdout, command.stderr) == (2, "", f"plyscope: {told}{remedy}\n")
    if parts != ["tui"]:
        program = _python(tmp_path, "-c", "import plyscope; plyscope.to_dot(plyscope.trace([1, 2]))")
        assert program.stderr.endswith(f"ImportError: {told}{remedy}\n")


def test_a_package_that_was_installed_over_plyscope_is_to_be_uninstalled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tracer.py").write_text(OTHERS, encoding="utf-8")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: spec_from_file_location(name, tmp_path / "tracer.py"))
    installed = {"tracer": ["tracer", "plyscope"], "viz": ["plyscope"], "tui": ["Tui-Kit"]}
    monkeypatch.setattr("importlib.metadata.packages_distributions", lambda: installed)
    said = "uninstall Tui-Kit and tracer, and install plyscope again (pip install --force-reinstall plyscope)"
    assert plyscope.foreign_part().endswith(f"plyscope's own tracer and viz and tui: {said}")
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert plyscope.foreign_part() == "its package tracer is missing: install plyscope again"


def test_the_names_of_functions_are_no_modules_to_import() -> None:
    for name in ("trace", "check", "search", "game", "load", "attach", "compare", "read_lines"):
        done = subprocess.run(
            [sys.executable, "-c", f"import tracer.{name}"], capture_output=True, text=True, check=False
        )
        assert "ModuleNotFoundError" in done.stderr, name


SEARCH = """
def minimax(node, maximizing=True):
    if isinstance(node, int):
        return node
    values = [minimax(child, not maximizing) for child in node]
    return max(values) if maximizing else min(values)

with attach(minimax) as recording:
    minimax([[3, 12], [2, 4]])
print(type(attach).__name__, recording.trace.value)
"""


@pytest.mark.parametrize(
    "imports",
    [
        "from tracer import attach",
        "import tracer; attach = tracer.attach",
        "import tracer.attaching.attach_functions; from tracer import attach",
        "from tracer import attach; import tracer.attaching.attach_functions, tracer.attaching; attach = tracer.attach",
        "import tracer; tracer.attach; import tracer.attaching; from tracer import attach",
        "from tracer import *",
    ],
)
def test_attach_is_the_function_whatever_was_imported_before(imports: str) -> None:
    done = subprocess.run([sys.executable, "-c", f"{imports}\n{SEARCH}"], capture_output=True, text=True, check=False)
    assert done.stdout == "function 3.0\n", done.stderr


def test_rows_of_a_best_first_search_have_public_kinds() -> None:
    recorder = tracer.BestFirstRecorder()
    root = recorder.add(None, None, 1)
    recorder.update(root, 1.0, 1.0, kind=tracer.RowKind.PROOF)
    leaf = recorder.add(root, "a", -1)
    recorder.update(leaf, 0.0, float("inf"), kind=tracer.RowKind.PROOF)
    columns, moves = recorder.finish()
    trace = tracer.Trace(columns, moves, tracer.Header(game="dream"))
    assert trace.log_numbers["dn"][1] == float("inf")
    assert tracer.RowKind.GAMMA5.name == "GAMMA5"


def test_every_public_name_is_in_the_reference_once() -> None:
    listed = [dotted(written) for job in INTERFACE for written in job.names]
    assert len(listed) == len(set(listed))
    assert {name for name in listed if name.startswith("plyscope.")} == {
        f"plyscope.{name}" for name in plyscope.__all__
    }
    of_a_part = {name for name in listed if name.count(".") == 1 and not name.startswith("plyscope.")}
    parts = {f"{part.__name__}.{name}": getattr(part, name) for part in (tracer, viz) for name in part.__all__}
    assert of_a_part <= set(parts)
    assert {name.rpartition(".")[2] for name in listed} >= {name.rpartition(".")[2] for name in parts}
    assert set(MEMBERS) <= set(listed)


def test_what_is_public_stays_as_it_is(golden: Callable[[str, str], None]) -> None:
    """Whoever changes a line of this file changes what others may rely on: the changelog says so."""
    golden("public-interface.txt", "".join(f"{line}\n" for line in signatures()))


def test_all_that_is_public_says_what_it_is() -> None:
    things = [thing_of(written) for job in INTERFACE for written in job.names]
    silent = [one.name for thing in things for one in (thing, *members(thing)) if not one.text]
    assert not silent
    for thing in things:
        if inspect.isroutine(thing.value):
            said = thing.text.partition("Args:")[2]
            for name in inspect.signature(thing.value).parameters:
                assert f"{name}: " in said or f"`{name}`" in thing.text, f"{thing.name}: {name}"


def test_names_in_docstrings_lead_to_their_places() -> None:
    shown = page()
    anchors = set(re.findall(r'<a id="([\w.-]+)"></a>', shown))
    linked = set(re.findall(r"\]\(#([\w.-]+)\)", shown))
    assert linked <= anchors
    assert {"plyscope.Trace.find", "plyscope.Finding.node"} <= anchors
    assert "plyscope.Trace.proved_bound" in linked
