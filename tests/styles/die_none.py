# arguments instead of an object
def emm(a, b, who, die, depth):
    if depth == 0: return a - b
    if die is None:
        return sum(emm(a, b, who, d, depth) for d in (1, 2, 3)) / 3
    if who == "max":
        return max(emm(a + die, b, "min", None, depth - 1), emm(a, b // 2, "min", None, depth - 1))
    return min(emm(a, b + die, "max", None, depth - 1), emm(a // 2, b, "max", None, depth - 1))


print(emm(2, 3, "max", None, 3))
