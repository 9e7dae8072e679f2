# Tic Tac Toe with minimax (my first project in Python!!)
class Game:
    def __init__(self):
        self.current_state = [['X', 'O', '.'],
                              ['.', 'O', 'X'],
                              ['.', '.', '.']]

    def is_end(self):
        s = self.current_state
        lines = s + [list(c) for c in zip(*s)] + [[s[i][i] for i in range(3)], [s[i][2 - i] for i in range(3)]]
        for line in lines:
            if line == ['X', 'X', 'X']: return 'X'
            if line == ['O', 'O', 'O']: return 'O'
        return None if any('.' in row for row in s) else '.'

    # X is max
    def max(self):
        maxv = -2
        px = py = None
        result = self.is_end()
        if result == 'O': return (-1, 0, 0)
        elif result == 'X': return (1, 0, 0)
        elif result == '.': return (0, 0, 0)
        for i in range(0, 3):
            for j in range(0, 3):
                if self.current_state[i][j] == '.':
                    self.current_state[i][j] = 'X'
                    (m, min_i, min_j) = self.min()
                    if m > maxv:
                        maxv, px, py = m, i, j
                    self.current_state[i][j] = '.'
        return (maxv, px, py)

    def min(self):
        minv = 2
        qx = qy = None
        result = self.is_end()
        if result == 'O': return (-1, 0, 0)
        elif result == 'X': return (1, 0, 0)
        elif result == '.': return (0, 0, 0)
        for i in range(0, 3):
            for j in range(0, 3):
                if self.current_state[i][j] == '.':
                    self.current_state[i][j] = 'O'
                    (m, max_i, max_j) = self.max()
                    if m < minv:
                        minv, qx, qy = m, i, j
                    self.current_state[i][j] = '.'
        return (minv, qx, qy)

g = Game()
(m, px, py) = g.max()
print('Recommended move: X = {}, Y = {}'.format(px, py))
