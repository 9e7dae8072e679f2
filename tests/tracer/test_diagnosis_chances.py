"""Chance nodes: outcomes that differ, probabilities that do not add up to 1, values that are no means; sound ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from specimens.specimen import Specimen, Style, diagnosis

import tracer
from tracer.recording.status import EXPANDED, TERMINAL
from tracer.tracing import Trace

FAIR = (0.5, 0.3, 0.2)
COINS = Style(
    "chances_coins",
    ("expectiminimax",),
    options={"turn": lambda call: "CHANCE" if isinstance(call["node"], tuple) else call["player"]},
)
PIG = Style("chances_pig", ("value", "chance_value"))
TILES = Style("chances_tiles", ("Player.max_value", "Player.chance_value"))
PLACES = "places = empty"
SPECIMENS = [
    Specimen(
        "outcomes-redrawn",
        PIG,
        (("value(pig.roll(eyes)", "value(pig.roll(dice.randint(1, 4))"),),
        "a1/pot=5/c1/pot=9 (3)/e1",
    ),
    Specimen(
        "outcomes-sampled",
        TILES,
        ((PLACES, "places = luck.sample(empty, min(2, len(empty)))"),),
        "a1/tiles,4=2/tiles,0=8 tiles,1=2 tiles,4=0/tiles,4=2/tiles,1=4 tiles,4=0/tiles,2=4/tiles,1=8 tiles,2=0",
    ),
    Specimen("chances-not-one", COINS, (("SIDES = (0.5, 0.5)", "SIDES = (0.5, 0.6)"),), "a1/b1"),
    Specimen(
        "mean-rounded",
        COINS,
        (("return SIDES[0] * values[0] + SIDES[1] * values[1]", "return sum(values) // 2"),),
        "a2/b1",
    ),
]
EXCLUSIVE = [
    Specimen(
        "outcomes-redrawn",
        TILES,
        (("where = place", "where = luck.choice(empty)"),),
        "a1/tiles,4=2/tiles,0=8 tiles,1=2 tiles,4=0/tiles,3=2/tiles,1=4 tiles,3=0/tiles,3=2/tiles,2=2 tiles,3=0",
    ),
    Specimen(
        "outcomes-sampled",
        PIG,
        (("value(pig.roll(eyes)", "value(pig.roll(dice.randint(1, 12))"),),
        "a1/pot=15/c1/pot=22/e1",
    ),
]
"""Those that cannot be there together with one of the others of their style."""
Mean = Callable[[Sequence[float], Sequence[float]], float]


def weighed(chances: Sequence[float], values: Sequence[float]) -> float:
    """The sum of what the outcomes weigh."""
    return sum(chance * value for chance, value in zip(chances, values, strict=True))


def expectimax(
    chances: Sequence[float], mean: Mean = weighed, *, told: bool = True, seed: int = 1, alone: bool = False
) -> Trace:
    """A choice among four lotteries of choices among lotteries, recorded with or without the chances."""
    luck, record = Random(seed), tracer.Recorder()

    def lottery(move: str, plies: int) -> float:
        node = record.enter(move, 0)
        values = []
        for place, chance in enumerate(chances):
            below = choice(f"{place}", plies - 1, chance)
            values.append(below)
        value = mean(chances, values)
        record.leave(node, value)
        return value

    def choice(move: str | None, plies: int, chance: float = math.nan) -> float:
        turn = 1 if plies % 2 else -1
        node = record.enter(move, 1 if alone else turn)
        if told and move is not None:
            record.tell(node, weight=chance)
        if not plies:
            value = float(luck.randint(-9, 20))
            record.leave(node, value, TERMINAL)
            return value
        values = [lottery(name, plies) for name in "abcd"]
        value = max(values) if turn > 0 else min(values)
        record.leave(node, value)
        return value

    choice(None, 3 if alone else 2)
    return Trace(*record.finish(), tracer.Header(windowed=False, notes={"script": "own.py"}))


def errors(trace: Trace) -> list[str]:
    """What is found, but for notes."""
    return [finding.disease for finding in tracer.check(trace) if finding.severity != "note"]


@pytest.mark.parametrize("specimen", SPECIMENS + EXCLUSIVE, ids=str)
def test_a_search_that_knows_nothing_of_plyscope_is_judged_too(specimen: Specimen) -> None:
    (finding,) = diagnosis(specimen.style, specimen.edit)
    assert (finding.disease, "/".join(finding.path)) == (specimen.disease, specimen.path)
    assert diagnosis(specimen.style) == []


def test_outcomes_in_another_order_are_the_same_outcomes() -> None:
    shuffled = diagnosis(TILES, ((PLACES, "places = luck.sample(empty, len(empty))"),))
    assert [finding.disease for finding in shuffled] == ["unordered-moves"]


@pytest.mark.parametrize("limit", ["depth + 2", "min(2 + depth % 2, len(empty))"])
def test_fewer_outcomes_near_the_horizon_are_no_samples(limit: str) -> None:
    assert diagnosis(TILES, ((PLACES, f"places = empty[:{limit}]"),)) == []


def test_a_sample_that_is_the_same_at_every_visit_is_not_named() -> None:
    seeded = "places = random.Random(str(row.tiles)).sample(empty, min(2, len(empty)))"
    assert diagnosis(TILES, ((PLACES, seeded),)) == []


def test_a_deck_that_the_recording_does_not_keep_is_no_sample() -> None:
    deck = [1, 1, 2, 2, 3, 4]

    def max_value(total: int, depth: int) -> float:
        return max(chance_value(total, depth), chance_value(total + 1, depth)) if total < 9 and depth else total % 7

    def chance_value(total: int, depth: int) -> float:
        worth = 0.0
        for card in sorted(set(deck)):
            chance = deck.count(card) / len(deck)
            deck.remove(card)
            worth += chance * max_value(total + card, depth - 1)
            deck.append(card)
            deck.sort()
        return worth

    with tracer.attach(max_value, chance_value, state="total") as recording:
        max_value(0, 4)
    children = [tuple(map(recording.trace.text, recording.trace.children(node))) for node in range(200)]
    by_text = {(recording.trace.text(node), len(below)): below for node, below in enumerate(children)}
    assert any(by_text[recording.trace.text(node), len(below)] != below for node, below in enumerate(children))
    assert not {"outcomes-redrawn", "outcomes-sampled"} & {one.disease for one in tracer.check(recording.trace)}


@pytest.mark.parametrize("chances", [FAIR, (0.7, 0.3)])
def test_other_weights_than_those_that_were_told_are_named(chances: tuple[float, ...]) -> None:
    def uniform(chances: Sequence[float], values: Sequence[float]) -> float:
        return sum(values) / len(values)

    def backwards(chances: Sequence[float], values: Sequence[float]) -> float:
        return weighed(chances[::-1], values)

    for mean, words in ((uniform, "as if all were equally likely"), (backwards, f"weights {chances[-1]}")):
        finding = next(one for one in tracer.check(expectimax(chances, mean)) if one.severity != "note")
        assert finding.disease == "not-the-mean"
        assert words in finding.message
        assert errors(expectimax(chances, mean, told=False)) == []


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("chances", [(0.5, 0.4, 0.3), (0.5, 0.3)])
def test_chances_that_do_not_add_up_to_one_are_named(chances: tuple[float, ...], told: bool) -> None:
    if not told and sum(chances) < 1:
        assert errors(expectimax(chances, told=False)) == []  # it may be a discount
        return
    (finding,) = tracer.check(expectimax(chances, told=told))
    assert finding.disease == "chances-not-one"
    assert f"add up to {sum(chances):g}" in finding.message


def test_a_forgotten_side_of_a_die_is_known_by_the_values() -> None:
    (finding,) = tracer.check(expectimax((1 / 6,) * 5, told=False))
    assert finding.disease == "chances-not-one"
    assert "add up to 0.8333" in finding.message


@pytest.mark.parametrize(("chances", "told"), [((0.25,) * 4, True), ((0.25,) * 4, False), (FAIR, True)])
@pytest.mark.parametrize(("first", "end", "words"), [(1, None, "the first of them"), (0, -1, "the last of them")])
def test_a_sum_that_leaves_out_one_outcome_is_named(
    chances: tuple[float, ...], told: bool, first: int, end: int | None, words: str
) -> None:
    def partial_sum(all_chances: Sequence[float], values: Sequence[float]) -> float:
        return weighed(all_chances[first:end], values[first:end])

    (finding,) = tracer.check(expectimax(chances, partial_sum, told=told))
    assert finding.disease == "not-the-mean"
    assert words in finding.message


@pytest.mark.parametrize("told", [True, False])
def test_a_mean_that_is_rounded_is_named(told: bool) -> None:
    def floored(chances: Sequence[float], values: Sequence[float]) -> float:
        return float(math.floor(weighed(chances, values)))

    assert errors(expectimax((0.25,) * 4, floored, told=told)) == ["mean-rounded"]


def test_a_value_that_is_no_mean_where_others_are_is_named() -> None:
    def best_of_many(chances: Sequence[float], values: Sequence[float]) -> float:
        return max(values) if values[0] > 15 else weighed(chances, values)

    assert errors(expectimax(FAIR, best_of_many)) == ["not-the-mean"]


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_no_sound_mean_is_blamed(told: bool, seed: int) -> None:
    """Plain ones, discounted ones, and such as earn points, divide by the sum of weights, or have one outcome."""
    means: list[Mean] = [
        weighed,
        lambda chances, values: 0.95 * weighed(chances, values),
        lambda chances, values: 3 + weighed(chances, values),
    ]
    for mean in means:
        for chances in (FAIR, (0.25,) * 4, (1.0,)):
            assert errors(expectimax(chances, mean, told=told, seed=seed)) == [], (mean, chances)
    assert (
        errors(expectimax((2, 1, 1), lambda chances, values: weighed(chances, values) / 4, told=told, seed=seed)) == []
    )


@pytest.mark.parametrize("search", ["expectiminimax", "star1", "star2"])
def test_no_search_among_chances_is_blamed(search: str) -> None:
    for spec in ("[(0.9:[2,2],0.1:[3,3]),(1:[1])]", "piglet:2,9", "pig:6,6"):
        assert errors(tracer.trace(spec, search, depth=6)) == [], spec


def test_a_player_who_gets_now_the_best_now_the_worst_is_two() -> None:
    (finding,) = tracer.check(expectimax(FAIR, alone=True))
    assert (finding.disease, finding.severity) == ("recorded-otherwise", "warning")
    assert "Say with --turn who moves" in finding.message


def test_third_players_who_choose_among_whole_numbers_round_no_mean() -> None:
    """Whoever else moves is as chance to the one player whose share is recorded, and has a child's value."""
    assert diagnosis(Style("chances_three_players", ("shares",))) == []


