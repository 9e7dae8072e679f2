"""A row of coins: players take one from either end, and each wants many. Scores are pairs, as in max-n."""


def maxn(coins, taken, mover):
    if not coins:
        return taken
    scores = []
    for end in (0, -1):
        rest = coins[1:] if end == 0 else coins[:-1]
        purse = list(taken)
        purse[mover] += coins[end]
        scores.append(maxn(rest, tuple(purse), 1 - mover))
    return max(scores, key=lambda score: score[mover])


if __name__ == "__main__":
    print(maxn((3, 9, 1, 2, 5), (0, 0), 0))
