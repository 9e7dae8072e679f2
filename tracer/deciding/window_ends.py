"""Which arguments of a search are the ends of its window: what is handed on as it was, or is a value that came back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, permutations
from types import CodeType
from typing import Any

from tracer.deciding import guesses
from tracer.deciding.call import Call, Handed, Log, Path, head, parameters
from tracer.deciding.position_parts import several_numbers
from tracer.deciding.returned import is_number, plain_number
from tracer.deciding.thresholds import FEW, SEVERAL, SURE, TRIED
from tracer.games.rules import Turn

_LOW, _HIGH = ("alpha", "α", "alfa"), ("beta", "β")


@dataclass(frozen=True)
class View:
    """Whose values and windows they are."""

    name: str = "max"
    """`"max"` or `"mover"`."""
    total: float = 0.0
    """What the mover's and the other's add up to."""
    movers: Sequence[Turn | None] = ()
    """Who moves at each call, where a player may move again."""

    def turned(self, value: float) -> float:
        """What is the other player's in the mover's view."""
        return value if self.name == "max" else self.total - value

    def again(self, above: int, below: int) -> bool:
        """Whether it is the same one who moves at a call below another."""
        return bool(self.movers) and self.movers[above] == self.movers[below]


@dataclass(frozen=True)
class Ends:
    """The arguments that are a window's ends, by function; None for an open one."""

    low: dict[CodeType, Path | None] = field(default_factory=dict)
    high: dict[CodeType, Path | None] = field(default_factory=dict)
    either: dict[CodeType, Path] = field(default_factory=dict)
    """The argument that is the best of the caller's so far: alpha at MIN's nodes, beta at MAX's."""
    nothing: tuple[float, ...] = ()
    """What that holds where there is none yet: one number, or one for each player."""
    words: tuple[str, ...] = ()


def decide_ends(
    log: Log,
    view: View,
    value_of: Callable[[int], float | None],
    turned: Pair | None = None,
    handed: Handed = frozenset(),
) -> Ends:
    """The window of each function: by its names, or else by the numbers.

    Args:
        log: the calls.
        view: whose values they are.
        value_of: the value of a call by its number; None where it is not known.
        turned: the window that arrives swapped and negated, if there is one.
        handed: functions that hand their position on.
    """
    low: dict[CodeType, Path | None] = {}
    high: dict[CodeType, Path | None] = {}
    words: list[str] = []
    codes = log.codes()
    pairs = windows_of(log)
    others = [code for code in codes if code not in pairs]
    edges = _edges(log, value_of, view) if pairs and others else []
    for code in others if pairs else ():
        known = [
            (replace(edge, again=edge.again or (above, code) in handed), pairs[above])
            for edge, above, below in edges
            if below is code and above in pairs
        ]
        if (pair := _best_window(known, _own_numbers(code, known), view, sure=True)) is not None:
            pairs[code] = pair
    for code, pair in pairs.items():
        low[code], high[code] = pair
        words.append(f"the window is {pair[0]}, {pair[1]}")
    for code in () if pairs else codes:
        ends = guesses.argument(code, _LOW), guesses.argument(code, _HIGH)
        if ends.count(None) == 1:
            low[code], high[code] = ends
            words.append(f"the window is open {'below' if ends[0] is None else 'above'} {ends[0] or ends[1]}")
    if not low and turned is not None:
        return _of_all(log, *turned)
    return (None if low else _by_numbers(log, view, value_of)) or Ends(low, high, words=tuple(words))


def turned_window(log: Log, handed: Handed = frozenset(), total: float = 0.0) -> Pair | None:
    """The two numbers that arrive as (−high, −low) of the caller's wherever nothing can have narrowed them yet.

    Or as (total − high, total − low), where the values of both players add up to something.

    That is at the first call that each makes, those at its own position left out; a position that is evaluated before
    may have raised the lower end there. What is the same turned round tells nothing. Two numbers that are no window at
    a call, such as a depth beside the number of a player, are none that arrived.
    """
    first = [(call, below[0]) for call, below in log.families() if below and (call.code, below[0].code) not in handed]
    named = [pair for code in log.codes() if (pair := guesses.window(code)) is not None]
    best, most = None, FEW - 1
    for pair in dict.fromkeys((*named, *permutations(list(several_numbers(log))[:TRIED], 2))):
        arrived = [[_numbers(call, pair) for call in two] for two in first]
        seen = [(above, below) for above, below in arrived if above is not None and below is not None]
        good = [(above, below) for above, below in seen if above[0] <= above[1] and below[0] <= below[1]]
        right = sum(below[0] == total - above[1] and below[1] <= total - above[0] for above, below in good)
        # Two ends that are equal tell nothing: they may be one variable by two names.
        wide = [(above, below) for above, below in good if above[0] < above[1] and below != above]
        telling = sum(below == (total - above[1], total - above[0]) for above, below in wide)
        if telling > most and right >= SURE * len(seen):
            best, most = pair, telling
    return best


