# a token on a small map: whoever moves it to 5 wins, and who comes back to a place of the way has a draw
G = {0: [1, 2, 3], 1: [0, 2, 4], 2: [0, 1, 3], 3: [2, 4, 0], 4: [1, 3, 5], 5: [4]}
def walk(at, path, me, d):
    if at == 5: return -1 if me else 1
    if d == 0 or at in path: return 0
    path.append(at)
    vals = [walk(n, path, not me, d - 1) for n in G[at]]
    path.pop()
    return max(vals) if me else min(vals)
print(walk(0, [], True, 6))
