"""The calls of a search as they were seen: what a decision is made from."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any, TypeVar

from tracer.text import clean

_T = TypeVar("_T")
PLAIN = (int, float, str, bool, type(None), bytes, complex)
"""What is kept itself, and not as a copy."""
Path = str
"""A variable at the beginning of a call, such as `self.board` or `window[0]`; with `IS_NONE` or `IS` a test of it."""
NO_LINE = -1
"""Where there is no line."""
IS_NONE = " is None"
"""Ends a path that asks whether there is anything, such as a die that was rolled."""
IS = " == "
"""Stands before the number with which a path ends that asks for it, such as the 0 of a die that was not rolled."""
THAT_COMPARE = " objects, which compare themselves"
"""Stands behind the name of a class, whose objects are returned and have no number that is called a value."""
Handoffs = frozenset[tuple[CodeType, CodeType]]
"""Functions and others that each hands its position on to: a call of the second is no move."""


def plain(code: CodeType) -> str:
    """The qualified name without `<locals>`.

    >>> plain((lambda: 0).__code__)
    '<lambda>'
    """
    return clean(code.co_qualname.replace("<locals>.", ""))


def parameters(code: CodeType) -> tuple[str, ...]:
    """The names of a function's arguments, `*args` and `**kwargs` left out."""
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def frames_above(frame: FrameType) -> Iterator[FrameType]:
    """Yield the frames in which a call was made, from that of its caller upwards."""
    above = frame.f_back
    while above is not None:
        yield above
        above = above.f_back


def head(path: Path) -> str:
    """The name with which a path begins.

    >>> head("self.board"), head("window[0]")
    ('self', 'window')
    """
    return path.split(".")[0].split("[")[0]


def owner(path: Path) -> Path:
    """What has the last thing of a path as an attribute or an element; nothing has a name alone.

    >>> owner("game.board.cells"), owner("window[0]"), owner("board")
    ('game.board', 'window', '')
    """
    return path[: max(path.rfind("."), path.rfind("["), 0)]


def variable_of(path: Path) -> Path:
    """Return the variable of a path that may ask what it holds.

    >>> variable_of("die is None"), variable_of("s.die == 0"), variable_of("board")
    ('die', 's.die', 'board')
    """
    return path.removesuffix(IS_NONE).partition(IS)[0]


def answer_of(path: Path, held: Any) -> Any:
    """Return what a variable holds, or the answer where a path asks for None or for a number.

    >>> answer_of("die", 0), answer_of("die is None", 0), answer_of("die == 0", 0), answer_of("die == 0", False)
    (0, False, True, False)
    """
    if path.endswith(IS_NONE):
        return held is None
    _variable, asks, number = path.partition(IS)
    return type(held) is int and held == int(number) if asks else held


def held_at(entry_values: Mapping[Path, Any], path: Path, otherwise: Any = None) -> Any:
    """What a variable held, or whether it was None or a number where a path asks that.

    >>> held_at({"die": None}, "die is None"), held_at({"die": 3}, "die is None"), held_at({}, "die is None", "?")
    (True, False, '?')
    >>> held_at({"seen['a == 1']": 3}, "seen['a == 1']")
    3
    """
    if path in entry_values:  # it asks nothing
        return entry_values[path]
    variable = variable_of(path)
    return answer_of(path, entry_values[variable]) if variable in entry_values else otherwise


def as_float(number: Any) -> float:
    """A number as a float, with 1 and −1 for truth values."""
    if type(number) is bool:
        return 1.0 if number else -1.0
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


@dataclass(frozen=True, slots=True)
class Copy:
    """What a variable held that can be changed, or is more than a number or a word."""

    snapshot: Hashable
    """Equal for equal contents, and unmoved by what the search does to its own."""
    position: object = field(compare=False)
    """What writes its text when that is asked for, or the text."""
    held: Any = field(compare=False)
    """The very object."""

    @property
    def text(self) -> str:
        """As people read it."""
        return str(self.position)


def snapshot(value: Any) -> Hashable:
    """What a variable held, to be compared: the copy's, or the number or word itself."""
    return value.snapshot if isinstance(value, Copy) else value


