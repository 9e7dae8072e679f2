"""`plyscope find`: the nodes that fulfil a condition, and the steps at which the search meets them."""

from __future__ import annotations

from enum import StrEnum
from inspect import cleandoc
from itertools import islice
from typing import Annotated, NamedTuple

import numpy as np
import typer

from tracer.condition.vocabulary import NAMES, list_help_rows
from tracer.errors import PlyscopeError
from tracer.recording.columns import Ints
from tracer.text import percent
from tracer.time.landmarks import Hit, Hits
from tracer.tracing import Trace
from tracer.why.explain import event, format_path
from tui.terminal.options import GameOption, JsonOption, Options, SourceArgument, search_options
from tui.terminal.output import align_columns, print_json, print_message, print_output
from tui.terminal.trace_source import get_trace


class TopOrder(StrEnum):
    """By what hits can be sorted."""

    SAVED = "saved"
    VISITED = "visited"


MAX_LISTED = 1_000_000_000
"""Hits that may be asked for: more are no list."""
CONDITIONS_OF_TOP = {TopOrder.SAVED: "pruned > 0", TopOrder.VISITED: "visited > 0"}
"""What is listed where only the order is named."""
NOTHING_FOUND_EXIT_CODE = 1
"""Exit code where nothing was found, as grep has it."""


@search_options
def find(
    source: SourceArgument,
    condition: Annotated[
        str, typer.Argument(help="A condition, such as 'cutoff and ply == 3', or 'best changes'.", show_default=False)
    ] = "",
    as_json: JsonOption = False,
    limit: Annotated[int, typer.Option(min=1, max=MAX_LISTED, help="Hits listed at most.")] = 20,
    top: Annotated[
        TopOrder | None,
        typer.Option(metavar="BY", help="List the largest first: saved (by cutoffs) or visited."),
    ] = None,
    only_count: Annotated[bool, typer.Option("--count", help="Print only how many there are.")] = False,
    game: GameOption = None,
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

    `best changes`, or `alpha`, `beta`, `window` or just `changes`, lists the steps at which that number of the root, or
    of another node (`at #5`), changed. In a best-first search `best` is the deciding child.

    A condition has names (`--help all` lists them), numbers, texts, `and or not`, `== != < <= > >= in`, `+ - * /` and
    parentheses. A comparison with an unknown number, such as the value of a pruned branch, is false, also with `!=`.
    """
    from tracer.condition.watchpoint import parse_breakpoint

    if not condition and top is None:
        raise PlyscopeError("name a condition, such as 'cutoff and ply == 3', or --top saved or --top visited")
    watchpoint = parse_breakpoint(condition or CONDITIONS_OF_TOP[top or TopOrder.VISITED], 0)
    trace = get_trace(source, options, game)
    hits, ranking = watchpoint.hits(trace), None
    if top is not None:
        hits, ranking = _rank_hits(trace, hits, top)
    listed_hits = [] if only_count else list(islice(hits, limit))
    if as_json:
        rows = [
            {"step": hit.step, "node": hit.node, "path": trace.node(hit.node).path, "event": event(trace, hit.step)}
            for hit in listed_hits
        ]
        if ranking is not None:
            rows = [row | {ranking.name: amount} for row, amount in zip(rows, ranking.amounts.tolist(), strict=False)]
        print_json({"condition": watchpoint.text, "total": len(hits), "hits": rows})
    elif only_count:
        print_output(str(len(hits)))
    else:
        _print_hits(trace, listed_hits, len(hits), ranking)
    if not len(hits):
        if reason := watchpoint.missing(trace):
            print_message(reason)
        raise typer.Exit(NOTHING_FOUND_EXIT_CODE)


class RankedAmounts(NamedTuple):
    """Numbers of hits, the largest first."""

    name: str
    amounts: Ints
    total: int
    """What their shares are of."""


def _rank_hits(trace: Trace, hits: Hits, top: TopOrder) -> tuple[Hits, RankedAmounts]:
    """Return the hits with the largest numbers first, each node once, and these numbers."""
    nodes, first_indices = np.unique(hits.nodes, return_index=True)
    if top is TopOrder.VISITED:
        steps, amounts = hits.steps[first_indices], NAMES["visited"].column(trace)[nodes]
        total = trace.columns.visited
    else:
        from tracer.count.spared import count

        if not trace.counts.pruned_known:
            raise PlyscopeError(
                "what each cutoff saved is not known: the recording does not tell which moves were skipped; "
                "record the search with its game"
            )
        spared = count(trace)
        if spared is None:
            reason = "more positions lie below than are counted" if trace.game is not None else "that takes its game"
            raise PlyscopeError(
                f"what each cutoff saved is not known: {reason}; 'pruned > 0' lists those that skip a branch"
            )
        landmarks = trace.landmarks
        is_hit = np.isin(landmarks.pruning_nodes, nodes)
        nodes, steps = landmarks.pruning_nodes[is_hit], landmarks.pruning_steps[is_hit]
        amounts, total = spared.by_cutoff(trace, nodes), spared.total
    order = np.lexsort((steps, -amounts))
    return Hits(steps[order], nodes[order]), RankedAmounts(top.value, amounts[order], total)


find.__doc__ = f"{cleandoc(find.__doc__ or '')}\n\n\b\n{align_columns(list_help_rows(), left=(0, 1))}"


def _print_hits(trace: Trace, hits: list[Hit], total: int, ranking: RankedAmounts | None) -> None:
    if not hits:
        print_message("nothing found")
        return
    headings = ["step", "node", "path", "what happens"]
    cells = [[f"{hit.step:,}", f"{hit.node:,}", format_path(trace, hit.node), event(trace, hit.step)] for hit in hits]
    if ranking is not None:
        headings = [ranking.name, "share", *headings]
        amount_cells = [[f"{amount:,}", percent(amount / ranking.total)] for amount in ranking.amounts.tolist()]
        cells = [amount_row + row for amount_row, row in zip(amount_cells, cells, strict=False)]
    print_output(align_columns([headings, *cells], left=(-2, -1)))
    if total > len(hits):
        print_message(f"… and {total - len(hits):,} more; --limit lists more")
