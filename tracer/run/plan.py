"""A search made ready: everything that can be wrong is checked before the first node."""

from __future__ import annotations

import math
import sys
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import Any, NamedTuple, TypedDict

from tracer.errors import GameError, PlyscopeError
from tracer.games.game_variants import ZERO, has_evaluation, with_evaluation, with_preference
from tracer.games.registry import as_game
from tracer.games.root_positions import position_text, resolve_position
from tracer.games.rules import AnyGame, BuiltIn, Rules, blame, describe, optional, rules, spec_of, title_of
from tracer.recording.header import PLYSCOPE_AUTHOR, Header
from tracer.searches.chance_bounds import BOUNDS_OPTION, parse_limits
from tracer.searches.contract import CUT_TESTS, FAIL_MODES, Option, Search
from tracer.searches.ordering import NATURAL, with_order
from tracer.searches.registry import find_search
from tracer.searches.uct import EXPLORATION_OPTION
from tracer.text import clean, message_of, nearest, number

MAX_PLIES = 20_000
"""Plies to which a search may descend; Python keeps its frames off the C stack, so only endless games come so far."""


class Result(NamedTuple):
    """What a search that is not recorded returns."""

    value: float
    """What the root is worth, MAX's view; with a window perhaps a bound."""
    best_move: Hashable
    """The first move that attains it; None at a leaf."""


class Plan(NamedTuple):
    """A search made ready: everything checked, nothing run."""

    game: AnyGame
    rules: Rules[Any, Any]
    start: Any
    search: Search
    header: Header
    options: dict[str, Any]

    def at(self, state: Any, position: str | None) -> Plan:
        """The same search of another position of the game."""
        ordered_rules = _order_rules(self.game, self.search, self.header.options.get("order", NATURAL), state)
        return self._replace(rules=ordered_rules, start=state, header=replace(self.header, position=position))

    def run(self, record: Any) -> Result:
        """Run it with a recorder.

        Raises:
            PlyscopeError: the search itself is wrong.
            GameError: the game is.
        """
        with self.guarded():
            return Result(*self.search.run(self.rules, self.start, record, **self.options))

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """What the search needs around it: room for its recursion, and whose fault an error is.

        Raises:
            PlyscopeError: the search itself is wrong.
            GameError: the game is.
        """
        try:
            with deep_recursion(), blame(self.game):
                yield
        except GameError as error:
            if error.__cause__ is not None and _is_search_error(self.search, error.__cause__, self.game):
                raise PlyscopeError(f"the search {self.search.name} raised {message_of(error.__cause__)}") from error
            if not isinstance(error.__cause__, RecursionError):
                raise
            raise GameError(
                f"{describe(self.game)} does not end within {MAX_PLIES:,} plies: give a depth limit (--depth), "
                "or check that its moves lead to an end"
            ) from error.__cause__


def _is_search_error(search: Search, error: BaseException, game: AnyGame) -> bool:
    """Whether an error is the search's own and not the game's: it is not called as it says, or uses no name there is.

    With a game whose answers can be trusted, whatever a search's own lines raise is its own; but a game without an end
    is met there too.
    """
    innermost = error.__traceback__
    while innermost is not None and innermost.tb_next is not None:
        innermost = innermost.tb_next
    module_name = None if innermost is None else innermost.tb_frame.f_globals.get("__name__")
    if module_name == __name__:
        return isinstance(error, TypeError)
    is_own_error = isinstance(error, NameError) or (
        isinstance(game, BuiltIn) and type(error) in (TypeError, ValueError)
    )
    return module_name == search.run.__module__ and is_own_error


class Options(TypedDict, total=False):
    """How to search; the same for `plyscope.trace` and `plyscope.search`. What is left out has its default.

    A search may have options of its own besides: `plyscope searches` lists them.
    """

    position: Any
    """The root: a text that the game parses, a path of moves from the start such as `"b2/a1"`, or a position."""
    depth: int | None
    """Remaining depth at the root, in plies; None (the default) searches to the end of the game."""
    window: tuple[float, float] | None
    """(alpha, beta) at the root, MAX's view; None (the default) is the full window."""
    fail: str | None
    """"soft" (the default) or "hard": whether returned values are clamped to the window."""
    cut: str | None
    """">=" (the default) or ">": the cutoff test. With ">" a fail-hard search never cuts: its values stay inside."""
    evaluate: str | None
    """The evaluation at the horizon: the game's own (the default), `zero`, `rollouts:N`, or `file.py:function`."""
    prefer: str | None
    """Payoffs as the game has them (the default), or `fast`: less by a thousandth for each ply from the root.

    Positions of such a trace know their ply; `tracer.games.game_variants.untimed_state` gives those of the game itself.
    """
    order: str | None
    """natural (the default), reversed, best, worst, random:SEED, root-random:SEED, or an order of the game's own.

    `root-random:SEED` may stand behind another, as in `best,root-random:7`.
    """


