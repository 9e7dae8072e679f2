BOXES = (0b0001111, 0b1111000)
def play(p, e):
    nxt = p[0] | 1 << e
    gain = sum(nxt & b == b and p[0] & b != b for b in BOXES)
    return (nxt, p[1] if gain else -p[1], p[2] + p[1] * gain)
def minimax(p, alpha, beta):
    if p[0] == 127:
        return p[2]
    if p[1] == 1:
        value = -99
        for e in range(7):
            if not p[0] >> e & 1:
                value = max(value, minimax(play(p, e), alpha, beta))
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        return value
    value = 99
    for e in range(7):
        if not p[0] >> e & 1:
            value = min(value, minimax(play(p, e), alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value
print(minimax((1, 1, 0), -99, 99))
