"""A race of two players with a die; it is 0 until it is rolled, and another variable says whose turn it is."""


def value(a, b, who, die, depth):
    if depth == 0:
        return a - b
    if die == 0:
        return sum(value(a, b, who, rolled, depth) for rolled in range(1, 7)) / 6
    if who == "max":
        return max(value(a + die, b, "min", 0, depth - 1), value(a, b // 2, "min", 0, depth - 1))
    return min(value(a, b + die, "max", 0, depth - 1), value(a // 2, b, "max", 0, depth - 1))


print(value(2, 3, "max", 0, 3))
