"""Connect Four of any size: discs fall to the bottom of a column, and k in a row wins. MAX plays X and begins."""

from __future__ import annotations

from collections.abc import Sequence

from tracer.games.board import Squares
from tracer.games.game_entry import DemoSearch, GameEntry, Parameter, parse_whole_numbers
from tracer.games.mnk import Board, StonesGame
from tracer.games.rules import MIN
from tracer.text import clean

# Column c takes bits c·(rows+1) … c·(rows+1)+rows−1 from the bottom up; one guard bit above each column stays empty, so
# shifting a board never carries a row into the next column.

MAX_BOARD_SIDE = 20
"""Columns and rows of the largest board."""
WIN_VALUE = 1_000
"""What a row is worth, far more than any evaluation."""
MAX_RETRACTED_BOARDS = 20_000
"""Boards looked at when discs are taken off again to see whether a position can have come about."""


class ConnectFour(StonesGame):
    """Connect Four: discs fall, k in a row wins. MAX plays X and wins 1000; MIN plays O and wins −1000."""

    win = WIN_VALUE
    _look = Squares.HOLES
    _stones, _rows_hint = "discs", "the highest first"

    def __init__(self, columns: int = 7, rows: int = 6, in_a_row: int = 4) -> None:
        super().__init__("connect4", columns, rows, in_a_row, max_side=MAX_BOARD_SIDE, min_in_a_row=2)
        size = (columns, rows, in_a_row)
        self.spec = "connect4" if size == (7, 6, 4) else f"connect4:{columns},{rows},{in_a_row}"
        self._bits_per_column = rows + 1
        column_mask = (1 << rows) - 1
        self._columns = [column_mask << index * self._bits_per_column for index in range(columns)]
        self._bottom_squares = [1 << index * self._bits_per_column for index in range(columns)]
        self._top_squares = [1 << index * self._bits_per_column + rows - 1 for index in range(columns)]
        self._square_rows = [[bottom << row for bottom in self._bottom_squares] for row in range(rows - 1, -1, -1)]
        self._shifts = (1, self._bits_per_column, self._bits_per_column - 1, self._bits_per_column + 1)
        doubling_steps = [2**power for power in range(in_a_row.bit_length() - 1)]
        self._run_steps = [*doubling_steps, *filter(None, [in_a_row - 2 ** len(doubling_steps)])]
        self._line_shifts = [[step * shift for step in self._run_steps] for shift in self._shifts]
        self.orders = {"centre-first": self._centre_first}

    def moves(self, state: Board) -> Sequence[int]:
        """The columns that are not full, from the left."""
        occupied = state[0] | state[1]
        return [column for column, top in enumerate(self._top_squares) if not occupied & top]

    def play(self, state: Board, move: int) -> Board:
        """The mover's disc on top of the column."""
        x, o = state
        disc = ((x | o) + self._bottom_squares[move]) & self._columns[move] & ~(x | o)
        return (x | disc, o) if x.bit_count() == o.bit_count() else (x, o | disc)

    def evaluate(self, state: Board) -> float:
        """Rows still open to X less those still open to O, at most half of what a win is worth."""
        x, o = state
        difference = sum(
            self._find_line_starts(self._full_board & ~o, shift).bit_count()
            - self._find_line_starts(self._full_board & ~x, shift).bit_count()
            for shift in self._shifts
        )
        return max(-WIN_VALUE // 2, min(difference, WIN_VALUE // 2))

    def label(self, move: int) -> str:
        """The column's number from the left, counted from 1."""
        return str(move + 1)

    def parse(self, text: str) -> Board:
        """Read what `show` writes (`/` may stand for a new line), or the columns played, such as `4435`."""
        text = text.strip()
        if text.isdecimal() and self.columns <= 9:
            return self._replay_columns(text)
        state = self._parse_rows(text)
        self._check_reachable(state)
        return state

    def _replay_columns(self, columns: str) -> Board:
        state = self.start()
        for count, digit in enumerate(columns, 1):
            column = int(digit) - 1
            if self.utility(state) is not None or column not in self.moves(state):
                raise ValueError(f"move {count} of {clean(columns, 40)}, column {digit}, is not legal")
            state = self.play(state, column)
        return state

    def _check_reachable(self, state: Board) -> None:
        """Raise ValueError unless discs rest on discs, and can have been played in turn with no row before the last."""
        x, o = state
        occupied = x | o
        if any((occupied & column) + bottom & (occupied & column) for column, bottom in self._column_masks()):
            raise ValueError("a disc hangs in the air")
        last_mover_discs, other_discs = (x, o) if self.turn(state) is MIN else (o, x)
        earlier_boards = [
            (x & ~top, o & ~top) for top in self._last_discs(state) if not self._has_line(last_mover_discs & ~top)
        ]
        if self._has_line(other_discs) or (self._has_line(last_mover_discs) and not earlier_boards):
            raise ValueError("no game leads to this position: it went on after a row was complete")
        if occupied and not self._is_reachable_from_empty(earlier_boards):
            raise ValueError("no game leads to this position: the discs lie so that X and O cannot have taken turns")

    def _last_discs(self, state: Board) -> list[int]:
        """The discs that may have been the last: on top of their column, and of the player who moved last."""
        x, o = state
        last_mover_discs = x if self.turn(state) is MIN else o
        tops = [((x | o) & column) + bottom >> 1 & last_mover_discs for column, bottom in self._column_masks()]
        return [top for top in tops if top]

    def _is_reachable_from_empty(self, boards: list[Board]) -> bool:
        """Whether from one of these boards the discs can be taken off in turn until none is left.

        After `MAX_RETRACTED_BOARDS` boards the answer is yes: a large board may then be accepted wrongly, never refused
        wrongly.
        """
        visited_boards = set(boards)
        while boards and len(visited_boards) < MAX_RETRACTED_BOARDS:
            x, o = board = boards.pop()
            if not x | o:
                return True
            earlier_boards = [(x & ~top, o & ~top) for top in self._last_discs(board)]
            boards += [earlier for earlier in earlier_boards if earlier not in visited_boards]
            visited_boards.update(earlier_boards)
        return bool(boards)

    def _column_masks(self) -> Sequence[tuple[int, int]]:
        return list(zip(self._columns, self._bottom_squares, strict=True))

    def _has_line(self, discs: int) -> bool:
        for shifts in self._line_shifts:
            squares = discs
            for shift in shifts:
                squares &= squares >> shift
            if squares:
                return True
        return False

    def _find_line_starts(self, squares: int, shift: int) -> int:
        """The squares at which a row of k begins in one direction. Shifts double, so k takes log₂ k of them."""
        for step in self._run_steps:
            squares &= squares >> step * shift
        return squares

    def _centre_first(self, _state: Board, moves: Sequence[int]) -> list[int]:
        return sorted(moves, key=lambda column: (abs(2 * column - self.columns + 1), column))


_FORM = "connect4[:5,4,4]"
ENTRY = GameEntry(
    name="connect4",
    make=lambda text: ConnectFour(**parse_whole_numbers(_FORM, text, "columns rows in_a_row")),
    form=_FORM,
    summary="Connect Four: columns, rows, in a row (7,6,4); own order: centre-first",
    parameters=(
        Parameter("columns", "columns of the board", "7", 1, MAX_BOARD_SIDE),
        Parameter("rows", "rows", "6", 1, MAX_BOARD_SIDE),
        Parameter("in_a_row", "discs in a row that win; no more than fit", "4", 2),
    ),
    test_specs=("connect4:3,3,3", "connect4:2,3,2", "connect4"),
    demo_search=DemoSearch("connect4:5,4,4", 14_679, depth=8),
)
