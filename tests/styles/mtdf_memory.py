"""MTD(f) as on the Wikipedia page, over an alpha-beta with memory that stores two bounds."""
INFINITY = float('inf')


class Node:
    def __init__(self, heaps, player):
        self.heaps, self.player = heaps, player

    def children(self):
        for i, heap in enumerate(self.heaps):
            for left in range(heap):
                heaps = list(self.heaps)
                heaps[i] = left
                yield Node(tuple(sorted(heaps)), not self.player)

    def is_leaf(self):
        return not any(self.heaps)

    def value(self):
        score = sum(self.heaps) * 7 % 5 - 2
        if self.is_leaf():
            return -50 if self.player else 50
        return score if self.player else -score


class Memory:
    def __init__(self):
        self.lower, self.upper = {}, {}


def alpha_beta_with_memory(node, alpha, beta, depth, memory):
    key = (node.heaps, node.player, depth)
    if key in memory.lower and memory.lower[key] >= beta:
        return memory.lower[key]
    if key in memory.upper and memory.upper[key] <= alpha:
        return memory.upper[key]
    if key in memory.lower:
        alpha = max(alpha, memory.lower[key])
    if key in memory.upper:
        beta = min(beta, memory.upper[key])
    if depth == 0 or node.is_leaf():
        g = node.value()
    elif node.player:
        g, a = -INFINITY, alpha
        for child in node.children():
            g = max(g, alpha_beta_with_memory(child, a, beta, depth - 1, memory))
            a = max(a, g)
            if g >= beta:
                break
    else:
        g, b = INFINITY, beta
        for child in node.children():
            g = min(g, alpha_beta_with_memory(child, alpha, b, depth - 1, memory))
            b = min(b, g)
            if g <= alpha:
                break
    if g <= alpha:
        memory.upper[key] = g
    elif g >= beta:
        memory.lower[key] = g
    else:
        memory.upper[key] = memory.lower[key] = g
    return g


def mtdf(root, f, d, memory):
    g = f
    upper_bound = INFINITY
    lower_bound = -INFINITY
    while lower_bound < upper_bound:
        beta = max(g, lower_bound + 1)
        g = alpha_beta_with_memory(root, beta - 1, beta, d, memory)
        if g < beta:
            upper_bound = g
        else:
            lower_bound = g
    return g


print(mtdf(Node((2, 3, 4), True), 0, 5, Memory()))
