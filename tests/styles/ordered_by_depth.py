class AI:
    def kids(self, s):
        return [(s * 5 + k * 7) % 101 for k in (1, 2, 3, 4)]

    def ab(self, s, depth, alpha, beta, maximizing):
        if depth == 0:
            return (s * s) % 37 - 18
        ks = self.kids(s)
        if depth >= 3:  # the best first, by a shallow search
            ks.sort(
                key=lambda t: self.ab(t, depth - 3, float("-inf"), float("inf"), not maximizing), reverse=maximizing
            )
        if maximizing:
            v = float("-inf")
            for t in ks:
                v = max(v, self.ab(t, depth - 1, alpha, beta, False))
                alpha = max(alpha, v)
                if alpha >= beta:
                    break
            return v
        v = float("inf")
        for t in ks:
            v = min(v, self.ab(t, depth - 1, alpha, beta, True))
            beta = min(beta, v)
            if beta <= alpha:
                break
        return v


print(AI().ab(17, 5, float("-inf"), float("inf"), True))
