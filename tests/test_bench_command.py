"""`plyscope bench`: its tables, files and chart, and what is said of all that is wrong. No test looks at a time."""

import csv
import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from commands import Run, running

import tracer
from tracer.calling.returned_answer import Answer
from tracer.measuring import stopwatch
from tracer.measuring.measurements import MeasuredCell, MeasuredPlace, Measurements, Stage
from tui.terminal.timing_tables import GAME_COLUMNS, POSITION_COLUMNS, format_timings, iter_tables

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"
QUICK = ("--runs", "2", "--warmup", "0")


run = running("bench")


def row(out: str, name: str) -> list[str]:
    """The cells of a line of a table."""
    line = next(line for line in out.splitlines() if line.startswith(f"{name}  "))
    return re.split(r" {2,}", line)[1:]


def test_searches_stand_beside_one_another_with_their_nodes(run: Run) -> None:
    code, out, err = run(TREE, "-a", "minimax", "-a", "alphabeta", *QUICK)
    assert (code, err) == (0, "")
    assert row(out, "nodes") == ["13", "11"]
    assert row(out, "fewer nodes") == ["–", "1.182×"]
    assert row(out, "best move") == ["a1", "a1"]
    assert row(out, "value") == ["3", "3"]
    assert [len(row(out, name)) for name in ("median", "mean", "min", "max", "speed-up")] == [2] * 5
    assert "95 % CI" not in out.split("95 % CI: of 5 timings and more")[0], "of two timings nobody knows it"
    assert "2 timings each, in turn; time.perf_counter, garbage collector off; " in out.splitlines()[-1]


def test_each_position_has_a_table_and_a_file_may_have_them(run: Run) -> None:
    Path("list.txt").write_text("# two\nb2/a1\n\n  XO./.../...\n", encoding="utf-8")
    code, out, _ = run("tictactoe", "-p", "b2", "-p", "@list.txt", *QUICK, "--show", "nodes")
    assert code == 0
    titles = [line for line in out.splitlines() if line.startswith("tictactoe")]
    assert titles == [f"tictactoe, position {text}" for text in ("b2", "b2/a1", "XO./.../...")]
    visited = [tracer.trace("tictactoe", position=text).counts.visited for text in ("b2", "b2/a1", "XO./.../...")]
    assert re.findall(r"^nodes +([\d,]+)$", out, re.MULTILINE) == [f"{count:,}" for count in visited]


def test_each_depth_has_a_line_and_each_search_a_table(run: Run) -> None:
    code, out, _ = run(
        "connect4",
        "-a",
        "minimax",
        "-a",
        "alphabeta",
        "-d",
        "1..3",
        *QUICK,
        "--show",
        "median,min,max,nodes,factor,moves",
    )
    assert code == 0
    minimax, alphabeta = (out.split(f"connect4, {name}\n")[1] for name in ("minimax", "alphabeta"))
    for text, name in ((minimax, "minimax"), (alphabeta, "alphabeta")):
        for depth in (1, 2, 3):
            found = tracer.trace("connect4", name, depth=depth)
            assert found.best_root_child is not None
            expected = {f"{found.counts.visited:,}", found.label(found.best_root_child)}
            assert expected <= set(row(text, str(depth))), (name, depth)


def test_games_have_a_line_a_round(run: Run) -> None:
    words = ("tictactoe", "-p", "b2/a1/b1/b3", "-a", "minimax", "-a", "alphabeta", "--games", "2", "--side", "both")
    code, out, _ = run(*words, "--against", "best", *QUICK)
    assert code == 0
    assert [line for line in out.splitlines() if line.startswith("tictactoe")] == [
        f"tictactoe, position b2/a1/b1/b3, computer {side}, {name}"
        for side in ("first", "second")
        for name in ("minimax", "alphabeta")
    ]
    heads = [" ".join(line.split()) for line in out.splitlines() if line.startswith("round")]
    assert heads[0] == "round game 1 game 2 average nodes"
    assert heads[1] == "round game 1 game 2 average nodes speed-up fewer nodes"
    assert "2 games, in which the first search's moves are played against best" in out


