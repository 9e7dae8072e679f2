"""Places of a tree by what stands below them: a search that is handed nested lists is at the place of these."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from tracer.games.tree import TreeGame


class NestedLists:
    """The nodes of a tree, and which of them have the same tree below them.

    Args:
        game: the tree.
    """

    def __init__(self, game: TreeGame) -> None:
        self._numbers: dict[Hashable, int] = {}
        """By a leaf's value, or the numbers of a node's children."""
        self._first: dict[int, int] = {}
        self.of = [0] * len(game)
        """The number of what stands below each node, the same where that is the same."""
        for node in reversed(range(len(game))):
            below: Hashable = tuple([self.of[game.play(node, move)] for move in game.moves(node)])
            number = self._numbers.setdefault(below or game.utility(node), len(self._numbers))
            self.of[node], self._first[number] = number, node

    def find(self, position: Any) -> int | None:
        """The first node, in pre-order, below which such nested lists of numbers stand; None where there is none.

        >>> tree = TreeGame.from_lists([[3, 12], [3, 2]])
        >>> known = NestedLists(tree)
        >>> known.find((3, 2)), known.find(3), known.find((3,)), known.find("3")
        (4, 2, None, None)
        """
        open_lists: list[Iterator[Any]] = [iter((position,))]
        numbers: list[list[int]] = [[]]
        while True:
            key: Hashable = None
            for given in open_lists[-1]:
                if isinstance(given, tuple | list):
                    open_lists.append(iter(given))
                    numbers.append([])
                    break
                if not isinstance(given, int | float) or (number := self._numbers.get(given)) is None:
                    return None
                numbers[-1].append(number)
            else:
                open_lists.pop()
                key = tuple(numbers.pop())
                if not open_lists:
                    return self._first[key[0]]
                if (number := self._numbers.get(key)) is None:
                    return None
                numbers[-1].append(number)
