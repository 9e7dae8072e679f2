"""A whole engine for a small board: deepening, aspiration, table, null move, late move reductions, killers, mates."""
import time

N = 4
MATE = 10000
INF = 10 ** 6
EXACT, LOWER, UPPER = range(3)
LINES = []
for r in range(N):
    for c in range(N):
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(r + i * dr, c + i * dc) for i in range(3)]
            if all(0 <= y < N and 0 <= x < N for y, x in line):
                LINES.append([y * N + x for y, x in line])


class Board:
    def __init__(self):
        self.cells = [0] * (N * N)
        self.side = 1

    def push(self, move):
        if move is not None:
            self.cells[move] = self.side
        self.side = -self.side

    def pop(self, move):
        self.side = -self.side
        if move is not None:
            self.cells[move] = 0

    def moves(self):
        return [i for i, cell in enumerate(self.cells) if cell == 0]

    def lost(self):
        return any(all(self.cells[i] == -self.side for i in line) for line in LINES)

    def score(self):
        total = 0
        for line in LINES:
            s = [self.cells[i] for i in line]
            if -1 not in s:
                total += sum(s) ** 2
            if 1 not in s:
                total -= sum(s) ** 2
        return self.side * total

    def key(self):
        return tuple(self.cells), self.side


class Engine:
    def __init__(self, board):
        self.board, self.tt, self.killers, self.nodes = board, {}, {}, 0
        self.stop_at = time.time() + 3600

    def search(self, depth, ply, alpha, beta, can_null=True):
        self.nodes += 1
        if self.nodes % 1024 == 0 and time.time() > self.stop_at:
            raise TimeoutError
        if self.board.lost():
            return -MATE + ply
        moves = self.board.moves()
        if not moves:
            return 0
        if depth <= 0:
            return self.board.score()
        key, alpha0, hash_move = self.board.key(), alpha, None
        if key in self.tt:
            d, flag, value, hash_move = self.tt[key]
            if d >= depth:
                if flag == EXACT or (flag == LOWER and value >= beta) or (flag == UPPER and value <= alpha):
                    return value
        if can_null and depth >= 3 and beta < MATE - 100:
            self.board.push(None)
            score = -self.search(depth - 3, ply + 1, -beta, -beta + 1, False)
            self.board.pop(None)
            if score >= beta:
                return beta
        killer = self.killers.get(ply)
        moves.sort(key=lambda m: (m != hash_move, m != killer))
        best, best_move = -INF, None
        for n, move in enumerate(moves):
            self.board.push(move)
            if n == 0:
                score = -self.search(depth - 1, ply + 1, -beta, -alpha)
            else:
                reduction = 1 if n >= 4 and depth >= 3 else 0
                score = -self.search(depth - 1 - reduction, ply + 1, -alpha - 1, -alpha)
                if reduction and score > alpha:
                    score = -self.search(depth - 1, ply + 1, -alpha - 1, -alpha)
                if alpha < score < beta:
                    score = -self.search(depth - 1, ply + 1, -beta, -alpha)
            self.board.pop(move)
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, score)
            if alpha >= beta:
                self.killers[ply] = move
                break
        flag = UPPER if best <= alpha0 else LOWER if best >= beta else EXACT
        self.tt[key] = depth, flag, best, best_move
        return best

    def go(self, most):
        score, window = 0, 3
        for depth in range(1, most + 1):
            alpha, beta = score - window, score + window
            while True:
                found = self.search(depth, 0, alpha, beta)
                if found <= alpha:
                    alpha = -INF
                elif found >= beta:
                    beta = INF
                else:
                    score = found
                    break
        return score


board = Board()
board.push(5)
board.push(10)
engine = Engine(board)
print(engine.go(4), engine.nodes)
