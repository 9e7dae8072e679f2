# race to 12: choose one or two dice points per pip, then the die falls; nature has a function of its own
FALLS = [(1, 0.5), (2, 0.25), (3, 0.25)]

def best(total, turn, depth):
    if total >= 12:
        return 1 if turn == "min" else -1
    if depth == 0:
        return 0
    if turn == "max":
        return max(fall(total, pips, "min", depth - 1) for pips in (1, 2))
    return min(fall(total, pips, "max", depth - 1) for pips in (1, 2))

def fall(total, pips, turn, depth):
    expected = 0
    for die, p in FALLS:
        expected += p * best(total + pips * die, turn, depth)
    return expected

print(best(0, "max", 5))
