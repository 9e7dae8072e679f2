"""The iterations of a driver, drawn beside one another."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tracer
from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.text import number
from tui.program import run
from viz.beside import shapes_of_passes, together
from viz.export import beside_content
from viz.pictures.legend import pass_heading

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


def texts(trace: tracer.Trace, **options: object) -> list[str]:
    """What is written on the canvas of all passes."""
    shapes = shapes_of_passes(trace, options)
    return [text.text for text in together([trace] * len(shapes), shapes).texts()]


@pytest.mark.parametrize("search", ["mtdf", "deepening"])
def test_each_pass_has_a_picture_with_its_window_its_answer_and_its_counts(search: str) -> None:
    trace = tracer.trace(TREE, search)
    said = " ".join(texts(trace, fit="none"))
    for one in trace.children(0):
        status = trace.columns.status[one : trace.columns.end[one]]
        visited, pruned = np.count_nonzero(status != PRUNED), np.count_nonzero(status == PRUNED)
        title, came = pass_heading(trace, one)
        assert trace.label(one) in title
        assert f" {number(float(trace.columns.value[one]))} · {visited} visited · {pruned} pruned" in came
        assert title in said
        assert came in said
    assert trace.header.title in said


def test_a_search_without_passes_has_none_to_draw() -> None:
    with pytest.raises(PlyscopeError, match="has no passes: -a deepening"):
        shapes_of_passes(tracer.trace(TREE), {})


def test_the_command_draws_them(tmp_path: Path) -> None:
    file = tmp_path / "p.svg"
    assert run(["export", TREE, "-a", "mtdf", "--passes", "-o", str(file)]) == 0
    drawn = file.read_bytes()
    trace = tracer.trace(TREE, "mtdf")
    shapes = shapes_of_passes(trace, {})
    assert len(shapes) > 1
    assert drawn == beside_content([trace] * len(shapes), str(file), options=shapes)


@pytest.mark.parametrize(
    "words", [("-a", "mtdf", "-a", "deepening"), ("-a", "mtdf", "--root", "a1"), ("--chart", "icicle")]
)
def test_what_does_not_go_with_passes_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert run(["export", TREE, "--passes", "-o", str(tmp_path / "p.svg"), *words]) != 0
    assert capsys.readouterr().err
    assert not list(tmp_path.iterdir())
