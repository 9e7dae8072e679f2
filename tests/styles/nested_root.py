# textbook style: everything inside one function, which gives the move back
TREE = {
    "A": ["B", "C", "D"],
    "B": ["e", "f", "g"],
    "C": ["h", "i", "j"],
    "D": ["k", "l", "m"],
}
LEAF = dict(zip("efghijklm", [3, 12, 8, 2, 4, 6, 14, 5, 2]))


def alpha_beta_search(state):
    def max_value(state, alpha, beta):
        if state in LEAF:
            return LEAF[state]
        v = float("-inf")
        for child in TREE[state]:
            v = max(v, min_value(child, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta):
        if state in LEAF:
            return LEAF[state]
        v = float("inf")
        for child in TREE[state]:
            v = min(v, max_value(child, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    best_score, best_child = float("-inf"), None
    for child in TREE[state]:
        v = min_value(child, best_score, float("inf"))
        if v > best_score:
            best_score, best_child = v, child
    return best_child


print(alpha_beta_search("A"))
