"""Charts of studies: the numbers behind them are those of naive code, and the same rows give the same bytes."""

import json
import random
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import studied
from studied import Row

import tracer
from viz.studies.point_clouds import BIN_COUNT
from viz.studies.study_charts import STUDY_CHARTS, ask, chart_content, write

Golden = Callable[[str, str], None]
Need = Callable[[str], None]


@pytest.fixture(autouse=True)
def _libraries(need: Need) -> None:
    need("pyarrow")
    need("matplotlib")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory, need: Need) -> Path:
    need("pyarrow")
    return studied.write(tmp_path_factory.mktemp("study") / "results")


def table(results: Path, chart: str, **given: str) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """The rows of the table behind a chart: what they are of, and their four numbers."""
    rows = [tuple(row) for row in ask(results, chart, given).answer.table]
    found = {row[:-4]: row[-4:] for row in rows}
    assert len(found) == len(rows)
    return found


def grouped(
    rows: Iterable[Row], value: Callable[[Row], float | None], *names: str
) -> dict[tuple[Any, ...], list[float]]:
    """Numbers of rows by the values of some columns."""
    found: dict[tuple[Any, ...], list[float]] = defaultdict(list)
    for row in rows:
        if (number := value(row)) is not None and number == number:
            found[tuple(row[name] for name in names)].append(number)
    return found


def medians(groups: dict[tuple[Any, ...], list[float]]) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    found: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    for name, numbers in groups.items():
        low, middle, high = statistics.quantiles(numbers, method="inclusive") if len(numbers) > 1 else numbers * 3
        found[name] = (len(numbers), pytest.approx(middle), pytest.approx(low), pytest.approx(high))
    return found


def test_lines_are_the_medians_and_quartiles_of_each_group(results: Path) -> None:
    naive = grouped(studied.ended(), lambda row: row["visited"], "search", "depth")
    assert table(results, "lines") == medians(naive)


T = {
    8: 2.364624, 9: 2.306004, 10: 2.262157, 11: 2.228139, 12: 2.200985, 13: 2.178813, 14: 2.160369, 15: 2.144787,
}  # fmt: skip
"""Student's t between minus and plus which 95 % lie, by how many numbers there are."""


def test_means_have_their_standard_errors(results: Path) -> None:
    naive = grouped(studied.ended(), lambda row: row["leaves"], "order", "width", "depth")
    expected = {}
    for (order, width, depth), numbers in naive.items():
        mean, error = statistics.fmean(numbers), T[len(numbers)] * statistics.stdev(numbers) / len(numbers) ** 0.5
        ends = (pytest.approx(mean - error, rel=1e-5), pytest.approx(mean + error, rel=1e-5))
        expected[f"{order}, {width}", depth] = (len(numbers), pytest.approx(mean), *ends)
    assert table(results, "lines", by="order,width", y="leaves", middle="mean") == expected


def test_the_axis_and_the_panels_may_be_texts_and_a_number_may_be_a_formula(results: Path) -> None:
    naive = grouped(studied.ended(), lambda row: row["visited"] / row["minimal"], "search", "order")
    assert table(results, "lines", x="order", y="visited/minimal") == medians(naive)
    panels = grouped(studied.ended(), lambda row: row["visited"], "order", "search", "depth")
    assert table(results, "lines", panels="order") == medians(panels)


def test_the_minimal_and_the_full_tree_are_drawn_beside_the_searches(results: Path) -> None:
    ended = studied.ended()
    expected = medians(grouped(ended, lambda row: row["visited"], "order", "search", "depth"))
    for column, label in (("minimal", "minimal tree"), ("full_tree_nodes", "full tree (minimax)")):
        found = medians(grouped(ended, lambda row: row[column], "order", "depth"))  # noqa: B023  # called at once
        expected |= {(order, label, depth): told for (order, depth), told in found.items()}
    assert table(results, "nodes", panels="order") == expected


def test_a_ratio_is_that_of_a_search_to_the_base_on_the_same_tree(results: Path) -> None:
    base = {row["game"]: row["leaves"] for row in studied.ended() if row["search"] == "alphabeta"}
    others = [row for row in studied.ended() if row["search"] != "alphabeta" and row["game"] in base]
    naive = grouped(others, lambda row: row["leaves"] / base[row["game"]], "search", "depth")
    assert table(results, "ratio", base="alphabeta", y="leaves") == medians(naive)
    told = " ".join(ask(results, "ratio", {"base": "pvs"}).answer.caption)
    lonely = sum(
        row["game"] not in {one["game"] for one in studied.ended() if one["search"] == "pvs"} for row in studied.ended()
    )
    assert f"{lonely} without a partner" in told


