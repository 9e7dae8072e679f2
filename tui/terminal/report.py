"""The counts of searches as a table for people and as JSON for programs."""

from __future__ import annotations

import math
import os
import textwrap
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from typing import Any

import tracer
from tracer.count.counts import Counts
from tracer.count.minimal import minimal_tree
from tracer.count.probes import BATCHES
from tracer.errors import GameError, PlyscopeError
from tracer.file.output import is_stream
from tracer.file.series import Written
from tracer.games.rules import blame
from tracer.recording.selective_moves import is_selective
from tracer.searches.registry import SEARCHES
from tracer.text import clean, number, percent, title_of_spec, window_text
from tracer.tracing import reopen
from tui.terminal.output import aligned, emit, report_stop, say
from tui.terminal.parts import parts, parts_text
from tui.terminal.progress import progress
from tui.terminal.source import Interrupted

COUNTED = 500_000
"""Nodes, pruned branches included, of which all is counted that can be: they take less than 64 MB."""

ROWS = (
    ("value", "value"),
    ("best_move", "best move"),
    ("played", "played"),
    ("visited", "visited nodes"),
    ("re_searches", "… of them re-searches"),
    ("passes", "… of them passes"),
    ("leaves", "leaves"),
    ("leaf_evaluations", "… evaluated"),
    ("iterations", "iterations"),
    ("expansions", "expanded nodes"),
    ("largest_pn", "largest proof number"),
    ("largest_dn", "… disproof number"),
    ("updated", "numbers updated"),
    ("states_taken", "states taken"),
    *((f"gamma_{gamma}", f"… by Γ{gamma}") for gamma in range(1, 7)),
    ("merits", "merits taken"),
    ("open_at_most", "states in OPEN at most"),
    ("purged", "states purged"),
    ("cutoffs", "cutoffs"),
    ("pruning_cutoffs", "… that pruned"),
    ("first_move_share", "… on the first move"),
    ("null_cutoffs", "… by a null move"),
    ("stand_pats", "… by standing pat"),
    ("pruned_branches", "pruned branches"),
    ("skipped_moves", "… skipped, in all visits"),
    ("selective_skips", "not tried, without a cutoff"),
    ("pruned_nodes", "pruned nodes"),
    ("table_hits", "table hits"),
    ("table_nodes", "table nodes"),
    ("full_tree_nodes", "full tree"),
    ("distinct_nodes", "distinct nodes"),
    ("positions", "positions"),
    ("transpositions", "transpositions"),
    ("branching_factor", "branching factor"),
    ("effective_branching_factor", "… effective"),
    ("minimal_leaves", "fewest leaves possible"),
    ("seconds", "seconds, recorded"),
)
"""Name in the JSON, and what people read."""
FIRST_FOUND_BY = "… first found by"
"""What people read where it is not known which move a search chose of those with its value."""
HEAD = 20
"""Characters of a line above one of several searches."""
_OF_CUTOFFS = ("pruning_cutoffs", "pruned_branches", "skipped_moves", "pruned_nodes")
"""What is more where it is not known of all cutoffs what they skipped."""


def facts(
    trace: tracer.Trace, *, line: bool = True, by_ply: bool = True, max_moves: int | None = None
) -> dict[str, Any]:
    """One search with all its counts, in plain types; labels for moves.

    Args:
        trace: the search.
        line: whether the principal variation is wanted, `pv`, which may be as long as the tree is deep.
        by_ply: whether the counts of each ply are wanted, which are as many.
        max_moves: moves looked at before pruned nodes are estimated, where it is not as many as usual.

    Where the search made moves that its game does not know, nothing is counted that needs the game. What takes long is
    told on stderr.

    Raises:
        Interrupted: Ctrl-C.
    """
    try:
        _work_out(trace.counts, max_moves)
        return _facts(trace, line, by_ply)
    except KeyboardInterrupt:
        raise Interrupted("interrupted while the nodes were counted") from None
    except GameError:
        raise
    except PlyscopeError as error:
        if trace.game is None:
            raise
        say(f"counted without the rules of {trace.header.name}: {error}")
        alone = tracer.Trace(trace.columns, trace.no_moves, trace.header, labels=trace.move_labels)
        return _facts(alone, line, by_ply)


