"""`plyscope diff`: two searches of one position, node by node."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from tracer.errors import PlyscopeError
from tracer.text import clean
from tracer.tracing import Trace
from tui.terminal.options import (
    AsJson,
    Bounds,
    MaxMoves,
    Options,
    OwnGame,
    Searches,
    Source,
    complete_source,
    is_classical,
    search_options,
)
from tui.terminal.output import emit
from tui.terminal.source import get_two, is_trace_file

DIFFERENT = 1
"""Exit code where something differs, as `diff` has it; 0 where nothing does."""


@search_options
def diff(
    a: Source,
    b: Annotated[
        str | None,
        typer.Argument(help="The other one; without it, A with two searches.", autocompletion=complete_source),
    ] = None,
    search: Searches = None,
    as_json: AsJson = False,
    limit: Annotated[int, typer.Option(help="Differences, and lines of the tree, at most; the rest is counted.")] = 40,
    max_moves: MaxMoves = None,
    bounds: Bounds = "proved",
    game: OwnGame = None,
    *,
    options: Options,
) -> None:
    """Compare two searches of one position.

    Exit status 0 where they are the same, 1 where not, 2 after an error.

    \b
    plyscope diff tictactoe -a minimax -a alphabeta
    plyscope diff before.plyscope after.plyscope
    plyscope diff mine.plyscope connect4:5,4,4 --depth 6 --json
    """
    from tracer.comparing.compared_pair import compare_pair
    from tui.terminal import difference
    from tui.terminal.report import counts_table, explain_estimates, facts

    if limit < 1:
        raise PlyscopeError(f"--limit is at least 1, not {limit}")
    classical = is_classical(bounds)
    one, other = get_two("diff", a, b, search or [], game, options)
    one, other = (one.classical(), other.classical()) if classical else (one, other)
    found = compare_pair(one, other)
    comparison, differences = found
    counts = [facts(trace, line=as_json, by_ply=as_json, max_moves=max_moves) for trace in (one, other)]
    if as_json:
        titles = {"a": one.header.title, "b": other.header.title}
        emit(json.dumps({"titles": titles, "searches": counts} | difference.as_json(found, limit), ensure_ascii=False))
    else:
        emit(f"A  {_named(a, one)}\nB  {_named(b or a, other)}\n")
        emit(counts_table(counts) + "\n")
        emit(difference.tally(comparison) + "\n")
        if comparison.recorded is not None:
            emit(difference.BY_PATHS + "\n")
        emit(difference.relation(comparison))
        if comparison.first is not None:
            emit(f"first difference at {comparison.first.text}\n")
            places = len(differences)
            follows = "; the rest follows from that:" if places else ": they differ in their passes alone"
            emit(f"where they part, {places:,} place{'' if places == 1 else 's'}{follows}")
            emit("\n".join(difference.partings(found, limit)) + "\n")
            emit("\n".join(line.text() for line in difference.lines(comparison, limit)))
        explain_estimates(counts, (one, other))
    raise typer.Exit(0 if comparison.same else DIFFERENT)


def _named(source: str, trace: Trace) -> str:
    """What one of them is; a file by its name, too, since two versions of a search have one title."""
    return f"{clean(source)}: {trace.header.title}" if is_trace_file(source) else trace.header.title
