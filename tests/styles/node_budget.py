"""Iterative deepening that is given up when its nodes are spent: calls then return at once."""


class Bot:
    def __init__(self, budget):
        self.budget, self.nodes, self.stop = budget, 0, False

    def negamax(self, state, depth, alpha, beta, color, first=None):
        self.nodes += 1
        if self.nodes >= self.budget:
            self.stop = True
        if self.stop:
            return 0, None
        if depth == 0:
            return color * ((state * 13) % 41 - 20), None
        best, best_move = -1000, None
        children = [(move, (state * 3 + move * 11 + 1) % 97) for move in range(3)]
        children.sort(key=lambda child: child[0] != first)
        for move, after in children:
            value = -self.negamax(after, depth - 1, -beta, -alpha, -color)[0]
            if self.stop:
                return 0, None
            if value > best:
                best, best_move = value, move
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best, best_move

    def think(self, state):
        move = None
        for depth in range(1, 20):
            _, found = self.negamax(state, depth, -1000, 1000, 1, move)
            if self.stop:
                break
            move = found
        return move


print(Bot(900).think(5))
