"""Who moves at the calls of a search, and whose values they return."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from tracer.deciding import guesses
from tracer.deciding.call import Call, Handoffs, Path
from tracer.deciding.position_parts import snapshot_of
from tracer.deciding.seen_values import NONE, Evidence
from tracer.deciding.thresholds import FEW
from tracer.errors import PlyscopeError
from tracer.games.rules import CHANCE, MAX, MIN, Turn
from tracer.games.snapshots import freeze

OTHER = {MAX: MIN, MIN: MAX}
CHANGES: dict[str, Callable[[Any, Any], bool]] = {
    "another": lambda above, below: bool(below != above),
    "negated": lambda above, below: below == -above,
    "swapped": lambda above, below: below == above[::-1],
    "swapped and negated": lambda above, below: below[0] == -above[1] or below[1] == -above[0],
}
"""How what a variable holds, or what two hold, changes from a call to one below where the other one moves."""
OR_TURN = " (or turn=…)"
"""Ends what is said of who moves where that is a guess."""
NO_MINUS = "a negamax, as each call takes its greatest value and leaves have the mover's"
"""What to say of a search as `lacks_its_minus` finds it."""


class Mover:
    """Who moves at a call, and what tells who moves below it.

    Args:
        code: its function.
        turn: who moves there.
    """

    side: int = 0
    """Whose value it returns where chance moves in a negamax: 1 for MAX, −1 for MIN; 0 for whoever moves."""
    key: Any = None
    """What the variable held that tells who moves by its changes; with dice, see `Dice.key`."""
    ply: int = 0
    """Moves that led to it; iterations are none."""

    def __init__(self, code: CodeType, turn: int) -> None:
        self.code, self.turn = code, turn

    @property
    def whose(self) -> int:
        """Whose value it returns, where values are the mover's: 1 for MAX, −1 for MIN."""
        return self.side or self.turn


@dataclass(frozen=True)
class Dice:
    """Where chance moves in a negamax, and whose values are below a call."""

    kind: str
    """What tells players from chance: a variable, `"function"`, or `"in turn"`."""
    chance: frozenset[Hashable]
    """What that is where chance moves."""
    turning: frozenset[Hashable] = frozenset()
    """What it is at calls below which values are the other player's."""
    player: Path | None = None
    """The variable that names the owner of a value, where one does: values are turned over where it changes."""

    @property
    def path(self) -> Path | None:
        """The variables that are read of each call: what tells players from chance, and whose values they are."""
        kind = None if self.kind in ("function", "in turn") else self.kind
        return ",".join(one for one in (kind, self.player) if one is not None) or None

    def key(self, code: CodeType, variable: Hashable, above: Mover | None) -> tuple[Hashable, Hashable]:
        """Return what tells players from chance at a call, and what says whose values they are; see `Players.turn`."""
        if self.kind == "function":
            return code, variable
        if self.kind == "in turn":
            return (0 if above is None else 1 - above.ply % 2), variable
        return variable if self.player is not None and isinstance(variable, tuple) else (variable, None)


@dataclass(frozen=True)
class Players:
    """Who moves at the calls of a search, and whose values they return."""

    view: str = "max"
    """`"max"` or `"mover"`."""
    turn_source: str = "in turn"
    """What tells who moves: `"function"`, `"variable"`, `"changes"` of one, `"dice"`, `"game"`, `"said"` by the user,
    or "in turn"."""
    variables: dict[CodeType, Path] = field(default_factory=dict)
    """The variable that tells it, where one does; two with a comma between them where it takes both."""
    turns: dict[Hashable, Turn] = field(default_factory=dict)
    """Who moves by what the variable holds, or by the function, for those without it; by even and odd plies, where
    chance takes turns."""
    cycle: int = 0
    """How many players there are if the variable counts moves: `turns` has the remainders by that."""
    first: Turn = MAX
    """Who moves at the outermost call where the players take turns."""
    is_learned: bool = False
    """Whether it was the values that told who moves, and no name."""
    words: tuple[str, ...] = ()
    """What was assumed."""
    change: str = ""
    """How a variable changes where the other one moves than before, if that tells it: a key of `CHANGES`."""
    sum_of_values: float = 0.0
    """What the values of both players add up to, where they are the mover's."""
    dice: Dice | None = None
    """Where chance moves, whose values are below, where `turn_source` is "dice": a negamax then has chance nodes."""
    said: Any = None
    """The user's option: a player for each function, by name, a variable's name, or a callable."""
    handoffs: Handoffs = frozenset()
    """Functions and others to which they hand their position on: the same player moves there."""

    @property
    def is_guessed(self) -> bool:
        """Whether who moves was assumed, and the user was asked to specify it where that is wrong."""
        return any(word.endswith(OR_TURN) for word in self.words)

    @property
    def believes_the_game(self) -> bool:
        """Whether a game tells who moves at the positions that it knows."""
        return self.said is None and self.turn_source in ("game", "in turn", "dice")

    @property
    def alternates(self) -> bool:
        """Whether MAX and MIN take turns at all calls."""
        return self.turn_source == "in turn" and not self.turns and not self.handoffs

    def turn(self, code: CodeType, variable: Any, above: Mover | None) -> Turn:
        """Return who moves at a call, as far as no game tells it.

        What the user said is believed first, then the function, then a variable; else the players take turns.

        Args:
            code: its function.
            variable: what the variable held that tells it.
            above: the call that made it; None for an outermost one.

        Raises:
            PlyscopeError: what the user said names nobody.
        """
        found: Turn | None = None
        if self.dice is not None and self.said is None:
            key = self.dice.key(code, variable, above)
            found = CHANCE if key[0] in self.dice.chance else Turn(self.side(code, key, above))
        elif self.turn_source == "changes" and above is not None:
            changes = has_changed(self.change, above.key, variable)
            found = OTHER[Turn(above.turn)] if changes else Turn(above.turn)
        elif self.said is not None:
            found = self.said_turn(code, variable)
        elif (found := self.turn_of_function(code)) is None and self.turn_source == "variable":
            found = self.turns.get(self.key(variable))
        if found is not None or above is None:
            return self.first if found is None else found
        return Turn(above.turn) if (above.code, code) in self.handoffs else self.after(Turn(above.turn))

    def said_turn(self, code: CodeType, variable: Any) -> Turn | None:
        """Return who moves at a call, as the user said, or as the values have it where that names nobody.

        Args:
            code: its function.
            variable: what the variable held, or the callable gave.

        Returns:
            None where the user said it of other functions alone.

        Raises:
            PlyscopeError: it names nobody.
        """
        if isinstance(self.said, dict):
            return guesses.role_of(code, self.said)
        found = self.turns.get(code, self.turns.get(self.key(variable))) if self.turns else None
        name = self.said if isinstance(self.said, str) else "turn"
        return guesses.as_turn(name, code, chance=callable(self.said))(variable) if found is None else found

    def turn_of_function(self, code: CodeType) -> Turn | None:
        """Return who moves at all calls of a function; None where it does not tell."""
        found = self.turns.get(code) if self.turn_source in ("function", "variable") else None
        return guesses.side(code.co_name) if found is None and self.turn_source == "function" else found

    def key(self, variable: Any) -> Hashable:
        """Return what `turns` has of what a variable held."""
        if self.cycle and type(variable) is int:
            return variable % self.cycle
        variable = freeze(variable) if type(variable) is tuple else variable
        return variable if isinstance(variable, Hashable) else NONE

    def side(self, code: CodeType, key: tuple[Hashable, Hashable], above: Mover | None) -> int:
        """Return whose value a call of a negamax with dice returns: 1 for MAX, −1 for MIN."""
        if above is None or self.dice is None:
            return int(MAX)
        turns = above.key[1] != key[1] if self.dice.player is not None else above.key[0] in self.dice.turning
        return -above.whose if turns and (above.code, code) not in self.handoffs else above.whose

    def after(self, turn: Turn) -> Turn:
        """Who moves after somebody where they take turns."""
        if self.turn_source == "in turn" and self.turns:
            return self.turns[1] if turn == self.turns[0] else self.turns[0]
        return OTHER.get(turn, MAX)


