"""`plyscope count`: visited against pruned nodes."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from tracer.errors import PlyscopeError
from tracer.games.rules import describe
from tracer.text import clean
from tui.terminal.options import AsJson, MaxMoves, Options, OwnGame, Searches, Source, search_options
from tui.terminal.output import emit, say, terminal_width
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
    as_json: AsJson = False,
    by_ply: Annotated[bool, typer.Option("--by-ply", help="Also a table by ply.")] = False,
    max_moves: MaxMoves = None,
    game: OwnGame = None,
    *,
    options: Options,
) -> None:
    """Count visited against pruned nodes, searches side by side.

    Of a game that was kept, each of its searches is counted; game.plyscope#3 is the third of them.

    \b
    plyscope count tictactoe -a minimax -a alphabeta
    plyscope count t.plyscope --by-ply
    plyscope count t.plyscope --max-moves 10000
    plyscope count nim:1,3,5 -a minimax -a alphabeta --json
    plyscope count game.plyscope
    plyscope count game.plyscope#3
    """
    from tracer.playing.game_file import parse_game_source  # which loads a good deal

    if (of_game := parse_game_source(source)) is not None and of_game[1] is None:
        if by_ply or search or max_moves is not None or options.flags():
            raise PlyscopeError(f"{clean(source)} is a whole game: {clean(source)}#1 names a search, for other counts")
        _count_game(source, game, as_json=as_json)
        return
    names: list[str | None] = [*search] if search else [None]
    traces = [get_trace(source, options.of(name, beside=len(names) > 1), game) for name in names]
    found = [facts(recorded, line=as_json, by_ply=as_json or by_ply, max_moves=max_moves) for recorded in traces]
    proved = [place for place, one in enumerate(traces) if has_minimax_value(one)]
    least = minimal(traces[proved[0]], found[proved[0]]) if len(traces) > 1 and proved else None
    if as_json:
        proof = {} if least is None else {"minimal_tree": {"nodes": least["visited"], "leaves": least["leaves"]}}
        emit(json.dumps({"game": traces[0].header.game, "searches": found, **proof}, ensure_ascii=False))
        return
    shared = shared_options(found)
    emit(", ".join([traces[0].header.game_and_position, *shared]) + "\n")
    emit(counts_table(found if least is None else [*found, least], shared=shared, width=terminal_width()))
    if len(found) == 1:
        print_parts(found[0])
    for one in found if by_ply else []:
        emit(f"\n{one['search']}\n{ply_table(one)}")
    explain_estimates(found, traces)


def _count_game(source: str, game: str | None, *, as_json: bool) -> None:
    """Count the searches of a whole game, a row each."""
    from tracer.playing.game_file import load
    from tui.terminal.game_counts import game_facts, game_table

    played = load(source, game)
    found = game_facts(played)
    for notice in played.notices:
        say(notice)
    if as_json:
        emit(json.dumps(found, ensure_ascii=False))
        return
    emit(f"{clean(describe(played.match.game))}\n")
    emit(game_table(found))
