"""The marks of two players, as the text of a search has them: what it asks of both, and which of them it puts down."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache

from tracer.deciding.function_text import called_name
from tracer.diagnosis.source_lines import names_of_sources, text_of_source
from tracer.recording.source import Source
from tracer.tracing import Trace

_MARK = ast.Name | ast.Attribute | ast.Constant


def find_only_mark(trace: Trace) -> tuple[str, str] | None:
    """Return the mark that the loops over the moves have, and the other player's, which they do not; None for none.

    Two marks are those of the players where the text asks one function about each of them, as in `has_won("X")` and
    `has_won("O")`, or compares something with each, as in `winner == "X"`.
    """
    names = names_of_sources(trace)
    texts = [parts for source in trace.sources if (parts := _parse(source, names)) is not None]
    loop_parts = (node for parts in texts for node in _iter_loop_parts(parts, names))
    in_loops = {ast.unparse(node) for node in loop_parts if isinstance(node, _MARK)}
    for pair in _iter_pairs(texts, names):
        if len(pair & in_loops) == 1:
            return (pair & in_loops).pop(), (pair - in_loops).pop()
    return None


@lru_cache(maxsize=64)
def _parse(source: Source, names: frozenset[str]) -> list[ast.AST] | None:
    text = text_of_source(source, names)
    return None if text is None else [*ast.walk(text.root)]


def _iter_loop_parts(parts: Iterable[ast.AST], names: frozenset[str]) -> Iterator[ast.AST]:
    """Yield all that stands in loops with a call of the search."""
    for loop in parts:
        inner = [*ast.walk(loop)] if isinstance(loop, ast.For | ast.While | ast.comprehension | ast.ListComp) else []
        if any(isinstance(one, ast.Call) and called_name(one.func) in names for one in inner):
            yield from inner


def _iter_pairs(texts: Iterable[Iterable[ast.AST]], names: frozenset[str]) -> Iterator[set[str]]:
    """Yield two things that are compared with the same one, or are one argument of calls with the same other ones."""
    arguments: dict[tuple[str, str], set[str]] = {}
    for node in (part for parts in texts for part in parts):
        if isinstance(node, ast.Call) and called_name(node.func) not in names:
            for place, one in enumerate(node.args if not node.keywords else ()):
                others = [ast.unparse(other) for other in (node.func, *node.args[:place], *node.args[place + 1 :])]
                if isinstance(one, _MARK):
                    arguments.setdefault((str(place), " ".join(others)), set()).add(ast.unparse(one))
        if (
            isinstance(node, ast.Compare)
            and [*map(type, node.ops)] == [ast.Eq]
            and isinstance(node.comparators[0], _MARK)
        ):
            arguments.setdefault(("==", ast.unparse(node.left)), set()).add(ast.unparse(node.comparators[0]))
    yield from (pair for pair in arguments.values() if len(pair) == len(("one", "other")))