def has_changed(how: str, above: Any, variable: Any) -> bool:
    """Whether what a variable holds changes from a call to one below as it does where the other one moves."""
    try:
        return CHANGES[how](above, variable)
    except (TypeError, IndexError):  # it is something else there
        return True


def movers_of(evidence: Evidence, players: Players) -> list[Mover]:
    """Who moves at each call, as far as it was decided without a game."""
    found: list[Mover] = []
    for call, odd in zip(evidence.log.calls, evidence.plies, strict=True):
        above = found[call.above] if call.above >= 0 else None
        variable = snapshot_of(call, players.variables.get(call.code, ""), NONE)
        if players.said is not None:
            variable = snapshot_of(call, "=turn", None)
        again = above is not None and call.again
        mover = Mover(
            call.code, above.turn if again and above is not None else players.turn(call.code, variable, above)
        )
        mover.key, mover.ply = variable, odd
        if players.dice is not None:
            mover.key = players.dice.key(call.code, snapshot_of(call, players.dice.path or "", NONE), above)
            mover.side = players.side(call.code, mover.key, above)
        found.append(mover)
    return found


def named_players(evidence: Evidence) -> tuple[dict[CodeType, Path], dict[Hashable, Turn]] | None:
    """Return the argument of each function that names the player, and who each is; None where a call has none."""
    variables: dict[CodeType, Path] = {}
    turns: dict[Hashable, Turn] = {}
    for call in evidence.log.calls:
        path = variables.get(call.code) or evidence.flags.get(call.code) or guesses.turn_argument(call.code)
        path = path or guesses.argument(call.code, guesses.PLAYER)
        if path is None or (mover := as_named(path, call)) is None:
            return None
        variables[call.code] = path
        turns[call.entry_values[path]] = mover
    return variables, turns


def as_named(path: Path, call: Call, name: str | None = None) -> Turn | None:
    """The player that a variable's name, or another one that it goes by, and its value tell of."""
    try:
        return guesses.as_turn(name or path, call.code)(call.entry_values.get(path))
    except PlyscopeError:
        return None


def lacks_its_minus(evidence: Evidence, turns: Sequence[Turn | None], utilities: Sequence[float | None]) -> bool:
    """Return whether a search is a negamax that lacks its minus: values are the mover's, and none is negated.

    Each player takes the greatest value, and wins and losses are the mover's at the leaves below both.

    Args:
        evidence: the values.
        turns: who moves at each call by the rules of the game.
        utilities: the game's payoff at each call; None where it is not over.
    """
    values, right = evidence.log.values(evidence.places), Counter[Turn]()
    for call, value, utility in zip(evidence.log.calls, values, utilities, strict=True):
        if utility and value is not None and call.above >= 0 and (above := turns[call.above]):
            if value * utility * -above <= 0:
                return False
            right[above] += 1
    movers = {turns[one.number] for one in evidence.informative_calls}
    greatest = all(one.mode == "max" for one in evidence.informative_calls)
    return greatest and all(right[turn] >= FEW and turn in movers for turn in (MAX, MIN))
