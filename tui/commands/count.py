"""`plyscope count`: visited against pruned nodes."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from tracer.errors import PlyscopeError
from tracer.games.rules import describe
from tracer.text import clean
from tui.terminal.count_report import (
    collect_counts,
    common_option_texts,
    explain_estimates,
    format_counts_table,
    format_ply_table,
    has_minimax_value,
    minimal_tree_counts,
    print_parts,
)
from tui.terminal.options import (
    GameOption,
    JsonOption,
    MaxMovesOption,
    Options,
    SearchesOption,
    SourceArgument,
    search_options,
)
from tui.terminal.output import print_message, print_output, terminal_width
from tui.terminal.trace_source import get_trace


@search_options
def count(
    source: SourceArgument,
    search: SearchesOption = None,
    as_json: JsonOption = False,
    by_ply: Annotated[bool, typer.Option("--by-ply", help="Also a table by ply.")] = False,
    max_moves: MaxMovesOption = None,
    game: GameOption = None,
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

    if (file_and_number := parse_game_source(source)) is not None and file_and_number[1] is None:
        if by_ply or search or max_moves is not None or options.flags():
            raise PlyscopeError(f"{clean(source)} is a whole game: {clean(source)}#1 names a search, for other counts")
        _count_game(source, game, as_json=as_json)
        return
    names: list[str | None] = [*search] if search else [None]
    traces = [get_trace(source, options.for_search(name, is_compared=len(names) > 1), game) for name in names]
    counts_of_searches = [
        collect_counts(trace, with_pv=as_json, with_plies=as_json or by_ply, max_moves=max_moves) for trace in traces
    ]
    exact_indices = [index for index, counts in enumerate(traces) if has_minimax_value(counts)]
    minimal_counts = (
        minimal_tree_counts(traces[exact_indices[0]], counts_of_searches[exact_indices[0]])
        if len(traces) > 1 and exact_indices
        else None
    )
    if as_json:
        minimal_tree = (
            {}
            if minimal_counts is None
            else {"minimal_tree": {"nodes": minimal_counts["visited"], "leaves": minimal_counts["leaves"]}}
        )
        print_output(
            json.dumps(
                {"game": traces[0].header.game, "searches": counts_of_searches, **minimal_tree}, ensure_ascii=False
            )
        )
        return
    shared_option_texts = common_option_texts(counts_of_searches)
    print_output(", ".join([traces[0].header.game_and_position, *shared_option_texts]) + "\n")
    print_output(
        format_counts_table(
            counts_of_searches if minimal_counts is None else [*counts_of_searches, minimal_counts],
            shared_options=shared_option_texts,
            width=terminal_width(),
        )
    )
    if len(counts_of_searches) == 1:
        print_parts(counts_of_searches[0])
    for counts in counts_of_searches if by_ply else []:
        print_output(f"\n{counts['search']}\n{format_ply_table(counts)}")
    explain_estimates(counts_of_searches, traces)


def _count_game(source: str, game: str | None, *, as_json: bool) -> None:
    from tracer.playing.game_file import load
    from tui.terminal.game_counts import collect_game_counts, format_game_table

    saved_game = load(source, game)
    counts = collect_game_counts(saved_game)
    for notice in saved_game.notices:
        print_message(notice)
    if as_json:
        print_output(json.dumps(counts, ensure_ascii=False))
        return
    print_output(f"{clean(describe(saved_game.match.game))}\n")
    print_output(format_game_table(counts))
