"""The lists of what is counted: positions, entries of the search's table with their lives, plies and moves."""

from __future__ import annotations

import numpy as np

from tracer.count.groups import Groups, by_move, by_ply, by_position
from tracer.count.table_history import has_paths, lives_of, need_table
from tracer.count.table_lives import Deed, Lives
from tracer.count.transpositions import is_told
from tracer.errors import PlyscopeError
from tracer.recording.columns import Ints
from tracer.recording.slices import Beat, share_progress
from tracer.text import percent, range_text
from tracer.tracing import Trace
from tracer.why.sentences import format_path
from tui.model.explorer_state import Location, Span
from tui.model.list_model import ComputedList, fit_path, fit_text, format_count, path_width


class PositionList(ComputedList[Groups]):
    """The most repeated positions first. Each leads to its first visit, from where keys go to the others."""

    name = "Positions"
    column_titles = f"{'visits':>9}{'nodes under':>13}{'share':>7}  first visit; s goes to the next"

    @property
    def empty_text(self) -> str:
        """How to have them found, or that there are none."""
        has_position_texts = is_told(self._explorer.trace)
        if self._explorer.trace.game is None and not has_position_texts:
            return "this trace has no game and no texts of positions: nobody knows which are the same"
        if self._explorer.positions is None:
            if has_position_texts:
                return "s finds the same positions, by the texts that the search told"
            visits = self._explorer.trace.columns.visited
            return f"s finds the same positions: it replays the search, {visits:,} nodes"
        return "no position was visited twice" if self._data is not None else "counting visits …"

    @property
    def _source(self) -> object:
        return self._explorer.positions

    def _compute(self, beat: Beat) -> Groups:
        positions = self._explorer.positions
        assert positions is not None
        return by_position(self._explorer.trace, positions, beat)

    def format_entry(self, index: int, width: int) -> list[Span]:
        """How often it was visited, what was spent under it, and where it was met first."""
        groups, trace = self._entries, self._explorer.trace
        nodes = int(groups.nodes[index])
        share = nodes / trace.columns.visited
        return [
            (f"{int(groups.visits[index]):>9,}", "value"),
            (f"{nodes:>13,}", "value"),
            (f"{percent(share):>7}  ", "about"),
            (fit_path(format_path(trace, int(groups.first[index])), path_width(width)), "label"),
        ]

    def find_location(self, index: int, step: int) -> Location | None:
        """Its first visit."""
        node = int(self._entries.first[index])
        return Location(self._explorer.trace.entered(node), node)


NUMBERS_WIDTH = 33
"""Columns before the path."""


def has_table(trace: Trace) -> bool:
    """Whether a search has a table, as far as anything shows it. O(n)."""
    try:
        need_table(trace)
    except PlyscopeError:
        return False
    return True


