"""`plyscope why`: what happens at a place of a search, and why, in sentences."""

from __future__ import annotations

from typing import Annotated

import typer

from tracer.time.moments import event_at
from tracer.why.explain import event, why
from tui.model.goto import target
from tui.terminal.options import Options, OwnGame, Source, search_options
from tui.terminal.output import emit
from tui.terminal.source import get_trace


@search_options
def explain(
    source: Source,
    place: Annotated[
        str, typer.Argument(help="A step (12), a node (#5) or a path of moves (b2/a1); the last step without it.")
    ] = "",
    game: OwnGame = None,
    *,
    options: Options,
) -> None:
    """Say what happens at a place of a search, and why.

    A step tells of its own event; a node, of what came of it in the end.

    \b
    plyscope why '[[3,12,8],[2,4,6],[14,5,2]]' 12
    plyscope why tictactoe a1/b1/c1
    """
    trace = get_trace(source, options, game)
    last = trace.steps - 1
    found = target(place or str(last), trace, last)
    if found.step is None:
        node, step = found.node or 0, last
    else:
        step = found.step
        cut = trace.landmarks.cut_at(step)
        node = event_at(trace, step)[1] if cut is None else cut
        emit(f"step {step:,} of {last:,}: {event(trace, step)}\n")
    for sentence in why(trace, node, step):
        emit(sentence.text)
