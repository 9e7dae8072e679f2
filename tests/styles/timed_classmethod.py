"""Three in a line on six squares, timed by a decorator."""
import time, functools
def timed(f):
    @functools.wraps(f)
    def inner(*a, **k):
        t = time.perf_counter()
        try: return f(*a, **k)
        finally: inner.total += time.perf_counter() - t
    inner.total = 0.0
    return inner
class Solver:
    @staticmethod
    def cell(b, i): return b // 3 ** i % 3
    @classmethod
    def won(cls, b, p): return any(all(cls.cell(b, i) == p for i in l) for l in ((0, 1, 2), (3, 4, 5), (0, 3, 1), (2, 4, 5)))
    @classmethod
    @timed
    def best(cls, b, p):
        if cls.won(b, 1): return 1
        if cls.won(b, 2): return -1
        free = [i for i in range(6) if cls.cell(b, i) == 0]
        if not free: return 0
        vals = [cls.best(b + p * 3 ** i, 3 - p) for i in free]
        return max(vals) if p == 1 else min(vals)
print(Solver.best(0, 1))
