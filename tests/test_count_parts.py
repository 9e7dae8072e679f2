"""What `plyscope count` and `trace` print of one search below its counts: passes, moves of the root, merits."""

import json
import re
from typing import Any

import pytest
from commands import plyscope
from strategies import AIMA, WIKIPEDIA

import tracer
from tui.terminal.search_parts import MAX_MERITS, MAX_ROWS, collect_parts, iter_part_tables

LEARNED = "table,hash,killers,history"
BY_PASS: list[tuple[Any, str, dict[str, Any], str]] = [
    (AIMA, "mtdf", {"guess": float("inf")}, "7 6 7 5"),
    (WIKIPEDIA, "mtdf", {"guess": 6.0}, "15 12"),
    ("tictactoe", "mtdf", {}, "535 3842"),
    ("tictactoe", "mtdf", {"table": "path"}, "966 15862"),
    ("tictactoe", "deepening", {}, "10 36 163 492 1692 3281 11612 13451 18297"),
    ("tictactoe", "deepening", {"with_": "table"}, "10 36 163 405 1101 1782 4336 4450 4866"),
    ("tictactoe", "deepening", {"with_": LEARNED}, "10 26 104 178 725 693 2620 1161 1337"),
    ("tictactoe", "deepening", {"with_": LEARNED, "aspiration": 0.5}, "10 26 104 178 667 684 2031 1193 1413"),
]
"""Visits by pass, as the papers' algorithms have them."""
COURSES = {
    10: "1/-1 2/1 1/-1 1/-1 1/1 1/-1 1/0 1/1 1/1",
    100: "9/0 8/0 6/-1 4/-2 36/20 6/-2 14/3 11/1 6/-1",
}
"""N/W of the moves at the empty board of tic-tac-toe by UCT with seed 0, in reading order."""


@pytest.mark.parametrize(("game", "search", "options", "visits"), BY_PASS)
def test_passes_stand_below_the_counts_with_their_sum(
    game: Any, search: str, options: dict[str, Any], visits: str
) -> None:
    trace = tracer.trace(game, search, **options)
    found = collect_parts(trace)
    assert [one["visited"] for one in found["by_pass"]] == list(map(int, visits.split()))
    (text,) = iter_part_tables(found)
    head, *rows, last = text.splitlines()
    place = columns(head).index("visited") - len(columns(head))
    assert [int(columns(row)[place].replace(",", "")) for row in rows] == list(map(int, visits.split()))
    assert int(last.split()[1].replace(",", "")) == trace.counts.visited - 1


def columns(line: str) -> list[str]:
    return re.split(r"  +", line.strip())


def test_what_a_pass_asked_is_told_to_the_last_digit() -> None:
    first, second = collect_parts(tracer.trace("tictactoe", "mtdf"))["by_pass"]
    assert (first["alpha"], first["beta"], first["bound"], first["best_move"]) == (-5e-324, 0, "LOWER", "a1")
    assert (second["alpha"], second["beta"], second["bound"], second["best_move"]) == (0, 5e-324, "UPPER", None)
    text = next(iter_part_tables(collect_parts(tracer.trace(AIMA, "mtdf", guess=14.0))))
    assert "(14⁻, 14)" in text
    assert "α" not in text


@pytest.mark.parametrize("iterations", COURSES)
def test_the_roots_moves_have_their_numbers(iterations: int) -> None:
    moves = collect_parts(tracer.trace("tictactoe", "uct", iterations=iterations))["root_moves"]
    assert " ".join(f"{one['n']}/{one['w']}" for one in moves) == COURSES[iterations]
    assert all(one["q"] == one["w"] / one["n"] for one in moves)


def test_priors_and_proof_numbers_are_among_them() -> None:
    by_prior = collect_parts(tracer.trace("tictactoe", "puct", iterations=20))["root_moves"]
    assert [one["p"] for one in by_prior] == [1 / 9] * 9
    (text,) = iter_part_tables(collect_parts(tracer.trace(AIMA, "pns", goal="3")))
    assert text.splitlines()[0].split() == ["move", "pn", "dn"]
    assert text.splitlines()[1].split() == ["a1", "0", "∞"]


@pytest.mark.parametrize(
    ("game", "search", "said"),
    [(AIMA, "sss", "∞, 14, 5, 3"), (WIKIPEDIA, "sss", "∞, 7, 6"), (WIKIPEDIA, "dual", "−∞, 3, 6")],
)
def test_merits_are_told_in_their_order(game: Any, search: str, said: str) -> None:
    assert list(iter_part_tables(collect_parts(tracer.trace(game, search)))) == [f"merits taken: {said}"]


def test_what_is_very_much_is_told_in_part_and_whole_to_programs() -> None:
    many = [[place] for place in range(60)]
    found = collect_parts(tracer.trace(many, "uct", iterations=100))
    assert len(found["root_moves"]) == 60
    (text,) = iter_part_tables(found)
    assert len(text.splitlines()) == 1 + MAX_ROWS
    assert "… 37 more, in --json" in text
    falling = [[100 - place, 200 - place] for place in range(40)]
    (line,) = iter_part_tables(collect_parts(tracer.trace([falling], "sss")) | {"merits_taken": list(range(40, 0, -1))})
    assert line.endswith(f" and {40 - MAX_MERITS} more, in --json")


def test_other_searches_have_none_of_it() -> None:
    assert collect_parts(tracer.trace(AIMA)) == {}


def test_a_pass_that_never_returned_is_open() -> None:
    text = next(iter_part_tables(collect_parts(tracer.trace("tictactoe", "mtdf", max_nodes=50))))
    assert "open" in text.splitlines()[1]


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert plyscope(*words) == 0
    return capsys.readouterr().out


def test_the_commands_print_it(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["count", "tictactoe", "-a", "mtdf"], ["trace", "tictactoe", "-a", "mtdf"]):
        out = printed(capsys, *words)
        assert "γ = 0  " in out
        assert "535" in out
    (search,) = json.loads(printed(capsys, "count", "tictactoe", "-a", "mtdf", "--json"))["searches"]
    assert [one["visited"] for one in search["by_pass"]] == [535, 3_842]
    assert "γ" not in printed(capsys, "count", "tictactoe", "-a", "mtdf", "-a", "alphabeta")
