"""NegaScout at the root and below, zobrist hashing, a replacement table of fixed size."""
import random

random.seed(5)
Z = [[random.getrandbits(32) for _ in range(3)] for _ in range(12)]
TT = [None] * 512
LINES = [[r * 4 + c + i * d for i in range(3)] for r in range(3) for c in range(2) for d in (1,)] + [[c, c + 4, c + 8] for c in range(4)] + [[0, 5, 10], [1, 6, 11], [2, 5, 8], [3, 6, 9]]


class State:
    def __init__(self):
        self.squares, self.to_move, self.hash = [0] * 12, 1, 0

    def do(self, sq):
        self.squares[sq] = self.to_move
        self.hash ^= Z[sq][self.to_move]
        self.to_move = 3 - self.to_move

    def undo(self, sq):
        self.to_move = 3 - self.to_move
        self.hash ^= Z[sq][self.to_move]
        self.squares[sq] = 0

    def winner(self):
        for line in LINES:
            x = {self.squares[i] for i in line}
            if len(x) == 1 and 0 not in x:
                return x.pop()
        return 0

    def eval(self):
        s = 0
        for line in LINES:
            x = [self.squares[i] for i in line]
            s += (1 not in x) * x.count(2) ** 2 * -1 + (2 not in x) * x.count(1) ** 2
        return s if self.to_move == 1 else -s


def search(state, depth, a, b):
    slot = TT[(state.hash ^ state.to_move) % 512]
    if slot and slot[0] == state.hash and slot[1] >= depth and slot[4] == state.to_move:
        if slot[2] == 0 or (slot[2] > 0 and slot[3] >= b) or (slot[2] < 0 and slot[3] <= a):
            return slot[3]
    if state.winner():
        return -1000 - depth
    todo = [i for i in range(12) if not state.squares[i]]
    if not todo:
        return 0
    if depth == 0:
        return state.eval()
    lo, hi, best = a, b, -10 ** 6
    for n, sq in enumerate(todo):
        state.do(sq)
        t = -search(state, depth - 1, -hi, -lo)
        if n and lo < t < b and depth > 1:
            t = -search(state, depth - 1, -b, -t)
        state.undo(sq)
        best = max(best, t)
        lo = max(lo, t)
        if lo >= b:
            break
        hi = lo + 1
    kind = -1 if best <= a else 1 if best >= b else 0
    TT[(state.hash ^ state.to_move) % 512] = (state.hash, depth, kind, best, state.to_move)
    return best


s = State()
s.do(5)
s.do(6)
print(search(s, 5, -10 ** 6, 10 ** 6))
