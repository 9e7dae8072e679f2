"""What values a child is chosen first: the other player's search, or an evaluation with the same arguments."""


def static(node, depth):
    return (node * 91) % 31 - 15


def maxi(node, depth):
    value = mini if depth > 1 else static
    return max(value(node * 2 + move, depth - 1) for move in range(3))


def mini(node, depth):
    value = maxi if depth > 1 else static
    return min(value(node * 2 + move, depth - 1) for move in range(3))


print(maxi(1, 4))
