"""Expectiminimax on a tree of nodes that is built first, by another recursion."""


class Node:
    def __init__(self, kind, kids=(), value=None):
        self.kind, self.kids, self.value = kind, kids, value


def build(depth, seed):
    if depth == 0:
        return Node("leaf", value=seed * 17 % 29)
    kids = [(p, build(depth - 1, seed * 3 + i)) for i, p in enumerate((0.5, 0.3, 0.2))]
    return Node(("max", "chance", "min", "chance")[depth % 4], kids)


def worth(node):
    if node.kind == "leaf":
        return node.value
    if node.kind == "max":
        return max(worth(kid) for _, kid in node.kids)
    if node.kind == "min":
        return min(worth(kid) for _, kid in node.kids)
    return sum(p * worth(kid) for p, kid in node.kids)


print(worth(build(5, 2)))
