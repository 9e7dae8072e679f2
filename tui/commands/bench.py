"""`plyscope bench`: what searches take, in time and in nodes, beside one another."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import typer

import tracer
from tracer.calling.reading import RETURNS
from tracer.errors import PlyscopeError
from tracer.file.reading import open_regular
from tracer.games.places import place
from tracer.games.rules import AnyGame, blame
from tracer.measuring.measurements import Contender, Measurements
from tracer.measuring.stopwatch import CLOCKS, Stopwatch, TimingOptions
from tracer.measuring.timed_function import TimedFunction, TimedSearch
from tracer.measuring.whole_games import OPPONENT_FORMS, SIDES, Opponent, measure_positions, parse_opponent, play_games
from tracer.searches.registry import DEFAULT
from tracer.text import clean, nearest
from tui.terminal import status
from tui.terminal.command import OF_A_SEARCH
from tui.terminal.length import need_ends
from tui.terminal.options import Options, Searches, complete_source, search_options
from tui.terminal.output import emit, say, spare_sources, terminal_width
from tui.terminal.progress import EVERY
from tui.terminal.source import Interrupted, is_trace_file
from tui.terminal.timings import FEW, OF_DEPTHS, OF_GAMES, OF_POSITIONS, PRINTED, SHOWN, SUFFIXES, TIDY, chosen, write
from viz import target

LARGEST = 1 << 20
"""Bytes of a file of positions."""
COUNTED = 20_000_000
"""Nodes of a search that are recorded at most: they take a gigabyte."""
PAGE = 100
"""Characters of a line of the words below the tables of a file."""
CHARTS = (".svg", ".png", ".pdf")
"""Suffixes of files that are charts."""
MOST = 1_000_000
"""Timings, or games, that may be asked for."""

FUNCTIONS, GAMES, TIMING = "Functions of yours", "Games", "Timing and counting"
"""Groups of its options."""


@search_options
def bench(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="SOURCE", help="Games; see plyscope games.", autocompletion=complete_source),
    ],
    search: Searches = None,
    depth: Annotated[
        str | None,
        typer.Option(
            "--depth",
            "-d",
            help="Plies to search, or to each of several depths: 1..6, 2,4,6.",
            rich_help_panel=OF_A_SEARCH,
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
            help=f"A file: .txt, .md, .csv, {TIDY} (a line a timing) or .json; {', '.join(CHARTS)}: a chart; "
            "may be repeated.",
        ),
    ] = None,
    format: Annotated[str | None, typer.Option("--format", "-f", help=f"{', '.join(PRINTED)}, json [table].")] = None,
    show: Annotated[str | None, typer.Option(help=f"What tables have: {', '.join(SHOWN)}.")] = None,
    fit: Annotated[
        str | None, typer.Option(help="What charts are shown on: slide (1920×1080 pixels), page or column.")
    ] = None,
    call: Annotated[
        list[str] | None,
        typer.Option(
            help="A function of yours beside them, file.py:name, called with the position, or with the game and the "
            "position; may be repeated.",
            rich_help_panel=FUNCTIONS,
        ),
    ] = None,
    returns: Annotated[
        str,
        typer.Option(
            help=f"What such functions return, where that is not clear: {'; '.join(RETURNS)}.",
            rich_help_panel=FUNCTIONS,
        ),
    ] = "",
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST,
            help="Whole games: each search is timed at each move of a side, round by round.",
            rich_help_panel=GAMES,
        ),
    ] = None,
    side: Annotated[
        str | None, typer.Option(help="That side: first, second or both [first].", rich_help_panel=GAMES)
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(help=f"Who plays the other side: {', '.join(OPPONENT_FORMS)} [best].", rich_help_panel=GAMES),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Rounds of each game, at most.", rich_help_panel=GAMES)
    ] = None,
    runs: Annotated[
        int, typer.Option(min=1, max=MOST, help="Timings of each search at each place.", rich_help_panel=TIMING)
    ] = 10,
    warmup: Annotated[
        int, typer.Option(min=0, max=MOST, help="Searches before these, which do not count.", rich_help_panel=TIMING)
    ] = 1,
    clock: Annotated[
        str, typer.Option(help="wall, or cpu: the processor's time that plyscope takes.", rich_help_panel=TIMING)
    ] = "wall",
    max_time: Annotated[
        float | None,
        typer.Option(help="Give up a search that has not ended after so many seconds.", rich_help_panel=TIMING),
    ] = None,
    max_nodes: Annotated[
        int,
        typer.Option(
            min=0,
            help="Count no further than so many nodes, with 0 none; what is timed is the whole search.",
            rich_help_panel=TIMING,
        ),
    ] = COUNTED,
    positions: Annotated[str | None, typer.Option(hidden=True)] = None,
    depths: Annotated[str | None, typer.Option(hidden=True)] = None,
    count: Annotated[bool, typer.Option(hidden=True)] = True,
    moves: Annotated[bool, typer.Option("--moves", hidden=True)] = False,
    as_json: Annotated[bool, typer.Option("--json", hidden=True)] = False,
    chart: Annotated[list[str] | None, typer.Option(hidden=True)] = None,
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
    kind = "json" if as_json else None if format is None else _known("--format", format, (*PRINTED, "json"))
    chart = [*(chart or []), *(path for path in output or [] if Path(path).suffix.lower() in CHARTS)]
    output = [path for path in output or [] if path not in chart]
    files = [(path, _format(path, kind)) for path in output] or [("", kind or "table")]
    if fit is not None and not chart:
        raise PlyscopeError(f"--fit is for a chart: give -o FILE{CHARTS[0]}, too")
    _need_games(games, side=side, against=against, rounds=rounds)
    options, plies = _plies(options, depth, depths)
    texts = [*(position or []), *([] if positions is None else [f"@{positions}"])]
    from_files = [text[1:] for text in texts if text.startswith("@")]
    sides = _sides(side or SIDES[0])
    against = against or OPPONENT_FORMS[0]
    shown = chosen(show, _usual(games, plies), moves=moves)
    _agree(games, plies, sources)
    asked: list[str | None] = [one for text in texts for one in (_lines(text[1:]) if text.startswith("@") else [text])]
    for path in [*(path for path, _ in files), *chart]:
        if path:
            spare_sources(path, *sources, *from_files, options.evaluate, *(call or []))
            target.check(Path(path))
    drawn = [_chart(Path(path), fit) for path in chart]
    if max_time is None and not plies:
        need_ends(sources, search or [] if call else search or [DEFAULT], options, asked or [None])
    options = replace(options, max_nodes=max_nodes or COUNTED)
    contenders = _contenders(search or [], call or [], options, _known("--returns", returns, ("", *RETURNS)))
    places = [(game, _states(game, asked or [None])) for game in map(tracer.game, sources)]
    for game, states in places:
        _refuse_early(contenders, game, states[0][1], plies[0] if plies else None)
    everything = any(kind in ("csv", "json") for _, kind in files)
    clocks = CLOCKS[_known("--clock", clock, CLOCKS)]
    heard = _teller()
    how = TimingOptions(
        runs=runs,
        warm_up=warmup,
        clock=clocks,
        limit=max_time,
        counts_nodes=count and max_nodes > 0,
        with_slow_counts=everything,
        on_progress=heard,
    )
    stopwatch = Stopwatch(contenders, how)
    stopwatch.measured.subject = _subject(options, games, against)
    played = [(one, parse_opponent(against, contenders), games, rounds) for one in sides] if games else []
    ended = _measure(stopwatch, places, plies, played)
    measured = stopwatch.measured
    if ended is not None and not measured.places:
        raise Interrupted("interrupted before anything was measured") if isinstance(ended, KeyboardInterrupt) else ended
    cells = [cell for one in measured.places for cell in one.cells]
    if ended is None and cells and all(cell.error for cell in cells):
        raise PlyscopeError(cells[0].error)
    _tell(measured, files, shown)
    for draw in drawn:
        draw(measured)
    if isinstance(ended, KeyboardInterrupt):
        raise Interrupted("interrupted: this was measured until then")
    if ended is not None:
        raise ended
    if any(all(place.cells[k].error for place in measured.places) for k in range(len(measured.columns))):
        raise typer.Exit(1)


def _measure(
    stopwatch: Stopwatch,
    places: Sequence[tuple[AnyGame, list[tuple[str | None, Any]]]],
    plies: Sequence[int],
    played: Sequence[tuple[str, Opponent, int, int | None]],
) -> KeyboardInterrupt | PlyscopeError | None:
    """Measure at all places, or in whole games from there; gives what ended it early, if something did."""
    try:
        for game, states in places:
            for side, other, games, rounds in played:
                for text, _ in states:
                    play_games(stopwatch, game, text, games=games, side=side, opponent=other, rounds=rounds)
            if not played:
                measure_positions(stopwatch, game, states, plies)
    except (KeyboardInterrupt, PlyscopeError) as end:
        return end
    finally:
        status.clear()
        stopwatch.reread_answers()
        found = stopwatch.measured.places
        found[:] = [one for one in found if any(cell.seconds or cell.error for cell in one.cells)]
    return None


def _usual(games: int | None, plies: Sequence[int]) -> Sequence[str]:
    """What tables have where nobody says it."""
    if plies or games == 1:
        return OF_DEPTHS
    return OF_POSITIONS if games is None else OF_GAMES if games <= FEW else OF_GAMES[1:]


def _subject(options: Options, games: int | None, against: str) -> str:
    """What all searches were given, and how games are played, in one line; empty where there is nothing to say."""
    given = vars(options) | {"search": None, "position": None, "max_nodes": None, "max_memory": None}
    words = [f"{name} {value}" for name, value in given.items() if value is not None and name != "option"]
    words += [*(options.option or ())]
    if games is not None:
        played = "a game" if games == 1 else f"{games:,} games"
        words.append(f"{played}, in which the first search's moves are played against {against}")
    return clean(", ".join(words), 400)


def _tell(measured: Measurements, files: Sequence[tuple[str, str]], shown: Sequence[str]) -> None:
    """Print what was measured, or write it to files."""
    for path, kind in files:
        if not path:
            emit(write(measured, kind, shown, terminal_width()))
            continue
        try:
            with target.replacement(Path(path)) as stream:
                stream.write(f"{write(measured, kind, shown, wrapped=PAGE)}\n".encode(errors="replace"))
        except PlyscopeError:  # such as of a full disk: what was measured is not lost
            emit(write(measured, kind, shown))
            raise
        say(f"wrote {clean(path)}")


def _known(flag: str, word: str, known: Any) -> str:
    if word not in known:
        raise PlyscopeError(f"{flag} is {', '.join(known)}, not {clean(word, 40)!r}{nearest(word, known)}")
    return word


def _format(path: str, format: str | None) -> str:
    """The format of a file: that of its suffix, or where it has no such suffix the one that is said."""
    found = "timings" if path.lower().endswith(TIDY) else SUFFIXES.get(Path(path).suffix.lower(), format)
    if found is None:
        raise PlyscopeError(f"{clean(path)}: what it shall be is told by {', '.join(SUFFIXES)}, or by --format")
    return found


def _plies(options: Options, depth: str | None, depths: str | None) -> tuple[Options, list[int]]:
    """The options with the depth of the search; or the depths that are searched one after another."""
    if depth is not None and depths is not None:
        raise PlyscopeError("--depths is another name of --depth: give one of them")
    if depth is not None and re.fullmatch(r"\d{1,9}", depth.strip(), re.ASCII):
        return replace(options, depth=int(depth)), []
    several = depths if depth is None else depth
    return options, [] if several is None else _depths(several)


def _depths(text: str) -> list[int]:
    """Plies, from `1..6` or `2,4,6`.

    Raises:
        PlyscopeError: it is neither.
    """
    if found := re.fullmatch(r"(\d{1,4})\.\.(\d{1,4})", text.strip(), re.ASCII):
        low, high = int(found[1]), int(found[2])
        if low <= high:
            return list(range(low, high + 1))
    elif re.fullmatch(r"\d{1,4}(,\d{1,4})*", text.strip(), re.ASCII):
        return list(dict.fromkeys(map(int, text.split(","))))
    raise PlyscopeError(f"--depth is 6, 1..6 or 2,4,6, not {clean(text, 40)!r}")


def _sides(side: str) -> Sequence[str]:
    return SIDES if _known("--side", side, (*SIDES, "both")) == "both" else (side,)


def _need_games(games: int | None, **given: Any) -> None:
    """Refuse what says how games are played where none are."""
    for name, value in given.items():
        if games is None and value is not None:
            raise PlyscopeError(f"--{name} is for whole games: say how many, as in --games 4")


def _agree(games: int | None, plies: Sequence[int], sources: Sequence[str]) -> None:
    if games is not None and plies:
        raise PlyscopeError("--games measures at each round, several depths at each of them: give one of them")
    for source in sources:
        if is_trace_file(source):
            raise PlyscopeError(
                f"{clean(source)} is a recorded trace: a search is timed where it runs, so name its game"
            )


def _contenders(searches: Sequence[str], calls: Sequence[str], options: Options, returns: str) -> list[Contender]:
    """The columns: searches, and then functions."""
    names = [*searches] or ([] if calls else [DEFAULT])
    beside = len(names) + len(calls) > 1
    found: list[Contender] = []
    for name in names:
        given = options.of(name, beside=beside)
        arguments = {
            word: value for word, value in given.arguments().items() if word != "position" and value is not None
        }
        found.append(TimedSearch(name, given.search or DEFAULT, arguments, given.limits()))
    return [*found, *(TimedFunction(spec, options.depth, returns, options.max_nodes) for spec in calls)]


def _refuse_early(contenders: Sequence[Contender], game: AnyGame, state: Any, depth: int | None) -> None:
    """Say at once what is wrong where no search can begin."""
    problems = []
    for one in contenders:
        try:
            one.prepare(game, state, depth)
        except PlyscopeError as error:
            problems.append(error)
    if len(problems) == len(contenders):
        raise problems[0]


def _states(game: AnyGame, texts: Sequence[str | None]) -> list[tuple[str | None, Any]]:
    """The positions of some texts, each with its text; the game's start is that of None."""
    with blame(game):
        return [(text, place(game, text)) for text in texts]


