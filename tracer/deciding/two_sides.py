"""Whether a search has two sides, which its text has and its calls bear out, or one player who is never handed on."""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterator, Mapping

from tracer.deciding import guesses
from tracer.deciding.answers_taken import BOTH, negates, text_of, uses_its_window
from tracer.deciding.call import Path, parameters
from tracer.deciding.function_text import called_name, names_of, truth_of
from tracer.deciding.seen_values import NONE, Evidence
from tracer.deciding.thresholds import FEW, HALF, SEVERAL
from tracer.games.rules import CHANCE, Turn

_WHO_MOVES = re.compile(r"player|(?<!re)turn|mover|to_?move(?![a-z])|joueur|jugador|spieler", re.IGNORECASE)
"""In the name of a function, what says that it tells who moves; a side and a colour may be anything's."""
_PLAYERS = ("player", "to_move", "current_player", "colour")
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


def tells_of_players(
    evidence: Evidence, view: str, learned: tuple[str, Mapping[Hashable, Turn]] | None, *, windowed: bool
) -> bool | None:
    """Whether there are two sides: a best and a worst, or values that are negated on their way up, also in the text.

    Args:
        evidence: the values.
        view: whose they are.
        learned: what tells by the values who moves, and who it is, if anything does.
        windowed: whether the search has a window.

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
    if learned is not None:
        keys, turns = evidence.readings[learned[0]], learned[1]
        movers = {turns.get(keys[one.number]) for one in evidence.informative_calls}
        modes = {one.mode for one in evidence.informative_calls}
        if len(movers) > 1 and (CHANCE in movers or len(modes - {"neither"}) > 1):
            return True
    names = [name.lower() for code in evidence.codes for name in (code.co_name, *parameters(code))]
    players = (guesses.turn_argument(code) or guesses.argument(code, _PLAYERS) for code in evidence.codes)
    if evidence.by_name or any(players) or any(map(_OF_GAMES.search, names)):
        return True
    if len(evidence.informative_calls) >= FEW:
        return False
    return True if evidence.informative_calls and evidence.takes_turns else None


def find_only_side(evidence: Evidence) -> tuple[Path, Turn] | None:
    """Return the variable by which a condition decides between the greatest and the least, and what it decides.

    It is the same at all calls, and so is what all values are that are not means. The name of the only function with a
    window tells the same as such a variable. None if there is neither.
    """
    chosen = [one.mode for one in evidence.informative_calls if one.mode in BOTH]
    modes = set(chosen)
    if len(modes) != 1 or len(chosen) < FEW or not _is_deep(evidence):
        return None
    only = Turn[next(iter(modes)).upper()]
    if len(evidence.codes) == 1 and guesses.window(code := evidence.codes[0]) and guesses.side(code.co_name) == only:
        return code.co_name, only
    for text in evidence.texts.values():
        for test, kind in text.sides:
            for path, value in _iter_unchanging(evidence, {*map(ast.unparse, ast.walk(test))}):
                decides = truth_of(test, path, value)
                if decides is not None and modes == ({kind} if decides else BOTH - {kind}):
                    return path, only
    return None


def find_unchanging_opponent(evidence: Evidence) -> Path | None:
    """Return the argument that never changes, though the text of a negamax asks a function about it and its opposite.

    As it does with `moves(color)` and `moves(-color)`. None where there is none, or something else takes turns.
    """
    if evidence.takes_turns or not _is_deep(evidence):
        return None
    names = names_of(evidence.with_between)
    for text in evidence.texts.values():
        calls = [node for node in ast.walk(text.root) if isinstance(node, ast.Call)]
        asked = [
            (ast.unparse(call.func), place, one)
            for call in calls
            if called_name(call.func) not in names
            for place, one in enumerate(call.args)
        ]
        handed = {(function, place, one.id) for function, place, one in asked if isinstance(one, ast.Name)}
        opposed = {(function, place, name.id) for function, place, one in asked if (name := _opposed(one)) is not None}
        for path, _value in _iter_unchanging(evidence, {name for *_, name in handed & opposed} - evidence.ends):
            if all(path in parameters(code) for code in evidence.codes):
                return path
    return None


def _opposed(node: ast.AST) -> ast.Name | None:
    """Return what an expression is the opposite of, as in `-color`, `not vertical` and `1 - player`; None for none."""
    match node:
        case ast.UnaryOp(ast.USub() | ast.Not(), ast.Name() as name):
            return name
        case ast.BinOp(ast.Constant(int()), ast.Sub(), ast.Name() as name):
            return name
    return None


def _iter_unchanging(evidence: Evidence, names: set[str]) -> Iterator[tuple[Path, Hashable]]:
    """Yield the variables of some names that hold the same at all calls which have them, each with that."""
    for path in evidence.paths:
        held = set(evidence.keys(path)) - {NONE} if path in names else set()
        if len(held) == 1:
            yield path, held.pop()


def _is_deep(evidence: Evidence) -> bool:
    """Return whether somebody chose at several plies."""
    plies: list[int] = []
    for call in evidence.log.calls:
        plies.append(0 if call.above < 0 else plies[call.above] + 1)
    return len({plies[one.number] for one in evidence.inner if len(one.below) > 1}) >= FEW
