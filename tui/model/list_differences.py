"""The differences of two searches side by side, as a list."""

from __future__ import annotations

import numpy as np

from tracer.comparing.difference_text import format_difference_path, list_difference_facts
from tui.model.explored import Place
from tui.model.listed import Listed, Piece, ending, path_width
from tui.model.pair import Pair


class DifferenceList(Listed):
    """The differences in the order of the union tree, or those first that saved most."""

    name = "Differences"
    heads = f"{'A alone':>9} {'B alone':>9} {'B saves':>9}  where, and what both have"

    def __init__(self, pair: Pair) -> None:
        super().__init__(pair.browser)
        self._pair = pair
        self._by_saving = False
        self._rank = np.argsort(pair.differences.by_saving)

    def __len__(self) -> int:
        return len(self._pair.differences)

    @property
    def sorts(self) -> bool:
        """They can."""
        return True

    @property
    def empty(self) -> str:
        """There are none."""
        return self._pair.alike

    def _number(self, line: int) -> int:
        return int(self._pair.differences.by_saving[line]) if self._by_saving else line

    @property
    def hand(self) -> int:
        """The difference that was gone to last, by whatever key."""
        found = self._pair.difference
        if found is not None:
            self._hand = int(self._rank[found.number]) if self._by_saving else found.number
        return super().hand

    def line(self, number: int, width: int) -> list[Piece]:
        """Nodes that one search alone visited because of it, what B saved; where it is, and what both have there."""
        found = self._pair.differences[self._number(number)]
        comparison = self._pair.comparison
        alone = f"{_count(found.alone_a)} {_count(found.alone_b)} "
        saved = (f"{_count(found.saved)}  ", "value" if found.saved >= 0 else "wrong")
        path = ending(format_difference_path(comparison, found), path_width(width))
        told = "; ".join(list_difference_facts(comparison, found, counted=False))
        return [(alone, "about"), saved, (path, "label"), (f"  {told}", "value")]

    def place(self, number: int, step: int) -> Place | None:
        """Where the search that has the keys stands once it is gone to: known only then."""
        return None

    def show(self, number: int, step: int) -> str:
        """Go there in both searches."""
        self.take(number)
        return self._pair.go_to_difference(self._number(number))

    def is_here(self, number: int) -> bool:
        """Whether both stand at it."""
        found = self._pair.difference
        return found is not None and found.number == self._number(number)

    def sort(self) -> str:
        """Those that saved most first; or in their order again. The one in hand stays in hand."""
        number = self._number(self.hand) if len(self) else 0
        self._by_saving = not self._by_saving
        self._hand = int(self._rank[number]) if self._by_saving and len(self) else number
        return "what saved most stands first" if self._by_saving else "in the order of the search"


def _count(count: int) -> str:
    return f"{count:>9,}" if count else f"{'·':>9}"
