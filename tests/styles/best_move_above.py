import random
random.seed(0)
ADD = [[random.randint(-9, 9) for _ in range(4)] for _ in range(6)]

def minimax(board, depth, is_max):
    if depth == 0:
        return sum(ADD[i][c] for i, c in enumerate(board))
    scores = []
    for col in range(4):
        if col in board:
            continue
        board.append(col)
        scores.append(minimax(board, depth - 1, not is_max))
        board.pop()
    return max(scores) if is_max else min(scores)

def best_move(board):
    bestScore, bestCol = -1000, -1
    for col in range(4):
        board.append(col)
        score = minimax(board, 3, False)
        board.pop()
        if score > bestScore:
            bestScore, bestCol = score, col
    return bestCol

print("best move is", best_move([]))
