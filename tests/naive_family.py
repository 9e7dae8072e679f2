"""Searches of the family once more, in another style: over explicit paths, with everything that happens in lists.

Nothing is shared with `tracer.searches` but the definitions: windows are turned around in other places, PVS and
deepening are written in the form that the other one has there, MTD(f) asks "at least this much?" without a window.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Path = tuple[Any, ...]
UP, DOWN = math.inf, -math.inf


@dataclass
class Tally:
    """What a search did."""

    game: Any
    value: float = math.nan
    visits: list[Path] = field(default_factory=list)
    leaves: list[Path] = field(default_factory=list)
    cut: list[int] = field(default_factory=list)
    """For each cutoff, the moves that it skipped."""
    skipped: list[Path] = field(default_factory=list)
    again: int = 0
    hits: int = 0
    passes: list[int] = field(default_factory=list)
    """Visits by pass."""

    def counts(self) -> dict[str, int]:
        """The numbers by the names that `tracer.Counts` has for them."""
        driver = bool(self.passes)
        return {
            "visited": len(self.visits) + driver,
            "distinct_nodes": len(set(self.visits)),
            "leaf_evaluations": len(self.leaves),
            "cutoffs": len(self.cut),
            "pruning_cutoffs": sum(map(bool, self.cut)),
            "skipped_moves": len(self.skipped),
            "pruned_branches": len(set(self.skipped) - set(self.visits)),
            "re_searches": self.again,
            "table_hits": self.hits,
            "passes": len(self.passes),
        }

    def worth(self, path: Path, state: Any, depth: float) -> float | None:
        """The value of a leaf, MAX's view; None of what is none."""
        value = self.game.utility(state)
        if value is None and depth == 0:
            value = self.game.evaluate(state)
        if value is not None:
            self.leaves.append(path)
        return None if value is None else float(value)

    def prune(self, path: Path, moves: list[Any]) -> None:
        """A cutoff that skips some moves, or none."""
        self.cut.append(len(moves))
        self.skipped += [(*path, move) for move in moves]

    def is_leaf(self, state: Any, depth: float) -> bool:
        return depth == 0 or self.game.utility(state) is not None


def pvs(game: Any, depth: float) -> Tally:
    """Principal variation search for MAX and MIN, each with its own half of the window."""
    tally = Tally(game)

    def visit(path: Path, state: Any, depth: float, low: float, high: float) -> float:
        tally.visits.append(path)
        value = tally.worth(path, state, depth)
        if value is not None:
            return value
        is_max = game.turn(state) > 0
        best = DOWN if is_max else UP
        rest = list(game.moves(state))
        first = True
        while rest:
            move = rest.pop(0)
            after, below = game.play(state, move), (*path, move)
            edge = math.nextafter(low, UP) if is_max else math.nextafter(high, DOWN)
            scouts = not first and (edge < high if is_max else edge > low)
            first = False
            if scouts:
                value = visit(below, after, depth - 1, *((low, edge) if is_max else (edge, high)))
                if low < value < high and not tally.is_leaf(after, depth - 1):
                    tally.again += 1
                    value = visit(below, after, depth - 1, *((value, high) if is_max else (low, value)))
            else:
                value = visit(below, after, depth - 1, low, high)
            best = max(best, value) if is_max else min(best, value)
            if (is_max and best >= high) or (not is_max and best <= low):
                tally.prune(path, rest)
                break
            low, high = (max(low, best), high) if is_max else (low, min(high, best))
        return best

    tally.value = visit((), game.start(), depth, DOWN, UP)
    return tally


def scout(game: Any, depth: float) -> Tally:
    """Pearl's SCOUT: EVAL takes the first move's value, and TEST asks whether another is better."""
    tally = Tally(game)

    def evaluate(path: Path, state: Any, depth: float) -> float:
        tally.visits.append(path)
        value = tally.worth(path, state, depth)
        if value is not None:
            return value
        turn = int(game.turn(state))
        moves = list(game.moves(state))
        best = evaluate((*path, moves[0]), game.play(state, moves[0]), depth - 1)
        for move in moves[1:]:
            below, after = (*path, move), game.play(state, move)
            number = test(below, after, depth - 1, best, turn)
            if turn * number > turn * best:
                tally.again += 1
                best = evaluate(below, after, depth - 1)
        return best

    def test(path: Path, state: Any, depth: float, number: float, asks: int) -> float:
        """A bound that says whether a value is better than a number for the player who asks."""
        tally.visits.append(path)
        value = tally.worth(path, state, depth)
        if value is not None:
            return value
        turn, found = int(game.turn(state)), list[float]()
        rest = list(game.moves(state))
        while rest:
            move = rest.pop(0)
            found.append(test((*path, move), game.play(state, move), depth - 1, number, asks))
            better = asks * found[-1] > asks * number
            if better == (turn == asks):
                tally.prune(path, rest)
                break
        return turn * max(turn * one for one in found)

    tally.value = evaluate((), game.start(), depth)
    return tally


