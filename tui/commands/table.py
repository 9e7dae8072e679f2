"""`plyscope table`: what a search's table held, entry by entry, and what each entry was good for."""

from __future__ import annotations

import math
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any

import numpy as np
import typer

from tracer.count.table_history import has_paths, lives_of, need_table
from tracer.count.table_lives import Deed, Happening, Lives
from tracer.count.transpositions import positions_of
from tracer.recording.columns import Ints
from tracer.recording.node import Node
from tracer.text import clean_lines, percent, range_text
from tracer.time.moments import event_at
from tracer.tracing import Trace
from tracer.why.explain import format_path
from tui.model.explorer_state import parse_target
from tui.terminal.options import GameOption, JsonOption, Options, SourceArgument, search_options
from tui.terminal.output import align_columns, print_json, print_message, print_output
from tui.terminal.progress import show_search_progress
from tui.terminal.trace_source import Interrupted, get_trace, is_trace_file

MAX_LISTED_ENTRIES = 1_000_000_000
"""Entries that may be asked for: more are no list."""


class SortKey(StrEnum):
    """What entries are sorted by."""

    HITS = "hits"
    SPARED = "spared"
    STORED = "stored"
    TIME = "time"


@search_options
def table(
    source: SourceArgument,
    place: Annotated[
        str,
        typer.Argument(help="A position to list all entries of: a path of moves (b2/a1), a node (#5) or a step (12)."),
    ] = "",
    sort: Annotated[
        SortKey,
        typer.Option(metavar="BY", help="hits, spared or stored: largest number first; time: oldest entry first."),
    ] = SortKey.HITS,
    limit: Annotated[int, typer.Option(min=0, max=MAX_LISTED_ENTRIES, help="Entries listed at most.")] = 20,
    as_json: JsonOption = False,
    game: GameOption = None,
    *,
    options: Options,
) -> None:
    """Report what a transposition table stored, and what it answered.

    Each entry is listed with how often it was written and used. This is computed from the visits of each position,
    which are found by replaying the moves, or by the texts of positions in the recording. For your own program, it
    shows what its visits could have stored.

    An entry is *written* when a visit returns: stored, stored again, overwritten, narrowed (if it has two bounds), or
    replaced by one of another depth. It is a *hit* if it answers a visit. *Spared* are the nodes of the full tree below
    its hits that no visit entered.

    \b
    plyscope table tictactoe -a alphabeta-memo
    plyscope table t.plyscope --sort spared --limit 5
    plyscope table t.plyscope b2/a1
    """
    if place == "" and options.position is not None and is_trace_file(source):  # where a root cannot be meant
        place, options = options.position, replace(options, position=None)
    trace = get_trace(source, options, game)
    lives = _recover_table_lives(trace)
    spared_nodes = lives.spared()
    listed_entries = _sort_entries(lives, spared_nodes, sort)[:limit]
    if place:
        found_place = parse_target(place, trace, trace.steps - 1)
        node = found_place.node if found_place.node is not None else event_at(trace, found_place.step or 0)[1]
        listed_entries = np.array(lives.of(node), np.int64)
    if as_json:
        print_json(_table_as_json(lives, spared_nodes, listed_entries, with_events=bool(place)))
        return
    if place:
        _print_entries_of_node(lives, spared_nodes, node, listed_entries)
    else:
        print_output(f"{trace.header.title}\n")
        print_output(align_columns(_summary_rows(lives, spared_nodes)))
        if len(listed_entries):
            print_output("\n" + _format_entry_list(lives, spared_nodes, listed_entries))
        if 0 < len(listed_entries) < len(lives):
            print_message(f"… and {len(lives) - len(listed_entries):,} more; --limit lists more")
    if spared_nodes is None and trace.game is not None:
        print_message("spared nodes are not known: there are too many positions below the hits to be counted")
    if not lives.exact:
        print_message(
            "what its table kept was not recorded: this is what its visits left, and which of them were answered"
        )


def _recover_table_lives(trace: Trace) -> Lives:
    """All entries, with progress on stderr while positions are found."""
    need_table(trace)
    try:
        visit_count = trace.columns.visited
        if not has_paths(trace):
            with show_search_progress("finding the same positions", visit_count) as report:
                positions_of(trace, progress=report)
        return lives_of(trace)
    except KeyboardInterrupt:
        raise Interrupted("interrupted while positions were found") from None


def _sort_entries(lives: Lives, spared_nodes: Ints | None, sort_key: SortKey) -> Ints:
    """The entries in the wished order; ties by what they answered, then the older first."""
    counts_by_key = {
        SortKey.HITS: lives.hits,
        SortKey.SPARED: lives.hits if spared_nodes is None else spared_nodes,
        SortKey.STORED: lives.puts,
    }
    all_entries: Ints = np.arange(len(lives))
    return (
        np.lexsort((all_entries, -lives.hits, -counts_by_key[sort_key])) if sort_key in counts_by_key else all_entries
    )


def _summary_rows(lives: Lives, spared_nodes: Ints | None) -> list[tuple[str, str]]:
    """The whole table in a few rows; those in which nothing happened are left out."""
    unused_count = int(np.count_nonzero(lives.hits == 0))
    unused_share = f" ({percent(unused_count / len(lives))})" if len(lives) else ""
    identity_noun = "paths" if lives.by_path else "positions"
    rows = [("entries", f"{len(lives):,}"), (f"… of {identity_noun}", f"{lives.positions:,}")]
    write_deeds = (Deed.AGAIN, Deed.OVERWRITTEN, Deed.NARROWED, Deed.REPLACED)
    rows += [(f"… {deed.word}", f"{total:,}") for deed in write_deeds if (total := lives.total(deed))]
    rows += [("… never used", f"{unused_count:,}{unused_share}"), ("hits", f"{lives.total(Deed.HIT, Deed.CUT):,}")]
    rows += [("… that cut", f"{total:,}") for total in (lives.total(Deed.CUT),) if total]
    rows += [("did not decide", f"{total:,}") for total in (lives.total(Deed.ASKED),) if total]
    return [*rows, ("spared nodes", "–" if spared_nodes is None else f"{int(spared_nodes.sum()):,}")]


