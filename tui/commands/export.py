"""`plyscope export`: draw the tree, or write it as a table."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated, Any

import typer

from tracer.errors import PlyscopeError
from tui.options import Options, OwnGame, Searches, Source, complete_source, searching
from tui.output import reader, say
from tui.source import get_trace, get_two


@searching
def export(
    source: Source,
    other: Annotated[
        str | None,
        typer.Argument(help="With --diff: another one of the same position.", autocompletion=complete_source),
    ] = None,
    *,
    output: Annotated[
        str, typer.Option("--output", "-o", help="A file: .svg .png .pdf .dot .csv .parquet; - is stdout.")
    ],
    format: Annotated[
        str | None, typer.Option("--format", "-f", help="The format, where the name does not tell.")
    ] = None,
    max_nodes: Annotated[int, typer.Option(help="Nodes drawn at most; the rest becomes counted stubs.")] = 200,
    ply: Annotated[int | None, typer.Option(help="Draw down to this ply only.")] = None,
    root: Annotated[str, typer.Option(help="Draw the subtree at the end of these moves, such as b2/a1.")] = "",
    board: Annotated[bool, typer.Option("--board", help="Draw positions inside the nodes.")] = False,
    difference: Annotated[
        bool, typer.Option("--diff", help="Draw two searches as one tree: what only one visited, and what differs.")
    ] = False,
    search: Searches = None,
    game: OwnGame = None,
    options: Options,
) -> None:
    """Draw the tree, pruned branches greyed out; or write it as a table.

    \b
    plyscope export '[[3,12,8],[2,4,6],[14,5,2]]' -o tree.svg
    plyscope export t.plyscope -o top.png --ply 2 --board
    plyscope export t.plyscope -o - --format dot | dot -Tpdf > tree.pdf
    plyscope export --diff tictactoe -a minimax -a alphabeta -o diff.svg
    """
    from viz import formats, side_by_side

    formats.find(output, format)
    searches = search or []
    drawing: dict[str, Any] = {"max_nodes": max_nodes, "ply": ply, "board": board}
    if difference:
        drawing["sides"] = side_by_side(*get_two("export --diff", source, other, searches, game, options))
        found = drawing["sides"].trace
    elif other is not None or len(searches) > 1:
        raise PlyscopeError("two searches are drawn as one tree with --diff")
    else:
        found = get_trace(source, replace(options, search=searches[0] if searches else None), game)
    drawing["root"] = found.find(root).index
    if output == "-":
        with reader():
            formats.write(found, sys.stdout.buffer, format or "", **drawing)
    else:
        formats.export(found, output, format=format, **drawing)
        say(f"wrote {output}")
