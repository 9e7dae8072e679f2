"""The studies in `examples/studies`: each is sound, in small it runs, and what is said of it can be asked again."""

import re
import runpy
import shlex
import shutil
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from commands import plyscope

from tracer.sweeping.cells import count
from tracer.sweeping.study import load

STUDIES = Path(__file__).parent.parent / "examples" / "studies"
NAMES = ("comparison", "rules", "heuristics")
CELLS = {"comparison": 2_688, "rules": 81_760, "heuristics": 1_200}
LARGEST = 200_000
"""Bytes of a picture in the repository."""
PAGE = (STUDIES / "README.md").read_text(encoding="utf-8")

Need = Callable[[str], None]


def run(*words: str) -> None:
    assert plyscope(*words) == 0


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory, need: Need) -> Path:
    """The small studies, each in a folder of its name."""
    need("pyarrow")
    folder = tmp_path_factory.mktemp("studies")
    for name in NAMES:
        run("sweep", str(STUDIES / "small" / f"{name}.toml"), "-o", str(folder / name), "--workers", "0")
    return folder


def rows(results: Path, name: str) -> list[dict[str, Any]]:
    import pyarrow.dataset as arrow

    found: list[dict[str, Any]] = arrow.dataset(results / name / "rows", format="parquet").to_table().to_pylist()
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_study_has_as_many_cells_as_its_page_says(name: str) -> None:
    assert count(load(STUDIES / f"{name}.toml")) == CELLS[name]
    assert f"{CELLS[name]:,} searches" in PAGE


@pytest.mark.parametrize("name", NAMES)
def test_the_small_study_asks_what_the_large_one_asks(name: str) -> None:
    large, small = load(STUDIES / f"{name}.toml"), load(STUDIES / "small" / f"{name}.toml")
    assert small.parameters == large.parameters
    assert [one.names for one in small.searches] == [one.names for one in large.searches]


def test_every_search_of_the_small_studies_ends(results: Path) -> None:
    for name in NAMES:
        found = rows(results, name)
        assert len(found) == count(load(STUDIES / "small" / f"{name}.toml"))
        assert not [row for row in found if row["error"] or row["stopped"]]


def test_the_commands_of_the_page_draw_the_pictures(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, need: Need
) -> None:
    need("matplotlib")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results").symlink_to(results)
    (tmp_path / "examples").mkdir()
    shutil.copytree(STUDIES, tmp_path / "examples" / "studies")
    drawn = []
    for command in re.findall(r"^\$ plyscope (plot .*)$", PAGE.replace("\\\n", " "), re.MULTILINE):
        words = shlex.split(command)
        if "-o" in words:
            target = tmp_path / words[words.index("-o") + 1]
            target.unlink()
            drawn.append(target.name)
        run(*words)
    there = {path.name for path in STUDIES.glob("*.svg")}
    assert set(drawn) == there
    assert all((tmp_path / "examples" / "studies" / name).exists() for name in drawn)
    assert all(path.stat().st_size <= LARGEST for path in STUDIES.glob("*.svg"))


def test_duckdb_and_pandas_say_what_plain_python_says(results: Path, need: Need) -> None:
    need("duckdb")
    need("pandas")
    folder = str(results / "comparison")
    found = [runpy.run_path(str(STUDIES / f"with_{name}.py"))["answer"](folder) for name in ("duckdb", "pandas")]
    known = rows(results, "comparison")
    base = {row["game"]: row["leaf_evaluations"] for row in known if row["search"] == "alphabeta"}
    ratios: dict[tuple[str, int], list[float]] = defaultdict(list)
    for row in known:
        ratios[row["search"], row["depth"]].append(row["leaf_evaluations"] / base[row["game"]])
    naive = [(*group, len(numbers), pytest.approx(median(numbers))) for group, numbers in sorted(ratios.items())]
    assert found[0] == naive
    assert found[1] == naive


def test_what_the_page_says_of_the_rules_holds_in_small(results: Path) -> None:
    """Fail-hard with `>` prunes nothing; without a table fail-soft and fail-hard visit the same; all values agree."""
    of: dict[tuple[str, str | None], dict[tuple[str, ...], dict[str, Any]]] = defaultdict(dict)
    for row in rows(results, "rules"):
        of[row["game"], row["position"]][row["search"], row["order"], row["cut"], row["fail"]] = row
    for found in of.values():
        assert len({row["value"] for row in found.values()}) == 1
        for order in ("natural", "best"):
            soft, hard, late, none = (
                found["alphabeta", order, cut, fail]
                for cut, fail in ((">=", "soft"), (">=", "hard"), (">", "soft"), (">", "hard"))
            )
            assert soft["visited"] == hard["visited"] <= late["visited"] <= none["visited"] == none["full_tree_nodes"]
    best = sum(found["alphabeta", "best", ">=", "soft"]["visited"] for found in of.values())
    assert best < sum(found["alphabeta", "natural", ">=", "soft"]["visited"] for found in of.values())


def test_the_numbers_of_the_page_on_scale_agree_with_one_another() -> None:
    page = (STUDIES / "SCALE.md").read_text(encoding="utf-8")
    known = dict(re.findall(r"^\| ([^|]+?) \| ([\d.,]+) \|$", page, re.MULTILINE))
    number = {name: float(value.replace(",", "")) for name, value in known.items()}
    cells, rows_a_second, tasks = number["cells"], number["rows a second and core"], number["tasks"]
    assert tasks == cells / number["cells of a batch"]
    expected = {
        "core hours": cells / rows_a_second / 3_600,
        "seconds of a batch": number["cells of a batch"] / rows_a_second,
        "gigabytes of rows": cells * number["bytes of a row"] / 1e9,
        "gigabytes held, were all tasks handed over at once": tasks
        * number["kilobytes a task held by the scheduler"]
        / 1e6,
        "gigabytes through the client": cells * number["bytes of a row on its way to the client"] / 1e9,
        "gigabytes of names, when a sweep goes on": cells
        * number["bytes of a cell's name in the client's memory"]
        / 1e9,
    }
    assert {name: number[name] for name in expected} == pytest.approx(expected, rel=0.001)
