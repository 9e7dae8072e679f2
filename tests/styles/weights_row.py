import copy

WORTH = (4, 7, 2, 9, 5, 1, 8, 3)


class Row:
    def __init__(self):
        self.g = [0] * 8
        self.p = 1

    def after(self, i):
        row = copy.deepcopy(self)
        row.g[i] = row.p
        row.p = -row.p
        return row

    def free(self):
        return [i for i in range(8) if not self.g[i]]


def search(row, depth):
    if depth == 0 or not row.free():
        return sum(w * c for w, c in zip(WORTH, row.g))
    values = [search(row.after(i), depth - 1) for i in row.free()]
    return max(values) if row.p == 1 else min(values)


print(search(Row(), 3))
