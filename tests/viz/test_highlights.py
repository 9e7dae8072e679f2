"""Lines that stand out, and words of one's own in nodes."""

from pathlib import Path
from typing import Any

import pytest
from strategies import AIMA
from typer.testing import CliRunner

import tracer
import viz
from tracer.errors import PlyscopeError
from tui.program import app
from viz.paper.film import draw_frames
from viz.pictures.theme import THEMES


def test_a_line_stands_out_from_the_root_to_its_end() -> None:
    """By a sign and by colour; what is drawn for no other reason is drawn, and folds with nothing."""
    trace = tracer.trace("tictactoe")
    end = trace.find("b3/a1/c3").index
    drawn = viz.picture(trace, highlight=(end,), max_nodes=6)
    line = {f"n{node}" for node in trace.ancestry(end)}
    assert {box.name for box in drawn.boxes if box.role.highlighted} == line
    assert {box.name for box in drawn.boxes if box.lines[0].startswith("★ ")} == line
    assert [entry.meaning for entry in drawn.legend if entry.sign == "★"] == ["highlighted"]
    assert "★" not in {entry.sign for entry in viz.picture(trace, max_nodes=6).legend}
    wide = tracer.trace([[1, 2], [0, *range(2, 12)]])
    pruned = len(wide) - 3
    alone = {box.name: box.count for box in viz.picture(wide, highlight=[pruned]).boxes}
    assert alone[f"n{pruned}"] == 1
    assert max(alone.values()) > 1
    assert "★" in {box.lines[0] for box in viz.picture(wide, highlight=[pruned], moves="edge").boxes if box.lines}


def test_a_note_stands_in_its_node() -> None:
    drawn = viz.picture(tracer.trace(AIMA), notes={5: "the \x1b refutation"})
    assert [box.lines[-1] for box in drawn.boxes if box.node == 5] == ["the ␛ refutation"]
    for format in (viz.to_svg, viz.to_dot, viz.to_tikz, viz.to_mermaid):
        assert "refutation" in format(tracer.trace(AIMA), notes={5: "the refutation"})


@pytest.mark.parametrize("how", [{"highlight": (13,)}, {"notes": {-1: "x"}}])
def test_there_is_no_such_node(how: dict[str, Any]) -> None:
    with pytest.raises(PlyscopeError, match=r"no node .* to stand out: the trace has nodes 0 to 12"):
        viz.picture(tracer.trace(AIMA), **how)


def test_in_an_animation_a_line_stands_out_as_soon_as_it_is_met() -> None:
    first, *_, last = draw_frames(tracer.trace(AIMA), highlight=(12,), notes={12: "here"})
    assert "here" not in {text.text for text in first.iter_texts()}
    assert "here" in {text.text for text in last.iter_texts()}


@pytest.mark.parametrize("name", THEMES)
def test_the_colour_is_seen_in_every_drawing(name: str) -> None:
    colour = THEMES[name].highlight
    for draw in (viz.to_svg, viz.to_dot, viz.to_mermaid):
        assert colour in draw(tracer.trace(AIMA), theme=name, highlight=(12,))
    tex = viz.to_tikz(tracer.trace(AIMA), theme=name, highlight=(12,))
    assert rf"\definecolor{{plyscopehighlight}}{{HTML}}{{{colour[1:].upper()}}}" in tex
    assert "plyscope edge, plyscope highlighted" in tex


def test_the_command_takes_paths(tmp_path: Path) -> None:
    file = tmp_path / "tree.dot"
    tree, end = str(AIMA), "/".join(tracer.trace(AIMA).node(12).path)
    done = CliRunner().invoke(app, ["export", tree, "-o", str(file), "--highlight", end, "--note", f"{end}=too late"])
    assert done.exit_code == 0, done.output
    assert "too late" in file.read_text()
    assert "★" in file.read_text()
    refused = CliRunner().invoke(app, ["export", tree, "-o", str(file), "--highlight", ""])
    assert refused.exit_code != 0
    assert "--highlight has no moves" in str(refused.exception)
    for wrong in ("too late", f"{end}="):
        refused = CliRunner().invoke(app, ["export", tree, "-o", str(file), "--note", wrong])
        assert refused.exit_code != 0
        assert "says nothing" in str(refused.exception)
