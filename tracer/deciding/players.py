"""Who moves at the calls of a search, and whose values they return."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from tracer.deciding import guesses
from tracer.deciding.call import Call, Path, held_at, snapshot
from tracer.deciding.seen_values import NONE, Evidence, Keys
from tracer.deciding.thresholds import FEW
from tracer.errors import PlyscopeError
from tracer.games.rules import CHANCE, MAX, MIN, Turn

OTHER = {MAX: MIN, MIN: MAX}
CHANGES: dict[str, Callable[[Any, Any], bool]] = {
    "another": lambda above, below: bool(below != above),
    "negated": lambda above, below: below == -above,
    "swapped": lambda above, below: below == above[::-1],
    "swapped and negated": lambda above, below: below[0] == -above[1] or below[1] == -above[0],
}
"""How what a variable holds, or what two hold, changes from a call to one below where the other one moves."""
NO_MINUS = "a negamax, as each call takes its greatest value and leaves have the mover's"
"""What to say of a search as `lacks_its_minus` finds it."""


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
    """The variable that says whose values they are, where one does: below, they are another's where it changes."""

    @property
    def path(self) -> Path | None:
        """The variables that are read of each call: what tells players from chance, and whose values they are."""
        kind = None if self.kind in ("function", "in turn") else self.kind
        return ",".join(one for one in (kind, self.player) if one is not None) or None

    def key(self, code: CodeType, told: Hashable, odd: int) -> tuple[Hashable, Hashable]:
        """What tells players from chance at a call, and what says whose values they are.

        Args:
            code: its function.
            told: what `path` held.
            odd: the moves above it, even or odd.
        """
        if self.kind in ("function", "in turn"):
            return (code if self.kind == "function" else odd), told
        return told if self.player is not None and isinstance(told, tuple) else (told, None)

    def side(self, above: tuple[Hashable, Hashable], mine: int, key: tuple[Hashable, Hashable]) -> int:
        """Whose values they are at a call below one with another key, whose are `mine`: 1 for MAX, −1 for MIN."""
        turns = above[1] != key[1] if self.player is not None else above[0] in self.turning
        return -mine if turns else mine


@dataclass(frozen=True)
class Players:
    """Who moves at the calls of a search, and whose values they return."""

    view: str = "max"
    """`"max"` or `"mover"`."""
    turn_source: str = "in turn"
    """What tells who moves: `"function"`, `"variable"`, `"changes"` of one, `"dice"`, `"game"`, or "in turn"."""
    variables: dict[CodeType, Path] = field(default_factory=dict)
    """The variable that tells it, where one does; two with a comma between them where it takes both."""
    turns: dict[Hashable, Turn] = field(default_factory=dict)
    """Who moves by what the variable holds, or by the function, for those without it; by even and odd plies, where
    chance takes turns."""
    first: Turn = MAX
    """Who moves at the outermost call where the players take turns."""
    is_learned: bool = False
    """Whether it was the values that told who moves, and no name."""
    words: tuple[str, ...] = ()
    """What was assumed."""
    change: str = ""
    """How a variable changes where the other one moves than before, if that tells it: a key of `CHANGES`."""
    total: float = 0.0
    """What the values of both players add up to, where they are the mover's."""
    dice: Dice | None = None
    """Where chance moves, whose values are below, where `turn_source` is "dice": a negamax then has chance nodes."""

    def below(self, turn: Turn, above: Any, held: Any) -> Turn:
        """Who moves below somebody's call, by what the variable held there and holds now."""
        return OTHER[turn] if changed(self.change, above, held) else turn

    def after(self, turn: Turn) -> Turn:
        """Who moves after somebody where they take turns."""
        if self.turn_source == "in turn" and self.turns:
            return self.turns[1] if turn == self.turns[0] else self.turns[0]
        return OTHER.get(turn, MAX)


def changed(how: str, above: Any, held: Any) -> bool:
    """Whether what a variable holds changes from a call to one below as it does where the other one moves."""
    try:
        return CHANGES[how](above, held)
    except (TypeError, IndexError):  # it is something else there
        return True


def turns_of(evidence: Evidence, players: Players) -> list[Turn | None]:
    """Who moves at each call, as far as it was decided without a game."""
    if players.dice is not None:
        sides = zip(sides_of(evidence, players.dice), _keys_of(evidence, players.dice), strict=True)
        return [CHANCE if key[0] in players.dice.chance else Turn(side) for side, key in sides]
    found: list[Turn | None] = []
    for call, odd in zip(evidence.log.calls, evidence.plies, strict=True):
        if players.turn_source in ("function", "variable"):
            path = players.variables.get(call.code)
            found.append(players.turns.get(call.code if path is None else told_by(call, path)))
        elif players.turn_source == "changes":
            told = [told_by(one, players.variables.get(one.code, "")) for one in (evidence.log.calls[call.above], call)]
            above = found[call.above] if call.above >= 0 else None
            found.append(players.first if above is None else above if call.again else players.below(above, *told))
        else:
            found.append(players.after(players.first) if odd else players.first)
    return found


def sides_of(evidence: Evidence, dice: Dice) -> list[int]:
    """Whose values each call returns: 1 for MAX, −1 for MIN."""
    found: list[int] = []
    keys = _keys_of(evidence, dice)
    for call, key in zip(evidence.log.calls, keys, strict=True):
        found.append(1 if call.above < 0 else dice.side(keys[call.above], found[call.above], key))
    return found


def _keys_of(evidence: Evidence, dice: Dice) -> list[tuple[Hashable, Hashable]]:
    """Return what tells players from chance at each call, and what says whose values they are."""
    player: Keys = [None] * len(evidence.log) if dice.player is None else evidence.owners[dice.player]
    return list(zip(evidence.readings[dice.kind], player, strict=True))


def turn_said(players: Players, said: Any, roles: Mapping[str, Turn] | None, code: CodeType, held: Any) -> Turn | None:
    """Return who moves at a call, as the user said; None where that says nothing of its function.

    Args:
        players: what was learned of the words that name nobody.
        said: the option.
        roles: the same where it is a player for each function.
        code: the function.
        held: what the variable held, or the callable gave.

    Raises:
        PlyscopeError: it names nobody.
    """
    if roles is not None:
        return guesses.role_of(code, roles)
    for key in (code, held) if players.turns and isinstance(held, Hashable) else (code,):
        if (learned := players.turns.get(key)) is not None:
            return learned
    return guesses.as_turn(said if isinstance(said, str) else "turn", code, chance=callable(said))(held)


def told_by(call: Call, path: Path) -> Hashable:
    """What a variable, or two, held that tells who moves."""
    if "," in path:
        return tuple(snapshot(held_at(call.seen, one, NONE)) for one in path.split(","))
    return snapshot(held_at(call.seen, path, NONE))


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
        turns[call.seen[path]] = mover
    return variables, turns


def as_named(path: Path, call: Call, name: str | None = None) -> Turn | None:
    """The player that a variable's name, or another one that it goes by, and its value tell of."""
    try:
        return guesses.as_turn(name or path, call.code)(call.seen.get(path))
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
    movers = {turns[one.number] for one in evidence.telling}
    greatest = all(one.mode == "max" for one in evidence.telling)
    return greatest and all(right[turn] >= FEW and turn in movers for turn in (MAX, MIN))
