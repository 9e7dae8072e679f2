"""A gambling game. Expectiminimax over (probability, outcome) pairs."""


class Node:
    def __init__(self, gold, thief, turn, spun=None):
        self.gold, self.thief, self.turn, self.spun = gold, thief, turn, spun

    def outcomes(self):
        return [(0.5, 1), (0.3, 2), (0.2, 4)]

    def is_chance(self):
        return self.spun is None

    def spin(self, n):
        return Node(self.gold, self.thief, self.turn, n)

    def children(self):
        n = self.spun
        if self.turn == 'hero':
            return [Node(self.gold + n, self.thief, 'thief'), Node(self.gold + 2, max(0, self.thief - n), 'thief')]
        return [Node(max(0, self.gold - n), self.thief + 1, 'hero'), Node(self.gold, self.thief + n, 'hero')]

    def value(self):
        return 3 * self.gold - 2 * self.thief


def expectiminimax(node, depth):
    if depth == 0:
        return node.value()
    if node.is_chance():
        value = 0
        for probability, n in node.outcomes():
            value += probability * expectiminimax(node.spin(n), depth - 1)
        return value
    if node.turn == 'hero':
        return max(expectiminimax(child, depth - 1) for child in node.children())
    return min(expectiminimax(child, depth - 1) for child in node.children())


print(expectiminimax(Node(3, 1, 'hero'), 6))
