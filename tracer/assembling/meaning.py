"""What the variables of a call mean, by what was decided of them: who moves, the window, the position."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import repeat
from types import CodeType
from typing import Any

import numpy as np

from tracer.assembling.batch import Batch
from tracer.assembling.call_rows import NO_TURN, Entered, Visit
from tracer.assembling.texts import Position, Texts, joined
from tracer.deciding.call import Call, Copy, Path, held_at
from tracer.deciding.decision import Decision, Reading
from tracer.deciding.handing import lines_at_same_position
from tracer.deciding.position_parts import snapshot_of
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.returned import plain_number
from tracer.deciding.thresholds import DIGITS, LARGEST
from tracer.errors import PlyscopeError
from tracer.games.rules import Turn
from tracer.games.snapshots import PLAIN_TYPES
from tracer.recording.columns import Array, Bools, Floats
from tracer.recording.no_moves import Pass
from tracer.text import clean

INFINITY = float("inf")
_NUMBERS = {int, float}
_SAME_POSITION = Pass("same position")
"""Leads to a call at its caller's position that is for the same player."""
_UNTOLD = 2
"""Stands for the turn of a call, as long as nothing tells it."""


class Meaning:
    """What a search's variables mean."""

    def __init__(self, decision: Decision, said: dict[str, Any], referee: Referee | None, texts: Texts) -> None:
        self.decision, self.referee, self.texts, self._said = decision, referee, texts, said
        self.mover = decision.players.view == "mover"
        """Whether values are the mover's."""
        self.turned = not self.mover and decision.positions.sign < 0
        """Whether the search's MAX is the game's MIN: what it says is turned round."""
        self._total = decision.players.sum_of_values
        """What the values of both players add up to."""
        self.placed = referee if decision.positions.fits else None
        """The game, if it knows the positions."""

    def to_max(self, value: float, whose: int) -> float:
        """Return a value of the search's own view in MAX's view; `whose` matters only for the mover's view."""
        if not (self.turned or (self.mover and whose < 0)):
            return value
        return round(self._total - value, DIGITS) if self._total else 0.0 - value

    from_max = to_max
    """Return a value of MAX's view in the search's own: the conversion is its own inverse."""

    def all_to_max(self, values: Floats, whose: Array) -> Floats:
        """Return many values of the search's own view in MAX's view."""
        if not (self.turned or self.mover):
            return values
        found: Floats = np.where((whose < 0) | self.turned, self._total - values, values)
        return np.round(found, DIGITS) if self._total else found

    @property
    def tells_of_moves(self) -> bool:
        """Whether a game, a callable or the weights of chance name each move."""
        told = any(reading.moves for reading in self.decision.readings.values())
        return told or bool(self.decision.weights) or self.placed is not None

    def plain(self, batch: Batch) -> bool:
        """Fill in players and windows of a batch; return False if a call has to be read alone."""
        readings = [self.decision.reading(code) for code in batch.codes]
        ends = {(reading.alpha is None, reading.beta is None) for reading in readings}
        several = len(ends) > 1 or (True, False) in ends or (False, True) in ends
        if several or any(reading.either for reading in readings):
            return False
        return self._fill_turns(batch) and self._fill_windows(batch, windowed=(False, False) in ends)

    def beyond(self, batch: Batch) -> Bools:
        """Return a mask of the calls beyond the horizon."""
        found = np.array([code in self.decision.beyond for code in batch.codes], bool)[batch.code]
        if self.decision.below_zero:
            found |= (batch.parent >= 0) & (batch.depth < 0) & (batch.depth[batch.parent] <= 0)
        return found

    def _fill_turns(self, batch: Batch) -> bool:
        players = self.decision.players
        always = [players.turn_of_function(code) for code in batch.codes]
        by_variable = players.turn_source == "variable"
        is_plain = by_variable or players.alternates or (players.turn_source == "function" and None not in always)
        if self.turned or not is_plain:
            return False
        known, again = batch.understood, batch.at_same_position(lines_at_same_position)
        turns = np.array([_UNTOLD if turn is None else turn for turn in always], np.int8)[batch.code]
        turns[known] = [batch.visit(row).turn for row in known]
        if by_variable and None in always:
            told = batch.told_players
            if not batch.kinds["told"] <= PLAIN_TYPES:
                told = [None if row in known else one for row, one in enumerate(told, batch.carried_over_count)]
                if not PLAIN_TYPES.issuperset(map(type, told)):
                    return False
            keys, fresh = map(players.key, told) if players.cycle else told, turns[batch.carried_over_count :]
            found = np.fromiter(map(players.turns.get, keys, repeat(_UNTOLD)), np.int8, len(fresh))
            fresh[:] = np.where(fresh == _UNTOLD, found, fresh)
        rest = np.flatnonzero(turns == _UNTOLD)
        if len(rest) and not players.alternates:
            return False
        rest = rest[np.argsort(batch.level[rest], kind="stable")]
        for rows in np.split(rest, np.flatnonzero(np.diff(batch.level[rest])) + 1):
            above = turns[batch.parent[rows]]
            turns[rows] = np.where(again[rows], above, np.where(above == 0, 1, -above))
        for row in np.flatnonzero(again & (turns == turns[batch.parent])).tolist():
            batch.said_moves[row] = _SAME_POSITION
        batch.turn = batch.whose = turns
        return True

    def _fill_windows(self, batch: Batch, *, windowed: bool) -> bool:
        batch.alpha, batch.beta = np.full(len(batch), -INFINITY), np.full(len(batch), INFINITY)
        fresh = slice(batch.carried_over_count, None)
        if windowed:
            if self._total or not batch.kinds["alpha"] | batch.kinds["beta"] <= _NUMBERS:
                return False
            try:
                low, high = (np.fromiter(ends, np.float64, len(ends)) for ends in (batch.low, batch.high))
            except OverflowError:
                return False
            wide = (low == -INFINITY) | (abs(low) <= LARGEST), (high == INFINITY) | (abs(high) <= LARGEST)
            if not (wide[0] & wide[1]).all():
                return False
            other = (batch.turn[fresh] < 0) & self.mover | self.turned
            batch.alpha[fresh], batch.beta[fresh] = np.where(other, 0.0 - high, low), np.where(other, 0.0 - low, high)
        for row in batch.understood:
            visit = batch.visit(row)
            batch.alpha[row], batch.beta[row] = visit.alpha, visit.beta
        return True

    def visit(self, row: Entered, above: Visit | None) -> Visit:
        """Return the visit of one call."""
        code, at = row.code, row.at
        place = UNKNOWN if at is None else self.place(at, None, above)
        again = above is not None and self._is_at_same_position(row, above)
        turn = above.turn if again and above is not None else int(self.turn(code, row.told, place, above))
        if at is not None and place is UNKNOWN:
            place = self.place(at, Turn(turn), above)
        players, side, key = self.decision.players, turn, row.told
        if players.dice is not None:
            key = players.dice.key(code, row.dice, above)
            side = turn if turn and place is not UNKNOWN else players.side(code, key, above)
        window = self.window(side, self.decision.reading(code), row.alpha, row.beta)
        visit = Visit(code, turn, *window, at, place)
        if players.turn_source == "changes" or players.dice is not None:
            visit.key, visit.side = key, side
        visit.depth, visit.called_at, visit.legal = row.depth, row.called_at, row.legal
        visit.said = _SAME_POSITION if again else row.said
        if not turn and (weighing := self.decision.weights.get(code)) is not None:
            visit.weighing, visit.outcomes = weighing, []
        if above is not None and above.weighing is not None and above.weighing.name is not None:
            visit.weight = row.weight
        return visit

    def _is_at_same_position(self, row: Entered, above: Visit) -> bool:
        """Whether a call is no move, by its function's text, the position and what tells who moves."""
        made = row.at is not None and row.at == above.at and row.code is above.code
        if not made or row.called_at not in lines_at_same_position(row.code):
            return False
        if self._said["turn"] is None and self.decision.players.turn_source != "variable":
            return self.decision.players.dice is None
        return int(self.turn(row.code, row.told, above.place, above)) == above.turn

    def turn(self, code: CodeType, held: Any, place: Any, above: Visit | None) -> Turn:
        """Who moves at a call: by the game, where it is believed and knows the position, else by `Players`."""
        players = self.decision.players
        if place is not UNKNOWN and self.referee is not None and (self.turned or players.believes_the_game):
            return self.referee.turn(place)
        return players.turn(code, held, above)

    def told_turn(self, call: Call) -> Any:
        """What the variable that tells who moves held."""
        return self.seen(call, self.decision.reading(call.code).turn, NO_TURN)

    def window(self, turn: int, reading: Reading, alpha: Any, beta: Any) -> tuple[float, float]:
        """The window of a visit, from what the variables of its ends hold; of its only end where it has one."""
        if reading.either is not None:
            either, worst = alpha, -INFINITY if self.mover else INFINITY * turn
            end = worst if either in reading.nothing else window_end_number("either", either, worst)
            end = self._total - end if self.turned or (self.mover and turn > 0) else end
            return (-INFINITY, end) if turn > 0 else (end, INFINITY)
        low, high = -INFINITY, INFINITY
        if reading.alpha is not None:
            low = window_end_number("alpha", alpha, -INFINITY, said=reading.alpha == "=alpha")
        if reading.beta is not None:
            high = window_end_number("beta", beta, INFINITY, said=reading.beta == "=beta")
        if self.turned or (self.mover and turn < 0):
            low, high = self._total - high, self._total - low
        return (round(low, DIGITS), round(high, DIGITS)) if self._total else (low, high)

    def place(self, at: Position, turn: Turn | None, above: Visit | None) -> Any:
        """What a position is to the game, which may have to know who moves."""
        if self.placed is None or (turn is not None and not self.placed.needs_turn):
            return UNKNOWN
        return self.placed.place(at.snapshot, turn, UNKNOWN if above is None else above.place)

    def seen(self, call: Call, path: Path | None, otherwise: Any = None) -> Any:
        """What a variable, or several together, held."""
        if path is not None and "," in path:
            return snapshot_of(call, path, NO_TURN)
        held = otherwise if path is None else held_at(call.entry_values, path, otherwise)
        return held.held if isinstance(held, Copy) else held

    def position(self, call: Call, path: Path, state: Hashable) -> Position:
        """The position that a variable held."""
        held = self.copy_of(call.entry_values, path)
        return self.texts.position(state, state, None if held is None else held.position)

    def copy_of(self, seen: Mapping[Path, Any], path: Path) -> Copy | None:
        """Return the copy of a variable, or of several together; None where it holds nothing that may change."""
        held = seen.get(path)
        if "," not in path:
            return held if isinstance(held, Copy) else None
        parts = [seen.get(one, UNKNOWN) for one in path.split(",")]
        copied = any(isinstance(part, Copy) for part in parts) and UNKNOWN not in parts
        return joined(parts) if copied else None


def window_end_number(option: str, value: Any, open_end: float, *, said: bool = False) -> float:
    """An end of a window as a number; None is an open end.

    Args:
        option: which end it is.
        value: what the search has.
        open_end: what an open end is.
        said: whether the user said that it is there; else what is no number is taken for an open end.

    Raises:
        PlyscopeError: it was said, and is no number.
    """
    if (type(value) is float or type(value) is int) and -LARGEST <= value <= LARGEST:
        return value
    if value is None:
        return open_end
    number = plain_number(value)
    if number is not None:
        return float(number) if -LARGEST <= number <= LARGEST else INFINITY if number > 0 else -INFINITY
    if not said:
        return open_end
    raise PlyscopeError(f"{option} is {clean(repr(value), 60)} at a call, which is no number; say {option}=…")
