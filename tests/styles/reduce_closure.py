from functools import partial, reduce

def make_player(moves, play, score, limit):
    def step(position, level, sign):
        options = moves(position)
        if level >= limit or not options:
            return sign * score(position)
        below = partial(step, level=level + 1, sign=-sign)
        return reduce(lambda best, m: max(best, -below(play(position, m))), options, float("-inf"))
    return lambda position: step(position, 0, 1)

def moves(p):
    return [k for k in (1, 2, 3) if p[0] + k <= 9]

def play(p, k):
    return (p[0] + k, p[1] * 3 % 11 + k)

def score(p):
    return (p[0] * 7 + p[1] * 5) % 13 - 6

think = make_player(moves, play, score, 4)
print(think((0, 1)))