def test_an_option_that_the_base_lacks_parts_no_pairs(tmp_path: Path) -> None:
    rows = [{**row, "guess": 6 if row["search"] == "mtdf" else None} for row in studied.rows()]
    assert table(studied.write(tmp_path / "r", rows), "ratio") == table(studied.write(tmp_path / "s"), "ratio")


def test_a_base_with_several_searches_of_one_tree_is_refused(tmp_path: Path) -> None:
    twice = [{**row, "seconds": 1.0} for row in studied.ended()]
    with pytest.raises(tracer.PlyscopeError, match="have the same game and parameters"):
        ask(studied.write(tmp_path / "r", twice + twice), "ratio", {})


def test_a_heat_map_has_a_field_for_each_pair_of_parameters(results: Path) -> None:
    naive = grouped(studied.ended(), lambda row: row["leaves"], "search", "width", "depth")
    expected = {(search, str(width), str(depth)): told for (search, width, depth), told in medians(naive).items()}
    assert table(results, "heat", of="leaves") == expected


def test_boxes_have_the_quartiles(results: Path) -> None:
    naive = grouped(studied.ended(), lambda row: row["visited"], "order", "search")
    assert table(results, "boxes", by="order") == medians(naive)


def test_the_middles_of_a_cloud_are_those_of_the_parts_of_its_axis(results: Path) -> None:
    rows = [row for row in studied.ended() if row["first_move_share"] == row["first_move_share"]]
    rows = [
        row for row in rows if row["first_move_share"] is not None and row["effective_branching_factor"] is not None
    ]
    low, high = (end(row["first_move_share"] for row in rows) for end in (min, max))
    parts: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        part = min(int((row["first_move_share"] - low) / (high - low) * BIN_COUNT), BIN_COUNT - 1)
        parts[row["search"], part].append(row)
    expected = sorted(
        (search, len(here), statistics.median(row["effective_branching_factor"] for row in here))
        for (search, _), here in parts.items()
    )
    found = sorted((key[0], told[0], told[1]) for key, told in table(results, "ordering").items())
    assert [row[:2] for row in found] == [row[:2] for row in expected]
    assert np.allclose([row[2] for row in found], [row[2] for row in expected])


CONDITIONS = [
    "depth >= 3", "search == 'pvs'", "search in ('pvs', 'mtdf') and not width == 2",
    "2 <= depth < 4 or order == 'strong'",
    "visited > 2 * minimal - 1", "search not in ['pvs']", "-depth < -2", "visited / (depth - 1) > 3 and depth > 1",
]  # fmt: skip


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_condition_wants_the_rows_that_python_would(results: Path, condition: str) -> None:
    def wanted(row: Row) -> bool:
        try:
            return bool(eval(condition, {}, row))  # our own conditions
        except ZeroDivisionError:
            return False

    naive = grouped(filter(wanted, studied.ended()), lambda row: row["visited"], "search", "depth")
    assert table(results, "lines", where=condition) == medians(naive)


