"""What searches share: what they call and return, what they say of themselves, two small functions of alpha-beta."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tracer.errors import PlyscopeError
from tracer.games.rules import Move, Rules, State
from tracer.recording.best_first_recorder import BestFirstRecorder
from tracer.recording.log import VALUE, check_leaf_result
from tracer.recording.recorder import Recorder
from tracer.recording.status import EXPANDED, HORIZON, TERMINAL, Status, Why
from tracer.searches.pseudocode import Pseudocode
from tracer.text import clean, hyphened, number

INFINITY = float("inf")

Result: TypeAlias = tuple[float, Move | None]
"""A value, and the first move that attains it (None at a leaf)."""

CUTOFF_TESTS: dict[str, Callable[[float, float], bool]] = {">=": operator.ge, ">": operator.gt}
"""The cutoff test: does a value reach the end of the window?"""
CUT_TESTS = tuple(CUTOFF_TESTS)
FAMILIES = (
    "minimax",
    "alpha-beta",
    "with a table",
    "null windows",
    "iterations",
    "selective",
    "with chance",
    "best-first",
    "proof numbers",
    "Monte Carlo",
)
"""The families of searches, in the order in which one learns them."""
FAIL_MODES = ("soft", "hard")
"""Whether returned values are clamped to the window."""


@dataclass(frozen=True)
class WindowRule:
    """When a search cuts, and what it returns then. Of several values the first is the default, one alone is fixed."""

    fails: tuple[str, ...] = FAIL_MODES
    """"soft", "hard" or both."""
    cuts: tuple[str, ...] = CUT_TESTS
    """">=", ">" or both."""
    narrows: bool = True
    """Whether moves are searched in a window that the best one so far has narrowed."""


@dataclass(frozen=True)
class TableRule:
    """What a search keeps in its table: so much that every entry and its life follow from the recording.

    An entry is of a position at exactly one remaining depth. Whatever a visit returns is stored, leaves too, but for
    what the table itself had answered; a leaf's value is exact, another one is the bound that its window makes of it.
    A probe that left moves is a bound on its side alone, and is not stored where it proves nothing.
    """

    both_bounds: bool = False
    """Whether an entry is a lower and an upper bound that close in, and not the last value with its bound."""
    stores_leaves: bool = True
    """Whether leaves are stored, and asked for."""
    required_option: tuple[str, str] | None = None
    """The option, and the word of it, without which there is no table."""
    path_option: tuple[str, str] | None = None
    """The option, and its word with which an entry is of a path and not of a position."""


@dataclass(frozen=True)
class Option:
    """An option that other searches lack."""

    name: str
    """The keyword of the search's function."""
    default: int | float | str | bool
    """Its type is the option's."""
    summary: str
    min_value: float = -INFINITY
    """The smallest number allowed."""
    choices: tuple[str, ...] = ()
    """The texts allowed, where it is a text; without any, all are."""
    allows_several: bool = False
    """Whether it is any number of its choices, with commas between them, and none at all."""
    may_be_infinite: bool = False
    """Whether it may be ∞ or −∞, where it is a number."""
    form: str = ""
    """How it is written, where neither choices nor a default show that."""

    @property
    def word(self) -> str:
        """The option as people write it: a word that Python keeps for itself has no underscore there."""
        return self.name.removesuffix("_").replace("_", "-")

    @property
    def values(self) -> str:
        """What it may be, in brief: its form, its choices, or its default.

        >>> (
        ...     Option("with_", "", "", choices=("hash", "killers"), allows_several=True).values,
        ...     Option("c", 1.5, "").values,
        ... )
        ('hash,killers', '1.5')
        """
        if self.form or self.choices:
            return self.form or ("," if self.allows_several else "|").join(self.choices)
        return number(self.default) if isinstance(self.default, int | float) else str(self.default)

    def read(self, raw_value: Any) -> int | float | str | bool:
        """The option's value from what a caller or, as text, a command line gave."""
        value_type = type(self.default)
        value: Any = raw_value
        if value_type in (int, float):
            value = _parse_number(raw_value, value_type, may_be_infinite=self.may_be_infinite)
        elif value_type is bool:
            value = {"yes": True, "no": False, "true": True, "false": False}.get(str(raw_value).lower(), raw_value)
        elif self.allows_several and type(raw_value) is str:
            words = list(dict.fromkeys(word.strip() for word in raw_value.split(",") if word.strip()))
            value = None if set(words) - set(self.choices) else ",".join(sorted(words, key=self.choices.index))
        is_allowed = type(value) is value_type and (not isinstance(value, int | float) or value >= self.min_value)
        if not is_allowed or (self.choices and not self.allows_several and value not in self.choices):
            raise PlyscopeError(f"{self.word} is {self._describe_values()}, not {clean(repr(raw_value), 40)}")
        return value  # type: ignore[no-any-return]

    def _describe_values(self) -> str:
        if self.allows_several:
            return f"some of {', '.join(self.choices)}, with commas between them"
        if self.choices:
            return " or ".join(self.choices)
        description = {bool: "yes or no", int: "a whole number", float: "a number", str: "a text"}[type(self.default)]
        return description + (f" of at least {number(self.min_value)}" if self.min_value > -INFINITY else "")


