"""`plyscope export`: draw the tree, or write it for other programs."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated, Any

import typer

from tracer.errors import PlyscopeError
from tracer.text import clean
from tracer.tracing import Trace
from tui.commands.drawing import NODES, drawing_options, spelled
from tui.terminal.options import Options, OwnGame, Searches, Source, complete_source, search_options
from tui.terminal.output import reader, say, show_writing, spare_sources, write_content
from tui.terminal.source import get_trace, get_two, is_trace_file

LETTERS = ("A", "B")
"""Those of two searches that are drawn as one tree."""


@partial(search_options, lists_own=False)
@drawing_options
def export(
    source: Source = "",
    other: Annotated[
        str | None,
        typer.Argument(help="Another one, drawn beside it; with --diff in one tree.", autocompletion=complete_source),
    ] = None,
    *,
    output: Annotated[
        list[str],
        typer.Option(
            "--output",
            "-o",
            help="The file (see plyscope formats); may be repeated; - is stdout; step-%02d.svg is a file a frame.",
        ),
    ],
    format: Annotated[
        str | None, typer.Option("--format", "-f", help="The format, where the name does not tell.")
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Show the files afterwards.")] = False,
    difference: Annotated[
        bool,
        typer.Option(
            "--diff",
            help="Draw two searches as one tree, with their differences.",
        ),
    ] = False,
    playground: Annotated[
        bool,
        typer.Option(
            "--playground",
            help="A page in which any tree is typed and searched, with nothing recorded; it needs no source.",
        ),
    ] = False,
    side: Annotated[
        str,
        typer.Option(
            help="With --diff, A or B: that search as it is drawn alone, and in grey what the other has.",
            rich_help_panel=NODES,
            autocompletion=lambda incomplete: [one for one in LETTERS if one.startswith(incomplete.upper())],
        ),
    ] = "",
    passes: Annotated[
        bool,
        typer.Option(
            "--passes",
            help="The passes of a driver, such as each depth, beside one another; of many the first and the last.",
            rich_help_panel=NODES,
        ),
    ] = False,
    search: Searches = None,
    game: OwnGame = None,
    options: Options,
    drawing: dict[str, Any],
) -> None:
    """Draw the tree, pruned branches greyed out; or write it as data.

    The suffix of the file is the format: a picture (.svg, .png, .pdf, .tex …), a page to step through (.html), or data
    (.csv, .json …). A large tree is cut to what can be read at its size (--fit), and the rest is counted.

    \b
    plyscope export '[[3,12,8],[2,4,6],[14,5,2]]' -o tree.svg -o tree.html --open
    plyscope export t.plyscope -o top.png --ply 2 --show board
    plyscope export t.plyscope -o overview.png --chart icicle
    plyscope export tictactoe -a minimax -a alphabeta --diff -o diff.svg
    plyscope export t.plyscope -o - --format dot | dot -Tpdf > tree.pdf
    plyscope export --playground -o playground.html
    """
    if playground or not source:
        _write_playground(source, output, asked=playground, open_=open_)
        return
    from viz import side_by_side
    from viz.export import check, check_beside
    from viz.iterations import shapes_of_passes
    from viz.numbered import possible_names
    from viz.pictures.options import with_bounds

    several = not difference and (other is not None or len(search or []) > 1)
    _agree(output, side.upper(), open_=open_, difference=difference)
    _check_passes(asked=passes, several=difference or several or bool(drawing["root"]))
    paths = {name: drawing[name] for name in ("root", "near", "highlight", "notes")}
    # Until the moves are found, the defaults stand for them.
    drawing |= {"root": 0, "near": None, "highlight": (), "notes": None, "sides": None}
    files = _shaped(output, format, drawing)
    for path, shape in files:
        for name in possible_names(path):
            spare_sources(name, source, other, game)
        if passes or several:
            check_beside(path, format=format, **shape)
        else:
            check(path, format=format, two=difference, **shape)
    searches = search or []
    if passes or several:
        single = options.of(searches[0] if searches else None)
        traces = _get_several(source, other, searches, game, options) if several else [get_trace(source, single, game)]
        for path, shape in files:
            each = [{**shape, **_places(trace, shape, paths)} for trace in traces]
            shapes = shapes_of_passes(traces[0], each[0]) if passes else each
            _write_beside(traces * (len(shapes) // len(traces)), path, format, shapes)
        for path in output if open_ else []:
            typer.launch(path)
        return
    places: dict[str, Any] = {}
    if difference:
        two = get_two("export --diff", source, other, searches, game, options)
        one, another = (with_bounds(trace, drawing["bounds"]) for trace in two)
        sides = side_by_side(one, another, side.upper())
        found, places = sides.trace, {"sides": sides}
    else:
        found = get_trace(source, options.of(searches[0] if searches else None), game)
    written: list[str] = []
    for path, shape in files:
        mine = {name: place for name, place in places.items() if name in shape}
        written += _write(found, path, format, {**shape, **mine, **_places(found, shape, paths)})
    for file in written if open_ else []:
        typer.launch(file)


def _write_playground(source: str, output: list[str], *, asked: bool, open_: bool) -> None:
    """Write the playground to each file.

    Raises:
        PlyscopeError: it was not asked for, a source was given, or a file is no .html.
    """
    from viz.page.playground import text

    if not asked:
        raise PlyscopeError("export needs a trace file, a game or a tree, as in: plyscope export tictactoe -o tree.svg")
    if source:
        raise PlyscopeError(f"--playground searches what is typed into the page: leave {clean(source, 40)} out")
    if wrong := [path for path in output if path != "-" and not path.endswith(".html")]:
        raise PlyscopeError(f"--playground is a page: give -o a name that ends in .html, not {clean(wrong[0])}")
    _agree(output, "", open_=open_, difference=False)
    for path in output:
        write_content(path, text().encode())
        if open_:
            typer.launch(path)


def _agree(output: list[str], side: str, *, open_: bool, difference: bool) -> None:
    """Refuse options that do not go together.

    Raises:
        PlyscopeError: two do not.
    """
    if open_ and "-" in output:
        raise PlyscopeError("--open shows files, and - is none: give -o a name")
    if side and not difference:
        raise PlyscopeError("--side is for two searches drawn as one tree: give --diff, too")
    if side not in ("", *LETTERS):
        raise PlyscopeError(f"--side is {' or '.join(LETTERS)}, not {clean(side, 40)!r}")


def _check_passes(*, asked: bool, several: bool) -> None:
    """Refuse to draw the passes of what is no single whole search.

    Raises:
        PlyscopeError: that is asked for.
    """
    if asked and several:
        raise PlyscopeError("--passes draws each pass of one search: give one, and leave out --diff and --root")


def _places(trace: Trace, shape: dict[str, Any], paths: dict[str, Any]) -> dict[str, Any]:
    """The nodes at the ends of the moves that were given, where a file has the option.

    Raises:
        PlyscopeError: a path leads nowhere, or a note has none.
    """
    near, notes = paths["near"], [note.partition("=") for note in paths["notes"] or ()]
    if lost := next((path for path, sign, words in notes if not (sign and words)), None):
        raise PlyscopeError(
            f"--note {clean(lost)} says nothing: give a path and words, as in --note b2/a1='the refutation'"
        )
    if not all(path.strip() for path in paths["highlight"]):
        raise PlyscopeError("--highlight has no moves: give the path to a node, as in --highlight b2/a1")
    found = {
        "root": trace.find(paths["root"]).index,
        "near": None if near is None else trace.find(near).index,
        "highlight": tuple(trace.find(path).index for path in paths["highlight"]),
        "notes": {trace.find(path).index: words for path, _, words in notes} or None,
    }
    return {name: node for name, node in found.items() if name in shape}


def _shaped(output: list[str], format: str | None, shape: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Each file with the options that shape it; of several files, each takes those that it has.

    A drawing that lacks one is named.

    Raises:
        PlyscopeError: an option is asked for that none of them has.
    """
    from viz.export import options_for
    from viz.formats.registry import find_format
    from viz.pictures.options import changed_options

    # To hide what is not there changes nothing.
    reasons = shape["chart"] is None and any("reasons" in options_for(path, format=format, **shape) for path in output)
    shape = {name: value for name, value in shape.items() if reasons or name != "reasons"}
    if len(output) == 1:
        return [(output[0], shape)]
    found = [(path, options_for(path, format=format, **shape)) for path in output]
    taken = {name for _, fits in found for name in fits}
    asked = [name for name, value in changed_options(shape).items() if value is not None]
    if lost := [spelled(name) for name in asked if name not in taken]:
        raise PlyscopeError(f"none of the files has {' and '.join(lost)}: leave it out")
    for path, fits in found:
        lacks = [spelled(name) for name in asked if name not in fits and name != "reasons"]
        if lacks and find_format(path, format).draws:
            say(f"{clean(path)} is drawn without {' and '.join(lacks)}, which it does not have")
    return found


