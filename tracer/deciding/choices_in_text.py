"""Whether a search chooses for two players, and for whom, as the text of its functions tells."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Hashable, Iterable
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.answers_taken import BOTH, names_of, text_of
from tracer.deciding.call import Path
from tracer.deciding.function_text import called_name
from tracer.deciding.seen_values import Evidence
from tracer.deciding.thresholds import SURE
from tracer.games.rules import Turn

_WHO_MOVES = re.compile(r"player|(?<!re)turn|mover|to_?move(?![a-z])|joueur|jugador|spieler", re.IGNORECASE)
"""In the name of a function, what says that it tells who moves; a side and a colour may be anything's."""


def chooses_for_two(evidence: Evidence) -> bool:
    """Return whether the text of a search's functions chooses for two players, which the calls bear out.

    What somebody moves earns may be added on the way up, so that no value is one of those below it. So it is the text
    that tells: of two functions one takes the greatest and the other the least; a condition decides between the two,
    and something takes turns, or it asks a function who moves; or all that is chosen from is negated or subtracted
    first, as in a negamax, perhaps in a function that only makes the move.
    """
    names = names_of(evidence.with_between)
    texts = [text for code in evidence.codes if (text := text_of(code, names, evidence.kept)) is not None]
    pure = {next(iter(kinds)) for text in texts if len(kinds := text.kinds([text.root])) == 1}
    if pure == BOTH or any(text.negates_all for text in texts):
        return True
    helpers = [text_of(code, names, evidence.kept) for code in evidence.with_between]
    if pure == {"max"} and any(text is not None and text.negates_for_another for text in helpers):
        return True
    sides = (test for text in texts for test, _ in text.sides)
    return any(text.is_two_sided for text in texts) and (takes_turns(evidence) or any(map(_names_a_player, sides)))


def _names_a_player(test: ast.expr) -> bool:
    """Return whether a condition calls what is named for who moves, as `game.player() == X` does."""
    return any(isinstance(node, ast.Call) and _WHO_MOVES.search(called_name(node.func)) for node in ast.walk(test))


def takes_turns(evidence: Evidence) -> bool:
    """Return whether something that is one of two changes with every call."""
    pairs = [keys for name, keys in evidence.readings.items() if name != "in turn" and len(set(keys)) == len(BOTH)]
    return any(evidence.changing(keys) >= SURE for keys in pairs)


def uses_its_window(codes: Collection[CodeType], kept: Collection[Path] = ()) -> bool:
    """Return whether functions compare what they were returned with alpha or beta, or may do so.

    Where the ends have other names, it is their numbers that have told of them.

    Args:
        codes: the functions.
        kept: where they keep their values that do not return them.
    """
    names = names_of(codes)
    windows = {code: pair for code in codes if (pair := guesses.window(code)) is not None}
    texts = {code: text_of(code, names, kept) for code in windows}
    return not windows or any(
        text is None or text.calls_none or text.compares(windows[code]) for code, text in texts.items()
    )


def chooses(codes: Collection[CodeType]) -> bool:
    """Return whether one of some functions takes the greatest or the least of what they return, or may do so."""
    texts = [text_of(code, names_of(codes)) for code in codes]
    return any(text is None or text.kinds([text.root]) for text in texts)


def side_of_each(codes: Collection[CodeType]) -> dict[CodeType, Turn]:
    """Return whose each of several functions is by its text; nothing unless one is MAX's and another MIN's."""
    names = names_of(codes)
    kinds = {code: text.kinds([text.root]) for code in codes if (text := text_of(code, names)) is not None}
    found = {code: Turn[next(iter(one)).upper()] for code, one in kinds.items() if len(one) == 1}
    return found if len(found) == len(codes) and len(set(found.values())) == len(BOTH) else {}


def side_by(codes: Collection[CodeType], path: Path, values: Iterable[Hashable]) -> dict[Hashable, Turn]:
    """Return who moves by what a variable holds, as conditions on it decide; nothing unless they tell both players.

    Args:
        codes: the functions.
        path: the variable.
        values: what it may hold.
    """
    names = names_of(codes)
    texts = [text for code in codes if (text := text_of(code, names)) is not None]
    for test, kind in (one for text in texts for one in text.sides):
        holds = {value: _holds(test, path, value) for value in values}
        if set(holds.values()) == {True, False}:
            other = next(iter(BOTH - {kind}))
            return {value: Turn[(kind if true else other).upper()] for value, true in holds.items()}
    return {}


def _holds(test: ast.expr, path: Path, value: Hashable) -> bool | None:
    """Return whether a condition holds by what a variable holds; None where it asks for anything else."""
    if ast.unparse(test) == path:
        return bool(value)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        found = _holds(test.operand, path, value)
        return None if found is None else not found
    if isinstance(test, ast.BoolOp):
        return next((found for part in test.values if (found := _holds(part, path, value)) is not None), None)
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or ast.unparse(test.left) != path:
        return None
    try:
        known = ast.literal_eval(test.comparators[0])
    except ValueError:
        return None
    if isinstance(test.ops[0], ast.Eq | ast.Is):
        return bool(value == known)
    if isinstance(test.ops[0], ast.NotEq | ast.IsNot):
        return bool(value != known)
    numbers = isinstance(value, int | float) and isinstance(known, int | float)
    return bool(value > known) if numbers and isinstance(test.ops[0], ast.Gt) else None
