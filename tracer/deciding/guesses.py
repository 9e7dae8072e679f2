"""What is assumed where nobody said it, from the names of functions and arguments, and from how a text turns these."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import combinations, pairwise, takewhile
from types import CodeType, FrameType
from typing import Any

from tracer.deciding.call import Path, parameters, plain
from tracer.deciding.function_text import (
    FunctionText,
    assignments,
    called_name,
    is_call,
    names_in,
    names_of,
    names_used,
    remembered,
    text_of_function,
)
from tracer.deciding.loops import arguments_of
from tracer.errors import PlyscopeError
from tracer.games.rules import CHANCE, MAX, MIN, Turn
from tracer.text import clean

WINDOWS = (("alpha", "beta"), ("α", "β"), ("a", "b"), ("alfa", "beta"))
ENDS = (("low", "high"), ("lo", "hi"), ("lower", "upper"), ("floor", "ceiling"))
"""What ends of a window may be called as well, if they behave so."""
_DEPTHS = "depth remaining_depth remaining depth_left plies ply d profondeur profundidad tiefe"
DEPTH = tuple(_DEPTHS.split())
STATE = ("state", "board", "node", "position", "pos", "grid", "game_state", "gamestate", "s")
_BOARDS = (
    "current_state current_board curr_board curr_state game_board cells squares tree plateau tablero tabuleiro brett"
)
_STATES = (*STATE, *_BOARDS.split())
"""What an argument may be called as well."""
MOVE = ("move", "last_move", "action")
TURN = re.compile(
    r"(is_?)?(maxi|mini)(mi[sz]\w*)?(_?player|_?turn)?|is_?(max|min)\w*|(max|min)_?(player|turn|(to_?)?(move|play)s?)"
    r"|(is_?)?(my|our|ai|bot|computer|cpu|opponents?|enemy|human)_?turn|is_?(ai|bot|computer|opponent|human)"
)
"""Arguments that are true or false for one of the two."""
_PLAYERS = "player turn mover side to_move current_player current color colour mark symbol joueur jugador spieler"
PLAYER = tuple(_PLAYERS.split())
READ = ("state", "alpha", "beta", "turn", "move", "moves")
"""Options of `attach` that are variables of a call, or functions of these."""
TABLE = {"memo", "table", "tt", "cache", "cached", "seen", "transposition", "transpositions"}
_WORDS = re.compile(r"[A-Z]?[a-zα-ω]+|[A-Z]+(?![a-z])|\d+")
_SIDE = re.compile(r"(max|min)(imi[sz]\w*|v|val|value|player|node|turn|ab)?")
_CHANCE = re.compile(r"chance\w*|exp|expect|expected|expectation|average|random|nature|dice|roll|rolls|tiles?|spawn")
_TURNS: dict[Any, Turn] = {
    **dict.fromkeys((1, "max", "x", "white", "w", "maximizer", "maximiser", "+", "+1"), MAX),
    **dict.fromkeys((-1, 2, "min", "o", "black", "b", "minimizer", "minimiser", "-", "-1"), MIN),
}


def side(name: str) -> Turn | None:
    """The player whose function has this name, such as `max_value` or `minimize`; None if the name tells none.

    >>> side("minValue").name, side("minimax_max").name, side("chance_node").name, side("alpha_beta")
    ('MIN', 'MAX', 'CHANCE', None)
    >>> side("addTile").name, side("expectimax"), side("roll_max").name, side("maxv").name
    ('CHANCE', None, 'MAX', 'MAX')
    """
    words = [word.lower() for word in _WORDS.findall(name)]
    sides = {found[1] for word in words if (found := _SIDE.fullmatch(word))}
    if not sides and any(map(_CHANCE.fullmatch, words)):
        return CHANCE
    return None if len(sides) != 1 else Turn[sides.pop().upper()]


def names_chance(key: Any) -> bool:
    """Whether a function, or a word for who moves, is called after chance.

    >>> names_chance("tile"), names_chance(names_chance.__code__), names_chance("move"), names_chance(0)
    (True, True, False, False)
    """
    name = key.co_name if isinstance(key, CodeType) else key
    return isinstance(name, str) and side(name) == CHANCE


def window(code: CodeType) -> tuple[str, str] | None:
    """The arguments that are alpha and beta, as a negamax turns them round or else by name; None unless both are."""
    return turned_arguments(code) or argument_pair(code, WINDOWS)


def argument_pair(code: CodeType, pairs: Iterable[tuple[str, str]]) -> tuple[str, str] | None:
    """The first of some pairs of names that are both arguments of the function."""
    names = {name.lower().lstrip("_"): name for name in parameters(code)}
    return next(((names[low], names[high]) for low, high in pairs if low in names and high in names), None)


def argument(code: CodeType, names_in_order: Iterable[str]) -> str | None:
    """The first of some names that is an argument of the function."""
    names = {name.lower().lstrip("_"): name for name in reversed(parameters(code))}
    return next((names[name] for name in names_in_order if name in names), None)


def position_rank(path: Path, code: CodeType) -> int | None:
    """How much a variable's name says of being the position: the lower the more; None for nothing.

    Arguments come first, then their attributes, variables of the closure, and globals.

    >>> position_rank("board", position_rank.__code__), position_rank("code", position_rank.__code__)
    (501, None)
    """
    name, *attributes = path.replace("[", ".").replace("]", "").split(".")
    last = (attributes[-1] if attributes else name).lower().lstrip("_")
    if last not in _STATES:
        return None
    kind = (100 if attributes else 0) if name in parameters(code) else 500
    return kind + _STATES.index(last) + (100 if len(attributes) > 1 else 0)


def turn_argument(code: CodeType) -> str | None:
    """The argument that is true or false for MAX, such as `maximizing_player`."""
    return next((name for name in parameters(code) if TURN.fullmatch(name.lower())), None)


def flag_path(paths: Iterable[Path], code: CodeType) -> Path | None:
    """The attribute of an argument that is called as such a one, as `state.max_to_move`; None for none.

    >>> flag_path(["paths", "paths.size", "paths.max_to_move"], flag_path.__code__)
    'paths.max_to_move'
    """
    inside = (path.split(".") for path in paths if "." in path and "[" not in path)
    arguments = parameters(code)
    return next((".".join(path) for path in inside if path[0] in arguments and TURN.fullmatch(path[-1].lower())), None)


def as_turn(name: str, code: CodeType, *, chance: bool = False) -> Callable[[Any], Turn]:
    """How to read a player from what an argument, or a callable given as `turn`, says.

    Args:
        name: that of the argument.
        code: the function.
        chance: whether 0 is chance, as a callable may say; an argument that is 0 may be anybody.
    """
    last = name.lower().rpartition(".")[2]
    opposite = re.match(r"(is_?)?(min|opponent|enemy|human)", last) is not None
    truth = TURN.fullmatch(last) is not None

    def read(value: Any) -> Turn:
        kind = type(value)
        if kind is bool or (truth and kind is int and value in (0, 1)):
            return MAX if bool(value) is not opposite else MIN
        if kind is Turn:
            return value  # type: ignore[no-any-return]  # its type was just seen
        word = value.strip().lower() if isinstance(value, str) else getattr(value, "name", value)
        word = word.lower() if isinstance(word, str) else word
        if word == "chance" or (chance and kind is int and value == 0):
            return CHANCE
        try:
            return _TURNS[word]
        except (KeyError, TypeError):
            shown = clean(repr(value), 60)
            raise PlyscopeError(
                f"{plain(code)}: cannot tell who moves from {clean(name)} = {shown}; say it with "
                "turn=lambda frame: …, which gives True where MAX moves ('MAX', 'MIN' and 'CHANCE', plyscope.MAX, "
                "plyscope.MIN and plyscope.CHANCE, 1, -1 and 0 do as well)"
            ) from None

    return read


def roles(turn_option: Any) -> dict[str, Turn] | None:
    """Who moves by the name of the function, if that is what was said: a mapping, or `hi=MAX,lo=MIN` and its like.

    Raises:
        PlyscopeError: a player is none.

    >>> roles("hi=MAX,roll=0"), roles("player")
    ({'hi': <Turn.MAX: 1>, 'roll': <Turn.CHANCE: 0>}, None)
    """
    if isinstance(turn_option, str) and "=" in turn_option and "lambda" not in turn_option:
        turn_option = dict(part.split("=", 1) for part in turn_option.split(",") if "=" in part)
    if not isinstance(turn_option, Mapping):
        return None
    found: dict[str, Turn] = {}
    for name, player in turn_option.items():
        word = str(getattr(player, "name", player)).strip().upper()
        word = {"1": "MAX", "-1": "MIN", "0": "CHANCE"}.get(word, word)
        if word not in ("MAX", "MIN", "CHANCE"):
            shown = clean(repr(player), 40)
            raise PlyscopeError(f"turn: {clean(str(name))} is MAX, MIN or CHANCE, not {shown} (1, -1 or 0 will do)")
        found[str(getattr(name, "__qualname__", name)).replace("<locals>.", "").strip()] = Turn[word]
    return found


def role_of(code: CodeType, roles: Mapping[str, Turn]) -> Turn | None:
    """Return who moves at the calls of a function by its name, or by that with what it stands in; None for nobody."""
    name = plain(code)
    return next((turn for one, turn in roles.items() if is_called(name, one)), None)


def is_called(name: str, one: str) -> bool:
    """Whether a function with a whole name goes by another one, which may leave out what the function stands in.

    >>> is_called("Player.best", "best"), is_called("Player.best", "search:Player.best"), is_called("best", "est")
    (True, True, False)
    """
    return f".{name}".endswith(f".{one.rsplit(':', maxsplit=1)[-1]}")


def read_at_calls(user_options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are read from the variables of each call, by name.

    A player for each function is none: the function's name tells it.
    """
    found = {name: user_options[name] for name in READ if user_options[name] is not None}
    if roles(found.get("turn")) is not None:
        del found["turn"]
    return found


