# Kalah with three pits each; a last seed in the own store moves again
class K:
    def __init__(self, p=(2, 2, 2, 0, 2, 2, 2, 0), player=0): self.p, self.player = tuple(p), player
    def moves(self): return [i for i in range(self.player * 4, self.player * 4 + 3) if self.p[i]]
    def play(self, i):
        p = list(self.p); n, p[i] = p[i], 0; at = i
        while n:
            at = (at + 1) % 8
            if at == (7 if self.player == 0 else 3): continue
            p[at] += 1; n -= 1
        nxt = self.player if at == (3 if self.player == 0 else 7) else 1 - self.player
        return K(p, nxt)
def negamax(s, depth):
    if depth == 0 or not s.moves():
        d = s.p[3] - s.p[7]
        return d if s.player == 0 else -d
    best = -99
    for m in s.moves():
        c = s.play(m)
        v = negamax(c, depth - 1) if c.player == s.player else -negamax(c, depth - 1)
        best = max(best, v)
    return best


print(negamax(K(), 5))
