"""Timing searches: in turn, with a clock that is given, so that no test depends on how long anything takes."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tracer
from tracer.calling.returned_answer import Answer
from tracer.errors import PlyscopeError
from tracer.measuring.measurements import MeasuredCell, MeasuredPlace, Measurements, RecordedCounts, Stage
from tracer.measuring.result_documents import (
    bootstrap_interval,
    factor_interval,
    iter_remarks,
    result_document,
    summarise_places,
    summary_rows,
)
from tracer.measuring.stopwatch import CLOCKS, Stopwatch, TimingOptions, describe_machine, time_once
from tracer.measuring.timed_function import TimedSearch

START = Stage("nim")
SAME = Answer(0.0, "a")


class Hand:
    """A clock that goes on by so much as whoever is timed says."""

    def __init__(self) -> None:
        self.now = 0.0
        self.clock = lambda: self.now


class Told:
    """Something that takes as long as it was told, and gives what it was told."""

    may_remember = False
    note = ""

    def __init__(self, name: str, hand: Hand, takes: list[float], gives: Any = SAME, nodes: int = 0) -> None:
        self.name, self._hand, self._takes, self._gives, self._nodes = name, hand, iter(takes), gives, nodes
        self.log: list[str] = []
        self.collected: list[bool] = []

    def prepare(self, game: Any, state: Any, depth: int | None = None) -> Told:
        return self

    def make_call(self) -> Callable[[], Any]:
        def call() -> Any:
            self.log.append(self.name)
            self.collected.append(gc.isenabled())
            self._hand.now += next(self._takes)
            if isinstance(self._gives, Exception):
                raise self._gives
            return self._gives

        return call

    @contextmanager
    def search_context(self) -> Iterator[None]:
        self._hand.now += 1_000  # what stands around a search is not timed
        yield
        self._hand.now += 1_000

    def read_answer(self, returned: Any) -> Answer:
        return returned

    def count_nodes(self, with_slow_counts: bool) -> RecordedCounts:
        return RecordedCounts({"visited": self._nodes})


def measured(hand: Hand, *told: Told, **how: Any) -> Measurements:
    """One place, measured."""
    stopwatch = Stopwatch(told, TimingOptions(clock=hand.clock, **how))
    game = tracer.game("nim:1")
    stopwatch.measure_place(MeasuredPlace(START, "MAX"), game, game.start())
    return stopwatch.measured


def test_searches_are_timed_in_turn_and_what_comes_before_does_not_count() -> None:
    hand, log = Hand(), list[str]()
    told = [Told("A", hand, [9, 1, 2, 3]), Told("B", hand, [8, 4, 5, 6])]
    for one in told:
        one.log = log
    place = measured(hand, *told, runs=3).places[0]
    assert "".join(log) == "ABABABAB"
    assert [cell.warm_up for cell in place.cells] == [[9], [8]]
    assert [cell.seconds for cell in place.cells] == [[1, 2, 3], [4, 5, 6]]


@pytest.mark.parametrize("on", [True, False])
def test_no_garbage_is_collected_while_a_search_is_timed(on: bool) -> None:
    hand, before = Hand(), gc.isenabled()
    told = Told("A", hand, [1] * 3)
    try:
        gc.enable() if on else gc.disable()
        measured(hand, told, runs=2)
        assert gc.isenabled() is on
    finally:
        gc.enable() if before else gc.disable()
    assert told.collected == [False] * 3


def test_the_clock_that_is_named_is_the_clock_that_is_read() -> None:
    assert {word: clock.__name__ for word, clock in CLOCKS.items()} == {
        "wall": "perf_counter",
        "cpu": "process_time",
    }
    hand = Hand()

    def call() -> str:
        hand.now += 2.5
        return "it"

    assert time_once(call, hand.clock) == (2.5, "it")


def test_a_search_that_fails_fails_alone() -> None:
    hand = Hand()
    broken = Told("B", hand, [1] * 9, PlyscopeError("it broke"))
    found = measured(hand, Told("A", hand, [1] * 3), broken, runs=2)
    good, bad = found.places[0].cells
    assert (good.seconds, bad.seconds, bad.error) == ([1, 1], [], "it broke")
    assert len(broken.log) == 1
    assert [summarise_places(found.places, k).median for k in (0, 1)] == [1, None]
    assert list(iter_remarks(found)) == ["B failed at nim: it broke"]


@given(st.lists(st.lists(st.floats(1e-6, 1e3), min_size=5, max_size=5), min_size=1, max_size=4))
def test_what_timings_come_to_is_what_pythons_own_statistics_say(games: list[list[float]]) -> None:
    places = [
        MeasuredPlace(START, "MAX", cells=[MeasuredCell("A", seconds=list(one), counts={"visited": 6})])
        for one in games
    ]
    found, every = summarise_places(places, 0), [second for one in games for second in one]
    assert found.by_game == tuple(map(statistics.median, games))
    assert found.average == statistics.fmean(map(statistics.median, games))
    assert (found.median, found.mean) == (statistics.median(every), statistics.fmean(every))
    assert (found.min, found.max, found.nodes) == (min(every), max(every), 6)
    assert (found.factor_time, found.factor_nodes) == (1, 1)
    assert found.interval is not None
    low, high = found.interval
    assert min(every) <= low <= high <= max(every)


def test_factors_are_the_first_search_over_another() -> None:
    cells = [
        MeasuredCell("A", seconds=[4, 5, 6, 7, 8], counts={"visited": 100}),
        MeasuredCell("B", seconds=[1, 2, 2, 2, 3], counts={"visited": 25}),
    ]
    found = summarise_places([MeasuredPlace(START, "MAX", cells=cells)], 1)
    assert (found.factor_time, found.factor_nodes) == (3, 4)
    assert found.factor_time_interval is not None
    assert found.factor_time_interval[0] <= 3 <= found.factor_time_interval[1]


def test_an_average_counts_each_game_once() -> None:
    """A game whose search was interrupted has fewer timings, and no less weight."""
    places = [MeasuredPlace(START, "MAX", cells=[MeasuredCell("A", seconds=one)]) for one in ([1.0, 1, 1, 1, 1], [3.0])]
    assert summarise_places(places, 0).average == 2


def test_an_interval_is_that_of_a_naive_bootstrap() -> None:
    """Against a loop that draws one sample after another."""
    timings, random = [[1.0, 2, 3, 4, 10], [5.0, 6, 7, 8, 9]], np.random.default_rng(7)
    averages = sorted(
        statistics.fmean(statistics.median(random.choice(one, len(one)).tolist()) for one in timings)
        for _ in range(4_000)
    )
    found = bootstrap_interval(timings)
    assert found == bootstrap_interval(timings), "it is the same each time"
    assert found == pytest.approx((averages[100], averages[3_899]), abs=0.5)
    assert bootstrap_interval([[2.0] * 4]) is bootstrap_interval([[2.0] * 5, [2.0] * 4]) is None, "so few say nothing"
    assert bootstrap_interval([[2.0] * 5]) == (2, 2)


def test_what_slows_both_of_a_pair_leaves_their_factor_as_it_is() -> None:
    first = [1.0, 5.0, 2.0, 9.0, 3.0]
    assert factor_interval([(first, [second / 2 for second in first])]) == (2, 2)
    assert factor_interval([([1.0], [2.0])]) is None


def test_another_answer_is_said_and_one_that_changes_too() -> None:
    hand = Hand()
    told = [Told("A", hand, [1] * 2, Answer(1.0, "a")), Told("B", hand, [1] * 2, Answer(-1.0, "b"))]
    told += [Told("proof", hand, [1] * 2, Answer(5.0, "a", "proofs"))]
    values, moves = list(iter_remarks(measured(hand, *told, runs=1)))
    assert values.startswith("values differ at nim: A 1, B −1;")  # and no proof, which is another thing
    assert "view" in values
    assert moves == "moves differ at nim: A a, B b, proof a"
    turns = Told("A", hand, [1] * 3)
    found = iter([Answer(1.0, "a"), Answer(2.0, "b"), Answer(2.0, "b")])
    turns.read_answer = lambda _: next(found)  # type: ignore[method-assign]
    (said,) = iter_remarks(measured(hand, turns, runs=2))
    assert "a worth 1, then b worth 2" in said


def test_a_program_that_is_much_slower_at_first_is_suspected() -> None:
    hand = Hand()
    told = [Told(name, hand, [10.0, 0.1, 0.1]) for name in "AB"]
    told[0].may_remember = True
    assert [line.split()[0] for line in iter_remarks(measured(hand, *told, runs=2))] == ["A"]


def test_interrupted_what_was_measured_is_there() -> None:
    hand = Hand()
    first, second = Told("A", hand, [1] * 9), Told("B", hand, [2] * 9)
    stopwatch = Stopwatch([first, second], TimingOptions(runs=5, clock=hand.clock))
    heard = iter(range(99))

    def interrupt(_: str) -> None:
        if next(heard) == 7:
            raise KeyboardInterrupt

    object.__setattr__(stopwatch.options, "on_progress", interrupt)
    game = tracer.game("nim:1")
    with pytest.raises(KeyboardInterrupt):
        stopwatch.measure_place(MeasuredPlace(START, "MAX"), game, game.start())
    assert [cell.seconds for cell in stopwatch.measured.places[0].cells] == [[1, 1, 1], [2, 2]]


def test_the_same_search_twice_has_two_columns() -> None:
    stopwatch = Stopwatch([TimedSearch("minimax", "minimax")] * 3, TimingOptions())
    assert stopwatch.measured.columns == ("minimax", "minimax (2)", "minimax (3)")


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "deepening", "sss", "uct", "pns"])
def test_a_timed_search_does_what_the_recorded_one_does(search: str) -> None:
    game = tracer.game("tictactoe")
    state = game.play(game.play(game.start(), 4), 0)
    ready = TimedSearch(search, search).prepare(game, state)
    with ready.search_context():
        answer = ready.read_answer(ready.make_call()())
    recorded = tracer.trace(game, search, position=state)
    best = recorded.best_root_child
    assert answer.value == recorded.value
    assert best is None or answer.move == recorded.label(best)
    assert ready.count_nodes(True).numbers == recorded.counts.summary()


def test_rows_have_everything_that_count_knows() -> None:
    stopwatch = Stopwatch([TimedSearch("a", "alphabeta", {"depth": 3})], TimingOptions(runs=2, with_slow_counts=True))
    game = tracer.game("connect4:4,4,3")
    stopwatch.measure_place(MeasuredPlace(START, "MAX"), game, game.start())
    (row,) = summary_rows(stopwatch.measured)
    counts = tracer.trace(game, "alphabeta", depth=3).counts
    assert {name: row["counts"][name] for name in ("visited", "pruned_nodes", "positions")} == {
        "visited": counts.visited, "pruned_nodes": counts.pruned_nodes, "positions": counts.positions,
    }  # fmt: skip
    assert row["timings"] == 2
    found = result_document(stopwatch.measured)
    assert found["machine"] == describe_machine()
    assert len(found["places"][0]["cells"][0]["seconds"]) == 2


def test_so_many_timings_are_no_measurement() -> None:
    for wrong in ({"runs": 0}, {"warm_up": -1}):
        with pytest.raises(PlyscopeError):
            TimingOptions(**wrong)  # type: ignore[arg-type]
