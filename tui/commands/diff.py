"""`plyscope diff`: two searches of one position, node by node."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from tracer.errors import PlyscopeError
from tui.terminal.options import Options, OwnGame, Searches, Source, complete_source, search_options
from tui.terminal.output import emit
from tui.terminal.source import get_two

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
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    limit: Annotated[int, typer.Option(help="Lines of the tree at most; the rest is counted.")] = 40,
    game: OwnGame = None,
    *,
    options: Options,
) -> None:
    """Compare two searches of one position.

    The exit code is 0 if they are the same, 1 if not, 2 after an error.

    \b
    plyscope diff tictactoe -a minimax -a alphabeta
    plyscope diff before.plyscope after.plyscope
    plyscope diff mine.plyscope connect4:5,4,4 --depth 6 --json
    """
    from tracer.comparing.comparison import compare
    from tui.terminal import difference
    from tui.terminal.report import counts_table, explain_estimates, facts

    if limit < 1:
        raise PlyscopeError(f"--limit is at least 1, not {limit}")
    one, other = get_two("diff", a, b, search or [], game, options)
    found = compare(one, other)
    counts = [facts(trace, line=as_json, by_ply=as_json) for trace in (one, other)]
    if as_json:
        titles = {"a": one.header.title, "b": other.header.title}
        emit(json.dumps({"titles": titles, "searches": counts} | difference.as_json(found, limit), ensure_ascii=False))
    else:
        emit(f"A  {one.header.title}\nB  {other.header.title}\n")
        emit(counts_table(counts) + "\n")
        emit(difference.tally(found) + "\n")
        emit(difference.relation(found))
        if found.first is not None:
            emit(f"first difference at {found.first.text}\n")
            emit("\n".join(line.text() for line in difference.lines(found, limit)))
        explain_estimates(counts)
    raise typer.Exit(0 if found.same else DIFFERENT)
