"""Which functions call one another, as far as the names in their code tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dis import get_instructions
from inspect import CO_OPTIMIZED
from types import CodeType

from tracer.deciding.call import plain
from tracer.deciding.function_text import names_used
from tracer.deciding.search_of import circles as groups_of
from tracer.deciding.thresholds import TRIED

INSIDE = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<module>"}
"""The names of what stands inside a function, and is none."""


def candidates(codes: Collection[CodeType]) -> tuple[list[list[str]], list[str]]:
    """Names to be given to `attach`: those of groups of functions that call one another, and of some others."""
    ranked = sorted(codes, key=lambda code: "-packages" in code.co_filename)
    known = Counter(code.co_name for code in ranked)
    names = {code: code.co_name if known[code.co_name] == 1 else plain(code) for code in ranked}
    groups = [[names[code] for code in group] for group in circles(codes)[:TRIED]]
    own = [code for code in ranked if "-packages" not in code.co_filename and not code.co_name.startswith(("<", "__"))]
    return groups, [names[code] for code in own][:TRIED]


def circles(codes: Collection[CodeType]) -> list[list[CodeType]]:
    """Groups of functions that call one another, or themselves.

    Whether a function calls another is read from the names in its code, so another one of that name may be meant.
    """
    functions = (code for code in codes if code.co_flags & CO_OPTIMIZED)  # the body of a class is none
    ranked = sorted(functions, key=lambda code: "-packages" in code.co_filename)
    by_name: dict[str, list[CodeType]] = {}
    for code in ranked:
        by_name.setdefault(code.co_name, []).append(code)
    calls = {
        code: [
            called
            for name in names_used(code)
            if name != code.co_name or not _is_of_super(code)
            for called in by_name.get(name, ())
        ]
        for code in ranked
    }
    places = {code: place for place, code in enumerate(ranked)}
    together = [sorted(group, key=places.__getitem__) for group in groups_of(calls)]
    return sorted(together, key=lambda group: places[group[0]])


def _is_of_super(code: CodeType) -> bool:
    """Return whether a method names its own name only as that of the class above, by `super`."""
    read = [one.argval for one in get_instructions(code) if one.argval in ("super", code.co_name)]
    return "super" in read and 2 * read.count("super") >= len(read)
