"""How charts of studies look: what a title says, where an axis is numbered, what fits, and Student's t."""

import re
import struct
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import studied

from tracer.errors import PlyscopeError
from viz.pictures.theme import theme_by_name
from viz.studies import study_charts
from viz.studies.study_charts import ask, chart_content, fit_size
from viz.studies.study_figure import StudyFigure
from viz.studies.summary import average_of, t_quantile, t_share_within

Need = Callable[[str], None]
TABLE = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 10: 2.228, 20: 2.086, 30: 2.042, 120: 1.980}
"""The quantile of 97.5 %, as books print it."""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory, need: Need) -> Path:
    need("pyarrow")
    need("matplotlib")
    return studied.write(tmp_path_factory.mktemp("study") / "results")


@pytest.mark.parametrize(("freedom", "expected"), TABLE.items())
def test_students_t_is_that_of_the_books(freedom: int, expected: float) -> None:
    assert t_quantile(freedom) == pytest.approx(expected, abs=5e-4)


def test_students_t_meets_its_expansion_and_the_normal_distribution() -> None:
    assert t_quantile(200) == pytest.approx(t_quantile(201), rel=1e-4)
    assert t_share_within(t_quantile(200), 200) == pytest.approx(0.95, abs=1e-9)
    assert t_share_within(t_quantile(401), 401) == pytest.approx(0.95, abs=1e-9)
    assert t_quantile(10**9) == pytest.approx(1.959964, abs=1e-6)


def test_a_mean_has_students_interval_and_that_of_one_number_is_not_known() -> None:
    found = average_of(np.array([1.0, 2.0, 3.0]), "mean")
    assert (found.low, found.high) == pytest.approx((2 - 4.302653 / 3**0.5, 2 + 4.302653 / 3**0.5))
    assert average_of(np.array([7.0]), "mean").table_cells == (1, 7.0, None, None)


@pytest.mark.parametrize(
    ("chart", "given", "said"),
    [
        ("ratio", {"base": "pvs"}, "visited relative to pvs, over depth"),
        ("heat", {"x": "width"}, "depth over width; colour = visited"),
        ("nodes", {}, "visited over depth, between the minimal and the full tree"),
        ("lines", {}, "visited over depth by search"),
    ],
)
def test_a_title_says_what_is_drawn(results: Path, chart: str, given: dict[str, str | None], said: str) -> None:
    assert ask(results, chart, given).title == said


def axes_of(results: Path, chart: str, height: float = 3.6, **given: str | None) -> Any:
    """The first panel, laid out."""
    drawing = ask(results, chart, given)
    with study_charts.matplotlib_settings():
        easel = StudyFigure(theme_by_name("light"), drawing.title, drawing.answer.caption, height=height)
        drawing.answer.draw(easel)
        study_charts.save_figure(easel.figure, BytesIO(), "png")
    return easel.figure


def test_an_axis_of_depths_has_numbers_only_where_was_searched(results: Path) -> None:
    figure = axes_of(results, "lines", where="depth == 2 or depth == 4")
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == ["2", "4"]


@pytest.mark.parametrize("height", [2.0, 2.8125, 3.6])
def test_numbers_at_an_axis_do_not_overprint(results: Path, height: float) -> None:
    figure = axes_of(results, "nodes", height, panels="order")
    for axes in figure.axes:
        low, high = axes.get_ylim()
        places = [axes.transData.transform((1, tick))[1] for tick in axes.get_yticks() if low <= tick <= high]
        assert len(places) >= 2
        assert min(np.diff(places)) >= 1.1 * 8.5 / 72 * figure.dpi


def test_the_panels_of_a_slide_have_most_of_it(results: Path) -> None:
    figure = axes_of(results, "nodes", 2.8125, panels="order")
    assert figure.axes[0].get_position().height > 0.35


def test_a_slide_has_1920_by_1080_pixels(results: Path) -> None:
    width, height = fit_size("slide")
    content = chart_content(ask(results, "lines", {}), "png", theme="light", title=None, width=width, height=height)
    assert struct.unpack(">II", content[16:24]) == (1920, 1080)
    assert fit_size("column")[0] == pytest.approx(85 / 25.4)
    assert fit_size(None) == (5.0, None)
    with pytest.raises(PlyscopeError, match="--fit is slide, page, column, not 'slied'"):
        fit_size("slied")


def test_twelve_panels_have_room(results: Path) -> None:
    drawing = ask(results, "lines", {"panels": "seed,order"})
    assert drawing.answer.panels == 10
    text = chart_content(drawing, "svg", theme="light", title=None).decode()
    assert len(re.findall(r">\d, (?:random|best|strong)<", text)) == 10


@pytest.mark.parametrize("width", [85 / 25.4, 160 / 25.4, 5.0])
@pytest.mark.parametrize("title", ["visited/minimal over arranged by search", "MMMMMM WWWWW " * 6, "W" * 200])
def test_words_above_a_chart_end_within_it(need: Need, title: str, width: float) -> None:
    need("matplotlib")
    with study_charts.matplotlib_settings():
        easel = StudyFigure(theme_by_name("light"), title, [title], width=width)
        easel.add_panels([""])
        study_charts.save_figure(easel.figure, BytesIO(), "png")
    assert all(text.get_window_extent().x1 <= easel.figure.bbox.x1 for text in easel.figure.texts)


@pytest.mark.parametrize("panels", [1, 2, 3])
def test_names_at_an_axis_do_not_run_into_one_another(need: Need, panels: int) -> None:
    need("matplotlib")
    with study_charts.matplotlib_settings():
        easel = StudyFigure(theme_by_name("light"), "names", ["names"])
        for axes in easel.add_panels(["panel"] * panels):
            easel.set_categories(axes, ["random", "strong", "0.5", "best"])
        study_charts.save_figure(easel.figure, BytesIO(), "png")
    labels = [label for axes in easel.figure.axes for label in axes.get_xticklabels() if label.get_visible()]
    level = [label.get_window_extent() for label in labels if not label.get_rotation()]
    assert all(left.x1 < right.x0 for left, right in pairwise(level) if left.x0 < right.x0)
    assert level if panels == 1 else True


@pytest.mark.parametrize(("height", "rows"), [(5.0 * 9 / 16, 1), (5.2, 2)])
def test_four_panels_stand_in_one_row_where_two_would_be_flat(need: Need, height: float, rows: int) -> None:
    need("matplotlib")
    with study_charts.matplotlib_settings():
        easel = StudyFigure(theme_by_name("light"), "panels", ["panels"], height=height)
        panels = easel.add_panels(["a", "b", "c", "d"])
        easel.name_axes(panels, "depth", "visited")
    assert len({axes.get_subplotspec().rowspan.start for axes in panels}) == rows  # type: ignore[union-attr]
    assert sum(bool(axes.get_ylabel()) for axes in panels) == rows
    assert sum(bool(axes.get_xlabel()) for axes in panels) == 4 // rows
