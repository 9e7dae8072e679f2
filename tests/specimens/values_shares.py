"""A tree of shares of games won: what was never played is worth a half."""

from __future__ import annotations

PLAYED = {"aa": (3, 4), "ab": (1, 4), "ba": (0, 0), "bb": (2, 4), "bc": (4, 4), "ca": (3, 4), "cb": (0, 4)}
"""By the moves: games that MAX won, and all."""


def share(won: int, played: int) -> float:
    return won / played if played else 0.5


def minimax(line: str, maximizing: bool) -> float:
    if line in PLAYED:
        return share(*PLAYED[line])
    best = -1.0 if maximizing else 2.0
    for move in "abc":
        after = line + move
        if any(played.startswith(after) for played in PLAYED):
            value = minimax(after, not maximizing)
            if value > best if maximizing else value < best:
                best = value
    return best


def solve() -> float:
    return minimax("", True)
