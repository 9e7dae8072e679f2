def minimax(n, k, maxi):
    if k == 0:
        return n * n % 29
    v = [minimax(2 * n + 1, k - 1, not maxi), minimax(3 * n, k - 1, not maxi), minimax(n + 5, k - 1, not maxi)]
    return max(v) if maxi else min(v)

best = -1
for first in (4, 7, 10):
    v = minimax(first, 3, False)
    if v > best:
        best, move = v, first
print(move, best)
