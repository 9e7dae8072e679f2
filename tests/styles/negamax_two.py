# negamax; the quiet function does the bookkeeping, the loud one the loop
COUNT = 0


def visit(word, low, high):
    global COUNT
    COUNT += 1
    if len(word) == 4:
        return sign(word) * (sum(map(ord, word)) * 7919 % 23 - 11)
    return loop(word, low, high)


def loop(word, low, high):
    best = -99
    for letter in "abc":
        best = max(best, -visit(word + letter, -high, -low))
        low = max(low, best)
        if low >= high:
            break
    return best


def sign(word):
    return 1 if len(word) % 2 == 0 else -1


print(visit("", -99, 99), COUNT)
