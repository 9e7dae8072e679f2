"""MCTS with a recursive simulate, as AlphaZero tutorials have it: values negated on the way up."""
import math

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
Q, N, Ns = {}, {}, {}


def ended(board, player):
    for a, b, c in LINES:
        if board[a] and board[a] == board[b] == board[c]:
            return 1 if board[a] == player else -1
    return 0.0001 if 0 not in board else 0


def prediction(board, player):
    return player * sum(w * s for w, s in zip((3, 2, 3, 2, 4, 2, 3, 2, 3), board)) / 30


def search(board, player):
    e = ended(board, player)
    if e:
        return -e
    key = board, player
    if key not in Ns:
        Ns[key] = 0
        return -prediction(board, player)
    best, best_u = None, -math.inf
    for a in range(9):
        if board[a] == 0:
            if (key, a) in Q:
                u = Q[key, a] + 1.5 * math.sqrt(Ns[key]) / (1 + N[key, a]) / 9
            else:
                u = 1.5 * math.sqrt(Ns[key] + 1e-8) / 9
            if u > best_u:
                best, best_u = a, u
    a = best
    v = search(board[:a] + (player,) + board[a + 1:], -player)
    if (key, a) in Q:
        Q[key, a] = (N[key, a] * Q[key, a] + v) / (N[key, a] + 1)
        N[key, a] += 1
    else:
        Q[key, a], N[key, a] = v, 1
    Ns[key] += 1
    return -v


root = (1, 0, 0, 0, -1, 0, 0, 0, 0)
for _ in range(200):
    search(root, 1)
print(max(range(9), key=lambda a: N.get(((root, 1), a), 0)))
