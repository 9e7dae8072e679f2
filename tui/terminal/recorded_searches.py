"""The searches of a script: which of them are kept, and what is printed of them in the end."""

from __future__ import annotations

import math
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import tracer
from tracer.count.perft import least_exponent
from tracer.count.tree_size_estimate import forecast_size
from tracer.diagnosis.likely_game import likely_game
from tracer.errors import PlyscopeError, TraceFileError
from tracer.file.output import is_stream
from tracer.file.series import INTERRUPTED, Written, numbered
from tracer.games.rules import AnyGame, blame, labels, utility
from tracer.recording.status import EXPANDED, OPEN, PRUNED, TABLE
from tracer.text import clean, number, percent
from tracer.tracing import reopen
from tui.terminal.count_report import MAX_NODES_COUNTED_AT_ONCE, print_summary
from tui.terminal.output import align_columns, print_message, print_output
from tui.terminal.search_size_limits import count_tree

if TYPE_CHECKING:
    from tracer.attaching.search_destination import Which


QUICK_COUNT = 30_000
"""Moves looked at to count the full tree: some hundredths of a second."""
MAX_PROBED_POSITIONS = 60_000
"""Moves looked at for an estimate of a tree that is too large."""
MIN_VISITS_PER_POSITION = 2
"""Visits of each position, on the average, from which a table would shorten a search."""


def describe_interruption(trace: tracer.Trace) -> list[str]:
    """Return what to print of a search that was interrupted: three lines at most."""
    if trace.columns.log is not None:
        return []
    visited = trace.columns.visited
    game, start, condition = trace.game, None, ""
    if game is not None:
        start = trace.start()
    elif (candidate := likely_game(trace)) is not None:
        game, start, condition = candidate.game, candidate.start, f"if the game is {clean(candidate.spec)}, "
    lines = [f"interrupted after {visited:,} nodes: {_describe_root_moves(trace, game, start)}"]
    size_text = None if game is None else _describe_tree_size(trace, game, start, visited)
    return [
        *lines,
        *([] if size_text is None else [f"{condition}{size_text}"]),
        *_suggest_shorter_search(trace, visited),
    ]


def _describe_root_moves(trace: tracer.Trace, game: AnyGame | None, start: Any) -> str:
    last_driver, iteration_phrase = 0, ""
    if 0 in trace.drivers and (passes := trace.children(0)):
        last_driver = passes[-1]
        iteration_phrase = f"in its last iteration, {clean(trace.label(last_driver))}, "
    moves = {trace.columns.move.item(child): child for child in trace.children(last_driver)}
    done_count = sum(trace.columns.status[child] != OPEN for child in moves.values())
    verb = "is" if done_count == 1 else "are"
    total = None if game is None else _count_legal_moves(game, start)
    if total is None or total < len(moves):
        return f"{iteration_phrase}{done_count} {'move' if done_count == 1 else 'moves'} of the root {verb} done"
    return f"{iteration_phrase}{done_count} of {total} moves of the root {verb} done"


def _count_legal_moves(game: AnyGame, start: Any) -> int | None:
    """Return the number of different moves at the root; None if the game is over or fails."""
    try:
        with blame(game):
            return None if utility(game, start) is not None else len(set(labels(game, game.moves(start))))
    except PlyscopeError:
        return None


