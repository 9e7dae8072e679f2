"""Chess, by the rules of python-chess (`chess.Board`). White is MAX.

Draws are those that the laws of chess make without a claim: stalemate, insufficient material, and 75 moves of each
player without a capture or a pawn's move. A position is without its history, so a search knows no repetition; a game
that is played is drawn when a position came up for the fifth time.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from copy import copy
from functools import lru_cache
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.adapters.position import Named, Position, require
from tracer.games.board import Board, Squares
from tracer.games.entry import Entry, Offer, Parameter
from tracer.games.rules import MAX, MIN, BuiltIn, Turn
from tracer.text import clean

MATE = 1_000
"""The value of a checkmate, however many moves it takes: more than all the material that a board holds."""
DRAWN = 150
"""Plies without a capture or a pawn's move after which a game is drawn."""
REPEATED = 5
"""How often a position comes up until a game is drawn without a claim."""
CLAIMED = 99
"""Such plies after which a player may claim a draw, with the next move at the latest."""
COUNTED = 100
"""Such plies from which their number tells positions apart: a search of fewer than 50 plies sees no difference."""


class Chess(BuiltIn):
    """Chess from a position in Forsyth–Edwards notation; None is the start of a game.

    Raises:
        PlyscopeError: the text is no such position, or python-chess is missing.
    """

    names_by_position = True
    cost = 50

    def __init__(self, fen: str | None = None) -> None:
        self._chess = require("chess", "chess")
        pieces = self._chess
        self._worth = [(pieces.PAWN, 1), (pieces.KNIGHT, 3), (pieces.BISHOP, 3), (pieces.ROOK, 5), (pieces.QUEEN, 9)]
        self._legal = lru_cache(1 << 14)(self._legal_moves)
        self._draws = True
        self.orders = {"captures-first": self._captures_first}
        try:
            self._start = self._position(pieces.Board()) if fen is None else self.parse(fen)
        except ValueError as error:
            raise PlyscopeError(f"chess: {error}") from error
        self.spec = "chess" if fen is None else f"chess:{self._start}"

    def adopt(self, value: Any) -> Position | None:
        """A position of the game, from a `chess.Board`: a copy of it without its history."""
        if isinstance(value, Position):
            return value
        return self._position(value.copy(stack=False)) if isinstance(value, self._chess.Board) else None

    def _position(self, board: Any) -> Position:
        passing = board.ep_square if board.has_legal_en_passant() else None
        stones = board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings
        idle = max(board.halfmove_clock - COUNTED, 0)
        key: Hashable = (*stones, board.occupied_co[True], board.turn, board.clean_castling_rights(), passing, idle)
        return ChessPosition(key, board)

    def start(self) -> Position:
        """The given position."""
        return self._start

    def turn(self, state: Position) -> Turn:
        """White is MAX."""
        return MAX if state.held.turn else MIN

    def utility(self, state: Position) -> float | None:
        """−1000 for the side that is mated, 0 where the game is drawn without a claim."""
        board = state.held
        if not any(board.generate_legal_moves()):
            return -MATE * self.turn(state) if board.is_check() else 0
        return 0 if self._draws and _is_drawn(board) else None

    def playing_on(self) -> Chess:
        """The same game, which insufficient material and 75 moves do not end: not every program has these rules."""
        other = copy(self)
        other._draws = False
        return other

    def ended_by_history(self, states: Sequence[Position]) -> float | None:
        """0 where the last position came up for the fifth time: with the same player to move, and the same rights."""
        *_, now = states
        return 0 if sum(_without_clock(one) == _without_clock(now) for one in states) >= REPEATED else None

    def claimable(self, states: Sequence[Position]) -> float | None:
        """0 where fifty moves were made without a capture or a pawn's move, or the position came up before."""
        *before, now = states
        repeated = any(_without_clock(one) == _without_clock(now) for one in before)
        return 0 if now.held.halfmove_clock >= CLAIMED or repeated else None

    def evaluate(self, state: Position) -> float:
        """White's material less Black's, in pawns: pawn 1, knight and bishop 3, rook 5, queen 9."""
        board = state.held
        total: float = sum(
            worth * (board.pieces_mask(piece, True).bit_count() - board.pieces_mask(piece, False).bit_count())
            for piece, worth in self._worth
        )
        return total

    def moves(self, state: Position) -> Sequence[Named]:
        """The legal moves, sorted as UCI writes them, so that no version of python-chess can change their order."""
        return self._legal(state)

    def _legal_moves(self, state: Position) -> tuple[Named, ...]:
        board = state.held
        return tuple(Named(move.uci(), board.san(move)) for move in sorted(board.legal_moves, key=lambda m: m.uci()))

    def mobility(self, state: Position) -> int:
        """How many legal moves there are, also where the game is drawn by rule; quicker than to name them."""
        return int(state.held.legal_moves.count())

    def children(self, state: Position) -> list[Position]:
        """The positions after all legal moves, also where the game is drawn by rule; names are not asked for."""
        board, found = state.held, list[Position]()
        for move in board.generate_legal_moves():
            after = board.copy(stack=False)
            after.push(move)
            after.clear_stack()
            found.append(self._position(after))
        return found

    def play(self, state: Position, move: Named) -> Position:
        """The position after a legal move."""
        board = state.held.copy(stack=False)
        board.push(self._chess.Move.from_uci(move.move))
        board.clear_stack()
        return self._position(board)

    def null(self, state: Position) -> Position | None:
        """The position in which the player to move has passed; None in check, where nobody may."""
        if state.held.is_check():
            return None
        board = state.held.copy(stack=False)
        board.push(self._chess.Move.null())
        board.clear_stack()
        return self._position(board)

    def noisy(self, state: Position, move: Named) -> bool:
        """Whether it captures, promotes or gives check."""
        board, made = state.held, self._chess.Move.from_uci(move.move)
        return bool(made.promotion) or board.is_capture(made) or board.gives_check(made)

    def _captures_first(self, state: Position, moves: Sequence[Named]) -> list[Named]:
        """Captures before quiet moves, otherwise as they were."""
        board, read = state.held, self._chess.Move.from_uci
        return sorted(moves, key=lambda move: not board.is_capture(read(move.move)))

    def label(self, move: Named) -> str:
        """The move in standard algebraic notation, such as `Nf3` or `exd8=Q#`."""
        return move.text

    def read_move(self, state: Position, text: str) -> Named | None:
        """The move that a text means: in algebraic notation with or without `+` and `#`, or as UCI writes it."""
        board = state.held
        for read in (board.parse_san, board.parse_uci):
            try:
                made = read(text)
            except ValueError:
                continue
            return next((move for move in self.moves(state) if move.move == made.uci()), None)
        return None

    def show(self, state: Position) -> str:
        """Eight rows of letters, White's pieces in capitals, the eighth rank on top; `.` is an empty square."""
        return str(state.held).replace(" ", "")

    def board(self, state: Position) -> Board:
        """The pieces on light and dark squares."""
        held, chess = state.held, self._chess
        rows = [[held.piece_at(chess.square(file, rank)) for file in range(8)] for rank in reversed(range(8))]
        return Board(tuple(tuple(p.unicode_symbol() if p else "" for p in row) for row in rows), Squares.CHEQUERED)

    def parse(self, text: str) -> Position:
        """Read Forsyth–Edwards notation, or what `show` writes with `/` or new lines between the rows.

        What stands behind the board may be left out from the right: White moves, nobody castles.

        Raises:
            ValueError: the text is no position that may occur in a game.
        """
        rows, _, rest = re.sub(r"\s*\n\s*", "/", text.strip()).partition(" ")
        fen = re.sub(r"\.+", lambda empty: str(len(empty[0])), rows)
        fields = rest.split()
        try:
            board = self._chess.Board(" ".join([fen, *fields, *["w", "-", "-", "0", "1"][len(fields) :]]))
        except ValueError as error:
            raise ValueError(f"a position is written as FEN, not {clean(text, 80)!r}: {clean(str(error))}") from error
        if not board.is_valid():
            problem = ", ".join(
                one.name.replace("_", " ").lower() for one in self._chess.Status if one & board.status()
            )
            raise ValueError(f"no game leads to the position {clean(text, 80)!r}: {problem}")
        return self._position(board)


