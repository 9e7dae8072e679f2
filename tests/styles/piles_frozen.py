# piles in a row: who takes one also takes a piece of the next
from dataclasses import dataclass
@dataclass(frozen=True)
class State:
    cells: tuple
    to_move: int
    score: int
def actions(s):
    return [i for i, v in enumerate(s.cells) if v > 0 and (i == 0 or s.cells[i - 1] <= 0 or i == len(s.cells) - 1)]
def result(s, i):
    gain = s.cells[i] if s.to_move == 1 else -s.cells[i]
    cells = list(s.cells)
    cells[i] = 0
    if i + 1 < len(cells) and cells[i + 1] > 1:
        cells[i + 1] -= 1
    return State(tuple(cells), -s.to_move, s.score + gain)
def value(s, depth, alpha=float('-inf'), beta=float('inf')):
    acts = actions(s)
    if not acts or depth == 0:
        return s.score
    if s.to_move == 1:
        best = float('-inf')
        for a in acts:
            best = max(best, value(result(s, a), depth - 1, alpha, beta))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
    else:
        best = float('inf')
        for a in acts:
            best = min(best, value(result(s, a), depth - 1, alpha, beta))
            beta = min(beta, best)
            if beta <= alpha:
                break
    return best
print(value(State((3, 0, 4, 2, 0, 5, 1, 6), 1, 0), 6))
