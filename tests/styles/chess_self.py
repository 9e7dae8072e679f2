import chess

VALUES = [0, 100, 300, 310, 500, 900, 0]


class Bot:
    def __init__(self, fen):
        self.board = chess.Board(fen)
        self.hits = 0
        self.tt = {}

    def static(self):
        total = 0
        for piece in range(1, 6):
            total += VALUES[piece] * (len(self.board.pieces(piece, True)) - len(self.board.pieces(piece, False)))
        return total if self.board.turn else -total

    def search(self, depth, alpha, beta):
        if self.board.is_game_over():
            return -20000 - depth if self.board.is_checkmate() else 0
        if depth == 0:
            return self.static()
        best = -99999
        for move in self.board.legal_moves:
            self.board.push(move)
            score = -self.search(depth - 1, -beta, -alpha)
            self.board.pop()
            best = max(best, score)
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return best


print(Bot("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1").search(3, -99999, 99999))