def table(codes: Iterable[CodeType], boards: Container[str] = ()) -> str | None:
    """Return the variable or attribute of functions that is named for a table of values, and is none of the boards."""
    for code in codes:
        for name in (*parameters(code), *code.co_freevars, *code.co_names, *code.co_varnames):
            if name not in boards and words_of_table(name):
                return name
    return None


def words_of_table(name: str) -> set[str]:
    """Return the words in a name that say that something keeps the values of positions.

    >>> words_of_table("self_memo"), words_of_table("hash_table"), words_of_table("tablet")
    ({'memo'}, {'table'}, set())
    """
    return TABLE.intersection(word.lower() for word in _WORDS.findall(name))


def are_of_one_table(path: Path, name: str) -> bool:
    """Whether the last name of a path and another one say the same of a table, as those of a flag and of the table do.

    >>> are_of_one_table("self.use_tt", "tt"), are_of_one_table("self.use_tt", "cache"), are_of_one_table("tt.on", "tt")
    (True, False, False)
    """
    return not words_of_table(path.rpartition(".")[2]).isdisjoint(words_of_table(name))


def cache_of(frame: FrameType) -> Any:
    """What `functools.cache` or `lru_cache` made of a function, where it, or its class, is kept; None for nothing."""
    name = frame.f_code.co_name
    holders = [frame.f_globals, frame.f_locals, *(vars(kind) for kind in type(frame.f_locals.get("self")).__mro__)]
    kept = (holder.get(name) for holder in holders)
    caches = ((one, getattr(one, "__wrapped__", None)) for one in kept if hasattr(one, "cache_info"))
    return next((one for one, within in caches if getattr(within, "__code__", None) is frame.f_code), None)


