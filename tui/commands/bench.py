"""`plyscope bench`: what searches take, in time and in nodes, beside one another."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

import tracer
from tracer.calling.returned_answer import ENCODINGS
from tracer.errors import PlyscopeError
from tracer.file.reading import open_regular
from tracer.games.root_positions import resolve_position
from tracer.games.rules import AnyGame, blame
from tracer.measuring.measurements import Contender, Measurements
from tracer.measuring.stopwatch import CLOCKS, Stopwatch, TimingOptions
from tracer.measuring.timed_function import TimedFunction, TimedSearch
from tracer.measuring.whole_games import OPPONENT_FORMS, SIDES, Opponent, measure_positions, parse_opponent, play_games
from tracer.searches.registry import DEFAULT
from tracer.text import clean, nearest
from tui.terminal import status_line
from tui.terminal.command_options import SEARCH_GROUP
from tui.terminal.options import Options, SearchesOption, complete_source, search_options
from tui.terminal.output import need_output_not_source, print_message, print_output, terminal_width
from tui.terminal.progress import Throttle
from tui.terminal.search_size_limits import need_finite_searches
from tui.terminal.timing_tables import (
    COLUMN_NAMES,
    DEPTH_COLUMNS,
    FORMAT_OF_SUFFIX,
    GAME_COLUMNS,
    MAX_GAMES_LISTED,
    POSITION_COLUMNS,
    PRINTED_FORMATS,
    TIDY_SUFFIX,
    choose_columns,
    format_timings,
)
from tui.terminal.trace_source import Interrupted, is_trace_file
from viz import target

MAX_POSITION_FILE_BYTES = 1 << 20
"""Bytes of a file of positions."""
DEFAULT_MAX_NODES = 20_000_000
"""Nodes of a search that are recorded at most: they take a gigabyte."""
TEXT_FILE_WIDTH = 100
"""Characters of a line of the words below the tables of a file."""
CHART_SUFFIXES = (".svg", ".png", ".pdf")
"""Suffixes of files that are charts."""
MAX_REPETITIONS = 1_000_000
"""Timings, or games, that may be asked for."""

FUNCTIONS_PANEL, GAMES_PANEL, TIMING_PANEL = "Functions of yours", "Games", "Timing and counting"
"""Groups of its options."""


@search_options
def bench(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="SOURCE", help="Games; see plyscope games.", autocompletion=complete_source),
    ],
    search: SearchesOption = None,
    depth: Annotated[
        str | None,
        typer.Option(
            "--depth",
            "-d",
            help="Plies to search, or to each of several depths: 1..6, 2,4,6.",
            rich_help_panel=SEARCH_GROUP,
        ),
    ] = None,
    position: Annotated[
        list[str] | None,
        typer.Option(
            "--position", "-p", help="A board, moves such as b2/a1, or @FILE with one a line; may be repeated."
        ),
    ] = None,
    output: Annotated[
        list[str] | None,
        typer.Option(
            "--output",
            "-o",
            help=f"A file: .txt, .md, .csv, {TIDY_SUFFIX} (a line a timing) or .json; {', '.join(CHART_SUFFIXES)}: a "
            "chart; may be repeated.",
        ),
    ] = None,
    format: Annotated[
        str | None, typer.Option("--format", "-f", help=f"{', '.join(PRINTED_FORMATS)}, json [table].")
    ] = None,
    show: Annotated[str | None, typer.Option(help=f"What tables have: {', '.join(COLUMN_NAMES)}.")] = None,
    fit: Annotated[
        str | None, typer.Option(help="What charts are shown on: slide (1920×1080 pixels), page or column.")
    ] = None,
    call: Annotated[
        list[str] | None,
        typer.Option(
            help="A function of yours beside them, file.py:name, called with the position, or with the game and the "
            "position; may be repeated.",
            rich_help_panel=FUNCTIONS_PANEL,
        ),
    ] = None,
    returns: Annotated[
        str,
        typer.Option(
            help=f"What such functions return, where that is not clear: {'; '.join(ENCODINGS)}.",
            rich_help_panel=FUNCTIONS_PANEL,
        ),
    ] = "",
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MAX_REPETITIONS,
            help="Whole games: each search is timed at each move of a side, round by round.",
            rich_help_panel=GAMES_PANEL,
        ),
    ] = None,
    side: Annotated[
        str | None, typer.Option(help="That side: first, second or both [first].", rich_help_panel=GAMES_PANEL)
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            help=f"Who plays the other side: {', '.join(OPPONENT_FORMS)} [best].", rich_help_panel=GAMES_PANEL
        ),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Rounds of each game, at most.", rich_help_panel=GAMES_PANEL)
    ] = None,
    runs: Annotated[
        int,
        typer.Option(
            min=1, max=MAX_REPETITIONS, help="Timings of each search at each place.", rich_help_panel=TIMING_PANEL
        ),
    ] = 10,
    warmup: Annotated[
        int,
        typer.Option(
            min=0, max=MAX_REPETITIONS, help="Searches before these, which do not count.", rich_help_panel=TIMING_PANEL
        ),
    ] = 1,
    clock: Annotated[
        str, typer.Option(help="wall, or cpu: the processor's time that plyscope takes.", rich_help_panel=TIMING_PANEL)
    ] = "wall",
    max_time: Annotated[
        float | None,
        typer.Option(help="Give up a search that has not ended after so many seconds.", rich_help_panel=TIMING_PANEL),
    ] = None,
    max_nodes: Annotated[
        int,
        typer.Option(
            min=0,
            help="Count no further than so many nodes, with 0 none; what is timed is the whole search.",
            rich_help_panel=TIMING_PANEL,
        ),
    ] = DEFAULT_MAX_NODES,
    *,
    options: Options,
) -> None:
    """Time searches, and count their nodes.

    They are timed without being recorded, in turn (A B A B), without the garbage collector; then each is recorded once,
    to count its nodes. Times are medians unless `--show` has others; `speed-up` and `fewer nodes` are against the first
    column. Ctrl-C ends it and prints what was measured. Exit status 1: a search gave no time anywhere.

    \b
    plyscope bench tictactoe -a minimax -a alphabeta
    plyscope bench tictactoe --games 4 --side both --against random:1
    plyscope bench connect4 -a alphabeta -a pvs -d 1..6 -o depths.svg
    plyscope bench tictactoe --call old.py:best_move --call new.py:best_move
    """
    _need_choice("--format", format or PRINTED_FORMATS[0], (*PRINTED_FORMATS, "json"))
    charts = [path for path in output or [] if Path(path).suffix.lower() in CHART_SUFFIXES]
    output_files = [(path, _format_of_file(path, format)) for path in output or [] if path not in charts]
    output_files = output_files or [("", format or PRINTED_FORMATS[0])]
    if fit is not None and not charts:
        raise PlyscopeError(f"--fit is for a chart: give -o FILE{CHART_SUFFIXES[0]}, too")
    _need_games_option(games, side=side, against=against, rounds=rounds)
    depth_list = [] if depth is None else _parse_depths(depth)
    if len(depth_list) == 1 and (depth or "").strip().isdecimal():
        options, depth_list = replace(options, depth=depth_list[0]), []
    position_files = [text[1:] for text in position or [] if text.startswith("@")]
    side = _need_choice("--side", side or SIDES[0], (*SIDES, "both"))
    against = against or OPPONENT_FORMS[0]
    columns = choose_columns(show, _default_columns(games, depth_list))
    _refuse_conflicts(games, depth_list, sources)
    position_texts: list[str | None] = [
        line for text in position or [] for line in (_read_position_lines(text[1:]) if text.startswith("@") else [text])
    ]
    for path in [*(path for path, _ in output_files), *charts]:
        if path:
            need_output_not_source(path, *sources, *position_files, options.evaluate, *(call or []))
            target.check(Path(path))
    chart_writers = [_make_chart_writer(Path(path), fit) for path in charts]
    if max_time is None and not depth_list:
        need_finite_searches(sources, search or [] if call else search or [DEFAULT], options, position_texts or [None])
    options = replace(options, max_nodes=max_nodes or DEFAULT_MAX_NODES)
    contenders = _make_contenders(
        search or [], call or [], options, _need_choice("--returns", returns, ("", *ENCODINGS))
    )
    games_with_states = [(game, _read_positions(game, position_texts or [None])) for game in map(tracer.game, sources)]
    for game, states in games_with_states:
        _need_one_that_runs(contenders, game, states[0][1], depth_list[0] if depth_list else None)
    throttle = Throttle(is_due_at_once=True)
    timing_settings = TimingOptions(
        runs=runs,
        warm_up=warmup,
        clock=CLOCKS[_need_choice("--clock", clock, CLOCKS)],
        limit=max_time,
        counts_nodes=max_nodes > 0,
        with_slow_counts=any(file_format in ("csv", "json") for _, file_format in output_files),
        on_progress=lambda text: status_line.show_status(clean(text)) if throttle.is_due() else None,
    )
    stopwatch = Stopwatch(contenders, timing_settings)
    stopwatch.measured.subject = _describe_subject(options, games, against)
    opponent, sides = parse_opponent(against, contenders), SIDES if side == "both" else (side,)
    played_sides = [(one_side, opponent, games, rounds) for one_side in sides] if games else []
    ending = _measure_until_interrupted(stopwatch, games_with_states, depth_list, played_sides)
    measured = stopwatch.measured
    if ending is not None and not measured.places:
        raise (
            Interrupted("interrupted before anything was measured") if isinstance(ending, KeyboardInterrupt) else ending
        )
    cells = [cell for place in measured.places for cell in place.cells]
    if ending is None and cells and all(cell.error for cell in cells):
        raise PlyscopeError(cells[0].error)
    _write_tables(measured, output_files, columns)
    for write_chart in chart_writers:
        write_chart(measured)
    if isinstance(ending, KeyboardInterrupt):
        raise Interrupted("interrupted: this was measured until then")
    if ending is not None:
        raise ending
    if any(all(place.cells[k].error for place in measured.places) for k in range(len(measured.columns))):
        raise typer.Exit(1)


def _measure_until_interrupted(
    stopwatch: Stopwatch,
    games_with_states: Sequence[tuple[AnyGame, list[tuple[str | None, Any]]]],
    depth_list: Sequence[int],
    played_sides: Sequence[tuple[str, Opponent, int, int | None]],
) -> KeyboardInterrupt | PlyscopeError | None:
    """Measure at all places, or in whole games from there; gives what ended it early, if something did."""
    try:
        for game, states in games_with_states:
            for side, opponent_of_side, games, rounds in played_sides:
                for position_text, _ in states:
                    play_games(
                        stopwatch, game, position_text, games=games, side=side, opponent=opponent_of_side, rounds=rounds
                    )
            if not played_sides:
                measure_positions(stopwatch, game, states, depth_list)
    except (KeyboardInterrupt, PlyscopeError) as ending:
        return ending
    finally:
        status_line.clear_status()
        stopwatch.reread_answers()
        measured_places = stopwatch.measured.places
        measured_places[:] = [
            measured_place
            for measured_place in measured_places
            if any(cell.seconds or cell.error for cell in measured_place.cells)
        ]
    return None


def _default_columns(games: int | None, depth_list: Sequence[int]) -> Sequence[str]:
    if depth_list or games == 1:
        return DEPTH_COLUMNS
    return POSITION_COLUMNS if games is None else GAME_COLUMNS if games <= MAX_GAMES_LISTED else GAME_COLUMNS[1:]


def _describe_subject(options: Options, games: int | None, against: str) -> str:
    """What all searches were given, and how games are played, in one line; empty where there is nothing to say."""
    option_values = vars(options) | {"search": None, "position": None, "max_nodes": None, "max_memory": None}
    parts = [f"{name} {value}" for name, value in option_values.items() if value is not None and name != "option"]
    parts += [*(options.option or ())]
    if games is not None:
        games_phrase = "a game" if games == 1 else f"{games:,} games"
        parts.append(f"{games_phrase}, in which the first search's moves are played against {against}")
    return clean(", ".join(parts), 400)


def _write_tables(measured: Measurements, files: Sequence[tuple[str, str]], columns: Sequence[str]) -> None:
    for path, file_format in files:
        if not path:
            print_output(format_timings(measured, file_format, columns, terminal_width()))
            continue
        try:
            with target.replacement(Path(path)) as stream:
                stream.write(
                    f"{format_timings(measured, file_format, columns, text_width=TEXT_FILE_WIDTH)}\n".encode(
                        errors="replace"
                    )
                )
        except PlyscopeError:  # such as of a full disk: what was measured is not lost
            print_output(format_timings(measured, file_format, columns))
            raise
        print_message(f"wrote {clean(path)}")


def _need_choice(flag: str, choice: str, choices: Any) -> str:
    if choice not in choices:
        raise PlyscopeError(f"{flag} is {', '.join(choices)}, not {clean(choice, 40)!r}{nearest(choice, choices)}")
    return choice


def _format_of_file(path: str, default_format: str | None) -> str:
    """The format of a file: that of its suffix, or where it has no such suffix the one that is said."""
    if path.lower().endswith(TIDY_SUFFIX):
        return "timings"
    file_format = FORMAT_OF_SUFFIX.get(Path(path).suffix.lower(), default_format)
    if file_format is None:
        raise PlyscopeError(f"{clean(path)}: what it shall be is told by {', '.join(FORMAT_OF_SUFFIX)}, or by --format")
    return file_format


def _parse_depths(text: str) -> list[int]:
    if re.fullmatch(r"\d{1,9}", text.strip(), re.ASCII):
        return [int(text)]
    if range_match := re.fullmatch(r"(\d{1,4})\.\.(\d{1,4})", text.strip(), re.ASCII):
        low, high = int(range_match[1]), int(range_match[2])
        if low <= high:
            return list(range(low, high + 1))
    elif re.fullmatch(r"\d{1,4}(,\d{1,4})*", text.strip(), re.ASCII):
        return list(dict.fromkeys(map(int, text.split(","))))
    raise PlyscopeError(f"--depth is 6, 1..6 or 2,4,6, not {clean(text, 40)!r}")


def _need_games_option(games: int | None, **game_options: Any) -> None:
    for name, value in game_options.items():
        if games is None and value is not None:
            raise PlyscopeError(f"--{name} is for whole games: say how many, as in --games 4")


def _refuse_conflicts(games: int | None, depth_list: Sequence[int], sources: Sequence[str]) -> None:
    if games is not None and depth_list:
        raise PlyscopeError("--games measures at each round, several depths at each of them: give one of them")
    for source in sources:
        if is_trace_file(source):
            raise PlyscopeError(
                f"{clean(source)} is a recorded trace: a search is timed where it runs, so name its game"
            )


def _make_contenders(
    searches: Sequence[str], function_specs: Sequence[str], options: Options, returns: str
) -> list[Contender]:
    names = [*searches] or ([] if function_specs else [DEFAULT])
    is_compared = len(names) + len(function_specs) > 1
    timed_searches: list[Contender] = []
    for name in names:
        search_options = options.for_search(name, is_compared=is_compared)
        arguments = {
            argument: value
            for argument, value in search_options.arguments().items()
            if argument != "position" and value is not None
        }
        timed_searches.append(TimedSearch(name, search_options.search or DEFAULT, arguments, search_options.limits()))
    return [
        *timed_searches,
        *(TimedFunction(spec, options.depth, returns, options.max_nodes) for spec in function_specs),
    ]


def _need_one_that_runs(contenders: Sequence[Contender], game: AnyGame, state: Any, depth: int | None) -> None:
    problems = []
    for contender in contenders:
        try:
            contender.prepare(game, state, depth)
        except PlyscopeError as error:
            problems.append(error)
    if len(problems) == len(contenders):
        raise problems[0]


def _read_positions(game: AnyGame, position_texts: Sequence[str | None]) -> list[tuple[str | None, Any]]:
    with blame(game):
        return [(position_text, resolve_position(game, position_text)) for position_text in position_texts]


def _read_position_lines(file: str) -> list[str]:
    try:
        with open_regular(Path(file)) as stream:
            data = stream.read(MAX_POSITION_FILE_BYTES + 1) or b""
    except (OSError, ValueError) as error:
        raise PlyscopeError(f"cannot read {clean(file)}: {getattr(error, 'strerror', None) or error}") from error
    except PlyscopeError as error:
        raise PlyscopeError(f"cannot read {clean(file)}: {error}") from error
    if len(data) > MAX_POSITION_FILE_BYTES:
        raise PlyscopeError(
            f"{clean(file)} has more than {MAX_POSITION_FILE_BYTES:,} bytes: that are no positions to be timed"
        )
    lines = [line.strip() for line in data.decode("utf-8-sig", "replace").splitlines()]
    position_lines = [line for line in lines if line and not line.startswith("#")]
    if not position_lines:
        raise PlyscopeError(f"{clean(file)} has no positions: one a line")
    return position_lines


def _make_chart_writer(path: Path, fit: str | None) -> Callable[[Measurements], None]:
    from viz.charts import plot, timings
    from viz.formats.registry import find_format, page_writer
    from viz.libraries import demand

    width, height = plot.fit_size(fit, timings.WIDTH)
    timings.check_chart_options(path.suffix)
    chart_format = find_format(path)
    demand(*chart_format.needs)

    def write_chart(measured: Measurements) -> None:
        canvas = timings.draw_timings(measured, width=width, height=height)
        with target.replacement(path) as stream:
            stream.write(page_writer(chart_format, "a chart")(canvas, {"dpi": timings.FIT_DPI[fit]}))
        print_message(f"wrote {clean(str(path))}")

    return write_chart
