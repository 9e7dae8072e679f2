"""A quiescence search whose evaluation is its best value, and does not raise alpha before the first capture."""
import random

known = {}


def moves(place):
    if place not in known:
        lots = random.Random(place)
        known[place] = [(5 * place + number + 1, lots.random() < 0.4) for number in range(lots.randint(0, 4))]
    return known[place]


def evaluate(place, side):
    return side * (place * 7919 % 41 - 20)


def quiesce(place, alpha, beta, side, ply):
    best = evaluate(place, side)
    if best >= beta:
        return best
    for below, captures in moves(place):
        if not captures or ply > 12:
            continue
        score = -quiesce(below, -beta, -alpha, -side, ply + 1)
        best = max(best, score)
        if score >= beta:
            break
        alpha = max(alpha, score)
    return best


def search(place, depth, alpha, beta, side, ply=0):
    if depth == 0:
        return quiesce(place, alpha, beta, side, ply)
    if not moves(place):
        return evaluate(place, side)
    best = -999
    for below, _ in moves(place):
        score = -search(below, depth - 1, -beta, -alpha, -side, ply + 1)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


print(search(3, 5, -999, 999, 1))