def _numbers(call: Call, pair: Pair) -> tuple[Any, Any] | None:
    """What two variables hold, as numbers of Python's own; None where one is no number."""
    low, high = (None if type(held := call.seen.get(path)) is bool else plain_number(held) for path in pair)
    return None if low is None or high is None else (low, high)


def _own_numbers(code: CodeType, edges: Sequence[tuple[_Edge, Pair | None]]) -> list[Path]:
    """The arguments of a function that are numbers at all calls of some."""
    names = dict.fromkeys(path for edge, _ends in edges for path in edge.call if head(path) in parameters(code))
    return [path for path in names if all(is_number(edge.call.get(path)) for edge, _ends in edges)]


def _best_window(
    edges: Sequence[tuple[_Edge, Pair | None]], paths: Sequence[Path], view: View, *, sure: bool = False
) -> Pair | None:
    """The two variables that are narrower than the caller's window at most calls; None if they are none.

    Args:
        edges: callers and called, with the ends of the caller where these have other names.
        paths: the variables.
        view: whose values they are.
        sure: whether it has to narrow at no call.
    """
    best, most = None, 0
    for low, high in permutations(paths, 2):
        least = 0 if sure or (low.lower(), high.lower()) in guesses.ENDS else FEW
        narrowed = _as_window([(edge, above or (low, high), (low, high)) for edge, above in edges], view, least)
        if narrowed > most:
            best, most = (low, high), narrowed
    return best


def windows_of(log: Log) -> dict[CodeType, Pair]:
    """Return the arguments of each function that are its ends by its text or their names, and numbers at its calls."""
    pairs = {code: pair for code in log.codes() if (pair := guesses.window(code)) is not None}
    return {code: pair for code, pair in pairs.items() if _are_numbers(log, code, pair)}


def _are_numbers(log: Log, code: CodeType, pair: Pair) -> bool:
    """Whether two arguments are ends at most calls: numbers, or None for an open end."""
    calls = log.of(code)
    good = sum(all(is_end(call.seen.get(path, "")) for path in pair) for call in calls)
    if pair == ("a", "b"):
        ends = [(call.seen.get("a", ""), call.seen.get("b", "")) for call in calls]
        good = sum(all(map(is_end, both)) and (None in both or bool(both[0] < both[1])) for both in ends)
        return good >= SURE * len(calls)
    return 2 * good >= len(calls)


def is_end(held: Any) -> bool:
    """Whether something can be the end of a window."""
    return held is None or (is_number(held) and type(held) is not bool and held == held)


def _by_numbers(log: Log, view: View, value_of: Callable[[int], float | None]) -> Ends | None:
    """The ends that behave as ends do, whatever they are called."""
    paths = _candidates(log)
    edges = [edge for edge, _above, _below in _edges(log, value_of, view)]
    best = _best_window([(edge, None) for edge in edges], paths, view)
    if best is None:
        best = next((pair for pair in _named_inside(log) if _is_shared(log, pair, value_of)), None)
    codes = log.codes()
    if best is not None:
        return _of_all(log, *best)
    for path in paths:
        if "." not in path and _as_best(edges, path, view):
            has = [code for code in codes if any(path in call.seen for call in log.of(code))]
            said = f"{path} is the best of the move's sisters so far: a window with one open end"
            first = {edge.call.get(path) for edge in edges if not edge.sisters} | {log.calls[0].seen.get(path)}
            nothing = tuple(end for end in first if end is not None) if len(first) < FEW else ()
            return Ends(either=dict.fromkeys(has, path), nothing=nothing, words=(said,))
    return None


def _of_all(log: Log, low: Path, high: Path) -> Ends:
    """The ends of every function that has them."""
    has = [code for code in log.codes() if any(low in call.seen for call in log.of(code))]
    return Ends(dict.fromkeys(has, low), dict.fromkeys(has, high), words=(f"the window is {low}, {high}",))


def _named_inside(log: Log) -> list[Pair]:
    """What stands in one list or object and has the names of two ends."""
    paths = {path for call in log.calls for path in call.seen if set(path) & set(".[")}
    pairs = [(f".{low}", f".{high}") for low, high in (*guesses.WINDOWS, *guesses.ENDS)] + [("window[0]", "window[1]")]
    return [
        (path, path.removesuffix(low) + high)
        for path in sorted(paths)
        for low, high in pairs
        if path.endswith(low) and path.removesuffix(low) + high in paths
    ]


def _is_shared(log: Log, pair: Pair, value_of: Callable[[int], float | None]) -> bool:
    """Whether the ends are those of all calls together: they only come nearer, by values that were returned."""
    known: list[tuple[Any, Any]] = [(call.seen.get(pair[0]), call.seen.get(pair[1])) for call in log.calls]
    if not all(is_end(end) and end is not None for ends in known for end in ends) or known[0][0] >= known[0][1]:
        return False
    values = {value_of(number) for number in range(len(log))}
    moved = {end for before, now in pairwise(known) for end, last in zip(now, before, strict=True) if end != last}
    return (
        bool(moved) and moved <= values and all(one[0] <= two[0] and one[1] >= two[1] for one, two in pairwise(known))
    )


