"""Three in a row on 4 x 4 with gravity: entries of a table as dataclasses, boards as texts."""

from dataclasses import dataclass

W = H = 4


@dataclass
class Entry:
    depth: int
    value: int
    flag: str


LINES = []
for r in range(H):
    for c in range(W):
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            cells = [(r + k * dr, c + k * dc) for k in range(3)]
            if all(0 <= a < H and 0 <= b < W for a, b in cells):
                LINES.append([a * W + b for a, b in cells])


def drop(board, col, mark):
    for r in range(H):
        if board[r * W + col] == ".":
            i = r * W + col
            return board[:i] + mark + board[i + 1 :]
    return None


def has_won(board, mark):
    return any(all(board[i] == mark for i in line) for line in LINES)


def heuristic(board, mark):
    foe = "o" if mark == "x" else "x"
    total = 0
    for line in LINES:
        s = [board[i] for i in line]
        if foe not in s:
            total += s.count(mark) ** 2
        if mark not in s:
            total -= s.count(foe) ** 2
    return total


def search(board, mark, depth, alpha, beta, table):
    alpha0 = alpha
    entry = table.get((board, mark))
    if entry and entry.depth >= depth:
        if entry.flag == "exact":
            return entry.value
        if entry.flag == "lower":
            alpha = max(alpha, entry.value)
        elif entry.flag == "upper":
            beta = min(beta, entry.value)
        if alpha >= beta:
            return entry.value
    foe = "o" if mark == "x" else "x"
    if has_won(board, foe):
        return -999
    if "." not in board:
        return 0
    if depth == 0:
        return heuristic(board, mark)
    value = -10000
    for col in range(W):
        child = drop(board, col, mark)
        if child is None:
            continue
        value = max(value, -search(child, foe, depth - 1, -beta, -alpha, table))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    flag = "upper" if value <= alpha0 else "lower" if value >= beta else "exact"
    table[board, mark] = Entry(depth, value, flag)
    return value


if __name__ == "__main__":
    print(search("." * 16, "x", 8, -10000, 10000, {}))