def test_files_have_everything(run: Run) -> None:
    words = (TREE, "-a", "minimax", "-a", "alphabeta", *QUICK)
    code, out, err = run(*words, "-o", "t.json", "-o", "t.csv", "-o", "t.md", "-o", "t.txt", "--show", "nodes")
    assert (code, out) == (0, "")
    assert err.split() == [word for name in ("t.json", "t.csv", "t.md", "t.txt") for word in ("wrote", name)]
    found = json.loads(Path("t.json").read_text(encoding="utf-8"))
    assert [one["nodes"] for one in found["rows"]] == [13, 11]
    assert [one["counts"]["pruned_nodes"] for one in found["rows"]] == [0, 2]
    assert all(len(cell["seconds"]) == 2 for place in found["places"] for cell in place["cells"])
    assert (found["clock"], found["interleaved"], found["runs"]) == ("time.perf_counter", True, 2)
    assert {"python", "plyscope", "numpy", "cores", "processor", "system"} <= set(found["machine"])
    lines = list(csv.DictReader(io.StringIO(Path("t.csv").read_text(encoding="utf-8"))))
    assert [(line["search"], line["nodes"], line["pruned_nodes"]) for line in lines] == [
        ("minimax", "13", "0"), ("alphabeta", "11", "2"),
    ]  # fmt: skip
    assert float(lines[1]["median"]) == found["rows"][1]["median"] > 0
    assert "| nodes | 13 | 11 |" in Path("t.md").read_text(encoding="utf-8")
    assert row(Path("t.txt").read_text(encoding="utf-8"), "nodes") == ["13", "11"]


@pytest.mark.parametrize("words", ["--format table", "--format markdown", "--format csv", "--format json"])
def test_every_format_goes_to_the_terminal_too(run: Run, words: str) -> None:
    code, out, err = run(TREE, *words.split(), *QUICK)
    assert (code, err) == (0, "")
    assert "alphabeta" in out
    if words == "--format json":
        json.loads(out)


def test_a_value_without_an_end_is_json_too(run: Run) -> None:
    Path("own.py").write_text("def f(position):\n    return float('inf'), 0\n", encoding="utf-8")
    code, out, _ = run("tictactoe", "-p", "b2", "--call", "own.py:f", "--format", "json", *QUICK)
    assert code == 0

    def refuse(word: str) -> None:
        raise AssertionError(word)

    assert json.loads(out, parse_constant=refuse)["rows"][0]["values"] == ["inf"]


def test_a_suffix_says_more_than_the_format(run: Run) -> None:
    run(TREE, "--format", "csv", "-o", "t.json", "-o", "plain", *QUICK)
    json.loads(Path("t.json").read_text(encoding="utf-8"))
    assert Path("plain").read_text(encoding="utf-8").startswith("game,")


def test_a_chart_is_drawn(run: Run) -> None:
    words = ("connect4:4,4,3", "-a", "minimax", "-a", "alphabeta", "-d", "1,2", *QUICK)
    code, _, err = run(*words, "-o", "t.svg")
    assert (code, err) == (0, "wrote t.svg\n")
    text = Path("t.svg").read_text(encoding="utf-8")
    for said in ("minimax", "alphabeta", "time of a search", "nodes visited", "depth in plies"):
        assert f">{said}<" in text, said


def failing(tmp_path: Path) -> str:
    """A function that fails where more than one stone is on the board."""
    text = "def best(position):\n    x, o = position\n    return 4 // (not o)\n"
    (tmp_path / "own.py").write_text(text, encoding="utf-8")
    return "own.py:best"


def test_a_search_that_fails_somewhere_stands_as_it_is_elsewhere(run: Run, tmp_path: Path) -> None:
    words = ("tictactoe", "-a", "alphabeta", "--call", failing(tmp_path), "-p", "b2", "-p", "b2/a1", *QUICK)
    code, out, _ = run(*words, "--show", "median,nodes,moves")
    assert code == 0
    first, second = out.split("tictactoe, position b2/a1")
    assert row(first, "best move")[0] == "a1"
    assert row(second, "median")[1] == "failed"
    assert row(second, "nodes")[0] == "703"
    assert "own.py:best failed at tictactoe b2/a1: own.py:best raised ZeroDivisionError" in second
    code, out, _ = run("tictactoe", "-a", "alphabeta", "--call", failing(tmp_path), "-p", "b2/a1", *QUICK)
    assert code == 1, "it failed everywhere"


def test_a_search_that_is_wrong_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("def best(position):\n    return 8\n", encoding="utf-8")
    _, out, _ = run("tictactoe", "-a", "alphabeta", "--call", "own.py:best", "-p", "b2/a1", *QUICK)
    assert "moves differ at tictactoe b2/a1: alphabeta b1, own.py:best c3" in out
    assert "own.py:best: its nodes are not known" in out
    assert row(out, "nodes") == ["703", "–"]


