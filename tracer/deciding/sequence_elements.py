"""Which elements of lists and tuples may be the ends of a window: those of a pair, or those that the text names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations

from tracer.deciding.call import Log, Path, owner
from tracer.deciding.function_text import FunctionText, assignments, text_of_function

_ELEMENT = re.compile(r"(.+)\[(\d+)\]")


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
