"""`plyscope perft`: the size of a game's tree, on the command line."""

import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from commands import plyscope

from tracer.count import perft as counting
from tracer.count.perft import Perft
from tracer.count.tree_size_estimate import PlyEstimate, estimate_plies

Need = Callable[[str], None]


def run(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> tuple[str, str]:
    assert plyscope("perft", *words) == status
    out, err = capsys.readouterr()
    return out, err


def test_a_table_by_ply(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = run(capsys, "tictactoe")
    assert out.splitlines()[0] == "tictactoe"
    assert out.splitlines()[2].split() == ["ply", "nodes", "game", "over"]
    assert "6     54,720      5,328" in out
    assert err == ""


def test_the_last_ply_is_only_counted(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, "tictactoe", "--depth", "5")
    assert out.splitlines()[-1].split() == ["5", "15,120"]
    out, _ = run(capsys, "tictactoe", "--depth", "6")
    assert [line.split()[1:] for line in out.splitlines()[-2:]] == [["15,120", "1,440"], ["54,720", "–"]]


def test_the_space_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, "tictactoe", "--space")
    table, summary = out.split("\n\n")[1:]
    assert table.splitlines()[3].split() == ["2", "72", "0", "72", "7.000"]
    rows = dict(line.rsplit(maxsplit=1) for line in summary.splitlines())
    assert rows == {
        "nodes": "549,946",
        "games": "255,168",
        "positions": "5,478",
        "branching factor": "1.866",
        "… effective": "4.214",
    }


def test_from_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, "tictactoe", "-p", "b2/a1", "--depth", "2")
    assert out.splitlines()[0] == "tictactoe at b2/a1"
    assert out.splitlines()[-1].split()[:2] == ["2", "42"]
    out, _ = run(capsys, "tictactoe", "-p", "XXX/OO./...")
    assert out.splitlines()[-1].split() == ["0", "1", "1"]


def test_divided_by_move(capsys: pytest.CaptureFixture[str], need: Need) -> None:
    need("chess")
    out, _ = run(capsys, "chess", "--depth", "3", "--divide")
    rows = dict(line.rsplit(maxsplit=1) for line in out.splitlines()[3:])
    assert len(rows) == 21
    assert (rows["e4"], rows["d4"], rows["a3"], rows["all"]) == ("600", "560", "380", "8,902")
    out, _ = run(capsys, "nim:1,2", "--depth", "2", "--divide", "--json")
    found = json.loads(out)
    assert (found["moves"], found["nodes"], found["whole"]) == ({"a1": 2, "b1": 2, "b2": 1}, 5, True)


def test_all_of_it_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "tictactoe", "--space", "--json")[0])
    assert [one["nodes"] for one in found["plies"]][:4] == [1, 9, 72, 504]
    assert found["plies"][9] == {
        "ply": 9,
        "nodes": 127_872,
        "exact": True,
        "margin": 0.0,
        "over": 127_872,
        "positions": 78,
    }
    assert (found["nodes"], found["over"], found["positions"]) == (549_946, 255_168, 5_478)
    assert (found["game"], found["position"], found["whole"], found["ended"]) == ("tictactoe", None, True, True)


def test_an_estimate_is_never_shown_as_exact(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = run(capsys, "connect4", "--depth", "9", "--max-moves", "1000", "--space")
    lines = [line.split() for line in out.splitlines()[2:] if line[:1].isdigit()]
    assert lines[3][:2] == ["3", "343"]
    assert all(line[1].startswith("≈") and line[2] == "±" for line in lines[5:])
    assert "nodes      ≈" in out
    assert "branching" not in out
    assert "≈: estimated from 20 independent samples; 95 in 100" in err
    assert "longer lines" not in err
    assert "longer lines" in run(capsys, "nim:3,4,5", "--max-moves", "100")[1]
    found = json.loads(run(capsys, "connect4", "--depth", "9", "--max-moves", "1000", "--json")[0])
    assert [one["exact"] for one in found["plies"]] == [True] * 5 + [False] * 5
    assert found["plies"][9]["margin"] > 0


def test_a_game_whose_end_is_far_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "PROBED", 20_000)
    endless = tmp_path / "endless.py"
    endless.write_text(
        "from tracer import MAX\n"
        "class Walk:\n"
        "    def start(self): return 0\n"
        "    def turn(self, state): return MAX\n"
        "    def utility(self, state): return None\n"
        "    def moves(self, state): return [1, 2]\n"
        "    def play(self, state, move): return (state + move) % 5\n"
    )
    out, err = run(capsys, f"{endless}:Walk", "--max-moves", "1000")
    assert "1,024" in out
    assert "is not known: the moves that were looked at lead no further" in err
    assert "--depth" in err
    assert run(capsys, f"{endless}:Walk", "--depth", "30")[0].splitlines()[-1].split() == ["30", "1,073,741,824"]
    _, err = run(capsys, f"{endless}:Walk", status=2)
    assert "Walk does not end within 20,000 plies" in err
    assert len(err.splitlines()) == 1


