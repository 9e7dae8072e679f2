"""Which arguments of a search are the ends of its window: what is handed on as it was, or is a value that came back."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, pairwise, permutations
from types import CodeType
from typing import Any

from tracer.deciding import guesses
from tracer.deciding.call import Call, Handoffs, Log, Path, head, owner, parameters
from tracer.deciding.function_text import FunctionText, assignments, text_of_function
from tracer.deciding.narrowing import Edge, Pair, View, best_window, edges_of, is_end
from tracer.deciding.position_parts import several_numbers
from tracer.deciding.returned import is_number, plain_number
from tracer.deciding.thresholds import FEW, SEVERAL, SURE, TRIED

_ELEMENT = re.compile(r"(.+)\[(\d+)\]")
_LOW, _HIGH = ("alpha", "α", "alfa"), ("beta", "β")


@dataclass(frozen=True)
class Ends:
    """The arguments that are a window's ends, by function."""

    pairs: dict[CodeType, tuple[Path | None, Path | None]] = field(default_factory=dict)
    """The lower end and the upper one; None for an open one."""
    either: dict[CodeType, Path] = field(default_factory=dict)
    """The argument that is the best of the caller's so far: alpha at MIN's nodes, beta at MAX's."""
    nothing: tuple[float, ...] = ()
    """What that holds where there is none yet: one number, or one for each player."""

    def of(self, code: CodeType) -> tuple[Path | None, Path | None]:
        """Return the ends of a function."""
        return self.pairs.get(code, (None, None))


def decide_ends(
    log: Log,
    view: View,
    value_of: Callable[[int], float | None],
    turned: Pair | None = None,
    handoffs: Handoffs = frozenset(),
) -> Ends:
    """The window of each function: by its names, or else by how it arrives turned round, or by the numbers."""
    codes = log.codes()
    pairs = windows_of(log)
    others = [code for code in codes if code not in pairs]
    edges = edges_of(log, value_of, view) if pairs and others else []
    for code in others if pairs else ():
        edges_below = [
            replace(edge, again=edge.again or (edge.above.code, code) in handoffs, ends=pairs[edge.above.code])
            for edge in edges
            if edge.call.code is code and edge.above.code in pairs
        ]
        calls = [edge.call for edge in edges_below]
        names = dict.fromkeys(path for call in calls for path in call.entry_values if head(path) in parameters(code))
        numbers = [name for name in names if all(is_number(call.entry_values.get(name)) for call in calls)]
        if (pair := best_window(edges_below, numbers, view, sure=True)) is not None:
            pairs[code] = pair
    if pairs:
        return Ends({**pairs})
    named = {code: (guesses.argument(code, _LOW), guesses.argument(code, _HIGH)) for code in codes}
    open_ended = {code: ends for code, ends in named.items() if ends.count(None) == 1}
    if open_ended:
        return Ends(open_ended)
    return _by_numbers(log, view, value_of) if turned is None else Ends(dict.fromkeys(_having(log, turned[0]), turned))


def turned_window(log: Log, handoffs: Handoffs = frozenset(), total: float = 0.0) -> Pair | None:
    """The two numbers that arrive as (−high, −low) of the caller's wherever nothing can have narrowed them yet.

    Or as (total − high, total − low), where the values of both players add up to something.

    That is at the first call that each makes, those at its own position left out; a position that is evaluated before
    may have raised the lower end there. What is the same turned round tells nothing. Two numbers that are no window at
    a call, such as a depth beside the number of a player, are none that arrived.
    """
    first = [(call, below[0]) for call, below in log.families() if below and (call.code, below[0].code) not in handoffs]
    named = [pair for code in log.codes() if (pair := guesses.window(code)) is not None]
    best, most, elements = None, FEW - 1, Elements(log)
    for pair in dict.fromkeys((*named, *permutations(list(several_numbers(log))[:TRIED], 2))):
        if elements.are_cells(*pair):
            continue
        arrived = [[_numbers(call, pair) for call in two] for two in first]
        windows = [(above, below) for above, below in arrived if above is not None and below is not None]
        good = [(above, below) for above, below in windows if above[0] <= above[1] and below[0] <= below[1]]
        right = sum(below[0] == total - above[1] and below[1] <= total - above[0] for above, below in good)
        # Two ends that are equal tell nothing: they may be one variable by two names.
        wide = [(above, below) for above, below in good if above[0] < above[1] and below != above]
        telling = sum(below == (total - above[1], total - above[0]) for above, below in wide)
        if telling > most and right >= SURE * len(windows):
            best, most = pair, telling
    return best


def _numbers(call: Call, pair: Pair) -> tuple[Any, Any] | None:
    """What two variables hold, as numbers of Python's own; None where one is no number."""
    low, high = (None if type(value := call.entry_values.get(path)) is bool else plain_number(value) for path in pair)
    return None if low is None or high is None else (low, high)


