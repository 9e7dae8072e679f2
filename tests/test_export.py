"""`plyscope export`: each kind of file from the command line, several at once, and what is refused before a search."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from commands import plyscope

import tracer
import viz
from tracer.extras import command_to_install
from viz import FORMATS

TWO = ["-a", "minimax", "-a", "alphabeta"]
AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"
BEGINS = {
    "svg": b"<svg ",
    "png": b"\x89PNG",
    "pdf": b"%PDF",
    "dot": b"digraph",
    "tex": b"%",
    "mmd": b"---",
    "md": b"```mermaid",
    "gif": b"GIF89a",
    "html": b"<!doctype html>",
    "csv": b"node,parent",
    "parquet": b"PAR1",
    "json": b"{",
    "graphml": b"<?xml",
    "speedscope.json": b"{",
    "efg": b"EFG 2 R",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to write into."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capfd: pytest.CaptureFixture[str], *arguments: str, command: str = "export") -> tuple[int, str, str]:
    """The exit code of the command, and what it printed."""
    return (plyscope(command, *arguments), *capfd.readouterr())


def test_a_pdf_says_which_letters_of_names_it_cannot_show(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Its one font comes along; other pictures take those of the machine."""
    tree = '{"children": {"左": {"children": {"α": 3}}, "price war": 5}}'
    assert run(capfd, tree, "-o", "t.pdf", "-o", "t.svg") == (
        0,
        "",
        "wrote t.pdf\nt.pdf: its font has no 左, and a .pdf shows � there: .svg and .png take fonts of this machine\n"
        "wrote t.svg\n",
    )
    assert run(capfd, tree.replace("左", "é"), "-o", "t.pdf") == (0, "", "wrote t.pdf\n")


