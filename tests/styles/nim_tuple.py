# 尼姆游戏  (nim) -- shei na zou zui hou yi ge jiu ying
def alpha_beta(heaps, my_turn, alpha, beta):
    if sum(heaps) == 0:
        return -1 if my_turn else 1
    value = -2 if my_turn else 2
    for i in range(len(heaps)):
        for k in range(heaps[i]):
            after = heaps[:i] + (k,) + heaps[i + 1:]
            if my_turn:
                value = max(value, alpha_beta(after, False, alpha, beta))
                alpha = max(alpha, value)
            else:
                value = min(value, alpha_beta(after, True, alpha, beta))
                beta = min(beta, value)
            if alpha >= beta:
                return value
    return value

print(alpha_beta((1, 2, 3), True, -2, 2))
