"""The differences of two searches side by side, as a list."""

from __future__ import annotations

import numpy as np

from tracer.comparing.difference_text import format_difference_path, list_difference_facts
from tracer.recording.columns import Ints
from tui.model.browser_pair import BrowserPair
from tui.model.explorer_state import Location, Span
from tui.model.list_model import ListModel, fit_path, format_count, path_width


class DifferenceList(ListModel):
    """The differences in the order of the union tree, or those first that saved most."""

    name = "Differences"
    column_titles = f"{'A alone':>9} {'B alone':>9} {'B saves':>9}  where, and what both have"
    order_names = ("in the order of the search", "what saved most stands first")

    def __init__(self, pair: BrowserPair) -> None:
        super().__init__(pair.active_browser)
        self._pair = pair
        self._rank_by_saving = np.argsort(pair.differences.by_saving)

    def __len__(self) -> int:
        return len(self._pair.differences)

    @property
    def empty_text(self) -> str:
        """There are none."""
        return self._pair.no_differences_text

    @property
    def _entry_of_row(self) -> Ints | None:
        return self._pair.differences.by_saving if self._order_index else None

    def _row_of(self, entry: int) -> int:
        return int(self._rank_by_saving[entry]) if self._order_index else entry

    @property
    def current_index(self) -> int:
        """The difference that was gone to last, by whatever key."""
        difference = self._pair.current_difference
        if difference is not None:
            self._current = self._row_of(difference.number)
        return super().current_index

    def format_entry(self, row: int, width: int) -> list[Span]:
        """Nodes that one search alone visited because of it, what B saved; where it is, and what both have there."""
        difference = self._pair.differences[self._entry_in(row)]
        comparison = self._pair.comparison
        alone_text = f"{format_count(difference.alone_a, 9)} {format_count(difference.alone_b, 9)} "
        saved_span = (f"{format_count(difference.saved, 9)}  ", "value" if difference.saved >= 0 else "wrong")
        path = fit_path(format_difference_path(comparison, difference), path_width(width))
        facts_text = "; ".join(list_difference_facts(comparison, difference, counted=False))
        return [(alone_text, "about"), saved_span, (path, "label"), (f"  {facts_text}", "value")]

    def find_location(self, row: int, step: int) -> Location | None:
        """Where the search that has the keys stands once it is gone to: known only then."""
        return None

    def show_entry(self, row: int, step: int) -> str:
        """Go there in both searches."""
        self.make_current(row)
        return self._pair.go_to_difference(self._entry_in(row))

    def is_at_current_step(self, row: int) -> bool:
        """Whether both stand at it."""
        difference = self._pair.current_difference
        return difference is not None and difference.number == self._entry_in(row)
