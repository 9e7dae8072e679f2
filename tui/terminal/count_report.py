"""The counts of searches as a table for people and as JSON for programs."""

from __future__ import annotations

import math
import os
import textwrap
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from typing import Any

import tracer
from tracer.count.minimal import minimal_tree
from tracer.count.tree_size_estimate import SAMPLE_COUNT
from tracer.errors import GameError, PlyscopeError
from tracer.file.output import is_stream
from tracer.file.series import Written
from tracer.games.rules import blame
from tracer.recording.no_moves import is_selective
from tracer.searches.registry import SEARCHES
from tracer.text import clean, number, percent, title_of_spec, window_text
from tracer.tracing import reopen
from tui.terminal.output import align_columns, print_message, print_output, report_stop
from tui.terminal.progress import show_search_progress
from tui.terminal.search_parts import collect_parts, iter_part_tables
from tui.terminal.trace_source import Interrupted

MAX_NODES_COUNTED_AT_ONCE = 500_000
"""Nodes, pruned branches included, of which all is counted that can be: they take less than 64 MB."""

COUNT_ROWS = (
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
HEADING_WIDTH = 20
"""Characters of a line above one of several searches."""
_CUTOFF_COUNTS = ("pruning_cutoffs", "pruned_branches", "skipped_moves", "pruned_nodes")
"""What is more where it is not known of all cutoffs what they skipped."""


def collect_counts(
    trace: tracer.Trace, *, with_pv: bool = True, with_plies: bool = True, max_moves: int | None = None
) -> dict[str, Any]:
    """One search with all its counts, in plain types; labels for moves.

    Args:
        trace: the search.
        with_pv: whether the principal variation is wanted, `pv`, which may be as long as the tree is deep.
        with_plies: whether the counts of each ply are wanted, which are as many.
        max_moves: moves looked at before pruned nodes are estimated, where it is not as many as usual.

    Where the search made moves that its game does not know, nothing is counted that needs the game. What takes long is
    told on stderr.

    Raises:
        Interrupted: Ctrl-C.
    """
    try:
        with show_search_progress("counting", None) as report:
            if max_moves is not None or report is not None:
                trace.counts.work_out(report or (lambda _: None), max_moves)
        return _counts_as_json(trace, with_pv, with_plies)
    except KeyboardInterrupt:
        raise Interrupted("interrupted while the nodes were counted") from None
    except GameError:
        raise
    except PlyscopeError as error:
        if trace.game is None:
            raise
        print_message(f"counted without the rules of {trace.header.name}: {error}")
        trace_without_rules = tracer.Trace(trace.columns, trace.no_moves, trace.header, labels=trace.move_labels)
        return _counts_as_json(trace_without_rules, with_pv, with_plies)


def _counts_as_json(trace: tracer.Trace, with_pv: bool, with_plies: bool) -> dict[str, Any]:
    counts, best_move = trace.counts, trace.first_with_value
    plies = counts.by_ply() if with_plies else []
    return {
        "search": trace.header.search,
        "options": _with_finite_window(trace.header.options),
        "value": _json_value(trace.value),
        "best_move": None if best_move is None else trace.label(best_move),
        "best_move_is_its_choice": trace.header.ours,
        **_played_move(trace),
        **({"pv": [trace.label(node) for node in trace.principal_moves]} if with_pv else {}),
        **{name: _json_value(value) for name, value in counts.summary().items()},
        **({"positions_too_many": True} if counts.lacks_positions else {}),
        "seconds": round(trace.header.seconds, 6) or None,
        "stopped": trace.header.stopped,
        **collect_parts(trace),
        **(
            {"by_ply": [{name: _json_value(value) for name, value in row.items()} for row in plies]}
            if with_plies
            else {}
        ),
    }


def _played_move(trace: tracer.Trace) -> dict[str, Any]:
    """The move that was played, where that is known: its label, or None where there was none, and what it is worth."""
    if "played" not in trace.header.notes:
        return {}
    node = trace.played
    value = None if node is None else _json_value(trace.columns.value.item(node))
    return {"played": None if node is None else trace.label(node), "played_value": value}


def _json_value(value: Any) -> Any:
    """A number as JSON has it: whole where it is whole."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else round(value, 12)
    return value


def _with_finite_window(options: dict[str, Any]) -> dict[str, Any]:
    """Options for JSON, which has no infinity: an open end of a window is null."""
    window = options.get("window")
    if not window:
        return options
    return options | {"window": [_json_value(bound) if math.isfinite(bound) else None for bound in window]}


def format_counts_table(
    searches: Sequence[dict[str, Any]], *, shared_options: Sequence[str] = (), width: int | None = None
) -> str:
    """The searches side by side, or below where there is no room; shared options stand above none of them.

    Rows in which nothing happened are left out.
    """
    has_repeated_skips = any((search["skipped_moves"] or 0) != (search["pruned_branches"] or 0) for search in searches)
    has_other_evaluations = any(search["leaf_evaluations"] != search["leaves"] for search in searches)
    is_own_choice = all(search.get("best_move_is_its_choice") is not False for search in searches)
    is_left_out = {"skipped_moves": not has_repeated_skips, "leaf_evaluations": not has_other_evaluations}
    shown_rows = [row for row in COUNT_ROWS if not is_left_out.get(row[0])]
    rows = [
        [
            text if is_own_choice or name != "best_move" else FIRST_FOUND_BY,
            *(_count_cell(search, name) for search in searches),
        ]
        for name, text in shown_rows
        if any(_is_shown(name, search.get(name)) or (name == "played" and name in search) for search in searches)
    ]
    headings = [[""]] + [_heading_lines(search, shared_options, is_narrow=len(searches) > 1) for search in searches]
    table = [*map(list, zip_longest(*headings, fillvalue="")), *rows]
    return "\n\n".join(map(align_columns, split_columns(table, width)))


def split_columns(rows: Sequence[Sequence[str]], width: int | None) -> Iterator[list[list[str]]]:
    """The rows in as many parts as they need to be no wider than that, each with the first column."""
    column_widths = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
    column_groups: list[list[int]] = [[]]
    for column, column_width in enumerate(column_widths[1:], 1):
        block_width = column_widths[0] - 2 + column_width + sum(column_widths[k] for k in column_groups[-1])
        if column_groups[-1] and width is not None and block_width > width:
            column_groups.append([])
        column_groups[-1].append(column)
    for group in column_groups:
        block = [[row[0], *(row[k] for k in group)] for row in rows]
        yield [row for row in block if any(row)]


def _is_shown(name: str, value: Any) -> bool:
    return name in ("value", "visited") or (value is not None and (value != 0 or name == "first_move_share"))


def has_minimax_value(trace: tracer.Trace) -> bool:
    """Whether a search returns what minimax does: it asks for no proofs or means, and passes nothing over."""
    search = SEARCHES.get(trace.header.search)
    return (search is None or search.values == "minimax") and not is_selective(trace.columns, trace.no_moves)


def minimal_tree_counts(trace: tracer.Trace, template: dict[str, Any]) -> dict[str, Any] | None:
    """The smallest tree that proves a root's value, as a search with the names of `template`; None where unknown."""
    game, depth = trace.game, trace.header.depth
    value = trace.value
    if game is None or value is None:
        return None
    with blame(game):
        smallest_tree = minimal_tree(game, trace.start(), math.inf if depth is None else depth)
    if smallest_tree is None:
        return None
    leaves = _json_value(smallest_tree.leaves)
    counts = {
        "value": _json_value(value),
        "visited": _json_value(smallest_tree.nodes),
        "leaves": leaves,
        "leaf_evaluations": leaves,
    }
    return dict.fromkeys(template) | {"search": "minimal tree", "options": {}} | counts


_PLY_HEADINGS = {"pruning_cutoffs": "pruning", "first_move_cutoffs": "on first"}
"""Names of columns by ply that are shorter there, so that the table is read at 80."""


def format_ply_table(counts: dict[str, Any]) -> str:
    """One search by ply; how many cutoffs came on the first move is said as a share."""
    rows = counts["by_ply"]
    names = [name for name in rows[0] if name == "ply" or (name != "move_cutoffs" and any(row[name] for row in rows))]
    body = [[_ply_cell(row, name) for name in names] for row in rows]
    return align_columns([[_PLY_HEADINGS.get(name, name.replace("_", " ")) for name in names], *body])


def _ply_cell(row: dict[str, Any], name: str) -> str:
    if name == "first_move_cutoffs":
        return percent(row[name] / row["move_cutoffs"]) if row["move_cutoffs"] else "–"
    return f"{row[name]:,}"


def common_option_texts(searches: Sequence[dict[str, Any]]) -> list[str]:
    """The options that several searches all have, as they are written above a table."""
    first_texts, *other_texts = map(_option_texts, searches)
    return [text for text in first_texts if other_texts and all(text in texts for texts in other_texts)]


def _heading_lines(search: dict[str, Any], shared_options: Sequence[str], *, is_narrow: bool) -> list[str]:
    """What stands above a search: its name and its options, where it is narrow each in lines of its own."""
    texts = [search["search"], *(text for text in _option_texts(search) if text not in shared_options)]
    if not is_narrow:
        return [" ".join(texts)]
    lines = (
        textwrap.wrap(text.replace(",", ", ").replace(",  ", ", "), HEADING_WIDTH, break_on_hyphens=False)
        for text in texts
    )
    return list(chain.from_iterable(lines))


def _option_texts(search: dict[str, Any]) -> list[str]:
    window = search["options"].get("window")
    texts = [f"{name} {value}" for name, value in search["options"].items() if name != "window"]
    if window:
        bounds = (
            math.inf * direction if bound is None else bound for bound, direction in zip(window, (-1, 1), strict=True)
        )
        texts.append(f"window {window_text(*bounds)}")
    return texts


def _count_cell(search: dict[str, Any], name: str) -> str:
    value = search.get(name)
    if name == "played" and name in search:
        is_best = value is None or search["played_value"] == search["value"]
        return (value or "none") if is_best else f"{value}, worth {number(search['played_value'])}"
    if value is None:
        return "unfinished" if name == "value" else "–"
    if name in ("value", "best_move"):
        return number(value) if name == "value" else str(value)
    if name == "first_move_share":
        return percent(value)
    if name in _CUTOFF_COUNTS and search["pruned_branches_exact"] is False:
        return f"≥ {value:,}"
    if name in ("pruned_nodes", "table_nodes") and not search[f"{name}_exact"]:
        return f"≈{value:,}"
    if name == "full_tree_nodes" and not _is_exact(search):
        return f"≈{value:,} ± {search['margin']:,.0f}"
    return f"{value:,.3f}" if isinstance(value, float) else f"{value:,}"


def _is_exact(search: dict[str, Any]) -> bool:
    return bool(search["pruned_nodes_exact"] and search["table_nodes_exact"])


def print_summary(recorded: tracer.Trace | Written, file: str | os.PathLike[str] = "", output: str = "") -> None:
    """Print what came of one search: its title, its principal variation and its counts.

    Of one that is in a large file, or that went into a device or a pipe, what needs no memory.
    """
    if isinstance(recorded, Written):
        if is_stream(file) or recorded.nodes > MAX_NODES_COUNTED_AT_ONCE:
            _print_outline(recorded, output or str(file), is_in_file=not is_stream(file))
            return
        recorded = reopen(recorded, file)
    counts = collect_counts(recorded, with_plies=False)
    print_output(recorded.header.title)
    print_output(f"principal variation  {' '.join(counts['pv']) or '–'}\n")
    print_output(format_counts_table([counts]))
    print_parts(counts)
    explain_estimates([counts], [recorded])
    report_stop(recorded.header)


def _print_outline(written: Written, output: str, *, is_in_file: bool) -> None:
    header = written.header
    value = "unfinished" if written.value is None else f"value {number(written.value)}"
    least_prefix = "at least " if header.skipped_in_part else ""
    pruned = "" if written.pruned is None else f", {least_prefix}{written.pruned:,} branches pruned"
    summary = f"{header.title}\n{value}, {written.visited:,} nodes visited{pruned}"
    if is_in_file:
        print_output(f"{summary}\n\n`plyscope count {clean(output)}` counts the rest")
    else:
        print_message(summary)
    report_stop(header)


def print_parts(counts: dict[str, Any]) -> None:
    """Print what of a search, given as its facts, stands in no count: its passes, merits, the root's moves."""
    for text in iter_part_tables(counts):
        print_output(f"\n{text}")


def explain_estimates(counts_of_searches: Sequence[dict[str, Any]], traces: Sequence[tracer.Trace]) -> None:
    """Report what the counts of some searches do not show, and once the game that is needed for more of them."""
    without_game: list[tracer.Trace] = []
    for counts, trace in zip(counts_of_searches, traces, strict=True):
        if counts["pruned_branches_exact"] is None:
            pass  # a best-first search: it has no cutoffs
        elif counts["pruned_nodes"] is None and counts["pruned_branches"] is not None and trace.game is not None:
            print_message(
                f"pruned nodes are too many to be estimated: {counts['search']} has no depth at which lines end"
            )
        elif counts["pruned_nodes"] is None and (counts["positions"] is not None or "positions_too_many" in counts):
            print_message(
                f"pruned nodes are not known: what the cutoffs of {counts['search']} skipped was not recorded"
            )
        elif counts["pruned_nodes"] is None:
            without_game.append(trace)
        elif not _is_exact(counts) and counts["pruned_branches_exact"]:
            print_message(
                f"≈ {counts['search']}: estimated from {SAMPLE_COUNT} independent samples; 95 in 100 such estimates "
                f"lie within ± {counts['margin']:,.0f} of the truth"
            )
        if "positions_too_many" in counts:
            print_message(
                f"positions of {counts['search']} are too many to be counted; a larger --max-moves keeps more of them"
            )
        if counts["pruned_branches"] is not None and not counts["pruned_branches_exact"]:
            print_message(
                f"≥ {counts['search']}: what cutoffs skipped at positions that the game does not know, nobody told"
            )
    if without_game:
        _propose_game(without_game)


def _propose_game(traces: Sequence[tracer.Trace]) -> None:
    """Print which option gives some searches their game: a built-in one, where their positions are of one.

    Searches that were recorded with a game break its rules with their first moves: it is proposed no more. Where no
    built-in game is found and every skipped move was recorded, the user has no game that plyscope could read: no option
    is printed.
    """
    from tracer.diagnosis.likely_game import likely_game  # which loads a good deal

    files = {source.file for trace in traces for source in trace.sources}
    foreign_specs = {trace.header.game for trace in traces if files and trace.header.game.split("/")[-1] not in files}
    if foreign_specs:
        titles = clean(" and ".join(sorted(title_of_spec(spec) for spec in foreign_specs)))
        print_message(f"pruned nodes are not known: these moves break the rules of {titles}, or are another game's")
        return
    likely = [likely_game(trace, played_on=True) for trace in traces]
    candidates = [candidate for candidate in likely if candidate is not None]
    if len(candidates) < len(likely) or len({candidate.spec for candidate in candidates}) > 1:
        if not all(trace.counts.pruned_branches and trace.counts.pruned_branches_exact for trace in traces):
            print_message("pruned nodes need the game: --game package.module:name")
        return
    best_candidate = max(candidates, key=lambda candidate: candidate.continued_ends)
    is_windowed = any(trace.header.windowed for trace in traces)  # then nobody recorded what its cutoffs skipped
    option = f"record the search with --game {best_candidate.spec}" if is_windowed else f"--game {best_candidate.spec}"
    print_message(f"pruned nodes need the game: {best_candidate}: {option}")
