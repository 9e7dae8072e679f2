"""The searches of a whole game, a row each: what each visited and cut, and all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracer.games.rules import CHANCE, MAX, MIN, spec_of
from tracer.playing.played import Played
from tracer.text import clean, number
from tui.terminal import status_line
from tui.terminal.output import align_columns

SIDE_NAMES = {int(MAX): "max", int(MIN): "min", int(CHANCE): "chance"}
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
            "side": SIDE_NAMES[int(match.turn_at(index))],
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


def collect_game_counts(saved_game: Played) -> Row:
    """All rows, and their total, as a JSON document has them."""
    rows, match = collect_game_rows(saved_game), saved_game.match
    sides = {SIDE_NAMES[int(side)]: player for side, player in saved_game.sides.items()}
    game_header = {"game": spec_of(match.game), "position": match.position, "sides": sides, "result": match.utility}
    return game_header | {"moves": rows, "total": sum_rows(rows)}


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
