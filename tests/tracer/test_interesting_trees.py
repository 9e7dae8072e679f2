"""Trees for exercises have a shallow and a deep cutoff, a bound, and no number twice, as a plain alpha-beta sees it."""

import json
from math import inf
from random import Random
from typing import Any

import pytest

import tracer
from tracer.games.rules import MIN
from tracer.questions.interesting import DIFFICULTIES, TreeShape, interesting_tree, uniform_shape
from tracer.recording.status import EXACT

SHAPES: dict[str, TreeShape] = {
    **DIFFICULTIES,
    "b=3,d=3": uniform_shape(3, 3, (-9, 20)),
    "b=2,d=4": uniform_shape(2, 4, (1, 20)),
    "b=2,d=4,turn=MIN": uniform_shape(2, 4, (1, 20), MIN),
}


def leaves(tree: Any) -> list[int]:
    return [number for below in tree for number in leaves(below)] if isinstance(tree, list) else [tree]


def plies(tree: Any) -> int:
    return 1 + max(map(plies, tree)) if isinstance(tree, list) else 0


def cutoffs(tree: Any, is_max: bool) -> list[int]:
    """For each cutoff that skips a branch, how many plies above the node its bound was set."""
    found: list[int] = []

    def value(tree: Any, alpha: tuple[float, int], beta: tuple[float, int], is_max: bool, ply: int) -> float:
        if not isinstance(tree, list):
            return float(tree)
        best = -inf if is_max else inf
        for place, below in enumerate(tree):
            got = value(below, alpha, beta, not is_max, ply + 1)
            best = max(best, got) if is_max else min(best, got)
            if best >= beta[0] if is_max else best <= alpha[0]:
                if place + 1 < len(tree):
                    found.append(ply - (beta if is_max else alpha)[1])
                break
            if is_max and best > alpha[0]:
                alpha = best, ply
            elif not is_max and best < beta[0]:
                beta = best, ply
        return best

    value(tree, (-inf, 0), (inf, 0), is_max, 0)
    return found


def by_definition(tree: Any, is_max: bool, *, hard: bool, strict: bool) -> tuple[list[Any], list[bool]]:
    """What alpha-beta does, event by event, and of each inner node below the root whether it leaves a bound."""
    events: list[Any] = []
    bounds: list[bool] = []

    def value(tree: Any, alpha: float, beta: float, is_max: bool, place: tuple[int, ...]) -> tuple[float, float, float]:
        """The value, and the least and the greatest that the true one can be."""
        events.append((place, alpha, beta))
        if not isinstance(tree, list):
            got = min(max(tree, alpha), beta) if hard else tree
            sure = not hard or alpha < tree < beta
            return got, tree if sure or got > tree else -inf, tree if sure or got < tree else inf
        best, low, high, ranges, given = (
            -inf if is_max else inf,
            alpha,
            beta,
            list[tuple[float, float]](),
            (alpha, beta),
        )
        for number, below in enumerate(tree):
            got, least, most = value(below, low, high, not is_max, (*place, number))
            ranges.append((least, most))
            best = max(best, got) if is_max else min(best, got)
            beyond = (best > high if strict else best >= high) if is_max else (best < low if strict else best <= low)
            if beyond:
                events.extend(("pruned", (*place, k)) for k in range(number + 1, len(tree)))
                break
            low, high = (max(low, best), high) if is_max else (low, min(high, best))
        best = min(max(best, given[0]), given[1]) if hard else best
        pick = max if is_max else min
        proved = len(ranges) == len(tree) and pick(one for one, _ in ranges) == pick(one for _, one in ranges) == best
        events.append((place, best))
        is_exact = proved or given[0] < best < given[1]
        if place:
            bounds.append(not is_exact)
        return best, best if is_exact or best >= given[1] else -inf, best if is_exact or best <= given[0] else inf

    value(tree, -inf, inf, is_max, ())
    return events, bounds