def _describe_tree_size(trace: tracer.Trace, game: AnyGame, start: Any, visited: int) -> str | None:
    """Return the size of the full tree to the depth of the search, counted or estimated; None if the game fails."""
    depth = trace.header.depth
    depth_phrase = "" if depth is None else f" to depth {depth}"
    try:
        nodes = count_tree(game, start, depth, QUICK_COUNT)
        if nodes is None:
            quick_probes = {"moves": QUICK_COUNT // 20, "probed": MAX_PROBED_POSITIONS}
            exponent = (
                forecast_size(game, start).nodes
                if depth is None
                else least_exponent(game, start, depth, **quick_probes)
            )
            return f"the full tree{depth_phrase} has some 10^{math.floor(exponent)} nodes or more"
    except PlyscopeError:
        return None
    visits_all = not (trace.header.windowed or _has_table(trace) or trace.drivers)
    share_text = f"; {percent(visited / nodes)} of them were visited" if visits_all and visited <= nodes else ""
    return f"the full tree{depth_phrase} has {nodes:,} nodes{share_text}"


def _has_table(trace: tracer.Trace) -> bool:
    return trace.header.answers_from_elsewhere or bool((trace.columns.status == TABLE).any())


def _suggest_shorter_search(trace: tracer.Trace, visited: int) -> list[str]:
    """Return a line with what would shorten a search; nothing if it has all of that."""
    columns, suggestions = trace.columns, list[str]()
    players = {*columns.turn[columns.status == EXPANDED].tolist()}
    if not trace.header.windowed and players == {1, -1}:
        suggestions.append("alpha-beta")
    if trace.header.depth is None and columns.depth is None:
        suggestions.append("a depth limit")
    elif trace.header.depth is not None:
        suggestions.append(f"a depth limit of less than {trace.header.depth}")
    if columns.text is not None and not _has_table(trace):
        position_texts = columns.text[(columns.status != PRUNED) & (columns.text >= 0)]
        distinct_count = len(np.unique(position_texts))
        if len(position_texts) >= MIN_VISITS_PER_POSITION * distinct_count:
            suggestions.append(f"a table, for {len(position_texts):,} visits were of {distinct_count:,} positions")
    return [f"it would be shorter with {'; '.join(suggestions)}"] if suggestions else []


MAX_NODES_REREAD = 4_000_000
"""Nodes up to which a file is read again to report how far its search came: they take less than 512 MB."""
_HEADINGS = ("search", "value", "by", "visited", "leaves", "cutoffs", "pruned branches", "seconds")


class SearchRow(NamedTuple):
    """What a table says of one search."""

    cells: list[str]
    stopped: str | None


def make_row(search: tracer.Trace | Written, file: Path | None = None) -> SearchRow:
    """The row of a search that is in memory, in a file, or in neither: of such a large one less is known."""
    if isinstance(search, Written) and file is not None and search.nodes <= MAX_NODES_COUNTED_AT_ONCE:
        with suppress(TraceFileError):  # the script may have removed it
            search = reopen(search, file)
    header, move, is_least = search.header, None, search.header.skipped_in_part
    if isinstance(search, Written):
        counts: tuple[int | None, ...] = (search.visited, None, None, search.pruned)
    else:
        best_move, summary = search.first_with_value, search.counts
        move = None if best_move is None else search.label(best_move)
        counts = summary.visited, summary.leaves, summary.cutoffs, summary.pruned_branches
        is_least = is_least and summary.pruned_known
    count_texts = ["–" if count is None else f"{count:,}" for count in counts]
    if is_least:
        count_texts[-1] = f"≥ {count_texts[-1]}"
    value = "unfinished" if search.value is None else number(search.value)
    return SearchRow([value, move or "–", *count_texts, f"{header.seconds:,.3f}"], header.stopped)


class RecordedSearches:
    """The searches of a script.

    Args:
        output: what the file is called, or of several the name to which they add their numbers; None for no file.
        which: those that are kept.
        limits: what ends each of them early, as `SearchOutput` takes it.
    """

    def __init__(self, output: str | None, which: Which, **limits: Any) -> None:
        from tracer.attaching.search_destination import MAX_KEPT_SEARCHES, SearchOutput

        self._output, self._max_listed = output, MAX_KEPT_SEARCHES
        output_path = None if output is None else Path.cwd() / output  # which the script may leave
        self.outlet: SearchOutput = SearchOutput(output_path, which, ended=self._add_search, **limits)
        """Where they go."""
        self._game_title = ""
        self.count = 0
        """How many have ended."""
        self._single_search: tuple[int, tracer.Trace | Written] | None = None
        """The one that is asked for, or the first, with its number."""
        self._rows: list[SearchRow | Written] = []
        """The first searches, where all are asked for."""
        self._kept_numbers: list[int] = []
        """The numbers of those that are in files."""
        self._interrupted: tuple[int, tracer.Trace | Written] | None = None
        """The one that Ctrl-C or another signal ended, with its number."""
        self._other_visits = 0
        """Nodes that searches visited of which there is no row."""

    def _add_search(self, number: int, search: tracer.Trace | Written, is_kept: bool) -> None:
        self.count += 1
        self._game_title = self._game_title or f"{search.header.name}, {search.header.search}"
        are_all_wanted = self.outlet.which == "all"
        if search.header.stopped == INTERRUPTED:
            self._interrupted = number, search
        if is_kept and not are_all_wanted:
            self._single_search = number, search
        elif are_all_wanted:
            self._single_search = (number, search) if number == 1 else None
        if are_all_wanted and number <= self._max_listed:
            self._rows.append(search if isinstance(search, Written) else make_row(search))
            self._kept_numbers += [number] * is_kept
        else:
            self._other_visits += search.visited if isinstance(search, Written) else search.counts.visited

    def report(self) -> None:
        """Print what came of them."""
        which = self.outlet.which
        if not self.count:
            print_message("no search was recorded")
        elif self._single_search is not None:
            self._report_one(*self._single_search)
        elif which == "all":
            self._report_all()
        else:
            raise PlyscopeError(f"--search {which}: the script made {self.count:,}")

    def report_interrupted(self) -> None:
        """Print how far the search came that was interrupted, if one was and it is in memory or in a file."""
        number, search = self._interrupted or (0, None)
        if isinstance(search, Written):
            file = self._path_of_search(number) if self.outlet.which == "all" else self.outlet.path
            if file is None or is_stream(file) or search.nodes > MAX_NODES_REREAD:
                return
            try:
                search = reopen(search, file)
            except TraceFileError:  # which the script may have removed
                return
        for line in () if search is None else describe_interruption(search):
            print_message(line)

    def _report_one(self, number: int, search: tracer.Trace | Written) -> None:
        print_summary(search, self.outlet.path or "", self._output or "")
        if self.count > 1:
            print_message(f"search {number:,} of {self.count:,}; {self._selection_hint}")
        print_message("not saved: -o FILE keeps it" if self._output is None else f"saved to {self.files}")

    @property
    def _selection_hint(self) -> str:
        if self.outlet.path is not None and is_stream(self.outlet.path):
            return f"{clean(self._output or '')} takes one, --search N another"
        return "--search N, first, longest or all takes others"

    @property
    def files(self) -> str:
        """The files in which searches are, as people read it; empty where there are none."""
        if self._output is None or not self.count:
            return ""
        if self._single_search is not None:
            return clean(self._output)
        names = [clean(self._file_name(number)) for number in self._kept_numbers]
        if len(names) > 3 and self._kept_numbers[-1] - self._kept_numbers[1] == len(names) - 2:
            return f"{names[0]}, {names[1]} … {names[-1]}"
        return ", ".join(names)

    def _file_name(self, number: int) -> str:
        """What the file of a search is called, in the words of the command line."""
        file = self._path_of_search(number)
        output = Path(self._output or "")
        if file is None or file.name == output.name:
            return self._output or ""
        return str(numbered(output, number))

    def _path_of_search(self, number: int) -> Path | None:
        series = self.outlet.series
        return None if series is None or number not in self._kept_numbers else series.file(number)

    def _report_all(self) -> None:
        rows = [
            row if isinstance(row, SearchRow) else make_row(row, self._path_of_search(index))
            for index, row in enumerate(self._rows, 1)
        ]
        print_output(f"{self._game_title}\n")
        print_output(align_columns([_HEADINGS, *([f"{index:,}", *row.cells] for index, row in enumerate(rows, 1))]))
        for index, row in enumerate(rows, 1):
            if row.stopped:
                print_message(f"search {index} stopped {clean(row.stopped)}")
        if self.count > len(rows):
            print_output(f"… and {self.count - len(rows):,} more searches, which visited {self._other_visits:,} nodes")
            print_message(
                f"the first {self._max_listed} searches are kept, and all others counted: "
                "--search N or longest keeps another"
            )
        if self._output is None:
            print_message("not saved: -o FILE keeps them, a file each")
        elif self._kept_numbers:
            print_message(f"saved to {self.files}")
