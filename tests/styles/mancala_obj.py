from dataclasses import dataclass, field
@dataclass
class Mancala:
    pits: list = field(default_factory=lambda: [2, 2, 1, 0, 2, 2, 1, 0])
    player: int = 0
    def moves(self):
        base = 0 if self.player == 0 else 4
        return [base + i for i in range(3) if self.pits[base + i]]
    def play(self, pit):
        nxt = Mancala(self.pits[:], self.player)
        n, nxt.pits[pit], at = nxt.pits[pit], 0, pit
        skip = 7 if self.player == 0 else 3
        while n:
            at = (at + 1) % 8
            if at != skip:
                nxt.pits[at] += 1
                n -= 1
        if at != (3 if self.player == 0 else 7):
            nxt.player = 1 - self.player
        return nxt
def negamax(state, depth, alpha, beta):
    moves = state.moves()
    if depth == 0 or not moves:
        d = state.pits[3] - state.pits[7]
        return d if state.player == 0 else -d
    best = -99
    for m in moves:
        nxt = state.play(m)
        if nxt.player == state.player:
            v = negamax(nxt, depth - 1, alpha, beta)
        else:
            v = -negamax(nxt, depth - 1, -beta, -alpha)
        best = max(best, v)
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return best
print(negamax(Mancala(), 6, -99, 99))
