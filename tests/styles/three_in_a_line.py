"""Three in a line on a strip: a win is returned as soon as a reply is known to lose."""


def wins(board, player):
    opponent = "AB"["BA".index(player)]
    for i, c in enumerate(board):
        if c == ".":
            new = board[:i] + player + board[i + 1:]
            if player * 3 in new: return 1
            if wins(new, opponent) == -1: return 1
    if "." not in board: return 0
    best = -1
    for i, c in enumerate(board):
        if c == ".":
            if wins(board[:i] + player + board[i + 1:], opponent) == 0: best = 0
    return best


print(wins(".....", "A"))
