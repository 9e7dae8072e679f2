"""Two players take numbers that nobody has used yet; who brings the sum to the target wins. Solved by backtracking.

Nothing in this file knows that it may be recorded.
"""

from __future__ import annotations


def can_win(used: list[bool], missing: int) -> bool:
    """Whether the player to move can reach what is missing; False also where the other player just has."""
    if missing <= 0:
        return False
    for number in range(1, len(used)):
        if used[number]:
            continue
        used[number] = True
        won = not can_win(used, missing - number)
        used[number] = False
        if won:
            return True
    return False


def first_player_wins(largest: int = 6, target: int = 15) -> bool:
    """Whether who begins wins with the numbers from 1 to the largest."""
    return can_win([False] * (largest + 1), target)


if __name__ == "__main__":
    print("who begins", "wins" if first_player_wins() else "loses")
