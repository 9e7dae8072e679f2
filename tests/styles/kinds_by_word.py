"""Nodes are tuples that begin with a word for who moves; leaves are numbers."""


def solve(node):
    match node:
        case ("max", kids):
            return max(solve(kid) for kid in kids)
        case ("min", kids):
            return min(solve(kid) for kid in kids)
        case ("chance", kids):
            return sum(chance * solve(kid) for chance, kid in kids)
    return node


def build(kinds, seed):
    if not kinds:
        return seed * 23 % 37
    kids = [build(kinds[1:], seed * 3 + i) for i in range(2)]
    return (kinds[0], list(zip((0.25, 0.75), kids)) if kinds[0] == "chance" else kids)


print(solve(build(("max", "chance", "min", "chance", "max"), 1)))
