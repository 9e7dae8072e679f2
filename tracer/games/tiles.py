"""2048 on a small board: MAX slides all tiles to one side, equal ones that meet become one, and chance adds a tile.

The new tile is a 2 with probability 0.9 or a 4, in any empty cell alike. The game is over where no tile can move; what
it is worth is the score: each tile that was made counts its number. There is no second player.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.games.game_entry import GameEntry, Parameter, parse_whole_numbers
from tracer.games.rules import CHANCE, MAX, BuiltIn, Turn

MAX_SIDE = 4
NEW_TILE_CHANCES = ((2, 0.9), (4, 0.1))
"""What a new tile is."""
SLIDES = ("left", "right", "up", "down")
TileMove = str | tuple[int, int]
"""One of the slides; or as an outcome the cell and the number of a new tile."""


class Tiles(NamedTuple):
    """A position."""

    cells: tuple[int, ...]
    """Row by row; 0 is an empty cell."""
    score: int
    is_tile_due: bool
    """Whether a new tile is due: then chance moves."""


class Game2048(BuiltIn):
    """2048 with some rows and columns."""

    def __init__(self, rows: int = 2, columns: int = 2) -> None:
        if not 1 <= rows <= MAX_SIDE or not 1 <= columns <= MAX_SIDE or rows * columns == 1:
            raise PlyscopeError(f"2048: 2 cells, or up to {MAX_SIDE} rows and columns, not {rows} x {columns}")
        self.rows, self.columns = rows, columns
        self.spec = f"2048:{rows},{columns}"
        cells = rows * columns
        self.bounds = (0.0, float(sum((power - 1) << power for power in range(2, cells + 2))))

    def start(self) -> Tiles:
        """An empty board, on which chance puts the first of two tiles."""
        return Tiles((0,) * (self.rows * self.columns), 0, True)

    def turn(self, state: Tiles) -> Turn:
        """MAX, or chance where a tile is due."""
        return CHANCE if state.is_tile_due else MAX

    def utility(self, state: Tiles) -> float | None:
        """The score where nothing can move."""
        return None if state.is_tile_due or self._legal_slides(state.cells) else float(state.score)

    def moves(self, state: Tiles) -> Sequence[TileMove]:
        """The slides that change something; where a tile is due, its cells and numbers."""
        if state.is_tile_due:
            return [outcome for outcome, _ in self.outcomes(state)]
        return list(self._legal_slides(state.cells))

    def outcomes(self, state: Tiles) -> Sequence[tuple[TileMove, float]]:
        """A new tile in each empty cell."""
        empty = [cell for cell, tile in enumerate(state.cells) if not tile]
        return [((cell, tile), probability / len(empty)) for cell in empty for tile, probability in NEW_TILE_CHANCES]

    def play(self, state: Tiles, move: TileMove) -> Tiles:
        """The board slid, or with one tile more."""
        if isinstance(move, str):
            cells, gained_points = self._legal_slides(state.cells)[move]
            return Tiles(cells, state.score + gained_points, True)
        cell, tile = move
        is_first_tile = not any(state.cells)
        return Tiles((*state.cells[:cell], tile, *state.cells[cell + 1 :]), state.score, is_first_tile)

    def evaluate(self, state: Tiles) -> float:
        """The score so far."""
        return float(state.score)

    def label(self, move: TileMove) -> str:
        """`left`, or a new tile with its cell: `2 at b1`."""
        if isinstance(move, str):
            return move
        row, column = divmod(move[0], self.columns)
        return f"{move[1]} at {chr(ord('a') + column)}{row + 1}"

    def show(self, state: Tiles) -> str:
        """The rows, and the score: with a star where a tile is due."""
        tile_width = max(len(str(tile)) for tile in state.cells)
        rows = [
            " ".join(str(tile or ".").rjust(tile_width) for tile in state.cells[start : start + self.columns])
            for start in range(0, len(state.cells), self.columns)
        ]
        lines = [*rows, f"{state.score}{'*' if state.is_tile_due else ''}"]
        line_width = max(map(len, lines))
        return "\n".join(line.ljust(line_width) for line in lines)

    def parse(self, text: str) -> Tiles:
        """Read what `show` writes."""
        lines = [line.split() for line in text.split("\n")]
        score = re.fullmatch(r"(\d{1,7})(\*?)", lines[-1][0], re.ASCII) if len(lines[-1]) == 1 else None
        if score is None or len(lines) != self.rows + 1 or any(len(line) != self.columns for line in lines[:-1]):
            raise ValueError("a board is its rows with . for an empty cell, and the score, with * where a tile is due")
        cells = tuple(0 if word == "." else _parse_tile(word) for line in lines[:-1] for word in line)
        if score[2] and all(cells):
            raise ValueError("no cell is empty for a tile that is due")
        if not score[2] and not any(cells):
            raise ValueError("an empty board has a tile due")
        return Tiles(cells, int(score[1]), bool(score[2]))

    def _legal_slides(self, cells: tuple[int, ...]) -> dict[str, tuple[tuple[int, ...], int]]:
        return _slide_boards(cells, self.columns)


def _parse_tile(word: str) -> int:
    tile = int(word) if re.fullmatch(r"\d{1,6}", word, re.ASCII) else 0
    if tile < 2 or tile & (tile - 1):
        raise ValueError(f"a tile is a power of 2, not {word[:20]!r}")
    return tile


@lru_cache(1 << 14)
def _slide_boards(cells: tuple[int, ...], columns: int) -> dict[str, tuple[tuple[int, ...], int]]:
    """The slides that change the board: what it is then, and the numbers made."""
    slid_boards = {}
    row_lanes = [range(start, start + columns) for start in range(0, len(cells), columns)]
    column_lanes = [range(start, len(cells), columns) for start in range(columns)]
    lanes_by_slide = (
        row_lanes,
        [row[::-1] for row in row_lanes],
        column_lanes,
        [column[::-1] for column in column_lanes],
    )
    for name, lanes in zip(SLIDES, lanes_by_slide, strict=True):
        new_cells, points = list(cells), 0
        for lane in lanes:
            tiles, lane_points = _slide_lane([cells[cell] for cell in lane if cells[cell]])
            points += lane_points
            for index, cell in enumerate(lane):
                new_cells[cell] = tiles[index] if index < len(tiles) else 0
        if tuple(new_cells) != cells:
            slid_boards[name] = (tuple(new_cells), points)
    return slid_boards


def _slide_lane(tiles: list[int]) -> tuple[list[int], int]:
    """The tiles of one lane, those that are equal made one, each once; and the numbers made."""
    merged_tiles: list[int] = []
    points, is_merged = 0, False
    for tile in tiles:
        is_merged = bool(merged_tiles) and merged_tiles[-1] == tile and not is_merged
        if is_merged:
            merged_tiles[-1] *= 2
            points += merged_tiles[-1]
        else:
            merged_tiles.append(tile)
    return merged_tiles, points


def _make_game(text: str) -> Game2048:
    return Game2048(**parse_whole_numbers("2048:2,2", text.replace("x", ","), "rows columns"))


ENTRY = GameEntry(
    name="2048",
    make=_make_game,
    form="2048[:2,2]",
    summary="2048 on a small board: slide the tiles, chance adds one; worth its score",
    parameters=(
        Parameter("rows", "rows of the board", "2", 1, MAX_SIDE),
        Parameter("columns", "columns; the board has two cells at least", "2", 1, MAX_SIDE),
    ),
    test_specs=("2048:1,2", "2048:2,2"),
)
