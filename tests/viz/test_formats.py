"""Which file gets which format, and what happens to the file that was there."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from strategies import AIMA

import tracer
import viz
from tracer.errors import PlyscopeError
from viz import export
from viz.formats.registry import find_format
from viz.graphviz import render


@pytest.mark.parametrize(
    ("path", "format", "name"),
    [
        ("a.svg", None, "svg"),
        ("a.SVG", None, "svg"),
        ("a.b.gv", None, "dot"),
        ("a.txt", "dot", "dot"),
        ("a.svg", ".Png", "png"),
        ("-", "parquet", "parquet"),
        (Path("a.csv"), None, "csv"),
    ],
)
def test_the_format_is_the_one_named_or_the_suffix(path: Any, format: str | None, name: str) -> None:
    """In any case of letters."""
    assert find_format(path, format).name == name


@pytest.mark.parametrize(
    ("path", "format", "problem"),
    [
        (
            "a.svgg",
            None,
            r"no format for '.svgg' files \(did you mean svg\?\); there are: svg, png, pdf, dot, tex, mmd",
        ),
        ("a.svg", "parket", r"no format 'parket' \(did you mean parquet\?\); there are: svg"),
        ("-", None, "stdout does not tell the format: give one of svg"),
        ("tree", None, "'tree' does not tell the format"),
        ("a.\x1b[2J", None, r"no format for '.␛\[2j' files; there"),
    ],
)
def test_an_unknown_format_is_refused_with_the_list(path: str, format: str | None, problem: str) -> None:
    """And the nearest one."""
    with pytest.raises(PlyscopeError, match=problem):
        find_format(path, format)


def test_a_stream_gets_what_a_file_gets(tmp_path: Path) -> None:
    """Text as bytes."""
    trace = tracer.trace(AIMA)
    for name in ("dot", "csv"):
        stream = io.BytesIO()
        export.write_stream(trace, stream, name)
        export.write_file(trace, tmp_path / f"t.{name}")
        assert stream.getvalue() == (tmp_path / f"t.{name}").read_bytes()
    assert (tmp_path / "t.dot").read_text() == viz.to_dot(trace)


def test_options_shape_the_drawing(tmp_path: Path) -> None:
    """The same as for the text."""
    trace = tracer.trace("tictactoe")
    viz.draw(trace, tmp_path / "t.dot", root=1, ply=1, board=True)
    assert (tmp_path / "t.dot").read_text() == viz.to_dot(trace, root=1, ply=1, board=True)


def test_a_table_refuses_options_that_shape_drawings(tmp_path: Path) -> None:
    """It holds the whole trace; the defaults are no options."""
    trace = tracer.trace(AIMA)
    export.write_file(trace, tmp_path / "t.csv", root=0, max_nodes=None, ply=None, board=False)
    with pytest.raises(PlyscopeError, match="csv holds the whole trace: leave out max-nodes, ply, which only drawings"):
        export.write_file(trace, tmp_path / "u.csv", max_nodes=5, ply=2)
    assert not (tmp_path / "u.csv").exists()


def test_a_failure_leaves_the_old_file_and_no_draft(tmp_path: Path) -> None:
    """An option that is found wrong while writing."""
    path = tmp_path / "t.dot"
    path.write_text("old")
    with pytest.raises(PlyscopeError):
        viz.draw(tracer.trace(AIMA), path, max_nodes=0)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_picture_that_fails_keeps_its_dot_beside_and_spares_the_old_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user's own tree.dot is not touched."""
    path, own = tmp_path / "tree.png", tmp_path / "tree.dot"
    path.write_text("old")
    own.write_text("mine")
    monkeypatch.setattr(render, "worker_command", lambda format: [sys.executable, "-c", "raise SystemExit(5)"])
    with pytest.raises(PlyscopeError, match=r"^Graphviz failed; the drawing as DOT is in .*tree\.png\.dot$"):
        viz.draw(tracer.trace(AIMA), path, layout="dot")
    assert (path.read_text(), own.read_text()) == ("old", "mine")
    assert (tmp_path / "tree.png.dot").read_text() == viz.to_dot(tracer.trace(AIMA))


@pytest.mark.parametrize("place", ["no/such/t.dot", "file/t.dot", "folder.dot"])
def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path, place: str) -> None:
    """A missing folder, a file for a folder, a folder for a file."""
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.dot").mkdir()
    with pytest.raises(PlyscopeError, match=rf"^cannot write \S*{place}: ") as caught:
        viz.draw(tracer.trace(AIMA), tmp_path / place)
    assert "\n" not in str(caught.value)


def test_a_name_that_no_file_has_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(PlyscopeError, match=r"^cannot write \S*t␀\.dot: no file has such a name$"):
        viz.draw(tracer.trace(AIMA), tmp_path / "t\0.dot")


@pytest.mark.skipif(os.name != "posix", reason="Windows replaces no open file")
def test_whoever_reads_the_old_file_keeps_it_whole(tmp_path: Path) -> None:
    """The new one takes its place at once, and is never seen half written."""
    path = tmp_path / "t.dot"
    path.write_text("old")
    with path.open() as reader:
        viz.draw(tracer.trace(AIMA), path)
        assert reader.read() == "old"
    assert path.read_text() == viz.to_dot(tracer.trace(AIMA))


@pytest.mark.skipif(os.name != "posix", reason="links, modes and devices")
def test_links_modes_and_devices_stay_what_they_are(tmp_path: Path) -> None:
    """A link is written through, a mode kept, a pipe written into."""
    trace, real, link = tracer.trace(AIMA), tmp_path / "real.dot", tmp_path / "link.dot"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    viz.draw(trace, link)
    assert link.is_symlink()
    assert real.read_text() == viz.to_dot(trace)
    assert real.stat().st_mode & 0o777 == 0o640
    pipe = tmp_path / "pipe.dot"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as cat:
        try:
            viz.draw(trace, pipe)
        except BaseException:
            cat.kill()  # which would wait for a writer
            raise
        assert cat.communicate()[0].decode() == viz.to_dot(trace)
    assert pipe.is_fifo()


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    """Not that of a temporary one."""
    (tmp_path / "plain").write_text("")
    viz.draw(tracer.trace(AIMA), tmp_path / "t.dot")
    assert (tmp_path / "t.dot").stat().st_mode == (tmp_path / "plain").stat().st_mode