def test_columns_are_read_as_other_programs_write_them(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {
        "search": pa.array(["a", None, "b", "a"]).dictionary_encode(),
        "depth": pa.array([1, 2, 2, None], pa.int8()),
        "a.b": pa.array([1, 2, None, 4], pa.uint16()),
        "on": [True, None, False, True],
        "stopped": pa.array([0, 0, 0, None]),
        "gone": pa.nulls(4),
    }
    pq.write_table(pa.table(columns), tmp_path / "a.parquet", row_group_size=2)
    asked = {"x": "search", "y": "a.b", "by": "on,gone"}
    assert table(tmp_path, "lines", **asked) == {
        ("yes, no gone", "a"): (2, 2.5, 1.75, 3.25), ("no on, no gone", "no search"): (1, 2, 2, 2),
    }  # fmt: skip
    assert table(tmp_path, "lines", **asked, where='on or search != "a"') == {
        ("yes, no gone", "a"): (2, 2.5, 1.75, 3.25)
    }
    assert table(tmp_path, "lines", y="3", where="1 < 2 and not on") == {
        ("b", 2.0): (1, 3, 3, 3), ("no search", 2.0): (1, 3, 3, 3),
    }  # fmt: skip


def test_what_is_left_out_is_counted(results: Path) -> None:
    lost = Counter(bool(row["error"]) for row in studied.rows() if row["error"] or row["stopped"])
    assert lost == {True: 1, False: 1}
    said = ask(results, "lines", {}).answer.caption[0]
    assert said == f"{len(studied.ended())} searches; left out: 1 stopped by a limit, 1 with an error."
    without = sum(row["first_move_share"] is None for row in studied.ended())
    assert f"{without} without such a number" in ask(results, "first-move", {}).answer.caption[0]


def drawn(results: Path, chart: str, format: str = "svg", **given: str) -> bytes:
    return chart_content(ask(results, chart, given), format, theme="light", title=None)


@pytest.mark.parametrize("chart", STUDY_CHARTS)
def test_the_order_of_rows_and_files_changes_no_byte(results: Path, tmp_path: Path, chart: str) -> None:
    rows = list(studied.rows())
    random.Random(7).shuffle(rows)
    other = studied.write(tmp_path / "other", rows, files=7)
    assert drawn(results, chart) == drawn(results, chart) == drawn(other, chart)


@pytest.mark.parametrize("chart", STUDY_CHARTS)
@pytest.mark.parametrize("format", ["png", "pdf"])
def test_every_chart_is_drawn_in_every_format(results: Path, chart: str, format: str) -> None:
    assert drawn(results, chart, format).startswith({"png": b"\x89PNG", "pdf": b"%PDF"}[format])


def test_a_chart_is_as_it_was(results: Path, golden: Golden) -> None:
    golden("study-ratio.svg", drawn(results, "ratio", panels="order").decode())


def test_groups_stand_in_the_order_of_the_study(tmp_path: Path) -> None:
    folder = studied.write(tmp_path / "r")
    blocks = [{"names": names, "values": {}} for names in (["pvs", "mtdf"], ["alphabeta"])]
    (folder / "study.json").write_text(json.dumps({"title": "t", "study": {"search": blocks}}))
    assert list(dict.fromkeys(name for name, _ in table(folder, "lines"))) == ["pvs", "mtdf", "alphabeta"]
    for nonsense in (
        "[]",
        "{",
        '{"study": 3}',
        '{"study": {"search": 3}}',
        '{"study": {"search": [3, {"values": 4}]}}',
    ):
        (folder / "study.json").write_text(nonsense)
        assert next(iter(table(folder, "lines")))[0] == "alphabeta"


def strange_rows() -> Iterator[Row]:
    for row in studied.ended():
        yield {
            **row,
            "search": {"pvs": "_$x^2$", "mtdf": "\x1b[31m[bold]" + "y" * 500}.get(row["search"], row["search"]),
        }


@pytest.mark.parametrize("chart", STUDY_CHARTS)
def test_labels_are_data(tmp_path: Path, chart: str) -> None:
    picture = drawn(studied.write(tmp_path / "r", list(strange_rows())), chart).decode()
    assert "\x1b" not in picture
    assert "_$x^2$" in picture
    assert "y" * 100 not in picture


def test_a_million_points_are_a_bitmap_of_those_that_are_drawn(tmp_path: Path) -> None:
    many = [{**row, "visited": (row["visited"] or 1) + number % 97} for number in range(500) for row in studied.ended()]
    drawing = ask(studied.write(tmp_path / "r", many), "boxes", {})
    assert f"{len(many):,} searches." in drawing.answer.caption[0]
    assert any("points are drawn" in said for said in drawing.answer.caption)
    picture = chart_content(drawing, "svg", theme="light", title=None)
    assert len(picture) < 1_000_000
    assert b"<image" in picture


def test_a_failure_leaves_what_was_there(results: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    file.write_text("mine")
    with pytest.raises(tracer.PlyscopeError, match="no theme"):
        write(ask(results, "lines", {}), file, theme="lihgt")
    assert file.read_text() == "mine"
    write(ask(results, "lines", {}), file, title="Mine")
    assert "Mine" in file.read_text()
    assert [one.name for one in tmp_path.iterdir()] == ["a.svg"]
