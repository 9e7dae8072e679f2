"""Tic-tac-toe on a string, without a window: the letters of both players are handed on."""

from __future__ import annotations

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
state = "XOX.O...."


def wins(state: str, who: str) -> bool:
    return any(all(state[int(k)] == who for k in line) for line in LINES)


def minimax(state: str, player: str) -> int:
    if wins(state, "X"):
        return 1
    if wins(state, "O"):
        return -1
    if "." not in state:
        return 0
    scores = []
    other = "O" if player == "X" else "X"
    for i in range(9):
        if state[i] == ".":
            child = state[:i] + player + state[i + 1 :]
            scores.append(minimax(child, other))
    return max(scores) if player == "X" else min(scores)


def solve() -> int:
    return minimax(state, "X")
