#!/usr/bin/env python3
"""Minimax for Tic Tac Toe. HUMAN = -1, COMP = +1"""
from math import inf as infinity

HUMAN = -1
COMP = +1
board = [
    [1, -1, 0],
    [0, -1, 1],
    [0, 0, 0],
]


def wins(state, player):
    win_state = [
        *state,
        *[list(column) for column in zip(*state)],
        [state[0][0], state[1][1], state[2][2]],
        [state[2][0], state[1][1], state[0][2]],
    ]
    return [player, player, player] in win_state


def evaluate(state):
    return +1 if wins(state, COMP) else -1 if wins(state, HUMAN) else 0


def empty_cells(state):
    return [[x, y] for x, row in enumerate(state) for y, cell in enumerate(row) if cell == 0]


def minimax(state, depth, player):
    if player == COMP:
        best = [-1, -1, -infinity]
    else:
        best = [-1, -1, +infinity]

    if depth == 0 or wins(state, HUMAN) or wins(state, COMP):
        score = evaluate(state)
        return [-1, -1, score]

    for cell in empty_cells(state):
        x, y = cell[0], cell[1]
        state[x][y] = player
        score = minimax(state, depth - 1, -player)
        state[x][y] = 0
        score[0], score[1] = x, y

        if player == COMP:
            if score[2] > best[2]:
                best = score
        elif score[2] < best[2]:
            best = score

    return best


print(minimax(board, len(empty_cells(board)), COMP))
