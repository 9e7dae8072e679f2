"""Searches of captures alone, by python-chess: what they leave out is no mistake, and what they have to make is one."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from tracer.attaching.attach_functions import attach
from tracer.diagnosis.examination import check
from tracer.lines.reading import read_lines

chess = pytest.importorskip("chess")


def test_a_search_of_captures_forgets_no_move_whose_name_is_written_as_uci_does() -> None:
    board = chess.Board("k7/8/8/3p4/4P3/8/8/K7 w - - 0 1")
    rows: list[dict[str, Any]] = [{"plyscope": 1, "game": f"chess:{board.fen()}"}]

    def visit(move: Any, depth: int) -> int:
        rows.append({"enter": move and move.uci(), "turn": "MAX" if board.turn else "MIN"})
        moves = [one for one in board.legal_moves if depth > 0 or board.is_capture(one)]
        values = [] if moves else [len(board.pieces(chess.PAWN, True)) - len(board.pieces(chess.PAWN, False))]
        for one in moves:
            board.push(one)
            values.append(visit(one, depth - 1))
            board.pop()
        rows.append({"leave": max(values) if board.turn else min(values)})
        return int(rows[-1]["leave"])

    visit(None, 3)
    found = check(read_lines(io.BytesIO("".join(json.dumps(row) + "\n" for row in rows).encode())))
    assert "move-forgotten" not in {finding.disease for finding in found}


@pytest.mark.parametrize("stands", [True, False])
def test_captures_that_have_to_be_made_are_named_by_the_legal_moves_that_were_left(stands: bool) -> None:
    def evaluate(board: Any) -> int:
        worth = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.KING: 0}
        pieces = board.piece_map().values()
        return sum(worth[one.piece_type] * (1 if one.color == board.turn else -1) for one in pieces)

    def quiesce(board: Any, alpha: int, beta: int) -> int:
        captures = [move for move in board.legal_moves if board.is_capture(move)]
        best = evaluate(board) if stands or not captures else -100
        if best >= beta or not captures:
            return best
        alpha = max(alpha, best)
        for move in captures:
            board.push(move)
            best = max(best, -quiesce(board, -beta, -alpha))
            board.pop()
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def negamax(board: Any, depth: int, alpha: int, beta: int) -> int:
        if depth == 0:
            return quiesce(board, alpha, beta)
        best = -100
        for move in list(board.legal_moves):
            board.push(move)
            best = max(best, -negamax(board, depth - 1, -beta, -alpha))
            board.pop()
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    with attach(negamax, quiesce) as recording:
        negamax(chess.Board("r3k3/1p3p2/8/3N4/8/2b5/PP3P2/3RK3 w - - 0 1"), 2, -100, 100)
    assert {finding.disease for finding in check(recording.trace)} == (set() if stands else {"no-stand-pat"})
