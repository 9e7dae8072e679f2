# the window is a list [a, b] -- a fresh one for each call!
def search(tree, window, top):
    if isinstance(tree, int):
        return tree
    a, b = window
    value = None
    for sub in tree:
        got = search(sub, [a, b], not top)
        if value is None:
            value = got
        value = max(value, got) if top else min(value, got)
        if top:
            a = max(a, value)
        else:
            b = min(b, value)
        if a >= b:
            break
    return value


TREE = [[[5, 6], [7, 4, 5]], [[3, 1], [8, 4]], [[6, 2], [6, 9]], [[7, 3], [5, 0, 2]], [[9, 8], [6, 7]]]
print(search(TREE, [-99, 99], True))
