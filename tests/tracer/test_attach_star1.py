"""Programs of others that cut among outcomes by the least and the greatest value: bounds are beyond all values."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tracer.attaching.attach_functions import attach
from tracer.deciding.call import Call, Log
from tracer.deciding.seen_values import is_a_counter
from tracer.games.rules import CHANCE, MAX, MIN

LEAST, GREATEST = -10, 10
ODDS = (0.5, 0.3, 0.2)
COUNTED = {"nodes": 0, "cut": 0}


def grown(source: random.Random, plies: int) -> Any:
    """A tree of lists, whose builder calls itself too."""
    return source.randint(LEAST, GREATEST) if plies == 0 else [grown(source, plies - 1) for _ in ODDS]


def max_value(tree: Any, alpha: float, beta: float) -> float:
    COUNTED["nodes"] += 1
    if isinstance(tree, int):
        return tree
    best: float = LEAST
    for below in tree:
        best = max(best, chance_value(below, alpha, beta, MIN))
        alpha = max(alpha, best)
        if best >= beta:
            COUNTED["cut"] += 1
            break
    return best


def min_value(tree: Any, alpha: float, beta: float) -> float:
    COUNTED["nodes"] += 1
    if isinstance(tree, int):
        return tree
    best: float = GREATEST
    for below in tree:
        best = min(best, chance_value(below, alpha, beta, MAX))
        beta = min(beta, best)
        if best <= alpha:
            COUNTED["cut"] += 1
            break
    return best


def chance_value(tree: Any, alpha: float, beta: float, next_one: Any) -> float:
    COUNTED["nodes"] += 1
    if isinstance(tree, int):
        return tree
    done, left = 0.0, 1.0
    for odds, below in zip(ODDS, tree, strict=True):
        left -= odds
        low = max(LEAST, (alpha - done - GREATEST * left) / odds)
        high = min(GREATEST, (beta - done - LEAST * left) / odds)
        value = (min_value if next_one is MIN else max_value)(below, low, high)
        done += odds * value
        if value >= high and high < GREATEST:
            return done + LEAST * left
        if value <= low and low > LEAST:
            return done + GREATEST * left
    return done


def test_a_star1_is_found_beside_a_builder_of_its_tree_that_calls_itself() -> None:
    COUNTED.update(nodes=0, cut=0)
    with attach() as recording:
        tree = grown(random.Random(3), 6)
        value = max_value(tree, LEAST, GREATEST)
    (trace,) = recording.traces
    assert trace.header.search == "max_value, chance_value, min_value"
    assert trace.value == value
    assert len(trace) == COUNTED["nodes"]
    assert {(node.ply % 4, node.turn) for node in trace if node.children} == {
        (0, MAX), (1, CHANCE), (2, MIN), (3, CHANCE)
    }  # fmt: skip


def solved(tree: Any) -> tuple[float, dict[str, int]]:
    """The same in one function for both players and one for chance, with numbers of its own that it counts."""
    told = {"nodes": 0, "cut": 0}

    def search(tree: Any, kinds: str, alpha: float, beta: float) -> float:
        told["nodes"] += 1
        if isinstance(tree, int):
            return tree
        if kinds[0] == "?":
            return star(tree, kinds, alpha, beta)
        best = -1e9 if kinds[0] == "+" else 1e9
        for below in tree:
            value = search(below, kinds[1:], alpha, beta)
            if kinds[0] == "+":
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                told["cut"] += 1
                break
        return best

    def star(tree: Any, kinds: str, alpha: float, beta: float) -> float:
        done, left = 0.0, 1.0
        for odds, below in zip(ODDS, tree, strict=True):
            left -= odds
            low, high = (alpha - done - GREATEST * left) / odds, (beta - done - LEAST * left) / odds
            value = search(below, kinds[1:], max(LEAST, low), min(GREATEST, high))
            done += odds * value
            if value >= high:
                return done + LEAST * left
            if value <= low:
                return done + GREATEST * left
        return done

    return search(tree, "+?-?+", -1e9, 1e9), told


@pytest.mark.parametrize("seed", range(12))
def test_what_a_program_counts_never_says_whose_values_are(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    tree = grown(random.Random(seed), 5)
    with attach() as recording:
        value, _told = solved(tree)
    said = capsys.readouterr().err
    assert "says whose" not in said
    assert "negamax" not in said
    assert recording.traces[-1].value == value


def test_a_counter_grows_from_call_to_call_and_a_player_comes_back() -> None:
    log = Log()
    for above in (-1, 0, 1, 1, 0, 4):
        log.add(Call(test_a_counter_grows_from_call_to_call_and_a_player_comes_back.__code__, above, {}))
    assert is_a_counter(log, [0, 0, 0, 1, 1, 1])
    assert not is_a_counter(log, [0, 1, 2, 2, 1, 2])  # how many moves were made
    assert not is_a_counter(log, [0, 1, 0, 0, 1, 0])
    assert not is_a_counter(log, [0, 1, 1, 1, 1, 1])  # on the way down alone
    assert not is_a_counter(log, [False, False, False, True, True, True])
