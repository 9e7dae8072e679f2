# hex on 3x3: who can win?
SIZE = 3
def near(s):
    r, c = divmod(s, SIZE)
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1)):
        if 0 <= r + dr < SIZE and 0 <= c + dc < SIZE:
            yield (r + dr) * SIZE + c + dc

def connected(stones, goal):
    # goal 0: top to bottom, 1: left to right
    seen, todo = set(), [s for s in stones if (s // SIZE if goal == 0 else s % SIZE) == 0]
    while todo:
        s = todo.pop()
        if s in seen:
            continue
        seen.add(s)
        if (s // SIZE if goal == 0 else s % SIZE) == SIZE - 1:
            return True
        todo += [n for n in near(s) if n in stones]
    return False

def wins(mine, theirs, goal):
    """Can the player to move win?"""
    if connected(theirs, 1 - goal):
        return False
    return any(not wins(theirs, mine | {s}, 1 - goal) for s in range(SIZE * SIZE) if s not in mine and s not in theirs)

print(wins(frozenset({0}), frozenset({8}), 0))
