"""`plyscope plot` as it is typed: tables, files, and one line for whatever is wrong."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import studied
from commands import plyscope

Need = Callable[[str], None]


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, need: Need) -> None:
    need("pyarrow")
    need("matplotlib")
    monkeypatch.chdir(tmp_path)
    studied.write(Path("results"))


def run(*words: str) -> int:
    return plyscope("plot", *words)


def test_without_a_file_the_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("results/", "--x", "depth", "--y", "visited", "--by", "search") == 0
    out, err = capsys.readouterr()
    rows = out.splitlines()
    assert rows[0].split() == ["search", "depth", "count", "median", "low", "high"]
    assert [row.split()[:2] for row in rows[1:4]] == [["alphabeta", "1"], ["alphabeta", "2"], ["alphabeta", "3"]]
    assert "left out: 1 stopped by a limit, 1 with an error." in out
    assert err == ""


def test_one_file_of_rows_is_a_dataset_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("results/part-1.parquet") == 0
    assert "80 searches" in capsys.readouterr().out


def test_a_file_is_written_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("results", "--chart", "nodes", "-o", "nodes.svg", "--theme", "print") == 0
    assert Path("nodes.svg").read_text(encoding="utf-8").count("</svg>") == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("wrote nodes.svg: 238 searches;")


def test_stdout_gets_the_file(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run("results", "-o", "-", "--format", "png") == 0
    assert capfdbinary.readouterr().out.startswith(b"\x89PNG")


def test_the_charts_are_listed_with_what_they_ask(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--list") == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == ["lines", "nodes", "ordering", "first-move", "boxes", "heat", "ratio"]


def test_a_bitmap_is_as_wide_as_a_slide() -> None:
    assert run("results", "-o", "a.png") == 0
    assert int.from_bytes(Path("a.png").read_bytes()[16:20], "big") == 1920


REFUSED = [
    (["--y", "visted"], "the formula `visted`, column 1: no column 'visted' (did you mean visited?)"),
    (["--by", "serch"], "results: no column 'serch' (did you mean search?)"),
    (["--where", "dpeth > 2"], "the condition `dpeth > 2`, column 1: no column 'dpeth' (did you mean depth?)"),
    (["--where", "depth == 99"], "results has no row with depth == 99"),
    (["--where", "depth"], "depth is a number, not true or false; compare it, such as depth > 0"),
    (["--where", "search > 3"], "a word cannot be compared with a number"),
    (["--where", "search == pvs"], """column 11: no column 'pvs'; a text stands in quotes: "pvs\""""),
    (["--where", "depth == pvs"], "column 10: no column 'pvs'; there are: cell, game, position,"),
    (["--chart", "boxes", "--panels", "order"], "boxes has no --panels; it has --x, --y, --by, --where, --log, --mean"),
    (["--where", "__import__('os')"], "a call is not allowed"),
    (["--where", "depth ** 9"], "this operator is not allowed"),
    (["--where", "(" * 400], "it is nested too deeply"),
    (["--where", "not " * 150 + "depth > 1"], "it has 609 characters; 500 are the most"),
    (["--where", "-" * 300 + "depth > 1"], "it is nested too deeply"),
    (["--where", "depth > " + "9" * 400], "this number is too large"),
    (["--y", "visited/minmal"], "the formula `visited/minmal`, column 9: no column 'minmal' (did you mean minimal?)"),
    (["--y", "visited > 2"], "visited > 2 is a truth value; a number is needed here"),
    (["--y", "search"], "search is a word; a number is needed here"),
    (["--y", "visited / 0"], "no search has visited / 0 and depth"),
    (["--y", ""], "the formula ``, column 1: it is empty; write one, such as visited / minimal"),
    (["--chart", "box"], "no chart 'box' (did you mean boxes?)"),
    (["--chart", "ratio", "--base", "pvx"], "no group 'pvx' (did you mean pvs?)"),
    (["--chart", "ratio", "--by", "none"], "a ratio needs --by"),
    (["--base", "pvs"], "the chart lines has no --base"),
    (["--chart", "boxes", "--panels", "order"], "the chart boxes has no --panels"),
    (["--by", "seed,depth,order"], "--by seed,depth,order makes 40 groups, and 12 can be told apart"),
    (["--panels", "seed,order,width"], "panels, and 12 have room in a figure"),
    (["--fit", "wall"], "--fit is slide, page, column, not 'wall'"),
    (["--log", "z"], "--log has axes"),
    (["--mean", "--median"], "give one of them"),
    (["-o", "a.gif"], "a plot is a file of .svg .png .pdf, not 'a.gif'"),
    (["-o", "nowhere/a.svg"], "there is no folder nowhere"),
    (["-o", "a.svg", "--theme", "drak"], "no theme 'drak' (did you mean dark?)"),
    (["-o", "a.svg", "--width", "1000"], "a figure has 1.5 to 40 inches a side, not 1000"),
    (["-o", "a.svg", "--height", "nan"], "a figure has 1.5 to 40 inches a side, not nan"),
    (["-o", "results/part-0.parquet"], "a plot is a file of .svg .png .pdf"),
    (["--format", "svg"], "--format is for a file"),
]


