# only the best of the parent is passed down (branch and bound as in my algorithms course)
def leaf(word):
    return sum(ord(c) * (k + 3) for k, c in enumerate(word)) * 29 % 53


def maximum(word, bound):
    if len(word) == 4:
        return leaf(word)
    best = None
    for letter in "xyz":
        value = minimum(word + letter, best)
        if best is None or value > best:
            best = value
        if bound is not None and best >= bound:
            break
    return best


def minimum(word, bound):
    if len(word) == 4:
        return leaf(word)
    best = None
    for letter in "xyz":
        value = maximum(word + letter, best)
        if best is None or value < best:
            best = value
        if bound is not None and best <= bound:
            break
    return best


print(maximum("", None))
