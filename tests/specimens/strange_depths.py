"""Words of two letters: the depth counts up below a root whose argument is the limit."""

from __future__ import annotations


def worth(word: str) -> int:
    return sum(map(ord, word)) * 7919 % 11


def search(word: str, d: int = 3) -> int:
    def max_value(word: str, alpha: int, beta: int, depth: int) -> int:
        if depth > d:
            return worth(word)
        best = -99
        for letter in "ab":
            best = max(best, min_value(word + letter, alpha, beta, depth + 1))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def min_value(word: str, alpha: int, beta: int, depth: int) -> int:
        if depth > d:
            return worth(word)
        best = 99
        for letter in "ab":
            best = min(best, max_value(word + letter, alpha, beta, depth + 1))
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best

    best = -99
    for letter in "ab":
        best = max(best, min_value(word + letter, best, 99, 1))
    return best


def solve() -> int:
    return search("")
