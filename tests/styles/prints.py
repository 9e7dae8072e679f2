def show(indent, *what):
    print("   " * indent, *what)


def minimax(node, depth=0, is_max=True):
    show(depth, "MAX" if is_max else "MIN", node)
    if isinstance(node, int):
        show(depth, "leaf ->", node)
        return node
    best = None
    for child in node:
        val = minimax(child, depth + 1, not is_max)
        if best is None or is_max and val > best or not is_max and val < best:
            best = val
            show(depth, "new best", best)
    show(depth, "return", best)
    return best


print("answer:", minimax([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
