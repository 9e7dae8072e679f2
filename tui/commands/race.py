"""`plyscope race`: several searches and recordings on one full tree, all visiting its nodes equally fast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

import tracer
from tracer.count.sizes import LONG_BUDGET
from tracer.errors import PlyscopeError
from tracer.games.game_variants import is_built_in_evaluation, is_preference
from tracer.games.rules import describe, optional, spec_of
from tracer.run.plan import prepare
from tracer.text import clean
from tui.commands.drawing_options import look_options
from tui.terminal.options import FormatOption, GameOption, Options, SearchesOption, complete_source, search_options
from tui.terminal.output import need_writable, show_writing, write_content
from tui.terminal.search_size_limits import count_tree
from tui.terminal.trace_source import get_trace, is_trace_file, record_search

MAX_RACING_NODES = 3_000_000
"""Nodes of a full tree at most: each is recorded."""
DEFAULT_SEARCHES = ("minimax", "alphabeta")
"""The searches of a race for which none is named."""


@search_options
@look_options
def race(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCE...",
            help="A game (`plyscope games`), trace files that race, or both.",
            autocompletion=complete_source,
        ),
    ],
    *,
    output: Annotated[
        list[str],
        typer.Option(
            "--output", "-o", help="A file: .svg, .html, .gif or .png (the end); may be repeated; - is stdout."
        ),
    ],
    search: SearchesOption = None,
    game: GameOption = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="Seconds that the picture lasts, the last quarter at its end; a .gif has at most 10 [8]."),
    ] = None,
    format: FormatOption = None,
    open_: Annotated[bool, typer.Option("--open", help="Show the files afterwards.")] = False,
    look: dict[str, Any],
    options: Options,
) -> None:
    """Let searches race through one full tree.

    Each search has an icicle of the full tree. All are filled at the same number of visited nodes a second. A search
    that is done stops with its count, and what it never visited stays hatched. An .svg and a .gif move by themselves.
    An .html can be paused and dragged. The searches are minimax and alphabeta, unless -a names others. A trace file
    races too, as it was recorded; without a game, the searches race from the first file's root, to its depth.

    \b
    plyscope race tictactoe -o race.svg
    plyscope race tictactoe -a minimax -a alphabeta -a pvs -o race.html --open
    plyscope race random:b=4,d=7 -a alphabeta:order=best -a alphabeta -a alphabeta:order=worst -o orders.gif
    plyscope race mine.plyscope -a alphabeta -o mine.svg
    plyscope race before.plyscope after.plyscope -o versions.html
    """
    from tracer.comparing.first_visits import race as start_race
    from viz.pictures.fits import DEFAULT_FIT, parse_display_size
    from viz.pictures.theme import theme_by_name
    from viz.race.lanes import Look
    from viz.race.moving import check, content

    if open_ and "-" in output:
        raise PlyscopeError("--open shows files, and - is none: give -o a name")
    formats = [check(path, format, seconds) for path in output]
    for path in output:
        need_writable(path, *sources)
    look_settings = Look(parse_display_size(look["fit"] or DEFAULT_FIT), theme_by_name(look["theme"]), look["title"])
    race_state = start_race(*_get_racing_traces(sources, search, game, options))
    for path, file_format in zip(output, formats, strict=True):
        with show_writing(path):
            file_content = content(race_state, file_format, look_settings, seconds)
        write_content(path, file_content)
    for path in output if open_ else []:
        typer.launch(path)


def _get_racing_traces(
    sources: Sequence[str], searches: list[str] | None, game: str | None, options: Options
) -> tuple[tracer.Trace, list[tracer.Trace], list[str]]:
    """The full tree, and who races through it: the recordings, then the searches, with what they are called."""
    from tracer.comparing.first_visits import search_names

    files = [source for source in sources if is_trace_file(source)]
    games = [source for source in sources if source not in files]
    if len(games) > 1:
        raise PlyscopeError(f"one game is searched, and {clean(games[0], 40)} and {clean(games[1], 40)} are two")
    if game is not None and not files:
        raise PlyscopeError(f"--game says what a trace file is about; {clean(games[0])!r} is a game already")
    loaded_traces = [_load_trace(file, game, games) for file in files]
    source, options = (games[0], options) if games else _options_of_trace(loaded_traces[0], files[0], game, options)
    full_tree, new_traces = _record_searches(
        source, searches or ([] if len(loaded_traces) > 1 else list(DEFAULT_SEARCHES)), options
    )
    file_names = [Path(file).name for file in files]
    file_labels = [file if file_names.count(name) > 1 else name for file, name in zip(files, file_names, strict=True)]
    return full_tree, [*loaded_traces, *new_traces], [*map(clean, file_labels), *search_names(new_traces)]


def _load_trace(file: str, game: str | None, games: Sequence[str]) -> tracer.Trace:
    """A recording; the game that is raced in is its own where it has none."""
    trace = get_trace(file, Options(), game)
    return trace if trace.game is not None or game is not None or not games else get_trace(file, Options(), games[0])


def _options_of_trace(trace: tracer.Trace, file: str, game: str | None, options: Options) -> tuple[str, Options]:
    """The game of a recording, and the options with which it is searched in the same way: from its root, to its depth.

    Raises:
        PlyscopeError: the recording has no game, or another root is asked for.
    """
    rules, header = trace.need_game(), trace.header
    if options.position is not None:
        raise PlyscopeError(f"{clean(file)} begins where it was recorded: --position cannot change it")
    depth, prefer, evaluate = (header.options.get(name) for name in ("depth", "prefer", "evaluate"))
    recorded_options: dict[str, Any] = {
        "depth": depth if isinstance(depth, int) else None,
        "prefer": prefer if is_preference(prefer) else None,
        "evaluate": evaluate if is_built_in_evaluation(evaluate) else None,  # a file never makes code run by naming it
    }
    added_options = {name: value for name, value in recorded_options.items() if getattr(options, name) is None}
    return game or spec_of(rules), replace(options, position=header.position, **added_options)


def _record_searches(game: str, searches: list[str], options: Options) -> tuple[tracer.Trace, list[tracer.Trace]]:
    """A search that visits all of the full tree, and those that race through it."""
    rules = tracer.game(game)
    exhaustive_name = "minimax" if optional(rules, "outcomes") is None else "expectiminimax"
    full_tree_options = replace(options, max_nodes=None, max_memory=None, option=None).for_search(
        exhaustive_name, is_compared=True
    )
    _need_small_tree(rules, exhaustive_name, full_tree_options)
    full_tree = record_search(game, full_tree_options)
    is_unlimited = full_tree_options == options.for_search(exhaustive_name, is_compared=True)
    return full_tree, [
        full_tree
        if search == exhaustive_name and is_unlimited
        else record_search(game, options.for_search(search, is_compared=True))
        for search in searches
    ]


def _need_small_tree(game: Any, search_name: str, options: Options) -> None:
    plan = prepare(game, search_name, **options.arguments())
    nodes = count_tree(plan.game, plan.start, options.depth, LONG_BUDGET) or 0
    if not 0 < nodes <= MAX_RACING_NODES:
        size = f"{nodes:,} nodes" if nodes else "too many nodes to be counted"
        raise PlyscopeError(
            f"the full tree of {describe(plan.game)} has {size}, and {MAX_RACING_NODES:,} can race: "
            "give a depth, such as --depth 6"
        )