def test_every_format_is_written_by_its_suffix_all_at_once(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """And says so, a line a file."""
    files = [f"tree.{name}" for name in FORMATS]
    code, out, err = run(capfd, AIMA, *[word for file in files for word in ("-o", file)], "--dpi", "20")
    assert (code, out) == (0, "")
    said = [line for line in err.splitlines() if "is drawn without --dpi" not in line]
    assert said == [f"wrote {file}" for file in files]
    for name in FORMATS:
        assert (folder / f"tree.{name}").read_bytes().lstrip().startswith(BEGINS.get(name, b"")), name


def test_the_formats_are_listed_with_their_suffixes_and_so_are_the_charts(capfd: pytest.CaptureFixture[str]) -> None:
    lines = [line.split("  ")[0] for line in run(capfd, command="formats")[1].splitlines()]
    assert lines[: len(FORMATS)] == [f".{' .'.join(format.suffixes)}" for format in FORMATS.values()]
    assert lines[len(FORMATS) :] == [f"--chart {name}" for name in viz.CHARTS]


@pytest.mark.parametrize(("flag", "name"), [("--header", "plyscope.h"), ("--trace-file", "FORMAT.md")])
def test_the_header_and_the_page_of_the_trace_file_are_printed(
    capfd: pytest.CaptureFixture[str], flag: str, name: str
) -> None:
    source = Path(tracer.__file__).parent / "file" / name
    assert run(capfd, flag, command="formats")[:2] == (0, source.read_text(encoding="utf-8"))


def test_two_pages_at_once_are_refused(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capfd, "--header", "--trace-file", command="formats")
    assert (code, out) == (2, "")
    assert "one at a time" in err


def test_the_same_trace_gives_the_same_bytes(folder: Path) -> None:
    """In every format; recorded anew, and in another process with another seed for its hashes."""
    names = [name for name in FORMATS if name != "parquet"]
    small = {"gif": {"dpi": 20}}
    draws = f"viz.draw(tracer.trace({AIMA}), f'other.{{name}}', **{small}.get(name, {{}}))"
    code = f"import tracer, viz\nfor name in {names}: {draws}"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    for name in names:
        viz.draw(tracer.trace(json.loads(AIMA)), folder / f"one.{name}", **small.get(name, {}))
        assert (folder / f"one.{name}").read_bytes() == (folder / f"other.{name}").read_bytes(), name


@pytest.mark.parametrize(
    ("flags", "options"),
    [
        (["--ply", "1", "--show", "board", "--theme", "dark"], {"ply": 1, "board": True, "theme": "dark"}),
        (["--only", "pv", "--only", "cutoffs", "--max-nodes", "50"], {"only": ("pv", "cutoffs"), "max_nodes": 50}),
        (
            ["--only", "cutoff and ply == 2", "--show", "numbers", "--show", "last-cutoffs"],
            {"find": "cutoff and ply == 2", "numbers": True, "last_cutoffs": True},
        ),
        (
            ["--root", "b1", "--show", "unvisited:1", "--max-nodes", "20"],
            {"root": 2395, "unvisited": 1, "max_nodes": 20},
        ),
        (["--near", "b1/a1", "--max-nodes", "30"], {"near": 2396, "max_nodes": 30}),
        (["--step", "900", "--hide", "legend, caption"], {"step": 900, "legend": False, "caption": False}),
        (["--boxes", "positions", "--max-nodes", "60"], {"merge": True, "max_nodes": 60}),
        (
            ["--edges", "moves", "--hide", "windows", "--view", "mover"],
            {"moves": "edge", "windows": "none", "view": "mover"},
        ),
        (
            ["--show", "triangles,layers,types", "--downwards"],
            {"triangles": True, "layers": True, "types": True, "sideways": False},
        ),
        (["--show", "ranges", "--edges", "windows"], {"ranges": True, "windows": "edge"}),
        (["--show", "history", "--boxes", "nodes"], {"history": True, "fold": False}),
        (["--title", "one", "--title", "two"], {"title": "one", "subtitle": "two"}),
    ],
)
def test_a_flag_is_the_option_of_its_name(
    folder: Path, capfd: pytest.CaptureFixture[str], flags: list[str], options: dict[str, Any]
) -> None:
    """The same drawing as from Python."""
    trace = tracer.trace("tictactoe")
    if "root" in options:
        options["root"] = trace.find("b1").index
    if "near" in options:
        options["near"] = trace.find("b1/a1").index
    assert run(capfd, "tictactoe", "-o", "t.dot", *flags)[0] == 0
    assert (folder / "t.dot").read_text() == viz.to_dot(trace, **options)


def test_help_lists_every_option(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    listed = re.findall(r"^  (?:-\w, )?(--[\w-]+)", run(capfd, "--help", "all")[1], re.MULTILINE)
    assert len(listed) == 40 + len(["--help"])


def test_of_several_files_each_takes_the_options_that_it_has(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A table beside a drawing holds the whole trace; alone it refuses what shapes drawings."""
    code, _, err = run(capfd, AIMA, "-o", "t.svg", "-o", "t.csv", "-o", "t.html", "--max-nodes", "3", "--step", "9")
    assert (code, err) == (0, "wrote t.svg\nwrote t.csv\nwrote t.html\n")
    assert len((folder / "t.csv").read_text().splitlines()) == 14
    assert (folder / "t.svg").read_text() == viz.to_svg(tracer.trace(json.loads(AIMA)), max_nodes=3, step=9)
    assert (folder / "t.html").read_text() == viz.to_html(tracer.trace(json.loads(AIMA)), step=9)
    assert run(capfd, AIMA, "-o", "d.json", "-o", "d.csv")[0] == run(capfd, AIMA, "-o", "d.mmd", "-o", "d.tex")[0] == 0
    code, _, err = run(capfd, AIMA, "-o", "d.json", "-o", "d.csv", "--hide", "legend", "--ply", "2")
    assert (code, err) == (2, "plyscope: none of the files has --ply and --hide legend: leave it out\n")
    code, _, err = run(capfd, AIMA, "-o", "u.csv", "--max-nodes", "3")
    assert code == 2
    assert "csv holds the whole trace: leave out max-nodes" in err


def test_the_chart_by_ply_compares_searches(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The same as the one that Python draws."""
    code, _, err = run(capfd, AIMA, "-o", "t.svg", *TWO, "--chart", "plies")
    assert (code, err) == (0, "wrote t.svg\n")
    text = (folder / "t.svg").read_text()
    assert all(f"{name}: value 3" in text for name in ("minimax", "alphabeta"))
    assert run(capfd, AIMA, "-o", "t.csv", *TWO, "--chart", "plies")[0] == 2


def test_only_an_svg_says_why_to_whoever_rests_on_it(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(capfd, AIMA, "-o", "t.svg", "--hide", "reasons")[0] == 0
    assert (folder / "t.svg").read_text() == viz.to_svg(tracer.trace(json.loads(AIMA)), reasons=False)
    for files in (["-o", "t.dot"], ["-o", "t.png"], ["-o", "t.csv"], ["-o", "a.dot", "-o", "a.png"]):
        code, _, err = run(capfd, AIMA, *files, "--hide", "reasons")  # there are none
        assert code == 0
        assert "reasons" not in err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["-o", "t.svg", "-o", "t.svgg"], "no format for '.svgg' files"),
        (["-o", "t.svg", "--theme", "drak"], "no theme 'drak' (did you mean dark?)"),
        (["-o", "t.svg", "--only", "cuts"], "(did you mean cutoffs?); there are: pv, cutoffs"),
        (
            ["-o", "t.svg", "--show", "board,nubmers"],
            "--show has no value 'nubmers' (did you mean numbers?); there are: board, ",
        ),
        (["-o", "t.svg", "--show", "unvisited:two"], "unvisited:two: give a whole number"),
        (["-o", "t.svg", "--boxes", "each"], "--boxes has no value 'each'; there are: folded, nodes, positions"),
        (["-o", "t.svg", "--chart", "icicle:every=2"], "--chart icicle has no option 'every'; there are: mass, across"),
        (["-o", "t.gif", "--animate", "event:every=often"], "every=often: give a whole number"),
        (["-o", "t.gif", "--animate", "event:seconds=x"], "seconds=x: give a number"),
        (["-o", "t.gif", "--animate", "event:fps=9"], "--animate event has no option 'fps'; there are: every, seconds"),
        (["-o", "t.svg", "--chart", "plies:across=steps"], "plies has no across: mass and across shape an icicle"),
        (["-o", "t.svg", "--only", "PV"], "--only has no value 'PV' (did you mean pv?); there are: pv, cutoffs, "),
        (
            ["-o", "t.svg", "--only", "foo"],
            "--only has no value 'foo'; there are: pv, cutoffs, and conditions, such as",
        ),
        (["-o", "t.svg", *("--title", "a") * 3], "--title stands twice at most"),
        (["-o", "t.svg", "--only", "value >"], "the condition `value >`"),
        (["-o", "t.svg", "--layout", "neato"], "layout is 'neato'"),
        (
            ["-o", "t.svg", "--chart", "pie"],
            "no chart 'pie' (did you mean plies?); there are: icicle, plies, course, passes, merits",
        ),
        (["-o", "t.csv", "--chart", "icicle"], "a chart is a still picture: .svg .png .pdf"),
        (
            ["-o", "t.svg", "--chart", "plies", "--show", "board"],
            "the chart plies holds the whole trace: leave out board",
        ),
        (["-o", "t.svg", "--animate", "often"], "animate is 'often'; there are: event, cutoff"),
        (["-o", "t.pdf", "--animate", "event"], "an animation is a file of .svg, .tex or .gif, not .pdf"),
        (["-o", "t.svg", "--animate", ":every=2"], "every is of an animation, and this is a still picture"),
        (["-o", "t-%d.svg", "--animate", ":every=0"], "every is 0: give 1"),
        (["-o", "t-%d.dot"], "numbered files are drawn in .svg .png .pdf .tex, not .dot"),
        (["-o", "t-%d.svg", "--chart", "plies"], "leave out chart"),
        (["-o", "t-%d.svg", "--diff"], "leave out diff"),
        (["-o", "t-%d.svg", "--animate", "often"], "animate is 'often'; there are: event, cutoff"),
        (["-o", "t-%d.svg", "--boxes", "positions"], "numbered files has no merge"),
        (["-o", "t-%d.svg", "--dpi", "90"], "numbered files has no dpi"),
        (["-o", "t-%d.svg", "--theme", "drak"], "no theme 'drak'"),
        (["-o", "t-%s.svg"], "t-%s.svg is no pattern of numbered files"),
        (["-o", "t-%2d.svg"], "no pattern of numbered files"),
        (["-o", "t-%d-%d.svg"], "no pattern of numbered files"),
        (["-o", "t-%d.svg", *TWO], "numbered files show one search as it went on: give one search"),
        (["-o", "t.mmd", *TWO], "several searches beside one another are drawn in .svg .png .pdf .tex, not .mmd"),
        (["-o", "t.svg", *TWO, "--chart", "icicle"], "still pictures of trees: leave out chart"),
        (["-o", "t.svg", *TWO, "--animate", "event"], "still pictures of trees: leave out animate"),
        (["-o", "t.svg", *TWO, "--layout", "dot"], "several searches beside one another has no layout"),
        (["-o", "t.svg", *TWO, "--theme", "drak"], "no theme 'drak'"),
        (
            ["-o", "t.svg", "--show", "history,ranges"],
            "--show history writes windows in the nodes: leave out --show ranges",
        ),
        (["-o", "t.svg", "--show", "history", "--edges", "windows"], "leave out --edges windows"),
        (["-o", "t.svg", "--show", "history", "--hide", "windows"], "leave out --hide windows"),
        (["-o", "t.svg", "--show", "ranges", "--boxes", "positions"], "leave out --show ranges, or --boxes positions"),
        (["-o", "t.svg", "--show", "unvisited", "--boxes", "positions"], "--boxes positions and --show unvisited"),
        (["-o", "t.svg", "--show", "history", "--diff"], "a drawing of two searches has no history"),
        (["-o", "-", "-f", "svg", "--open"], "--open shows files"),
        (["-o", "t.html", "--show", "board"], "html holds the whole trace: leave out board"),
        (["-o", "t.svg", "--chart", ":mass=nodes"], "mass shape an icicle, and this is a tree"),
        (["-o", "t.svg", "--dpi", "0"], "dpi is 0: give 1 or more"),
        (["-o", "t.dot", "--layout", "dot"], "a .dot file has no layout: leave it out"),
        (["-o", "t.png", "--dpi", "-5", "--layout", "dot"], "dpi is -5: give 1 or more"),
        (["-o", "t.svg", "-o", "t.html", "--diff"], "two searches are drawn as one tree, in a still picture of .svg"),
        (["-o", "t.svg", "--chart", "plies", "--diff"], "two searches are drawn as one tree, in a still picture"),
        (["-o", "t.svg", "--animate", "event", "--diff"], "two searches are drawn as one tree, in a still picture"),
        (["-o", "t.svg", "--show", "types,ranges", "--diff"], "a drawing of two searches has no ranges and no types"),
        (["-o", "t.efg", "--ply", "2"], "efg holds the whole trace: leave out ply"),
    ],
)
def test_what_no_trace_could_be_written_with_is_refused_before_the_search(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], problem: str
) -> None:
    """In one line, and no file is left."""

    def search(*_: Any) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr("tui.commands.export.get_trace", search)
    monkeypatch.setattr("tui.commands.export.get_two_traces", search)
    code, out, err = run(capfd, AIMA, *arguments)
    assert (code, out) == (2, "")
    assert problem in err
    assert len(err.splitlines()) == 1
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--near", "4"], "no move '4' at the root"),
        (["--step", "24"], "there is no step 24: the trace has steps 0 to 23"),
        (["--max-nodes", "0"], "max_nodes is 0, which draws nothing"),
        (["--show", "unvisited:-1"], "unvisited is -1"),
        (["--only", "depth == 1"], "depth"),
    ],
)
def test_what_this_trace_has_not_is_refused(
    folder: Path, capfd: pytest.CaptureFixture[str], arguments: list[str], problem: str
) -> None:
    code, _, err = run(capfd, AIMA, "-o", "t.svg", *arguments)
    assert code == 2
    assert problem in err
    assert len(err.splitlines()) == 1
    assert not list(folder.iterdir())


