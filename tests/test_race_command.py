"""`plyscope race`: the files that it writes, and what it refuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import Run, running

run = running("race", COLUMNS="100")


def texts(path: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", Path(path).read_text("utf-8"))


def test_it_writes_a_file_for_each_output(run: Run) -> None:
    code, out, err = run(
        "nim:1,2,3", "-a", "minimax", "-a", "alphabeta", "-a", "pvs", "--fit", "640x480", "-o", "a.svg", "-o", "b.html"
    )
    assert (code, out) == (0, "")
    assert err.splitlines() == ["wrote a.svg", "wrote b.html"]
    said = texts("a.svg")
    assert {"minimax", "alphabeta", "pvs"} <= set(said)
    assert any(one.endswith("never visited") for one in said)
    assert Path("b.html").read_text("utf-8").startswith("<!doctype html>")


def test_without_searches_minimax_and_alphabeta_race(run: Run) -> None:
    assert run("[[3,12,8],[2,4,6],[14,5,2]]", "-o", "a.svg")[0] == 0
    said = texts("a.svg")
    assert "13 visited, done: all nodes" in said
    assert "11 visited, done: 2 of 13 nodes (15.4 %) never visited" in said


def test_three_orders_of_a_random_tree_race(run: Run) -> None:
    words = ("-a", "alphabeta:order=best", "-a", "alphabeta", "-a", "alphabeta:order=worst", "--fit", "640x480")
    assert run("random:b=3,d=4", *words, "-o", "a.svg", "--title", "Three orders", "--theme", "dark")[0] == 0
    said = texts("a.svg")
    assert "Three orders" in said
    done = [int(one.split()[0].replace(",", "")) for one in said if "done: " in one]
    assert len(done) == 3
    best, middle, worst = sorted(done)
    assert best < middle < worst


def test_chance_and_drivers_race(run: Run) -> None:
    for words in (
        ("pig:8", "--depth", "3", "-a", "expectiminimax", "-a", "star1", "-a", "star2"),
        ("tictactoe", "--depth", "4", "-a", "deepening", "-a", "sss", "-a", "alphabeta-memo"),
    ):
        code, _, err = run(*words, "-o", "a.svg", "--fit", "640x480", "--seconds", "1")
        assert (code, err) == (0, "wrote a.svg\n")


def test_a_search_that_was_stopped_is_not_called_done(run: Run) -> None:
    words = ("tictactoe", "--depth", "4", "--max-nodes", "100", "--fit", "640x480", "--seconds", "1", "-o", "a.svg")
    assert run(*words)[0] == 0
    said = [one for one in texts("a.svg") if one.startswith("100 visited")]
    assert said == ["100 visited, stopped: 3,510 of 3,610 nodes (97.2 %) never visited"] * 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("connect4:4,4,4", "-o", "a.svg"), "3,000,000 can race: give a depth"),
        (("nim:1,2", "-o", "a.pdf"), "there are: svg, html, gif, png"),
        (("nim:1,2", "-o", "a.gif", "--seconds", "11"), "1 to 10 seconds"),
        (("nim:1,2", "-o", "a.svg", "--fit", "tiny"), "fit is 'tiny'"),
        (("nim:1,2", "-o", "a.svg", "--fit", "300x900"), "wider fit"),
        (("nim:1,2", "-o", "a.svg", "--fit", "900x150"), "higher fit"),
        (("nim:1,2", "-o", "a.svg", "--theme", "pink"), "pink"),
        (("nim:1,2", "-o", "nowhere/a.svg"), "no folder"),
        (("nim:1,2", "-o", "-", "--format", "svg", "--open"), "--open shows files"),
        (("t.plyscope", "-o", "a.svg"), "recorded trace"),
        (("nim:1,2", "-a", "nosuch", "-o", "a.svg"), "nosuch"),
        (("tictactoe", "-d", "2", "-a", "alphabeta:depth=3", "-o", "a.svg"), "one depth"),
    ],
)
def test_what_cannot_race_is_refused_in_a_line(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
    assert not list(Path().iterdir())
