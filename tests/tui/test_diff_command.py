"""`plyscope diff`: what it prints, and its exit codes: 0 the same, 1 different."""

import json
import re

import pytest
from commands import Run, running
from strategies import AIMA

import tracer

TREE = json.dumps(AIMA)


run = running("diff")


def save(name: str, *words: str, **options: object) -> str:
    """A trace file of the textbook tree."""
    tracer.trace(AIMA, *words, **options).save(name)  # type: ignore[arg-type]
    return name


def test_one_game_with_two_searches(run: Run) -> None:
    code, out, err = run(TREE, "-a", "minimax", "-a", "alphabeta")
    assert (code, err) == (1, "")
    assert out.startswith("A  tree of 9 leaves, minimax\nB  tree of 9 leaves, alphabeta\n")
    rows = {line[:23].strip(): line[23:].split() for line in out.splitlines()}
    assert rows["visited nodes"] == ["13", "11"]
    assert "visited by A alone         2\n" in out
    assert "\nB ⊂ A: A visited every node that B did, and more; both roots returned 3\n" in out
    assert "\nfirst difference at step 12: A enters a2/b2, B prunes it (2 ≤ alpha 3)\n" in out
    assert "\nwhere they part, 2 places; the rest follows from that:\na2: B cuts (2 ≤ alpha 3), A does not; " in out
    assert out.endswith("  a3  A = 2 · B = 2 (3, ∞) α, none left\n")


def test_two_files(run: Run) -> None:
    one, other = save("a.plyscope", "minimax"), save("b.plyscope", "alphabeta")
    code, out, _ = run(one, other)
    assert code == 1
    assert out.startswith("A  a.plyscope: tree of 9 leaves, minimax\nB  b.plyscope: tree of 9 leaves, alphabeta\n")
    assert "first difference at step 12" in out
    code, out, _ = run(other, save("c.plyscope", "alphabeta", cut=">"))
    assert code == 0
    assert "A and B are the same, event for event" in out
    assert "first difference" not in out


def test_what_both_files_lack_is_said_once(run: Run) -> None:
    def search(n: int, alpha: int, beta: int) -> int:
        if n > 9:
            return n % 4
        for child in (2 * n, 2 * n + 1):
            alpha = max(alpha, -search(child, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

    for name in ("a.plyscope", "b.plyscope"):
        with tracer.attach(search) as recording:
            search(1, -9, 9)
        recording.trace.save(name)
    assert run("a.plyscope", "b.plyscope")[2].count("pruned nodes need the game") == 1


def test_a_file_and_a_game_to_which_the_options_go(run: Run) -> None:
    mine = save("a.plyscope", "alphabeta", fail="hard")
    assert run(mine, TREE, "--fail", "hard")[0] == 0
    assert run(TREE, mine, "-a", "alphabeta", "--fail", "hard")[0] == 0
    assert run(mine, TREE)[0] == 1


def test_two_games_are_searched_alike_or_each_its_own_way(run: Run) -> None:
    assert run(TREE, TREE, "-a", "minimax")[0] == 0
    assert run(TREE, "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")[0] == 0
    assert run(TREE, TREE, "-a", "minimax", "-a", "negamax")[0] == 0
    tree = "[[3,12,8],[2,4,6],[5,2]]"
    words = (tree, "-a", "minimax", "-a", "alphabeta")
    assert "another bound  1\n" in run(*words)[1].replace("   ", "  ")
    assert "a3  A = 2 · B ≤ 2 (3, ∞) α, none left" in run(*words, "--bounds", "classical")[1]
    assert run(TREE, "-a", "minimax", "-a", "alphabeta", "--alpha", "5")[0] == 1


def test_json_has_the_same_facts(run: Run) -> None:
    code, out, err = run(TREE, "-a", "minimax", "-a", "alphabeta", "--json", "--limit", "2")
    assert (code, err) == (1, "")
    found = json.loads(out)
    assert found["titles"]["b"] == "tree of 9 leaves, alphabeta"
    assert [search["visited"] for search in found["searches"]] == [13, 11]
    assert (found["same"], found["same_value"], found["a_within_b"], found["b_within_a"]) == (False, True, False, True)
    assert (found["counts"]["only_a"], found["counts"]["fate"]) == (2, 2)
    assert found["first"] == {
        "step": 12,
        "a": 7,
        "b": 7,
        "text": "step 12: A enters a2/b2, B prunes it (2 ≤ alpha 3)",
    }
    assert [line["moves"] for line in found["tree"]] == [["root"], ["a1"]]
    assert found["tree"][0]["not_shown"] == {"only_a": 2, "changed": 2}
    assert json.loads(run(TREE, TREE, "--json")[1])["first"] is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([TREE], r"give two searches to compare: `plyscope diff A B` .* `plyscope diff GAME -a minimax -a alphabeta`"),
        ([TREE, "-a", "minimax"], "give two searches to compare"),
        (["a.plyscope", "-a", "minimax", "-a", "alphabeta"], "give two searches to compare"),
        (["a.plyscope", TREE, "-a", "minimax", "-a", "alphabeta"], "-a is given 2 times"),
        ([TREE, TREE, "-a", "minimax", "-a", "minimax", "-a", "minimax"], "-a is given 3 times"),
        (["a.plyscope", "a.plyscope", "--depth", "3"], "a.plyscope is a recorded trace: --depth cannot change it"),
        (["a.plyscope", "tictactoe"], r"different games: tree of 9 leaves and tictactoe"),
        (["a.plyscope", "none.plyscope"], "No such file"),
        ([TREE, TREE, "--limit", "0"], "--limit is at least 1, not 0"),
        ([TREE, TREE, "--game", "tictactoe"], "is a game already"),
    ],
)
def test_what_cannot_be_compared_is_refused(run: Run, words: list[str], message: str) -> None:
    save("a.plyscope", "alphabeta")
    code, _, err = run(*words)
    assert code == 2
    assert re.search(message, err)


def test_control_characters_never_reach_the_terminal(run: Run) -> None:
    tree = '{"children": {"\\u001b[2J": 3, "b": {"children": [1, 2]}, "\\u009b": 5}}'
    for words in (("-a", "minimax", "-a", "alphabeta"), ("-a", "alphabeta", "-a", "minimax")):
        out = run(tree, *words)[1]
        assert not {"\x1b", "\x9b"} & set(out)