def test_what_is_counted_has_an_end(run: Run) -> None:
    own = f"{Path(tracer.__file__).parents[1]}/examples/own_code/closures.py:alpha_beta_search"
    code, out, _ = run(
        "tictactoe", "-a", "minimax", "--call", own, "--runs", "1", "--warmup", "0", "--max-nodes", "5000"
    )
    assert code == 0
    assert row(out, "nodes") == ["≥ 5,000", "≥ 5,000"]
    assert out.count("stopped after 5,000 nodes") == 2
    code, out, _ = run("tictactoe", "-p", "b2/a1", "--max-nodes", "0", *QUICK)
    assert code == 0
    assert "nodes" not in out


def test_interrupted_it_prints_what_was_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    times, once = iter(range(99)), stopwatch.time_once

    def interrupted(*arguments: Any) -> Any:
        if next(times) == 5:
            raise KeyboardInterrupt
        return once(*arguments)

    monkeypatch.setattr(stopwatch, "time_once", interrupted)
    code, out, err = run(TREE, "nim:1,2", "-a", "minimax", "-a", "alphabeta", "--runs", "2", "--warmup", "0")
    assert "0 to 2 timings each, of 2 that were asked for" in out
    assert (code, err) == (130, "plyscope: interrupted: this was measured until then\n")
    assert row(out.split("nim:1,2")[0], "nodes") == ["13", "11"]
    assert row(out.split("nim:1,2")[1], "median")[1] == "–"
    assert run(TREE, "--runs", "1")[0] == 0
    times = iter([5])
    assert run(TREE, "--runs", "1") == (130, "", "plyscope: interrupted before anything was measured\n")


def test_what_was_measured_before_an_error_is_printed(run: Run) -> None:
    code, out, err = run("tictactoe", "-p", "b2/a1", "--games", "1", "--against", "script:zz", *QUICK)
    assert code == 2
    assert "703" in out
    assert err.startswith("plyscope: 'zz' is no legal move")
    if Path("/dev/full").exists():
        code, out, err = run(TREE, "--format", "json", "-o", "/dev/full", *QUICK)
        assert code == 2
        assert json.loads(out)["rows"]
        assert "No space left" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Missing argument"),
        (("nosuch",), "unknown game"),
        ((TREE, "-a", "minmax"), "did you mean minimax?"),
        ((TREE, "--show", "medain"), "did you mean median?"),
        ((TREE, "--format", "xml"), "--format is table, markdown, csv, timings"),
        ((TREE, "-o", "t.xml"), "t.xml: what it shall be is told by"),
        ((TREE, "-o", "nowhere/t.csv"), "there is no folder nowhere"),
        ((TREE, "--clock", "sun"), "--clock is wall, cpu"),
        ((TREE, "--side", "left", "--games", "1"), "--side is first, second, both"),
        ((TREE, "--against", "me", "--games", "1"), "--against is best"),
        ((TREE, "-d", "3..1"), "--depth is 6, 1..6 or 2,4,6"),
        ((TREE, "-d", "1..2", "--games", "1"), "give one of them"),
        ((TREE, "-d", "1,1"), "evaluate"),
        (("t.plyscope",), "is a recorded trace"),
        ((TREE, "-p", "nowhere"), "no legal move"),
        ((TREE, "-p", "@none.txt"), "cannot read none.txt: No such file"),
        ((TREE, "-p", "@empty.txt"), "empty.txt has no positions"),
        ((TREE, "-p", "@pipe"), "cannot read pipe: it is no file"),
        ((TREE, "-p", "@."), "cannot read ."),
        ((TREE, "--call", "none.py:f"), "cannot read none.py"),
        ((TREE, "--call", "f"), "file.py:name"),
        ((TREE, "--returns", "nothing"), "--returns is"),
        ((TREE, "--runs", "0"), "runs"),
        (("piglet",), "chance"),
    ],
)
def test_what_is_wrong_is_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    Path("empty.txt").write_text("\n# nothing\n", encoding="utf-8")
    os.mkfifo("pipe")
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


OWN = """
def square(board):
    '''Row and column of the first empty square.'''
    x, o = board
    free = next(k for k in range(9) if not (x | o) >> k & 1)
    return divmod(free, 3)
def value(board): return 1
def none(board): return None
def text(board): return "z9"
def never(board):
    while True: pass
class Engine:
    def choose(self, board): return 0
"""


