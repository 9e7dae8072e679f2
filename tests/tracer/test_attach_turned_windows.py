"""A negamax hands its window on swapped and negated: that tells which arguments it is, whatever they are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tracer.attaching.attach_functions import attach
from tracer.deciding import guesses
from tracer.diagnosis.examination import check

PIECES = [3 << place for place in range(8)]
Search = Callable[..., int]


def letters(count: Counter[str]) -> Search:
    def f(b: int, a: int, t: int) -> int:
        count["visits"] += 1
        r = -1
        for x in PIECES:
            if not b & x:
                r = max(r, -f(b | x, -t, -a))
                a = max(a, r)
                if a >= t:
                    count["cuts"] += 1
                    break
        return r

    return f


def upper_first(count: Counter[str]) -> Search:
    def f(taken: int, b: int, a: int) -> int:
        count["visits"] += 1
        for piece in PIECES:
            if not taken & piece:
                value = -f(taken | piece, -a, -b)
                if value > a:
                    a = value
                if b <= a:
                    count["cuts"] += 1
                    return b
        return a

    return f


def null_windows(count: Counter[str]) -> Search:
    def f(state: int, most: int, least: int) -> int:
        count["visits"] += 1
        best = -1
        for piece in PIECES:
            if state & piece:
                continue
            value = -f(state | piece, -least, -least - 1) if best > -1 else -f(state | piece, -least, -most)
            if best > -1 and least < value < most:
                value = -f(state | piece, -least, -most)
            best, least = max(best, value), max(least, value)
            if least >= most:
                count["cuts"] += 1
                break
        return best

    return f


@pytest.mark.parametrize("width", [1, 2])
@pytest.mark.parametrize(
    ("made", "ends"), [(letters, ("a", "t")), (upper_first, ("a", "b")), (null_windows, ("least", "most"))]
)
def test_the_window_is_what_is_swapped_and_negated(
    made: Callable[[Counter[str]], Search], ends: tuple[str, str], width: int
) -> None:
    """Also where it is never narrower than at the root, as where one wins or loses."""
    count = Counter[str]()
    search = made(count)
    window = (width, -width) if made is not letters else (-width, width)
    assert guesses.window(search.__code__) == ends
    with attach(search) as recording:
        search(0, *window)
    trace = recording.trace
    assert (trace.counts.visited, trace.counts.cutoffs) == (count["visits"], count["cuts"])
    assert (trace.columns.alpha[0], trace.columns.beta[0]) == (-width, width)
    assert check(trace) == []


def race(mine: int, yours: int, depth: int) -> int:
    """Its two scores are swapped and no window."""
    if depth == 0:
        return mine - yours
    return max(-race(yours, mine + step, depth - 1) for step in (1, 2))


def test_scores_that_are_swapped_are_no_window() -> None:
    assert guesses.window(race.__code__) is None


def value(heaps: tuple[int, ...], a: int, b: int) -> int:
    """One of two functions that follow one another, over the moves and down."""
    after = [(*heaps[:k], left, *heaps[k + 1 :]) for k, heap in enumerate(heaps) for left in range(heap)]
    return best_of(after, a, b, -9) if after else -1


def best_of(left: list[tuple[int, ...]], a: int, b: int, best: int) -> int:
    if not left:
        return best
    best = max(best, -value(left[0], -b, -max(a, best)))
    return best if best >= b else best_of(left[1:], a, b, best)


def test_an_end_of_the_window_does_not_say_who_moves(capsys: pytest.CaptureFixture[str]) -> None:
    with attach(value, best_of) as recording:
        value((2, 3, 1), -9, 9)
    assert recording.trace.counts.visited > 100
    said = capsys.readouterr().err
    assert "the window is a, b" in said
    assert not any(f"{name} says who moves" in said for name in ("a", "b"))