def _format_entry_list(lives: Lives, spared_nodes: Ints | None, entries: Ints) -> str:
    has_depth = lives.depths is not None and lives.exact
    headings = ["hits", "cut", "written", "spared", *(["depth"] if has_depth else []), "value", "first stored at"]
    rows = [headings]
    for entry in entries.tolist():
        last_event = int(lives.starts[entry + 1]) - 1
        first_event = int(lives.starts[entry])
        counts = [lives.hits[entry], lives.cuts[entry], lives.puts[entry]]
        depth_cell = [] if not has_depth or lives.depths is None else [f"{lives.depths[first_event]:,}"]
        spared_text = "–" if spared_nodes is None else f"{spared_nodes[entry]:,}"
        path_text = format_path(lives.trace, int(lives.nodes[first_event]))
        value_range = range_text(lives.lows.item(last_event), lives.highs.item(last_event))
        rows.append([*(f"{count:,}" for count in counts), spared_text, *depth_cell, value_range, path_text])
    return align_columns(rows, left=(-1,))


def _print_entries_of_node(lives: Lives, spared_nodes: Ints | None, node: int, entries: Ints) -> None:
    trace = lives.trace
    print_output(f"{trace.header.title}: {format_path(trace, node)}")
    if trace.game is not None or trace.columns.text is not None:
        print_output("\n" + "\n".join(f"  {line}" for line in clean_lines(trace.position(node))))
    if not len(entries):
        print_message("nothing was stored of this position")
    for entry in entries.tolist():
        events = lives.life(entry)
        depth_phrase = "" if events[0].depth is None or not lives.exact else f" at depth {events[0].depth}"
        spared_phrase = "" if spared_nodes is None else f", {spared_nodes[entry]:,} nodes spared"
        hits, writes = int(lives.hits[entry]), int(lives.puts[entry])
        written = {0: "never", 1: "once", 2: "twice"}.get(writes, f"{writes:,} times")
        print_output(f"\nentry{depth_phrase}: written {written}, {hits:,} hit{'s' * (hits != 1)}{spared_phrase}")
        print_output(align_columns([_LIFE_HEADINGS, *(_life_event_row(lives, event) for event in events)], left=(-1,)))


_LIFE_HEADINGS = ("step", "node", "what", "value", "by")


def _life_event_row(lives: Lives, event: Happening) -> tuple[str, ...]:
    """An event as cells: for an answer also the visit that had left its number."""
    trace = lives.trace
    path_text = format_path(trace, event.node)
    if event.source is not None:
        path_text += f", left by {format_path(trace, event.source)} (node {event.source:,})"
    elif event.deed in (Deed.HIT, Deed.CUT):
        path_text += ", left by no visit of this recording"
    if not lives.exact and event.depth is not None:
        path_text += f", depth {event.depth}"
    return f"{event.step:,}", f"{event.node:,}", event.deed.word, range_text(event.low, event.high), path_text


def _table_as_json(lives: Lives, spared_nodes: Ints | None, entries: Ints, *, with_events: bool) -> dict[str, Any]:
    """The table in plain types; labels for moves, null where a bound is open."""
    header, is_exact = lives.trace.header, lives.exact
    names = {deed: deed.name.lower() for deed in Deed if deed not in (Deed.HIT, Deed.CUT)}
    return {
        "game": header.game,
        "search": header.search,
        "exact": is_exact,
        "entries": len(lives),
        "positions": lives.positions,
        **{name: lives.total(deed) for deed, name in names.items()},
        "hits": lives.total(Deed.HIT, Deed.CUT),
        "cuts": lives.total(Deed.CUT),
        "unused": int(np.count_nonzero(lives.hits == 0)),
        "spared_nodes": None if spared_nodes is None else int(spared_nodes.sum()),
        "listed": [_entry_as_json(lives, spared_nodes, entry, with_events) for entry in entries.tolist()],
    }


def _entry_as_json(lives: Lives, spared_nodes: Ints | None, entry: int, with_events: bool) -> dict[str, Any]:
    trace, events = lives.trace, lives.life(entry)
    entry_facts: dict[str, Any] = {
        "path": Node(trace, events[0].node).path,
        "step": events[0].step,
        "depth": events[-1].depth,
        **_finite_bounds(events[-1]),
        "written": int(lives.puts[entry]),
        "hits": int(lives.hits[entry]),
        "cuts": int(lives.cuts[entry]),
        "spared_nodes": None if spared_nodes is None else int(spared_nodes[entry]),
    }
    if with_events:
        entry_facts["life"] = [
            {
                "step": event.step,
                "node": event.node,
                "path": Node(trace, event.node).path,
                "what": event.deed.name.lower(),
                "depth": event.depth,
                **_finite_bounds(event),
                "source": event.source,
            }
            for event in events
        ]
    return entry_facts


def _finite_bounds(event: Happening) -> dict[str, float | None]:
    bounds = (
        None if math.isinf(bound) else int(bound) if bound.is_integer() else bound for bound in (event.low, event.high)
    )
    return dict(zip(("low", "high"), bounds, strict=True))