def windows_of(log: Log) -> dict[CodeType, Pair]:
    """Return the arguments of each function that are its ends by its text or their names, and numbers at its calls."""
    pairs = {code: pair for code in log.codes() if (pair := guesses.window(code)) is not None}
    return {code: pair for code, pair in pairs.items() if _are_numbers(log, code, pair)}


def _are_numbers(log: Log, code: CodeType, pair: Pair) -> bool:
    """Whether two arguments are ends at most calls: numbers, or None for an open end."""
    calls = log.of(code)
    good = sum(all(is_end(call.entry_values.get(path, "")) for path in pair) for call in calls)
    if pair == ("a", "b"):
        ends = [(call.entry_values.get("a", ""), call.entry_values.get("b", "")) for call in calls]
        good = sum(all(map(is_end, both)) and (None in both or bool(both[0] < both[1])) for both in ends)
        edges = [(_numbers(above, pair), _numbers(call, pair)) for above, call in log.edges() if call.code is code]
        inside = [_is_inside(below, above) for above, below in edges if above is not None and below is not None]
        return good >= SURE * len(calls) and sum(inside) >= SURE * len(inside)
    return 2 * good >= len(calls)


def _is_inside(window: tuple[Any, Any], other: tuple[Any, Any]) -> bool:
    """Return whether a window is within another one, perhaps turned round."""
    (low, high), ends = window, (other, (-other[1], -other[0]))
    return any(one[0] <= low and high <= one[1] for one in ends)


def _by_numbers(log: Log, view: View, value_of: Callable[[int], float | None]) -> Ends:
    """The ends that behave as ends do, whatever they are called."""
    elements = Elements(log)
    paths = _candidates(log, elements.compared)
    edges = edges_of(log, value_of, view)
    best = best_window(edges, paths, view, are_no_window=elements.are_cells)
    if best is None:
        best = next((pair for pair in _named_inside(log) if _is_shared(log, pair, value_of)), None)
    if best is not None:
        return Ends(dict.fromkeys(_having(log, best[0]), best))
    path = next((path for path in paths if "." not in path and _as_best(edges, path, view)), None)
    if path is None:
        return Ends()
    first = {edge.call.entry_values.get(path) for edge in edges if not edge.sisters} | {
        log.calls[0].entry_values.get(path)
    }
    nothing = tuple(end for end in first if end is not None) if len(first) < FEW else ()
    return Ends(either=dict.fromkeys(_having(log, path), path), nothing=nothing)


def _having(log: Log, path: Path) -> list[CodeType]:
    return [code for code in log.codes() if any(path in call.entry_values for call in log.of(code))]


def _named_inside(log: Log) -> list[Pair]:
    """What stands in one list or object and has the names of two ends."""
    paths = {path for call in log.calls for path in call.entry_values if set(path) & set(".[")}
    pairs = [(f".{low}", f".{high}") for low, high in (*guesses.WINDOWS, *guesses.ENDS)] + [("window[0]", "window[1]")]
    arguments = {name for code in log.codes() for name in parameters(code)}
    return [
        (path, path.removesuffix(low) + high)
        for path in sorted(paths, key=lambda path: (head(path) not in arguments, path))
        for low, high in pairs
        if path.endswith(low) and path.removesuffix(low) + high in paths
    ]


def _is_shared(log: Log, pair: Pair, value_of: Callable[[int], float | None]) -> bool:
    """Whether the ends are those of all calls together: they only come nearer, by values that were returned."""
    known: list[tuple[Any, Any]] = [
        (call.entry_values.get(pair[0]), call.entry_values.get(pair[1])) for call in log.calls
    ]
    if not all(is_end(end) and end is not None for ends in known for end in ends) or known[0][0] >= known[0][1]:
        return False
    values = {value_of(number) for number in range(len(log))}
    moved = {end for before, now in pairwise(known) for end, last in zip(now, before, strict=True) if end != last}
    return (
        bool(moved) and moved <= values and all(one[0] <= two[0] and one[1] >= two[1] for one, two in pairwise(known))
    )


def _candidates(log: Log, compared: set[Path]) -> list[Path]:
    """Numbers of the calls that are not the same at all of them, and no numbers that go up or down by one.

    Args:
        log: the calls.
        compared: elements that a cutoff test compares, of which two numbers are enough.
    """
    values_by_path: dict[Path, list[Any]] = {}
    for call in log.calls:
        for path, value in call.entry_values.items():
            if not path.startswith("=") and is_end(value):
                values_by_path.setdefault(path, []).append(value)
    ends = {path for pair in guesses.ENDS for path in pair}
    several = [
        path
        for path, values in values_by_path.items()
        if (len(set(values)) > 2 or path.lower() in ends or path in compared) and 2 * len(values) >= len(log)
    ]
    edges = [(above.entry_values, call.entry_values) for above, call in log.edges()]
    by_one = {
        path: sum(
            below[path] - above[path] in (1, -1)
            for above, below in edges
            if all(
                is_end(entry_values.get(path)) and entry_values.get(path) is not None for entry_values in (above, below)
            )
        )
        for path in several
    }
    return [path for path in several if by_one[path] < SURE * max(1, len(edges))][:TRIED]


