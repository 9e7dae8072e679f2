"""The differences of two searches side by side, as a list."""

from __future__ import annotations

import numpy as np

from tracer.comparing.difference_text import format_difference_path, list_difference_facts
from tui.model.browser_pair import BrowserPair
from tui.model.explorer_state import Location
from tui.model.list_model import ListModel, StyledText, fit_path, path_width


class DifferenceList(ListModel):
    """The differences in the order of the union tree, or those first that saved most."""

    name = "Differences"
    column_titles = f"{'A alone':>9} {'B alone':>9} {'B saves':>9}  where, and what both have"

    def __init__(self, pair: BrowserPair) -> None:
        super().__init__(pair.active_browser)
        self._pair = pair
        self._is_by_saving = False
        self._rank_by_saving = np.argsort(pair.differences.by_saving)

    def __len__(self) -> int:
        return len(self._pair.differences)

    @property
    def can_sort(self) -> bool:
        """They can."""
        return True

    @property
    def empty_text(self) -> str:
        """There are none."""
        return self._pair.no_differences_text

    def _difference_index(self, row: int) -> int:
        return int(self._pair.differences.by_saving[row]) if self._is_by_saving else row

    @property
    def current_index(self) -> int:
        """The difference that was gone to last, by whatever key."""
        difference = self._pair.current_difference
        if difference is not None:
            self._current = int(self._rank_by_saving[difference.number]) if self._is_by_saving else difference.number
        return super().current_index

    def format_entry(self, row: int, width: int) -> list[StyledText]:
        """Nodes that one search alone visited because of it, what B saved; where it is, and what both have there."""
        difference = self._pair.differences[self._difference_index(row)]
        comparison = self._pair.comparison
        alone_text = f"{_format_count(difference.alone_a)} {_format_count(difference.alone_b)} "
        saved_span = (f"{_format_count(difference.saved)}  ", "value" if difference.saved >= 0 else "wrong")
        path = fit_path(format_difference_path(comparison, difference), path_width(width))
        facts_text = "; ".join(list_difference_facts(comparison, difference, counted=False))
        return [(alone_text, "about"), saved_span, (path, "label"), (f"  {facts_text}", "value")]

    def find_location(self, row: int, step: int) -> Location | None:
        """Where the search that has the keys stands once it is gone to: known only then."""
        return None

    def show_entry(self, row: int, step: int) -> str:
        """Go there in both searches."""
        self.make_current(row)
        return self._pair.go_to_difference(self._difference_index(row))

    def is_at_current_step(self, row: int) -> bool:
        """Whether both stand at it."""
        difference = self._pair.current_difference
        return difference is not None and difference.number == self._difference_index(row)

    def change_order(self) -> str:
        """Those that saved most first; or in their order again. The one in hand stays in hand."""
        difference_index = self._difference_index(self.current_index) if len(self) else 0
        self._is_by_saving = not self._is_by_saving
        self._current = (
            int(self._rank_by_saving[difference_index]) if self._is_by_saving and len(self) else difference_index
        )
        return "what saved most stands first" if self._is_by_saving else "in the order of the search"


def _format_count(count: int) -> str:
    return f"{count:>9,}" if count else f"{'·':>9}"