@remembered
def turned_arguments(code: CodeType) -> tuple[str, str] | None:
    """Return the lower and the upper end of a negamax's window, by its text; None where that tells of none.

    A call of itself that is negated gets each of them negated in the place of the other, as they are or narrower, and
    they are compared with each other or with something that is no argument. Most functions do not call themselves, and
    their text is not read.
    """
    may_be = len(parameters(code)) > 1 and code.co_name in {"<lambda>", *names_used(code)}
    text = text_of_function(code) if may_be else None
    if text is None:
        return None
    names = names_of((code,))
    for call in text.parts:
        if is_call(call, names) and _is_negated(text, call):
            given = arguments_of(call, code) or {}
            for one, other in combinations([name for name in parameters(code) if name in given], 2):
                swapped = _is_turned(given[one], other, one) and _is_turned(given[other], one, other)
                if swapped and _are_compared(text, one, other, {*given}):
                    return (other, one) if _is_raised(text, other) and not _is_raised(text, one) else (one, other)
    return None


def _is_negated(text: FunctionText, call: ast.Call) -> bool:
    """Return whether what a call returns is negated, or subtracted from something, in its own statement."""
    around = takewhile(lambda node: isinstance(node, ast.expr), text.around(call))
    return any(node in _turned_parts(above) for node, above in pairwise([call, *around]))


def _turned_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what an expression negates, or subtracts from something."""
    match node:
        case ast.UnaryOp(ast.USub(), operand):
            yield operand
        case ast.BinOp(_, ast.Sub(), right):
            yield right


def _is_turned(value: ast.expr, name: str, other: str) -> bool:
    """Return whether a value is made of the negative of an argument, and not of another one."""
    turned = {one for node in ast.walk(value) for part in _turned_parts(node) for one in names_in(part)}
    return name in turned and other not in names_in(value)


def _are_compared(text: FunctionText, one: str, other: str, arguments: set[str]) -> bool:
    """Return whether a test compares both, or one of them with a variable that is no argument."""
    for node in text.parts:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE):
            sides = {side.id for side in (node.left, *node.comparators) if isinstance(side, ast.Name)}
            if len(sides) > 1 and sides & {one, other} and not sides & arguments - {one, other}:
                return True
    return False


def _is_raised(text: FunctionText, name: str) -> bool:
    """Return whether a variable becomes the greater of itself and something else."""
    for targets, value in assignments(text.parts):
        if any(isinstance(one, ast.Name) and one.id == name for one in targets):
            if isinstance(value, ast.Call) and called_name(value.func) == "max" and name in names_in(value):
                return True
            statement = next(node for node in text.around(value) if isinstance(node, ast.stmt))
            test = getattr(text.above.get(statement), "test", None)
            match test:
                case ast.Compare(_, [ast.Gt() | ast.GtE()], [ast.Name(id=less)]) | ast.Compare(
                    ast.Name(id=less), [ast.Lt() | ast.LtE()]
                ) if less == name:
                    return True
    return False
