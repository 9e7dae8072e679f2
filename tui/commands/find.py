"""`plyscope find`: the nodes that fulfil a condition, and the steps at which the search meets them."""

from __future__ import annotations

import json
from enum import StrEnum
from inspect import cleandoc
from itertools import islice
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from tracer.condition.terms import Hit, Hits
from tracer.condition.vocabulary import NAMES, list_help_rows
from tracer.errors import PlyscopeError
from tracer.recording.columns import Ints
from tracer.text import percent
from tracer.tracing import Trace
from tracer.why.explain import event, format_path
from tui.terminal.options import AsJson, Options, OwnGame, Source, search_options
from tui.terminal.output import emit, say
from tui.terminal.source import get_trace


class Top(StrEnum):
    """By what hits can be sorted."""

    SAVED = "saved"
    VISITED = "visited"


MOST = 1_000_000_000
"""Hits that may be asked for: more are no list."""
EVERYTHING = {Top.SAVED: "pruned > 0", Top.VISITED: "visited > 0"}
"""What is listed where only the order is named."""
NOTHING = 1
"""Exit code where nothing was found, as grep has it."""


@search_options
def find(
    source: Source,
    condition: Annotated[
        str, typer.Argument(help="A condition, such as 'cutoff and ply == 3', or 'best changes'.", show_default=False)
    ] = "",
    as_json: AsJson = False,
    limit: Annotated[int, typer.Option(min=1, max=MOST, help="Hits listed at most.")] = 20,
    top: Annotated[
        Top | None,
        typer.Option(
            metavar="BY", help="The largest first: the cutoffs that saved most nodes, or the most visited subtrees."
        ),
    ] = None,
    only_count: Annotated[bool, typer.Option("--count", help="Print only how many there are.")] = False,
    game: OwnGame = None,
    *,
    options: Options,
) -> None:
    """List the nodes that fulfil a condition, each with its step.

    Exit status 0 where there are any, 1 where there are none, 2 after an error.

    \b
    plyscope find tictactoe 'cutoff and ply == 3'
    plyscope find t.plyscope 'value < 0 and turn == MAX' --count
    plyscope find t.plyscope 'move == "b2" and status == PRUNED' --json
    plyscope find t.plyscope 'best changes at #5'
    plyscope find tictactoe --top saved
    plyscope find tictactoe 'ply == 1' --top visited

    `best changes`, or `alpha`, `beta`, `window` or just `changes`, lists the steps at which such a number of the root
    changed, or of another node (`at #5`). In a best-first search `best` is the child that the node's numbers go by, and
    `changes` are all steps that change these.

    A condition has names (`--help all` lists them), numbers, texts, `and or not`, `== != < <= > >= in`, `+ - * /` and
    parentheses. A comparison with an unknown number, such as the value of a pruned branch, is false, also with `!=`.
    """
    from tracer.condition.watchpoint import parse_breakpoint

    if not condition and top is None:
        raise PlyscopeError("name a condition, such as 'cutoff and ply == 3', or --top saved or --top visited")
    wanted = parse_breakpoint(condition or EVERYTHING[top or Top.VISITED], 0)
    found = get_trace(source, options, game)
    hits, largest = wanted.hits(found), None
    if top is not None:
        hits, largest = _largest(found, hits, top)
    listed = [] if only_count else list(islice(hits, limit))
    if as_json:
        rows = [_facts(found, hit) for hit in listed]
        if largest is not None:
            rows = [row | {largest.name: amount} for row, amount in zip(rows, largest.amounts.tolist(), strict=False)]
        emit(json.dumps({"condition": wanted.text, "total": len(hits), "hits": rows}, ensure_ascii=False))
    elif only_count:
        emit(str(len(hits)))
    else:
        _list(found, listed, len(hits), largest)
    if not len(hits):
        if reason := wanted.missing(found):
            say(reason)
        raise typer.Exit(NOTHING)


class Largest(NamedTuple):
    """Numbers of hits, the largest first."""

    name: str
    amounts: Ints
    whole: int
    """What their shares are of."""


def _largest(trace: Trace, hits: Hits, top: Top) -> tuple[Hits, Largest]:
    """Return the hits with the largest numbers first, each node once, and these numbers.

    Raises:
        PlyscopeError: what cutoffs saved cannot be counted.
    """
    nodes, first = np.unique(hits.nodes, return_index=True)
    if top is Top.VISITED:
        steps, amounts = hits.steps[first], NAMES["visited"].column(trace)[nodes]
        whole = int(trace.columns.visited_before[-1])
    else:
        from tracer.count.spared import count

        if not trace.counts.pruned_known:
            raise PlyscopeError(
                "what each cutoff saved is not known: the recording does not tell which moves were skipped; "
                "record the search with its game"
            )
        spared = count(trace)
        if spared is None:
            why = "more positions lie below than are counted" if trace.game is not None else "that takes its game"
            raise PlyscopeError(
                f"what each cutoff saved is not known: {why}; 'pruned > 0' lists those that skip a branch"
            )
        marks = trace.landmarks
        among = np.isin(marks.pruning_nodes, nodes)
        nodes, steps = marks.pruning_nodes[among], marks.pruning_steps[among]
        amounts, whole = spared.by_cutoff(trace, nodes), spared.total
    order = np.lexsort((steps, -amounts))
    return Hits(steps[order], nodes[order]), Largest(top.value, amounts[order], whole)


def _names() -> str:
    """The names of a condition, one a line, as a paragraph that keeps its lines."""
    rows = list_help_rows()
    width = max(len(word) for word, _ in rows)
    return "\n\n\b\n" + "\n".join(f"{word.ljust(width)}  {text}" for word, text in rows)


find.__doc__ = cleandoc(find.__doc__ or "") + _names()


def _facts(trace: Trace, hit: Hit) -> dict[str, Any]:
    """One hit in plain types; labels for moves."""
    return {"step": hit.step, "node": hit.node, "path": trace.node(hit.node).path, "event": event(trace, hit.step)}


def _list(trace: Trace, hits: list[Hit], total: int, largest: Largest | None) -> None:
    """A table for people, with the numbers by which it is sorted; on stderr how many hits are not in it."""
    if not hits:
        say("nothing found")
        return
    heads = ["step", "node", "path", "what happens"]
    cells = [[f"{hit.step:,}", f"{hit.node:,}", format_path(trace, hit.node), event(trace, hit.step)] for hit in hits]
    if largest is not None:
        heads = [largest.name, "share", *heads]
        numbers = [[f"{amount:,}", percent(amount / largest.whole)] for amount in largest.amounts.tolist()]
        cells = [number + row for number, row in zip(numbers, cells, strict=False)]
    *widths, where = (max(len(row[k]) for row in (heads, *cells)) for k in range(len(heads) - 1))
    for row in (heads, *cells):
        first = "".join(f"{cell:>{width}}  " for cell, width in zip(row, widths, strict=False))
        emit(f"{first}{row[-2]:<{where}}  {row[-1]}")
    if total > len(hits):
        say(f"… and {total - len(hits):,} more; --limit lists more")
