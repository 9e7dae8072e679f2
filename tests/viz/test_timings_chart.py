"""The chart of what was measured."""

from io import BytesIO

import pytest

from tracer.errors import PlyscopeError
from tracer.measuring.measured import Cell, Measured, Place, Stage
from viz.charts import plot, timings

pytest.importorskip("matplotlib")


def measured(stages: list[Stage], *names: str, nodes: int = 9, runs: int = 3) -> Measured:
    """Searches that take longer the later they stand, at some stages."""
    found = Measured(names, runs, 0, "by hand", {"python": "P", "system": "S", "cores": 1, "processor": ""})
    for place, stage in enumerate(stages, 1):
        cells = [
            Cell(
                name, seconds=[place * 10.0**-k * (1 + n / 10) for n in range(runs)], counts={"visited": nodes * place}
            )
            for k, name in enumerate(names, 1)
        ]
        found.places.append(
            Place(stage, "MAX", cells=cells if nodes else [Cell(one.name, [], one.seconds) for one in cells])
        )
    return found


def written(found: Measured, format: str = "svg") -> bytes:
    stream = BytesIO()
    timings.write(found, stream, format)
    return stream.getvalue()


ROUNDS = [Stage("nim", None, side, number) for side in ("first", "second") for number in (1, 2, 3)]
DEPTHS = [Stage("nim", depth=depth) for depth in (1, 2)]
POSITIONS = [Stage("nim", text) for text in ("a", "b", "c")]


@pytest.mark.parametrize("stages", [ROUNDS, DEPTHS, POSITIONS, [Stage("nim")]])
@pytest.mark.long
def test_the_same_measurement_is_the_same_chart(stages: list[Stage]) -> None:
    found = measured(stages, "one", "two")
    assert written(found) == written(found)
    assert written(found, "png").startswith(b"\x89PNG")
    assert written(found, "pdf").startswith(b"%PDF")


def test_each_side_of_a_game_is_told_apart() -> None:
    text = written(measured(ROUNDS, "one", "two")).decode().replace("\u200a", "")
    for name in ("one", "two"):
        for side in ("first", "second"):
            assert f">{name}, computer {side}<" in text
    with plot.drawing():
        axes = timings.figure(measured(ROUNDS, "one", "two")).axes
    joined = [line for line in axes[0].lines if line.get_linestyle() != "None" and len(line.get_xdata()) == 3]
    assert len(joined) == 4
    assert len({(line.get_color(), line.get_linestyle()) for line in joined}) == 4


def test_lines_go_through_the_averages_and_bars_from_end_to_end_of_the_interval() -> None:
    with plot.drawing():
        times, nodes = timings.figure(measured(DEPTHS, "one", runs=5)).axes
    line = next(line for line in times.lines if line.get_marker() == "o" and line.get_linestyle() == "-")
    assert list(line.get_ydata()) == pytest.approx([0.12, 0.24])
    bars = [line for line in times.lines if line.get_marker() == "None"]
    assert [list(bar.get_ydata()) for bar in bars] == [pytest.approx([0.1, 0.14]), pytest.approx([0.2, 0.28])]
    points = [y for line in times.lines if line.get_linestyle() == "None" for y in line.get_ydata()]
    assert sorted(points) == pytest.approx([0.1, 0.11, 0.12, 0.13, 0.14, 0.2, 0.22, 0.24, 0.26, 0.28])
    assert list(nodes.lines[0].get_ydata()) == [9, 18]


def test_timings_of_each_side_are_told_apart() -> None:
    with plot.drawing():
        axes = timings.figure(measured(ROUNDS, "one")).axes[0]
    points = [line for line in axes.lines if line.get_linestyle() == "None" and len(line.get_xdata()) == 3]
    at_first = [line for line in points if abs(line.get_xdata()[0] - 1) < 0.3]
    assert len(at_first) == 2
    assert len({line.get_markerfacecolor() for line in at_first}) == 2
    assert {line.get_xdata()[0] > 1 for line in at_first} == {True, False}


@pytest.mark.parametrize("factor", [1.0, 3.0, 20.0, 90.0, 1e4])
def test_a_scale_has_three_numbers_at_least(factor: float) -> None:
    found = measured([Stage("nim", depth=1), Stage("nim", depth=2)], "one")
    found.places[1].cells[0].seconds = [one * factor for one in found.places[0].cells[0].seconds]
    with plot.drawing():
        axes = timings.figure(found).axes[0]
        low, high = axes.get_ylim()
        assert sum(low <= tick <= high for tick in axes.yaxis.get_majorticklocs()) >= 3


def test_positions_are_no_course_and_have_no_lines() -> None:
    with plot.drawing():
        axes = timings.figure(measured(POSITIONS, "one")).axes[0]
    assert not [line for line in axes.lines if line.get_linestyle() != "None" and len(line.get_xdata()) == 3]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["a", "b", "c"]


def test_without_counts_there_is_no_axis_of_nodes() -> None:
    with plot.drawing():
        assert len(timings.figure(measured(DEPTHS, "one", nodes=0)).axes) == 1


def test_labels_are_data() -> None:
    text = written(measured([Stage("$x$ <b>", "_a")], "_one", "$two$")).decode()
    assert "$two$" in text
    assert "_one" in text
    assert "<b>" not in text


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(PlyscopeError, match=r"no chart as '.gif'"):
        timings.check(".gif")
    with pytest.raises(PlyscopeError, match="nothing was timed"):
        written(measured([Stage("nim")], "one", runs=0))
