"""What the variables of a call mean, by what was decided of them: who moves, the window, the position."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import CodeType, FrameType
from typing import Any

from tracer.attaching import readers
from tracer.attaching.readers import Readers
from tracer.attaching.returned_values import limit
from tracer.attaching.texts import Position, Texts, joined
from tracer.attaching.visit import Visit
from tracer.deciding import guesses
from tracer.deciding.call import Call, Copy, Path, held_at
from tracer.deciding.decision import Decision, Reading
from tracer.deciding.passing import DIGITS
from tracer.deciding.players import told_by, turn_said
from tracer.deciding.position_parts import snapshot_of
from tracer.deciding.referee import UNKNOWN, Referee
from tracer.deciding.returned import is_number
from tracer.games.rules import CHANCE, MAX, Turn

INFINITY = float("inf")
NO_TURN = ("nothing",)
"""What a variable that tells who moves held where there is none."""


class Meaning:
    """What a search's variables mean.

    Args:
        decision: what they are.
        said: what the user said of them.
        referee: the game, if there is one.
        texts: the texts of positions.
    """

    def __init__(self, decision: Decision, said: dict[str, Any], referee: Referee | None, texts: Texts) -> None:
        self.decision, self._said, self._referee, self._texts = decision, said, referee, texts
        self.mover = decision.players.view == "mover"
        """Whether values are the mover's."""
        self.turned = not self.mover and decision.positions.sign < 0
        """Whether the search's MAX is the game's MIN: what it says is turned round."""
        self._total = decision.players.total
        """What the values of both players add up to."""
        self.placed = referee if decision.positions.fits else None
        """The game, if it knows the positions."""
        self.readers: dict[int, Readers] = {}
        """By the identity of the function's code, which takes less long than its hash; they keep it."""
        self._roles = guesses.roles(said["turn"])

    def readers_of(self, frame: FrameType) -> Readers:
        """How to read a function."""
        code = frame.f_code
        found = self.readers.get(id(code))
        if found is None:
            reading = self.decision.reading(code)
            found = self.readers[id(code)] = readers.readers(reading, self._said, frame)
            players = self.decision.players
            if self._said["turn"] is None and not self.turned:
                always = players.turns.get(code) if players.by in ("function", "variable") else None
                if always is None and players.by == "function":
                    always = guesses.side(code.co_name)
                found.always = None if always is None else int(always)
                if players.by == "variable" and always is None:
                    found.turns = {held: int(turn) for held, turn in players.turns.items()}
                found.both = found.both and not self._total
                found.alternates = (
                    players.by == "in turn" and not players.turns and self.placed is None and not self.decision.handed
                )
        return found

    def turn(self, code: CodeType, told: Any, place: Any, above: Visit | None) -> Turn:
        """Who moves at a call."""
        if self.turned and place is not UNKNOWN and self._referee is not None:
            return self._referee.turn(place)
        players = self.decision.players
        if players.dice is not None and self._said["turn"] is None:
            if place is not UNKNOWN and self._referee is not None:
                return self._referee.turn(place)
            key = self.dice_key(code, told, above)
            return CHANCE if key[0] in players.dice.chance else Turn(self.side(code, key, above))
        if self._said["turn"] is not None:
            said = turn_said(players, self._said["turn"], self._roles, code, told)
            return self.in_turn(code, above) if said is None else said
        if (
            players.by == "function"
            and (by_function := players.turns.get(code, guesses.side(code.co_name))) is not None
        ):
            return by_function
        if players.by == "changes" and above is not None:
            return players.below(Turn(above.turn), above.told, told)
        if players.by == "variable" and (by_function := players.turns.get(code)) is not None:
            return by_function
        known = players.turns.get(told) if players.by == "variable" and told.__hash__ is not None else None
        if known is not None:
            return known
        if players.by in ("game", "in turn") and place is not UNKNOWN and self._referee is not None:
            return self._referee.turn(place)
        return self.in_turn(code, above)

    def dice_key(self, code: CodeType, told: Any, above: Visit | None) -> tuple[Hashable, Hashable]:
        """What tells players from chance at a call of a negamax with dice, and what says whose value it returns."""
        assert self.decision.players.dice is not None
        return self.decision.players.dice.key(code, told, 0 if above is None else 1 - above.ply % 2)

    def side(self, code: CodeType, key: tuple[Hashable, Hashable], above: Visit | None, turn: int = 0) -> int:
        """Whose value a call of a negamax with dice returns: that of whoever moves there, by `turn`, if it is told."""
        dice = self.decision.players.dice
        if turn or dice is None:
            return turn
        if above is None:
            return int(MAX)
        handed = (above.code, code) in self.decision.handed
        return above.whose if handed else dice.side(above.told, above.whose, key)

    def key_above(self, call: Call, child: Call) -> tuple[Hashable, Hashable]:
        """The key of the function above: it is a player's, below whom values are the other one's."""
        dice = self.decision.players.dice
        assert dice is not None
        path = dice.player
        players = [key for key in dice.turning if key not in dice.chance]
        own = NO_TURN if path is None else self.seen(call, path, NO_TURN)
        return next(iter(players), NO_TURN), own

    def in_turn(self, code: CodeType, above: Visit | None) -> Turn:
        """The same where nothing tells it: the players move in turn."""
        if above is None:
            return self.decision.players.first
        if self.decision.handed and (above.code, code) in self.decision.handed:
            return Turn(above.turn)
        return self.decision.players.after(Turn(above.turn))

    def told_turn(self, call: Call) -> Any:
        """What the variable that tells who moves held."""
        path = self.decision.reading(call.code).turn
        return NO_TURN if path is None else self.seen(call, path, NO_TURN)

    def told_dice(self, call: Call) -> Any:
        """Return what the variable held that tells chance from players."""
        path = self.decision.reading(call.code).dice
        return NO_TURN if path is None else self.seen(call, path, NO_TURN)

    def window(self, turn: int, reading: Reading, alpha: Any, beta: Any, either: Any) -> tuple[float, float]:
        """The window of a visit, from what the variables of its ends hold."""
        if reading.either is not None:
            worst = -INFINITY if self.mover else INFINITY * turn
            end = worst if either in reading.nothing else limit("either", either, worst)
            end = self._total - end if self.turned or (self.mover and turn > 0) else end
            return (-INFINITY, end) if turn > 0 else (end, INFINITY)
        low, high = -INFINITY, INFINITY
        if reading.alpha is not None:
            low = limit("alpha", alpha, -INFINITY, said=reading.alpha == "=alpha")
        if reading.beta is not None:
            high = limit("beta", beta, INFINITY, said=reading.beta == "=beta")
        if self.turned or (self.mover and turn < 0):
            low, high = self._total - high, self._total - low
        return (round(low, DIGITS), round(high, DIGITS)) if self._total else (low, high)

    def window_above(self, call: Call, child: Call, turn: int) -> tuple[float, float]:
        """The window of the function above, where its first child got it: an aspiration window's, for instance."""
        reading, named = self.decision.reading(child.code), guesses.window(call.code)
        open_ = -INFINITY, INFINITY
        if named is None or reading.alpha is None or reading.beta is None:
            return open_
        own = [call.seen.get(path) for path in named]
        if not all(is_number(end) and type(end) is not bool for end in own):
            return open_
        below = int(self.turn(child.code, self.told_turn(child), UNKNOWN, None))
        below = int(self.decision.players.after(Turn(turn))) if self.decision.players.by == "in turn" else below
        got = self.window(below, reading, child.seen.get(reading.alpha), child.seen.get(reading.beta), None)
        mine = self.window(turn, reading, own[0], own[1], None)
        return mine if mine == got and mine[0] < mine[1] else open_

    def place(self, at: Position, turn: Turn | None, above: Visit | None) -> Any:
        """What a position is to the game, which may have to know who moves."""
        if self.placed is None or (turn is not None and not self.placed.needs_turn):
            return UNKNOWN
        return self.placed.place(at.snapshot, turn, UNKNOWN if above is None else above.place)

    def seen(self, call: Call, path: Path | None, otherwise: Any = None) -> Any:
        """What a variable, or several together, held."""
        if path is not None and "," in path:
            return told_by(call, path)
        held = otherwise if path is None else held_at(call.seen, path, otherwise)
        return held.held if isinstance(held, Copy) else held

    def position(self, call: Call, path: Path, state: Hashable) -> Position:
        """The position that a variable held."""
        held = self.copy_of(call.seen, path)
        return self._texts.position(state, state, None if held is None else held.text)

    def copy_of(self, seen: Mapping[Path, Any], path: Path) -> Copy | None:
        """Return the copy of a variable, or of several together; None where it holds nothing that may change."""
        held = seen.get(path)
        if "," not in path:
            return held if isinstance(held, Copy) else None
        parts = [seen.get(one, UNKNOWN) for one in path.split(",")]
        copied = any(isinstance(part, Copy) for part in parts) and UNKNOWN not in parts
        return joined(parts) if copied else None

    def position_above(self, call: Call, child: Call) -> tuple[Position | None, Any]:
        """The position of the function above, None where it has none, and what it is to the game.

        Args:
            call: that of the function above.
            child: the first call that it made.
        """
        path = self.decision.reading(child.code).state
        kind = None if path is None or callable(self._said["state"]) else _kind(child, path)
        alike = [one for one in call.seen if not one.startswith("=") and _kind(call, one) is kind is not None]
        for candidate in (path, *(alike if self._referee is None else call.seen)):
            if candidate is None or (found := snapshot_of(call, candidate)) is UNKNOWN:
                continue
            place = UNKNOWN if self._referee is None else self._referee.place(found)
            if place is not UNKNOWN or self._referee is None:
                return self.position(call, candidate, found), place
        return None, UNKNOWN


def _kind(call: Call, path: Path) -> type | None:
    """Return the class of what a variable holds that may be a position: a copy, or a text."""
    held = call.seen.get(path)
    return type(held.held) if isinstance(held, Copy) else str if isinstance(held, str) else None
