"""A function for each kind of node, found in a table by the node's word."""


def leaf(node):
    return node[1]


def best(node):
    return max(RULES[kid[0]](kid) for kid in node[1])


def worst(node):
    return min(RULES[kid[0]](kid) for kid in node[1])


RULES = {"leaf": leaf, "best": best, "worst": worst}


def build(depth, seed):
    if depth == 0 or seed % 7 == 3:
        return ("leaf", seed * 17 % 29)
    return (("best", "worst")[depth % 2], [build(depth - 1, seed * 3 + i) for i in range(3)])


tree = build(4, 1)
print(RULES[tree[0]](tree))
