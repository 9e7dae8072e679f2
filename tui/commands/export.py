"""`plyscope export`: draw the tree, or write it for other programs."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated, Any

import typer

from tracer.errors import PlyscopeError
from tracer.text import clean
from tracer.tracing import Trace
from tui.commands.drawing_options import NODES_PANEL, current_spelling, drawing_options
from tui.terminal.options import (
    FormatOption,
    GameOption,
    Options,
    SearchesOption,
    SourceArgument,
    complete_source,
    search_options,
)
from tui.terminal.output import detect_closed_output, need_output_not_source, print_message, show_writing, write_content
from tui.terminal.trace_source import get_trace, get_two_traces, is_trace_file

SIDE_LETTERS = ("A", "B")
"""Those of two searches that are drawn as one tree."""


@partial(search_options, lists_own=False)
@drawing_options
def export(
    source: SourceArgument = "",
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
    format: FormatOption = None,
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
            help="Write a page in which trees are typed; needs no source.",
        ),
    ] = False,
    side: Annotated[
        str,
        typer.Option(
            help="With --diff, A or B: that search as it is drawn alone, and in grey what the other has.",
            rich_help_panel=NODES_PANEL,
            autocompletion=lambda incomplete: [
                first_reading for first_reading in SIDE_LETTERS if first_reading.startswith(incomplete.upper())
            ],
        ),
    ] = "",
    passes: Annotated[
        bool,
        typer.Option(
            "--passes",
            help="The passes of a driver, such as each depth, beside one another; of many the first and the last.",
            rich_help_panel=NODES_PANEL,
        ),
    ] = False,
    search: SearchesOption = None,
    game: GameOption = None,
    options: Options,
    drawing: dict[str, Any],
) -> None:
    """Draw the tree, pruned branches greyed out; or write it as data.

    The suffix of the file is the format: a picture (.svg, .png, .pdf, .tex …), a page (.html) or data (.csv, .json …).
    A large tree is trimmed (--fit).

    \b
    plyscope export '[[3,12,8],[2,4,6],[14,5,2]]' -o tree.svg -o tree.html --open
    plyscope export t.plyscope -o top.png --ply 2 --show board
    plyscope export t.plyscope -o overview.png --chart icicle
    plyscope export tictactoe -a minimax -a alphabeta --diff -o diff.svg
    plyscope export t.plyscope -o - --format dot | dot -Tpdf > tree.pdf
    plyscope export --playground -o playground.html
    """
    if playground or not source:
        _write_playground(source, output, is_asked=playground, open_=open_)
        return
    from viz import side_by_side
    from viz.beside import shapes_of_passes
    from viz.export import check, check_beside
    from viz.numbered import possible_names
    from viz.pictures.options import with_bounds

    is_side_by_side = not difference and (other is not None or len(search or []) > 1)
    passes_of_several = passes and (difference or is_side_by_side or bool(drawing["root"]))
    _refuse_conflicts(output, side.upper(), open_=open_, is_difference=difference, passes_of_several=passes_of_several)
    path_options = {name: drawing[name] for name in ("root", "near", "highlight", "notes")}
    # Until the moves are found, the defaults stand for them.
    drawing |= {"root": 0, "near": None, "highlight": (), "notes": None, "sides": None}
    options_of_files = _options_of_files(output, format, drawing)
    for path, file_options in options_of_files:
        for name in possible_names(path):
            need_output_not_source(name, source, other, game)
        if passes or is_side_by_side:
            check_beside(path, format=format, **file_options)
        else:
            check(path, format=format, two=difference, **file_options)
    searches = search or []
    if passes or is_side_by_side:
        search_options_of_one = options.for_search(searches[0] if searches else None)
        traces = (
            _get_traces(source, other, searches, game, options)
            if is_side_by_side
            else [get_trace(source, search_options_of_one, game)]
        )
        for path, file_options in options_of_files:
            options_of_traces = [
                {**file_options, **_find_named_nodes(trace, file_options, path_options)} for trace in traces
            ]
            options_of_panels = shapes_of_passes(traces[0], options_of_traces[0]) if passes else options_of_traces
            _write_side_by_side(traces * (len(options_of_panels) // len(traces)), path, format, options_of_panels)
        for path in output if open_ else []:
            typer.launch(path)
        return
    side_options: dict[str, Any] = {}
    if difference:
        compared_traces = get_two_traces("export --diff", source, other, searches, game, options)
        first_reading, second_reading = (with_bounds(trace, drawing["bounds"]) for trace in compared_traces)
        sides = side_by_side(first_reading, second_reading, side.upper())
        drawn_trace, side_options = sides.trace, {"sides": sides}
    else:
        drawn_trace = get_trace(source, options.for_search(searches[0] if searches else None), game)
    written_files: list[str] = []
    for path, file_options in options_of_files:
        supported_side_options = {name: side_value for name, side_value in side_options.items() if name in file_options}
        written_files += _write_output(
            drawn_trace,
            path,
            format,
            {**file_options, **supported_side_options, **_find_named_nodes(drawn_trace, file_options, path_options)},
        )
    for file in written_files if open_ else []:
        typer.launch(file)


def _write_playground(source: str, output: list[str], *, is_asked: bool, open_: bool) -> None:
    from viz.page.playground import make_playground_page

    if not is_asked:
        raise PlyscopeError("export needs a trace file, a game or a tree, as in: plyscope export tictactoe -o tree.svg")
    if source:
        raise PlyscopeError(f"--playground searches what is typed into the page: leave {clean(source, 40)} out")
    if unfitting_paths := [path for path in output if path != "-" and not path.endswith(".html")]:
        raise PlyscopeError(
            f"--playground is a page: give -o a name that ends in .html, not {clean(unfitting_paths[0])}"
        )
    _refuse_conflicts(output, "", open_=open_, is_difference=False)
    for path in output:
        write_content(path, make_playground_page().encode())
        if open_:
            typer.launch(path)


def _refuse_conflicts(
    output: list[str], side: str, *, open_: bool, is_difference: bool, passes_of_several: bool = False
) -> None:
    if open_ and "-" in output:
        raise PlyscopeError("--open shows files, and - is none: give -o a name")
    if side and not is_difference:
        raise PlyscopeError("--side is for two searches drawn as one tree: give --diff, too")
    if side not in ("", *SIDE_LETTERS):
        raise PlyscopeError(f"--side is {' or '.join(SIDE_LETTERS)}, not {clean(side, 40)!r}")
    if passes_of_several:
        raise PlyscopeError("--passes draws each pass of one search: give one, and leave out --diff and --root")


def _find_named_nodes(trace: Trace, file_options: dict[str, Any], path_options: dict[str, Any]) -> dict[str, Any]:
    """The nodes at the ends of the moves that were given, where a file has the option."""
    near, notes = path_options["near"], [note.partition("=") for note in path_options["notes"] or ()]
    if empty_note := next((path for path, sign, words in notes if not (sign and words)), None):
        raise PlyscopeError(
            f"--note {clean(empty_note)} says nothing: give a path and words, as in --note b2/a1='the refutation'"
        )
    if not all(path.strip() for path in path_options["highlight"]):
        raise PlyscopeError("--highlight has no moves: give the path to a node, as in --highlight b2/a1")
    nodes_by_option = {
        "root": trace.find(path_options["root"]).index,
        "near": None if near is None else trace.find(near).index,
        "highlight": tuple(trace.find(path).index for path in path_options["highlight"]),
        "notes": {trace.find(path).index: words for path, _, words in notes} or None,
    }
    return {name: node for name, node in nodes_by_option.items() if name in file_options}


def _options_of_files(
    output_paths: list[str], format: str | None, drawing: dict[str, Any]
) -> list[tuple[str, dict[str, Any]]]:
    """Each file with the options that shape it; of several files, each takes those that it has.

    A drawing that lacks one is named.
    """
    from viz.export import options_for
    from viz.formats.registry import find_format
    from viz.pictures.options import changed_options

    # To hide what is not there changes nothing.
    has_reasons = drawing["chart"] is None and any(
        "reasons" in options_for(path, format=format, **drawing) for path in output_paths
    )
    drawing = {name: value for name, value in drawing.items() if has_reasons or name != "reasons"}
    if len(output_paths) == 1:
        return [(output_paths[0], drawing)]
    options_of_files = [(path, options_for(path, format=format, **drawing)) for path in output_paths]
    supported_names = {name for _, supported_options in options_of_files for name in supported_options}
    requested_names = [name for name, value in changed_options(drawing).items() if value is not None]
    if unsupported_options := [current_spelling(name) for name in requested_names if name not in supported_names]:
        raise PlyscopeError(f"none of the files has {' and '.join(unsupported_options)}: leave it out")
    for path, supported_options in options_of_files:
        missing_options = [
            current_spelling(name) for name in requested_names if name not in supported_options and name != "reasons"
        ]
        if missing_options and find_format(path, format).draws:
            print_message(f"{clean(path)} is drawn without {' and '.join(missing_options)}, which it does not have")
    return options_of_files


def _write_output(trace: Trace, path: str, format: str | None, options: dict[str, Any]) -> list[str]:
    """Write a file, or several numbered ones; gives the name of the first."""
    from viz.export import excess, write_file, write_stream
    from viz.formats.pdf import describe_missing_glyphs
    from viz.formats.registry import find_format

    written_paths, note = list[str](), excess([trace], path, format=format, options=[options])
    if not note and find_format(path, format).name == "pdf" and (glyph_text := describe_missing_glyphs(trace)):
        note = f"{'the drawing' if path == '-' else clean(path)}: {glyph_text}"
    if path == "-":
        with detect_closed_output():
            write_stream(trace, sys.stdout.buffer, format or "", **options)
    else:
        with show_writing(path) as progress:
            written_paths = write_file(trace, path, format=format, progress=progress, **options)
        several = f" to {written_paths[-1]}, {len(written_paths):,} files" if len(written_paths) > 1 else ""
        print_message(f"wrote {written_paths[0]}{several}")
    if note:
        print_message(note)
    return written_paths[:1]


def _write_side_by_side(traces: list[Trace], path: str, format: str | None, options: list[dict[str, Any]]) -> None:
    from viz.export import beside_content, excess

    content = beside_content(traces, path, format=format, options=options)
    note = excess(traces, path, format=format, options=options)
    write_content(path, content)
    if note:
        print_message(note)


def _get_traces(source: str, other: str | None, searches: list[str], game: str | None, options: Options) -> list[Trace]:
    if other is not None or len(searches) < 3 or is_trace_file(source):
        return list(get_two_traces("export", source, other, searches, game, options))
    return [get_trace(source, options.for_search(search_name, is_compared=True), game) for search_name in searches]
