# Expectimax: after each of our moves a fair coin is thrown
def expectimax(n, depth, our_turn):
    if depth == 0 or n <= 1:
        return 7 * n % 10
    if our_turn:
        return max(expectimax(n - 1, depth - 1, False), expectimax(n // 2, depth - 1, False))
    heads = expectimax(n + 3, depth - 1, True)
    tails = expectimax(n - 2, depth - 1, True)
    return (heads + tails) / 2


print(expectimax(20, 6, True))
