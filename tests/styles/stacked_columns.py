"""Connect four with a list of stacks; numbers 1 and 2, negamax with alpha-beta, make and undo."""


def four(stacks, player):
    def at(c, r):
        return 0 <= c < 7 and 0 <= r < len(stacks[c]) and stacks[c][r] == player
    return any(
        all(at(c + i * dc, r + i * dr) for i in range(4))
        for c in range(7) for r in range(6) for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def evaluate(stacks, player):
    total = 0
    for c, stack in enumerate(stacks):
        for r, mark in enumerate(stack):
            worth = 4 - abs(3 - c) + (r < 3)
            total += worth if mark == player else -worth
    return total


def negamax(stacks, player, depth, alpha, beta):
    if four(stacks, 3 - player):
        return -1000 - depth
    if all(len(stack) == 6 for stack in stacks):
        return 0
    if depth == 0:
        return evaluate(stacks, player)
    for column in range(7):
        if len(stacks[column]) == 6:
            continue
        stacks[column].append(player)
        score = -negamax(stacks, 3 - player, depth - 1, -beta, -alpha)
        stacks[column].pop()
        if score >= beta:
            return score
        if score > alpha:
            alpha = score
    return alpha


print(negamax([[] for _ in range(7)], 1, 4, -9999, 9999))