@dataclass(eq=False, slots=True)
class Call:
    """One call of a search."""

    code: CodeType
    above: int
    """The number of the call below which it was made; −1 for the outermost."""
    entry_values: dict[Path, Any]
    """What its variables held as it began, by path: numbers and words themselves; a `Copy` of everything else."""
    between: tuple[CodeType, ...] = ()
    """Functions between the caller and it, from the caller on."""
    after: dict[Path, Copy] = field(default_factory=dict)
    """Copies once more, as the call returned, where they are not what they were."""
    reread: Callable[[], Any] | None = None
    """Asks the user's function once more for the position, where one gives it."""
    called_at: int = NO_LINE
    """The line of the caller that made it."""
    again: bool = False
    """Whether it is made at its caller's position for the same player: no move, as its caller takes no value of it."""
    origin: Any = None
    """Where it comes from, if it may be an outermost one."""
    variables: tuple[tuple[str, Hashable], ...] = ()
    """What the loops held in which it was made, each with its name, where it may be a child of the root."""
    root: Call | None = None
    """The call of the function above the search that made it, if one did."""
    left_at: int = NO_LINE
    """The line on which it returned."""
    left_by: str | None = None
    """The name of the exception that left it, where the interpreter tells it."""
    numbers: dict[Path, float] | None = None
    """The numbers in what was returned by their places, `""` for itself; None while it has not returned."""
    length: int = -1
    """How many elements the list or tuple has that was returned; −1 for anything else."""
    shown: str = ""
    """What was returned, for messages."""
    returned: Any = None
    """What tells the move that is played, of an outermost call and of the function above it."""
    fractions: Mapping[str, float] = field(default_factory=dict)
    """What may be probabilities among the variables of whoever made it."""
    keepers: Mapping[str, Any] = field(default_factory=dict)
    """The arguments in which it may keep its value, by their names; none once it has returned."""
    before: Mapping[Path, float] = field(default_factory=dict)
    """The numbers in these as it began."""
    kept: Mapping[Path, float] | None = None
    """The same as it returned; None where its function returns more than None."""
    through: CodeType | None = None
    """The function of a player to which it handed its position on, where that is no node of its own."""


class Log:
    """Calls in the order in which they were made; several searches one after the other."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.below: list[list[int]] = []
        """The calls made by each, in order, without those at its own position."""
        self.kept: dict[CodeType, Path] = {}
        """Where functions keep their values that do not return them."""

    def __len__(self) -> int:
        return len(self.calls)

    def add(self, call: Call) -> int:
        """Append a call; gives its number."""
        number = len(self.calls)
        self.calls.append(call)
        self.below.append([])
        if call.above >= 0 and not call.again:
            self.below[call.above].append(number)
        return number

    def leave_out(self, call: Call) -> None:
        """Take a call for none of the moves of its caller."""
        call.again = True
        self.below[call.above] = [number for number in self.below[call.above] if self.calls[number] is not call]

    def first_of(self, code: CodeType, above: int) -> Call | None:
        """The caller of a function, if it has not called that before: the move to it is the caller's first."""
        if above < 0 or any(self.calls[below].code is code for below in self.below[above]):
            return None
        return self.calls[above]

    def cut(self, number: int) -> None:
        """Forget a call and all after it."""
        for call in self.calls[number:]:
            if 0 <= call.above < number and not call.again:
                self.below[call.above].pop()
        del self.calls[number:], self.below[number:]

    def steps(self, first: int, end: int) -> Iterator[tuple[int, bool]]:
        """Yield the numbers of calls as they begin, with True, and as they return, from one's number to another's."""
        opened: list[int] = []
        for number in range(first, end):
            while opened and opened[-1] != self.calls[number].above:
                yield opened.pop(), False
            opened.append(number)
            yield number, True
        yield from ((number, False) for number in reversed(opened))

    def codes(self) -> list[CodeType]:
        """The functions, in the order of their first calls."""
        one_of_each = {id(call.code): call.code for call in self.calls}  # the hash of a code object takes long
        return list(dict.fromkeys(one_of_each.values()))

    def values(self, places: Mapping[CodeType, Path]) -> list[float | None]:
        """Return the number at a function's place in what each call returned; None where there is none."""
        found = ((call.numbers or {}).get(places.get(call.code, "")) for call in self.calls)
        return [None if number is None else as_float(number) for number in found]

    def edges(self) -> list[tuple[Call, Call]]:
        """Callers and called."""
        return [(self.calls[call.above], call) for call in self.calls if call.above >= 0 and not call.again]

    def families(self, code: CodeType | None = None) -> list[tuple[Call, list[Call]]]:
        """Return each call of a function, or of all, with the calls that it made."""
        both = zip(self.calls, self.below, strict=True)
        return [(call, [self.calls[one] for one in below]) for call, below in both if code is None or call.code is code]

    def inner(self, at: Sequence[_T | None]) -> Iterator[tuple[int, _T, list[_T]]]:
        """Yield the calls that made others, with their value and the others', where all of these are known."""
        for number, below in enumerate(self.below):
            value, values = at[number], [one for child in below if (one := at[child]) is not None]
            if below and value is not None and len(values) == len(below):
                yield number, value, values

    def of(self, code: CodeType) -> list[Call]:
        """Return the calls of a function."""
        return [call for call in self.calls if call.code is code]