def mtdf(game: Any, depth: float, guess: float = 0.0, *, by_path: bool = False) -> Tally:
    """MTD(f): is the value at least this much? And so on, until what is known from both sides is one number."""
    tally = Tally(game)
    known: dict[Any, list[float]] = {}
    name: Callable[[Any], Any] = getattr(game, "key", lambda state: state)

    def at_least(path: Path, state: Any, depth: float, much: float) -> float:
        tally.visits.append(path)
        ends = known.setdefault((path if by_path else name(state), depth), [DOWN, UP])
        for end, decides in ((ends[0], ends[0] >= much or ends[0] == ends[1]), (ends[1], ends[1] < much)):
            if decides:
                tally.hits += 1
                return end
        value = tally.worth(path, state, depth)
        if value is not None:
            ends[:] = [value, value]
            return value
        wins = game.turn(state) > 0
        rest, found = list(game.moves(state)), list[float]()
        while rest:
            move = rest.pop(0)
            found.append(at_least((*path, move), game.play(state, move), depth - 1, much))
            if (found[-1] >= much) == wins:
                tally.prune(path, rest)
                break
        value = max(found) if wins else min(found)
        if value >= much:
            ends[0] = max(ends[0], value)
        else:
            ends[1] = min(ends[1], value)
        return value

    low, high, value = DOWN, UP, guess
    while low < high:
        much = value if value > low else math.nextafter(value, UP)
        before = len(tally.visits)
        value = at_least((), game.start(), depth, much)
        tally.passes.append(len(tally.visits) - before)
        low, high = (value, high) if value >= much else (low, value)
    tally.value = value
    return tally


def deepening(game: Any, depth: int, with_: str = "", aspiration: float = 0.0) -> Tally:
    """Iterative deepening, each iteration a negamax; what is learned stands in plain dictionaries."""
    tally, used = Tally(game), set(with_.split(","))
    stored: dict[Any, tuple[float, str]] = {}
    best_moves: dict[Any, Any] = {}
    killers: dict[int, list[Any]] = {}
    history: dict[Any, int] = {}
    name: Callable[[Any], Any] = getattr(game, "key", lambda state: state)

    def in_order(state: Any, ply: int) -> list[Any]:
        rest, turn = list(game.moves(state)), int(game.turn(state))
        first: list[Any] = []
        if "hash" in used and name(state) in best_moves:
            first.append(best_moves[name(state)])
        if "killers" in used:
            first += killers.get(ply, [])
        front = []
        for move in first:
            if move in rest:
                rest.remove(move)
                front.append(move)
        if "history" in used:
            rest.sort(key=lambda move: history.get((turn, move), 0), reverse=True)
        return front + rest

    def cut(move: Any, state: Any, ply: int, depth: int) -> None:
        mine = killers.setdefault(ply, [])
        if mine[:1] != [move]:
            killers[ply] = ([move] + [one for one in mine if one != move])[:2]
        key = (int(game.turn(state)), move)
        history[key] = history.get(key, 0) + depth * depth

    def negamax(path: Path, state: Any, depth: int, low: float, high: float) -> float:
        """The value for the player who moves, whose window it is."""
        tally.visits.append(path)
        turn, key = int(game.turn(state)), (name(state), depth)
        if key in stored and "table" in used:
            value, says = stored[key]
            if says == "=" or (says == ">" and value >= high) or (says == "<" and value <= low):
                tally.hits += 1
                return value
        worth = tally.worth(path, state, depth)
        if worth is not None:
            stored[key] = turn * worth, "="
            return turn * worth
        best, best_move, floor = DOWN, None, low
        rest = in_order(state, len(path))
        while rest:
            move = rest.pop(0)
            after = game.play(state, move)
            if game.turn(after) == turn:
                value = negamax((*path, move), after, depth - 1, floor, high)
            else:
                value = -negamax((*path, move), after, depth - 1, -high, -floor)
            if value > best:
                best, best_move = value, move
            floor = max(floor, best)
            if best >= high:
                tally.prune(path, rest)
                cut(move, state, len(path), depth)
                break
        best_moves[name(state)] = best_move
        stored[key] = best, ">" if best >= high else "<" if best <= low else "="
        return best

    turn, value = int(game.turn(game.start())), 0.0
    for limit in range(1, depth + 1):
        low, high = DOWN, UP
        if aspiration and limit > 1:
            low, high = value - aspiration, value + aspiration
        while True:
            before = len(tally.visits)
            value = negamax((), game.start(), limit, low, high)
            tally.passes.append(len(tally.visits) - before)
            if low < value < high:
                break
            low, high = (DOWN, high) if value <= low else (low, UP)
    tally.value = turn * value
    return tally
