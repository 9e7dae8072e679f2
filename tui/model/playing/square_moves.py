"""From squares to moves, for any game: a move touches the squares that it changes.

What only says who moves, or changes with every move as a number of plies does, is no square of a move.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.games.board import Board, draw_board
from tracer.games.rules import AnyGame, Turn, blame, optional
from tracer.playing.match import Match

MAX_LEGAL_MOVES = 1_000
"""Legal moves at most whose squares are looked for: each takes a board of its own."""
SAMPLED_PLIES = 16
"""Plies, and moves of a position, by which it is learned where only the mover stands."""
Square = tuple[int, int]
"""Row from the top and column from the left, counted from 0."""


class SquareChoice(NamedTuple):
    """What squares that were chosen lead to."""

    move: str | None = None
    """The one move that they mean; None where that is still open."""
    possible_moves: tuple[str, ...] = ()
    """The moves that they may become."""
    chosen_squares: tuple[Square, ...] = ()
    """The squares that are chosen from now on."""
    is_ambiguous: bool = False
    """Whether several moves touch just these squares, as promotions do: one of them is to be named."""


@dataclass(frozen=True)
class SquareMoves:
    """Which squares each legal move of a position changes."""

    board: Board
    squares_of_move: Mapping[str, frozenset[Square]]
    """By the label of a move, the squares that it changes."""
    is_dropping: bool = False
    """Whether a whole column stands for the move in it, as where discs fall."""
    is_nested: bool = False
    """Whether a square means the move that changes fewest squares beside it, as where counters are taken from the end
    of a row."""
    carrying_moves: Collection[str] = ()
    """The moves that carry a piece from a square to another: both are to be chosen."""

    def moves_meant_by(self, square: Square) -> tuple[str, ...]:
        """The moves that a square may mean where none is chosen yet."""
        if self.is_dropping and not any(square in squares for squares in self.squares_of_move.values()):
            column = [
                name
                for name, squares in self.squares_of_move.items()
                if {touched_column for _, touched_column in squares} == {square[1]}
            ]
            return tuple(column) if len(column) == 1 else ()
        return self._moves_covering({square})

    def choose_square(self, square: Square, chosen: Collection[Square] = ()) -> SquareChoice:
        """What it leads to that a square is chosen beside others.

        A move that touches just these squares is meant; else the only one that touches them and more, where it carries
        no piece or there are two of them. A square that goes with none of the others begins anew, or takes itself back.
        """
        if square in chosen:
            return SquareChoice()
        squares = {*chosen, square}
        candidates = self._moves_covering(squares)
        if self.is_nested and candidates:
            return SquareChoice(min(candidates, key=lambda name: len(self.squares_of_move[name])))
        exact_moves = [name for name in candidates if self.squares_of_move[name] == squares]
        if len(exact_moves) == 1 or (
            len(candidates) == 1 and (len(squares) > 1 or candidates[0] not in self.carrying_moves)
        ):
            return SquareChoice((exact_moves or list(candidates))[0])
        if exact_moves:
            return SquareChoice(possible_moves=tuple(exact_moves), is_ambiguous=True)
        if candidates:
            return SquareChoice(possible_moves=candidates, chosen_squares=(*chosen, square))
        if chosen:
            return self.choose_square(square)
        dropped_moves = self.moves_meant_by(square)
        return SquareChoice(dropped_moves[0]) if dropped_moves else SquareChoice()

    def _moves_covering(self, squares: set[Square]) -> tuple[str, ...]:
        return tuple(name for name, touched in self.squares_of_move.items() if touched >= squares)


def starting_square_moves(game: AnyGame) -> SquareMoves | None:
    """Return what squares mean at the start of a game, which holds ever after; None as in `square_moves_of`."""
    try:
        with blame(game):
            match = Match(game)
            return square_moves_of(match, match.legal)
    except PlyscopeError:
        return None


def is_dropping_game(square_moves: SquareMoves | None) -> bool:
    """Whether a column means a move: in the beginning each changes one square, and no two in one column."""
    if (
        square_moves is None
        or square_moves.board.rows < 2
        or any(len(squares) != 1 for squares in square_moves.squares_of_move.values())
    ):
        return False
    columns = [column for squares in square_moves.squares_of_move.values() for _, column in squares]
    return len(columns) == len(set(columns))


def is_nested_game(square_moves: SquareMoves | None) -> bool:
    """Whether moves lie within one another: in the beginning some do, and no two only meet."""
    sets_of_squares = (
        []
        if square_moves is None
        else sorted(set(square_moves.squares_of_move.values()), key=lambda squares: (len(squares), *squares))
    )
    if not sets_of_squares or len(sets_of_squares[-1]) == 1:
        return False
    set_over_square: dict[Square, frozenset[Square]] = {}
    for squares in sets_of_squares:  # the smaller ones first: each one before is inside, or elsewhere
        if any(not set_over_square.get(square, squares) <= squares for square in squares):
            return False
        set_over_square |= dict.fromkeys(squares, squares)
    return sum(map(len, sets_of_squares)) > len(set_over_square)


def square_moves_of(
    match: Match, legal: Mapping[str, Hashable], *, is_dropping: bool = False, is_nested: bool = False
) -> SquareMoves | None:
    """What the squares of a position mean; None where its moves are no changes of a board.

    So it is where the game draws no board and its text has one line, where a move changes nothing that is seen, and
    where there are very many moves.
    """
    game = match.game
    try:
        current_board = draw_board(game, match.state)
        if (
            not current_board.rows
            or len(legal) > MAX_LEGAL_MOVES
            or (current_board.rows < 2 and optional(game, "board") is None)
        ):
            return None
        effects = {label: _effect_of(match, move, current_board) for label, move in legal.items()}
        carrying_moves = [
            label for label, effect in effects.items() if _carries_piece(current_board, effect.board_after)
        ]
        idle_squares = _idle_squares(game, list(effects.values()), has_carries=bool(carrying_moves))
    except PlyscopeError:
        return None
    squares_of_move = {
        label: effect.board_after.last - idle_squares or effect.board_after.last for label, effect in effects.items()
    }
    if all(squares_of_move.values()):
        return SquareMoves(current_board, squares_of_move, is_dropping, is_nested, carrying_moves)
    return None


class _MoveEffect(NamedTuple):
    """What comes of a move."""

    board_after: Board
    """The board after it, and what it changed there."""
    passes_turn: bool | None
    """Whether another one moves then; None where nobody does."""


def _effect_of(match: Match, move: Hashable, current_board: Board) -> _MoveEffect:
    game = match.game
    with blame(game):
        next_state = game.play(match.state, move)
        passes_turn = game.turn(next_state) != match.turn if game.utility(next_state) is None else None
    return _MoveEffect(draw_board(game, next_state).after(current_board), passes_turn)


def _carries_piece(current_board: Board, board_after: Board) -> bool:
    """Whether what stood on a square stands on another one after a move."""
    changed_squares = sorted(board_after.last)
    earlier_squares = {
        current_board.cells[row][column]: (row, column)
        for row, column in changed_squares
        if current_board.cells[row][column]
    }
    return any(
        earlier_squares.get(board_after.cells[row][column], (row, column)) != (row, column)
        for row, column in changed_squares
    )


def _idle_squares(game: AnyGame, effects: Sequence[_MoveEffect], *, has_carries: bool) -> frozenset[Square]:
    changed_squares = {square for effect in effects for square in effect.board_after.last}
    always_changed = {
        square
        for square in changed_squares
        if len(effects) > 1 and all(square in effect.board_after.last for effect in effects)
    }
    changed_with_turn = {
        square
        for square in changed_squares
        if all(
            (square in effect.board_after.last) == effect.passes_turn
            for effect in effects
            if effect.passes_turn is not None
        )
    }
    return frozenset(
        (set() if has_carries else always_changed) | (changed_with_turn and changed_with_turn & _mover_squares(game))
    )


def _mover_squares(game: AnyGame) -> set[Square]:
    """The squares on which nothing but who moves stands, as far as the beginning of a game shows it."""
    texts_by_square: dict[Square, dict[Turn, set[str]]] = {}
    for turn, board_ in _opening_positions(game):
        for row, cells in enumerate(board_.cells):
            for column, cell in enumerate(cells):
                texts_by_square.setdefault((row, column), {}).setdefault(turn, set()).add(cell)
    return {
        square
        for square, texts in texts_by_square.items()
        if len(texts) > 1
        and all(len(texts_of_turn) == 1 for texts_of_turn in texts.values())
        and len(set.union(*texts.values())) > 1
    }


def _opening_positions(game: AnyGame) -> list[tuple[Turn, Board]]:
    """Positions of the beginning of a game, each with who moves: the first ones, and those of a line of moves."""
    positions = list[tuple[Turn, Board]]()
    with blame(game):
        state = game.start()
        for ply in range(SAMPLED_PLIES):
            if game.utility(state) is not None:
                break
            positions.append((Turn(game.turn(state)), draw_board(game, state)))
            moves = list(game.moves(state))
            for move in moves[:SAMPLED_PLIES] if ply < 2 else ():
                next_state = game.play(state, move)
                if game.utility(next_state) is None:
                    positions.append((Turn(game.turn(next_state)), draw_board(game, next_state)))
            state = game.play(state, moves[ply * 7 % len(moves)])
    return positions
