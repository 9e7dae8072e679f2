# dice in a tuple: -1 until it is rolled
def emm(state, depth):
    a, b, who, die = state
    if depth == 0: return a - b
    if die == -1:
        return sum(emm((a, b, who, d), depth) for d in range(0, 3)) / 3
    if who:
        return max(emm((a + die, b, False, -1), depth - 1), emm((a, b // 2, False, -1), depth - 1))
    return min(emm((a, b + die, True, -1), depth - 1), emm((a // 2, b, True, -1), depth - 1))


print(emm((2, 3, True, -1), 3))
