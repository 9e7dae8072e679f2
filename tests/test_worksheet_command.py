"""`plyscope worksheet`: what it writes where, and what it refuses in one line."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE

from tui import program

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> int:
    return program.run_process(["worksheet", *words])


def test_it_writes_exercises_and_their_solutions(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("random:b=3,d=3", "-o", "a.html", "--solution", "b.html", "--count", "3") == 0
    assert capsys.readouterr().err == "wrote a.html\nwrote b.html\n"
    sheet, solution = ((folder / name).read_text(encoding="utf-8") for name in ("a.html", "b.html"))
    assert sheet.count("<section") == len(set(re.findall(r">([^<]*: solution)<", solution))) == 3
    assert "cutoff" not in sheet
    assert "cutoff" in solution
    assert sheet.count(">Name<") == 3


def test_it_writes_the_same_exercises_in_several_formats(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(AIMA, "-o", "a.html", "-o", "a.tex", "--solution", "b.html") == 0
    assert capsys.readouterr().err == "wrote a.html\nwrote a.tex\nwrote b.html\n"
    assert not [path for path in ("a.html", "a.tex") if "cutoff" in (folder / path).read_text(encoding="utf-8")]
    assert run(AIMA, "-o", "a.html", "-o", "a.tex", "--solution", "a.tex") != 0


@pytest.mark.parametrize("suffix", ["html", "tex", "pdf"])
def test_the_same_seed_gives_the_same_bytes_in_every_process(folder: Path, suffix: str) -> None:
    pytest.importorskip("reportlab")
    words = [sys.executable, "-m", "tui.cli", "worksheet", "--count", "2", "--difficulty", "hard"]
    for name, seed, salt in (("a", "7", "1"), ("b", "7", "2"), ("c", "8", "1")):
        options = ["--seed", seed, "-o", f"{name}.{suffix}", "--solution", f"{name}-s.{suffix}"]
        options += ["--blank", "order,values,windows,pruned"]
        environment = {**os.environ, "PYTHONHASHSEED": salt}
        subprocess.run([*words, *options], check=True, capture_output=True, timeout=PATIENCE, env=environment)
    data = {path.name: path.read_bytes() for path in folder.iterdir()}
    for end in ("", "-s"):
        assert data[f"a{end}.{suffix}"] == data[f"b{end}.{suffix}"] != data[f"c{end}.{suffix}"]


def test_more_exercises_begin_with_the_same(folder: Path) -> None:
    for count in ("1", "2"):
        run("-o", f"{count}.html", "--solution", f"s{count}.html", "--count", count)
    one, two = ((folder / f"s{count}.html").read_text(encoding="utf-8") for count in ("1", "2"))
    result = one[one.rindex("The root returns") :].partition("<")[0]
    assert result in two[: two.rindex("<section")]


def test_the_search_is_the_one_that_is_asked_for(folder: Path) -> None:
    tree, said = "[[3,5],[3,9]]", {}
    for name, words in {"soft": [], "hard": ["--fail", "hard"], "cut": ["--cut", ">"]}.items():
        assert run(tree, "-o", f"{name}.html", "--solution", f"{name}-s.html", *words) == 0
        text = (folder / f"{name}-s.html").read_text(encoding="utf-8")
        said[name] = " ".join(re.findall(r">([^<>]+)</text>", text))
    assert "(fail-soft)" in said["soft"]
    assert "(fail-hard, so that less than α is returned as α, and more than β as β)" in said["hard"]
    assert "a move gives it more than β" in said["cut"]
    assert "a node of MIN as soon as one gives it less than α" in said["cut"]
    assert ["cutoff:" in said[name] for name in ("soft", "hard", "cut")] == [True, True, False]
    for words in (["--fail", "hard"], ["--cut", ">"]):
        assert run("-o", "a.html", "--solution", "b.html", *words) == 0


def test_the_end_of_a_game_is_an_exercise_and_a_sheet_has_its_title(folder: Path) -> None:
    words = ["tictactoe", "-p", "XOX/OXO/...", "--title", "Sheet <3>", "-o", "a.html", "--solution", "b.html"]
    assert run(*words) == 0
    sheet, solution = ((folder / name).read_text(encoding="utf-8") for name in ("a.html", "b.html"))
    assert "<title>Sheet &lt;3&gt;</title>" in sheet
    assert ">Sheet &lt;3&gt;: solution<" in solution
    assert "The root returns 1, by move a3." in solution
    assert run("--title", "Sheet 3", "--count", "2", "-o", "c.html") == 0
    assert ">Sheet 3, exercise 2<" in (folder / "c.html").read_text(encoding="utf-8")


def test_a_tree_that_is_given_is_the_exercise(folder: Path) -> None:
    (folder / "tree.json").write_text(AIMA)
    for source, name in ((AIMA, "a"), ("tree.json", "b")):
        assert run(source, "-o", f"{name}.html", "--solution", f"{name}-s.html") == 0
    with (folder / "tree.json").open() as tree:
        words = [sys.executable, "-m", "tui.cli", "worksheet", "-", "-o", "c.html", "--solution", "c-s.html"]
        subprocess.run(words, stdin=tree, check=True, capture_output=True, timeout=PATIENCE)
    for end in ("", "-s"):
        assert len({(folder / f"{name}{end}.html").read_bytes() for name in "abc"}) == 1
    assert "The root returns 3" in (folder / "a-s.html").read_text(encoding="utf-8")


def test_stdout_and_devices_are_written_into(folder: Path) -> None:
    words = [sys.executable, "-m", "tui.cli", "worksheet", AIMA, "--format", "html"]
    done = subprocess.run([*words, "-o", "-"], check=True, capture_output=True, timeout=PATIENCE)
    assert done.stderr == b""
    run(AIMA, "-o", "a.html")
    assert done.stdout == (folder / "a.html").read_bytes()
    assert run(AIMA, "--format", "html", "-o", "/dev/null", "--solution", "/dev/null") == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "x.svg"], "a worksheet is .pdf, .tex, .html; x.svg would be .svg"),
        (["-o", "-"], "format"),
        (["-o", "x.html", "--blank", "value"], "did you mean values?"),
        (["-o", "x.html", "--difficulty", "eazy"], "did you mean easy?"),
        (["-o", "x.html", "--count", "0"], "--count is 0: give 1 to 100"),
        (["-o", "x.html", "--solution", "./x.html"], "cannot be both the exercises and their solutions"),
        (["-o", "x.html", "--solution", "none/x.html"], "there is no folder none"),
        ([AIMA, "-o", "x.html", "--count", "2", "--ties"], "is one tree: --count, --ties cannot change it"),
        (["random:b=1,d=4", "-o", "x.html"], "nothing to prune"),
        (["-o", "x.html", "--fail", "hard", "--cut", ">"], "never cuts"),
        (["-o", "x.html", "--fail", "loud"], "fail"),
        (["random:b=9,d=9", "-o", "x.html"], "too many for a page"),
        (["random:b=3,d=4", "-o", "x.html", "--difficulty", "hard"], "have no room on a page"),
        (["random:b=2,d=4,seed=3", "-o", "x.html"], "--seed for other trees"),
        (["random:b=2,d=4,order=best", "-o", "x.html"], "--seed for other trees"),
        (["random:b=2,d=4,independent=9", "-o", "x.html"], "--seed for other trees"),
        (["tictactoe", "-o", "x.html"], "more than 400 nodes"),
        (["-o", "x.html", "--position", "a1"], "trees that are made by chance have none"),
        (["t.plyscope", "-o", "x.html"], "is a recorded trace"),
    ],
)
def test_what_cannot_be_is_said_in_one_line_and_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert run(*words) == 2
    error = capsys.readouterr().err
    assert error.startswith("plyscope: ")
    assert error.count("\n") == 1
    assert said in error
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("option", ["-o", "--solution"])
def test_the_tree_that_is_read_is_not_written_over(
    folder: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    (folder / "tree.json").write_text(AIMA)
    (folder / "x.html").symlink_to(folder / "tree.json")
    rest = ["-o", "y.html"] if option == "--solution" else []
    assert run("tree.json", option, "x.html", *rest) == 2
    assert "cannot be both what is read and the output" in capsys.readouterr().err
    assert (folder / "tree.json").read_text() == AIMA


def test_a_pipe_that_is_a_file_is_not_written_over(folder: Path) -> None:
    (folder / "x.html").write_text(AIMA)
    with (folder / "x.html").open() as tree:
        words = [sys.executable, "-m", "tui.cli", "worksheet", "-", "-o", "x.html"]
        done = subprocess.run(words, stdin=tree, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert (folder / "x.html").read_text() == AIMA


TEXTBOOK = "[[[4,6,5],[7,2],6],[[3,6],8,[9,1,2]],[[-3,5,1],[5,7]]]"
"""Its a2/b1 has the window (6, ∞) and returns 6, of which its moves prove that it is exact."""


def test_a_lecturer_who_goes_by_windows_has_a_sheet_that_does(folder: Path) -> None:
    sheets = {}
    for bounds in ("proved", "classical"):
        assert run(TEXTBOOK, "-o", f"{bounds}.html", "--solution", f"s-{bounds}.html", "--bounds", bounds) == 0
        sheet, solution = ((folder / f"{one}{bounds}.html").read_text(encoding="utf-8") for one in ("", "s-"))
        sheets[bounds] = " ".join(re.findall(r">([^<>]+)<", sheet)), re.findall(r">(≤ 6)<", solution)
    assert "no sign if it is certain" in sheets["proved"][0]
    assert "if it is α or less, ≥ if it is β or more" in sheets["classical"][0]
    assert [len(sheets[bounds][1]) for bounds in ("proved", "classical")] == [1, 2]


def test_bounds_of_a_sheet_are_proved_or_classical(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(TEXTBOOK, "-o", "a.html", "--bounds", "windows") == 2
    assert "--bounds is proved or classical" in capsys.readouterr().err
