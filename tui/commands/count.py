"""`plyscope count`: visited against pruned nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tracer.errors import PlyscopeError
from tracer.games.rules import Turn, describe, spec_of
from tracer.text import clean, number
from tui.terminal import status_line
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
from tui.terminal.output import align_columns, print_json, print_message, print_output, terminal_width
from tui.terminal.trace_source import get_trace

if TYPE_CHECKING:
    from tracer.playing.played import Played


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
        document: dict[str, Any] = {"game": traces[0].header.game, "searches": counts_of_searches}
        if minimal_counts is not None:
            document["minimal_tree"] = {"nodes": minimal_counts["visited"], "leaves": minimal_counts["leaves"]}
        print_json(document)
        return
    shared_option_texts = common_option_texts(counts_of_searches)
    if heading := ", ".join(filter(None, [traces[0].header.game_and_position, *shared_option_texts])):
        print_output(f"{heading}\n")
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

    saved_game = load(source, game)
    match, rows = saved_game.match, collect_game_rows(saved_game)
    sides = {Turn(side).name.lower(): player for side, player in saved_game.sides.items()}
    counts: Row = {"game": spec_of(match.game), "position": match.position, "sides": sides, "result": match.utility}
    counts |= {"moves": rows, "total": sum_rows(rows)}
    for notice in saved_game.notices:
        print_message(notice)
    if as_json:
        print_json(counts)
        return
    print_output(f"{clean(describe(match.game))}\n")
    print_output(format_game_table(counts))


COUNT_NAMES = ("visited", "cutoffs", "pruned_branches")
"""What is counted of each search."""
HEADINGS = ("move", "side", "played", "by", "value", "visited", "cutoffs", "pruned", "seconds")
MAX_WORD_LENGTH = 30
"""Characters of a player's name at most."""

Row = dict[str, Any]


def collect_game_rows(saved_game: Played) -> list[Row]:
    """A row a move, in plain types; what is not known is None. Each search is read, counted and let go.

    Where a person made another move than was recommended, `best` is that one, and value and counts are of its search.

    Raises:
        PlyscopeError: a search is damaged.
    """
    match, rows = saved_game.match, []
    for index, choice in enumerate(match.choices):
        status_line.show_status(f"counting move {index + 1:,} of {len(match.choices):,} …")
        row: Row = {
            "number": index + 1,
            "side": match.turn_at(index).name.lower(),
            "move": match.label(index),
            "by": choice.by,
            "best": match.recommended_move(index) or None,
            "value": choice.value,
            "recorded": choice.recorded,
            **dict.fromkeys(COUNT_NAMES),
            "visited": choice.visited,
            "seconds": choice.seconds,
        }
        if (trace := choice.trace) is not None:
            counts = trace.counts
            row |= {"visited": counts.visited, "cutoffs": counts.cutoffs, "pruned_branches": counts.pruned_branches}
            row["seconds"] = trace.header.seconds if choice.seconds is None else choice.seconds
        rows.append(row)
    return rows


def sum_rows(rows: Sequence[Row]) -> Row:
    """The searches that were recorded, together; what one of them does not know, all of them do not."""
    recorded = [row for row in rows if row["recorded"]]
    total: Row = {"searches": len(recorded)}
    for name in (*COUNT_NAMES, "seconds"):
        values = [row[name] for row in recorded]
        total[name] = None if None in values else sum(values)
    return total


def format_game_table(counts: Row) -> str:
    """The rows as a table, with the total below."""
    rows = [
        [
            f"{row['number']}" + ("" if row["recorded"] else " *"),
            row["side"],
            clean(row["move"], MAX_WORD_LENGTH),
            *_player_and_value(row),
            *_count_cells(row),
        ]
        for row in counts["moves"]
    ]
    total = counts["total"]
    noun = "search" if total["searches"] == 1 else "searches"
    total_row = [f"{total['searches']} {noun}", "", "", "", "", *_count_cells(total)]
    table = align_columns([list(HEADINGS), *rows, total_row])
    return table + ("" if total["searches"] == len(rows) else "\n\n* this search was not recorded: the total lacks it")


def _player_and_value(row: Row) -> tuple[str, str]:
    """Who chose, and the value; where he made another move than was recommended, the value is told of that one."""
    value = "–" if row["value"] is None else number(row["value"])
    if row["best"] is None:
        return clean(row["by"], MAX_WORD_LENGTH), value
    return f"{clean(row['by'], MAX_WORD_LENGTH)}; best {clean(row['best'], MAX_WORD_LENGTH)} {value}", "–"


def _count_cells(row: Row) -> list[str]:
    cells = ["–" if row[name] is None else f"{row[name]:,}" for name in COUNT_NAMES]
    return [*cells, "–" if row["seconds"] is None else f"{row['seconds']:.3f}"]
