"""Two players take numbers that nobody has used yet; who reaches the target wins. Solved by backtracking."""

from __future__ import annotations


def wins(used: list[bool], missing: int) -> bool:
    if missing <= 0:
        return False
    for number in range(1, len(used)):
        if used[number]:
            continue
        used[number] = True
        lost = not wins(used, missing - number)
        used[number] = False
        if lost:
            return True
    return False


def solve() -> bool:
    return wins([False] * 6, 11)