def _lines(file: str) -> list[str]:
    """The positions of a file, one a line; what follows `#` at the begin of a line is a remark.

    Raises:
        PlyscopeError: it cannot be read, or has none.
    """
    try:
        with open_regular(Path(file)) as stream:
            data = stream.read(LARGEST + 1) or b""
    except (OSError, ValueError) as error:
        raise PlyscopeError(f"cannot read {clean(file)}: {getattr(error, 'strerror', None) or error}") from error
    except PlyscopeError as error:
        raise PlyscopeError(f"cannot read {clean(file)}: {error}") from error
    if len(data) > LARGEST:
        raise PlyscopeError(f"{clean(file)} has more than {LARGEST:,} bytes: that are no positions to be timed")
    lines = [line.strip() for line in data.decode("utf-8-sig", "replace").splitlines()]
    found = [line for line in lines if line and not line.startswith("#")]
    if not found:
        raise PlyscopeError(f"{clean(file)} has no positions: one a line")
    return found


def _teller() -> Callable[[str], None]:
    """Says on the terminal what is measured, ten times a second at most."""
    shown = 0.0

    def heard(text: str) -> None:
        nonlocal shown
        if monotonic() > shown + EVERY:
            shown = monotonic()
            status.show(clean(text))

    return heard


def _chart(path: Path, fit: str | None) -> Callable[[Measurements], None]:
    """What draws the chart, when everything that it needs is there."""
    from viz.charts import plot, timings
    from viz.formats.registry import find_format, page_writer
    from viz.libraries import demand

    timings.check_chart_options(path.suffix, fit)
    found = find_format(path)
    demand(*found.needs)
    width, height, dpi = (timings.WIDTH, None, plot.DEFAULT_DPI) if fit is None else timings.FIT_SIZES[fit]

    def draw(measured: Measurements) -> None:
        canvas = timings.draw_timings(measured, width=width, height=height)
        with target.replacement(path) as stream:
            stream.write(page_writer(found, "a chart")(canvas, {"dpi": dpi}))
        say(f"wrote {clean(str(path))}")

    return draw
