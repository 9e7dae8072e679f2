"""`plyscope race`: the files that it writes, and what it refuses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from commands import Run, running

import tracer
from tracer.tracing import Trace

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


def saved(path: str, game: Any, search: str = "alphabeta", **options: Any) -> Trace:
    trace = tracer.trace(game, search, **options)
    trace.save(path)
    return trace


def done(path: str) -> list[tuple[str, int]]:
    """The racers of a race, from top to bottom, with the nodes that each visited in the end."""
    text = Path(path).read_text("utf-8")
    names: dict[str, None] = dict.fromkeys(re.findall(r"<text[^>]*stroke-width[^>]*>([^<]*)</text>", text))
    rows = dict(re.findall(r'<text x="[^"]*" y="([^"]*)"[^>]*>([^<]*done: [^<]*)</text>', text))
    counts = [int(rows[y].split()[0].replace(",", "")) for y in sorted(rows, key=float)]
    return list(zip(names, counts, strict=True))


def test_recordings_race_as_they_were_recorded(run: Run) -> None:
    before = saved("before.plyscope", "random:b=3,d=5,seed=4", depth=4, order="worst")
    after = saved("after.plyscope", "random:b=3,d=5,seed=4", "pvs", depth=4)
    now = tracer.trace("random:b=3,d=5,seed=4", "alphabeta", depth=4)
    assert run("before.plyscope", "after.plyscope", "-a", "alphabeta", "-o", "a.svg")[0] == 0
    raced = [
        ("before.plyscope", before.counts.visited),
        ("after.plyscope", after.counts.visited),
        ("alphabeta", now.counts.visited),
    ]
    assert done("a.svg") == raced
    assert any("of 121 nodes" in text for text in texts("a.svg")), "the full tree has the depth of the recording"
    assert run("before.plyscope", "after.plyscope", "-o", "b.svg")[0] == 0
    assert done("b.svg") == raced[:2]
    assert run("random:b=3,d=5,seed=4", "-d", "4", "after.plyscope", "-a", "alphabeta", "-o", "c.svg")[0] == 0
    assert done("c.svg") == raced[1:]
    assert run("after.plyscope", "--order", "worst", "-a", "alphabeta", "-o", "d.svg")[0] == 0
    assert done("d.svg") == [raced[1], ("alphabeta", before.counts.visited)]


def test_a_recording_alone_races_with_minimax_and_alphabeta_from_its_root(run: Run) -> None:
    mine = saved("mine.plyscope", "tictactoe", "pvs", position="XOX/.O./...", prefer="fast")
    assert run("mine.plyscope", "-o", "a.svg")[0] == 0
    root = {"position": "XOX/.O./...", "prefer": "fast"}
    whole, other = (tracer.trace("tictactoe", one, **root) for one in ("minimax", "alphabeta"))
    assert done("a.svg") == [
        ("mine.plyscope", mine.counts.visited),
        ("minimax", whole.counts.visited),
        ("alphabeta", other.counts.visited),
    ]


OWN_SEARCH = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def search(board, is_max, alpha, beta):
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != ".":
            return 1 if board[a] == "X" else -1
    if "." not in board:
        return 0
    for square in range(9):
        if board[square] == ".":
            value = search(board[:square] + "XO"[not is_max] + board[square + 1:], not is_max, alpha, beta)
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
            if alpha >= beta:
                break
    return alpha if is_max else beta
"""


def test_a_search_of_ones_own_races(run: Run) -> None:
    space: dict[str, Any] = {}
    exec(OWN_SEARCH, space)
    with tracer.attach(space["search"]) as recorded:
        space["search"]("XOX.O....", True, -9, 9)
    recorded.trace.save("mine.plyscope")
    assert recorded.trace.game is None
    code, _, err = run("mine.plyscope", "-a", "alphabeta", "-o", "a.svg")
    assert (code, "--game" in err) == (2, True)
    for words in (("mine.plyscope", "--game", "tictactoe"), ("tictactoe", "mine.plyscope", "-p", "XOX/.O./...")):
        assert run(*words, "-a", "minimax", "-o", "a.svg")[0] == 0
        whole = tracer.trace("tictactoe", "minimax", position="XOX/.O./...")
        assert done("a.svg") == [
            ("mine.plyscope", recorded.trace.counts.visited),
            ("minimax", whole.counts.visited),
        ]


def test_recordings_of_another_position_or_game_do_not_race(run: Run) -> None:
    Path("b").mkdir()
    saved("a.plyscope", "nim:1,2")
    saved("b/a.plyscope", "nim:1,3")
    for words, said in (
        (("a.plyscope", "b/a.plyscope"), "different"),
        (("a.plyscope", "tictactoe"), "different games"),
        (("a.plyscope", "-p", "1,1"), "--position cannot change it"),
        (("a.plyscope", "-o", "a.plyscope", "-f", "svg"), "a.plyscope"),
    ):
        code, out, err = run(*words, "-o", "r.svg")
        assert (code, out) == (2, "")
        assert said in err
    assert not Path("r.svg").exists()
    saved("b/a.plyscope", "nim:1,2", "pvs")
    assert run("a.plyscope", "b/a.plyscope", "-o", "r.svg")[0] == 0
    assert [name for name, _ in done("r.svg")] == ["a.plyscope", "b/a.plyscope"], "files of one name have their folders"


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
        (("t.plyscope", "-o", "a.svg"), "t.plyscope cannot be opened"),
        (("nim:1,2", "tictactoe", "-o", "a.svg"), "one game is searched, and nim:1,2 and tictactoe are two"),
        (("nim:1,2", "--game", "nim:1", "-o", "a.svg"), "is a game already"),
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
