"""Whether a search has two sides: whether its text chooses for two players, and its calls bear that out."""

from __future__ import annotations

import ast
import re
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.answers_taken import BOTH, negates, text_of, uses_its_window
from tracer.deciding.call import parameters
from tracer.deciding.function_text import called_name, names_of
from tracer.deciding.seen_values import Evidence
from tracer.deciding.sides import learn_turns
from tracer.deciding.thresholds import FEW, HALF, SEVERAL
from tracer.games.rules import CHANCE

_WHO_MOVES = re.compile(r"player|(?<!re)turn|mover|to_?move(?![a-z])|joueur|jugador|spieler", re.IGNORECASE)
"""In the name of a function, what says that it tells who moves; a side and a colour may be anything's."""
_OF_GAMES = re.compile(
    r"mini?max|nega_?max|nega_?scout|alpha_?beta|expecti|maximi[sz](er|ing)|minimi[sz](er|ing)|pvs|mtdf?$|opponent"
)


def chooses_for_two(evidence: Evidence) -> bool:
    """Return whether the text of a search's functions chooses for two players, which the calls bear out.

    What somebody moves earns may be added on the way up, so that no value is one of those below it. So it is the text
    that tells: of two functions one takes the greatest and the other the least; a condition decides between the two,
    and something takes turns, or it asks a function who moves; or what is chosen from is negated or subtracted first,
    as in a negamax, perhaps in a function that only makes the move.
    """
    names = names_of(evidence.with_between)
    texts = [text for code in evidence.codes if (text := text_of(code, names, evidence.kept)) is not None]
    pure = {next(iter(kinds)) for text in texts if len(kinds := text.kinds([text.root])) == 1}
    if pure == BOTH or (len(pure) == 1 and negates(evidence.with_between, evidence.kept)):
        return True
    if not any(text.is_two_sided for text in texts):
        return False
    parts = (node for text in texts for test, _kind in text.sides for node in ast.walk(test))
    called = (called_name(node.func) for node in parts if isinstance(node, ast.Call))
    return evidence.takes_turns or any(map(_WHO_MOVES.search, called))


def tells_of_players(evidence: Evidence, view: str, *, windowed: bool) -> bool | None:
    """Whether there are two sides: a best and a worst, or values that are negated on their way up, also in the text.

    Returns:
        None if there is too little to tell by, and no name tells it.
    """
    branching = [one for one in evidence.inner if len(one.below) > 1]
    if (windowed and uses_its_window(evidence.with_between, evidence.kept)) or chooses_for_two(evidence):
        return True
    if not branching:
        return None if len(evidence.inner) < SEVERAL else False
    if view == "mover" and sum(one.negated for one in evidence.worth) >= max(1, HALF * len(evidence.worth)):
        return True
    found = learn_turns(evidence)
    if found is not None:
        keys, turns = evidence.readings[found[0]], found[1]
        movers = {turns.get(keys[one.number]) for one in evidence.informative_calls}
        modes = {one.mode for one in evidence.informative_calls}
        if len(movers) > 1 and (CHANCE in movers or len(modes - {"neither"}) > 1):
            return True
    if evidence.by_name or any(map(_is_named, evidence.codes)):
        return True
    if len(evidence.informative_calls) >= FEW:
        return False
    return True if evidence.informative_calls and evidence.takes_turns else None


def _is_named(code: CodeType) -> bool:
    names = [name.lower() for name in (code.co_name, *parameters(code))]
    player = guesses.turn_argument(code) or guesses.argument(code, ("player", "to_move", "current_player", "colour"))
    return player is not None or any(map(_OF_GAMES.search, names))
