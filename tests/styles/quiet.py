# alpha-beta with a quiescence search for captures (a toy "chess": digits are captures)
def moves(s):
    return ["a", "b", str(len(s))] if len(s) % 2 else ["a", "7"]

def captures(s):
    return [m for m in moves(s) if m.isdigit()] if len(s) < 6 else []

def evaluate(s):
    total = 0
    for k, c in enumerate(s):
        total += (int(c) if c.isdigit() else ord(c) % 5) * (1 if k % 2 == 0 else -1)
    return total if len(s) % 2 == 0 else -total

def quiesce(s, alpha, beta):
    best = evaluate(s)
    if best >= beta:
        return best
    alpha = max(alpha, best)
    for m in captures(s):
        score = -quiesce(s + m, -beta, -alpha)
        best = max(best, score)
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best

def search(s, depth, alpha, beta):
    if depth == 0:
        return quiesce(s, alpha, beta)
    best = -1000
    for m in moves(s):
        score = -search(s + m, depth - 1, -beta, -alpha)
        best = max(best, score)
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best

print(search("", 4, -1000, 1000))
