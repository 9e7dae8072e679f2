"""Places of a tree by what stands below them: a search that is handed nested lists is at the place of these."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from tracer.games.tree import TreeGame


class NestedLists:
    """The nodes of a tree, and which of them have the same tree below them."""

    def __init__(self, game: TreeGame) -> None:
        self._number_by_subtree: dict[Hashable, int] = {}
        """By a leaf's value, or the numbers of a node's children."""
        self._first_node: dict[int, int] = {}
        self.subtree_numbers = [0] * len(game)
        """The number of what stands below each node, the same where that is the same."""
        for node in reversed(range(len(game))):
            child_numbers: Hashable = tuple([self.subtree_numbers[game.play(node, move)] for move in game.moves(node)])
            number = self._number_by_subtree.setdefault(
                child_numbers or game.utility(node), len(self._number_by_subtree)
            )
            self.subtree_numbers[node], self._first_node[number] = number, node

    def find(self, position: Any) -> int | None:
        """The first node, in pre-order, below which such nested lists of numbers stand; None where there is none.

        >>> tree = TreeGame.from_lists([[3, 12], [3, 2]])
        >>> known = NestedLists(tree)
        >>> known.find((3, 2)), known.find(3), known.find((3,)), known.find("3")
        (4, 2, None, None)
        """
        open_lists: list[Iterator[Any]] = [iter((position,))]
        numbers_by_level: list[list[int]] = [[]]
        while True:
            child_numbers: Hashable = None
            for item in open_lists[-1]:
                if isinstance(item, tuple | list):
                    open_lists.append(iter(item))
                    numbers_by_level.append([])
                    break
                if not isinstance(item, int | float) or (number := self._number_by_subtree.get(item)) is None:
                    return None
                numbers_by_level[-1].append(number)
            else:
                open_lists.pop()
                child_numbers = tuple(numbers_by_level.pop())
                if not open_lists:
                    return self._first_node[child_numbers[0]]
                if (number := self._number_by_subtree.get(child_numbers)) is None:
                    return None
                numbers_by_level[-1].append(number)
