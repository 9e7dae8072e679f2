"""`plyscope find`: the nodes that fulfil a condition, and the steps at which the search meets them."""

from __future__ import annotations

import json
from inspect import cleandoc
from itertools import islice
from typing import Annotated, Any

import typer

from tracer.condition.terms import Hit
from tracer.condition.vocabulary import help_rows
from tracer.tracing import Trace
from tracer.why.explain import event, path
from tui.terminal.options import Options, OwnGame, Source, search_options
from tui.terminal.output import emit, say
from tui.terminal.source import get_trace

MOST = 1_000_000_000
"""Hits that may be asked for: more are no list."""
NOTHING = 1
"""Exit code where nothing was found, as grep has it."""


@search_options
def find(
    source: Source,
    condition: Annotated[str, typer.Argument(help="A condition, such as 'cutoff and ply == 3', or 'best changes'.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=MOST, help="Hits listed at most.")] = 20,
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

    `best changes`, or `alpha`, `beta`, `window` or just `changes`, lists the steps at which such a number of the root
    changed, or of another node (`at #5`). In a best-first search `best` is the child that the node's numbers go by, and
    `changes` are all steps that change these.

    A condition has names (`--help all` lists them), numbers, texts, `and or not`, `== != < <= > >= in`, `+ - * /` and
    parentheses. A comparison with an unknown number, such as the value of a pruned branch, is false, also with `!=`.
    """
    from tracer.condition.watchpoint import parse_breakpoint

    wanted = parse_breakpoint(condition, 0)
    found = get_trace(source, options, game)
    hits = wanted.hits(found)
    listed = [] if only_count else list(islice(hits, limit))
    if as_json:
        rows = [_facts(found, hit) for hit in listed]
        emit(json.dumps({"condition": wanted.text, "total": len(hits), "hits": rows}, ensure_ascii=False))
    elif only_count:
        emit(str(len(hits)))
    else:
        _list(found, listed, len(hits))
    if not len(hits):
        if reason := wanted.missing(found):
            say(reason)
        raise typer.Exit(NOTHING)


def _names() -> str:
    """The names of a condition, one a line, as a paragraph that keeps its lines."""
    rows = help_rows()
    width = max(len(word) for word, _ in rows)
    return "\n\n\b\n" + "\n".join(f"{word.ljust(width)}  {text}" for word, text in rows)


find.__doc__ = cleandoc(find.__doc__ or "") + _names()


def _facts(trace: Trace, hit: Hit) -> dict[str, Any]:
    """One hit in plain types; labels for moves."""
    return {"step": hit.step, "node": hit.node, "path": trace.node(hit.node).path, "event": event(trace, hit.step)}


def _list(trace: Trace, hits: list[Hit], total: int) -> None:
    """A table for people; on stderr how many are not in it."""
    if not hits:
        say("nothing found")
        return
    heads = ("step", "node", "path", "what happens")
    cells = [(f"{hit.step:,}", f"{hit.node:,}", path(trace, hit.node), event(trace, hit.step)) for hit in hits]
    step, node, where = (max(len(row[k]) for row in (heads, *cells)) for k in range(3))
    for row in (heads, *cells):
        emit(f"{row[0]:>{step}}  {row[1]:>{node}}  {row[2]:<{where}}  {row[3]}")
    if total > len(hits):
        say(f"… and {total - len(hits):,} more; --limit lists more")