def test_a_row_and_a_column_accuse_nobody_until_it_is_said_what_they_are(run: Run) -> None:
    Path("own.py").write_text(OWN, encoding="utf-8")
    words = ("tictactoe", "-a", "alphabeta", "--call", "own.py:square", "-p", "a1/b2", "--max-nodes", "0", *QUICK)
    _, out, _ = run(*words)
    assert row(out, "best move") == ["b1", "b1"]
    assert "own.py:square returned (0, 1), read as the row and column of a square; that is not sure: " in out
    assert "differ" not in out
    _, out, _ = run(*words, "--returns", "value,move")
    assert row(out, "value") == ["0", "0"]
    _, out, _ = run(*words, "--returns", "move")
    assert "returned" not in out


def test_numbers_are_read_in_one_way_in_all_tables(run: Run) -> None:
    Path("own.py").write_text(OWN, encoding="utf-8")
    _, out, _ = run("tictactoe", "--call", "own.py:value", "-p", "a1", "-p", "a1/b1", "--max-nodes", "0", *QUICK)
    assert [line.split()[-1] for line in out.splitlines() if line.startswith("value ")] == ["1", "1"]
    assert "best move" not in out
    assert "own.py:value returned 1, which is no legal move there: its numbers are read as values everywhere" in out


@pytest.mark.parametrize(("name", "said"), [("none", "None"), ("text", "'z9'")])
def test_no_move_is_no_fast_search(run: Run, name: str, said: str) -> None:
    Path("own.py").write_text(OWN, encoding="utf-8")
    _, out, _ = run(
        "tictactoe", "-a", "alphabeta", "--call", f"own.py:{name}", "-p", "a1/b2", "--max-nodes", "0", *QUICK
    )
    assert f"own.py:{name} returned {said}, which is no legal move, at tictactoe a1/b2" in out
    assert row(out, "best move") == ["b1", f"✗ {said}"]
    assert "speed-up" not in out


def test_a_method_without_its_object_is_refused(run: Run) -> None:
    Path("own.py").write_text(OWN, encoding="utf-8")
    assert "is a method of a class, with nobody to call it on" in run("tictactoe", "--call", "own.py:Engine.choose")[2]


def test_what_never_ends_is_given_up(run: Run) -> None:
    Path("own.py").write_text(OWN, encoding="utf-8")
    words = ("tictactoe", "-a", "alphabeta", "--call", "own.py:never", "-p", "a1/b2", "--max-time", "0.2", *QUICK)
    code, out, _ = run(*words)
    assert code == 1
    assert row(out, "median")[1] == "failed"
    assert "own.py:never failed at tictactoe a1/b2: own.py:never had not ended after 0.2 seconds" in out
    assert "a limit is more than 0 seconds" in run("tictactoe", "--max-time", "-1")[2]


def test_a_file_may_have_a_line_a_timing(run: Run) -> None:
    run("tictactoe", "-p", "a1/b2", "-p", "b2", "-a", "minimax", "-a", "pvs", "--runs", "3", "-o", "t.timings.csv")
    lines = list(csv.DictReader(io.StringIO(Path("t.timings.csv").read_text(encoding="utf-8"))))
    assert [(one["position"], one["search"], one["kind"], one["number"]) for one in lines] == [
        (position, search, kind, number)
        for position in ("a1/b2", "b2")
        for search in ("minimax", "pvs")
        for kind, number in (("warm-up", "1"), ("timing", "1"), ("timing", "2"), ("timing", "3"))
    ]
    assert all(float(one["seconds"]) > 0 for one in lines)
    for one in lines:
        assert one["nodes"] == str(tracer.trace("tictactoe", one["search"], position=one["position"]).counts.visited)


def test_numbers_of_a_csv_are_numbers() -> None:
    found = measured("b", [1.0], [1.0])
    for place, value in zip(found.places, (-1.0, 0.0), strict=True):
        place.cells[1].answer = Answer(value, "a1")
    assert ",a1,-1;0," in format_timings(found, "csv", POSITION_COLUMNS)


def test_a_chart_of_a_slide_has_its_pixels(run: Run) -> None:
    pytest.importorskip("resvg_py")
    run(TREE, *QUICK, "-o", "a.png", "--fit", "slide")
    assert Path("a.png").read_bytes()[16:24] == (1920).to_bytes(4, "big") + (1080).to_bytes(4, "big")
    assert "--fit is slide, page, column" in run(TREE, "-o", "a.png", "--fit", "wall")[2]
    assert "--fit is for a chart" in run(TREE, "--fit", "slide")[2]


