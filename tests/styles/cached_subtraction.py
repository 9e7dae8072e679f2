from functools import lru_cache

MOVES = 1, 3, 4


@lru_cache(maxsize=None)
def best(stones: int, us: bool) -> int:
    """+1: we win, -1: they win. Whoever cannot move has lost."""
    results = [best(stones - m, not us) for m in MOVES if m <= stones]
    if not results:
        return -1 if us else 1
    return max(results) if us else min(results)


def main():
    print(best(15, True))


main()