def _work_out(counts: Counts, max_moves: int | None) -> None:
    with progress("counting", lambda: None) as report:
        if max_moves is not None or report is not None:
            counts.work_out(report or (lambda _: None), max_moves)


def _facts(trace: tracer.Trace, line: bool, by_ply: bool) -> dict[str, Any]:
    counts, best = trace.counts, trace.first_with_value
    plies = counts.by_ply() if by_ply else []
    return {
        "search": trace.header.search,
        "options": _finite(trace.header.options),
        "value": _plain(trace.value),
        "best_move": None if best is None else trace.label(best),
        "best_move_is_its_choice": trace.header.ours,
        **_played(trace),
        **({"pv": [trace.label(node) for node in trace.principal_moves]} if line else {}),
        **{name: _plain(value) for name, value in counts.summary().items()},
        "seconds": round(trace.header.seconds, 6) or None,
        "stopped": trace.header.stopped,
        **parts(trace),
        **({"by_ply": [{name: _plain(value) for name, value in row.items()} for row in plies]} if by_ply else {}),
    }


def _played(trace: tracer.Trace) -> dict[str, Any]:
    """The move that was played, where that is known: its label, or None where there was none, and what it is worth."""
    if "played" not in trace.header.notes:
        return {}
    node = trace.played
    value = None if node is None else _plain(trace.columns.value.item(node))
    return {"played": None if node is None else trace.label(node), "played_value": value}


def _plain(value: Any) -> Any:
    """A number as JSON has it: whole where it is whole."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else round(value, 12)
    return value


def _finite(options: dict[str, Any]) -> dict[str, Any]:
    """Options for JSON, which has no infinity: an open end of a window is null."""
    window = options.get("window")
    return options | {"window": [_plain(end) if math.isfinite(end) else None for end in window]} if window else options


def counts_table(searches: Sequence[dict[str, Any]], *, shared: Sequence[str] = (), width: int | None = None) -> str:
    """The searches side by side, one count a row. Rows in which nothing happened are left out.

    Args:
        searches: their `facts`.
        shared: options, as `shared_options` gives them, that need not stand above each.
        width: columns of the terminal: where searches have no room beside the others they follow below; None is any.
    """
    again = any((search["skipped_moves"] or 0) != (search["pruned_branches"] or 0) for search in searches)
    answered = any(search["leaf_evaluations"] != search["leaves"] for search in searches)
    ours = all(search.get("best_move_is_its_choice") is not False for search in searches)
    left_out = {"skipped_moves": not again, "leaf_evaluations": not answered}
    named = [row for row in ROWS if not left_out.get(row[0])]
    rows = [
        [text if ours or name != "best_move" else FIRST_FOUND_BY, *(_cell(search, name) for search in searches)]
        for name, text in named
        if any(_tells(name, search.get(name)) or (name == "played" and name in search) for search in searches)
    ]
    heads = [[""]] + [_head(search, shared, narrow=len(searches) > 1) for search in searches]
    table = [*map(list, zip_longest(*heads, fillvalue="")), *rows]
    return "\n\n".join(map(aligned, blocks(table, width)))


def blocks(rows: Sequence[Sequence[str]], width: int | None) -> Iterator[list[list[str]]]:
    """The rows in as many parts as they need to be no wider than that, each with the first column."""
    sizes = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
    parts: list[list[int]] = [[]]
    for column, size in enumerate(sizes[1:], 1):
        wide = sizes[0] - 2 + size + sum(sizes[k] for k in parts[-1])
        if parts[-1] and width is not None and wide > width:
            parts.append([])
        parts[-1].append(column)
    for part in parts:
        block = [[row[0], *(row[k] for k in part)] for row in rows]
        yield [row for row in block if any(row)]


def _tells(name: str, value: Any) -> bool:
    """Whether a row is worth its place for what one search has in it."""
    return name in ("value", "visited") or (value is not None and (value != 0 or name == "first_move_share"))


def has_minimax_value(trace: tracer.Trace) -> bool:
    """Whether a search returns what minimax does: it asks for no proofs or means, and passes nothing over."""
    search = SEARCHES.get(trace.header.search)
    return (search is None or search.values == "minimax") and not is_selective(trace.columns, trace.no_moves)


def minimal(trace: tracer.Trace, like: dict[str, Any]) -> dict[str, Any] | None:
    """The smallest tree that proves what a trace's root is worth, as a search with names `like`; None where unknown."""
    game, depth = trace.game, trace.header.depth
    value = trace.value
    if game is None or value is None:
        return None
    with blame(game):
        found = minimal_tree(game, trace.start(), math.inf if depth is None else depth)
    if found is None:
        return None
    leaves = _plain(found.leaves)
    counted = {"value": _plain(value), "visited": _plain(found.nodes), "leaves": leaves, "leaf_evaluations": leaves}
    return dict.fromkeys(like) | {"search": "minimal tree", "options": {}} | counted


