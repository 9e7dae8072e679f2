import random
rng = random.Random(4)

def grow(depth, name="r"):
    if depth == 0:
        return {"name": name, "score": rng.randint(-20, 20), "kids": []}
    return {"name": name, "score": None, "kids": [grow(depth - 1, name + c) for c in "abc"]}

def nm(node, a, b):
    if not node["kids"]:
        return node["score"]
    g = -100
    for kid in node["kids"]:
        g = max(g, -nm(kid, -b, -max(a, g)))
        if g >= b:
            break
    return g

def aspirate(root, guess, width):
    a, b = guess - width, guess + width
    while True:
        v = nm(root, a, b)
        if v <= a:
            a = -100
        elif v >= b:
            b = 100
        else:
            return v

root = grow(4)
print(aspirate(root, 0, 2))