def test_open_shows_every_file_once_it_is_written(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[str, bool]] = []
    monkeypatch.setattr(typer, "launch", lambda path: shown.append((path, (folder / path).exists())))
    assert run(capfd, AIMA, "-o", "a.svg", "-o", "b.dot", "--open")[0] == 0
    assert shown == [("a.svg", True), ("b.dot", True)]


def test_charts_and_animations_are_asked_for_by_name(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(capfd, "tictactoe", "-o", "i.png", "--chart", "icicle:mass=nodes", "--root", "a1")[0] == 0
    assert run(capfd, "tictactoe", "-o", "p.svg", "--chart", "plies", "--theme", "print")[0] == 0
    assert run(capfd, AIMA, "-o", "a.svg", "--animate", "cutoff")[0] == 0
    assert (folder / "i.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (folder / "p.svg").read_text()
    assert "@keyframes" in (folder / "a.svg").read_text()


@pytest.mark.parametrize(
    ("file", "module", "extra"),
    [
        ("t.png", "resvg_py", "render"),
        ("t.gif", "resvg_py", "render"),
        ("t.pdf", "reportlab", "render"),
        ("t.gif", "PIL", "render"),
        ("t.parquet", "pyarrow", "arrow"),
    ],
)
def test_a_missing_library_is_one_line_that_says_what_to_install(
    folder: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    file: str,
    module: str,
    extra: str,
) -> None:
    for name in [module, *(name for name in sys.modules if name.startswith(f"{module}."))]:
        monkeypatch.setitem(sys.modules, name, None)
    code, _, err = run(capfd, AIMA, "-o", file)
    assert code == 2
    assert Path(file).suffix[1:].lower() in err.lower()
    assert command_to_install(extra) in err
    assert len(err.splitlines()) == 1
    assert not list(folder.iterdir())


def test_a_chart_without_its_library_says_what_to_install(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    code, _, err = run(capfd, AIMA, "-o", "t.png", "--chart", "icicle")
    assert code == 2
    assert command_to_install("render") in err


def test_an_svg_needs_no_other_program_and_no_optional_library(folder: Path) -> None:
    """Nor does a page, in a Python that can import none of them."""
    hidden = ("pygraphviz", "graphviz", "resvg_py", "reportlab", "PIL", "matplotlib", "anywidget", "pyarrow")
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({hidden}))\n"
        f"import tracer, viz; t = tracer.trace({AIMA})\n"
        "[viz.draw(t, f't.{name}') for name in ('svg', 'html', 'tex')]\n"
        "[viz.draw(t, 'c.svg', chart=name) for name in ('icicle', 'plies')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PATH": ""})
    assert (folder / "t.svg").read_bytes().startswith(b"<svg")


def test_the_playground_needs_no_source(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(capfd, "--playground", "-o", "p.html") == (0, "", "wrote p.html\n")
    assert run(capfd, "--playground", "-o", "-")[1] == (folder / "p.html").read_text(encoding="utf-8")
    for wrong, what in {
        ("--playground", "-o", "p.svg"): "ends in .html, not p.svg",
        ("--playground", "tictactoe", "-o", "p.html"): "leave tictactoe out",
        ("--playground", "-o", "-", "--open"): "give -o a name",
        ("-o", "p.svg"): "export needs a trace file",
    }.items():
        code, out, err = run(capfd, *wrong)
        assert (code, out) == (2, "")
        assert what in err
