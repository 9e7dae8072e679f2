"""Results that came from elsewhere: nothing outside of their folder is touched, and none of them takes all memory."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from commands import plyscope

from tracer.sweeping import result_folder

STUDY = 'seeds = 2\n[[game]]\ngame = "random:b=2,d=3,seed={seed}"\n[[search]]\nsearch = ["minimax", "alphabeta"]\n'
ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, need: Callable[[str], None]) -> None:
    need("pyarrow")
    monkeypatch.chdir(tmp_path)
    Path("study.toml").write_text(STUDY, encoding="utf-8")
    Path("mine").mkdir()


def sweep() -> int:
    return plyscope("sweep", "study.toml", "-o", "results", "--workers", "0")


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    """What was said of an error."""
    err = capsys.readouterr().err
    lines = err.splitlines()
    assert "mistake of plyscope" not in err
    assert lines[-1].startswith("plyscope: ")
    return lines[-1]


def drafts(name: str, key: str = "1" * 16) -> str:
    return f".{name}.{sha256(name.encode()).hexdigest()[:16]}.{key}.draft"


@pytest.mark.parametrize("name", ["rows", "traces"])
@pytest.mark.parametrize("there", [True, False])
def test_a_folder_that_leads_elsewhere_is_refused(name: str, there: bool, capsys: pytest.CaptureFixture[str]) -> None:
    assert sweep() == 0
    for file in Path("results", name).iterdir():
        file.unlink()
    Path("results", name).rmdir()
    Path("mine", drafts("study.json")).write_text("precious", encoding="utf-8")
    Path("results", name).symlink_to(Path("mine" if there else "nowhere").resolve())
    assert sweep() == 2
    assert "is a link, or no folder" in one_line(capsys)
    assert [path.name for path in Path("mine").iterdir()] == [drafts("study.json")]
    assert not Path("nowhere").exists()


@pytest.mark.parametrize("name", ["study.json", ".lock"])
@pytest.mark.parametrize("there", [True, False])
def test_a_file_that_leads_elsewhere_is_refused(name: str, there: bool, capsys: pytest.CaptureFixture[str]) -> None:
    assert sweep() == 0
    elsewhere = Path("mine", "elsewhere")
    if there:
        elsewhere.write_bytes(Path("results", name).read_bytes())
    Path("results", name).unlink()
    Path("results", name).symlink_to(elsewhere.resolve())
    assert sweep() == 2
    assert "is a link, or no file" in one_line(capsys)
    assert elsewhere.exists() == there


@pytest.mark.parametrize("kind", ["rows", "traces"])
def test_a_row_or_a_trace_that_leads_elsewhere_is_refused(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("sweep", "study.toml", "-o", "results", "--workers", "0", "--keep", "visited > 0")
    assert plyscope(*words) == 0
    files = sorted(Path("results", kind).iterdir())
    if kind == "traces":
        for row in Path("results", "rows").iterdir():
            row.unlink()
    for file in files:
        file.unlink()
        file.symlink_to((Path("mine") / file.name).resolve())
    assert plyscope(*words) == 2
    assert "is a link, or no file" in one_line(capsys)
    assert not list(Path("mine").iterdir())


def test_only_drafts_of_ones_own_are_cleared_away() -> None:
    assert sweep() == 0
    ours, others = Path("results", drafts("study.json")), Path("results", f".thesis.tex.{'1' * 16}.{'2' * 16}.draft")
    wrong = Path("results", "rows", f".{'0' * 20}.parquet.{'1' * 16}.{'2' * 16}.draft")
    link = Path("results", "rows", drafts(f"{'0' * 20}.parquet"))
    for path in (ours, others, wrong):
        path.write_text("half")
    link.symlink_to(others.resolve())
    assert sweep() == 0
    assert (ours.exists(), others.exists(), wrong.exists(), link.is_symlink()) == (False, True, True, True)


@pytest.mark.parametrize("name", ["study.json", ".lock", "rows/x.parquet"])
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_pipes_are_not_waited_for(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert sweep() == 0
    Path("results", name).unlink(missing_ok=True)
    os.mkfifo(Path("results", name))
    assert sweep() == 2
    one_line(capsys)
    assert plyscope("plot", "results", "--x", "visited", "--y", "visited") == 0


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no file without an end")
def test_a_description_without_an_end_is_not_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert sweep() == 0
    Path("results", "study.json").unlink()
    Path("results", "study.json").symlink_to("/dev/zero")
    assert sweep() == 2
    one_line(capsys)
    assert plyscope("plot", "results", "--x", "visited", "--y", "visited") == 0


@pytest.mark.parametrize("output", ["results/study.json", "results/new.svg", "results/rows/new.svg", "link/study.json"])
def test_a_chart_takes_the_place_of_no_result(output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert sweep() == 0
    Path("link").symlink_to("results")
    before = {path: path.read_bytes() for path in Path("results").rglob("*") if path.is_file()}
    row = next(iter(Path("results", "rows").iterdir()))
    for source, place in (("results", output), ("results", str(row)), (str(row), str(row)), (str(row), output)):
        assert plyscope("plot", source, "--x", "visited", "--y", "visited", "-o", place, "-f", "svg") == 2
        one_line(capsys)
    assert {path: path.read_bytes() for path in Path("results").rglob("*") if path.is_file()} == before


def bomb(rows: int, text: str) -> None:
    """A file of rows, a text in all of which is written once."""
    import pyarrow
    from pyarrow import parquet

    once = pyarrow.DictionaryArray.from_arrays(pyarrow.array(bytes(rows), pyarrow.int8()), [text])
    said = dict.fromkeys(("cell", "search"), once)
    nothing = {name: pyarrow.nulls(rows, pyarrow.string()) for name in ("error", "stopped", "trace")}
    numbers = {name: pyarrow.array(range(rows)) for name in ("depth", "visited")}
    table = pyarrow.table(said | nothing | numbers)
    parquet.write_table(table, "results/rows/bomb.parquet", compression="zstd", store_schema=False)


def test_a_small_file_of_large_texts_takes_no_memory() -> None:
    assert sweep() == 0
    bomb(40_000, "x" * 50_000)
    assert Path("results/rows/bomb.parquet").stat().st_size < 10**6
    for words in (("sweep", "study.toml", "-o", "results", "--workers", "0"), ("plot", "results", "--by", "search")):
        child = subprocess.run(
            [sys.executable, "-m", "tui.cli", *words],
            env=os.environ | {"PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (3 << 29, 3 << 29)),
            capture_output=True,
            text=True,
            check=False,
        )
        assert child.returncode == (2 if words[0] == "plot" else 0), child.stderr
        assert "mistake" not in child.stderr


@pytest.mark.parametrize("limit", ["MAX_ROWS", "MAX_TEXT_BYTES"])
def test_limits_are_one_line(limit: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert sweep() == 0
    bomb(100, "x" * 100)
    monkeypatch.setattr(result_folder, limit, 50)
    assert sweep() == 2
    assert "is no file of rows that can be read, for it" in one_line(capsys)


def test_categories_of_dataframes_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    import pyarrow
    from pyarrow import parquet

    kinds = pyarrow.array(["a", "b", None, "a"]).dictionary_encode()
    table = pyarrow.table({"search": kinds, "depth": [1, 2, 3, 4], "visited": [1, 2, 3, 4]})
    parquet.write_table(table, "cat.parquet")
    assert plyscope("plot", "cat.parquet", "--by", "search", "--where", 'search == "a"') == 0
    assert capsys.readouterr().out.split("\n")[1].split()[0] == "a"