def _without_clock(state: Position) -> Hashable:
    """What two positions have in common of which one repeats the other."""
    said: tuple[Hashable, ...] = state.key  # type: ignore[assignment]
    return said[:-1]


def _is_drawn(board: Any) -> bool:
    """Whether the laws of chess end a game in which there are moves left."""
    return bool(board.halfmove_clock >= DRAWN or board.is_insufficient_material())


class ChessPosition(Position):
    """A position that is written as FEN."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(self.held.fen())


def of_board(board: Any) -> Chess:
    """Chess from the position of a `chess.Board`.

    Raises:
        PlyscopeError: it is a board of a variant, or of no position that may occur.
    """
    if board.chess960 or board.uci_variant != "chess":
        what = "Chess960" if board.chess960 else str(board.uci_variant)
        raise PlyscopeError(f"chess: the board is one of {clean(what)}, whose rules plyscope does not know")
    fen = board.fen()
    return Chess(None if fen == board.starting_fen else fen)


ENTRY = Entry(
    name="chess",
    make=lambda text: Chess(text or None),
    form="chess[:FEN]",
    summary="Chess, with material as evaluation; own order: captures-first (extra: chess)",
    parameters=(
        Parameter("FEN", "the position from which it is searched, in Forsyth–Edwards notation", "the start of a game"),
    ),
    small=("chess:8/8/8/8/8/5k2/6p1/6K1 b - - 0 1", "chess"),
    offer=Offer("chess", 546, depth=3),
    needs="chess",
)
