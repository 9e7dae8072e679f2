"""The searches of a whole game, a row each: what each visited and cut, and all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracer.games.rules import CHANCE, MAX, MIN, spec_of
from tracer.playing.played import Played
from tracer.text import clean, number
from tui.terminal import status
from tui.terminal.output import aligned

SIDES = {int(MAX): "max", int(MIN): "min", int(CHANCE): "chance"}
COUNTED = ("visited", "cutoffs", "pruned_branches")
"""What is counted of each search."""
HEADS = ("move", "side", "played", "by", "value", "visited", "cutoffs", "pruned", "seconds")
WORD = 30
"""Characters of a player's name at most."""

Row = dict[str, Any]


def game_rows(played: Played) -> list[Row]:
    """A row a move, in plain types; what is not known is None. Each search is read, counted and let go.

    Where a person made another move than was recommended, `best` is that one, and value and counts are of its search.

    Raises:
        PlyscopeError: a search is damaged.
    """
    match, rows = played.match, []
    for place, choice in enumerate(match.choices):
        status.show(f"counting move {place + 1:,} of {len(match.choices):,} …")
        row: Row = {
            "number": place + 1,
            "side": SIDES[int(match.turn_at(place))],
            "move": match.label(place),
            "by": choice.by,
            "best": match.recommended_move(place) or None,
            "value": choice.value,
            "recorded": choice.recorded,
            **dict.fromkeys(COUNTED),
            "visited": choice.visited,
            "seconds": choice.seconds,
        }
        if (trace := choice.trace) is not None:
            counts = trace.counts
            row |= {"visited": counts.visited, "cutoffs": counts.cutoffs, "pruned_branches": counts.pruned_branches}
            row["seconds"] = trace.header.seconds if choice.seconds is None else choice.seconds
        rows.append(row)
    return rows


def game_facts(played: Played) -> Row:
    """All rows, and their total, as a JSON document has them."""
    rows, match = game_rows(played), played.match
    sides = {SIDES[int(side)]: word for side, word in played.sides.items()}
    about = {"game": spec_of(match.game), "position": match.position, "sides": sides, "result": match.utility}
    return about | {"moves": rows, "total": total_of(rows)}


def total_of(rows: Sequence[Row]) -> Row:
    """The searches that were recorded, together; what one of them does not know, all of them do not."""
    recorded = [row for row in rows if row["recorded"]]
    total: Row = {"searches": len(recorded)}
    for name in (*COUNTED, "seconds"):
        values = [row[name] for row in recorded]
        total[name] = None if None in values else sum(values)
    return total


def game_table(facts: Row) -> str:
    """The rows as a table, with the total below."""
    rows = [
        [
            f"{row['number']}" + ("" if row["recorded"] else " *"),
            row["side"],
            clean(row["move"], WORD),
            *_chosen(row),
            *_counts(row),
        ]
        for row in facts["moves"]
    ]
    total = facts["total"]
    many = "search" if total["searches"] == 1 else "searches"
    last = [f"{total['searches']} {many}", "", "", "", "", *_counts(total)]
    table = aligned([list(HEADS), *rows, last])
    return table + ("" if total["searches"] == len(rows) else "\n\n* this search was not recorded: the total lacks it")


def _chosen(row: Row) -> tuple[str, str]:
    """Who chose, and the value; where he made another move than was recommended, the value is told of that one."""
    value = "–" if row["value"] is None else number(row["value"])
    if row["best"] is None:
        return clean(row["by"], WORD), value
    return f"{clean(row['by'], WORD)}; best {clean(row['best'], WORD)} {value}", "–"


def _counts(row: Row) -> list[str]:
    counted = ["–" if row[name] is None else f"{row[name]:,}" for name in COUNTED]
    return [*counted, "–" if row["seconds"] is None else f"{row['seconds']:.3f}"]
