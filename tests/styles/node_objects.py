class Node:
    count = 0
    def __init__(self, label, payoff=None, kids=()):
        self.label, self.payoff, self.kids = label, payoff, list(kids)
        self.value = None
        self.favourite = None

    def evaluate(self, maximise=True):
        Node.count += 1
        if not self.kids:
            self.value = self.payoff
            return self.value
        best = None
        for kid in self.kids:
            v = kid.evaluate(not maximise)
            if best is None or (v > best if maximise else v < best):
                best = v
                self.favourite = kid
        self.value = best
        return best

def leaf(l, p):
    return Node(l, p)

tree = Node("root", kids=[
    Node("a", kids=[leaf("a1", 3), leaf("a2", 17), Node("a3", kids=[leaf("a3x", 2), leaf("a3y", 12)])]),
    Node("b", kids=[leaf("b1", 15), Node("b2", kids=[leaf("b2x", 25), leaf("b2y", 0)])]),
    Node("c", kids=[Node("c1", kids=[leaf("c1x", 2), leaf("c1y", 5)]), leaf("c2", 3)]),
])
print(tree.evaluate(), tree.favourite.label, Node.count)
