"""`plyscope export`: draw the tree, or write it as a table."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tui.options import Options, OwnGame, Source, searching
from tui.output import reader, say
from tui.source import get_trace


@searching
def export(
    source: Source,
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
    game: OwnGame = None,
    *,
    options: Options,
) -> None:
    """Draw the tree, pruned branches greyed out; or write it as a table.

    \b
    plyscope export '[[3,12,8],[2,4,6],[14,5,2]]' -o tree.svg
    plyscope export t.plyscope -o top.png --ply 2 --board
    plyscope export t.plyscope -o - --format dot | dot -Tpdf > tree.pdf
    """
    from viz import formats

    formats.find(output, format)
    found = get_trace(source, options, game)
    drawing = {"max_nodes": max_nodes, "ply": ply, "root": found.find(root).index, "board": board}
    if output == "-":
        with reader():
            formats.write(found, sys.stdout.buffer, format or "", **drawing)
    else:
        formats.export(found, output, format=format, **drawing)
        say(f"wrote {output}")
