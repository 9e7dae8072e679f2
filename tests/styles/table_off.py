class Solver:
    def __init__(self, use_tt=False):
        self.use_tt = use_tt
        self.tt = {}

    def negamax(self, n, depth, alpha, beta):
        if self.use_tt and (n, depth) in self.tt:
            return self.tt[n, depth]
        if n == 0:
            return -10
        if depth == 0:
            return (n * 5) % 9 - 4
        best = -99
        for k in (1, 2, 4):
            if k > n:
                continue
            best = max(best, -self.negamax(n - k, depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        if self.use_tt:
            self.tt[n, depth] = best
        return best


print(Solver().negamax(14, 7, -99, 99))
