class Engine:
    def __init__(self, numbers):
        self.left, self.sum, self.history = sorted(numbers), 0, []

    def make(self, n):
        self.left.remove(n)
        self.history.append(n)
        self.sum += n * len(self.history)

    def undo(self):
        n = self.history.pop()
        self.sum -= n * (len(self.history) + 1)
        self.left.append(n)
        self.left.sort()

    def alphabeta(self, alpha, beta, maximizing):
        if not self.left:
            return self.sum % 12
        best = -100 if maximizing else 100
        for n in list(self.left):
            self.make(n)
            value = self.alphabeta(alpha, beta, not maximizing)
            self.undo()
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best


if __name__ == '__main__':
    print(Engine([2, 3, 5, 7, 11]).alphabeta(-100, 100, True))
