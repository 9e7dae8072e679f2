"""UCT in plain Python for tic-tac-toe."""
import math
import random

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    for a, b, c in LINES:
        if board[a] != ' ' and board[a] == board[b] == board[c]:
            return board[a]
    return None if ' ' in board else 'draw'


class Node:
    def __init__(self, board, player, parent=None, move=None):
        self.board, self.player, self.parent, self.move = board, player, parent, move
        self.children, self.visits, self.wins = [], 0, 0.0
        self.untried = [i for i in range(9) if board[i] == ' '] if winner(board) is None else []

    def uct(self):
        return max(self.children, key=lambda c: c.wins / c.visits + math.sqrt(2 * math.log(self.visits) / c.visits))


def other(player):
    return 'O' if player == 'X' else 'X'


def play(board, move, player):
    return board[:move] + player + board[move + 1:]


def rollout(board, player, rng):
    while (result := winner(board)) is None:
        board = play(board, rng.choice([i for i in range(9) if board[i] == ' ']), player)
        player = other(player)
    return result


def mcts(board, player, iterations):
    rng = random.Random(1)
    root = Node(board, player)
    for _ in range(iterations):
        node = root
        while not node.untried and node.children:
            node = node.uct()
        if node.untried:
            move = node.untried.pop(0)
            child = Node(play(node.board, move, node.player), other(node.player), node, move)
            node.children.append(child)
            node = child
        result = rollout(node.board, node.player, rng)
        while node is not None:
            node.visits += 1
            if result == 'draw':
                node.wins += 0.5
            elif node.player != result:
                node.wins += 1
            node = node.parent
    return max(root.children, key=lambda c: c.visits).move


print(mcts('X...O....'.replace('.', ' '), 'X', 300))