@pytest.mark.parametrize(("words", "said"), REFUSED, ids=[" ".join(words)[:40] for words, _ in REFUSED])
def test_what_is_wrong_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("results", *words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
    assert sorted(path.name for path in Path().iterdir()) == ["results"]


def test_an_axis_that_a_study_has_not_asks_for_another(capsys: pytest.CaptureFixture[str]) -> None:
    import pyarrow.parquet as parquet

    table = parquet.read_table("results/part-0.parquet")
    Path("other").mkdir()
    parquet.write_table(
        table.rename_columns([{"depth": "height"}.get(name, name) for name in table.column_names]), "other/a.parquet"
    )
    assert run("other", "--chart", "nodes") == 2
    said = capsys.readouterr().err
    assert "other has no column 'depth', which nodes has as its x: give --x; parameters of this study:" in said
    assert "height" in said.split("parameters of this study:")[1]
    assert run("other", "--chart", "nodes", "--x", "height") == 0


def test_what_is_no_dataset_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    Path("text").mkdir()
    Path("text/a.parquet").write_text("no rows", encoding="utf-8")
    Path("torn").mkdir()
    Path("torn/a.parquet").write_bytes(Path("results/part-0.parquet").read_bytes()[:-200])
    whole = Path("results/part-0.parquet").read_bytes()
    Path("bent").mkdir()
    Path("bent/a.parquet").write_bytes(whole[:40] + bytes(byte ^ 85 for byte in whole[40:-4000]) + whole[-4000:])
    for place, said in {
        "nowhere": "nowhere is no folder", "empty": "empty has no file .parquet", "text": "cannot read text",
        "torn": "cannot read torn", "bent": "cannot read bent",
    }.items():  # fmt: skip
        assert run(place) == 2
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1


def test_too_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("viz.studies.dataset.MAX_ROWS", 100)
    assert run("results") == 2
    assert re.search(r"results: at most 100 rows are drawn; --where", capsys.readouterr().err)
    assert run("results", "--where", "depth == 2 and width == 2") == 0


def test_searches_that_all_failed_are_nothing_to_draw(capsys: pytest.CaptureFixture[str]) -> None:
    studied.write(Path("failed"), [{**row, "error": "no"} for row in studied.rows()])
    assert run("failed") == 2
    assert "of 240 searches none ended: there is nothing to draw" in capsys.readouterr().err


def test_only_the_columns_that_are_asked_for_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    from pyarrow import dataset

    class Source:
        """The files, and what is asked of them."""

        def __init__(self, files: Any) -> None:
            self.schema, self._files = files.schema, files

        def to_batches(self, columns: list[str]) -> Any:
            asked.append(sorted(columns))
            return self._files.to_batches(columns=columns)

    asked: list[list[str]] = []
    opened = dataset.dataset
    monkeypatch.setattr(dataset, "dataset", lambda *files, **how: Source(opened(*files, **how)))
    assert run("results", "--y", "visited/minimal", "--where", "width == 2") == 0
    assert asked == [["depth", "error", "minimal", "search", "stopped", "visited", "width"]]
