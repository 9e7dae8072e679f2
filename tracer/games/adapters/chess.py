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
from tracer.games.adapters.foreign_position import ForeignPosition, NamedMove, import_optional
from tracer.games.board import Board, Squares
from tracer.games.game_entry import DemoSearch, GameEntry, Parameter
from tracer.games.rules import MAX, MIN, BuiltIn, Turn
from tracer.text import clean

MATE = 1_000
"""The value of a checkmate, however many moves it takes: more than all the material that a board holds."""
DRAW_PLIES = 150
"""Plies without a capture or a pawn's move after which a game is drawn."""
DRAW_REPETITIONS = 5
"""How often a position comes up until a game is drawn without a claim."""
CLAIM_PLIES = 99
"""Such plies after which a player may claim a draw, with the next move at the latest."""
UNCOUNTED_PLIES = 100
"""Such plies from which their number tells positions apart: a search of fewer than 50 plies sees no difference."""


class Chess(BuiltIn):
    """Chess from a position in Forsyth–Edwards notation; None is the start of a game.

    Raises:
        PlyscopeError: the text is no such position, or python-chess is missing.
    """

    labels_depend_on_position = True
    cost = 50

    def __init__(self, fen: str | None = None) -> None:
        self._chess = import_optional("chess", "chess")
        chess = self._chess
        self._piece_values = [(chess.PAWN, 1), (chess.KNIGHT, 3), (chess.BISHOP, 3), (chess.ROOK, 5), (chess.QUEEN, 9)]
        self._cached_legal_moves = lru_cache(1 << 14)(self._legal_moves)
        self._has_draw_rules = True
        self.orders = {"captures-first": self._captures_first}
        try:
            self._start = self._position(chess.Board()) if fen is None else self.parse(fen)
        except ValueError as error:
            raise PlyscopeError(f"chess: {error}") from error
        self.spec = "chess" if fen is None else f"chess:{self._start}"

    def adopt(self, value: Any) -> ForeignPosition | None:
        """A position of the game, from a `chess.Board`: a copy of it without its history."""
        if isinstance(value, ForeignPosition):
            return value
        return self._position(value.copy(stack=False)) if isinstance(value, self._chess.Board) else None

    def _position(self, board: Any) -> ForeignPosition:
        en_passant_square = board.ep_square if board.has_legal_en_passant() else None
        stones = board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings
        counted_plies = max(board.halfmove_clock - UNCOUNTED_PLIES, 0)
        key: Hashable = (
            *stones,
            board.occupied_co[True],
            board.turn,
            board.clean_castling_rights(),
            en_passant_square,
            counted_plies,
        )
        return ChessPosition(key, board)

    def start(self) -> ForeignPosition:
        """The given position."""
        return self._start

    def turn(self, state: ForeignPosition) -> Turn:
        """White is MAX."""
        return MAX if state.held.turn else MIN

    def utility(self, state: ForeignPosition) -> float | None:
        """−1000 for the side that is mated, 0 where the game is drawn without a claim."""
        board = state.held
        if not any(board.generate_legal_moves()):
            return -MATE * self.turn(state) if board.is_check() else 0
        return 0 if self._has_draw_rules and _is_drawn(board) else None

    def playing_on(self) -> Chess:
        """The same game, which insufficient material and 75 moves do not end: not every program has these rules."""
        game_without_draws = copy(self)
        game_without_draws._has_draw_rules = False
        return game_without_draws

    def ended_by_history(self, states: Sequence[ForeignPosition]) -> float | None:
        """0 where the last position came up for the fifth time: with the same player to move, and the same rights."""
        *_, last_state = states
        if sum(_key_without_clock(state) == _key_without_clock(last_state) for state in states) >= DRAW_REPETITIONS:
            return 0
        return None

    def claimable(self, states: Sequence[ForeignPosition]) -> float | None:
        """0 where fifty moves were made without a capture or a pawn's move, or the position came up before."""
        *earlier_states, last_state = states
        is_repeated = any(_key_without_clock(state) == _key_without_clock(last_state) for state in earlier_states)
        return 0 if last_state.held.halfmove_clock >= CLAIM_PLIES or is_repeated else None

    def evaluate(self, state: ForeignPosition) -> float:
        """White's material less Black's, in pawns: pawn 1, knight and bishop 3, rook 5, queen 9."""
        board = state.held
        total: float = sum(
            piece_value
            * (board.pieces_mask(piece_type, True).bit_count() - board.pieces_mask(piece_type, False).bit_count())
            for piece_type, piece_value in self._piece_values
        )
        return total

    def moves(self, state: ForeignPosition) -> Sequence[NamedMove]:
        """The legal moves, sorted as UCI writes them, so that no version of python-chess can change their order."""
        return self._cached_legal_moves(state)

    def _legal_moves(self, state: ForeignPosition) -> tuple[NamedMove, ...]:
        board = state.held
        return tuple(
            NamedMove(move.uci(), board.san(move)) for move in sorted(board.legal_moves, key=lambda m: m.uci())
        )

    def mobility(self, state: ForeignPosition) -> int:
        """How many legal moves there are, also where the game is drawn by rule; quicker than to name them."""
        return int(state.held.legal_moves.count())

    def children(self, state: ForeignPosition) -> list[ForeignPosition]:
        """The positions after all legal moves, also where the game is drawn by rule; names are not asked for."""
        board, positions = state.held, list[ForeignPosition]()
        for move in board.generate_legal_moves():
            next_board = board.copy(stack=False)
            next_board.push(move)
            next_board.clear_stack()
            positions.append(self._position(next_board))
        return positions

    def play(self, state: ForeignPosition, move: NamedMove) -> ForeignPosition:
        """The position after a legal move."""
        board = state.held.copy(stack=False)
        board.push(self._chess.Move.from_uci(move.move))
        board.clear_stack()
        return self._position(board)

    def null(self, state: ForeignPosition) -> ForeignPosition | None:
        """The position in which the player to move has passed; None in check, where nobody may."""
        if state.held.is_check():
            return None
        board = state.held.copy(stack=False)
        board.push(self._chess.Move.null())
        board.clear_stack()
        return self._position(board)

    def noisy(self, state: ForeignPosition, move: NamedMove) -> bool:
        """Whether it captures, promotes or gives check."""
        board, chess_move = state.held, self._chess.Move.from_uci(move.move)
        return bool(chess_move.promotion) or board.is_capture(chess_move) or board.gives_check(chess_move)

    def _captures_first(self, state: ForeignPosition, moves: Sequence[NamedMove]) -> list[NamedMove]:
        """Captures before quiet moves, otherwise as they were."""
        board, parse_uci = state.held, self._chess.Move.from_uci
        return sorted(moves, key=lambda move: not board.is_capture(parse_uci(move.move)))

    def label(self, move: NamedMove) -> str:
        """The move in standard algebraic notation, such as `Nf3` or `exd8=Q#`."""
        return move.text

    def read_move(self, state: ForeignPosition, text: str) -> NamedMove | None:
        """The move that a text means: in algebraic notation with or without `+` and `#`, or as UCI writes it."""
        board = state.held
        for parse_text in (board.parse_san, board.parse_uci):
            try:
                chess_move = parse_text(text)
            except ValueError:
                continue
            return next((move for move in self.moves(state) if move.move == chess_move.uci()), None)
        return None

    def show(self, state: ForeignPosition) -> str:
        """Eight rows of letters, White's pieces in capitals, the eighth rank on top; `.` is an empty square."""
        return str(state.held).replace(" ", "")

    def board(self, state: ForeignPosition) -> Board:
        """The pieces on light and dark squares."""
        board, chess = state.held, self._chess
        rows = [[board.piece_at(chess.square(file, rank)) for file in range(8)] for rank in reversed(range(8))]
        return Board(
            tuple(tuple(piece.unicode_symbol() if piece else "" for piece in row) for row in rows), Squares.CHEQUERED
        )

    def parse(self, text: str) -> ForeignPosition:
        """Read Forsyth–Edwards notation, or what `show` writes with `/` or new lines between the rows.

        What stands behind the board may be left out from the right: White moves, nobody castles.
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
                status_flag.name.replace("_", " ").lower()
                for status_flag in self._chess.Status
                if status_flag & board.status()
            )
            raise ValueError(f"no game leads to the position {clean(text, 80)!r}: {problem}")
        return self._position(board)


def _key_without_clock(state: ForeignPosition) -> Hashable:
    """What two positions have in common of which one repeats the other."""
    key: tuple[Hashable, ...] = state.key  # type: ignore[assignment]
    return key[:-1]


def _is_drawn(board: Any) -> bool:
    """Whether the laws of chess end a game in which there are moves left."""
    return bool(board.halfmove_clock >= DRAW_PLIES or board.is_insufficient_material())


class ChessPosition(ForeignPosition):
    """A position that is written as FEN."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(self.held.fen())


def chess_from_board(board: Any) -> Chess:
    """Chess from the position of a `chess.Board`.

    Raises:
        PlyscopeError: it is a board of a variant, or of no position that may occur.
    """
    if board.chess960 or board.uci_variant != "chess":
        variant = "Chess960" if board.chess960 else str(board.uci_variant)
        raise PlyscopeError(f"chess: the board is one of {clean(variant)}, whose rules plyscope does not know")
    fen = board.fen()
    return Chess(None if fen == board.starting_fen else fen)


ENTRY = GameEntry(
    name="chess",
    make=lambda text: Chess(text or None),
    form="chess[:FEN]",
    summary="Chess, with material as evaluation; own order: captures-first (extra: chess)",
    parameters=(
        Parameter("FEN", "the position from which it is searched, in Forsyth–Edwards notation", "the start of a game"),
    ),
    test_specs=("chess:8/8/8/8/8/5k2/6p1/6K1 b - - 0 1", "chess"),
    demo_search=DemoSearch("chess", 546, depth=3),
    needs="chess",
)
