"""`plyscope export`: draw the tree, or write it for other programs."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated, Any

import typer

from tracer.errors import PlyscopeError
from tracer.tracing import Trace
from tui.commands.drawing import drawing_options
from tui.terminal.options import Options, OwnGame, Searches, Source, complete_source, search_options
from tui.terminal.output import reader, say, show_writing
from tui.terminal.source import get_trace, get_two, spare_sources


@search_options
@drawing_options
def export(
    source: Source,
    other: Annotated[
        str | None,
        typer.Argument(help="With --diff: another one of the same position.", autocompletion=complete_source),
    ] = None,
    *,
    output: Annotated[
        list[str],
        typer.Option(
            "--output",
            "-o",
            help="A file, whose suffix is the format (see plyscope formats); may be repeated; - is stdout.",
        ),
    ],
    format: Annotated[
        str | None, typer.Option("--format", "-f", help="The format, where the name does not tell.")
    ] = None,
    chart: Annotated[
        str | None, typer.Option(help="The whole trace, however large: icicle, or plies (counts by ply).")
    ] = None,
    animate: Annotated[str | None, typer.Option(help="The search as it went on, a frame an event or cutoff.")] = None,
    open_: Annotated[bool, typer.Option("--open", help="Show the files afterwards.")] = False,
    difference: Annotated[
        bool,
        typer.Option(
            "--diff",
            help="Draw two searches as one tree: what only one visited, and what differs.",
        ),
    ] = False,
    search: Searches = None,
    game: OwnGame = None,
    options: Options,
    drawing: dict[str, Any],
) -> None:
    """Draw the tree, pruned branches greyed out; or write it as a page, a table or data.

    \b
    plyscope export '[[3,12,8],[2,4,6],[14,5,2]]' -o tree.svg -o tree.html --open
    plyscope export t.plyscope -o top.png --ply 2 --board
    plyscope export t.plyscope -o overview.png --chart icicle
    plyscope export t.plyscope -o - --format dot | dot -Tpdf > tree.pdf
    plyscope export --diff tictactoe -a minimax -a alphabeta -o diff.svg
    """
    from viz import side_by_side
    from viz.export import check

    if open_ and "-" in output:
        raise PlyscopeError("--open shows files, and - is none: give -o a name")
    root, near = drawing["root"], drawing["near"]
    # Until the moves are found, the defaults stand for them.
    drawing |= {"root": 0, "near": None, "sides": None}
    files = _shaped(output, format, {"chart": chart, "animate": animate, **drawing})
    for path, shape in files:
        spare_sources(path, source, other, game)
        check(path, format=format, two=difference, **shape)
    searches = search or []
    places: dict[str, Any] = {}
    if difference:
        sides = side_by_side(*get_two("export --diff", source, other, searches, game, options))
        found, places = sides.trace, {"sides": sides}
    elif other is not None or len(searches) > 1:
        raise PlyscopeError("two searches are drawn as one tree with --diff")
    else:
        found = get_trace(source, replace(options, search=searches[0] if searches else None), game)
    places |= {"root": found.find(root).index, "near": None if near is None else found.find(near).index}
    for path, shape in files:
        _write(found, path, format, {**shape, **{name: place for name, place in places.items() if name in shape}})
    if open_:
        for path in output:
            typer.launch(path)


def _shaped(output: list[str], format: str | None, shape: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Each file with the options that shape it; of several files, each takes those that it has.

    Raises:
        PlyscopeError: an option is asked for that none of them has.
    """
    from viz.export import options_for
    from viz.pictures.options import changes

    if len(output) == 1:
        return [(output[0], shape)]
    found = [(path, options_for(path, format=format, **shape)) for path in output]
    taken = {name for _, fits in found for name in fits}
    asked = [name for name, value in changes(shape).items() if value is not None and name not in taken]
    if lost := [name.replace("_", "-") for name in asked]:
        raise PlyscopeError(f"none of the files has {' and '.join(lost)}: leave it out")
    return found


def _write(trace: Trace, path: str, format: str | None, options: dict[str, Any]) -> None:
    from viz.export import write_file, write_stream

    if path == "-":
        with reader():
            write_stream(trace, sys.stdout.buffer, format or "", **options)
        return
    with show_writing(path) as progress:
        write_file(trace, path, format=format, progress=progress, **options)
    say(f"wrote {path}")
