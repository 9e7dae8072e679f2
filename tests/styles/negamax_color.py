# https://en.wikipedia.org/wiki/Negamax
class Node:
    def __init__(self, value, children=()):
        self.value, self.children = value, children

    def is_terminal(self):
        return not self.children


def build(levels, seed):
    if levels == 0:
        return Node(seed * 48271 % 101 - 50)
    return Node(0, [build(levels - 1, seed * 2 + k) for k in range(2 + seed % 2)])


def negamax(node, depth, α, β, color):
    if depth == 0 or node.is_terminal():
        return color * node.value
    value = -float("inf")
    for child in node.children:
        value = max(value, -negamax(child, depth - 1, -β, -α, -color))
        α = max(α, value)
        if α >= β:
            break
    return value


print(negamax(build(5, 1), 5, -float("inf"), +float("inf"), 1))
