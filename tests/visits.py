"""Searches that visit paths several times, made of chance: what a recorder is told, and a second account of it.

`wander` walks a tree game as no sensible search would: it searches moves again, prunes what it searches elsewhere,
closes positions by a table it does not have, and does so in several iterations. `account` then says what became of
every node of the full tree, with sets of paths and nothing else.
"""

import math
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import tracer
from tracer.games.tree import TreeGame
from tracer.recording.no_moves import Pass
from tracer.recording.status import EXPANDED, HORIZON, PRUNED, TABLE, TERMINAL

Path = tuple[Any, ...]


@dataclass
class Habits:
    """How likely a walk does what, at each move or visit."""

    again: float = 0.25
    """Searches a move once more, at once or after the others."""
    cut: float = 0.2
    """Skips all moves from one on."""
    table: float = 0.1
    """Closes a visit by a stored value."""
    passes: tuple[int, ...] = ()
    """The depth of each iteration below a driver; empty without a driver."""
    depth: int | None = None
    """The depth of a walk without a driver."""


@dataclass
class Walk:
    """One walk: what was recorded, and what happened to each path, in the order of time."""

    trace: tracer.Trace
    events: dict[Path, list[int]] = field(default_factory=dict)


def wander(game: TreeGame, habits: Habits, seed: int) -> Walk:
    """Walk about, and record it."""
    luck, record = Random(seed), tracer.Recorder(windowed=False)
    events: dict[Path, list[int]] = {}

    def visit(state: int, path: Path, move: Any, depth: int | None) -> None:
        node = record.enter(move, game.turn(state))
        over = game.utility(state) is not None
        status = TERMINAL if over else HORIZON if depth == 0 else TABLE if luck.random() < habits.table else EXPANDED
        events.setdefault(path, []).append(status)
        if status == EXPANDED:
            expand(state, path, None if depth is None else depth - 1)
        record.leave(node, 0, status)

    def expand(state: int, path: Path, depth: int | None) -> None:
        moves, late = list(game.moves(state)), []
        for k, move in enumerate(moves):
            if k and luck.random() < habits.cut:
                record.prune(moves[k:])
                for skipped in moves[k:]:
                    events.setdefault((*path, skipped), []).append(PRUNED)
                return
            visit(game.play(state, move), (*path, move), move, depth)
            if luck.random() < habits.again:
                visit(game.play(state, move), (*path, move), move, depth)
            if luck.random() < habits.again:
                late.append(move)
        for move in late:
            visit(game.play(state, move), (*path, move), move, depth)

    if habits.passes:
        driver = record.enter(None, game.turn(0))
        for number, depth in enumerate(habits.passes):
            visit(0, (), Pass(f"iteration {number}"), depth)
        record.leave(driver, 0)
    else:
        visit(0, (), None, habits.depth)
    depth = max(habits.passes) if habits.passes else habits.depth
    columns, moves = record.finish()
    header = tracer.Header(options={} if depth is None else {"depth": depth}, windowed=False)
    return Walk(tracer.Trace(columns, moves, header, game), events)


def account(game: TreeGame, walk: Walk, depth: float) -> Counter[str]:
    """How many nodes of the full tree were visited, pruned, known to the table, or left out for nothing."""
    found: Counter[str] = Counter()
    stack: list[tuple[int, Path]] = [(0, ())]
    while stack:
        state, path = stack.pop()
        found[_became(walk.events, path)] += 1
        if game.utility(state) is None and len(path) < depth:
            stack += [(game.play(state, move), (*path, move)) for move in game.moves(state)]
    return found


def _became(events: dict[Path, list[int]], path: Path) -> str:
    """What became of one node of the full tree, by what happened to the paths above it."""
    if set(events.get(path, ())) - {PRUNED}:
        return "visited"
    last = next(path[:k] for k in range(len(path), -1, -1) if path[:k] in events)
    if set(events[last]) == {PRUNED}:
        return "pruned"
    if TABLE in events[last]:
        return "table"
    for k in range(len(last), -1, -1):
        above = events[last[:k]]
        if TABLE in above:
            return "table"
        if PRUNED in above:
            return "pruned"
    return "nothing"


def scout(game: Any, record: tracer.Recorder) -> None:
    """A principal variation search with null windows of width 1, as textbooks have it."""

    def visit(state: Any, move: Any, turn: int, alpha: float, beta: float) -> float:
        node = record.enter(move, turn, alpha, beta)
        if (utility := game.utility(state)) is not None:
            record.leave(node, turn * utility, TERMINAL)
            return turn * utility
        best, moves = -math.inf, game.moves(state)
        for k, move in enumerate(moves):
            after, low = game.play(state, move), max(alpha, best)
            value = -visit(after, move, -turn, -beta if k == 0 else -low - 1, -low)
            if k and low < value < beta:
                value = -visit(after, move, -turn, -beta, -value)
            best = max(best, value)
            if best >= beta:
                record.prune(moves[k + 1 :])
                break
        record.leave(node, best, cutoff=best >= beta)
        return best

    visit(game.start(), None, 1, -9, 9)


def scouted(spec: Any) -> tracer.Trace:
    """Its recording."""
    game, record = tracer.game(spec), tracer.Recorder(view="mover")
    scout(game, record)
    return tracer.Trace(*record.finish(), tracer.Header(game=str(spec), search="scout"), game)
