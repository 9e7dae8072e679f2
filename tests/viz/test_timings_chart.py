"""The chart of what was measured."""

import pytest
from charted import Drawn, between_axes

from tracer.errors import PlyscopeError
from tracer.measuring.measurements import MeasuredCell, MeasuredPlace, Measurements, Stage
from viz.charts import timings
from viz.formats import svg


def measured(stages: list[Stage], *names: str, nodes: int = 9, runs: int = 3) -> Measurements:
    """Searches that take longer the later they stand, at some stages."""
    found = Measurements(names, runs, 0, "by hand", {"python": "P", "system": "S", "cores": 1, "processor": ""})
    for place, stage in enumerate(stages, 1):
        cells = [
            MeasuredCell(
                name, seconds=[place * 10.0**-k * (1 + n / 10) for n in range(runs)], counts={"visited": nodes * place}
            )
            for k, name in enumerate(names, 1)
        ]
        found.places.append(
            MeasuredPlace(
                stage, "MAX", cells=cells if nodes else [MeasuredCell(one.name, [], one.seconds) for one in cells]
            )
        )
    return found


def written(found: Measurements) -> str:
    return svg.svg_text(timings.draw_timings(found))


def axes_of(found: Measurements) -> list[Drawn]:
    return between_axes(lambda: timings.draw_timings(found))


ROUNDS = [Stage("nim", None, side, number) for side in ("first", "second") for number in (1, 2, 3)]
DEPTHS = [Stage("nim", depth=depth) for depth in (1, 2)]
POSITIONS = [Stage("nim", text) for text in ("a", "b", "c")]


@pytest.mark.parametrize("stages", [ROUNDS, DEPTHS, POSITIONS, [Stage("nim")]])
def test_the_same_measurement_is_the_same_chart(stages: list[Stage]) -> None:
    found = measured(stages, "one", "two")
    assert written(found) == written(found)


def test_each_side_of_a_game_is_told_apart() -> None:
    text = written(measured(ROUNDS, "one", "two"))
    for name in ("one", "two"):
        for side in ("first", "second"):
            assert f">{name}, computer {side}<" in text
    times = axes_of(measured(ROUNDS, "one", "two"))[0]
    joined = [paint for xs, _, paint in times.lines if len(xs) == 3]
    assert len(joined) == len({(paint.line, paint.dashes) for paint in joined}) == 4


def test_lines_go_through_the_averages_and_bars_from_end_to_end_of_the_interval() -> None:
    times, nodes = axes_of(measured(DEPTHS, "one", runs=5))
    *bars, line = ([10**y for y in ys] for _, ys, _ in times.lines)
    assert line == pytest.approx([0.12, 0.24])
    assert bars == [pytest.approx([0.1, 0.14]), pytest.approx([0.2, 0.28])]
    points = [10**y for _, _, y, size, _ in times.marks if size < timings.SIGN_SIZE]
    assert sorted(points) == pytest.approx([0.1, 0.11, 0.12, 0.13, 0.14, 0.2, 0.22, 0.24, 0.26, 0.28])
    assert [10**y for y in nodes.lines[0][1]] == pytest.approx([9, 18])


def test_timings_of_each_side_are_told_apart() -> None:
    times = axes_of(measured(ROUNDS, "one"))[0]
    at_first = {
        (x > 1, paint.fill) for _, x, _, size, paint in times.marks if size < timings.SIGN_SIZE and abs(x - 1) < 0.3
    }
    assert len(at_first) == len({beside for beside, _ in at_first}) == len({fill for _, fill in at_first}) == 2


@pytest.mark.parametrize("factor", [1.0, 3.0, 20.0, 90.0, 1e4])
def test_a_scale_has_three_numbers_at_least(factor: float) -> None:
    found = measured([Stage("nim", depth=1), Stage("nim", depth=2)], "one")
    found.places[1].cells[0].seconds = [one * factor for one in found.places[0].cells[0].seconds]
    assert len(axes_of(found)[0].ups) >= timings.MIN_NUMBERS


def test_positions_are_no_course_and_have_no_lines() -> None:
    times = axes_of(measured(POSITIONS, "one"))[0]
    assert not [xs for xs, *_ in times.lines if len(xs) == 3]
    assert times.names == ["a", "b", "c"]


def test_without_counts_there_is_no_axis_of_nodes() -> None:
    assert len(axes_of(measured(DEPTHS, "one", nodes=0))) == 1


def test_labels_are_data() -> None:
    text = written(measured([Stage("$x$ <b>", "_a")], "_one", "$two$"))
    assert "$two$" in text
    assert "_one" in text
    assert "<b>" not in text


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(PlyscopeError, match=r"no chart as '.gif'"):
        timings.check_chart_options(".gif")
    with pytest.raises(PlyscopeError, match="nothing was timed"):
        written(measured([Stage("nim")], "one", runs=0))