def test_a_loop_that_keeps_no_more_than_the_part_of_its_last_outcome_is_named() -> None:
    luck = Random(5)

    def max_value(path: str, left: int) -> float:
        return luck.uniform(-9, 9) if not left else max(chance_value(path + move, left - 1) for move in "ab")

    def chance_value(path: str, left: int) -> float:
        mean = 0.0
        for outcome in "xyz":
            mean = max_value(path + outcome, left) / 3  # where += is meant
        return mean

    with tracer.attach(max_value, chance_value) as recording:
        max_value("", 3)
    (finding,) = tracer.check(recording.trace)
    assert finding.disease == "chances-not-one"


@pytest.mark.parametrize("sides", [3, 4, 6])
def test_a_sum_that_is_divided_by_one_too_many_is_no_discount(sides: int) -> None:
    assert errors(expectimax((1 / (sides + 1),) * sides, told=False)) == ["chances-not-one"]


@pytest.mark.parametrize(("sides", "part"), [(3, 0.9), (4, 0.9), (3, 0.8), (4, 0.95), (9, 0.9)])
def test_what_comes_later_may_count_for_less(sides: int, part: float) -> None:
    assert errors(expectimax((part / sides,) * sides, told=False)) == []


@pytest.mark.parametrize(("drawn", "named"), [(False, set()), (True, {"outcomes-redrawn"})])
def test_outcomes_are_those_of_the_player_who_throws_though_the_text_does_not_tell_who(
    drawn: bool, named: set[str]
) -> None:
    """Each player throws a coin four times, from one and the same text; some of MAX's may be drawn."""
    record, texts = tracer.Recorder(windowed=False), list[str]()

    def visit(move: str | None, turn: int, text: str, below: Sequence[tuple[str, str]] = ()) -> None:
        node = record.enter(move, turn)
        texts.append(text)
        for name, after in below:
            visit(name, 1, after)
        record.leave(node, 1.0, EXPANDED if below else TERMINAL)

    root = record.enter(None, 1)
    texts.append("root")
    for k in range(10):
        player = 1 if k % 2 else -1
        node = record.enter(f"m{k}", player)
        texts.append(f"choice of {player}")
        luck = ("head", "head") if k in (3, 5, 7) else ("tail", "head") if k == 9 else ("head", "tail")
        sides = luck if drawn else ("head", "tail")
        visit("throw", 0, "coin", [(side, f"{side} of {player}") for side in sides])
        record.leave(node, 1.0)
    record.leave(root, 1.0)
    columns, moves = record.finish()
    known = sorted(set(texts))
    columns = replace(columns, text=np.array([known.index(text) for text in texts], np.int32))
    trace = Trace(columns, moves, tracer.Header(windowed=False, notes={"script": "own.py"}), texts=known)
    assert {finding.disease for finding in tracer.check(trace)} & {"outcomes-redrawn", "outcomes-sampled"} == named


@pytest.mark.parametrize("extreme", [max, min])
def test_the_greatest_or_the_least_outcome_at_every_node_is_no_mean(
    extreme: Callable[[Sequence[float]], float],
) -> None:
    found = tracer.check(expectimax((0.5, 0.3, 0.2), lambda _, values: extreme(values)))
    assert [one.disease for one in found if one.severity != "note"] == ["not-the-mean"]
    assert {max: "greatest", min: "least"}[extreme] in found[0].message


@pytest.mark.parametrize("rounded", [math.ceil, lambda mean: math.copysign(math.floor(abs(mean) + 0.5), mean)])
def test_means_may_be_rounded_up_or_halves_away_from_zero(rounded: Callable[[float], float]) -> None:
    trace = expectimax((0.5, 0.25, 0.25), lambda chances, values: float(rounded(weighed(chances, values))))
    assert errors(trace) == ["mean-rounded"]
