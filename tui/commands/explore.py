"""`plyscope explore`: the terminal explorer."""

from __future__ import annotations

from tracer.errors import PlyscopeError
from tui.options import Options, OwnGame, Source, searching
from tui.output import has_terminal
from tui.source import get_trace


@searching
def explore(
    source: Source,
    game: OwnGame = None,
    *,
    options: Options,
) -> None:
    """Step through a search, forwards and backwards, in the terminal.

    \b
    plyscope explore tictactoe
    plyscope explore t.plyscope
    plyscope explore '[[3,12,8],[2,4,6],[14,5,2]]' -a minimax
    """
    if not has_terminal():
        raise PlyscopeError("explore needs a terminal; `plyscope count` and `plyscope export` do without one")
    found = get_trace(source, options, game)
    from tui.app import explore as run

    run(found, source)
