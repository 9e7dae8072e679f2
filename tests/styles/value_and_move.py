def alphabeta(position, depth, alpha, beta, maximizing):
    children = sorted(position.get("next", {}).items())
    if depth == 0 or not children:
        return position["worth"], ""
    choice = ""
    if maximizing:
        value = -1000
        for name, child in children:
            v, _ = alphabeta(child, depth - 1, alpha, beta, False)
            if v > value:
                value, choice = v, name
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = 1000
        for name, child in children:
            v, _ = alphabeta(child, depth - 1, alpha, beta, True)
            if v < value:
                value, choice = v, name
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value, choice


def grow(seed, levels):
    """A tree of dictionaries with numbers that look random."""
    node = {"worth": seed * 7919 % 101 - 50}
    if levels:
        node["next"] = {"abc"[k]: grow(seed * 3 + k + 1, levels - 1) for k in range(3)}
    return node


print(alphabeta(grow(5, 4), 4, -1000, 1000, True))
