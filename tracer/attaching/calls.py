"""How to read the calls of one function: what was said, and for the rest what is assumed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Any

from tracer.attaching import guesses
from tracer.attaching.targets import plain
from tracer.attaching.variables import Again, Read, reader, reread_position
from tracer.errors import PlyscopeError
from tracer.games.rules import Turn
from tracer.text import clean

INFINITY = float("inf")
LARGEST = 1e300
"""Values beyond it are recorded as it: a trace has infinities at the ends of windows alone."""


@dataclass(frozen=True)
class Reading:
    """What a call of one function says; None stands for what it does not say."""

    alpha: Read | None
    beta: Read | None
    state: Read | None
    again: Again | None
    """How to read the position when the call returns; None stands for the object that was read on entry."""
    side: Turn | None
    """The player whose function it is."""
    turn: Callable[[FrameType], Turn] | None
    player: Callable[[FrameType], Turn] | None
    """As `turn`, from an argument that may mean something else; a game knows better."""
    depth: Read | None
    move: Read | None
    moves: Read | None
    assumed: dict[str, str]
    """What was not said, in words."""


def read(frame: FrameType, said: dict[str, Any], *, by_name: bool, root: bool = False) -> Reading:
    """How to read the function whose call begins.

    Args:
        frame: its first call.
        said: the options of `attach`.
        by_name: whether the functions' names tell MAX from MIN.
        root: whether it is the function above the search, which may lack any variable.

    Raises:
        PlyscopeError: an option names nothing that the function has.
    """
    code, assumed = frame.f_code, {}

    def option(name: str, guess: str | None, words: str) -> Read | None:
        source = said.get(name)
        if source is None and guess is not None:
            assumed[name] = words.format(guess)
            source = guess
        if source is None:
            return None
        try:
            return reader(name, source, frame)
        except PlyscopeError:
            if root:
                return None
            raise

    ends = guesses.window(code)
    alpha = option("alpha", ends and ends[0], f"the window is {{}}, {ends and ends[1]}")
    beta = option("beta", ends and ends[1], "")
    if not root and (alpha is None) != (beta is None):
        given, other = ("alpha", "beta") if beta is None else ("beta", "alpha")
        raise PlyscopeError(
            f"{plain(code)}: {given} is known, but not which argument is {other}; say it with {other}=…"
        )
    place = guesses.position(frame)
    state = option("state", place, "the position is {}")
    anew = (
        None
        if state is None
        else reread_position("state", said["state"] if said["state"] is not None else place, frame)
    )
    move = option("move", guesses.argument(code, guesses.MOVE), "the move is {}")
    depth = guesses.argument(code, guesses.DEPTH)
    if guesses.is_cached(frame):
        assumed["cache"] = "calls that functools.cache answers are no nodes"
    side, turn, player = _who_moves(frame, said, option, by_name=by_name and not root, assumed=assumed)
    return Reading(
        alpha, beta, state, anew, side, turn, player,
        None if depth is None else reader("depth", depth, frame),
        move, option("moves", None, ""), assumed,
    )  # fmt: skip


def _who_moves(
    frame: FrameType,
    said: dict[str, Any],
    option: Callable[..., Read | None],
    *,
    by_name: bool,
    assumed: dict[str, str],
) -> tuple[Turn | None, Callable[[FrameType], Turn] | None, Callable[[FrameType], Turn] | None]:
    """The player by the function's name, by what says it for sure, and by what may say it."""
    code = frame.f_code
    if said.get("turn") is None and by_name:
        assumed["turn"] = "the functions' names say who moves"
        return guesses.side(code.co_name), None, None
    sure = guesses.turn_argument(code)
    named = sure
    if sure is not None and type(frame.f_locals.get(sure)) is not bool:
        sure = None  # it may be the maximizing player's number or mark, at every call
    maybe = (guesses.argument(code, guesses.PLAYER) or named) if sure is None and said.get("turn") is None else None
    if maybe is not None:
        source = reader("turn", maybe, frame)
        return None, None, _as_player(maybe, source, frame)
    source_ = option("turn", sure, "{} says who moves")
    if source_ is None:
        return None, None, None
    name = said.get("turn") if said.get("turn") is not None else sure
    return None, _as_player(name if isinstance(name, str) else "turn", source_, frame), None


def _as_player(name: str, source: Read, frame: FrameType) -> Callable[[FrameType], Turn]:
    convert = guesses.as_turn(name, frame.f_code)
    return lambda call: convert(source(call))


def limit(option: str, value: Any, open_end: float) -> float:
    """An end of a window as a number; None is an open end.

    Raises:
        PlyscopeError: it is no number.
    """
    if (type(value) is float or type(value) is int) and -LARGEST <= value <= LARGEST:
        return value
    if value is None:
        return open_end
    if guesses.is_number(value) and value == value:
        return float(value) if -LARGEST <= value <= LARGEST else INFINITY if value > 0 else -INFINITY
    raise PlyscopeError(f"{option} is {clean(repr(value), 60)} at a call, which is no number; say {option}=…")


class Value:
    """What a return says of the value."""

    def __init__(self, source: Any) -> None:
        self._source = source
        self._element: int | None = None
        self.assumed: str | None = None
        self.endless = False
        """Whether a value was beyond `LARGEST`."""

    def __call__(self, returned: Any, where: Callable[[], str]) -> float:
        """The number, from the search's own point of view; True and False are a win and a loss, 1 and −1.

        Raises:
            PlyscopeError: there is none.
        """
        kind = type(returned)
        if self._source is None and (kind is int or kind is float) and -LARGEST <= returned <= LARGEST:
            return returned  # type: ignore[no-any-return]  # a number
        value = self._of(returned)
        if type(value) is bool:
            return 1 if value else -1
        if not guesses.is_number(value) or value != value:
            shown = clean(repr(returned), 60)
            if value is None and returned is None:
                raise PlyscopeError(
                    f"{where()} returned None, which is no number: does each way through it end with a return? "
                    "value=lambda returned: … gives a number for it"
                )
            raise PlyscopeError(
                f"{where()} returned {shown}, which is no number: say where the value is with value=0 (an element) "
                "or value=lambda returned: …"
            )
        if -LARGEST <= value <= LARGEST:
            return value if type(value) is int else float(value)
        self.endless = True
        return LARGEST if value > 0 else -LARGEST

    def _of(self, returned: Any) -> Any:
        if callable(self._source):
            try:
                return self._source(returned)
            except Exception as error:
                problem = f"{type(error).__name__}: {clean(str(error))}"
                raise PlyscopeError(
                    f"value: your function raised {problem}, for {clean(repr(returned), 60)}"
                ) from error
        if self._source is not None:
            try:
                return returned[self._source]
            except (TypeError, LookupError):
                return getattr(returned, self._source, None) if isinstance(self._source, str) else None
        if self._element is None:
            self._element = guesses.element(returned)
            if self._element is not None:
                self.assumed = f"the value is element {self._element} of what is returned"
        return returned if self._element is None or not isinstance(returned, tuple | list) else self._take(returned)

    def _take(self, returned: Any) -> Any:
        assert self._element is not None
        return returned[self._element] if self._element < len(returned) else None
