"""`plyscope race`: several searches on one full tree, all visiting its nodes equally fast."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

import tracer
from tracer.count.layers import TooMany
from tracer.count.sizes import LONG_BUDGET, Sizes
from tracer.errors import PlyscopeError
from tracer.games.rules import blame, describe, optional
from tracer.run.plan import prepare
from tracer.text import clean
from tui.commands.drawing import look_options
from tui.terminal.options import GameSpec, Options, Searches, search_options
from tui.terminal.output import show_writing, write_content
from tui.terminal.source import is_trace_file, record, spare_sources

MOST = 3_000_000
"""Nodes of a full tree at most: each is recorded."""
FIRST = ("minimax", "alphabeta")
"""The searches of a race for which none is named."""


@search_options
@look_options
def race(
    game: GameSpec,
    *,
    output: Annotated[
        list[str],
        typer.Option(
            "--output", "-o", help="A file: .svg, .html, .gif or .png (the end); may be repeated; - is stdout."
        ),
    ],
    search: Searches = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="Seconds that the picture lasts, the last quarter at its end; a .gif has at most 10 [8]."),
    ] = None,
    format: Annotated[
        str | None, typer.Option("--format", "-f", help="The format, where the name does not tell.")
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Show the files afterwards.")] = False,
    look: dict[str, Any],
    options: Options,
) -> None:
    """Let searches race through one full tree.

    Each search has an icicle of the full tree. All are filled at the same number of visited nodes a second. A search
    that is done stops with its count, and what it never visited stays hatched. An .svg and a .gif move by themselves.
    An .html can be paused and dragged. The searches are minimax and alphabeta, unless -a names others.

    \b
    plyscope race tictactoe -o race.svg
    plyscope race tictactoe -a minimax -a alphabeta -a pvs -o race.html --open
    plyscope race random:b=4,d=7 -a alphabeta:order=best -a alphabeta -a alphabeta:order=worst -o orders.gif
    """
    from tracer.comparing.first_visits import race as start
    from viz import target
    from viz.pictures.fits import SLIDE, fit
    from viz.pictures.theme import theme
    from viz.race.lanes import Look
    from viz.race.moving import check, content

    if is_trace_file(game):
        raise PlyscopeError(f"{clean(game)} is a recorded trace: searches race through a game, which is searched now")
    if open_ and "-" in output:
        raise PlyscopeError("--open shows files, and - is none: give -o a name")
    formats = [check(path, format, seconds) for path in output]
    for path in output:
        spare_sources(path, game)
        if path != "-":
            target.check(Path(path))
    looks = Look(fit(look["fit"] or SLIDE), theme(look["theme"]), look["title"])
    found = start(*_recorded(game, search or list(FIRST), options))
    for path, wanted in zip(output, formats, strict=True):
        with show_writing(path):
            drawn = content(found, wanted, looks, seconds)
        write_content(path, drawn)
    for path in output if open_ else []:
        typer.launch(path)


def _recorded(game: str, searches: list[str], options: Options) -> tuple[tracer.Trace, list[tracer.Trace]]:
    """A search that visits all of the full tree, and those that race through it.

    Raises:
        PlyscopeError: the tree is too large.
    """
    given = tracer.game(game)
    name = "minimax" if optional(given, "outcomes") is None else "expectiminimax"
    every = replace(options, max_nodes=None, max_memory=None, option=None).of(name, beside=True)
    _need_few(given, name, every)
    tree = record(game, every)
    whole = every == options.of(name, beside=True)
    return tree, [tree if one == name and whole else record(game, options.of(one, beside=True)) for one in searches]


def _need_few(game: Any, name: str, options: Options) -> None:
    """Refuse a full tree that is too large to be recorded.

    Raises:
        PlyscopeError: it is.
    """
    plan = prepare(game, name, **options.arguments())
    try:
        with blame(plan.game):
            nodes = sum(
                Sizes(plan.game, LONG_BUDGET).levels(plan.start, math.inf if options.depth is None else options.depth)
            )
    except TooMany:
        nodes = 0
    if not 0 < nodes <= MOST:
        size = f"{nodes:,} nodes" if nodes else "too many nodes to be counted"
        raise PlyscopeError(
            f"the full tree of {describe(plan.game)} has {size}, and {MOST:,} can race: give a depth, such as --depth 6"
        )