def prepare(game: Any, search: str, **options: Any) -> Plan:
    """Check everything that can be wrong before the first node. The options are those of `trace`.

    Raises:
        PlyscopeError: the game, the search or an option is wrong.
    """
    search_entry = find_search(search)
    _refuse_unknown_options(search_entry, options)
    played_game = _with_evaluation(as_game(game), search_entry, options.get("evaluate"))
    if (prefer := options.get("prefer")) is not None:
        played_game = with_preference(played_game, prefer)
    position, order = options.get("position"), options.get("order") or NATURAL
    with blame(played_game):
        start = resolve_position(played_game, position)
    ordered_rules = _order_rules(played_game, search_entry, order, start)
    arguments, shown_options = _collect_settings(search_entry, options, played_game)
    shown_options |= {"order": order} if order != NATURAL else {}
    shown_options |= {"evaluate": option_text} if (option_text := getattr(played_game, "evaluated", None)) else {}
    shown_options |= {"prefer": option_text} if (option_text := getattr(played_game, "preferred", None)) else {}
    root_text, title = position_text(played_game, position, start), title_of(played_game)
    header = Header(
        spec_of(played_game),
        root_text,
        search_entry.name,
        shown_options,
        search_entry.windowed,
        notes={"by": PLYSCOPE_AUTHOR},
        game_title=title,
    )
    return Plan(played_game, ordered_rules, start, search_entry, header, arguments)


def _order_rules(game: AnyGame, search_entry: Search, order: str, root: Any) -> Rules[Any, Any]:
    """The rules as the search asks them, with the moves in their order."""
    game_rules = rules(game, chance=search_entry.chance, search=search_entry.name)
    with blame(game):  # the root is asked for its key
        return with_order(game_rules, order, game, root)


def _with_evaluation(game: AnyGame, search_entry: Search, evaluation: str | None) -> AnyGame:
    """The game with the evaluation that was asked for; a search that cannot do without takes 0 where there is none."""
    if evaluation is None and search_entry.deepens and not has_evaluation(game):
        evaluation = ZERO
    return game if evaluation is None else with_evaluation(game, evaluation, trusted=True)


def _refuse_unknown_options(search_entry: Search, options: dict[str, Any]) -> None:
    for name in options:
        option_words = [option.word for option in search_entry.own]
        if name not in Options.__annotations__ and name not in (*search_entry.options, *option_words):
            known_names = ["position", *_option_words(search_entry)]
            set_option = next((one for one in search_entry.own if one.allows_several and name in one.choices), None)
            hint = nearest(name, known_names) if set_option is None else f", which is one of its --{set_option.word}"
            raise PlyscopeError(
                f"{search_entry.name} has no option {clean(name)!r}{hint}; there are: {', '.join(known_names)}"
            )