class EntryList(ComputedList[Lives]):
    """The entries that answered most first. Each leads to what happens to it next, from its last event to its first."""

    name = "Table"
    column_titles = f"{'hits':>7}{'cut':>6}{'written':>9}{'now':>9}  what happens to it next"
    order_names = (
        "what answered most stands first",
        "what was written most often stands first",
        "in the order in which they were stored",
    )

    @property
    def _entry_of_row(self) -> Ints | None:
        return self._orders[self._order_index]

    @property
    def can_sort(self) -> bool:
        """Where there are any: before that the key finds the same positions."""
        return len(self) > 0

    @property
    def empty_text(self) -> str:
        """How to have them found, or that there are none."""
        trace = self._explorer.trace
        if self._has_entry_keys:
            return "nothing was stored" if self._data is not None else "working out the entries …"
        if trace.game is None and trace.columns.text is None:
            return "this trace has no game and no texts of positions: nobody knows which are the same"
        return "s finds the same positions, and then the entries"

    @property
    def _has_entry_keys(self) -> bool:
        return self._explorer.positions is not None or has_paths(self._explorer.trace)

    @property
    def _source(self) -> object:
        return self._explorer.trace if self._has_entry_keys else None

    def _compute(self, beat: Beat) -> Lives:
        lives = lives_of(self._explorer.trace, beat)
        self._orders = [*(np.argsort(-counts, kind="stable") for counts in (lives.hits, lives.puts)), None]
        return lives

    def _events_of(self, lives: Lives, index: int) -> tuple[int, Ints]:
        entry = self._entry_in(index)
        first_event, end_event = int(lives.starts[entry]), int(lives.starts[entry + 1])
        return first_event, lives.steps[first_event:end_event]

    def _next_event(self, lives: Lives, index: int, step: int) -> int:
        """The number of an entry's next event after a step; after the last one, of its first."""
        first_event, steps = self._events_of(lives, index)
        event_offset = int(np.searchsorted(steps, step, side="right"))
        return first_event + (event_offset if event_offset < len(steps) else 0)

    def format_entry(self, index: int, width: int) -> list[Span]:
        """Hits, those that cut, how often it is written; what it says at this step; and what happens to it next."""
        lives, step = self._entries, self._explorer.cursor.step
        entry, (first_event, steps) = self._entry_in(index), self._events_of(lives, index)
        latest_event = first_event + int(np.searchsorted(steps, step, side="right")) - 1
        value_now = (
            "·"
            if latest_event < first_event
            else range_text(lives.lows.item(latest_event), lives.highs.item(latest_event))
        )
        next_event = self._next_event(lives, index, step)
        depth_text = "" if lives.depths is None or not lives.exact else f", depth {int(lives.depths[next_event])}"
        next_text = f"  {Deed(int(lives.deeds[next_event])).word}{depth_text}, step {int(lives.steps[next_event]):,}"
        hit_count, cut_count, put_count = int(lives.hits[entry]), int(lives.cuts[entry]), int(lives.puts[entry])
        return [
            (format_count(hit_count, 7), "value" if hit_count else "about"),
            (format_count(cut_count, 6), "cut" if cut_count else "about"),
            (f"{put_count:>9,}", "about"),
            (f"{value_now:>9}  ", "value" if latest_event >= first_event else "about"),
            (fit_path(format_path(lives.trace, int(lives.nodes[next_event])), self._path_width(lives, width)), "label"),
            (next_text, "about"),
        ]

    def _path_width(self, lives: Lives, width: int) -> int:
        """The columns of the paths, all as wide."""
        depth_width = (
            0 if lives.depths is None or not lives.exact else len(f", depth {int(lives.depths.max(initial=0))}")
        )
        text_width = 2 + max(len(deed.word) for deed in Deed) + depth_width + len(f", step {lives.trace.steps:,}")
        return path_width(width, NUMBERS_WIDTH + text_width)

    def find_location(self, index: int, step: int) -> Location | None:
        """Its next event after a step; after the last one, its first."""
        lives = self._entries
        event = self._next_event(lives, index, step)
        return Location(int(lives.steps[event]), int(lives.nodes[event]))

    def is_at_current_step(self, index: int) -> bool:
        """Whether something happens to it at the current step."""
        return bool(np.isin(self._explorer.cursor.step, self._events_of(self._entries, index)[1]))


LABEL_WIDTH = 10
"""Columns of a ply or a move."""


class MoveList(ComputedList[tuple[Groups, Groups]]):
    """The plies from the root on, then the moves, those with most nodes under them first; each with its first node."""

    name = "Moves"
    column_titles = (
        f"{'ply, move':<{LABEL_WIDTH}}{'visits':>10}{'nodes under':>12}{'share':>6}{'cutoffs':>10}  first move"
    )

    def __len__(self) -> int:
        return sum(map(len, self._data or ()))

    @property
    def count_text(self) -> str:
        """How many plies and moves there are, as they stand one after another."""
        return " + ".join(f"{len(groups):,}" for groups in self._data or ())

    @property
    def empty_text(self) -> str:
        """It takes a moment."""
        return "counting by ply and by move …"

    def _compute(self, beat: Beat) -> tuple[Groups, Groups]:
        trace = self._explorer.trace
        plies = trace.known_answer(by_ply) or trace.keep_answer(by_ply, by_ply(trace, share_progress(beat, 0, 30)))
        moves = trace.known_answer(by_move) or trace.keep_answer(by_move, by_move(trace, share_progress(beat, 30, 100)))
        return plies, moves

    def _group_of(self, index: int) -> tuple[str, Groups, int]:
        plies, moves = self._entries
        if index < len(plies):
            return f"ply {int(plies.names[index]):,}", plies, index
        index -= len(plies)
        return f"move {self._explorer.trace.move_label(int(moves.names[index]))}", moves, index

    def format_entry(self, index: int, width: int) -> list[Span]:
        """Its visits, the nodes under it and their share, its cutoffs, and the first move's share of those by moves."""
        name, group, group_index = self._group_of(index)
        columns = (group.nodes, group.cutoffs, group.by_moves, group.by_first)
        nodes, cutoffs, by_moves, by_first = (int(column[group_index]) for column in columns)
        share = nodes / self._explorer.trace.columns.visited
        return [
            (fit_text(name, LABEL_WIDTH), "label"),
            (f"{int(group.visits[group_index]):>10,}{nodes:>12,}", "value"),
            (f"{percent(share):>6}", "about"),
            (format_count(cutoffs, 10), "cut" if cutoffs else "about"),
            (f"{percent(by_first / by_moves):>12}" if by_moves else "", "value"),
        ]

    def find_location(self, index: int, step: int) -> Location | None:
        """The entry of its first node."""
        _, group, group_index = self._group_of(index)
        node = int(group.first[group_index])
        return Location(self._explorer.trace.entered(node), node)