def _as_best(edges: list[Edge], path: Path, view: View) -> bool:
    """Whether an argument is the best of the children before, wherever there were some."""
    pairs = [edge for edge in edges if edge.sisters and is_end(edge.call.entry_values.get(path, ""))]
    ends = (max,) if view.name == "mover" else (max, min)
    good = sum(edge.call.entry_values[path] in [end(edge.sisters) for end in ends] for edge in pairs)
    different = {edge.call.entry_values[path] for edge in pairs}
    return len(pairs) >= SEVERAL and good >= SURE * len(pairs) and len(different) > 2


def compares_whole(value: Path, low: Path | None, high: Path | None) -> bool:
    """Whether a value and two ends that are no elements of one thing are elements at one place.

    >>> (
    ...     compares_whole("[0]", "a[0]", "b[0]"),
    ...     compares_whole("[0]", "alpha", "beta"),
    ...     compares_whole("", "w[0]", "w[1]"),
    ... )
    (True, False, False)
    """
    ends = [low or "", high or ""]
    return value.startswith("[") and all(end.endswith(value) for end in ends) and owner(ends[0]) != owner(ends[1])


def describe_ends(ends: Ends, places: Mapping[CodeType, Path]) -> list[str]:
    """Return what was assumed of the ends of windows, one thing each, and what is missed because of it."""
    sister = "is the best of the move's sisters so far: a window with one open end"
    words = [f"{path} {sister}" for path in ends.either.values()]
    for low, high in ends.pairs.values():
        end = f"open {'below' if low is None else 'above'} {low or high}"
        words.append(f"the window is {end if None in (low, high) else f'{low}, {high}'}")
    ties = {place for code, place in places.items() if compares_whole(place, *ends.of(code))}
    warning = f"values and windows are compared as a whole, but only {', '.join(sorted(ties))} is recorded"
    return [*dict.fromkeys(words), *([f"{warning}: cutoffs at ties are missed"] if ties else [])]


class Elements:
    """The elements of lists and tuples at a search's calls, and those that its text names."""

    def __init__(self, log: Log) -> None:
        self._seen = {path for call in log.calls for path in call.entry_values if _ELEMENT.fullmatch(path)}
        self._codes = log.codes() if self._seen else []

    @cached_property
    def _texts(self) -> list[tuple[FunctionText, dict[str, Path]] | None]:
        """The text of each function with the elements that it names; None where it cannot be read."""
        texts = map(text_of_function, self._codes)
        return [None if text is None else (text, _named(text)) for text in texts]

    def are_cells(self, one: Path, other: Path) -> bool:
        """Return whether two variables are elements of a sequence with more elements, and no text names both.

        Two such cells of a board are no window. Without a text only neighbors may be one.
        """
        first, second = _ELEMENT.fullmatch(one), _ELEMENT.fullmatch(other)
        if first is None or second is None or first[1] != second[1]:
            return False
        if {first[2], second[2]} == {"0", "1"} and f"{first[1]}[2]" not in self._seen:
            return False
        if None in self._texts:
            return abs(int(first[2]) - int(second[2])) > 1
        return not any({one, other} <= {*known[1].values()} for known in self._texts if known is not None)

    @cached_property
    def compared(self) -> set[Path]:
        """The elements that a text compares as a cutoff test does: two of one sequence, by which is the greater."""
        return {path for known in self._texts if known is not None for path in _compared(*known)}


def _named(text: FunctionText) -> dict[str, Path]:
    """Return the elements that a text names by their places or unpacks, keyed by the text that stands for each."""
    found = {
        ast.unparse(node): ast.unparse(node)
        for node in text.parts
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)
    }
    for targets, value in assignments(text.parts):
        whole = ast.unparse(value)
        if len(targets) > 1 and isinstance(value, ast.Name | ast.Attribute | ast.Subscript):
            found |= {ast.unparse(target): f"{whole}[{place}]" for place, target in enumerate(targets)}
        elif whole in found:
            found |= {ast.unparse(target): found[whole] for target in targets}
    return found


def _compared(text: FunctionText, named: dict[str, Path]) -> Iterator[Path]:
    for node in text.parts:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE):
            sides = [named.get(ast.unparse(side), "") for side in (node.left, *node.comparators)]
            for one, other in combinations(sides, 2):
                if one != other and owner(one) == owner(other) != "":
                    yield from (one, other)