@pytest.mark.parametrize("options", [{}, {"fail": "hard"}, {"cut": ">"}], ids=str)
@pytest.mark.parametrize("name", DIFFICULTIES)
def test_a_difficulty_keeps_what_it_promises(name: str, options: dict[str, str]) -> None:
    shape, hard, strict = DIFFICULTIES[name], options.get("fail") == "hard", options.get("cut") == ">"
    for seed in range(30):
        trace = interesting_tree(Random(seed), shape, **options)
        tree = json.loads(_lists(trace.header.game))
        numbers = leaves(tree)
        assert len(set(numbers)) == len(numbers)
        assert plies(tree) >= 4
        distances = cutoffs(tree, True)
        assert 1 in distances
        assert max(distances) >= 3
        events, bounds = by_definition(tree, True, hard=hard, strict=strict)
        assert any(bounds)
        assert sum(bounds) == sum(
            node.ply > 0 and bool(node.children) and trace.proved_bound(node.index) is not EXACT
            for node in trace
            if node.value is not None
        )
        assert sum(one[0] == "pruned" for one in events) == trace.counts.pruned_branches
        # One answer: how equal numbers are taken makes no difference, for there are none.
        if not hard:
            assert by_definition(tree, True, hard=False, strict=not strict) == (events, bounds)


def test_a_search_that_never_cuts_has_no_exercise() -> None:
    with pytest.raises(tracer.PlyscopeError, match="never cuts"):
        interesting_tree(Random(1), DIFFICULTIES["easy"], fail="hard", cut=">")


@pytest.mark.parametrize("name", SHAPES)
def test_a_tree_has_what_makes_an_exercise(name: str) -> None:
    shape = SHAPES[name]
    for seed in range(20):
        trace = interesting_tree(Random(seed), shape)
        tree = json.loads(_lists(trace.header.game))
        numbers = leaves(tree)
        assert len(set(numbers)) == len(numbers)
        assert shape.leaves[0] <= len(numbers) <= shape.leaves[1]
        assert shape.values[0] <= min(numbers)
        assert max(numbers) <= shape.values[1]
        assert plies(tree) <= shape.plies
        distances = cutoffs(tree, shape.turn is not MIN)
        assert 1 in distances
        if shape.plies >= 4:
            assert max(distances) >= 3
        assert any(node.bound is not None and node.bound.sign != "=" for node in trace if node.ply and node.children)


def _lists(spec: str) -> str:
    """The nested lists of a tree, where MIN begins without the names of players."""
    found = json.loads(spec)
    return json.dumps(found.get("children") if isinstance(found, dict) else found)


def test_the_same_chance_gives_the_same_tree_and_another_one_another() -> None:
    shape = DIFFICULTIES["medium"]
    specs = [interesting_tree(Random(seed), shape).header.game for seed in (1, 1, 2)]
    assert specs[0] == specs[1] != specs[2]


def test_ties_are_there_when_they_are_asked_for() -> None:
    for seed in range(10):
        numbers = leaves(json.loads(interesting_tree(Random(seed), DIFFICULTIES["easy"], with_ties=True).header.game))
        assert len(set(numbers)) < len(numbers)


def test_harder_trees_are_larger() -> None:
    easy, medium, hard = (
        sum(interesting_tree(Random(seed), DIFFICULTIES[name]).counts.full_tree_nodes or 0 for seed in range(20))
        for name in DIFFICULTIES
    )
    assert easy < medium < hard


@pytest.mark.parametrize(("moves", "plies"), [(1, 5), (5, 1), (3, 0), (10, 8), (2, 10_000)])
def test_a_shape_without_exercises_is_refused(moves: int, plies: int) -> None:
    with pytest.raises(tracer.PlyscopeError):
        uniform_shape(moves, plies, (1, 50))


def test_the_search_for_a_tree_ends() -> None:
    with pytest.raises(tracer.PlyscopeError, match="try another shape"):
        interesting_tree(Random(1), TreeShape((2, 2), 2, (1, 1)), with_ties=False)
