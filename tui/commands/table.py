"""`plyscope table`: what a search's table held, entry by entry, and what each entry was good for."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
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
from tracer.recording.recording import Recording
from tracer.text import clean_lines, percent, range_text
from tracer.time.moments import event_at
from tracer.tracing import Trace
from tracer.why.explain import format_path
from tui.model.goto import target
from tui.terminal.options import AsJson, Options, OwnGame, Source, search_options
from tui.terminal.output import aligned, emit, say
from tui.terminal.progress import progress
from tui.terminal.source import Interrupted, get_trace, is_trace_file

MOST = 1_000_000_000
"""Entries that may be asked for: more are no list."""


class By(StrEnum):
    """What entries are sorted by."""

    HITS = "hits"
    SPARED = "spared"
    STORED = "stored"
    TIME = "time"


@search_options
def table(
    source: Source,
    place: Annotated[
        str,
        typer.Argument(
            help="A position, whose entries are told whole: a path of moves (b2/a1), a node (#5) or a step (12)."
        ),
    ] = "",
    sort: Annotated[
        By,
        typer.Option(
            metavar="BY", help="hits, spared or stored, the largest number first; or time, the oldest entry first."
        ),
    ] = By.HITS,
    limit: Annotated[int, typer.Option(min=0, max=MOST, help="Entries listed at most.")] = 20,
    as_json: AsJson = False,
    game: OwnGame = None,
    *,
    options: Options,
) -> None:
    """Say what a transposition table held, and what it answered.

    Each entry is listed with how often it was written and used. This is computed from the visits of each position,
    which are found by replaying the moves, or by the texts of positions in the recording. For a program of your own it
    is what its visits could have stored.

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
    found = _work_out(trace)
    spared = found.spared()
    wanted = _order(found, spared, sort)[:limit]
    if place:
        found_at = target(place, trace, trace.steps - 1)
        at = found_at.node if found_at.node is not None else event_at(trace, found_at.step or 0)[1]
        wanted = np.array(found.of(at), np.int64)
    if as_json:
        emit(json.dumps(_facts(found, spared, wanted, whole=bool(place)), ensure_ascii=False, allow_nan=False))
        return
    if place:
        _tell(found, spared, at, wanted)
    else:
        emit(f"{trace.header.title}\n")
        emit(aligned(_summary(found, spared)))
        if len(wanted):
            emit("\n" + _list(found, spared, wanted))
        if 0 < len(wanted) < len(found):
            say(f"… and {len(found) - len(wanted):,} more; --limit lists more")
    if spared is None and trace.game is not None:
        say("spared nodes are not known: there are too many positions below the hits to be counted")
    if not found.exact:
        say("what its table kept was not recorded: this is what its visits left, and which of them were answered")


def _work_out(trace: Trace) -> Lives:
    """All entries, with progress on stderr while positions are found.

    Raises:
        PlyscopeError: there is no table, or nobody knows which positions are the same.
        Interrupted: Ctrl-C.
    """
    need_table(trace)
    try:
        visits = int(trace.columns.visited_before[-1])
        if not has_paths(trace):
            with progress("finding the same positions", lambda: visits) as report:
                positions_of(trace, progress=report)
        return lives_of(trace)
    except KeyboardInterrupt:
        raise Interrupted("interrupted while positions were found") from None


def _order(lives: Lives, spared: Ints | None, by: By) -> Ints:
    """The entries in the wished order; ties by what they answered, then the older first."""
    keys = {By.HITS: lives.hits, By.SPARED: lives.hits if spared is None else spared, By.STORED: lives.puts}
    everything: Ints = np.arange(len(lives))
    return np.lexsort((everything, -lives.hits, -keys[by])) if by in keys else everything


def _summary(lives: Lives, spared: Ints | None) -> list[tuple[str, str]]:
    """The whole table in a few rows; those in which nothing happened are left out."""
    unused = int(np.count_nonzero(lives.hits == 0))
    share = f" ({percent(unused / len(lives))})" if len(lives) else ""
    what = "paths" if lives.by_path else "positions"
    rows = [("entries", f"{len(lives):,}"), (f"… of {what}", f"{lives.positions:,}")]
    written = (Deed.AGAIN, Deed.OVERWRITTEN, Deed.NARROWED, Deed.REPLACED)
    rows += [(f"… {deed.word}", f"{total:,}") for deed in written if (total := lives.total(deed))]
    rows += [("… never used", f"{unused:,}{share}"), ("hits", f"{lives.total(Deed.HIT, Deed.CUT):,}")]
    rows += [("… that cut", f"{total:,}") for total in (lives.total(Deed.CUT),) if total]
    rows += [("did not decide", f"{total:,}") for total in (lives.total(Deed.ASKED),) if total]
    return [*rows, ("spared nodes", "–" if spared is None else f"{int(spared.sum()):,}")]


