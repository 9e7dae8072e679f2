"""Alpha-beta from the middle of a game of tic-tac-toe: a list of squares, made and undone."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def won(board: list[str], mark: str) -> bool:
    """Whether a player has three in a row."""
    return any(all(board[square] == mark for square in line) for line in LINES)


def alphabeta(board: list[str], is_max: bool, alpha: int, beta: int) -> int:
    """The value of the board: 1 for a win of X, -1 for one of O."""
    if won(board, "X") or won(board, "O") or " " not in board:
        return won(board, "X") - won(board, "O")
    best = -9 if is_max else 9
    for square in range(9):
        if board[square] != " ":
            continue
        board[square] = "X" if is_max else "O"
        value = alphabeta(board, not is_max, alpha, beta)
        board[square] = " "
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


if __name__ == "__main__":
    print("value", alphabeta(list("X O O   X"), True, -9, 9))