def _candidates(log: Log) -> list[Path]:
    """Numbers of the calls that are not the same at all of them, and no numbers that go up or down by one."""
    held: dict[Path, list[Any]] = {}
    for call in log.calls:
        for path, value in call.seen.items():
            if not path.startswith("=") and is_end(value):
                held.setdefault(path, []).append(value)
    ends = {path for pair in guesses.ENDS for path in pair}
    several = [
        path
        for path, values in held.items()
        if (len(set(values)) > 2 or path.lower() in ends) and 2 * len(values) >= len(log)
    ]
    edges = [(above.seen, call.seen) for above, call in log.edges()]
    steps = {
        path: [
            below[path] - above[path]
            for above, below in edges
            if all(is_end(seen.get(path)) and seen.get(path) is not None for seen in (above, below))
        ]
        for path in several
    }
    by_one = {path: sum(step in (1, -1) for step in found) for path, found in steps.items()}
    return [path for path in several if by_one[path] < SURE * max(1, len(edges))][:TRIED]


@dataclass(frozen=True)
class _Edge:
    above: Mapping[Path, Any]
    call: Mapping[Path, Any]
    sisters: tuple[float, ...]
    """The values of the children before it, in their parent's view."""
    again: bool = False
    """Whether the caller's player moves again."""


def _edges(log: Log, value_of: Callable[[int], float | None], view: View) -> list[tuple[_Edge, CodeType, CodeType]]:
    """The calls that others make, with the functions of both."""
    found = []
    for number, below in enumerate(log.below):
        values: list[float] = []
        for child in below[:64]:
            again = view.again(number, child)
            above, call = log.calls[number], log.calls[child]
            found.append((_Edge(above.seen, call.seen, tuple(values), again), above.code, call.code))
            value = value_of(child)
            if value is None:
                break
            values.append(value if again else view.turned(value))
    return found


Window = tuple[Any, Any]
Pair = tuple[Path, Path]
"""The names of the lower end and of the upper one."""


def _arrivals(view: View) -> list[Callable[[Window], Window]]:
    """How a child's window stands for a part of its caller's: the right way first, and then mistakes."""
    if view.name == "max":
        return [lambda ends: ends, lambda ends: (ends[1], ends[0])]
    turned = view.turned
    return [
        lambda ends: (turned(ends[1]), turned(ends[0])),
        lambda ends: (turned(ends[0]), turned(ends[1])),
        lambda ends: ends,
    ]


def _as_window(edges: list[tuple[_Edge, Pair, Pair]], view: View, least: int) -> int:
    """Return at how many calls, plus one, two ends are a window that narrowed; 0 where they are none.

    Args:
        edges: callers and called, each with the names of the ends at both.
        view: whose values they are.
        least: at how many calls it has to narrow.
    """
    known: list[tuple[Window, Window, _Edge]] = []
    for edge, above, below in edges:
        held = [*map(edge.above.get, above), *map(edge.call.get, below)]
        if all(is_end(end) and end is not None for end in held):
            ends = [*map(plain_number, held)]  # as values are
            known.append(((ends[0], ends[1]), (ends[2], ends[3]), edge))
    if len(known) < SEVERAL or 2 * sum(above[0] < above[1] for above, _below, _edge in known) < len(known):
        return 0
    for arrives in _arrivals(view):
        narrowed = _narrowed(
            [(above, below if edge.again else arrives(below), edge.sisters) for above, below, edge in known]
        )
        if narrowed is not None and narrowed >= least:
            return narrowed + 1
        least = max(least, FEW)
    return 0


def _narrowed(edges: list[tuple[Window, Window, tuple[float, ...]]]) -> int | None:
    """At how many calls a window is narrower than its caller's, by the sisters' values; None where it is no window.

    Ends that are the widest of all at some calls were forgotten on their way, if at enough others they were not.
    """
    widest = min(below[0] for _above, below, _sisters in edges), max(below[1] for _above, below, _sisters in edges)
    good = narrowed = forgotten = 0
    for above, below, sisters in edges:
        moved = (below[0] > above[0] and below[0] in sisters, below[1] < above[1] and below[1] in sisters)
        right = [moved[end] or below[end] == above[end] for end in (0, 1)]
        good += all(right)
        narrowed += any(moved) and all(right)
        forgotten += not all(right) and all(right[end] or below[end] == widest[end] for end in (0, 1))
    if good >= SURE * len(edges):
        return narrowed
    enough = 4 * good >= len(edges) and narrowed >= FEW
    return narrowed if enough and good + forgotten >= SURE * len(edges) else None


def _as_best(edges: list[_Edge], path: Path, view: View) -> bool:
    """Whether an argument is the best of the children before, wherever there were some."""
    seen = [edge for edge in edges if edge.sisters and is_end(edge.call.get(path, ""))]
    ends = (max,) if view.name == "mover" else (max, min)
    good = sum(edge.call[path] in [end(edge.sisters) for end in ends] for edge in seen)
    different = {edge.call[path] for edge in seen}
    return len(seen) >= SEVERAL and good >= SURE * len(seen) and len(different) > 2