_BY_PLY = {"pruning_cutoffs": "pruning", "first_move_cutoffs": "on first"}
"""Names of columns by ply that are shorter there, so that the table is read at 80."""


def ply_table(search: dict[str, Any]) -> str:
    """One search by ply; how many cutoffs came on the first move is said as a share."""
    rows = search["by_ply"]
    names = [name for name in rows[0] if name == "ply" or (name != "move_cutoffs" and any(row[name] for row in rows))]
    body = [[_cell_of_ply(row, name) for name in names] for row in rows]
    return aligned([[_BY_PLY.get(name, name.replace("_", " ")) for name in names], *body])


def _cell_of_ply(row: dict[str, Any], name: str) -> str:
    if name == "first_move_cutoffs":
        return percent(row[name] / row["move_cutoffs"]) if row["move_cutoffs"] else "–"
    return f"{row[name]:,}"


def shared_options(searches: Sequence[dict[str, Any]]) -> list[str]:
    """The options that several searches all have, as they are written above a table."""
    lists = [_options(search) for search in searches]
    return [] if len(lists) < 2 else [word for word in lists[0] if all(word in words for words in lists)]


def _head(search: dict[str, Any], shared: Sequence[str], *, narrow: bool) -> list[str]:
    """What stands above a search: its name and its options, where it is narrow each in lines of its own."""
    words = [search["search"], *(word for word in _options(search) if word not in shared)]
    if not narrow:
        return [" ".join(words)]
    lines = (
        textwrap.wrap(word.replace(",", ", ").replace(",  ", ", "), HEAD, break_on_hyphens=False) for word in words
    )
    return list(chain.from_iterable(lines))


def _options(search: dict[str, Any]) -> list[str]:
    """The options of a search as people write them."""
    window = search["options"].get("window")
    words = [f"{name} {value}" for name, value in search["options"].items() if name != "window"]
    if window:
        ends = (math.inf * sign if end is None else end for end, sign in zip(window, (-1, 1), strict=True))
        words.append(f"window {window_text(*ends)}")
    return words


def _cell(search: dict[str, Any], name: str) -> str:
    value = search.get(name)
    if name == "played" and name in search:
        worth = search["played_value"]
        return "none" if value is None else value if worth == search["value"] else f"{value}, worth {number(worth)}"
    if value is None:
        return "unfinished" if name == "value" else "–"
    if name in ("value", "best_move"):
        return number(value) if name == "value" else str(value)
    if name == "first_move_share":
        return percent(value)
    if name in _OF_CUTOFFS and search["pruned_branches_exact"] is False:
        return f"≥ {value:,}"
    if name in ("pruned_nodes", "table_nodes") and not search[f"{name}_exact"]:
        return f"≈{value:,}"
    if name == "full_tree_nodes" and not _is_exact(search):
        return f"≈{value:,} ± {search['margin']:,.0f}"
    return f"{value:,.3f}" if isinstance(value, float) else f"{value:,}"


def _is_exact(search: dict[str, Any]) -> bool:
    """Whether all was counted, and nothing estimated."""
    return bool(search["pruned_nodes_exact"] and search["table_nodes_exact"])


