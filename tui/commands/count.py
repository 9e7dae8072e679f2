"""`plyscope count`: visited against pruned nodes."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from tui.terminal.options import Options, OwnGame, Searches, Source, search_options
from tui.terminal.output import emit, terminal_width
from tui.terminal.report import (
    counts_table,
    explain_estimates,
    facts,
    has_minimax_value,
    minimal,
    ply_table,
    print_parts,
    shared_options,
)
from tui.terminal.source import get_trace


@search_options
def count(
    source: Source,
    search: Searches = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    by_ply: Annotated[bool, typer.Option("--by-ply", help="Also a table by ply.")] = False,
    game: OwnGame = None,
    *,
    options: Options,
) -> None:
    """Count visited against pruned nodes, searches side by side.

    \b
    plyscope count tictactoe -a minimax -a alphabeta
    plyscope count t.plyscope --by-ply
    plyscope count nim:1,3,5 -a minimax -a alphabeta --json
    """
    names: list[str | None] = [*search] if search else [None]
    traces = [get_trace(source, options.of(name, beside=len(names) > 1), game) for name in names]
    found = [facts(recorded, line=as_json, by_ply=as_json or by_ply) for recorded in traces]
    proved = [place for place, one in enumerate(traces) if has_minimax_value(one)]
    least = minimal(traces[proved[0]], found[proved[0]]) if len(traces) > 1 and proved else None
    if as_json:
        proof = {} if least is None else {"minimal_tree": {"nodes": least["visited"], "leaves": least["leaves"]}}
        emit(json.dumps({"game": traces[0].header.game, "searches": found, **proof}, ensure_ascii=False))
        return
    shared = shared_options(found)
    emit(", ".join([traces[0].header.place, *shared]) + "\n")
    emit(counts_table(found if least is None else [*found, least], shared=shared, width=terminal_width()))
    if len(found) == 1:
        print_parts(found[0])
    for one in found if by_ply else []:
        emit(f"\n{one['search']}\n{ply_table(one)}")
    explain_estimates(found)