def _collect_settings(
    search_entry: Search, options: dict[str, Any], game: AnyGame
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the search is called with, and what of it the header says: all that differs from the defaults.

    What the search cannot choose is said there too, so that a reader of the trace need not know the search.
    """
    depth, window = _check_depth(options.get("depth"), game), _check_window(options.get("window"))
    if window is not None and not search_entry.windowed:
        raise _missing_option_error(search_entry, "window")
    arguments: dict[str, Any] = {
        name: value for name, value in (("depth", depth), ("window", window)) if value is not None
    }
    shown_options = dict(arguments)
    for name, choices in (("fail", FAIL_MODES), ("cut", CUT_TESTS)):
        value = _choose_rule(search_entry, name, options.get(name), choices)
        shown_options |= {name: value} if value != choices[0] else {}
        arguments |= {name: value} if name in search_entry.options else {}
    for option in search_entry.own:
        requested_value = options.get(option.name, options.get(option.word))
        if option is BOUNDS_OPTION and not requested_value:
            requested_value = _own_bounds(game)
        if option is EXPLORATION_OPTION and requested_value is None:
            requested_value = float(option.default) * float(getattr(game, "win", 1))
        arguments[option.name] = (
            option.default if requested_value is None else _read(search_entry, option, requested_value)
        )
        if option is BOUNDS_OPTION:
            parse_limits(arguments[option.name])
        shown_options |= {option.word: arguments[option.name]} if arguments[option.name] != option.default else {}
    return arguments, shown_options


def _read(entry: Search, option: Option, asked: Any) -> Any:
    """The value of an option of the search's own; a word that is another of these is told to be one."""
    try:
        return option.read(asked)
    except PlyscopeError as error:
        words = [word.strip() for word in str(asked).split(",")] if option.allows_several else []
        other = next((one for one in entry.own if one is not option and one.word in words), None)
        if other is None:
            raise
        raise PlyscopeError(f"{error}; {other.word} is an option of its own: --{other.word} {other.values}") from None


def _own_bounds(game: AnyGame) -> str:
    """Between which numbers the values of a game lie, as it says itself; empty where that is not known."""
    with blame(game):
        known, how = getattr(game, "bounds", None), getattr(game, "evaluated", "")
    if known is None or ":" in how.removeprefix("rollouts:"):
        return ""
    try:
        low, high = map(float, known)
    except (TypeError, ValueError, OverflowError):
        low = high = math.nan
    if not -math.inf < low <= high < math.inf:
        said = clean(repr(known), 60)
        raise GameError(
            f"{describe(game)}: its bounds are {said}; they must be two numbers, the least and the greatest"
        )
    low, high = (min(low, 0.0), max(high, 0.0)) if how == ZERO else (low, high)
    largest = sys.float_info.max
    if low == high:  # of numbers as large as floats go, the next one is further than 1 away
        low, high = min(low - 1, math.nextafter(low, -largest)), max(high + 1, math.nextafter(high, largest))
    return f"{low:.17g},{high:.17g}"


def _choose_rule(entry: Search, name: str, value: str | None, known: tuple[str, ...]) -> str:
    if value is not None and value not in known:
        raise PlyscopeError(f"{name} is {' or '.join(known)}, not {value!r}")
    able = entry.rule(name)
    if value is not None and value not in able:
        raise _missing_option_error(entry, name, f" ({name} is always {able[0]})" if entry.windowed else "")
    return value or able[0]


def _missing_option_error(search_entry: Search, name: str, explanation: str = "") -> PlyscopeError:
    return PlyscopeError(
        f"{search_entry.name} has no option {name}{explanation}; it has {', '.join(_option_words(search_entry))}"
    )


def _option_words(entry: Search) -> list[str]:
    typed = {option.name: option.word for option in entry.own}
    return [typed.get(name, name) for name in entry.options]


def _check_depth(depth: int | None, game: AnyGame) -> int | None:
    if depth is None:
        return None
    if not isinstance(depth, int) or depth < 0:
        raise PlyscopeError(f"depth is a number of plies, 0 or more, not {clean(repr(depth), 40)}")
    if optional(game, "evaluate") is None:
        raise PlyscopeError(
            f"{describe(game)} has no evaluate(), which a depth limit needs; leave the depth out, or say what stands "
            f"for it, as --evaluate {ZERO} or rollouts:20 do"
        )
    return depth


def _check_window(window: tuple[float, float] | None) -> tuple[float, float] | None:
    if window is None:
        return None
    try:
        alpha, beta = (float(end) for end in window)
    except (TypeError, ValueError):
        raise PlyscopeError(f"a window is two numbers (alpha, beta), not {window!r}") from None
    for name, end in (("alpha", alpha), ("beta", beta)):
        if end != end:
            raise PlyscopeError(f"{name} is not a number: give one, or leave {name} out for an open end")
    if not alpha < beta:
        ends = f"({number(alpha)}, {number(beta)})"
        raise PlyscopeError(f"the window {ends} is empty: alpha must be below beta; an end that is left out is open")
    return None if math.isinf(alpha) and math.isinf(beta) else (alpha, beta)


_recursion_limits: list[int] = []
"""The limit that each search that runs now, in any thread, has found; the first one is to be put back."""
_recursion_lock = Lock()


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let searches recurse as deep as games go. The limit is one for all threads: the last search puts it back."""
    with _recursion_lock:
        _recursion_limits.append(sys.getrecursionlimit())
        sys.setrecursionlimit(max(_recursion_limits[0], MAX_PLIES + 1_000))
    try:
        yield
    finally:
        with _recursion_lock:
            earlier_limit = _recursion_limits[0]
            _recursion_limits.pop()
            if not _recursion_limits:
                sys.setrecursionlimit(earlier_limit)