def _write(trace: Trace, path: str, format: str | None, options: dict[str, Any]) -> list[str]:
    """Write a file, or several numbered ones; gives the name of the first."""
    from viz.export import excess, write_file, write_stream

    note = excess([trace], path, format=format, options=[options])
    if path == "-":
        with reader():
            write_stream(trace, sys.stdout.buffer, format or "", **options)
        _say_too(note)
        return []
    with show_writing(path) as progress:
        written = write_file(trace, path, format=format, progress=progress, **options)
    say(f"wrote {written[0]}" if len(written) == 1 else f"wrote {written[0]} to {written[-1]}, {len(written):,} files")
    _say_too(note)
    return written[:1]


def _say_too(note: str) -> None:
    """Say what is to be said of a file, if anything is."""
    if note:
        say(note)


def _write_beside(traces: list[Trace], path: str, format: str | None, options: list[dict[str, Any]]) -> None:
    from viz.export import beside_content, excess

    content = beside_content(traces, path, format=format, options=options)
    note = excess(traces, path, format=format, options=options)
    write_content(path, content)
    _say_too(note)


def _get_several(
    source: str, other: str | None, searches: list[str], game: str | None, options: Options
) -> list[Trace]:
    """Two sources, or one game with as many searches as are wanted.

    Raises:
        PlyscopeError: they are not several; or one of them is wrong.
    """
    if other is not None or len(searches) < 3 or is_trace_file(source):
        return list(get_two("export", source, other, searches, game, options))
    return [get_trace(source, options.of(name, beside=True), game) for name in searches]