def _parse_number(raw_value: Any, number_type: type, *, may_be_infinite: bool) -> Any:
    """A number of a kind, finite if it has to be; None where it is none."""
    try:
        text = hyphened(raw_value).replace("∞", "inf") if isinstance(raw_value, str) else raw_value
        value = number_type(text) if isinstance(text, str) or type(text) is int else text
        return value if math.isfinite(value) or (may_be_infinite and math.isinf(value)) else None
    except (ValueError, TypeError, OverflowError):
        return None


@dataclass(frozen=True, kw_only=True)
class Search:
    """What a search says of itself. Everything else (laws, explorer, what-if, commands) goes by this alone."""

    name: str
    run: Callable[..., tuple[float, Any]]
    """`run(rules, root, record, *, depth, …)`: the value, MAX's view, and the first move that attains it."""
    summary: str
    """One line."""
    code: Pseudocode
    """What it does, as a textbook prints it."""
    family: str
    """Of which family it is: one of `FAMILIES`."""
    aliases: tuple[str, ...] = ()
    """Other names by which people ask for it."""
    window: WindowRule | None = None
    """How it cuts; None where it has no alpha and beta."""
    own: tuple[Option, ...] = ()
    """Options that other searches lack."""
    view: str = "max"
    """From whose view it reports values and windows: "max", or "mover" as a negamax does."""
    table: TableRule | bool = False
    """Whether it closes nodes by a transposition table, if only where an option asks for one; and by what rule."""
    drives: bool = False
    """Whether it searches its root in passes, below a node of its own."""
    deepens: bool = False
    """Whether it meets horizons though no depth is asked for."""
    exhaustive: bool = False
    """Whether it visits every node of the tree."""
    selective: tuple[str, ...] = ()
    """The words of its option `with` for what may give another value than minimax's to the same depth."""
    chance: bool = False
    """Whether it knows chance nodes; others refuse a game that has them."""
    best_first: bool = False
    """Whether it grows its tree where it likes, and tells a `TreeRecord` of it. Its steps are the rows of a log."""
    values: str = "minimax"
    """What its values are: "minimax", "proofs" (1 where the goal is reached, −1 where it is not) or "means"."""

    @property
    def windowed(self) -> bool:
        """Whether it has alpha and beta."""
        return self.window is not None

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options that it has."""
        choosable = [name for name in ("fail", "cut") if len(self.rule(name)) > 1]
        names = ["depth", "order", *(["window"] if self.windowed else []), *choosable]
        return (*names, *(option.name for option in self.own))

    def rule(self, name: str) -> tuple[str, ...]:
        """The values that "fail" or "cut" may have, the default first. Where nothing is cut, nothing is clamped."""
        rule = self.window or WindowRule(FAIL_MODES[:1], CUT_TESTS[:1])
        return rule.fails if name == "fail" else rule.cuts


class NullRecorder:
    """A recorder that records nothing, for a search that is only to be run: it does exactly the same work."""

    @staticmethod
    def enter(move: Hashable, turn: int, alpha: float = -INFINITY, beta: float = INFINITY) -> int:
        """Number every node 0."""
        return 0

    @staticmethod
    def leave(node: int, value: float, status: int = EXPANDED, cutoff: bool = False) -> None:
        """Nothing."""

    @staticmethod
    def prune(moves: Sequence[Hashable]) -> int:
        """Nothing."""
        return 0

    @staticmethod
    def tell(node: int, *, depth: int | None = None, why: Why | None = None, weight: float | None = None) -> None:
        """Nothing."""

    @staticmethod
    def add(parent: int | None, move: Hashable, turn: int, weight: float = 0.0) -> int:
        """Number every node 0."""
        return 0

    @staticmethod
    def iteration() -> None:
        """Nothing."""

    @staticmethod
    def update(node: int, x: float, y: float = 0.0, kind: int = VALUE) -> None:
        """Refuse what a recorder would refuse."""
        if kind == VALUE:
            check_leaf_result(x)


Record: TypeAlias = Recorder | NullRecorder
"""What a search calls while it runs: `enter`, `leave` and `prune`; and `tell`, where something is not as usual."""
TreeRecord: TypeAlias = BestFirstRecorder | NullRecorder
"""What a best-first search calls: it adds a node before the row that tells of it, and names it by its number."""


def find_leaf_value(game: Rules[State, Move], state: State, depth: float) -> tuple[float, Status] | None:
    """The value of a leaf, MAX's view, and what it is; None where there are moves to search."""
    if (utility := game.utility(state)) is not None:
        return utility, TERMINAL
    return (game.evaluate(state), HORIZON) if depth == 0 else None


def clamp(value: float, window: tuple[float, float]) -> float:
    """The value, or the end of the window that it lies beyond."""
    alpha, beta = window
    return alpha if value < alpha else beta if value > beta else value