def print_summary(recorded: tracer.Trace) -> None:
    """Print what came of one search: its title, its principal variation and its counts."""
    found = facts(recorded, by_ply=False)
    emit(recorded.header.title)
    emit(f"principal variation  {' '.join(found['pv']) or '–'}\n")
    emit(counts_table([found]))
    print_parts(found)
    explain_estimates([found], [recorded])
    report_stop(recorded.header)


def print_parts(found: dict[str, Any]) -> None:
    """Print what of a search, given as its facts, stands in no count: its passes, merits, the root's moves."""
    for text in parts_text(found):
        emit(f"\n{text}")


def print_written(written: Written, output: str, file: str | os.PathLike[str] | None = None) -> None:
    """Print what came of a search that is in a file.

    Of a large one, and of one that went into a device or a pipe, what needs no memory.

    Args:
        written: what is known of it.
        output: what the file is called.
        file: where it is, if the folder may be another one by now.
    """
    header = written.header
    place = output if file is None else file
    if not is_stream(place) and written.nodes <= COUNTED:
        print_summary(reopen(written, place))
        return
    value = "unfinished" if written.value is None else f"value {number(written.value)}"
    least = "at least " if header.skipped_in_part else ""
    pruned = "" if written.pruned is None else f", {least}{written.pruned:,} branches pruned"
    said = f"{header.title}\n{value}, {written.visited:,} nodes visited{pruned}"
    if is_stream(place):
        say(said)
    else:
        emit(f"{said}\n\n`plyscope count {clean(output)}` counts the rest")
    report_stop(header)


def explain_estimates(found: Sequence[dict[str, Any]], traces: Sequence[tracer.Trace]) -> None:
    """Report what the counts of some searches do not show, and once the game that is needed for more of them.

    Args:
        found: the facts of each search.
        traces: the searches.
    """
    without_game: list[tracer.Trace] = []
    for one, trace in zip(found, traces, strict=True):
        if one["pruned_branches_exact"] is None:
            pass  # a best-first search: it has no cutoffs
        elif one["pruned_nodes"] is None and one["pruned_branches"] is not None and trace.game is not None:
            say(f"pruned nodes are too many to be estimated: {one['search']} has no depth at which lines end")
        elif one["pruned_nodes"] is None and one["positions"] is not None:
            say(f"pruned nodes are not known: what the cutoffs of {one['search']} skipped was not recorded")
        elif one["pruned_nodes"] is None:
            without_game.append(trace)
        elif not _is_exact(one) and one["pruned_branches_exact"]:
            say(
                f"≈ {one['search']}: estimated from {BATCHES} independent samples; 95 in 100 such estimates lie within "
                f"± {one['margin']:,.0f} of the truth"
            )
        if one["pruned_branches"] is not None and not one["pruned_branches_exact"]:
            say(f"≥ {one['search']}: what cutoffs skipped at positions that the game does not know, nobody told")
    if without_game:
        _propose_game(without_game)


def _propose_game(traces: Sequence[tracer.Trace]) -> None:
    """Print which option gives some searches their game: a built-in one, where their positions are of one.

    Searches that were recorded with a game break its rules with their first moves: it is proposed no more.
    """
    from tracer.diagnosis.likely_game import likely_game  # which loads a good deal

    files = {source.file for trace in traces for source in trace.sources}
    given = {trace.header.game for trace in traces if files and trace.header.game.split("/")[-1] not in files}
    if given:
        titles = clean(" and ".join(sorted(title_of_spec(spec) for spec in given)))
        say(f"pruned nodes are not known: these moves break the rules of {titles}, or are another game's")
        return
    likely = [likely_game(trace, played_on=True) for trace in traces]
    known = [one for one in likely if one is not None]
    if len(known) < len(likely) or len({one.spec for one in known}) > 1:
        say("pruned nodes need the game: --game package.module:name")
        return
    shown = max(known, key=lambda one: one.played_on)
    windowed = any(trace.header.windowed for trace in traces)  # then nobody recorded what its cutoffs skipped
    option = f"record the search with --game {shown.spec}" if windowed else f"--game {shown.spec}"
    say(f"pruned nodes need the game: {shown}: {option}")
