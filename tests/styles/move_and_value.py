# returns a pair: which move, and how good it is
def ends(row):
    if row:
        yield "left", row[0], row[1:]
    if len(row) > 1:
        yield "right", row[-1], row[:-1]


def minimax(row, taken, maximizing):
    """Coins in a row; the value is how much more the first player gets."""
    if not row:
        return None, taken
    best_move = None
    best = float("-inf") if maximizing else float("inf")
    for name, coin, rest in ends(row):
        _, v = minimax(rest, taken + (coin if maximizing else -coin), not maximizing)
        if maximizing and v > best or not maximizing and v < best:
            best_move, best = name, v
    return best_move, best


if __name__ == "__main__":
    move, value = minimax((8, 15, 3, 7, 10, 2), 0, True)
    print(f"take the {move} coin: {value:+d}")