def test_a_number_and_its_margin_have_one_form(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, "connect4", "--depth", "20", "--max-moves", "1000")
    rows = [line.split()[1:] for line in out.splitlines()[3:] if "±" in line]
    assert {("e+" in nodes, "e+" in margin) for nodes, _, margin in rows} == {(False, False), (True, True)}


def test_draws_by_rule_are_counted_beyond_and_space_ends_at_them(
    capsys: pytest.CaptureFixture[str], need: Need
) -> None:
    need("chess")
    bare = "chess:8/8/4k3/8/8/4K3/4B3/8 w - - 0 1"
    assert run(capsys, bare, "-d", "2")[0].splitlines()[-1].split() == ["2", "113"]
    table = run(capsys, bare, "-d", "2", "--space")[0].split("\n\n")[1]
    assert table.splitlines()[-1].split() == ["0", "1", "1", "1"]


def test_chess_without_a_depth_is_estimated_as_far_as_moves_lead(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, need: Need
) -> None:
    need("chess")
    monkeypatch.setattr(counting, "PROBED", 20_000)
    for words in ((), ("-d", "99")):
        out, err = run(capsys, "chess", "--max-moves", "100", *words)
        last = out.splitlines()[-1].split()
        assert last[1].startswith("≈")
        assert f"what is below ply {last[0]} is not known" in err
        assert ("--depth" in err) == (not words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tictactoe", "--divide", "--depth", "0"), "at --depth 0 none was made"),
        (("tictactoe", "--divide", "--depth", "2", "--space"), "leave out --space"),
        (("tictactoe", "--depth", "-1"), "greater than or equal to 0"),
        (("tictactoe", "--depth", "1000000"), "less than or equal to 20000"),
        (("tictactoe", "--max-moves", "0"), "--max-moves"),
        (("tictactoe", "-p", "nowhere"), "'nowhere' is no legal move"),
        (("ticktacktoe",), "unknown game"),
        (("t.plyscope",), "t.plyscope is a recording: name its game"),
    ],
)
def test_wrong_words_are_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str) -> None:
    out, err = run(capsys, *words, status=2)
    assert out == ""
    assert said in err
    assert len(err.splitlines()) == 1


def test_without_a_depth_it_divides_whole_trees(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, last = (line.split() for line in run(capsys, "tictactoe", "--divide")[0].splitlines())
    assert last == ["all", "549,945"]  # all nodes but the root
    monkeypatch.setattr("tracer.count.perft.LONG_BUDGET", 1_000)
    _, err = run(capsys, "tictactoe", "--divide", status=2)
    assert "Tic-tac-toe is too large" in err or "tictactoe is too large" in err
    assert "--divide needs a --depth" in err


def test_chance_without_its_outcomes_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "dice.py").write_text(
        "from tracer import CHANCE, MIN\n\n\nclass Dice:\n"
        "    def start(self): return ()\n"
        "    def turn(self, state): return MIN if len(state) % 2 else CHANCE\n"
        "    def utility(self, state): return 0 if len(state) > 3 else None\n"
        "    def moves(self, state): return [1, 2]\n"
        "    def play(self, state, move): return (*state, move)\n"
    )
    _, err = run(capsys, f"{tmp_path}/dice.py:Dice", status=2)
    assert "turn() gives a chance node, but the game has no outcomes()" in err


def test_ctrl_c_prints_what_is_whole(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    looked = Perft._look

    def look(self: Perft, ply: int, *given: Any) -> Any:
        if ply == 4:
            raise KeyboardInterrupt
        return looked(self, ply, *given)

    monkeypatch.setattr(Perft, "_look", look)
    out, err = run(capsys, "connect4", "--depth", "9", status=130)
    assert out.splitlines()[-1].split() == ["4", "2,401"]
    assert err.splitlines() == ["plyscope: interrupted: ply 4 is the last that was counted to its end"]
    found = json.loads(run(capsys, "connect4", "--depth", "9", "--json", status=130)[0])
    assert (found["whole"], len(found["plies"])) == (False, 5)


def test_ctrl_c_prints_what_is_estimated(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def some(*given: Any) -> Iterator[PlyEstimate]:
        yield from islice(estimate_plies(*given), 3)
        raise KeyboardInterrupt

    monkeypatch.setattr(counting, "estimate_plies", some)
    out, err = run(capsys, "connect4", "--max-moves", "1000", status=130)
    assert out.splitlines()[-1].split()[0] == "6"
    assert "≈16,807" in out
    assert "95 in 100" in err
    assert err.splitlines()[-1] == "plyscope: interrupted: ply 6 is the last that was estimated"
