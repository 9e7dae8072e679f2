"""A small chess engine on python-chess: negamax, null move, late move reductions, quiescence, mate scores."""
import chess

MATE = 100000
WORTH = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}
count = 0


def evaluate(board):
    score = 0
    for square, piece in board.piece_map().items():
        value = WORTH[piece.piece_type] + (chess.square_rank(square) if piece.color else 7 - chess.square_rank(square))
        score += value if piece.color else -value
    return score if board.turn else -score


def ordered(board):
    return sorted(board.legal_moves, key=lambda m: (not board.is_capture(m), m.uci()))


def quiescence(board, alpha, beta):
    global count
    count += 1
    stand_pat = evaluate(board)
    if stand_pat >= beta:
        return beta
    if stand_pat > alpha:
        alpha = stand_pat
    for move in ordered(board):
        if not board.is_capture(move):
            continue
        board.push(move)
        score = -quiescence(board, -beta, -alpha)
        board.pop()
        if score >= beta:
            return beta
        if score > alpha:
            alpha = score
    return alpha


def negamax(board, depth, ply, alpha, beta, null=True):
    global count
    if board.is_checkmate():
        count += 1
        return -MATE + ply
    if board.is_stalemate():
        count += 1
        return 0
    if depth <= 0:
        return quiescence(board, alpha, beta)
    count += 1
    if null and not board.is_check() and depth >= 3:
        board.push(chess.Move.null())
        score = -negamax(board, depth - 3, ply + 1, -beta, -beta + 1, False)
        board.pop()
        if score >= beta:
            return beta
    for number, move in enumerate(ordered(board)):
        quiet = not board.is_capture(move)
        board.push(move)
        if number >= 4 and depth >= 3 and quiet and not board.is_check():
            score = -negamax(board, depth - 2, ply + 1, -alpha - 1, -alpha)
            if score > alpha:
                score = -negamax(board, depth - 1, ply + 1, -beta, -alpha)
        else:
            score = -negamax(board, depth - 1, ply + 1, -beta, -alpha)
        board.pop()
        if score >= beta:
            return beta
        if score > alpha:
            alpha = score
    return alpha


board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
print(negamax(board, 4, 0, -MATE, MATE), count)
