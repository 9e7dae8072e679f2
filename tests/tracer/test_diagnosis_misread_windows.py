"""Wrong windows of negamax engines that tell of no lines: they are named, and no value for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

import tracer
from tracer.recording.no_moves import Onward, Pass
from tracer.recording.status import HORIZON, TERMINAL
from tracer.tracing import Trace

WIDEST = 9_999


class Pits(NamedTuple):
    """A row of seeds for each player; a last seed beside the own row may move again."""

    seeds: tuple[int, ...]
    side: int
    moves_on: bool = True

    def moves(self) -> list[int]:
        return [pit for pit in range(3) if self.seeds[3 * (self.side < 0) + pit]]

    def sow(self, pit: int) -> Pits:
        seeds, at = [*self.seeds], 3 * (self.side < 0) + pit
        hand, seeds[at] = seeds[at], 0
        for step in range(hand):
            seeds[(at + 1 + step) % 6] += 1 + (step == 2)
        again = self.moves_on and (pit + hand) % 3 == 0
        return Pits(tuple(seeds), self.side if again else -self.side, self.moves_on)

    def worth(self) -> int:
        return self.side * (sum(self.seeds[:3]) - sum(self.seeds[3:]) + 3 * (self.seeds[0] - self.seeds[4]))


START = Pits((3, 2, 3, 2, 3, 3), 1)
IN_TURN = [Pits((4, 4, 2, 4, 2, 1), -1, False), Pits((1, 3, 1, 4, 1, 4), 1, False), START]


class Engine:
    """A negamax with scouts that records itself."""

    def __init__(self, bug: str = "", *, soft: bool = False) -> None:
        self.bug, self.soft, self.recorder = bug, soft, tracer.Recorder()

    def enter(self, move: object, pits: Pits, alpha: int, beta: int) -> int:
        low, high = (alpha, beta) if pits.side > 0 else (-beta, -alpha)
        return self.recorder.enter(move, pits.side, low, high)

    def search(self, pits: Pits, move: object, depth: int, alpha: int, beta: int) -> int:
        """The value of a position for the player who moves there."""
        node, moves, cut = self.enter(move, pits, alpha, beta), pits.moves(), False
        if depth == 0 or not moves:
            value = pits.worth() if self.soft else min(max(pits.worth(), alpha), beta)
            self.recorder.leave(node, pits.side * value, HORIZON if moves else TERMINAL)
            return value
        best = -WIDEST if self.soft else alpha
        for place, pit in enumerate(moves):
            if cut:
                self.recorder.prune([pit])
                continue
            after, near = pits.sow(pit), max(alpha, best)
            scouts = place > 0 and beta - near > 1 and (after.side == pits.side or self.bug != "unsigned")
            value = self.value(pits, after, pit, depth - 1, near, near + 1 if scouts else beta)
            if scouts and near < value < beta:
                value = self.value(pits, after, pit, depth - 1, near, beta)
            best = max(best, value) if self.soft else min(max(best, value), beta)
            cut = best >= beta
        self.recorder.leave(node, pits.side * best, cutoff=cut)
        return best

    def value(self, pits: Pits, after: Pits, pit: int, depth: int, alpha: int, beta: int) -> int:
        """What a move is worth to the player who makes it."""
        if after.side == pits.side:
            return self.search(after, pit, depth, alpha, beta)
        ends = {"crossed": (-alpha, -beta), "unsigned": (-beta, alpha)}.get(self.bug, (-beta, -alpha))
        return -self.search(after, pit, depth, *ends)

    def finish(self) -> Trace:
        return Trace(*self.recorder.finish(), tracer.Header(options={} if self.soft else {"fail": "hard"}))


def scouted(bug: str = "", pits: Pits = START) -> Trace:
    """Searches deeper and deeper, each with a window about what the last one returned."""
    engine = Engine(bug)
    root, value = engine.enter(None, pits, -WIDEST, WIDEST), 0
    for depth in range(1, 8):
        low, high = (value - 5, value + 5) if depth > 2 else (-WIDEST, WIDEST)
        value = engine.search(pits, Pass(f"depth {depth}"), depth, low, high)
        if not low < value < high:
            value = engine.search(pits, Pass(f"depth {depth} again"), depth, -WIDEST, WIDEST)
    engine.recorder.leave(root, value)
    return engine.finish()


def guessed(bug: str = "", pits: Pits = START) -> Trace:
    """Searches with null windows alone, deeper and deeper, each about what the last one returned."""
    engine = Engine(bug, soft=True)
    root, value = engine.enter(None, pits, -WIDEST, WIDEST), 0
    for depth in range(1, 7):
        low, high = -WIDEST, WIDEST
        while low < high:
            beta = value + 1 if value == low else value
            value = engine.search(pits, Pass(f"depth {depth} beta {beta}"), depth, beta - 1, beta)
            low, high = (low, value) if value < beta else (value, high)
    engine.recorder.leave(root, value)
    return engine.finish()


@pytest.mark.parametrize("pits", IN_TURN)
@pytest.mark.parametrize("searched", [scouted, guessed])
def test_windows_that_are_right_are_not_blamed(searched: Callable[..., Trace], pits: Pits) -> None:
    assert tracer.check(searched(pits=pits)) == []


def test_an_end_without_its_sign_where_the_player_changes_is_named() -> None:
    """Where the same player moves on, windows are right: so each of these calls is judged by itself."""
    (found,) = tracer.check(scouted("unsigned"))
    assert found.disease == "window-not-negated"
    assert found.nodes > 40


@pytest.mark.parametrize("pits", IN_TURN)
@pytest.mark.parametrize("searched", [scouted, guessed])
def test_crossed_windows_are_no_values_with_a_wrong_sign(searched: Callable[..., Trace], pits: Pits) -> None:
    """The near end of a crossed window is the far one, which may be what a value is with its sign turned over."""
    (found,) = tracer.check(searched("crossed", pits))
    assert found.disease == "window-not-swapped"


def test_who_hands_a_position_on_still_moves_there() -> None:
    """A node that hands on chooses nothing, and the sentence about its window names its player all the same."""
    recorder = tracer.Recorder()
    root = recorder.enter(None, 1, -9, 9)
    recorder.leave(recorder.enter("a", -1, -9, 9), 0, HORIZON)
    for move in ("b", "c"):
        narrow = recorder.enter(move, -1, 4, 5)
        recorder.leave(recorder.enter(Onward("quiesce"), -1, 4, 5), 4, HORIZON)
        recorder.leave(narrow, 4)
    recorder.leave(root, 4)
    (found,) = tracer.check(Trace(*recorder.finish(), tracer.Header(notes={"script": "own.py"})))
    assert found.disease == "window-too-narrow"
    assert found.message.startswith("MIN to move got the window (4, 5), though its parent had (0, 9)")
