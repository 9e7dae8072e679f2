from collections import namedtuple
State = namedtuple("State", "pits mover")
def moves(s):
    base = 4 * s.mover
    return [base + i for i in range(3) if s.pits[base + i]]
def sow(s, pit):
    pits = list(s.pits)
    n, pits[pit], at = pits[pit], 0, pit
    skip = 7 if s.mover == 0 else 3
    while n:
        at = (at + 1) % 8
        if at != skip:
            pits[at] += 1
            n -= 1
    again = at == (3 if s.mover == 0 else 7)
    return State(tuple(pits), s.mover if again else 1 - s.mover)
def negamax(s, depth, alpha, beta):
    ms = moves(s)
    if depth == 0 or not ms:
        d = s.pits[3] - s.pits[7]
        return d if s.mover == 0 else -d
    best = -99
    for m in ms:
        n = sow(s, m)
        if n.mover == s.mover:
            v = negamax(n, depth - 1, alpha, beta)
        else:
            v = -negamax(n, depth - 1, -beta, -alpha)
        best = max(best, v)
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return best
print(negamax(State((2, 2, 1, 0, 2, 2, 1, 0), 0), 6, -99, 99))
