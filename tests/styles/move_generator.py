# domineering on a 3x3 board: V lays |, H lays -; whoever cannot move loses
import sys

N = 3

def moves(cells, vertical):
    dr, dc = (1, 0) if vertical else (0, 1)
    for r in range(N - dr):
        for c in range(N - dc):
            a, b = (r, c), (r + dr, c + dc)
            if a in cells and b in cells:
                yield cells - {a, b}

def minimax(cells, vertical):
    best = None
    for rest in moves(cells, vertical):
        score = minimax(rest, not vertical)
        if best is None or (score > best if vertical else score < best):
            best = score
    if best is None:
        return -1 if vertical else 1
    return best

board = frozenset((r, c) for r in range(N) for c in range(N))
board -= {(0, 1)}
sys.stdout.write("vertical %s\n" % ("wins" if minimax(board, True) > 0 else "loses"))
