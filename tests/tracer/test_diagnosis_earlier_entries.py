"""Entries that an earlier, shallower search left in the table, where they answer a later search of the program."""

import pytest

import tracer
from tracer.diagnosis.examination import check
from tracer.recording.status import TABLE

END = 60


def evaluation(place: int) -> int:
    """What a place looks like from MAX's side."""
    return (place * 7919 + 13) % 41 - 20


class Engine:
    """Counts up by one, two or three in turn; entries are used as `rule` says."""

    def __init__(self, rule: str) -> None:
        self.rule = rule
        self.table: dict[tuple[int, bool], tuple[int, int]] = {}

    def search(self, place: int, depth: int, maximizing: bool) -> int:
        """Return the value for MAX."""
        if place >= END:
            return -100 if maximizing else 100
        if depth == 0:
            return evaluation(place)
        key = place, maximizing
        if key in self.table:
            value, known = self.table[key]
            proven = self.rule == "proven" and abs(value) == 100
            if known >= depth or proven or self.rule == "no depth":
                return value
        values = [self.search(place + step, depth - 1, not maximizing) for step in (1, 2, 3)]
        value = max(values) if maximizing else min(values)
        self.table[key] = value, depth
        return value


def play(rule: str, start: int, depth: int, by: int = 1) -> list[tracer.Trace]:
    """Search along a game, and record each search."""
    engine, maximizing = Engine(rule), True
    with tracer.attach(Engine.search) as recording:
        place = start
        engine.search(place, depth, maximizing)
        for _ in range(3):
            place += by
            maximizing = maximizing == (by % 2 == 0)
            engine.search(place, depth, maximizing)
    return recording.traces


@pytest.mark.parametrize("by", [1, 2], ids=["every move is searched", "every other move is searched"])
def test_a_root_that_a_shallower_search_answers_is_named(by: int) -> None:
    first, *others = play("no depth", 0, 6, by)
    assert "earlier" not in first.header.notes
    for number, trace in enumerate(others, 1):
        assert (len(trace), trace.columns.status[0]) == (1, TABLE)
        depth = 6 - number * by
        if depth < 3:  # too far from the root of the first: nobody kept how deep it was
            continue
        assert trace.header.notes["earlier"] == f"0:{depth}"
        (finding,) = check(trace)
        assert (finding.disease, finding.node) == ("entry-beyond-depth", 0)
        assert f"to the depth of {depth}, and 6 was asked for" in finding.message


@pytest.mark.parametrize("rule", ["depth", "proven"])
@pytest.mark.parametrize("start", [0, END - 9])
def test_sound_tables_are_not_blamed(rule: str, start: int) -> None:
    for trace in play(rule, start, 6):
        assert "earlier" not in trace.header.notes
        assert check(trace) == []


def test_a_memo_of_searches_that_no_depth_ends_is_not_blamed() -> None:
    for trace in play("no depth", END - 9, 20):
        assert "earlier" not in trace.header.notes
        assert check(trace) == []


@pytest.mark.parametrize("notes", ["0:5", "7:3 99999999999:1", "x:y", "-1:2", "0"])
def test_a_note_that_does_not_fit_is_passed_over(notes: str) -> None:
    trace = play("depth", 0, 4)[0]
    trace.header.notes["earlier"] = notes
    assert [finding.disease for finding in check(trace) if finding.disease == "entry-beyond-depth"] == []


def errors_of_a_heap(heap: int, depth: int, *, with_depth: bool) -> set[str]:
    """The errors of a search that takes 1, 3 or 4 of a heap, with windows in its table's key."""
    values: dict[object, float] = {}

    def search(heap: int, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
        key = heap, depth if with_depth else None, maximizing, alpha, beta
        if key in values:
            return values[key]
        if depth == 0 or heap == 0:
            return heap * 7 % 11 - 5
        best = -99.0 if maximizing else 99.0
        for taken in (one for one in (1, 3, 4) if one <= heap):
            value = search(heap - taken, depth - 1, alpha, beta, not maximizing)
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        values[key] = best
        return best

    with tracer.attach(search, state="heap") as recording:
        search(heap, depth, -99, 99, True)
    return {finding.disease for finding in check(recording.trace) if finding.severity == "error"}


@pytest.mark.parametrize(("heap", "depth"), [(18, 9), (25, 8), (31, 9)])
def test_an_entry_beyond_the_depth_is_found_though_windows_are_part_of_the_key(heap: int, depth: int) -> None:
    """There positions are searched again to a greater depth, in the windows in which they were not searched before."""
    assert errors_of_a_heap(heap, depth, with_depth=False) == {"entry-beyond-depth"}
    assert errors_of_a_heap(heap, depth, with_depth=True) == set()
