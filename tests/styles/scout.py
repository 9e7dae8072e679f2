class Position:
    def __init__(self, number=1, ply=0):
        self.number, self.ply = number, ply

    def children(self):
        return [Position(self.number * 3 + k, self.ply + 1) for k in range(3)]

    def evaluation(self):
        return self.number * 16807 % 2039 % 60 - 30


def pvs(position, depth, alpha, beta):
    """Principal variation search: the first move with the full window, the others with a null window."""
    if depth == 0:
        return position.evaluation() * (1 if position.ply % 2 == 0 else -1)
    best = None
    for child in position.children():
        if best is None:
            score = -pvs(child, depth - 1, -beta, -alpha)
        else:
            score = -pvs(child, depth - 1, -alpha - 1, -alpha)
            if alpha < score < beta:
                score = -pvs(child, depth - 1, -beta, -score)
        if best is None or score > best:
            best = score
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


print(pvs(Position(), 5, -1000, 1000))
