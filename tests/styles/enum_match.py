from collections import namedtuple
from enum import Enum, auto

class Player(Enum):
    CROSS = auto()
    NOUGHT = auto()

Outcome = namedtuple("Outcome", "score move nodes")
WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

def winner(board):
    for a, b, c in WINS:
        if board[a] is not None and board[a] is board[b] is board[c]:
            return board[a]
    return None

def solve(board, player):
    match winner(board):
        case Player.CROSS:
            return Outcome(1, None, 1)
        case Player.NOUGHT:
            return Outcome(-1, None, 1)
    free = [i for i, p in enumerate(board) if p is None]
    if not free:
        return Outcome(0, None, 1)
    found = []
    nodes = 1
    for i in free:
        board[i] = player
        out = solve(board, Player.NOUGHT if player is Player.CROSS else Player.CROSS)
        board[i] = None
        nodes += out.nodes
        found.append(Outcome(out.score, i, 0))
    pick = (max if player is Player.CROSS else min)(found, key=lambda o: o.score)
    return Outcome(pick.score, pick.move, nodes)

board = [None] * 9
board[0], board[4], board[8] = Player.CROSS, Player.NOUGHT, Player.CROSS
print(solve(board, Player.NOUGHT))
