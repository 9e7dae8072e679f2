def solve(n, player=0):
    """n stones, take 1-3, the last one loses (misère). player 0 maximizes."""
    if n == 0:
        return [1, -1][player]
    outcomes = [solve(n - k, 1 - player) for k in (1, 2, 3) if k <= n]
    return [max, min][player](outcomes)


print(solve(9))