def test_several_charts_are_all_drawn(run: Run) -> None:
    pytest.importorskip("resvg_py")
    _, _, err = run(TREE, *QUICK, "-o", "a.svg", "-o", "b.png")
    assert err.split() == ["wrote", "a.svg", "wrote", "b.png"]


@pytest.mark.parametrize("words", [("--side", "both"), ("--against", "random:1"), ("--rounds", "2")])
def test_what_is_for_games_is_refused_without_them(run: Run, words: tuple[str, str]) -> None:
    assert run("tictactoe", *words) == (
        2, "", f"plyscope: {words[0]} is for whole games: say how many, as in --games 4\n",
    )  # fmt: skip


def test_the_moves_of_games_can_be_pasted(run: Run) -> None:
    words = (
        "tictactoe",
        "-p",
        "b2/a1",
        "-a",
        "alphabeta",
        "--games",
        "3",
        "--against",
        "random:1",
        "--show",
        "games,average,nodes,moves",
        *QUICK,
    )
    _, out, _ = run(*words, "-o", "t.json", "-f", "table")
    found = json.loads(Path("t.json").read_text(encoding="utf-8"))
    for game in found["games"]:
        assert game["line"].startswith("b2/a1/")
        tracer.trace("tictactoe", position=game["line"].rsplit("/", 1)[0])
    for place in found["places"]:
        line = next(game["line"] for game in found["games"] if game["number"] == place["game_number"])
        assert line.startswith(place["path"])
    _, out, _ = run(*words)
    told = dict(re.findall(r"computer first, games? ([\d, ]+): (\S+)", out))
    numbers = [int(number) for text in told for number in text.split(",")]
    assert sorted(numbers) == [1, 2, 3]
    assert set(told.values()) == {game["line"] for game in found["games"]}
    moves = {place["game_number"]: place["played"] for place in found["places"] if place["round"] == 2}
    if len(set(moves.values())) > 1:
        assert all(re.search(rf"{move} \([\d ]*{number}[\d ]*\)", out) for number, move in moves.items())


def test_the_words_below_a_table_are_wrapped_in_a_file(run: Run) -> None:
    run(TREE, "-o", "t.txt", *QUICK)
    assert max(map(len, Path("t.txt").read_text(encoding="utf-8").splitlines())) <= 100


def measured(name: str, *games: list[float], error: str = "") -> Measurements:
    """What a search of a name took in the first round of some games."""
    found = Measurements(("first", name), 2, 0, "by hand", {"python": "P", "system": "S", "cores": 1, "processor": ""})
    for number, seconds in enumerate(games, 1):
        cells = [
            MeasuredCell("first", seconds=[1.0], counts={"visited": 6}),
            MeasuredCell(name, [], seconds, Answer(1.0, "=1+1")),
        ]
        cells[1].error = error
        found.places.append(MeasuredPlace(Stage("nim", None, "first", 1), "MAX", "", number, cells))
    return found


def test_a_table_says_what_each_game_took_and_their_average() -> None:
    _, table = iter_tables(measured("b", [0.5, 0.3], [0.2]), GAME_COLUMNS)
    assert table.rows == [
        ["round", "game 1", "game 2", "average", "speed-up"],
        ["1", "400 ms", "200 ms", "300 ms", "≈3.33×"],
    ]


def test_names_and_moves_do_no_harm() -> None:
    found = measured("\x1b[31m|*x*", [1.0], error="\x1b[0m")
    for format in ("table", "markdown"):
        text = format_timings(found, format, POSITION_COLUMNS)
        assert "\x1b" not in text
    assert r"\|\*x\*" in format_timings(found, "markdown", POSITION_COLUMNS)
    assert ",'=1+1," in format_timings(found, "csv", POSITION_COLUMNS)
    json.loads(format_timings(found, "json", POSITION_COLUMNS))


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_a_table_is_no_wider_than_the_terminal(width: int) -> None:
    found = measured("another", *([[1.0]] * 8))
    text = format_timings(found, "table", ("games", "average", "nodes", "factor"), width)
    lines = [line for line in text.splitlines() if line.startswith(("round", "1  "))]
    assert max(map(len, lines)) <= width
    assert sum(len(re.findall(r"game \d", line)) for line in lines) == 16
