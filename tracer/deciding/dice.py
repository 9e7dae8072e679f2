"""A negamax with dice: whose value a mean is, and where values below are the other player's, told by the values."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.call import Path
from tracer.deciding.seen_values import NONE, Evidence, Inner, Keys
from tracer.deciding.thresholds import FEW, RARELY, SEVERAL, SURELY, TRIED, USUAL


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


def sides_of(evidence: Evidence, dice: Dice) -> list[int]:
    """Whose values each call returns: 1 for MAX, −1 for MIN."""
    found: list[int] = []
    keys = _keys_of(evidence, dice)
    for call, key in zip(evidence.log.calls, keys, strict=True):
        found.append(1 if call.above < 0 else dice.side(keys[call.above], found[call.above], key))
    return found


def chance_of(evidence: Evidence, dice: Dice) -> list[bool]:
    """At which calls chance moves."""
    return [key[0] in dice.chance for key in _keys_of(evidence, dice)]


def _keys_of(evidence: Evidence, dice: Dice) -> list[tuple[Hashable, Hashable]]:
    player: Keys = [None] * len(evidence.log) if dice.player is None else evidence.players_at(dice.player)
    return list(zip(evidence.readings[dice.kind], player, strict=True))


def with_dice(evidence: Evidence) -> tuple[Dice, float] | None:
    """Where chance moves in a negamax, and what part of the values bears that out; None where it is none with dice.

    At a call of chance's the value is between those below, and at a player's it is the best of them: both as they are
    seen from there, as they are or negated.
    """
    inner = evidence.worth
    ends = [(abs(one.value), {abs(max(one.below)), abs(min(one.below))}) for one in inner if one.tells]
    strange = sum(value not in known for value, known in ends)
    if strange < FEW:
        return None
    needed = USUAL if strange >= SEVERAL else SURELY
    windowed = any(map(guesses.window, evidence.codes))
    best, most = None, 0.0
    for name, keys in sorted(evidence.readings.items(), key=lambda pair: pair[0] == "in turn"):
        if ("," in name and not name.startswith("function")) or len(set(keys)) > TRIED:
            continue
        for player in (None, *_players(evidence)):
            if player == name:
                continue
            found = _learn(evidence, inner, name, player, windowed=windowed)
            if found is not None and found[1] > most + (RARELY if best is not None else 0):
                best, most = found
    return None if best is None or most < needed else (best, most)


def _players(evidence: Evidence) -> Iterator[str]:
    """The variables that may say whose values they are, elements of a position among them."""
    for name, keys in (evidence.readings | evidence.elements).items():
        if name not in ("function", "in turn") and "," not in name and " " not in name and len(set(keys) - {NONE}) == 2:
            yield name


def _learn(
    evidence: Evidence, inner: list[Inner], name: str, player: str | None, *, windowed: bool
) -> tuple[Dice, float] | None:
    """Where chance moves by one variable, and whose values they are by another one; and how well that fits."""
    keys = evidence.readings[name]
    kinds: dict[Hashable, list[Inner]] = {}
    for one in inner:
        kinds.setdefault(keys[one.number], []).append(one)
    chance, turning, right, players = set(), set(), 0, 0
    for key, ones in kinds.items():
        if key is NONE:
            continue
        found = _kind(evidence, ones, player, windowed=windowed)
        if found is None:
            continue
        is_chance, turns, fits = found
        chance |= {key} if is_chance else set()
        turning |= {key} if turns else set()
        players += not is_chance
        right += fits
    if not chance or not players or not (turning or player):
        return None
    return Dice(name, frozenset(chance), frozenset(turning), player), right / len(inner)


def _kind(
    evidence: Evidence, ones: list[Inner], player: str | None, *, windowed: bool
) -> tuple[bool, bool, int] | None:
    """Whether calls of one kind are chance's, whether values below are turned over, and how many bear that out."""
    counted = []
    for sign in (1, -1) if player is None else (0,):
        seen = [(one.value, _seen(evidence, one, sign, player)) for one in ones]
        best = sum(value == max(below) for value, below in seen)
        between = sum(min(below) < value < max(below) for value, below in seen)
        alike = sum(value == below[0] for value, below in seen if len(set(below)) == 1)
        beyond = sum(
            not min(below) <= value <= max(below) and value not in below for value, below in seen if len(set(below)) > 1
        )
        counted.append((sign, best, between, alike, beyond if windowed else 0))
    sign, best, *_ = max(counted, key=lambda one: one[1])
    means = max(between + alike + beyond for _sign, _best, between, alike, beyond in counted)
    if best >= means and best >= USUAL * len(ones) and _unlike(counted, 1, sign):
        return False, sign < 0, best
    sign, _best, between, alike, beyond = max(counted, key=lambda one: one[2] + one[3])
    if between < FEW or between + alike + beyond < USUAL * len(ones) or not _unlike(counted, 2, sign):
        return None
    return True, sign < 0, between + alike + beyond


def _unlike(counted: Sequence[tuple[int, ...]], place: int, sign: int) -> bool:
    """Whether one sign fits better than the other: where both do as well, nothing is told."""
    if len(counted) == 1:
        return True
    fits = {one[0]: one[place] + (one[3] if place > 1 else 0) for one in counted}
    return USUAL * fits[sign] > fits[-sign]


def _seen(evidence: Evidence, one: Inner, sign: int, player: str | None) -> list[float]:
    """The values below a call as they are seen from there."""
    if player is None:
        return [sign * value for value in one.below]
    keys = evidence.players_at(player)
    below = zip(evidence.log.below[one.number], one.below, strict=True)
    return [-value if keys[child] != keys[one.number] else value for child, value in below]
