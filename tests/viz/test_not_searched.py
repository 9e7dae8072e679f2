"""Moves that a selective search skipped, or a probe left: no cutoff is behind them, and they do not look as if."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tracer
import viz
from tracer.recording.status import PRUNED
from viz.paper.canvas import Dash
from viz.pictures.roles import SKIP_MEANINGS, SKIP_SIGN, Kind, describe_skip_reason, role_of_node
from viz.pictures.theme import THEMES

ZUGZWANG = "chess:8/8/8/4pK2/4P3/2k5/8/8 b - - 0 1"


@pytest.fixture(scope="module")
def trace() -> tracer.Trace:
    """Futile, late or quiet moves beside such as cutoffs skipped."""
    return tracer.trace(ZUGZWANG, "engine", depth=2, with_="lmr,futility,quiescence", margin=0)


@pytest.fixture(autouse=True)
def chess(need: Callable[[str], None]) -> None:
    need("chess")


def probed() -> tracer.Trace:
    """A probe that left moves."""
    return tracer.trace("[(0.5:[9,1,2],0.5:[8,3,4]),(0.5:[7,5,6],0.5:[6,7,8])]", "star2", bounds="0,10")


def test_each_has_a_kind_of_its_own(trace: tracer.Trace) -> None:
    words = set()
    for node in range(len(trace)):
        found = role_of_node(trace, node)
        assert (found.kind is Kind.SKIPPED) == bool(describe_skip_reason(trace, node)) == bool(trace.unsearched[node])
        assert found.pruned == (trace.columns.status[node] == PRUNED)
        words.add(describe_skip_reason(trace, node))
    assert words == {"", "futile", "quiet"}


def test_what_a_probe_left_is_one_of_them() -> None:
    trace = probed()
    left = [node for node in range(len(trace)) if describe_skip_reason(trace, node) == "left"]
    assert left
    assert [node for node in range(len(trace)) if trace.unsearched[node]] == left
    drawn = viz.picture(trace, fold=False)
    assert {box.node for box in drawn.boxes if box.role.kind is Kind.SKIPPED} == set(left)
    assert all(f"{SKIP_SIGN} left" in box.lines for box in drawn.boxes if box.node in left)


@pytest.mark.parametrize("name", THEMES)
def test_dashes_and_corners_tell_them_from_pruned_branches(name: str) -> None:
    theme = THEMES[name]
    one, other = theme.kinds[Kind.SKIPPED], theme.kinds[Kind.PRUNED]
    assert set(one.style.split(",")) ^ set(other.style.split(",")) == {"rounded", "dashed", "dashdotted"}
    edges = [theme.edge_look(role_).style for role_ in (viz_role(Kind.SKIPPED), viz_role(Kind.PRUNED))]
    assert edges == ["dashdotted", "dashed"]
    assert Dash.DASHDOTTED.pattern != Dash.DASHED.pattern


def viz_role(kind: Kind) -> Any:
    from viz.pictures.roles import Role

    return Role(kind)


def test_folded_ones_keep_sign_and_reason(trace: tracer.Trace) -> None:
    drawn = viz.picture(trace, root=trace.find("depth 1").index)
    folded = [box for box in drawn.boxes if box.role.kind is Kind.SKIPPED and box.count > 1]
    assert folded
    for box in folded:
        word = describe_skip_reason(trace, box.node)
        assert f"{SKIP_SIGN} ×{box.count} {word}" in box.lines
        assert not any("✗" in line for line in box.lines)
    signs = {entry.sign: entry.meaning for entry in drawn.legend}
    assert signs[SKIP_SIGN] == Kind.SKIPPED
    assert all(
        signs[describe_skip_reason(trace, box.node)] == SKIP_MEANINGS[describe_skip_reason(trace, box.node)]
        for box in folded
    )


def test_stubs_count_them_apart(trace: tracer.Trace) -> None:
    """All that is left out is one of the three."""
    drawn = viz.picture(trace, max_nodes=3, fold=False)
    counts = dict.fromkeys(("visited", "pruned", "not searched"), 0)
    for box in drawn.boxes:
        for line in box.lines if box.role.kind is Kind.STUB else ():
            number, _, what = line.removeprefix("+").partition(" ")
            counts[what] += int(number.replace(",", ""))
    shown = [box for box in drawn.boxes if box.role.kind is not Kind.STUB]
    visited = sum(not box.role.pruned for box in shown)
    unsearched = sum(box.role.kind is Kind.SKIPPED for box in shown)
    assert counts["visited"] + visited == trace.counts.visited
    assert counts["not searched"] + unsearched == trace.unsearched.sum() == trace.counts.selective_skips
    assert sum(counts.values()) + len(shown) == len(trace)


@pytest.mark.parametrize(
    ("suffix", "signs"),
    [
        ("svg", ["⊘", "5,2,1.2,2"]),
        ("dot", ["⊘", "filled,rounded,dashed"]),
        ("tex", [r"$\oslash$", "dash pattern=on 5pt off 2pt on 1.2pt off 2pt"]),
        ("mmd", ["#8856;", "stroke-dasharray:6 3 1 3"]),
        ("html", ["⊘"]),
    ],
)
def test_every_format_tells_them_without_colour(
    trace: tracer.Trace, tmp_path: Path, suffix: str, signs: list[str]
) -> None:
    file = tmp_path / f"t.{suffix}"
    viz.draw(trace, file, **({} if suffix == "html" else {"root": trace.find("depth 1").index}))
    text = file.read_text()
    assert [sign for sign in signs if sign not in text] == []


def test_the_page_says_and_draws_them(trace: tracer.Trace, open_page: Any) -> None:
    page = open_page(trace, f"#step={trace.steps - 1}").page
    assert "⊘ not searched, with no cutoff" in page.locator(".legend").inner_text()
    assert "not searched" not in open_page(tracer.trace("tictactoe", depth=2)).page.locator(".legend").inner_text()