def _list(lives: Lives, spared: Ints | None, entries: Ints) -> str:
    """Entries, one a line."""
    has_depth = lives.depths is not None and lives.exact
    heads = ["hits", "cut", "written", "spared", *(["depth"] if has_depth else []), "value", " first stored at"]
    rows = [heads]
    for entry in entries.tolist():
        last = int(lives.starts[entry + 1]) - 1
        first = int(lives.starts[entry])
        counts = [lives.hits[entry], lives.cuts[entry], lives.puts[entry]]
        depth = [] if not has_depth or lives.depths is None else [f"{lives.depths[first]:,}"]
        saved = "–" if spared is None else f"{spared[entry]:,}"
        where = format_path(lives.trace, int(lives.nodes[first]))
        value = range_text(lives.lows.item(last), lives.highs.item(last))
        rows.append([*(f"{one:,}" for one in counts), saved, *depth, value, where])
    return _columns(rows)


def _columns(rows: Sequence[Sequence[str]]) -> str:
    """Columns under one another, the last to the left."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]) - 1)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=False)) for row in rows]
    return "\n".join(f"{line}  {row[-1].strip()}".rstrip() for line, row in zip(lines, rows, strict=True))


def _tell(lives: Lives, spared: Ints | None, node: int, entries: Ints) -> None:
    """All that happened to the entries of a position."""
    trace = lives.trace
    emit(f"{trace.header.title}: {format_path(trace, node)}")
    if trace.game is not None or trace.columns.text is not None:
        emit("\n" + "\n".join(f"  {line}" for line in clean_lines(trace.position(node))))
    if not len(entries):
        say("nothing was stored of this position")
    for entry in entries.tolist():
        life = lives.life(entry)
        at = "" if life[0].depth is None or not lives.exact else f" at depth {life[0].depth}"
        saved = "" if spared is None else f", {spared[entry]:,} nodes spared"
        hits, puts = int(lives.hits[entry]), int(lives.puts[entry])
        emit(f"\nentry{at}: written {_times(puts)}, {hits:,} hit{'s' * (hits != 1)}{saved}")
        emit(_columns([_HEADS, *(_row(lives, event) for event in life)]))


_HEADS = ("step", "node", "what", "value", " by")


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count:,} times")


def _row(lives: Lives, event: Happening) -> tuple[str, ...]:
    """An event as cells: for an answer also the visit that had left its number."""
    trace = lives.trace
    where = format_path(trace, event.node)
    if event.source is not None:
        where += f", left by {format_path(trace, event.source)} (node {event.source:,})"
    elif event.deed in (Deed.HIT, Deed.CUT):
        where += ", left by no visit of this recording"
    if not lives.exact and event.depth is not None:
        where += f", depth {event.depth}"
    return f"{event.step:,}", f"{event.node:,}", event.deed.word, range_text(event.low, event.high), where


def _facts(lives: Lives, spared: Ints | None, entries: Ints, *, whole: bool) -> dict[str, Any]:
    """The table in plain types; labels for moves, null where a bound is open.

    Args:
        lives: the table.
        spared: what each entry spared, where that is known.
        entries: those that are listed.
        whole: whether each comes with all that happened to it.
    """
    header, known = lives.trace.header, lives.exact
    names = {deed: deed.name.lower() for deed in Deed if deed not in (Deed.HIT, Deed.CUT)}
    return {
        "game": header.game,
        "search": header.search,
        "exact": known,
        "entries": len(lives),
        "positions": lives.positions,
        **{name: lives.total(deed) for deed, name in names.items()},
        "hits": lives.total(Deed.HIT, Deed.CUT),
        "cuts": lives.total(Deed.CUT),
        "unused": int(np.count_nonzero(lives.hits == 0)),
        "spared_nodes": None if spared is None else int(spared.sum()),
        "listed": [_entry(lives, spared, entry, whole) for entry in entries.tolist()],
    }


def _entry(lives: Lives, spared: Ints | None, entry: int, whole: bool) -> dict[str, Any]:
    """One entry in plain types."""
    trace, life = lives.trace, lives.life(entry)
    return {
        "path": Node(trace, life[0].node).path,
        "step": life[0].step,
        "depth": life[-1].depth,
        **_bounds(life[-1]),
        "written": int(lives.puts[entry]),
        "hits": int(lives.hits[entry]),
        "cuts": int(lives.cuts[entry]),
        "spared_nodes": None if spared is None else int(spared[entry]),
        **({"life": [_event(trace, event) for event in life]} if whole else {}),
    }


def _event(trace: Recording, event: Happening) -> dict[str, Any]:
    """One event in plain types."""
    said = {
        "step": event.step,
        "node": event.node,
        "path": Node(trace, event.node).path,
        "what": event.deed.name.lower(),
    }
    return {**said, "depth": event.depth, **_bounds(event), "source": event.source}


def _bounds(event: Happening) -> dict[str, float | None]:
    ends = (None if math.isinf(end) else int(end) if end.is_integer() else end for end in (event.low, event.high))
    return dict(zip(("low", "high"), ends, strict=True))
