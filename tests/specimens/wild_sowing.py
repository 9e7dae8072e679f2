"""Kalah with three pits: alpha-beta over deep copies; a player may move again."""

import copy

PITS, SEEDS = 3, 2


class State:
    def __init__(self):
        self.pits = [[SEEDS] * PITS, [SEEDS] * PITS]
        self.store = [0, 0]
        self.player = 0

    def legal(self):
        return [i for i in range(PITS) if self.pits[self.player][i]]

    def over(self):
        return not any(self.pits[0]) or not any(self.pits[1])

    def apply(self, i):
        s = copy.deepcopy(self)
        side, pos = s.player, i
        seeds = s.pits[side][pos]
        s.pits[side][pos] = 0
        again = False
        while seeds:
            pos += 1
            if pos == PITS:
                if side == s.player:
                    s.store[side] += 1
                    seeds -= 1
                    again = seeds == 0
                side, pos = 1 - side, -1
                continue
            s.pits[side][pos] += 1
            seeds -= 1
            if seeds == 0 and side == s.player and s.pits[side][pos] == 1:
                opp = PITS - 1 - pos
                if s.pits[1 - side][opp]:
                    s.store[side] += 1 + s.pits[1 - side][opp]
                    s.pits[1 - side][opp] = 0
                    s.pits[side][pos] = 0
        if not again:
            s.player = 1 - s.player
        return s

    def evaluate(self):
        a = self.store[0] + sum(self.pits[0]) * self.over()
        b = self.store[1] + sum(self.pits[1]) * self.over()
        return a - b


def alphabeta(state, depth, alpha, beta):
    if depth == 0 or state.over():
        return state.evaluate(), None
    choice = None
    if state.player == 0:
        value = float("-inf")
        for move in state.legal():
            score, _ = alphabeta(state.apply(move), depth - 1, alpha, beta)
            if score > value:
                value, choice = score, move
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = float("inf")
        for move in state.legal():
            score, _ = alphabeta(state.apply(move), depth - 1, alpha, beta)
            if score < value:
                value, choice = score, move
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value, choice


def solve():
    """The value and the move."""
    return alphabeta(State(), 8, float("-inf"), float("inf"))
