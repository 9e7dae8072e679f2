"""What a command works on: a trace file is opened, anything else is a game to be searched now."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import tracer
from tracer.errors import GameError, PlyscopeError
from tracer.file.notes import NoteFile
from tracer.file.reading import Reading, looks_like_trace, open_regular
from tracer.file.series import Written
from tracer.games.rules import describe
from tracer.recording.memory_limit import format_size, free_bytes
from tracer.run.plan import Plan, prepare
from tracer.run.run import record
from tracer.run.run import write as write_search
from tracer.searches.registry import DEFAULT
from tracer.text import clean
from tracer.tracing import SearchInterrupted, trace_of
from tui.terminal.options import Options
from tui.terminal.output import print_message, report_ending, report_stop
from tui.terminal.progress import TERMINAL_PROGRESS, ProgressDisplay, show_search_progress
from tui.terminal.search_size_limits import count_visited_tree, need_finite_search

if TYPE_CHECKING:
    from tracer.playing.played import Played


LARGE_FILE = 1 << 27
"""Bytes of a file from which on it is explored while it is read."""
BEGINNING = 1 << 20
"""Nodes of it that are shown first."""


class Interrupted(Exception):  # noqa: N818  # the user wished it
    """Ctrl-C during a search; the message says what was kept. No KeyboardInterrupt: Typer would swallow it."""


def is_trace_file(source: str) -> bool:
    """Whether a source is a trace file rather than a game: by its name, or by the first bytes of a file.

    The search of a move within the file of a whole game is one, too: `game.plyscope#3`.

    Raises:
        PlyscopeError: it is a pipe or a device.
    """
    path = Path(source)
    if path.suffix == ".plyscope" or _split_game_source(source) is not None:
        return True
    try:
        with open_regular(path) as file:
            return looks_like_trace(file.read(16) or b"")
    except (OSError, ValueError):
        return False
    except PlyscopeError as error:
        if path.is_dir():  # which may have the name of a game
            return False
        raise PlyscopeError(f"{clean(source)} cannot be read: {error}") from error


def _split_game_source(source: str) -> tuple[str, int | None] | None:
    """The file of a whole game that a source names, and the number of a move in it; None where it names none."""
    if "#" not in source and not os.path.isfile(source):  # noqa: PTH113  # which takes any text for a name
        return None
    from tracer.playing.game_file import parse_game_source  # which loads a good deal

    return parse_game_source(source)


def get_trace(
    source: str, options: Options, game: str | None = None, display: ProgressDisplay | None = None
) -> tracer.Trace:
    """Open a trace file, of which a game may be named, or record a search; shown on the terminal by default.

    Raises:
        PlyscopeError: something in this is wrong.
        Interrupted: Ctrl-C.
    """
    if is_trace_file(source):
        game_source = _split_game_source(source)
        if flags := [flag for flag in options.flags() if game_source is not None or flag != "--max-nodes"]:
            raise PlyscopeError(f"{clean(source)} is a recorded trace: {', '.join(flags)} cannot change it")
        with (display or TERMINAL_PROGRESS).reading(source) as report:
            notices: Sequence[str] = ()
            if game_source is None:
                trace = tracer.load(source, game, progress=report, max_nodes=options.max_nodes)
                if game is not None:
                    from tracer.diagnosis.naming import rename_moves  # which loads a good deal

                    with suppress(PlyscopeError):  # whoever needs the moves says that the game does not know them
                        trace = rename_moves(trace)
            else:
                from tracer.playing.game_file import load, trace_of_move

                path, move = game_source
                saved_game = load(path, game)
                trace, notices = trace_of_move(saved_game, path, move, report), saved_game.notices
        if display is None:
            report_ending(clean(source), trace, notices)
        return trace
    if game is not None:
        raise PlyscopeError(f"--game says what a trace file is about; {clean(source)!r} is a game already")
    trace = record_search(source, options, display)
    if display is None:
        report_stop(trace.header)
    return trace


def get_two_traces(
    command: str,
    a: str,
    b: str | None,
    searches: Sequence[str],
    game: str | None,
    options: Options,
    display: ProgressDisplay | None = None,
) -> tuple[tracer.Trace, tracer.Trace]:
    """Two traces to be compared: files are opened, games searched; without a second source, one with two searches.

    Raises:
        PlyscopeError: these are not two, which is said in the words of the command; or whatever `get_trace` refuses.
        Interrupted: Ctrl-C.
    """
    sources = (a, a if b is None else b)
    files = [is_trace_file(source) for source in sources]
    if b is None and (files[0] or len(searches) != 2):
        raise PlyscopeError(
            f"give two searches to compare: `plyscope {command} A B` (trace files or games), or one game with two "
            f"searches, `plyscope {command} GAME -a minimax -a alphabeta`"
        )
    if len(searches) > 2 or (len(searches) == 2 and any(files)):
        raise PlyscopeError(f"-a is given {len(searches)} times: give one search for each game that is searched")
    names = searches if len(searches) == 2 else [searches[0] if searches else None] * 2
    is_mixed = any(files) and not all(files)
    traces = []
    for source, name, is_file in zip(sources, names, files, strict=True):
        # What is meant for a game beside a file, or for a file beside a game, goes there alone.
        source_options = Options() if is_mixed and is_file else options.for_search(name, is_compared=len(searches) == 2)
        traces.append(get_trace(source, source_options, None if is_mixed and not is_file else game, display))
    return traces[0], traces[1]


def record_search(source: str, options: Options, display: ProgressDisplay | None = None) -> tracer.Trace:
    """Record a search of a game; `display` is where it is shown how far that is, None the terminal.

    Raises:
        PlyscopeError: the game, the search or an option is wrong.
        Interrupted: Ctrl-C.
    """
    plan, expected_nodes = _prepare_search(source, options, with_warnings=display is None)
    try:
        with (display or TERMINAL_PROGRESS).searching(f"searching {describe(plan.game)}", expected_nodes) as report:
            return record(plan, progress=report, **options.limits())
    except SearchInterrupted as interrupt:
        visited = interrupt.trace.columns.visited
        raise Interrupted(f"interrupted after {visited:,} nodes") from None


def write_recording(source: str, options: Options, output: str) -> Written:
    """Record a search of a game into a file, with progress on stderr.

    Raises:
        PlyscopeError: the game, the search or an option is wrong, or the file cannot be written.
        Interrupted: Ctrl-C.
    """
    plan, expected_nodes = _prepare_search(source, options)
    with show_search_progress(f"searching {describe(plan.game)}", expected_nodes) as report:
        summary = write_search(plan, output, progress=report, **options.limits())
    if isinstance(summary.error, GameError):
        summary.error.add_note(recorded_file_note(output))
        raise summary.error
    if summary.error is not None:
        raise Interrupted(f"interrupted after {summary.visited:,} nodes{recorded_file_note(output)}")
    return summary


def _prepare_search(source: str, options: Options, *, with_warnings: bool = True) -> tuple[Plan, int | None]:
    """Return the search, and how many nodes it visits if that is known; print a warning if that may take long."""
    plan = prepare(tracer.game(source), options.search or DEFAULT, **options.arguments())
    nodes = count_visited_tree(plan)
    if (warning := need_finite_search(plan, options, nodes)) and with_warnings:
        print_message(warning)
    if nodes is None or not plan.search.exhaustive:
        return plan, options.max_nodes
    return plan, min(nodes, options.max_nodes or nodes)


def recorded_file_note(output: str | None) -> str:
    """What is said of a recording that ended early, where it was written to a file."""
    return "" if output is None else f"; what was recorded is in {clean(output)}"


@dataclass(frozen=True)
class TraceRequest:
    """What is to be explored, as a command line or a dialog says it."""

    source: str
    """A trace file or a game."""
    other: str | None = None
    """Another one, to be shown beside it."""
    searches: tuple[str, ...] = ()
    """None for the usual one, one for both, or one for each."""
    game: str | None = None
    """The game of a trace file that names none of the built-in ones."""
    options: Options = Options()  # noqa: RUF009  # it is frozen
    follow: bool = False
    """Whether the file is still being written."""
    is_just_searched: bool = False
    """Whether the file was recorded just now."""
    is_classical_view: bool = False
    """Whether signs before values say what the nodes' windows prove alone."""

    @property
    def path(self) -> str | None:
        """The file, where it is one recording of a file; bookmarks are kept in it."""
        return None if self.is_pair or not _is_plain_trace_file(self.source) else self.source

    @property
    def step(self) -> int | None:
        """Where exploring begins: a search that has just been run at its begin; None is the end, for a recording.

        >>> TraceRequest("tictactoe").step, TraceRequest("t.plyscope").step
        (0, None)
        """
        return None if self.path is not None and not self.is_just_searched else 0

    @property
    def files(self) -> tuple[str | None, str | None]:
        """The file of each of two that are shown side by side; None where it is searched."""
        first, second = ((path if path and _is_plain_trace_file(path) else None) for path in (self.source, self.other))
        return first, second

    @property
    def is_pair(self) -> bool:
        """Whether two are shown side by side."""
        return self.other is not None or len(self.searches) > 1

    def load_game(self) -> Played | None:
        """The whole game that is wanted, to be shown as a list of its moves; None where something else is."""
        game_source = None if self.is_pair else _split_game_source(self.source)
        if game_source is None or game_source[1] is not None:
            return None
        if self.follow or self.searches or self.options.flags():
            raise PlyscopeError(f"{clean(self.source)} is a whole game: options of searches do not fit it")
        from tracer.playing.game_file import load

        return load(self.source, self.game)

    @property
    def command(self) -> str:
        """The command that explores the same, as a shell reads it.

        >>> print(
        ...     TraceRequest(
        ...         "connect4:5,4,4", searches=("minimax",), options=Options(depth=4, alpha=-1, cut=">")
        ...     ).command
        ... )
        plyscope explore connect4:5,4,4 -a minimax --window=-1,inf --depth=4 --cut='>'
        """
        sources = [self.source, *([] if self.other is None else [self.other])]
        option_texts: list[str] = []
        for search in self.searches:
            option_texts += ["-a", search]
        option_values = vars(self.options) | {"game": self.game}
        alpha, beta = option_values.pop("alpha"), option_values.pop("beta")
        if alpha is not None or beta is not None:
            option_texts.append(f"--window={'-inf' if alpha is None else alpha},{'inf' if beta is None else beta}")
        for name, value in option_values.items():
            for item in value if isinstance(value, list) else [] if value is None else [value]:
                option_texts.append(f"--{name.replace('_', '-')}={shlex.quote(str(item))}")
        option_texts += ["--follow"] if self.follow else []
        option_texts += ["--bounds=classical"] if self.is_classical_view else []
        return " ".join(["plyscope explore", shlex.join(sources), *option_texts])

    def load_beginning(self) -> tuple[tracer.Trace, Reading] | None:
        """The beginning of a large recording, and its file, to be read on; None where that is to be read as a whole.

        Raises:
            PlyscopeError: the file cannot be read.
        """
        if self.path is None or self.follow or self.game is not None:
            return None
        if not Path(self.path).is_file() or Path(self.path).stat().st_size < LARGE_FILE:
            return None
        reading = Reading(self.path)
        reading.read_on(max_nodes=BEGINNING)
        if reading.content.is_best_first or not NoteFile(self.path).is_empty:  # places of which may be anywhere
            return None
        trace = trace_of(reading.content, reading.columns(going_on=True))
        return trace.classical() if self.is_classical_view else trace, reading

    def load_traces(self, display: ProgressDisplay | None = None) -> tuple[tracer.Trace, tracer.Trace | None]:
        """The recording, and the one beside it if there is one; `display` is where it is shown how far they are.

        Raises:
            PlyscopeError: something in this is wrong.
            Interrupted: Ctrl-C.
        """
        if self.follow and self.path is None:
            raise PlyscopeError("--follow takes one trace file: plyscope explore running.plyscope --follow")
        if self.is_pair:
            pair = get_two_traces("explore", self.source, self.other, self.searches, self.game, self.options, display)
            pair = (pair[0].classical(), pair[1].classical()) if self.is_classical_view else pair
            from tracer.comparing.topmost_differences import compare_pair  # not before two are compared

            with (display or TERMINAL_PROGRESS).working("aligning the two recordings") as report:
                compare_pair(*pair, report)
            return pair
        search = self.searches[0] if self.searches else None
        no_display = TERMINAL_PROGRESS if self.follow else None  # a recording that is followed is not done
        trace = get_trace(self.source, self.options.for_search(search), self.game, display or no_display)
        trace = trace.classical() if self.is_classical_view else trace
        with (display or TERMINAL_PROGRESS).working(f"laying out {len(trace):,} nodes") as report:
            report(0, 1)
            # Every view needs both: here they hold up no screen.
            trace.columns.parent  # noqa: B018
            trace.proved_bound(0)
        return trace, None


def _is_plain_trace_file(source: str) -> bool:
    """Whether a source is the file of a single search, in which bookmarks can be kept."""
    return is_trace_file(source) and _split_game_source(source) is None


def need_memory(work: str, traces: Sequence[tracer.Trace], node_bytes: int) -> None:
    """Refuse recordings that take more memory to check or to compare than there is.

    Raises:
        PlyscopeError: they are too large; for how many nodes of each there is enough is said.
    """
    node_count, free = sum(map(len, traces)), free_bytes()
    if free is None or node_count * node_bytes <= free:
        return
    enough = free // (node_bytes * len(traces))
    step = 10 ** max(len(str(enough)) - 2, 0)
    raise PlyscopeError(
        f"to {work} {node_count:,} nodes takes about {format_size(node_count * node_bytes)} of memory, and "
        f"{format_size(free)} are free: --max-nodes {enough // step * step} {work}s the first of them"
    )
