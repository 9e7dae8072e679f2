def negamax(pile, ply, low, high):
    """Take one, two or half; the later the loser loses the better for him."""
    if pile == 0:
        return ply - 20
    best = -100
    for take in sorted({1, 2, (pile + 1) // 2}) if pile > 2 else (1, 2)[:pile]:
        got = -negamax(pile - take, ply + 1, -high, -low)
        best = max(best, got)
        low = max(low, best)
        if low >= high:
            break
    return best


if __name__ == "__main__":
    for n in (9,):
        print(n, negamax(n, 0, -100, 100))
