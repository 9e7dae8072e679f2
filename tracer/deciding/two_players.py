"""Whether a recursion is the search of a game: whether its values tell of two players, of chance or of a window."""

from __future__ import annotations

import re
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.call import parameters
from tracer.deciding.players import OTHER
from tracer.deciding.seen_values import Evidence
from tracer.deciding.sides import learn
from tracer.deciding.thresholds import FEW, HALF, SEVERAL, SURE

_OF_GAMES = re.compile(
    r"mini?max|nega_?max|nega_?scout|alpha_?beta|expecti|maximi[sz](er|ing)|minimi[sz](er|ing)|pvs|mtdf?$|opponent"
)


def tells_of_players(evidence: Evidence, view: str, *, windowed: bool) -> bool | None:
    """Whether there are two sides: a best and a worst, or values that are negated on their way up.

    Args:
        evidence: the values.
        view: whose values they seem to be: `"max"` or `"mover"`.
        windowed: whether the calls have a window.

    Returns:
        None if there is too little to tell by, and no name tells it.
    """
    branching = [one for one in evidence.inner if len(one.below) > 1]
    if windowed:
        return True
    if not branching:
        return None if len(evidence.inner) < SEVERAL else False
    if view == "mover":
        worth = [one for one in evidence.inner if one.tells or one.value]
        negated = sum(one.negated for one in worth)
        if negated and negated >= HALF * len(worth):
            return True
    found = learn(evidence, 1)
    if found is not None:
        keys, turns = evidence.readings[found[0]], found[1]
        seen = {turns.get(keys[one.number]) for one in evidence.telling}
        modes = {one.mode for one in evidence.telling}
        if len(seen) > 1 and len(modes - {"neither"}) > 1:
            return True
    if evidence.by_name or any(map(_is_named, evidence.codes)):
        return True
    if len(evidence.telling) >= FEW:
        return False
    return True if evidence.telling and _take_turns(evidence) else None


def _take_turns(evidence: Evidence) -> bool:
    """Whether something that is one of two changes with every call."""
    edges = [(call.above, number) for number, call in enumerate(evidence.log.calls) if call.above >= 0]
    pairs = [keys for name, keys in evidence.readings.items() if name != "in turn" and len(set(keys)) == len(OTHER)]
    return any(sum(keys[above] != keys[number] for above, number in edges) >= SURE * len(edges) for keys in pairs)


def _is_named(code: CodeType) -> bool:
    names = [name.lower() for name in (code.co_name, *parameters(code))]
    player = guesses.turn_argument(code) or guesses.argument(code, ("player", "to_move", "current_player", "colour"))
    return player is not None or any(map(_OF_GAMES.search, names))
