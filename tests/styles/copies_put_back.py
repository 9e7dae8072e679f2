"""Two rows of pits: taking a move back puts the copies there that were made before it."""


class Table:
    def __init__(self):
        self.ours, self.theirs, self.side, self.before = [2, 3, 1], [3, 1, 2], 1, []

    def rows(self):
        return (self.ours, self.theirs)[:: self.side]

    def moves(self):
        mine, _ = self.rows()
        return [(pit, chips) for pit in range(3) for chips in range(1, min(3, mine[pit]) + 1)]

    def make(self, move):
        self.before.append((self.ours[:], self.theirs[:]))
        mine, other = self.rows()
        pit, chips = move
        mine[pit] -= chips
        if mine[pit] == 0 and other[pit] > 0:
            other[pit] += 2
        self.side = -self.side

    def unmake(self):
        self.ours, self.theirs = self.before.pop()
        self.side = -self.side


table = Table()


def search(depth, alpha, beta):
    mine, other = table.rows()
    if not any(mine) or not any(other):
        return 50 if not any(mine) else -50
    if depth == 0:
        return sum(other) - sum(mine)
    best = -1000
    for move in table.moves():
        table.make(move)
        score = -search(depth - 1, -beta, -alpha)
        table.unmake()
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


print(search(6, -1000, 1000))
