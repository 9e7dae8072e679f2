"""A sheet of character cells: lines that join where they meet, and text over them."""

from __future__ import annotations

from collections import defaultdict

from rich.cells import cell_len, get_character_cell_size

UP, RIGHT, DOWN, LEFT = range(4)
"""The arms of a cell, from its middle to its sides."""
LIGHT, HEAVY = 1, 2
JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""By the weights of the four arms, each 0, light or heavy, read as digits."""
DASHED = {"─": "╌", "│": "╎"}

Span = tuple[str, str]
"""A piece of text and the name of its style."""
BLANK: Span = (" ", "")


class Sheet:
    """Cells that are drawn on, from the top left corner; nothing is drawn outside.

    Args:
        width: columns.
        height: rows.
        turned: whether x goes down and y goes right, so that a tree drawn from the top grows from the left.
    """

    def __init__(self, width: int, height: int, *, turned: bool = False) -> None:
        self.width, self.height, self._turned = width, height, turned
        self._lines: defaultdict[int, dict[int, list[int]]] = defaultdict(dict)
        """By row and column: the weights of the four arms, and the rank."""
        self._texts: dict[int, dict[int, Span]] = {}
        """By row and column: one character."""

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
        if self._turned:
            x, y, to_x, to_y = y, x, to_y, to_x
        across = x != to_x
        first, last = sorted((x, to_x) if across else (y, to_y))
        if first == last:
            return
        on, back = (RIGHT, LEFT) if across else (DOWN, UP)
        for at in range(first, last + 1):
            row, column = (y, at) if across else (at, x)
            cell = self._lines[row].get(column)
            if cell is None:
                cell = self._lines[row][column] = [0, 0, 0, 0, 0]
            if at < last and cell[on] < weight:
                cell[on] = weight
            if at > first and cell[back] < weight:
                cell[back] = weight
            cell[-1] = max(cell[-1], rank)

    def text(self, x: int, y: int, spans: list[Span]) -> None:
        """Text in one row, over what is there."""
        row = self._texts.setdefault(y, {})
        for piece, style in spans:
            for character in piece:
                size = get_character_cell_size(character)
                if size:
                    row[x] = (character, style)
                    for behind in range(1, size):
                        row[x + behind] = ("", style)
                x += size

    def row(self, y: int, x: int, width: int, styles: tuple[str, ...]) -> list[Span]:
        """Some cells of a row; what stands outside the sheet is blank.

        Args:
            y: the row.
            x: the first column.
            width: how many columns.
            styles: of lines, by their rank.
        """
        cells = {column: _joint(cell, styles) for column, cell in self._lines.get(y, {}).items()}
        cells |= self._texts.get(y, {})
        # Half of a wide character is no character.
        if cells.get(x, BLANK)[0] == "":
            cells[x] = BLANK
        if cell_len(cells.get(x + width - 1, BLANK)[0]) > 1:
            cells[x + width - 1] = BLANK
        found: list[Span] = []
        for column in sorted(column for column in cells if x <= column < x + width):
            text, style = cells[column]
            if column > x:
                found.append((" " * (column - x), ""))
                width, x = width - (column - x), column
            if found and found[-1][1] == style:
                found[-1] = (found[-1][0] + text, style)
            else:
                found.append((text, style))
            width, x = width - 1, x + 1
        return [*found, (" " * width, "")] if width else found


def _joint(cell: list[int], styles: tuple[str, ...]) -> Span:
    up, right, down, left, rank = cell
    joint = JOINTS[27 * up + 9 * right + 3 * down + left]
    return DASHED.get(joint, joint) if rank == 0 else joint, styles[rank]
