# numbers in a row, taken from either end, sometimes two at once: how much more does the first get?
EXACT, LOWER, UPPER = 0, 1, 2
ROW = (4, 7, 2, 9, 5, 3, 8, 6, 1, 7)
table = {}

def moves(state):
    lo, hi, diff = state
    out = []
    if lo <= hi: out.append((lo + 1, hi, -(diff + ROW[lo])))
    if lo < hi: out.append((lo, hi - 1, -(diff + ROW[hi])))
    if hi - lo >= 3: out.append((lo + 2, hi, -(diff + ROW[lo] - 1)))
    return out

def negamax(state, depth, alpha, beta):
    alpha_orig = alpha
    entry = table.get(state)
    if entry is not None and entry[0] >= depth:
        _, flag, value = entry
        if flag == EXACT:
            return value
        if flag == LOWER:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            return value
    nexts = moves(state)
    if depth == 0 or not nexts:
        return state[2]
    best = -1000
    for child in nexts:
        value = -negamax(child, depth - 1, -beta, -alpha)
        if value > best:
            best = value
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    flag = UPPER if best <= alpha_orig else LOWER if best >= beta else EXACT
    table[state] = (depth, flag, best)
    return best

def run(start, limit):
    value = 0
    for depth in range(1, limit + 1):
        value = negamax(start, depth, -1000, 1000)
    return value

print(run((0, len(ROW) - 1, 0), 8))
