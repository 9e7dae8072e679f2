"""A sheet of character cells: lines that join where they meet, and text over them."""

from __future__ import annotations

from itertools import groupby

from rich.cells import cell_len, get_character_cell_size

UP, RIGHT, DOWN, LEFT = range(4)
"""The arms of a cell, from its middle to its sides."""
LIGHT, HEAVY = 1, 2
JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""By the weights of the four arms, each 0, light or heavy, read as digits."""
DASHED = {"─": "╌", "│": "╎"}

Span = tuple[str, str]
"""A piece of text and the name of its style."""


class Sheet:
    """Cells that are drawn on, from the top left corner; nothing is drawn outside.

    Args:
        width: columns.
        height: rows.
        turned: whether x goes down and y goes right, so that a tree drawn from the top grows from the left.
    """

    def __init__(self, width: int, height: int, *, turned: bool = False) -> None:
        self.width, self.height, self._turned = width, height, turned
        self._arms: dict[tuple[int, int], list[int]] = {}
        self._ranks: dict[tuple[int, int], int] = {}
        self._texts: dict[tuple[int, int], Span] = {}

    def line(self, x: int, y: int, to_x: int, to_y: int, weight: int, rank: int) -> None:
        """A line across or down between the middles of two cells.

        Args:
            x: where it begins.
            y: see above.
            to_x: where it ends.
            to_y: see above.
            weight: LIGHT or HEAVY.
            rank: what it is; where lines of several ranks meet, the highest gives the style. 0 is dashed.
        """
        step_x, step_y = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
        away = RIGHT if step_x > 0 else LEFT if step_x < 0 else DOWN if step_y > 0 else UP
        while (x, y) != (to_x, to_y):
            self._arm(x, y, away, weight, rank)
            x, y = x + step_x, y + step_y
            self._arm(x, y, (away + 2) % 4, weight, rank)

    def _arm(self, x: int, y: int, arm: int, weight: int, rank: int) -> None:
        cell = (y, x) if self._turned else (x, y)
        arms = self._arms.setdefault(cell, [0, 0, 0, 0])
        arm = 3 - arm if self._turned else arm
        arms[arm] = max(arms[arm], weight)
        self._ranks[cell] = max(self._ranks.get(cell, 0), rank)

    def text(self, x: int, y: int, spans: list[Span]) -> None:
        """Text in one row, over what is there."""
        for piece, style in spans:
            for character in piece:
                size = get_character_cell_size(character)
                if size:
                    self._texts[x, y] = (character, style)
                    for behind in range(1, size):
                        self._texts[x + behind, y] = ("", style)
                x += size

    def row(self, y: int, x: int, width: int, styles: tuple[str, ...]) -> list[Span]:
        """Some cells of a row; what stands outside the sheet is blank.

        Args:
            y: the row.
            x: the first column.
            width: how many columns.
            styles: of lines, by their rank.
        """
        cells = [self._cell(column, y, styles) for column in range(x, x + width)]
        # Half of a wide character is no character.
        if cells and cells[0][0] == "":
            cells[0] = (" ", cells[0][1])
        if cells and cell_len(cells[-1][0]) > 1:
            cells[-1] = (" ", cells[-1][1])
        return [("".join(text for text, _ in run), style) for style, run in groupby(cells, key=lambda cell: cell[1])]

    def _cell(self, x: int, y: int, styles: tuple[str, ...]) -> Span:
        if (x, y) in self._texts:
            return self._texts[x, y]
        up, right, down, left = self._arms.get((x, y), (0, 0, 0, 0))
        joint = JOINTS[27 * up + 9 * right + 3 * down + left]
        rank = self._ranks.get((x, y), 0)
        return (DASHED.get(joint, joint) if rank == 0 else joint), styles[rank] if joint != " " else ""
